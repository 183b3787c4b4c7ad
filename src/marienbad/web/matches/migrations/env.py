"""Alembic's entry: migrations run on the connection that the server hands over."""

from alembic import context

# Alembic loads this file by its path; whoever imports it as a module only wants to read it.
if not __name__.startswith("marienbad."):
    context.configure(connection=context.config.attributes["connection"], transactional_ddl=False)
    context.run_migrations()
