-- Episodes that the owner creates, their publication, and the audio of any episode.
set check_function_bodies = off;

-- Creates a draft. Returns the episode.
create function public.create_episode(p_actor jsonb, p_title text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id text := 'a-' || left(md5(gen_random_uuid()::text), 12);
  v_slug text;
begin
  -- Serializes the assignment of addresses.
  lock table public.episode_slugs in share row exclusive mode;
  v_slug := public.free_slug(v_id, p_title);
  insert into public.episodes (id, origin, slug, title, published_at, duration_seconds, is_draft)
    values (v_id, 'own', v_slug, p_title, now(), 0, true);
  insert into public.episode_slugs (slug, episode_id) values (v_slug, v_id);
  perform public.write_audit_log(p_actor, 'episode_created', 'episode', v_id, null, jsonb_build_object('title', p_title));
  return public.get_admin_episode(v_id);
end
$$;

-- Shows a draft to visitors. An episode that is published later than scheduled still gets its scheduled date. The caller holds the
-- episode's lock.
create function public.put_episode_on_site(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set is_draft = false, publish_at = null, published_at = least(publish_at, now()), changed_at = least(publish_at, now()), revision = revision + 1
    where id = p_id
$$;

-- Publishes a draft, now or at a later time. Returns the episode, or its `fault`: `audio_required`, and `in_past` if the time has passed.
-- Refusals: as in `edit_episode`, and `changed_meanwhile` for an episode that is no draft.
create function public.publish_episode(p_actor jsonb, p_id text, p_revision integer, p_publish_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_episode(p_id, p_revision);
  v_before public.episodes;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select e.* into v_before from public.episodes e where e.id = p_id;
  if not v_before.is_draft then
    return public.refusal('changed_meanwhile');
  elsif not exists (select from public.episode_audio a where a.episode_id = p_id) then
    return jsonb_build_object('fault', 'audio_required');
  elsif p_publish_at <= now() then
    return jsonb_build_object('fault', 'in_past');
  end if;
  if p_publish_at is null then
    update public.episodes set publish_at = null where id = p_id;
    perform public.put_episode_on_site(p_id);
  else
    update public.episodes set publish_at = p_publish_at, revision = revision + 1 where id = p_id;
  end if;
  perform public.write_audit_log(p_actor, case when p_publish_at is null then 'episode_published' else 'episode_scheduled' end, 'episode', p_id,
    jsonb_build_object('publish_at', v_before.publish_at, 'is_draft', true),
    jsonb_build_object('publish_at', p_publish_at, 'is_draft', p_publish_at is not null));
  return public.get_admin_episode(p_id);
end
$$;

-- Publishes the scheduled drafts whose time has come. Returns the number of published drafts.
create function public.publish_due_episodes() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id text;
  v_count integer := 0;
begin
  for v_id in select e.id from public.episodes e where e.publish_at <= now() order by e.publish_at for update loop
    perform public.put_episode_on_site(v_id);
    v_count := v_count + 1;
  end loop;
  return v_count;
end
$$;

-- Cancels the schedule of a draft. Refusals: as in `edit_episode`, and `changed_meanwhile` for an episode that is not scheduled.
create function public.unschedule_episode(p_actor jsonb, p_id text, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_episode(p_id, p_revision);
  v_publish_at timestamptz;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select e.publish_at into v_publish_at from public.episodes e where e.id = p_id;
  if v_publish_at is null then
    return public.refusal('changed_meanwhile');
  end if;
  update public.episodes set publish_at = null, revision = revision + 1 where id = p_id;
  perform public.write_audit_log(p_actor, 'episode_unscheduled', 'episode', p_id, jsonb_build_object('publish_at', v_publish_at),
    jsonb_build_object('publish_at', null));
  return public.get_admin_episode(p_id);
end
$$;

-- Deletes a draft with its files. Refusals: as in `edit_episode`, and `changed_meanwhile` if it is scheduled or was published.
create function public.delete_episode(p_actor jsonb, p_id text, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_episode(p_id, p_revision);
  v_episode public.episodes;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select e.* into v_episode from public.episodes e where e.id = p_id;
  if not v_episode.is_draft or v_episode.publish_at is not null then
    return public.refusal('changed_meanwhile');
  end if;
  perform public.write_audit_log(p_actor, 'episode_deleted', 'episode', p_id, public.episode_facts(v_episode), null);
  perform public.retire_audio(p_id);
  if v_episode.own_picture_version is not null then
    perform public.retire_file(public.own_picture_key(p_id, v_episode.own_picture_version), 'picture', public.rule('keep_replaced_files'));
  end if;
  delete from public.episodes e where e.id = p_id;
  return null;
end
$$;

-- Audio ----------------------------------------------------------------------------------------------------------------------------

-- Returns the key of an uploaded file in the private bucket. With its extension it is the key of the copy in the public bucket.
create function public.audio_upload_key(p_id text, p_upload_id uuid) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'audio/' || p_id || '.' || left(replace(p_upload_id::text, '-', ''), 12);
end
$$;

-- Stores the key of an audio file before it is uploaded, or extends the time of a key whose upload continues. Returns the key, or null if
-- the episode does not exist or the upload expired.
create function public.expect_audio(p_upload_id uuid, p_id text) returns text
language sql volatile security definer set search_path = ''
as $$
  insert into public.unused_files as f (key, kind, upload_id, remove_after)
    select public.audio_upload_key(e.id, p_upload_id), 'audio', p_upload_id, now() + public.rule('keep_uploads')
      from public.episodes e where e.id = p_id
    on conflict (key, kind) do update set remove_after = excluded.remove_after where f.upload_id = p_upload_id and not f.is_going
    returning key
$$;

-- Schedules the removal of an episode's audio file if the file is our own. The file is not removed at once, because listeners may still
-- play it.
create function public.retire_audio(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  select public.retire_file('audio/' || a.episode_id || '.' || a.version, 'audio', public.rule('keep_replaced_files'))
    from public.episode_audio a where a.episode_id = p_id and a.url is null
$$;

-- Sets the audio of an episode to an upload, whose copy is in the public bucket, or to a file at another address. If the type is null,
-- removes the audio. Returns the episode, or its `fault`: `upload_gone`, or `audio_required` if an own episode is published or scheduled
-- and would have nothing to play. Refusals: as in `edit_episode`.
create function public.set_episode_audio(
  p_actor jsonb, p_id text, p_revision integer, p_upload_id uuid, p_url text, p_type text, p_bytes bigint, p_seconds integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_episode(p_id, p_revision);
  v_before jsonb;
  v_is_needed boolean;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select public.episode_facts(e), e.origin = 'own' and (not e.is_draft or e.publish_at is not null) into v_before, v_is_needed
    from public.episodes e where e.id = p_id;
  if p_type is null and v_is_needed then
    return jsonb_build_object('fault', 'audio_required');
  elsif p_upload_id is not null and not exists (select from public.unused_files f
      where f.upload_id = p_upload_id and f.kind = 'audio' and f.key = public.audio_upload_key(p_id, p_upload_id)) then
    return jsonb_build_object('fault', 'upload_gone');
  elsif p_upload_id is not null and public.take_upload(p_upload_id, 'audio') is null then
    return jsonb_build_object('fault', 'upload_gone');
  end if;
  perform public.retire_audio(p_id);
  delete from public.episode_audio a where a.episode_id = p_id;
  if p_type is not null then
    insert into public.episode_audio (episode_id, version, url, type, bytes, seconds)
      values (p_id, left(replace(coalesce(p_upload_id, gen_random_uuid())::text, '-', ''), 12), p_url, p_type, p_bytes, p_seconds);
  end if;
  update public.episodes e
    set duration_seconds = case when e.origin = 'own' then coalesce(p_seconds, 0) else e.duration_seconds end, revision = revision + 1
    where e.id = p_id;
  perform public.write_audit_log(p_actor, 'episode_audio_changed', 'episode', p_id, v_before, public.episode_facts(e))
    from public.episodes e where e.id = p_id;
  return public.get_admin_episode(p_id);
end
$$;
