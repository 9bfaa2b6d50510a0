-- Payment states that the payment provider reports, disputes, and refunds.
set check_function_bodies = off;

create table public.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index stripe_events_newest on public.stripe_events (received_at);

-- The refund requests of buyers, at most one for each order.
create table public.refund_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  reason text not null check (char_length(reason) <= 1000),
  requested_at timestamptz not null default now(),
  -- `refunded` once money was returned or is on its way, by whatever channel (see settle_order); `declined` with a note to the buyer.
  decided_at timestamptz,
  decision text check (decision in ('refunded', 'declined')),
  note text check (char_length(note) <= 1000),
  constraint refund_requests_decided_at_once check ((decision is null) = (decided_at is null)),
  constraint refund_requests_declined_with_words check ((decision is not distinct from 'declined') = (note is not null))
);
create index refund_requests_open on public.refund_requests (requested_at) where decision is null;

-- Payments that the cardholder contests at the bank, as Stripe reports them when an order is settled.
create table public.disputes (
  -- Stripe's id.
  id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null check (reason in ('credit_not_processed', 'debit_not_authorized', 'duplicate', 'fraudulent', 'general',
    'incorrect_account_details', 'insufficient_funds', 'product_not_received', 'product_unacceptable', 'subscription_canceled', 'unrecognized')),
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null references public.currencies (code),
  state text not null check (state in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  -- The deadline by which the owner can answer the dispute. Null if it cannot be answered.
  due_by timestamptz,
  -- Whether Stripe still refunds the payment: as long as the bank only inquires and has taken nothing.
  is_refundable boolean not null default false,
  -- The times at which a sync first saw that the dispute was answered, and that the dispute was closed. An inquiry that becomes a dispute
  -- must be answered again.
  evidence_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index disputes_of_order on public.disputes (order_id, opened_at desc);
create index disputes_to_answer on public.disputes (due_by, id) where state = 'needs_response';

-- The amounts that disputes took out of the balance at Stripe and returned to it, fees included, as the balance reports them.
create table public.dispute_transactions (
  -- Stripe's id.
  id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  -- The amount in the order's currency. It is negative if the dispute took the money.
  net_minor integer not null,
  happened_at timestamptz not null
);
create index dispute_transactions_of_order on public.dispute_transactions (order_id);

-- How far the balance at Stripe was read: completely before `read_until`, and between that and `reading_until` only the entries newer than
-- `after_id`. `is_whole`: the balance was read once back to the first payment.
create table public.balance_reading (
  is_only boolean primary key default true check (is_only),
  read_until timestamptz not null,
  reading_until timestamptz,
  after_id text,
  is_whole boolean not null default false,
  constraint balance_reading_after_begin check (after_id is null or reading_until is not null)
);

-- Refunds by an admin. The API asks Stripe until Stripe answers; Stripe's refund carries this row's id, by which it is found again.
-- `manual`: the admin sent the money without Stripe, for example by Pix, and names the evidence. `none`: copies without money were taken
-- back, which is done with the row.
create table public.order_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  attempt_id uuid not null unique,
  -- [{ ebook_id, quantity }]; null for everything that is left; empty for the money owed for copies that were taken back before.
  items jsonb check (jsonb_typeof(items) = 'array'),
  amount_minor integer not null check (amount_minor >= 0),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  obstacle text
    check (obstacle in ('not_paid', 'disputed', 'already_refunded', 'method', 'balance', 'refused', 'returned', 'canceled',
      'less_left')),
  -- `waits_for`: the reason why a refund is pending, null until Stripe answered. `failed_at`: when it failed.
  waits_for text check (waits_for in ('bank', 'balance', 'buyer')),
  failed_at timestamptz,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  check_after timestamptz not null default now() + interval '1 minute',
  channel text not null default 'stripe' check (channel in ('stripe', 'manual', 'none')),
  -- Whether the readers keep the copies.
  keeps_access boolean not null default false,
  -- The owner's note to the buyer.
  reason text not null default '' check (char_length(reason) <= 1000),
  evidence text check (char_length(evidence) between 1 and 500),
  constraint order_refunds_manual_has_evidence check ((channel = 'manual') = (evidence is not null)),
  constraint order_refunds_none_is_no_money check ((channel = 'none') = (amount_minor = 0) and (channel <> 'none' or state = 'done')),
  constraint order_refunds_none_takes_back check (channel <> 'none' or not keeps_access),
  check ((state = 'failed') = (obstacle is not null)),
  constraint order_refunds_waits_while_pending check (waits_for is null or state = 'pending'),
  unique (id, state)
);
create index order_refunds_of_order on public.order_refunds (order_id, requested_at);
create index order_refunds_pending on public.order_refunds (check_after) where state = 'pending';
create index order_refunds_failed on public.order_refunds (failed_at) where state = 'failed';

-- The share of a refund in one copy, and whether the refund takes the copy back; `state` is that of the refund. A failed refund took
-- nothing.
create table public.refund_parts (
  refund_id uuid not null,
  copy_id uuid not null references public.order_copies (id) on delete cascade,
  minor integer not null check (minor >= 0),
  takes_back boolean not null,
  -- The money that the owner keeps of a copy that the refund takes back; negative if a later refund returns some of it.
  withheld_minor integer not null default 0,
  -- The refund returns the last money of the copy, and its reader keeps the copy.
  leaves_copy boolean not null default false,
  state text not null default 'pending',
  constraint refund_parts_leaves_or_takes check (not (takes_back and leaves_copy)),
  primary key (refund_id, copy_id),
  foreign key (refund_id, state) references public.order_refunds (id, state) on update cascade on delete cascade
);
create index refund_parts_of_copy on public.refund_parts (copy_id);
create unique index refund_parts_take_once on public.refund_parts (copy_id) where takes_back and state <> 'failed';

-- Settlement -----------------------------------------------------------------------------------------------------------------------

create function public.is_event_done(p_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.stripe_events where id = p_id);
end
$$;

create function public.finish_event(p_id text, p_type text) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.stripe_events (id, type) values (p_id, p_type) on conflict (id) do nothing $$;

-- Returns how long to wait before Stripe is asked again about a payment or refund that no event reported. `p_since`: when it began. The
-- wait is half its age, from 30 seconds to 12 hours.
create function public.until_next_check(p_since timestamptz) returns interval
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(greatest(now() - p_since, interval '1 minute') / 2, interval '12 hours');
end
$$;

-- Returns the moment by which banks have reported every payment that arrived by the due date: two working days later. Returns null if the
-- order has no due date.
create function public.overdue_at(o public.orders) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(o.pay_by + interval '2 days', public.message_due_by(o.pay_by, 'America/Sao_Paulo'));
end
$$;

-- Returns the state of an order whose session the provider does not know, as after a change of account or mode. A waiting order fails when
-- its payment can no longer arrive; for a bank debit that is after fourteen working days. Null for an order that received money, which is
-- never closed this way.
create function public.state_if_gone(o public.orders) returns text
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

-- Starts a payment sync, and schedules the next one that needs no event: later for an older order, but no later than the end of a Pix, or
-- than the moment when a boleto is overdue. A sync with this number or a higher one sees everything that happened before this call. If an
-- order has no session because the answer to its creation was lost, the order is found by its id and gets the session. Returns the number,
-- the order, whether an admin refunded it, so that its refunds must be read too, and its state if the provider does not know the session.
create function public.begin_payment_sync(p_session_id text, p_order_id uuid) returns jsonb
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

-- Returns the sessions of orders that wait for money and are due for a check, oldest first, without an age limit. In addition: for seven
-- days, orders that ended without money although a payment was started, because it may arrive late; every quarter of an hour, orders whose
-- dispute Stripe refused to show; and for three days, less and less often, orders whose fee Stripe did not report yet.
create function public.list_sessions_to_check(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(s.session_id), '[]') from (
      (select o.session_id from public.orders o
        where o.state in ('open', 'waiting') and o.session_id is not null and o.check_after <= now()
        order by o.check_after limit p_limit)
      union
      (select o.session_id from public.orders o
        where o.state in ('expired', 'failed') and o.payment_intent_id is not null and o.session_id is not null and o.check_after <= now()
          and o.created_at > now() - interval '11 days' and coalesce(o.pay_by, o.created_at) > now() - interval '7 days'
        order by o.created_at limit p_limit)
      union
      (select o.session_id from public.orders o
        where o.dispute_unread_since is not null and o.checked_at < now() - interval '15 minutes'
        order by o.checked_at limit p_limit)
      union
      (select o.session_id from public.orders o
        where o.fee_minor is null and o.paid_at > now() - interval '3 days' and o.total_minor > 0 and o.session_id is not null
          and o.checked_at < now() - greatest(now() - o.paid_at, interval '30 minutes') / 2
        order by o.paid_at limit p_limit)
    ) s);
end
$$;

-- Returns the titles of an order that its buyer or the reader of a gift can read, or those that nobody can read. Returns no titles while
-- the payment is disputed.
create function public.titles_of_order(o public.orders, p_readable boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(t.title order by t.title), '[]')
      from (
        select c.title
          from public.order_copies c where c.order_id = o.id and o.state <> 'disputed'
          group by c.title, c.ebook_id
          having p_readable = (bool_or(public.gives_entitlement(o, c.id))
            or exists (select from public.current_entitlements r where r.uid = o.holder and r.ebook_id = c.ebook_id))
      ) t);
end
$$;

-- Settles an order into the state that the payment provider reported. The state, the entitlements and the email change in one transaction.
-- A sync that is not newer than the last applied one changes nothing.
-- `p_refunds`: [{ id, state, waits_for, obstacle }], as Stripe reports them. A refund that succeeded is done, a pending one is kept, a
-- failed one stays failed. Money that was returned without a refund of ours is shared out over the copies (see share_goodwill). Refunds
-- that an admin sent without Stripe count in addition. A refunded copy gives no entitlement. `p_facts` (payment to be made, method,
-- disputes, `received` if another amount than the total was paid) is stored with the state.
-- A change that this sync is the first to see becomes an order event with its time and amount, and so does a book that was paid twice.
-- Money that was returned, is on its way back or was lost in a dispute closes the buyer's refund request, even a declined one. A refund
-- that fails opens it again. An email about an erased buyer has `account_deleted`, so that it links to no page of the order. The caller
-- compares the amount paid with the total (fulfil.ts); an order with `received` gives no entitlement.
create function public.settle_order(
  p_order_id uuid, p_sync_no bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
  p_country text default null, p_refunds jsonb default '[]', p_refund_pending_minor integer default 0,
  p_facts jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
  v_state text;
  v_to_pay jsonb;
  v_manual_minor integer;
  v_is_by_hand boolean;
  v_is_first_money boolean;
  v_reason text;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- An order that its buyer canceled stays failed until a payment arrives. An order also fails when its session expires after the buyer got
  -- a boleto or a Pix.
  v_state := case
    when p_state in ('open', 'waiting', 'expired') and v_before.canceled_at is not null then 'failed'
    when p_state = 'expired' and v_before.pay_with is not null then 'failed'
    else p_state end;
  select string_agg(r.reason, E'\n\n' order by r.requested_at, r.id) into v_reason
    from public.order_refunds r
    where r.order_id = p_order_id and r.state = 'pending' and r.reason <> ''
      and (r.channel = 'manual' or r.id in (select s.id from jsonb_to_recordset(p_refunds) s (id uuid, state text) where s.state = 'done'));
  update public.order_refunds r set state = 'done' where r.order_id = p_order_id and r.channel = 'manual' and r.state = 'pending';
  v_is_by_hand := found;
  select coalesce(sum(r.amount_minor), 0) into v_manual_minor
    from public.order_refunds r where r.order_id = p_order_id and r.channel = 'manual' and r.state = 'done';
  if v_manual_minor > 0 and p_state in ('paid', 'partly_refunded') then
    v_state := case when p_refunded_minor + v_manual_minor >= v_before.total_minor then 'refunded' else 'partly_refunded' end;
  end if;
  v_to_pay := nullif(p_facts->'to_pay', 'null');
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = least(total_minor, p_refunded_minor + v_manual_minor),
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      pay_with = coalesce(v_to_pay->>'with', pay_with),
      pay_by = case when v_to_pay is null then pay_by else (v_to_pay->>'by')::timestamptz end,
      pay_code = case when v_state = 'waiting' then coalesce(v_to_pay->>'code', pay_code) end,
      pay_url = case when v_state = 'waiting' then coalesce(v_to_pay->>'url', pay_url) end,
      pay_pdf_url = case when v_state = 'waiting' then coalesce(v_to_pay->>'pdf_url', pay_pdf_url) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      fee_minor = coalesce(fee_minor, (p_facts->>'fee_minor')::integer),
      fee_tax_minor = coalesce(fee_tax_minor, (p_facts->>'fee_tax_minor')::integer),
      received = nullif(p_facts->'received', 'null'),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      applied_sync_no = p_sync_no
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    -- When a Pix expires, the payment page is open again.
    select p_order_id, case v_order.state when 'open' then 'failed' else v_order.state end, null::integer
      where v_order.state <> v_before.state and (v_order.state = 'open' or v_order.state in ('waiting', 'failed', 'disputed'))
    union all
    select p_order_id, case when v_order.refunded_minor > v_before.refunded_minor then 'refunded' else 'refund_failed' end,
        v_order.refunded_minor - v_before.refunded_minor
      where v_order.refunded_minor <> v_before.refunded_minor;

  update public.order_refunds r
    set state = s.state, waits_for = s.waits_for, obstacle = s.obstacle, failed_at = case when s.state = 'failed' then coalesce(r.failed_at, now()) end
    from jsonb_to_recordset(p_refunds) s (id uuid, state text, waits_for text, obstacle text)
    where r.order_id = p_order_id and r.id = s.id and r.state <> 'failed';
  perform public.share_goodwill(v_order);
  if v_order.state = 'refunded' and public.leaves_copies(v_order) then
    update public.orders set state = 'partly_refunded' where id = p_order_id returning * into v_order;
  end if;

  insert into public.disputes as d (id, order_id, reason, amount_minor, currency, state, due_by, is_refundable, evidence_at, opened_at, closed_at)
    select s.id, p_order_id, s.reason, s.amount_minor, s.currency, s.state, s.due_by, coalesce(s.is_refundable, false),
        case when s.is_answered and s.state <> 'needs_response' then now() end, s.opened_at,
        case when s.state in ('won', 'lost', 'closed') then now() end
      from jsonb_to_recordset(p_facts->'disputes') s
        (id text, reason text, amount_minor integer, currency text, state text, due_by timestamptz, is_refundable boolean, is_answered boolean,
          opened_at timestamptz)
    on conflict (id) do update
      set reason = excluded.reason, amount_minor = excluded.amount_minor, currency = excluded.currency, state = excluded.state,
        -- After an inquiry was refunded, nothing is left to refund.
        due_by = excluded.due_by, is_refundable = excluded.is_refundable or (d.is_refundable and v_order.state = 'refunded'),
        evidence_at = case when excluded.evidence_at is not null then coalesce(d.evidence_at, excluded.evidence_at) end,
        closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end;

  update public.refund_requests r
    set decision = case when s.goes_back then 'refunded' end, decided_at = case when s.goes_back then now() end, note = null
    from (
      select s.change > 0 or exists (select from public.disputes d where d.order_id = p_order_id and d.state = 'lost') as goes_back, s.change
        from (select v_order.refunded_minor + v_order.refund_pending_minor - v_before.refunded_minor - v_before.refund_pending_minor as change) s
    ) s
    where r.order_id = p_order_id
      and ((r.decision is distinct from 'refunded' and s.goes_back) or (r.decision = 'refunded' and not s.goes_back
        -- The bank also returned the amount of the earlier refund.
        and (s.change < 0 or v_order.refunded_minor + v_order.refund_pending_minor = 0)));

  perform public.settle_entitlements(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_receipts(v_order);

  -- A payment that was disputed before it was ever seen counts as first money when the bank has decided; its books may have been bought
  -- again meanwhile. If this buyer's emails were erased, assume that this one was sent.
  v_is_first_money := v_order.state in ('paid', 'partly_refunded') and (v_before.paid_at is null or (v_before.state = 'disputed'
    and not public.is_erased(v_order) and not exists (select from public.outbox m where m.key = public.purchase_mail_key(v_order, 'purchase_paid'))));
  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where ((v_before.paid_at is null and v_order.paid_at is not null)
          or (v_before.state = 'disputed' and v_order.state in ('paid', 'partly_refunded')))
        and not exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'paid_twice')
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- Each email reports a change: the first money, a new wait, a new failure, another refund.
  v_mails := array_remove(array[
    case when v_is_first_money then 'purchase_paid' end,
    -- A buyer who paid another amount waits for the owner, not for a payment.
    case when v_order.received is null and v_order.state in ('waiting', 'failed')
          and (v_order.state <> v_before.state or (v_order.state = 'waiting' and (v_order.pay_with is distinct from v_before.pay_with
            or (v_order.pay_with = 'pix' and v_order.pay_by <> v_before.pay_by))))
      then 'purchase_' || v_order.state end,
    case when v_order.state = 'open' and v_before.state = 'waiting' then 'purchase_failed' end,
    case when v_order.paid_at is not null and v_order.refunded_minor > v_before.refunded_minor then 'purchase_refunded' end
  ], null);
  v_is_deleted := public.is_erased(v_order);
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order)
        || jsonb_build_object('account_deleted', v_is_deleted, 'is_by_hand', v_is_by_hand,
          'went_back_minor', v_order.refunded_minor - v_before.refunded_minor)
        || case when kind = 'purchase_refunded' then jsonb_build_object('went_back_at', now(), 'reason', v_reason,
          'kept_titles', public.titles_of_order(v_order, true), 'ended_titles', public.titles_of_order(v_order, false)) else '{}' end,
      -- Most buyers pay a Pix as soon as they see it, so its email waits.
      now() + case when kind = 'purchase_waiting' and v_order.pay_with = 'pix' then interval '2 minutes' else interval '0' end
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  -- Do not ask for a Pix that was paid, that expired, or that another Pix or a boleto replaced.
  if 'pix' in (v_order.pay_with, v_before.pay_with) then
    delete from public.outbox m
      where m.recipient = v_order.buyer_email and m.kind = 'purchase_waiting' and m.payload->>'id' = p_order_id::text
        and m.sent_at is null and m.given_up_at is null and m.claimed_until is null
        and (v_order.state <> 'waiting' or m.key <> public.purchase_mail_key(v_order, 'purchase_waiting'));
  end if;
  if 'purchase_paid' = any (v_mails) then
    perform public.notify_team('sale', v_order.id::text, 'sale_made', jsonb_build_object('id', v_order.id, 'number', v_order.number,
      'currency', v_order.currency, 'total_minor', v_order.total_minor,
      'titles', (
        select jsonb_agg(distinct c.title) from public.order_copies c where c.order_id = p_order_id)),
      v_order.buyer_email, null);
  end if;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

-- Settles a free order: the state, the entitlements and the email change together, as for a paid order. Returns the order.
create function public.settle_free(p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return public.settle_order(p_order_id, 1, 'paid', null, 0, now())->'order';
end
$$;

-- Returns the part of Stripe's balance to read next, from the newest entry to the oldest: the part that was started, else everything since
-- the last complete reading, or since the first payment.
create function public.begin_balance_reading() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reading public.balance_reading;
begin
  if not exists (select from public.balance_reading) then
    insert into public.balance_reading (read_until)
      values (coalesce((select min(o.paid_at) from public.orders o where o.paid_at is not null), now())) on conflict do nothing;
  end if;
  update public.balance_reading b set reading_until = coalesce(b.reading_until, now()) where true returning * into v_reading;
  return jsonb_build_object('since', v_reading.read_until, 'until', v_reading.reading_until, 'after_id', v_reading.after_id);
end
$$;

-- Stores a page of the balance that ends with the entry `p_after_id`; null if there is no older entry. `p_fees`: { payment_intent_id,
-- fee_minor, tax_minor }, stored where the fee was unknown. `p_disputes`: { id, payment_intent_id, net_minor, happened_at }, each stored
-- once.
create function public.note_balance(p_fees jsonb, p_disputes jsonb, p_after_id text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Lock the orders before the sums, as a settlement does. Then lock all sums, because several orders change them here in any order.
  perform from public.orders o
    where o.payment_intent_id in (select f->>'payment_intent_id' from jsonb_array_elements(p_fees || p_disputes) f)
    order by o.id for update;
  lock table public.totals in share row exclusive mode;
  update public.orders o set fee_minor = f.fee_minor, fee_tax_minor = f.tax_minor
    from jsonb_to_recordset(p_fees) f (payment_intent_id text, fee_minor integer, tax_minor integer)
    where o.payment_intent_id = f.payment_intent_id and o.fee_minor is null;
  insert into public.dispute_transactions (id, order_id, net_minor, happened_at)
    select d.id, o.id, d.net_minor, d.happened_at
      from jsonb_to_recordset(p_disputes) d (id text, payment_intent_id text, net_minor integer, happened_at timestamptz)
      join public.orders o on o.payment_intent_id = d.payment_intent_id
    on conflict (id) do nothing;
  update public.balance_reading b
    set after_id = p_after_id,
      is_whole = b.is_whole or p_after_id is null,
      read_until = case when p_after_id is null then b.reading_until else b.read_until end,
      reading_until = case when p_after_id is not null then b.reading_until end
    where b.reading_until is not null;
end
$$;

-- Restarts the current reading of the balance at the newest entry, because the entry `after_id` no longer exists at Stripe.
create function public.restart_balance_reading() returns void
language sql volatile security definer set search_path = ''
as $$ update public.balance_reading set after_id = null where true $$;

-- Returns whether the balance was read once to its beginning, and until then the number of paid orders without a fee.
create function public.get_balance_reading() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'is_whole', exists (select from public.balance_reading b where b.is_whole),
    -- Counted only while fees of earlier orders are still being read.
    'orders_left', case when exists (select from public.balance_reading b where b.is_whole) then 0 else (select count(*) from public.orders o
      where o.fee_minor is null and o.paid_at is not null and o.total_minor > 0 and o.payment_intent_id is not null) end);
end
$$;

-- Returns whether a dispute needs no answer because all money was refunded while the bank only inquired. Stripe then takes nothing.
create function public.is_ended_by_refund(d public.disputes, o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return d.is_refundable and o.state = 'refunded';
end
$$;

-- Returns the dispute of an order that must be answered, else the newest one, or null.
create function public.dispute_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select to_jsonb(d) - 'order_id' from public.disputes d
      where d.order_id = o.id order by d.state <> 'needs_response', d.opened_at desc, d.id limit 1);
end
$$;

-- Cancels a boleto or Pix for the buyer, who may then buy the books in another way. `outcome`: `canceled`, even if it was canceled before;
-- `refused` if no payment can be canceled now. Null if the order does not belong to this buyer.
create function public.cancel_payment(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.canceled_at is not null and v_order.state = 'failed' then
    return jsonb_build_object('outcome', 'canceled');
  end if;
  if v_order.state <> 'waiting' or v_order.pay_with is null then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o set state = 'failed', canceled_at = now(), pay_code = null, pay_url = null, pay_pdf_url = null where o.id = p_order_id
    returning * into v_order;
  insert into public.order_events (order_id, kind) values (p_order_id, 'canceled');
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (public.purchase_mail_key(v_order, 'purchase_failed'), 'purchase_failed', v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order))
    on conflict (key) do nothing;
  return jsonb_build_object('outcome', 'canceled');
end
$$;

-- Refunds --------------------------------------------------------------------------------------------------------------------------

-- Returns when the terms of an order begin: at its payment, or at the launch of the last of its books.
create function public.terms_begin(o public.orders) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(o.paid_at, (
    select max(b.launch_at) from public.order_copies c join public.ebooks_metadata b on b.id = c.ebook_id where c.order_id = o.id));
end
$$;

-- Returns whether the buyer can request a refund: in time, with money left to refund, and without a dispute, because disputed money is not
-- ours to return.
create function public.may_request_refund(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state in ('paid', 'partly_refunded') and public.refundable_minor(o) > 0 and public.terms_begin(o) > now() - public.rule('refund_request')
    and not exists (select from public.refund_requests r where r.order_id = o.id);
end
$$;

-- Stores the buyer's refund request, and queues the email to the owner and the acknowledgement to the buyer. `outcome`: `stored`, or
-- `refused` if the order cannot be refunded on request now; null if the order does not belong to this buyer.
create function public.request_refund(p_uid text, p_order_id uuid, p_reason text, p_owner_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_payload jsonb;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if not public.may_request_refund(v_order) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  insert into public.refund_requests (order_id, reason) values (p_order_id, p_reason);
  v_payload := public.order_mail_payload(v_order);
  insert into public.outbox (key, kind, recipient, locale, payload) values
    ('refund_requested:' || p_order_id, 'refund_requested', p_owner_email, 'pt-BR', v_payload || jsonb_build_object('reason', p_reason)),
    ('refund_acknowledged:' || p_order_id, 'refund_acknowledged', v_order.buyer_email, v_order.locale, v_payload);
  perform public.notify_team('refund', p_order_id::text, 'refund_requested', v_payload || jsonb_build_object('reason', p_reason),
    v_order.buyer_email, p_owner_email);
  return jsonb_build_object('outcome', 'stored', 'requested_at', now());
end
$$;

-- Declines a buyer's request, with a note that the buyer gets by email. `outcome`: `declined`, or `changed` if no request is open; null if
-- there is no such order.
create function public.decline_refund(p_actor jsonb, p_order_id uuid, p_note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  update public.refund_requests r set decision = 'declined', decided_at = now(), note = p_note
    where r.order_id = p_order_id and r.decision is null;
  if not found then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    -- A refund that fails opens the request again, so it may be declined more than once.
    values ('refund_declined:' || p_order_id || ':' || extract(epoch from now())::bigint, 'refund_declined', v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order) || jsonb_build_object('note', p_note, 'account_deleted', public.is_erased(v_order)));
  perform public.write_audit_log(p_actor, 'order_refund_declined', 'order', p_order_id::text, null, null);
  return jsonb_build_object('outcome', 'declined');
end
$$;

-- Returns whether Stripe still refunds a contested order: each of its disputes is only an inquiry of the bank.
create function public.is_inquiry(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state = 'disputed' and o.dispute_unread_since is null
    and (select bool_and(d.is_refundable) from public.disputes d where d.order_id = o.id and d.state not in ('won', 'closed')) is true;
end
$$;

-- Returns why nothing of an order can be refunded or taken back now, or null.
create function public.refund_obstacle(o public.orders) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state = 'disputed' and not public.is_inquiry(o) then 'disputed'
    when o.state = 'refunded' then 'already_refunded'
    when o.state not in ('paid', 'partly_refunded', 'disputed') or (o.total_minor > 0 and (o.session_id is null or o.payment_intent_id is null))
      then 'not_paid'
    when public.refundable_minor(o) = 0 and not exists (
      select from public.order_copies c
        where c.order_id = o.id and public.kept_minor(c) = 0 and not public.is_taken_back(c.id, true)) then 'already_refunded'
    -- A pending refund without named copies, as from Stripe's dashboard, may still fail.
    when o.refund_pending_minor > (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and r.state = 'pending' and r.waits_for is not null) then 'under_way'
  end;
end
$$;

-- Returns the channels by which money can be returned. Stripe refunds no boleto and no old Pix, so the owner refunds these payments
-- manually, and also amounts that Stripe failed to refund.
create function public.refund_channels(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.payment_method->>'type' = 'boleto' or (o.payment_method->>'type' = 'pix' and o.paid_at < now() - public.rule('refund_pix')) then '["manual"]'::jsonb
    when exists (select from public.order_refunds r where r.order_id = o.id and r.obstacle in ('method', 'returned')) then '["stripe", "manual"]'
    else '["stripe"]' end;
end
$$;

-- Returns the amount that can still be refunded, without refunds on their way. The order's own amount includes refunds that Stripe
-- accepted.
create function public.refundable_minor(o public.orders) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when o.state in ('paid', 'partly_refunded') or public.is_inquiry(o) then greatest(0, o.total_minor - o.refunded_minor - o.refund_pending_minor - (
    select coalesce(sum(r.amount_minor), 0)::integer from public.order_refunds r where r.order_id = o.id and r.state = 'pending' and r.waits_for is null)) else 0 end;
end
$$;

-- Returns whether a refund took a copy back, or with `p_also_pending` is about to take it back.
create function public.is_taken_back(p_copy_id uuid, p_also_pending boolean) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.refund_parts p
      where p.copy_id = p_copy_id and p.takes_back and (p.state = 'done' or (p_also_pending and p.state = 'pending')));
end
$$;

-- Returns whether readers keep copies of a fully refunded order: a refund left a copy to its reader, or all paid copies were taken back by
-- name and free ones remain.
create function public.leaves_copies(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.order_copies c join public.refund_parts p on p.copy_id = c.id
        where c.order_id = o.id and p.leaves_copy and p.state = 'done' and not public.is_taken_back(c.id, false))
    or (exists (select from public.order_copies c where c.order_id = o.id and c.paid_minor = 0 and not public.is_taken_back(c.id, false))
      and not exists (select from public.order_copies c where c.order_id = o.id and c.paid_minor > 0 and not public.is_taken_back(c.id, false)));
end
$$;

-- Returns the price paid for a copy, less the refunds that are done or on their way.
create function public.kept_minor(c public.order_copies) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return c.paid_minor - c.goodwill_minor
    - (select coalesce(sum(p.minor), 0)::integer from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed');
end
$$;

-- Returns the amount that the shop owes for a copy that was taken back: money that it still has because another refund failed later, less
-- the amount that the owner withheld.
create function public.owed_for(c public.order_copies) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when public.is_taken_back(c.id, false) then greatest(0, public.kept_minor(c) - (
    select coalesce(sum(p.withheld_minor), 0)::integer from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed')) else 0 end;
end
$$;

-- Returns the amount that is owed for the copies of an order that were taken back, see owed_for.
create function public.owed_minor(o public.orders) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(public.owed_for(c)), 0)::integer
      from public.order_copies c where c.order_id = o.id and o.state in ('paid', 'partly_refunded'));
end
$$;

-- Shares out refunds without named copies, as from Stripe's dashboard, over the copies that were not taken back, in proportion to the money
-- kept for each; over all copies if these do not suffice. When such a refund fails, the shares shrink again. The shares add up exactly, by
-- the method of largest remainders.
create function public.share_goodwill(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_change bigint := greatest(0, o.refunded_minor + o.refund_pending_minor - (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and (r.state = 'done' or (r.state = 'pending' and r.waits_for is not null))))
    - (select coalesce(sum(c.goodwill_minor), 0) from public.order_copies c where c.order_id = o.id);
begin
  if v_change = 0 then
    return;
  end if;
  with copies as (
    select c.id, c.ebook_id, c.no, case when v_change < 0 then c.goodwill_minor else public.kept_minor(c) end::bigint as base,
        not public.is_taken_back(c.id, true) as is_left
      from public.order_copies c where c.order_id = o.id
  ), bases as (
    select c.*, sum(c.base) over () as whole
      from copies c
      where v_change < 0 or c.is_left or abs(v_change) > (select coalesce(sum(x.base), 0) from copies x where x.is_left)
  ), parts as (
    select b.*, least(abs(v_change), b.whole)::bigint as amount from bases b where b.whole > 0
  ), shares as (
    select p.id, p.amount * p.base / p.whole::bigint as share, p.amount - sum(p.amount * p.base / p.whole::bigint) over () as rest,
        row_number() over (order by p.amount * p.base % p.whole::bigint desc, p.ebook_id, p.no) as place
      from parts p
  )
  update public.order_copies c
    set goodwill_minor = c.goodwill_minor + sign(v_change)::integer * (s.share + (s.place <= s.rest)::integer)::integer
    from shares s where c.id = s.id;
end
$$;

-- Returns the parts of a refund. `p_items` names copies: of each book the first ones by refund_rank. Null means every copy that is left and
-- all money kept for the others; an empty list means the amounts owed. `p_amount_minor` is shared out over these copies in proportion to
-- what can be refunded for each, exactly, by the method of largest remainders; null means all of it. `p_takes_back`: the copies are taken
-- back, too.
create function public.parts_to_refund(
  p_order_id uuid, p_items jsonb, p_amount_minor integer default null, p_takes_back boolean default true
) returns table (copy_id uuid, minor integer, takes_back boolean, withheld_minor integer, leaves_copy boolean)
language sql stable security definer set search_path = ''
as $$
  with copies as (
    select x.id, x.ebook_id, x.no, public.kept_minor(x) as kept, public.owed_for(x) as owed, l.is_left,
        row_number() over (partition by x.ebook_id, l.is_left order by public.refund_rank(x), x.no desc) as place
      from public.order_copies x cross join lateral (select not public.is_taken_back(x.id, true) as is_left) l
      where x.order_id = p_order_id
  ), chosen as (
    select c.*, (case when p_items = '[]' then c.owed else c.kept end)::bigint as base
      from copies c
      where case when c.is_left
        then p_items is null or c.place <= (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w where w->>'ebook_id' = c.ebook_id)
        else (p_items is null and c.kept > 0) or (p_items = '[]' and c.owed > 0) end
  ), wholes as (
    select h.*, greatest(1, sum(h.base) over ())::bigint as whole, coalesce(p_amount_minor, sum(h.base) over ())::bigint as amount from chosen h
  ), floors as (
    select w.*, w.amount * w.base / w.whole as share, w.amount - sum(w.amount * w.base / w.whole) over () as rest,
        row_number() over (order by w.amount * w.base % w.whole desc, w.ebook_id, w.no) as nth
      from wholes w
  ), shares as (
    select f.*, (f.share + (f.nth <= f.rest)::integer)::integer as given from floors f
  )
  select s.id, s.given, s.is_left and p_takes_back,
      case when s.is_left then case when p_takes_back then s.kept - s.given else 0 end else -greatest(0, s.given - s.owed) end,
      s.is_left and not p_takes_back and s.given > 0 and s.given = s.kept
    from shares s
$$;

-- Returns a refund as the admin's page of an order shows it.
create function public.refund_json(r public.order_refunds) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', r.id, 'order_id', r.order_id, 'items', r.items, 'amount_minor', r.amount_minor, 'state', r.state,
      'waits_for', r.waits_for, 'obstacle', r.obstacle, 'channel', r.channel, 'evidence', r.evidence, 'keeps_access', r.keeps_access,
      'reason', r.reason, 'requested_by', r.requested_by, 'requested_at', r.requested_at,
      'session_id', o.session_id, 'payment_intent_id', o.payment_intent_id)
    from public.orders o where o.id = r.order_id);
end
$$;

-- Checks a refund and stores it before Stripe is asked for money.
-- `p_evidence`: the owner sent the money manually. `p_items`: [{ ebook_id, quantity }], each book once, or null or empty (see
-- parts_to_refund). `p_left_minor`: the refundable amount that the admin saw, which allows any part of it; without it, only the full amount
-- of the copies is allowed. `p_keeps_access`: the readers keep the copies. `p_reason`: a note to the buyer.
-- Outcome `begun`, also for an attempt that was begun before. `attempt_reused`: that attempt was for something else. `refused` with the
-- obstacle; `method` if the money cannot be returned by this channel. `changed`: these books or this amount cannot be refunded now, or a
-- gift would be taken from its reader without `p_takes_claimed`. Returns null if there is no such order.
-- Copies without money are taken back at once, without Stripe and without an email, for example a book that was given. An order without
-- money is `refunded` once its last copy is taken back.
create function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text,
  p_takes_claimed boolean default false, p_evidence text default null, p_left_minor integer default null,
  p_keeps_access boolean default false, p_reason text default ''
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_parts jsonb;
  v_whole_minor integer;
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
          and v_refund.channel = v_channel and v_refund.keeps_access = p_keeps_access
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := coalesce(public.refund_obstacle(v_order), case when v_channel <> 'none' and not public.refund_channels(v_order) ? v_channel then 'method' end);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  select coalesce(sum(p.minor), 0) into v_whole_minor from public.parts_to_refund(p_order_id, p_items) p;
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into v_parts
    from public.parts_to_refund(p_order_id, p_items, p_amount_minor, not p_keeps_access) p;
  if v_order.currency <> p_currency
    or p_amount_minor > least(v_whole_minor, public.refundable_minor(v_order))
    or (p_amount_minor = 0 and (v_whole_minor > 0 or p_keeps_access))
    or (p_left_minor is null and p_amount_minor < v_whole_minor) or p_left_minor <> public.refundable_minor(v_order)
    or v_parts = '[]'
    or jsonb_array_length(v_parts) < (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w)
    or not p_takes_claimed and exists (
      select from jsonb_array_elements(v_parts) p join public.order_copies c on c.id = (p->>'copy_id')::uuid
        where (p->>'takes_back')::boolean and public.refund_rank(c) = 2) then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by, channel, evidence, state, keeps_access, reason)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email', v_channel, case when v_channel = 'manual' then p_evidence end,
      case when v_channel = 'none' then 'done' else 'pending' end, p_keeps_access, p_reason)
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back, withheld_minor, leaves_copy, state)
    select v_refund.id, p.copy_id, p.minor, p.takes_back, p.withheld_minor, p.leaves_copy, v_refund.state
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean, withheld_minor integer, leaves_copy boolean);
  if v_channel = 'none' then
    update public.orders o set checked_at = now(), state = case
        when o.refunded_minor = o.total_minor and not exists (
          select from public.order_copies c where c.order_id = o.id and not public.is_taken_back(c.id, false)) then 'refunded'
        else o.state end
      where o.id = p_order_id returning * into v_order;
    perform public.settle_entitlements(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  end if;
  perform public.withdraw_gift_mails(v_order);
  perform public.write_audit_log(p_actor, case v_channel when 'none' then 'order_copies_taken_back' else 'order_refund_asked' end, 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items, 'channel', v_channel)
      || case when v_channel = 'none' then '{}' else jsonb_build_object('keeps_access', p_keeps_access) end);
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

-- Marks a refund as failed because Stripe refused it: its copies can be claimed again. A success is read with the payment, see
-- settle_order.
create function public.fail_refund(p_id uuid, p_obstacle text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o join public.order_refunds r on r.order_id = o.id where r.id = p_id for update of o;
  update public.order_refunds set state = 'failed', obstacle = p_obstacle, waits_for = null, failed_at = now() where id = p_id and state = 'pending';
  perform public.withdraw_gift_mails(v_order);
end
$$;

-- Claims refunds without a known answer from Stripe that are due for another request, and schedules the next one: the older, the later.
create function public.claim_refunds(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refunds jsonb;
begin
  with due as (
    select r.id from public.order_refunds r where r.state = 'pending' and r.check_after <= now() order by r.check_after limit p_limit
      for update skip locked
  ), put_off as (
    update public.order_refunds r
      set check_after = now() + public.until_next_check(r.requested_at)
      from due where r.id = due.id
      returning r.*
  )
  select coalesce(jsonb_agg(public.refund_json(row(p.*)::public.order_refunds)), '[]') into v_refunds from put_off p;
  return v_refunds;
end
$$;
