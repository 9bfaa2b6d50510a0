-- Transcripts: the words of an episode with their times, for its page, podcast apps and search engines.
set check_function_bodies = off;

create table public.transcripts (
  episode_id text not null references public.episodes (id) on delete cascade,
  locale text not null check (locale in ('pt-BR', 'en')),
  -- `Cue` of contracts/transcript-rules.ts: [startMs, endMs, text, speaker]. PostgreSQL's text of the JSON has up to four spaces more per
  -- caption, so the limit is above the 2 MB of the contract.
  cues jsonb not null check (
    case when jsonb_typeof(cues) = 'array' then jsonb_array_length(cues) between 1 and 30000 and octet_length(cues::text) <= 2300000 else false end),
  is_timed boolean generated always as (jsonb_typeof(cues->0->0) = 'number') stored,
  -- Incremented with each change. An admin who saves an outdated revision gets `changed_meanwhile`.
  revision integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (episode_id, locale)
);
create trigger note_purge after insert or update or delete on public.transcripts for each row execute function public.note_purge('episodes');

-- Trigger: records the time at which the episode's page changed, for search engines.
create function public.note_transcript() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.episodes e set changed_at = now() where e.id = coalesce(new.episode_id, old.episode_id);
  return null;
end
$$;
create trigger note_change after insert or update or delete on public.transcripts for each row execute function public.note_transcript();

-- Returns the languages of an episode's transcripts, and whether each has times.
create function public.transcripts_json(p_episode_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('locale', t.locale, 'isTimed', t.is_timed) order by t.locale), '[]')
      from public.transcripts t where t.episode_id = p_episode_id);
end
$$;

-- Returns the captions of an episode in one language, or null if there is no transcript.
create function public.get_cues(p_episode_id text, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select t.cues from public.transcripts t where t.episode_id = p_episode_id and t.locale = p_locale);
end
$$;

-- Returns the captions of the episode that has or had this address. Refusal: `not_found`, even if the episode exists but visitors do not
-- see it.
create function public.get_shown_cues(p_slug text, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select t.cues
      from public.episode_slugs s
      join public.episodes e on e.id = s.episode_id and e.is_shown
      join public.transcripts t on t.episode_id = e.id and t.locale = p_locale
      where s.slug = p_slug), public.refusal('not_found'));
end
$$;

-- Returns `TranscriptSchema` of contracts/transcripts.ts for the owner. Refusal: `not_found` for an episode that does not exist.
create function public.get_transcript(p_episode_id text, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('locale', p_locale, 'cues', coalesce(t.cues, '[]'), 'revision', coalesce(t.revision, 0))
      from public.episodes e left join public.transcripts t on t.episode_id = e.id and t.locale = p_locale
      where e.id = p_episode_id), public.refusal('not_found'));
end
$$;

-- Returns the fields of a transcript for the audit log.
create function public.transcript_facts(t public.transcripts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('locale', t.locale, 'captions', jsonb_array_length(t.cues), 'revision', t.revision);
end
$$;

-- Stores the captions of an episode; null removes them. Storing the same captions again changes nothing, so that a request may be repeated.
-- Refusals: `not_found`, and `changed_meanwhile` if the transcript's revision is not the one that the admin saw. Returns the transcript.
create function public.save_transcript(p_actor jsonb, p_episode_id text, p_locale text, p_revision integer, p_cues jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_old public.transcripts;
  v_new public.transcripts;
begin
  -- Serializes changes of an episode's transcripts. A row lock would not cover a transcript that does not exist yet.
  perform from public.episodes e where e.id = p_episode_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  select * into v_old from public.transcripts t where t.episode_id = p_episode_id and t.locale = p_locale;
  if v_old.cues is not distinct from p_cues then
    return public.get_transcript(p_episode_id, p_locale);
  elsif p_revision is not null and coalesce(v_old.revision, 0) <> p_revision then
    return public.refusal('changed_meanwhile');
  elsif p_cues is null then
    delete from public.transcripts t where t.episode_id = p_episode_id and t.locale = p_locale;
    perform public.write_audit_log(p_actor, 'transcript_removed', 'episode', p_episode_id, public.transcript_facts(v_old), '{}');
  else
    insert into public.transcripts as t (episode_id, locale, cues) values (p_episode_id, p_locale, p_cues)
      on conflict (episode_id, locale) do update set cues = excluded.cues, revision = t.revision + 1, updated_at = now()
      returning * into v_new;
    perform public.write_audit_log(p_actor, 'transcript_saved', 'episode', p_episode_id,
      case when v_old.episode_id is null then '{}' else public.transcript_facts(v_old) end, public.transcript_facts(v_new));
  end if;
  return public.get_transcript(p_episode_id, p_locale);
end
$$;
