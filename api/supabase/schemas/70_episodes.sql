-- Episodes, with their permanent addresses, audio, pictures on our own origin, search, channel sync, and the owner's edits.
set check_function_bodies = off;

-- Returns an episode's categories as one string. The chips of the podcast page search this string.
create function public.category_words(categories text[]) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return array_to_string(categories, ' | ');
end
$$;

-- Syncing the channel writes the columns from `id` to `picture_due_at`. A sync never writes `is_hidden` or the columns below, which hold
-- the owner's edits, even if an episode leaves the channel and returns.
create table public.episodes (
  id text primary key,
  -- `own`: the owner created the episode on this site. Syncing or replacing the channel never changes such an episode.
  origin text not null default 'channel' check (origin in ('channel', 'own')),
  -- The current address. `episode_slugs` has every address that the episode ever had.
  slug text not null unique,
  title text not null,
  description text not null default '',
  published_at timestamptz not null,
  duration_seconds integer not null check (duration_seconds >= 0),
  spotify_url text,
  fetched_at timestamptz not null default now(),
  -- When the content of the episode's page last changed, for search engines.
  changed_at timestamptz not null default now(),
  -- When the channel stopped showing the episode. Visitors no longer see the episode, but its addresses remain reserved.
  removed_at timestamptz,
  -- The media, { kind, url, isExternal? }, as reported by the source of the episodes; null until a sync read the media once.
  media jsonb check (media is null or jsonb_typeof(media->'kind') = 'string' and jsonb_typeof(media->'url') = 'string'),
  -- The URL of the channel's picture, and the version of the stored copy; null if there is no picture.
  picture_source text,
  picture_version text check (picture_version ~ '^[\w-]{1,64}$'),
  picture_color text check (picture_color ~ '^#[0-9a-f]{6}$'),
  picture_attempts integer not null default 0,
  picture_due_at timestamptz not null default now(),
  -- Visitors do not see the episode. The owner sees the episode, and anyone with a preview link does.
  is_hidden boolean not null default false,
  -- The owner chose the address, so a new title does not change it.
  has_own_slug boolean not null default false,
  -- A chip of the podcast page searches the categories and the title.
  categories text[] not null default '{}' check (cardinality(categories) <= 20),
  -- The notes below the description, by language. An empty line separates paragraphs.
  notes jsonb not null default '{}' check (jsonb_typeof(notes) = 'object'
    and char_length(coalesce(notes->>'pt-BR', '')) <= 5000 and char_length(coalesce(notes->>'en', '')) <= 5000),
  -- The picture that the owner uploaded. It replaces the picture of the channel.
  own_picture_version text check (own_picture_version ~ '^[0-9a-f]{12}$'),
  own_picture_color text check (own_picture_color ~ '^#[0-9a-f]{6}$'),
  -- Incremented with each change by the owner. An admin who saves an outdated revision gets `changed_meanwhile`.
  revision integer not null default 1,
  -- The channel from which the episode was read; null if unknown.
  channel_id text,
  -- The episode was removed because the owner chose another channel. It is restored when the owner returns to its channel.
  is_archived boolean not null default false,
  -- The episode is the owner's and was never published.
  is_draft boolean not null default false check (not is_draft or origin = 'own'),
  -- When the draft is published automatically; null if it is not scheduled.
  publish_at timestamptz check (publish_at is null or is_draft),
  -- The episode's id in podcast feeds: the id from a previous feed, or otherwise `id`. A changed feed id would make podcast apps offer the
  -- episode a second time.
  guid text unique check (char_length(guid) between 1 and 500),
  season integer check (season between 1 and 999),
  number integer check (number between 1 and 99999),
  kind text not null default 'full' check (kind in ('full', 'trailer', 'bonus')),
  is_shown boolean not null generated always as (removed_at is null and not is_hidden and not is_draft) stored,
  search_text text generated always as (public.to_search_text(title || ' ' || description)) stored,
  -- The text in which a chip is searched.
  category_text text generated always as (public.to_search_text(title || ' | ' || public.category_words(categories))) stored,
  check ((picture_version is null) = (picture_color is null)),
  check ((own_picture_version is null) = (own_picture_color is null)),
  check (duration_seconds > 0 or is_draft),
  constraint episodes_archived_check check (not is_archived or removed_at is not null)
);
create index episodes_newest on public.episodes (published_at desc, id desc) where is_shown;
create index episodes_all_newest on public.episodes (published_at desc, id desc);
create index episodes_due on public.episodes (publish_at) where publish_at is not null;
create index episodes_drafts on public.episodes (published_at desc, id desc) where is_draft;
create index episodes_hidden on public.episodes (published_at desc, id desc) where is_hidden and removed_at is null;
create index episodes_pictureless on public.episodes (published_at desc, id desc)
  where removed_at is null and coalesce(own_picture_version, picture_version) is null;
create index episodes_removed on public.episodes (published_at desc, id desc) where removed_at is not null;
create index episodes_search on public.episodes using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index episodes_category_search on public.episodes using gin (category_text extensions.gin_trgm_ops) with (fastupdate = off)
  where is_shown;
create index episodes_picture_due on public.episodes (picture_due_at) where removed_at is null and picture_source is not null;
create index episodes_picture_left on public.episodes (id) where removed_at is not null and picture_version is not null;
create trigger note_change before update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.duration_seconds, old.picture_version, old.notes, old.own_picture_version)
    is distinct from (new.slug, new.title, new.description, new.duration_seconds, new.picture_version, new.notes, new.own_picture_version))
  execute function public.note_change();
create trigger note_purge after insert or delete on public.episodes for each row execute function public.note_purge('episodes');
create trigger note_purge_of_change after update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.published_at, old.duration_seconds, old.spotify_url, old.media, old.picture_version,
      old.is_shown, old.categories, old.notes, old.own_picture_version, old.season, old.number, old.kind)
    is distinct from
    (new.slug, new.title, new.description, new.published_at, new.duration_seconds, new.spotify_url, new.media, new.picture_version,
      new.is_shown, new.categories, new.notes, new.own_picture_version, new.season, new.number, new.kind))
  execute function public.note_purge('episodes');
create trigger note_added after insert on public.episodes referencing new table as new_rows
  for each statement execute function public.note_shown('episodes', 'is_shown');
create trigger note_changed after update on public.episodes referencing old table as old_rows new table as new_rows
  for each statement execute function public.note_shown('episodes', 'is_shown');
create trigger note_deleted after delete on public.episodes referencing old table as old_rows
  for each statement execute function public.note_shown('episodes', 'is_shown');

-- The audio of an episode is a file in the public bucket or a file of another host.
create table public.episode_audio (
  episode_id text primary key references public.episodes (id) on delete cascade,
  -- The version changes with the file, so caches may keep each address for ever.
  version text not null check (version ~ '^[0-9a-f]{12}$'),
  -- The file's address at another host. Null for our own file, whose key `audio_key` returns.
  url text check (url ~* '^https?://' and char_length(url) <= 2000),
  type text not null check (type in ('audio/mpeg', 'audio/mp4')),
  bytes bigint not null check (bytes > 0),
  seconds integer not null check (seconds > 0)
);
create trigger note_purge after insert or update or delete on public.episode_audio for each row execute function public.note_purge('episodes');

-- All current and previous addresses of episodes. Each address belongs to one episode for ever, and a previous address redirects to the
-- current one.
create table public.episode_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  episode_id text not null references public.episodes (id) on delete cascade,
  given_at timestamptz not null default now()
);
create index episode_slugs_of_episode on public.episode_slugs (episode_id);

-- The books that the owner chose for an episode.
create table public.episode_ebooks (
  episode_id text not null references public.episodes (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  position integer not null default 0,
  primary key (episode_id, ebook_id)
);
create index episode_ebooks_by_ebook on public.episode_ebooks (ebook_id);
create trigger note_purge after insert or update or delete on public.episode_ebooks for each row execute function public.note_purge('episodes');

-- Uploads that are not episodes. They are stored so that the next sync does not read them again.
create table public.channel_clips (
  id text primary key,
  title text not null,
  fetched_at timestamptz not null default now()
);

-- The sync state of a channel. The table `jobs` has the result of the last run.
create table public.channel_sync (
  channel_id text primary key,
  -- When a sync last read every upload, so that it could hide the missing ones.
  whole_at timestamptz,
  -- The provider refuses calls until this time.
  blocked_until timestamptz,
  -- Quota used on the provider's current day.
  units integer not null default 0,
  units_day date not null default current_date,
  -- The results of the last sync, counted while the sync saves episodes: new or returned, changed, and removed ones.
  added integer not null default 0,
  changed integer not null default 0,
  removed integer not null default 0
);

-- Where each person stopped in each episode. Zero seconds means that the person did not begin, or heard the end.
create table public.listening_positions (
  uid text not null,
  episode_id text not null references public.episodes (id) on delete cascade,
  seconds integer not null check (seconds between 0 and 360000),
  -- When the device played the episode. The later of two positions counts.
  heard_at timestamptz not null,
  primary key (uid, episode_id)
);
create index listening_positions_of_episode on public.listening_positions (episode_id);

-- Pages ----------------------------------------------------------------------------------------------------------------------------

-- Returns the key of an audio file in the public bucket. The key is also the file's path on the site.
create function public.audio_key(p_episode_id text, p_version text, p_type text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'audio/' || p_episode_id || '.' || p_version || case p_type when 'audio/mp4' then '.m4a' else '.mp3' end;
end
$$;

-- Returns `EpisodeAudioSchema` of contracts/episodes.ts, or null for an episode without audio.
create function public.episode_audio_json(p_episode_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('url', coalesce(a.url, '/' || public.audio_key(a.episode_id, a.version, a.type)), 'type', a.type,
        'bytes', a.bytes, 'seconds', a.seconds)
      from public.episode_audio a where a.episode_id = p_episode_id);
end
$$;

-- Returns `EpisodeSchema` of contracts/episodes.ts, with the owner's edits. `spotifyUrl` is null if the description has no link. The name
-- of the owner's picture contains its version.
create function public.episode_json(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', episode.id, 'slug', episode.slug, 'title', episode.title, 'description', episode.description,
    'publishedAt', episode.published_at, 'durationSeconds', episode.duration_seconds, 'spotifyUrl', episode.spotify_url, 'media', episode.media,
    'picture', case
      when episode.own_picture_version is not null then jsonb_build_object('base', '/' || public.own_picture_key(episode.id, episode.own_picture_version),
        'version', episode.own_picture_version, 'color', episode.own_picture_color)
      when episode.picture_version is not null then jsonb_build_object('base', '/thumbnails/' || episode.id,
        'version', episode.picture_version, 'color', episode.picture_color)
    end,
    'audio', public.episode_audio_json(episode.id), 'season', episode.season, 'number', episode.number, 'kind', episode.kind,
    'categories', episode.categories, 'notes', episode.notes, 'guid', coalesce(episode.guid, episode.id),
    'transcripts', public.transcripts_json(episode.id));
end
$$;

-- Returns a page of the episodes that visitors see, with the parameters of `list_ebooks`. If `p_ids` is set, returns exactly the visible
-- episodes with these ids.
create function public.list_episodes(
  p_words text, p_category text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_category text[] := public.search_patterns(p_category);
  v_is_search boolean := v_words is not null or v_category is not null;
  v_after_at timestamptz := coalesce(p_after_at, 'infinity');
  v_after_id text := coalesce(p_after_id, '');
  v_sampled bigint;
  v_page jsonb;
  v_total bigint;
begin
  -- If no episode has the words as they were written, search for episodes that have each of them.
  if cardinality(v_each) > 1 and not exists (
    select from public.episodes e where e.is_shown and e.search_text like any (v_indexed) and (v_category is null or e.category_text like any (v_category))) then
    v_words := v_each;
    v_indexed := public.index_patterns(p_words, false);
  end if;
  if v_is_search and p_ids is null then
    select count(*) into v_sampled
      from (
        select e.search_text, e.category_text from public.episodes e where e.is_shown
          order by e.published_at desc, e.id desc limit 256
      ) newest
      where (v_words is null or ' ' || newest.search_text like all (v_words)) and (v_category is null or newest.category_text like any (v_category));
  end if;

  if p_ids is not null or (v_is_search and not public.is_common(v_sampled)) then
    with found as materialized (
      select e.id, e.published_at from public.episodes e
        where e.is_shown and (p_ids is null or e.id = any (p_ids))
          and (v_words is null or (e.search_text like any (v_indexed) and ' ' || e.search_text like all (v_words))) and (v_category is null or e.category_text like any (v_category))
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
            and (v_words is null or ' ' || e.search_text like all (v_words))
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
              and (v_words is null or ' ' || e.search_text like all (v_words))
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
    'isTotalCapped', v_is_search and v_total > public.counted_matches(),
    'syncedAt', (select j.last_success_at from public.jobs j where j.name = 'videos'));
end
$$;

-- Returns the books on sale that the owner chose for an episode. If there are none, returns the books whose titles share stems with the
-- episode's title or first paragraph.
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
          -- A stem of the episode's title counts twice.
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

-- Returns the books that the owner chose for an episode, in their order.
create function public.chosen_ebooks(p_episode_id text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select l.ebook_id from public.episode_ebooks l where l.episode_id = p_episode_id order by l.position, l.ebook_id);
end
$$;

-- Returns an episode with the other contents of its page.
create function public.episode_page_json(e public.episodes, p_chosen text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'episode', public.episode_json(e),
    'ebooks', public.ebooks_of_episode(e, p_chosen),
    'series', public.series_of_episode(e.id),
    'previous', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.is_shown and (o.published_at, o.id) < (e.published_at, e.id) order by o.published_at desc, o.id desc limit 1),
    'next', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.is_shown and (o.published_at, o.id) > (e.published_at, e.id) order by o.published_at, o.id limit 1));
end
$$;

-- Returns the page of the episode that has or had this address. Refusal: `not_found` if visitors do not see it.
create function public.get_episode(p_slug text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select public.episode_page_json(e, public.chosen_ebooks(e.id))
      from public.episode_slugs s join public.episodes e on e.id = s.episode_id
      where s.slug = p_slug and e.is_shown), public.refusal('not_found'));
end
$$;

-- Returns the page of an episode, even of a hidden one, with the books that a draft names. Refusal: `not_found`.
create function public.preview_episode(p_id text, p_ebooks text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select public.episode_page_json(e, p_ebooks) from public.episodes e where e.id = p_id and e.removed_at is null),
    public.refusal('not_found'));
end
$$;

-- Stores where a person stopped, unless a later position is stored, and returns the valid one. A time in the future counts as now, so that
-- a device with a wrong clock does not win for ever. Returns null for an unknown episode or a deleted account.
create function public.save_listening_position(p_uid text, p_episode_id text, p_seconds integer, p_heard_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Takes the same lock as `delete_account`, so that no position is stored after the deletion.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  insert into public.listening_positions as l (uid, episode_id, seconds, heard_at)
    select p_uid, e.id, p_seconds, least(p_heard_at, now())
      from public.episodes e
      where e.id = p_episode_id
        and not exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null)
    on conflict (uid, episode_id) do update set seconds = excluded.seconds, heard_at = excluded.heard_at
      where excluded.heard_at >= l.heard_at;
  return (
    select jsonb_build_object('episode_id', l.episode_id, 'seconds', l.seconds, 'heard_at', l.heard_at)
      from public.listening_positions l where l.uid = p_uid and l.episode_id = p_episode_id);
end
$$;

-- Returns the listening positions of a person, newest first: at most `p_most`, or all if `p_most` is null.
create function public.list_listening_positions(p_uid text, p_most integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('episode_id', l.episode_id, 'title', l.title, 'seconds', l.seconds, 'heard_at', l.heard_at)
        order by l.heard_at desc, l.episode_id), '[]')
      from (
        select p.episode_id, e.title, p.seconds, p.heard_at
          from (
            select * from public.listening_positions h where h.uid = p_uid order by h.heard_at desc, h.episode_id limit p_most
          ) p join public.episodes e on e.id = p.episode_id
      ) l);
end
$$;

create function public.erase_listening() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.listening_positions l where l.uid = new.uid;
  return null;
end $$;

create trigger accounts_erase_listening after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.erase_listening();

-- Syncing the channel --------------------------------------------------------------------------------------------------------------

-- Returns the words of a title as an address of at most 60 characters, without a cut word. Returns an empty string if the title has no
-- Latin letters or digits.
create function public.slug_words(title text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return (
    select case when char_length(words) <= 60 then words else regexp_replace(left(words, 61), '(.)-[^-]*$|.$', '\1') end
    from (select btrim(regexp_replace(public.to_search_text(normalize(title, NFKC)), '[^a-z0-9]+', '-', 'g'), '-') as words) w);
end
$$;

-- Returns whether an address is reserved for future pages below /podcast.
create function public.is_reserved_slug(p_slug text) returns boolean
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return p_slug = any ('{category,categories,categoria,categorias,feed,live,new,page,pagina,rss,search,series,serie,temas}');
end
$$;

-- Returns an address for a title that no other episode has or had. A short suffix is added if the words alone are taken or missing.
create function public.free_slug(p_episode_id text, p_title text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with words as (select public.slug_words(p_title) as words)
    select candidate from (
      select 0 as length, words as candidate from words where words <> ''
      union all
      select length, concat_ws('-', coalesce(nullif(words, ''), 'episodio'), left(md5(p_episode_id), length))
        from words, generate_series(4, 32, 4) length
    ) c
    where not public.is_reserved_slug(c.candidate)
      and not exists (select from public.episode_slugs s where s.slug = c.candidate and s.episode_id <> p_episode_id)
    order by length limit 1);
end
$$;

-- Returns the midnight at which the provider's quota is reset.
create function public.quota_reset(p_at timestamptz) returns timestamptz
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (date_trunc('day', p_at at time zone 'America/Los_Angeles') + interval '1 day') at time zone 'America/Los_Angeles';
end
$$;

-- Starts a sync of the channel and resets its counts. Returns whether the provider accepts calls, and whether every upload must be checked
-- again.
create function public.begin_channel_sync(p_channel_id text) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  insert into public.channel_sync as s (channel_id) values (p_channel_id)
    on conflict (channel_id) do update set added = 0, changed = 0, removed = 0
    returning jsonb_build_object(
      'blocked_until', case when s.blocked_until > now() then s.blocked_until end,
      'is_whole_due', s.whole_at is null or s.whole_at < now() - interval '23 hours 45 minutes')
$$;

-- Counts calls to the provider. If the quota is used up, prevents further calls until the provider resets the quota.
create function public.count_quota(p_channel_id text, p_units integer, p_exceeded boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.channel_sync s
    set units = case when s.units_day = d.today then s.units else 0 end + p_units,
      units_day = d.today,
      blocked_until = case when p_exceeded then public.quota_reset(now()) end
    from (select (now() at time zone 'America/Los_Angeles')::date as today) d
    where s.channel_id = p_channel_id
$$;

-- Returns the uploads of a playlist page that must be read: new ones, those with another title, and those that were read long ago.
-- `all_known`: no upload on the page is new.
create function public.list_uploads_to_read(p_uploads jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'ids', coalesce(jsonb_agg(u.id order by u.position)
        filter (where known.id is null or known.title <> u.title or known.fetched_at < now() - public.rule('reread_videos')), '[]'),
      'all_known', coalesce(bool_and(known.id is not null), true))
    from (
      select distinct on (upload->>'id') upload->>'id' as id, upload->>'title' as title, position
        from jsonb_array_elements(p_uploads) with ordinality as given (upload, position)
    ) u
    left join lateral (
      select e.id, e.title, e.fetched_at from public.episodes e where e.id = u.id and e.removed_at is null
      union all
      select c.id, c.title, c.fetched_at from public.channel_clips c where c.id = u.id
      limit 1
    ) known on true);
end
$$;

-- Returns whether a channel is the site's. The owner's last publication decides; before the first one, it is the configured channel, which
-- the caller passes.
create function public.is_channel(p_channel_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select v.body->>'id' is not distinct from p_channel_id
    from public.content_versions v where v.key = 'channel' order by v.version desc limit 1), true);
end
$$;

-- When the owner chooses another channel, the previous channel's episodes stay or are archived, with the owner's edits. Archived episodes
-- of the new channel are shown again. The lock waits for a transaction that saves a sync.
create function public.follow_channel() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.episode_slugs in share row exclusive mode;
  update public.episodes e set removed_at = now(), is_archived = true
    where new.body->>'earlier' = 'hidden' and e.origin = 'channel' and e.removed_at is null and e.channel_id is distinct from new.body->>'id';
  update public.episodes e set removed_at = null, is_archived = false
    where e.is_archived and (new.body->>'earlier' = 'kept' or e.channel_id = new.body->>'id');
  -- The next sync checks every upload, to find episodes that left the channel meanwhile.
  update public.channel_sync s set whole_at = null where s.channel_id = new.body->>'id';
  return null;
end
$$;
create trigger follow_channel after insert on public.content_versions for each row
  when (new.key = 'channel') execute function public.follow_channel();

-- Returns visible episodes of former channels that were last read a month ago.
create function public.list_earlier_uploads_to_read(p_channel_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(e.id order by e.id), '[]') from public.episodes e
      where e.origin = 'channel' and e.removed_at is null and e.channel_id is distinct from p_channel_id
        and e.fetched_at < now() - public.rule('reread_videos'));
end
$$;

-- Saves what a sync read: episodes, uploads that are no episodes, and uploads that the channel no longer shows. Adds the changes to the
-- channel's counts. Returns false, and changes nothing, if the owner chose another channel meanwhile.
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
  -- Serializes the assignment of addresses.
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
        spotify_url = excluded.spotify_url, media = coalesce(excluded.media, e.media), fetched_at = now(), removed_at = null, is_archived = false,
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
    where e.origin = 'channel' and e.removed_at is null
      and (e.id = any (p_gone) or e.id in (select c->>'id' from jsonb_array_elements(p_clips) c));
  get diagnostics v_removed = row_count;
  update public.channel_sync s set added = s.added + v_added, changed = s.changed + v_changed, removed = s.removed + v_removed
    where s.channel_id = p_channel_id;
  return true;
end
$$;

-- Returns the episodes of a channel that a complete sync did not see.
create function public.list_unseen_uploads(p_channel_id text, p_seen text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- `not in` uses a hash of the seen ids, so it is fast for any number of them.
  return (
    select coalesce(jsonb_agg(e.id order by e.id), '[]') from public.episodes e
      where e.origin = 'channel' and e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id
        and e.id not in (select unnest(p_seen)));
end
$$;

-- Ends a complete sync: hides the episodes that the sync did not see, and returns their number. If a channel with episodes suddenly has
-- none, the provider's answer is faulty: returns null and changes nothing. A channel that never showed an episode may be empty.
create function public.end_channel_sync(p_channel_id text, p_seen text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  if cardinality(p_seen) = 0 and exists (
    select from public.episodes e
      where e.origin = 'channel' and e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id) then
    return null;
  end if;
  -- `not in` uses a hash of the seen ids, so it is fast for any number of them.
  update public.episodes e set removed_at = now()
    where e.origin = 'channel' and e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id
      and e.id not in (select unnest(p_seen));
  get diagnostics v_removed = row_count;
  delete from public.channel_clips c where c.id not in (select unnest(p_seen));
  update public.channel_sync s set whole_at = now(), removed = s.removed + v_removed where s.channel_id = p_channel_id;
  return v_removed;
end
$$;

-- Returns episodes whose picture must be fetched, newest first.
create function public.list_pictures_due(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'source', d.picture_source)
      order by d.published_at desc), '[]')
    from (
      select e.id, e.picture_source, e.published_at from public.episodes e
        where e.removed_at is null and e.picture_source is not null and e.picture_due_at <= now()
        order by e.published_at desc limit p_limit
    ) d);
end
$$;

-- Records that a picture was stored. The picture is fetched again after a month, because the provider may change the picture at a URL.
create function public.save_picture(p_id text, p_source text, p_version text, p_color text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set picture_version = p_version, picture_color = p_color, picture_attempts = 0, picture_due_at = now() + public.rule('reread_videos')
    where id = p_id and picture_source = p_source
$$;

-- Schedules another try for a picture: after two minutes, then four, and so on up to a day.
create function public.postpone_picture(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set picture_attempts = least(picture_attempts + 1, 11),
      picture_due_at = now() + least(interval '1 day', interval '1 minute' * (2 ^ least(picture_attempts + 1, 11)))
    where id = p_id
$$;

-- Returns removed episodes whose pictures are still stored.
create function public.list_pictures_left(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(l.id), '[]')
    from (select e.id from public.episodes e where e.removed_at is not null and e.picture_version is not null and not public.is_put_off('thumbnails', e.id)
        order by e.id limit p_limit) l);
end
$$;

-- Records that the stored picture of an episode was deleted.
create function public.drop_picture(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$ update public.episodes set picture_version = null, picture_color = null, picture_due_at = now() where id = p_id and removed_at is not null $$;

-- Episodes for the owner -----------------------------------------------------------------------------------------------------------

-- Returns whether any episode was ever read or published.
create function public.has_episodes() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.episodes e where not e.is_draft);
end
$$;

-- Returns whether this channel was ever read, completely or in part.
create function public.was_read(s public.channel_sync) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return s.whole_at is not null or exists (select from public.episodes e where e.channel_id = s.channel_id);
end
$$;

-- Returns whether the site's channel was ever read. Before the owner publishes one, only the configured channel is read. The success of the
-- job is no proof, because the job also succeeds without a channel.
create function public.has_read_channel() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.channel_sync s
      where public.was_read(s) and s.channel_id = coalesce(
        (select c.body->>'id' from public.content_versions c where c.key = 'channel' order by c.version desc limit 1), s.channel_id));
end
$$;

-- Returns `ChannelSchema` of contracts/admin-episodes.ts without the channel. `syncedAt`: the last successful sync.
create function public.get_channel(p_channel_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'isReading', coalesce(j.lease_until > now(), false),
      'lastReading', case when s.channel_id is not null and j.last_run_at is not null and (public.was_read(s) or j.last_error is not null) then
        jsonb_build_object('at', j.last_run_at, 'error', j.last_error, 'added', s.added, 'changed', s.changed, 'removed', s.removed) end,
      'syncedAt', case when public.was_read(s) then j.last_success_at end,
      'shown', t.total, 'hidden', (select count(*) from public.episodes e where e.is_hidden and e.removed_at is null))
    from public.shown_totals t
    left join public.jobs j on j.name = 'videos'
    left join public.channel_sync s on s.channel_id = p_channel_id
    where t.list = 'episodes');
end
$$;

-- Returns `AdminEpisodeSchema` of contracts/admin-episodes.ts without the themes, which are a text of the site.
create function public.admin_episode_json(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return public.episode_json(episode) || jsonb_build_object(
    'state', case when episode.removed_at is not null then 'removed' when episode.publish_at is not null then 'scheduled'
      when episode.is_draft then 'draft' when episode.is_hidden then 'hidden' else 'shown' end,
    'origin', episode.origin, 'publishAt', episode.publish_at, 'isHidden', episode.is_hidden, 'ownSlug', case when episode.has_own_slug then episode.slug else '' end,
    'notes', '{"pt-BR": "", "en": ""}'::jsonb || episode.notes, 'ebooks', public.chosen_ebooks(episode.id),
    'hasOwnPicture', episode.own_picture_version is not null, 'revision', episode.revision);
end
$$;

-- Returns the fields of an episode for the audit log.
create function public.episode_facts(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('is_hidden', episode.is_hidden, 'slug', episode.slug, 'categories', episode.categories, 'notes', episode.notes,
    'ebooks', public.chosen_ebooks(episode.id), 'own_picture', episode.own_picture_version, 'season', episode.season,
    'number', episode.number, 'kind', episode.kind, 'audio', public.episode_audio_json(episode.id))
    || case when episode.origin = 'own' then jsonb_build_object('title', episode.title, 'description', episode.description,
      'publish_at', episode.publish_at, 'is_draft', episode.is_draft) else '{}' end;
end
$$;

-- Returns an episode for the owner, even if the episode left the channel. Refusal: `not_found`.
create function public.get_admin_episode(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select public.admin_episode_json(e) from public.episodes e where e.id = p_id), public.refusal('not_found'));
end
$$;

-- Returns whether the owner's list shows an episode under this filter; without a filter always. The function has no `set` clause, so that
-- it is inlined into the calling query, which can then use the filter's index.
create function public.is_episode_in(episode public.episodes, p_filter text) returns boolean
language sql immutable parallel safe
as $$
  select case p_filter
    when 'shown' then episode.is_shown
    when 'present' then episode.removed_at is null
    when 'draft' then episode.is_draft
    when 'hidden' then episode.is_hidden and episode.removed_at is null
    when 'pictureless' then episode.removed_at is null and coalesce(episode.own_picture_version, episode.picture_version) is null
    when 'removed' then episode.removed_at is not null
    else true
  end
$$;

-- Returns a page of all episodes for the owner, newest or oldest first, in either direction. If few episodes match, the query works like
-- that of `list_episodes`.
create function public.list_admin_episodes(
  p_words text, p_filter text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer,
  p_is_oldest boolean default false
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_is_common boolean := true;
  v_is_up boolean := p_is_backwards <> p_is_oldest;
  v_ids text[];
begin
  -- If no episode has the words as they were written, search for episodes that have each of them.
  if cardinality(v_each) > 1 and not exists (
    select from public.episodes e where e.search_text like any (v_indexed) and public.is_episode_in(e, p_filter)) then
    v_words := v_each;
    v_indexed := public.index_patterns(p_words, false);
  end if;
  if v_words is not null then
    select public.is_common(count(*)) into v_is_common
      from (select e.search_text from public.episodes e order by e.published_at desc, e.id desc limit 256) newest
      where ' ' || newest.search_text like all (v_words);
  end if;
  if not v_is_common then
    with found as materialized (
      select e.id, e.published_at from public.episodes e where e.search_text like any (v_indexed) and ' ' || e.search_text like all (v_words) and public.is_episode_in(e, p_filter)
    )
    select array(
      select f.id from found f
        where p_at is null or case when v_is_up then (f.published_at, f.id) > (p_at, p_id) else (f.published_at, f.id) < (p_at, p_id) end
        order by case when v_is_up then f.published_at end, case when v_is_up then f.id end, f.published_at desc, f.id desc
        limit p_size + 1
    ) into v_ids;
  elsif v_is_up then
    select array(
      select e.id from public.episodes e
        where public.is_episode_in(e, p_filter) and (v_words is null or ' ' || e.search_text like all (v_words))
          and (e.published_at, e.id) > (coalesce(p_at, '-infinity'), coalesce(p_id, ''))
        order by e.published_at, e.id limit p_size + 1
    ) into v_ids;
  else
    select array(
      select e.id from public.episodes e
        where public.is_episode_in(e, p_filter) and (v_words is null or ' ' || e.search_text like all (v_words))
          and (e.published_at, e.id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
        order by e.published_at desc, e.id desc limit p_size + 1
    ) into v_ids;
  end if;
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'episodes', (
    select coalesce(jsonb_agg(public.admin_episode_json(e) order by case when p_is_oldest then e.published_at end,
        case when p_is_oldest then e.id end, e.published_at desc, e.id desc), '[]')
      from public.episodes e where e.id = any (v_ids[1:p_size])));
end
$$;

-- Locks an episode for a change. Returns a refusal if it is missing or no longer has the revision that the admin saw, otherwise null.
create function public.lock_episode(p_id text, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select e.revision into v_revision from public.episodes e where e.id = p_id for update;
  if not found then
    return public.refusal('not_found');
  elsif v_revision <> p_revision then
    return public.refusal('changed_meanwhile');
  end if;
  return null;
end
$$;

-- Returns the first free address among `address`, `address-2`, `address-3` and so on.
create function public.offer_slug(p_id text, p_slug text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.slug
      from (
        select n, case n when 1 then p_slug else rtrim(left(p_slug, 96), '-') || '-' || n end as slug from generate_series(1, 999) n
      ) c
      where not public.is_reserved_slug(c.slug)
        and not exists (select from public.episode_slugs s where s.slug = c.slug and s.episode_id <> p_id)
      order by c.n limit 1);
end
$$;

-- Saves the owner's edits to an episode: `EpisodeDraftSchema` of contracts/admin-episodes.ts. Title and description are edited only for the
-- owner's episodes. If the draft has no address, the episode gets the address of its title again. Returns the episode, or its `fault`:
-- `slug_taken` and `slug_reserved` for an address, `ebook_gone` for a book that does not exist. Refusals: `not_found`, and
-- `changed_meanwhile` if another admin changed the episode.
create function public.edit_episode(p_actor jsonb, p_id text, p_revision integer, p_edits jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_own_slug text := nullif(p_edits->>'ownSlug', '');
  v_slug text := v_own_slug;
  v_ebooks text[] := array(select jsonb_array_elements_text(p_edits->'ebooks'));
  v_refusal jsonb;
  v_before jsonb;
  v_is_own boolean;
begin
  -- Serializes the assignment of addresses with other edits and with a sync.
  lock table public.episode_slugs in share row exclusive mode;
  v_refusal := public.lock_episode(p_id, p_revision);
  if v_refusal is not null then
    return v_refusal;
  elsif public.is_reserved_slug(v_slug) then
    return jsonb_build_object('fault', 'slug_reserved');
  elsif exists (select from public.episode_slugs s where s.slug = v_slug and s.episode_id <> p_id) then
    return jsonb_build_object('fault', 'slug_taken');
  elsif (select count(*) from public.ebooks_metadata b where b.id = any (v_ebooks)) < cardinality(v_ebooks) then
    return jsonb_build_object('fault', 'ebook_gone');
  end if;
  select public.episode_facts(e), e.origin = 'own',
      coalesce(v_slug, public.free_slug(p_id, case when e.origin = 'own' then coalesce(p_edits->>'title', e.title) else e.title end))
    into v_before, v_is_own, v_slug from public.episodes e where e.id = p_id;
  insert into public.episode_slugs (slug, episode_id) values (v_slug, p_id) on conflict (slug) do nothing;
  if to_jsonb(v_ebooks) <> v_before->'ebooks' then
    delete from public.episode_ebooks l where l.episode_id = p_id;
    insert into public.episode_ebooks (episode_id, ebook_id, position)
      select p_id, c.id, c.position from unnest(v_ebooks) with ordinality c (id, position);
  end if;
  update public.episodes
    set is_hidden = (p_edits->>'isHidden')::boolean, slug = v_slug, has_own_slug = v_own_slug is not null,
      categories = array(select jsonb_array_elements_text(p_edits->'categories')), revision = revision + 1,
      title = case when v_is_own then coalesce(p_edits->>'title', title) else title end,
      description = case when v_is_own then coalesce(p_edits->>'description', description) else description end,
      season = case when p_edits ? 'season' then (p_edits->>'season')::integer else season end,
      number = case when p_edits ? 'number' then (p_edits->>'number')::integer else number end,
      kind = coalesce(p_edits->>'kind', kind),
      notes = coalesce((select jsonb_object_agg(n.key, n.value) from jsonb_each(p_edits->'notes') n where n.value <> '""'), '{}')
    where id = p_id;
  perform public.write_audit_log(p_actor, 'episode_edited', 'episode', p_id, v_before, public.episode_facts(e))
    from public.episodes e where e.id = p_id;
  return public.get_admin_episode(p_id);
end
$$;

-- Returns the key of an episode's own picture, without width and extension. The key contains the version, so that no file is overwritten.
create function public.own_picture_key(p_id text, p_version text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'thumbnails/' || p_id || '.' || p_version;
end
$$;

-- Stores the key of an episode's picture before it is uploaded. Returns the key, or null if there is no such episode.
create function public.expect_picture(p_upload_id uuid, p_id text) returns text
language sql volatile security definer set search_path = ''
as $$
  insert into public.unused_files (key, kind, upload_id, remove_after)
    select public.own_picture_key(e.id, left(replace(p_upload_id::text, '-', ''), 12)), 'picture', p_upload_id, now() + public.rule('keep_uploads')
      from public.episodes e where e.id = p_id
    returning key
$$;

-- Replaces the picture of an episode by an upload, or restores the channel's picture if `p_upload_id` is null. Returns the episode, or the
-- `fault` `upload_gone`. Refusals: as in `edit_episode`.
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
    return jsonb_build_object('fault', 'upload_gone');
  end if;
  if p_upload_id is not null and public.take_upload(p_upload_id, 'picture') is null then
    return jsonb_build_object('fault', 'upload_gone');
  end if;
  select public.episode_facts(e) into v_before from public.episodes e where e.id = p_id;
  perform public.retire_file(public.own_picture_key(e.id, e.own_picture_version), 'picture', public.rule('keep_replaced_files'))
    from public.episodes e where e.id = p_id and e.own_picture_version is not null;
  update public.episodes
    set own_picture_version = v_version, own_picture_color = case when v_version is not null then p_color end, revision = revision + 1
    where id = p_id;
  perform public.write_audit_log(p_actor, 'episode_picture_changed', 'episode', p_id, v_before, public.episode_facts(e))
    from public.episodes e where e.id = p_id;
  return public.get_admin_episode(p_id);
end
$$;
