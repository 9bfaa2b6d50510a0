-- Series: ordered sets of episodes, each with a page of its own.
set check_function_bodies = off;

create table public.episode_series (
  id uuid primary key default gen_random_uuid(),
  -- The current address. `episode_series_slugs` has every address that the series ever had.
  slug text not null unique,
  title text not null check (char_length(title) between 1 and 120),
  description text not null default '' check (char_length(description) <= 5000),
  -- Incremented with each change. An admin who saves an outdated revision gets `changed_meanwhile`.
  revision integer not null default 1,
  -- When the series last changed, for search engines.
  changed_at timestamptz not null default now()
);
create trigger note_purge after insert or update or delete on public.episode_series for each row execute function public.note_purge('episodes');

-- All current and previous addresses of series. A previous address redirects to the current one.
create table public.episode_series_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  series_id uuid not null references public.episode_series (id) on delete cascade
);
create index episode_series_slugs_of_series on public.episode_series_slugs (series_id);

-- The episodes of the series, in order. An episode is in at most one series. An episode that visitors do not see keeps its position.
create table public.episode_series_parts (
  episode_id text primary key references public.episodes (id) on delete cascade,
  series_id uuid not null references public.episode_series (id) on delete cascade,
  position integer not null check (position between 1 and 100),
  unique (series_id, position)
);
create trigger note_purge after insert or update or delete on public.episode_series_parts
  for each row execute function public.note_purge('episodes');

-- Pages ----------------------------------------------------------------------------------------------------------------------------

-- Returns the series of an episode for the episode's page: the episode's place among the visible parts, and its neighbours. Returns null
-- for an episode without a series. A hidden episode counts as visible in its own preview.
create function public.series_of_episode(p_episode_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with parts as (
      select p.series_id, p.episode_id, row_number() over w as part, count(*) over () as parts,
          lag(jsonb_build_object('slug', e.slug, 'title', e.title)) over w as previous,
          lead(jsonb_build_object('slug', e.slug, 'title', e.title)) over w as next
        from public.episode_series_parts own
        join public.episode_series_parts p on p.series_id = own.series_id
        join public.episodes e on e.id = p.episode_id and (e.is_shown or e.id = p_episode_id)
        where own.episode_id = p_episode_id
        window w as (order by p.position)
    )
    select jsonb_build_object('slug', s.slug, 'title', s.title, 'part', p.part, 'parts', p.parts, 'previous', p.previous, 'next', p.next)
      from parts p join public.episode_series s on s.id = p.series_id
      where p.episode_id = p_episode_id);
end
$$;

-- Returns the series that has or had this address, with its visible episodes. Refusal: `not_found`, also if no episode is visible.
create function public.get_episode_series(p_slug text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('slug', s.slug, 'title', s.title, 'description', s.description, 'episodes', shown.episodes)
      from public.episode_series_slugs a
      join public.episode_series s on s.id = a.series_id
      cross join lateral (
        select jsonb_agg(public.episode_json(e) order by p.position) as episodes
          from public.episode_series_parts p join public.episodes e on e.id = p.episode_id and e.is_shown
          where p.series_id = s.id
      ) shown
      where a.slug = p_slug and shown.episodes is not null), public.refusal('not_found'));
end
$$;

-- Returns address and title of the series with a visible episode. The series with the newest episode is first.
create function public.list_shown_series() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('slug', s.slug, 'title', s.title) order by newest.published_at desc, s.id), '[]')
      from public.episode_series s
      cross join lateral (
        select max(e.published_at) as published_at
          from public.episode_series_parts p join public.episodes e on e.id = p.episode_id and e.is_shown
          where p.series_id = s.id
      ) newest
      where newest.published_at is not null);
end
$$;

-- Series for the owner -------------------------------------------------------------------------------------------------------------

-- Returns `AdminEpisodeSeriesSchema` of contracts/episode-series.ts.
create function public.admin_series_json(s public.episode_series) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', s.id, 'slug', s.slug, 'title', s.title, 'description', s.description, 'revision', s.revision,
    'episodes', (
      select coalesce(jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title,
          'away', case when e.is_draft then 'draft' when not e.is_shown then 'hidden' end) order by p.position), '[]')
        from public.episode_series_parts p join public.episodes e on e.id = p.episode_id
        where p.series_id = s.id));
end
$$;

-- Returns the fields of a series for the audit log.
create function public.series_facts(s public.episode_series) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('title', s.title, 'slug', s.slug, 'description', s.description, 'episodes', (
    select coalesce(jsonb_agg(p.episode_id order by p.position), '[]') from public.episode_series_parts p where p.series_id = s.id));
end
$$;

-- Returns all series, by title.
create function public.list_admin_episode_series() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(public.admin_series_json(s) order by s.title, s.id), '[]') from public.episode_series s);
end
$$;

-- Locks a series for a change. Returns a refusal if it is missing or no longer has the revision that the admin saw, otherwise null.
create function public.lock_episode_series(p_id uuid, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select s.revision into v_revision from public.episode_series s where s.id = p_id for update;
  return case when not found then public.refusal('not_found') when v_revision <> p_revision then public.refusal('changed_meanwhile') end;
end
$$;

-- Saves a series, a new one if `p_id` is null. A new title changes the address. Returns the series, or its `fault`: `episode_gone` for an
-- episode that does not exist, `in_other_series` for one that another series has. Refusals: `not_found`, and `changed_meanwhile` if another
-- admin changed the series.
create function public.save_episode_series(
  p_actor jsonb, p_id uuid, p_revision integer, p_title text, p_description text, p_episode_ids text[]
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_series public.episode_series;
  v_before jsonb;
  v_refusal jsonb;
  v_id uuid := coalesce(p_id, gen_random_uuid());
  v_words text := coalesce(nullif(public.slug_words(p_title), ''), 'serie');
  v_slug text;
begin
  -- Serializes the assignment of addresses and episodes.
  lock table public.episode_series_slugs in share row exclusive mode;
  if p_id is not null then
    v_refusal := public.lock_episode_series(p_id, p_revision);
    if v_refusal is not null then
      return v_refusal;
    end if;
    select s.* into v_series from public.episode_series s where s.id = p_id;
    v_before := public.series_facts(v_series);
  end if;
  if (select count(*) from public.episodes e where e.id = any (p_episode_ids)) < cardinality(p_episode_ids) then
    return jsonb_build_object('fault', 'episode_gone');
  elsif exists (select from public.episode_series_parts p where p.episode_id = any (p_episode_ids) and p.series_id <> v_id) then
    return jsonb_build_object('fault', 'in_other_series');
  end if;
  v_slug := case when public.slug_words(v_series.title) = public.slug_words(p_title) then v_series.slug else (
    select c.slug from (select n, v_words || coalesce('-' || nullif(n, 1), '') as slug from generate_series(1, 9999) n) c
      where not exists (select from public.episode_series_slugs a where a.slug = c.slug and a.series_id <> v_id) order by c.n limit 1) end;
  insert into public.episode_series as s (id, slug, title, description) values (v_id, v_slug, p_title, p_description)
    on conflict (id) do update set slug = excluded.slug, title = excluded.title, description = excluded.description, revision = s.revision + 1,
      changed_at = now()
    returning * into v_series;
  insert into public.episode_series_slugs (slug, series_id) values (v_slug, v_id) on conflict (slug) do nothing;
  delete from public.episode_series_parts p where p.series_id = v_id;
  insert into public.episode_series_parts (episode_id, series_id, position)
    select c.id, v_id, c.position from unnest(p_episode_ids) with ordinality c (id, position);
  perform public.write_audit_log(p_actor, case when p_id is null then 'episode_series_created' else 'episode_series_edited' end,
    'episode_series', v_id::text, v_before, public.series_facts(v_series));
  return public.admin_series_json(v_series);
end
$$;

-- Deletes a series. Its episodes stay. Refusals: as in `save_episode_series`.
create function public.delete_episode_series(p_actor jsonb, p_id uuid, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_episode_series(p_id, p_revision);
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  perform public.write_audit_log(p_actor, 'episode_series_deleted', 'episode_series', p_id::text, public.series_facts(s), null)
    from public.episode_series s where s.id = p_id;
  delete from public.episode_series s where s.id = p_id;
  return null;
end
$$;
