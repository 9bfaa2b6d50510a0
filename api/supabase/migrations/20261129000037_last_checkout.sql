-- A buyer has one page to pay on, for the cart that was sent last. Earlier checkouts learn of it. Emails that anybody can send to a mailbox are
-- delayed, and not refused.
set check_function_bodies = off;

alter table public.orders add column ui text check (ui in ('hosted', 'embedded'));
alter table public.orders add column asked_at timestamptz not null default now();
alter table public.orders add column is_superseded boolean not null default false;

drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, jsonb, jsonb, text, jsonb);
drop function public.lock_promotions(jsonb, jsonb, text, text, text);

-- Decides what a checkout of this cart is. `p_quote`: { copies: [{ id, no, list, now, paid, reasons }], subtotal, discounts, total, seen,
-- again }, amounts in minor units; it alone says what is paid, and is stored when list prices and prices now are the catalogue's, its
-- promotions (`p_promotions`, see lock_promotions) are as they were, and the buyer saw its total (`seen`; null when that is not known). Of a
-- book the buyer gets one copy; the others are gifts, see mark_gifts. `p_came_from`: { source, campaign } of the visit, for a new order;
-- null when nothing is told of it. Without an account `p_buyer_uid` is null, and `p_guest_digest` says in which browser it is bought. `p_ui`:
-- the kind of page. `p_asked_at`: when this checkout asked first, as the answer said; null for a first question, which comes after all others.
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
  p_promotions jsonb default null, p_ui text default null, p_asked_at timestamptz default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
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
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));
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

  v_bought := public.list_bought_ebooks(v_buyer_key, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null))
    || public.list_ebooks_of_pix(v_buyer_key, v_ebook_ids, v_order.id);
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
      where o.buyer_key = v_buyer_key and o.id is distinct from v_order.id and o.asked_at > v_asked_at and (o.state = 'open' or o.is_superseded)
        and (exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
          or exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = (p_promotions->'coupon'->>'id')::uuid))) then
    return jsonb_build_object('outcome', 'elsewhere');
  end if;
  -- Locks the superseded orders before the coupon, in the order in which a settlement takes both locks.
  perform from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open'
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
    order by o.id for update;
  if v_order.id is not null then
    update public.orders o set asked_at = greatest(o.asked_at, v_asked_at) where o.id = v_order.id;
  else
    if (p_quote->>'again')::boolean is false and exists (
      select from public.orders o
        where o.buyer_key = v_buyer_key and o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'
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
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest, ui, asked_at)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          p_quote - array['copies', 'seen', 'again'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end, p_ui, v_asked_at
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
      where o.buyer_key = v_buyer_key and o.state = 'open' and o.id <> v_order.id
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
  v_buyer_key text := (select o.buyer_key from public.orders o where o.id = p_order_id);
  v_ebook_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id);
  v_own_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id and c.gift_id is null);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open' and not o.is_superseded;
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_bought_ebooks(v_buyer_key, v_own_ids) <> '[]' or public.list_ebooks_of_pix(v_buyer_key, v_ebook_ids, p_order_id) <> '[]' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_key = v_buyer_key and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and c.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

-- Locks what a new draft is promised, and says why the draft cannot be written: its outcome of `open_order`, or null. `p_promotions`:
-- { coupon, bundles, owned }: id and revision of each that the quote was made of, and the books of bundles that the buyer had then.
-- `close_first`: this buyer's drafts with the same coupon, and where nothing is to be paid those that sell one of the books, which must not
-- be paid beside it; from `p_asked_at` on they are superseded, see `open_order`. Called before the draft is inserted and after whatever locks an order.
create function public.lock_promotions(
  p_promotions jsonb, p_quote jsonb, p_uid text, p_email text, p_buyer_key text, p_asked_at timestamptz default now()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_coupon_id uuid := (p_promotions->'coupon'->>'id')::uuid;
  v_coupon public.coupons;
  v_orders jsonb;
begin
  with superseded as (
    update public.orders o set is_superseded = true, asked_at = greatest(o.asked_at, p_asked_at)
      where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.state = 'open' and (
        (exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = v_coupon_id)
          and public.is_own_draft(o, p_uid, p_email, p_buyer_key))
        or (o.buyer_key = p_buyer_key and p_quote->>'total' = '0' and exists (
          select from public.order_copies x join jsonb_array_elements(p_quote->'copies') c on c->>'id' = x.ebook_id where x.order_id = o.id)))
      returning o as draft)
  select jsonb_agg(public.order_json(s.draft)) into v_orders from superseded s;
  if v_orders is not null then
    return jsonb_build_object('outcome', 'close_first', 'orders', v_orders, 'asked_at', p_asked_at);
  end if;
  select c.* into v_coupon from public.coupons c where c.id = v_coupon_id for update;
  if found and (v_coupon.revision <> (p_promotions->'coupon'->>'revision')::integer
      or public.coupon_obstacle(v_coupon, p_uid, p_email, p_buyer_key) is not null)
    or exists (
      select from jsonb_array_elements(p_promotions->'bundles') x
        where not exists (
          select from public.bundles b
            where b.id = (x->>'id')::uuid and b.revision = (x->>'revision')::integer and public.is_on(b)))
    or exists (
      select from jsonb_array_elements_text(p_promotions->'owned') x (ebook_id)
        where not exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = x.ebook_id)) then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', '[]'::jsonb);
  end if;
  return null;
end
$$;

-- Sends the link of an order that awaits its press. A buyer who asks twice within minutes has an email already. Anybody can name any address, so that
-- a mailbox gets ten of these emails an hour, and the next ones later.
create or replace function public.send_receive_link(o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select 'books_to_receive:' || o.id || ':' || gen_random_uuid(), 'books_to_receive', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'number', o.number, 'link_generation', o.link_generation, 'receive_by', public.receive_by(o),
          'items', (
            select jsonb_agg(jsonb_build_object('title', c.title, 'quantity', c.quantity) order by c.title)
              from (select x.title, count(*) as quantity from public.order_copies x where x.order_id = o.id group by x.ebook_id, x.title) c)),
        greatest(now(), (
          select m.due_at + interval '1 hour' from public.outbox m
            where public.mailbox_of(m.recipient) = public.mailbox_of(o.buyer_email) and m.kind = 'books_to_receive'
            order by m.due_at desc offset 9 limit 1))
      where not exists (
        select from public.outbox m
          where m.recipient = o.buyer_email and m.kind = 'books_to_receive' and m.payload->>'id' = o.id::text
            and m.created_at > now() - interval '10 minutes')
$$;
