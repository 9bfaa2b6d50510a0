-- What needs the owner in one list: disputes are rows, refund requests are decided, and each person is told as they wish. Payments are
-- synchronised by numbers that say so.
set check_function_bodies = off;

alter table public.orders rename column readings to last_sync_no;
alter table public.orders rename column settled_reading to applied_sync_no;
drop function public.settle_order(uuid, bigint, text, text, integer, timestamptz, text, jsonb, integer, jsonb);
drop function public.list_incidents(boolean);

create table public.disputes (
  -- Stripe's.
  id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  reason text not null check (reason in ('credit_not_processed', 'debit_not_authorized', 'duplicate', 'fraudulent', 'general',
    'incorrect_account_details', 'insufficient_funds', 'product_not_received', 'product_unacceptable', 'subscription_canceled', 'unrecognized')),
  amount_minor integer not null check (amount_minor >= 0),
  currency text not null references public.currencies (code),
  state text not null check (state in ('needs_response', 'under_review', 'won', 'lost', 'closed')),
  -- Until when it can be answered; null when it cannot.
  due_by timestamptz,
  -- When it was first seen with an answer, and closed. An inquiry that becomes a dispute is answered once more.
  evidence_at timestamptz,
  opened_at timestamptz not null,
  closed_at timestamptz
);
create index disputes_of_order on public.disputes (order_id, opened_at desc);
create index disputes_to_answer on public.disputes (due_by, id) where state = 'needs_response';
alter table public.disputes enable row level security;
insert into public.disputes (id, order_id, reason, amount_minor, currency, state, due_by, evidence_at, opened_at, closed_at)
  select o.dispute->>'id', o.id, o.dispute->>'reason', (o.dispute->>'amount_minor')::integer, o.currency, o.dispute->>'state',
      (o.dispute->>'due_by')::timestamptz, case when o.dispute->>'state' = 'under_review' then coalesce(o.checked_at, now()) end,
      (o.dispute->>'opened_at')::timestamptz, case when o.dispute->>'state' in ('won', 'lost', 'closed') then coalesce(o.checked_at, now()) end
    from public.orders o where o.dispute is not null;
drop index public.orders_disputed;
alter table public.orders drop column dispute;
-- Who was told of a dispute is part of its letter's key now.
update public.outbox set key = key || ':' || recipient where kind = 'dispute_opened';
delete from public.owner_alerts where kind = 'disputed_order';
alter table public.owner_alerts
  drop constraint owner_alerts_kind_check,
  add constraint owner_alerts_kind_check check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund',
    'disputes_unread', 'paid_twice'));

alter table public.refund_requests
  add column decided_at timestamptz,
  add column decision text check (decision in ('refunded', 'declined')),
  add column note text check (char_length(note) <= 1000);
update public.refund_requests r set decision = 'refunded', decided_at = coalesce(
    (select max(e.happened_at) from public.order_events e where e.order_id = o.id and e.kind = 'refunded'), now())
  from public.orders o where o.id = r.order_id and o.refunded_minor + o.refund_pending_minor > 0;
alter table public.refund_requests
  add constraint refund_requests_decided_at_once check ((decision is null) = (decided_at is null)),
  add constraint refund_requests_declined_with_words check ((decision is not distinct from 'declined') = (note is not null));
create index refund_requests_open on public.refund_requests (requested_at) where decision is null;

create table public.team_notices (
  uid text not null,
  kind text not null check (kind in ('sale', 'message', 'refund')),
  how text not null check (how in ('each', 'daily', 'never')),
  primary key (uid, kind)
);
create table public.daily_notices (
  uid text not null,
  kind text not null check (kind in ('sale', 'message', 'refund')),
  subject text not null,
  noted_at timestamptz not null default now(),
  primary key (uid, kind, subject)
);
create index daily_notices_due on public.daily_notices (noted_at);
create table public.task_snoozes (
  kind text not null check (kind in ('refund_request', 'message', 'ebook_draft')),
  subject text not null,
  snoozed_until timestamptz not null,
  snoozed_by text not null,
  primary key (kind, subject)
);
alter table public.team_notices enable row level security;
alter table public.daily_notices enable row level security;
alter table public.task_snoozes enable row level security;

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
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
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
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
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

create function public.owner_addresses() returns table (email text)
language sql stable security definer set search_path = ''
as $$ select t.email from public.team t where t.role = 'owner' $$;

create function public.notice_addresses() returns table (uid text, email text)
language sql stable security definer set search_path = ''
as $$ select t.uid, t.email from public.team t where t.role in ('owner', 'support') $$;

create function public.get_team_notices(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(k.kind, coalesce(n.how, 'never'))
    from unnest(array['sale', 'message', 'refund']) k (kind)
    left join public.team_notices n on n.uid = p_uid and n.kind = k.kind
$$;

create function public.set_team_notices(p_uid text, p_notices jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.team_notices (uid, kind, how) select p_uid, n.key, n.value from jsonb_each_text(p_notices) n
    on conflict (uid, kind) do update set how = excluded.how;
  delete from public.daily_notices d
    using public.team_notices n where d.uid = p_uid and n.uid = d.uid and n.kind = d.kind and n.how <> 'daily';
  return public.get_team_notices(p_uid);
end
$$;

create function public.notify_team(p_kind text, p_subject text, p_letter text, p_payload jsonb, p_by text, p_owner_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    select p_letter || ':' || p_subject || ':' || a.uid, p_letter, a.email, 'pt-BR', p_payload
      from public.team_notices n join public.notice_addresses() a on a.uid = n.uid
      where n.kind = p_kind and n.how = 'each' and lower(a.email) <> lower(p_by) and lower(a.email) is distinct from lower(p_owner_email)
    on conflict (key) do nothing;
  insert into public.daily_notices (uid, kind, subject)
    select a.uid, p_kind, p_subject
      from public.team_notices n join public.notice_addresses() a on a.uid = n.uid
      where n.kind = p_kind and n.how = 'daily' and lower(a.email) <> lower(p_by)
    on conflict do nothing;
$$;

create function public.send_daily_notices(p_zone text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = ''
as $$
  with day as (
    select (date_trunc('day', p_now at time zone p_zone - interval '8 hours') + interval '8 hours') at time zone p_zone as ends_at
  ), told as (
    delete from public.daily_notices n using day d
      where n.noted_at < d.ends_at
        and not exists (select from public.outbox m where m.key = 'daily_notice:' || n.uid || ':' || extract(epoch from d.ends_at)::bigint)
      returning n.uid, n.kind, n.subject
  ), sales as (
    select t.uid, o.currency, count(*) as orders, sum(o.total_minor) as amount_minor
      from told t join public.orders o on o.id = t.subject::uuid where t.kind = 'sale' group by t.uid, o.currency
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'daily_notice:' || t.uid || ':' || extract(epoch from d.ends_at)::bigint, 'daily_notice', a.email, 'pt-BR', jsonb_build_object(
          'ends_at', d.ends_at,
          'sales', (select coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'orders', s.orders, 'amount_minor', s.amount_minor)
            order by s.currency), '[]') from sales s where s.uid = t.uid),
          'messages', count(*) filter (where t.kind = 'message'),
          'refunds', count(*) filter (where t.kind = 'refund'))
        from told t join public.notice_addresses() a on a.uid = t.uid cross join day d
        group by t.uid, a.email, d.ends_at
      returning 1
  )
  select count(*)::integer from written
$$;

create function public.forget_team_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.team_notices n where n.uid = new.uid;
  delete from public.daily_notices n where n.uid = new.uid;
  return null;
end $$;

create or replace function public.save_contact_message(
  p_attempt_id uuid, p_name text, p_email text, p_subject text, p_message text, p_locale text, p_owner_email text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  -- One after the other for each mailbox, so that each sees the mail of the one before.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  insert into public.contact_messages (attempt_id, name, email, subject, message, locale)
    values (p_attempt_id, p_name, p_email, p_subject, p_message, p_locale)
    on conflict (attempt_id) do nothing
    returning * into v_message;
  if not found then
    select * into v_message from public.contact_messages where attempt_id = p_attempt_id;
    return jsonb_build_object('is_new', false, 'number', v_message.number, 'received_at', v_message.created_at);
  end if;

  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('contact_received:' || v_message.id, 'contact_received', p_owner_email, 'pt-BR',
      jsonb_build_object('number', v_message.number, 'name', p_name, 'email', p_email, 'subject', p_subject,
        'message', p_message, 'locale', p_locale));
  perform public.notify_team('message', v_message.number::text, 'contact_received',
    jsonb_build_object('number', v_message.number, 'name', p_name, 'email', p_email, 'subject', p_subject, 'message', p_message,
      'locale', p_locale), p_email, p_owner_email);
  if public.mailbox_has_room(p_email, array['contact_acknowledged'], '{}') then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('contact_acknowledged:' || v_message.id, 'contact_acknowledged', p_email, p_locale,
        jsonb_build_object('number', v_message.number, 'subject', p_subject));
  end if;
  return jsonb_build_object('is_new', true, 'number', v_message.number, 'received_at', v_message.created_at);
end
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', public.dispute_json(o)->>'state',
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from public.order_items i where i.order_id = o.id),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
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
    'refund_declined', (
      select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
        where r.order_id = o.id and r.decision = 'declined'),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

create or replace function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged',
        'refund_declined')
      and m.payload->>'id' = o.id::text
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
        'refund_acknowledged', 'refund_declined')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', public.dispute_json(o),
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

create or replace function public.begin_payment_sync(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set last_sync_no = o.last_sync_no + 1,
      session_id = p_session_id,
      check_after = now() + least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours')
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('sync_no', v_order.last_sync_no, 'order', public.order_json(v_order),
    'has_refunds', exists (select from public.order_refunds r where r.order_id = v_order.id));
end
$$;

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
    where r.order_id = p_order_id and r.id = s.id;

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

  insert into public.entitlements (order_id, ebook_id, uid)
    select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i
      where i.order_id = p_order_id and v_order.state in ('paid', 'partly_refunded')
        and public.refunded_copies(p_order_id, i.ebook_id, false) < i.quantity
    on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  update public.entitlements e set revoked_at = now()
    where e.order_id = p_order_id and e.revoked_at is null
      and not (v_order.state in ('paid', 'partly_refunded') and public.refunded_copies(p_order_id, e.ebook_id, false) < (
        select i.quantity from public.order_items i where i.order_id = p_order_id and i.ebook_id = e.ebook_id));

  -- Only now is there a right to its books, beside one that the buyer had.
  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from public.order_items i where i.order_id = p_order_id and public.paid_also_in(v_order, i.ebook_id) is not null);

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
  if 'purchase_paid' = any (v_mails) then
    perform public.notify_team('sale', v_order.id::text, 'sale_made', jsonb_build_object('id', v_order.id, 'number', v_order.number,
      'currency', v_order.currency, 'total_minor', v_order.total_minor,
      'titles', (select jsonb_agg(i.title order by i.title) from public.order_items i where i.order_id = p_order_id)),
      v_order.buyer_email, null);
  end if;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

create function public.dispute_json(o public.orders) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select to_jsonb(d) - 'order_id' from public.disputes d
    where d.order_id = o.id order by d.state <> 'needs_response', d.opened_at desc, d.id limit 1
$$;

create or replace function public.request_refund(p_uid text, p_order_id uuid, p_reason text, p_owner_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_payload jsonb;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
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
    values ('refund_declined:' || p_order_id, 'refund_declined', v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'] || jsonb_build_object('note', p_note,
        'account_deleted', exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null)));
  perform public.note_admin_change(p_actor, 'order_refund_declined', 'order', p_order_id::text, null, null);
  return jsonb_build_object('outcome', 'declined');
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
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_items i on i.order_id = o.id
    cross join lateral (select public.paid_also_in(o, i.ebook_id) as also) t
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

create function public.message_due_by(p_at timestamptz, p_zone text) returns timestamptz
language sql stable
as $$
  select (l.day + case extract(isodow from l.day) when 4 then 4 when 5 then 4 when 6 then 3 else 2 end + 1)::timestamp at time zone p_zone - interval '1 second'
    from (select (p_at at time zone p_zone)::date as day) l
$$;

create function public.owner_tasks(p_now timestamptz, p_has_channel boolean, p_zone text)
returns table (kind text, subject text, label text, began_at timestamptz, due_by timestamptz, detail text, amount_minor integer, currency text,
  payment_intent_id text, session_id text, snoozed_until timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with tasks as (
    (select 'dispute' as kind, o.id::text as subject, o.number::text as label, d.opened_at as began_at, d.due_by, d.reason as detail,
        d.amount_minor, d.currency, o.payment_intent_id, o.session_id
      from public.disputes d join public.orders o on o.id = d.order_id
      where d.state = 'needs_response' order by d.due_by, d.id limit 1000)
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
    (select i.kind, i.subject, i.label, i.began_at, null, i.detail, null, null, null, null
      from public.active_incidents(p_now, p_has_channel) i limit 1000)
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

create function public.list_owner_tasks(p_has_channel boolean, p_zone text, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with tasks as materialized (
    select t.*, row_number() over (partition by t.kind, t.snoozed_until is not null order by coalesce(t.due_by, t.began_at), t.subject) as nth,
        case when t.kind = 'dispute' then 1 when t.due_by < p_now then 2 when t.kind = 'refund_request' then 4 when t.kind = 'message' then 5
          when t.kind = 'ebook_draft' then 6 else 3 end as place
      from public.owner_tasks(p_now, p_has_channel, p_zone) t
  )
  select jsonb_build_object(
    'tasks', (
      select coalesce(jsonb_agg(to_jsonb(t) - array['nth', 'place'] || jsonb_build_object('is_late', coalesce(t.due_by < p_now, false))
          order by t.place, coalesce(t.due_by, t.began_at), t.kind, t.subject), '[]')
        from tasks t where t.nth <= 10),
    'counts', (
      select coalesce(jsonb_object_agg(c.kind, c.count), '{}')
        from (select t.kind, count(*) from tasks t where t.snoozed_until is null group by t.kind) c))
$$;

create function public.snooze_task(p_actor jsonb, p_kind text, p_subject text, p_until text, p_zone text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.task_snoozes s where s.kind = p_kind and s.subject = p_subject and p_until is null;
  insert into public.task_snoozes (kind, subject, snoozed_until, snoozed_by)
    select p_kind, p_subject, (case p_until
          when 'tomorrow' then date_trunc('day', now() at time zone p_zone) + interval '1 day'
          else date_trunc('week', now() at time zone p_zone) + interval '7 days' end + interval '8 hours') at time zone p_zone,
        p_actor->>'email'
      where p_until is not null
    on conflict (kind, subject) do update set snoozed_until = excluded.snoozed_until, snoozed_by = excluded.snoozed_by;
$$;

create or replace function public.send_owner_alerts(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with wrong as materialized (
    select * from public.active_incidents(p_now, p_has_channel) where kind <> 'unstamped_book'
  ), begun as (
    insert into public.owner_alerts (kind, subject, label, began_at, told_at)
      select w.kind, w.subject, w.label, w.began_at, p_now from wrong w
      on conflict (kind, subject) do nothing
      returning kind, subject
  ), lasting as (
    update public.owner_alerts a set told_at = p_now
      from wrong w
      where a.kind = w.kind and a.subject = w.subject and a.kind not in ('failed_refund', 'paid_twice') and a.told_at <= p_now - interval '1 day'
      returning a.kind, a.subject
  ), over as (
    delete from public.owner_alerts a
      where not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
      returning a.kind, a.subject, a.label, a.began_at
  ), news as (
    select 'began' as event, w.* from begun b join wrong w using (kind, subject)
    union all select 'lasts', w.* from lasting l join wrong w using (kind, subject)
    union all select 'over', v.kind, v.subject, v.label, v.began_at, null from over v where v.kind not in ('failed_refund', 'paid_twice')
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
        from letters l
      on conflict (key) do nothing
  )
  select coalesce(jsonb_agg(l.payload order by l.kind, l.event), '[]') from letters l
$$;

create function public.send_dispute_letters(p_owner_email text, p_now timestamptz default now()) returns integer
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
          public.order_json(o) - array['buyer_uid', 'email', 'locale', 'boleto']
            || jsonb_build_object('dispute', to_jsonb(d) - 'order_id', 'payment_intent_id', o.payment_intent_id)
        from due u join public.disputes d on d.id = u.id join public.orders o on o.id = u.order_id cross join recipients r
        where not exists (select from public.outbox m where m.key = concat_ws(':', u.kind, u.id, u.days, r.email))
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
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
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers');
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers');
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'team_invitation', 'sale_made', 'daily_notice')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;

create trigger accounts_forget_notices after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.forget_team_notices();
