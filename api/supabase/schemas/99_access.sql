-- Who may do what, for everything above: only the API's key, which row-level security does not bind. A migration that adds a table
-- says `enable row level security` itself; rights to functions are default privileges (see 10_platform.sql).
do $$
declare
  v_table regclass;
begin
  for v_table in select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', v_table);
  end loop;
end $$;
