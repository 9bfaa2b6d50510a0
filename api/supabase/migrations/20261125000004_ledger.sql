-- Copies for which there is no money are taken back, and orders that do not add up are found and told of.
set check_function_bodies = off;

alter table public.order_refunds
  drop constraint order_refunds_amount_minor_check,
  drop constraint order_refunds_channel_check,
  add constraint order_refunds_amount_minor_check check (amount_minor >= 0),
  add constraint order_refunds_channel_check check (channel in ('stripe', 'manual', 'none')),
  add constraint order_refunds_none_is_no_money check ((channel = 'none') = (amount_minor = 0) and (channel <> 'none' or state = 'done'));

alter table public.owner_alerts
  drop constraint owner_alerts_kind_check,
  add constraint owner_alerts_kind_check check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund',
    'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread', 'ledger_fault'));

-- Orders that do not add up, with what is wrong of each, the worst first. A row is there as long as that.
create table public.ledger_faults (
  order_id uuid primary key references public.orders (id) on delete cascade,
  faults text[] not null check (cardinality(faults) > 0),
  found_at timestamptz not null default now()
);

-- How far orders were looked at: all that were settled before, and in the course of weeks all there are, by their ids.
create table public.ledger_reading (
  is_only boolean primary key default true check (is_only),
  settled_until timestamptz not null default now() - interval '1 day',
  all_until uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index orders_settled on public.orders (checked_at) where paid_at is not null;

-- Which of these orders do not add up, and why:
-- `sums`: the copies are not the total; `kept_money`: the copies keep another amount than the order does, without what is on its way back;
-- `not_readable`: a copy that was paid and kept is not its buyer's to read; `unpaid_right`: a copy that is not paid, or was taken back, is read;
-- `receipts`: they say another amount than the order keeps; `receipt_gap`: a number is missing beside one of this order, as long as no old order
-- has taken its own along; `coupon_count`: its coupon counts other uses than it has, told of one order of the coupon.
-- Each order is looked up: without statistics a join reads all of them.
create function public.find_ledger_faults(p_order_ids uuid[]) returns table (order_id uuid, faults text[])
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with paid as (
    select o.id, o.state, o.holder, o.subtotal_minor, o.total_minor, o.refunded_minor, o.refund_pending_minor, k.*, d.lost_minor, r.said_minor,
        exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null) as is_deleted
      from public.orders o
      cross join lateral (
        select sum(c.list_minor) as list_minor, sum(c.paid_minor) as paid_minor, sum(c.paid_minor - c.goodwill_minor - p.minor) as kept_minor
          from public.order_copies c
          cross join lateral (
            select coalesce(sum(p.minor), 0) as minor from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed') p
          where c.order_id = o.id
      ) k
      cross join lateral (
        select case when exists (select from public.disputes d where d.order_id = o.id and d.state = 'lost')
          then (select coalesce(sum(l.minor), 0) from public.lost_amounts(o) l) else 0 end as lost_minor) d
      cross join lateral (
        select coalesce(sum(case x.kind when 'receipt' then x.total_minor else -x.total_minor end), 0) as said_minor
          from public.receipts x where x.order_id = o.id) r
      where o.id = any (p_order_ids) and o.paid_at is not null
  ), found (order_id, place, fault) as (
    select p.id, 1, 'sums' from paid p where (p.subtotal_minor, p.total_minor) <> (p.list_minor, p.paid_minor)
    union all
    select p.id, 2, 'kept_money' from paid p
      where p.kept_minor <> greatest(0, p.total_minor - p.refunded_minor - p.refund_pending_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
          where r.order_id = p.id and r.state = 'pending' and r.waits_for is null))
    union all
    select p.id, 3, 'not_readable' from paid p join public.order_copies c on c.order_id = p.id
      where p.state in ('paid', 'partly_refunded') and not p.is_deleted and c.gift_id is null
        and not exists (
          select from public.entitlements e where e.uid = p.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
        and not exists (select from public.refund_parts r where r.copy_id = c.id and r.takes_back and r.state = 'done')
    union all
    select p.id, 4, 'unpaid_right' from paid p
      join public.order_copies c on c.order_id = p.id
      join public.entitlements e on e.copy_id = c.id and e.revoked_at is null
      where p.state not in ('paid', 'partly_refunded') or (c.gift_id is null and e.uid <> p.holder)
        or exists (select from public.refund_parts r where r.copy_id = c.id and r.takes_back and r.state = 'done')
    union all
    select p.id, 5, 'receipts' from paid p where p.said_minor <> p.total_minor - p.refunded_minor - p.lost_minor
    union all
    select p.id, 6, 'receipt_gap' from paid p join public.receipts r on r.order_id = p.id join public.receipt_series s on s.series = r.series
      where r.issued_at > now() - interval '1 year' and (
        (r.number > 1 and not exists (select from public.receipts b where b.series = r.series and b.number = r.number - 1))
        or (r.number <> s.last and not exists (select from public.receipts b where b.series = r.series and b.number > r.number)))
    union all
    select x.order_id, 7, 'coupon_count'
      from (select distinct u.coupon_id from public.coupon_uses u where u.order_id in (select p.id from paid p)) k
      join public.coupons c on c.id = k.coupon_id
      cross join lateral (
        select u.order_id from public.coupon_uses u where u.coupon_id = k.coupon_id and u.state = 'used' order by u.order_id limit 1) x
      where c.taken <> (select count(*) from public.coupon_uses u where u.coupon_id = k.coupon_id and u.state in ('held', 'used'))
  )
  select f.order_id, array_agg(f.fault order by f.place) from (select distinct * from found) f group by f.order_id
$$;

-- Looks at a portion of the orders: those that do not add up (`known`); the next that were settled since the last time (`settled`), ten minutes
-- ago or longer, so that none is written later among those that were seen; or the next of all (`all`), from the first again after the last.
-- Answers how many it found to look at.
create function public.check_ledger(p_part text, p_size integer) returns integer
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_reading public.ledger_reading;
  v_ids uuid[];
  v_until timestamptz;
begin
  insert into public.ledger_reading default values on conflict do nothing;
  select * into v_reading from public.ledger_reading for update;
  if p_part = 'known' then
    v_ids := array(select f.order_id from public.ledger_faults f order by f.found_at, f.order_id limit p_size);
  elsif p_part = 'settled' then
    select array_agg(x.id), max(x.checked_at) into v_ids, v_until
      from (
        select o.id, o.checked_at from public.orders o
          where o.paid_at is not null and o.checked_at > v_reading.settled_until and o.checked_at < now() - interval '10 minutes'
          order by o.checked_at fetch first p_size rows with ties
      ) x;
    update public.ledger_reading set settled_until = v_until where v_until is not null;
  else
    v_ids := array(
      select o.id from public.orders o where o.id > v_reading.all_until and o.paid_at is not null order by o.id limit p_size);
    update public.ledger_reading
      set all_until = case when cardinality(v_ids) < p_size then '00000000-0000-0000-0000-000000000000' else v_ids[p_size] end
      where true;
  end if;
  with found as materialized (
    select * from public.find_ledger_faults(v_ids)
  ), over as (
    delete from public.ledger_faults f
      where f.order_id = any (v_ids) and not exists (select from found n where n.order_id = f.order_id)
  )
  insert into public.ledger_faults as f (order_id, faults) select n.order_id, n.faults from found n
    on conflict (order_id) do update set faults = excluded.faults where f.faults <> excluded.faults;
  return coalesce(cardinality(v_ids), 0);
end
$$;

alter table public.ledger_faults enable row level security;
alter table public.ledger_reading enable row level security;

-- All that the admin's page of an order shows, or null.
create or replace function public.get_admin_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with changes as (
    select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
  ), mails as (
    select m.*
      from (
        select o.buyer_email from public.orders o where o.id = p_order_id
        union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
      ) r (recipient)
      join public.outbox m on m.recipient = r.recipient
      where m.payload->>'id' = p_order_id::text and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded',
        'refund_acknowledged', 'refund_declined', 'book_given')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', public.dispute_json(o),
    'dispute_unread', o.dispute_unread_since is not null,
    'awaits_new_owner', o.buyer_uid is not null and o.claimable_by is not null,
    'link', public.link_state(o),
    'readable', public.readable_books(o),
    'fee_minor', o.fee_minor,
    'fee_tax_minor', o.fee_tax_minor,
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refund_channels', public.refund_channels(o),
    'refundable_copies', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'minor', public.kept_minor(c), 'is_claimed', public.refund_rank(c) = 2)
          order by c.ebook_id, public.refund_rank(c), c.no desc), '[]')
        from public.order_copies c
        where c.order_id = o.id and public.refund_obstacle(o) is null and not public.is_taken_back(c.id, true)),
    'owed_minor', public.owed_minor(o),
    'receipts', public.receipts_json(o),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at, 'decision', q.decision, 'decided_at', q.decided_at, 'note', q.note)
        from public.refund_requests q where q.order_id = o.id),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'at', coalesce(m.sent_at, m.given_up_at, m.created_at),
          'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
          order by m.created_at desc, m.key), '[]')
        from mails m),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at, 'amount_minor', t.amount_minor) order by t.happened_at, t.place)
      from (
        select 'created' as kind, o.created_at as happened_at, 1 as place, null::integer as amount_minor
        union all select e.kind, e.happened_at, 4, abs(e.amount_minor) from public.order_events e where e.order_id = o.id
        union all select 'paid', greatest(o.paid_at, o.created_at), 2, o.total_minor where o.paid_at is not null
        union all select m.kind, m.sent_at, 5, null from mails m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 6, null from public.entitlements d
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select case r.channel when 'none' then 'taken_back' else 'refund_asked' end, r.requested_at, 3, nullif(r.amount_minor, 0)
          from public.order_refunds r where r.order_id = o.id
        -- One that was counted as refunded before has an event that says so.
        union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
          where r.order_id = o.id and r.failed_at is not null and not exists (
            select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected', 'order_link_renewed')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

-- Why nothing of an order can go back now, neither money nor copies for which there is none, or null.
create or replace function public.refund_obstacle(o public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state = 'disputed' then 'disputed'
    when o.state = 'refunded' then 'already_refunded'
    when o.state not in ('paid', 'partly_refunded') or (o.total_minor > 0 and (o.session_id is null or o.payment_intent_id is null))
      then 'not_paid'
    when public.refundable_minor(o) = 0 and not exists (
      select from public.order_copies c
        where c.order_id = o.id and public.kept_minor(c) = 0 and not public.is_taken_back(c.id, true)) then 'already_refunded'
    -- Whether a pending refund that names no copy, as one from Stripe's dashboard, succeeds is not known yet.
    when o.refund_pending_minor > (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and r.state = 'pending' and r.waits_for is not null) then 'under_way'
  end
$$;

-- Decides on a refund and writes it down before anybody is asked for money. `p_evidence`: it was sent by hand. `p_items`: [{ ebook_id, quantity }], each book once, or null or
-- empty (see parts_to_refund). outcome `begun`, also for an attempt that was begun before; `attempt_reused` when that was for something else; `refused` with
-- the obstacle, `method` when money does not go back by this way; `changed` when these books or this amount are not what can go back now, or
-- when a gift would be taken from its reader and not `p_takes_claimed`. Null without such an order. Copies for which there is no money are
-- taken back at once, without Stripe and without a letter, as a book that was given is; an order that cost nothing is over with its last.
create or replace function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text,
  p_takes_claimed boolean default false, p_evidence text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_parts jsonb;
  v_channel text := case when p_amount_minor = 0 then 'none' when p_evidence is null then 'stripe' else 'manual' end;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  select r.* into v_refund from public.order_refunds r where r.attempt_id = p_attempt_id;
  if found then
    return case
      when v_refund.order_id = p_order_id and v_refund.items is not distinct from p_items and v_refund.amount_minor = p_amount_minor
          and v_refund.channel = v_channel
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := coalesce(public.refund_obstacle(v_order), case when v_channel <> 'none' and not public.refund_channels(v_order) ? v_channel then 'method' end);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into v_parts from public.parts_to_refund(p_order_id, p_items) p;
  if v_order.currency <> p_currency or p_amount_minor > public.refundable_minor(v_order) or p_amount_minor is distinct from (
      select sum((p->>'minor')::integer) from jsonb_array_elements(v_parts) p)
    or jsonb_array_length(v_parts) < (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w)
    or not p_takes_claimed and exists (
      select from jsonb_array_elements(v_parts) p join public.order_copies c on c.id = (p->>'copy_id')::uuid
        where (p->>'takes_back')::boolean and public.refund_rank(c) = 2) then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by, channel, evidence, state)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email', v_channel, case when v_channel = 'manual' then p_evidence end,
      case when v_channel = 'none' then 'done' else 'pending' end)
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back, state)
    select v_refund.id, p.copy_id, p.minor, p.takes_back, v_refund.state
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean);
  if v_channel = 'none' then
    update public.orders o set checked_at = now(), state = case
        when o.total_minor = 0 and not exists (
          select from public.order_copies c where c.order_id = o.id and not public.is_taken_back(c.id, false)) then 'refunded'
        else o.state end
      where o.id = p_order_id returning * into v_order;
    perform public.settle_rights(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  end if;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_admin_change(p_actor, case v_channel when 'none' then 'order_copies_taken_back' else 'order_refund_asked' end, 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items, 'channel', v_channel));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

-- What is wrong at `p_now`. `label`: what people call it. `detail`: the reason, in the words of the service that refused, or a word of ours.
-- An order is delivered by the letter with the books only.
create or replace function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.last_error is not null order by m.due_at limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read the book or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '1 day'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null and m.due_at > p_now - interval '7 days'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at > p_now - interval '7 days'
      union
      select a.subject::uuid from public.owner_alerts a where a.kind = 'undelivered_order'
    ) c
    join public.orders o on o.id = c.id
    cross join lateral (
      select case
        when exists (
          select from public.order_copies c
            where c.order_id = o.id
              and case when not exists (select from public.entitlements e
                  where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_right(o, c.id) end) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.kind = 'purchase_paid' and m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
  union all
  -- Money that came back from the bank, or that could not leave, and was not sent again. Nobody has to see it at the moment it happens.
  select 'failed_refund', o.id::text, o.number::text, min(r.failed_at), (array_agg(r.obstacle order by r.failed_at desc))[1]
    from public.order_refunds r join public.orders o on o.id = r.order_id
    where r.state = 'failed' and r.obstacle in ('returned', 'balance') and r.failed_at > p_now - interval '14 days'
      and public.refundable_minor(o) > 0
      and not exists (
        select from public.order_refunds l where l.order_id = r.order_id and l.requested_at > r.requested_at and l.state <> 'failed'
            and (l.items is null or l.items = r.items))
    group by o.id
  union all
  -- Of books that were taken back, because a refund failed only afterwards. `detail`: how much is still to be sent.
  select 'owed_refund', o.id::text, o.number::text, max(e.happened_at), public.owed_minor(o) || ' ' || o.currency
    from public.order_events e join public.orders o on o.id = e.order_id
    where e.kind = 'refund_failed' and public.owed_minor(o) > 0
    group by o.id
  union all
  -- `detail`: what was paid, and what the order costs.
  select 'amount_differs', o.id::text, o.number::text, o.created_at,
      concat(o.received->>'minor', ' ', o.received->>'currency', ', ', o.total_minor, ' ', o.currency)
    from public.orders o where o.received is not null and o.state = 'waiting'
  union all
  -- Money and rights of an order do not add up, see find_ledger_faults.
  select 'ledger_fault', o.id::text, o.number::text, f.found_at, f.faults[1]
    from public.ledger_faults f join public.orders o on o.id = f.order_id
  union all
  -- Neither paid nor over two working days after it was due, when banks have told of all that was paid.
  select 'overdue_payment', o.id::text, o.number::text, o.pay_by, o.pay_with
    from public.orders o
    where o.state = 'waiting' and o.received is null and public.message_due_by(o.pay_by, 'America/Sao_Paulo') < p_now
  union all
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_copies c on c.order_id = o.id
    cross join lateral (select public.paid_also_in(o, c.ebook_id) as also) t
    cross join lateral (
      select o.payment_method->>'type' = 'boleto' and p.payment_method->>'type' is distinct from 'boleto' as other
        from public.orders p where p.id = (t.also->>'id')::uuid
    ) s
    where e.kind = 'paid_twice' and e.happened_at > p_now - interval '30 days'
  union all
  select 'disputes_unread', o.id::text, o.number::text, o.dispute_unread_since, 'dispute_read'
    from public.orders o where o.dispute_unread_since is not null
  union all
  select 'payments_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'reconciliation' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '30 minutes')
  union all
  -- Four readings that did not succeed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  select m.kind, m.subject, m.label, m.began_at, m.detail from public.mailbox_incidents(p_now) m
  union all
  -- Its own mail tells of it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;
