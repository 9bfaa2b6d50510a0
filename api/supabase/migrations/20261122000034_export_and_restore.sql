-- Everything is taken along (`npm run export`) and brought back (`npm run restore`); see api/src/backup. No name of a table stands here:
-- what a later migration adds goes along by itself.

-- The restoration that is under way: of which export, and the statements that bring back what stands aside until the rows are there.
create table public.restoration (
  is_only boolean primary key default true check (is_only),
  export_digest text not null,
  set_aside text[] not null
);
alter table public.restoration enable row level security;

-- Every table with its key and the columns that are stored and not computed. Without settings of its own it becomes part of the
-- query that asks, which then looks at one table instead of all.
create function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
language sql stable
as $$
  select c.relname::text,
      (select pg_catalog.array_agg(a.attname::text order by k.place)
        from pg_catalog.pg_index i
        cross join lateral pg_catalog.unnest(i.indkey::smallint[]) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary),
      pg_catalog.array_agg(a.attname::text order by a.attnum),
      pg_catalog.array_agg(pg_catalog.format_type(a.atttypid, a.atttypmod) order by a.attnum)
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'restoration'
    group by c.oid, c.relname
    order by c.relname
$$;

-- The oldest transaction that may not be over yet: what it or a later one writes is a change for `export_changes`.
create function public.export_horizon() returns xid
language sql stable set search_path = ''
as $$ select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text::xid $$;

-- The newest migration, or null where nobody wrote down which ones there are; the tables; and where the changes begin.
create function public.export_shape() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_schema text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  return jsonb_build_object('schema', v_schema, 'horizon', public.export_horizon()::text,
    'tables', (select jsonb_agg(jsonb_build_object('name', t.name, 'key', t.key_columns, 'columns',
      (select jsonb_agg(jsonb_build_object('name', c.name, 'type', c.type) order by c.place)
        from unnest(t.column_names, t.column_types) with ordinality c (name, type, place))) order by t.name)
      from public.exported_tables() t));
end
$$;

-- The next rows of a table in the order of its key, each a line of JSON. `p_after` holds the key of the row before them.
create function public.export_rows(p_table text, p_after jsonb, p_limit integer) returns text
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_key text;
  v_after text := '';
  v_lines text;
begin
  select t.* into strict v_table from public.exported_tables() t where t.name = p_table;
  select string_agg(quote_ident(k), ', ') into v_key from unnest(v_table.key_columns) k;
  if p_after is not null then
    select format('where (%s) > (%s)', v_key, string_agg(format('($1->>%L)::%s', k.name, c.type), ', ' order by k.place)) into v_after
      from unnest(v_table.key_columns) with ordinality k (name, place)
      join unnest(v_table.column_names, v_table.column_types) c (name, type) on c.name = k.name;
  end if;
  execute format($sql$ select coalesce(string_agg(row_to_json(r)::text, E'\n'), '')
      from (select %s from public.%I %s order by %s limit $2) r $sql$,
      (select string_agg(quote_ident(c), ', ') from unnest(v_table.column_names) c), p_table, v_after, v_key)
    into v_lines using p_after, p_limit;
  return v_lines;
end
$$;

-- Of each table how many rows it has at this moment, and those that were written since the horizon. Being stable, all of it sees one
-- moment: whoever has the rows of before and puts these in their place has the tables as they are now, unless the count says that
-- rows went.
create function public.export_changes(p_since text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_rows bigint;
  v_lines text;
  v_tables jsonb := '{}';
begin
  for v_table in select * from public.exported_tables() loop
    execute format('select count(*) from public.%I', v_table.name) into v_rows;
    execute format($sql$ select coalesce(string_agg(row_to_json(r)::text, E'\n'), '')
        from (select %s from public.%I where age(xmin) <= age($1::xid)) r $sql$,
        (select string_agg(quote_ident(c), ', ') from unnest(v_table.column_names) c), v_table.name)
      into v_lines using p_since;
    v_tables := v_tables || jsonb_build_object(v_table.name, jsonb_build_object('rows', v_rows, 'changed', v_lines));
  end loop;
  return jsonb_build_object('at', now(), 'horizon', public.export_horizon()::text, 'tables', v_tables,
    'sequences', (select coalesce(jsonb_object_agg(s.sequencename, s.last_value), '{}') from pg_catalog.pg_sequences s
      where s.schemaname = 'public' and s.last_value is not null));
end
$$;

-- Begins to restore an export into tables that hold nothing but what migrations put there, or goes on with the same one. References
-- and all indexes that are no key stand aside until every row is there, and no trigger fires: what triggers write is in the export.
create function public.begin_restore(p_export text, p_has_files boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_digest text;
  v_table record;
  v_thing record;
  v_is_filled boolean;
  v_filled text[] := case when p_has_files then array['files'] else '{}' end;
  v_set_aside text[] := '{}';
begin
  select r.export_digest into v_digest from public.restoration r;
  if found then
    return jsonb_build_object('outcome', case when v_digest = p_export then 'continued' else 'another' end);
  end if;
  for v_table in select * from public.exported_tables() where name <> 'shown_totals' loop
    execute format('select exists (select from public.%I)', v_table.name) into v_is_filled;
    if v_is_filled then
      v_filled := v_filled || v_table.name;
    end if;
  end loop;
  if v_filled <> '{}' then
    return jsonb_build_object('outcome', 'not_empty', 'filled', to_jsonb(v_filled));
  end if;
  for v_thing in
    select format('drop index public.%I', c.relname) as away, pg_catalog.pg_get_indexdef(c.oid) as back
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisunique
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
        format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_catalog.pg_get_constraintdef(k.oid))
      from pg_catalog.pg_constraint k
      where k.connamespace = 'public'::regnamespace and k.contype = 'f'
  loop
    execute v_thing.away;
    v_set_aside := v_set_aside || v_thing.back;
  end loop;
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I disable trigger user', v_table.name);
  end loop;
  delete from public.shown_totals where true;
  insert into public.restoration (export_digest, set_aside) values (p_export, v_set_aside);
  return jsonb_build_object('outcome', 'begun');
end
$$;

-- Rows that are there stay as they are: a portion that comes again changes nothing.
create function public.restore_rows(p_table text, p_lines text) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_columns text;
begin
  if not exists (select from public.restoration) then
    raise sqlstate 'PT409' using message = 'no restoration is under way';
  end if;
  select string_agg(quote_ident(c), ', ') into strict v_columns
    from public.exported_tables() t cross join lateral unnest(t.column_names) c where t.name = p_table;
  execute format('insert into public.%1$I (%2$s) overriding system value
      select %2$s from json_populate_recordset(null::public.%1$I, $1) on conflict do nothing', p_table, v_columns)
    using ('[' || replace(p_lines, E'\n', ',') || ']')::json;
end
$$;

-- Brings back what stands aside, as much as a few seconds allow. Returns how much is left.
create function public.restore_structure() returns integer
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_set_aside text[];
begin
  select r.set_aside into v_set_aside from public.restoration r for update;
  while cardinality(v_set_aside) > 0 loop
    execute v_set_aside[1];
    v_set_aside := v_set_aside[2:];
    exit when clock_timestamp() > now() + interval '5 seconds';
  end loop;
  update public.restoration set set_aside = v_set_aside where true;
  return coalesce(cardinality(v_set_aside), 0);
end
$$;

-- The last step, once every table has as many rows as the export; else it says which have not. Nothing runs that ran then, and mail
-- that waited is not sent, unless told so: the site of then may have sent it since.
create function public.finish_restore(p_rows jsonb, p_sequences jsonb, p_send_mail boolean, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_sequence record;
  v_rows bigint;
  v_differ text[] := '{}';
  v_held bigint := 0;
begin
  -- Its answer was lost, and it is asked again.
  if not exists (select from public.restoration) then
    return jsonb_build_object('differ', '[]'::jsonb, 'held', 0);
  end if;
  for v_table in select * from public.exported_tables() loop
    execute format('select count(*) from public.%I', v_table.name) into v_rows;
    if v_rows is distinct from (p_rows->>v_table.name)::bigint then
      v_differ := v_differ || v_table.name;
    end if;
  end loop;
  if v_differ <> '{}' then
    return jsonb_build_object('differ', to_jsonb(v_differ), 'held', 0);
  end if;
  for v_sequence in select * from jsonb_each_text(p_sequences) loop
    perform setval(format('public.%I', v_sequence.key)::regclass, v_sequence.value::bigint);
  end loop;
  update public.jobs set lease_until = null, holder = null where lease_until is not null;
  update public.outbox set claimed_until = null where claimed_until is not null;
  if not p_send_mail then
    update public.outbox set given_up_at = now(), last_error = p_reason where sent_at is null and given_up_at is null;
    get diagnostics v_held = row_count;
  end if;
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I enable trigger user', v_table.name);
  end loop;
  delete from public.restoration where true;
  return jsonb_build_object('differ', '[]'::jsonb, 'held', v_held);
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('exported_tables', 'export_horizon', 'export_shape', 'export_rows', 'export_changes', 'begin_restore', 'restore_rows',
      'restore_structure', 'finish_restore') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
