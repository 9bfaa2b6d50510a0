-- A channel counts as read once all of it was: the job that reads it also succeeds while there is no channel.
set check_function_bodies = off;

create function public.has_read_channel() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.channel_sync s
      where s.whole_at is not null and s.channel_id = coalesce(
        (select c.body->>'id' from public.content_versions c where c.key = 'channel' order by c.version desc limit 1), s.channel_id));
end
$$;

create or replace function public.get_channel(p_channel_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'read_at', case when s.whole_at is not null or (s.channel_id is not null and j.last_error is not null) then j.last_run_at end,
      'synced_at', case when s.whole_at is not null then j.last_success_at end,
      'last_error', j.last_error, 'is_reading', coalesce(j.lease_until > now(), false),
      'added', coalesce(s.added, 0), 'changed', coalesce(s.changed, 0), 'removed', coalesce(s.removed, 0),
      'shown', t.total, 'hidden', (select count(*) from public.episodes e where e.is_hidden and e.removed_at is null))
    from public.shown_totals t
    left join public.jobs j on j.name = 'videos'
    left join public.channel_sync s on s.channel_id = p_channel_id
    where t.list = 'episodes');
end
$$;

create or replace function public.get_setup() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'has_owner', exists (select from public.owner_addresses()),
    'has_ebook', exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'has_purchase', exists (select from public.orders o where o.paid_at is not null),
    'has_test_email', exists (select from public.outbox m where m.kind = 'test_email' and m.sent_at is not null),
    'has_read_channel', public.has_read_channel(),
    'well_services', (select coalesce(jsonb_agg(d.service), '[]') from public.doctor_runs d where d.is_well),
    'skipped', (select coalesce(jsonb_agg(s.step), '[]') from public.setup_skips s));
end
$$;

create or replace function public.get_health() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with waiting as (
      select m.created_at, m.attempts, m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' order by m.due_at limit 1000
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
        select jsonb_build_object(
            'last_success_at', case when public.has_read_channel() then j.last_success_at end, 'last_error', j.last_error)
          from public.jobs j where j.name = 'videos'),
      'mailbox', public.mailbox_health()));
end
$$;
