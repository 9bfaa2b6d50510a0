-- The database as its schema files (api/supabase/schemas) say it is, and its first migration.
do $$ begin
  if to_regclass('public.orders') is not null then
    raise exception 'this database is from before the baseline: export it with the release before, and restore into an empty one';
  end if;
end $$;

set check_function_bodies = off;

-- What every other part stands on: how texts are compared and searched, limits, jobs, what admins changed, caches to purge.
-- In all files: amounts are integers in minor units of their currency, instants are timestamptz. Row-level security is on everywhere
-- with no policy: only the API's secret key, which passes it, reads or writes a row (see 99_access.sql).

create schema if not exists extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;
grant usage on schema extensions to service_role;

-- Functions are callable by everybody unless said otherwise; only the API's key may call those that follow, here and in later migrations.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;

-- Covers and pictures, which everybody reads; and books, for which the API signs links.
insert into storage.buckets (id, name, public) values ('store-assets', 'store-assets', true), ('ebooks', 'ebooks', false)
  on conflict (id) do nothing;

-- Whether the tables are whole: what is half restored (`npm run restore`) is nothing to answer from.
create function public.is_restored() returns boolean
language sql stable security definer set search_path = ''
as $$ select not exists (select from public.restoration) $$;

-- Search ---------------------------------------------------------------------------------------------------------------------------

-- How texts are compared in searches: no case, no accents, one space between words.
create function public.plain(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(value, NFC))), '\s+', ' ', 'g')
$$;

-- The terms of a text: stems of its words, without those that every text has.
create function public.terms(value text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select coalesce(array_agg(term), '{}') from unnest(tsvector_to_array(to_tsvector('pg_catalog.portuguese', value))) term
    where char_length(term) > 2
$$;

-- The patterns of which a text that went through plain() must match one to contain the words, literally; null without words.
-- Trigrams need three characters, so that shorter words are looked for at the beginning of a word, where the index pads them.
create function public.search_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when plain = '' then null
    when char_length(plain) < 3 then array[literal || '%', '% ' || literal || '%']
    else array['%' || literal || '%']
  end
  from (select btrim(public.plain(words)) as plain) p, lateral (select regexp_replace(plain, '([\\%_])', '\\\1', 'g') as literal) l
$$;

-- An address, or as much of it as was written, for `like`; null for other words. Who writes an address means whose it is, and its
-- parts are in too many rows to be looked for.
create function public.address_pattern(p_words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when words ~ '^[^@[:space:]]+@[^@[:space:]]*$' then regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%' end
    from (select btrim(public.plain(p_words)) as words) w
$$;

-- How many rows a search reads in the list's order before it asks the trigram index.
create function public.walked_rows() returns integer
language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

-- How far a search counts what it finds; its answer says when there are more.
create function public.counted_matches() returns integer
language sql immutable parallel safe set search_path = ''
as $$ select 100 $$;

-- Whether a search finds enough among the newest 256 rows to be read from the newest on; what is rarer, the trigram index finds.
create function public.is_common(matches_in_sample bigint) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select matches_in_sample >= 8 $$;

-- The condition under which a column holds every one of the words; a word of one or two letters begins a word there. `p_indexed`: to be
-- answered by the column's trigram index, which knows nothing about short words beside longer ones.
create function public.words_condition(p_column text, p_words text, p_indexed boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  with words as (
    select distinct w.word, char_length(w.word) >= 3 as is_long
      from regexp_split_to_table(btrim(public.plain(p_words)), ' ') w (word) where w.word <> ''
  ), conditions as (
    select format('(%s)', string_agg(format('%s like %L',
        case when p_indexed and (w.is_long or not exists (select from words x where x.is_long)) then p_column else p_column || ' || ''''' end,
        pattern), ' or ' order by pattern)) as condition, w.word
      from words w, unnest(public.search_patterns(w.word)) pattern group by w.word
  )
  select string_agg(c.condition, ' and ' order by c.word) from conditions c
$$;

-- How many rows of a list a search reads in the list's order when it found so many among the first `walked_rows`; null: it has found
-- enough, or so little that the trigram index is asked.
create function public.further_rows(p_found integer, p_size integer) returns integer
language sql immutable parallel safe set search_path = ''
as $$ select case when p_found between 3 and p_size then 10 * public.walked_rows() end $$;

-- Limits ---------------------------------------------------------------------------------------------------------------------------

create table public.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (bucket, window_start)
);

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

-- Jobs -----------------------------------------------------------------------------------------------------------------------------

-- One row per background job: who holds it, how it went.
create table public.jobs (
  name text primary key,
  lease_until timestamptz,
  holder text,
  last_run_at timestamptz,
  last_success_at timestamptz,
  last_error text
);

-- Takes a job when it is free and its last run began at least so many seconds ago. Answers whether it was taken, and
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

-- Takes those of `p_jobs` ([{ name, lease, interval }], in seconds) that are due; see take_job. `next_in` is in how many seconds the first of
-- the others is due or its holder's time is over, `mail_in` in how many mail is due; null for never.
create function public.take_jobs(p_holder text, p_jobs jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_job record;
  v_one jsonb;
  v_taken jsonb := '[]';
begin
  -- Always in the same order, so that two instances wait for each other in one direction only.
  for v_job in
    select w.name, w.lease, w.interval from jsonb_to_recordset(p_jobs) as w (name text, lease integer, interval integer)
      where not exists (select from public.jobs j where j.name = w.name
        and (j.lease_until >= now() or j.last_run_at > now() - make_interval(secs => w.interval)))
      order by w.name loop
    v_one := public.take_job(v_job.name, p_holder, v_job.lease, v_job.interval);
    if (v_one->>'taken')::boolean then
      v_taken := v_taken || jsonb_build_array(jsonb_build_object('name', v_job.name, 'last_success_at', v_one->'last_success_at'));
    end if;
  end loop;
  return jsonb_build_object('taken', v_taken,
    'next_in', (
      select extract(epoch from min(greatest(j.lease_until, j.last_run_at + make_interval(secs => w.interval))) - now())
        from jsonb_to_recordset(p_jobs) as w (name text, interval integer) join public.jobs j on j.name = w.name
        where not exists (select from jsonb_array_elements(v_taken) t where t->>'name' = w.name)),
    'mail_in', (
      select extract(epoch from min(greatest(m.due_at, m.claimed_until)) - now())
        from public.outbox m where m.sent_at is null and m.given_up_at is null));
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

-- Ends a run of a job, and keeps how it went; only by its holder.
create function public.end_job(p_name text, p_holder text, p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.jobs
    set lease_until = null, holder = null, last_error = p_error,
      last_success_at = case when p_error is null then last_run_at else last_success_at end
    where name = p_name and holder = p_holder
$$;

-- What admins change ---------------------------------------------------------------------------------------------------------------

-- Of tables to which rows are only added.
create function public.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

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
create index admin_changes_of_kind on public.admin_changes (subject_kind, id desc);
create index admin_changes_of_actor on public.admin_changes (actor_email, id desc);
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

-- A change as the admin's pages show it.
create function public.admin_change_json(c public.admin_changes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after)
$$;

-- A page of the changes, newest first, of one kind of subject and of one person if wanted; `p_is_backwards`: the page before the
-- position. `actors`: everybody who ever changed something, found by walking the index from name to name.
create function public.list_admin_changes(p_kind text, p_actor text, p_id bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_page public.admin_changes[];
begin
  execute format(
    'select array(select c from public.admin_changes c where ($1 is null or c.subject_kind = $1) and ($2 is null or c.actor_email = $2)
      and ($3 is null or c.id %s $3) order by c.id %s limit $4)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'asc' else 'desc' end)
    into v_page using p_kind, p_actor, p_id, p_size + 1;
  return jsonb_build_object(
    'more', cardinality(v_page) > p_size,
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(c) order by c.id desc), '[]') from unnest(v_page[:p_size]) c),
    'actors', (
      with recursive actors as (
        (select c.actor_email from public.admin_changes c order by c.actor_email limit 1)
        union all
        select (select c.actor_email from public.admin_changes c where c.actor_email > a.actor_email order by c.actor_email limit 1)
          from actors a where a.actor_email is not null
      )
      select coalesce(jsonb_agg(a.actor_email order by a.actor_email) filter (where a.actor_email is not null), '[]') from actors a));
end
$$;

-- Caches before the site -----------------------------------------------------------------------------------------------------------

-- What caches before the site have to forget: noted in the transaction that changes what visitors see, told by a job.
create table public.purges (
  id bigint generated always as identity primary key,
  tag text not null check (tag in ('ebooks', 'episodes', 'texts')),
  due_at timestamptz not null
);
create index purges_due on public.purges (due_at);

-- Caches have to forget the pages of a kind, twice: now, and when pages that were being made meanwhile are out.
create function public.note_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Once a transaction. Twice told: the API answers from copies that are seconds old, and a few that are half a minute old.
  if not exists (select from public.purges p where p.due_at = now() + interval '5 seconds' and p.tag = tg_argv[0]) then
    insert into public.purges (tag, due_at) values (tg_argv[0], now() + interval '5 seconds'), (tg_argv[0], now() + interval '40 seconds');
    -- Where there is no cache to tell, nobody takes them.
    delete from public.purges p where p.id in (
      select o.id from public.purges o where o.due_at < now() - interval '1 day' limit 100 for update skip locked);
  end if;
  return null;
end
$$;

-- What caches have to be told now.
create function public.list_purges_due() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ids', coalesce(jsonb_agg(d.id), '[]'), 'tags', coalesce(jsonb_agg(distinct d.tag), '[]'))
  from (select p.id, p.tag from public.purges p where p.due_at <= now() order by p.due_at limit 1000) d
$$;

-- Caches were told.
create function public.forget_purges(p_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.purges p where p.id = any (p_ids) $$;

-- Lists that visitors see ----------------------------------------------------------------------------------------------------------

-- Of a page that search engines are told about: what it says changed.
create function public.note_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := now();
  return new;
end
$$;

-- How many rows each list shows, kept by every statement that changes it.
create table public.shown_totals (
  list text primary key check (list in ('ebooks', 'episodes')),
  total bigint not null check (total >= 0)
);
insert into public.shown_totals values ('ebooks', 0), ('episodes', 0);

-- Its arguments: the list, and which rows of the table the list shows.
create function public.note_shown() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_after bigint := 0;
  v_before bigint := 0;
begin
  if tg_op <> 'DELETE' then
    execute format('select count(*) from new_rows where %s', tg_argv[1]) into v_after;
  end if;
  if tg_op <> 'INSERT' then
    execute format('select count(*) from old_rows where %s', tg_argv[1]) into v_before;
  end if;
  if v_after <> v_before then
    update public.shown_totals set total = total + v_after - v_before where list = tg_argv[0];
  end if;
  return null;
end
$$;

-- What must be known of an account beside the identity provider.

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

-- Letters that leave, and what visitors send: messages to the author, and addresses for the newsletter. Each function writes its row and
-- the mail that it causes in one transaction.

-- Where mail to this address arrives: without the tag behind a +, and, at Google, whose letters need no dots, without them.
create function public.mailbox_of(p_email text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.name, '.', '') || '@gmail.com' else a.name || '@' || a.host end
    from (select regexp_replace(regexp_replace(lower(p_email), '@[^@]*$', ''), '\+.*$', '') as name,
      substring(lower(p_email) from '[^@]*$') as host) a
$$;

-- Mail is written in the transaction of its cause and sent by a worker that claims rows; `key` makes each mail happen once.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  kind text not null,
  recipient text not null,
  locale text not null check (locale in ('pt-BR', 'en')),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  claimed_until timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  -- The mail server refused it for good: kept with its reason, and not tried again.
  given_up_at timestamptz,
  last_error text
);
create index outbox_due on public.outbox (due_at) where sent_at is null and given_up_at is null;
create index outbox_by_recipient on public.outbox (recipient, created_at);
create index outbox_by_mailbox on public.outbox (public.mailbox_of(recipient), created_at);
create index outbox_given_up on public.outbox (given_up_at desc) where given_up_at is not null;
create index outbox_sent on public.outbox (sent_at) where sent_at is not null;

-- Hands due mail to one worker for a while. A worker that dies leaves it to the next when the while is over.
create function public.claim_mail(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail jsonb;
begin
  with due as (
    select m.id from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.due_at <= now()
        and (m.claimed_until is null or m.claimed_until < now())
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

-- A mail was taken by the mail server.
create function public.finish_mail(p_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ update public.outbox set sent_at = now(), claimed_until = null, last_error = null where id = p_id $$;

-- A mail is tried again later.
create function public.postpone_mail(p_id uuid, p_seconds integer, p_error text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox set due_at = now() + make_interval(secs => p_seconds), claimed_until = null, last_error = p_error
    where id = p_id and sent_at is null
$$;

-- The mail server refused a mail for good. When it refused the recipient, the newsletter goes there no more either.
create function public.give_up_mail(p_id uuid, p_error text, p_is_recipient boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient text;
begin
  update public.outbox set given_up_at = now(), claimed_until = null, last_error = p_error
    where id = p_id and sent_at is null
    returning recipient into v_recipient;
  if found and p_is_recipient then
    update public.newsletter_subscribers set state = 'bounced', bounced_at = now()
      where email = lower(v_recipient) and state in ('pending', 'confirmed');
  end if;
end
$$;

-- Since when mail does not leave: the oldest that was tried, or was due, a quarter of an hour ago. A notice to the owner does not
-- count: one that waits would be the reason of the next.
create function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select min(w.created_at) from (
    select m.created_at, m.due_at, m.attempts from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.kind <> 'owner_alert' order by m.due_at limit 1000
  ) w
  where w.created_at < p_now - interval '15 minutes' and (w.attempts > 0 or w.due_at < p_now - interval '15 minutes')
$$;

-- Whether an address that anybody can name may have another mail of these kinds: five a day, and one in ten minutes about the
-- same thing.
create function public.mailbox_has_room(p_recipient text, p_kinds text[], p_about jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '10 minutes' and m.payload @> p_about) = 0
    from public.outbox m
    where public.mailbox_of(m.recipient) = public.mailbox_of(p_recipient) and m.kind = any (p_kinds)
      and m.created_at > now() - interval '1 day'
$$;

-- Nothing asks for these letters once they were sent, or cannot be; that of a deletion is the last thing with the address.
create function public.forget_account_letter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.id = new.id;
  return null;
end $$;

create trigger outbox_forget_account_letter after update on public.outbox
  for each row when (new.kind in ('welcome', 'account_deleted') and (new.sent_at is not null or new.given_up_at is not null))
  execute function public.forget_account_letter();
-- A mail that an admin sends to himself, to see whether mail goes out.
create function public.send_test_email(p_locale text, p_actor jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid := gen_random_uuid();
begin
  insert into public.outbox (id, key, kind, recipient, locale, payload)
    values (v_id, 'test_email:' || v_id, 'test_email', p_actor->>'email', p_locale, '{}');
  perform public.note_admin_change(p_actor, 'test_email_sent', 'mail', v_id::text, null, null);
  return v_id;
end
$$;

-- How a test mail fares; null for what is none.
create function public.get_test_email(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('recipient', m.recipient, 'attempts', m.attempts, 'error', m.last_error,
    'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
  from public.outbox m where m.id = p_id and m.kind = 'test_email'
$$;

-- Messages -------------------------------------------------------------------------------------------------------------------------

create table public.contact_messages (
  id uuid primary key default gen_random_uuid(),
  -- What people quote.
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null unique,
  name text not null check (char_length(name) between 1 and 120),
  email text not null check (char_length(email) between 3 and 254),
  subject text not null check (subject in ('podcast_inquiry', 'ebook_support', 'speaking_engagement', 'other')),
  message text not null check (char_length(message) between 1 and 5000),
  locale text not null check (locale in ('pt-BR', 'en')),
  state text not null default 'new' check (state in ('new', 'answered', 'spam')),
  created_at timestamptz not null default now(),
  -- Kept: making it of a thousand messages for each search takes longer than everything else.
  search_text text generated always as (public.plain(name || ' ' || email || ' ' || message)) stored
);
create index contact_messages_newest on public.contact_messages (created_at desc, id desc);
create index contact_messages_of_sender on public.contact_messages (email);
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id desc);
create index contact_messages_search on public.contact_messages using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- Stores a visitor's message with the mail to the owner and the acknowledgement to the visitor. An attempt is stored once:
-- `is_new` says whether by this call.
create function public.save_contact_message(
  p_attempt_id uuid, p_name text, p_email text, p_subject text, p_message text, p_locale text, p_owner_email text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  -- One after the other for each mailbox, so that each sees the mail of the one before.
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  insert into public.contact_messages (attempt_id, name, email, subject, message, locale)
    values (p_attempt_id, p_name, p_email, p_subject, p_message, p_locale)
    on conflict (attempt_id) do nothing
    returning * into v_message;
  if not found then
    select * into v_message from public.contact_messages where attempt_id = p_attempt_id;
    return jsonb_build_object('is_new', false, 'number', v_message.number, 'received_at', v_message.created_at);
  end if;

  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('contact_received:' || v_message.id, 'contact_received', p_owner_email, 'pt-BR',
      jsonb_build_object('number', v_message.number, 'name', p_name, 'email', p_email, 'subject', p_subject,
        'message', p_message, 'locale', p_locale));
  if public.mailbox_has_room(p_email, array['contact_acknowledged'], '{}') then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('contact_acknowledged:' || v_message.id, 'contact_acknowledged', p_email, p_locale,
        jsonb_build_object('number', v_message.number, 'subject', p_subject));
  end if;
  return jsonb_build_object('is_new', true, 'number', v_message.number, 'received_at', v_message.created_at);
end
$$;

-- A message as the admin reads it.
create function public.contact_message_json(c public.contact_messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message,
    'locale', c.locale, 'state', c.state, 'created_at', c.created_at)
$$;

-- outcome `marked`, or `changed` when the message is not in the state that the admin saw. Null without such a message.
create function public.mark_message(p_actor jsonb, p_id uuid, p_state text, p_previous_state text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return null;
  end if;
  if v_message.state = p_previous_state then
    update public.contact_messages set state = p_state where id = p_id returning * into v_message;
    perform public.note_admin_change(p_actor, 'message_marked', 'message', v_message.number::text,
      jsonb_build_object('state', p_previous_state), jsonb_build_object('state', p_state));
  elsif v_message.state <> p_state then
    return jsonb_build_object('outcome', 'changed');
  end if;
  return jsonb_build_object('outcome', 'marked', 'message', public.contact_message_json(v_message));
end
$$;

-- Newsletter -----------------------------------------------------------------------------------------------------------------------

-- One row per address, whoever gave it and wherever.
create table public.newsletter_subscribers (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  state text not null check (state in ('pending', 'confirmed', 'unsubscribed', 'bounced')),
  locale text not null check (locale in ('pt-BR', 'en')),
  source text not null check (source in ('footer', 'admin', 'customer')),
  -- The words that were agreed to, and when.
  consent_version text not null,
  consented_at timestamptz not null default now(),
  -- When each last happened.
  confirmed_at timestamptz,
  unsubscribed_at timestamptz,
  bounced_at timestamptz,
  -- Counts the sign-ups of this address: the link of an earlier one confirms no later one.
  generation integer not null default 1,
  created_at timestamptz not null default now(),
  check (state <> 'confirmed' or confirmed_at is not null),
  check (state <> 'unsubscribed' or unsubscribed_at is not null),
  check (state <> 'bounced' or bounced_at is not null)
);
create index newsletter_pending on public.newsletter_subscribers (consented_at) where state = 'pending';
create index newsletter_newest on public.newsletter_subscribers (created_at desc, id desc);
create index newsletter_by_state on public.newsletter_subscribers (state, created_at desc, id desc);
create index newsletter_search on public.newsletter_subscribers using gin (email extensions.gin_trgm_ops) with (fastupdate = off);

-- An address was given for the newsletter: it waits for its confirmation, and the mail with the link is written. Who is
-- subscribed already stays so and is told once a day; an address that refused mail is left alone for a day. Answers whether
-- there is mail to send, which stays inside.
create function public.request_subscription(p_email text, p_locale text, p_source text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
  v_kind text;
  v_about jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version)
    values (p_email, 'pending', p_locale, p_source, p_consent_version)
    on conflict (email) do update
      set state = 'pending', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
        consented_at = now(),
        -- Asked again before the first link was used: that link still works.
        generation = s.generation + case when s.state = 'pending' then 0 else 1 end
      where s.state in ('pending', 'unsubscribed') or (s.state = 'bounced' and s.bounced_at < now() - interval '1 day')
    returning * into v_subscriber;
  if not found then
    select * into v_subscriber from public.newsletter_subscribers where email = p_email;
  end if;

  v_about := jsonb_build_object('subscriber_id', v_subscriber.id, 'generation', v_subscriber.generation);
  v_kind := case
    when v_subscriber.state = 'pending' then 'newsletter_confirm'
    when v_subscriber.state = 'confirmed' and not exists (
      select from public.outbox m
        where m.recipient = p_email and m.kind = 'newsletter_already' and m.created_at > now() - interval '1 day')
      then 'newsletter_already'
  end;
  if v_kind is null or not public.mailbox_has_room(p_email, array['newsletter_confirm', 'newsletter_already'], v_about) then
    return false;
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (v_kind || ':' || gen_random_uuid(), v_kind, p_email, v_subscriber.locale,
      v_about || jsonb_build_object('asked_at', now()));
  return true;
end
$$;

-- Takes a confirmation link: `done`, `already` when it did so before, `expired` when it can confirm nothing (any more).
create function public.confirm_subscription(p_id uuid, p_generation integer, p_is_late boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
begin
  select * into v_subscriber from public.newsletter_subscribers where id = p_id for update;
  if not found or v_subscriber.generation <> p_generation then
    return jsonb_build_object('outcome', 'expired', 'email', null);
  end if;
  if v_subscriber.state = 'pending' and not p_is_late then
    update public.newsletter_subscribers set state = 'confirmed', confirmed_at = now() where id = p_id;
    return jsonb_build_object('outcome', 'done', 'email', v_subscriber.email);
  end if;
  return jsonb_build_object('outcome', case when v_subscriber.state = 'confirmed' then 'already' else 'expired' end,
    'email', v_subscriber.email);
end
$$;

-- Takes an unsubscribe link of any sign-up, however old: who asks to be left alone is left alone. `email` is null when the
-- address was forgotten meanwhile.
create function public.unsubscribe(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text;
begin
  update public.newsletter_subscribers set state = 'unsubscribed', unsubscribed_at = now()
    where id = p_id and state <> 'unsubscribed'
    returning email into v_email;
  if found then
    return jsonb_build_object('outcome', 'done', 'email', v_email);
  end if;
  select email into v_email from public.newsletter_subscribers where id = p_id;
  return jsonb_build_object('outcome', 'already', 'email', v_email);
end
$$;

-- The customer's own switch. Their address is verified, so their consent needs no second confirmation. Switched on within a day of
-- leaving, the leaving is taken back: a switch that is played with is not many subscriptions.
create function public.set_subscription(p_email text, p_subscribed boolean, p_locale text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_subscribed then
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, confirmed_at)
      values (lower(p_email), 'confirmed', p_locale, 'customer', p_consent_version, now())
      on conflict (email) do update
        set state = 'confirmed', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
          consented_at = now(), generation = s.generation + 1,
          confirmed_at = case when s.state = 'unsubscribed' and s.unsubscribed_at > now() - interval '1 day'
            then coalesce(s.confirmed_at, now()) else now() end
        where s.state <> 'confirmed';
  else
    update public.newsletter_subscribers set state = 'unsubscribed', unsubscribed_at = now()
      where email = lower(p_email) and state <> 'unsubscribed';
  end if;
  return p_subscribed;
end
$$;

-- Whether this address is subscribed.
create function public.is_subscribed(p_email text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.newsletter_subscribers where email = lower(p_email) and state = 'confirmed') $$;

-- Both as the admin reads them -----------------------------------------------------------------------------------------------------

-- A page of a table of messages or addresses, newest first, `p_is_backwards`: the page before the position. `p_text` is what is searched and
-- `p_state` a condition; both are written here and never come from outside. Walks and searches like `list_users`.
create function public.inbox_page(
  p_table regclass, p_text text, p_state text, p_words text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text := public.words_condition(p_text, p_words, false);
  v_order text := case when p_is_backwards then 'r.created_at, r.id' else 'r.created_at desc, r.id desc' end;
  v_rows text := format('select r.* from %s r where %s and ($1 is null or (r.created_at, r.id) %s ($1, $2))', p_table, p_state,
    case when p_is_backwards then '>' else '<' end);
  v_walk text := format('select array(select r.id from (%s order by %s limit $4) r where %s order by %s limit $3)', v_rows, v_order, v_words, v_order);
  v_page uuid[];
  v_further integer;
begin
  if v_words is null then
    execute format('select array(select r.id from (%s order by %s limit $3) r order by %s)', v_rows, v_order, v_order)
      into v_page using p_at, p_id, p_size + 1;
    return v_page;
  end if;
  execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows();
  v_further := public.further_rows(cardinality(v_page), p_size);
  if v_further is not null then
    execute v_walk into v_page using p_at, p_id, p_size + 1, v_further;
  end if;
  if cardinality(v_page) <= p_size then
    execute format('with found as materialized (%s and %s) select array(select r.id from found r order by %s limit $3)',
      v_rows, public.words_condition(p_text, p_words, true), v_order) into v_page using p_at, p_id, p_size + 1;
  end if;
  return v_page;
end
$$;

-- A page of messages; without a state all but spam.
create function public.list_messages(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.contact_messages', 'r.search_text',
    case p_state when 'new' then 'r.state = ''new''' when 'answered' then 'r.state = ''answered''' when 'spam' then 'r.state = ''spam'''
      else 'r.state <> ''spam''' end, p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'messages', (
    select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
      from public.contact_messages c where c.id = any (v_ids[:p_size])));
end
$$;

-- A page of newsletter addresses; without a state all.
create function public.list_subscribers(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.newsletter_subscribers', 'r.email',
    case p_state when 'pending' then 'r.state = ''pending''' when 'confirmed' then 'r.state = ''confirmed'''
      when 'unsubscribed' then 'r.state = ''unsubscribed''' when 'bounced' then 'r.state = ''bounced''' else 'true' end,
    p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'subscribers', (
    select coalesce(jsonb_agg(to_jsonb(s) - 'generation' order by s.created_at desc, s.id desc), '[]')
      from public.newsletter_subscribers s where s.id = any (v_ids[:p_size])));
end
$$;

-- The shop's books: what visitors find, and how their owner works on them.

create table public.ebooks_metadata (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  description text not null default '' check (char_length(description) <= 10000),
  author text not null default '',
  language text not null default 'pt-BR',
  pages integer check (pages > 0),
  -- What a page may say of the file is what the file has. Null: not known.
  has_outline boolean not null default false,
  file_bytes integer check (file_bytes > 0),
  filename text not null unique check (filename ~ '^[a-z0-9.-]+\.pdf$'),
  -- Where the book's PDF is among the private files; null: pdfs/{filename}.
  pdf_key text unique check (pdf_key ~ '^pdfs/[0-9a-f-]{36}/[a-z0-9.-]+\.pdf$'),
  -- How often the PDF was replaced, and one; its owners are told of each, once.
  file_version integer not null default 1,
  cover_version text,
  cover_color text check (cover_color ~ '^#[0-9a-f]{6}$'),
  state text not null default 'published' check (state in ('draft', 'published', 'archived')),
  -- Has a price in every currency that the shop sells in; kept by triggers. Without it no book is on the shelf.
  is_priced boolean not null default false,
  -- Counts changes, so that of two admins who edit the same book the second one is told.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- When what its page says last changed, for search engines.
  changed_at timestamptz not null default now(),
  search_text text generated always as (public.plain(title || ' ' || description)) stored
);
create index ebooks_shelf on public.ebooks_metadata (created_at desc, id desc) where state = 'published' and is_priced;
create index ebooks_newest on public.ebooks_metadata (created_at desc, id desc);
create index ebooks_in_state on public.ebooks_metadata (state, created_at desc, id desc);
-- Entries that wait for their place in the index would be read one by one by each search, and nothing here is written often.
create index ebooks_search on public.ebooks_metadata using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index ebooks_title_terms on public.ebooks_metadata using gin (to_tsvector('pg_catalog.portuguese', title));
create unique index ebooks_by_upload on public.ebooks_metadata (split_part(pdf_key, '/', 2)) where pdf_key is not null;
create trigger note_change before update on public.ebooks_metadata for each row
  when ((old.title, old.description, old.author, old.pages, old.cover_version)
    is distinct from (new.title, new.description, new.author, new.pages, new.cover_version))
  execute function public.note_change();
create trigger note_purge after insert or delete on public.ebooks_metadata for each row execute function public.note_purge('ebooks');
create trigger note_purge_of_change after update on public.ebooks_metadata for each row
  when (old.* is distinct from new.*) execute function public.note_purge('ebooks');
create trigger note_added after insert on public.ebooks_metadata referencing new table as new_rows
  for each statement execute function public.note_shown('ebooks', 'state = ''published'' and is_priced');
create trigger note_changed after update on public.ebooks_metadata referencing old table as old_rows new table as new_rows
  for each statement execute function public.note_shown('ebooks', 'state = ''published'' and is_priced');
create trigger note_deleted after delete on public.ebooks_metadata referencing old table as old_rows
  for each statement execute function public.note_shown('ebooks', 'state = ''published'' and is_priced');

create table public.ebook_prices (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  currency text not null check (currency in ('BRL', 'USD', 'NZD')),
  amount_minor integer not null check (amount_minor >= 50),
  primary key (ebook_id, currency)
);
create trigger note_purge after insert or update or delete on public.ebook_prices for each row execute function public.note_purge('ebooks');

-- Files that are no book's: uploads that are still to be used, and what books do not need any more. A row is written before its file
-- and goes after it, or in the transaction in which a book takes the file: whatever is cut off, what is left over is in here.
-- `pdf`: a private file. `cover`: the private original and the public pictures made of it. `original`: that of a cover in use.
create table public.unused_files (
  key text not null,
  kind text not null check (kind in ('pdf', 'cover', 'original')),
  upload_id uuid unique,
  remove_after timestamptz not null,
  -- Being removed: no book may take it.
  is_going boolean not null default false,
  -- The PDF that a book had before is kept a while: the owner sees it, and can put it back. Of which book it was, and what was known of
  -- it. Null again when the book is removed: another may get its id.
  ebook_id text references public.ebooks_metadata (id) on delete set null,
  version integer check (version > 0),
  pages integer,
  has_outline boolean,
  file_bytes integer,
  replaced_at timestamptz,
  primary key (key, kind),
  constraint unused_files_versions check (ebook_id is null or (kind = 'pdf' and num_nulls(version, has_outline, replaced_at) = 0))
);
create index unused_files_due on public.unused_files (remove_after);
create unique index unused_files_version on public.unused_files (ebook_id, version) where ebook_id is not null;

-- New versions whose owners are being told, in portions.
create table public.ebook_announcements (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  version integer not null,
  told_up_to text not null default '',
  primary key (ebook_id, version)
);

-- Prices ---------------------------------------------------------------------------------------------------------------------------

-- Of all that the shop knows while the owner has not chosen.
create function public.sold_currencies() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select array(select jsonb_array_elements_text(c.body->'sold'))
      from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1),
    array['BRL', 'USD', 'NZD'])
$$;

-- Whether a book has a price in every currency that the shop sells in.
create function public.has_sold_prices(p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from unnest(public.sold_currencies()) s (currency)
    where not exists (select from public.ebook_prices p where p.ebook_id = p_ebook_id and p.currency = s.currency))
$$;

-- Keeps `is_priced` of a book whose prices change.
create function public.note_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ebook_id text := case when tg_op = 'DELETE' then old.ebook_id else new.ebook_id end;
begin
  update public.ebooks_metadata b set is_priced = public.has_sold_prices(b.id)
    where b.id = v_ebook_id and b.is_priced is distinct from public.has_sold_prices(b.id);
  return null;
end
$$;

create trigger note_prices after insert or delete on public.ebook_prices for each row execute function public.note_prices();
-- Which books are on the shelf changes in the transaction of the choice. Whoever saves a book's prices meanwhile waits for it, or it
-- for them: each then sees what the other wrote.
create function public.note_sold_currencies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.ebooks_metadata, public.ebook_prices in share row exclusive mode;
  update public.ebooks_metadata b set is_priced = not b.is_priced where b.is_priced is distinct from public.has_sold_prices(b.id);
  return null;
end
$$;

-- Of each currency how many published books have no price in it, and the first of them by title.
create function public.list_unpriced_ebooks(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(c.currency, (
    select jsonb_build_object('count', count(*),
      'titles', coalesce(jsonb_agg(w.title order by w.title, w.id) filter (where w.place <= p_limit), '[]'))
    from (select b.id, b.title, row_number() over (order by b.title, b.id) as place from public.ebooks_metadata b
      where b.state = 'published'
        and not exists (select from public.ebook_prices p where p.ebook_id = b.id and p.currency = c.currency)) w))
  from unnest(array['BRL', 'USD', 'NZD']) c (currency)
$$;

-- A price that is given as null goes; one that is not named stays, as those of currencies that are not sold.
create function public.set_ebook_prices(p_id text, p_prices jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ebook_prices p where p.ebook_id = p_id and p_prices->p.currency = 'null';
  insert into public.ebook_prices (ebook_id, currency, amount_minor)
    select p_id, e.key, e.value::integer from jsonb_each_text(p_prices) e where e.value is not null
    on conflict (ebook_id, currency) do update set amount_minor = excluded.amount_minor
$$;

-- As visitors see them -------------------------------------------------------------------------------------------------------------

-- A book as visitors see it. `prices` are those in which it is sold; `default_currency` is the owner's choice, null while there is none.
create function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
    'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())), '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
$$;

-- Planned for each call, and never sorted beforehand: rows come from the index in the list's order, or as few as the trigram index
-- finds. Where `|| ''` stands, that index is not meant.
create function public.list_ebooks(
  p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_after_at timestamptz := coalesce(p_after_at, 'infinity');
  v_after_id text := coalesce(p_after_id, '');
  v_sampled bigint;
  v_page jsonb;
  v_total bigint;
begin
  if p_ids is not null then
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), count(*) into v_page, v_total
      from public.ebooks_metadata b where b.id = any (p_ids) and b.state = 'published' and b.is_priced;
    return jsonb_build_object('ebooks', v_page, 'total', v_total, 'is_total_capped', false, 'more', false);
  end if;

  if v_words is null then
    select t.total into v_total from public.shown_totals t where t.list = 'ebooks';
  else
    select count(*) into v_sampled
      from (
        select b.search_text from public.ebooks_metadata b where b.state = 'published' and b.is_priced
          order by b.created_at desc, b.id desc limit 256
      ) newest
      where newest.search_text like any (v_words);
  end if;

  if v_words is not null and not public.is_common(v_sampled) then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_words) and b.state = 'published' and b.is_priced
    ), page as (
      select f.id from found f where (f.created_at, f.id) < (v_after_at, v_after_id) order by f.created_at desc, f.id desc limit p_size + 1
    )
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), (select count(*) from found)
      into v_page, v_total
      from public.ebooks_metadata b where b.id = any (array(select p.id from page p));
  else
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]') into v_page
      from (
        select b.* from public.ebooks_metadata b
          where b.state = 'published' and b.is_priced and (v_words is null or b.search_text || '' like any (v_words))
            and (b.created_at, b.id) < (v_after_at, v_after_id)
          order by b.created_at desc, b.id desc
          limit p_size + 1
      ) b;
    if v_words is not null then
      select count(*) into v_total
        from (
          select from public.ebooks_metadata b
            where b.state = 'published' and b.is_priced and b.search_text || '' like any (v_words)
            order by b.created_at desc, b.id desc
            limit public.counted_matches() + 1
        ) counted;
    end if;
  end if;
  return jsonb_build_object('ebooks', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size,
    'total', case when v_words is null then v_total else least(v_total, public.counted_matches()) end,
    'is_total_capped', v_words is not null and v_total > public.counted_matches());
end
$$;

-- The book with this id when visitors can buy it, else null.
create function public.get_ebook(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.ebook_json(b) from public.ebooks_metadata b where b.id = p_id and b.state = 'published' and b.is_priced $$;

-- The book with most paid units in 90 days; while there are no sales, any book (decision 13).
create function public.get_featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
begin
  select b.* into v_book
    from public.ebooks_metadata b
    join (
      select i.ebook_id, sum(i.quantity) as units, max(o.paid_at) as last_paid_at
        from public.orders o join public.order_items i on i.order_id = o.id
        where o.paid_at > now() - interval '90 days' and o.state in ('paid', 'partly_refunded')
        group by i.ebook_id
    ) sold on sold.ebook_id = b.id
    where b.state = 'published' and b.is_priced
    order by sold.units desc, sold.last_paid_at desc, b.id
    limit 1;
  if found then
    return jsonb_build_object('reason', 'best_seller', 'ebook', public.ebook_json(v_book));
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.state = 'published' and b.is_priced order by random() limit 1;
  if found then
    return jsonb_build_object('reason', 'highlight', 'ebook', public.ebook_json(v_book));
  end if;
  return null;
end
$$;

-- As their owner works on them -----------------------------------------------------------------------------------------------------

-- A book as its owner works on it: with what visitors see, and what they do not.
create function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null))
$$;

-- What is written down of a change to a book.
create function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency']
$$;

-- A book with this id as its owner works on it, or null.
create function public.get_admin_ebook(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.admin_ebook_json(b) from public.ebooks_metadata b where b.id = p_id $$;

-- A page of all books, newest first, in either direction; like `list_ebooks` for those that are rare among the newest.
create function public.list_admin_ebooks(
  p_words text, p_state text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_is_common boolean := true;
  v_ids text[];
begin
  if v_words is not null then
    select public.is_common(count(*)) into v_is_common
      from (select b.search_text from public.ebooks_metadata b order by b.created_at desc, b.id desc limit 256) newest
      where newest.search_text like any (v_words);
  end if;
  if not v_is_common then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_words) and (p_state is null or b.state = p_state)
    )
    select array(
      select f.id from found f
        where p_at is null or case when p_is_backwards then (f.created_at, f.id) > (p_at, p_id) else (f.created_at, f.id) < (p_at, p_id) end
        order by case when p_is_backwards then f.created_at end, case when p_is_backwards then f.id end, f.created_at desc, f.id desc
        limit p_size + 1
    ) into v_ids;
  elsif p_is_backwards then
    select array(
      select b.id from public.ebooks_metadata b
        where (p_state is null or b.state = p_state) and (v_words is null or b.search_text || '' like any (v_words))
          and (b.created_at, b.id) > (p_at, p_id)
        order by b.created_at, b.id limit p_size + 1
    ) into v_ids;
  else
    select array(
      select b.id from public.ebooks_metadata b
        where (p_state is null or b.state = p_state) and (v_words is null or b.search_text || '' like any (v_words))
          and (b.created_at, b.id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
        order by b.created_at desc, b.id desc limit p_size + 1
    ) into v_ids;
  end if;
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'ebooks', (
    select coalesce(jsonb_agg(public.admin_ebook_json(b) order by b.created_at desc, b.id desc), '[]')
      from public.ebooks_metadata b where b.id = any (v_ids[1:p_size])));
end
$$;

-- The book, locked for a change of the revision that the admin saw.
create function public.lock_ebook(p_id text, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select b.revision into v_revision from public.ebooks_metadata b where b.id = p_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_revision <> p_revision then
    return jsonb_build_object('outcome', 'changed_meanwhile');
  end if;
  return null;
end
$$;

-- Makes a book of two uploads. Its file's name is the PDF's; its id is the first free one of `p_id`, `p_id`-2, and so on. A cover that was
-- sent for another file name is none.
create function public.add_ebook(
  p_actor jsonb, p_id text, p_book jsonb, p_pdf_id uuid, p_pages integer, p_cover_id uuid, p_cover_color text,
  p_has_outline boolean default false, p_bytes integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pdf_key text;
  v_filename text;
  v_id text := p_id;
  v_book public.ebooks_metadata;
begin
  select f.key, regexp_replace(f.key, '^.*/', '') into v_pdf_key, v_filename
    from public.unused_files f where f.upload_id = p_pdf_id and f.kind = 'pdf' and not f.is_going for update;
  if not found then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if not public.is_cover_of(p_cover_id, v_filename) then
    return jsonb_build_object('outcome', 'upload_gone', 'file', 'cover');
  end if;
  for attempt in 2..1000 loop
    insert into public.ebooks_metadata (id, title, description, author, language, pages, has_outline, file_bytes, filename, pdf_key,
        cover_version, cover_color, state)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', p_pages, p_has_outline, p_bytes,
        v_filename, v_pdf_key,
        left(replace(p_cover_id::text, '-', ''), 12), p_cover_color, p_book->>'state')
      on conflict do nothing
      returning * into v_book;
    exit when found;
    if exists (select from public.ebooks_metadata b where b.filename = v_filename) then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    v_id := left(p_id, 76) || '-' || attempt;
  end loop;
  perform public.take_upload(p_pdf_id, 'pdf'), public.take_upload(p_cover_id, 'cover');
  perform public.set_ebook_prices(v_id, p_book->'prices');
  perform public.note_admin_change(p_actor, 'ebook_added', 'ebook', v_id, null, public.ebook_facts(v_book));
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(v_id));
end
$$;

-- Changes what is written of a book; only what `p_book` names. `outcome`: `stale` when another admin changed it meanwhile.
create function public.edit_ebook(p_actor jsonb, p_id text, p_revision integer, p_book jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  update public.ebooks_metadata set title = p_book->>'title', description = p_book->>'description', author = p_book->>'author',
    language = p_book->>'language', state = p_book->>'state', revision = revision + 1 where id = p_id;
  perform public.set_ebook_prices(p_id, p_book->'prices');
  perform public.note_admin_change(p_actor, 'ebook_edited', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Takes a book off the shop. One that was ever ordered is archived with its files, for who bought it or may still pay; any other is
-- removed with them.
create function public.remove_ebook(p_actor jsonb, p_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  v_before jsonb;
begin
  select * into v_book from public.ebooks_metadata b where b.id = p_id for update;
  if not found then
    return 'not_found';
  end if;
  v_before := public.ebook_facts(v_book);
  if exists (select from public.order_items i where i.ebook_id = p_id) then
    update public.ebooks_metadata set state = 'archived', revision = revision + 1 where id = p_id and state <> 'archived';
    perform public.note_admin_change(p_actor, 'ebook_archived', 'ebook', p_id, v_before, public.ebook_facts(b))
      from public.ebooks_metadata b where b.id = p_id;
    return 'archived';
  end if;
  perform public.retire_file(public.get_ebook_file(p_id)->>'key', 'pdf', interval '0');
  if v_book.cover_version is not null then
    perform public.retire_file(public.cover_key(v_book.filename, v_book.cover_version), 'cover', interval '0');
  end if;
  delete from public.ebooks_metadata where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_removed', 'ebook', p_id, v_before, null);
  return 'removed';
end
$$;

-- Files ----------------------------------------------------------------------------------------------------------------------------

-- Where the PDF of the book with this file name is.
create function public.pdf_key_of(p_filename text) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce((select b.pdf_key from public.ebooks_metadata b where b.filename = p_filename), 'pdfs/' || p_filename) $$;

-- Where the original of a cover is among the private files.
create function public.cover_key(p_filename text, p_version text) returns text
language sql immutable set search_path = ''
as $$ select 'covers/' || regexp_replace(p_filename, '\.pdf$', '') || '.' || p_version $$;

-- Writes down a file that is about to come: for a new book, or for the book `p_ebook_id`. Answers its key.
create function public.expect_upload(p_id uuid, p_kind text, p_filename text, p_ebook_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_filename text := p_filename;
  v_key text;
begin
  if p_ebook_id is not null then
    select b.filename into v_filename from public.ebooks_metadata b where b.id = p_ebook_id;
    if not found then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif exists (select from public.ebooks_metadata b where b.filename = p_filename) then
    return jsonb_build_object('outcome', 'name_taken');
  end if;
  v_key := case p_kind when 'pdf' then 'pdfs/' || p_id || '/' || v_filename
    else public.cover_key(v_filename, left(replace(p_id::text, '-', ''), 12)) end;
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, p_kind, p_id, now() + interval '1 day');
  return jsonb_build_object('outcome', 'expected', 'key', v_key);
end
$$;

-- The uploads that no book took yet, by their ids.
create function public.list_waiting_uploads(p_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.upload_id, 'kind', f.kind, 'key', f.key)), '[]')
    from public.unused_files f where f.upload_id = any (p_ids) and not f.is_going
$$;

-- Takes an upload out of the unused ones, for a book. Its key, or null when it is not there (any more).
create function public.take_upload(p_id uuid, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text;
begin
  delete from public.unused_files f where f.upload_id = p_id and f.kind = p_kind and not f.is_going returning f.key into v_key;
  if v_key is not null and p_kind = 'cover' then
    insert into public.unused_files (key, kind, remove_after) values (v_key, 'original', now());
  end if;
  return v_key;
end
$$;

-- The book that has taken a PDF: a request that is repeated finds what it made.
create function public.get_ebook_by_upload(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.admin_ebook_json(b) from public.ebooks_metadata b where split_part(b.pdf_key, '/', 2) = p_id::text $$;

-- Whether an upload that no book took yet can be the cover of the book with this file name: its pictures are found by the name.
create function public.is_cover_of(p_id uuid, p_filename text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.unused_files f where f.upload_id = p_id and f.kind = 'cover' and not f.is_going
    and f.key = public.cover_key(p_filename, left(replace(p_id::text, '-', ''), 12)))
$$;

-- What books do not need any more stays a while for whoever is reading it.
create function public.retire_file(p_key text, p_kind text, p_after interval) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.unused_files (key, kind, remove_after) values (p_key, p_kind, now() + p_after)
    on conflict (key, kind) do update set remove_after = excluded.remove_after
$$;

-- Unused files whose time has come; from now on no book can take them. Never the PDF that a book has, whatever is written down of it.
create function public.claim_unused_files(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_files jsonb;
begin
  with due as (
    select f.key, f.kind from public.unused_files f
      where f.remove_after <= now()
        and not (f.kind = 'pdf' and exists (select from public.ebooks_metadata b
          where b.pdf_key = f.key or (b.pdf_key is null and f.key = 'pdfs/' || b.filename)))
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

-- A file was removed.
create function public.forget_file(p_key text, p_kind text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.unused_files where key = p_key and kind = p_kind and is_going $$;

-- Puts an upload in the place of the book's cover. A cover that was sent for another file name is none.
create function public.replace_ebook_cover(p_actor jsonb, p_id text, p_revision integer, p_cover_id uuid, p_cover_color text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  if not public.is_cover_of(p_cover_id, v_before->>'filename') then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if public.take_upload(p_cover_id, 'cover') is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  perform public.retire_file(public.cover_key(b.filename, b.cover_version), 'cover', interval '30 days')
    from public.ebooks_metadata b where b.id = p_id and b.cover_version is not null;
  update public.ebooks_metadata
    set cover_version = left(replace(p_cover_id::text, '-', ''), 12), cover_color = p_cover_color, revision = revision + 1
    where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_cover_replaced', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Gives a book, which is locked, another PDF as its next version; the one that it had is kept for 30 days.
create function public.set_ebook_pdf(
  p_actor jsonb, p_id text, p_key text, p_pages integer, p_has_outline boolean, p_bytes integer, p_tell_owners boolean,
  p_restored_version integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
begin
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  insert into public.unused_files (key, kind, remove_after, ebook_id, version, pages, has_outline, file_bytes, replaced_at)
    select public.get_ebook_file(b.id)->>'key', 'pdf', now() + interval '30 days', b.id, b.file_version, b.pages, b.has_outline, b.file_bytes, now()
      from public.ebooks_metadata b where b.id = p_id
    on conflict (key, kind) do update set remove_after = excluded.remove_after, ebook_id = excluded.ebook_id, version = excluded.version,
      pages = excluded.pages, has_outline = excluded.has_outline, file_bytes = excluded.file_bytes, replaced_at = excluded.replaced_at;
  update public.ebooks_metadata
    set pdf_key = nullif(p_key, 'pdfs/' || filename), pages = p_pages, has_outline = p_has_outline, file_bytes = p_bytes,
      file_version = file_version + 1, revision = revision + 1
    where id = p_id;
  if p_tell_owners then
    insert into public.ebook_announcements (ebook_id, version) select b.id, b.file_version from public.ebooks_metadata b where b.id = p_id;
  end if;
  perform public.note_admin_change(p_actor, 'ebook_file_replaced', 'ebook', p_id, v_before,
      public.ebook_facts(b) || jsonb_strip_nulls(jsonb_build_object('restored_version', p_restored_version)))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Puts an upload in the place of the book's PDF, and has its owners told when the admin wants it. What is known of the file that goes stays
-- with it.
create function public.replace_ebook_pdf(
  p_actor jsonb, p_id text, p_revision integer, p_pdf_id uuid, p_pages integer, p_tell_owners boolean,
  p_has_outline boolean default false, p_bytes integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_key text;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  v_key := public.take_upload(p_pdf_id, 'pdf');
  if v_key is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  return public.set_ebook_pdf(p_actor, p_id, v_key, p_pages, p_has_outline, p_bytes, p_tell_owners, null);
end
$$;

-- Makes a version that is still kept the book's PDF again, as its next version. Who takes the row has the file: this or the removal.
create function public.restore_ebook_pdf(p_actor jsonb, p_id text, p_revision integer, p_version integer, p_tell_owners boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_file public.unused_files;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  delete from public.unused_files f
    where f.ebook_id = p_id and f.version = p_version and not f.is_going and f.remove_after > now()
    returning * into v_file;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  return public.set_ebook_pdf(p_actor, p_id, v_file.key, v_file.pages, v_file.has_outline, v_file.file_bytes, p_tell_owners, p_version);
end
$$;

-- The versions of a book that are still kept, newest first; null when there is no such book.
create function public.list_kept_versions(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('version', f.version, 'pages', f.pages, 'bytes', f.file_bytes, 'replaced_at', f.replaced_at,
        'kept_until', f.remove_after) order by f.version desc)
      from public.unused_files f where f.ebook_id = b.id and not f.is_going and f.remove_after > now()), '[]')
    from public.ebooks_metadata b where b.id = p_id
$$;

-- Where a version that is still kept is, and the name that it is saved by; or null.
create function public.get_kept_version_file(p_id text, p_version integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('filename', b.filename, 'key', f.key)
    from public.unused_files f join public.ebooks_metadata b on b.id = f.ebook_id
    where f.ebook_id = p_id and f.version = p_version and not f.is_going and f.remove_after > now()
$$;

-- Where a book's PDF is, and the name that it is saved by.
create function public.get_ebook_file(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('filename', b.filename, 'key', coalesce(b.pdf_key, 'pdfs/' || b.filename))
    from public.ebooks_metadata b where b.id = p_id
$$;

-- Writes the mail about a new version to the next owners, each of whom is written to once for it, at the address and in the language
-- of the latest order. False when none is left.
create function public.announce_version(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.ebook_announcements;
  v_uids text[];
begin
  select * into v_next from public.ebook_announcements order by ebook_id, version limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  v_uids := array(
    select distinct e.uid from public.entitlements e
      where e.ebook_id = v_next.ebook_id and e.revoked_at is null and e.uid > v_next.told_up_to
      order by e.uid limit p_limit
  );
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'ebook_updated:' || v_next.ebook_id || ':' || v_next.version || ':' || o.buyer_uid, 'ebook_updated', o.buyer_email, o.locale,
        jsonb_build_object('title', b.title, 'buyer_name', o.buyer_name)
      from unnest(v_uids) as owner (uid)
      join public.ebooks_metadata b on b.id = v_next.ebook_id
      cross join lateral (
        select o.buyer_uid, o.buyer_email, o.buyer_name, o.locale
          from public.entitlements e join public.orders o on o.id = e.order_id
          where e.uid = owner.uid and e.ebook_id = v_next.ebook_id and e.revoked_at is null
          order by e.granted_at desc, o.number desc limit 1
      ) o
    on conflict (key) do nothing;
  if cardinality(v_uids) < p_limit then
    delete from public.ebook_announcements where ebook_id = v_next.ebook_id and version = v_next.version;
  else
    update public.ebook_announcements set told_up_to = v_uids[p_limit] where ebook_id = v_next.ebook_id and version = v_next.version;
  end if;
  return true;
end
$$;

-- Orders, what was bought with them, and the right to read it.

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null,
  session_id text unique,
  payment_intent_id text,
  buyer_uid text not null,
  buyer_email text not null,
  buyer_name text not null default '',
  -- An order whose address was corrected waits for the account that has this verified address.
  claimable_by text,
  locale text not null check (locale in ('pt-BR', 'en')),
  -- The country that the buyer gave when paying.
  country text check (country ~ '^[A-Z]{2}$'),
  currency text not null check (currency in ('BRL', 'USD', 'NZD')),
  total_minor integer not null check (total_minor >= 0),
  -- What arrived of refunds, also of those made at Stripe; and what is on its way.
  refunded_minor integer not null default 0 check (refunded_minor between 0 and total_minor),
  refund_pending_minor integer not null default 0 check (refund_pending_minor between 0 and total_minor),
  state text not null default 'open'
    check (state in ('open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed')),
  terms_version text not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  checked_at timestamptz,
  -- When the payment provider is asked next although it announced nothing.
  check_after timestamptz not null default now() + interval '1 minute',
  -- Readings of the payment provider that were begun, and the one that the row shows (see settle_order).
  readings bigint not null default 0,
  settled_reading bigint not null default 0,
  -- As Stripe gave it, while it can be paid: { number, pdf_url, voucher_url, expires_at }. Later only until when it could.
  boleto jsonb,
  -- When the buyer gave the boleto up. Stripe does not call it back, so that its money may come all the same.
  canceled_at timestamptz,
  -- { type, brand, last4 }
  payment_method jsonb,
  -- The one that is open, else the newest: { id, reason, state, amount_minor, due_by, opened_at }.
  dispute jsonb,
  -- Since when Stripe refuses to show it to our key.
  dispute_unread_since timestamptz,
  -- What the search looks through. The titles are those of the order's books, see note_titles.
  titles text not null default '',
  search_text text generated always as (public.plain(buyer_name || ' ' || buyer_email || ' ' || titles)) stored,
  unique (buyer_uid, attempt_id)
);
create index orders_completed on public.orders (paid_at desc, id desc) where paid_at is not null;
create index orders_of_buyer on public.orders (buyer_uid, created_at desc, id desc);
create index orders_unsettled on public.orders (check_after) where state in ('open', 'waiting');
create index orders_by_intent on public.orders (payment_intent_id) where payment_intent_id is not null;
create index orders_claimable on public.orders (claimable_by) where claimable_by is not null;
create index orders_search on public.orders using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off)
  where state not in ('open', 'expired');
create index orders_by_state on public.orders (state, coalesce(paid_at, created_at) desc, id desc) where state not in ('open', 'expired');
create index orders_by_address on public.orders (public.plain(buyer_email) text_pattern_ops) where state not in ('open', 'expired');
create index orders_disputed on public.orders (id) where state = 'disputed';
create index orders_dispute_unread on public.orders (checked_at) where dispute_unread_since is not null;

create table public.order_items (
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  title text not null,
  quantity integer not null check (quantity between 1 and 20),
  unit_minor integer not null check (unit_minor >= 0),
  primary key (order_id, ebook_id)
);
create index order_items_by_ebook on public.order_items (ebook_id);

-- What happened to an order. Nothing happens to one twice at the same moment.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('waiting', 'failed', 'canceled', 'refunded', 'refund_failed', 'disputed', 'taken_over', 'paid_twice')),
  happened_at timestamptz not null default now(),
  -- How much went back with a refund; negative when it came back because the buyer's bank refused it.
  amount_minor integer,
  constraint order_events_once unique (order_id, kind, happened_at)
);
create index order_events_paid_twice on public.order_events (happened_at) where kind = 'paid_twice';

-- The right to download. Points to the book's id and the buyer's uid: renaming a book or its file changes nothing.
create table public.entitlements (
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  uid text not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- How often the file was handed out, and when first and last.
  downloads integer not null default 0,
  first_downloaded_at timestamptz,
  last_downloaded_at timestamptz,
  primary key (order_id, ebook_id)
);
create index entitlements_of_reader on public.entitlements (uid, granted_at desc) where revoked_at is null;
create index entitlements_of_book on public.entitlements (ebook_id, uid) where revoked_at is null;

-- Where each reader stopped in each book.
create table public.reading_positions (
  uid text not null,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  page integer not null check (page between 1 and 100000),
  read_at timestamptz not null default now(),
  primary key (uid, ebook_id)
);

-- Copies of books with their order on each page, kept in the private bucket under `key` so that each is made once. No
-- reference: a row outlives its order until its file is removed.
create table public.stamped_copies (
  key text primary key,
  order_id uuid not null,
  ebook_id text not null,
  made_at timestamptz,
  -- Minus infinity: there is no right to it any more.
  used_at timestamptz not null default now()
);
create index stamped_copies_unused on public.stamped_copies (used_at);
create index stamped_copies_of_item on public.stamped_copies (order_id, ebook_id);

-- Files that could not be stamped: what a try costs is not spent on each download, and the owner is told once for each.
create table public.unstamped_files (
  filename text not null,
  version text not null,
  reason text not null check (reason in ('encrypted', 'damaged', 'too_large', 'too_costly')),
  noted_at timestamptz not null default now(),
  primary key (filename, version)
);

-- Opening an order -----------------------------------------------------------------------------------------------------------------

-- Whether the money for a book of an order is the shop's: paid, and neither back nor on its way back.
create function public.holds_money(p_order_id uuid, p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.refundable_minor(o) > 0 and public.refunded_copies(o.id, i.ebook_id, true) < i.quantity
    from public.orders o join public.order_items i on i.order_id = o.id
    where o.id = p_order_id and i.ebook_id = p_ebook_id
$$;

-- The other order in which the same person paid for a book of this one: { id, number }; null when there is none, or when the money of
-- either went back.
create function public.paid_also_in(o public.orders, p_ebook_id text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object('id', p.id, 'number', p.number)
    from public.entitlements e
    join public.entitlements f on f.ebook_id = e.ebook_id and f.uid = e.uid and f.order_id <> e.order_id and f.revoked_at is null
    join public.orders p on p.id = f.order_id
    where e.order_id = o.id and e.ebook_id = p_ebook_id and e.revoked_at is null
      and public.holds_money(e.order_id, f.ebook_id) and public.holds_money(f.order_id, e.ebook_id)
    order by p.paid_at limit 1
$$;

-- An order as its buyer and the admin see it, with how its dispute stands, and of each book in which other order it was paid too. Each book is looked up: without statistics a join reads the whole catalogue for every order.
create function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', o.dispute->>'state',
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor,
          'paid_also_in', public.paid_also_in(o, i.ebook_id),
          'filename', (select b.filename from public.ebooks_metadata b where b.id = i.ebook_id),
          'cover_version', (select b.cover_version from public.ebooks_metadata b where b.id = i.ebook_id)) order by i.title, i.ebook_id)
        from public.order_items i where i.order_id = o.id),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

-- The cart's books and quantities as one text, by which two carts are the same.
create function public.cart_of_items(p_items jsonb) returns text
language sql immutable set search_path = ''
as $$
  select string_agg((i->>'id') || ' x' || (i->>'quantity'), ', ' order by i->>'id') from jsonb_array_elements(p_items) i
$$;

-- The cart that an order was made of, as `cart_of_items` writes it.
create function public.cart_of_order(p_order_id uuid) returns text
language sql stable security definer set search_path = ''
as $$
  select string_agg(i.ebook_id || ' x' || i.quantity, ', ' order by i.ebook_id) from public.order_items i where i.order_id = p_order_id
$$;

-- The books that a buyer has a right to (`owned`) and those whose payment is on its way (`waiting`), each once, with its order. Of
-- `p_ebook_ids`, or all of them (null).
create function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
      order by b.ebook_id), '[]')
    from (
      select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
        from (
          select e.ebook_id, 'owned' as standing, e.order_id, e.granted_at as since
            from public.entitlements e where e.uid = p_uid and e.revoked_at is null
          union all
          select i.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_items i on i.order_id = o.id
            where o.buyer_uid = p_uid and o.state = 'waiting'
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

-- Decides what a checkout of this cart is. `p_items`: [{ id, quantity, price }], price in minor units as the buyer saw it, quantity 1.
-- outcome `refused`: prices or books changed, with what is true now; `attempt_reused`: the attempt belongs to another cart;
-- `settled`: the attempt is paid or being paid already, in `order`; `bought`: the buyer has `ebooks` of this cart, or waits to pay
-- them; `opened`: `order` is the draft to be paid, new or from before, and `superseded` are older drafts that share a book with it,
-- to be closed first.
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_cart text := public.cart_of_items(p_items);
  v_ebook_ids text[] := array(select i->>'id' from jsonb_array_elements(p_items) i);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
begin
  if exists (select from jsonb_array_elements(p_items) i where (i->>'quantity')::integer <> 1) then
    raise exception 'an order has one copy of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_buyer_uid, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
  if found and public.cart_of_order(v_order.id) <> v_cart then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(p_buyer_uid, v_ebook_ids);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(jsonb_build_object('id', i->>'id', 'unit_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(p_items) i
    left join public.ebooks_metadata b on b.id = i->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where p.amount_minor is distinct from (i->>'price')::bigint;
  if v_corrections is not null then
    return jsonb_build_object('outcome', 'refused', 'corrections', v_corrections);
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.currency = p_currency and public.cart_of_order(o.id) = v_cart
      and not exists (
        select from public.order_items x join jsonb_array_elements(p_items) i on i->>'id' = x.ebook_id
          where x.order_id = o.id and x.unit_minor <> (i->>'price')::integer)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, total_minor, terms_version)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, sum((i->>'price')::integer), p_terms_version
      from jsonb_array_elements(p_items) i
      returning * into v_order;
    insert into public.order_items (order_id, ebook_id, title, quantity, unit_minor)
      select v_order.id, b.id, b.title, 1, (i->>'price')::integer
      from jsonb_array_elements(p_items) i join public.ebooks_metadata b on b.id = i->>'id';
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_items x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

-- Ties the provider's session to its order; the first one stays. Answers the session that the order has, or null when the
-- draft was dropped meanwhile, or when a book of it is sold to this buyer by another order: on a page that can be paid, by a
-- payment on its way, or already. So one book never has two pages that its buyer can pay.
create function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_uid text := (select o.buyer_uid from public.orders o where o.id = p_order_id);
  v_ebook_ids text[] := array(select i.ebook_id from public.order_items i where i.order_id = p_order_id);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_uid, 0));
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open';
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_bought_ebooks(v_uid, v_ebook_ids) <> '[]' or exists (
    select from public.orders o join public.order_items i on i.order_id = o.id
      where o.buyer_uid = v_uid and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and i.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

-- Closes a draft that has no session and therefore nothing to pay.
create function public.drop_order_draft(p_order_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ update public.orders set state = 'expired' where id = p_order_id and state = 'open' and session_id is null $$;

-- Keeps in each order the titles of its books, which are searched with it.
create function public.note_titles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders o set titles = (select string_agg(i.title, ' ' order by i.title) from public.order_items i where i.order_id = o.id)
    where o.id in (select n.order_id from new_rows n);
  return null;
end
$$;

create trigger note_titles after insert on public.order_items referencing new table as new_rows
  for each statement execute function public.note_titles();
-- A buyer is a user, also if the site never saw them otherwise; what they bought is counted again when they pay or an order changes hands.
create function public.note_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (uid, email, name, created_at)
    select new.buyer_uid, new.buyer_email, new.buyer_name, new.created_at
    where not exists (select from public.accounts a where a.uid = new.buyer_uid and a.deleted_at is not null)
    on conflict (uid) do nothing;
  update public.users u set (orders, first_purchase_at, last_purchase_at) = (
      select count(*), min(o.paid_at), max(o.paid_at) from public.orders o where o.buyer_uid = u.uid and o.paid_at is not null)
    where u.uid in (new.buyer_uid, old.buyer_uid) and (new.paid_at is not null or old.paid_at is not null);
  return null;
end
$$;

create trigger note_buyer_of_new after insert on public.orders for each row execute function public.note_buyer();
create trigger note_buyer after update on public.orders for each row
  when ((old.buyer_uid, old.paid_at) is distinct from (new.buyer_uid, new.paid_at)) execute function public.note_buyer();

-- The buyer's pages ----------------------------------------------------------------------------------------------------------------

-- The order of a session, or null.
create function public.get_order_by_session(p_session_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.order_json(o) from public.orders o where o.session_id = p_session_id $$;

-- The order of a payment, or null.
create function public.get_order_by_intent(p_payment_intent_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.order_json(o) from public.orders o where o.payment_intent_id = p_payment_intent_id $$;

-- A page of a buyer's orders, or of all that were paid (p_uid null). Newest first.
create function public.list_orders(p_uid text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  if p_uid is null then
    select coalesce(jsonb_agg(public.order_json(o) order by o.paid_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          where o.paid_at is not null and (o.paid_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.paid_at desc, o.id desc limit p_size + 1
      ) o;
  else
    select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          where o.buyer_uid = p_uid and o.state not in ('open', 'expired')
            and (o.created_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.created_at desc, o.id desc limit p_size + 1
      ) o;
  end if;
  return jsonb_build_object('orders', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- What stays of a boleto that can be paid no more: the page of its voucher names its payer.
create function public.past_boleto(p_boleto jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select case when p_boleto is not null
    then jsonb_build_object('number', null, 'pdf_url', null, 'voucher_url', null, 'expires_at', p_boleto->'expires_at') end
$$;

-- All that the page of this buyer's order shows, or null. `email_state` is that of the mail that delivers the books, also when it was
-- asked for again.
create function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
    'readable', (
      select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'terms_version', o.terms_version,
    'email_state', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
        from public.purchase_mails(o) m where m.kind = 'purchase_paid' order by m.created_at desc, m.key desc limit 1), 'none'),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
        select 'created' as kind, o.created_at as happened_at, 1 as place
        union all select e.kind, e.happened_at, 2 from public.order_events e
          where e.order_id = o.id and e.kind in ('waiting', 'failed', 'canceled', 'refunded', 'disputed')
        union all select 'paid', greatest(o.paid_at, o.created_at), 3 where o.paid_at is not null
        union all select m.kind, m.sent_at, 4 from public.purchase_mails(o) m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 5 from public.entitlements d
          where d.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'may_cancel', o.state = 'waiting' and o.boleto is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

-- The mail that an order in its present state owes to its buyer, or null.
create function public.purchase_mail_kind(o public.orders) returns text
language sql immutable set search_path = ''
as $$
  select case o.state
    when 'paid' then 'purchase_paid'
    when 'waiting' then 'purchase_waiting'
    when 'failed' then 'purchase_failed'
    when 'partly_refunded' then 'purchase_refunded'
    when 'refunded' then 'purchase_refunded'
  end
$$;

-- One mail per order and kind; each further refund has a mail of its own, also one of an amount that was given back before and came
-- back again.
create function public.purchase_mail_key(o public.orders, kind text) returns text
language sql stable security definer set search_path = '' set enable_sort = on set enable_seqscan = on
as $$
  select kind || ':' || o.id || case when kind = 'purchase_refunded' then ':' || o.refunded_minor || (
      select case when count(*) > 1 then ':' || count(*) else '' end
        from (
          select e.kind as happened, sum(e.amount_minor) over (order by e.id) as given_back
            from public.order_events e where e.order_id = o.id and e.amount_minor is not null
        ) r
        where r.happened = 'refunded' and r.given_back = o.refunded_minor)
    else '' end
$$;

-- The mails about a purchase that its buyer got or will get, also those that were asked for again, and the answer to a refund request.
create function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged')
      and m.payload->>'id' = o.id::text
$$;

-- Writes the mail of a paid order once more, to the order's own address. `outcome`: `queued` (also when one is on its way
-- already), `not_paid`; null when the order is not this buyer's.
create function public.resend_purchase_mail(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.state not in ('paid', 'partly_refunded') then
    return jsonb_build_object('outcome', 'not_paid');
  end if;
  if not exists (
    select from public.purchase_mails(v_order) m where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
  ) then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values (public.purchase_mail_key(v_order, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid',
        v_order.buyer_email, v_order.locale, public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']);
  end if;
  return jsonb_build_object('outcome', 'queued');
end
$$;

-- Stands where the address of an unpaid order was.
create function public.forgotten_email(o public.orders) returns text
language sql immutable set search_path = ''
as $$ select 'deleted-' || left(md5(o.id::text), 16) || '@deleted.invalid' $$;

-- The library ----------------------------------------------------------------------------------------------------------------------

-- The books that a reader may download, each once, also those that left the shop, with where they stopped; latest acquired first.
create function public.list_library(p_uid text, p_after_at timestamptz, p_after_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('acquired_at', l.acquired_at, 'ebook', l.ebook, 'position', l.position)
      order by l.acquired_at desc, l.ebook_id desc), '[]') into v_page
    from (
      select e.ebook_id, e.acquired_at, public.ebook_json(b) as ebook,
          case when r.uid is not null then jsonb_build_object('page', r.page, 'read_at', r.read_at) end as position
        from (select ebook_id, min(granted_at) as acquired_at from public.entitlements
          where uid = p_uid and revoked_at is null group by ebook_id) e
        join public.ebooks_metadata b on b.id = e.ebook_id
        left join public.reading_positions r on r.uid = p_uid and r.ebook_id = e.ebook_id
        where (e.acquired_at, e.ebook_id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by e.acquired_at desc, e.ebook_id desc limit p_size + 1
    ) l;
  return jsonb_build_object('items', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- The file of a book that this reader may download, or null.
create function public.entitled_file(p_uid text, p_ebook_id text) returns text
language sql stable security definer set search_path = ''
as $$
  select b.filename from public.ebooks_metadata b
    where b.id = p_ebook_id
      and exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null)
$$;

-- The file of a book that this reader may download, and the newest of their orders that gives the right to it; or null.
create function public.get_copy_to_deliver(p_uid text, p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'order_id', o.id, 'order_number', o.number,
      'email', o.buyer_email, 'locale', o.locale)
    from public.entitlements e
    join public.orders o on o.id = e.order_id
    join public.ebooks_metadata b on b.id = e.ebook_id
    where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null
    order by e.granted_at desc, o.number desc limit 1
$$;

-- Writes down that the file of a book was handed to its reader.
create function public.count_download(p_uid text, p_ebook_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.entitlements
    set downloads = downloads + 1, first_downloaded_at = coalesce(first_downloaded_at, now()), last_downloaded_at = now()
    where uid = p_uid and ebook_id = p_ebook_id and revoked_at is null
$$;

-- Keeps where a reader stopped. False for a book that they may not read.
create function public.save_reading_position(p_uid text, p_ebook_id text, p_page integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.reading_positions (uid, ebook_id, page)
    select p_uid, p_ebook_id, p_page where public.entitled_file(p_uid, p_ebook_id) is not null
    on conflict (uid, ebook_id) do update set page = excluded.page, read_at = now();
  return found;
end
$$;

-- Says that a copy is wanted now. `ready`: it was made; `unstampable`: its file could not be stamped today; else `absent`.
create function public.use_stamped_copy(p_key text, p_order_id uuid, p_ebook_id text, p_filename text, p_version text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_made_at timestamptz;
begin
  insert into public.stamped_copies as c (key, order_id, ebook_id) values (p_key, p_order_id, p_ebook_id)
    on conflict (key) do update set used_at = now()
    returning c.made_at into v_made_at;
  if v_made_at is not null then
    return 'ready';
  end if;
  if exists (select from public.unstamped_files f
      where f.filename = p_filename and f.version = p_version and f.noted_at > now() - interval '1 day') then
    return 'unstampable';
  end if;
  return 'absent';
end
$$;

-- Says that the copy is stored. False when there is no right to it any more: then its file must go.
create function public.finish_stamped_copy(p_key text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.stamped_copies set made_at = now() where key = p_key and used_at > '-infinity';
  return found;
end
$$;

-- Copies that nobody has a right to, or that nobody used for 30 days.
create function public.list_copies_to_remove(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(c.key), '[]') from (
    select key from public.stamped_copies where used_at < now() - interval '30 days' order by used_at limit p_limit
  ) c
$$;

-- After their files are gone. One that was wanted meanwhile is made again.
create function public.forget_copies(p_keys text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.stamped_copies where key = any (p_keys) and used_at < now() - interval '30 days';
  update public.stamped_copies set made_at = null where key = any (p_keys);
$$;

-- A right that ended or went takes its copy along.
create function public.drop_copy_of_right() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stamped_copies set used_at = '-infinity' where order_id = old.order_id and ebook_id = old.ebook_id;
  return null;
end
$$;

create trigger drop_copy after update of revoked_at on public.entitlements
  for each row when (new.revoked_at is not null) execute function public.drop_copy_of_right();
create trigger drop_copy_of_gone after delete on public.entitlements
  for each row execute function public.drop_copy_of_right();
-- Remembers that a file could not be stamped, with the mail to the owner. True when this was not known of it.
create function public.save_unstamped_file(p_filename text, p_version text, p_title text, p_reason text, p_owner_email text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.unstamped_files (filename, version, reason) values (p_filename, p_version, p_reason)
    on conflict (filename, version) do update set reason = excluded.reason, noted_at = now();
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('book_unstamped:' || p_filename || ':' || p_version, 'book_unstamped', p_owner_email, 'pt-BR',
      jsonb_build_object('title', p_title, 'filename', p_filename, 'reason', p_reason))
    on conflict (key) do nothing;
  return found;
end
$$;

-- As admins find them --------------------------------------------------------------------------------------------------------------

-- A page of the orders in a state, or of all that were paid, newest first; `p_is_backwards`: the page before the position. With words
-- like `list_users`; with a number the one order that has it. Days are those of the time zone, both included.
create function public.list_admin_orders(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_address text := case when p_number is null then public.address_pattern(p_words) end;
  v_words text := case when p_number is null then public.words_condition('o.search_text', p_words, false) end;
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := format(case when p_is_backwards then '%s, o.id' else '%s desc, o.id desc' end, v_at);
  v_rows text := format('select o.* from public.orders o where %s and o.state not in (''open'', ''expired'')
      and ($1 is null or (%s, o.id) %s ($1, $2)) and ($5 is null or o.number = $5)
      and ($6 is null or %s >= $6) and ($7 is null or %s < $7)',
    case when p_state is null then 'o.paid_at is not null' else 'o.state = $8' end, v_at, v_beyond, v_at, v_at);
  v_walk text := format('select array(select o::public.orders from (
      select * from (%s order by %s limit $4) o where %s limit $3) o)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select o::public.orders from found o order by %s limit $3)';
  v_from timestamptz := p_from::timestamp at time zone p_zone;
  v_to timestamptz := (p_to + 1)::timestamp at time zone p_zone;
  v_page public.orders[];
  v_further integer;
begin
  if p_number is not null then
    execute format('select array(select o::public.orders from (%s) o)', v_rows)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_address is not null then
    execute format(v_find, v_rows, format('public.plain(o.buyer_email) like %L', v_address), v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_words is null then
    execute format('select array(select o::public.orders from (%s order by %s limit $3) o)', v_rows, v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  else
    execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows(), p_number, v_from, v_to, p_state;
    v_further := public.further_rows(cardinality(v_page), p_size);
    if v_further is not null then
      execute v_walk into v_page using p_at, p_id, p_size + 1, v_further, p_number, v_from, v_to, p_state;
    end if;
    if cardinality(v_page) <= p_size then
      execute format(v_find, v_rows, public.words_condition('o.search_text', p_words, true), v_order)
        into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'orders', (
    select coalesce(jsonb_agg(public.order_json(o) order by coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;

-- All that the admin's page of an order shows, or null.
create function public.get_admin_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with changes as (
    select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
  ), mails as (
    select m.*
      from (
        select o.buyer_email from public.orders o where o.id = p_order_id
        union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
      ) r (recipient)
      join public.outbox m on m.recipient = r.recipient
      where m.payload->>'id' = p_order_id::text and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded',
        'refund_acknowledged')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', o.dispute,
    'dispute_unread', o.dispute_unread_since is not null,
    'awaits_new_owner', o.claimable_by is not null,
    'readable', (select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refundable_copies', (
      select jsonb_object_agg(i.ebook_id, case when public.refund_obstacle(o) is null
          then i.quantity - public.refunded_copies(o.id, i.ebook_id, true) else 0 end)
        from public.order_items i where i.order_id = o.id),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at) from public.refund_requests q where q.order_id = o.id),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'at', coalesce(m.sent_at, m.given_up_at, m.created_at),
          'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
          order by m.created_at desc, m.key), '[]')
        from mails m),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at, 'amount_minor', t.amount_minor) order by t.happened_at, t.place)
      from (
        select 'created' as kind, o.created_at as happened_at, 1 as place, null::integer as amount_minor
        union all select e.kind, e.happened_at, 4, abs(e.amount_minor) from public.order_events e where e.order_id = o.id
        union all select 'paid', greatest(o.paid_at, o.created_at), 2, o.total_minor where o.paid_at is not null
        union all select m.kind, m.sent_at, 5, null from mails m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 6, null from public.entitlements d
          where d.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select 'refund_asked', r.requested_at, 3, r.amount_minor from public.order_refunds r where r.order_id = o.id
        -- One that was counted as refunded before has an event that says so.
        union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
          where r.order_id = o.id and r.failed_at is not null and not exists (
            select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

-- Gives an order another address: mail that nobody is sending yet goes there, the books are sent there again, and whoever owns the address takes the
-- order over when they sign in; until then the buyer keeps it. outcome `corrected`; `changed` when the address is not
-- `p_previous_email` any more; `refused` when the order holds no money or its account was deleted. Null without such an order.
create function public.correct_order_email(p_actor jsonb, p_order_id uuid, p_email text, p_previous_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  if v_order.buyer_email <> p_previous_email then
    return jsonb_build_object('outcome', 'changed');
  end if;
  if v_order.state not in ('paid', 'partly_refunded', 'waiting')
    or exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o
    set buyer_email = p_email,
      claimable_by = case when not exists (select from public.users u where u.uid = o.buyer_uid and lower(u.email) = p_email) then p_email end
    where o.id = p_order_id returning * into v_order;
  update public.outbox m set recipient = p_email, payload = m.payload || jsonb_build_object('buyer_email', p_email)
    where m.recipient = p_previous_email and m.payload->>'id' = p_order_id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  if p_email <> p_previous_email then
    perform public.resend_purchase_mail(v_order.buyer_uid, p_order_id);
  end if;
  perform public.note_admin_change(p_actor, 'order_email_corrected', 'order', p_order_id::text,
    jsonb_build_object('buyer_email', p_previous_email), jsonb_build_object('buyer_email', p_email));
  return jsonb_build_object('outcome', 'corrected');
end
$$;

-- Like `resend_purchase_mail`, for an admin.
create function public.resend_mail_as_admin(p_actor jsonb, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_resent jsonb;
begin
  select public.resend_purchase_mail(o.buyer_uid, o.id) into v_resent from public.orders o where o.id = p_order_id;
  if v_resent->>'outcome' = 'queued' then
    perform public.note_admin_change(p_actor, 'order_email_resent', 'order', p_order_id::text, null, null);
  end if;
  return v_resent;
end
$$;

-- What the payment provider says of an order, and money that goes back.

create table public.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);
create index stripe_events_newest on public.stripe_events (received_at);

-- A buyer's request; one per order.
create table public.refund_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  reason text not null check (char_length(reason) <= 1000),
  requested_at timestamptz not null default now()
);

-- Money that an admin gives back. Stripe is asked until it answers; its refund carries this row's id, by which it is found again.
create table public.order_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  attempt_id uuid not null unique,
  -- [{ ebook_id, quantity }], or null for all that is left.
  items jsonb check (jsonb_typeof(items) = 'array'),
  amount_minor integer not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  obstacle text
    check (obstacle in ('not_paid', 'disputed', 'already_refunded', 'method', 'balance', 'refused', 'returned', 'canceled')),
  -- What a pending one waits for, null until Stripe answered; and when nothing came of it.
  waits_for text check (waits_for in ('bank', 'balance', 'buyer')),
  failed_at timestamptz,
  requested_by text not null,
  requested_at timestamptz not null default now(),
  check_after timestamptz not null default now() + interval '1 minute',
  check ((state = 'failed') = (obstacle is not null)),
  constraint order_refunds_waits_while_pending check (waits_for is null or state = 'pending')
);
create index order_refunds_of_order on public.order_refunds (order_id, requested_at);
create index order_refunds_pending on public.order_refunds (check_after) where state = 'pending';
create index order_refunds_failed on public.order_refunds (failed_at) where state = 'failed';

-- Settlement -----------------------------------------------------------------------------------------------------------------------

-- Whether an event of the provider was worked off.
create function public.is_event_done(p_id text) returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.stripe_events where id = p_id) $$;

-- An event of the provider was worked off.
create function public.finish_event(p_id text, p_type text) returns void
language sql volatile security definer set search_path = ''
as $$ insert into public.stripe_events (id, type) values (p_id, p_type) on conflict (id) do nothing $$;

-- Announces a reading of the provider and puts off the next unasked one, later the older the order is. The number says how new the reading
-- will be at least: whatever happened before this call, a reading with this or a higher number has seen. An order that lost the answer to
-- its session's creation is found by its id, and gets the session. Says whether an admin gave money back, whose refunds are then read with
-- the payment.
create function public.begin_payment_sync(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set readings = o.readings + 1,
      session_id = p_session_id,
      check_after = now() + least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours')
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('reading', v_order.readings, 'order', public.order_json(v_order),
    'has_refunds', exists (select from public.order_refunds r where r.order_id = v_order.id));
end
$$;

-- Sessions of orders that wait for money and were not looked at for a while, oldest first; no age is too old. Each quarter of an hour also
-- those whose dispute Stripe refused to show.
create function public.list_sessions_to_check(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(s.session_id), '[]') from (
    (select o.session_id from public.orders o
      where o.state in ('open', 'waiting') and o.session_id is not null and o.check_after <= now()
      order by o.check_after limit p_limit)
    union
    (select o.session_id from public.orders o
      where o.dispute_unread_since is not null and o.checked_at < now() - interval '15 minutes'
      order by o.checked_at limit p_limit)
  ) s
$$;

-- Makes the order what the provider said of it: its state, its entitlements and its mail, together. A reading with a lower number than the
-- one shown is older or no newer, and changes nothing. Refunds are what Stripe says of them (`p_refunds`: [{ id, has_failed }]): one is done
-- when it succeeded, what is on its way is kept. A book whose every copy was given back is not readable. What Stripe says of boleto, method
-- of payment and dispute (`p_facts`) is kept with the state; a change that only this reading saw is written down with its moment and its
-- amount, and so is what was paid twice. A mail about an account that was deleted meanwhile says so to the owner.
create function public.settle_order(
  p_order_id uuid, p_reading bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
  p_country text default null, p_refunds jsonb default '[]', p_refund_pending_minor integer default 0,
  p_facts jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
  v_state text;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_reading <= v_before.settled_reading then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- A boleto that its buyer gave up is over unless it is paid all the same.
  v_state := case when p_state = 'waiting' and v_before.canceled_at is not null then 'failed' else p_state end;
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      boleto = case when v_state = 'waiting' then coalesce(nullif(p_facts->'boleto', 'null'), boleto) else public.past_boleto(boleto) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      dispute = coalesce(nullif(p_facts->'dispute', 'null'), dispute),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      settled_reading = p_reading
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    select p_order_id, v_order.state, null::integer
      where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, case when v_order.refunded_minor > v_before.refunded_minor then 'refunded' else 'refund_failed' end,
        v_order.refunded_minor - v_before.refunded_minor
      where v_order.refunded_minor <> v_before.refunded_minor;

  update public.order_refunds r
    set state = s.state, waits_for = s.waits_for, obstacle = s.obstacle, failed_at = case when s.state = 'failed' then coalesce(r.failed_at, now()) end
    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
    where r.order_id = p_order_id and r.id = s.id;

  insert into public.entitlements (order_id, ebook_id, uid)
    select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i
      where i.order_id = p_order_id and v_order.state in ('paid', 'partly_refunded')
        and public.refunded_copies(p_order_id, i.ebook_id, false) < i.quantity
    on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  update public.entitlements e set revoked_at = now()
    where e.order_id = p_order_id and e.revoked_at is null
      and not (v_order.state in ('paid', 'partly_refunded') and public.refunded_copies(p_order_id, e.ebook_id, false) < (
        select i.quantity from public.order_items i where i.order_id = p_order_id and i.ebook_id = e.ebook_id));

  -- Only now is there a right to its books, beside one that the buyer had.
  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from public.order_items i where i.order_id = p_order_id and public.paid_also_in(v_order, i.ebook_id) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state then 'purchase_' || v_order.state end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted)
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

-- The buyer pays this boleto no more, and may buy the books in another way. `outcome`: `canceled`, also when it was before, or `refused` when
-- there is no boleto to be paid (any more); null when the order is not this buyer's.
create function public.cancel_boleto(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.canceled_at is not null and v_order.state = 'failed' then
    return jsonb_build_object('outcome', 'canceled');
  end if;
  if v_order.state <> 'waiting' or v_order.boleto is null then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o set state = 'failed', canceled_at = now(), boleto = public.past_boleto(o.boleto) where o.id = p_order_id
    returning * into v_order;
  insert into public.order_events (order_id, kind) values (p_order_id, 'canceled');
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (public.purchase_mail_key(v_order, 'purchase_failed'), 'purchase_failed', v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'])
    on conflict (key) do nothing;
  return jsonb_build_object('outcome', 'canceled');
end
$$;

-- Refunds --------------------------------------------------------------------------------------------------------------------------

-- Whether the buyer can ask for the money back: until the end of the 14th day after the day of payment, wherever the buyer is, which is
-- no earlier than the terms say; when there is something left that could go back, and no dispute: that money is not ours to return.
create function public.may_request_refund(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state in ('paid', 'partly_refunded') and public.refundable_minor(o) > 0 and o.paid_at > now() - interval '15 days'
    and not exists (select from public.refund_requests r where r.order_id = o.id)
$$;

-- Stores the buyer's request for a refund with the mail to the owner and the acknowledgement to the buyer. `outcome`:
-- `stored`, or `refused` when the order cannot be refunded on request (any more); null when it is not this buyer's.
create function public.request_refund(p_uid text, p_order_id uuid, p_reason text, p_owner_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_payload jsonb;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
  if not found then
    return null;
  end if;
  if not public.may_request_refund(v_order) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  insert into public.refund_requests (order_id, reason) values (p_order_id, p_reason);
  v_payload := public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'];
  insert into public.outbox (key, kind, recipient, locale, payload) values
    ('refund_requested:' || p_order_id, 'refund_requested', p_owner_email, 'pt-BR', v_payload || jsonb_build_object('reason', p_reason)),
    ('refund_acknowledged:' || p_order_id, 'refund_acknowledged', v_order.buyer_email, v_order.locale, v_payload);
  return jsonb_build_object('outcome', 'stored', 'requested_at', now());
end
$$;

-- Why nothing of an order can go back now, or null.
create function public.refund_obstacle(o public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state = 'disputed' then 'disputed'
    when o.state = 'refunded' then 'already_refunded'
    when o.state not in ('paid', 'partly_refunded') or o.total_minor = 0 or o.session_id is null or o.payment_intent_id is null
      then 'not_paid'
    when public.refundable_minor(o) = 0 then 'already_refunded'
  end
$$;

-- What can still go back: without what is on its way; a refund that Stripe took on is in the order's own amount.
create function public.refundable_minor(o public.orders) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when o.state in ('paid', 'partly_refunded') then greatest(0, o.total_minor - o.refunded_minor - o.refund_pending_minor - (
    select coalesce(sum(r.amount_minor), 0)::integer from public.order_refunds r where r.order_id = o.id and r.state = 'pending' and r.waits_for is null)) else 0 end
$$;

-- Copies of a book whose money went back for it by name, or is on its way when `p_also_pending`.
create function public.refunded_copies(p_order_id uuid, p_ebook_id text, p_also_pending boolean) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum((i->>'quantity')::integer), 0)
    from public.order_refunds r, jsonb_array_elements(r.items) i
    where r.order_id = p_order_id and i->>'ebook_id' = p_ebook_id and (r.state = 'done' or (p_also_pending and r.state = 'pending'))
$$;

-- A refund as the admin's page of an order shows it.
create function public.refund_json(r public.order_refunds) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'order_id', r.order_id, 'items', r.items, 'amount_minor', r.amount_minor, 'state', r.state,
    'waits_for', r.waits_for, 'obstacle', r.obstacle, 'requested_by', r.requested_by, 'requested_at', r.requested_at,
    'session_id', o.session_id, 'payment_intent_id', o.payment_intent_id)
  from public.orders o where o.id = r.order_id
$$;

-- Decides on a refund and writes it down before anybody is asked for money. `p_items`: [{ ebook_id, quantity }], each book once, or
-- null. outcome `begun`, also for an attempt that was begun before; `attempt_reused` when that was for something else; `refused` with
-- the obstacle; `changed` when these books or this amount are not what can go back now. Null without such an order.
create function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_left integer;
  v_amount bigint;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  select r.* into v_refund from public.order_refunds r where r.attempt_id = p_attempt_id;
  if found then
    return case
      when v_refund.order_id = p_order_id and v_refund.items is not distinct from p_items and v_refund.amount_minor = p_amount_minor
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := public.refund_obstacle(v_order);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  v_left := public.refundable_minor(v_order);
  if p_items is null then
    v_amount := v_left;
  else
    select sum((w->>'quantity')::bigint * i.unit_minor)
      into v_amount
      from jsonb_array_elements(p_items) w
      left join public.order_items i on i.order_id = p_order_id and i.ebook_id = w->>'ebook_id'
        and (w->>'quantity')::integer <= i.quantity - public.refunded_copies(p_order_id, i.ebook_id, true)
      having count(i.ebook_id) = jsonb_array_length(p_items);
  end if;
  if v_amount is distinct from p_amount_minor or v_amount > v_left or v_order.currency <> p_currency then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email')
    returning * into v_refund;
  perform public.note_admin_change(p_actor, 'order_refund_asked', 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

-- Stripe said no. That it said yes is read with the payment, see settle_order.
create function public.fail_refund(p_id uuid, p_obstacle text) returns void
language sql volatile security definer set search_path = ''
as $$ update public.order_refunds set state = 'failed', obstacle = p_obstacle, waits_for = null, failed_at = now() where id = p_id and state = 'pending' $$;

-- Refunds of which Stripe's answer is not known and that are due to be asked for again; each is put off, the longer the older it is.
create function public.claim_refunds(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refunds jsonb;
begin
  with due as (
    select r.id from public.order_refunds r where r.state = 'pending' and r.check_after <= now() order by r.check_after limit p_limit
      for update skip locked
  ), put_off as (
    update public.order_refunds r
      set check_after = now() + least(greatest(now() - r.requested_at, interval '1 minute') / 2, interval '12 hours')
      from due where r.id = due.id
      returning r.*
  )
  select coalesce(jsonb_agg(public.refund_json(row(p.*)::public.order_refunds)), '[]') into v_refunds from put_off p;
  return v_refunds;
end
$$;

-- The texts of the site that the owner edits, and settings, which are texts too.

-- Each row is one publication: added, never changed and never removed. The newest version of a key is in force; a key without a row has
-- the default of the code. To restore an older text is to publish it again.
create table public.content_versions (
  key text not null check (key ~ '^[a-z_]{1,40}$'),
  version integer not null check (version > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  published_by text not null check (char_length(btrim(published_by)) between 1 and 254),
  published_at timestamptz not null default now(),
  -- The version that a publication brought back, 0 for the default of the code; null for a new text.
  restored_from integer check (restored_from >= 0 and restored_from < version),
  primary key (key, version)
);
-- Buyers accept a legal text by its name: two texts never have the same one.
create unique index content_legal_names on public.content_versions (key, (body ->> 'version')) where key in ('terms', 'privacy');
create trigger append_only before update or delete or truncate on public.content_versions
  for each statement execute function public.refuse_change();
create trigger note_purge after insert on public.content_versions for each row execute function public.note_purge('texts');
create trigger note_sold_currencies after insert on public.content_versions for each row
  when (new.key = 'currencies') execute function public.note_sold_currencies();
-- All prices change with it: pages of books are forgotten, too.
create trigger note_purge_of_currencies after insert on public.content_versions for each row
  when (new.key = 'currencies') execute function public.note_purge('ebooks');

-- What an admin looks at before publishing it. Whoever has its id sees it, for an hour.
create table public.content_drafts (
  id uuid primary key default gen_random_uuid(),
  key text not null check (key ~ '^[a-z_]{1,40}$'),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  made_at timestamptz not null default now()
);
create index content_drafts_oldest on public.content_drafts (made_at);

-- Of each key the newest publication; keys that were never published are left out.
create function public.get_content(p_keys text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', c.key, 'version', c.version, 'body', c.body,
    'published_by', c.published_by, 'published_at', c.published_at)), '[]')
  from unnest(p_keys) k (key),
    lateral (select v.* from public.content_versions v where v.key = k.key order by v.version desc limit 1) c
$$;

-- One publication of a text, or null.
create function public.get_content_version(p_key text, p_version integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('version', c.version, 'body', c.body, 'published_by', c.published_by, 'published_at', c.published_at)
  from public.content_versions c where c.key = p_key and c.version = p_version
$$;

-- What was published under a key before `p_before` (null: all), newest first, without the bodies.
create function public.list_content_versions(p_key text, p_before integer, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('version', c.version, 'published_by', c.published_by, 'published_at', c.published_at,
    'restored_from', c.restored_from) order by c.version desc), '[]')
  from (select * from public.content_versions v where v.key = p_key and (p_before is null or v.version < p_before)
    order by v.version desc limit p_size) c
$$;

-- A legal text by its name, or the one in force without a name, and what every published one is called, newest first.
create function public.get_legal_text(p_document text, p_name text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'body', (select c.body from public.content_versions c
      where c.key = p_document and (p_name is null or c.body ->> 'version' = p_name) order by c.version desc limit 1),
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', c.body ->> 'version', 'effectiveOn', c.body ->> 'effectiveOn')
      order by c.version desc), '[]') from public.content_versions c where c.key = p_document))
$$;

-- Publishes a body as the next version of its key, and writes down by whom. `p_expected` is the version that the writer began with, 0 for
-- none: when another admin published meanwhile the outcome is 'stale', and nothing is written. 'name_taken': a legal text of this name
-- was published before, or is the default's. 'unchanged': it is what is in force. `p_default` is what stood there before the first one.
create function public.publish_content(
  p_key text, p_expected integer, p_body jsonb, p_actor jsonb, p_subject_kind text, p_default jsonb, p_restored_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    if v_newest.body = p_body then
      return jsonb_build_object('outcome', 'unchanged', 'version', p_expected);
    end if;
    if p_key in ('terms', 'privacy') and p_body->>'version' = p_default->>'version' and p_body <> p_default then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    -- Of two who publish at the same moment the second one waits here for the first one's row.
    insert into public.content_versions (key, version, body, published_by, restored_from)
      values (p_key, p_expected + 1, p_body, p_actor->>'email', p_restored_from) on conflict do nothing;
    if found then
      perform public.note_admin_change(p_actor, case when p_restored_from is null then 'content_published' else 'content_restored' end,
        p_subject_kind, p_key, coalesce(v_newest.body, p_default), p_body);
      return jsonb_build_object('outcome', 'published', 'version', p_expected + 1);
    end if;
    select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
    if coalesce(v_newest.version, 0) = p_expected then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
  end if;
  return jsonb_build_object('outcome', 'stale', 'version', coalesce(v_newest.version, 0),
    'published_by', v_newest.published_by, 'published_at', v_newest.published_at);
end
$$;

-- Keeps a text for an hour's preview; answers the draft's id.
create function public.save_content_draft(p_key text, p_body jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  delete from public.content_drafts d where d.made_at < now() - interval '1 hour';
  insert into public.content_drafts (key, body) values (p_key, p_body) returning id into v_id;
  return v_id;
end
$$;

-- Null when there is none, or its hour is over.
create function public.get_content_draft(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('key', d.key, 'body', d.body) from public.content_drafts d
    where d.id = p_id and d.made_at > now() - interval '1 hour'
$$;

-- Episodes: permanent addresses, pictures on our own origin, search, and what keeps the table like the channel.

create table public.episodes (
  id text primary key,
  -- The current address; every address that the episode ever had is in episode_slugs.
  slug text not null unique,
  title text not null,
  description text not null default '',
  published_at timestamptz not null,
  duration_seconds integer not null check (duration_seconds > 0),
  spotify_url text,
  fetched_at timestamptz not null default now(),
  -- When what its page says last changed, for search engines.
  changed_at timestamptz not null default now(),
  -- The channel does not show it any more: it is not shown, and its addresses stay its own.
  removed_at timestamptz,
  -- Where the channel has its picture, and the stored one; null while there is none.
  picture_source text,
  picture_version text check (picture_version ~ '^[\w-]{1,64}$'),
  picture_color text check (picture_color ~ '^#[0-9a-f]{6}$'),
  picture_attempts integer not null default 0,
  picture_due_at timestamptz not null default now(),
  search_text text generated always as (public.plain(title || ' ' || description)) stored,
  title_text text generated always as (public.plain(title)) stored,
  check ((picture_version is null) = (picture_color is null))
);
create index episodes_newest on public.episodes (published_at desc, id desc) where removed_at is null;
create index episodes_search on public.episodes using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off) where removed_at is null;
create index episodes_title_search on public.episodes using gin (title_text extensions.gin_trgm_ops) with (fastupdate = off)
  where removed_at is null;
create index episodes_picture_due on public.episodes (picture_due_at) where removed_at is null and picture_source is not null;
create index episodes_picture_left on public.episodes (id) where removed_at is not null and picture_version is not null;
create trigger note_change before update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.duration_seconds, old.picture_version)
    is distinct from (new.slug, new.title, new.description, new.duration_seconds, new.picture_version))
  execute function public.note_change();
create trigger note_purge after insert or delete on public.episodes for each row execute function public.note_purge('episodes');
create trigger note_purge_of_change after update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.published_at, old.duration_seconds, old.spotify_url, old.picture_version, old.removed_at)
    is distinct from
    (new.slug, new.title, new.description, new.published_at, new.duration_seconds, new.spotify_url, new.picture_version, new.removed_at))
  execute function public.note_purge('episodes');
create trigger note_added after insert on public.episodes referencing new table as new_rows
  for each statement execute function public.note_shown('episodes', 'removed_at is null');
create trigger note_changed after update on public.episodes referencing old table as old_rows new table as new_rows
  for each statement execute function public.note_shown('episodes', 'removed_at is null');
create trigger note_deleted after delete on public.episodes referencing old table as old_rows
  for each statement execute function public.note_shown('episodes', 'removed_at is null');

-- Addresses, each given once and for ever: the current ones, and the old ones that lead to them.
create table public.episode_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  episode_id text not null references public.episodes (id) on delete cascade,
  given_at timestamptz not null default now()
);
create index episode_slugs_of_episode on public.episode_slugs (episode_id);

-- What the owner says belongs to an episode.
create table public.episode_ebooks (
  episode_id text not null references public.episodes (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  position integer not null default 0,
  primary key (episode_id, ebook_id)
);
create index episode_ebooks_by_ebook on public.episode_ebooks (ebook_id);
create trigger note_purge after insert or update or delete on public.episode_ebooks for each row execute function public.note_purge('episodes');

-- Uploads that are no episodes, so that a reading knows them.
create table public.channel_clips (
  id text primary key,
  title text not null,
  fetched_at timestamptz not null default now()
);

-- What readings of one channel remember; how the last one went is in its row of jobs.
create table public.channel_sync (
  channel_id text primary key,
  -- When every upload was last seen, so that what is missing was removed.
  whole_at timestamptz,
  -- The provider takes no calls before this moment.
  blocked_until timestamptz,
  -- Quota used on the provider's current day.
  units integer not null default 0,
  units_day date not null default current_date
);

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

-- Pages ----------------------------------------------------------------------------------------------------------------------------

-- An episode as visitors see it.
create function public.episode_json(episode public.episodes) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', episode.id, 'slug', episode.slug, 'title', episode.title, 'description', episode.description,
    'published_at', episode.published_at, 'duration_seconds', episode.duration_seconds, 'spotify_url', episode.spotify_url,
    'picture_version', episode.picture_version, 'picture_color', episode.picture_color)
$$;

-- Like `list_ebooks`. With ids exactly those that are shown.
create function public.list_episodes(
  p_words text, p_category text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_category text[] := public.search_patterns(p_category);
  v_is_search boolean := v_words is not null or v_category is not null;
  v_after_at timestamptz := coalesce(p_after_at, 'infinity');
  v_after_id text := coalesce(p_after_id, '');
  v_sampled bigint;
  v_page jsonb;
  v_total bigint;
begin
  if v_is_search and p_ids is null then
    select count(*) into v_sampled
      from (
        select e.search_text, e.title_text from public.episodes e where e.removed_at is null
          order by e.published_at desc, e.id desc limit 256
      ) newest
      where (v_words is null or newest.search_text like any (v_words)) and (v_category is null or newest.title_text like any (v_category));
  end if;

  if p_ids is not null or (v_is_search and not public.is_common(v_sampled)) then
    with found as materialized (
      select e.id, e.published_at from public.episodes e
        where e.removed_at is null and (p_ids is null or e.id = any (p_ids))
          and (v_words is null or e.search_text like any (v_words)) and (v_category is null or e.title_text like any (v_category))
    ), page as (
      select f.id from found f
        where (f.published_at, f.id) < (v_after_at, v_after_id) order by f.published_at desc, f.id desc limit p_size + 1
    )
    select coalesce(jsonb_agg(public.episode_json(e) order by e.published_at desc, e.id desc), '[]'), (select count(*) from found)
      into v_page, v_total
      from public.episodes e where e.id = any (array(select p.id from page p));
  else
    select coalesce(jsonb_agg(public.episode_json(e) order by e.published_at desc, e.id desc), '[]') into v_page
      from (
        select e.* from public.episodes e
          where e.removed_at is null
            and (v_words is null or e.search_text || '' like any (v_words))
            and (v_category is null or e.title_text || '' like any (v_category))
            and (e.published_at, e.id) < (v_after_at, v_after_id)
          order by e.published_at desc, e.id desc
          limit p_size + 1
      ) e;
    if v_is_search then
      select count(*) into v_total
        from (
          select from public.episodes e
            where e.removed_at is null
              and (v_words is null or e.search_text || '' like any (v_words))
              and (v_category is null or e.title_text || '' like any (v_category))
            order by e.published_at desc, e.id desc
            limit public.counted_matches() + 1
        ) counted;
    else
      select t.total into v_total from public.shown_totals t where t.list = 'episodes';
    end if;
  end if;
  return jsonb_build_object('episodes', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size,
    'total', case when v_is_search then least(v_total, public.counted_matches()) else v_total end,
    'is_total_capped', v_is_search and v_total > public.counted_matches(),
    'synced_at', (select j.last_success_at from public.jobs j where j.name = 'videos'));
end
$$;

-- Books that the owner linked; without any, those whose titles share terms with the episode's title or first paragraph.
create function public.ebooks_of_episode(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_linked jsonb;
  v_title text[] := public.terms(episode.title);
  v_text text[] := public.terms(episode.title || ' ' || split_part(episode.description, E'\n\n', 1));
  v_any tsquery;
begin
  select jsonb_agg(public.ebook_json(l.book) order by l.position, l.id) into v_linked
    from (
      select b as book, b.id, l.position from public.episode_ebooks l join public.ebooks_metadata b on b.id = l.ebook_id
        where l.episode_id = episode.id and b.state = 'published' and b.is_priced
        order by l.position, b.id limit 3
    ) l;
  if v_linked is not null then
    return v_linked;
  end if;
  select string_agg(quote_literal(term), ' | ')::tsquery into v_any from unnest(v_text) term;
  return (
    select coalesce(jsonb_agg(public.ebook_json(r.book) order by r.rank desc, r.id), '[]')
      from (
        select b as book, b.id, shared.rank from public.ebooks_metadata b,
          -- A term of the episode's own title counts twice.
          lateral (
            select count(*) + count(*) filter (where term = any (v_title)) as rank
              from unnest(public.terms(b.title)) term where term = any (v_text)
          ) shared
        where b.state = 'published' and b.is_priced and to_tsvector('pg_catalog.portuguese', b.title) @@ v_any
        order by shared.rank desc, b.id limit 3
      ) r
  );
end
$$;

-- The page of the episode that has or had this address; null without one.
create function public.get_episode(p_slug text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'episode', public.episode_json(e),
    'ebooks', public.ebooks_of_episode(e),
    'previous', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.removed_at is null and (o.published_at, o.id) < (e.published_at, e.id) order by o.published_at desc, o.id desc limit 1),
    'next', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.removed_at is null and (o.published_at, o.id) > (e.published_at, e.id) order by o.published_at, o.id limit 1))
  from public.episode_slugs s join public.episodes e on e.id = s.episode_id
  where s.slug = p_slug and e.removed_at is null
$$;

-- Keeps where a person stopped, unless a later one is known, and answers the one that counts. No device hears in the future: a clock
-- that is wrong does not win for ever. Null for an episode that there is not, and for an account that is deleted.
create function public.save_listening_position(p_uid text, p_episode_id text, p_seconds integer, p_heard_at timestamptz) returns jsonb
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
create function public.list_listening_positions(p_uid text, p_most integer) returns jsonb
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

-- Reading the channel --------------------------------------------------------------------------------------------------------------

-- The words of a title as they stand in an address, at most 60 characters and no half word; empty for emoji and foreign scripts.
create function public.slug_words(title text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select case when char_length(words) <= 60 then words else regexp_replace(left(words, 61), '(.)-[^-]*$|.$', '\1') end
  from (select btrim(regexp_replace(public.plain(normalize(title, NFKC)), '[^a-z0-9]+', '-', 'g'), '-') as words) w
$$;

-- An address for a title that no other episode has or had; where the words alone are taken or missing, a short suffix follows.
create function public.free_slug(p_episode_id text, p_title text) returns text
language sql stable set search_path = ''
as $$
  with words as (select public.slug_words(p_title) as words)
  select candidate from (
    select 0 as length, words as candidate from words where words <> ''
    union all
    select length, concat_ws('-', coalesce(nullif(words, ''), 'episodio'), left(md5(p_episode_id), length))
      from words, generate_series(4, 32, 4) length
  ) c
  where not exists (select from public.episode_slugs s where s.slug = c.candidate and s.episode_id <> p_episode_id)
  order by length limit 1
$$;

-- The midnight at which the provider's quota begins anew.
create function public.quota_reset(p_at timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = ''
as $$ select (date_trunc('day', p_at at time zone 'America/Los_Angeles') + interval '1 day') at time zone 'America/Los_Angeles' $$;

-- What a reading of the channel begins with: whether the provider takes calls, and whether every upload is to be seen again.
create function public.begin_channel_sync(p_channel_id text) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  insert into public.channel_sync as s (channel_id) values (p_channel_id)
    on conflict (channel_id) do update set channel_id = excluded.channel_id
    returning jsonb_build_object(
      'blocked_until', case when s.blocked_until > now() then s.blocked_until end,
      'is_whole_due', s.whole_at is null or s.whole_at < now() - interval '23 hours 45 minutes')
$$;

-- Counts calls, and stops further ones until the quota begins anew when it is used up.
create function public.count_quota(p_channel_id text, p_units integer, p_exceeded boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.channel_sync s
    set units = case when s.units_day = d.today then s.units else 0 end + p_units,
      units_day = d.today,
      blocked_until = case when p_exceeded then public.quota_reset(now()) end
    from (select (now() at time zone 'America/Los_Angeles')::date as today) d
    where s.channel_id = p_channel_id
$$;

-- Which uploads of a playlist page must be read: new ones, those with another title, and those that were read a month ago (the
-- provider's terms: no copy older than 30 days). `all_known`: none of them is new.
create function public.list_uploads_to_read(p_uploads jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(u.id order by u.position)
      filter (where known.id is null or known.title <> u.title or known.fetched_at < now() - interval '29 days'), '[]'),
    'all_known', coalesce(bool_and(known.id is not null), true))
  from (
    select distinct on (upload->>'id') upload->>'id' as id, upload->>'title' as title, position
      from jsonb_array_elements(p_uploads) with ordinality as given (upload, position)
  ) u
  left join lateral (
    select e.id, e.title, e.fetched_at from public.episodes e where e.id = u.id and e.removed_at is null
    union all
    select c.id, c.title, c.fetched_at from public.channel_clips c where c.id = u.id
    limit 1
  ) known on true
$$;

-- What was read of some uploads: which are episodes, which are not, and which the channel no longer shows.
create function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_new record;
  v_old public.episodes;
  v_slug text;
begin
  -- Addresses are given one after the other, whoever gives them.
  lock table public.episode_slugs in share row exclusive mode;
  for v_new in
    select e.id, e.title, e.description, e.published_at, e.duration_seconds, e.picture_source, e.spotify_url
      from jsonb_to_recordset(p_episodes) as e (
        id text, title text, description text, published_at timestamptz, duration_seconds integer, picture_source text, spotify_url text)
      order by e.published_at, e.id
  loop
    select e.* into v_old from public.episodes e where e.id = v_new.id;
    v_slug := case
      when v_old.slug is not null and public.slug_words(v_old.title) = public.slug_words(v_new.title) then v_old.slug
      else public.free_slug(v_new.id, v_new.title)
    end;
    insert into public.episodes as e (id, slug, title, description, published_at, duration_seconds, picture_source, spotify_url)
      values (v_new.id, v_slug, v_new.title, v_new.description, v_new.published_at, v_new.duration_seconds, v_new.picture_source,
        v_new.spotify_url)
      on conflict (id) do update set slug = excluded.slug, title = excluded.title, description = excluded.description,
        published_at = excluded.published_at, duration_seconds = excluded.duration_seconds, picture_source = excluded.picture_source,
        spotify_url = excluded.spotify_url, fetched_at = now(), removed_at = null,
        picture_due_at = case when e.picture_source is distinct from excluded.picture_source then now() else e.picture_due_at end,
        picture_attempts = case when e.picture_source is distinct from excluded.picture_source then 0 else e.picture_attempts end;
    insert into public.episode_slugs (slug, episode_id) values (v_slug, v_new.id) on conflict (slug) do nothing;
  end loop;

  insert into public.channel_clips (id, title)
    select c.id, c.title from jsonb_to_recordset(p_clips) as c (id text, title text)
    on conflict (id) do update set title = excluded.title, fetched_at = now();
  delete from public.channel_clips c where c.id = any (p_gone) or c.id in (select e->>'id' from jsonb_array_elements(p_episodes) e);
  update public.episodes e set removed_at = now()
    where e.removed_at is null and (e.id = any (p_gone) or e.id in (select c->>'id' from jsonb_array_elements(p_clips) c));
end
$$;

-- Ends a reading that saw every upload: what it did not see is not shown any more. Answers how many those are. A channel that lost
-- everything at once is a fault of the reading: the answer is null and nothing changes. A channel that never showed anything is empty.
create function public.end_channel_sync(p_channel_id text, p_seen text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  if cardinality(p_seen) = 0 and exists (select from public.episodes e where e.removed_at is null) then
    return null;
  end if;
  update public.episodes e set removed_at = now()
    where e.removed_at is null and not exists (select from unnest(p_seen) seen where seen = e.id);
  get diagnostics v_removed = row_count;
  delete from public.channel_clips c where not exists (select from unnest(p_seen) seen where seen = c.id);
  update public.channel_sync set whole_at = now() where channel_id = p_channel_id;
  return v_removed;
end
$$;

-- Episodes whose picture is to be fetched, newest first.
create function public.list_pictures_due(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'source', d.picture_source)
    order by d.published_at desc), '[]')
  from (
    select e.id, e.picture_source, e.published_at from public.episodes e
      where e.removed_at is null and e.picture_source is not null and e.picture_due_at <= now()
      order by e.published_at desc limit p_limit
  ) d
$$;

-- A picture that was stored. The provider may show another one under the same address, so that it is looked at again.
create function public.save_picture(p_id text, p_source text, p_version text, p_color text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set picture_version = p_version, picture_color = p_color, picture_attempts = 0, picture_due_at = now() + interval '29 days'
    where id = p_id and picture_source = p_source
$$;

-- A picture that could not be had: again after two minutes, then four, and so on up to a day.
create function public.postpone_picture(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set picture_attempts = least(picture_attempts + 1, 11),
      picture_due_at = now() + least(interval '1 day', interval '1 minute' * (2 ^ least(picture_attempts + 1, 11)))
    where id = p_id
$$;

-- Episodes that are not shown any more and whose pictures are still stored.
create function public.list_pictures_left(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(l.id), '[]')
  from (select e.id from public.episodes e where e.removed_at is not null and e.picture_version is not null order by e.id limit p_limit) l
$$;

-- The stored picture of an episode was removed.
create function public.forget_picture(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$ update public.episodes set picture_version = null, picture_color = null, picture_due_at = now() where id = p_id and removed_at is not null $$;

-- Sums that are kept as things happen, so that no number of the admin area is counted among a million orders; and how fast pages are
-- for the people who open them.

create type public.counted as (metric text, key text, at timestamptz, n bigint, minor bigint);

-- How much of what happened when: in quarters of an hour, which no time zone divides, and their sums by day and month of the site's
-- time zone, so that a point of a chart reads one row. What is shown by whole days only and can be counted again from orders, as books
-- and countries, has no quarters. What happened stays counted when its rows are removed by age.
create table public.totals (
  metric text not null constraint totals_metric_check check (metric in ('users', 'checkouts', 'paid_checkouts', 'orders', 'refunds',
    'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed')),
  span text not null check (span in ('quarter', 'day', 'month')),
  starts_at timestamptz not null,
  -- A currency (orders, refunds), a country, a language, a book (books), or a book and a currency (book_amounts); else empty.
  key text not null,
  n bigint not null,
  minor bigint not null default 0,
  primary key (metric, span, starts_at, key)
);
create index totals_most_bought on public.totals (span, starts_at, n desc, key) where metric = 'books';
create index totals_of_book on public.totals (metric, split_part(key, ' ', 1), span, starts_at) where metric in ('books', 'book_amounts');

-- Whose days and months the sums have; those of UTC as long as nothing is here.
create table public.totals_zone (
  is_only boolean primary key default true check (is_only),
  name text not null
);

-- Keeping the sums -----------------------------------------------------------------------------------------------------------------

-- The time zone whose days and months the sums have.
create function public.totals_zone() returns text
language sql stable security definer set search_path = ''
as $$ select coalesce((select z.name from public.totals_zone z), 'UTC') $$;

-- The beginning of a span at `p_at` or before it.
create function public.span_start(p_span text, p_at timestamptz, p_zone text) returns timestamptz
language sql immutable parallel safe set search_path = ''
as $$
  select case p_span when 'quarter' then date_bin('15 minutes', p_at, '2000-01-01T00:00:00Z') else date_trunc(p_span, p_at, p_zone) end
$$;

-- The beginning of a span at `p_at` or after it.
create function public.next_span(p_span text, p_at timestamptz, p_zone text) returns timestamptz
language sql stable parallel safe set search_path = ''
as $$
  select case when date_trunc(p_span, p_at, p_zone) = p_at then p_at
    else (date_trunc(p_span, p_at at time zone p_zone) + ('1 ' || p_span)::interval) at time zone p_zone end
$$;

-- Whether a metric is kept by quarters of an hour: what is shown by whole days only is not.
create function public.has_quarters(p_metric text) returns boolean
language sql immutable parallel safe
as $$ select p_metric not in ('countries', 'languages', 'books', 'book_amounts') $$;

-- Always in the same order, so that two transactions wait for each other in one direction only. What has no moment did not happen.
create function public.add_totals(p_counted public.counted[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_zone text;
begin
  -- The days stay whose they are until these rows are written; see keep_days_in.
  lock table public.totals in row exclusive mode;
  v_zone := public.totals_zone();
  insert into public.totals as t (metric, span, starts_at, key, n, minor)
    select c.metric, s.span, s.starts_at, c.key, sum(c.n), sum(c.minor)
      from unnest(p_counted) c, lateral (values
        ('quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z')),
        ('day', date_trunc('day', c.at, v_zone)),
        ('month', date_trunc('month', c.at, v_zone))) s (span, starts_at)
      where c.at is not null and (s.span <> 'quarter' or public.has_quarters(c.metric))
      group by 1, 2, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 2, 3, 4
    on conflict (metric, span, starts_at, key) do update set n = t.n + excluded.n, minor = t.minor + excluded.minor;
end
$$;

-- What one order counts for by itself, and what a book of it does; with -1 what they do not count for any more. Without settings of
-- their own they become part of the query that asks, which matters where it asks for every order.
create function public.order_counts(o public.orders, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, c.at, c.n, c.minor from (values
    ('checkouts', '', o.created_at, p_times::bigint, 0::bigint),
    ('paid_checkouts', '', case when o.paid_at is not null then o.created_at end, p_times::bigint, 0::bigint),
    ('orders', o.currency, o.paid_at, p_times::bigint, p_times * o.total_minor::bigint),
    ('countries', coalesce(o.country, ''), o.paid_at, p_times::bigint, 0::bigint),
    ('languages', o.locale, o.paid_at, p_times::bigint, 0::bigint)) c (metric, key, at, n, minor)
$$;

-- What a book of an order counts for; with -1 what it does not count for any more. An order that was paid back counts no copies, and of one
-- that was paid back in part what remained counts, shared by price.
create function public.item_counts(o public.orders, i public.order_items, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, o.paid_at, p_times * i.quantity::bigint, c.minor from (values
    ('books', i.ebook_id, 0::bigint),
    ('book_amounts', i.ebook_id || ' ' || o.currency,
      p_times * (i.quantity::bigint * i.unit_minor * (o.total_minor - o.refunded_minor) / greatest(o.total_minor, 1)))) c (metric, key, minor)
    where o.state <> 'refunded'
$$;

-- The sums that an order changes when it is begun, is paid, or is known better.
create function public.note_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_counted public.counted[] := array(select c from public.order_counts(new, 1) c);
begin
  if tg_op = 'UPDATE' then
    v_counted := v_counted || array(
      select c from public.order_counts(old, -1) c
      union all
      select c from public.order_items i, public.item_counts(new, i, 1) c where i.order_id = new.id
      union all
      select c from public.order_items i, public.item_counts(old, i, -1) c where i.order_id = new.id);
  end if;
  perform public.add_totals(v_counted);
  return null;
end
$$;

create trigger note_order_begun after insert on public.orders for each row execute function public.note_order();
create trigger note_order_changed after update on public.orders for each row
  when ((old.paid_at, old.currency, old.total_minor, old.country, old.locale, old.created_at, old.refunded_minor, old.state = 'refunded')
    is distinct from (new.paid_at, new.currency, new.total_minor, new.country, new.locale, new.created_at, new.refunded_minor, new.state = 'refunded'))
  execute function public.note_order();
-- A book that comes to an order which is paid already: a past order is brought in.
create function public.note_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = new.order_id;
  if v_order.paid_at is not null then
    perform public.add_totals(array(select c from public.item_counts(v_order, new, 1) c));
  end if;
  return null;
end
$$;

create trigger note_order_item after insert on public.order_items for each row execute function public.note_order_item();
-- The sums that a refund changes, on its own day.
create function public.note_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.add_totals(array(
    select row('refunds', o.currency, new.happened_at, sign(new.amount_minor), new.amount_minor)::public.counted from public.orders o where o.id = new.order_id));
  return null;
end
$$;

create trigger note_refund after insert on public.order_events for each row when (new.amount_minor is not null)
  execute function public.note_refund();
-- A row of the newsletter that begins or ends to be confirmed, whatever the reason.
create function public.note_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was boolean := coalesce(old.state = 'confirmed', false);
  v_is boolean := coalesce(new.state = 'confirmed', false);
begin
  if v_is and not v_was then
    if old.state = 'unsubscribed' and new.confirmed_at = old.confirmed_at then
      perform public.add_totals(array[row('unsubscribed', '', old.unsubscribed_at, -1, 0)::public.counted]);
    else
      perform public.add_totals(array[row('subscribed', '', new.confirmed_at, 1, 0)::public.counted]);
    end if;
  elsif v_was and not v_is then
    perform public.add_totals(array[row('unsubscribed', '', now(), 1, 0)::public.counted]);
  end if;
  return null;
end
$$;

create trigger note_subscriber after insert or update or delete on public.newsletter_subscribers
  for each row execute function public.note_subscriber();
-- The sum of users.
create function public.note_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.add_totals(array[
    row('users', '', new.created_at, case when new.uid is not null then 1 else 0 end, 0)::public.counted,
    row('users', '', old.created_at, case when old.uid is not null then -1 else 0 end, 0)::public.counted]);
  return null;
end
$$;

create trigger note_user after insert or delete on public.users for each row execute function public.note_user();
-- From now on the days of the sums are those of `p_zone`; does nothing when they are, or while rows are still brought back.
create function public.keep_days_in(p_zone text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_zone = public.totals_zone() or exists (select from public.restoration) then
    return;
  end if;
  lock table public.totals in share row exclusive mode;
  insert into public.totals_zone (name) values (p_zone) on conflict (is_only) do update set name = excluded.name;
  delete from public.totals where span in ('day', 'month');
  perform public.add_up_days();
end
$$;

-- Counts days anew: from quarters of an hour, which belong to every time zone, or from orders; and months from days.
create function public.add_up_days() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB' set enable_seqscan = on
as $$
declare
  v_zone text := public.totals_zone();
begin
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, 'day', date_trunc('day', c.at, v_zone), c.key, sum(c.n), sum(c.minor)
      from (
        select t.metric, t.key, t.starts_at as at, t.n, t.minor from public.totals t where t.span = 'quarter'
        union all
        select c.* from public.orders o, public.order_counts(o, 1) c where o.paid_at is not null and not public.has_quarters(c.metric)
        union all
        select c.* from public.orders o join public.order_items i on i.order_id = o.id, public.item_counts(o, i, 1) c where o.paid_at is not null
      ) c
      group by 1, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 3, 4;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select t.metric, 'month', date_trunc('month', t.starts_at, v_zone), t.key, sum(t.n), sum(t.minor)
      from public.totals t where t.span = 'day'
      group by 1, 3, 4 having sum(t.n) <> 0 or sum(t.minor) <> 0
      order by 1, 3, 4;
end
$$;

-- Everybody who bought before there were users, and every sum from what is in the tables now: after rows were brought in without triggers.
-- Days and months are added up from quarters of an hour, all orders by one plan.
create function public.recount() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB'
as $$
begin
  lock table public.orders, public.order_items, public.order_events, public.users, public.newsletter_subscribers, public.totals
    in share row exclusive mode;
  insert into public.users (uid, email, name, created_at)
    select distinct on (o.buyer_uid) o.buyer_uid, o.buyer_email, o.buyer_name, min(o.created_at) over (partition by o.buyer_uid)
      from public.orders o
      where not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      order by o.buyer_uid, o.created_at desc
    on conflict (uid) do nothing;
  update public.users u set orders = b.orders, first_purchase_at = b.first_at, last_purchase_at = b.last_at
    from (
      select o.buyer_uid, count(*) as orders, min(o.paid_at) as first_at, max(o.paid_at) as last_at
        from public.orders o where o.paid_at is not null group by o.buyer_uid
    ) b
    where b.buyer_uid = u.uid
      and (u.orders, u.first_purchase_at, u.last_purchase_at) is distinct from (b.orders, b.first_at, b.last_at);

  truncate public.totals;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z'), c.key, sum(c.n), sum(c.minor)
      from (
        select c.* from public.orders o, public.order_counts(o, 1) c where public.has_quarters(c.metric)
        union all
        select 'refunds', o.currency, e.happened_at, sign(e.amount_minor)::bigint, e.amount_minor
          from public.order_events e join public.orders o on o.id = e.order_id where e.amount_minor is not null
        union all
        select 'users', '', u.created_at, 1, 0 from public.users u
        union all
        select 'subscribed', '', n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', '', coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c
      where c.at is not null
      group by 1, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 3, 4;
  perform public.add_up_days();
end
$$;

-- Asking them ----------------------------------------------------------------------------------------------------------------------

-- From the first moment up to the second one in as few spans as can be: the months that are inside, the days beside them, the
-- quarters of an hour beside these. Both moments are rounded down to a quarter of an hour.
create function public.spans_between(p_from timestamptz, p_to timestamptz)
  returns table (span text, begins timestamptz, ends timestamptz)
language plpgsql stable security definer rows 3 set search_path = ''
as $$
declare
  v_zone text := public.totals_zone();
  v_from timestamptz := public.span_start('quarter', p_from, v_zone);
  v_to timestamptz := public.span_start('quarter', p_to, v_zone);
  v_day timestamptz := public.next_span('day', v_from, v_zone);
  v_last_day timestamptz := public.span_start('day', v_to, v_zone);
  v_month timestamptz := public.next_span('month', v_from, v_zone);
  v_last_month timestamptz := public.span_start('month', v_to, v_zone);
begin
  if v_day >= v_last_day then
    v_day := v_to;
    v_last_day := v_to;
  end if;
  if v_month >= v_last_month then
    v_month := v_last_day;
    v_last_month := v_last_day;
  end if;
  return query
    select s.* from (values ('quarter', v_from, v_day), ('day', v_day, v_month), ('month', v_month, v_last_month),
      ('day', v_last_month, v_last_day), ('quarter', v_last_day, v_to)) s (span, begins, ends) where s.begins < s.ends;
end
$$;

-- Of everything that happened from the first moment on and before the second one; of what has no quarters, when both begin a day.
create function public.totals_between(p_metrics text[], p_from timestamptz, p_to timestamptz)
  returns table (metric text, key text, n bigint, minor bigint)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select t.metric, t.key, sum(t.n)::bigint, sum(t.minor)::bigint
    from public.spans_between(p_from, p_to) s
    join public.totals t on t.metric = any (p_metrics) and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
    group by t.metric, t.key having sum(t.n) <> 0 or sum(t.minor) <> 0
$$;

-- The amounts of a metric as { currency: minor units }.
create function public.amounts(p_metric text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$ select coalesce(jsonb_object_agg(t.key, t.minor), '{}') from public.totals_between(array[p_metric], p_from, p_to) t where t.minor <> 0 $$;

-- The books of which most copies were paid on whole days of the time zone. Each span has its books in order: what is not among the
-- first ones of any span sold at most the sum of their last ones, so that a few of each are enough (the threshold algorithm of Fagin,
-- Lotem and Naor).
create function public.top_books(p_from timestamptz, p_to timestamptz, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_zone text := public.totals_zone();
  v_newest timestamptz := (select max(t.starts_at) from public.totals t where t.metric = 'books' and t.span = 'day');
  v_to timestamptz := least(p_to, public.next_span('day', v_newest + interval '1 microsecond', v_zone));
  v_first_ones integer := 16;
  v_spans text[];
  v_starts timestamptz[];
  v_others bigint;
  v_books text[];
  v_units bigint[];
begin
  if v_newest is null then
    return '[]';
  end if;
  select array_agg(s.span), array_agg(b.at) into v_spans, v_starts
    from public.spans_between(p_from, v_to) s
    cross join lateral (
      select d at time zone v_zone as at
        from generate_series(date_trunc(s.span, s.begins at time zone v_zone), s.ends at time zone v_zone,
          case s.span when 'month' then interval '1 month' else interval '1 day' end) d) b
    where s.span <> 'quarter' and b.at < s.ends;
  loop
    select array_agg(distinct f.key), coalesce(sum(f.n) filter (where f.place = v_first_ones), 0) into v_books, v_others
      from unnest(v_spans, v_starts) s (span, starts_at)
      cross join lateral (
        select t.key, t.n, row_number() over (order by t.n desc, t.key) as place
          from public.totals t where t.metric = 'books' and t.span = s.span and t.starts_at = s.starts_at
          order by t.n desc, t.key limit v_first_ones) f;
    select array_agg(b.key order by b.units desc, b.key), array_agg(b.units order by b.units desc, b.key) into v_books, v_units
      from (
        select k.key, sum(t.n) as units
          from unnest(v_books) k (key)
          cross join public.spans_between(p_from, v_to) s
          join public.totals t on t.metric = 'books' and split_part(t.key, ' ', 1) = k.key and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
          group by k.key having sum(t.n) <> 0 order by 2 desc, 1 limit p_size) b;
    exit when v_others = 0 or v_units[p_size] > v_others;
    v_first_ones := v_first_ones * 4;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'cover_version', b.cover_version,
        'cover_color', b.cover_color, 'units', u.units, 'amounts', (
          select jsonb_object_agg(a.currency, a.minor) from (
            select split_part(t.key, ' ', 2) as currency, sum(t.minor) as minor
              from public.spans_between(p_from, v_to) s
              join public.totals t on t.metric = 'book_amounts' and split_part(t.key, ' ', 1) = b.id
                and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
              group by 1 having sum(t.n) <> 0) a)) order by u.units desc, b.id), '[]')
      from unnest(v_books, v_units) u (id, units)
      join public.ebooks_metadata b on b.id = u.id);
end
$$;

-- What the overview shows. What was paid back counts in the period of the refund; the books that were bought most are those of whole days.
create function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counts as (
    select p.name, jsonb_build_object(
        'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
        'amounts', public.amounts('orders', p.since, 'infinity'),
        'refunds', public.amounts('refunds', p.since, 'infinity')) as value
      from (values ('today', p_day), ('week', p_week), ('month', p_month)) p (name, since)
  )
  select jsonb_object_agg(c.name, c.value) || jsonb_build_object(
    'completed', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t),
    'users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', '-infinity', 'infinity') t),
    'new_users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', p_week, 'infinity') t),
    'top', public.top_books(public.span_start('day', now() - interval '90 days', public.totals_zone()), 'infinity', 5),
    'changes', (
      select coalesce(jsonb_agg(public.admin_change_json(a) order by a.id desc), '[]')
        from (select * from public.admin_changes order by id desc limit 5) a))
  from counts c
$$;

-- Everything that the charts of a period show, a point per step: a row for each whole month, else for each day. Whoever asks
-- for another time zone for the first time may have to wait until the days are those of that one.
create function public.get_analytics(p_from date, p_to date, p_step text, p_zone text) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off set statement_timeout = '5min'
as $$
declare
  v_begins timestamptz := p_from::timestamp at time zone p_zone;
  v_ends timestamptz := (p_to + 1)::timestamp at time zone p_zone;
begin
  perform public.keep_days_in(p_zone);
  return (
    with starts as (
      select p_from as day
      union
      select d::date from generate_series(
          case p_step when 'month' then date_trunc('month', p_from::timestamp) else p_from::timestamp end, p_to::timestamp, ('1 ' || p_step)::interval) d
        where d::date > p_from
    ), steps as (
      select s.day as first_day, coalesce(lead(s.day) over (order by s.day), p_to + 1) as next_day from starts s
    )
    select jsonb_build_object(
      'totals', (select coalesce(jsonb_agg(t), '[]') from public.totals_between(
        '{orders,refunds,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', v_begins, v_ends) t),
      'points', (
        select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.next_day - 1, 'totals', (
            select coalesce(jsonb_agg(p), '[]') from (
              select t.metric, t.key, sum(t.n)::bigint as n, sum(t.minor)::bigint as minor
                from public.totals t
                where t.metric in ('orders', 'refunds', 'checkouts', 'paid_checkouts', 'subscribed', 'unsubscribed')
                  and t.span = case when s.next_day = s.first_day + interval '1 month' and extract(day from s.first_day) = 1 then 'month' else 'day' end
                  and t.starts_at >= s.first_day::timestamp at time zone p_zone and t.starts_at < s.next_day::timestamp at time zone p_zone
                group by 1, 2 having sum(t.n) <> 0 or sum(t.minor) <> 0) p)) order by s.first_day)
          from steps s),
      'top', public.top_books(v_begins, v_ends, 10),
      'subscribers', (
        select coalesce(sum(case t.metric when 'subscribed' then t.n else -t.n end), 0)
          from public.totals_between('{subscribed,unsubscribed}', '-infinity', 'infinity') t)));
end
$$;

-- What the page about the author counts: only what visitors can see or have asked for.
create function public.get_site_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'episodes', (select count(*) from public.episodes e where e.removed_at is null),
    'ebooks', (select count(*) from public.ebooks_metadata b where b.state = 'published'),
    'subscribers', (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed'))
$$;

-- What pages report ----------------------------------------------------------------------------------------------------------------

-- How many visits of a day had a measure in a bucket (see `page-reports.ts` in shared). Counters and nothing else: no row is about one
-- visit.
create table public.page_vitals (
  day date not null,
  page text not null check (char_length(page) <= 80),
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB')),
  locale text not null check (locale in ('pt-BR', 'en')),
  release text not null,
  bucket smallint not null check (bucket between 0 and 40),
  visits integer not null default 1,
  primary key (day, page, metric, locale, release, bucket)
);

-- The releases that pages of a day named. Anybody can name anything: beyond a dozen they are one.
create table public.page_releases (
  day date not null,
  release text not null check (char_length(release) between 1 and 40),
  primary key (day, release)
);

-- What fails on pages, once for each defect.
create table public.page_errors (
  digest text primary key,
  kind text not null check (kind in ('script', 'policy')),
  page text not null check (char_length(page) <= 80),
  release text not null,
  message text not null check (char_length(message) <= 300),
  stack text not null check (char_length(stack) <= 2000),
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index page_errors_newest on public.page_errors (last_at desc);
create index page_errors_first on public.page_errors (first_at);

-- Adds what a page told. `p_vitals`: [{ page, metric, bucket }], `p_errors`: [{ digest, kind, page, message, stack }]. `p_network` is
-- the counter of the network that it came from; without it nothing new is believed.
create function public.count_page_report(p_locale text, p_release text, p_vitals jsonb, p_errors jsonb, p_network text default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_release text := p_release;
  v_error jsonb;
begin
  insert into public.page_releases (day, release)
    select current_date, p_release where (select count(*) from public.page_releases r where r.day = current_date) < 12
    on conflict do nothing;
  if not exists (select from public.page_releases r where r.day = current_date and r.release = p_release) then
    v_release := 'other';
  end if;
  insert into public.page_vitals as t (day, page, metric, locale, release, bucket, visits)
    select current_date, w->>'page', w->>'metric', p_locale, v_release, (w->>'bucket')::smallint, count(*)
      from jsonb_array_elements(p_vitals) w group by 2, 3, 6
    on conflict (day, page, metric, locale, release, bucket) do update set visits = t.visits + excluded.visits;
  update public.page_errors e set times = e.times + 1, last_at = now(), release = v_release
    from jsonb_array_elements(p_errors) f where e.digest = f->>'digest';
  for v_error in select f from jsonb_array_elements(p_errors) f
    where not exists (select from public.page_errors e where e.digest = f->>'digest') loop
    exit when p_network is null or not (public.take_hit(p_network, 86400, 10)->>'allowed')::boolean;
    -- New ones are at most 200 a day, 50 of them of no page: what comes by the thousand is no defect of ours.
    insert into public.page_errors (digest, kind, page, release, message, stack)
      select v_error->>'digest', v_error->>'kind', v_error->>'page', v_release, v_error->>'message', v_error->>'stack'
        where (
          select count(*) < 200 and (v_error->>'page' <> 'other' or count(*) filter (where e.page = 'other') < 50)
            from public.page_errors e where e.first_at > now() - interval '1 day')
      on conflict (digest) do nothing;
  end loop;
end
$$;

-- Visits of each page by bucket since `p_from`, and the newest defects, those of our pages first.
create function public.list_page_reports(p_from date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'vitals', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select t.page, t.metric, t.bucket, sum(t.visits)::integer as visits
          from public.page_vitals t where t.day >= p_from group by t.page, t.metric, t.bucket
      ) s),
    'errors', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.page = 'other', s.last_at desc), '[]') from (
        select e.digest, e.kind, e.page, e.release, e.message, e.stack, e.times, e.first_at, e.last_at
          from public.page_errors e where e.last_at >= p_from order by e.page = 'other', e.last_at desc limit 20
      ) s))
$$;

-- Removes what pages reported by age.
create function public.sweep_page_reports() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.page_vitals where day < current_date - 35;
  delete from public.page_releases where day < current_date - 35;
  delete from public.page_errors where last_at < now() - interval '35 days';
$$;

-- What looks at all parts: what is wrong now, search over everything, the sitemap, what is removed by age, export and restore.

-- What the owner was told of and what lasts: one row per trouble, gone when it is over.
create table public.owner_alerts (
  kind text not null check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund', 'disputed_order',
    'disputes_unread', 'paid_twice')),
  -- The order's id; empty for what there is one of.
  subject text not null,
  label text not null,
  began_at timestamptz not null,
  told_at timestamptz not null,
  primary key (kind, subject)
);

-- The restoration that is under way: of which export, and the statements that bring back what stands aside until the rows are there.
create table public.restoration (
  is_only boolean primary key default true check (is_only),
  export_digest text not null,
  set_aside text[] not null
);

-- What is wrong at `p_now`. `label`: what people call it. `detail`: the reason, in the words of the service that refused, or a word of ours.
-- An order is delivered by the letter with the books only.
create function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.last_error is not null order by m.due_at limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read the book or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '1 day'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null and m.due_at > p_now - interval '7 days'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at > p_now - interval '7 days'
      union
      select a.subject::uuid from public.owner_alerts a where a.kind = 'undelivered_order'
    ) c
    join public.orders o on o.id = c.id
    cross join lateral (
      select case
        when exists (
          select from public.order_items i
            where i.order_id = o.id
              and case when not exists (select from public.entitlements e
                  where e.order_id = o.id and e.ebook_id = i.ebook_id and e.revoked_at is null)
                then public.refunded_copies(o.id, i.ebook_id, false) < i.quantity end) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.kind = 'purchase_paid' and m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
  union all
  -- Money that came back from the bank, or that could not leave, and was not sent again. Nobody has to see it at the moment it happens.
  select 'failed_refund', o.id::text, o.number::text, min(r.failed_at), (array_agg(r.obstacle order by r.failed_at desc))[1]
    from public.order_refunds r join public.orders o on o.id = r.order_id
    where r.state = 'failed' and r.obstacle in ('returned', 'balance') and r.failed_at > p_now - interval '14 days'
      and public.refundable_minor(o) > 0
      and not exists (
        select from public.order_refunds l where l.order_id = r.order_id and l.requested_at > r.requested_at and l.state <> 'failed'
            and (l.items is null or l.items = r.items))
    group by o.id
  union all
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_items i on i.order_id = o.id
    cross join lateral (select public.paid_also_in(o, i.ebook_id) as also) t
    cross join lateral (
      select o.payment_method->>'type' = 'boleto' and p.payment_method->>'type' is distinct from 'boleto' as other
        from public.orders p where p.id = (t.also->>'id')::uuid
    ) s
    where e.kind = 'paid_twice' and e.happened_at > p_now - interval '30 days'
  union all
  -- The bank decides against who says nothing until then.
  select 'disputed_order', o.id::text, o.number::text, (o.dispute->>'opened_at')::timestamptz, coalesce(o.dispute->>'due_by', '')
    from public.orders o where o.state = 'disputed' and o.dispute->>'state' = 'needs_response'
  union all
  select 'disputes_unread', o.id::text, o.number::text, o.dispute_unread_since, 'dispute_read'
    from public.orders o where o.dispute_unread_since is not null
  union all
  select 'payments_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'reconciliation' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '30 minutes')
  union all
  -- Four readings that did not succeed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  -- Its own mail tells of it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

-- What is wrong now, for the owner's overview.
create function public.list_incidents(p_has_channel boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) order by t.began_at, t.kind, t.subject), '[]')
    from (select * from public.active_incidents(now(), p_has_channel) limit 50) t
$$;

-- Tells the owner: of what began, once a day of what lasts, and once that it is over; one mail for all of a kind. Of a refund that failed,
-- of each dispute and of what was paid twice the owner is told once. Answers what was told.
create function public.send_owner_alerts(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with wrong as materialized (
    select * from public.active_incidents(p_now, p_has_channel) where kind <> 'unstamped_book'
  ), begun as (
    insert into public.owner_alerts (kind, subject, label, began_at, told_at)
      select w.kind, w.subject, w.label, w.began_at, p_now from wrong w
      on conflict (kind, subject) do nothing
      returning kind, subject
  ), lasting as (
    update public.owner_alerts a set told_at = p_now
      from wrong w
      where a.kind = w.kind and a.subject = w.subject and a.kind not in ('failed_refund', 'disputed_order', 'paid_twice') and a.told_at <= p_now - interval '1 day'
      returning a.kind, a.subject
  ), over as (
    delete from public.owner_alerts a
      where not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
      returning a.kind, a.subject, a.label, a.began_at
  ), news as (
    select 'began' as event, w.* from begun b join wrong w using (kind, subject)
    union all select 'lasts', w.* from lasting l join wrong w using (kind, subject)
    union all select 'over', v.kind, v.subject, v.label, v.began_at, null from over v where v.kind not in ('failed_refund', 'disputed_order', 'paid_twice')
  ), numbered as (
    select n.*, row_number() over (partition by n.kind, n.event order by n.began_at, n.subject) as place from news n
  ), letters as (
    select n.kind, n.event, jsonb_build_object('kind', n.kind, 'event', n.event, 'count', count(*), 'began_at', min(n.began_at),
        'items', jsonb_agg(jsonb_build_object('subject', n.subject, 'label', n.label, 'detail', n.detail) order by n.place)
          filter (where n.place <= 20)) as payload
      from numbered n group by n.kind, n.event
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'owner_alert:' || l.kind || ':' || l.event || ':' || extract(epoch from p_now), 'owner_alert', p_recipient, 'pt-BR', l.payload
        from letters l where l.kind <> 'disputed_order'
      on conflict (key) do nothing
  ), disputes as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'dispute_opened:' || (o.dispute->>'id'), 'dispute_opened', p_recipient, 'pt-BR',
          public.order_json(o) - array['buyer_uid', 'email', 'locale', 'boleto']
            || jsonb_build_object('dispute', o.dispute, 'payment_intent_id', o.payment_intent_id)
        from news n join public.orders o on o.id = n.subject::uuid where n.kind = 'disputed_order'
      on conflict (key) do nothing
  )
  select coalesce(jsonb_agg(l.payload order by l.kind, l.event), '[]') from letters l
$$;

-- What the overview says of mail and outside services without asking them. Mail that waits is counted up to a thousand; of mail that was
-- refused for good the five newest are told.
create function public.get_health() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with waiting as (
    select m.created_at, m.attempts, m.last_error from public.outbox m
      where m.sent_at is null and m.given_up_at is null order by m.due_at limit 1000
  ), refused as (
    select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
  )
  select jsonb_build_object(
    'checked_at', now(),
    'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
    'mail_sent_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
    'mail_waiting', (select count(*) from waiting),
    'mail_oldest_at', (select min(w.created_at) from waiting w),
    -- Tried, and not taken.
    'mail_tried_since', (select min(w.created_at) from waiting w where w.attempts > 0 and w.last_error is not null),
    'mail_stuck_since', public.mail_stuck_since(now()),
    'mail_refused', (
      select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
        order by r.given_up_at desc), '[]') from refused r),
    'reconciliation', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error)
        from public.jobs j where j.name = 'reconciliation'),
    'videos', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error) from public.jobs j where j.name = 'videos'))
$$;

-- A few of everything that has the words; of messages all but spam.
create function public.search_admin(p_words text, p_number bigint, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.search_patterns(p_words);
begin
  if v_words is null then
    return '{"orders": [], "users": [], "ebooks": [], "episodes": [], "messages": []}';
  end if;
  return jsonb_build_object(
    'orders', public.list_admin_orders(p_words, p_number, null, null, null, null, null, null, false, p_size)->'orders',
    'users', public.list_users(p_words, null, null, false, p_size)->'users',
    'ebooks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'state', b.state) order by b.created_at desc, b.id desc), '[]')
        from (
          select * from public.ebooks_metadata where search_text like any (v_words) order by created_at desc, id desc limit p_size
        ) b),
    'episodes', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', e.slug, 'title', e.title, 'published_at', e.published_at)
          order by e.published_at desc, e.id desc), '[]')
        from (
          select * from public.episodes where removed_at is null and search_text like any (v_words)
            order by published_at desc, id desc limit p_size
        ) e),
    'messages', public.list_messages(p_words, null, null, null, false, p_size)->'messages');
end
$$;

-- Some of the pages in a lasting order, and how many there are. Without a channel there are no episodes to show.
create function public.list_sitemap_pages(p_from integer, p_size integer, p_has_channel boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with pages as (
    select 'ebook' as kind, b.id as name, b.changed_at from public.ebooks_metadata b where b.state = 'published' and b.is_priced
    union all
    select 'episode', e.slug, e.changed_at from public.episodes e where e.removed_at is null and p_has_channel
  )
  select jsonb_build_object(
    'total', (select count(*) from pages),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at) order by p.kind, p.name), '[]')
        from (select * from pages order by kind, name offset p_from limit p_size) p))
$$;

-- Removes by age what is not needed any more.
create function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - interval '1 day';
  -- The provider repeats an event for at most three days.
  delete from public.stripe_events where received_at < now() - interval '60 days';
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
  -- The tax law of New Zealand asks for seven years after the end of the tax year.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - interval '8 years'
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - interval '8 years';
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - interval '30 days';
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - interval '30 days';
  delete from public.contact_messages where created_at < now() - interval '24 months';
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'refund_requested',
      'refund_acknowledged', 'ebook_updated')
      and coalesce(sent_at, given_up_at) < now() - interval '30 days';
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - interval '8 years';
$$;

-- Export and restore ---------------------------------------------------------------------------------------------------------------
-- Everything is taken along (`npm run export`) and brought back (`npm run restore`); see api/src/backup. No name of a table stands here:
-- what a later migration adds goes along by itself.

-- Every table with its key and the columns that are stored and not computed. Without settings of its own it becomes part of the
-- query that asks, which then looks at one table instead of all.
create function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
language sql stable
as $$
  select c.relname::text,
      (select pg_catalog.array_agg(a.attname::text order by k.place)
        from pg_catalog.pg_index i
        cross join lateral pg_catalog.unnest(i.indkey::smallint[]) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary),
      pg_catalog.array_agg(a.attname::text order by a.attnum),
      pg_catalog.array_agg(pg_catalog.format_type(a.atttypid, a.atttypmod) order by a.attnum)
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname <> 'restoration'
    group by c.oid, c.relname
    order by c.relname
$$;

-- The oldest transaction that may not be over yet: what it or a later one writes is a change for `export_changes`.
create function public.export_horizon() returns xid
language sql stable set search_path = ''
as $$ select (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text::xid $$;

-- The newest migration, or null where nobody wrote down which ones there are; the tables; and where the changes begin.
create function public.export_shape() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_schema text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  return jsonb_build_object('schema', v_schema, 'horizon', public.export_horizon()::text,
    'tables', (select jsonb_agg(jsonb_build_object('name', t.name, 'key', t.key_columns, 'columns',
      (select jsonb_agg(jsonb_build_object('name', c.name, 'type', c.type) order by c.place)
        from unnest(t.column_names, t.column_types) with ordinality c (name, type, place))) order by t.name)
      from public.exported_tables() t));
end
$$;

-- Of each table how many rows it has at this moment, and those that were written since the horizon. Being stable, all of it sees one
-- moment: whoever has the rows of before and puts these in their place has the tables as they are now, unless the count says that
-- rows went.
create function public.export_changes(p_since text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_rows bigint;
  v_lines text;
  v_tables jsonb := '{}';
begin
  for v_table in select * from public.exported_tables() loop
    execute format('select count(*) from public.%I', v_table.name) into v_rows;
    execute format($sql$ select coalesce(string_agg(row_to_json(r)::text, E'\n'), '')
        from (select %s from public.%I where age(xmin) <= age($1::xid)) r $sql$,
        (select string_agg(quote_ident(c), ', ') from unnest(v_table.column_names) c), v_table.name)
      into v_lines using p_since;
    v_tables := v_tables || jsonb_build_object(v_table.name, jsonb_build_object('rows', v_rows, 'changed', v_lines));
  end loop;
  return jsonb_build_object('at', now(), 'horizon', public.export_horizon()::text, 'tables', v_tables,
    'sequences', (select coalesce(jsonb_object_agg(s.sequencename, s.last_value), '{}') from pg_catalog.pg_sequences s
      where s.schemaname = 'public' and s.last_value is not null));
end
$$;

-- The next rows of a table in the order of its key, each a line of JSON. `p_after` holds the key of the row before them.
create function public.export_rows(p_table text, p_after jsonb, p_limit integer) returns text
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_key text;
  v_after text := '';
  v_lines text;
begin
  select t.* into strict v_table from public.exported_tables() t where t.name = p_table;
  select string_agg(quote_ident(k), ', ') into v_key from unnest(v_table.key_columns) k;
  if p_after is not null then
    select format('where (%s) > (%s)', v_key, string_agg(format('($1->>%L)::%s', k.name, c.type), ', ' order by k.place)) into v_after
      from unnest(v_table.key_columns) with ordinality k (name, place)
      join unnest(v_table.column_names, v_table.column_types) c (name, type) on c.name = k.name;
  end if;
  execute format($sql$ select coalesce(string_agg(row_to_json(r)::text, E'\n'), '')
      from (select %s from public.%I %s order by %s limit $2) r $sql$,
      (select string_agg(quote_ident(c), ', ') from unnest(v_table.column_names) c), p_table, v_after, v_key)
    into v_lines using p_after, p_limit;
  return v_lines;
end
$$;

-- Begins to restore an export into tables that hold nothing but what migrations put there, or goes on with the same one. References
-- and all indexes that are no key stand aside until every row is there, and no trigger fires: what triggers write is in the export.
create function public.begin_restore(p_export text, p_has_files boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_digest text;
  v_table record;
  v_thing record;
  v_is_filled boolean;
  v_filled text[] := case when p_has_files then array['files'] else '{}' end;
  v_set_aside text[] := '{}';
begin
  select r.export_digest into v_digest from public.restoration r;
  if found then
    return jsonb_build_object('outcome', case when v_digest = p_export then 'continued' else 'another' end);
  end if;
  for v_table in select * from public.exported_tables() where name <> 'shown_totals' loop
    execute format('select exists (select from public.%I)', v_table.name) into v_is_filled;
    if v_is_filled then
      v_filled := v_filled || v_table.name;
    end if;
  end loop;
  if v_filled <> '{}' then
    return jsonb_build_object('outcome', 'not_empty', 'filled', to_jsonb(v_filled));
  end if;
  for v_thing in
    select format('drop index public.%I', c.relname) as away, pg_catalog.pg_get_indexdef(c.oid) as back
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisunique
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
        format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_catalog.pg_get_constraintdef(k.oid))
      from pg_catalog.pg_constraint k
      where k.connamespace = 'public'::regnamespace and k.contype = 'f'
  loop
    execute v_thing.away;
    v_set_aside := v_set_aside || v_thing.back;
  end loop;
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I disable trigger user', v_table.name);
  end loop;
  delete from public.shown_totals where true;
  insert into public.restoration (export_digest, set_aside) values (p_export, v_set_aside);
  return jsonb_build_object('outcome', 'begun');
end
$$;

-- Rows that are there stay as they are: a portion that comes again changes nothing.
create function public.restore_rows(p_table text, p_lines text) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_columns text;
begin
  if not exists (select from public.restoration) then
    raise sqlstate 'PT409' using message = 'no restoration is under way';
  end if;
  select string_agg(quote_ident(c), ', ') into strict v_columns
    from public.exported_tables() t cross join lateral unnest(t.column_names) c where t.name = p_table;
  execute format('insert into public.%1$I (%2$s) overriding system value
      select %2$s from json_populate_recordset(null::public.%1$I, $1) on conflict do nothing', p_table, v_columns)
    using ('[' || replace(p_lines, E'\n', ',') || ']')::json;
end
$$;

-- Brings back what stands aside, as much as a few seconds allow. Returns how much is left.
create function public.restore_structure() returns integer
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_set_aside text[];
begin
  select r.set_aside into v_set_aside from public.restoration r for update;
  while cardinality(v_set_aside) > 0 loop
    execute v_set_aside[1];
    v_set_aside := v_set_aside[2:];
    exit when clock_timestamp() > now() + interval '5 seconds';
  end loop;
  update public.restoration set set_aside = v_set_aside where true;
  return coalesce(cardinality(v_set_aside), 0);
end
$$;

-- The last step, once every table has as many rows as the export; else it says which have not. Nothing runs that ran then, and mail
-- that waited is not sent, unless told so: the site of then may have sent it since.
create function public.finish_restore(p_rows jsonb, p_sequences jsonb, p_send_mail boolean, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_sequence record;
  v_rows bigint;
  v_differ text[] := '{}';
  v_held bigint := 0;
begin
  -- Its answer was lost, and it is asked again.
  if not exists (select from public.restoration) then
    return jsonb_build_object('differ', '[]'::jsonb, 'held', 0);
  end if;
  for v_table in select * from public.exported_tables() loop
    execute format('select count(*) from public.%I', v_table.name) into v_rows;
    if v_rows is distinct from (p_rows->>v_table.name)::bigint then
      v_differ := v_differ || v_table.name;
    end if;
  end loop;
  if v_differ <> '{}' then
    return jsonb_build_object('differ', to_jsonb(v_differ), 'held', 0);
  end if;
  for v_sequence in select * from jsonb_each_text(p_sequences) loop
    perform setval(format('public.%I', v_sequence.key)::regclass, v_sequence.value::bigint);
  end loop;
  update public.jobs set lease_until = null, holder = null where lease_until is not null;
  update public.outbox set claimed_until = null where claimed_until is not null;
  if not p_send_mail then
    update public.outbox set given_up_at = now(), last_error = p_reason where sent_at is null and given_up_at is null;
    get diagnostics v_held = row_count;
  end if;
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I enable trigger user', v_table.name);
  end loop;
  delete from public.restoration where true;
  return jsonb_build_object('differ', '[]'::jsonb, 'held', v_held);
end
$$;

-- Who may do what, for everything above: nobody but the API's key, which row-level security does not bind. A migration that adds a table
-- says `enable row level security` itself; rights to functions are default privileges (see 10_platform.sql).
do $$
declare
  v_table regclass;
begin
  for v_table in select c.oid::regclass from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' loop
    execute format('alter table %s enable row level security', v_table);
  end loop;
end $$;
