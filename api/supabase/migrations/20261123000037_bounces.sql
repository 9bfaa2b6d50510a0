-- Mail that came back and complaints: what the author's mailbox tells of letters and of mail about orders.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('count_bounces', '60 days', 'product rules: after three letters that came back in this time, none goes there');

alter table public.letter_recipients drop constraint letter_recipients_state_check;
alter table public.letter_recipients add constraint letter_recipients_state_check
  check (state in ('waiting', 'handing', 'sent', 'refused', 'left', 'unknown', 'bounced', 'complained'));

alter table public.owner_alerts drop constraint owner_alerts_kind_check;
alter table public.owner_alerts add constraint owner_alerts_kind_check
  check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund',
    'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread'));

-- Addresses to which the newsletter does not go, as digests: they outlive their subscriptions, so that no import brings them back. Only a
-- sign-up that the person confirms does.
create table public.suppressed_addresses (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  -- `no_mailbox`: there is none; `bounces`: letters come back again and again; `refused`: the mail server did not take it from us; `complaint`.
  reason text not null check (reason in ('no_mailbox', 'bounces', 'refused', 'complaint')),
  at timestamptz not null default now()
);

-- Up to which mail the author's mailbox was read; one row, for the mailbox that is connected. It is of this machine, and not exported.
create table public.mailbox_cursor (
  is_only boolean primary key default true check (is_only),
  mailbox text not null,
  uid_validity text not null,
  uid bigint not null,
  -- How many reports were not understood, and wait there for the owner.
  unread integer not null
);

-- An address is suppressed with the state of its subscription, whatever led to it, and no longer with a confirmation.
create function public.follow_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if new.state = 'confirmed' then
    delete from public.suppressed_addresses a where a.digest = public.address_digest(new.email);
  else
    insert into public.suppressed_addresses (digest, reason) values (public.address_digest(new.email), 'refused') on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger follow_new_subscriber after insert on public.newsletter_subscribers
  for each row when (new.state in ('confirmed', 'bounced')) execute function public.follow_subscriber();
create trigger follow_subscriber after update of state on public.newsletter_subscribers
  for each row when (new.state in ('confirmed', 'bounced') and new.state is distinct from old.state) execute function public.follow_subscriber();

-- Ends a subscription for this reason.
create function public.suppress_subscriber(p_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.suppressed_addresses as a (digest, reason)
    select public.address_digest(s.email), p_reason from public.newsletter_subscribers s where s.id = p_id
    on conflict (digest) do update set reason = excluded.reason, at = now();
  update public.newsletter_subscribers s
    set state = case p_reason when 'complaint' then 'unsubscribed' else 'bounced' end,
      unsubscribed_at = case p_reason when 'complaint' then now() else s.unsubscribed_at end,
      bounced_at = case p_reason when 'complaint' then s.bounced_at else now() end
    where s.id = p_id;
end
$$;

-- What is kept of this address and the newsletter, for the person; null when nothing is.
create function public.personal_subscription(p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select nullif(
    coalesce((select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)), '{}')
      || coalesce((
        select jsonb_build_object('suppressed', jsonb_build_object('reason', a.reason, 'at', a.at))
          from public.suppressed_addresses a where a.digest = public.address_digest(p_email)), '{}'),
    '{}')
$$;

-- A subscription as the owner reads it, with the reason why mail goes there no more.
create function public.subscriber_json(s public.newsletter_subscribers) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(s) - 'generation' || jsonb_build_object('reason', (
    select a.reason from public.suppressed_addresses a
      where a.digest = public.address_digest(s.email)
        and (s.state = 'bounced' and a.reason <> 'complaint' or s.state = 'unsubscribed' and a.reason = 'complaint')))
$$;

-- A letter did not reach its reader. Where there is no such mailbox (`p_is_gone`) none goes there any more; else after three letters. A
-- sign-up after that letter is not touched. `already`: that was known; `unknown`: nothing is kept of this letter and reader.
create function public.note_letter_bounce(p_letter_id uuid, p_subscriber_id uuid, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  select r.* into v_recipient from public.letter_recipients r
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state in ('bounced', 'complained') then
    return 'already';
  end if;
  update public.letter_recipients r set state = 'bounced', lease_until = null, done_at = now(), error = p_reason
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id;
  update public.letters l set totals = null where l.id = p_letter_id;
  -- Of two letters that come back at the same time, one sees the other.
  perform from public.newsletter_subscribers s where s.id = p_subscriber_id for update;
  if p_is_gone or 3 <= (
      select count(*) from public.letter_recipients r
        where r.subscriber_id = p_subscriber_id and r.generation = v_recipient.generation and r.state = 'bounced'
          and r.done_at > now() - public.rule('count_bounces')) then
    perform public.suppress_subscriber(s.id, case when p_is_gone then 'no_mailbox' else 'bounces' end)
      from public.newsletter_subscribers s
      where s.id = p_subscriber_id and s.state = 'confirmed' and s.generation = v_recipient.generation;
  end if;
  return 'noted';
end
$$;

-- A reader called a letter spam: that is a wish to leave.
create function public.note_letter_complaint(p_letter_id uuid, p_subscriber_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  select r.* into v_recipient from public.letter_recipients r
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state = 'complained' then
    return 'already';
  end if;
  update public.letter_recipients r set state = 'complained', lease_until = null, done_at = now(), error = null
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id;
  update public.letters l set totals = null where l.id = p_letter_id;
  perform public.suppress_subscriber(p_subscriber_id, 'complaint');
  return 'noted';
end
$$;

-- What the Message-ID of a mail of the outbox is made of.
create function public.mail_mark(p_key text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$ select left(encode(sha256(convert_to(p_key, 'UTF8')), 'hex'), 40) $$;

create index outbox_by_mark on public.outbox (public.mail_mark(key)) where sent_at is not null or given_up_at is not null;

-- A mail that had left came back: it is as one that the mail server refused (`give_up_mail`). Only a key with something in it that nobody
-- guesses proves that whoever names it had the mail.
create function public.note_mail_bounce(p_mark text, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail public.outbox;
begin
  select m.* into v_mail from public.outbox m
    where public.mail_mark(m.key) = p_mark and (m.sent_at is not null or m.given_up_at is not null)
      and m.key ~ '[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}' for update;
  if not found then
    return 'unknown';
  elsif v_mail.sent_at is null then
    return 'already';
  end if;
  update public.outbox set sent_at = null where id = v_mail.id;
  perform public.give_up_mail(v_mail.id, p_reason, p_is_gone);
  if p_is_gone then
    update public.suppressed_addresses a set reason = 'no_mailbox' where a.digest = public.address_digest(v_mail.recipient) and a.reason = 'refused';
  end if;
  return 'noted';
end
$$;

-- Up to which mail this mailbox was read; null: it was not read yet, or its mails have other numbers now.
create function public.get_mailbox_cursor(p_mailbox text, p_uid_validity text) returns bigint
language sql stable security definer set search_path = ''
as $$ select c.uid from public.mailbox_cursor c where c.mailbox = p_mailbox and c.uid_validity = p_uid_validity $$;

-- It was read up to this mail, among them `p_unread` reports that were not understood. An instance that was thought dead takes nothing back.
create function public.move_mailbox_cursor(p_mailbox text, p_uid_validity text, p_uid bigint, p_unread integer) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.mailbox_cursor as c (mailbox, uid_validity, uid, unread) values (p_mailbox, p_uid_validity, p_uid, p_unread)
    on conflict (is_only) do update
      set mailbox = excluded.mailbox, uid_validity = excluded.uid_validity, uid = excluded.uid,
        unread = case when c.mailbox = excluded.mailbox then c.unread else 0 end + excluded.unread
      where (c.mailbox, c.uid_validity) is distinct from (excluded.mailbox, excluded.uid_validity) or c.uid < excluded.uid
$$;

-- What is known of the mailbox: when it was last read, and what was not understood. Null before the first time. A mailbox that is not
-- connected any more is not read any more either.
create function public.mailbox_health() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error,
      'unread', coalesce((select c.unread from public.mailbox_cursor c), 0))
    from public.jobs j where j.name = 'mailbox' and j.last_run_at > now() - interval '1 hour'
$$;

-- A mailbox that cannot be read for a day, or never could.
create function public.mailbox_incidents(p_now timestamptz)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select 'mailbox_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'mailbox' and j.last_error is not null and j.last_run_at > p_now - interval '1 hour'
      and (j.last_success_at is null or j.last_success_at < p_now - interval '1 day')
$$;

alter table public.suppressed_addresses enable row level security;
alter table public.mailbox_cursor enable row level security;

insert into public.suppressed_addresses (digest, reason, at)
  select public.address_digest(s.email), 'refused', s.bounced_at from public.newsletter_subscribers s where s.state = 'bounced';

create or replace function public.letter_counts(letter public.letters) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(letter.totals, (
    select jsonb_build_object('total', letter.prepared, 'waiting', count(*) filter (where r.state in ('waiting', 'handing')),
        'sent', count(*) filter (where r.state = 'sent'), 'refused', count(*) filter (where r.state = 'refused'),
        'left', count(*) filter (where r.state = 'left'), 'unknown', count(*) filter (where r.state = 'unknown'),
        'bounced', count(*) filter (where r.state = 'bounced'), 'complained', count(*) filter (where r.state = 'complained'))
      from public.letter_recipients r where r.letter_id = letter.id))
$$;

create or replace function public.list_subscribers(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_source text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.newsletter_subscribers', 'r.email',
    case p_state when 'pending' then 'r.state = ''pending''' when 'confirmed' then 'r.state = ''confirmed'''
      when 'unsubscribed' then 'r.state = ''unsubscribed''' when 'bounced' then 'r.state = ''bounced''' else 'true' end
      || case when p_source is null then '' else format(' and r.source = %L', p_source) end,
    p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'subscribers', (
    select coalesce(jsonb_agg(public.subscriber_json(s) order by s.created_at desc, s.id desc), '[]')
      from public.newsletter_subscribers s where s.id = any (v_ids[:p_size])));
end
$$;

create or replace function public.foreseen_subscribers(p_id uuid, p_limit integer)
returns table (line integer, email text, at timestamptz, confirmed_at timestamptz, locale text, outcome text)
language sql stable security definer set search_path = ''
as $$
  select r.line, r.email, r.at, r.confirmed_at, coalesce(r.locale, i.locale),
      case
        when d.digest is not null then 'deleted_here'
        -- Who left elsewhere what was brought from there; who signed up here, stays.
        when r.has_left and (s.id is null or s.source = 'import' and s.state in ('pending', 'confirmed')) and r.turn = 1 then 'left'
        when (s.state in ('unsubscribed', 'bounced') or a.digest is not null) and not r.has_left then 'left_here'
        when s.id is not null or r.turn > 1 then 'known'
        when r.confirmed_at is not null then 'confirmed'
        else 'asked'
      end
    from (
      -- Of an address that is in the file twice the leaving counts.
      select w.*, row_number() over (partition by w.email order by w.has_left desc, w.line) as turn
        from (select * from public.import_rows x where x.import_id = p_id and x.reason is null order by x.line limit p_limit) w
    ) r
    join public.imports i on i.id = p_id
    left join public.newsletter_subscribers s on s.email = r.email
    left join public.suppressed_addresses a on a.digest = public.address_digest(r.email)
    left join public.deleted_addresses d on d.digest = public.address_digest(r.email)
$$;

create or replace function public.get_person(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with person as (
    select p.* from public.people p where p.id = p_id
  ), accounts as materialized (
    select a.* from person p cross join lateral public.accounts_of_person(p) a
  ), order_ids as materialized (
    select o.id from public.orders o where o.buyer_uid in (select a.uid from accounts a) and o.state not in ('open', 'expired')
    union
    select o.id from person p join public.orders o on public.plain(o.buyer_email) = public.plain(p.email)
      where lower(o.buyer_email) = p.email and o.state not in ('open', 'expired')
  ), letters as (
    select m.kind, coalesce(m.sent_at, m.given_up_at, m.created_at) as at,
        case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end as state
      from public.outbox m
      where m.recipient in (
        select p.email from person p union select a.email from accounts a
        union select o.buyer_email from order_ids i join public.orders o on o.id = i.id where o.buyer_uid in (select a.uid from accounts a))
      order by m.created_at desc, m.key limit 50
  )
  select jsonb_build_object(
    'id', p.id, 'email', p.email, 'note', p.note,
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', a.uid, 'name', a.name, 'photo_url', a.photo_url, 'created_at', a.created_at,
          'is_confirmed', not a.is_newcomer, 'is_in_team', exists (select from public.team m where m.uid = a.uid))
          order by a.created_at, a.number), '[]')
        from accounts a),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]')
        from (select o.* from order_ids i join public.orders o on o.id = i.id order by o.created_at desc, o.id desc limit 50) o),
    'books', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.granted_at desc, b.ebook_id), '[]')
        from (
          select e.ebook_id, t.title, t.language, c.order_id, o.number as order_number, o.state = 'given' as is_given, e.granted_at, e.revoked_at,
              e.downloads, e.last_downloaded_at, (
                select h.after->>'reason' from public.admin_changes h
                  where o.state = 'given' and h.subject_kind = 'order' and h.subject_id = o.id::text and h.action = 'book_given') as reason
            from order_ids i
            join public.orders o on o.id = i.id
            join public.order_copies c on c.order_id = o.id and c.gift_id is null
            join public.entitlements e on e.copy_id = c.id
            join public.ebooks_metadata t on t.id = e.ebook_id
            order by e.granted_at desc, e.ebook_id limit 50) b),
    'messages', (
      select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
        from (select c.* from public.contact_messages c where c.email = p.email order by c.created_at desc, c.id desc limit 50) c),
    'subscription', (select public.subscriber_json(s) from public.newsletter_subscribers s where s.email = p.email),
    'letters', (select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind), '[]') from letters l),
    'orders_kept', (
      select count(*) from order_ids i join public.orders o on o.id = i.id where o.paid_at is not null))
  from person p
$$;

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'receipt_buyer', public.get_receipt_buyer(p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'receipts', public.receipts_json(o),
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
    'gifts', public.personal_gifts(p_uid, p_email),
    'reviews', public.personal_reviews(p_uid),
    'waitlists', public.personal_interest(p_email),
    'newsletter', public.personal_subscription(p_email),
    'letters', public.personal_letters(p_email),
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

create or replace function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
language sql stable
as $$
  select c.relname::text,
      (select pg_catalog.array_agg(a.attname::text order by k.place)
        from pg_catalog.pg_index i
        cross join lateral pg_catalog.unnest(i.indkey::smallint[]) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary),
      pg_catalog.array_agg(a.attname::text order by a.attnum),
      pg_catalog.array_agg(pg_catalog.format_type(a.atttypid, a.atttypmod) order by a.attnum)
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('restoration', 'currencies', 'rules', 'doctor_runs', 'mailbox_cursor')
    group by c.oid, c.relname
    order by c.relname
$$;

create or replace function public.get_health() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with waiting as (
    select m.created_at, m.attempts, m.last_error from public.outbox m
      where m.sent_at is null and m.given_up_at is null order by m.due_at limit 1000
  ), refused as (
    select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
  )
  select jsonb_build_object(
    'checked_at', now(),
    'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
    'mail_sent_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
    'mail_waiting', (select count(*) from waiting),
    'mail_oldest_at', (select min(w.created_at) from waiting w),
    -- Tried, and not taken.
    'mail_tried_since', (select min(w.created_at) from waiting w where w.attempts > 0 and w.last_error is not null),
    'mail_stuck_since', public.mail_stuck_since(now()),
    'mail_refused', (
      select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
        order by r.given_up_at desc), '[]') from refused r),
    'reconciliation', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error)
        from public.jobs j where j.name = 'reconciliation'),
    'videos', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error) from public.jobs j where j.name = 'videos'),
    'mailbox', public.mailbox_health())
$$;
