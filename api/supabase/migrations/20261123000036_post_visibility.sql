-- A text that is only read by who has its address, as those who got it by mail; and the letters of one text.

alter table public.posts add column visibility text not null default 'site' check (visibility in ('site', 'letter'));

drop index public.posts_newest;
create index posts_newest on public.posts (first_published_at desc, id desc) where state = 'published' and visibility = 'site';

drop trigger note_purge on public.posts;
create trigger note_purge after update on public.posts for each row
  when ((old.kind, old.slug, old.tags, old.state, old.changed_at, old.locales, old.visibility)
    is distinct from (new.kind, new.slug, new.tags, new.state, new.changed_at, new.locales, new.visibility))
  execute function public.note_purge('texts');

-- A published post as visitors read it: in their language, or in that of the original.
create or replace function public.post_json(post public.posts, p_locale text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('slug', post.slug, 'kind', post.kind, 'tags', post.tags, 'published_at', post.first_published_at,
    'changed_at', post.changed_at, 'locales', post.locales, 'locale', v.locale, 'title', v.title, 'lead', v.lead, 'body', v.body, 'id', post.id,
    'visibility', post.visibility)
  from public.post_versions v
  where v.post_id = post.id and v.locale = case when p_locale = any (post.locales) then p_locale else post.locales[1] end
  order by v.version desc limit 1
$$;

-- A page of what is listed on the site, newest first, under one tag if wanted; `tags`: those of all, the most frequent first.
create or replace function public.list_posts(p_locale text, p_tag text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with page as (
    select p.* from public.posts p
      where p.state = 'published' and p.visibility = 'site' and (p_tag is null or p_tag = any (p.tags))
        and (p_after_at is null or (p.first_published_at, p.id) < (p_after_at, p_after_id))
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
      ) t))
$$;

-- A post as it would be with its drafts: in this language, or in the other one while there is no title in this. Null when there is none.
create or replace function public.preview_post(p_id uuid, p_locale text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('slug', coalesce(p.slug, ''), 'kind', p.kind, 'tags', p.tags,
    'published_at', coalesce(p.first_published_at, p.publish_at, now()), 'changed_at', now(), 'locale', d.locale,
    'locales', (select jsonb_agg(w.locale order by w.locale desc) from public.post_drafts w where w.post_id = p.id and w.title <> ''),
    'title', d.title, 'lead', d.lead, 'body', d.body, 'id', p.id, 'visibility', p.visibility)
  from public.posts p join public.post_drafts d on d.post_id = p.id
  where p.id = p_id and d.title <> ''
  order by d.locale = p_locale desc limit 1
$$;

-- Whether anything is listed on the site.
create or replace function public.has_posts() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.posts p where p.state = 'published' and p.visibility = 'site') $$;

-- A post as a row of the owner's list; `title`: of the original, empty while there is none.
create or replace function public.listed_post_json(post public.posts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', post.id, 'kind', post.kind, 'slug', post.slug, 'state', post.state, 'publish_at', post.publish_at,
    'first_published_at', post.first_published_at, 'edited_at', post.edited_at,
    'visibility', post.visibility,
    'title', coalesce((select d.title from public.post_drafts d where d.post_id = post.id and d.title <> '' order by d.locale desc limit 1), ''),
    'is_new', (select bool_or(public.is_draft_new(d)) from public.post_drafts d where d.post_id = post.id))
$$;

-- What is written down of a change to a post.
create or replace function public.post_facts(post public.posts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('kind', post.kind, 'slug', post.slug, 'tags', post.tags, 'state', post.state, 'publish_at', post.publish_at,
    'locales', post.locales, 'visibility', post.visibility)
$$;

drop function public.publish_post(jsonb, uuid, integer, jsonb, timestamptz);

-- Publishes the drafts as the admin saw them (`p_drafts`: their revisions by language), now or at a moment; also a withdrawn post once more.
-- `p_visibility`: null leaves it as it is.
-- `changed_meanwhile`: somebody changed something since. `title_required`, `body_required`: there is nothing to read. `in_past`: the moment
-- is over. `not_possible`: only what was never published can be scheduled. `was_listed`: what stood in lists and feeds is no letter only.
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
  v_refusal := public.lock_post(p_id, p_revision);
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_before from public.posts p where p.id = p_id;
  if exists (select from public.post_drafts d where d.post_id = p_id and d.revision <> (p_drafts->>d.locale)::integer) then
    return jsonb_build_object('outcome', 'changed_meanwhile');
  elsif not exists (select from public.post_drafts d where d.post_id = p_id and d.title <> '') then
    return jsonb_build_object('outcome', 'title_required');
  elsif exists (select from public.post_drafts d where d.post_id = p_id and d.title <> '' and d.body->'content' = '[{"type": "paragraph"}]') then
    return jsonb_build_object('outcome', 'body_required');
  elsif p_publish_at is not null and v_before.first_published_at is not null then
    return jsonb_build_object('outcome', 'not_possible');
  elsif p_publish_at <= now() then
    return jsonb_build_object('outcome', 'in_past');
  elsif p_visibility = 'letter' and v_before.visibility = 'site' and v_before.first_published_at is not null then
    return jsonb_build_object('outcome', 'was_listed');
  end if;
  update public.posts set visibility = coalesce(p_visibility, visibility) where id = p_id;
  if p_publish_at is null then
    perform public.put_post_on_site(p_id, p_actor->>'email');
  else
    update public.posts
      set state = 'scheduled', publish_at = p_publish_at, scheduled_by = p_actor->>'email', edited_at = now(), revision = revision + 1
      where id = p_id;
  end if;
  -- A correction changes none of the facts that are compared, and is written down too.
  perform public.note_admin_change(p_actor, case when p_publish_at is null then 'post_published' else 'post_scheduled' end, 'post', p_id::text,
      nullif(public.post_facts(v_before), public.post_facts(p)),
      case when public.post_facts(v_before) <> public.post_facts(p) then public.post_facts(p) end)
    from public.posts p where p.id = p_id;
  return jsonb_build_object('outcome', 'done', 'post', public.get_admin_post(p_id));
end
$$;

-- Some of the pages in a lasting order, and how many there are; `locales` of those that are not in every language.
create or replace function public.list_sitemap_pages(p_from integer, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with pages as (
    select 'ebook' as kind, b.id as name, b.changed_at, null::text[] as locales
      from public.ebooks_metadata b where b.state = 'published' and b.is_priced
    union all
    select 'episode', e.slug, e.changed_at, null from public.episodes e where e.is_shown
    union all
    select 'post', p.slug, p.changed_at, p.locales from public.posts p where p.state = 'published' and p.visibility = 'site'
  )
  select jsonb_build_object(
    'total', (select count(*) from pages),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at, 'locales', p.locales)
          order by p.kind, p.name), '[]')
        from (select * from pages order by kind, name offset p_from limit p_size) p))
$$;

drop function public.list_letters(text, text, timestamptz, uuid, boolean, integer);

-- A page of all letters, the newest first, in either direction.
create function public.list_letters(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_post_id uuid default null
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with found as (
    select l.* from public.letters l
      where (p_state is null or l.state = p_state) and (p_post_id is null or l.post_id = p_post_id)
        and (public.search_patterns(p_words) is null or public.plain(public.letter_subject(l)) like any (public.search_patterns(p_words)))
        and (p_at is null or case when p_is_backwards then (l.created_at, l.id) > (p_at, p_id) else (l.created_at, l.id) < (p_at, p_id) end)
      order by case when p_is_backwards then l.created_at end, case when p_is_backwards then l.id end, l.created_at desc, l.id desc
      limit p_size + 1
  ), page as (
    select * from found order by case when p_is_backwards then created_at end, case when p_is_backwards then id end, created_at desc, id desc
      limit p_size
  )
  select jsonb_build_object('more', (select count(*) from found) > p_size,
    'letters', (select coalesce(jsonb_agg(public.listed_letter_json(s::public.letters) order by s.created_at desc, s.id desc), '[]') from page s))
$$;
