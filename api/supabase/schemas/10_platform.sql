-- Functions and tables that every other file uses: text search, rate limits, jobs, the audit log and cache purges.
-- In all files, amounts are integers in minor units of their currency, and instants are `timestamptz`. Row-level security is on for every
-- table without any policy. Only the API's secret key bypasses it; no other role reads or writes a row (see 99_access.sql).
set check_function_bodies = off;

create schema if not exists extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists btree_gist with schema extensions;
grant usage on schema extensions to service_role;

-- By default every role may call a new function. Allow only the API's key, for the functions in these files and in later migrations.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
alter default privileges in schema public grant execute on functions to service_role;

-- `store-assets` holds covers and pictures, which everybody may read. `ebooks` holds books, which need a link that the API signed.
insert into storage.buckets (id, name, public) values ('store-assets', 'store-assets', true), ('ebooks', 'ebooks', false)
  on conflict (id) do nothing;

-- Returns whether the database is complete. The API must not serve data while `npm run restore` is half done.
create function public.is_restored() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from public.restoration);
end
$$;

-- Durations that the site's texts promise, or that a law or a provider requires: how long rows are kept and how long buyers may act. Only a
-- migration changes them. Reference data, like `currencies`.
create table public.rules (
  name text primary key check (name ~ '^[a-z]+(_[a-z]+)*$'),
  duration interval not null check (duration > interval '0'),
  reason text not null check (reason <> '')
);
insert into public.rules (name, duration, reason) values
  ('refund_request', '15 days', 'terms: 14 days; the 15th covers every time zone'),
  ('change_receipt', '24 hours', 'time for the buyer to notice a wrong name or tax id; later a correction needs a credit note'),
  ('keep_orders', '8 years', 'New Zealand tax law: seven years after the end of the tax year'),
  ('receive_free_books', '7 days', 'a buyer who reads email once a week can still claim the books'),
  ('keep_unpaid_guest_orders', '30 days', 'a guest may still decide to pay'),
  ('keep_contact_messages', '24 months', 'privacy page'),
  ('keep_unconfirmed_subscribers', '30 days', 'privacy page'),
  ('keep_unconfirmed_interest', '30 days', 'privacy page'),
  ('keep_interest', '1 year', 'privacy page; announced books launch within months or never'),
  ('keep_sent_copies', '30 days', 'privacy page; copies of sent emails contain visitors'' texts and addresses'),
  ('keep_gift_addresses', '30 days', 'privacy page; counted from the day the gift is claimed'),
  ('keep_waiting_gift_addresses', '1 year', 'privacy page; a gift can be scheduled up to a year ahead'),
  ('remind_of_gifts', '14 days', 'an unclaimed gift mostly means that nobody saw its email'),
  ('review_unopened', '24 hours', 'a reader may have opened the file of an email elsewhere'),
  ('remind_of_reviews', '14 days', 'time to read a book'),
  ('keep_carts', '90 days', 'privacy page; counted from the last change'),
  ('keep_stamped_copies', '30 days', 'privacy page; counted from the last download'),
  ('keep_stripe_events', '60 days', 'privacy page; Stripe repeats an event for at most three days'),
  ('keep_rate_limits', '1 day', 'privacy page'),
  ('keep_ended_sessions', '30 days', 'an access token expires after an hour, and by then the browser has dropped its refresh token'),
  ('keep_import_rows', '30 days', 'time for the owner to correct refused rows; they hold addresses of people who do not know this site'),
  ('keep_import_proofs', '5 years', 'privacy page; a consumer in Brazil can claim for five years (CDC, art. 27)'),
  ('keep_lists_files', '7 days', 'the email to the owner says so'),
  ('keep_replaced_files', '30 days', 'the owner can restore the previous file'),
  ('keep_team_invitations', '30 days', 'the owner can send an expired one again'),
  ('keep_content_drafts', '1 hour', 'a preview is opened once and closed'),
  ('keep_page_reports', '35 days', 'the dashboard shows page errors of one month'),
  ('undo_reply', '20 seconds', 'time to press Undo after sending a reply'),
  ('announce_ahead', '60 days', 'Stripe refunds a Pix within 90 days, and buyers may ask until two weeks after the launch'),
  ('price_before_sale', '30 days', 'directive 98/6/EC, article 6a: the lowest price before a reduction'),
  ('keep_visit_paths', '90 days', 'privacy page; records which source led to which page'),
  ('keep_visits', '25 months', 'privacy page; a year can be compared with the previous one'),
  ('count_bounces', '60 days', 'product rules: an address with three bounces in this time gets no more newsletter issues'),
  ('keep_campaign_recipients', '12 months', 'privacy page; records who got which newsletter issue, so that nobody gets it twice'),
  ('keep_uploads', '1 day', 'an upload whose form was never saved'),
  ('keep_unused_pictures', '30 days', 'a draft may still use them'),
  ('reread_videos', '29 days', 'YouTube API terms: stored copies are at most 30 days old'),
  ('refund_pix', '90 days', 'after that, Stripe does not refund a Pix'),
  ('best_sellers', '90 days', 'product rules: period for the shop''s best seller and the dashboard''s list');

-- Returns a duration of `rules`. Raises an error for an unknown name.
create function public.rule(p_name text) returns interval
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_duration interval;
begin
  select r.duration into strict v_duration from public.rules r where r.name = p_name;
  return v_duration;
end
$$;

-- Search ---------------------------------------------------------------------------------------------------------------------------

-- Returns a text in the form that searches compare: lower case, no accents, one space between words.
create function public.to_search_text(value text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(value, NFC))), '\s+', ' ', 'g');
end
$$;

-- Returns the stems of a text's words. Stop words and stems of one or two letters are left out.
create function public.terms(value text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(term), '{}') from unnest(tsvector_to_array(to_tsvector('pg_catalog.portuguese', value))) term
      where char_length(term) > 2);
end
$$;

-- Returns `like` patterns. A text in the form of to_search_text() contains the words literally if it matches at least one of them. Null
-- without words. Trigrams need three characters, so shorter words are searched only at the beginning of a word, where the index adds
-- spaces.
create function public.search_patterns(words text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select case
      when plain = '' then null
      when char_length(plain) < 3 then array[literal || '%', '% ' || literal || '%']
      else array['%' || literal || '%']
    end
    from (select btrim(public.to_search_text(words)) as plain) p, lateral (select regexp_replace(plain, '([\\%_])', '\\\1', 'g') as literal) l);
end
$$;

-- Returns the words of a search in the form of to_search_text(). With `p_as_written`, the whole search is one word. Otherwise each word is
-- one, and so is a phrase in quotation marks. Punctuation around words is dropped, unless the search has nothing else. Returns null if the
-- search has no words.
create function public.search_words(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
declare
  v_marks constant text := ' ,.;:!?()[]…¿¡''"';
  v_text text := btrim(public.to_search_text(translate(p_words, '“”„«»', '"""""')));
  v_words text[];
begin
  if p_as_written then
    v_words := array[btrim(regexp_replace(replace(v_text, '"', ' '), ' +', ' ', 'g'), v_marks)];
  else
    select array_agg(distinct btrim(coalesce(m.found[1], m.found[2]), v_marks)) into v_words
      from regexp_matches(v_text, '"([^"]+)"|([^" ,;!?…]+)', 'g') m (found);
  end if;
  return nullif(coalesce(nullif(array_remove(v_words, ''), '{}'), array_remove(array[v_text], '')), '{}');
end
$$;

-- Returns `like` patterns for the words of `search_words`. A text in the form of to_search_text(), with a space put before it, contains the
-- words if it matches all patterns, in any order. A word of one or two letters must begin a word of the text. Returns null if the search
-- has no words.
create function public.word_patterns(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select array_agg(case when char_length(w.word) < 3 then '% ' else '%' end || regexp_replace(w.word, '([\\%_])', '\\\1', 'g') || '%')
      from unnest(public.search_words(p_words, p_as_written)) w (word));
end
$$;

-- Returns the patterns for the trigram index, see search_patterns: for the whole search with `p_as_written`, otherwise for the longest
-- word. The caller filters the rows that the index finds by `word_patterns`. Returns null if the search has no words.
create function public.index_patterns(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return public.search_patterns((
    select w.word from unnest(public.search_words(p_words, p_as_written)) w (word) order by char_length(w.word) desc limit 1));
end
$$;

-- Returns a `like` pattern for an email address, or for the beginning of one that includes the @; null for any other search. A searched
-- address means one person, and its parts occur in too many rows for the trigram index.
create function public.address_pattern(p_words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select case when words ~ '^[^@[:space:]]+@[^@[:space:]]*$' then regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%' end
      from (select btrim(public.to_search_text(p_words)) as words) w);
end
$$;

-- Returns how many rows a search reads in the list's order before it uses the trigram index.
create function public.walked_rows() returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return 1000;
end
$$;

-- Returns the highest number of matches that a search counts. Its answer says if there are more.
create function public.counted_matches() returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return 100;
end
$$;

-- Returns whether a search has enough matches among the newest 256 rows to read the list in its order. The trigram index finds rarer
-- matches.
create function public.is_common(matches_in_sample bigint) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return matches_in_sample >= 8;
end
$$;

-- Returns the SQL condition that a column contains every word. A word of one or two letters must begin a word of the column. `p_indexed`:
-- the condition is for the column's trigram index, which cannot find short words together with longer ones.
create function public.words_condition(p_column text, p_words text, p_indexed boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    with words as (
      select distinct w.word, char_length(w.word) >= 3 as is_long
        from unnest(public.search_words(p_words, false)) w (word)
    ), conditions as (
      select format('(%s)', string_agg(format('%s like %L',
          case when p_indexed and (w.is_long or not exists (select from words x where x.is_long)) then p_column else p_column || ' || ''''' end,
          pattern), ' or ' order by pattern)) as condition, w.word
        from words w, unnest(public.search_patterns(w.word)) pattern group by w.word
    )
    select string_agg(c.condition, ' and ' order by c.word) from conditions c);
end
$$;

-- Returns how many rows of a list a search must read in the list's order, after it found `p_found` matches in the first `walked_rows`. Null
-- if it has found enough, or so few that the trigram index is faster.
create function public.further_rows(p_found integer, p_size integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when p_found between 3 and p_size then 10 * public.walked_rows() end;
end
$$;

-- Limits ---------------------------------------------------------------------------------------------------------------------------

create table public.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (bucket, window_start)
);

-- Returns a refusal with a code of contracts/error-codes.ts. A function returns the refusal instead of its answer, and the API throws it.
create function public.refusal(p_code text) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('refusal', p_code);
end
$$;

-- Counts one hit in a fixed window. Returns whether the hit is within the limit, and the seconds until the window ends.
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

-- Subtracts a hit that should not count, if the hit's window has not ended.
create function public.give_back_hit(p_bucket text, p_window_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.rate_limits r set hits = r.hits - 1
    where r.bucket = p_bucket and r.hits > 0
      and r.window_start = to_timestamp(floor(extract(epoch from now()) / p_window_seconds) * p_window_seconds)
$$;

-- Jobs -----------------------------------------------------------------------------------------------------------------------------

-- One row per background job: the instance that holds it, and the result of its last run.
create table public.jobs (
  name text primary key,
  lease_until timestamptz,
  holder text,
  last_run_at timestamptz,
  last_success_at timestamptz,
  last_error text,
  -- How often the job runs, the lease of a run, and when an instance noted both. Null for a job that is unknown to the instance that
  -- started last.
  interval_seconds integer,
  lease_seconds integer,
  wanted_since timestamptz,
  constraint jobs_wanted check ((interval_seconds is null) = (lease_seconds is null) and (interval_seconds is null) = (wanted_since is null))
);

-- Failed units of work of a job, for example one import or one sample. The unit's next success deletes the row.
create table public.failed_work (
  job text not null,
  unit text not null,
  -- The name of the unit that the owner sees.
  label text not null,
  -- Failures in a row. An outage is not counted.
  failures integer not null,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (job, unit)
);

-- Records a failure of a unit of work. Returns the unit's number of failures in a row.
create function public.note_failed_work(p_job text, p_unit text, p_label text, p_error text, p_is_outage boolean) returns integer
language sql volatile security definer set search_path = ''
as $$
  insert into public.failed_work as w (job, unit, label, failures, error)
    values (p_job, p_unit, p_label, case when p_is_outage then 0 else 1 end, p_error)
    on conflict (job, unit) do update
      set label = excluded.label, failures = w.failures + excluded.failures, error = excluded.error, failed_at = now()
    returning failures
$$;

-- Clears the failures of a unit that succeeded or is no longer wanted.
create function public.clear_failed_work(p_job text, p_unit text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.failed_work where job = p_job and unit = p_unit $$;

-- Returns whether a unit of work waits. A unit waits a minute after a failure, and a day after the third failure in a row, because a later
-- version of the API can make the unit succeed.
create function public.is_put_off(p_job text, p_unit text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.failed_work w
      where w.job = p_job and w.unit = p_unit
        and w.failed_at > now() - case when w.failures >= 3 then interval '1 day' else interval '1 minute' end);
end
$$;

-- Replaces the list of jobs: [{ name, lease, interval }], in seconds.
create function public.note_jobs(p_jobs jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.jobs j set interval_seconds = null, lease_seconds = null, wanted_since = null
    where j.interval_seconds is not null and j.name not in (select w.name from jsonb_to_recordset(p_jobs) as w (name text));
  insert into public.jobs as j (name, interval_seconds, lease_seconds, wanted_since)
    select w.name, w.interval, w.lease, now() from jsonb_to_recordset(p_jobs) as w (name text, lease integer, interval integer) order by w.name
    on conflict (name) do update
      set interval_seconds = excluded.interval_seconds, lease_seconds = excluded.lease_seconds,
        wanted_since = coalesce(j.wanted_since, excluded.wanted_since);
$$;

-- Returns the jobs without a success for three intervals and one lease. The lease counts because an instance that died still holds it. A
-- run that takes longer is not late, unless the run before it failed.
create function public.late_jobs(p_now timestamptz) returns table (name text, since timestamptz, error text)
language sql stable
as $$
  select j.name, greatest(j.last_success_at, j.wanted_since), coalesce(j.last_error, '')
    from public.jobs j
    where greatest(j.last_success_at, j.wanted_since) < p_now - make_interval(secs => 3 * j.interval_seconds + j.lease_seconds)
      and (j.lease_until is null or j.lease_until < p_now or j.last_error is not null)
$$;

-- `try_write` writes into this table and rolls the rows back.
create table public.write_tries (page text not null);
alter table public.write_tries alter column page set storage plain;

-- Writes a page and rolls it back. Raises the error of a database that is read-only or has a full disk.
create function public.try_write() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.write_tries values (repeat(' ', 8000));
  raise sqlstate 'PT000';
exception when sqlstate 'PT000' then
  null;
end
$$;

-- Claims a job if no process holds it and its last run began at least `p_interval_seconds` ago. Returns whether the job was claimed, and
-- when it last succeeded.
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

-- Claims the due jobs of `p_jobs` ([{ name, lease, interval }], in seconds); see take_job. `failed`: the units of the job's failed work.
-- `next_in`: the seconds until another job is due or the lease of its holder ends. `mail_in`: the seconds until mail is due. Null for
-- never.
create function public.take_jobs(p_holder text, p_jobs jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_job record;
  v_one jsonb;
  v_taken jsonb := '[]';
begin
  -- The rows are locked in the same order each time, so that two instances cannot deadlock.
  for v_job in
    select w.name, w.lease, w.interval from jsonb_to_recordset(p_jobs) as w (name text, lease integer, interval integer)
      where not exists (select from public.jobs j where j.name = w.name
        and (j.lease_until >= now() or j.last_run_at > now() - make_interval(secs => w.interval)))
      order by w.name loop
    v_one := public.take_job(v_job.name, p_holder, v_job.lease, v_job.interval);
    if (v_one->>'taken')::boolean then
      v_taken := v_taken || jsonb_build_array(jsonb_build_object('name', v_job.name, 'last_success_at', v_one->'last_success_at',
        'failed', (select coalesce(jsonb_agg(w.unit), '[]') from public.failed_work w where w.job = v_job.name)));
    end if;
  end loop;
  return jsonb_build_object('taken', v_taken,
    'next_in', (
      select extract(epoch from min(greatest(j.lease_until, j.last_run_at + make_interval(secs => w.interval))) - now())
        from jsonb_to_recordset(p_jobs) as w (name text, interval integer) join public.jobs j on j.name = w.name
        where not exists (select from jsonb_array_elements(v_taken) t where t->>'name' = w.name)),
    'mail_in', (
      select extract(epoch from least(min(greatest(m.due_at, m.claimed_until)), public.asks_at()) - now())
        from public.outbox m where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved'));
end
$$;

-- Extends the lease of a job that is still running. Returns false if another instance holds the job now.
create function public.keep_job(p_name text, p_holder text, p_lease_seconds integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.jobs set lease_until = now() + make_interval(secs => p_lease_seconds) where name = p_name and holder = p_holder;
  return found;
end
$$;

-- Ends a run of a job and stores the result of the run. `p_is_stopped`: the process stopped during the run, which is no failure, so the
-- result of the previous run stays. Does nothing if `p_holder` no longer holds the job.
create function public.end_job(p_name text, p_holder text, p_error text, p_is_stopped boolean default false) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.jobs
    set lease_until = null, holder = null, last_error = case when p_is_stopped then last_error else p_error end,
      last_success_at = case when p_error is null and not p_is_stopped then last_run_at else last_success_at end
    where name = p_name and holder = p_holder
$$;

-- Audit log ------------------------------------------------------------------------------------------------------------------------

-- Trigger that rejects changes of rows in append-only tables.
create function public.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'rows of % cannot be changed', tg_table_name using errcode = 'restrict_violation';
end
$$;

-- The audit log of the team's changes: who, when, in which request, the values before and after. Each row is added in the transaction of
-- its change and is never updated. `sweep` deletes it after eight years, together with the order that it may refer to.
create table public.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  actor_uid text not null,
  actor_email text not null check (actor_email <> ''),
  request_id text not null,
  action text not null check (action ~ '^[a-z]+(_[a-z]+)*$'),
  subject_kind text not null
    check (subject_kind in ('order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team', 'import', 'person',
      'post', 'promotion', 'campaign', 'series', 'episode_series')),
  subject_id text not null,
  before jsonb check (jsonb_typeof(before) = 'object'),
  after jsonb check (jsonb_typeof(after) = 'object')
);
create index audit_log_of_subject on public.audit_log (subject_kind, subject_id, id desc);
create index audit_log_of_kind on public.audit_log (subject_kind, id desc);
create index audit_log_of_actor on public.audit_log (actor_email, id desc);
create trigger append_only before update or truncate on public.audit_log
  for each statement execute function public.refuse_change();
create trigger kept before delete on public.audit_log
  for each row when (old.at > now() - public.rule('keep_orders')) execute function public.refuse_change();

-- Writes a change into the audit log. Every function that changes something for an admin calls it. `p_actor`: { uid, email, request_id },
-- see `actorOf` in the API. `p_before` is null for a new row, `p_after` for a deleted one, and both for an action without values, such as
-- an email sent again. Only the keys that differ between two objects are stored. If none differs, nothing is written.
create function public.write_audit_log(
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
  insert into public.audit_log (actor_uid, actor_email, request_id, action, subject_kind, subject_id, before, after)
    values (p_actor->>'uid', p_actor->>'email', p_actor->>'request_id', p_action, p_subject_kind, p_subject_id,
      p_before - coalesce(v_same, '{}'), p_after - coalesce(v_same, '{}'));
end
$$;

-- Returns a change as the admin's pages show it. `subject_name`: the number of an order, the title of an ebook, episode or post, the
-- address of a person; null if the subject no longer exists.
create function public.audit_entry_json(c public.audit_log) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after,
    'subject_name', case c.subject_kind
      when 'order' then (select o.number::text from public.orders o where o.id = c.subject_id::uuid)
      when 'ebook' then (select b.title from public.ebooks_metadata b where b.id = c.subject_id)
      when 'person' then (select p.email from public.people p where p.id = c.subject_id::uuid)
      when 'episode' then (select e.title from public.episodes e where e.id = c.subject_id)
      when 'episode_series' then (select s.title from public.episode_series s where s.id = c.subject_id::uuid)
      when 'post' then (select public.listed_post_json(p)->>'title' from public.posts p where p.id = c.subject_id::uuid)
      when 'promotion' then coalesce((select x.code from public.coupons x where x.id = c.subject_id::uuid),
        (select b.title from public.bundles b where b.id = c.subject_id::uuid))
      when 'campaign' then (select public.campaign_subject(l) from public.campaigns l where l.id = c.subject_id::uuid)
    end);
end
$$;

-- Returns a page of the audit log, newest first, optionally of one kind of subject and of one person. `p_is_backwards`: the page before the
-- position. `actors`: every person who ever changed something. A recursive query skips through the index from name to name, which is faster
-- than `distinct`.
create function public.list_audit_log(p_kind text, p_by text, p_id bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page public.audit_log[];
begin
  execute format(
    'select array(select c from public.audit_log c where ($1 is null or c.subject_kind = $1) and ($2 is null or c.actor_email = $2)
      and ($3 is null or c.id %s $3) order by c.id %s limit $4)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'asc' else 'desc' end)
    into v_page using p_kind, p_by, p_id, p_size + 1;
  return jsonb_build_object(
    'more', cardinality(v_page) > p_size,
    'entries', (select coalesce(jsonb_agg(public.audit_entry_json(c) order by c.id desc), '[]') from unnest(v_page[:p_size]) c),
    'actors', (
      with recursive actors as (
        (select c.actor_email from public.audit_log c order by c.actor_email limit 1)
        union all
        select (select c.actor_email from public.audit_log c where c.actor_email > a.actor_email order by c.actor_email limit 1)
          from actors a where a.actor_email is not null
      )
      select coalesce(jsonb_agg(a.actor_email order by a.actor_email) filter (where a.actor_email is not null), '[]') from actors a));
end
$$;

-- Cache purges ---------------------------------------------------------------------------------------------------------------------

-- Pages that caches in front of the site must drop. A row is written in the transaction that changes what visitors see, and a job purges
-- the caches.
create table public.purges (
  id bigint generated always as identity primary key,
  tag text not null check (tag in ('ebooks', 'episodes', 'texts')),
  due_at timestamptz not null
);
create index purges_due on public.purges (due_at);

-- Plans two purges of a tag after each moment that is not past. The API answers from copies that are seconds old, a few of them half a
-- minute old, so after a single purge a cache could store an old copy again. A purge that is planned already is not planned twice.
create function public.plan_purges(p_tag text, p_moments timestamptz[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.purges (tag, due_at)
    select distinct p_tag, m.at + later
      from unnest(p_moments) m (at), unnest(array[interval '5 seconds', interval '40 seconds']) later
      where m.at >= now() and not exists (select from public.purges p where p.due_at = m.at + later and p.tag = p_tag)
$$;

-- Plans a purge of the tag now, once in a transaction.
create function public.note_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.purges p where p.due_at = now() + interval '5 seconds' and p.tag = tg_argv[0]) then
    perform public.plan_purges(tg_argv[0], array[now()]);
    -- If the site has no cache to purge, no job handles these rows, so they are deleted by age.
    delete from public.purges p where p.id in (
      select o.id from public.purges o where o.due_at < now() - interval '1 day' limit 100 for update skip locked);
  end if;
  return null;
end
$$;

-- Returns the purges that are due.
create function public.list_purges_due() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('ids', coalesce(jsonb_agg(d.id), '[]'), 'tags', coalesce(jsonb_agg(distinct d.tag), '[]'))
    from (select p.id, p.tag from public.purges p where p.due_at <= now() order by p.due_at limit 1000) d);
end
$$;

create function public.drop_purges(p_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.purges p where p.id = any (p_ids) $$;

-- Lists that visitors see ----------------------------------------------------------------------------------------------------------

-- Sets `changed_at`, which search engines read, when the content of a page changes.
create function public.note_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := now();
  return new;
end
$$;

-- The number of rows that visitors see in each list. Triggers update it with every statement that changes a list.
create table public.shown_totals (
  list text primary key check (list in ('ebooks', 'episodes')),
  total bigint not null check (total >= 0)
);
insert into public.shown_totals values ('ebooks', 0), ('episodes', 0);

-- Trigger that updates `shown_totals`. Its arguments are the name of the list, and the condition for the rows that the list shows.
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
