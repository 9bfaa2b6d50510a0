-- Guest orders: bought with an address but no account. A secret link in their emails opens them, until an account takes them over.
set check_function_bodies = off;

-- Returns the state of an order's link: `open`; `over` if an account took the order over; null for an order that never had a link, or whose
-- address was erased.
create function public.link_state(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when o.link_generation is null then null when o.buyer_uid is not null then 'over' when o.claimable_by is not null then 'open' end;
end
$$;

-- Returns whether a free guest order waits to be received. A click on the page of its link proves that the address belongs to the buyer,
-- and delivers the books.
create function public.awaits_press(o public.orders) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return o.state = 'open' and o.total_minor = 0 and o.buyer_uid is null;
end
$$;

-- Returns the time until which the click can receive a free order, or null.
create function public.receive_by(o public.orders) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select o.created_at + public.rule('receive_free_books') where public.awaits_press(o) and o.created_at > now() - public.rule('receive_free_books'));
end
$$;

-- Sends the link of an order that waits to be received. A buyer who asks twice within ten minutes has an email already. Anybody can enter
-- any address, so a mailbox gets ten of these emails an hour, and further ones later.
create function public.send_receive_link(o public.orders) returns void
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

-- Delivers a free order after a click on the page of its link. `outcome`: `received`, also if it was received before; `refused` if the time
-- is over, or if another cart superseded it. Null if the order does not belong to this reader.
create function public.receive_free_order(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if public.receive_by(v_order) is not null then
    perform public.settle_free(p_order_id);
  elsif v_order.paid_at is null or v_order.total_minor > 0 then
    return jsonb_build_object('outcome', 'refused');
  end if;
  return jsonb_build_object('outcome', 'received');
end
$$;

-- Returns the link of an order: { state, generation, holder, email }. Returns null for an order without a link, and for a cart with a price
-- for which neither a boleto nor a Pix was issued. An order whose boleto or Pix expired has a link.
create function public.get_order_link(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('state', public.link_state(o), 'generation', o.link_generation, 'holder', o.holder, 'email', o.buyer_email)
      from public.orders o
      where o.id = p_order_id and public.link_state(o) is not null and (o.state not in ('open', 'expired') or o.total_minor = 0 or (o.state = 'open' and o.pay_with is not null)));
end
$$;

-- Returns the order of a session, if a guest bought it in the browser with this key; else null.
create function public.get_guest_order(p_session_id text, p_guest_digest text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.order_json(o) from public.orders o
      where o.session_id = p_session_id and o.buyer_uid is null and o.guest_digest = p_guest_digest);
end
$$;

-- Makes the previous links of an order invalid, also for the browser in which it was bought, and sends a new one. The caller holds the row
-- lock of the order.
create function public.send_new_link(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_kind text;
begin
  perform public.keep_receipt_buyer(o);
  update public.orders x set link_generation = x.link_generation + 1, guest_digest = null where x.id = o.id returning x.* into v_order;
  v_kind := case v_order.state when 'waiting' then 'purchase_waiting' else 'purchase_paid' end;
  update public.outbox m set payload = m.payload || jsonb_build_object('link_generation', v_order.link_generation)
    where m.recipient = v_order.buyer_email and m.payload->>'id' = v_order.id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, v_kind) || ':again:' || gen_random_uuid(), v_kind, v_order.buyer_email, v_order.locale,
        public.order_mail_payload(v_order)
      where not exists (
        select from public.purchase_mails(v_order) m
          where m.kind = v_kind and m.sent_at is null and m.given_up_at is null
            and (m.payload->>'link_generation')::integer = v_order.link_generation);
end
$$;

-- Makes the previous links of an order invalid and sends a new one, for an admin. `outcome`: `sent`, or `refused` if the order has no link,
-- or none that leads to a book or a payment; null if there is no such order.
create function public.renew_order_link(p_actor jsonb, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  if public.link_state(v_order) is distinct from 'open' or v_order.state not in ('paid', 'partly_refunded', 'waiting') then
    return jsonb_build_object('outcome', 'refused');
  end if;
  perform public.send_new_link(v_order);
  perform public.write_audit_log(p_actor, 'order_link_renewed', 'order', p_order_id::text, null, null);
  return jsonb_build_object('outcome', 'sent');
end
$$;

-- Sends the link of a guest order to its address again, for a visitor who knows only the order's id. Previous links remain valid, so that
-- such a visitor cannot end them. Nothing is sent if an email with the link is on its way.
create function public.resend_order_link(p_order_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_kind text;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and public.link_state(o) = 'open' for update;
  if public.receive_by(v_order) is not null then
    perform public.send_receive_link(v_order);
    return;
  end if;
  v_kind := case when v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' when v_order.state = 'waiting' then 'purchase_waiting' end;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, v_kind) || ':again:' || gen_random_uuid(), v_kind, v_order.buyer_email, v_order.locale,
        public.order_mail_payload(v_order)
      where v_kind is not null and not exists (
        select from public.purchase_mails(v_order) m where m.kind = v_kind and m.sent_at is null and m.given_up_at is null);
end
$$;

-- Gives an account the orders that wait for its verified address, with their entitlements and reading positions. If the account already has
-- a book, the first copy keeps the entitlement, because a reader has one entitlement to a book. A second paid copy becomes a gift, and the
-- buyer gets an email about it. If both were paid, an alert reports it to the owner. Unpaid orders are left alone unless `p_with_unpaid`,
-- because strangers may have entered the address.
create function public.take_over_orders(p_uid text, p_verified_email text, p_with_unpaid boolean default false) returns void
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
  -- The rows are locked in the same order each time, so that two transactions cannot deadlock.
  perform public.settle_entitlements(r.uid, v_ebook_ids) from (select uid from unnest(v_from || p_uid) uid order by uid) r;
  -- If two orders are taken over together, the event belongs to the later one.
  insert into public.order_events (order_id, kind)
    select o.id, 'paid_twice'
      from public.orders o
      where o.id = any (v_taken) and not exists (select from public.order_events e where e.order_id = o.id and e.kind = 'paid_twice') and exists (
        select from unnest(public.books_of_order(o.id)) b cross join lateral (select public.paid_also_in(o, b) as also) t
          where t.also is not null and not ((t.also->>'id')::uuid = any (v_taken) and (t.also->>'number')::bigint > o.number));
  if not p_with_unpaid then
    -- A queued email gets the new data. If the email is being handed over or was sent, another one is queued.
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

-- Removes the buyer's name and reason from emails to the owner and the team about these orders. An unsent refund request is still sent,
-- without name and reason. Emails about disputes are kept, because their rows prevent a second email.
create function public.erase_in_mails(p_order_ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.outbox m
    where m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
      and m.payload->>'id' in (select id::text from unnest(p_order_ids) id);
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select id::text from unnest(p_order_ids) id);
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    where m.kind in ('dispute_opened', 'dispute_due') and m.payload->>'id' in (select id::text from unnest(p_order_ids) id);
$$;

-- Erases the guest orders of this address that no account claimed. Their links stop working, and only the data that the law asks for stays.
-- A boleto cannot be canceled, so its buyer still gets the emails about it.
create function public.erase_guest_orders(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  delete from public.receipt_buyers b using public.orders o
    where o.buyer_uid is null and o.claimable_by = p_email and b.uid in (o.buyer_key, 'order:' || o.id);
  with erased as (
    update public.orders o
      set claimable_by = null, guest_digest = null, buyer_name = '',
        buyer_email = case when o.paid_at is null and o.state <> 'waiting' then public.erased_email(o) else o.buyer_email end
      where o.buyer_uid is null and o.claimable_by = p_email returning o.id
  )
  select array_agg(f.id) into v_ids from erased f;
  update public.entitlements e
    set revoked_at = coalesce(e.revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    from public.orders o where o.id = any (v_ids) and e.uid = o.holder;
  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end where r.order_id = any (v_ids);
  update public.order_refunds r set reason = '' where r.order_id = any (v_ids) and r.reason <> '';
  perform public.erase_in_mails(v_ids);
  -- The recipient of an unsent email no longer has a working link.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}'
    where m.recipient = p_email and (m.kind like 'purchase%' or m.kind like 'refund%') and m.sent_at is null and m.given_up_at is null
      and m.payload->>'id' in (select id::text from unnest(v_ids) id);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g where g.order_id = any (v_ids) and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = '' where g.order_id = any (v_ids);
end
$$;

-- Returns whether an email about an order is still on its way to its buyer.
create function public.is_written_to(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.outbox m
      where m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and m.sent_at is null and m.given_up_at is null);
end
$$;

-- Returns whether a reader other than the buyer has an entitlement from this order, by a claimed gift.
create function public.is_read_by_others(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.order_copies c join public.entitlements e on e.copy_id = c.id
      where c.order_id = o.id and e.revoked_at is null and e.uid <> o.holder);
end
$$;

-- Expires free orders that were not received in time, erases the addresses of guests who did not pay, and deletes orders of erased guests
-- when the law no longer requires them.
create function public.sweep_guest_orders() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.orders o set state = 'expired' where public.awaits_press(o) and public.receive_by(o) is null;
  -- Deletes the emails to these addresses too. An address is erased only when no email is on its way.
  delete from public.outbox m using public.orders o
    where o.buyer_uid is null and o.paid_at is null and o.state in ('expired', 'failed') and o.buyer_email <> public.erased_email(o)
      and (o.claimable_by is null or o.created_at < now() - public.rule('keep_unpaid_guest_orders'))
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.erased_email(o), buyer_name = '', claimable_by = null, guest_digest = null
    where o.buyer_uid is null and o.paid_at is null and o.state in ('expired', 'failed') and o.buyer_email <> public.erased_email(o)
      and (o.claimable_by is null or o.created_at < now() - public.rule('keep_unpaid_guest_orders'))
      and not public.is_written_to(o);
  delete from public.outbox m using public.orders o
    where o.buyer_uid is null and o.claimable_by is null and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    where o.buyer_uid is null and o.claimable_by is null and o.created_at < now() - public.rule('keep_orders') and not public.is_read_by_others(o);
  delete from public.receipt_buyers b where (b.uid like 'guest:%' or b.uid like 'order:%') and b.changed_at < now() - public.rule('keep_unpaid_guest_orders');
$$;
