-- What a bank only asks about can be refunded.
set check_function_bodies = off;

alter table public.disputes add column is_refundable boolean not null default false;

-- Makes the order what the provider said of it: its state, its entitlements and its mail, together. A sync with a lower number than the
-- one shown is older or no newer, and changes nothing. Refunds are what Stripe says of them (`p_refunds`: [{ id, state, waits_for, obstacle }]): one is done
-- when it succeeded, what is on its way is kept; one that failed stays so. What was given back without a refund of ours is shared out over the
-- copies (see share_goodwill). What an admin sent without Stripe counts beside it. A copy that was taken back gives no right. What Stripe says of what is to be paid, method
-- of payment and disputes (`p_facts`) is kept with the state; a change that only this sync saw is written down with its moment and its
-- amount, and so is what was paid twice. Money on its way, or that the bank gave back, decides the buyer's request for it, also one that was declined; when
-- it comes back, the request is open again. A mail about an account that was deleted meanwhile says so to the owner. Whether the total was paid is compared before (fulfil.ts);
-- an order of which something else was paid has `received` among its facts, and gives no rights.
create or replace function public.settle_order(
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
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- What its buyer gave up is over unless it is paid all the same; and a page that ends after a boleto or a Pix was given has failed.
  v_state := case
    when p_state in ('open', 'waiting', 'expired') and v_before.canceled_at is not null then 'failed'
    when p_state = 'expired' and v_before.pay_with is not null then 'failed'
    else p_state end;
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
    -- Of a Pix that lapsed the page is open again.
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
  if v_order.state = 'refunded' and public.keeps_free_copies(v_order) then
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
        -- Of an inquiry that was refunded nothing is left to refund.
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
        -- The bank took back what it had given back, too.
        and (s.change < 0 or v_order.refunded_minor + v_order.refund_pending_minor = 0)));

  perform public.settle_rights(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_receipts(v_order);

  -- Money that was contested before it was seen is there once the bank has decided; what it paid for may have been bought again meanwhile.
  -- Whose mails were erased has had this one.
  v_is_first_money := v_order.state in ('paid', 'partly_refunded') and (v_before.paid_at is null or (v_before.state = 'disputed'
    and not public.is_forgotten(v_order) and not exists (select from public.outbox m where m.key = public.purchase_mail_key(v_order, 'purchase_paid'))));
  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where ((v_before.paid_at is null and v_order.paid_at is not null)
          or (v_before.state = 'disputed' and v_order.state in ('paid', 'partly_refunded')))
        and not exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'paid_twice')
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_is_first_money then 'purchase_paid' end,
    -- Who paid another amount waits for the owner, not for a payment.
    case when v_order.received is null and v_order.state in ('waiting', 'failed')
          and (v_order.state <> v_before.state or (v_order.state = 'waiting' and (v_order.pay_with is distinct from v_before.pay_with
            or (v_order.pay_with = 'pix' and v_order.pay_by <> v_before.pay_by))))
      then 'purchase_' || v_order.state end,
    case when v_order.state = 'open' and v_before.state = 'waiting' then 'purchase_failed' end,
    case when v_order.paid_at is not null and v_order.refunded_minor > v_before.refunded_minor then 'purchase_refunded' end
  ], null);
  v_is_deleted := public.is_forgotten(v_order);
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order)
        || jsonb_build_object('account_deleted', v_is_deleted, 'is_by_hand', v_is_by_hand,
          'went_back_minor', v_order.refunded_minor - v_before.refunded_minor),
      -- Most who see a Pix pay it at once.
      now() + case when kind = 'purchase_waiting' and v_order.pay_with = 'pix' then interval '2 minutes' else interval '0' end
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  -- A Pix that was paid, that lapsed or in whose place there is another or a boleto is not asked for any more.
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

-- Whether a dispute wants no answer any more because all the money went back while the bank only inquired: Stripe takes nothing then.
create or replace function public.is_ended_by_refund(d public.disputes, o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return d.is_refundable and o.state = 'refunded';
end
$$;

-- Whether Stripe gives money of an order back although it is contested: of all that its bank asks, it only inquires.
create or replace function public.is_inquiry(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state = 'disputed' and o.dispute_unread_since is null
    and (select bool_and(d.is_refundable) from public.disputes d where d.order_id = o.id and d.state not in ('won', 'closed')) is true;
end
$$;

-- Why nothing of an order can go back now, neither money nor copies for which there is none, or null.
create or replace function public.refund_obstacle(o public.orders) returns text
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
    -- Whether a pending refund that names no copy, as one from Stripe's dashboard, succeeds is not known yet.
    when o.refund_pending_minor > (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and r.state = 'pending' and r.waits_for is not null) then 'under_way'
  end;
end
$$;

-- What can still go back: without what is on its way; a refund that Stripe took on is in the order's own amount.
create or replace function public.refundable_minor(o public.orders) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when o.state in ('paid', 'partly_refunded') or public.is_inquiry(o) then greatest(0, o.total_minor - o.refunded_minor - o.refund_pending_minor - (
    select coalesce(sum(r.amount_minor), 0)::integer from public.order_refunds r where r.order_id = o.id and r.state = 'pending' and r.waits_for is null)) else 0 end;
end
$$;

-- What waits for the owner at `p_now`, at most 1,000 of a kind. A task is no row of its own: it is there as long as its cause, which each
-- branch finds by an index of nothing else. `subject`, `label`: an order's id and number, a message's number and sender, a book's id and
-- title, a review's id and the title of its book, a text's id and the title of what it is about, an import's id and its file. `detail`: why, in a word of ours or in the person's own.
create or replace function public.owner_tasks(p_now timestamptz, p_has_channel boolean, p_zone text)
returns table (kind text, subject text, label text, began_at timestamptz, due_by timestamptz, detail text, amount_minor integer, currency text,
  payment_intent_id text, session_id text, snoozed_until timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with tasks as (
    (select 'dispute' as kind, o.id::text as subject, o.number::text as label, d.opened_at as began_at, d.due_by, d.reason as detail,
        d.amount_minor, d.currency, o.payment_intent_id, o.session_id
      from public.disputes d join public.orders o on o.id = d.order_id
      where d.state = 'needs_response' and not public.is_ended_by_refund(d, o) order by d.due_by, d.id limit 1000)
    union all
    -- While a payment is disputed its money is not the shop's to return.
    (select 'refund_request', o.id::text, o.number::text, r.requested_at, null, left(r.reason, 200),
        o.total_minor - o.refunded_minor - o.refund_pending_minor, o.currency, null, null
      from public.refund_requests r join public.orders o on o.id = r.order_id
      where r.decision is null and o.state in ('paid', 'partly_refunded') order by r.requested_at limit 1000)
    union all
    (select 'message', c.number::text, c.name, c.created_at, public.message_due_by(c.created_at, p_zone), c.email, null, null, null, null
      from public.contact_messages c where c.state = 'new' order by c.created_at, c.id limit 1000)
    union all
    (select 'ebook_draft', b.id, b.title, b.created_at, null, '', null, null, null, null
      from public.ebooks_metadata b where b.state = 'draft' order by b.created_at, b.id limit 1000)
    union all
    (select 'review', r.id::text, b.title, r.changed_at, null, left(r.text, 200), null, null, null, null
      from public.reviews r join public.ebooks_metadata b on b.id = r.ebook_id
      where r.state = 'waiting' order by r.changed_at, r.id limit 1000)
    union all
    (select 'launch_file', b.id, b.title, b.launch_at - interval '7 days', b.launch_at - interval '1 day', '', null, null, null, null
      from public.ebooks_metadata b
      where b.launched_at is null and b.launch_at <= p_now + interval '7 days' and not b.has_file and b.state <> 'draft'
      order by b.launch_at, b.id limit 1000)
    union all
    (select i.kind, i.subject, i.label, i.began_at, null, i.detail, null, null, null, null
      from public.active_incidents(p_now, p_has_channel) i limit 1000)
    union all
    (select l.kind, l.subject, l.label, l.began_at, null, l.detail, null, null, null, null from public.letter_tasks() l limit 1000)
    union all
    (select d.kind, d.subject, d.label, d.began_at, null, '', null, null, null, null from public.draft_tasks() d limit 1000)
    union all
    -- Due for five minutes, when each turn publishes what it can.
    (select 'post_unpublished', p.id::text, public.listed_post_json(p)->>'title', p.publish_at, null, '', null, null, null, null
      from public.posts p where p.state = 'scheduled' and p.publish_at < p_now - interval '5 minutes' order by p.publish_at limit 1000)
    union all
    -- Rows that could not be taken, until the owner throws them away or their time is over.
    (select 'import_refused', i.id::text, i.filename, i.finished_at, null, i.refused::text, null, null, null, null
      from public.imports i
      where i.state = 'done' and i.refused > 0
        and exists (select from public.import_rows r where r.import_id = i.id and r.reason is not null)
      order by i.finished_at, i.id limit 1000)
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

-- Writes to each owner, or to `p_owner_email` while there is none, of every dispute that is to be answered: at once, and three days and one
-- day before the answer is due; and anew when an inquiry becomes a dispute or one is appealed, which has another day. Each letter has one
-- key, so that it is written once. Answers how many were.
create or replace function public.send_dispute_letters(p_owner_email text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with recipients as (
    select distinct a.email from public.owner_addresses() a
    union all select p_owner_email where not exists (select from public.owner_addresses())
  ), due as (
    select d.id, d.order_id, k.kind, concat_ws(':', k.kind, d.id, k.days, extract(epoch from d.due_by)::bigint) as key
      from public.disputes d join public.orders o on o.id = d.order_id
      cross join lateral (
        select 'dispute_opened' as kind, null::integer as days
        union all
        select 'dispute_due', b.days from (values (3, 1), (1, 0)) b (days, until)
          where d.opened_at < d.due_by - make_interval(days => b.days)
            and p_now >= d.due_by - make_interval(days => b.days) and p_now < d.due_by - make_interval(days => b.until)
      ) k
      where d.state = 'needs_response' and not public.is_ended_by_refund(d, o)
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select u.key || ':' || r.email, u.kind, r.email, 'pt-BR',
          public.order_mail_payload(o) - 'to_pay'
            || jsonb_build_object('dispute', to_jsonb(d) - 'order_id', 'payment_intent_id', o.payment_intent_id, 'session_id', o.session_id)
        from due u join public.disputes d on d.id = u.id join public.orders o on o.id = u.order_id cross join recipients r
        where not exists (select from public.outbox m where m.key = u.key || ':' || r.email)
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;
