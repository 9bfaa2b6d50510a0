-- Limits of coupons hold for guests, who are never blocked by what they hold themselves; tries of codes; what came of bundles and sales; the
-- orders of a coupon.
set check_function_bodies = off;

drop function public.coupon_obstacle(public.coupons, text, text);
drop function public.get_quote_facts(text[], text, text, text, text);
drop function public.list_bundles();
drop function public.list_admin_orders(text, bigint, text, date, date, text, timestamptz, uuid, boolean, integer);

-- What came of bundles and sales.
create index orders_by_discount on public.orders using gin ((quote->'discounts') jsonb_path_ops) where paid_at is not null and discount_minor > 0;
create index order_copies_in_sale on public.order_copies (ebook_id) where 'sale' = any (reasons);

-- Which bundle a stored discount is of, where its title tells.
update public.orders o set quote = jsonb_set(o.quote, '{discounts}', (
    select jsonb_agg(case when d.value->>'kind' = 'bundle' and b.id is not null then d.value || jsonb_build_object('id', b.id) else d.value end
        order by d.ordinality)
      from jsonb_array_elements(o.quote->'discounts') with ordinality d
      left join (
        select (array_agg(b.id))[1] as id, b.title from public.bundles b group by b.title having count(*) = 1
      ) b on b.title = d.value->>'label'))
  where o.quote->'discounts' @> '[{"kind": "bundle"}]';

-- Takes back a hit that turned out to be none, while its window lasts.
create or replace function public.give_back_hit(p_bucket text, p_window_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.rate_limits r set hits = r.hits - 1
    where r.bucket = p_bucket and r.hits > 0
      and r.window_start = to_timestamp(floor(extract(epoch from now()) / p_window_seconds) * p_window_seconds)
$$;

-- Whether a bundle makes anything cheaper now. One that cannot be completed any more does not, also for who has the book that it lacks.
create or replace function public.is_on(b public.bundles) returns boolean
language sql stable security definer set search_path = ''
as $$
  select b.archived_at is null and coalesce(b.starts_at <= now(), true) and coalesce(b.ends_at > now(), true)
    and (select count(*) from public.ebooks_metadata e
      where e.id = any (b.ebook_ids) and e.state = 'published' and e.is_priced and public.is_sold(e)) = cardinality(b.ebook_ids)
$$;

-- The bundles of a book that are on, under a key that is there only with one: most books have none, and their pages carry nothing of it.
create or replace function public.bundles_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select case when count(*) = 0 then '{}' else jsonb_build_object('bundles', jsonb_agg(jsonb_build_object('title', b.title, 'percent', b.percent,
      'others', (
        select jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.title)
          from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.id <> p_ebook_id and e.state = 'published'))
      order by b.percent desc, b.id)) end
    from public.bundles b
    where b.archived_at is null and b.ebook_ids @> array[p_ebook_id] and public.is_on(b)
$$;

-- Whether a draft is this buyer's own, who can have it closed: made by the same account or browser, or without an account for an address that
-- is the account's.
create or replace function public.is_own_draft(o public.orders, p_uid text, p_email text, p_buyer_key text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state = 'open' and coalesce(o.buyer_key = p_buyer_key
    or (o.buyer_uid is null and p_uid is not null and public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)), false)
$$;

-- Why this buyer cannot use a coupon now, whatever is in the cart; null when nothing is against it. What a buyer holds who has not paid yet
-- is given back before it is taken again, and blocks other buyers only. Who buys is known by account, by browser (`p_buyer_key`, as orders have
-- it) and by address; each may be null, and nothing is told of what is.
create or replace function public.coupon_obstacle(c public.coupons, p_uid text, p_email text, p_buyer_key text default null) returns text
language sql stable security definer set search_path = ''
as $$
  select case
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
    when c.max_uses <= c.taken - (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email))
          and u.coupon_id = c.id and u.state = 'held' and public.is_own_draft(o, p_uid, p_email, p_buyer_key)) then 'used_up'
  end
$$;

-- What a quote is made of beside the cart and its prices: the coupon of this code with what is against it, null for a code that there is
-- not; bundles that are on and have a book of the cart; and which of their books the buyer owns. `prices`: those of the cart's books that
-- are sold, with what is suggested where the buyer decides. `missing`: of bundles that lack one book, that book, when this buyer can be sold it
-- at a price: not one that waits for its payment, nor one that is free or whose buyer decides. `p_guest_digest`: the browser of who has no account.
create or replace function public.get_quote_facts(
  p_ebook_ids text[], p_currency text, p_code text, p_uid text, p_email text, p_guest_digest text default null
) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with offers as (
    select b.* from public.bundles b
      where b.archived_at is null and b.ebook_ids && p_ebook_ids and public.is_on(b)
  ), owned as (
    select distinct r.ebook_id
      from public.reading_rights r where r.uid = p_uid and r.ebook_id in (select unnest(o.ebook_ids) from offers o)
  ), missing as (
    select o.id as bundle_id, min(x.ebook_id) as ebook_id
      from offers o cross join unnest(o.ebook_ids) x (ebook_id)
      where x.ebook_id <> all (p_ebook_ids) and not exists (select from owned w where w.ebook_id = x.ebook_id)
      group by o.id having count(*) = 1
  )
  select jsonb_build_object(
    'prices', (
      select coalesce(jsonb_object_agg(p.ebook_id, jsonb_build_object('list', p.amount_minor, 'now', public.price_now(p),
          'suggested', p.suggested_minor)), '{}')
        from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
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
          'now', public.price_now(p)) order by m.bundle_id), '[]')
        from missing m
        join public.ebooks_metadata b on b.id = m.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
        join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency and p.suggested_minor is null and p.amount_minor > 0
        where public.list_bought_ebooks(p_uid, array[b.id]) = '[]'))
$$;

-- A bundle with what became of it: the orders that were paid with it, and by currency what was kept of them, and what it took off.
create or replace function public.admin_bundle_json(b public.bundles) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
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
    ) s
$$;

-- The bundles that are over for good (`p_is_archived`) or the others, newest first; a shop has few.
create or replace function public.list_bundles(p_is_archived boolean default false) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(public.admin_bundle_json(b) order by b.created_at desc, b.id), '[]')
    from public.bundles b where (b.archived_at is not null) = p_is_archived
$$;

-- Writes a bundle, as save_coupon does a coupon.
create or replace function public.save_bundle(p_actor jsonb, p_id uuid, p_revision integer, p_terms jsonb) returns jsonb
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
  -- Pages that show it, when it begins and ends.
  insert into public.purges (tag, due_at)
    select 'ebooks', t.at + interval '5 seconds' from unnest(array[v_bundle.starts_at, v_bundle.ends_at]) t (at) where t.at > now();
  perform public.note_admin_change(p_actor, case when p_id is null then 'bundle_added' else 'bundle_edited' end, 'promotion', v_bundle.id::text,
    v_before - array['id', 'revision', 'created_at'], to_jsonb(v_bundle) - array['id', 'revision', 'created_at']);
  return jsonb_build_object('outcome', 'saved', 'bundle', public.admin_bundle_json(v_bundle));
end
$$;

-- What came of the sales of a book, the newest `p_size` of those that have begun, by what it did cost: one that was ended early is here as it
-- was, and one whose prices were changed as two. `sums` by currency: how many copies were sold at its price, what was kept of them, and
-- what the sale took off. An order has the price of the moment at which its draft was made.
create or replace function public.list_sale_results(p_ebook_id text, p_size integer) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
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
    from newest n
$$;

-- The coupon of an order, or null. `is_limited`: others may wait for this use, so that it is not held for long; or the same person elsewhere,
-- where nothing proves that a guest made this draft.
create or replace function public.order_coupon(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object('code', c.code,
      'is_limited', c.max_uses is not null or (c.max_per_buyer is not null and o.buyer_uid is null), 'is_beyond', u.is_beyond)
    from public.coupon_uses u join public.coupons c on c.id = u.coupon_id join public.orders o on o.id = u.order_id
    where u.order_id = p_order_id
$$;

-- Locks what a new draft is promised, and says why the draft cannot be written: its outcome of `open_order`, or null. `p_promotions`: { coupon, bundles }
-- with id and revision of each that the quote was made of. `close_first`: this buyer's drafts with the same coupon, and where nothing is to be paid
-- those that sell one of the books, which must not be paid beside it. Called before the draft is inserted and after whatever locks an order.
create or replace function public.lock_promotions(p_promotions jsonb, p_quote jsonb, p_uid text, p_email text, p_buyer_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_coupon_id uuid := (p_promotions->'coupon'->>'id')::uuid;
  v_coupon public.coupons;
  v_orders jsonb;
begin
  select jsonb_agg(public.order_json(o)) into v_orders
    from public.orders o
    where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.state = 'open' and (
      (exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = v_coupon_id)
        and public.is_own_draft(o, p_uid, p_email, p_buyer_key))
      or (o.buyer_key = p_buyer_key and p_quote->>'total' = '0' and exists (
        select from public.order_copies x join jsonb_array_elements(p_quote->'copies') c on c->>'id' = x.ebook_id where x.order_id = o.id)));
  if v_orders is not null then
    return jsonb_build_object('outcome', 'close_first', 'orders', v_orders);
  end if;
  select c.* into v_coupon from public.coupons c where c.id = v_coupon_id for update;
  if found and (v_coupon.revision <> (p_promotions->'coupon'->>'revision')::integer
      or public.coupon_obstacle(v_coupon, p_uid, p_email, p_buyer_key) is not null)
    or exists (
      select from jsonb_array_elements(p_promotions->'bundles') x
        where not exists (
          select from public.bundles b
            where b.id = (x->>'id')::uuid and b.revision = (x->>'revision')::integer and public.is_on(b))) then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', '[]'::jsonb);
  end if;
  return null;
end
$$;

-- A page of the orders in a state, or of all that were paid, newest first; `p_is_backwards`: the page before the position. With words
-- like `list_users`; with a number the one order that has it; with a coupon's code those with that coupon. Days are those of the time zone,
-- both included.
create or replace function public.list_admin_orders(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer, p_coupon text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_address text := case when p_number is null then public.address_pattern(p_words) end;
  v_words text := case when p_number is null then public.words_condition('o.search_text', p_words, false) end;
  -- Few orders have it: they are found first, and the words looked for in them.
  v_coupon text := case when p_coupon is not null then format(
    'o.id in (select u.order_id from public.coupon_uses u join public.coupons c on c.id = u.coupon_id where c.code = %L)', p_coupon) end;
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := format(case when p_is_backwards then '%s, o.id' else '%s desc, o.id desc' end, v_at);
  v_rows text := format('select o.* from public.orders o where %s and o.state not in (''open'', ''expired'')
      and ($1 is null or (%s, o.id) %s ($1, $2)) and ($5 is null or o.number = $5)
      and ($6 is null or %s >= $6) and ($7 is null or %s < $7)',
    case when p_state is null then 'o.paid_at is not null' else 'o.state = $8' end, v_at, v_beyond, v_at, v_at);
  v_walk text := format('select array(select o::public.orders from (
      select * from (%s order by %s limit $4) o where %s limit $3) o)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select o::public.orders from found o order by %s limit $3)';
  v_from timestamptz := p_from::timestamp at time zone p_zone;
  v_to timestamptz := (p_to + 1)::timestamp at time zone p_zone;
  v_page public.orders[];
  v_further integer;
begin
  if v_coupon is not null then
    execute format(v_find, v_rows, concat_ws(' and ', v_coupon, v_words), v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif p_number is not null then
    execute format('select array(select o::public.orders from (%s) o)', v_rows)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_address is not null then
    execute format(v_find, v_rows, format('public.plain(o.buyer_email) like %L', v_address), v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_words is null then
    execute format('select array(select o::public.orders from (%s order by %s limit $3) o)', v_rows, v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  else
    execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows(), p_number, v_from, v_to, p_state;
    v_further := public.further_rows(cardinality(v_page), p_size);
    if v_further is not null then
      execute v_walk into v_page using p_at, p_id, p_size + 1, v_further, p_number, v_from, v_to, p_state;
    end if;
    if cardinality(v_page) <= p_size then
      execute format(v_find, v_rows, public.words_condition('o.search_text', p_words, true), v_order)
        into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'orders', (
    select coalesce(jsonb_agg(public.order_json(o) order by coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;
