-- Samples: some pages of a book as a separate public file.
set check_function_bodies = off;

create table public.ebook_samples (
  ebook_id text primary key references public.ebooks_metadata (id) on delete cascade,
  -- The pages that the owner chose. Null: the first tenth of the book, see sample-job.ts.
  first_page integer check (first_page > 0),
  last_page integer,
  -- Incremented when another sample is needed: for other pages, another PDF or another try. A sample of a previous revision is discarded.
  revision integer not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  problem text check (problem in ('encrypted', 'damaged', 'too_large', 'too_costly', 'hidden_layers', 'beyond_end', 'whole_book', 'missing')),
  wanted_at timestamptz not null default now(),
  -- The sample file that visitors get, even while a new file is being made.
  key text unique check (key ~ '^samples/[a-z0-9-]+\.[0-9a-f]{12}\.pdf$'),
  pages integer check (pages > 0),
  bytes integer check (bytes > 0),
  made_at timestamptz,
  constraint ebook_samples_range check (num_nulls(first_page, last_page) in (0, 2) and last_page between first_page and first_page + 19),
  constraint ebook_samples_file check (num_nulls(key, pages, bytes, made_at) in (0, 4)),
  constraint ebook_samples_state check ((state = 'failed') = (problem is not null) and (state <> 'ready' or key is not null)
    and (state <> 'failed' or key is null))
);
create index ebook_samples_waiting on public.ebook_samples (wanted_at, ebook_id) where state = 'waiting';
create trigger note_purge after delete on public.ebook_samples for each row execute function public.note_purge('ebooks');
create trigger note_purge_of_change after update on public.ebook_samples for each row
  when (old.key is distinct from new.key) execute function public.note_purge('ebooks');

-- Removes the file of a previous sample: at once if the owner removed the sample, later if a new one replaced it, because emails link to
-- it.
create function public.retire_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.key is not null then
    perform public.retire_file(old.key, 'sample', public.rule('keep_replaced_files'));
  else
    perform public.retire_file(old.key, 'sample', interval '0');
  end if;
  return null;
end
$$;
create trigger retire_file after delete on public.ebook_samples for each row when (old.key is not null) execute function public.retire_sample();
create trigger retire_file_of_change after update on public.ebook_samples for each row
  when (old.key is distinct from new.key and old.key is not null) execute function public.retire_sample();

-- The first PDF of a book creates its sample; each later one has the sample made again, if the owner kept it.
create function public.want_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.ebook_samples set revision = revision + 1, state = 'waiting', problem = null, wanted_at = now() where ebook_id = new.ebook_id;
  if not found and new.version = 1 and (new.facts->>'pages')::integer > 1 then
    insert into public.ebook_samples (ebook_id) values (new.ebook_id);
  end if;
  return null;
end
$$;
create trigger want_sample after insert on public.ebook_files for each row when (new.format = 'pdf') execute function public.want_sample();

-- Returns the sample for visitors, under a key that exists only if there is one.
create function public.sample_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('sample', jsonb_build_object('key', s.key, 'pages', s.pages, 'bytes', s.bytes))
      from public.ebook_samples s where s.ebook_id = p_ebook_id and s.key is not null), '{}');
end
$$;

-- Returns the state of a book's sample for its owner, under a key that exists only if a sample is wanted.
create function public.sampling_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('sampling', jsonb_build_object('first_page', s.first_page, 'last_page', s.last_page, 'state', s.state,
        'problem', s.problem, 'made_at', s.made_at))
      from public.ebook_samples s where s.ebook_id = p_ebook_id), '{}');
end
$$;

-- Requests a sample of the pages of `p_range`, { first_page, last_page }; both null mean the first tenth. A null range removes the sample.
-- Returns `done`, `not_found`, `beyond_end` if the book has fewer pages, `whole_book` if the range has all of its pages.
create function public.set_ebook_sample(p_actor jsonb, p_id text, p_range jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_first integer := (p_range->>'first_page')::integer;
  v_last integer := (p_range->>'last_page')::integer;
  v_pages integer;
  v_before jsonb;
  v_after jsonb := jsonb_build_object('first_page', v_first, 'last_page', v_last);
begin
  perform from public.ebooks_metadata b where b.id = p_id for update;
  if not found then
    return 'not_found';
  end if;
  select (f.facts->>'pages')::integer into v_pages
    from public.ebook_files f where f.ebook_id = p_id and f.format = 'pdf' and f.replaced_at is null;
  if v_last > v_pages then
    return 'beyond_end';
  elsif p_range is not null and coalesce(v_last - v_first + 1, 1) >= v_pages then
    return 'whole_book';
  end if;
  select jsonb_build_object('first_page', s.first_page, 'last_page', s.last_page) into v_before
    from public.ebook_samples s where s.ebook_id = p_id;
  if p_range is not null then
    insert into public.ebook_samples as s (ebook_id, first_page, last_page) values (p_id, v_first, v_last)
      on conflict (ebook_id) do update set first_page = v_first, last_page = v_last, revision = s.revision + 1, state = 'waiting',
        problem = null, wanted_at = now();
    perform public.write_audit_log(p_actor, 'ebook_sample_set', 'ebook', p_id, coalesce(v_before, '{}'), v_after);
  elsif v_before is not null then
    delete from public.ebook_samples where ebook_id = p_id;
    perform public.write_audit_log(p_actor, 'ebook_sample_removed', 'ebook', p_id, v_before, null);
  end if;
  return 'done';
end
$$;

-- Returns samples that must be made, and the PDF to make each from. A book without a PDF is left out until it has one.
create function public.list_samples_due(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.wanted_at, d.ebook_id), '[]')
      from (
        select s.ebook_id, s.revision, s.first_page, s.last_page, s.wanted_at, b.title, f.key as pdf_key
          from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
            join public.ebook_files f on f.ebook_id = s.ebook_id and f.format = 'pdf' and f.replaced_at is null
          where s.state = 'waiting' and not public.is_put_off('samples', s.ebook_id || ':' || s.revision) order by s.wanted_at, s.ebook_id limit p_limit
      ) d);
end
$$;

-- Stores the key of a sample file before the file is stored, so that a failed try leaves no file. Returns false if another sample is
-- wanted.
create function public.expect_sample(p_ebook_id text, p_revision integer, p_key text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with expected as (
    insert into public.unused_files (key, kind, remove_after)
      select p_key, 'sample', now() + public.rule('keep_uploads') from public.ebook_samples s
        where s.ebook_id = p_ebook_id and s.revision = p_revision and s.state = 'waiting'
      returning 1
  )
  select exists (select from expected)
$$;

-- Publishes a stored file as the sample. Returns false if another sample is wanted meanwhile; the file is then removed after a day.
create function public.finish_sample(p_ebook_id text, p_revision integer, p_key text, p_pages integer, p_bytes integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.ebook_samples s where s.ebook_id = p_ebook_id and s.revision = p_revision and s.state = 'waiting' for update;
  if not found then
    return false;
  end if;
  delete from public.unused_files f where f.key = p_key and f.kind = 'sample' and not f.is_going;
  if not found then
    return false;
  end if;
  update public.ebook_samples set state = 'ready', key = p_key, pages = p_pages, bytes = p_bytes, made_at = now()
    where ebook_id = p_ebook_id;
  return true;
end
$$;

-- Marks the wanted sample as impossible. Visitors get no sample.
create function public.fail_sample(p_ebook_id text, p_revision integer, p_problem text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.ebook_samples set state = 'failed', problem = p_problem, key = null, pages = null, bytes = null, made_at = null
    where ebook_id = p_ebook_id and revision = p_revision and state = 'waiting'
$$;

-- Queues the email with the link to a book's sample. Anybody can enter any address, so a mailbox gets each sample once a day, and five in
-- all. Returns `written`, `not_now`, or `not_found` for a book without a sample.
create function public.ask_for_sample(p_ebook_id text, p_email text, p_locale text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payload jsonb;
begin
  select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'author', b.author, 'key', s.key, 'pages', s.pages) into v_payload
    from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
    where s.ebook_id = p_ebook_id and s.key is not null and b.state = 'published' and b.is_priced;
  if not found then
    return 'not_found';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  if not public.mailbox_has_room(p_email, array['sample_sent'], jsonb_build_object('ebook_id', p_ebook_id))
    or exists (select from public.outbox m
      where public.mailbox_of(m.recipient) = public.mailbox_of(p_email) and m.kind = 'sample_sent'
        and m.payload->>'ebook_id' = p_ebook_id and m.created_at > now() - interval '1 day') then
    return 'not_now';
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('sample_sent:' || gen_random_uuid(), 'sample_sent', p_email, p_locale, v_payload);
  return 'written';
end
$$;
