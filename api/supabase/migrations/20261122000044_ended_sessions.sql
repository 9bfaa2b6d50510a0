-- Sessions that were ended by signing out. A session is known by the moment of its sign-in, which all its tokens carry in whole seconds.
create table public.ended_sessions (
  uid text not null,
  signed_in_at bigint not null,
  ended_at timestamptz not null default now(),
  primary key (uid, signed_in_at)
);
create index ended_sessions_by_end on public.ended_sessions (ended_at);
alter table public.ended_sessions enable row level security;

-- As before, and with the sessions that were ended one by one.
create or replace function public.account_standing(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'deleted_at', (select a.deleted_at from public.accounts a where a.uid = p_uid),
    'ended_sessions', (
      select coalesce(jsonb_agg(s.signed_in_at order by s.signed_in_at), '[]') from public.ended_sessions s where s.uid = p_uid))
$$;

-- Ends one session. Not within the second of its sign-in: a next one in that second would look the same. A token lives for an hour, and
-- the browser has forgotten what renews it: after a month nobody has to know of it any more.
create function public.end_session(p_uid text, p_signed_in_at bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ended_sessions s where s.ended_at < now() - interval '30 days';
  insert into public.ended_sessions (uid, signed_in_at)
    select p_uid, p_signed_in_at where p_signed_in_at < floor(extract(epoch from now()))
    on conflict do nothing;
$$;

-- Of a deleted account nothing is remembered but that it was deleted, which ends all its sessions.
create function public.forget_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.ended_sessions s where s.uid = new.uid;
  return null;
end $$;
create trigger accounts_forget_sessions after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.forget_ended_sessions();

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('account_standing', 'end_session', 'forget_ended_sessions') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
