-- Without an account, the tabs of one browser with the same address are one buyer. What one address pays for twice, its mailbox and the owner
-- are told.
set check_function_bodies = off;

alter table public.orders add column browser_digest text check (browser_digest ~ '^[0-9a-f]{64}$');
create index orders_of_browser on public.orders (browser_digest) where browser_digest is not null;

drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, jsonb, jsonb, text, jsonb, text, timestamptz);

-- The other order in which the same person paid for a book of this one: { id, number }; null when there is none, or when the money of
-- either went back. Orders without an account are one person's when they have the same address. Nobody confirmed it, so that only its mailbox and
-- the owner may read this.
create or replace function public.paid_also_in(o public.orders, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return case when o.state in ('paid', 'partly_refunded') then (
    with others as materialized (
      select p from public.orders p
        where (p.buyer_uid = o.buyer_uid or (o.buyer_uid is null and p.buyer_uid is null and p.claimable_by = o.claimable_by))
          and p.id <> o.id and p.state in ('paid', 'partly_refunded')
          and exists (select from public.order_copies c where c.order_id = p.id and c.ebook_id = p_ebook_id)
    )
    select jsonb_build_object('id', (x.p).id, 'number', (x.p).number)
      from others x
      where public.holds_money(x.p, p_ebook_id) and public.holds_money(o, p_ebook_id)
      order by (x.p).paid_at limit 1) end;
end
$$;

-- The keys of a buyer: of one without an account also those of the other tabs of their browser, in which the same address was entered.
create function public.buyer_keys(p_buyer_key text, p_browser_digest text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select p_buyer_key
    union select o.buyer_key from public.orders o where o.browser_digest = p_browser_digest and o.buyer_uid is null and o.buyer_key is not null);
end
$$;

-- What is not sold again to the buyer with these keys, each once: those of `p_own_ids` that are owned or wait for their payment, and those of
-- `p_ebook_ids` that a Pix is shown for, without the order `p_but`.
create function public.list_unsold_ebooks(p_buyer_keys text[], p_own_ids text[], p_ebook_ids text[], p_but uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.ebook order by x.ebook->>'ebook_id'), '[]')
      from (
        select distinct on (e->>'ebook_id') e as ebook
          from unnest(p_buyer_keys) k
            cross join lateral jsonb_array_elements(public.list_bought_ebooks(k, p_own_ids) || public.list_ebooks_of_pix(k, p_ebook_ids, p_but)) e
          order by e->>'ebook_id', e->>'standing') x);
end
$$;

-- Decides what a checkout of this cart is. `p_quote`: { copies: [{ id, no, list, now, paid, reasons }], subtotal, discounts, total, seen,
-- again }, amounts in minor units; it alone says what is paid, and is stored when list prices and prices now are the catalogue's, its
-- promotions (`p_promotions`, see lock_promotions) are as they were, and the buyer saw its total (`seen`; null when that is not known). Of a
-- book the buyer gets one copy; the others are gifts, see mark_gifts. `p_came_from`: { source, campaign } of the visit, for a new order;
-- null when nothing is told of it. Without an account `p_buyer_uid` is null, `p_guest_digest` says in which tab it is bought, and
-- `p_browser_digest` in which browser. `p_ui`: the kind of page. `p_asked_at`: when this checkout asked first, as the answer said; null for a first question, which comes after all others.
-- outcome `quote_changed`: prices or books changed, with what is true now; `bought_lately`: the same cart, of presents alone, was paid
-- within 24 hours, and the buyer did not say that it is wanted again (`again` of the quote); `elsewhere`: meanwhile the buyer asked for a page
-- for another cart with one of these books, or with this coupon;
-- `attempt_reused`: the attempt belongs to another cart; `settled`: the attempt is paid or being paid already, in `order`; `bought`: the
-- buyer has `ebooks` of this cart, or waits to pay them; `close_first`: `orders` are drafts that must be closed before this is asked again;
-- `free`: `order` costs nothing and is the buyer's now; `to_receive`: it costs nothing, and the owner of the address receives it with a
-- press until `receive_by`; `opened`: `order` is the draft to be paid, new or from before, and `superseded` are older drafts that share a
-- book with it, to be closed first.
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text, p_attempt_id uuid, p_terms_version text,
  p_quote jsonb, p_came_from jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null, p_ui text default null, p_asked_at timestamptz default null, p_browser_digest text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
  v_buyer_keys text[];
  v_copies jsonb := public.mark_gifts(p_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
  v_refusal jsonb;
  v_asked_at timestamptz;
begin
  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || coalesce(p_browser_digest, v_buyer_key), 0));
  v_buyer_keys := public.buyer_keys(v_buyer_key, p_browser_digest);
  v_asked_at := coalesce(p_asked_at, clock_timestamp());

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours'
      and public.receive_by(o) is null;

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

  v_bought := public.list_unsold_ebooks(v_buyer_keys,
    array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null), v_ebook_ids, v_order.id);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  -- API processes of the release before want `list_minor`, too.
  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or p_quote->>'seen' <> p_quote->>'total' then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again; one that nothing is paid for has no page.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and not o.is_superseded and o.currency = p_currency
      and (o.total_minor = 0 or (o.locale = p_locale and o.ui is not distinct from p_ui))
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if exists (
    select from public.orders o
      where o.buyer_key = any (v_buyer_keys) and o.id is distinct from v_order.id and o.asked_at > v_asked_at and (o.state = 'open' or o.is_superseded)
        and (exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
          or exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = (p_promotions->'coupon'->>'id')::uuid))) then
    return jsonb_build_object('outcome', 'elsewhere');
  end if;
  -- Locks the superseded orders before the coupon, in the order in which a settlement takes both locks.
  perform from public.orders o
    where o.buyer_key = any (v_buyer_keys) and o.state = 'open'
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
    order by o.id for update;
  if v_order.id is not null then
    update public.orders o
      set asked_at = greatest(o.asked_at, v_asked_at), browser_digest = coalesce(p_browser_digest, o.browser_digest) where o.id = v_order.id;
  else
    if (p_quote->>'again')::boolean is false and exists (
      select from public.orders o
        where o.buyer_key = any (v_buyer_keys) and o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'
          and public.terms_of(public.copies_of_order(o.id), false) = public.terms_of(v_copies, false)) then
      return jsonb_build_object('outcome', 'bought_lately');
    end if;
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, p_quote, p_buyer_uid, p_buyer_email, v_buyer_key, v_asked_at);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest, browser_digest, ui, asked_at)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          p_quote - array['copies', 'seen', 'again'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end,
          case when p_buyer_uid is null then p_browser_digest end, p_ui, v_asked_at
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
    insert into public.coupon_uses (order_id, coupon_id)
      select v_order.id, (p_promotions->'coupon'->>'id')::uuid where p_promotions->'coupon'->>'id' is not null;
  end if;
  if public.awaits_press(v_order) then
    perform public.send_receive_link(v_order);
    return jsonb_build_object('outcome', 'to_receive', 'order', public.order_json(v_order), 'receive_by', public.receive_by(v_order));
  elsif v_order.total_minor = 0 then
    return jsonb_build_object('outcome', 'free', 'order', public.settle_free(v_order.id));
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  with superseded as (
    update public.orders o set is_superseded = true, asked_at = greatest(o.asked_at, v_asked_at)
      where o.buyer_key = any (v_buyer_keys) and o.state = 'open' and o.id <> v_order.id
        and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
      returning o as draft)
  select coalesce(jsonb_agg(public.order_json(s.draft)), '[]') into v_superseded from superseded s;
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded, 'asked_at', v_asked_at);
end
$$;

-- Ties the provider's session to its order; the first one stays. Answers the session that the order has, or null when the
-- draft was dropped or superseded meanwhile, or when a book of it is sold to this buyer by another order: on a page that can be paid, by a
-- payment on its way, or already. So one book never has two pages that its buyer can pay.
create or replace function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_browser_digest text := (select o.browser_digest from public.orders o where o.id = p_order_id);
  v_buyer_key text := (select o.buyer_key from public.orders o where o.id = p_order_id);
  v_buyer_keys text[];
  v_ebook_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id);
  v_own_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id and c.gift_id is null);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || coalesce(v_browser_digest, v_buyer_key), 0));
  v_buyer_keys := public.buyer_keys(v_buyer_key, v_browser_digest);
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open' and not o.is_superseded;
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_unsold_ebooks(v_buyer_keys, v_own_ids, v_ebook_ids, p_order_id) <> '[]' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_key = any (v_buyer_keys) and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and c.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

-- All that the page of this buyer's order shows, or null. The page of a link does not tell of other orders: anybody can pay for something with
-- another person's address. `email_state` is that of the mail that delivers the books, also when it was
-- asked for again.
create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order', case when o.buyer_uid is null then public.order_json(o) else public.whole_order_json(o) end,
      'readable', public.readable_books(o),
      'terms_version', o.terms_version,
      'email_state', coalesce((
        select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
          from public.purchase_mails(o) m where m.kind = 'purchase_paid' order by m.created_at desc, m.key desc limit 1), 'none'),
      'timeline', (
        select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
          select 'created' as kind, o.created_at as happened_at, 1 as place
          union all select e.kind, e.happened_at, 2 from public.order_events e
            where e.order_id = o.id and e.kind in ('waiting', 'failed', 'canceled', 'refunded', 'disputed')
          union all select 'paid', greatest(o.paid_at, o.created_at), 3 where o.paid_at is not null
          union all select m.kind, m.sent_at, 4 from public.purchase_mails(o) m where m.sent_at is not null
          union all select 'downloaded', d.first_downloaded_at, 5 from public.entitlements d
            join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and c.gift_id is null and d.first_downloaded_at is not null
          union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
        ) t),
      'may_cancel', o.state = 'waiting' and o.pay_with is not null,
      'receive_by', public.receive_by(o),
      'refund_pending_minor', o.refund_pending_minor,
      'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
      -- While it is open.
      'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id and r.decision is null),
      'refund_declined', (
        select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
          where r.order_id = o.id and r.decision = 'declined'),
      'may_request_refund', public.may_request_refund(o),
      'receipts', public.receipts_json(o),
      'may_change_receipt', public.may_change_receipt(o))
    from public.orders o where o.id = p_order_id and o.holder = p_uid);
end
$$;

-- Gives an account the orders that wait for its verified address, with their rights and with where their readers stopped. Of a book that
-- the account has already, the right stays with the copy that it has: a reader has one right to a book, and a second copy that was paid
-- becomes a present, of which the buyer is told; the owner is told where both were paid for. What was not paid is left alone, unless
-- `p_with_unpaid`: strangers may have typed the address.
create or replace function public.take_over_orders(p_uid text, p_verified_email text, p_with_unpaid boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_taken uuid[];
  v_from text[];
  v_ebook_ids text[];
begin
  if not exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    return;
  end if;
  perform public.keep_receipt_buyer(o) from public.orders o
    where o.claimable_by = lower(p_verified_email) and (p_with_unpaid or o.state not in ('open', 'expired'));
  with taken as (
    update public.orders o
      set buyer_uid = p_uid, claimable_by = null, guest_digest = null,
        attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
      from (
        select x.id, x.holder from public.orders x
          where x.claimable_by = lower(p_verified_email) and (p_with_unpaid or x.state not in ('open', 'expired'))
          order by x.id for update) before
      where o.id = before.id
      returning o.id, o.state, before.holder as from_holder
  ), noted as (
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_holder <> p_uid
  )
  select array_agg(t.id), array_agg(distinct t.from_holder) into v_taken, v_from from taken t where t.from_holder <> p_uid;
  if v_taken is null then
    return;
  end if;
  select array_agg(distinct c.ebook_id) into v_ebook_ids from public.order_copies c where c.order_id = any (v_taken);
  -- Always in the same order, so that two of these wait for each other in one direction only.
  perform public.settle_rights(r.uid, v_ebook_ids) from (select uid from unnest(v_from || p_uid) uid order by uid) r;
  -- Of two orders that were taken over together the later one tells.
  insert into public.order_events (order_id, kind)
    select o.id, 'paid_twice'
      from public.orders o
      where o.id = any (v_taken) and not exists (select from public.order_events e where e.order_id = o.id and e.kind = 'paid_twice') and exists (
        select from unnest(public.books_of_order(o.id)) b cross join lateral (select public.paid_also_in(o, b) as also) t
          where t.also is not null and not ((t.also->>'id')::uuid = any (v_taken) and (t.also->>'number')::bigint > o.number));
  if not p_with_unpaid then
    -- A mail that waits says then what is so now; one that is being handed over, or was, says what was.
    with told as (
      select o.* from public.orders o
        where o.id = any (v_taken) and o.state in ('paid', 'partly_refunded')
          and exists (select from public.gifts g where g.order_id = o.id and g.is_spare)
    ), renewed as (
      update public.outbox m set payload = public.order_mail_payload(t)
        from told t cross join lateral public.purchase_mails(t) w
        where m.id = w.id and m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
          and coalesce(m.claimed_until <= now(), true)
        returning t.id
    )
    insert into public.outbox (key, kind, recipient, locale, payload)
      select public.purchase_mail_key(t, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid', t.buyer_email, t.locale,
          public.order_mail_payload(t)
        from told t where not exists (select from renewed r where r.id = t.id);
  end if;
  insert into public.reading_positions (uid, ebook_id, page, read_at)
    select distinct on (r.ebook_id) p_uid, r.ebook_id, r.page, r.read_at from public.reading_positions r
      where r.uid = any (v_from) and r.uid like 'order:%' order by r.ebook_id, r.read_at desc
    on conflict (uid, ebook_id) do update set page = excluded.page, read_at = excluded.read_at
      where excluded.read_at > reading_positions.read_at;
  delete from public.reading_positions r where r.uid = any (v_from) and r.uid like 'order:%';
end
$$;
