-- What the owner says of episodes stands beside what the channel says of them: hidden ones, addresses, categories, notes, books, pictures.
set check_function_bodies = off;

create function public.category_words(categories text[]) returns text
language sql immutable parallel safe strict set search_path = ''
as $$ select array_to_string(categories, ' | ') $$;

drop trigger note_change on public.episodes;
drop trigger note_purge_of_change on public.episodes;
drop trigger note_added on public.episodes;
drop trigger note_changed on public.episodes;
drop trigger note_deleted on public.episodes;
drop index public.episodes_newest, public.episodes_search, public.episodes_title_search;
alter table public.episodes
  drop column title_text,
  add column is_hidden boolean not null default false,
  add column has_own_slug boolean not null default false,
  add column categories text[] not null default '{}' check (cardinality(categories) <= 20),
  add column notes jsonb not null default '{}' check (jsonb_typeof(notes) = 'object'
    and char_length(coalesce(notes->>'pt-BR', '')) <= 5000 and char_length(coalesce(notes->>'en', '')) <= 5000),
  add column own_picture_version text check (own_picture_version ~ '^[0-9a-f]{12}$'),
  add column own_picture_color text check (own_picture_color ~ '^#[0-9a-f]{6}$'),
  add column revision integer not null default 1,
  add column is_shown boolean not null generated always as (removed_at is null and not is_hidden) stored,
  add column category_text text generated always as (public.plain(title || ' | ' || public.category_words(categories))) stored,
  add check ((own_picture_version is null) = (own_picture_color is null));
create index episodes_newest on public.episodes (published_at desc, id desc) where is_shown;
create index episodes_all_newest on public.episodes (published_at desc, id desc);
create index episodes_hidden on public.episodes (published_at desc, id desc) where is_hidden and removed_at is null;
create index episodes_pictureless on public.episodes (published_at desc, id desc)
  where removed_at is null and coalesce(own_picture_version, picture_version) is null;
create index episodes_removed on public.episodes (published_at desc, id desc) where removed_at is not null;
create index episodes_search on public.episodes using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index episodes_category_search on public.episodes using gin (category_text extensions.gin_trgm_ops) with (fastupdate = off)
  where is_shown;
create trigger note_change before update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.duration_seconds, old.picture_version, old.notes, old.own_picture_version)
    is distinct from (new.slug, new.title, new.description, new.duration_seconds, new.picture_version, new.notes, new.own_picture_version))
  execute function public.note_change();
create trigger note_purge_of_change after update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.published_at, old.duration_seconds, old.spotify_url, old.picture_version, old.is_shown,
      old.categories, old.notes, old.own_picture_version)
    is distinct from
    (new.slug, new.title, new.description, new.published_at, new.duration_seconds, new.spotify_url, new.picture_version, new.is_shown,
      new.categories, new.notes, new.own_picture_version))
  execute function public.note_purge('episodes');
create trigger note_added after insert on public.episodes referencing new table as new_rows
  for each statement execute function public.note_shown('episodes', 'is_shown');
create trigger note_changed after update on public.episodes referencing old table as old_rows new table as new_rows
  for each statement execute function public.note_shown('episodes', 'is_shown');
create trigger note_deleted after delete on public.episodes referencing old table as old_rows
  for each statement execute function public.note_shown('episodes', 'is_shown');
alter table public.channel_sync
  add column added integer not null default 0,
  add column changed integer not null default 0,
  add column removed integer not null default 0;
alter table public.unused_files drop constraint unused_files_kind_check,
  add constraint unused_files_kind_check check (kind in ('pdf', 'cover', 'brand', 'original', 'import', 'picture'));

drop function public.ebooks_of_episode(public.episodes);
drop function public.save_uploads(jsonb, jsonb, text[]);

create or replace function public.admin_change_json(c public.admin_changes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after,
    'subject_name', case c.subject_kind
      when 'order' then (select o.number::text from public.orders o where o.id = c.subject_id::uuid)
      when 'ebook' then (select b.title from public.ebooks_metadata b where b.id = c.subject_id)
      when 'person' then (select p.email from public.people p where p.id = c.subject_id::uuid)
      when 'episode' then (select e.title from public.episodes e where e.id = c.subject_id)
    end)
$$;

create or replace function public.take_upload(p_id uuid, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text;
begin
  delete from public.unused_files f where f.upload_id = p_id and f.kind = p_kind and not f.is_going returning f.key into v_key;
  if v_key is not null and p_kind in ('cover', 'picture') then
    insert into public.unused_files (key, kind, remove_after) values (v_key, 'original', now());
  end if;
  return v_key;
end
$$;

create or replace function public.episode_json(episode public.episodes) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', episode.id, 'slug', episode.slug, 'title', episode.title, 'description', episode.description,
    'published_at', episode.published_at, 'duration_seconds', episode.duration_seconds, 'spotify_url', episode.spotify_url,
    'picture_version', episode.picture_version, 'picture_color', episode.picture_color,
    'own_picture_version', episode.own_picture_version, 'own_picture_color', episode.own_picture_color,
    'categories', episode.categories, 'notes', episode.notes)
$$;

create or replace function public.list_episodes(
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
        select e.search_text, e.category_text from public.episodes e where e.is_shown
          order by e.published_at desc, e.id desc limit 256
      ) newest
      where (v_words is null or newest.search_text like any (v_words)) and (v_category is null or newest.category_text like any (v_category));
  end if;

  if p_ids is not null or (v_is_search and not public.is_common(v_sampled)) then
    with found as materialized (
      select e.id, e.published_at from public.episodes e
        where e.is_shown and (p_ids is null or e.id = any (p_ids))
          and (v_words is null or e.search_text like any (v_words)) and (v_category is null or e.category_text like any (v_category))
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
          where e.is_shown
            and (v_words is null or e.search_text || '' like any (v_words))
            and (v_category is null or e.category_text || '' like any (v_category))
            and (e.published_at, e.id) < (v_after_at, v_after_id)
          order by e.published_at desc, e.id desc
          limit p_size + 1
      ) e;
    if v_is_search then
      select count(*) into v_total
        from (
          select from public.episodes e
            where e.is_shown
              and (v_words is null or e.search_text || '' like any (v_words))
              and (v_category is null or e.category_text || '' like any (v_category))
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

create function public.ebooks_of_episode(episode public.episodes, p_chosen text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_chosen jsonb;
  v_title text[] := public.terms(episode.title);
  v_text text[] := public.terms(episode.title || ' ' || split_part(episode.description, E'\n\n', 1));
  v_any tsquery;
begin
  select jsonb_agg(public.ebook_json(c.book) order by c.position) into v_chosen
    from (
      select b as book, c.position from unnest(p_chosen) with ordinality c (id, position) join public.ebooks_metadata b on b.id = c.id
        where b.state = 'published' and b.is_priced
        order by c.position limit 3
    ) c;
  if v_chosen is not null then
    return v_chosen;
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

create function public.chosen_ebooks(p_episode_id text) returns text[]
language sql stable security definer set search_path = ''
as $$ select array(select l.ebook_id from public.episode_ebooks l where l.episode_id = p_episode_id order by l.position, l.ebook_id) $$;

create function public.episode_page_json(e public.episodes, p_chosen text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'episode', public.episode_json(e),
    'ebooks', public.ebooks_of_episode(e, p_chosen),
    'previous', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.is_shown and (o.published_at, o.id) < (e.published_at, e.id) order by o.published_at desc, o.id desc limit 1),
    'next', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.is_shown and (o.published_at, o.id) > (e.published_at, e.id) order by o.published_at, o.id limit 1))
$$;

create or replace function public.get_episode(p_slug text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.episode_page_json(e, public.chosen_ebooks(e.id))
    from public.episode_slugs s join public.episodes e on e.id = s.episode_id
    where s.slug = p_slug and e.is_shown
$$;

create function public.preview_episode(p_id text, p_ebooks text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.episode_page_json(e, p_ebooks) from public.episodes e where e.id = p_id and e.removed_at is null $$;

create function public.is_reserved_slug(p_slug text) returns boolean
language sql immutable parallel safe strict set search_path = ''
as $$ select p_slug = any ('{category,categories,categoria,categorias,feed,live,new,page,pagina,rss,search,series,serie,temas}') $$;

create or replace function public.free_slug(p_episode_id text, p_title text) returns text
language sql stable set search_path = ''
as $$
  with words as (select public.slug_words(p_title) as words)
  select candidate from (
    select 0 as length, words as candidate from words where words <> ''
    union all
    select length, concat_ws('-', coalesce(nullif(words, ''), 'episodio'), left(md5(p_episode_id), length))
      from words, generate_series(4, 32, 4) length
  ) c
  where not public.is_reserved_slug(c.candidate)
    and not exists (select from public.episode_slugs s where s.slug = c.candidate and s.episode_id <> p_episode_id)
  order by length limit 1
$$;

create or replace function public.begin_channel_sync(p_channel_id text) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  insert into public.channel_sync as s (channel_id) values (p_channel_id)
    on conflict (channel_id) do update set added = 0, changed = 0, removed = 0
    returning jsonb_build_object(
      'blocked_until', case when s.blocked_until > now() then s.blocked_until end,
      'is_whole_due', s.whole_at is null or s.whole_at < now() - interval '23 hours 45 minutes')
$$;

create function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[], p_channel_id text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_new record;
  v_old public.episodes;
  v_slug text;
  v_added integer := 0;
  v_changed integer := 0;
  v_removed integer;
begin
  -- Addresses are given one after the other.
  lock table public.episode_slugs in share row exclusive mode;
  for v_new in
    select e.id, e.title, e.description, e.published_at, e.duration_seconds, e.picture_source, e.spotify_url
      from jsonb_to_recordset(p_episodes) as e (
        id text, title text, description text, published_at timestamptz, duration_seconds integer, picture_source text, spotify_url text)
      order by e.published_at, e.id
  loop
    select e.* into v_old from public.episodes e where e.id = v_new.id;
    v_slug := case
      when v_old.has_own_slug or public.slug_words(v_old.title) = public.slug_words(v_new.title) then v_old.slug
      else public.free_slug(v_new.id, v_new.title)
    end;
    if v_old.id is null or v_old.removed_at is not null then
      v_added := v_added + 1;
    elsif (v_old.title, v_old.description, v_old.duration_seconds, v_old.picture_source)
        is distinct from (v_new.title, v_new.description, v_new.duration_seconds, v_new.picture_source) then
      v_changed := v_changed + 1;
    end if;
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
  get diagnostics v_removed = row_count;
  update public.channel_sync s set added = s.added + v_added, changed = s.changed + v_changed, removed = s.removed + v_removed
    where s.channel_id = p_channel_id;
end
$$;

create or replace function public.end_channel_sync(p_channel_id text, p_seen text[]) returns integer
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
  update public.channel_sync s set whole_at = now(), removed = s.removed + v_removed where s.channel_id = p_channel_id;
  return v_removed;
end
$$;

create function public.get_channel(p_channel_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'read_at', j.last_run_at, 'synced_at', j.last_success_at, 'last_error', j.last_error, 'is_reading', coalesce(j.lease_until > now(), false),
    'added', coalesce(s.added, 0), 'changed', coalesce(s.changed, 0), 'removed', coalesce(s.removed, 0),
    'shown', t.total, 'hidden', (select count(*) from public.episodes e where e.is_hidden and e.removed_at is null))
  from public.shown_totals t
  left join public.jobs j on j.name = 'videos'
  left join public.channel_sync s on s.channel_id = p_channel_id
  where t.list = 'episodes'
$$;

create function public.admin_episode_json(episode public.episodes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.episode_json(episode) || jsonb_build_object(
    'is_hidden', episode.is_hidden, 'removed_at', episode.removed_at, 'has_own_slug', episode.has_own_slug,
    'ebooks', public.chosen_ebooks(episode.id), 'revision', episode.revision)
$$;

create function public.episode_facts(episode public.episodes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('is_hidden', episode.is_hidden, 'slug', episode.slug, 'categories', episode.categories, 'notes', episode.notes,
    'ebooks', public.chosen_ebooks(episode.id), 'own_picture', episode.own_picture_version)
$$;

create function public.get_admin_episode(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.admin_episode_json(e) from public.episodes e where e.id = p_id $$;

create function public.is_episode_in(episode public.episodes, p_filter text) returns boolean
language sql immutable parallel safe
as $$
  select case p_filter
    when 'shown' then episode.is_shown
    when 'hidden' then episode.is_hidden and episode.removed_at is null
    when 'pictureless' then episode.removed_at is null and coalesce(episode.own_picture_version, episode.picture_version) is null
    when 'removed' then episode.removed_at is not null
    else true
  end
$$;

create function public.list_admin_episodes(
  p_words text, p_filter text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer
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
      from (select e.search_text from public.episodes e order by e.published_at desc, e.id desc limit 256) newest
      where newest.search_text like any (v_words);
  end if;
  if not v_is_common then
    with found as materialized (
      select e.id, e.published_at from public.episodes e where e.search_text like any (v_words) and public.is_episode_in(e, p_filter)
    )
    select array(
      select f.id from found f
        where p_at is null or case when p_is_backwards then (f.published_at, f.id) > (p_at, p_id) else (f.published_at, f.id) < (p_at, p_id) end
        order by case when p_is_backwards then f.published_at end, case when p_is_backwards then f.id end, f.published_at desc, f.id desc
        limit p_size + 1
    ) into v_ids;
  elsif p_is_backwards then
    select array(
      select e.id from public.episodes e
        where public.is_episode_in(e, p_filter) and (v_words is null or e.search_text || '' like any (v_words))
          and (e.published_at, e.id) > (p_at, p_id)
        order by e.published_at, e.id limit p_size + 1
    ) into v_ids;
  else
    select array(
      select e.id from public.episodes e
        where public.is_episode_in(e, p_filter) and (v_words is null or e.search_text || '' like any (v_words))
          and (e.published_at, e.id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
        order by e.published_at desc, e.id desc limit p_size + 1
    ) into v_ids;
  end if;
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'episodes', (
    select coalesce(jsonb_agg(public.admin_episode_json(e) order by e.published_at desc, e.id desc), '[]')
      from public.episodes e where e.id = any (v_ids[1:p_size])));
end
$$;

create function public.lock_episode(p_id text, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select e.revision into v_revision from public.episodes e where e.id = p_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_revision <> p_revision then
    return jsonb_build_object('outcome', 'changed_meanwhile');
  end if;
  return null;
end
$$;

create function public.offer_slug(p_id text, p_slug text) returns text
language sql stable security definer set search_path = ''
as $$
  select c.slug
    from (
      select n, case n when 1 then p_slug else rtrim(left(p_slug, 96), '-') || '-' || n end as slug from generate_series(1, 999) n
    ) c
    where not public.is_reserved_slug(c.slug)
      and not exists (select from public.episode_slugs s where s.slug = c.slug and s.episode_id <> p_id)
    order by c.n limit 1
$$;

create function public.edit_episode(p_actor jsonb, p_id text, p_revision integer, p_edits jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_slug text := p_edits->>'slug';
  v_ebooks text[] := array(select jsonb_array_elements_text(p_edits->'ebooks'));
  v_refusal jsonb;
  v_before jsonb;
begin
  -- Addresses are given one after the other, as by a reading of the channel.
  lock table public.episode_slugs in share row exclusive mode;
  v_refusal := public.lock_episode(p_id, p_revision);
  if v_refusal is not null then
    return v_refusal;
  elsif public.is_reserved_slug(v_slug) then
    return jsonb_build_object('outcome', 'slug_reserved');
  elsif exists (select from public.episode_slugs s where s.slug = v_slug and s.episode_id <> p_id) then
    return jsonb_build_object('outcome', 'slug_taken');
  elsif (select count(*) from public.ebooks_metadata b where b.id = any (v_ebooks)) < cardinality(v_ebooks) then
    return jsonb_build_object('outcome', 'ebook_gone');
  end if;
  select public.episode_facts(e), coalesce(v_slug, public.free_slug(p_id, e.title)) into v_before, v_slug from public.episodes e where e.id = p_id;
  insert into public.episode_slugs (slug, episode_id) values (v_slug, p_id) on conflict (slug) do nothing;
  if to_jsonb(v_ebooks) <> v_before->'ebooks' then
    delete from public.episode_ebooks l where l.episode_id = p_id;
    insert into public.episode_ebooks (episode_id, ebook_id, position)
      select p_id, c.id, c.position from unnest(v_ebooks) with ordinality c (id, position);
  end if;
  update public.episodes
    set is_hidden = (p_edits->>'is_hidden')::boolean, slug = v_slug, has_own_slug = p_edits->>'slug' is not null,
      categories = array(select jsonb_array_elements_text(p_edits->'categories')), notes = p_edits->'notes', revision = revision + 1
    where id = p_id;
  perform public.note_admin_change(p_actor, 'episode_edited', 'episode', p_id, v_before, public.episode_facts(e))
    from public.episodes e where e.id = p_id;
  return jsonb_build_object('outcome', 'done', 'episode', public.get_admin_episode(p_id));
end
$$;

create function public.own_picture_key(p_id text, p_version text) returns text
language sql immutable set search_path = ''
as $$ select 'thumbnails/' || p_id || '.' || p_version $$;

create function public.expect_picture(p_upload_id uuid, p_id text) returns text
language sql volatile security definer set search_path = ''
as $$
  insert into public.unused_files (key, kind, upload_id, remove_after)
    select public.own_picture_key(e.id, left(replace(p_upload_id::text, '-', ''), 12)), 'picture', p_upload_id, now() + interval '1 day'
      from public.episodes e where e.id = p_id
    returning key
$$;

create function public.set_episode_picture(p_actor jsonb, p_id text, p_revision integer, p_upload_id uuid, p_color text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_episode(p_id, p_revision);
  v_version text := left(replace(p_upload_id::text, '-', ''), 12);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if p_upload_id is not null and not exists (select from public.unused_files f
      where f.upload_id = p_upload_id and f.kind = 'picture' and f.key = public.own_picture_key(p_id, v_version)) then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if p_upload_id is not null and public.take_upload(p_upload_id, 'picture') is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  select public.episode_facts(e) into v_before from public.episodes e where e.id = p_id;
  perform public.retire_file(public.own_picture_key(e.id, e.own_picture_version), 'picture', public.rule('keep_replaced_files'))
    from public.episodes e where e.id = p_id and e.own_picture_version is not null;
  update public.episodes
    set own_picture_version = v_version, own_picture_color = case when v_version is not null then p_color end, revision = revision + 1
    where id = p_id;
  perform public.note_admin_change(p_actor, 'episode_picture_changed', 'episode', p_id, v_before, public.episode_facts(e))
    from public.episodes e where e.id = p_id;
  return jsonb_build_object('outcome', 'done', 'episode', public.get_admin_episode(p_id));
end
$$;

create or replace function public.get_site_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'episodes', (select count(*) from public.episodes e where e.is_shown),
    'ebooks', (select count(*) from public.ebooks_metadata b where b.state = 'published'),
    'subscribers', (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed'))
$$;

create or replace function public.search_admin(p_words text, p_number bigint, p_kinds text[], p_size integer) returns jsonb
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
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'slug', e.slug, 'title', e.title, 'published_at', e.published_at,
            'is_hidden', e.is_hidden) order by e.published_at desc, e.id desc), '[]')
        from (
          select * from public.episodes where removed_at is null and (not is_hidden or 'episodes' = any (p_kinds)) and search_text like any (v_words)
            order by published_at desc, id desc limit p_size
        ) e),
    'messages', case when 'messages' = any (p_kinds)
      then public.list_messages(p_words, null, null, null, false, p_size)->'messages' else '[]' end);
end
$$;

create or replace function public.list_sitemap_pages(p_from integer, p_size integer, p_has_channel boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with pages as (
    select 'ebook' as kind, b.id as name, b.changed_at from public.ebooks_metadata b where b.state = 'published' and b.is_priced
    union all
    select 'episode', e.slug, e.changed_at from public.episodes e where e.is_shown and p_has_channel
  )
  select jsonb_build_object(
    'total', (select count(*) from pages),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at) order by p.kind, p.name), '[]')
        from (select * from pages order by kind, name offset p_from limit p_size) p))
$$;
