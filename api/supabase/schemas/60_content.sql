-- The texts of the site that the owner edits, and settings, which are stored like texts.
set check_function_bodies = off;

-- Each row is one publication, and never changes. The newest version of a key is valid. A key without rows has the default of the code. An
-- older text is restored by publishing it again.
create table public.content_versions (
  key text not null check (key ~ '^[a-zA-Z_]{1,40}$'),
  version integer not null check (version > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  published_by text not null check (char_length(btrim(published_by)) between 1 and 254),
  published_at timestamptz not null default now(),
  -- The version that this publication restored, 0 for the default of the code; null for a new text.
  restored_from integer check (restored_from >= 0 and restored_from < version),
  primary key (key, version)
);
-- Buyers accept a legal text by its name, so two texts must not have the same name.
create unique index content_legal_names on public.content_versions (key, (body ->> 'version')) where key in ('terms', 'privacy');
create trigger append_only before update or delete or truncate on public.content_versions
  for each statement execute function public.refuse_change();
create trigger note_purge after insert on public.content_versions for each row execute function public.note_purge('texts');
create trigger note_sold_currencies after insert on public.content_versions for each row
  when (new.key = 'currencies') execute function public.note_sold_currencies();
-- The choice of currencies changes all prices, so the pages of books are purged too.
create trigger note_purge_of_currencies after insert on public.content_versions for each row
  when (new.key = 'currencies') execute function public.note_purge('ebooks');

-- Texts for a preview. The id alone gives access to the draft, for an hour.
create table public.content_drafts (
  id uuid primary key default gen_random_uuid(),
  key text not null check (key ~ '^[a-zA-Z_]{1,40}$'),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  made_at timestamptz not null default now()
);
create index content_drafts_oldest on public.content_drafts (made_at);

-- Returns the newest publication of each key. Keys that were never published are left out.
create function public.get_content(p_keys text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', c.key, 'version', c.version, 'body', c.body,
      'published_by', c.published_by, 'published_at', c.published_at)), '[]')
    from unnest(p_keys) k (key),
      lateral (select v.* from public.content_versions v where v.key = k.key order by v.version desc limit 1) c);
end
$$;

create function public.get_content_version(p_key text, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('version', c.version, 'body', c.body, 'published_by', c.published_by, 'published_at', c.published_at)
    from public.content_versions c where c.key = p_key and c.version = p_version);
end
$$;

-- Returns the publications of a key before `p_before` (null: all), newest first, without the bodies.
create function public.list_content_versions(p_key text, p_before integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('version', c.version, 'published_by', c.published_by, 'published_at', c.published_at,
      'restored_from', c.restored_from) order by c.version desc), '[]')
    from (select * from public.content_versions v where v.key = p_key and (p_before is null or v.version < p_before)
      order by v.version desc limit p_size) c);
end
$$;

-- Returns the legal text with this name, or the valid text if no name is given, together with the names of all published texts, newest
-- first.
create function public.get_legal_text(p_document text, p_name text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'body', (select c.body from public.content_versions c
      where c.key = p_document and (p_name is null or c.body ->> 'version' = p_name) order by c.version desc limit 1),
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', c.body ->> 'version', 'effectiveOn', c.body ->> 'effectiveOn')
      order by c.version desc), '[]') from public.content_versions c where c.key = p_document));
end
$$;

-- Stores the key of a picture of the brand before it is uploaded, and returns it. `p_name` is its purpose. The picture is kept if it is
-- published within a month; until then it may be in a draft.
create function public.expect_brand_picture(p_id uuid, p_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := 'brand/' || p_name || '.' || left(replace(p_id::text, '-', ''), 12);
begin
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, 'brand', p_id, now() + public.rule('keep_unused_pictures'));
  return v_key;
end
$$;

-- Returns the pictures of a brand or of the podcast, with their keys.
create function public.brand_pictures_of(p_body jsonb) returns table (name text, key text)
language sql immutable set search_path = ''
as $$
  select f.name, ltrim(p_body->f.name->>'base', '/') from unnest(array['portrait', 'logo', 'icon', 'social', 'artwork']) f (name)
    where p_body->f.name->>'base' is not null
$$;

-- Returns the name of a picture of this text whose files do not exist, or null. Locks unused pictures until the caller's transaction ends,
-- so that they are not removed. Pictures of previous versions are never removed, because a version can be restored.
create function public.missing_brand_picture(p_body jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.unused_files f join public.brand_pictures_of(p_body) p on p.key = f.key where f.kind = 'brand' for update of f;
  return (select p.name from public.brand_pictures_of(p_body) p
    where not exists (select from public.unused_files f where f.key = p.key and f.kind = 'brand' and not f.is_going)
      and not exists (select from public.content_versions c, public.brand_pictures_of(c.body) u where c.key in ('brand', 'podcast') and u.key = p.key)
    limit 1);
end
$$;

-- Takes the pictures of a published text out of the unused files. Their originals are no longer needed.
create function public.take_brand_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with taken as (
    delete from public.unused_files f using public.brand_pictures_of(new.body) p where f.key = p.key and f.kind = 'brand' returning f.key
  )
  insert into public.unused_files (key, kind, remove_after) select t.key, 'original', now() from taken t;
  return null;
end
$$;
create trigger take_brand_pictures after insert on public.content_versions for each row
  when (new.key in ('brand', 'podcast')) execute function public.take_brand_pictures();

-- Gives the site's author to the books that were made before the site had an author. These books have the placeholder name `p_from`.
create function public.name_author(p_actor jsonb, p_from text, p_to text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
begin
  for v_book in select b.* from public.ebooks_metadata b where b.author = p_from and p_from <> p_to order by b.id for update loop
    update public.ebooks_metadata set author = p_to, revision = revision + 1 where id = v_book.id;
    perform public.write_audit_log(p_actor, 'ebook_edited', 'ebook', v_book.id, public.ebook_facts(v_book), public.ebook_facts(b))
      from public.ebooks_metadata b where b.id = v_book.id;
  end loop;
end
$$;

-- Publishes a body as the next version of its key. `p_expected`: the version that the admin started with, 0 for none. `p_default`: the text
-- before the first version, for the audit log.
-- Outcome `published`. `stale`: another admin published meanwhile. `name_taken`: an earlier legal text or the default has this name.
-- `picture_gone`: a picture of the brand does not exist. `unknown_zone`: the database does not know this time zone. `unchanged`: the same
-- text is valid already. All but the first write nothing.
create function public.publish_content(
  p_key text, p_expected integer, p_body jsonb, p_actor jsonb, p_subject_kind text, p_default jsonb, p_restored_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
  v_gone text;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    if v_newest.body = p_body then
      return jsonb_build_object('outcome', 'unchanged', 'version', p_expected);
    end if;
    if p_key in ('terms', 'privacy') and p_body->>'version' = p_default->>'version' and p_body <> p_default then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    v_gone := case when p_key in ('brand', 'podcast') then public.missing_brand_picture(p_body) end;
    if v_gone is not null then
      return jsonb_build_object('outcome', 'picture_gone', 'picture', v_gone);
    end if;
    if p_key = 'timeZone' and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_body->>'zone') then
      return jsonb_build_object('outcome', 'unknown_zone');
    end if;
    -- If two admins publish at the same moment, the second one waits here for the row of the first.
    insert into public.content_versions (key, version, body, published_by, restored_from)
      values (p_key, p_expected + 1, p_body, p_actor->>'email', p_restored_from) on conflict do nothing;
    if found then
      perform public.write_audit_log(p_actor, case when p_restored_from is null then 'content_published' else 'content_restored' end,
        p_subject_kind, p_key, coalesce(v_newest.body, p_default), p_body);
      -- If no author is configured, the default is the site's name or host.
      if p_key = 'brand' and p_default->>'author' = p_default->>'site' then
        perform public.name_author(p_actor, p_default->>'author', p_body->>'author');
      end if;
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

-- Stores a text for a preview. Returns the draft's id.
create function public.save_content_draft(p_key text, p_body jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  delete from public.content_drafts d where d.made_at < now() - public.rule('keep_content_drafts');
  insert into public.content_drafts (key, body) values (p_key, p_body) returning id into v_id;
  return v_id;
end
$$;

-- Returns a draft; null if it does not exist or has expired.
create function public.get_content_draft(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('key', d.key, 'body', d.body) from public.content_drafts d
      where d.id = p_id and d.made_at > now() - public.rule('keep_content_drafts'));
end
$$;
