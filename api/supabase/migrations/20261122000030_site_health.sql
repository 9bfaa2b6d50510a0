-- What the owner asks first when something seems wrong.
create index outbox_given_up on public.outbox (given_up_at desc) where given_up_at is not null;

-- Mail that waits is counted up to a thousand; of mail that was refused for good the five newest are told.
create function public.site_health() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with waiting as (
    select m.created_at from public.outbox m where m.sent_at is null and m.given_up_at is null order by m.due_at limit 1000
  ), refused as (
    select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
  )
  select jsonb_build_object(
    'checked_at', now(),
    'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
    'mail_waiting', (select count(*) from waiting),
    'mail_oldest_at', (select min(w.created_at) from waiting w),
    'mail_refused', (
      select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
        order by r.given_up_at desc), '[]') from refused r),
    'videos', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error) from public.jobs j where j.name = 'videos'))
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('site_health') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
