"""Who somebody is: sessions, passwords, login throttling, and which matches count for ratings."""
