-- Emails that the site sends (`outbox`), messages from visitors to the author, and addresses for the newsletter. Each function writes its
-- row and the email that it causes in one transaction.
set check_function_bodies = off;

-- Returns the mailbox behind an address: without the tag behind a +, and for Google without dots, which Google ignores.
create function public.mailbox_of(p_email text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.name, '.', '') || '@gmail.com' else a.name || '@' || a.host end
      from (select regexp_replace(regexp_replace(lower(p_email), '@[^@]*$', ''), '\+.*$', '') as name,
        substring(lower(p_email) from '[^@]*$') as host) a);
end
$$;

-- An email is written in the transaction of its cause. A worker claims its row and sends it. `key` ensures that each email is sent once.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  kind text not null,
  recipient text not null,
  locale text not null check (locale in ('pt-BR', 'en')),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  claimed_until timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- The secret part of the email's Message-ID (`mailMark`). Only the recipient knows this part.
  mark text,
  -- The mail server rejected the email for good. The email is kept with the reason and not tried again.
  given_up_at timestamptz,
  last_error text
);
-- Opt-in requests to imported addresses (`outbox_asks`) have their own indexes: there may be a hundred thousand, and no person waits for
-- them.
create index outbox_due on public.outbox (due_at) where sent_at is null and given_up_at is null and kind <> 'newsletter_moved';
create index outbox_asks on public.outbox (due_at) where kind = 'newsletter_moved' and sent_at is null and given_up_at is null;
create index outbox_asks_claimed on public.outbox (claimed_until) where kind = 'newsletter_moved' and claimed_until is not null;
create index outbox_asks_sent on public.outbox (sent_at) where kind = 'newsletter_moved' and sent_at is not null;
create index outbox_by_recipient on public.outbox (recipient, created_at);
create index outbox_by_mailbox on public.outbox (public.mailbox_of(recipient), created_at);
create index outbox_given_up on public.outbox (given_up_at desc) where given_up_at is not null;
create index outbox_sent on public.outbox (sent_at) where sent_at is not null;
create index outbox_by_mark on public.outbox (mark) where mark is not null;
create index outbox_test_emails on public.outbox (sent_at) where kind = 'test_email';

-- Returns how many opt-in requests may be sent to imported addresses now: one in three seconds, and together with the newsletter issues at
-- most as many a day as the warm-up allows.
create function public.asks_room() returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select least(d.most - d.handed - a.claimed, 10 - a.claimed - a.sent)::integer
      from public.campaign_day() d cross join (
        select (select count(*) from public.outbox m where m.kind = 'newsletter_moved' and m.claimed_until > now()) as claimed,
            (select count(*) from public.outbox m where m.kind = 'newsletter_moved' and m.sent_at > now() - interval '30 seconds') as sent) a);
end
$$;

-- Returns when the next opt-in request may be sent; null when no request is waiting.
create function public.asks_at() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select greatest(w.due_at, case
        when w.due_at > now() then null
        when d.handed >= d.most then public.next_site_day()
        when public.asks_room() <= 0 then now() + interval '3 seconds' end)
      from public.campaign_day() d cross join (
        select m.due_at from public.outbox m
          where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now())
          order by m.due_at limit 1) w);
end
$$;

-- Leases due emails to one worker. If the worker dies, another one claims them when the lease ends. Emails that a person waits for come
-- before opt-in requests to imported addresses.
create function public.claim_mail(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail jsonb;
  v_asks jsonb;
begin
  with due as (
    select m.id from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.due_at <= now() and m.kind <> 'newsletter_moved'
        and (m.claimed_until is null or m.claimed_until < now())
      order by m.due_at limit p_limit
      for update skip locked
  ), claimed as (
    update public.outbox m
      set claimed_until = now() + make_interval(secs => p_lease_seconds), attempts = m.attempts + 1
      from due where m.id = due.id
      returning m.id, m.key, m.kind, m.recipient, m.locale, m.payload, m.attempts
  )
  select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') into v_mail from claimed;
  if jsonb_array_length(v_mail) >= p_limit or not exists (
      select from public.outbox m where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and m.due_at <= now()) then
    return v_mail;
  end if;
  -- The lock lets each worker see what another one claimed, so that both together stay within `asks_room`.
  perform pg_advisory_xact_lock(hashtextextended('asks', 0));
  with due as (
    select m.id from public.outbox m
      where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and m.due_at <= now()
        and (m.claimed_until is null or m.claimed_until < now())
      order by m.due_at limit greatest(0, least(p_limit - jsonb_array_length(v_mail), public.asks_room()))
      for update skip locked
  ), claimed as (
    update public.outbox m
      set claimed_until = now() + make_interval(secs => p_lease_seconds), attempts = m.attempts + 1,
        -- The link of the email is valid from this moment.
        payload = m.payload || jsonb_build_object('asked_at', now())
      from due where m.id = due.id
      returning m.id, m.key, m.kind, m.recipient, m.locale, m.payload, m.attempts
  )
  select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') into v_asks from claimed;
  return v_mail || v_asks;
end
$$;

-- Extends the lease of an email while the worker hands it over. Returns false if another worker claimed it meanwhile, or if it was sent,
-- given up or removed.
create function public.keep_mail(p_id uuid, p_attempts integer, p_lease_seconds integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox set claimed_until = now() + make_interval(secs => p_lease_seconds)
    where id = p_id and attempts = p_attempts and sent_at is null and given_up_at is null;
  return found;
end
$$;

-- Stores that the mail server accepted an email. `p_mark`: see `outbox.mark`.
create function public.finish_mail(p_id uuid, p_mark text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind text;
begin
  update public.outbox set sent_at = now(), claimed_until = null, last_error = null, mark = p_mark where id = p_id returning kind into v_kind;
  if v_kind = 'newsletter_moved' then
    perform public.count_handed();
  end if;
end
$$;

-- Schedules another attempt to send an email.
create function public.postpone_mail(p_id uuid, p_seconds integer, p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set due_at = now() + make_interval(secs => p_seconds), claimed_until = null, last_error = p_error
    where id = p_id and sent_at is null
$$;

-- Stores that the mail server refused an email for good. If it refused the recipient, the newsletter is not sent to this address any more
-- either.
create function public.give_up_mail(p_id uuid, p_error text, p_is_recipient boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient text;
begin
  update public.outbox set given_up_at = now(), claimed_until = null, last_error = p_error
    where id = p_id and sent_at is null
    returning recipient into v_recipient;
  if found and p_is_recipient then
    update public.newsletter_subscribers set state = 'bounced', bounced_at = now()
      where email = lower(v_recipient) and state in ('pending', 'confirmed');
  end if;
end
$$;

-- Returns the time since which no mail could be sent, or null. One of two conditions is enough.
-- First: an email is older than a quarter of an hour, and was refused or has been due for as long. A final refusal (5xx) does not count if
-- other mail was sent since, because the refusal may concern this email alone.
-- Second: the mail server refused the last five emails of a day for good, to three domains or more, and accepted none since. A missing
-- mailbox (5.1.x) does not count.
-- Alerts to the owner never count, because a waiting alert would cause the next alert. Opt-in requests do not count either, because they
-- wait for their day.
create function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return least((
    select min(w.created_at) from (
      -- An email in its first attempt was not refused yet.
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

-- Returns whether a mailbox may get another email of these kinds: five a day, and one in ten minutes with the same `p_about`. Anybody can
-- enter the address of another person.
create function public.mailbox_has_room(p_recipient text, p_kinds text[], p_about jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '10 minutes' and m.payload @> p_about) = 0
      from public.outbox m
      where public.mailbox_of(m.recipient) = public.mailbox_of(p_recipient) and m.kind = any (p_kinds)
        and m.created_at > now() - interval '1 day');
end
$$;

-- Trigger that deletes an email once it was sent or given up, because nothing reads it any more. The email about a deletion is the last row
-- with its address.
create function public.erase_account_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.id = new.id;
  return null;
end $$;

create trigger outbox_erase_account_email after update on public.outbox
  for each row when (new.kind in ('welcome', 'account_deleted') and (new.sent_at is not null or new.given_up_at is not null))
  execute function public.erase_account_email();
-- Queues a test email to the admin's own address. Returns its id.
create function public.send_test_email(p_locale text, p_actor jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.outbox (id, key, kind, recipient, locale, payload)
    values (v_id, 'test_email:' || v_id, 'test_email', p_actor->>'email', p_locale, '{}');
  perform public.write_audit_log(p_actor, 'test_email_sent', 'mail', v_id::text, null, null);
  return v_id;
end
$$;

-- Returns `TestEmailSchema` of contracts/admin-settings.ts. Refusal: `not_found`.
create function public.get_test_email(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('id', m.id, 'recipient', m.recipient, 'attempts', m.attempts, 'error', m.last_error,
      'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
    from public.outbox m where m.id = p_id and m.kind = 'test_email'), public.refusal('not_found'));
end
$$;

-- Notices to the team --------------------------------------------------------------------------------------------------------------

-- Returns the addresses of the owners.
create function public.owner_addresses() returns table (email text)
language sql stable security definer set search_path = ''
as $$ select t.email from public.team t where t.role = 'owner' $$;

-- Returns the members whose role may read orders and messages.
create function public.notice_addresses() returns table (uid text, email text)
language sql stable security definer set search_path = ''
as $$ select t.uid, t.email from public.team t where t.role in ('owner', 'support') $$;

-- How each member gets each kind of notice. See notice_ways for a member without a row.
create table public.team_notices (
  uid text not null,
  kind text not null check (kind in ('sale', 'message', 'refund')),
  how text not null check (how in ('each', 'daily', 'weekly', 'never')),
  primary key (uid, kind)
);

-- The contents of the next daily or weekly notice: the id of an order, or the number of a message.
create table public.daily_notices (
  uid text not null,
  kind text not null check (kind in ('sale', 'message', 'refund')),
  subject text not null,
  noted_at timestamptz not null default now(),
  primary key (uid, kind, subject)
);
create index daily_notices_due on public.daily_notices (noted_at);

-- Returns how each member gets each kind of notice. Owners get an email about each sale until they choose otherwise.
create function public.notice_ways() returns table (uid text, email text, kind text, how text)
language sql stable security definer set search_path = ''
as $$
  select t.uid, t.email, k.kind, coalesce(n.how, case when k.kind = 'sale' and t.role = 'owner' then 'each' else 'never' end)
    from public.team t cross join unnest(array['sale', 'message', 'refund']) k (kind)
    left join public.team_notices n on n.uid = t.uid and n.kind = k.kind
    where t.role in ('owner', 'support')
$$;

-- Returns how a member wants to get each kind of notice.
create function public.get_team_notices(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(k.kind, coalesce(w.how, n.how, 'never'))
      from unnest(array['sale', 'message', 'refund']) k (kind)
      left join public.notice_ways() w on w.uid = p_uid and w.kind = k.kind
      left join public.team_notices n on n.uid = p_uid and n.kind = k.kind);
end
$$;

-- `p_notices`: the kinds to change, with their new values. Returns the settings.
create function public.set_team_notices(p_uid text, p_notices jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.team_notices (uid, kind, how) select p_uid, n.key, n.value from jsonb_each_text(p_notices) n
    on conflict (uid, kind) do update set how = excluded.how;
  delete from public.daily_notices d
    using public.team_notices n where d.uid = p_uid and n.uid = d.uid and n.kind = d.kind and n.how in ('each', 'never');
  return public.get_team_notices(p_uid);
end
$$;

-- Notifies the members who want it: at once by an email of the kind `p_email_kind`, or in their next daily or weekly notice. Members are
-- not notified of their own actions (`p_by`). `p_owner_email`, or null, gets the same email anyway, so it gets no second one.
create function public.notify_team(p_kind text, p_subject text, p_email_kind text, p_payload jsonb, p_by text, p_owner_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    select p_email_kind || ':' || p_subject || ':' || a.uid, p_email_kind, a.email, 'pt-BR', p_payload
      from public.notice_ways() a
      where a.kind = p_kind and a.how = 'each' and lower(a.email) <> lower(p_by) and lower(a.email) is distinct from lower(p_owner_email)
    on conflict (key) do nothing;
  insert into public.daily_notices (uid, kind, subject)
    select a.uid, p_kind, p_subject
      from public.notice_ways() a
      where a.kind = p_kind and a.how in ('daily', 'weekly') and lower(a.email) <> lower(p_by)
    on conflict do nothing;
$$;

-- Queues each member's notice of the day that ended at eight o'clock in this time zone, or of the week that ended on Monday at eight. An
-- empty notice is not sent. Rows that are added while a notice is written wait for the next one. Rows of former members are deleted.
-- Returns how many notices were queued.
create function public.send_daily_notices(p_zone text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = ''
as $$
  delete from public.daily_notices n where n.uid not in (select a.uid from public.notice_addresses() a);
  with periods as (
    select p.how, (date_trunc(p.unit, p_now at time zone p_zone - interval '8 hours') + interval '8 hours') at time zone p_zone as ends_at
      from (values ('daily', 'day'), ('weekly', 'week')) p (how, unit)
  ), told as (
    delete from public.daily_notices n using public.notice_ways() w, periods d
      where w.uid = n.uid and w.kind = n.kind and d.how = w.how and n.noted_at < d.ends_at
        and not exists (select from public.outbox m where m.key = w.how || '_notice:' || n.uid || ':' || extract(epoch from d.ends_at)::bigint)
      returning n.uid, n.kind, n.subject, w.how, d.ends_at
  ), sales as (
    select t.uid, t.how, o.currency, count(*) as orders, sum(o.total_minor) as amount_minor
      from told t join public.orders o on o.id = t.subject::uuid where t.kind = 'sale' group by t.uid, t.how, o.currency
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select t.how || '_notice:' || t.uid || ':' || extract(epoch from t.ends_at)::bigint, 'daily_notice', a.email, 'pt-BR', jsonb_build_object(
          'ends_at', t.ends_at, 'how', t.how,
          'sales', (select coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'orders', s.orders, 'amount_minor', s.amount_minor)
            order by s.currency), '[]') from sales s where s.uid = t.uid and s.how = t.how),
          'messages', count(*) filter (where t.kind = 'message'),
          'refunds', count(*) filter (where t.kind = 'refund'))
        from told t join public.notice_addresses() a on a.uid = t.uid
        group by t.uid, t.how, a.email, t.ends_at
      returning 1
  )
  select count(*)::integer from written
$$;

create function public.erase_team_notices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.team_notices n where n.uid = new.uid;
  delete from public.daily_notices n where n.uid = new.uid;
  return null;
end $$;

create trigger accounts_erase_notices after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.erase_team_notices();

-- Messages -------------------------------------------------------------------------------------------------------------------------

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  -- The number by which people refer to the message.
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null unique,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (subject in ('podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other')),
  message text not null check (char_length(message) between 1 and 5000),
  locale text not null check (locale in ('pt-BR', 'en')),
  state text not null default 'new' check (state in ('new', 'answered', 'closed', 'spam')),
  created_at timestamptz not null default now(),
  -- The member who handles the message. Becomes null when the member leaves the team, or gets a role that may not read messages.
  assigned_to text references public.team (uid) on delete set null,
  -- Stored, because computing it for a thousand messages would be the slowest part of a search.
  search_text text generated always as (public.to_search_text(name || ' ' || email || ' ' || message)) stored
);
create index contact_messages_newest on public.contact_messages (created_at desc, id desc);
create index contact_messages_of_sender on public.contact_messages (email);
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id desc);
create index contact_messages_assigned on public.contact_messages (assigned_to, created_at desc, id desc) where assigned_to is not null;
create index contact_messages_search on public.contact_messages using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- Unassigns the messages of a member whose role may no longer read messages.
create function public.unassign_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contact_messages set assigned_to = null
    where assigned_to = new.uid and not exists (select from public.notice_addresses() a where a.uid = new.uid);
  return null;
end $$;

create trigger team_unassign_messages after update on public.team
  for each row when (old.role <> new.role) execute function public.unassign_messages();

-- The shop's replies. The email of a reply waits in the outbox until the undo period is over, and is deleted there once it was sent.
create table public.message_replies (
  -- The id of the attempt: a reply that is submitted twice is stored once.
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  body text not null check (octet_length(body) between 1 and 51200),
  written_by text not null check (written_by <> ''),
  written_at timestamptz not null default now(),
  sent_at timestamptz,
  -- The secret part of the Message-ID, see `outbox.mark`, and the time at which the reader's mail server returned the email.
  mark text,
  bounced_at timestamptz,
  -- The state of the message before this reply. Undoing the reply restores this state.
  previous_state text not null
);
create index message_replies_of_message on public.message_replies (message_id, written_at);
create index message_replies_by_mark on public.message_replies (mark) where mark is not null;

-- Deletes the email of a reply once it was sent. The reply itself is kept.
create function public.note_reply_sent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.message_replies r set sent_at = new.sent_at, mark = new.mark where r.id = (new.payload->>'reply_id')::uuid;
  delete from public.outbox m where m.id = new.id;
  return null;
end $$;

create trigger outbox_note_reply_sent after update on public.outbox
  for each row when (new.kind = 'message_reply' and new.sent_at is not null) execute function public.note_reply_sent();

-- Deletes the email of a deleted reply, also when the reply is deleted with its message.
create function public.drop_reply_email() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.key = 'message_reply:' || old.id;
  return null;
end $$;

create trigger drop_reply_email after delete on public.message_replies
  for each row execute function public.drop_reply_email();

-- Stores a visitor's message, and queues the email to the owner and the acknowledgement to the visitor. An attempt is stored once: `is_new`
-- is false for a repeated one.
create function public.save_contact_message(
  p_attempt_id uuid, p_name text, p_email text, p_subject text, p_message text, p_locale text, p_owner_email text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  -- Serializes the messages of a mailbox, so that `mailbox_has_room` counts the previous email.
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

-- Returns the replies to a message, oldest first. `undo_seconds`: how long the reply can still be undone.
create function public.message_replies_json(p_message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'body', r.body, 'written_by', r.written_by, 'written_at', r.written_at,
        'state', case when r.bounced_at is not null or m.given_up_at is not null then 'failed' when r.sent_at is not null then 'sent'
          else 'queued' end,
        'undo_seconds', case when m.attempts = 0 then greatest(0, ceil(extract(epoch from m.due_at - now())))::integer else 0 end)
        order by r.written_at, r.id), '[]')
      from public.message_replies r left join public.outbox m on m.key = 'message_reply:' || r.id
      where r.message_id = p_message_id);
end
$$;

-- Returns a message as the admin sees it.
create function public.contact_message_json(c public.contact_messages) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message,
    'locale', c.locale, 'state', c.state, 'created_at', c.created_at, 'replies', public.message_replies_json(c.id),
    'assignee', (select jsonb_build_object('uid', t.uid, 'email', t.email) from public.team t where t.uid = c.assigned_to));
end
$$;

-- Returns the members who can handle messages.
create function public.list_assignees() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(a) order by a.email), '[]') from public.notice_addresses() a);
end
$$;

-- Assigns a message to a member, or to nobody (null). A member who was assigned by another one gets an email. Refusals: `not_found`, and
-- `changed_meanwhile` if the assignee is not the one that the admin saw, or if the chosen member may no longer read messages.
create function public.assign_message(p_actor jsonb, p_id uuid, p_uid text, p_previous_uid text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_email text;
begin
  -- Lock the member before the message: leaving the team locks both in this order.
  perform from public.team t where t.uid = p_uid for share;
  select a.email into v_email from public.notice_addresses() a where a.uid = p_uid;
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  if v_message.assigned_to is distinct from p_uid then
    if v_message.assigned_to is distinct from p_previous_uid or p_uid is not null and v_email is null then
      return public.refusal('changed_meanwhile');
    end if;
    perform public.write_audit_log(p_actor, 'message_assigned', 'message', v_message.number::text,
      jsonb_build_object('assignee', (select t.email from public.team t where t.uid = v_message.assigned_to)),
      jsonb_build_object('assignee', v_email));
    update public.contact_messages set assigned_to = p_uid where id = p_id returning * into v_message;
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'message_assigned:' || p_id || ':' || gen_random_uuid(), 'message_assigned', v_email, 'pt-BR',
          jsonb_build_object('number', v_message.number, 'subject', v_message.subject, 'by', p_actor->>'email')
        where p_uid <> p_actor->>'uid';
  end if;
  return public.contact_message_json(v_message);
end
$$;

-- Marks a message. Refusals: `not_found`, and `changed_meanwhile` if the message is not in the state that the admin saw.
create function public.mark_message(p_actor jsonb, p_id uuid, p_state text, p_previous_state text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  if v_message.state = p_previous_state then
    update public.contact_messages set state = p_state where id = p_id returning * into v_message;
    perform public.write_audit_log(p_actor, 'message_marked', 'message', v_message.number::text,
      jsonb_build_object('state', p_previous_state), jsonb_build_object('state', p_state));
  elsif v_message.state <> p_state then
    return public.refusal('changed_meanwhile');
  end if;
  return public.contact_message_json(v_message);
end
$$;

-- Replies to a message by email, in its language, once for each attempt. The email waits for `rule('undo_reply')`. Refusals: `not_found`,
-- `changed_meanwhile` if the newest reply is not the one that the admin saw (null for none), and `attempt_reused` for an attempt that sent
-- another text.
create function public.reply_to_message(p_actor jsonb, p_id uuid, p_attempt_id uuid, p_body text, p_last_reply_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_reply public.message_replies;
  v_earlier uuid[];
begin
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  select * into v_reply from public.message_replies where id = p_attempt_id;
  if found and (v_reply.message_id, v_reply.body) is distinct from (p_id, p_body) then
    return public.refusal('attempt_reused');
  end if;
  if not found then
    v_earlier := array(select r.id from public.message_replies r where r.message_id = p_id order by r.written_at, r.id);
    if v_earlier[cardinality(v_earlier)] is distinct from p_last_reply_id then
      return public.refusal('changed_meanwhile');
    end if;
    insert into public.message_replies (id, message_id, body, written_by, previous_state)
      values (p_attempt_id, p_id, p_body, p_actor->>'email', v_message.state);
    insert into public.outbox (key, kind, recipient, locale, payload, due_at)
      values ('message_reply:' || p_attempt_id, 'message_reply', v_message.email, v_message.locale,
        jsonb_build_object('reply_id', p_attempt_id, 'body', p_body, 'message_id', p_id, 'number', v_message.number,
          'message', v_message.message, 'received_at', v_message.created_at, 'earlier', v_earlier),
        now() + public.rule('undo_reply'));
    update public.contact_messages set state = 'answered' where id = p_id returning * into v_message;
    perform public.write_audit_log(p_actor, 'message_answered', 'message', v_message.number::text, null, null);
  end if;
  return public.contact_message_json(v_message);
end
$$;

-- Undoes a reply whose email was not handed to the mail server yet. A repeated call changes nothing. Refusals: `not_found`, `already_sent`.
create function public.undo_reply(p_actor jsonb, p_message_id uuid, p_reply_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_reply public.message_replies;
begin
  select * into v_message from public.contact_messages where id = p_message_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  select * into v_reply from public.message_replies where id = p_reply_id and message_id = p_message_id;
  if found then
    delete from public.outbox m where m.key = 'message_reply:' || p_reply_id and m.attempts = 0 and m.given_up_at is null;
    if not found then
      return public.refusal('already_sent');
    end if;
    delete from public.message_replies where id = p_reply_id;
    -- Undoing the next reply must restore the state from before this one.
    update public.message_replies r set previous_state = v_reply.previous_state
      where r.id = (
        select n.id from public.message_replies n
          where n.message_id = p_message_id and (n.written_at, n.id) > (v_reply.written_at, v_reply.id) order by n.written_at, n.id limit 1);
    update public.contact_messages c set state = v_reply.previous_state
      where c.id = p_message_id and c.state = 'answered' and not exists (select from public.message_replies r where r.message_id = c.id)
      returning * into v_message;
    if not found then
      select * into v_message from public.contact_messages where id = p_message_id;
    end if;
    perform public.write_audit_log(p_actor, 'message_reply_undone', 'message', v_message.number::text, null, null);
  end if;
  return public.contact_message_json(v_message);
end
$$;

-- Marks these messages as spam. Returns how many were not spam before.
create function public.mark_spam(p_actor jsonb, p_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_marked integer := 0;
begin
  for v_message in select * from public.contact_messages where id = any (p_ids) and state <> 'spam' order by id for update loop
    update public.contact_messages set state = 'spam' where id = v_message.id;
    perform public.write_audit_log(p_actor, 'message_marked', 'message', v_message.number::text,
      jsonb_build_object('state', v_message.state), '{"state": "spam"}');
    v_marked := v_marked + 1;
  end loop;
  return v_marked;
end
$$;

-- Deletes a message with its replies and their copies in the outbox. The audit log keeps its number and date. Returns false if it no longer
-- exists.
create function public.delete_message(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  delete from public.contact_messages where id = p_id returning * into v_message;
  if not found then
    return false;
  end if;
  -- Each notified member of the team has a copy.
  delete from public.outbox m
    where m.key = 'contact_acknowledged:' || p_id or (m.kind = 'contact_received' and m.payload->>'number' = v_message.number::text);
  delete from public.daily_notices n where n.kind = 'message' and n.subject = v_message.number::text;
  perform public.write_audit_log(p_actor, 'message_deleted', 'message', v_message.number::text,
    jsonb_build_object('received_at', v_message.created_at), null);
  return true;
end
$$;

-- Newsletter -----------------------------------------------------------------------------------------------------------------------

-- Newsletter subscribers, one row per address.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  locale text not null check (locale in ('pt-BR', 'en')),
  source text not null check (source in ('footer', 'home', 'episode', 'post', 'checkout', 'newsletter', 'sample', 'admin', 'customer',
    'import')),
  -- The text that the subscriber agreed to, and when. For an import, the origin of the list in the owner's words.
  consent_version text not null,
  consented_at timestamptz not null default now(),
  -- The times at which the subscriber last reached each state.
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  bounced_at timestamptz,
  -- Incremented with each sign-up of the address: the link of a previous sign-up cannot confirm a later one.
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  check (state <> 'confirmed' or confirmed_at is not null),
  check (state <> 'unsubscribed' or unsubscribed_at is not null),
  check (state <> 'bounced' or bounced_at is not null)
);
create index newsletter_pending on public.newsletter_subscribers (consented_at) where state = 'pending';
create index newsletter_newest on public.newsletter_subscribers (created_at desc, id desc);
create index newsletter_by_state on public.newsletter_subscribers (state, created_at desc, id desc);
create index newsletter_by_source on public.newsletter_subscribers (source, created_at desc, id desc);
create index newsletter_search on public.newsletter_subscribers using gin (email extensions.gin_trgm_ops) with (fastupdate = off);

-- Deletes the unsent opt-in request of an imported address that unsubscribed, returned, signed up here or was erased.
create function public.drop_import_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.key = 'newsletter_moved:' || old.id and m.sent_at is null and m.given_up_at is null;
  return null;
end
$$;
create trigger drop_question after update on public.newsletter_subscribers for each row
  when (old.state = 'pending' and old.source = 'import' and (new.state <> 'pending' or new.source <> 'import'))
  execute function public.drop_import_question();
create trigger drop_question_of_gone after delete on public.newsletter_subscribers for each row
  when (old.state = 'pending' and old.source = 'import') execute function public.drop_import_question();

-- Stores an address that asks for the newsletter as pending, and queues the email with the confirmation link. A confirmed address stays
-- confirmed and gets an email at most once a day. If its previous consent did not name books, that email has a link to agree to this text,
-- because the person who entered the address may not be its owner. An address that bounced is left alone for a day. Returns whether an
-- email was queued; the caller must not show this to the visitor.
create function public.request_subscription(p_email text, p_locale text, p_source text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
  v_kind text;
  v_about jsonb;
  v_renews jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version)
    values (p_email, 'pending', p_locale, p_source, p_consent_version)
    on conflict (email) do update
      set state = 'pending', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
        consented_at = now(),
        -- A repeated sign-up with the same text keeps the first link valid.
        generation = s.generation + case when s.state = 'pending' and s.source <> 'import' and s.consent_version = excluded.consent_version
          then 0 else 1 end
      where s.state in ('pending', 'unsubscribed') or (s.state = 'bounced' and s.bounced_at < now() - interval '1 day')
    returning * into v_subscriber;
  if not found then
    select * into v_subscriber from public.newsletter_subscribers where email = p_email;
  end if;

  if v_subscriber.state = 'confirmed' and public.consent_names_books(p_source, p_consent_version)
      and not public.consent_names_books(v_subscriber.source, v_subscriber.consent_version) then
    v_renews := jsonb_build_object('renews', jsonb_build_object('source', p_source, 'consentVersion', p_consent_version));
  end if;
  v_about := jsonb_build_object('subscriber_id', v_subscriber.id, 'generation', v_subscriber.generation);
  v_kind := case
    when v_subscriber.state = 'pending' then 'newsletter_confirm'
    when v_subscriber.state = 'confirmed' and not exists (
      select from public.outbox m
        where m.recipient = p_email and m.kind = 'newsletter_already' and m.created_at > now() - interval '1 day')
      then 'newsletter_already'
  end;
  if v_kind is null or not public.mailbox_has_room(p_email, array['newsletter_confirm', 'newsletter_already'], v_about) then
    return false;
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (v_kind || ':' || gen_random_uuid(), v_kind, p_email, v_subscriber.locale,
      v_about || jsonb_build_object('asked_at', now()) || coalesce(v_renews, '{}'));
  return true;
end
$$;

-- Confirms a subscription by its link. Outcome `done`, `already` if it was confirmed before, or `expired` if the link has nothing left to
-- confirm. `p_renews`: the new text that a subscriber agrees to with the link, and the form where it was shown.
create function public.confirm_subscription(p_id uuid, p_generation integer, p_is_late boolean, p_renews jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
begin
  select * into v_subscriber from public.newsletter_subscribers where id = p_id for update;
  if not found or v_subscriber.generation <> p_generation then
    return jsonb_build_object('outcome', 'expired', 'email', null);
  end if;
  if v_subscriber.state = 'pending' and not p_is_late then
    update public.newsletter_subscribers set state = 'confirmed', confirmed_at = now() where id = p_id;
    return jsonb_build_object('outcome', 'done', 'email', v_subscriber.email);
  elsif v_subscriber.state = 'confirmed' and p_renews is not null
      and not public.consent_names_books(v_subscriber.source, v_subscriber.consent_version) then
    update public.newsletter_subscribers
      set source = p_renews->>'source', consent_version = p_renews->>'consentVersion', consented_at = now()
      where id = p_id and not p_is_late;
    return jsonb_build_object('outcome', case when p_is_late then 'expired' else 'done' end, 'email', v_subscriber.email);
  end if;
  -- The subscriber's own click remains if the import that confirmed them is undone.
  update public.import_subjects s set waited = null where s.subject_id = p_id and s.waited is not null and v_subscriber.state = 'confirmed' and not p_is_late;
  return jsonb_build_object('outcome', case when v_subscriber.state = 'confirmed' then 'already' else 'expired' end,
    'email', v_subscriber.email);
end
$$;

-- Unsubscribes by the link of any sign-up, however old: the wish to be left alone never expires. `p_campaign_id`: the newsletter issue that
-- had the link, which counts the reader who left. A subscriber who was not confirmed keeps the time of an earlier unsubscription. `email`
-- is null if the address was erased meanwhile.
create function public.unsubscribe(p_id uuid, p_campaign_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
begin
  -- Lock the issue before the subscriber, as the handling of bounces does.
  perform from public.campaigns l where l.id = p_campaign_id for no key update;
  select * into v_subscriber from public.newsletter_subscribers where id = p_id for update;
  if not found or v_subscriber.state = 'unsubscribed' then
    return jsonb_build_object('outcome', 'already', 'email', v_subscriber.email);
  end if;
  update public.newsletter_subscribers s
    set state = 'unsubscribed', unsubscribed_at = case when s.state <> 'confirmed' then coalesce(s.unsubscribed_at, now()) else now() end
    where s.id = p_id;
  update public.campaigns set unsubscribed = unsubscribed + 1 where id = p_campaign_id and v_subscriber.state = 'confirmed';
  return jsonb_build_object('outcome', 'done', 'email', v_subscriber.email);
end
$$;

-- Sets the newsletter switch of a customer. The address is verified, so no second confirmation is needed. Switching it on within a day of
-- unsubscribing cancels the unsubscription, so that switching back and forth does not count as several subscriptions.
create function public.set_subscription(p_email text, p_subscribed boolean, p_locale text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_subscribed then
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, confirmed_at)
      values (lower(p_email), 'confirmed', p_locale, 'customer', p_consent_version, now())
      on conflict (email) do update
        set state = 'confirmed', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
          consented_at = now(), generation = s.generation + 1,
          confirmed_at = case when s.state = 'unsubscribed' and s.unsubscribed_at > now() - interval '1 day'
              and (s.bounced_at is null or s.bounced_at < s.confirmed_at)
            then coalesce(s.confirmed_at, now()) else now() end
        where s.state <> 'confirmed';
  else
    update public.newsletter_subscribers s
      set state = 'unsubscribed', unsubscribed_at = case when s.state <> 'confirmed' then coalesce(s.unsubscribed_at, now()) else now() end
      where s.email = lower(p_email) and s.state <> 'unsubscribed';
  end if;
  return p_subscribed;
end
$$;

create function public.is_subscribed(p_email text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.newsletter_subscribers where email = lower(p_email) and state = 'confirmed');
end
$$;

-- Messages and subscribers in the admin --------------------------------------------------------------------------------------------

-- Returns the ids of a page of messages or addresses, newest first. `p_is_backwards`: the page before the position. `p_text` is the SQL
-- expression to search and `p_state` an SQL condition: pass only constants of this file, never input. Searches like `list_users`.
create function public.inbox_page(
  p_table regclass, p_text text, p_state text, p_words text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns uuid[]
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text := public.words_condition(p_text, p_words, false);
  v_order text := case when p_is_backwards then 'r.created_at, r.id' else 'r.created_at desc, r.id desc' end;
  v_rows text := format('select r.* from %s r where %s and ($1 is null or (r.created_at, r.id) %s ($1, $2))', p_table, p_state,
    case when p_is_backwards then '>' else '<' end);
  v_walk text := format('select array(select r.id from (%s order by %s limit $4) r where %s order by %s limit $3)', v_rows, v_order, v_words, v_order);
  v_page uuid[];
  v_further integer;
begin
  if v_words is null then
    execute format('select array(select r.id from (%s order by %s limit $3) r order by %s)', v_rows, v_order, v_order)
      into v_page using p_at, p_id, p_size + 1;
    return v_page;
  end if;
  execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows();
  v_further := public.further_rows(cardinality(v_page), p_size);
  if v_further is not null then
    execute v_walk into v_page using p_at, p_id, p_size + 1, v_further;
  end if;
  if cardinality(v_page) <= p_size then
    execute format('with found as materialized (%s and %s) select array(select r.id from found r order by %s limit $3)',
      v_rows, public.words_condition(p_text, p_words, true), v_order) into v_page using p_at, p_id, p_size + 1;
  end if;
  return v_page;
end
$$;

-- Returns a page of messages. If no state is given, returns all messages except spam. `p_assigned_to` selects messages that are assigned to
-- this member.
create function public.list_messages(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_assigned_to text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.contact_messages', 'r.search_text',
    case when p_state is null then 'r.state <> ''spam''' else format('r.state = %L', p_state) end
      || case when p_assigned_to is null then '' else format(' and r.assigned_to = %L', p_assigned_to) end,
    p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'messages', (
    select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
      from public.contact_messages c where c.id = any (v_ids[:p_size])));
end
$$;

-- Returns a page of newsletter addresses. If no state or source is given, returns all addresses.
create function public.list_subscribers(
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
