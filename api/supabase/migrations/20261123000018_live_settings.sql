-- Time zone and channel are settings of the running site: the owner publishes them as the other blocks of content.
set check_function_bodies = off;

alter table public.content_versions drop constraint content_versions_key_check,
  add constraint content_versions_key_check check (key ~ '^[a-zA-Z_]{1,40}$');
alter table public.content_drafts drop constraint content_drafts_key_check,
  add constraint content_drafts_key_check check (key ~ '^[a-zA-Z_]{1,40}$');

alter table public.episodes
  add column channel_id text,
  add column is_put_away boolean not null default false,
  add constraint episodes_put_away_check check (not is_put_away or removed_at is not null);
update public.episodes set channel_id = (
  select s.channel_id from public.channel_sync s order by s.units_day desc, s.whole_at desc nulls last limit 1);

create or replace function public.publish_content(
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
    v_gone := case when p_key = 'brand' then public.missing_brand_picture(p_body) end;
    if v_gone is not null then
      return jsonb_build_object('outcome', 'picture_gone', 'picture', v_gone);
    end if;
    if p_key = 'timeZone' and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_body->>'zone') then
      return jsonb_build_object('outcome', 'unknown_zone');
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

create function public.is_channel(p_channel_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select v.body->>'id' is not distinct from p_channel_id
    from public.content_versions v where v.key = 'channel' order by v.version desc limit 1), true)
$$;

create function public.follow_channel() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.episode_slugs in share row exclusive mode;
  update public.episodes e set removed_at = now(), is_put_away = true
    where new.body->>'earlier' = 'hidden' and e.removed_at is null and e.channel_id is distinct from new.body->>'id';
  update public.episodes e set removed_at = null, is_put_away = false
    where e.is_put_away and (new.body->>'earlier' = 'kept' or e.channel_id = new.body->>'id');
  -- What left the channel meanwhile is found out at once.
  update public.channel_sync s set whole_at = null where s.channel_id = new.body->>'id';
  return null;
end
$$;
create trigger follow_channel after insert on public.content_versions for each row
  when (new.key = 'channel') execute function public.follow_channel();

create function public.list_earlier_uploads_to_read(p_channel_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(e.id order by e.id), '[]') from public.episodes e
    where e.removed_at is null and e.channel_id is distinct from p_channel_id and e.fetched_at < now() - interval '29 days'
$$;

drop function public.save_uploads(jsonb, jsonb, text[], text);
create function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[], p_channel_id text default null) returns boolean
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
  if not public.is_channel(p_channel_id) then
    return false;
  end if;
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
    insert into public.episodes as e (id, slug, title, description, published_at, duration_seconds, picture_source, spotify_url, channel_id)
      values (v_new.id, v_slug, v_new.title, v_new.description, v_new.published_at, v_new.duration_seconds, v_new.picture_source,
        v_new.spotify_url, p_channel_id)
      on conflict (id) do update set slug = excluded.slug, title = excluded.title, description = excluded.description,
        published_at = excluded.published_at, duration_seconds = excluded.duration_seconds, picture_source = excluded.picture_source,
        spotify_url = excluded.spotify_url, fetched_at = now(), removed_at = null, is_put_away = false,
        channel_id = coalesce(e.channel_id, excluded.channel_id),
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
  return true;
end
$$;

create or replace function public.end_channel_sync(p_channel_id text, p_seen text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  if cardinality(p_seen) = 0 and exists (
    select from public.episodes e where e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id) then
    return null;
  end if;
  update public.episodes e set removed_at = now()
    where e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id and not exists (select from unnest(p_seen) seen where seen = e.id);
  get diagnostics v_removed = row_count;
  delete from public.channel_clips c where not exists (select from unnest(p_seen) seen where seen = c.id);
  update public.channel_sync s set whole_at = now(), removed = s.removed + v_removed where s.channel_id = p_channel_id;
  return v_removed;
end
$$;

create function public.has_episodes() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.episodes) $$;

drop function public.list_sitemap_pages(integer, integer, boolean);
create function public.list_sitemap_pages(p_from integer, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with pages as (
    select 'ebook' as kind, b.id as name, b.changed_at from public.ebooks_metadata b where b.state = 'published' and b.is_priced
    union all
    select 'episode', e.slug, e.changed_at from public.episodes e where e.is_shown
  )
  select jsonb_build_object(
    'total', (select count(*) from pages),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at) order by p.kind, p.name), '[]')
        from (select * from pages order by kind, name offset p_from limit p_size) p))
$$;
