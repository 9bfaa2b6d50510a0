-- Orders: from the cart to the right to read. Each function is one transaction.

-- The mail that an order in its present state owes to its buyer, or null.
create function public.purchase_mail_kind(o public.orders) returns text
language sql immutable set search_path = ''
as $$
  select case o.state
    when 'paid' then 'purchase_paid'
    when 'waiting' then 'purchase_waiting'
    when 'failed' then 'purchase_failed'
    when 'partly_refunded' then 'purchase_refunded'
    when 'refunded' then 'purchase_refunded'
  end
$$;

-- One mail per order and kind; each further refund has a mail of its own.
create function public.purchase_mail_key(o public.orders, kind text) returns text
language sql immutable set search_path = ''
as $$ select kind || ':' || o.id || case when kind = 'purchase_refunded' then ':' || o.refunded_minor else '' end $$;

create function public.order_json(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor,
          'filename', b.filename, 'cover_version', b.cover_version) order by i.title, i.ebook_id)
        from public.order_items i join public.ebooks_metadata b on b.id = i.ebook_id where i.order_id = o.id),
    'email', coalesce((
      select case when m.sent_at is null then 'queued' else 'sent' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

-- The cart's books and quantities as one text, by which two carts are the same.
create function public.cart_of_items(p_items jsonb) returns text
language sql immutable set search_path = ''
as $$
  select string_agg((i->>'id') || ' x' || (i->>'quantity'), ', ' order by i->>'id') from jsonb_array_elements(p_items) i
$$;

create function public.cart_of_order(p_order_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(i.ebook_id || ' x' || i.quantity, ', ' order by i.ebook_id) from public.order_items i where i.order_id = p_order_id
$$;

-- Decides what a checkout of this cart is. `p_items`: [{ id, quantity, price }], price in minor units as the buyer saw it.
-- outcome `refused`: prices or books changed, with what is true now; `attempt_reused`: the attempt belongs to another cart;
-- `settled`: this cart is paid or being paid already, in `order`; `opened`: `order` is the draft to be paid, new or from
-- before, and `superseded` are older drafts of the same cart on other terms, to be closed first.
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_cart text := public.cart_of_items(p_items);
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
begin
  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_buyer_uid, 0));

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
  if found and public.cart_of_order(v_order.id) <> v_cart then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  -- The same cart under another attempt (a second tab, another device, a page that was left): being paid, or paid today.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and public.cart_of_order(o.id) = v_cart
      and (o.state = 'waiting' or (o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'))
    order by o.created_at desc limit 1;
  if found then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  select jsonb_agg(jsonb_build_object('id', i->>'id', 'unit_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(p_items) i
    left join public.ebooks_metadata b on b.id = i->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where p.amount_minor is distinct from (i->>'price')::bigint;
  if v_corrections is not null then
    return jsonb_build_object('outcome', 'refused', 'corrections', v_corrections);
  end if;

  -- A draft on the same terms is taken up again; drafts of this cart at another price or in another currency must go.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.currency = p_currency and public.cart_of_order(o.id) = v_cart
      and not exists (
        select from public.order_items x join jsonb_array_elements(p_items) i on i->>'id' = x.ebook_id
          where x.order_id = o.id and x.unit_minor <> (i->>'price')::integer)
    order by o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, total_minor, terms_version)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency,
        sum((i->>'price')::integer * (i->>'quantity')::integer), p_terms_version
      from jsonb_array_elements(p_items) i
      returning * into v_order;
    insert into public.order_items (order_id, ebook_id, title, quantity, unit_minor)
      select v_order.id, b.id, b.title, (i->>'quantity')::integer, (i->>'price')::integer
      from jsonb_array_elements(p_items) i join public.ebooks_metadata b on b.id = i->>'id';
  end if;
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.id <> v_order.id and public.cart_of_order(o.id) = v_cart;
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

-- Ties the provider's session to its order; the first one stays. Answers the session that the order has, or null when the
-- draft was dropped meanwhile.
create function public.attach_session(p_order_id uuid, p_session_id text) returns text
language sql volatile security definer set search_path = ''
as $$
  update public.orders set session_id = coalesce(session_id, p_session_id) where id = p_order_id and state = 'open' returning session_id
$$;

-- Closes a draft that has no session and therefore nothing to pay.
create function public.drop_draft(p_order_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ update public.orders set state = 'expired' where id = p_order_id and state = 'open' and session_id is null $$;

create function public.order_of_session(p_session_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.order_json(o) from public.orders o where o.session_id = p_session_id $$;

create function public.order_of_intent(p_payment_intent_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.order_json(o) from public.orders o where o.payment_intent_id = p_payment_intent_id $$;

-- Announces a reading of the provider and puts off the next unasked one, later the older the order is. The number says
-- how new the reading will be at least: whatever happened before this call, a reading with this or a higher number has seen.
-- An order that lost the answer to its session's creation is found by its id, and gets the session.
create function public.begin_reading(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set readings = o.readings + 1,
      session_id = p_session_id,
      check_after = now() + least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours')
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('reading', v_order.readings, 'order', public.order_json(v_order));
end
$$;

-- Makes the order what the provider said of it: its state, its entitlements and its mail, together. A reading with a lower
-- number than the one shown is older or no newer, and changes nothing.
create function public.settle_order(
  p_order_id uuid, p_reading bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_reading <= v_before.settled_reading then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  update public.orders
    set state = p_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      checked_at = now(),
      settled_reading = p_reading
    where id = p_order_id
    returning * into v_order;

  if v_order.state in ('paid', 'partly_refunded') then
    insert into public.entitlements (order_id, ebook_id, uid)
      select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i where i.order_id = p_order_id
      on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  else
    update public.entitlements set revoked_at = now() where order_id = p_order_id and revoked_at is null;
  end if;

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state then 'purchase_' || v_order.state end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

-- Sessions of orders that wait for money and were not looked at for a while, oldest first. No age is too old.
create function public.orders_to_check(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(s.session_id), '[]') from (
    select o.session_id from public.orders o
      where o.state in ('open', 'waiting') and o.session_id is not null and o.check_after <= now()
      order by o.check_after limit p_limit
  ) s
$$;

-- A page of a buyer's orders, or of all that were paid (p_uid null). Newest first.
create function public.orders_page(p_uid text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  if p_uid is null then
    select coalesce(jsonb_agg(public.order_json(o) order by o.paid_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          where o.paid_at is not null and (o.paid_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.paid_at desc, o.id desc limit p_size + 1
      ) o;
  else
    select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          where o.buyer_uid = p_uid and o.state not in ('open', 'expired')
            and (o.created_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.created_at desc, o.id desc limit p_size + 1
      ) o;
  end if;
  return jsonb_build_object('orders', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- The books that a reader may download, each once, also those that left the shop; latest acquired first.
create function public.library_page(p_uid text, p_after_at timestamptz, p_after_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('acquired_at', l.acquired_at, 'ebook', l.ebook)
      order by l.acquired_at desc, l.ebook_id desc), '[]') into v_page
    from (
      select e.ebook_id, e.acquired_at, public.ebook_json(b) as ebook
        from (select ebook_id, min(granted_at) as acquired_at from public.entitlements
          where uid = p_uid and revoked_at is null group by ebook_id) e
        join public.ebooks_metadata b on b.id = e.ebook_id
        where (e.acquired_at, e.ebook_id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by e.acquired_at desc, e.ebook_id desc limit p_size + 1
    ) l;
  return jsonb_build_object('items', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- The file of a book that this reader may download, or null.
create function public.entitled_file(p_uid text, p_ebook_id text) returns text
language sql stable security definer set search_path = ''
as $$
  select b.filename from public.ebooks_metadata b
    where b.id = p_ebook_id
      and exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null)
$$;

create function public.event_is_done(p_id text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.stripe_events where id = p_id) $$;

create function public.finish_event(p_id text, p_type text) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.stripe_events (id, type) values (p_id, p_type) on conflict (id) do nothing $$;
