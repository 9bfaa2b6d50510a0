-- What the people who run the site change: who, when, in which request, what it was before and what it is now. Rows are added in
-- the transaction of the change, never changed, and go with the orders that they may be about, after eight years (see sweep).
create table public.admin_changes (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_uid text not null,
  actor_email text not null check (actor_email <> ''),
  request_id text not null,
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$'),
  subject_kind text not null
    check (subject_kind in ('order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail')),
  subject_id text not null,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object')
);
create index admin_changes_of_subject on public.admin_changes (subject_kind, subject_id, id desc);
alter table public.admin_changes enable row level security;
create trigger append_only before update or truncate on public.admin_changes
  for each statement execute function public.refuse_change();
create trigger kept before delete on public.admin_changes
  for each row when (old.at > now() - interval '8 years') execute function public.refuse_change();

-- Called by every function that changes something for an admin. `p_actor`: { uid, email, request_id }, see `actorOf` in the API.
-- `p_before` is null for what is new, `p_after` for what is gone, both for what changes no value (a mail sent again). Of two
-- objects only the keys that differ are kept; when none does, nothing was changed and nothing is written.
create function public.note_admin_change(
  p_actor jsonb, p_action text, p_subject_kind text, p_subject_id text, p_before jsonb, p_after jsonb
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_same text[];
begin
  select array_agg(b.key) into v_same
    from jsonb_each(p_before) b join jsonb_each(p_after) a on a.key = b.key and a.value = b.value;
  if p_before = p_after then
    return;
  end if;
  insert into public.admin_changes (actor_uid, actor_email, request_id, action, subject_kind, subject_id, before, after)
    values (p_actor->>'uid', p_actor->>'email', p_actor->>'request_id', p_action, p_subject_kind, p_subject_id,
      p_before - coalesce(v_same, '{}'), p_after - coalesce(v_same, '{}'));
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('note_admin_change') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
