-- One line for each thing in schema public: kind, name, and all that makes it what it is. Two databases are the same when these are.
select 'table' as kind, c.relname::text as name, concat_ws(' ', case when c.relrowsecurity then 'row level security' else 'open' end,
    (select string_agg(grantee || '=' || privileges, ' ' order by grantee)
      from (select g.grantee::text as grantee, string_agg(g.privilege_type, ',' order by g.privilege_type) as privileges
        from information_schema.role_table_grants g
        where g.table_schema = 'public' and g.table_name = c.relname and g.grantee in ('PUBLIC', 'anon', 'authenticated', 'service_role')
        group by g.grantee) g)) as definition
  from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v')
union all
select 'column', c.relname || '.' || a.attname, concat_ws(' ', format_type(a.atttypid, a.atttypmod), case when a.attnotnull then 'not null' end,
    nullif(a.attidentity::text, ''), nullif(a.attgenerated::text, ''), pg_get_expr(d.adbin, d.adrelid))
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'v', 'c')
union all
select 'view', c.relname::text, pg_get_viewdef(c.oid) from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'v'
union all
select 'constraint', conrelid::regclass || ' ' || pg_get_constraintdef(oid), '' from pg_constraint
  where connamespace = 'public'::regnamespace and contype in ('c', 'f', 'p', 'u', 'x')
union all
select 'index', i.indexrelid::regclass::text, pg_get_indexdef(i.indexrelid) from pg_index i join pg_class c on c.oid = i.indrelid
  where c.relnamespace = 'public'::regnamespace
union all
select 'trigger', t.tgrelid::regclass || '.' || t.tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = t.tgrelid
  where c.relnamespace = 'public'::regnamespace and not t.tgisinternal
union all
select 'policy', p.tablename || '.' || p.policyname, concat_ws(' ', p.permissive, p.roles::text, p.cmd, p.qual, p.with_check)
  from pg_policies p where p.schemaname = 'public'
union all
select 'function', p.oid::regprocedure::text, concat_ws(' ', p.prorettype::regtype::text, p.proretset::text, l.lanname, p.provolatile::text,
    p.proparallel::text, p.proisstrict::text, case when p.prosecdef then 'definer' end, (select string_agg(s, ' ' order by s) from unnest(p.proconfig) s),
    pg_get_function_arguments(p.oid),
    (select string_agg(a.grantee::regrole::text, ',' order by a.grantee::regrole::text) from aclexplode(p.proacl) a where a.grantee <> 0
      and a.grantee <> p.proowner),
    case when exists (select from aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) a where a.grantee = 0) then 'public' end, p.prosrc)
  from pg_proc p join pg_language l on l.oid = p.prolang where p.pronamespace = 'public'::regnamespace
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
union all
select 'type', t.typname::text, t.typtype::text from pg_type t join pg_class c on c.oid = t.typrelid
  where t.typnamespace = 'public'::regnamespace and c.relkind = 'c'
order by 1, 2;
