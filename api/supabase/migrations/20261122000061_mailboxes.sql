-- One mailbox has many spellings: it is spared however its address is written. A subscriber is known by the address that was typed.

-- Where mail to this address arrives: without the tag behind a +, and, at Google, whose letters need no dots, without them.
create function public.mailbox_of(p_email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.name, '.', '') || '@gmail.com' else a.name || '@' || a.host end
    from (select regexp_replace(regexp_replace(lower(p_email), '@[^@]*$', ''), '\+.*$', '') as name,
      substring(lower(p_email) from '[^@]*$') as host) a
$$;
create index outbox_by_mailbox on public.outbox (public.mailbox_of(recipient), created_at);

-- Whether an address that anybody can name may have another mail of these kinds: five a day, and one in ten minutes about the
-- same thing.
create or replace function public.mailbox_has_room(p_recipient text, p_kinds text[], p_about jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '10 minutes' and m.payload @> p_about) = 0
    from public.outbox m
    where public.mailbox_of(m.recipient) = public.mailbox_of(p_recipient) and m.kind = any (p_kinds)
      and m.created_at > now() - interval '1 day'
$$;

-- Stores a visitor's message with the mail to the owner and the acknowledgement to the visitor. An attempt is stored once:
-- `is_new` says whether by this call.
create or replace function public.store_contact_message(
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
-- there is mail to send, which stays inside.
create or replace function public.ask_for_newsletter(p_email text, p_locale text, p_source text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
  v_kind text;
  v_about jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
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

-- The customer's own switch. Their address is verified, so their consent needs no second confirmation. Switched on within a day of
-- leaving, the leaving is taken back: a switch that is played with is not many subscriptions.
create or replace function public.switch_newsletter(p_email text, p_subscribed boolean, p_locale text, p_consent_version text) returns boolean
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
            then coalesce(s.confirmed_at, now()) else now() end
        where s.state <> 'confirmed';
  else
    update public.newsletter_subscribers set state = 'unsubscribed', unsubscribed_at = now()
      where email = lower(p_email) and state <> 'unsubscribed';
  end if;
  return p_subscribed;
end
$$;

create or replace function public.note_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was boolean := coalesce(old.state = 'confirmed', false);
  v_is boolean := coalesce(new.state = 'confirmed', false);
begin
  if v_is and not v_was then
    if old.state = 'unsubscribed' and new.confirmed_at = old.confirmed_at then
      perform public.add_totals(array[row('unsubscribed', '', old.unsubscribed_at, -1, 0)::public.counted]);
    else
      perform public.add_totals(array[row('subscribed', '', new.confirmed_at, 1, 0)::public.counted]);
    end if;
  elsif v_was and not v_is then
    perform public.add_totals(array[row('unsubscribed', '', now(), 1, 0)::public.counted]);
  end if;
  return null;
end
$$;

revoke execute on function public.mailbox_of(text) from public, anon, authenticated;
grant execute on function public.mailbox_of(text) to service_role;
