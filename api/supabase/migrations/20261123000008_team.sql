-- Who runs the site is a team with roles in place of admins who may do everything: who was one is an owner, also without an address of
-- ADMIN_EMAILS. Everybody after the first owner comes by an invitation.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('keep_team_invitations', '30 days', 'the owner can send an expired one again');

alter table public.admin_changes drop constraint admin_changes_subject_kind_check;
alter table public.admin_changes add constraint admin_changes_subject_kind_check
  check (subject_kind in ('order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team'));

create table public.team (
  uid text primary key,
  email text not null check (email <> ''),
  role text not null check (role in ('owner', 'editor', 'support')),
  invited_by text references public.team (uid) on delete set null,
  since timestamptz not null default now()
);
alter table public.team enable row level security;
insert into public.team (uid, email, role, since) select a.uid, a.email, 'owner', a.bound_at from public.admins a;

create table public.team_invitations (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  role text not null check (role in ('owner', 'editor', 'support')),
  locale text not null check (locale in ('pt-BR', 'en')),
  invited_by text not null references public.team (uid) on delete cascade,
  generation integer not null default 1,
  sent_at timestamptz not null default now()
);
alter table public.team_invitations enable row level security;

drop trigger accounts_unbind_admin on public.accounts;
drop function public.unbind_admin();
drop function public.bind_admin(jsonb, text);
drop table public.admins;

create function public.keep_an_owner() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.lock_team();
  if not exists (select from public.team t where t.role = 'owner') then
    raise exception 'the last owner stays' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;

create trigger keep_an_owner after update or delete on public.team for each row when (old.role = 'owner')
  execute function public.keep_an_owner();

create function public.lock_team() returns void
language sql volatile security definer set search_path = ''
as $$ select pg_advisory_xact_lock(hashtextextended('team', 0)) $$;

create function public.is_last_owner(p_uid text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.team t where t.uid = p_uid and t.role = 'owner')
    and not exists (select from public.team t where t.uid <> p_uid and t.role = 'owner')
$$;

create or replace function public.get_account_standing(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'deleted_at', (select a.deleted_at from public.accounts a where a.uid = p_uid),
    'team_role', (select t.role from public.team t where t.uid = p_uid),
    -- For instances of the release before, until all are replaced.
    'admin_since', (select t.since from public.team t where t.uid = p_uid and t.role = 'owner'),
    'ended_sessions', (
      select coalesce(jsonb_agg(s.signed_in_at order by s.signed_in_at), '[]') from public.ended_sessions s where s.uid = p_uid))
$$;

create or replace function public.offer_admin_code(p_digest text, p_hours integer, p_is_first boolean) returns boolean
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

create or replace function public.claim_admin(p_actor jsonb, p_digest text) returns boolean
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
  if not public.bind_owner(p_actor, 'code') then
    return false;
  end if;
  delete from public.admin_code where is_only;
  return true;
end
$$;

create function public.bind_owner(p_actor jsonb, p_by text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Most callers are refused here, without waiting for a lock.
  if p_by = 'google' and exists (select from public.team t where t.role = 'owner') then
    return false;
  end if;
  -- As for `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || (p_actor->>'uid'), 0));
  perform public.lock_team();
  if exists (select from public.accounts a where a.uid = p_actor->>'uid' and a.deleted_at is not null)
    or p_by = 'google' and exists (select from public.team t where t.role = 'owner') then
    return false;
  end if;
  insert into public.team (uid, email, role) values (p_actor->>'uid', p_actor->>'email', 'owner')
    on conflict (uid) do update set role = 'owner';
  perform public.note_admin_change(p_actor, 'admin_bound', 'account', p_actor->>'uid', null,
    jsonb_build_object('email', p_actor->>'email', 'bound_by', p_by));
  return true;
end
$$;

create function public.list_team() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', t.uid, 'email', t.email, 'role', t.role, 'since', t.since,
          'invited_by', (select i.email from public.team i where i.uid = t.invited_by)) order by t.since, t.uid), '[]')
        from public.team t),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'locale', i.locale, 'sent_at', i.sent_at,
          'invited_by', t.email) order by i.sent_at, i.id), '[]')
        from public.team_invitations i join public.team t on t.uid = i.invited_by))
$$;

create function public.may_change_team(p_actor jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform public.lock_team();
  return exists (select from public.team t where t.uid = p_actor->>'uid' and t.role = 'owner');
end
$$;

create function public.invite_member(p_actor jsonb, p_email text, p_role text, p_locale text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation public.team_invitations;
begin
  if not public.may_change_team(p_actor) then
    return 'forbidden';
  elsif exists (select from public.team t where lower(t.email) = p_email) then
    return 'in_team';
  end if;
  insert into public.team_invitations as i (email, role, locale, invited_by) values (p_email, p_role, p_locale, p_actor->>'uid')
    on conflict (email) do update
      set role = excluded.role, locale = excluded.locale, invited_by = excluded.invited_by, generation = i.generation + 1, sent_at = now()
    returning * into v_invitation;
  perform public.forget_invitation_letter(p_email);
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('team_invitation:' || v_invitation.id || ':' || v_invitation.generation, 'team_invitation', p_email, p_locale,
      jsonb_build_object('invitation_id', v_invitation.id, 'generation', v_invitation.generation, 'role', p_role,
        'invited_by', p_actor->>'email', 'asked_at', v_invitation.sent_at));
  perform public.note_admin_change(p_actor, 'member_invited', 'team', p_email, null, jsonb_build_object('role', p_role));
  return 'done';
end
$$;

create function public.forget_invitation_letter(p_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.outbox m
    where m.recipient = p_email and m.kind = 'team_invitation' and m.sent_at is null and m.given_up_at is null
$$;

create function public.withdraw_invitation(p_actor jsonb, p_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation public.team_invitations;
begin
  if not public.may_change_team(p_actor) then
    return 'forbidden';
  end if;
  delete from public.team_invitations i where i.id = p_id returning * into v_invitation;
  if not found then
    return 'not_found';
  end if;
  perform public.forget_invitation_letter(v_invitation.email);
  perform public.note_admin_change(p_actor, 'invitation_withdrawn', 'team', v_invitation.email,
    jsonb_build_object('role', v_invitation.role), null);
  return 'done';
end
$$;

create function public.accept_invitation(p_actor jsonb, p_id uuid, p_generation integer, p_email text, p_is_late boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_invitation public.team_invitations;
  v_role text;
begin
  -- As for `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || (p_actor->>'uid'), 0));
  perform public.lock_team();
  select t.role into v_role from public.team t where t.uid = p_actor->>'uid';
  if found then
    return jsonb_build_object('outcome', 'done', 'role', v_role);
  end if;
  select * into v_invitation from public.team_invitations i where i.id = p_id;
  if not found or v_invitation.generation <> p_generation
    or exists (select from public.accounts a where a.uid = p_actor->>'uid' and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'over');
  elsif v_invitation.email <> p_email then
    return jsonb_build_object('outcome', 'of_another');
  elsif p_is_late then
    return jsonb_build_object('outcome', 'expired');
  end if;
  delete from public.team_invitations i where i.id = p_id;
  insert into public.team (uid, email, role, invited_by) values (p_actor->>'uid', p_email, v_invitation.role, v_invitation.invited_by);
  perform public.note_admin_change(p_actor, 'member_joined', 'team', p_email, null, jsonb_build_object('role', v_invitation.role));
  return jsonb_build_object('outcome', 'done', 'role', v_invitation.role);
end
$$;

create function public.change_member_role(p_actor jsonb, p_uid text, p_role text, p_previous_role text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member public.team;
begin
  if not public.may_change_team(p_actor) then
    return 'forbidden';
  end if;
  select * into v_member from public.team t where t.uid = p_uid;
  if not found then
    return 'not_found';
  elsif v_member.role = p_role then
    return 'done';
  elsif v_member.role <> p_previous_role then
    return 'changed_meanwhile';
  elsif public.is_last_owner(p_uid) then
    return 'last_owner';
  end if;
  update public.team t set role = p_role where t.uid = p_uid;
  -- Only an owner's invitations count.
  delete from public.team_invitations i where i.invited_by = p_uid;
  perform public.note_admin_change(p_actor, 'member_role_changed', 'team', v_member.email,
    jsonb_build_object('role', v_member.role), jsonb_build_object('role', p_role));
  return 'done';
end
$$;

create function public.remove_member(p_actor jsonb, p_uid text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_member public.team;
begin
  if not public.may_change_team(p_actor) then
    return 'forbidden';
  elsif public.is_last_owner(p_uid) then
    return 'last_owner';
  end if;
  delete from public.team t where t.uid = p_uid returning * into v_member;
  if not found then
    return 'not_found';
  end if;
  perform public.note_admin_change(p_actor, 'member_removed', 'team', v_member.email, jsonb_build_object('role', v_member.role), null);
  return 'done';
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

create or replace function public.delete_account(p_uid text, p_email text, p_locale text default 'pt-BR') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_mails uuid[];
  v_deleted_at timestamptz;
  v_was_deleted boolean;
  v_sessions jsonb;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.team t where t.uid = p_uid) then
    perform public.lock_team();
    if public.is_last_owner(p_uid) then
      return jsonb_build_object('outcome', 'last_owner');
    end if;
  end if;
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and o.state = 'open';
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

  -- What went to these addresses; and what is about their orders wherever it went before an address was corrected.
  select array(
    select m.id from public.outbox m where lower(m.recipient) = any (v_addresses)
    union
    select m.id
      from public.orders o
      join public.admin_changes c on c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'order_email_corrected'
      join public.outbox m on m.recipient in (c.before->>'buyer_email', c.after->>'buyer_email') and m.payload->>'id' = o.id::text
      where o.buyer_uid = p_uid and m.recipient is distinct from o.claimable_by
  ) into v_mails;
  delete from public.outbox m
    where m.id = any (v_mails) and m.kind <> 'account_deleted'
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- What is still on its way goes to a person without a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails) and m.kind <> 'account_deleted';
  -- Of an order that waits for its new owner the mails stay, without the name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- The copies for the owner. A request for money that has not gone out still does, without name and reason.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid);

  update public.refund_requests r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
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

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'events', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happened_at', e.happened_at) order by e.happened_at, e.id), '[]')
              from public.order_events e where e.order_id = o.id),
          'emails', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'written_at', m.created_at,
                'sent_at', m.sent_at) order by m.created_at, m.key), '[]')
              from public.purchase_mails(o) m),
          'refund_request', (
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at)
              from public.refund_requests r where r.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid),
    'library', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
          'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
          'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at)
          order by e.granted_at, e.ebook_id), '[]')
        from public.entitlements e
        join public.orders o on o.id = e.order_id
        join public.ebooks_metadata b on b.id = e.ebook_id
        where e.uid = p_uid),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id where r.uid = p_uid),
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'invitation_id', 'generation'])
          order by m.created_at, m.key), '[]')
        from public.outbox m
        where m.id in (
          select w.id from public.outbox w where w.recipient = lower(p_email)
          union select w.id from public.orders o join public.outbox w on w.recipient = o.buyer_email
            where o.buyer_uid = p_uid and w.payload->>'id' = o.id::text
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id where o.buyer_uid = p_uid
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))))
$$;

drop function public.search_admin(text, bigint, integer);
create function public.search_admin(p_words text, p_number bigint, p_kinds text[], p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.search_patterns(p_words);
begin
  if v_words is null then
    return '{"orders": [], "users": [], "ebooks": [], "episodes": [], "messages": []}';
  end if;
  return jsonb_build_object(
    'orders', case when 'orders' = any (p_kinds)
      then public.list_admin_orders(p_words, p_number, null, null, null, null, null, null, false, p_size)->'orders' else '[]' end,
    'users', case when 'users' = any (p_kinds) then public.list_users(p_words, null, null, false, p_size)->'users' else '[]' end,
    'ebooks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'state', b.state) order by b.created_at desc, b.id desc), '[]')
        from (
          select * from public.ebooks_metadata where 'ebooks' = any (p_kinds) and search_text like any (v_words)
            order by created_at desc, id desc limit p_size
        ) b),
    'episodes', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', e.slug, 'title', e.title, 'published_at', e.published_at)
          order by e.published_at desc, e.id desc), '[]')
        from (
          select * from public.episodes where removed_at is null and search_text like any (v_words)
            order by published_at desc, id desc limit p_size
        ) e),
    'messages', case when 'messages' = any (p_kinds)
      then public.list_messages(p_words, null, null, null, false, p_size)->'messages' else '[]' end);
end
$$;

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders');
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers');
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers');
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'team_invitation')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;
