"""The `quintet` command, also as `python -m quintet`: silent when it is interrupted while it still loads."""

import sys


def main() -> int:
    try:
        from quintet.terminal.cli import main as command
    except KeyboardInterrupt:
        return 130
    return command()


if __name__ == "__main__":
    sys.exit(main())
