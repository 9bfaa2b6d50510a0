-- What a book costs now: its price (`ebook_prices`), or that of a sale; and what it did cost, by which a sale may call itself one.
set check_function_bodies = off;

-- A lower price for a while, with dates. No job switches it: what a book costs now is asked of the clock.
create table public.ebook_sales (
  ebook_id text not null,
  currency text not null,
  amount_minor integer not null check (amount_minor >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (ebook_id, currency, starts_at),
  foreign key (ebook_id, currency) references public.ebook_prices (ebook_id, currency) on delete cascade,
  check (starts_at < ends_at),
  constraint ebook_sales_apart exclude using gist (ebook_id with =, currency with =, tstzrange(starts_at, ends_at) with &&)
);
create index ebook_sales_coming on public.ebook_sales (ends_at);
create trigger note_purge after insert or update or delete on public.ebook_sales for each row execute function public.note_purge('ebooks');

-- What each book cost while it could be bought, and will cost as things are: written by triggers, and what is past never changes. The law
-- wants a reduction to name the lowest price of the 30 days before it (directive 98/6/EC, article 6a).
create table public.price_periods (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  currency text not null references public.currencies (code),
  amount_minor integer not null,
  is_reduced boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (ebook_id, currency, starts_at),
  check (starts_at < ends_at),
  constraint price_periods_apart exclude using gist (ebook_id with =, currency with =, tstzrange(starts_at, ends_at) with &&)
);

-- Prices now -----------------------------------------------------------------------------------------------------------------------

-- What a copy costs now, as `ebook_json` has it for all currencies at once. Null without a price.
create function public.price_now(price public.ebook_prices) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select s.amount_minor from public.ebook_sales s
      where s.ebook_id = price.ebook_id and s.currency = price.currency and s.starts_at <= now() and s.ends_at > now()), price.amount_minor);
end
$$;

-- Whether the catalogue sells a copy of a quote for what it costs there: { list, now, paid }. Where the buyer decides, nothing takes off of it.
create function public.is_price_of(price public.ebook_prices, p_copy jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case
    when price.suggested_minor is null
      then (price.amount_minor, public.price_now(price)) = ((p_copy->>'list')::bigint, (p_copy->>'now')::bigint)
    else (p_copy->>'list')::bigint >= price.amount_minor
      and (p_copy->'list', p_copy->'list') = (p_copy->'now', p_copy->'paid')
  end, false);
end
$$;

-- The lowest price of the 30 days before the reduction that is in force at `p_at` began. Reductions that follow each other without a pause
-- are one while they deepen. Null where none is in force, and where the book had no price before.
create function public.price_before(p_ebook_id text, p_currency text, p_at timestamptz) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with recursive reductions as (
      select p.amount_minor, p.starts_at from public.price_periods p
        where p.ebook_id = p_ebook_id and p.currency = p_currency and p.is_reduced and p.starts_at <= p_at and p.ends_at > p_at
      union all
      select p.amount_minor, p.starts_at from reductions r
        join public.price_periods p on p.ebook_id = p_ebook_id and p.currency = p_currency and p.is_reduced
          and p.ends_at = r.starts_at and p.amount_minor >= r.amount_minor
    )
    select min(p.amount_minor)
      from (select min(r.starts_at) as at from reductions r) began
      join public.price_periods p on p.starts_at < began.at and p.ends_at > began.at - public.rule('price_before_sale')
      where p.ebook_id = p_ebook_id and p.currency = p_currency);
end
$$;

-- Whether anything is for sale.
create function public.has_ebooks() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced);
end
$$;

-- When a price or a bundle changes or an announced book comes next, null while nothing is planned: no copy of a page that shows them is
-- good for longer. For a moment after a change it is that one: what is made then may still be of copies from before it.
create function public.get_next_price_change() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(
    (select min(case when s.starts_at > x.since then s.starts_at else s.ends_at end)
      from public.ebook_sales s, lateral (select now() - interval '45 seconds' as since) x where s.ends_at > x.since),
    (select min(case when b.starts_at > x.since then b.starts_at else b.ends_at end)
      from public.bundles b, lateral (select now() - interval '45 seconds' as since) x
      where b.archived_at is null and (b.starts_at > x.since or b.ends_at > x.since)),
    (select min(coalesce(b.launched_at, b.launch_at))
      from public.ebooks_metadata b where coalesce(b.launched_at, b.launch_at) > now() - interval '45 seconds'));
end
$$;

-- History --------------------------------------------------------------------------------------------------------------------------

-- Writes what a book costs from now on in a currency, nothing while it cannot be bought.
create function public.plan_prices(p_ebook_id text, p_currency text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.price_periods p where p.ebook_id = p_ebook_id and p.currency = p_currency and p.starts_at >= now();
  update public.price_periods p set ends_at = now() where p.ebook_id = p_ebook_id and p.currency = p_currency and p.ends_at > now();
  with shelf as (
    select p.amount_minor from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id
      where p.ebook_id = p_ebook_id and p.currency = p_currency and b.state = 'published' and b.is_priced and public.is_sold(b)
        and p.currency = any (public.sold_currencies())
  ), sales as (
    select s.amount_minor, greatest(s.starts_at, now()) as starts_at, s.ends_at from public.ebook_sales s
      where s.ebook_id = p_ebook_id and s.currency = p_currency and s.ends_at > now()
  ), between_sales as (
    select t.at as starts_at, coalesce((select min(s.starts_at) from sales s where s.starts_at > t.at), 'infinity') as ends_at
      from (select now() as at union select s.ends_at from sales s) t
      where not exists (select from sales s where s.starts_at <= t.at and s.ends_at > t.at)
  )
  insert into public.price_periods (ebook_id, currency, amount_minor, is_reduced, starts_at, ends_at)
    select p_ebook_id, p_currency, s.amount_minor, true, s.starts_at, s.ends_at from sales s where exists (select from shelf)
    union all
    select p_ebook_id, p_currency, l.amount_minor, false, t.starts_at, t.ends_at from between_sales t cross join shelf l
$$;

-- A price, a sale, or whether a book can be bought changed.
create function public.note_price_periods() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_row jsonb := case when tg_op = 'DELETE' then to_jsonb(old) else to_jsonb(new) end;
begin
  perform public.plan_prices(coalesce(v_row->>'ebook_id', v_row->>'id'), c.code)
    from public.currencies c where c.code = coalesce(v_row->>'currency', c.code);
  return null;
end
$$;

create trigger note_price_periods after insert or delete on public.ebook_prices
  for each row execute function public.note_price_periods();
create trigger note_price_periods_of_change after update on public.ebook_prices
  for each row when (old.amount_minor <> new.amount_minor) execute function public.note_price_periods();
create trigger note_price_periods after insert or update or delete on public.ebook_sales
  for each row execute function public.note_price_periods();
create trigger note_price_periods after update on public.ebooks_metadata
  for each row when ((old.state, old.is_priced) is distinct from (new.state, new.is_priced)) execute function public.note_price_periods();

-- A sale is below the price, whichever of both changes, and where the buyer decides there is none.
create function public.sales_are_below_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.ebook_sales s join public.ebook_prices p on p.ebook_id = s.ebook_id and p.currency = s.currency
      where s.ebook_id = new.ebook_id and s.currency = new.currency and s.ends_at > now()
        and (s.amount_minor >= p.amount_minor or p.suggested_minor is not null)
  ) then
    raise exception 'a sale of % is not below its price', new.ebook_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger sales_are_below_prices after insert or update on public.ebook_sales
  for each row execute function public.sales_are_below_prices();
create trigger prices_are_above_sales after update on public.ebook_prices
  for each row execute function public.sales_are_below_prices();

-- Caches have to forget prices when a sale begins and ends; nothing has to run at that moment.
create function public.note_sale_purges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.plan_purges('ebooks', array[new.starts_at, new.ends_at]);
  return null;
end
$$;

create trigger note_sale_purges after insert or update on public.ebook_sales
  for each row execute function public.note_sale_purges();

-- As owners set them ---------------------------------------------------------------------------------------------------------------

-- The sale of a book that runs, or comes next, or null: { starts_at, ends_at, prices: { BRL: 1990 } }.
create function public.sale_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at, 'prices', jsonb_object_agg(s.currency, s.amount_minor))
      from public.ebook_sales s where s.ebook_id = p_ebook_id and s.ends_at > now()
      group by s.starts_at, s.ends_at order by s.starts_at limit 1);
end
$$;

-- What the price was before that sale, by currency.
create function public.sale_before_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(x.currency, x.before_minor), '{}')
      from (
        select s.currency, public.price_before(s.ebook_id, s.currency, greatest(s.starts_at, now())) as before_minor
          from public.ebook_sales s
          where s.ebook_id = p_ebook_id and s.ends_at > now() and s.starts_at = (public.sale_json(p_ebook_id)->>'starts_at')::timestamptz
      ) x where x.before_minor is not null);
end
$$;

-- Those currencies in which a book would cost no more than in its sale, or what its buyer decides.
create function public.prices_below_sale(p_ebook_id text, p_prices jsonb, p_suggested jsonb default null) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select distinct s.currency from public.ebook_sales s
    where s.ebook_id = p_ebook_id and s.ends_at > now()
      and ((p_prices->>s.currency)::integer <= s.amount_minor or p_suggested->>s.currency is not null));
end
$$;

-- Puts `p_sale`, { starts_at, ends_at, prices }, in the place of the sale that runs or is planned; null ends that. What begins before now
-- begins now, or when the running sale did. outcome `not_below`: no sale, in `currencies`; `over`: its end is past, or before its start.
create function public.set_ebook_sale(p_actor jsonb, p_id text, p_revision integer, p_sale jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
  v_starts_at timestamptz := greatest((p_sale->>'starts_at')::timestamptz, now());
  v_ends_at timestamptz := (p_sale->>'ends_at')::timestamptz;
  v_currencies text[];
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if v_ends_at <= v_starts_at then
    return jsonb_build_object('outcome', 'over');
  end if;
  v_currencies := array(select e.key from jsonb_each_text(p_sale->'prices') e where not exists (
    select from public.ebook_prices p where p.ebook_id = p_id and p.currency = e.key and p.amount_minor > e.value::integer
      and p.suggested_minor is null));
  if v_currencies <> '{}' then
    return jsonb_build_object('outcome', 'not_below', 'currencies', to_jsonb(v_currencies));
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  if v_starts_at = now() then
    v_starts_at := coalesce(
      (select min(s.starts_at) from public.ebook_sales s where s.ebook_id = p_id and s.starts_at <= now() and s.ends_at > now()), now());
  end if;
  delete from public.ebook_sales s where s.ebook_id = p_id and s.ends_at > now();
  insert into public.ebook_sales (ebook_id, currency, amount_minor, starts_at, ends_at)
    select p_id, e.key, e.value::integer, v_starts_at, v_ends_at from jsonb_each_text(p_sale->'prices') e;
  update public.ebooks_metadata set revision = revision + 1 where id = p_id;
  perform public.note_admin_change(p_actor, case when p_sale is null then 'ebook_sale_ended' else 'ebook_sale_set' end, 'ebook', p_id,
      v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- What `set_ebook_sale` would answer, without doing it: what it did is undone with the block.
create function public.preview_ebook_sale(p_actor jsonb, p_id text, p_revision integer, p_sale jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_answer jsonb;
begin
  begin
    v_answer := public.set_ebook_sale(p_actor, p_id, p_revision, p_sale);
    raise exception using errcode = 'SPREV';
  exception when sqlstate 'SPREV' then
    return v_answer;
  end;
end
$$;
