-- Mail that is refused one after the other does not leave, either; and orders that wait for a session that Stripe does not know come to an end.
set check_function_bodies = off;

-- Since when mail does not leave: the oldest that was tried, or was due, a quarter of an hour ago; or the first of the last five of a day, when
-- the mail server refused them all, to three domains or more, and took none since. A missing mailbox says nothing of the others, nor does one
-- that is refused (5xx) while others leave. A notice
-- to the owner does not count: one that waits would be the reason of the next; nor do questions to imported addresses, which wait for their day.
create or replace function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return least((
    select min(w.created_at) from (
      -- One that is being handed over on its day was not refused yet.
      select m.created_at, m.due_at, m.attempts > 0 and m.last_error is not null as is_refused, m.last_error ~ '^5\d\d' as is_final from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.kind <> 'owner_alert'
        order by m.due_at limit 1000
    ) w
    where w.created_at < p_now - interval '15 minutes' and (w.is_refused or w.due_at < p_now - interval '15 minutes')
      and not (w.is_final is true and exists (select from public.outbox m where m.sent_at > w.created_at and m.kind <> 'owner_alert'))
  ), (
    select r.since from (
      select min(l.given_up_at) as since, count(*) as mails, count(distinct l.domain) as domains from (
        select m.given_up_at, substring(lower(m.recipient) from '[^@]*$') as domain from public.outbox m
          where m.given_up_at > p_now - interval '1 day' and m.kind not in ('newsletter_moved', 'owner_alert')
            and m.last_error ~ '^5\d\d[ -](?!5\.1\.)'
          order by m.given_up_at desc limit 5
      ) l
    ) r
    where r.mails = 5 and r.domains >= 3
      and not exists (select from public.outbox m where m.sent_at > r.since and m.kind <> 'owner_alert')));
end
$$;

-- When banks have told of all that was paid of what was due then: two working days later. Null where nothing says when it is due.
create or replace function public.overdue_at(o public.orders) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(o.pay_by + interval '2 days', public.message_due_by(o.pay_by, 'America/Sao_Paulo'));
end
$$;

-- What an order becomes whose session the provider does not know, as after a change of account or mode: one that waits ends when its payment
-- can come no more, a bank's debit after fourteen working days. Null when there is money in it: that is lost by no such answer.
create or replace function public.state_if_gone(o public.orders) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.received is not null then null
    when o.state = 'open' then 'expired'
    when o.state in ('expired', 'failed') then o.state
    when o.state = 'waiting' then case
      when case when o.pay_with = 'pix' then o.pay_by else coalesce(public.overdue_at(o), o.created_at + interval '21 days') end < now() then 'failed'
      else 'waiting' end
  end;
end
$$;

-- Announces a payment sync and puts off the next unasked one, later the older the order is, but not beyond the end of a Pix, nor beyond the moment when a boleto is overdue. The number says how new its answer will be
-- at least: whatever happened before this call, a sync with this or a higher number has seen. An order that lost the answer to
-- its session's creation is found by its id, and gets the session. Says whether an admin gave money back, whose refunds are then read with
-- the payment, and what becomes of the order when the provider does not know its session.
create or replace function public.begin_payment_sync(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set last_sync_no = o.last_sync_no + 1,
      session_id = p_session_id,
      check_after = now() + least(public.until_next_check(o.created_at),
        case when o.pay_with = 'pix' and o.pay_by > now() then o.pay_by + interval '1 minute' - now() end,
        case when o.state = 'waiting' and public.overdue_at(o) > now() then public.overdue_at(o) - now() end)
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('sync_no', v_order.last_sync_no, 'order', public.order_json(v_order), 'has_fee', v_order.fee_minor is not null,
    'state_if_gone', public.state_if_gone(v_order),
    'has_refunds', exists (select from public.order_refunds r where r.order_id = v_order.id));
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
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.last_error is not null
        order by m.due_at limit 1), (
        select m.last_error from public.outbox m
          where m.given_up_at >= s.since and m.kind not in ('newsletter_moved', 'owner_alert') and m.last_error ~ '^5\d\d[ -](?!5\.1\.)'
          order by m.given_up_at desc limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read their own copy or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at: of all others `find_ledger_faults` tells.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '3 hours'
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
            where c.order_id = o.id and c.gift_id is null
              and case when not exists (select from public.entitlements e
                  where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_right(o, c.id) and not public.is_forgotten(o) end) then 'not_readable'
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
      and exists (
        select from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where p.refund_id = r.id and public.kept_minor(c) > 0 and not public.is_taken_back(c.id, true))
    group by o.id
  union all
  -- Of books that were taken back, because a refund failed only afterwards. `detail`: how much is still to be sent.
  select 'owed_refund', o.id::text, o.number::text, max(e.happened_at), public.owed_minor(o) || ' ' || o.currency
    from public.order_events e join public.orders o on o.id = e.order_id
    where e.kind = 'refund_failed' and public.owed_minor(o) > 0
    group by o.id
  union all
  -- Until the money went back, or the buyer was given every book: a present cannot be. `detail`: what was paid, and what the order costs.
  select 'amount_differs', o.id::text, o.number::text, o.created_at,
      concat(o.received->>'minor', ' ', o.received->>'currency', ', ', o.total_minor, ' ', o.currency)
    from public.orders o
    where o.received is not null and o.state = 'waiting' and exists (
      select from public.order_copies c
        where c.order_id = o.id and (c.gift_id is not null or not exists (
          select from public.entitlements e where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)))
  union all
  -- Money and rights of an order do not add up, see find_ledger_faults.
  select 'ledger_fault', o.id::text, o.number::text, f.found_at, f.faults[1]
    from public.ledger_faults f join public.orders o on o.id = f.order_id
  union all
  -- Neither paid nor over two working days after it was due, when banks have told of all that was paid.
  select 'overdue_payment', o.id::text, o.number::text, o.pay_by, o.pay_with
    from public.orders o
    where o.state = 'waiting' and o.received is null and public.overdue_at(o) < p_now
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
