-- What visitors send: messages to the author, and addresses for the newsletter. Each function writes the row and the mail that
-- it causes in one transaction.
create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  -- What people quote.
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null unique,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (subject in ('podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other')),
  message text not null check (char_length(message) between 1 and 5000),
  locale text not null check (locale in ('pt-BR', 'en')),
  state text not null default 'new' check (state in ('new', 'answered', 'spam')),
  created_at timestamptz not null default now()
);
create index contact_messages_newest on public.contact_messages (created_at desc, id desc);

-- One row per address, whoever gave it and wherever.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  locale text not null check (locale in ('pt-BR', 'en')),
  source text not null check (source in ('footer', 'admin', 'customer')),
  -- The words that were agreed to, and when.
  consent_version text not null,
  consented_at timestamptz not null default now(),
  -- When each last happened.
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  bounced_at timestamptz,
  -- Counts the sign-ups of this address: the link of an earlier one confirms no later one.
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  check (state <> 'confirmed' or confirmed_at is not null),
  check (state <> 'unsubscribed' or unsubscribed_at is not null),
  check (state <> 'bounced' or bounced_at is not null)
);
create index newsletter_pending on public.newsletter_subscribers (consented_at) where state = 'pending';

alter table public.contact_messages enable row level security;
alter table public.newsletter_subscribers enable row level security;

-- Mail that the mail server refused for good is kept with its reason, and not tried again.
alter table public.outbox add column given_up_at timestamptz;
drop index public.outbox_due;
create index outbox_due on public.outbox (due_at) where sent_at is null and given_up_at is null;
create index outbox_by_recipient on public.outbox (recipient, created_at);

-- Whether an address that anybody can name may have another mail of these kinds: five a day, and one in ten minutes about the
-- same thing.
create function public.mailbox_has_room(p_recipient text, p_kinds text[], p_about jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '10 minutes' and m.payload @> p_about) = 0
    from public.outbox m
    where m.recipient = p_recipient and m.kind = any (p_kinds) and m.created_at > now() - interval '1 day'
$$;

-- Stores a visitor's message with the mail to the owner and the acknowledgement to the visitor. An attempt is stored once:
-- `is_new` says whether by this call.
create function public.store_contact_message(
  p_attempt_id uuid, p_name text, p_email text, p_subject text, p_message text, p_locale text, p_owner_email text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  -- One after the other for each mailbox, so that each sees the mail of the one before.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || p_email, 0));
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
  if public.mailbox_has_room(p_email, array['contact_acknowledged'], '{}') then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('contact_acknowledged:' || v_message.id, 'contact_acknowledged', p_email, p_locale,
        jsonb_build_object('number', v_message.number, 'subject', p_subject));
  end if;
  return jsonb_build_object('is_new', true, 'number', v_message.number, 'received_at', v_message.created_at);
end
$$;

-- Somebody gave this address for the newsletter: it waits for its confirmation, and the mail with the link is written. Who is
-- subscribed already stays so and is told once a day; an address that refused mail is left alone for a day. Answers whether
-- there is mail to send, which nobody outside may learn.
create function public.ask_for_newsletter(p_email text, p_locale text, p_source text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
  v_kind text;
  v_about jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || p_email, 0));
  insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version)
    values (p_email, 'pending', p_locale, p_source, p_consent_version)
    on conflict (email) do update
      set state = 'pending', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
        consented_at = now(),
        -- Asked again before the first link was used: that link still works.
        generation = s.generation + case when s.state = 'pending' then 0 else 1 end
      where s.state in ('pending', 'unsubscribed') or (s.state = 'bounced' and s.bounced_at < now() - interval '1 day')
    returning * into v_subscriber;
  if not found then
    select * into v_subscriber from public.newsletter_subscribers where email = p_email;
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
      v_about || jsonb_build_object('asked_at', now()));
  return true;
end
$$;

-- Takes a confirmation link: `done`, `already` when it did so before, `expired` when it can confirm nothing (any more).
create function public.confirm_newsletter(p_id uuid, p_generation integer, p_is_late boolean) returns jsonb
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
  end if;
  return jsonb_build_object('outcome', case when v_subscriber.state = 'confirmed' then 'already' else 'expired' end,
    'email', v_subscriber.email);
end
$$;

-- Takes an unsubscribe link of any sign-up, however old: who asks to be left alone is left alone. `email` is null when the
-- address was forgotten meanwhile.
create function public.leave_newsletter(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text;
begin
  update public.newsletter_subscribers set state = 'unsubscribed', unsubscribed_at = now()
    where id = p_id and state <> 'unsubscribed'
    returning email into v_email;
  if found then
    return jsonb_build_object('outcome', 'done', 'email', v_email);
  end if;
  select email into v_email from public.newsletter_subscribers where id = p_id;
  return jsonb_build_object('outcome', 'already', 'email', v_email);
end
$$;

-- The customer's own switch. His address is verified, so his consent needs no second confirmation.
create function public.switch_newsletter(p_email text, p_subscribed boolean, p_locale text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_subscribed then
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, confirmed_at)
      values (lower(p_email), 'confirmed', p_locale, 'customer', p_consent_version, now())
      on conflict (email) do update
        set state = 'confirmed', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
          consented_at = now(), confirmed_at = now(), generation = s.generation + 1
        where s.state <> 'confirmed';
  else
    update public.newsletter_subscribers set state = 'unsubscribed', unsubscribed_at = now()
      where email = lower(p_email) and state <> 'unsubscribed';
  end if;
  return p_subscribed;
end
$$;

create function public.has_newsletter(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.newsletter_subscribers where email = lower(p_email) and state = 'confirmed') $$;

create or replace function public.claim_mail(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail jsonb;
begin
  with due as (
    select m.id from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.due_at <= now()
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
  return v_mail;
end
$$;

-- The mail server refused a mail for good. When it refused the recipient, the newsletter goes there no more either.
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

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - interval '1 day';
  -- The provider repeats an event for at most three days.
  delete from public.stripe_events where received_at < now() - interval '60 days';
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- A sign-up that nobody confirmed is forgotten; of who had left before, that he left is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - interval '30 days';
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - interval '30 days';
  delete from public.contact_messages where created_at < now() - interval '24 months';
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already')
      and coalesce(sent_at, given_up_at) < now() - interval '30 days';
$$;

-- Functions are callable by everybody unless said otherwise; only the API's key may call these.
do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
