-- Where each person stopped in each episode. Zero: at its beginning, also after its end.
create table public.listening_positions (
  uid text not null,
  episode_id text not null references public.episodes (id) on delete cascade,
  seconds integer not null check (seconds between 0 and 360000),
  -- When the device heard it; of two, the later one counts.
  heard_at timestamptz not null,
  primary key (uid, episode_id)
);
create index listening_positions_of_episode on public.listening_positions (episode_id);
alter table public.listening_positions enable row level security;

-- Keeps where a person stopped, unless a later one is known, and answers the one that counts. No device hears in the future: a clock
-- that is wrong does not win for ever. Null for an episode that there is not, and for an account that is deleted.
create function public.keep_listening(p_uid text, p_episode_id text, p_seconds integer, p_heard_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- As for `delete_account`: nothing comes after it.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  insert into public.listening_positions as l (uid, episode_id, seconds, heard_at)
    select p_uid, e.id, p_seconds, least(p_heard_at, now())
      from public.episodes e
      where e.id = p_episode_id
        and not exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null)
    on conflict (uid, episode_id) do update set seconds = excluded.seconds, heard_at = excluded.heard_at
      where excluded.heard_at >= l.heard_at;
  return (
    select jsonb_build_object('episode_id', l.episode_id, 'seconds', l.seconds, 'heard_at', l.heard_at)
      from public.listening_positions l where l.uid = p_uid and l.episode_id = p_episode_id);
end
$$;

-- Where a person stopped, what was heard last first; at most `p_most`, all for null.
create function public.listening_of(p_uid text, p_most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('episode_id', l.episode_id, 'title', l.title, 'seconds', l.seconds, 'heard_at', l.heard_at)
      order by l.heard_at desc, l.episode_id), '[]')
    from (
      select p.episode_id, e.title, p.seconds, p.heard_at
        from public.listening_positions p join public.episodes e on e.id = p.episode_id
        where p.uid = p_uid
        order by p.heard_at desc, p.episode_id limit p_most
    ) l
$$;

-- It ends with the account.
create function public.forget_listening() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.listening_positions l where l.uid = new.uid;
  return null;
end $$;
create trigger accounts_forget_listening after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.forget_listening();

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('keep_listening', 'listening_of', 'forget_listening') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
