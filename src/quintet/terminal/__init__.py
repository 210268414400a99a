"""The `quintet` command: line mode, the app, matches on a site. What lessons and reviews are is in `study`."""
