-- A mail that a server takes its time for stays with the worker that hands it over.
set check_function_bodies = off;

create function public.keep_mail(p_id uuid, p_attempts integer, p_lease_seconds integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox set claimed_until = now() + make_interval(secs => p_lease_seconds)
    where id = p_id and attempts = p_attempts and sent_at is null and given_up_at is null;
  return found;
end
$$;
