"""Who somebody is: visitors, accounts, passwords, and which matches count for ratings.

What is stored about them is in `storage`; the routes for accounts are in `web`.
"""
