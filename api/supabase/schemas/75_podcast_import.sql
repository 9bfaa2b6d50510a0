-- Moving in: episodes from the RSS feed of another host, and the job that copies their audio. Every step can be interrupted and repeated.
set check_function_bodies = off;

-- The feeds from which the owner imported episodes.
create table public.podcast_imports (
  address text primary key check (address ~* '^https?://' and char_length(address) <= 2000),
  -- The title of the podcast.
  title text not null,
  started_at timestamptz not null default now()
);

-- The audio files of imported episodes that the job copies or measures.
create table public.imported_audio (
  episode_id text primary key references public.episodes (id) on delete cascade,
  -- The file's address at the previous host.
  source text not null check (source ~ '^https?://' and char_length(source) <= 2000),
  -- False if the audio stays at the previous host, and the job only measures a file whose length the feed does not state.
  is_copied boolean not null,
  -- The upload that holds the copy.
  upload_id uuid not null default gen_random_uuid(),
  -- The number of failures in a row, and the last one: an `AudioProblem` of contracts/audio-rules.ts. After three, the owner must retry.
  attempts integer not null default 0,
  problem text,
  due_at timestamptz not null default now(),
  done_at timestamptz
);
create index imported_audio_due on public.imported_audio (due_at) where done_at is null and attempts < 3;

-- Returns whether an episode of this site has this GUID.
create function public.is_known_guid(p_guid text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.episodes e where e.guid = p_guid) or exists (select from public.episodes e where e.id = p_guid and e.guid is null);
end
$$;

-- Returns the only video of the channel without audio that was published within a day of this time and has this length, with a tolerance of
-- 3 %; otherwise null.
create function public.find_video_of(p_at timestamptz, p_seconds integer) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when count(*) = 1 then min(e.id) end from public.episodes e
      where e.published_at between p_at - interval '1 day' and p_at + interval '1 day'
        and e.origin = 'channel' and e.removed_at is null and e.guid is null
        and abs(e.duration_seconds - p_seconds) <= 0.03 * e.duration_seconds
        and not exists (select from public.episode_audio a where a.episode_id = e.id));
end
$$;

-- Returns the address from which pages play a file of another host. Pages may only play files with `https:`.
create function public.playable_address(p_url text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return regexp_replace(p_url, '^http:', 'https:');
end
$$;

-- Returns the episodes of a feed that are on this site and play from the feed's host.
create function public.list_audio_elsewhere(p_episodes jsonb) returns table (episode_id text, source text)
language sql stable security definer set search_path = ''
as $$
  select e.id, r.url
    from jsonb_to_recordset(p_episodes) as r (guid text, url text)
    join public.episodes e on e.guid = r.guid
    join public.episode_audio a on a.episode_id = e.id and a.url = public.playable_address(r.url)
    where not exists (select from public.imported_audio i where i.episode_id = e.id and i.is_copied)
$$;

-- Returns how many of these episodes are on this site, how many of those play from the feed's host, and the GUIDs of others that seem to be
-- the audio of a video of the channel.
create function public.foresee_podcast_import(p_episodes jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('known', count(*) filter (where r.is_known),
        'elsewhere', (select count(*) from public.list_audio_elsewhere(p_episodes)), 'videos', coalesce(jsonb_agg(r.guid order by r.guid)
        filter (where not r.is_known and public.find_video_of(r."publishedAt", r.seconds) is not null), '[]'))
      from (
        select g.*, public.is_known_guid(g.guid) as is_known
          from jsonb_to_recordset(p_episodes) as g (guid text, "publishedAt" timestamptz, seconds integer)
      ) r);
end
$$;

-- Records that the owner imports a feed.
create function public.begin_podcast_import(p_actor jsonb, p_address text, p_title text, p_is_copied boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.podcast_imports as i (address, title) values (p_address, p_title)
    on conflict (address) do update set title = excluded.title, started_at = excluded.started_at;
  perform public.write_audit_log(p_actor, 'podcast_imported', 'episode', p_address, null,
    jsonb_build_object('title', p_title, 'is_copied', p_is_copied));
end
$$;

-- Imports a portion of a feed: `FeedEpisode` of parse-feed.ts. Skips episodes whose GUID is on this site, so a repeated call adds nothing.
-- With `p_is_copied`, audio of the feed's earlier episodes that stayed at its host is copied, too. With `p_has_videos`, a video of the
-- channel with the same day and length gets the audio and the GUID, and no second episode is added. An episode of unknown length stays
-- hidden as a draft until the job has measured its file. Returns the number of imported episodes.
create function public.import_episodes(p_episodes jsonb, p_is_copied boolean, p_has_videos boolean) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_episode record;
  v_id text;
  v_slug text;
  v_added integer := 0;
begin
  -- Serializes the assignment of addresses, and two imports of the same feed.
  lock table public.episode_slugs in share row exclusive mode;
  if p_is_copied then
    insert into public.imported_audio as i (episode_id, source, is_copied) select l.episode_id, l.source, true from public.list_audio_elsewhere(p_episodes) l
      on conflict (episode_id) do update set is_copied = true, attempts = 0, problem = null, due_at = now(), done_at = null;
  end if;
  for v_episode in
    select r.* from jsonb_to_recordset(p_episodes) as r (guid text, title text, description text, "publishedAt" timestamptz, url text, type text,
        bytes bigint, seconds integer, season integer, number integer, kind text)
      where not public.is_known_guid(r.guid)
  loop
    v_id := case when p_has_videos then public.find_video_of(v_episode."publishedAt", v_episode.seconds) end;
    if v_id is not null then
      update public.episodes e
        set guid = v_episode.guid, season = coalesce(e.season, v_episode.season), number = coalesce(e.number, v_episode.number) where e.id = v_id;
    else
      v_id := 'a-' || left(md5(gen_random_uuid()::text), 12);
      v_slug := public.free_slug(v_id, v_episode.title);
      insert into public.episodes (id, origin, guid, slug, title, description, published_at, changed_at, duration_seconds, is_draft, season, number, kind)
        values (v_id, 'own', v_episode.guid, v_slug, v_episode.title, v_episode.description, v_episode."publishedAt", v_episode."publishedAt",
          coalesce(v_episode.seconds, 0), v_episode.seconds is null, v_episode.season, v_episode.number, v_episode.kind);
      insert into public.episode_slugs (slug, episode_id) values (v_slug, v_id);
    end if;
    if v_episode.seconds is not null then
      perform public.set_imported_audio(v_id, null, v_episode.url, v_episode.type, v_episode.bytes, v_episode.seconds);
    end if;
    if p_is_copied or v_episode.seconds is null then
      insert into public.imported_audio (episode_id, source, is_copied) values (v_id, v_episode.url, p_is_copied);
    end if;
    v_added := v_added + 1;
  end loop;
  return v_added;
end
$$;

-- Sets the audio of an imported episode: a copy, or the file at the previous host.
create function public.set_imported_audio(p_id text, p_upload_id uuid, p_source text, p_type text, p_bytes bigint, p_seconds integer) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.episode_audio as a (episode_id, version, url, type, bytes, seconds)
    values (p_id, left(replace(coalesce(p_upload_id, gen_random_uuid())::text, '-', ''), 12),
      case when p_upload_id is null then public.playable_address(p_source) end, p_type, p_bytes, p_seconds)
    on conflict (episode_id) do update
      set version = excluded.version, url = excluded.url, type = excluded.type, bytes = excluded.bytes, seconds = excluded.seconds
$$;

-- Returns the next file to copy or measure with the key of its copy, or null. A copy that was not finished continues with the same key.
create function public.take_imported_audio() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_audio public.imported_audio;
  v_key text;
begin
  select i.* into v_audio
    from public.imported_audio i join public.episodes e on e.id = i.episode_id
    where i.done_at is null and i.attempts < 3 and i.due_at <= now() and not public.is_put_off('imported_audio', i.episode_id)
    -- The newest episodes first, because visitors and podcast apps play those.
    order by e.published_at desc, e.id limit 1 for update of i;
  if not found then
    return null;
  end if;
  if v_audio.is_copied then
    v_key := public.expect_audio(v_audio.upload_id, v_audio.episode_id);
    if v_key is null then
      -- The previous copy expired.
      update public.imported_audio i set upload_id = gen_random_uuid() where i.episode_id = v_audio.episode_id returning * into v_audio;
      v_key := public.expect_audio(v_audio.upload_id, v_audio.episode_id);
    end if;
  end if;
  return jsonb_build_object('id', v_audio.episode_id, 'source', v_audio.source, 'key', v_key);
end
$$;

-- Records that a file was copied or measured, and publishes an episode that waited for this. The owner may have set other audio meanwhile,
-- which stays.
create function public.finish_imported_audio(p_id text, p_type text, p_bytes bigint, p_seconds integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_audio public.imported_audio;
  v_url text;
  v_has_audio boolean;
begin
  perform from public.episodes e where e.id = p_id for update;
  select * into v_audio from public.imported_audio i where i.episode_id = p_id and i.done_at is null for update;
  if not found then
    return;
  end if;
  select a.url into v_url from public.episode_audio a where a.episode_id = p_id;
  v_has_audio := found;
  if not v_has_audio or v_url = public.playable_address(v_audio.source) then
    if v_audio.is_copied and public.take_upload(v_audio.upload_id, 'audio') is null then
      -- The copy expired before this call. The next run copies the file again.
      return;
    end if;
    perform public.set_imported_audio(p_id, case when v_audio.is_copied then v_audio.upload_id end, v_audio.source, p_type, p_bytes, p_seconds);
    -- The revision stays, so that an admin who edits the episode at this time can save.
    update public.episodes e set duration_seconds = p_seconds, is_draft = e.is_draft and v_has_audio where e.id = p_id and e.origin = 'own';
  end if;
  update public.imported_audio i set done_at = now(), problem = null where i.episode_id = p_id;
end
$$;

-- Records that a file could not be copied or measured. It is tried three times within minutes, and `p_is_final` ends this at once. The next
-- attempt copies the file again, because the previous host may have corrected it.
create function public.note_imported_audio_problem(p_id text, p_problem text, p_is_final boolean) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imported_audio i
    set attempts = case when p_is_final then 3 else i.attempts + 1 end, problem = p_problem, upload_id = gen_random_uuid(),
      due_at = now() + (i.attempts + 1) * interval '1 minute'
    where i.episode_id = p_id and i.done_at is null
$$;

-- Tries all files again that could not be copied or measured.
create function public.retry_imported_audio() returns void
language sql volatile security definer set search_path = ''
as $$ update public.imported_audio set attempts = 0, problem = null, due_at = now() where done_at is null and problem is not null $$;

-- Returns `PodcastImportSchema` of contracts/admin-podcast-import.ts.
create function public.get_podcast_import() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'last', (
      select jsonb_build_object('address', i.address, 'title', i.title, 'at', i.started_at)
        from public.podcast_imports i order by i.started_at desc limit 1),
    'files', (select count(*) from public.imported_audio),
    'done', (select count(*) from public.imported_audio i where i.done_at is not null),
    'failed', (select count(*) from public.imported_audio i where i.done_at is null and i.attempts >= 3),
    'isCopied', (select coalesce(bool_and(i.is_copied), false) from public.imported_audio i),
    'failures', (
      select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'title', f.title, 'problem', f.problem) order by f.published_at desc), '[]')
        from (
          select e.id, e.title, e.published_at, i.problem from public.imported_audio i join public.episodes e on e.id = i.episode_id
            where i.done_at is null and i.attempts >= 3 order by e.published_at desc limit 50
        ) f));
end
$$;
