-- What mail servers say afterwards: mail that came back, and readers who call a letter spam. What is read of it is in the API; here it is
-- written down, once however often it is read.
set check_function_bodies = off;

-- Addresses to which the newsletter does not go, as digests: they outlive their subscriptions, so that no import brings them back. Only a
-- sign-up that the person confirms does.
create table public.suppressed_addresses (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  -- `no_mailbox`: there is none; `bounces`: letters come back again and again; `refused`: the mail server did not take it from us;
  -- `complaint`.
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
      -- Who was not confirmed left before, if at all.
      unsubscribed_at = case when p_reason <> 'complaint' then s.unsubscribed_at when s.state = 'confirmed' then now()
        else coalesce(s.unsubscribed_at, now()) end,
      bounced_at = case p_reason when 'complaint' then s.bounced_at else now() end
    where s.id = p_id;
end
$$;

-- What is kept of this address and the newsletter, for the person; null when nothing is.
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

-- A subscription as the owner reads it, with the reason why mail goes there no more.
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

-- A letter did not reach a reader who may have a mailbox: with the third in a while (`count_bounces`) no more go there. Of two at the same
-- time one sees the other.
create function public.end_after_returns(p_subscriber_id uuid, p_generation integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.newsletter_subscribers s where s.id = p_subscriber_id for update;
  perform public.suppress_subscriber(s.id, 'bounces')
    from public.newsletter_subscribers s
    where s.id = p_subscriber_id and s.state = 'confirmed' and s.generation = p_generation and 3 <= (
      select count(*) from public.letter_recipients r
        where r.subscriber_id = p_subscriber_id and r.generation = p_generation and r.state in ('bounced', 'refused')
          and r.done_at > now() - public.rule('count_bounces'));
end
$$;

-- A letter did not reach its reader. Where there is no such mailbox (`p_is_gone`) none goes there any more; else after three letters. A
-- sign-up after that letter is not touched. `already`: that was known; `unknown`: nothing is kept of this letter and reader.
create function public.note_letter_bounce(p_letter_id uuid, p_subscriber_id uuid, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  perform from public.letters l where l.id = p_letter_id for no key update;
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

-- A reader called a letter spam: that is a wish to leave. When three readers or more did so since the owner last let the letter go on, and
-- they are 0.3 % of all who got it, the letter is stopped: mail programs begin to refuse senders there. A sign-up after that letter is not
-- touched.
create function public.note_letter_complaint(p_letter_id uuid, p_subscriber_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  -- Of two complaints at the same time, one sees the other.
  perform from public.letters l where l.id = p_letter_id for no key update;
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
  update public.letters l set state = 'stopped', reason = 'complaints', stopped_by = 'complaints', ended_at = null
    where l.id = p_letter_id and (l.state = 'sending' or l.state = 'sent' and public.step_of_letter(l.id) is not null) and (
      select count(*) filter (where r.state = 'complained' and r.done_at > l.watched_from) >= greatest(3, 0.003 * count(*))
        from public.letter_recipients r where r.letter_id = l.id and r.state in ('sent', 'bounced', 'complained'));
  perform public.suppress_subscriber(s.id, 'complaint')
    from public.newsletter_subscribers s where s.id = p_subscriber_id and s.generation = v_recipient.generation;
  return 'noted';
end
$$;

-- A mail that had left came back: it is as one that the mail server refused (`give_up_mail`). Of an answer to a message no mail is kept: the
-- answer itself says so. Only who had the mail knows its mark.
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

-- Up to which mail this mailbox was read; null: it was not read yet, or its mails have other numbers now.
create function public.get_mailbox_cursor(p_mailbox text, p_uid_validity text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.uid from public.mailbox_cursor c where c.mailbox = p_mailbox and c.uid_validity = p_uid_validity);
end
$$;

-- It was read up to this mail, among them `p_unread` reports that were not understood. An instance that was thought dead takes nothing
-- back.
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
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error,
        'unread', coalesce((select c.unread from public.mailbox_cursor c), 0))
      from public.jobs j where j.name = 'mailbox' and j.last_run_at > now() - interval '1 hour');
end
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
