-- What must be known of an account beside the identity provider.
set check_function_bodies = off;

-- Which of an account's sessions are over, and whether it was deleted.
create table public.accounts (
  uid text primary key,
  signed_out_at timestamptz,
  deleted_at timestamptz
);
create index accounts_deleted on public.accounts (uid) where deleted_at is not null;

-- Sessions that were ended by signing out. A session is known by the moment of its sign-in, which all its tokens carry in whole seconds.
create table public.ended_sessions (
  uid text not null,
  signed_in_at bigint not null,
  ended_at timestamptz not null default now(),
  primary key (uid, signed_in_at)
);
create index ended_sessions_by_end on public.ended_sessions (ended_at);

-- Who runs the site. An address of ADMIN_EMAILS is only a candidate: anybody can sign up with anybody's address. An account becomes an
-- admin's by a sign-in with Google, or with a code that was shown in the server's log.
create table public.admins (
  uid text primary key,
  email text not null check (email <> ''),
  bound_by text not null check (bound_by in ('google', 'code')),
  bound_at timestamptz not null default now()
);

-- The one code that works: its digest, never itself.
create table public.admin_code (
  is_only boolean primary key default true check (is_only),
  digest text not null,
  wrong_tries integer not null default 0,
  made_at timestamptz not null default now(),
  expires_at timestamptz not null
);

-- Everybody who signed in or bought. The row goes with the account.
create table public.users (
  uid text primary key,
  number bigint generated always as identity unique,
  email text not null,
  name text not null default '',
  photo_url text,
  created_at timestamptz not null default now(),
  -- Seen here before its address was confirmed, or by Google, which confirms addresses itself; and not welcomed yet. Accounts that the
  -- owner made at the identity provider are none.
  is_newcomer boolean not null default false,
  -- Of orders that were paid.
  orders integer not null default 0 check (orders >= 0),
  first_purchase_at timestamptz,
  last_purchase_at timestamptz,
  search_text text generated always as (public.plain(name || ' ' || email)) stored
);
create index users_newest on public.users (created_at desc, number desc);
create index users_search on public.users using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index users_by_address on public.users (public.plain(email) text_pattern_ops);

-- Since when an account's sessions are over, whether it was deleted, since when it is bound as an admin's, and the sessions that were
-- ended one by one.
create function public.get_account_standing(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'deleted_at', (select a.deleted_at from public.accounts a where a.uid = p_uid),
    'admin_since', (select a.bound_at from public.admins a where a.uid = p_uid),
    'ended_sessions', (
      select coalesce(jsonb_agg(s.signed_in_at order by s.signed_in_at), '[]') from public.ended_sessions s where s.uid = p_uid))
$$;

-- Ends every session that began before now.
create function public.sign_out_everywhere(p_uid text) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into public.accounts (uid, signed_out_at) values (p_uid, now())
    on conflict (uid) do update set signed_out_at = excluded.signed_out_at
    returning signed_out_at
$$;

-- Ends one session. Not within the second of its sign-in: a next one in that second would look the same.
create function public.end_session(p_uid text, p_signed_in_at bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ended_sessions s where s.ended_at < now() - public.rule('keep_ended_sessions');
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

-- An account signed in: its row, and the orders that wait for its address, with the right to read them; a right that ended with the account
-- of the one before comes back. `p_verified_email` is null before the address is verified. One after the other with what else concerns
-- this buyer. Welcomes a newcomer whose address is confirmed, once, and answers whether it did.
create function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR'
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return false;
  end if;
  insert into public.users as u (uid, email, name, photo_url, is_newcomer)
      values (p_uid, p_email, p_name, p_photo_url, p_verified_email is null or p_is_by_google)
    on conflict (uid) do update set email = excluded.email, name = excluded.name, photo_url = excluded.photo_url
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url);
  if exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    with taken as (
      update public.orders o
        set buyer_uid = p_uid, claimable_by = null, attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
        from (select x.id, x.buyer_uid from public.orders x where x.claimable_by = lower(p_verified_email) for update) before
        where o.id = before.id
        returning o.id, o.state, before.buyer_uid as from_uid
    ), moved as (
      update public.entitlements e
        set uid = p_uid,
          revoked_at = case when not (t.state in ('paid', 'partly_refunded') and public.refunded_copies(e.order_id, e.ebook_id, false) < (
            select i.quantity from public.order_items i where i.order_id = e.order_id and i.ebook_id = e.ebook_id)) then e.revoked_at end
        from taken t where e.order_id = t.id and e.uid <> p_uid
    )
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_uid <> p_uid;
  end if;
  update public.users u set is_newcomer = false where u.uid = p_uid and u.is_newcomer and p_verified_email is not null;
  v_is_welcomed := found;
  if v_is_welcomed then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('welcome:' || p_uid, 'welcome', lower(p_verified_email), p_locale, '{}')
      on conflict (key) do nothing;
  end if;
  return v_is_welcomed;
end
$$;

-- The address of an account's picture at its provider, or null.
create function public.get_user_photo(p_uid text) returns text
language sql stable security definer set search_path = ''
as $$ select u.photo_url from public.users u where u.uid = p_uid $$;

-- A page of the users whose name or address has the words, newest first, `p_is_backwards`: the page before the position. Rows come
-- from the index in the list's order as long as matches are frequent there; what is rarer the trigram index finds, and an address is
-- looked up. Of words that are not so rare more rows are read in order.
create function public.list_users(p_words text, p_at timestamptz, p_number bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_address text := public.address_pattern(p_words);
  v_words text := public.words_condition('u.search_text', p_words, false);
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := case when p_is_backwards then 'u.created_at, u.number' else 'u.created_at desc, u.number desc' end;
  v_rows text := format('select u.* from public.users u where ($1 is null or (u.created_at, u.number) %s ($1, $2))', v_beyond);
  v_walk text := format('select array(select u from (select * from (%s order by %s limit $4) u where %s limit $3) u)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select u::public.users from found u order by %s limit $3)';
  v_page public.users[];
  v_further integer;
begin
  if v_address is not null then
    execute format(v_find, v_rows, format('public.plain(u.email) like %L', v_address), v_order) into v_page using p_at, p_number, p_size + 1;
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
    select coalesce(jsonb_agg(jsonb_build_object('uid', u.uid, 'number', u.number, 'email', u.email, 'name', u.name,
        'has_photo', u.photo_url is not null, 'created_at', u.created_at, 'orders', u.orders,
        'first_purchase_at', u.first_purchase_at, 'last_purchase_at', u.last_purchase_at) order by u.created_at desc, u.number desc), '[]')
      from unnest(v_page[:p_size]) u));
end
$$;

-- The row of a deleted account goes at once.
create function public.forget_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.users where uid = new.uid;
  return null;
end
$$;

create trigger forget_user after insert or update on public.accounts for each row when (new.deleted_at is not null)
  execute function public.forget_user();

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

-- The same for the account that enters the code, which then is used up. False for another code, one that expired, and one that was guessed at ten
-- times: that one works no more, even when it is entered correctly.
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

-- Removes what an account left behind, in one step. Paid orders stay as the tax law asks, without name and reason; of orders without money
-- the address goes too, at once or (see sweep) when it is sure that no money comes. `p_email` is the account's verified address, or null:
-- nothing is removed by an address that may be another person's. That address is told so, once, with nothing but what is kept. Mail to the
-- owner that has not gone out loses what the account wrote; mail to the new owner of an order whose address was corrected stays. `outcome`:
-- `open_sessions` while the buyer can still pay, with the sessions to be closed first, and nothing is deleted; no others can come, but from
-- a checkout that begins after this call. Else `deleted`. A second call finds nothing more to do.
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
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
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

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
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

-- Everything kept about one person: what belongs to the account, what came with its verified address, and the copies of mail to the person
-- and about them; without what is there to be searched. One statement, so that all parts are of the same moment.
create function public.get_personal_data(p_uid text, p_email text) returns jsonb
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
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at, 'decision', r.decision, 'decided_at', r.decided_at,
                'note', r.note)
              from public.refund_requests r where r.order_id = o.id),
          'disputes', (
            select coalesce(jsonb_agg(to_jsonb(d) - 'order_id' order by d.opened_at, d.id), '[]')
              from public.disputes d where d.order_id = o.id)
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
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'generation'])
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
