-- Loose ends of deleted accounts, and the whole of what is kept about a person.

-- As before; and nothing is opened for an account that was deleted (outcome `account_deleted`).
create or replace function public.open_order(
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

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

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

-- As before, and a mail to somebody whose account was deleted meanwhile says so to whoever writes it.
create or replace function public.settle_order(
  p_order_id uuid, p_reading bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
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

  insert into public.order_events (order_id, kind)
    select p_order_id, v_order.state where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, 'refunded' where v_order.refunded_minor > v_before.refunded_minor;

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
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted)
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

-- As before, and in one step: nothing is deleted while the buyer can still pay. The outcome is `open_sessions` then, with the
-- sessions to be closed first; no others can come, but from a checkout that begins after this call. Else it is `deleted`.
create or replace function public.delete_account(p_uid text, p_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_deleted_at timestamptz;
  v_sessions jsonb;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and o.state = 'open';
  if v_sessions is not null then
    return jsonb_build_object('outcome', 'open_sessions', 'sessions', v_sessions);
  end if;
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid
    union all select p_email where p_email is not null
  ) known;

  delete from public.outbox m
    where lower(m.recipient) = any (v_addresses)
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- What is still on its way goes to somebody without a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where lower(m.recipient) = any (v_addresses);
  -- The copies for the owner. A request for money that has not gone out still does, without name and reason.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid);

  update public.refund_requests r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o)
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  return jsonb_build_object('outcome', 'deleted', 'deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
end
$$;
drop function public.open_sessions(text);

-- As before, and the copies of mail, to the person and about him, and since when older sessions are over.
create or replace function public.personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'events', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happened_at', e.happened_at) order by e.happened_at, e.id), '[]')
              from public.order_events e where e.order_id = o.id),
          'emails', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'written_at', m.created_at,
                'sent_at', m.sent_at) order by m.created_at, m.key), '[]')
              from public.purchase_mails(o) m),
          'refund_request', (
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at)
              from public.refund_requests r where r.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid),
    'library', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
          'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
          'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at)
          order by e.granted_at, e.ebook_id), '[]')
        from public.entitlements e
        join public.orders o on o.id = e.order_id
        join public.ebooks_metadata b on b.id = e.ebook_id
        where e.uid = p_uid),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id where r.uid = p_uid),
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id'] order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'generation'])
          order by m.created_at, m.key), '[]')
        from public.outbox m
        where m.id in (
          select w.id from public.outbox w where w.recipient = lower(p_email)
          union select w.id from public.orders o join public.outbox w on w.recipient = o.buyer_email
            where o.buyer_uid = p_uid and w.payload->>'id' = o.id::text
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id where o.buyer_uid = p_uid
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))))
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('open_order', 'settle_order', 'delete_account', 'personal_data') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
