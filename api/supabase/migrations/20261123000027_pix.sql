-- What a buyer is given to pay with is told in one way, a boleto and a Pix alike.
set check_function_bodies = off;

alter table public.orders add column pay_with text, add column pay_by timestamptz, add column pay_code text, add column pay_url text,
  add column pay_pdf_url text, add column fee_tax_minor integer;
alter table public.orders add constraint orders_fee_tax_minor_check check (fee_tax_minor >= 0);
alter table public.orders add constraint orders_pay_with_check check (pay_with in ('boleto', 'pix'));
create index orders_late on public.orders (created_at) where state in ('expired', 'failed') and payment_intent_id is not null;
update public.orders o
  set pay_with = 'boleto', pay_by = (o.boleto->>'expires_at')::timestamptz, pay_code = o.boleto->>'number', pay_url = o.boleto->>'voucher_url',
    pay_pdf_url = o.boleto->>'pdf_url'
  where o.boleto is not null;
alter table public.orders drop column boleto;
drop function public.past_boleto(jsonb);

alter table public.order_refunds add column channel text not null default 'stripe', add column evidence text;
alter table public.order_refunds add constraint order_refunds_channel_check check (channel in ('stripe', 'manual'));
alter table public.order_refunds add constraint order_refunds_evidence_check check (char_length(evidence) between 1 and 500);
alter table public.order_refunds add constraint order_refunds_manual_has_evidence check ((channel = 'manual') = (evidence is not null));
drop function public.begin_refund(jsonb, uuid, uuid, jsonb, integer, text, boolean);
alter table public.owner_alerts drop constraint owner_alerts_kind_check;
alter table public.owner_alerts add constraint owner_alerts_kind_check check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund',
    'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment'));

create or replace function public.delete_account(p_uid text, p_email text, p_locale text default 'pt-BR') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_mails uuid[];
  v_deleted_at timestamptz;
  v_was_deleted boolean;
  v_sessions jsonb;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.team t where t.uid = p_uid) then
    perform public.lock_team();
    if public.is_last_owner(p_uid) then
      return jsonb_build_object('outcome', 'last_owner');
    end if;
  end if;
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and public.has_open_page(o);
  if v_sessions is not null then
    return jsonb_build_object('outcome', 'open_sessions', 'sessions', v_sessions);
  end if;
  v_was_deleted := exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null);
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid and o.claimable_by is null
    union all select p_email where p_email is not null
  ) known;

  -- What went to these addresses; and what is about their orders wherever it went before an address was corrected.
  select array(
    select m.id from public.outbox m where lower(m.recipient) = any (v_addresses)
    union
    select m.id
      from public.orders o
      join public.admin_changes c on c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'order_email_corrected'
      join public.outbox m on m.recipient in (c.before->>'buyer_email', c.after->>'buyer_email') and m.payload->>'id' = o.id::text
      where o.buyer_uid = p_uid and m.recipient is distinct from o.claimable_by
  ) into v_mails;
  delete from public.outbox m
    where m.id = any (v_mails) and m.kind <> 'account_deleted'
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- What is still on its way goes to a person without a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails) and m.kind <> 'account_deleted';
  -- Of an order that waits for its new owner the mails stay, without the name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- The copies for the owner. A request for money that has not gone out still does, without name and reason.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid);

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed', 'given');

  delete from public.reading_positions where uid = p_uid;
  perform public.forget_imported_address(p_uid, p_email);
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
  delete from public.people where email = lower(p_email);
  if not v_was_deleted and p_email is not null then
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'account_deleted:' || p_uid, 'account_deleted', lower(p_email), p_locale, jsonb_build_object(
          'orders_kept', count(*) filter (where o.paid_at is not null),
          'orders_waiting', count(*) filter (where o.state = 'waiting'))
        from public.orders o where o.buyer_uid = p_uid
      on conflict (key) do nothing;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
end
$$;

create or replace function public.to_pay_json(o public.orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when o.pay_with is not null then
    jsonb_build_object('with', o.pay_with, 'by', o.pay_by, 'code', o.pay_code, 'url', o.pay_url, 'pdf_url', o.pay_pdf_url) end
$$;

create or replace function public.boleto_json(o public.orders) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when o.pay_with = 'boleto' then
    jsonb_build_object('number', o.pay_code, 'pdf_url', o.pay_pdf_url, 'voucher_url', o.pay_url, 'expires_at', o.pay_by) end
$$;

create or replace function public.has_open_page(o public.orders) returns boolean
language sql immutable set search_path = ''
as $$ select o.state = 'open' or (o.state = 'waiting' and coalesce(o.pay_with = 'pix', false)) $$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'to_pay', public.to_pay_json(o), 'boleto', public.boleto_json(o), 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', public.dispute_json(o)->>'state',
    'items', (
      select jsonb_agg(jsonb_build_object(
          -- `unit_minor` is for an API of before, which multiplies it.
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor) order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
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
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'may_cancel', o.state = 'waiting' and o.pay_with is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'refund_declined', (
      select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
        where r.order_id = o.id and r.decision = 'declined'),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

create or replace function public.purchase_mail_kind(o public.orders) returns text
language sql immutable set search_path = ''
as $$
  select case o.state
    when 'paid' then 'purchase_paid'
    when 'waiting' then 'purchase_waiting'
    when 'failed' then 'purchase_failed'
    -- The payment page is still open, and what was given to pay with is over.
    when 'open' then case when o.pay_with is not null then 'purchase_failed' end
    when 'partly_refunded' then 'purchase_refunded'
    when 'refunded' then 'purchase_refunded'
  end
$$;

create or replace function public.purchase_mail_key(o public.orders, kind text) returns text
language sql stable security definer set search_path = '' set enable_sort = on set enable_seqscan = on
as $$
  select kind || ':' || o.id || case when kind = 'purchase_refunded' then ':' || o.refunded_minor || (
      select case when count(*) > 1 then ':' || count(*) else '' end
        from (
          select e.kind as happened, sum(e.amount_minor) over (order by e.id) as given_back
            from public.order_events e where e.order_id = o.id and e.amount_minor is not null
        ) r
        where r.happened = 'refunded' and r.given_back = o.refunded_minor)
    when kind = 'purchase_waiting' and o.pay_with = 'pix' then ':' || extract(epoch from o.pay_by)::bigint else '' end
$$;

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
    'awaits_new_owner', o.claimable_by is not null,
    'readable', public.readable_books(o),
    'fee_minor', o.fee_minor,
    'fee_tax_minor', o.fee_tax_minor,
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refund_channels', public.refund_channels(o),
    'refundable_copies', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'minor', public.kept_minor(c)) order by c.ebook_id, c.no desc), '[]')
        from public.order_copies c
        where c.order_id = o.id and public.refund_obstacle(o) is null and not public.is_taken_back(c.id, true)),
    'owed_minor', public.owed_minor(o),
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

create or replace function public.begin_payment_sync(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set last_sync_no = o.last_sync_no + 1,
      session_id = p_session_id,
      check_after = now() + least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours',
        case when o.pay_with = 'pix' and o.pay_by > now() then o.pay_by + interval '1 minute' - now() end)
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('sync_no', v_order.last_sync_no, 'order', public.order_json(v_order), 'has_fee', v_order.fee_minor is not null,
    'has_refunds', exists (select from public.order_refunds r where r.order_id = v_order.id));
end
$$;

create or replace function public.list_sessions_to_check(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
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
  ) s
$$;

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
  -- An API of before says `boleto`.
  v_to_pay := coalesce(nullif(p_facts->'to_pay', 'null'), (
    select jsonb_build_object('with', 'boleto', 'by', b->'expires_at', 'code', b->'number', 'url', b->'voucher_url', 'pdf_url', b->'pdf_url')
      from (select nullif(p_facts->'boleto', 'null')) x (b) where b is not null));
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
    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
    where r.order_id = p_order_id and r.id = s.id and r.state <> 'failed';
  perform public.share_goodwill(v_order);

  insert into public.disputes as d (id, order_id, reason, amount_minor, currency, state, due_by, evidence_at, opened_at, closed_at)
    select s.id, p_order_id, s.reason, s.amount_minor, s.currency, s.state, s.due_by,
        case when s.is_answered and s.state <> 'needs_response' then now() end, s.opened_at,
        case when s.state in ('won', 'lost', 'closed') then now() end
      from jsonb_to_recordset(p_facts->'disputes') s
        (id text, reason text, amount_minor integer, currency text, state text, due_by timestamptz, is_answered boolean, opened_at timestamptz)
    on conflict (id) do update
      set reason = excluded.reason, amount_minor = excluded.amount_minor, currency = excluded.currency, state = excluded.state,
        due_by = excluded.due_by,
        evidence_at = case when excluded.evidence_at is not null then coalesce(d.evidence_at, excluded.evidence_at) end,
        closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end;

  update public.refund_requests r
    set decision = case when s.change > 0 then 'refunded' end, decided_at = case when s.change > 0 then now() end
    from (select v_order.refunded_minor + v_order.refund_pending_minor - v_before.refunded_minor - v_before.refund_pending_minor as change) s
    where r.order_id = p_order_id and ((r.decision is null and s.change > 0) or (r.decision = 'refunded' and s.change < 0));

  perform public.settle_rights(v_order.buyer_uid, public.books_of_order(p_order_id));

  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    -- Who paid another amount waits for the owner, not for a payment.
    case when v_order.received is null and v_order.state in ('waiting', 'failed')
          and (v_order.state <> v_before.state or (v_order.pay_with = 'pix' and v_order.state = 'waiting' and v_order.pay_by <> v_before.pay_by))
      then 'purchase_' || v_order.state end,
    case when v_order.state = 'open' and v_before.state = 'waiting' then 'purchase_failed' end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted, 'is_by_hand', v_is_by_hand),
      -- Most who see a Pix pay it at once.
      now() + case when kind = 'purchase_waiting' and v_order.pay_with = 'pix' then interval '2 minutes' else interval '0' end
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  -- A Pix that was paid, that lapsed or in whose place there is another is not asked for any more.
  if v_order.pay_with = 'pix' then
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

create or replace function public.note_balance(p_fees jsonb, p_disputes jsonb, p_after_id text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Before the sums, as whoever settles an order holds them; and several orders change the sums here, in whichever order.
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

create or replace function public.cancel_payment(p_uid text, p_order_id uuid) returns jsonb
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
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'])
    on conflict (key) do nothing;
  return jsonb_build_object('outcome', 'canceled');
end
$$;

create or replace function public.cancel_boleto(p_uid text, p_order_id uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select public.cancel_payment(p_uid, p_order_id) $$;

create or replace function public.refund_channels(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
    when o.payment_method->>'type' = 'boleto' or (o.payment_method->>'type' = 'pix' and o.paid_at < now() - interval '90 days') then '["manual"]'::jsonb
    when exists (select from public.order_refunds r where r.order_id = o.id and r.obstacle in ('method', 'returned')) then '["stripe", "manual"]'
    else '["stripe"]' end
$$;

create or replace function public.refund_json(r public.order_refunds) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'order_id', r.order_id, 'items', r.items, 'amount_minor', r.amount_minor, 'state', r.state,
    'waits_for', r.waits_for, 'obstacle', r.obstacle, 'channel', r.channel, 'evidence', r.evidence, 'requested_by', r.requested_by, 'requested_at', r.requested_at,
    'session_id', o.session_id, 'payment_intent_id', o.payment_intent_id)
  from public.orders o where o.id = r.order_id
$$;

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
  v_channel text := case when p_evidence is null then 'stripe' else 'manual' end;
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
  v_obstacle := coalesce(public.refund_obstacle(v_order), case when not public.refund_channels(v_order) ? v_channel then 'method' end);
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
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by, channel, evidence)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email', v_channel, p_evidence)
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back)
    select v_refund.id, p.copy_id, p.minor, p.takes_back
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean);
  perform public.withdraw_gift_mails(v_order);
  perform public.note_admin_change(p_actor, 'order_refund_asked', 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items, 'channel', v_channel));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

create or replace function public.delete_person(p_actor jsonb, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_locale text;
  v_uids text[] := '{}';
  v_removal jsonb;
begin
  select * into v_person from public.people p where p.id = p_id;
  if not found then
    return null;
  end if;
  if exists (select from public.accounts_of_person(v_person) a join public.team m on m.uid = a.uid) then
    return jsonb_build_object('outcome', 'is_in_team');
  end if;
  select jsonb_build_object('outcome', 'open_sessions', 'sessions', jsonb_agg(o.session_id)) into v_removal
    from public.orders o
    where (o.buyer_uid in (select a.uid from public.accounts_of_person(v_person) a) or o.buyer_uid is null and o.claimable_by = v_person.email)
      and public.has_open_page(o) and o.session_id is not null
    having count(*) > 0;
  if v_removal is not null then
    return v_removal;
  end if;
  -- Before anything goes that tells it.
  v_locale := public.language_of_person(v_person);
  for v_user in select * from public.accounts_of_person(v_person) loop
    v_removal := public.delete_account(v_user.uid, case when not v_user.is_newcomer then v_person.email end, v_locale);
    -- A checkout that began meanwhile: what is deleted by then stays so, and the call is repeated.
    if v_removal->>'outcome' = 'open_sessions' then
      return v_removal;
    end if;
    v_uids := v_uids || v_user.uid;
  end loop;
  perform public.forget_guest_orders(v_person.email);
  delete from public.newsletter_subscribers where email = v_person.email;
  delete from public.contact_messages where email = v_person.email;
  -- What is still on its way about a purchase tells of what was paid.
  delete from public.outbox m
    where (m.recipient = v_person.email and m.kind <> 'account_deleted'
        and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%'))
      or (m.kind = 'contact_received' and m.payload->>'email' = v_person.email);
  delete from public.people where email = v_person.email;
  perform public.note_admin_change(p_actor, 'person_deleted', 'person', p_id::text, null, null);
  return jsonb_build_object('outcome', 'deleted', 'uids', to_jsonb(v_uids));
end
$$;

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
  -- Its own mail tells of it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

create or replace function public.send_dispute_letters(p_owner_email text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with recipients as (
    select distinct a.email from public.owner_addresses() a
    union all select p_owner_email where not exists (select from public.owner_addresses())
  ), due as (
    select d.id, d.order_id, k.kind, k.days
      from public.disputes d
      cross join lateral (
        select 'dispute_opened' as kind, null::integer as days
        union all
        select 'dispute_due', b.days from (values (3, 1), (1, 0)) b (days, until)
          where d.opened_at < d.due_by - make_interval(days => b.days)
            and p_now >= d.due_by - make_interval(days => b.days) and p_now < d.due_by - make_interval(days => b.until)
      ) k
      where d.state = 'needs_response'
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select concat_ws(':', u.kind, u.id, u.days, r.email), u.kind, r.email, 'pt-BR',
          public.order_json(o) - array['buyer_uid', 'email', 'locale', 'boleto', 'to_pay']
            || jsonb_build_object('dispute', to_jsonb(d) - 'order_id', 'payment_intent_id', o.payment_intent_id)
        from due u join public.disputes d on d.id = u.id join public.orders o on o.id = u.order_id cross join recipients r
        where not exists (select from public.outbox m where m.key = concat_ws(':', u.kind, u.id, u.days, r.email))
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

create or replace function public.send_payment_reminders(p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off
as $$
  with written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'purchase_waiting:' || o.id || ':reminder', 'purchase_waiting', o.buyer_email, o.locale,
          public.order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale'] || jsonb_build_object('is_reminder', true)
        from public.orders o
        where o.state = 'waiting' and o.pay_with = 'boleto' and o.pay_by - interval '40 hours' <= p_now and p_now < o.pay_by - interval '1 hour'
          and o.created_at < o.pay_by - interval '40 hours'
          and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

-- Letters that wait to be sent.
update public.outbox m
  set payload = m.payload || jsonb_build_object('to_pay', jsonb_build_object('with', 'boleto', 'by', m.payload->'boleto'->'expires_at',
    'code', m.payload->'boleto'->'number', 'url', m.payload->'boleto'->'voucher_url', 'pdf_url', m.payload->'boleto'->'pdf_url'))
  where m.sent_at is null and m.kind in ('purchase_waiting', 'purchase_failed') and jsonb_typeof(m.payload->'boleto') = 'object';
