-- Sales: lower prices with dates, and what each book did cost before.
set check_function_bodies = off;

create extension if not exists btree_gist with schema extensions;
insert into public.rules (name, duration, reason) values
  ('price_before_sale', '30 days', 'directive 98/6/EC, article 6a: the lowest price before a reduction');

alter table public.ebook_prices drop constraint ebook_prices_amount_minor_check, add check (amount_minor >= 0);

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
alter table public.ebook_sales enable row level security;
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
alter table public.price_periods enable row level security;


-- What a copy costs now. Null without a price.
create function public.price_now(price public.ebook_prices) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select s.amount_minor from public.ebook_sales s
      where s.ebook_id = price.ebook_id and s.currency = price.currency and s.starts_at <= now() and s.ends_at > now()), price.amount_minor)
$$;

-- The lowest price of the 30 days before the reduction that is in force at `p_at` began. Reductions that follow each other without a pause
-- are one while they deepen. Null where none is in force, and where the book had no price before.
create function public.price_before(p_ebook_id text, p_currency text, p_at timestamptz) returns integer
language sql stable security definer set search_path = ''
as $$
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
    where p.ebook_id = p_ebook_id and p.currency = p_currency
$$;

-- When a price changes next, null while no sale is planned: no copy of a page that shows prices is good for longer.
create function public.get_next_price_change() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select min(case when s.starts_at > now() then s.starts_at else s.ends_at end) from public.ebook_sales s where s.ends_at > now()
$$;


-- Writes what a book costs from now on in a currency, nothing while it cannot be bought.
create function public.plan_prices(p_ebook_id text, p_currency text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.price_periods p where p.ebook_id = p_ebook_id and p.currency = p_currency and p.starts_at >= now();
  update public.price_periods p set ends_at = now() where p.ebook_id = p_ebook_id and p.currency = p_currency and p.ends_at > now();
  with shelf as (
    select p.amount_minor from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id
      where p.ebook_id = p_ebook_id and p.currency = p_currency and b.state = 'published' and b.is_priced
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

-- A sale is below the price, whichever of both changes.
create function public.sales_are_below_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.ebook_sales s join public.ebook_prices p on p.ebook_id = s.ebook_id and p.currency = s.currency
      where s.ebook_id = new.ebook_id and s.currency = new.currency and s.ends_at > now() and s.amount_minor >= p.amount_minor
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

-- Caches have to forget prices when a sale begins and ends, twice as always (`note_purge`); nothing has to run at that moment.
create function public.note_sale_purges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.purges (tag, due_at)
    select 'ebooks', t.at + later
      from unnest(array[new.starts_at, new.ends_at]) t (at), unnest(array[interval '5 seconds', interval '40 seconds']) later
      where t.at > now() and not exists (select from public.purges p where p.tag = 'ebooks' and p.due_at = t.at + later);
  return null;
end
$$;

create trigger note_sale_purges after insert or update on public.ebook_sales
  for each row execute function public.note_sale_purges();


-- The sale of a book that runs, or comes next, or null: { starts_at, ends_at, prices: { BRL: 1990 } }.
create function public.sale_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at, 'prices', jsonb_object_agg(s.currency, s.amount_minor))
    from public.ebook_sales s where s.ebook_id = p_ebook_id and s.ends_at > now()
    group by s.starts_at, s.ends_at order by s.starts_at limit 1
$$;

-- What the price was before that sale, by currency.
create function public.sale_before_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_object_agg(x.currency, x.before_minor), '{}')
    from (
      select s.currency, public.price_before(s.ebook_id, s.currency, greatest(s.starts_at, now())) as before_minor
        from public.ebook_sales s
        where s.ebook_id = p_ebook_id and s.ends_at > now() and s.starts_at = (public.sale_json(p_ebook_id)->>'starts_at')::timestamptz
    ) x where x.before_minor is not null
$$;

-- Those currencies in which a book would cost no more than in its sale.
create function public.prices_below_sale(p_ebook_id text, p_prices jsonb) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select distinct s.currency from public.ebook_sales s
    where s.ebook_id = p_ebook_id and s.ends_at > now() and (p_prices->>s.currency)::integer <= s.amount_minor)
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
    select from public.ebook_prices p where p.ebook_id = p_id and p.currency = e.key and p.amount_minor > e.value::integer));
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

create or replace function public.note_sold_currencies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.ebooks_metadata, public.ebook_prices in share row exclusive mode;
  update public.ebooks_metadata b set is_priced = not b.is_priced where b.is_priced is distinct from public.has_sold_prices(b.id);
  perform public.plan_prices(p.ebook_id, p.currency) from public.ebook_prices p;
  return null;
end
$$;

create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
    'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce(cost.prices, '{}'), 'sales', coalesce(cost.sales, '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
    || public.bundles_json(book.id)
  from (
    select jsonb_object_agg(p.currency, coalesce(s.amount_minor, p.amount_minor)) as prices,
        jsonb_object_agg(p.currency, jsonb_build_object('list_minor', p.amount_minor,
          'before_minor', public.price_before(p.ebook_id, p.currency, now()), 'ends_at', s.ends_at)) filter (where s.ebook_id is not null) as sales
      from public.ebook_prices p
      left join public.ebook_sales s on s.ebook_id = p.ebook_id and s.currency = p.currency and s.starts_at <= now() and s.ends_at > now()
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())
  ) cost
$$;

create or replace function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'sale', public.sale_json(book.id), 'sale_before', public.sale_before_json(book.id),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null)
      or exists (select from public.imported_purchases i where i.ebook_id = book.id))
$$;

create or replace function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency', 'sales', 'sale_before']
$$;

create or replace function public.edit_ebook(p_actor jsonb, p_id text, p_revision integer, p_book jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if public.prices_below_sale(p_id, p_book->'prices') <> '{}' then
    return jsonb_build_object('outcome', 'not_above_sale', 'currencies', public.prices_below_sale(p_id, p_book->'prices'));
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  update public.ebooks_metadata set title = p_book->>'title', description = p_book->>'description', author = p_book->>'author',
    language = p_book->>'language', state = p_book->>'state', revision = revision + 1 where id = p_id;
  perform public.set_ebook_prices(p_id, p_book->'prices');
  perform public.note_admin_change(p_actor, 'ebook_edited', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', public.dispute_json(o)->>'state',
    'items', (
      select jsonb_agg(jsonb_build_object(
          -- `unit_minor` is for an API of before, which multiplies it.
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'reasons', c.reasons) order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, integer, jsonb, jsonb, jsonb);
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb default null, p_total_minor integer default null,
  p_came_from jsonb default null, p_quote jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
  v_quote jsonb := coalesce(p_quote, (
    select jsonb_build_object('subtotal', sum((i->>'price')::integer), 'discounts', '[]'::jsonb, 'total', sum((i->>'price')::integer),
        'copies', jsonb_agg(jsonb_build_object('id', i->>'id', 'no', i->'quantity', 'list', i->'price', 'paid', i->'price', 'reasons', '[]'::jsonb)))
      from jsonb_array_elements(p_items) i));
  v_copies jsonb := public.mark_gifts(v_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
  v_refusal jsonb;
begin
  if exists (select from jsonb_array_elements(v_copies) c
      where (c->>'no')::integer > case when p_quote is null then 1 when c->>'gift' = 'group' then 200 else 20 end) then
    raise exception 'too many copies of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
  if found and public.terms_of(public.copies_of_order(v_order.id), false) <> public.terms_of(v_copies, false) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(v_buyer_key, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null));
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where (p.amount_minor, public.price_now(p)) is distinct from ((c->>'list')::bigint, coalesce(c->'now', c->'list')::bigint);
  if v_corrections is not null or v_quote->>'seen' <> v_quote->>'total' then
    return jsonb_build_object('outcome', case when p_quote is null then 'refused' else 'quote_changed' end,
      'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, v_quote, p_buyer_uid, p_buyer_email, v_buyer_key);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          v_quote - array['copies', 'seen'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
    insert into public.coupon_uses (order_id, coupon_id)
      select v_order.id, (p_promotions->'coupon'->>'id')::uuid where p_promotions->'coupon'->>'id' is not null;
    if v_order.total_minor = 0 then
      return jsonb_build_object('outcome', 'free', 'order', public.settle_free(v_order.id));
    end if;
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

create or replace function public.begin_restore(p_export text, p_has_files boolean) returns jsonb
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
      where c.relnamespace = 'public'::regnamespace and not i.indisunique and not i.indisexclusion
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

-- What is known of the past begins now.
select public.plan_prices(p.ebook_id, p.currency) from public.ebook_prices p;
