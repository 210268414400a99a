"""Searches and a solver over the Python rules, for games without a kernel. Kernels are in `engine.native`."""
