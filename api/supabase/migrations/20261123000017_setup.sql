-- A new installation shows its owner what is left to set up.
set check_function_bodies = off;

create index outbox_test_emails on public.outbox (sent_at) where kind = 'test_email';

-- What the owner left out of the list that a new installation shows.
create table public.setup_skips (
  step text primary key check (step in ('claim', 'names', 'currencies', 'timeZone', 'look', 'seller', 'contact', 'terms', 'privacy', 'channel',
    'ebook', 'purchase', 'test_email', 'doctor')),
  skipped_at timestamptz not null default now()
);

-- What the last check of each service found: whether nothing failed that the site needs. It is of this machine, and not exported.
create table public.doctor_runs (
  service text primary key,
  is_well boolean not null,
  checked_at timestamptz not null default now()
);

-- Writes down what the doctor found of a service.
create function public.note_doctor_run(p_service text, p_is_well boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.doctor_runs (service, is_well) values (p_service, p_is_well)
    on conflict (service) do update set is_well = excluded.is_well, checked_at = now()
$$;

-- How far a new installation is set up, beside its texts: what is there once, what was left out, and which services were well.
create function public.get_setup() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select jsonb_build_object(
    'has_owner', exists (select from public.owner_addresses()),
    'has_ebook', exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'has_purchase', exists (select from public.orders o where o.paid_at is not null),
    'has_test_email', exists (select from public.outbox m where m.kind = 'test_email' and m.sent_at is not null),
    'has_read_channel', exists (select from public.jobs j where j.name = 'videos' and j.last_success_at is not null),
    'well_services', (select coalesce(jsonb_agg(d.service), '[]') from public.doctor_runs d where d.is_well),
    'skipped', (select coalesce(jsonb_agg(s.step), '[]') from public.setup_skips s))
$$;

-- Leaves a step of setting up out of the list, or takes that back. What it is already is not written down again.
create function public.skip_setup_step(p_actor jsonb, p_step text, p_is_skipped boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_is_skipped then
    insert into public.setup_skips (step) values (p_step) on conflict do nothing;
  else
    delete from public.setup_skips s where s.step = p_step;
  end if;
  if found then
    perform public.note_admin_change(p_actor, case when p_is_skipped then 'setup_step_skipped' else 'setup_step_resumed' end, 'setting', p_step,
      null, null);
  end if;
end
$$;

create or replace function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
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
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('restoration', 'currencies', 'rules', 'doctor_runs')
    group by c.oid, c.relname
    order by c.relname
$$;

alter table public.setup_skips enable row level security;
alter table public.doctor_runs enable row level security;
