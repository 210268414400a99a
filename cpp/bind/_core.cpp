// quintet._core: for this machine, or in a portable package for the oldest processors of its kind.
#include "bind/module.hpp"

NB_MODULE(_core, module) { quintet::bind::fill(module); }
