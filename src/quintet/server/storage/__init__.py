"""What is kept: tables, migrations, questions to the database, and the journal that writes matches."""
