-- What is said of an order: the boleto that is to be paid, how it was paid, its dispute, and each of its letters by its kind.

alter table public.orders
  -- As Stripe gave it, while it can be paid: { number, pdf_url, voucher_url, expires_at }. Later only until when it could.
  add column boleto jsonb,
  -- When the buyer gave the boleto up. Stripe does not call it back, so that its money may come all the same.
  add column canceled_at timestamptz,
  -- { type, brand, last4 }
  add column payment_method jsonb,
  -- The one that is open, else the newest: { id, reason, state, amount_minor, due_by, opened_at }.
  add column dispute jsonb,
  -- Since when Stripe refuses to show it to our key.
  add column dispute_unread_since timestamptz;
create index orders_disputed on public.orders (id) where state = 'disputed';
create index orders_dispute_unread on public.orders (checked_at) where dispute_unread_since is not null;

alter table public.order_events drop constraint order_events_kind_check;
alter table public.order_events add constraint order_events_kind_check
  check (kind in ('waiting', 'failed', 'canceled', 'refunded', 'refund_failed', 'disputed', 'taken_over'));

alter table public.owner_alerts drop constraint owner_alerts_kind_check;
alter table public.owner_alerts add constraint owner_alerts_kind_check
  check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund', 'disputed_order', 'disputes_unread'));

-- As before, with its boleto and how it was paid.
create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method,
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor,
          'filename', (select b.filename from public.ebooks_metadata b where b.id = i.ebook_id),
          'cover_version', (select b.cover_version from public.ebooks_metadata b where b.id = i.ebook_id)) order by i.title, i.ebook_id)
        from public.order_items i where i.order_id = o.id),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

-- As before, and the answer to a request for a refund.
create or replace function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged')
      and m.payload->>'id' = o.id::text
$$;

-- What stays of a boleto that can be paid no more: the page of its voucher names its payer.
create function public.past_boleto(p_boleto jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when p_boleto is not null
    then jsonb_build_object('number', null, 'pdf_url', null, 'voucher_url', null, 'expires_at', p_boleto->'expires_at') end
$$;

-- As before; what Stripe says of boleto, method of payment and dispute (`p_facts`) is kept with the state.
drop function public.settle_order(uuid, bigint, text, text, integer, timestamptz, text, jsonb, integer);
create function public.settle_order(
  p_order_id uuid, p_reading bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
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
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_reading <= v_before.settled_reading then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- A boleto that its buyer gave up is over unless it is paid all the same.
  v_state := case when p_state = 'waiting' and v_before.canceled_at is not null then 'failed' else p_state end;
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      boleto = case when v_state = 'waiting' then coalesce(nullif(p_facts->'boleto', 'null'), boleto) else public.past_boleto(boleto) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      dispute = coalesce(nullif(p_facts->'dispute', 'null'), dispute),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      settled_reading = p_reading
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    select p_order_id, v_order.state, null::integer
      where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, case when v_order.refunded_minor > v_before.refunded_minor then 'refunded' else 'refund_failed' end,
        v_order.refunded_minor - v_before.refunded_minor
      where v_order.refunded_minor <> v_before.refunded_minor;

  update public.order_refunds r
    set state = s.state, waits_for = s.waits_for, obstacle = s.obstacle, failed_at = case when s.state = 'failed' then coalesce(r.failed_at, now()) end
    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
    where r.order_id = p_order_id and r.id = s.id;

  insert into public.entitlements (order_id, ebook_id, uid)
    select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i
      where i.order_id = p_order_id and v_order.state in ('paid', 'partly_refunded')
        and public.refunded_copies(p_order_id, i.ebook_id, false) < i.quantity
    on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  update public.entitlements e set revoked_at = now()
    where e.order_id = p_order_id and e.revoked_at is null
      and not (v_order.state in ('paid', 'partly_refunded') and public.refunded_copies(p_order_id, e.ebook_id, false) < (
        select i.quantity from public.order_items i where i.order_id = p_order_id and i.ebook_id = e.ebook_id));

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

-- The buyer pays this boleto no more, and may buy the books in another way. `outcome`: `canceled`, also when it was before, or `refused` when
-- there is no boleto to be paid (any more); null when the order is not this buyer's.
create function public.cancel_boleto(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.canceled_at is not null and v_order.state = 'failed' then
    return jsonb_build_object('outcome', 'canceled');
  end if;
  if v_order.state <> 'waiting' or v_order.boleto is null then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o set state = 'failed', canceled_at = now(), boleto = public.past_boleto(o.boleto) where o.id = p_order_id
    returning * into v_order;
  insert into public.order_events (order_id, kind) values (p_order_id, 'canceled');
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (public.purchase_mail_key(v_order, 'purchase_failed'), 'purchase_failed', v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'])
    on conflict (key) do nothing;
  return jsonb_build_object('outcome', 'canceled');
end
$$;

-- As before, and each quarter of an hour those whose dispute Stripe refused to show.
create or replace function public.orders_to_check(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(s.session_id), '[]') from (
    (select o.session_id from public.orders o
      where o.state in ('open', 'waiting') and o.session_id is not null and o.check_after <= now()
      order by o.check_after limit p_limit)
    union
    (select o.session_id from public.orders o
      where o.dispute_unread_since is not null and o.checked_at < now() - interval '15 minutes'
      order by o.checked_at limit p_limit)
  ) s
$$;

-- As before; each letter is named by its kind, and a boleto can be given up.
create or replace function public.order_detail(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
    'readable', (
      select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
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
          where d.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'may_cancel', o.state = 'waiting' and o.boleto is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

-- As before; each letter is named by its kind, and the dispute is told.
create or replace function public.admin_order(p_order_id uuid) returns jsonb
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
        'refund_acknowledged')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', o.dispute,
    'dispute_unread', o.dispute_unread_since is not null,
    'awaits_new_owner', o.claimable_by is not null,
    'readable', (select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refundable_copies', (
      select jsonb_object_agg(i.ebook_id, case when public.refund_obstacle(o) is null
          then i.quantity - public.refunded_copies(o.id, i.ebook_id, true) else 0 end)
        from public.order_items i where i.order_id = o.id),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at) from public.refund_requests q where q.order_id = o.id),
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
          where d.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select 'refund_asked', r.requested_at, 3, r.amount_minor from public.order_refunds r where r.order_id = o.id
        -- One that was counted as refunded before has an event that says so.
        union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
          where r.order_id = o.id and r.failed_at is not null and not exists (
            select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

-- As before; only the letter with the books delivers them, and disputes are told.
create or replace function public.current_troubles(p_now timestamptz, p_has_channel boolean)
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
          select from public.order_items i
            where i.order_id = o.id
              and case when not exists (select from public.entitlements e
                  where e.order_id = o.id and e.ebook_id = i.ebook_id and e.revoked_at is null)
                then public.refunded_copies(o.id, i.ebook_id, false) < i.quantity end) then 'not_readable'
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
  -- The bank decides against who says nothing until then.
  select 'disputed_order', o.id::text, o.number::text, (o.dispute->>'opened_at')::timestamptz, coalesce(o.dispute->>'due_by', '')
    from public.orders o where o.state = 'disputed' and o.dispute->>'state' = 'needs_response'
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
  -- Its own mail tells of it, once for each file (`note_unstamped`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

-- As before; of each dispute the owner is told once, by a letter of its own.
create or replace function public.tell_owner(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with wrong as materialized (
    select * from public.current_troubles(p_now, p_has_channel) where kind <> 'unstamped_book'
  ), begun as (
    insert into public.owner_alerts (kind, subject, label, began_at, told_at)
      select w.kind, w.subject, w.label, w.began_at, p_now from wrong w
      on conflict (kind, subject) do nothing
      returning kind, subject
  ), lasting as (
    update public.owner_alerts a set told_at = p_now
      from wrong w
      where a.kind = w.kind and a.subject = w.subject and a.kind not in ('failed_refund', 'disputed_order') and a.told_at <= p_now - interval '1 day'
      returning a.kind, a.subject
  ), over as (
    delete from public.owner_alerts a
      where not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
      returning a.kind, a.subject, a.label, a.began_at
  ), news as (
    select 'began' as event, w.* from begun b join wrong w using (kind, subject)
    union all select 'lasts', w.* from lasting l join wrong w using (kind, subject)
    union all select 'over', v.kind, v.subject, v.label, v.began_at, null from over v where v.kind not in ('failed_refund', 'disputed_order')
  ), numbered as (
    select n.*, row_number() over (partition by n.kind, n.event order by n.began_at, n.subject) as place from news n
  ), letters as (
    select n.kind, n.event, jsonb_build_object('kind', n.kind, 'event', n.event, 'count', count(*), 'began_at', min(n.began_at),
        'items', jsonb_agg(jsonb_build_object('subject', n.subject, 'label', n.label, 'detail', n.detail) order by n.place)
          filter (where n.place <= 20)) as payload
      from numbered n group by n.kind, n.event
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'owner_alert:' || l.kind || ':' || l.event || ':' || extract(epoch from p_now), 'owner_alert', p_recipient, 'pt-BR', l.payload
        from letters l where l.kind <> 'disputed_order'
      on conflict (key) do nothing
  ), disputes as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'dispute_opened:' || (o.dispute->>'id'), 'dispute_opened', p_recipient, 'pt-BR',
          public.order_json(o) - array['buyer_uid', 'email', 'locale', 'boleto']
            || jsonb_build_object('dispute', o.dispute, 'payment_intent_id', o.payment_intent_id)
        from news n join public.orders o on o.id = n.subject::uuid where n.kind = 'disputed_order'
      on conflict (key) do nothing
  )
  select coalesce(jsonb_agg(l.payload order by l.kind, l.event), '[]') from letters l
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('order_json', 'purchase_mails', 'past_boleto', 'settle_order', 'cancel_boleto', 'orders_to_check', 'order_detail', 'admin_order',
      'current_troubles', 'tell_owner') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
