"""The database: tables, migrations, queries, and the journal that writes matches.

All SQL is here. Rules of matches and accounts are in `live` and `accounts`.
"""
