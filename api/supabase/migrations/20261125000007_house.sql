-- What a cart may hold is the contract's alone (`cart-rules.ts`): the database keeps bounds far above it.
alter table public.kept_carts drop constraint kept_carts_lines_check;
alter table public.kept_carts add constraint kept_carts_lines_check check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 1000);
alter table public.order_copies drop constraint order_copies_no_check;
alter table public.order_copies add constraint order_copies_no_check check (no between 1 and 1000);

-- Two lines of `open_order` change, and nothing else of it: whatever it is by now, it stays.
do $$
begin
  execute replace(pg_get_functiondef('public.open_order'::regproc), $old$  if exists (select from jsonb_array_elements(v_copies) c
      where (c->>'no')::integer > case when p_quote is null then 1 when c->>'gift' = 'group' then 200 else 20 end) then
$old$, $new$  if p_quote is null and exists (select from jsonb_array_elements(v_copies) c where (c->>'no')::integer > 1) then
$new$);
end
$$;

-- What is played, and where, is the source's to say. Until now every episode was a video of one provider.
alter table public.episodes add column media jsonb
  check (media is null or jsonb_typeof(media->'kind') = 'string' and jsonb_typeof(media->'url') = 'string');
update public.episodes set media = jsonb_build_object('kind', 'youtube', 'url', 'https://www.youtube.com/watch?v=' || id);

drop trigger note_purge_of_change on public.episodes;
create trigger note_purge_of_change after update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.published_at, old.duration_seconds, old.spotify_url, old.media, old.picture_version,
      old.is_shown, old.categories, old.notes, old.own_picture_version)
    is distinct from
    (new.slug, new.title, new.description, new.published_at, new.duration_seconds, new.spotify_url, new.media, new.picture_version,
      new.is_shown, new.categories, new.notes, new.own_picture_version))
  execute function public.note_purge('episodes');

create or replace function public.episode_json(episode public.episodes) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', episode.id, 'slug', episode.slug, 'title', episode.title, 'description', episode.description,
    'published_at', episode.published_at, 'duration_seconds', episode.duration_seconds, 'spotify_url', episode.spotify_url, 'media', episode.media,
    'picture_version', episode.picture_version, 'picture_color', episode.picture_color,
    'own_picture_version', episode.own_picture_version, 'own_picture_color', episode.own_picture_color,
    'categories', episode.categories, 'notes', episode.notes)
$$;

create or replace function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[], p_channel_id text default null) returns boolean
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
    select e.id, e.title, e.description, e.published_at, e.duration_seconds, e.picture_source, e.spotify_url, e.media
      from jsonb_to_recordset(p_episodes) as e (
        id text, title text, description text, published_at timestamptz, duration_seconds integer, picture_source text, spotify_url text,
        media jsonb)
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
    insert into public.episodes as e (id, slug, title, description, published_at, duration_seconds, picture_source, spotify_url, media, channel_id)
      values (v_new.id, v_slug, v_new.title, v_new.description, v_new.published_at, v_new.duration_seconds, v_new.picture_source,
        v_new.spotify_url, v_new.media, p_channel_id)
      on conflict (id) do update set slug = excluded.slug, title = excluded.title, description = excluded.description,
        published_at = excluded.published_at, duration_seconds = excluded.duration_seconds, picture_source = excluded.picture_source,
        spotify_url = excluded.spotify_url, media = coalesce(excluded.media, e.media), fetched_at = now(), removed_at = null, is_put_away = false,
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

-- A reading of thousands of videos ended slowly.
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
  -- Looked up in a hash, however many there are.
  update public.episodes e set removed_at = now()
    where e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id and e.id not in (select unnest(p_seen));
  get diagnostics v_removed = row_count;
  delete from public.channel_clips c where c.id not in (select unnest(p_seen));
  update public.channel_sync s set whole_at = now(), removed = s.removed + v_removed where s.channel_id = p_channel_id;
  return v_removed;
end
$$;
