-- The shop's books as their owner works on them.

alter table public.ebooks_metadata
  -- Where the book's PDF is among the private files; null: pdfs/{filename}.
  add column pdf_key text unique check (pdf_key ~ '^pdfs/[0-9a-f-]{36}/[a-z0-9.-]+\.pdf$'),
  -- How often the PDF was replaced, and one; its owners are told of each, once.
  add column file_version integer not null default 1,
  -- Counts changes, so that of two admins who edit the same book the second one is told.
  add column revision integer not null default 1;
create unique index ebooks_by_upload on public.ebooks_metadata (split_part(pdf_key, '/', 2)) where pdf_key is not null;
create index ebooks_newest on public.ebooks_metadata (created_at desc, id desc);
create index ebooks_in_state on public.ebooks_metadata (state, created_at desc, id desc);
create index entitlements_of_book on public.entitlements (ebook_id, uid) where revoked_at is null;

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
  primary key (key, kind)
);
create index unused_files_due on public.unused_files (remove_after);
alter table public.unused_files enable row level security;

-- New versions whose owners are being told, in portions.
create table public.ebook_announcements (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  version integer not null,
  told_up_to text not null default '',
  primary key (ebook_id, version)
);
alter table public.ebook_announcements enable row level security;

create function public.cover_key(p_filename text, p_version text) returns text
language sql immutable set search_path = ''
as $$ select 'covers/' || regexp_replace(p_filename, '\.pdf$', '') || '.' || p_version $$;

create function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null))
$$;

-- What is written down of a change.
create function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color']
$$;

-- A page of all books, newest first, in either direction; like `ebooks_page` for those that are rare among the newest.
create function public.admin_ebooks_page(
  p_words text, p_state text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off
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

create function public.admin_ebook(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.admin_ebook_json(b) from public.ebooks_metadata b where b.id = p_id $$;

-- Where the PDF of the book with this file name is.
create function public.pdf_key_of(p_filename text) returns text
language sql stable security definer set search_path = ''
as $$ select coalesce((select b.pdf_key from public.ebooks_metadata b where b.filename = p_filename), 'pdfs/' || p_filename) $$;

-- Where a book's PDF is, and the name that it is saved by.
create function public.ebook_file(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('filename', b.filename, 'key', coalesce(b.pdf_key, 'pdfs/' || b.filename))
    from public.ebooks_metadata b where b.id = p_id
$$;

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
create function public.uploads_waiting(p_ids uuid[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', f.upload_id, 'kind', f.kind, 'key', f.key)), '[]')
    from public.unused_files f where f.upload_id = any (p_ids) and not f.is_going
$$;

-- The book that has taken a PDF: a request that is repeated finds what it made.
create function public.ebook_of_upload(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.admin_ebook_json(b) from public.ebooks_metadata b where split_part(b.pdf_key, '/', 2) = p_id::text $$;

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

create function public.set_ebook_prices(p_id text, p_prices jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ebook_prices p where p.ebook_id = p_id and p_prices->>p.currency is null;
  insert into public.ebook_prices (ebook_id, currency, amount_minor)
    select p_id, e.key, e.value::integer from jsonb_each_text(p_prices) e where e.value is not null
    on conflict (ebook_id, currency) do update set amount_minor = excluded.amount_minor
$$;

-- Makes a book of two uploads. Its file's name is the PDF's; its id is the first free one of `p_id`, `p_id`-2, and so on.
create function public.add_ebook(
  p_actor jsonb, p_id text, p_book jsonb, p_pdf_id uuid, p_pages integer, p_cover_id uuid, p_cover_color text
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
  if not found or not exists (select from public.unused_files f where f.upload_id = p_cover_id and f.kind = 'cover' and not f.is_going) then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  for attempt in 2..1000 loop
    insert into public.ebooks_metadata (id, title, description, author, language, pages, filename, pdf_key, cover_version, cover_color, state)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', p_pages, v_filename, v_pdf_key,
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
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(v_id));
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
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(p_id));
end
$$;

-- What books do not need any more stays a while for whoever is reading it.
create function public.retire_file(p_key text, p_kind text, p_after interval) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.unused_files (key, kind, remove_after) values (p_key, p_kind, now() + p_after)
    on conflict (key, kind) do update set remove_after = excluded.remove_after
$$;

-- Puts an upload in the place of the book's PDF, and has its owners told when the admin wants it.
create function public.replace_ebook_pdf(
  p_actor jsonb, p_id text, p_revision integer, p_pdf_id uuid, p_pages integer, p_tell_owners boolean
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
  v_key text;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  v_key := public.take_upload(p_pdf_id, 'pdf');
  if v_key is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  perform public.retire_file(public.ebook_file(p_id)->>'key', 'pdf', interval '30 days');
  update public.ebooks_metadata set pdf_key = v_key, pages = p_pages, file_version = file_version + 1, revision = revision + 1
    where id = p_id;
  if p_tell_owners then
    insert into public.ebook_announcements (ebook_id, version) select b.id, b.file_version from public.ebooks_metadata b where b.id = p_id;
  end if;
  perform public.note_admin_change(p_actor, 'ebook_file_replaced', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(p_id));
end
$$;

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
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(p_id));
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
  perform public.retire_file(public.ebook_file(p_id)->>'key', 'pdf', interval '0');
  if v_book.cover_version is not null then
    perform public.retire_file(public.cover_key(v_book.filename, v_book.cover_version), 'cover', interval '0');
  end if;
  delete from public.ebooks_metadata where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_removed', 'ebook', p_id, v_before, null);
  return 'removed';
end
$$;

-- Unused files whose time has come; from now on no book can take them.
create function public.files_to_remove(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_files jsonb;
begin
  with due as (
    select f.key, f.kind from public.unused_files f where f.remove_after <= now() order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

create function public.forget_file(p_key text, p_kind text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.unused_files where key = p_key and kind = p_kind and is_going $$;

-- Writes the mail about a new version to the next owners, each of whom is written to once for it, at the address and in the language
-- of his latest order. False when nobody is left.
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

-- As before, and the mail about new versions goes like that about a message.
create or replace function public.sweep() returns void
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
      and m.recipient = o.buyer_email and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o)
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
  -- A sign-up that nobody confirmed is forgotten; of who had left before, that he left is kept.
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

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('cover_key', 'admin_ebook_json', 'ebook_facts', 'admin_ebooks_page', 'admin_ebook', 'pdf_key_of', 'ebook_file', 'expect_upload',
      'uploads_waiting', 'ebook_of_upload', 'take_upload', 'set_ebook_prices', 'add_ebook', 'lock_ebook', 'edit_ebook', 'retire_file',
      'replace_ebook_pdf', 'replace_ebook_cover', 'remove_ebook', 'files_to_remove', 'forget_file', 'announce_version', 'sweep') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
