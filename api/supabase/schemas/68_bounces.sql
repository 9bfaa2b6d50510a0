-- Bounces and spam complaints. The API parses the reports; this file stores each result once, however often a report is read.
set check_function_bodies = off;

-- Digests of addresses that must not get the newsletter. They are kept longer than the subscription, so that no import adds the address
-- again. Only a confirmed sign-up removes the digest.
create table public.suppressed_addresses (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  -- `no_mailbox`: the mailbox does not exist. `bounces`: several issues bounced. `refused`: the mail server did not accept an email from
  -- us. `complaint`.
  reason text not null check (reason in ('no_mailbox', 'bounces', 'refused', 'complaint')),
  at timestamptz not null default now()
);

-- The last email that was read in the author's mailbox; one row, for the connected mailbox. It belongs to this installation and is not
-- exported.
create table public.mailbox_cursor (
  is_only boolean primary key default true check (is_only),
  mailbox text not null,
  uid_validity text not null,
  uid bigint not null,
  -- The number of reports that could not be parsed. They remain in the mailbox for the owner.
  unread integer not null
);

-- Adds an address to the suppressed ones when its subscription bounces, for whatever reason, and removes it when the address is confirmed.
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
      -- A subscriber who was not confirmed keeps the time of an earlier unsubscription.
      unsubscribed_at = case when p_reason <> 'complaint' then s.unsubscribed_at when s.state = 'confirmed' then now()
        else coalesce(s.unsubscribed_at, now()) end,
      bounced_at = case p_reason when 'complaint' then s.bounced_at else now() end
    where s.id = p_id;
end
$$;

-- Returns the newsletter data of this address, for the export of personal data; null if there is none.
create function public.personal_subscription(p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return nullif(
    coalesce((select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)), '{}')
      || coalesce((
        select jsonb_build_object('suppressed', jsonb_build_object('reason', a.reason, 'at', a.at))
          from public.suppressed_addresses a where a.digest = public.address_digest(p_email)), '{}'),
    '{}');
end
$$;

-- Returns a subscription for the owner, with the reason why it gets no mail any more.
create function public.subscriber_json(s public.newsletter_subscribers) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_jsonb(s) - 'generation' || jsonb_build_object('reason', (
    select a.reason from public.suppressed_addresses a
      where a.digest = public.address_digest(s.email)
        and (s.state = 'bounced' and a.reason <> 'complaint' or s.state = 'unsubscribed' and a.reason = 'complaint')));
end
$$;

-- Ends a subscription after the third undelivered issue within `count_bounces`. Called for a mailbox that may exist. The lock makes two
-- calls at the same time see each other's result.
create function public.end_after_returns(p_subscriber_id uuid, p_generation integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.newsletter_subscribers s where s.id = p_subscriber_id for update;
  perform public.suppress_subscriber(s.id, 'bounces')
    from public.newsletter_subscribers s
    where s.id = p_subscriber_id and s.state = 'confirmed' and s.generation = p_generation and 3 <= (
      select count(*) from public.campaign_recipients r
        where r.subscriber_id = p_subscriber_id and r.generation = p_generation and r.state in ('bounced', 'refused')
          and r.done_at > now() - public.rule('count_bounces'));
end
$$;

-- Stores that an issue bounced. If the mailbox does not exist (`p_is_gone`), the subscription ends; otherwise after three bounced issues. A
-- sign-up after this issue is not affected. Returns `noted`, `already` if it was known, or `unknown` if nothing is stored of this issue and
-- reader.
create function public.note_campaign_bounce(p_campaign_id uuid, p_subscriber_id uuid, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.campaign_recipients;
begin
  perform from public.campaigns l where l.id = p_campaign_id for no key update;
  select r.* into v_recipient from public.campaign_recipients r
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state in ('bounced', 'complained') then
    return 'already';
  end if;
  update public.campaign_recipients r set state = 'bounced', lease_until = null, done_at = now(), error = p_reason
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id;
  update public.campaigns l set totals = null where l.id = p_campaign_id;
  if p_is_gone then
    perform public.suppress_subscriber(s.id, 'no_mailbox')
      from public.newsletter_subscribers s
      where s.id = p_subscriber_id and s.state = 'confirmed' and s.generation = v_recipient.generation;
  else
    perform public.end_after_returns(p_subscriber_id, v_recipient.generation);
  end if;
  return 'noted';
end
$$;

-- Stores that a reader reported an issue as spam, which unsubscribes the reader. The issue stops if at least three readers complained since
-- the owner last resumed it, and they are 0.3 % of its recipients: at this rate mail providers begin to refuse a sender. A sign-up after
-- this issue is not affected.
create function public.note_campaign_complaint(p_campaign_id uuid, p_subscriber_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.campaign_recipients;
begin
  -- Serializes two complaints at the same time, so that the second one counts the first.
  perform from public.campaigns l where l.id = p_campaign_id for no key update;
  select r.* into v_recipient from public.campaign_recipients r
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state = 'complained' then
    return 'already';
  end if;
  update public.campaign_recipients r set state = 'complained', lease_until = null, done_at = now(), error = null
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id;
  update public.campaigns l set totals = null where l.id = p_campaign_id;
  update public.campaigns l set state = 'stopped', reason = 'complaints', stopped_by = 'complaints', ended_at = null
    where l.id = p_campaign_id and (l.state = 'sending' or l.state = 'sent' and public.step_of_campaign(l.id) is not null) and (
      select count(*) filter (where r.state = 'complained' and r.done_at > l.watched_from) >= greatest(3, 0.003 * count(*))
        from public.campaign_recipients r where r.campaign_id = l.id and r.state in ('sent', 'bounced', 'complained'));
  perform public.suppress_subscriber(s.id, 'complaint')
    from public.newsletter_subscribers s where s.id = p_subscriber_id and s.generation = v_recipient.generation;
  return 'noted';
end
$$;

-- Stores that a transactional email bounced, which is handled like a final refusal (`give_up_mail`). The outbox does not keep the email of
-- a reply to a message, so the reply itself is marked. Only somebody who received the email knows its mark.
create function public.note_mail_bounce(p_mark text, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail public.outbox;
begin
  update public.message_replies r set bounced_at = now() where r.mark = p_mark and r.bounced_at is null;
  if found then
    return 'noted';
  elsif exists (select from public.message_replies r where r.mark = p_mark) then
    return 'already';
  end if;
  select m.* into v_mail from public.outbox m where m.mark = p_mark for update;
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

-- Returns the last email that was read in this mailbox; null if it was never read, or if its emails were renumbered.
create function public.get_mailbox_cursor(p_mailbox text, p_uid_validity text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.uid from public.mailbox_cursor c where c.mailbox = p_mailbox and c.uid_validity = p_uid_validity);
end
$$;

-- Stores the last email that was read, and adds `p_unread` reports that could not be parsed. The position never moves back, even if an
-- instance with an expired lease reports.
create function public.move_mailbox_cursor(p_mailbox text, p_uid_validity text, p_uid bigint, p_unread integer) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.mailbox_cursor as c (mailbox, uid_validity, uid, unread) values (p_mailbox, p_uid_validity, p_uid, p_unread)
    on conflict (is_only) do update
      set mailbox = excluded.mailbox, uid_validity = excluded.uid_validity, uid = excluded.uid,
        unread = case when c.mailbox = excluded.mailbox then c.unread else 0 end + excluded.unread
      where (c.mailbox, c.uid_validity) is distinct from (excluded.mailbox, excluded.uid_validity) or c.uid < excluded.uid
$$;

-- Returns when the mailbox was last read, and the number of reports that could not be parsed. Null before the first reading, and for a
-- mailbox that is no longer connected.
create function public.mailbox_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error,
        'unread', coalesce((select c.unread from public.mailbox_cursor c), 0))
      from public.jobs j where j.name = 'mailbox' and j.last_run_at > now() - interval '1 hour');
end
$$;

-- Returns an incident if the mailbox could not be read for a day, or never could.
create function public.mailbox_incidents(p_now timestamptz)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select 'mailbox_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'mailbox' and j.last_error is not null and j.last_run_at > p_now - interval '1 hour'
      and (j.last_success_at is null or j.last_success_at < p_now - interval '1 day')
$$;
