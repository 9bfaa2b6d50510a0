-- Buying with an address and no account.
set check_function_bodies = off;

alter table public.orders alter column buyer_uid drop not null;
alter table public.orders add column link_generation integer check (link_generation > 0);
alter table public.orders add column guest_digest text check (guest_digest ~ '^[0-9a-f]{64}$');
alter table public.orders add column buyer_key text generated always as (coalesce(buyer_uid, 'guest:' || guest_digest)) stored;
alter table public.orders add column holder text not null generated always as (coalesce(buyer_uid, 'order:' || id)) stored;
alter table public.orders add check (buyer_uid is not null or link_generation is not null);
alter table public.orders drop constraint orders_buyer_uid_attempt_id_key;
alter table public.orders add unique (buyer_key, attempt_id);
create index orders_of_holder on public.orders (holder);

insert into public.rules (name, duration, reason) values
  ('keep_unpaid_guest_orders', '30 days', 'as long as somebody who did not pay may still want to');

-- It gets another argument.


create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'link_generation', case when o.buyer_uid is null then o.link_generation end,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', public.dispute_json(o)->>'state',
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

create or replace function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
      order by b.ebook_id), '[]')
    from (
      select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
        from (
          select r.ebook_id, 'owned' as standing, r.by_id as order_id, r.granted_at as since
            from public.reading_rights r
            where r.uid = p_uid or r.uid in (select g.holder from public.orders g where g.buyer_key = p_uid and g.buyer_uid is null)
          union all
          select c.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_copies c on c.order_id = o.id
            where o.buyer_key = p_uid and o.state = 'waiting' and c.gift_id is null
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

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
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open';
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_bought_ebooks(v_buyer_key, v_own_ids) <> '[]' or exists (
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

create or replace function public.note_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (uid, email, name, created_at)
    select new.buyer_uid, new.buyer_email, new.buyer_name, new.created_at
    where new.buyer_uid is not null
      and not exists (select from public.accounts a where a.uid = new.buyer_uid and a.deleted_at is not null)
    on conflict (uid) do nothing;
  update public.users u set (orders, first_purchase_at, last_purchase_at) = (
      select count(*), min(o.paid_at), max(o.paid_at) from public.orders o where o.buyer_uid = u.uid and o.paid_at is not null)
    where u.uid in (new.buyer_uid, old.buyer_uid) and (new.paid_at is not null or old.paid_at is not null);
  return null;
end
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
    'may_cancel', o.state = 'waiting' and o.boleto is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'refund_declined', (
      select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
        where r.order_id = o.id and r.decision = 'declined'),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.holder = p_uid
$$;

create or replace function public.resend_purchase_mail(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.state not in ('paid', 'partly_refunded') then
    return jsonb_build_object('outcome', 'not_paid');
  end if;
  if not exists (
    select from public.purchase_mails(v_order) m where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
  ) then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values (public.purchase_mail_key(v_order, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid',
        v_order.buyer_email, v_order.locale, public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']);
  end if;
  return jsonb_build_object('outcome', 'queued');
end
$$;

create or replace function public.settle_rights(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Which copy gives the right depends on all orders of the reader; two of them decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  update public.entitlements e set revoked_at = now()
    from public.order_copies c join public.orders o on o.id = c.order_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and e.revoked_at is null and c.id = e.copy_id
      and not ((o.holder = p_uid or c.gift_id is not null) and public.gives_right(o, c.id));
  insert into public.entitlements (copy_id, ebook_id, uid)
    select distinct on (c.ebook_id) c.id, c.ebook_id, p_uid
      from public.copies_of_reader(p_uid, p_ebook_ids) c join public.orders o on o.id = c.order_id
      where public.gives_right(o, c.id)
        and not exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
      order by c.ebook_id, o.paid_at, o.number, c.no
    on conflict (copy_id) do update set uid = excluded.uid, revoked_at = null;
end
$$;

create or replace function public.readable_books(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct c.ebook_id), '[]')
    from public.order_copies c join public.entitlements e on e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null
    where c.order_id = o.id and c.gift_id is null and public.gives_right(o, c.id)
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
    'awaits_new_owner', o.buyer_uid is not null and o.claimable_by is not null,
    'link', public.link_state(o),
    'readable', public.readable_books(o),
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
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
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected', 'order_link_renewed')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

create or replace function public.correct_order_email(p_actor jsonb, p_order_id uuid, p_email text, p_previous_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  if v_order.buyer_email <> p_previous_email then
    return jsonb_build_object('outcome', 'changed');
  end if;
  if v_order.state not in ('paid', 'partly_refunded', 'waiting')
    or exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o
    set buyer_email = p_email,
      claimable_by = case when not exists (select from public.users u where u.uid = o.buyer_uid and lower(u.email) = p_email) then p_email end
    where o.id = p_order_id returning * into v_order;
  update public.outbox m set recipient = p_email, payload = m.payload || jsonb_build_object('buyer_email', p_email)
    where m.recipient = p_previous_email and m.payload->>'id' = p_order_id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  if p_email <> p_previous_email and v_order.buyer_uid is null then
    perform public.send_new_link(v_order);
  elsif p_email <> p_previous_email then
    perform public.resend_purchase_mail(v_order.buyer_uid, p_order_id);
  end if;
  perform public.note_admin_change(p_actor, 'order_email_corrected', 'order', p_order_id::text,
    jsonb_build_object('buyer_email', p_previous_email), jsonb_build_object('buyer_email', p_email));
  return jsonb_build_object('outcome', 'corrected');
end
$$;

create or replace function public.resend_mail_as_admin(p_actor jsonb, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_resent jsonb;
begin
  select public.resend_purchase_mail(o.holder, o.id) into v_resent from public.orders o where o.id = p_order_id;
  if v_resent->>'outcome' = 'queued' then
    perform public.note_admin_change(p_actor, 'order_email_resent', 'order', p_order_id::text, null, null);
  end if;
  return v_resent;
end
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
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
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
      fee_minor = coalesce(fee_minor, (p_facts->>'fee_minor')::integer),
      received = nullif(p_facts->'received', 'null'),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      applied_sync_no = p_sync_no
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

  perform public.settle_rights(v_order.holder, public.books_of_order(p_order_id));

  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    -- Who paid another amount waits for the owner, not for a payment.
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state and v_order.received is null
      then 'purchase_' || v_order.state end,
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

create or replace function public.cancel_boleto(p_uid text, p_order_id uuid) returns jsonb
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

create or replace function public.request_refund(p_uid text, p_order_id uuid, p_reason text, p_owner_email text) returns jsonb
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
  v_payload := public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'];
  insert into public.outbox (key, kind, recipient, locale, payload) values
    ('refund_requested:' || p_order_id, 'refund_requested', p_owner_email, 'pt-BR', v_payload || jsonb_build_object('reason', p_reason)),
    ('refund_acknowledged:' || p_order_id, 'refund_acknowledged', v_order.buyer_email, v_order.locale, v_payload);
  perform public.notify_team('refund', p_order_id::text, 'refund_requested', v_payload || jsonb_build_object('reason', p_reason),
    v_order.buyer_email, p_owner_email);
  return jsonb_build_object('outcome', 'stored', 'requested_at', now());
end
$$;

create function public.link_state(o public.orders) returns text
language sql immutable set search_path = ''
as $$
  select case when o.link_generation is null then null when o.buyer_uid is not null then 'over' when o.claimable_by is not null then 'open' end
$$;

create function public.get_order_link(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('state', public.link_state(o), 'generation', o.link_generation, 'holder', o.holder, 'email', o.buyer_email)
    from public.orders o where o.id = p_order_id and public.link_state(o) is not null and o.state not in ('open', 'expired')
$$;

create function public.get_guest_order(p_session_id text, p_guest_digest text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.order_json(o) from public.orders o
    where o.session_id = p_session_id and o.buyer_uid is null and o.guest_digest = p_guest_digest
$$;

create function public.send_new_link(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_kind text;
begin
  update public.orders x set link_generation = x.link_generation + 1, guest_digest = null where x.id = o.id returning x.* into v_order;
  v_kind := case v_order.state when 'waiting' then 'purchase_waiting' else 'purchase_paid' end;
  update public.outbox m set payload = m.payload || jsonb_build_object('link_generation', v_order.link_generation)
    where m.recipient = v_order.buyer_email and m.payload->>'id' = v_order.id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, v_kind) || ':again:' || gen_random_uuid(), v_kind, v_order.buyer_email, v_order.locale,
        public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
      where not exists (
        select from public.purchase_mails(v_order) m
          where m.kind = v_kind and m.sent_at is null and m.given_up_at is null
            and (m.payload->>'link_generation')::integer = v_order.link_generation);
end
$$;

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
  perform public.note_admin_change(p_actor, 'order_link_renewed', 'order', p_order_id::text, null, null);
  return jsonb_build_object('outcome', 'sent');
end
$$;

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
  -- Always in the same order, so that two of these wait for each other in one direction only.
  perform public.settle_rights(r.uid, v_ebook_ids) from (select uid from unnest(v_from || p_uid) uid order by uid) r;
  insert into public.reading_positions (uid, ebook_id, page, read_at)
    select distinct on (r.ebook_id) p_uid, r.ebook_id, r.page, r.read_at from public.reading_positions r
      where r.uid = any (v_from) and r.uid like 'order:%' order by r.ebook_id, r.read_at desc
    on conflict (uid, ebook_id) do nothing;
  delete from public.reading_positions r where r.uid = any (v_from) and r.uid like 'order:%';
end
$$;

create function public.forget_guest_orders(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with forgotten as (
    update public.orders o
      set claimable_by = null, guest_digest = null, buyer_name = '',
        buyer_email = case when o.paid_at is null then public.forgotten_email(o) else o.buyer_email end
      where o.buyer_uid is null and o.claimable_by = p_email returning o.id
  )
  select array_agg(f.id) into v_ids from forgotten f;
  update public.entitlements e
    set revoked_at = coalesce(e.revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    from public.orders o where o.id = any (v_ids) and e.uid = o.holder;
  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end where r.order_id = any (v_ids);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.gifts g set to_name = '', to_email = null, message = '' where g.order_id = any (v_ids);
end
$$;

create function public.sweep_guest_orders() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.orders o set buyer_email = public.forgotten_email(o), buyer_name = '', claimable_by = null, guest_digest = null
    where o.buyer_uid is null and o.claimable_by is not null and o.paid_at is null and o.state in ('expired', 'failed')
      and o.created_at < now() - public.rule('keep_unpaid_guest_orders');
  delete from public.outbox m using public.orders o
    where o.buyer_uid is null and o.claimable_by is null and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    where o.buyer_uid is null and o.claimable_by is null and o.created_at < now() - public.rule('keep_orders');
$$;

create or replace function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR'
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return false;
  end if;
  insert into public.users as u (uid, email, verified_email, name, photo_url, is_newcomer)
      values (p_uid, p_email, lower(p_verified_email), p_name, p_photo_url, p_verified_email is null or p_is_by_google)
    on conflict (uid) do update
      set email = excluded.email, verified_email = coalesce(excluded.verified_email, u.verified_email), name = excluded.name,
        photo_url = excluded.photo_url
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url)
        or u.verified_email is distinct from coalesce(excluded.verified_email, u.verified_email);
  perform public.claim_imported_purchases(p_uid, p_verified_email, p_locale);
  perform public.take_over_orders(p_uid, p_verified_email);
  update public.users u set is_newcomer = false where u.uid = p_uid and u.is_newcomer and p_verified_email is not null;
  v_is_welcomed := found;
  if v_is_welcomed then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('welcome:' || p_uid, 'welcome', lower(p_verified_email), p_locale, '{}')
      on conflict (key) do nothing;
  end if;
  return v_is_welcomed;
end
$$;

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
  perform public.take_over_orders(p_uid, p_email, true);
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and o.state = 'open';
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

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'events', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happened_at', e.happened_at) order by e.happened_at, e.id), '[]')
              from public.order_events e where e.order_id = o.id),
          'emails', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'written_at', m.created_at,
                'sent_at', m.sent_at) order by m.created_at, m.key), '[]')
              from public.purchase_mails(o) m),
          'refund_request', (
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at, 'decision', r.decision, 'decided_at', r.decided_at,
                'note', r.note)
              from public.refund_requests r where r.order_id = o.id),
          'disputes', (
            select coalesce(jsonb_agg(to_jsonb(d) - 'order_id' order by d.opened_at, d.id), '[]')
              from public.disputes d where d.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))
        union all
        select i.claimed_at, i.ebook_id, jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'bought_at_shop', i.source,
            'bought_at', i.bought_at, 'imported_at', i.imported_at, 'granted_at', i.claimed_at, 'downloads', i.downloads,
            'first_downloaded_at', i.first_downloaded_at, 'last_downloaded_at', i.last_downloaded_at)
          from public.imported_purchases i join public.ebooks_metadata b on b.id = i.ebook_id
          where i.uid = p_uid or i.email = lower(p_email)
      ) l),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id where r.uid = p_uid),
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] || jsonb_build_object('replies', (
            select coalesce(jsonb_agg(jsonb_build_object('body', r.body, 'written_at', r.written_at, 'sent_at', r.sent_at)
                order by r.written_at, r.id), '[]')
              from public.message_replies r where r.message_id = c.id)) order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'note', (select p.note from public.people p where p.email = lower(p_email) and p.note <> ''),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'invitation_id', 'generation'])
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

create or replace function public.recount() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB'
as $$
begin
  lock table public.orders, public.order_copies, public.order_events, public.dispute_transactions, public.users, public.newsletter_subscribers, public.totals
    in share row exclusive mode;
  insert into public.users (uid, email, name, created_at)
    select distinct on (o.buyer_uid) o.buyer_uid, o.buyer_email, o.buyer_name, min(o.created_at) over (partition by o.buyer_uid)
      from public.orders o
      where o.buyer_uid is not null
        and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      order by o.buyer_uid, o.created_at desc
    on conflict (uid) do nothing;
  update public.users u set orders = b.orders, first_purchase_at = b.first_at, last_purchase_at = b.last_at
    from (
      select o.buyer_uid, count(*) as orders, min(o.paid_at) as first_at, max(o.paid_at) as last_at
        from public.orders o where o.paid_at is not null group by o.buyer_uid
    ) b
    where b.buyer_uid = u.uid
      and (u.orders, u.first_purchase_at, u.last_purchase_at) is distinct from (b.orders, b.first_at, b.last_at);

  truncate public.totals;
  delete from public.calendars c where c.state <> 'shown';
  insert into public.totals (calendar, metric, span, starts_at, key, n, minor)
    select 0, c.metric, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z'), c.key, sum(c.n), sum(c.minor)
      from (
        select c.* from public.orders o, public.order_counts(o, 1) c where public.has_quarters(c.metric)
        union all
        select 'refunds', o.currency, e.happened_at, sign(e.amount_minor)::bigint, e.amount_minor
          from public.order_events e join public.orders o on o.id = e.order_id where e.amount_minor is not null
        union all
        select 'disputes', o.currency, d.happened_at, (d.net_minor < 0)::integer, -d.net_minor
          from public.dispute_transactions d join public.orders o on o.id = d.order_id
        union all
        select 'users', '', u.created_at, 1, 0 from public.users u
        union all
        select 'subscribed', '', n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', '', coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c
      where c.at is not null
      group by 2, 4, 5 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 2, 4, 5;
  perform public.count_days(public.shown_calendar(), public.totals_zone(), '-infinity', 'infinity');
end
$$;

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders');
  select public.sweep_guest_orders();
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept. Who was imported consented long before.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state in ('done', 'undone') and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  with old as (
    select i.id, i.proof_key from public.imports i
      where i.proof_key is not null and i.created_at < now() - public.rule('keep_import_proofs') for update
  ), gone as (
    update public.imports i set proof_key = null, proof_name = null from old where i.id = old.id
  )
  insert into public.unused_files (key, kind, remove_after) select o.proof_key, 'import', now() from old o on conflict do nothing;
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
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
      and o.state = 'open' and o.session_id is not null
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

create or replace function public.announce_version(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.ebook_announcements;
  v_uids text[];
begin
  select * into v_next from public.ebook_announcements order by ebook_id, version limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  v_uids := array(
    select distinct r.uid from public.reading_rights r
      where r.ebook_id = v_next.ebook_id and r.uid > v_next.told_up_to
      order by r.uid limit p_limit
  );
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'ebook_updated:' || v_next.ebook_id || ':' || v_next.version || ':' || owner.uid, 'ebook_updated', r.email, r.locale,
        jsonb_build_object('title', b.title, 'buyer_name', r.name) || r.link
      from unnest(v_uids) as owner (uid)
      join public.ebooks_metadata b on b.id = v_next.ebook_id
      cross join lateral (
        select case when o.holder <> owner.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
            coalesce(case when o.holder = owner.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
            case when o.holder = owner.uid and o.buyer_uid is null then jsonb_build_object('id', o.id, 'link_generation', o.link_generation)
              else '{}' end as link
          from public.reading_rights r
          left join public.orders o on o.id = r.by_id
          left join public.imported_purchases i on i.id = r.by_id
          left join public.users u on u.uid = owner.uid
          where r.uid = owner.uid and r.ebook_id = v_next.ebook_id
          order by r.granted_at desc, o.number desc nulls last limit 1
      ) r
    on conflict (key) do nothing;
  if cardinality(v_uids) < p_limit then
    delete from public.ebook_announcements where ebook_id = v_next.ebook_id and version = v_next.version;
  else
    update public.ebook_announcements set told_up_to = v_uids[p_limit] where ebook_id = v_next.ebook_id and version = v_next.version;
  end if;
  return true;
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
