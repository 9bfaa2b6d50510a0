-- Who runs the site. An address of ADMIN_EMAILS is only a candidate: anybody can sign up with anybody's address. An account becomes an
-- admin's by a sign-in with Google, or with a code that whoever can read the server's log was shown.
create table public.admins (
  uid text primary key,
  email text not null check (email <> ''),
  bound_by text not null check (bound_by in ('google', 'code')),
  bound_at timestamptz not null default now()
);
alter table public.admins enable row level security;

-- The one code that works: its digest, never itself.
create table public.admin_code (
  is_only boolean primary key default true check (is_only),
  digest text not null,
  wrong_tries integer not null default 0,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);
alter table public.admin_code enable row level security;

-- As before, and since when the account is bound as an admin's.
create or replace function public.account_standing(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'deleted_at', (select a.deleted_at from public.accounts a where a.uid = p_uid),
    'admin_since', (select a.bound_at from public.admins a where a.uid = p_uid),
    'ended_sessions', (
      select coalesce(jsonb_agg(s.signed_in_at order by s.signed_in_at), '[]') from public.ended_sessions s where s.uid = p_uid))
$$;

-- Takes a new code in the place of the one before. `p_is_first` asks as a start does: only while no admin is bound, and not within a
-- minute of another one, so that of several processes that start together one prints a code that works.
create function public.offer_admin_code(p_digest text, p_hours integer, p_is_first boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('admin code', 0));
  if p_is_first and (exists (select from public.admins)
    or exists (select from public.admin_code c where c.made_at > now() - interval '1 minute')) then
    return false;
  end if;
  insert into public.admin_code (digest, expires_at) values (p_digest, now() + make_interval(hours => p_hours))
    on conflict (is_only) do update
      set digest = excluded.digest, expires_at = excluded.expires_at, wrong_tries = 0, made_at = now();
  return true;
end
$$;

-- Binds the actor's account as an admin's; false for an account that was deleted. One that is bound stays as it is.
create function public.bind_admin(p_actor jsonb, p_by text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from public.accounts a where a.uid = p_actor->>'uid' and a.deleted_at is not null) then
    return false;
  end if;
  insert into public.admins (uid, email, bound_by) values (p_actor->>'uid', p_actor->>'email', p_by) on conflict (uid) do nothing;
  if found then
    perform public.note_admin_change(p_actor, 'admin_bound', 'account', p_actor->>'uid', null,
      jsonb_build_object('email', p_actor->>'email', 'bound_by', p_by));
  end if;
  return true;
end
$$;

-- The same for whoever has the code, which then is used up. False for another code, one that expired, and one that was guessed at ten
-- times: that one works no more, also for whoever has it.
create function public.claim_admin(p_actor jsonb, p_digest text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_digest text;
begin
  perform pg_advisory_xact_lock(hashtextextended('admin code', 0));
  select c.digest into v_digest from public.admin_code c where c.expires_at > now() and c.wrong_tries < 10;
  if v_digest is distinct from p_digest then
    update public.admin_code set wrong_tries = wrong_tries + 1 where wrong_tries < 10;
    return false;
  end if;
  if not public.bind_admin(p_actor, 'code') then
    return false;
  end if;
  delete from public.admin_code where is_only;
  return true;
end
$$;

-- A deleted account runs nothing any more.
create function public.unbind_admin() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.admins a where a.uid = new.uid;
  return null;
end $$;
create trigger accounts_unbind_admin after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.unbind_admin();

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('account_standing', 'offer_admin_code', 'bind_admin', 'claim_admin', 'unbind_admin') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
