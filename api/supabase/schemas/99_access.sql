-- Permissions for all tables above: only the API's key has access, because it bypasses row-level security. A migration that adds a table
-- must contain `enable row level security`. Permissions for functions are default privileges (see 10_platform.sql).
do $$
declare
  v_table regclass;
begin
  for v_table in select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', v_table);
  end loop;
end $$;
