"""Alembic's environment: the connection comes from `quintet.server.storage.database`."""

from alembic import context

from quintet.server.storage.tables import metadata

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=metadata,
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
