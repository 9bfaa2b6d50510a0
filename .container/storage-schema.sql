-- Storage makes its tables in this schema, and asks them as one of these roles: without the right to use it each of its calls fails.
create schema if not exists storage;
grant usage on schema storage to anon, authenticated, service_role;
alter default privileges in schema storage grant all on tables to service_role;
alter default privileges in schema storage grant all on sequences to service_role;
alter default privileges in schema storage grant all on functions to service_role;
