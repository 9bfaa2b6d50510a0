-- Coupons and bundles. `quoteOf` (shared/src/money/quote.ts) computes what a cart costs with them. This file stores their terms and decides
-- whether they may be used.
set check_function_bodies = off;

create table public.coupons (
  id uuid primary key default gen_random_uuid(),
  -- A code never changes and is never used for another coupon.
  code text not null unique check (code ~ '^[A-Z0-9-]{3,32}$'),
  -- The percentage of the discount. Null if the coupon takes off an amount in each currency, see coupon_amounts.
  percent integer check (percent between 1 and 100),
  -- The books that the coupon applies to; null for every book.
  ebook_ids text[] check (cardinality(ebook_ids) > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- The maximum number of uses: in total, and by one buyer.
  max_uses integer check (max_uses > 0),
  max_per_buyer integer check (max_per_buyer > 0),
  first_purchase boolean not null default false,
  -- Whether the coupon also applies to copies that are reduced already.
  stacks boolean not null default false,
  -- Incremented with each change. A quote is stored only if the terms that it was computed from are still valid.
  revision integer not null default 1,
  -- The number of uses that are held or used, see count_coupon_use.
  redeemed integer not null default 0 check (redeemed >= 0),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  check (starts_at < ends_at)
);
create index coupons_newest on public.coupons (created_at desc, id desc);

-- The amount that a coupon takes off in a currency, null for a percentage; and the minimum sum of the books that it applies to.
create table public.coupon_amounts (
  coupon_id uuid not null references public.coupons (id) on delete cascade,
  currency text not null references public.currencies (code),
  minor integer check (minor > 0),
  minimum_minor integer not null default 0 check (minimum_minor >= 0),
  primary key (coupon_id, currency)
);

-- Bundles: books that cost less together. A book that the reader already owns completes the bundle too.
create table public.bundles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 80),
  ebook_ids text[] not null check (cardinality(ebook_ids) between 2 and 20),
  percent integer not null check (percent between 1 and 90),
  starts_at timestamptz,
  ends_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  check (starts_at < ends_at)
);
create index bundles_of_books on public.bundles using gin (ebook_ids) where archived_at is null;
create trigger note_purge after insert or update or delete on public.bundles for each row execute function public.note_purge('ebooks');

-- Returns whether a bundle is valid now. A bundle with a book that is no longer sold is not valid, even for a reader who owns that book.
create function public.is_on(b public.bundles) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return b.archived_at is null and coalesce(b.starts_at <= now(), true) and coalesce(b.ends_at > now(), true)
    and (select count(*) from public.ebooks_metadata e
      where e.id = any (b.ebook_ids) and e.state = 'published' and e.is_priced and public.is_sold(e)) = cardinality(b.ebook_ids);
end
$$;

-- Returns the valid bundles of a book, under a key that exists only if there is one, because most books have none.
create function public.bundles_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object('bundles', jsonb_agg(jsonb_build_object('title', b.title, 'percent', b.percent,
        'others', (
          select jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'language', e.language) order by e.title)
            from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.id <> p_ebook_id and e.state = 'published'))
        order by b.percent desc, b.id)) end
      from public.bundles b
      where b.archived_at is null and b.ebook_ids @> array[p_ebook_id] and public.is_on(b));
end
$$;

-- Returns the terms of a coupon. `amounts`: { currency: { minor, minimum_minor } }.
create function public.coupon_json(c public.coupons) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_jsonb(c) - 'redeemed' || jsonb_build_object('amounts', (
    select coalesce(jsonb_object_agg(a.currency, jsonb_build_object('minor', a.minor, 'minimum_minor', a.minimum_minor)), '{}')
      from public.coupon_amounts a where a.coupon_id = c.id));
end
$$;

-- Returns why this buyer cannot use a coupon now, whatever is in the cart; null if they can. A use that the buyer's own unpaid order holds
-- does not count against this buyer, because it is released before the coupon is used again. It does block other buyers. A buyer is
-- identified by account, by browser (`p_buyer_key`, as in orders) and by address. Each may be null and is then not checked.
create function public.coupon_obstacle(c public.coupons, p_uid text, p_email text, p_buyer_key text default null) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when c.archived_at is not null then 'unknown'
    when c.starts_at > now() then 'not_yet'
    when c.ends_at <= now() then 'over'
    when c.first_purchase and exists (
      select from public.orders o
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.paid_at is not null) then 'first_purchase'
    when c.max_per_buyer <= (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email))
          and u.coupon_id = c.id and u.state <> 'released' and not public.is_own_draft(o, p_uid, p_email, p_buyer_key)) then 'used_by_you'
    when c.max_uses <= c.redeemed - (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email))
          and u.coupon_id = c.id and u.state = 'held' and public.is_own_draft(o, p_uid, p_email, p_buyer_key)) then 'used_up'
  end;
end
$$;

-- Returns everything that a quote needs in addition to the cart. `coupon`: the coupon of this code with its obstacle, or null. `bundles`:
-- the valid bundles with a book of the cart. `owned`: the books of these bundles that the buyer owns. `prices`: the cart's books that are
-- sold, { list, now, suggested }; `suggested` is null unless the buyer decides the price. `missing`: for each bundle that lacks one book,
-- this book, if the buyer can buy it at a fixed price above zero and no payment for it is on its way. `p_guest_digest`: the browser of a
-- guest.
create function public.get_quote_facts(
  p_ebook_ids text[], p_currency text, p_code text, p_uid text, p_email text, p_guest_digest text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with offers as (
      select b.* from public.bundles b
        where b.archived_at is null and b.ebook_ids && p_ebook_ids and public.is_on(b)
    ), owned as (
      select distinct r.ebook_id
        from public.current_entitlements r where r.uid = p_uid and r.ebook_id in (select unnest(o.ebook_ids) from offers o)
    ), missing as (
      select o.id as bundle_id, min(x.ebook_id) as ebook_id
        from offers o cross join unnest(o.ebook_ids) x (ebook_id)
        where x.ebook_id <> all (p_ebook_ids) and not exists (select from owned w where w.ebook_id = x.ebook_id)
        group by o.id having count(*) = 1
    )
    select jsonb_build_object(
      'prices', (
        select coalesce(jsonb_object_agg(p.ebook_id, jsonb_build_object('list', p.amount_minor, 'now', public.current_price(p),
            'suggested', p.suggested_minor)), '{}')
          from public.list_prices p join public.ebooks_metadata b on b.id = p.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
          where p.ebook_id = any (p_ebook_ids) and p.currency = p_currency),
      'coupon', (
        select public.coupon_json(c) || jsonb_build_object('obstacle', public.coupon_obstacle(c, p_uid, p_email, coalesce(p_uid, 'guest:' || p_guest_digest)))
          from public.coupons c where c.code = p_code),
      'bundles', (
        select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'ebook_ids', o.ebook_ids, 'percent', o.percent,
            'revision', o.revision)), '[]') from offers o),
      'owned', (select coalesce(jsonb_agg(w.ebook_id), '[]') from owned w),
      'missing', (
        select coalesce(jsonb_agg(jsonb_build_object('bundle_id', m.bundle_id, 'ebook_id', b.id, 'title', b.title, 'list', p.amount_minor,
            'now', public.current_price(p)) order by m.bundle_id), '[]')
          from missing m
          join public.ebooks_metadata b on b.id = m.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
          join public.list_prices p on p.ebook_id = b.id and p.currency = p_currency and p.suggested_minor is null and p.amount_minor > 0
          where public.list_bought_ebooks(p_uid, array[b.id]) = '[]')));
end
$$;

-- The owner's list --------------------------------------------------------------------------------------------------------------------

-- Returns a coupon with its results: uses in paid orders (`used`), in orders that may still be paid (`held`), and in orders that were paid
-- after their use was given to another order (`beyond`). `sums` by currency: the revenue after refunds and the discount of the used ones.
create function public.admin_coupon_json(c public.coupons) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.coupon_json(c) || jsonb_build_object(
      'used', count(*) filter (where u.state = 'used'),
      'held', count(*) filter (where u.state = 'held'),
      'beyond', count(*) filter (where u.is_beyond),
      'sums', (
        select coalesce(jsonb_agg(to_jsonb(s) order by s.currency), '[]')
          from (
            select o.currency, sum(o.total_minor - o.refunded_minor) as revenue_minor, sum((
                select coalesce(sum((d->>'minor')::bigint), 0) from jsonb_array_elements(o.quote->'discounts') d
                  where d->>'kind' = 'coupon')) as discount_minor
              from public.coupon_uses x join public.orders o on o.id = x.order_id
              where x.coupon_id = c.id and x.state = 'used' group by o.currency
          ) s))
      from public.coupon_uses u where u.coupon_id = c.id);
end
$$;

-- Returns a page of the coupons, newest first: the archived ones (`p_is_archived`) or those that are not archived.
create function public.list_coupons(p_is_archived boolean, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page public.coupons[];
begin
  execute format(
    'select array(select c from public.coupons c where (c.archived_at is not null) = $4 and ($1 is null or (c.created_at, c.id) %s ($1, $2))
      order by c.created_at %s, c.id %s limit $3)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'asc' else 'desc' end,
    case when p_is_backwards then 'asc' else 'desc' end)
    into v_page using p_at, p_id, p_size + 1, p_is_archived;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'coupons', (
    select coalesce(jsonb_agg(public.admin_coupon_json(c) order by c.created_at desc, c.id desc), '[]') from unnest(v_page[:p_size]) c));
end
$$;

-- Saves a coupon, a new one if `p_id` is null. `p_terms`: as in coupon_json, without id and revision. The code of an existing coupon does
-- not change. Outcome `saved`; `taken`: another coupon has the code, perhaps an archived one; `unknown_ebook`; `changed_meanwhile`: the
-- coupon no longer has the revision that the admin saw, or was archived.
create function public.save_coupon(p_actor jsonb, p_id uuid, p_revision integer, p_terms jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_terms public.coupons := jsonb_populate_record(null::public.coupons, p_terms);
  v_coupon public.coupons;
  v_before jsonb;
begin
  if exists (select from unnest(v_terms.ebook_ids) e where not exists (select from public.ebooks_metadata b where b.id = e)) then
    return jsonb_build_object('outcome', 'unknown_ebook');
  end if;
  if p_id is null then
    insert into public.coupons (code, percent, ebook_ids, starts_at, ends_at, max_uses, max_per_buyer, first_purchase, stacks)
      values (v_terms.code, v_terms.percent, v_terms.ebook_ids, v_terms.starts_at, v_terms.ends_at, v_terms.max_uses, v_terms.max_per_buyer,
        v_terms.first_purchase, v_terms.stacks)
      on conflict (code) do nothing returning * into v_coupon;
    if not found then
      return jsonb_build_object('outcome', 'taken');
    end if;
  else
    select c.* into v_coupon from public.coupons c where c.id = p_id and c.revision = p_revision and c.archived_at is null for update;
    if not found then
      return jsonb_build_object('outcome', 'changed_meanwhile');
    end if;
    v_before := public.coupon_json(v_coupon);
    update public.coupons c
      set (percent, ebook_ids, starts_at, ends_at, max_uses, max_per_buyer, first_purchase, stacks, revision) = (v_terms.percent,
        v_terms.ebook_ids, v_terms.starts_at, v_terms.ends_at, v_terms.max_uses, v_terms.max_per_buyer, v_terms.first_purchase,
        v_terms.stacks, c.revision + 1)
      where c.id = p_id returning * into v_coupon;
    delete from public.coupon_amounts a where a.coupon_id = p_id;
  end if;
  insert into public.coupon_amounts (coupon_id, currency, minor, minimum_minor)
    select v_coupon.id, a.key, (a.value->>'minor')::integer, (a.value->>'minimum_minor')::integer from jsonb_each(p_terms->'amounts') a;
  perform public.write_audit_log(p_actor, case when p_id is null then 'coupon_added' else 'coupon_edited' end, 'promotion', v_coupon.id::text,
    v_before - array['id', 'revision', 'created_at'], public.coupon_json(v_coupon) - array['id', 'revision', 'created_at']);
  return jsonb_build_object('outcome', 'saved', 'coupon', public.admin_coupon_json(v_coupon));
end
$$;

-- Archives a coupon or a bundle, so that it cannot be used any more. Open payment pages keep their price. Returns false if there was
-- nothing to archive.
create function public.archive_promotion(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text;
begin
  update public.coupons c set archived_at = now(), revision = c.revision + 1 where c.id = p_id and c.archived_at is null returning c.code into v_name;
  if v_name is null then
    update public.bundles b set archived_at = now(), revision = b.revision + 1 where b.id = p_id and b.archived_at is null returning b.title into v_name;
  end if;
  if v_name is null then
    return false;
  end if;
  perform public.write_audit_log(p_actor, 'promotion_archived', 'promotion', p_id::text, null, null);
  return true;
end
$$;

-- Returns a bundle with its results: the number of orders paid with it, and by currency the revenue after refunds and the discount.
create function public.admin_bundle_json(b public.bundles) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select to_jsonb(b) || jsonb_build_object(
        'orders', coalesce(sum(s.orders), 0),
        'sums', coalesce(jsonb_agg(to_jsonb(s) - 'orders' order by s.currency), '[]'))
      from (
        select o.currency, count(*) as orders, sum(o.total_minor - o.refunded_minor) as revenue_minor, sum((
            select sum((d->>'minor')::bigint) from jsonb_array_elements(o.quote->'discounts') d where d->>'id' = b.id::text)) as discount_minor
          from public.orders o
          where o.paid_at is not null and o.discount_minor > 0
            and o.quote->'discounts' @> jsonb_build_array(jsonb_build_object('id', b.id))
          group by o.currency
      ) s);
end
$$;

-- Returns the archived bundles (`p_is_archived`) or those that are not archived, newest first. There is no paging, because a shop has few.
create function public.list_bundles(p_is_archived boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(public.admin_bundle_json(b) order by b.created_at desc, b.id), '[]')
      from public.bundles b where (b.archived_at is not null) = p_is_archived);
end
$$;

-- Saves a bundle, like save_coupon.
create function public.save_bundle(p_actor jsonb, p_id uuid, p_revision integer, p_terms jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_terms public.bundles := jsonb_populate_record(null::public.bundles, p_terms);
  v_bundle public.bundles;
  v_before jsonb;
begin
  if exists (select from unnest(v_terms.ebook_ids) e where not exists (select from public.ebooks_metadata b where b.id = e)) then
    return jsonb_build_object('outcome', 'unknown_ebook');
  end if;
  if p_id is null then
    insert into public.bundles (title, ebook_ids, percent, starts_at, ends_at)
      values (v_terms.title, v_terms.ebook_ids, v_terms.percent, v_terms.starts_at, v_terms.ends_at) returning * into v_bundle;
  else
    select b.* into v_bundle from public.bundles b where b.id = p_id and b.revision = p_revision and b.archived_at is null for update;
    if not found then
      return jsonb_build_object('outcome', 'changed_meanwhile');
    end if;
    v_before := to_jsonb(v_bundle);
    update public.bundles b
      set (title, ebook_ids, percent, starts_at, ends_at, revision) = (v_terms.title, v_terms.ebook_ids, v_terms.percent, v_terms.starts_at,
        v_terms.ends_at, b.revision + 1)
      where b.id = p_id returning * into v_bundle;
  end if;
  -- Purges the pages that show the bundle when it begins and ends.
  perform public.plan_purges('ebooks', array[v_bundle.starts_at, v_bundle.ends_at]);
  perform public.write_audit_log(p_actor, case when p_id is null then 'bundle_added' else 'bundle_edited' end, 'promotion', v_bundle.id::text,
    v_before - array['id', 'revision', 'created_at'], to_jsonb(v_bundle) - array['id', 'revision', 'created_at']);
  return jsonb_build_object('outcome', 'saved', 'bundle', public.admin_bundle_json(v_bundle));
end
$$;

-- Returns the results of the newest `p_size` sales of a book that have begun, according to `price_periods`: a sale that was ended early has
-- its real end, and a sale whose prices were changed counts as two. `sums` by currency: the number of copies sold at the sale's price, the
-- revenue after refunds, and the discount. An order has the prices of the moment when its draft was created.
create function public.list_sale_results(p_ebook_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with reductions as (
      select p.currency, p.amount_minor, lower(x.during) as starts_at, upper(x.during) as ends_at
        from (
          select p.currency, p.amount_minor, range_agg(tstzrange(p.starts_at, p.ends_at)) as during
            from public.price_periods p where p.ebook_id = p_ebook_id and p.is_reduced and p.starts_at <= now()
            group by p.currency, p.amount_minor
        ) p cross join unnest(p.during) x (during)
    ), newest as (
      select distinct r.starts_at, r.ends_at from reductions r order by r.starts_at desc limit p_size
    )
    select coalesce(jsonb_agg(jsonb_build_object('starts_at', n.starts_at, 'ends_at', n.ends_at, 'sums', (
        select jsonb_agg(jsonb_build_object('currency', r.currency, 'price_minor', r.amount_minor, 'copies', s.copies, 'revenue_minor', s.revenue_minor,
            'discount_minor', s.discount_minor) order by r.currency)
          from reductions r cross join lateral (
            select count(*) as copies, coalesce(sum(public.kept_minor(c)), 0) as revenue_minor,
                coalesce(sum(c.list_minor - r.amount_minor), 0) as discount_minor
              from public.order_copies c join public.orders o on o.id = c.order_id
              where c.ebook_id = p_ebook_id and 'sale' = any (c.reasons) and o.currency = r.currency and o.paid_at is not null
                and o.created_at >= r.starts_at and o.created_at < r.ends_at) s
          where (r.starts_at, r.ends_at) = (n.starts_at, n.ends_at))) order by n.starts_at desc, n.ends_at desc), '[]')
      from newest n);
end
$$;
