-- Prices over time: the list price (`list_prices`), the price of a sale, and the past prices by which a sale may be called a reduction.
set check_function_bodies = off;

-- A sale: a lower price with a start and an end. No job starts or ends a sale, because queries compare the dates with the clock.
create table public.ebook_sales (
  ebook_id text not null,
  currency text not null,
  amount_minor integer not null check (amount_minor >= 0),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  primary key (ebook_id, currency, starts_at),
  foreign key (ebook_id, currency) references public.list_prices (ebook_id, currency) on delete cascade,
  check (starts_at < ends_at),
  constraint ebook_sales_apart exclude using gist (ebook_id with =, currency with =, tstzrange(starts_at, ends_at) with &&)
);
create index ebook_sales_coming on public.ebook_sales (ends_at);
create trigger note_purge after insert or update or delete on public.ebook_sales for each row execute function public.note_purge('ebooks');

-- The past and planned prices of each book, for all times when the book can be bought. Triggers write the rows, and the past never changes.
-- The law requires a reduction to name the lowest price of the 30 days before it (directive 98/6/EC, article 6a).
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

-- Current prices -------------------------------------------------------------------------------------------------------------------

-- Returns the current price of a copy. `ebook_json` computes the same for all currencies at once. Returns null if the book has no price.
create function public.current_price(price public.list_prices) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select s.amount_minor from public.ebook_sales s
      where s.ebook_id = price.ebook_id and s.currency = price.currency and s.starts_at <= now() and s.ends_at > now()), price.amount_minor);
end
$$;

-- Returns whether the catalogue sells a copy of a quote, { list, now, paid }, at these prices. Where the buyer decides the price, a copy
-- has no discount.
create function public.is_price_of(price public.list_prices, p_copy jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case
    when price.suggested_minor is null
      then (price.amount_minor, public.current_price(price)) = ((p_copy->>'list')::bigint, (p_copy->>'now')::bigint)
    else (p_copy->>'list')::bigint >= price.amount_minor
      and (p_copy->'list', p_copy->'list') = (p_copy->'now', p_copy->'paid')
  end, false);
end
$$;

-- Returns the lowest price of the 30 days before the reduction began that is in force at `p_at`. Consecutive reductions without a pause
-- count as one as long as each is at least as deep as the previous one. Null if no reduction is in force, or if the book had no price
-- before.
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

-- Returns whether the shop sells any book.
create function public.has_ebooks() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced);
end
$$;

-- Returns when a price or a bundle changes or an announced book is launched next, or null. A cached page that shows them must expire then.
-- For 45 seconds after a change, returns that change, because a page that is made in this time may be based on copies from before it.
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

-- Past and planned prices ----------------------------------------------------------------------------------------------------------

-- Writes the price of a book in a currency from now on, and the planned prices. Writes nothing while the book cannot be bought.
create function public.plan_prices(p_ebook_id text, p_currency text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.price_periods p where p.ebook_id = p_ebook_id and p.currency = p_currency and p.starts_at >= now();
  update public.price_periods p set ends_at = now() where p.ebook_id = p_ebook_id and p.currency = p_currency and p.ends_at > now();
  with shelf as (
    select p.amount_minor from public.list_prices p join public.ebooks_metadata b on b.id = p.ebook_id
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

-- Trigger for changes of a price, of a sale, or of whether a book can be bought.
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

create trigger note_price_periods after insert or delete on public.list_prices
  for each row execute function public.note_price_periods();
create trigger note_price_periods_of_change after update on public.list_prices
  for each row when (old.amount_minor <> new.amount_minor) execute function public.note_price_periods();
create trigger note_price_periods after insert or update or delete on public.ebook_sales
  for each row execute function public.note_price_periods();
create trigger note_price_periods after update on public.ebooks_metadata
  for each row when ((old.state, old.is_priced) is distinct from (new.state, new.is_priced)) execute function public.note_price_periods();

-- A sale price must stay below the list price, whichever of the two prices changes. There is no sale where the buyer decides the price.
create function public.sales_are_below_list_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.ebook_sales s join public.list_prices p on p.ebook_id = s.ebook_id and p.currency = s.currency
      where s.ebook_id = new.ebook_id and s.currency = new.currency and s.ends_at > now()
        and (s.amount_minor >= p.amount_minor or p.suggested_minor is not null)
  ) then
    raise exception 'the sale price of book % is not below its list price', new.ebook_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create trigger sales_are_below_list_prices after insert or update on public.ebook_sales
  for each row execute function public.sales_are_below_list_prices();
create trigger list_prices_are_above_sales after update on public.list_prices
  for each row execute function public.sales_are_below_list_prices();

-- Plans the purges at the start and the end of a sale, so that no job has to run at that moment.
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

-- Sales for owners -----------------------------------------------------------------------------------------------------------------

-- Returns the current or next sale of a book, or null: { starts_at, ends_at, prices: { BRL: 1990 } }.
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

-- Returns, by currency, the `price_before` of the current or next sale of a book.
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

-- Returns the currencies in which the new list price would not exceed the price of a sale, or in which the buyer would decide although
-- there is a sale.
create function public.list_prices_below_sale(p_ebook_id text, p_list_prices jsonb, p_suggested jsonb default null) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select distinct s.currency from public.ebook_sales s
    where s.ebook_id = p_ebook_id and s.ends_at > now()
      and ((p_list_prices->>s.currency)::integer <= s.amount_minor or p_suggested->>s.currency is not null));
end
$$;

-- Replaces the current or planned sale by `p_sale`, { starts_at, ends_at, prices }; null ends it. A start in the past means now, or the
-- start of the running sale. Outcome `not_below`: the prices in `currencies` are not below the list prices. `over`: the end is past, or
-- before the start.
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
    select from public.list_prices p where p.ebook_id = p_id and p.currency = e.key and p.amount_minor > e.value::integer
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
  perform public.write_audit_log(p_actor, case when p_sale is null then 'ebook_sale_ended' else 'ebook_sale_set' end, 'ebook', p_id,
      v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Returns the result of `set_ebook_sale` without a change: the exception rolls the block back.
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
