-- The currencies that the shop knows: one table in place of the checks that named them.
set check_function_bodies = off;

create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  decimals smallint not null check (decimals between 0 and 4),
  -- Whether a shop sells in it whose owner has not chosen.
  is_sold_by_default boolean not null
);
alter table public.currencies enable row level security;
insert into public.currencies (code, decimals, is_sold_by_default) values ('BRL', 2, true), ('USD', 2, true), ('NZD', 2, true);

alter table public.ebook_prices
  drop constraint ebook_prices_currency_check,
  drop constraint ebook_prices_amount_minor_check,
  add constraint ebook_prices_amount_minor_check check (amount_minor > 0),
  add constraint ebook_prices_currency_fkey foreign key (currency) references public.currencies (code);
alter table public.orders
  drop constraint orders_currency_check,
  add constraint orders_currency_fkey foreign key (currency) references public.currencies (code);

create or replace function public.sold_currencies() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select array(select jsonb_array_elements_text(c.body->'sold'))
      from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1),
    array(select c.code from public.currencies c where c.is_sold_by_default))
$$;

create or replace function public.list_unpriced_ebooks(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(c.code, (
    select jsonb_build_object('count', count(*),
      'titles', coalesce(jsonb_agg(w.title order by w.title, w.id) filter (where w.place <= p_limit), '[]'))
    from (select b.id, b.title, row_number() over (order by b.title, b.id) as place from public.ebooks_metadata b
      where b.state = 'published'
        and not exists (select from public.ebook_prices p where p.ebook_id = b.id and p.currency = c.code)) w))
  from public.currencies c
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
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('restoration', 'currencies')
    group by c.oid, c.relname
    order by c.relname
$$;
