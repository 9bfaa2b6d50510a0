#!/bin/sh
# Once, when the database is new: the role as which PostgREST comes, to become one of the others.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$POSTGRES_PASSWORD" -U postgres <<'SQL'
create role authenticator login noinherit password :'password';
grant anon, authenticated, service_role to authenticator;
SQL
