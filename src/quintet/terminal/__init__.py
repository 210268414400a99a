"""The `quintet` command: its subcommands, line mode, the full-screen app and matches on a site."""
