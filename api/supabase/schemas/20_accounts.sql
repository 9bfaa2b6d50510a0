-- Account data that the API stores in addition to the identity provider.
set check_function_bodies = off;

-- Accounts that signed out everywhere or were deleted, and when.
create table public.accounts (
  uid text primary key,
  signed_out_at timestamptz,
  deleted_at timestamptz
);
create index accounts_deleted on public.accounts (uid) where deleted_at is not null;

-- Sessions that ended by signing out. A session is identified by the moment of its sign-in, which all its tokens carry in whole seconds.
create table public.ended_sessions (
  uid text not null,
  signed_in_at bigint not null,
  ended_at timestamptz not null default now(),
  primary key (uid, signed_in_at)
);
create index ended_sessions_by_end on public.ended_sessions (ended_at);

-- The members of the team and their roles. shared/src/contracts/team.ts says what each role may do. An address of ADMIN_EMAILS is only a
-- candidate, because a visitor can sign up with another person's address. The first owner joins by signing in with Google. Any address of
-- ADMIN_EMAILS can join with a code that was shown in the server's log. Everybody else needs an invitation.
create table public.team (
  uid text primary key,
  email text not null check (email <> ''),
  role text not null check (role in ('owner', 'editor', 'support')),
  -- The owner who invited the member. Null if there was no invitation, or if that owner has left.
  invited_by text references public.team (uid) on delete set null,
  since timestamptz not null default now()
);

-- Invitations that were not accepted yet. They are deleted with the owner who sent them.
create table public.team_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'editor', 'support')),
  locale text not null check (locale in ('pt-BR', 'en')),
  invited_by text not null references public.team (uid) on delete cascade,
  -- Incremented with each email: the link of a previous email no longer works.
  generation integer not null default 1,
  sent_at timestamptz not null default now()
);

-- The only valid admin code. The database stores only the code's digest.
create table public.admin_code (
  is_only boolean primary key default true check (is_only),
  digest text not null,
  wrong_tries integer not null default 0,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Everybody who signed in or bought. The row is deleted with the account.
create table public.users (
  uid text primary key,
  number bigint generated always as identity unique,
  email text not null,
  -- The account's last verified address, in lower case, and when the first token with this address was issued.
  verified_email text,
  verified_email_at timestamptz,
  name text not null default '',
  photo_url text,
  created_at timestamptz not null default now(),
  -- True until the welcome email is queued. Only two kinds of account are newcomers: an account that signed in here before its address was
  -- confirmed, and an account that signed in by Google, which confirms addresses itself. Accounts that the owner created at the identity
  -- provider are not newcomers.
  is_newcomer boolean not null default false,
  -- The number of the account's paid orders.
  orders integer not null default 0 check (orders >= 0),
  first_purchase_at timestamptz,
  last_purchase_at timestamptz,
  search_text text generated always as (public.to_search_text(name || ' ' || email)) stored
);
create index users_newest on public.users (created_at desc, number desc);
-- The indexes have the orders of `list_users`.
create index users_last_purchase on public.users ((coalesce(last_purchase_at, to_timestamp(0))) desc, number desc);
create index users_most_orders on public.users ((to_timestamp(orders)) desc, number desc);
create index users_search on public.users using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index users_by_verified_address on public.users (verified_email) where verified_email is not null;
create index users_by_address on public.users (public.to_search_text(email) text_pattern_ops);

-- Returns when the account's sessions ended, whether the account was deleted, its role in the team, and the sessions that ended one by one.
create function public.get_account_standing(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'deleted_at', (select a.deleted_at from public.accounts a where a.uid = p_uid),
    'team_role', (select t.role from public.team t where t.uid = p_uid),
    'ended_sessions', (
      select coalesce(jsonb_agg(s.signed_in_at order by s.signed_in_at), '[]') from public.ended_sessions s where s.uid = p_uid));
end
$$;

-- Ends every session that began before now.
create function public.sign_out_everywhere(p_uid text) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into public.accounts (uid, signed_out_at) values (p_uid, now())
    on conflict (uid) do update set signed_out_at = excluded.signed_out_at
    returning signed_out_at
$$;

-- Ends a session, and any other session that began in the same second, because tokens have whole seconds. One more sign-in is better than a
-- session that survives its sign-out.
create function public.end_session(p_uid text, p_signed_in_at bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ended_sessions s where s.ended_at < now() - public.rule('keep_ended_sessions');
  insert into public.ended_sessions (uid, signed_in_at)
    values (p_uid, p_signed_in_at)
    on conflict do nothing;
$$;

-- A deleted account needs no ended sessions: the deletion ends all of its sessions.
create function public.erase_ended_sessions() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.ended_sessions s where s.uid = new.uid;
  return null;
end $$;

create trigger accounts_erase_sessions after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.erase_ended_sessions();

-- Moves an account to another confirmed address: its orders, the emails about them, its messages, its person and its place in the team. Its
-- newsletter subscription moves too, and works again if it had bounced. If the new address has a subscription of its own, the previous one
-- is ended. Queues an email to the previous address.
create function public.move_address(p_uid text, p_from text, p_to text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox m set recipient = p_to
    from public.orders o
    where o.buyer_uid = p_uid and lower(o.buyer_email) = p_from and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text
      and (m.sent_at is not null or m.claimed_until is null or m.claimed_until < now());
  update public.orders o set buyer_email = p_to where o.buyer_uid = p_uid and lower(o.buyer_email) = p_from;
  update public.newsletter_subscribers s
    set email = p_to, state = case when s.state = 'bounced' and s.confirmed_at is not null then 'confirmed' else s.state end
    where s.email = p_from and not exists (select from public.newsletter_subscribers x where x.email = p_to);
  update public.newsletter_subscribers s set state = 'unsubscribed', unsubscribed_at = now() where s.email = p_from and s.state <> 'unsubscribed';
  update public.contact_messages m set email = p_to where m.email = p_from;
  update public.outbox m set payload = m.payload || jsonb_build_object('email', p_to)
    where m.kind = 'contact_received' and m.payload->>'email' = p_from;
  update public.people p set email = p_to where p.email = p_from and not exists (select from public.people x where x.email = p_to);
  update public.team t set email = p_to where t.uid = p_uid;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('address_changed:' || p_uid || ':' || gen_random_uuid(), 'address_changed', p_from, p_locale, jsonb_build_object('email', p_to));
$$;

-- Queues the email that tells an account that its password was changed.
create function public.tell_of_password(p_uid text, p_email text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('password_changed:' || p_uid || ':' || gen_random_uuid(), 'password_changed', lower(p_email), p_locale, '{}')
$$;

-- Stores the row of an account that signed in, and gives it the imported purchases and the waiting orders of its address, with their
-- entitlements. `p_verified_email` is null before the address is verified. Queues the welcome email for a newcomer whose address is
-- confirmed, once, and follows a change of address. Returns whether an email was queued. `p_issued_at` is when the token was issued: a
-- token from before the last change of address stays valid for an hour and changes nothing here. Serialized with the other changes of this
-- buyer.
create function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR', p_issued_at timestamptz default now()
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
  v_address_before text;
begin
  -- Takes the same lock as `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null)
    or exists (select from public.users u
      where u.uid = p_uid and u.verified_email_at > p_issued_at and u.verified_email is distinct from lower(p_verified_email)) then
    return false;
  end if;
  select u.verified_email into v_address_before from public.users u where u.uid = p_uid;
  insert into public.users as u (uid, email, verified_email, verified_email_at, name, photo_url, is_newcomer)
      values (p_uid, p_email, lower(p_verified_email), case when p_verified_email is not null then p_issued_at end, p_name, p_photo_url,
        p_verified_email is null or p_is_by_google)
    on conflict (uid) do update
      set email = excluded.email, verified_email = coalesce(excluded.verified_email, u.verified_email), name = excluded.name,
        photo_url = excluded.photo_url, verified_email_at = case
          when u.verified_email is distinct from coalesce(excluded.verified_email, u.verified_email) then p_issued_at
          else u.verified_email_at end
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url)
        or u.verified_email is distinct from coalesce(excluded.verified_email, u.verified_email);
  if v_address_before <> lower(p_verified_email) then
    perform public.move_address(p_uid, v_address_before, lower(p_verified_email), p_locale);
  end if;
  perform public.claim_imported_purchases(p_uid, p_verified_email, p_locale);
  perform public.take_over_orders(p_uid, p_verified_email);
  update public.users u set is_newcomer = false where u.uid = p_uid and u.is_newcomer and p_verified_email is not null;
  v_is_welcomed := found;
  if v_is_welcomed then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('welcome:' || p_uid, 'welcome', lower(p_verified_email), p_locale, '{}')
      on conflict (key) do nothing;
  end if;
  return v_is_welcomed or coalesce(v_address_before <> lower(p_verified_email), false);
end
$$;

-- Returns the URL of the account's picture at its provider, or null.
create function public.get_user_photo(p_uid text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select u.photo_url from public.users u where u.uid = p_uid);
end
$$;

-- Returns a page of the users whose name or address has the words. The newest come first, or `p_sort` (`last_purchase`, `orders`) decides
-- the order. `p_is_backwards`: the page ends before the position. `at` of a row is its position in the order: a moment, or the number of
-- orders as seconds. Frequent words are searched in the list's order. For less frequent words, more rows are read in that order. Rare words
-- are found by the trigram index, and an address is looked up.
create function public.list_users(
  p_words text, p_at timestamptz, p_number bigint, p_is_backwards boolean, p_size integer, p_sort text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_address text := public.address_pattern(p_words);
  v_words text := public.words_condition('u.search_text', p_words, false);
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_key text := case p_sort when 'last_purchase' then 'coalesce(u.last_purchase_at, to_timestamp(0))' when 'orders' then 'to_timestamp(u.orders)'
    else 'u.created_at' end;
  v_order text := format(case when p_is_backwards then '%s, u.number' else '%s desc, u.number desc' end, v_key);
  v_rows text := format('select u.* from public.users u where ($1 is null or (%s, u.number) %s ($1, $2))', v_key, v_beyond);
  v_walk text := format('select array(select u from (select * from (%s order by %s limit $4) u where %s limit $3) u)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select u::public.users from found u order by %s limit $3)';
  v_page public.users[];
  v_further integer;
begin
  if v_address is not null then
    execute format(v_find, v_rows, format('public.to_search_text(u.email) like %L', v_address), v_order) into v_page using p_at, p_number, p_size + 1;
  elsif v_words is null then
    execute format('select array(select u from (%s order by %s limit $3) u)', v_rows, v_order) into v_page using p_at, p_number, p_size + 1;
  else
    execute v_walk into v_page using p_at, p_number, p_size + 1, public.walked_rows();
    v_further := public.further_rows(cardinality(v_page), p_size);
    if v_further is not null then
      execute v_walk into v_page using p_at, p_number, p_size + 1, v_further;
    end if;
    if cardinality(v_page) <= p_size then
      execute format(v_find, v_rows, public.words_condition('u.search_text', p_words, true), v_order) into v_page using p_at, p_number, p_size + 1;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'users', (
    select coalesce(jsonb_agg(jsonb_build_object('uid', u.uid, 'number', u.number, 'email', u.email, 'displayName', nullif(u.name, ''),
        'hasPhoto', u.photo_url is not null, 'createdAt', u.created_at, 'orders', u.orders,
        'firstPurchaseAt', u.first_purchase_at, 'lastPurchaseAt', u.last_purchase_at, 'at', k.at) order by k.at desc, u.number desc), '[]')
      from unnest(v_page[:p_size]) u cross join lateral (
        select case p_sort when 'last_purchase' then coalesce(u.last_purchase_at, to_timestamp(0)) when 'orders' then to_timestamp(u.orders)
          else u.created_at end as at) k));
end
$$;

create function public.erase_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.users where uid = new.uid;
  return null;
end
$$;

create trigger erase_user after insert or update on public.accounts for each row when (new.deleted_at is not null)
  execute function public.erase_user();

-- Team -----------------------------------------------------------------------------------------------------------------------------

-- The site always has an owner. The lock serializes changes, so that two owners cannot remove each other at the same time.
create function public.keep_an_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_team();
  if not exists (select from public.team t where t.role = 'owner') then
    raise exception 'the last owner cannot be removed' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create trigger keep_an_owner after update or delete on public.team for each row when (old.role = 'owner')
  execute function public.keep_an_owner();

-- Locks the team: no other transaction changes it until this one ends.
create function public.lock_team() returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('team', 0)) $$;

create function public.is_last_owner(p_uid text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.team t where t.uid = p_uid and t.role = 'owner')
    and not exists (select from public.team t where t.uid <> p_uid and t.role = 'owner');
end
$$;

-- Replaces the valid code. With `p_is_first`, as at a start of the API, the code is replaced only if there is no owner and no code was made
-- within the last minute: when several processes start together, the code that one of them prints must stay valid. Returns whether the code
-- was stored.
create function public.offer_admin_code(p_digest text, p_hours integer, p_is_first boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('admin code', 0));
  if p_is_first and (exists (select from public.team t where t.role = 'owner')
    or exists (select from public.admin_code c where c.made_at > now() - interval '1 minute')) then
    return false;
  end if;
  insert into public.admin_code (digest, expires_at) values (p_digest, now() + make_interval(hours => p_hours))
    on conflict (is_only) do update
      set digest = excluded.digest, expires_at = excluded.expires_at, wrong_tries = 0, made_at = now();
  return true;
end
$$;

-- Makes the account that entered the code an owner, and uses up the code. Returns false for a wrong code, an expired one, or one with ten
-- wrong tries, even if it is then entered correctly.
create function public.claim_admin(p_actor jsonb, p_digest text, p_currency text) returns boolean
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
  if not public.bind_owner(p_actor, 'code', p_currency) then
    return false;
  end if;
  delete from public.admin_code where is_only;
  return true;
end
$$;

-- Adds the actor's account to the team as an owner. `p_by` = `google` adds an owner only while the site has none; otherwise a removed owner
-- would return with the next request. The first owner of a site without books sells in `p_currency` alone until they choose others. Returns
-- false for a deleted account.
create function public.bind_owner(p_actor jsonb, p_by text, p_currency text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_new boolean;
begin
  -- Refuses most callers without waiting for a lock.
  if p_by = 'google' and exists (select from public.team t where t.role = 'owner') then
    return false;
  end if;
  -- The same lock as in `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || (p_actor->>'uid'), 0));
  perform public.lock_team();
  if exists (select from public.accounts a where a.uid = p_actor->>'uid' and a.deleted_at is not null)
    or p_by = 'google' and exists (select from public.team t where t.role = 'owner') then
    return false;
  end if;
  v_is_new := not exists (select from public.team t where t.role = 'owner') and not exists (select from public.ebooks_metadata);
  insert into public.team (uid, email, role) values (p_actor->>'uid', p_actor->>'email', 'owner')
    on conflict (uid) do update set role = 'owner';
  if v_is_new then
    insert into public.content_versions (key, version, body, published_by)
      values ('currencies', 1, jsonb_build_object('sold', jsonb_build_array(p_currency), 'default', p_currency), p_actor->>'email')
      on conflict do nothing;
  end if;
  perform public.write_audit_log(p_actor, 'admin_bound', 'account', p_actor->>'uid', null,
    jsonb_build_object('email', p_actor->>'email', 'bound_by', p_by));
  return true;
end
$$;

-- Returns the members and the invitations, oldest first.
create function public.list_team() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', t.uid, 'email', t.email, 'role', t.role, 'since', t.since,
          'invitedBy', (select i.email from public.team i where i.uid = t.invited_by)) order by t.since, t.uid), '[]')
        from public.team t),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'locale', i.locale, 'sentAt', i.sent_at,
          'invitedBy', t.email) order by i.sent_at, i.id), '[]')
        from public.team_invitations i join public.team t on t.uid = i.invited_by));
end
$$;

-- Locks the team for a change by the actor. Returns whether the actor is still an owner: they may have been removed meanwhile.
create function public.may_change_team(p_actor jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.lock_team();
  return exists (select from public.team t where t.uid = p_actor->>'uid' and t.role = 'owner');
end
$$;

-- Invites an address, or invites it again, which makes the previous link invalid. Returns the team. Refusals: `already_in_team` for the
-- address of a member, `forbidden`.
create function public.invite_member(p_actor jsonb, p_email text, p_role text, p_locale text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation public.team_invitations;
begin
  if not public.may_change_team(p_actor) then
    return public.refusal('forbidden');
  elsif exists (select from public.team t where lower(t.email) = p_email) then
    return public.refusal('already_in_team');
  end if;
  insert into public.team_invitations as i (email, role, locale, invited_by) values (p_email, p_role, p_locale, p_actor->>'uid')
    on conflict (email) do update
      set role = excluded.role, locale = excluded.locale, invited_by = excluded.invited_by, generation = i.generation + 1, sent_at = now()
    returning * into v_invitation;
  perform public.erase_invitation_email(p_email);
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('team_invitation:' || v_invitation.id || ':' || v_invitation.generation, 'team_invitation', p_email, p_locale,
      jsonb_build_object('invitation_id', v_invitation.id, 'generation', v_invitation.generation, 'role', p_role,
        'invited_by', p_actor->>'email', 'asked_at', v_invitation.sent_at));
  perform public.write_audit_log(p_actor, 'member_invited', 'team', p_email, null, jsonb_build_object('role', p_role));
  return public.list_team();
end
$$;

-- Deletes the unsent email of an invitation, because its link no longer works.
create function public.erase_invitation_email(p_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.outbox m
    where m.recipient = p_email and m.kind = 'team_invitation' and m.sent_at is null and m.given_up_at is null
$$;

-- Returns the team. Refusals: `not_found` for an invitation that was withdrawn or accepted, `forbidden`.
create function public.withdraw_invitation(p_actor jsonb, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation public.team_invitations;
begin
  if not public.may_change_team(p_actor) then
    return public.refusal('forbidden');
  end if;
  delete from public.team_invitations i where i.id = p_id returning * into v_invitation;
  if not found then
    return public.refusal('not_found');
  end if;
  perform public.erase_invitation_email(v_invitation.email);
  perform public.write_audit_log(p_actor, 'invitation_withdrawn', 'team', v_invitation.email,
    jsonb_build_object('role', v_invitation.role), null);
  return public.list_team();
end
$$;

-- Adds the actor's account to the team. `p_email` is its verified address. Returns the role, also for a member who follows a link, which
-- changes nothing. Refusals: `invitation_over` for an invitation that was withdrawn, accepted or sent again, `invitation_of_another` for
-- one of another address, `link_expired` if `p_is_late`.
create function public.accept_invitation(p_actor jsonb, p_id uuid, p_generation integer, p_email text, p_is_late boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation public.team_invitations;
  v_role text;
begin
  -- The same lock as in `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || (p_actor->>'uid'), 0));
  perform public.lock_team();
  select t.role into v_role from public.team t where t.uid = p_actor->>'uid';
  if found then
    return to_jsonb(v_role);
  end if;
  select * into v_invitation from public.team_invitations i where i.id = p_id;
  if not found or v_invitation.generation <> p_generation
    or exists (select from public.accounts a where a.uid = p_actor->>'uid' and a.deleted_at is not null) then
    return public.refusal('invitation_over');
  elsif v_invitation.email <> p_email then
    return public.refusal('invitation_of_another');
  elsif p_is_late then
    return public.refusal('link_expired');
  end if;
  delete from public.team_invitations i where i.id = p_id;
  insert into public.team (uid, email, role, invited_by) values (p_actor->>'uid', p_email, v_invitation.role, v_invitation.invited_by);
  perform public.write_audit_log(p_actor, 'member_joined', 'team', p_email, null, jsonb_build_object('role', v_invitation.role));
  return to_jsonb(v_invitation.role);
end
$$;

-- Returns the team. Refusals: `not_found`, `last_owner`, `changed_meanwhile` if the member no longer has the role that the actor saw,
-- `forbidden`.
create function public.change_member_role(p_actor jsonb, p_uid text, p_role text, p_previous_role text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member public.team;
begin
  if not public.may_change_team(p_actor) then
    return public.refusal('forbidden');
  end if;
  select * into v_member from public.team t where t.uid = p_uid;
  if not found then
    return public.refusal('not_found');
  elsif v_member.role = p_role then
    return public.list_team();
  elsif v_member.role <> p_previous_role then
    return public.refusal('changed_meanwhile');
  elsif public.is_last_owner(p_uid) then
    return public.refusal('last_owner');
  end if;
  update public.team t set role = p_role where t.uid = p_uid;
  -- Only invitations by an owner are valid.
  delete from public.team_invitations i where i.invited_by = p_uid;
  perform public.write_audit_log(p_actor, 'member_role_changed', 'team', v_member.email,
    jsonb_build_object('role', v_member.role), jsonb_build_object('role', p_role));
  return public.list_team();
end
$$;

-- Returns the team. Also deletes the open invitations of a removed owner. Refusals: `not_found`, `last_owner`, `forbidden`.
create function public.remove_member(p_actor jsonb, p_uid text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member public.team;
begin
  if not public.may_change_team(p_actor) then
    return public.refusal('forbidden');
  elsif public.is_last_owner(p_uid) then
    return public.refusal('last_owner');
  end if;
  delete from public.team t where t.uid = p_uid returning * into v_member;
  if not found then
    return public.refusal('not_found');
  end if;
  perform public.write_audit_log(p_actor, 'member_removed', 'team', v_member.email, jsonb_build_object('role', v_member.role), null);
  return public.list_team();
end
$$;

create function public.leave_team() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.team t where t.uid = new.uid;
  return null;
end $$;

create trigger accounts_leave_team after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.leave_team();

-- Deletes the data of an account in one transaction. Paid orders stay, without the buyer's name and refund reason, because tax law requires
-- them. Orders without money and gifts lose the address too, at once or, by `sweep`, when no money can arrive any more. `p_email` is the
-- verified address of the account, or null: an unverified address may belong to another person, so nothing is deleted by it. Queues one
-- email to that address, which names only what is kept. Unsent emails to the owner lose what the account wrote. Emails to the new owner of
-- an order with a corrected address stay.
-- `outcome`: `open_sessions` with the sessions to close first, if the buyer can still pay; then nothing is deleted, and only a checkout
-- that begins after this call can open another session. `last_owner` if the account is the team's last owner, who cannot leave. Otherwise
-- `deleted`. A second call finds nothing more to do.
create function public.delete_account(p_uid text, p_email text, p_locale text default 'pt-BR') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_mails uuid[];
  v_deleted_at timestamptz;
  v_was_deleted boolean;
  v_sessions jsonb;
begin
  -- Prevents an order of this buyer from being opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.team t where t.uid = p_uid) then
    perform public.lock_team();
    if public.is_last_owner(p_uid) then
      return jsonb_build_object('outcome', 'last_owner');
    end if;
  end if;
  perform public.take_over_orders(p_uid, p_email, true);
  -- Expires drafts without a payment session. A draft with a session can still be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and public.has_open_page(o);
  if v_sessions is not null then
    return jsonb_build_object('outcome', 'open_sessions', 'sessions', v_sessions);
  end if;
  v_was_deleted := exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null);
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid and o.claimable_by is null
    union all select p_email where p_email is not null
  ) known;

  -- `v_mails`: the emails to these addresses, and the emails about the account's orders that went to an address before it was corrected.
  perform public.erase_gifts(p_uid, p_email);
  select array(
    select m.id from public.outbox m where lower(m.recipient) = any (v_addresses)
    union
    select m.id
      from public.orders o
      join public.audit_log c on c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'order_email_corrected'
      join public.outbox m on m.recipient in (c.before->>'buyer_email', c.after->>'buyer_email') and m.payload->>'id' = o.id::text
      where o.buyer_uid = p_uid and m.recipient is distinct from o.claimable_by
  ) into v_mails;
  delete from public.outbox m
    where m.id = any (v_mails) and m.kind <> 'account_deleted'
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- The recipient of an unsent email no longer has a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails) and m.kind <> 'account_deleted';
  -- Emails about an order that its new owner has not claimed yet stay, without the buyer's name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- Delete the copies that the owner received.
  delete from public.outbox m where m.kind = 'contact_received' and m.payload->>'email' = lower(p_email);
  -- Emails about the account itself may have been sent to a previous address.
  delete from public.outbox m
    where m.kind in ('welcome', 'address_changed', 'password_changed') and starts_with(m.key || ':', m.kind || ':' || p_uid || ':');
  perform public.erase_in_mails(array(select o.id from public.orders o where o.buyer_uid = p_uid));

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.order_refunds r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid and r.reason <> '';
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.erased_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed', 'given');

  perform public.erase_reviews(p_uid);
  delete from public.reading_positions where uid = p_uid;
  delete from public.receipt_buyers b where b.uid = p_uid or b.uid in (select 'order:' || o.id from public.orders o where o.buyer_uid = p_uid);
  perform public.erase_imported_address(p_uid, p_email);
  delete from public.book_interest where email = lower(p_email);
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
  delete from public.people where email = lower(p_email);
  if not v_was_deleted and p_email is not null then
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'account_deleted:' || p_uid, 'account_deleted', lower(p_email), p_locale, jsonb_build_object(
          'orders_kept', count(*) filter (where o.paid_at is not null),
          'orders_waiting', count(*) filter (where o.state = 'waiting'))
        from public.orders o where o.buyer_uid = p_uid
      on conflict (key) do nothing;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
end
$$;

-- Returns everything that is stored about one person: the data of the account, the data of its verified address, and copies of emails to
-- and about the person. Columns that only serve search are left out. One statement, so that all parts are from the same moment.
create function public.get_personal_data(p_uid text, p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'receipt_buyer', coalesce(public.get_receipt_buyer(p_uid), (
      select jsonb_build_object('name', b.name, 'tax_id', b.tax_id)
        from public.orders o join public.receipt_buyers b on b.uid = 'order:' || o.id
        -- The address of an unpaid order may belong to another person.
        where o.buyer_uid is null and o.claimable_by = lower(p_email) and (o.state = 'waiting' or o.paid_at is not null)
        order by b.changed_at desc, b.uid limit 1)),
    'orders', (
      select coalesce(jsonb_agg(public.whole_order_json(o) - array['buyer_uid', 'email', 'is_delivered'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'country', o.country,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'receipts', public.receipts_json(o),
          'events', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happened_at', e.happened_at) order by e.happened_at, e.id), '[]')
              from public.order_events e where e.order_id = o.id),
          'emails', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'written_at', m.created_at,
                'sent_at', m.sent_at) order by m.created_at, m.key), '[]')
              from public.purchase_mails(o) m),
          'refund_request', (
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at, 'decision', r.decision, 'decided_at', r.decided_at,
                'note', r.note)
              from public.refund_requests r where r.order_id = o.id),
          'disputes', (
            select coalesce(jsonb_agg(to_jsonb(d) - 'order_id' order by d.opened_at, d.id), '[]')
              from public.disputes d where d.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))
        union all
        select i.claimed_at, i.ebook_id, jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'bought_at_shop', i.source,
            'bought_at', i.bought_at, 'imported_at', i.imported_at, 'granted_at', i.claimed_at, 'downloads', i.downloads,
            'first_downloaded_at', i.first_downloaded_at, 'last_downloaded_at', i.last_downloaded_at)
          from public.imported_purchases i join public.ebooks_metadata b on b.id = i.ebook_id
          where i.uid = p_uid or i.email = lower(p_email)
      ) l),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id
        where r.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))),
    'gifts', public.personal_gifts(p_uid, p_email),
    'reviews', public.personal_reviews(p_uid),
    'waitlists', public.personal_interest(p_email),
    'newsletter', public.personal_subscription(p_email),
    'campaigns', public.personal_campaigns(p_email),
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] || jsonb_build_object('replies', (
            select coalesce(jsonb_agg(jsonb_build_object('body', r.body, 'written_at', r.written_at, 'sent_at', r.sent_at)
                order by r.written_at, r.id), '[]')
              from public.message_replies r where r.message_id = c.id)) order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'note', (select p.note from public.people p where p.email = lower(p_email) and p.note <> ''),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'invitation_id', 'generation'])
          order by m.created_at, m.key), '[]')
        from public.outbox m
        where m.id in (
          select w.id from public.outbox w where w.recipient = lower(p_email)
          union select w.id from public.orders o join public.outbox w on w.recipient = o.buyer_email
            where o.buyer_uid = p_uid and w.payload->>'id' = o.id::text
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id
            where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))));
end
$$;
