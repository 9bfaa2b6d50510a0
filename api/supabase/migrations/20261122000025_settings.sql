create index if not exists stripe_events_newest on public.stripe_events (received_at);
create index if not exists outbox_sent on public.outbox (sent_at) where sent_at is not null;

-- What is known of the outside services without asking them: the last event, the mail that waits, the last reading of the channel.
create function public.service_signs() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'last_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
    'last_mail_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
    -- Tried, and not taken.
    'waiting_mail_since', (select min(m.created_at) from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.attempts > 0 and m.last_error is not null),
    'channel_read_at', (select j.last_success_at from public.jobs j where j.name = 'videos'),
    'channel_fails', (select j.last_error is not null from public.jobs j where j.name = 'videos'))
$$;

-- A mail that an admin sends to himself, to see whether mail goes out.
create function public.send_test_email(p_locale text, p_actor jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.outbox (id, key, kind, recipient, locale, payload)
    values (v_id, 'test_email:' || v_id, 'test_email', p_actor->>'email', p_locale, '{}');
  perform public.note_admin_change(p_actor, 'test_email_sent', 'mail', v_id::text, null, null);
  return v_id;
end
$$;

-- How a test mail fares; null for what is none.
create function public.test_email(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('recipient', m.recipient, 'attempts', m.attempts, 'error', m.last_error,
    'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
  from public.outbox m where m.id = p_id and m.kind = 'test_email'
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('service_signs', 'send_test_email', 'test_email') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
