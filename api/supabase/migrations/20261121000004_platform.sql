-- What holds across instances of the API: limits, jobs that one instance does, and the outgoing mail.

-- Counts one hit of a fixed window. Answers whether it is within the limit, and in how many seconds the window ends.
create function public.take_hit(p_bucket text, p_window_seconds integer, p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_start timestamptz := to_timestamp(floor(extract(epoch from now()) / p_window_seconds) * p_window_seconds);
  v_hits integer;
begin
  insert into public.rate_limits as r (bucket, window_start) values (p_bucket, v_start)
    on conflict (bucket, window_start) do update set hits = r.hits + 1
    returning hits into v_hits;
  return jsonb_build_object('allowed', v_hits <= p_limit,
    'retry_after', greatest(1, ceil(extract(epoch from v_start + make_interval(secs => p_window_seconds) - now())))::integer);
end
$$;

create function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - interval '1 day';
  -- The provider repeats an event for at most three days.
  delete from public.stripe_events where received_at < now() - interval '60 days';
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
$$;

-- Takes a job when nobody holds it and its last run began at least so many seconds ago. Answers whether it was taken, and
-- when the job last succeeded.
create function public.take_job(p_name text, p_holder text, p_lease_seconds integer, p_interval_seconds integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_last timestamptz;
begin
  insert into public.jobs as j (name, holder, lease_until, last_run_at)
    values (p_name, p_holder, now() + make_interval(secs => p_lease_seconds), now())
    on conflict (name) do update set holder = excluded.holder, lease_until = excluded.lease_until, last_run_at = now()
      where (j.lease_until is null or j.lease_until < now())
        and (j.last_run_at is null or j.last_run_at <= now() - make_interval(secs => p_interval_seconds))
    returning j.last_success_at into v_last;
  return jsonb_build_object('taken', found, 'last_success_at', v_last);
end
$$;

-- Keeps a job that takes longer. False when another instance has it by now.
create function public.keep_job(p_name text, p_holder text, p_lease_seconds integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.jobs set lease_until = now() + make_interval(secs => p_lease_seconds) where name = p_name and holder = p_holder;
  return found;
end
$$;

create function public.end_job(p_name text, p_holder text, p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.jobs
    set lease_until = null, holder = null, last_error = p_error,
      last_success_at = case when p_error is null then last_run_at else last_success_at end
    where name = p_name and holder = p_holder
$$;

-- Hands due mail to one worker for a while. A worker that dies leaves it to the next when the while is over.
create function public.claim_mail(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail jsonb;
begin
  with due as (
    select m.id from public.outbox m
      where m.sent_at is null and m.due_at <= now() and (m.claimed_until is null or m.claimed_until < now())
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

create function public.finish_mail(p_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ update public.outbox set sent_at = now(), claimed_until = null, last_error = null where id = p_id $$;

create function public.postpone_mail(p_id uuid, p_seconds integer, p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set due_at = now() + make_interval(secs => p_seconds), claimed_until = null, last_error = p_error
    where id = p_id and sent_at is null
$$;

create function public.is_up() returns boolean
language sql stable security definer set search_path = ''
as $$ select true $$;

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
