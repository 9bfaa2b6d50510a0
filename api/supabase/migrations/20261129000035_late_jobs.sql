-- The database notes failures by job and unit, knows late jobs and whether it takes writes, and ends a session within its first second.
set check_function_bodies = off;

alter table public.jobs
  add column interval_seconds integer,
  add column lease_seconds integer,
  add column wanted_since timestamptz,
  add constraint jobs_wanted check ((interval_seconds is null) = (lease_seconds is null) and (interval_seconds is null) = (wanted_since is null));

create table public.failed_work (
  job text not null,
  unit text not null,
  label text not null,
  failures integer not null,
  error text not null,
  failed_at timestamptz not null default now(),
  primary key (job, unit)
);
alter table public.failed_work enable row level security;

create table public.write_tries (page text not null);
alter table public.write_tries alter column page set storage plain;
alter table public.write_tries enable row level security;

alter table public.owner_alerts drop constraint owner_alerts_kind_check;
alter table public.owner_alerts add constraint owner_alerts_kind_check check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread',
  'channel_unread', 'failed_refund', 'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread',
  'ledger_fault', 'letter_stopped', 'letter_late', 'letter_unknown', 'job_failing'));

-- Notes a failure of a unit. Returns its failures in a row.
create or replace function public.note_failed_work(p_job text, p_unit text, p_label text, p_error text, p_is_outage boolean) returns integer
language sql volatile security definer set search_path = ''
as $$
  insert into public.failed_work as w (job, unit, label, failures, error)
    values (p_job, p_unit, p_label, case when p_is_outage then 0 else 1 end, p_error)
    on conflict (job, unit) do update
      set label = excluded.label, failures = w.failures + excluded.failures, error = excluded.error, failed_at = now()
    returning failures
$$;

-- Forgets the failures of a unit that succeeded or is no longer wanted.
create or replace function public.forget_failed_work(p_job text, p_unit text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.failed_work where job = p_job and unit = p_unit $$;

-- Returns whether a unit waits. It waits a minute after a failure, and a day after the third in a row, because a release can make it succeed.
create or replace function public.is_put_off(p_job text, p_unit text) returns boolean
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
create or replace function public.note_jobs(p_jobs jsonb) returns void
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

-- Returns the jobs without a success for three of their intervals and one lease, which an instance that died still holds. A longer run is not
-- late, unless the run before it failed.
create or replace function public.late_jobs(p_now timestamptz) returns table (name text, since timestamptz, error text)
language sql stable
as $$
  select j.name, greatest(j.last_success_at, j.wanted_since), coalesce(j.last_error, '')
    from public.jobs j
    where greatest(j.last_success_at, j.wanted_since) < p_now - make_interval(secs => 3 * j.interval_seconds + j.lease_seconds)
      and (j.lease_until is null or j.lease_until < p_now or j.last_error is not null)
$$;

-- Writes a page and takes it back. Raises the error of a database that is read-only or has a full disk.
create or replace function public.try_write() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.write_tries values (repeat(' ', 8000));
  raise sqlstate 'PT000';
exception when sqlstate 'PT000' then
  null;
end
$$;

-- Takes those of `p_jobs` ([{ name, lease, interval }], in seconds) that are due; see take_job. `failed`: the units of its failed work. `next_in` is in how many seconds the first
-- of the others is due or its holder's time is over, `mail_in` in how many mail is due; null for never.
create or replace function public.take_jobs(p_holder text, p_jobs jsonb) returns jsonb
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

-- Ends a session, and another one that began in the same second. Tokens have whole seconds, and a session that survives its sign-out is worse than
-- one more sign-in.
create or replace function public.end_session(p_uid text, p_signed_in_at bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ended_sessions s where s.ended_at < now() - public.rule('keep_ended_sessions');
  insert into public.ended_sessions (uid, signed_in_at)
    values (p_uid, p_signed_in_at)
    on conflict do nothing;
$$;

-- The oldest import that has work to do, and up to which line it was read; or null.
create or replace function public.get_import_at_work() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'state', i.state, 'consented_at', i.consented_at,
        'last_line', coalesce((select max(r.line) from public.import_rows r where r.import_id = i.id), 0))
      from public.imports i where i.state in ('reading', 'importing', 'undoing') and not public.is_put_off('imports', i.id::text)
        order by i.created_at limit 1);
end
$$;

-- Nothing in the file can be imported. Neither it nor what was read of it is kept.
create or replace function public.refuse_import(p_id uuid, p_problem text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imports set state = 'refused', problem = p_problem, digest = null where id = p_id and state in ('waiting', 'reading');
  delete from public.import_rows r using public.imports i where r.import_id = i.id and i.id = p_id and i.state = 'refused';
  update public.unused_files f set remove_after = now() from public.imports i where f.upload_id = i.id and i.id = p_id and i.state = 'refused';
  select public.forget_failed_work('imports', p_id::text);
$$;

-- Throws away an import of which nothing was imported, with its rows and its file. False for another.
create or replace function public.discard_import(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.imports where id = p_id and state in ('waiting', 'reading', 'refused', 'ready');
  if not found then
    return false;
  end if;
  update public.unused_files set remove_after = now() where upload_id = p_id;
  perform public.forget_failed_work('imports', p_id::text);
  return true;
end
$$;

-- Samples that are to be made, and of which file; those of a book that has none yet wait for it.
create or replace function public.list_samples_due(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.wanted_at, d.ebook_id), '[]')
      from (
        select s.ebook_id, s.revision, s.first_page, s.last_page, s.wanted_at, b.title, public.get_ebook_file(b.id)->>'key' as pdf_key
          from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
          where s.state = 'waiting' and b.has_file and not public.is_put_off('samples', s.ebook_id || ':' || s.revision) order by s.wanted_at, s.ebook_id limit p_limit
      ) d);
end
$$;

-- Returns the visible episodes and the books on sale that have no draft yet. `is_ahead`: the book is announced.
create or replace function public.list_due_drafts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(w) - 'noted_at' order by w.noted_at), '[]')
      from (
        select d.about_kind as kind, d.about_id as id, d.noted_at, e.title, e.description, false as is_ahead
          from public.automatic_drafts d join public.episodes e on e.id = d.about_id
          where d.about_kind = 'episode' and d.settled_at is null and e.is_shown and not public.is_put_off('automatic_drafts', 'episode:' || d.about_id)
        union all
        select d.about_kind, d.about_id, d.noted_at, b.title, b.description, not public.is_out(b)
          from public.automatic_drafts d join public.ebooks_metadata b on b.id = d.about_id
          where d.about_kind = 'ebook' and d.settled_at is null and not public.is_put_off('automatic_drafts', 'ebook:' || d.about_id) and b.state = 'published' and b.is_priced and public.is_sold(b)
      ) w);
end
$$;

-- Unused files whose time has come; from now on no book can take them. Never the PDF that a book has, a picture that a text names, or a cover
-- or an episode's picture that a letter showed, whatever is written down of it.
create or replace function public.claim_unused_files(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_files jsonb;
begin
  with due as (
    select f.key, f.kind from public.unused_files f
      where f.remove_after <= now() and not public.is_put_off('unused_files', f.key)
        and not (f.kind = 'pdf' and exists (select from public.ebooks_metadata b
          where b.pdf_key = f.key or (b.pdf_key is null and f.key = 'pdfs/' || b.filename)))
        and not (f.kind = 'post_picture' and exists (select from public.post_picture_uses u where u.key = f.key))
        and not (f.kind in ('cover', 'picture') and exists (select from public.letter_covers c where c.key = f.key))
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

-- Writes the mail about a new version to the next owners who were not forgotten, each of whom is written to once for it, at the address and in the language
-- of the latest order or imported purchase. False when none is left. A book that fails holds up no other.
create or replace function public.announce_version(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.ebook_announcements;
  v_uids text[];
begin
  select * into v_next from public.ebook_announcements a
    where not public.is_put_off('ebook_announcements', a.ebook_id) order by ebook_id, version limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    v_uids := array(
      select distinct r.uid from public.reading_rights r
        where r.ebook_id = v_next.ebook_id and r.uid > v_next.told_up_to
        order by r.uid limit p_limit
    );
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'ebook_updated:' || v_next.ebook_id || ':' || v_next.version || ':' || owner.uid, 'ebook_updated', r.email, r.locale,
          jsonb_build_object('title', b.title, 'buyer_name', r.name) || r.link
        from unnest(v_uids) as owner (uid)
        join public.ebooks_metadata b on b.id = v_next.ebook_id
        cross join lateral (
          select case when o.holder <> owner.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
              coalesce(case when o.holder = owner.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
              case when o.holder = owner.uid and o.buyer_uid is null then jsonb_build_object('id', o.id, 'link_generation', o.link_generation)
                else '{}' end as link
            from public.reading_rights r
            left join public.orders o on o.id = r.by_id
            left join public.imported_purchases i on i.id = r.by_id
            left join public.users u on u.uid = owner.uid
            where r.uid = owner.uid and r.ebook_id = v_next.ebook_id
            order by r.granted_at desc, o.number desc nulls last limit 1
        ) r
        where r.email is not null and not public.is_forgotten_reader(owner.uid)
      on conflict (key) do nothing;
    if cardinality(v_uids) < p_limit then
      delete from public.ebook_announcements where ebook_id = v_next.ebook_id and version = v_next.version;
    else
      update public.ebook_announcements set told_up_to = v_uids[p_limit] where ebook_id = v_next.ebook_id and version = v_next.version;
    end if;
    perform public.forget_failed_work('ebook_announcements', v_next.ebook_id);
  exception when others then
    perform public.note_failed_work('ebook_announcements', v_next.ebook_id, v_next.ebook_id, sqlerrm, sqlstate ~ '^(08|25|40|53|57|58)');
  end;
  return true;
end
$$;

-- Sees to the launches that are due: readers are told that they can read; a book without a file comes a week later, at the same hour of
-- `p_zone`, its buyers are told that, and so is the owner. A book that fails holds up no other. False when there was none.
create or replace function public.launch_books(p_owner_email text, p_zone text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  v_at timestamptz;
begin
  select b.* into v_book from public.ebooks_metadata b
    where b.launch_at <= now() and b.launched_at is null and not public.is_put_off('launches', b.id)
      and (b.state <> 'draft' or exists (select from public.buyers_of_book(b.id)))
    order by b.launch_at, b.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    if v_book.has_file then
      update public.ebooks_metadata b set launched_at = now() where b.id = v_book.id;
      insert into public.launch_news as n (ebook_id, kind) values (v_book.id, 'book_launched')
        on conflict (ebook_id) do update set kind = excluded.kind, told_up_to = '';
    else
      v_at := v_book.launch_at;
      while v_at <= now() loop
        v_at := (v_at at time zone p_zone + interval '7 days') at time zone p_zone;
      end loop;
      update public.ebooks_metadata b set launch_at = v_at, launch_no = b.launch_no + 1, revision = b.revision + 1 where b.id = v_book.id
        returning b.* into v_book;
      perform public.note_postponed(v_book.id);
      insert into public.outbox (key, kind, recipient, locale, payload)
        values ('launch_without_file:' || v_book.id || ':' || v_book.launch_no, 'launch_without_file', p_owner_email, 'pt-BR',
          jsonb_build_object('ebook_id', v_book.id, 'title', v_book.title, 'at', v_book.launch_at, 'is_postponed', true))
        on conflict (key) do nothing;
    end if;
    perform public.forget_failed_work('launches', v_book.id);
  exception when others then
    perform public.note_failed_work('launches', v_book.id, v_book.title, sqlerrm, sqlstate ~ '^(08|25|40|53|57|58)');
  end;
  return true;
end
$$;

-- Writes the mail about a launch, or its new moment, to the next people who bought a book: to each address once, in the language of the
-- latest order. A reader by a secret link gets that link. A book that fails holds up no other. False when none is left.
create or replace function public.tell_of_launch(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.launch_news;
  v_book public.ebooks_metadata;
  v_uids text[];
begin
  select n.* into v_next from public.launch_news n where not public.is_put_off('launches', n.ebook_id) order by n.ebook_id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    select b.* into v_book from public.ebooks_metadata b where b.id = v_next.ebook_id;
    v_uids := array(
      select distinct r.uid from public.buyers_of_book(v_next.ebook_id) r where r.uid > v_next.told_up_to order by r.uid limit p_limit);
    insert into public.outbox (key, kind, recipient, locale, payload)
      select v_next.kind || ':' || v_book.id || ':' || v_book.launch_no || ':' || public.address_digest(x.email), v_next.kind, x.email, x.locale,
          jsonb_build_object('ebook_id', v_book.id, 'title', v_book.title, 'buyer_name', x.name, 'at', v_book.launch_at) || x.link
        from unnest(v_uids) as person (uid)
        cross join lateral (
          select case when o.holder <> person.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
              coalesce(case when o.holder = person.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
              -- A reader of a present has no order. A buyer who was forgotten gets the file.
              case
                when public.is_forgotten_reader(person.uid) then jsonb_build_object(
                  'account_deleted', true, 'items', jsonb_build_array(jsonb_build_object('title', v_book.title, 'filename', v_book.filename)))
                when o.holder = person.uid then jsonb_build_object('id', o.id, 'may_refund', public.may_request_refund(o),
                  'link_generation', case when o.buyer_uid is null then o.link_generation end,
                  'only_gifts', not exists (select from public.reading_rights r where r.uid = person.uid and r.ebook_id = v_book.id))
                else '{}' end as link
            from public.buyers_of_book(v_next.ebook_id) r
            left join public.orders o on o.id = r.by_id
            left join public.imported_purchases i on i.id = r.by_id
            left join public.users u on u.uid = person.uid
            where r.uid = person.uid
            order by coalesce(o.holder = person.uid, false) desc, r.since desc, o.number desc nulls last limit 1
        ) x
        where x.email is not null
      on conflict (key) do nothing;
    if cardinality(v_uids) < p_limit then
      delete from public.launch_news n where n.ebook_id = v_next.ebook_id;
    else
      update public.launch_news n set told_up_to = v_uids[p_limit] where n.ebook_id = v_next.ebook_id;
    end if;
    perform public.forget_failed_work('launches', v_next.ebook_id);
  exception when others then
    perform public.note_failed_work('launches', v_next.ebook_id, v_next.ebook_id, sqlerrm, sqlstate ~ '^(08|25|40|53|57|58)');
  end;
  return true;
end
$$;

-- Episodes that are not shown any more and whose pictures are still stored.
create or replace function public.list_pictures_left(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(l.id), '[]')
    from (select e.id from public.episodes e where e.removed_at is not null and e.picture_version is not null and not public.is_put_off('thumbnails', e.id)
        order by e.id limit p_limit) l);
end
$$;

-- Moves on what time alone moves: a letter whose moment is long over waits for the owner, one that everybody got is sent, and a reader to
-- whom a worker that died was handing it becomes unknown. Answers what is to be done: a letter that is `due`, one that is being prepared,
-- whether one is being sent, and in how many seconds to ask again.
create or replace function public.advance_letters() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters;
begin
  update public.letter_recipients set state = 'unknown', lease_until = null, done_at = now() where state = 'handing' and lease_until < now();
  update public.letters l set state = 'late', reason = case when p.state = 'published' then 'late' else 'not_published' end
    from public.posts p
    where p.id = l.post_id and l.state = 'scheduled' and l.send_at <= now()
      -- The publishing job is about to publish a post whose time has passed.
      and (l.send_at < now() - interval '6 hours' or not (p.state = 'published' or p.state = 'scheduled' and p.publish_at <= now()));
  for v_letter in select * from public.letters l where l.state = 'sending' or l.ended_at is not null and l.totals is null for update skip locked loop
    if v_letter.state = 'sending' then
      update public.letters l set state = 'sent', ended_at = now()
        where l.id = v_letter.id
          and not exists (select from public.letter_recipients r where r.letter_id = l.id and r.state in ('waiting', 'handing'));
    end if;
    update public.letters l set totals = public.letter_counts(l)
      where l.id = v_letter.id and l.ended_at is not null
        and not exists (select from public.letter_recipients r where r.letter_id = l.id and r.state = 'handing');
  end loop;
  return jsonb_build_object(
    'due', (
      select l.id from public.letters l join public.posts p on p.id = l.post_id
        where l.state = 'scheduled' and l.send_at <= now() and p.state = 'published' and not public.is_put_off('letters', l.id::text)
        order by l.send_at limit 1),
    'preparing', (
      select l.id from public.letters l where l.state = 'preparing' and not public.is_put_off('letters', l.id::text) order by l.send_at limit 1),
    'is_sending', exists (select from public.letters l where l.state = 'sending'),
    'next_in', (select extract(epoch from min(l.send_at) - now()) from public.letters l where l.state = 'scheduled' and l.send_at > now()));
end
$$;

-- Adds the readers whose day has come to the letters of the steps, once a minute, and when a reader confirmed since, whichever worker asks.
-- Returns a step whose issue must be rendered again before it is sent, or null. A corrected text is one reason. The other is an issue that is an
-- hour old, because the parts around its text may have changed.
create or replace function public.advance_series() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_series public.letter_series;
begin
  select x.* into v_series from public.letter_series x where x.state = 'on' for update skip locked;
  if not found then
    return null;
  end if;
  if v_series.looked_at is null or v_series.looked_at < now() - interval '1 minute' or exists (
      select from public.newsletter_subscribers n
        where n.state = 'confirmed' and n.confirmed_at > v_series.looked_at and n.confirmed_at <= now()) then
    -- The lock orders this run and a withdrawal of one of these posts.
    perform from public.posts p join public.series_steps s on s.post_id = p.id where s.taken_out_at is null order by p.id for share of p;
    -- A reader who still waited when another issue came loses this turn and gets a later one.
    delete from public.letter_recipients r using public.series_steps s, public.newsletter_subscribers n
      where s.taken_out_at is null and r.letter_id = s.letter_id and n.id = r.subscriber_id
        and r.state = 'waiting' and r.attempts = 0 and (r.lease_until is null or r.lease_until < now())
        and (n.confirmed_at + make_interval(days => s.after_days + 30) < now()
          or exists (
            select from public.letter_recipients o join public.letters l on l.id = o.letter_id
              where o.subscriber_id = r.subscriber_id and o.letter_id <> r.letter_id
                and (o.handed_at > now() - interval '1 day' or o.state in ('waiting', 'handing') and l.state in ('preparing', 'sending'))));
    with turns as materialized (
      select t.* from public.series_turns() t where v_series.takes_imports or not t.is_imported order by t.due_at limit 1000
    ), again as (
      update public.letter_recipients r
        set state = 'waiting', generation = t.generation, locale = t.locale, due_at = now(), lease_until = null, attempts = 0, handed_at = null,
          done_at = null, error = null
        from turns t where r.letter_id = t.letter_id and r.subscriber_id = t.subscriber_id and r.state not in ('waiting', 'handing')
    )
    insert into public.letter_recipients (letter_id, subscriber_id, post_id, generation, locale)
      select t.letter_id, t.subscriber_id, t.post_id, t.generation, t.locale from turns t
      on conflict do nothing;
    update public.letter_series set looked_at = now() where true;
  end if;
  update public.letters l set state = 'sending', ended_at = null, totals = null
    from public.series_steps s join public.posts p on p.id = s.post_id
    where s.letter_id = l.id and l.state = 'sent' and s.taken_out_at is null and p.state = 'published'
      and s.written_revision = p.revision and s.written_at > now() - interval '1 hour'
      and exists (select from public.letter_recipients r where r.letter_id = l.id and r.state = 'waiting');
  return (
    select jsonb_build_object('id', l.id) || public.step_words(p)
      from public.series_steps s join public.letters l on l.id = s.letter_id join public.posts p on p.id = s.post_id
      where s.taken_out_at is null and l.state in ('sent', 'sending') and p.state = 'published'
        and (s.written_revision <> p.revision or s.written_at <= now() - interval '1 hour')
        and exists (select from public.letter_recipients r where r.letter_id = l.id and r.state = 'waiting')
        and not public.is_put_off('letters', l.id::text)
      order by s.after_days limit 1);
end
$$;

-- Returns the incidents at `p_now`. `label`: its name for people. `detail`: the reason, in the words of the service that refused, or a word of ours.
-- An order is delivered by the letter with the books only.
create or replace function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.last_error is not null
        order by m.due_at limit 1), (
        select m.last_error from public.outbox m
          where m.given_up_at >= s.since and m.kind not in ('newsletter_moved', 'owner_alert') and m.last_error ~ '^5\d\d[ -](?!5\.1\.)'
          order by m.given_up_at desc limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read their own copy or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at: of all others `find_ledger_faults` tells.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '3 hours'
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
          select from public.order_copies c
            where c.order_id = o.id and c.gift_id is null
              and case when not exists (select from public.entitlements e
                  where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_right(o, c.id) and not public.is_forgotten(o) end) then 'not_readable'
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
      and exists (
        select from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where p.refund_id = r.id and public.kept_minor(c) > 0 and not public.is_taken_back(c.id, true))
    group by o.id
  union all
  -- Of books that were taken back, because a refund failed only afterwards. `detail`: how much is still to be sent.
  select 'owed_refund', o.id::text, o.number::text, max(e.happened_at), public.owed_minor(o) || ' ' || o.currency
    from public.order_events e join public.orders o on o.id = e.order_id
    where e.kind = 'refund_failed' and public.owed_minor(o) > 0
    group by o.id
  union all
  -- Until the money went back, or the buyer was given every book: a present cannot be. `detail`: what was paid, and what the order costs.
  select 'amount_differs', o.id::text, o.number::text, o.created_at,
      concat(o.received->>'minor', ' ', o.received->>'currency', ', ', o.total_minor, ' ', o.currency)
    from public.orders o
    where o.received is not null and o.state = 'waiting' and exists (
      select from public.order_copies c
        where c.order_id = o.id and (c.gift_id is not null or not exists (
          select from public.entitlements e where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)))
  union all
  -- Money and rights of an order do not add up, see find_ledger_faults.
  select 'ledger_fault', o.id::text, o.number::text, f.found_at, f.faults[1]
    from public.ledger_faults f join public.orders o on o.id = f.order_id
  union all
  -- Neither paid nor over two working days after it was due, when banks have told of all that was paid.
  select 'overdue_payment', o.id::text, o.number::text, o.pay_by, o.pay_with
    from public.orders o
    where o.state = 'waiting' and o.received is null and public.overdue_at(o) < p_now
  union all
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_copies c on c.order_id = o.id
    cross join lateral (select public.paid_also_in(o, c.ebook_id) as also) t
    cross join lateral (
      select o.payment_method->>'type' = 'boleto' and p.payment_method->>'type' is distinct from 'boleto' as other
        from public.orders p where p.id = (t.also->>'id')::uuid
    ) s
    where e.kind = 'paid_twice' and e.happened_at > p_now - interval '30 days'
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
  select m.kind, m.subject, m.label, m.began_at, m.detail from public.mailbox_incidents(p_now) m
  union all
  -- The three kinds above cover these jobs.
  select 'job_failing', l.name, l.name, l.since, l.error
    from public.late_jobs(p_now) l
    where l.since < p_now - interval '15 minutes' and l.name not in ('reconciliation', 'videos', 'mailbox')
  union all
  select 'job_failing', w.job || ':' || w.unit, w.job || ': ' || w.label, w.failed_at, w.error from public.failed_work w
    -- A unit that is still wanted failed again within the last day.
    where w.failures >= 3 and w.failed_at > p_now - interval '25 hours'
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

-- What the overview says of mail and outside services without asking them. Mail that waits, and not for its day, is counted up to a thousand; of mail
-- that was refused for good the five newest are told.
create or replace function public.get_health() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with waiting as (
      select m.created_at, m.attempts, m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and (m.due_at <= now() or m.attempts > 0)
        order by m.due_at limit 1000
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
        select jsonb_build_object(
            'last_success_at', case when public.has_read_channel() then j.last_success_at end, 'last_error', j.last_error)
          from public.jobs j where j.name = 'videos'),
      'mailbox', public.mailbox_health(),
      'late_jobs', (select coalesce(jsonb_agg(l.name order by l.name), '[]') from public.late_jobs(now()) l)));
end
$$;

-- Removes by age what is not needed any more.
create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders o set state = 'expired'
    where o.state = 'open' and o.session_id is null and o.created_at < now() - interval '1 day' and not public.awaits_press(o);
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o) and not public.is_written_to(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders') and not public.is_read_by_others(o);
  select public.sweep_guest_orders();
  select public.sweep_interest();
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept. Who was imported consented long before.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  -- Of an address whose page was opened nothing else is kept any more.
  delete from public.people p
    where p.note = ''
      and not exists (select from public.users u where public.to_search_text(u.email) = public.to_search_text(p.email))
      and not exists (select from public.orders o where o.claimable_by = p.email)
      and not exists (select from public.orders o
        where public.to_search_text(o.buyer_email) = public.to_search_text(p.email) and o.state not in ('open', 'expired'))
      and not exists (select from public.contact_messages c where c.email = p.email)
      and not exists (select from public.newsletter_subscribers s where s.email = p.email);
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'book_launched', 'book_postponed', 'launch_without_file', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned', 'sample_sent',
      'books_to_receive')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Failed work that is no longer wanted. A wanted unit failed again within a day.
  delete from public.failed_work where failed_at < now() - interval '2 days';
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state in ('done', 'undone') and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  with old as (
    select i.id, i.proof_key from public.imports i
      where i.proof_key is not null and i.created_at < now() - public.rule('keep_import_proofs') for update
  ), gone as (
    update public.imports i set proof_key = null, proof_name = null from old where i.id = old.id
  )
  insert into public.unused_files (key, kind, remove_after) select o.proof_key, 'import', now() from old o on conflict do nothing;
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;

-- Every table but those that migrations fill and what is of this machine, with its key and the columns that are stored and not computed. Without settings of its
-- own it becomes part of the query that asks, which then looks at one table instead of all.
create or replace function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
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
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('restoration', 'currencies', 'rules', 'doctor_runs', 'mailbox_cursor', 'write_tries')
    group by c.oid, c.relname
    order by c.relname
$$;
