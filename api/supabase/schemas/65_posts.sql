-- The author's posts: drafts by language, their publications, and permanent addresses.
set check_function_bodies = off;

create table public.posts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('text', 'devotional')),
  -- The current address; post_slugs has every address that the post ever had. Null until the post is published or the owner enters one.
  slug text unique,
  tags text[] not null default '{}' check (cardinality(tags) <= 5),
  -- A published post can be withdrawn, but never becomes a draft again.
  state text not null default 'draft' check (state in ('draft', 'scheduled', 'published', 'withdrawn')),
  publish_at timestamptz,
  scheduled_by text,
  first_published_at timestamptz,
  -- The last change of the post's page, for search engines.
  changed_at timestamptz,
  -- The languages that are published, the original first.
  locales text[] not null default '{}' check (locales <@ '{pt-BR,en}'),
  created_at timestamptz not null default now(),
  -- The last change of the post's draft.
  edited_at timestamptz not null default now(),
  -- Incremented with each change, except to the drafts, which have their own revisions.
  revision integer not null default 1,
  -- `campaign`: only readers with its address can read it, such as those who got it by email; no list shows it.
  visibility text not null default 'site' check (visibility in ('site', 'campaign')),
  check ((state = 'scheduled') = (publish_at is not null) and (publish_at is null) = (scheduled_by is null)),
  check ((state in ('published', 'withdrawn')) = (first_published_at is not null)),
  check (first_published_at is null or (slug is not null and changed_at is not null and cardinality(locales) > 0))
);
create index posts_newest on public.posts (first_published_at desc, id desc) where state = 'published' and visibility = 'site';
create index posts_edited on public.posts (edited_at desc, id desc);
create index posts_scheduled on public.posts (publish_at) where state = 'scheduled';
-- The menu of every page depends on whether there is a post.
create trigger note_purge after update on public.posts for each row
  when ((old.kind, old.slug, old.tags, old.state, old.changed_at, old.locales, old.visibility)
    is distinct from (new.kind, new.slug, new.tags, new.state, new.changed_at, new.locales, new.visibility))
  execute function public.note_purge('texts');

-- All current and previous addresses of posts. Each address belongs to one post for ever, and a previous address redirects to the current
-- one.
create table public.post_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  post_id uuid not null references public.posts (id) on delete cascade,
  given_at timestamptz not null default now()
);
create index post_slugs_of_post on public.post_slugs (post_id);

-- The drafts, one for each language from the beginning. A draft without a title is not published.
create table public.post_drafts (
  post_id uuid not null references public.posts (id) on delete cascade,
  locale text not null check (locale in ('pt-BR', 'en')),
  title text not null default '' check (char_length(title) <= 150),
  lead text not null default '' check (char_length(lead) <= 400),
  body jsonb not null default '{"type": "doc", "content": [{"type": "paragraph"}]}' check (body->>'type' = 'doc' and octet_length(body::text) <= 500000),
  revision integer not null default 1,
  saved_by text not null,
  saved_at timestamptz not null default now(),
  search_text text generated always as (public.to_search_text(title || ' ' || lead)) stored,
  primary key (post_id, locale)
);
create index post_drafts_search on public.post_drafts using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- Each row is one publication, as in `content_versions`. A post with publications cannot be deleted.
create table public.post_versions (
  post_id uuid not null references public.posts (id),
  locale text not null check (locale in ('pt-BR', 'en')),
  version integer not null check (version > 0),
  title text not null check (char_length(title) between 1 and 150),
  lead text not null check (char_length(lead) <= 400),
  body jsonb not null check (body->>'type' = 'doc' and octet_length(body::text) <= 500000),
  published_by text not null check (published_by <> ''),
  published_at timestamptz not null default now(),
  restored_from integer check (restored_from > 0 and restored_from < version),
  primary key (post_id, locale, version)
);
create trigger append_only before update or delete or truncate on public.post_versions
  for each statement execute function public.refuse_change();

-- The pictures that a text uses: its draft (version 0) and its publications. A picture that no text uses any more is kept for a month, in
-- case an admin restores the text.
create table public.post_picture_uses (
  key text not null check (key ~ '^pictures/text\.[0-9a-f]{12}$'),
  post_id uuid not null references public.posts (id) on delete cascade,
  locale text not null check (locale in ('pt-BR', 'en')),
  version integer not null check (version >= 0),
  primary key (key, post_id, locale, version)
);
create index post_picture_uses_of_post on public.post_picture_uses (post_id, locale, version);

-- Pictures -------------------------------------------------------------------------------------------------------------------------

-- Stores the key of a picture before the upload, and returns the key. The picture is kept if a draft uses it within a month.
create function public.expect_post_picture(p_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := 'pictures/text.' || left(replace(p_id::text, '-', ''), 12);
begin
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, 'post_picture', p_id, now() + public.rule('keep_unused_pictures'));
  return v_key;
end
$$;

-- Returns the keys of the pictures in a text, each once.
create function public.post_pictures_of(p_body jsonb) returns setof text
language sql immutable set search_path = ''
as $$
  select distinct ltrim(b->'attrs'->>'base', '/') from jsonb_array_elements(p_body->'content') b where b->>'type' = 'picture'
$$;

-- Returns whether a picture of this text does not exist. Locks unused pictures until the caller's transaction ends, so that they are not
-- removed.
create function public.misses_post_picture(p_body jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.unused_files f where f.kind = 'post_picture' and f.key in (select public.post_pictures_of(p_body)) for update;
  return exists (select from public.post_pictures_of(p_body) p (key)
    where not exists (select from public.unused_files f where f.key = p.key and f.kind = 'post_picture' and not f.is_going)
      and not exists (select from public.post_picture_uses u where u.key = p.key));
end
$$;

-- Updates post_picture_uses when a text changes.
create function public.note_post_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_version integer := coalesce((to_jsonb(new)->>'version')::integer, 0);
begin
  insert into public.post_picture_uses (key, post_id, locale, version)
    select p.key, new.post_id, new.locale, v_version from public.post_pictures_of(new.body) p (key) on conflict do nothing;
  delete from public.post_picture_uses u
    where u.post_id = new.post_id and u.locale = new.locale and u.version = v_version
      and u.key not in (select public.post_pictures_of(new.body));
  return null;
end
$$;
create trigger note_pictures after insert or update of body on public.post_drafts for each row execute function public.note_post_pictures();
create trigger note_pictures after insert on public.post_versions for each row execute function public.note_post_pictures();

-- Takes a picture out of the unused files when a post uses the picture. The picture's original is no longer needed.
create function public.take_post_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.unused_files f where f.key = new.key and f.kind = 'post_picture';
  if found then
    insert into public.unused_files (key, kind, remove_after) values (new.key, 'original', now()) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger take_picture after insert on public.post_picture_uses for each row execute function public.take_post_picture();

-- Marks a picture as an unused file when the last post stops using the picture.
create function public.leave_post_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.post_picture_uses u where u.key = old.key) then
    insert into public.unused_files (key, kind, remove_after) values (old.key, 'post_picture', now() + public.rule('keep_unused_pictures')) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger leave_picture after delete on public.post_picture_uses for each row execute function public.leave_post_picture();

-- Pages ----------------------------------------------------------------------------------------------------------------------------

-- Returns a published post as visitors read it: in their language, or in that of the original.
create function public.post_json(post public.posts, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('slug', post.slug, 'kind', post.kind, 'tags', post.tags, 'published_at', post.first_published_at,
      'changed_at', post.changed_at, 'locales', post.locales, 'locale', v.locale, 'title', v.title, 'lead', v.lead, 'body', v.body, 'id', post.id,
      'visibility', post.visibility)
    from public.post_versions v
    where v.post_id = post.id and v.locale = case when p_locale = any (post.locales) then p_locale else post.locales[1] end
    order by v.version desc limit 1);
end
$$;

-- Returns a page of the listed posts, newest first; optionally only those with a tag, or only those that were also sent as a newsletter
-- issue. `tags`: the tags of all listed posts, the most frequent first.
create function public.list_posts(
  p_locale text, p_tag text, p_after_at timestamptz, p_after_id uuid, p_size integer, p_is_mailed boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with page as (
      select p.* from public.posts p
        where p.state = 'published' and p.visibility = 'site' and (p_tag is null or p_tag = any (p.tags))
          and (p_after_at is null or (p.first_published_at, p.id) < (p_after_at, p_after_id))
          -- An issue of the welcome series never prepares a list of recipients, because it is not sent to all subscribers.
          and (not p_is_mailed or exists (select from public.campaigns l
            where l.post_id = p.id and l.state = 'sent' and l.prepared > 0 and coalesce((l.totals->>'sent')::integer, 1) > 0))
        order by p.first_published_at desc, p.id desc limit p_size + 1
    )
    select jsonb_build_object(
      'posts', (select coalesce(jsonb_agg(public.post_json(s::public.posts, p_locale) order by s.first_published_at desc, s.id desc), '[]')
        from (select * from page order by first_published_at desc, id desc limit p_size) s),
      'more', (select count(*) from page) > p_size,
      'tags', (select coalesce(jsonb_agg(t.tag order by t.times desc, t.tag), '[]')
        from (
          select tag, count(*) as times from public.posts p, unnest(p.tags) tag where p.state = 'published' and p.visibility = 'site'
            group by tag order by count(*) desc, tag limit 20
        ) t)));
end
$$;

-- Returns the ids of the episodes that a text shows.
create function public.episodes_of_text(p_body jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_path_query_array(p_body, '$.content[*] ? (@.type == "episode").attrs.id');
end
$$;
create index post_versions_episodes on public.post_versions using gin (public.episodes_of_text(body));

-- Returns the listed posts that show an episode as visitors read them, newest first; at most six.
create function public.list_posts_about_episode(p_episode_id text, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', f.slug, 'title', f.title, 'locale', f.locale)
        order by f.first_published_at desc, f.slug), '[]')
      from (
        select p.slug, p.first_published_at, j->>'title' as title, j->>'locale' as locale
          from public.posts p, public.post_json(p, p_locale) j
          where p.state = 'published' and p.visibility = 'site'
            -- Finds the posts by the index, in which any version of the text counts, and then checks the version that visitors read.
            and p.id in (select v.post_id from public.post_versions v where public.episodes_of_text(v.body) ? p_episode_id)
            and public.episodes_of_text(j->'body') ? p_episode_id
          order by p.first_published_at desc, p.slug limit 6
      ) f
  );
end
$$;

-- Returns the post that has or had this address; `post` is null if it is withdrawn. Null for an address that is unknown or not published
-- yet.
create function public.get_post(p_slug text, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('post', case when p.state = 'published' then public.post_json(p, p_locale) end)
    from public.post_slugs s join public.posts p on p.id = s.post_id
    where s.slug = p_slug and p.state in ('published', 'withdrawn'));
end
$$;

-- Returns a post as its drafts show it: in this language, or in the other language if the draft in this language has no title. Null if
-- neither draft has a title.
create function public.preview_post(p_id uuid, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('slug', coalesce(p.slug, ''), 'kind', p.kind, 'tags', p.tags,
      'published_at', coalesce(p.first_published_at, p.publish_at, now()), 'changed_at', now(), 'locale', d.locale,
      'locales', (select jsonb_agg(w.locale order by w.locale desc) from public.post_drafts w where w.post_id = p.id and w.title <> ''),
      'title', d.title, 'lead', d.lead, 'body', d.body, 'id', p.id, 'visibility', p.visibility)
    from public.posts p join public.post_drafts d on d.post_id = p.id
    where p.id = p_id and d.title <> ''
    order by d.locale = p_locale desc limit 1);
end
$$;

-- Returns whether any post is listed on the site.
create function public.has_posts() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.posts p where p.state = 'published' and p.visibility = 'site');
end
$$;

-- Posts for the owner --------------------------------------------------------------------------------------------------------------

-- Returns whether a draft differs from the last publication in its language.
create function public.is_draft_new(draft public.post_drafts) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return draft.title <> '' and not exists (
    select from (select * from public.post_versions v where v.post_id = draft.post_id and v.locale = draft.locale order by v.version desc limit 1) v
      where (v.title, v.lead, v.body) = (draft.title, draft.lead, draft.body));
end
$$;

-- Returns `ListedAdminPostSchema` of contracts/admin-posts.ts. `title`: the title of the original, which may be empty.
create function public.listed_post_json(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', post.id, 'kind', post.kind, 'slug', post.slug, 'state', post.state, 'publishAt', post.publish_at,
    'firstPublishedAt', post.first_published_at, 'editedAt', post.edited_at,
    'visibility', post.visibility,
    'title', coalesce((select d.title from public.post_drafts d where d.post_id = post.id and d.title <> '' order by d.locale desc limit 1), ''),
    -- The result is also true if a language was removed, or is added again unchanged.
    'isNew', (
      select bool_or(public.is_draft_new(d) or post.state = 'published' and (d.title <> '') <> (d.locale = any (post.locales)))
        from public.post_drafts d where d.post_id = post.id), 'news', public.news_of_post(post));
end
$$;

-- Returns `AdminPostSchema` of contracts/admin-posts.ts without the time zone, which the API adds.
create function public.admin_post_json(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.listed_post_json(post) || jsonb_build_object('tags', post.tags, 'locales', post.locales, 'revision', post.revision,
    'drafts', (select jsonb_object_agg(d.locale, jsonb_build_object('title', d.title, 'lead', d.lead, 'body', d.body, 'revision', d.revision,
        'savedBy', d.saved_by, 'savedAt', d.saved_at, 'isNew', public.is_draft_new(d)))
      from public.post_drafts d where d.post_id = post.id));
end
$$;

-- Returns a post as its owner edits it. Refusal: `not_found`.
create function public.get_admin_post(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select public.admin_post_json(p) from public.posts p where p.id = p_id), public.refusal('not_found'));
end
$$;

-- Returns whether a draft is empty, because an admin began it and left.
create function public.is_blank(post public.posts) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return post.state = 'draft' and post.slug is null and post.tags = '{}' and not exists (select from public.campaigns l where l.post_id = post.id)
    and not exists (
      select from public.post_drafts d
        where d.post_id = post.id and (d.title || d.lead <> '' or d.body <> '{"type": "doc", "content": [{"type": "paragraph"}]}'));
end
$$;

-- Returns a page of the posts that are not blank, most recently edited first, in either direction.
create function public.list_admin_posts(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
begin
  -- If no post has the words as they were written, search for posts that have each of them.
  if not exists (
    select from public.post_drafts d join public.posts p on p.id = d.post_id
      where ' ' || d.search_text like all (v_words) and (p_state is null or p.state = p_state)) then
    v_words := public.word_patterns(p_words, false);
  end if;
  return (
    with found as (
      select p.* from public.posts p
        where (p_state is null or p.state = p_state) and not public.is_blank(p)
          and (v_words is null or p.id in (select d.post_id from public.post_drafts d where ' ' || d.search_text like all (v_words)))
          and (p_at is null or case when p_is_backwards then (p.edited_at, p.id) > (p_at, p_id) else (p.edited_at, p.id) < (p_at, p_id) end)
        order by case when p_is_backwards then p.edited_at end, case when p_is_backwards then p.id end, p.edited_at desc, p.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then edited_at end, case when p_is_backwards then id end, edited_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'posts', (select coalesce(jsonb_agg(public.listed_post_json(s::public.posts) order by s.edited_at desc, s.id desc), '[]') from page s)));
end
$$;

-- Creates a post with an empty draft in each language.
create function public.create_post(p_actor jsonb, p_kind text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  insert into public.posts (kind) values (p_kind) returning id into v_id;
  insert into public.post_drafts (post_id, locale, saved_by) values (v_id, 'pt-BR', p_actor->>'email'), (v_id, 'en', p_actor->>'email');
  return public.get_admin_post(v_id);
end
$$;

-- Saves the draft in one language. Refusals: `not_found`, and `changed_meanwhile` if the draft is not the one that the admin began with.
-- `refused`: `title_required` if the post is scheduled and would have nothing to publish; `body_required` if a scheduled post would have
-- only a title in this language; `picture_gone` if a picture does not exist.
create function public.save_post_draft(
  p_actor jsonb, p_id uuid, p_locale text, p_revision integer, p_title text, p_lead text, p_body jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_state text;
  v_draft public.post_drafts;
begin
  select p.state into v_state from public.posts p where p.id = p_id for update;
  select d.* into v_draft from public.post_drafts d where d.post_id = p_id and d.locale = p_locale;
  if not found then
    return public.refusal('not_found');
  end if;
  -- Saving the same text twice changes nothing.
  if (v_draft.title, v_draft.lead, v_draft.body) is distinct from (p_title, p_lead, p_body) then
    if v_draft.revision <> p_revision then
      return public.refusal('changed_meanwhile');
    elsif public.misses_post_picture(p_body) then
      return jsonb_build_object('refused', 'picture_gone');
    elsif v_state = 'scheduled' and p_title = ''
        and not exists (select from public.post_drafts d where d.post_id = p_id and d.locale <> p_locale and d.title <> '') then
      return jsonb_build_object('refused', 'title_required');
    elsif v_state = 'scheduled' and p_title <> '' and p_body->'content' = '[{"type": "paragraph"}]' then
      return jsonb_build_object('refused', 'body_required');
    end if;
    update public.post_drafts
      set title = p_title, lead = p_lead, body = p_body, revision = revision + 1, saved_by = p_actor->>'email', saved_at = now()
      where post_id = p_id and locale = p_locale;
    update public.posts set edited_at = now() where id = p_id;
  end if;
  return public.get_admin_post(p_id);
end
$$;

-- Locks a post for a change. Returns a refusal if it is missing, or if its revision or one of its drafts' revisions by language
-- (`p_drafts`) is not the one that the admin saw, otherwise null. Revisions that are null or missing are not compared.
create function public.lock_post(p_id uuid, p_revision integer, p_drafts jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select p.revision into v_revision from public.posts p where p.id = p_id for update;
  if not found then
    return public.refusal('not_found');
  elsif v_revision <> p_revision
      or exists (select from public.post_drafts d where d.post_id = p_id and d.revision <> (p_drafts->>d.locale)::integer) then
    return public.refusal('changed_meanwhile');
  end if;
  return null;
end
$$;

-- Returns the fields of a post for the audit log.
create function public.post_facts(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('kind', post.kind, 'slug', post.slug, 'tags', post.tags, 'state', post.state, 'publish_at', post.publish_at,
    'locales', post.locales, 'visibility', post.visibility);
end
$$;

-- Returns an address for a title that no other post has or had, as `free_slug` does.
create function public.free_post_slug(p_id uuid, p_title text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with words as (select public.slug_words(p_title) as words)
    select candidate from (
      select 0 as length, words as candidate from words where words <> ''
      union all
      select length, concat_ws('-', coalesce(nullif(words, ''), 'texto'), left(md5(p_id::text), length))
        from words, generate_series(4, 32, 4) length
    ) c
    where not public.is_reserved_slug(c.candidate)
      and not exists (select from public.post_slugs s where s.slug = c.candidate and s.post_id <> p_id)
    order by length limit 1);
end
$$;

-- Changes the kind, tags and address. Without an address, a published post keeps its own, and a draft gets one from its title when it is
-- published. `refused`: `slug_reserved`, `slug_taken`.
create function public.edit_post(p_actor jsonb, p_id uuid, p_revision integer, p_edits jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_slug text := p_edits->>'slug';
  v_refusal jsonb;
  v_before jsonb;
begin
  -- Serializes the assignment of addresses.
  lock table public.post_slugs in share row exclusive mode;
  v_refusal := public.lock_post(p_id, p_revision);
  if v_refusal is not null then
    return v_refusal;
  elsif public.is_reserved_slug(v_slug) then
    return jsonb_build_object('refused', 'slug_reserved');
  elsif exists (select from public.post_slugs s where s.slug = v_slug and s.post_id <> p_id) then
    return jsonb_build_object('refused', 'slug_taken');
  end if;
  select public.post_facts(p), case when p.first_published_at is null then v_slug else coalesce(v_slug, p.slug) end into v_before, v_slug
    from public.posts p where p.id = p_id;
  -- An address that was never published becomes free again.
  delete from public.post_slugs s using public.posts p
    where s.post_id = p_id and p.id = p_id and p.first_published_at is null and s.slug is distinct from v_slug;
  if v_slug is not null then
    insert into public.post_slugs (slug, post_id) values (v_slug, p_id) on conflict (slug) do nothing;
  end if;
  update public.posts
    set kind = p_edits->>'kind', slug = v_slug, tags = array(select jsonb_array_elements_text(p_edits->'tags')), revision = revision + 1,
      edited_at = now()
    where id = p_id;
  perform public.write_audit_log(p_actor, 'post_edited', 'post', p_id::text, v_before, public.post_facts(p)) from public.posts p where p.id = p_id;
  return public.get_admin_post(p_id);
end
$$;

-- Publishes the drafts that have a title, in the name of `p_by`. The caller has locked post_slugs and the post.
create function public.put_post_on_site(p_id uuid, p_by text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_locales text[];
  v_title text;
  v_slug text;
  v_new integer;
begin
  select array_agg(d.locale order by d.locale desc), (array_agg(d.title order by d.locale desc))[1] into v_locales, v_title
    from public.post_drafts d where d.post_id = p_id and d.title <> '';
  select coalesce(p.slug, public.free_post_slug(p_id, v_title)) into v_slug from public.posts p where p.id = p_id;
  insert into public.post_slugs (slug, post_id) values (v_slug, p_id) on conflict (slug) do nothing;
  insert into public.post_versions (post_id, locale, version, title, lead, body, published_by)
    select d.post_id, d.locale,
        (select coalesce(max(v.version), 0) + 1 from public.post_versions v where v.post_id = d.post_id and v.locale = d.locale),
        d.title, d.lead, d.body, p_by
      from public.post_drafts d where d.post_id = p_id and public.is_draft_new(d);
  get diagnostics v_new = row_count;
  update public.posts
    set state = 'published', slug = v_slug, first_published_at = coalesce(first_published_at, least(publish_at, now())), publish_at = null,
      scheduled_by = null, locales = v_locales,
      -- A post that is published late has not changed since its scheduled time. A post that is published before its scheduled time appears
      -- now.
      changed_at = case when first_published_at is null then least(publish_at, now()) when v_new > 0 or v_locales <> locales then now() else changed_at end,
      edited_at = now(), revision = revision + 1
    where id = p_id;
end
$$;

-- Publishes the drafts as the admin saw them (`p_drafts`: their revisions by language), or schedules them for a time, when they are
-- published as they are then. A withdrawn post can be published again. `p_visibility`: null leaves it unchanged.
-- Refusal `changed_meanwhile`: an admin changed something since, or a time was given for a post that was published before. `refused`:
-- `title_required`, `body_required` if there is nothing to read; `in_past` if the time is over; `was_listed` if a listed post would become
-- only readable by its URL.
create function public.publish_post(
  p_actor jsonb, p_id uuid, p_revision integer, p_drafts jsonb, p_publish_at timestamptz, p_visibility text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb;
  v_before public.posts;
begin
  lock table public.post_slugs in share row exclusive mode;
  v_refusal := public.lock_post(p_id, p_revision, p_drafts);
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_before from public.posts p where p.id = p_id;
  if not exists (select from public.post_drafts d where d.post_id = p_id and d.title <> '') then
    return jsonb_build_object('refused', 'title_required');
  elsif exists (select from public.post_drafts d where d.post_id = p_id and d.title <> '' and d.body->'content' = '[{"type": "paragraph"}]') then
    return jsonb_build_object('refused', 'body_required');
  elsif p_publish_at is not null and v_before.first_published_at is not null then
    return public.refusal('changed_meanwhile');
  elsif p_publish_at <= now() then
    return jsonb_build_object('refused', 'in_past');
  elsif p_visibility = 'campaign' and v_before.visibility = 'site' and v_before.first_published_at is not null then
    return jsonb_build_object('refused', 'was_listed');
  end if;
  update public.posts set visibility = coalesce(p_visibility, visibility) where id = p_id;
  if p_publish_at is null then
    perform public.put_post_on_site(p_id, p_actor->>'email');
  else
    update public.posts
      set state = 'scheduled', publish_at = p_publish_at, scheduled_by = p_actor->>'email', edited_at = now(), revision = revision + 1
      where id = p_id;
  end if;
  -- A correction changes none of the compared fields, but is logged too.
  perform public.write_audit_log(p_actor, case when p_publish_at is null then 'post_published' else 'post_scheduled' end, 'post', p_id::text,
      nullif(public.post_facts(v_before), public.post_facts(p)),
      case when public.post_facts(v_before) <> public.post_facts(p) then public.post_facts(p) end)
    from public.posts p where p.id = p_id;
  return public.get_admin_post(p_id);
end
$$;

-- Publishes the posts that are due, in the name of the admin who scheduled each. A post that fails stays scheduled and does not stop the
-- others. Returns how many were published.
create function public.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_count integer := 0;
begin
  if exists (select from public.posts p where p.state = 'scheduled' and p.publish_at <= now()) then
    lock table public.post_slugs in share row exclusive mode;
    for v_post in select p.* from public.posts p where p.state = 'scheduled' and p.publish_at <= now() order by p.publish_at for update loop
      begin
        perform public.put_post_on_site(v_post.id, v_post.scheduled_by);
        v_count := v_count + 1;
      exception when others then
        raise warning 'the text % could not be published: %', v_post.id, sqlerrm;
      end;
    end loop;
  end if;
  return v_count;
end
$$;

-- Withdraws a published post, or takes a scheduled one back to draft.
create function public.withdraw_post(p_actor jsonb, p_id uuid, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_post(p_id, p_revision);
  v_before public.posts;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_before from public.posts p where p.id = p_id;
  if v_before.state not in ('scheduled', 'published') then
    return public.refusal('changed_meanwhile');
  end if;
  update public.posts
    set state = case state when 'scheduled' then 'draft' else 'withdrawn' end, publish_at = null, scheduled_by = null, edited_at = now(),
      revision = revision + 1
    where id = p_id;
  perform public.write_audit_log(p_actor, case v_before.state when 'scheduled' then 'post_unscheduled' else 'post_withdrawn' end, 'post',
    p_id::text, public.post_facts(v_before), public.post_facts(p)) from public.posts p where p.id = p_id;
  return public.get_admin_post(p_id);
end
$$;

-- Deletes a draft as the admin saw it, with the newsletter issues about it. Refusal `changed_meanwhile`: an admin changed something since,
-- or the post is scheduled or was published.
create function public.delete_post(p_actor jsonb, p_id uuid, p_revision integer default null, p_drafts jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_post(p_id, p_revision, p_drafts);
  v_post public.posts;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_post from public.posts p where p.id = p_id;
  if v_post.state <> 'draft' then
    return public.refusal('changed_meanwhile');
  end if;
  perform public.write_audit_log(p_actor, 'post_deleted', 'post', p_id::text,
    public.post_facts(v_post) || jsonb_build_object('title', public.listed_post_json(v_post)->'title'), null);
  delete from public.posts p where p.id = p_id;
  return null;
end
$$;

-- Returns the publications of a post in one language before `p_before` (null: all), newest first, without the bodies.
create function public.list_post_versions(p_id uuid, p_locale text, p_before integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'title', v.title, 'publishedBy', v.published_by,
      'publishedAt', v.published_at, 'restoredFrom', v.restored_from) order by v.version desc), '[]')
    from (select * from public.post_versions v where v.post_id = p_id and v.locale = p_locale and (p_before is null or v.version < p_before)
      order by v.version desc limit p_size) v);
end
$$;

-- Returns `PostVersionSchema` of contracts/admin-posts.ts: one publication of a post. Refusal: `not_found`.
create function public.get_post_version(p_id uuid, p_locale text, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('version', v.version, 'title', v.title, 'lead', v.lead, 'body', v.body, 'publishedBy', v.published_by,
      'publishedAt', v.published_at)
    from public.post_versions v where v.post_id = p_id and v.locale = p_locale and v.version = p_version), public.refusal('not_found'));
end
$$;

-- Publishes an earlier version again, and copies it into the draft of its language. Refusals: `not_found`, and `changed_meanwhile` if that
-- draft is not the one that the admin saw, or if the post is not published.
create function public.restore_post_version(
  p_actor jsonb, p_id uuid, p_revision integer, p_locale text, p_version integer, p_drafts jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_post(p_id, p_revision, jsonb_build_object(p_locale, p_drafts->p_locale));
  v_old public.post_versions;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select v.* into v_old from public.post_versions v where v.post_id = p_id and v.locale = p_locale and v.version = p_version;
  if not found then
    return public.refusal('not_found');
  elsif not exists (select from public.posts p where p.id = p_id and p.state = 'published') then
    return public.refusal('changed_meanwhile');
  end if;
  update public.post_drafts
    set title = v_old.title, lead = v_old.lead, body = v_old.body, revision = revision + 1, saved_by = p_actor->>'email', saved_at = now()
    where post_id = p_id and locale = p_locale;
  insert into public.post_versions (post_id, locale, version, title, lead, body, published_by, restored_from)
    select p_id, p_locale, max(v.version) + 1, v_old.title, v_old.lead, v_old.body, p_actor->>'email', p_version
      from public.post_versions v where v.post_id = p_id and v.locale = p_locale having max(v.version) > p_version;
  update public.posts
    set locales = array(select l from unnest('{pt-BR,en}'::text[]) l where l = p_locale or l = any (locales)), changed_at = now(),
      edited_at = now(), revision = revision + 1
    where id = p_id;
  perform public.write_audit_log(p_actor, 'post_restored', 'post', p_id::text, null, jsonb_build_object('locale', p_locale, 'version', p_version));
  return public.get_admin_post(p_id);
end
$$;
