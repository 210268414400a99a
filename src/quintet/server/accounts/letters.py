"""What the site writes to the owners of accounts. Secrets are behind a #, which browsers keep to themselves."""

from __future__ import annotations

CONFIRM, RECOVER, SECURITY = "/account/confirm", "/account/recover", "/account/security"
NOT_YOU = "If you did not ask for this, you need not do anything.\n"


def confirmation(username: str, site: str, secret: str) -> tuple[str, str]:
    """Subject and text of the message that confirms an address."""
    return (
        "Confirm your e-mail address",
        f"Somebody, probably you, gave this address for the account {username} at {site}.\n\n"
        f"To confirm it, open this page within a day:\n\n{site}{CONFIRM}#{secret}\n\n{NOT_YOU}",
    )


def recovery(username: str, site: str, secret: str) -> tuple[str, str]:
    return (
        "A new password",
        f"Somebody, probably you, asked for a new password of the account {username} at {site}.\n\n"
        f"To choose one, open this page within an hour:\n\n{site}{RECOVER}#{secret}\n\n{NOT_YOU}",
    )


def changed(username: str, site: str, what: str) -> tuple[str, str]:
    """Subject and text of the message that says that something of an account has changed."""
    return (
        f"Your {what} was changed",
        f"The {what} of the account {username} at {site} was changed just now.\n\n"
        f"If that was not you, choose a new password here:\n\n{site}{RECOVER}\n",
    )
