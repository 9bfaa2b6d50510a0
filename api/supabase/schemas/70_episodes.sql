-- Episodes: permanent addresses, pictures on our own origin, search, and what keeps the table like the channel.
set check_function_bodies = off;

create table public.episodes (
  id text primary key,
  -- The current address; every address that the episode ever had is in episode_slugs.
  slug text not null unique,
  title text not null,
  description text not null default '',
  published_at timestamptz not null,
  duration_seconds integer not null check (duration_seconds > 0),
  spotify_url text,
  fetched_at timestamptz not null default now(),
  -- When what its page says last changed, for search engines.
  changed_at timestamptz not null default now(),
  -- The channel does not show it any more: it is not shown, and its addresses stay its own.
  removed_at timestamptz,
  -- Where the channel has its picture, and the stored one; null while there is none.
  picture_source text,
  picture_version text check (picture_version ~ '^[\w-]{1,64}$'),
  picture_color text check (picture_color ~ '^#[0-9a-f]{6}$'),
  picture_attempts integer not null default 0,
  picture_due_at timestamptz not null default now(),
  search_text text generated always as (public.plain(title || ' ' || description)) stored,
  title_text text generated always as (public.plain(title)) stored,
  check ((picture_version is null) = (picture_color is null))
);
create index episodes_newest on public.episodes (published_at desc, id desc) where removed_at is null;
create index episodes_search on public.episodes using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off) where removed_at is null;
create index episodes_title_search on public.episodes using gin (title_text extensions.gin_trgm_ops) with (fastupdate = off)
  where removed_at is null;
create index episodes_picture_due on public.episodes (picture_due_at) where removed_at is null and picture_source is not null;
create index episodes_picture_left on public.episodes (id) where removed_at is not null and picture_version is not null;
create trigger note_change before update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.duration_seconds, old.picture_version)
    is distinct from (new.slug, new.title, new.description, new.duration_seconds, new.picture_version))
  execute function public.note_change();
create trigger note_purge after insert or delete on public.episodes for each row execute function public.note_purge('episodes');
create trigger note_purge_of_change after update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.published_at, old.duration_seconds, old.spotify_url, old.picture_version, old.removed_at)
    is distinct from
    (new.slug, new.title, new.description, new.published_at, new.duration_seconds, new.spotify_url, new.picture_version, new.removed_at))
  execute function public.note_purge('episodes');
create trigger note_added after insert on public.episodes referencing new table as new_rows
  for each statement execute function public.note_shown('episodes', 'removed_at is null');
create trigger note_changed after update on public.episodes referencing old table as old_rows new table as new_rows
  for each statement execute function public.note_shown('episodes', 'removed_at is null');
create trigger note_deleted after delete on public.episodes referencing old table as old_rows
  for each statement execute function public.note_shown('episodes', 'removed_at is null');

-- Addresses, each given once and for ever: the current ones, and the old ones that lead to them.
create table public.episode_slugs (
  slug text primary key check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  episode_id text not null references public.episodes (id) on delete cascade,
  given_at timestamptz not null default now()
);
create index episode_slugs_of_episode on public.episode_slugs (episode_id);

-- What the owner says belongs to an episode.
create table public.episode_ebooks (
  episode_id text not null references public.episodes (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  position integer not null default 0,
  primary key (episode_id, ebook_id)
);
create index episode_ebooks_by_ebook on public.episode_ebooks (ebook_id);
create trigger note_purge after insert or update or delete on public.episode_ebooks for each row execute function public.note_purge('episodes');

-- Uploads that are no episodes, so that a reading knows them.
create table public.channel_clips (
  id text primary key,
  title text not null,
  fetched_at timestamptz not null default now()
);

-- What readings of one channel remember; how the last one went is in its row of jobs.
create table public.channel_sync (
  channel_id text primary key,
  -- When every upload was last seen, so that what is missing was removed.
  whole_at timestamptz,
  -- The provider takes no calls before this moment.
  blocked_until timestamptz,
  -- Quota used on the provider's current day.
  units integer not null default 0,
  units_day date not null default current_date
);

-- Where each person stopped in each episode. Zero: at its beginning, also after its end.
create table public.listening_positions (
  uid text not null,
  episode_id text not null references public.episodes (id) on delete cascade,
  seconds integer not null check (seconds between 0 and 360000),
  -- When the device heard it; of two, the later one counts.
  heard_at timestamptz not null,
  primary key (uid, episode_id)
);
create index listening_positions_of_episode on public.listening_positions (episode_id);

-- Pages ----------------------------------------------------------------------------------------------------------------------------

-- An episode as visitors see it.
create function public.episode_json(episode public.episodes) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_object('id', episode.id, 'slug', episode.slug, 'title', episode.title, 'description', episode.description,
    'published_at', episode.published_at, 'duration_seconds', episode.duration_seconds, 'spotify_url', episode.spotify_url,
    'picture_version', episode.picture_version, 'picture_color', episode.picture_color)
$$;

-- Like `list_ebooks`. With ids exactly those that are shown.
create function public.list_episodes(
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
        select e.search_text, e.title_text from public.episodes e where e.removed_at is null
          order by e.published_at desc, e.id desc limit 256
      ) newest
      where (v_words is null or newest.search_text like any (v_words)) and (v_category is null or newest.title_text like any (v_category));
  end if;

  if p_ids is not null or (v_is_search and not public.is_common(v_sampled)) then
    with found as materialized (
      select e.id, e.published_at from public.episodes e
        where e.removed_at is null and (p_ids is null or e.id = any (p_ids))
          and (v_words is null or e.search_text like any (v_words)) and (v_category is null or e.title_text like any (v_category))
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
          where e.removed_at is null
            and (v_words is null or e.search_text || '' like any (v_words))
            and (v_category is null or e.title_text || '' like any (v_category))
            and (e.published_at, e.id) < (v_after_at, v_after_id)
          order by e.published_at desc, e.id desc
          limit p_size + 1
      ) e;
    if v_is_search then
      select count(*) into v_total
        from (
          select from public.episodes e
            where e.removed_at is null
              and (v_words is null or e.search_text || '' like any (v_words))
              and (v_category is null or e.title_text || '' like any (v_category))
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

-- Books that the owner linked; without any, those whose titles share terms with the episode's title or first paragraph.
create function public.ebooks_of_episode(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_linked jsonb;
  v_title text[] := public.terms(episode.title);
  v_text text[] := public.terms(episode.title || ' ' || split_part(episode.description, E'\n\n', 1));
  v_any tsquery;
begin
  select jsonb_agg(public.ebook_json(l.book) order by l.position, l.id) into v_linked
    from (
      select b as book, b.id, l.position from public.episode_ebooks l join public.ebooks_metadata b on b.id = l.ebook_id
        where l.episode_id = episode.id and b.state = 'published' and b.is_priced
        order by l.position, b.id limit 3
    ) l;
  if v_linked is not null then
    return v_linked;
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

-- The page of the episode that has or had this address; null without one.
create function public.get_episode(p_slug text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'episode', public.episode_json(e),
    'ebooks', public.ebooks_of_episode(e),
    'previous', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.removed_at is null and (o.published_at, o.id) < (e.published_at, e.id) order by o.published_at desc, o.id desc limit 1),
    'next', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.removed_at is null and (o.published_at, o.id) > (e.published_at, e.id) order by o.published_at, o.id limit 1))
  from public.episode_slugs s join public.episodes e on e.id = s.episode_id
  where s.slug = p_slug and e.removed_at is null
$$;

-- Keeps where a person stopped, unless a later one is known, and answers the one that counts. No device hears in the future: a clock
-- that is wrong does not win for ever. Null for an episode that there is not, and for an account that is deleted.
create function public.save_listening_position(p_uid text, p_episode_id text, p_seconds integer, p_heard_at timestamptz) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- As for `delete_account`: nothing comes after it.
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

-- Where a person stopped, what was heard last first; at most `p_most`, all for null.
create function public.list_listening_positions(p_uid text, p_most integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('episode_id', l.episode_id, 'title', l.title, 'seconds', l.seconds, 'heard_at', l.heard_at)
      order by l.heard_at desc, l.episode_id), '[]')
    from (
      select p.episode_id, e.title, p.seconds, p.heard_at
        from public.listening_positions p join public.episodes e on e.id = p.episode_id
        where p.uid = p_uid
        order by p.heard_at desc, p.episode_id limit p_most
    ) l
$$;

-- It ends with the account.
create function public.forget_listening() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.listening_positions l where l.uid = new.uid;
  return null;
end $$;

create trigger accounts_forget_listening after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.forget_listening();

-- Reading the channel --------------------------------------------------------------------------------------------------------------

-- The words of a title as they stand in an address, at most 60 characters and no half word; empty for emoji and foreign scripts.
create function public.slug_words(title text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select case when char_length(words) <= 60 then words else regexp_replace(left(words, 61), '(.)-[^-]*$|.$', '\1') end
  from (select btrim(regexp_replace(public.plain(normalize(title, NFKC)), '[^a-z0-9]+', '-', 'g'), '-') as words) w
$$;

-- An address for a title that no other episode has or had; where the words alone are taken or missing, a short suffix follows.
create function public.free_slug(p_episode_id text, p_title text) returns text
language sql stable set search_path = ''
as $$
  with words as (select public.slug_words(p_title) as words)
  select candidate from (
    select 0 as length, words as candidate from words where words <> ''
    union all
    select length, concat_ws('-', coalesce(nullif(words, ''), 'episodio'), left(md5(p_episode_id), length))
      from words, generate_series(4, 32, 4) length
  ) c
  where not exists (select from public.episode_slugs s where s.slug = c.candidate and s.episode_id <> p_episode_id)
  order by length limit 1
$$;

-- The midnight at which the provider's quota begins anew.
create function public.quota_reset(p_at timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = ''
as $$ select (date_trunc('day', p_at at time zone 'America/Los_Angeles') + interval '1 day') at time zone 'America/Los_Angeles' $$;

-- What a reading of the channel begins with: whether the provider takes calls, and whether every upload is to be seen again.
create function public.begin_channel_sync(p_channel_id text) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  insert into public.channel_sync as s (channel_id) values (p_channel_id)
    on conflict (channel_id) do update set channel_id = excluded.channel_id
    returning jsonb_build_object(
      'blocked_until', case when s.blocked_until > now() then s.blocked_until end,
      'is_whole_due', s.whole_at is null or s.whole_at < now() - interval '23 hours 45 minutes')
$$;

-- Counts calls, and stops further ones until the quota begins anew when it is used up.
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

-- Which uploads of a playlist page must be read: new ones, those with another title, and those that were read a month ago (the
-- provider's terms: no copy older than 30 days). `all_known`: none of them is new.
create function public.list_uploads_to_read(p_uploads jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'ids', coalesce(jsonb_agg(u.id order by u.position)
      filter (where known.id is null or known.title <> u.title or known.fetched_at < now() - interval '29 days'), '[]'),
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
  ) known on true
$$;

-- What was read of some uploads: which are episodes, which are not, and which the channel no longer shows.
create function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_new record;
  v_old public.episodes;
  v_slug text;
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
      when v_old.slug is not null and public.slug_words(v_old.title) = public.slug_words(v_new.title) then v_old.slug
      else public.free_slug(v_new.id, v_new.title)
    end;
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
end
$$;

-- Ends a reading that saw every upload: what it did not see is not shown any more. Answers how many those are. A channel that lost
-- everything at once is a fault of the reading: the answer is null and nothing changes. A channel that never showed anything is empty.
create function public.end_channel_sync(p_channel_id text, p_seen text[]) returns integer
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
  update public.channel_sync set whole_at = now() where channel_id = p_channel_id;
  return v_removed;
end
$$;

-- Episodes whose picture is to be fetched, newest first.
create function public.list_pictures_due(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'source', d.picture_source)
    order by d.published_at desc), '[]')
  from (
    select e.id, e.picture_source, e.published_at from public.episodes e
      where e.removed_at is null and e.picture_source is not null and e.picture_due_at <= now()
      order by e.published_at desc limit p_limit
  ) d
$$;

-- A picture that was stored. The provider may show another one under the same address, so that it is looked at again.
create function public.save_picture(p_id text, p_source text, p_version text, p_color text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set picture_version = p_version, picture_color = p_color, picture_attempts = 0, picture_due_at = now() + interval '29 days'
    where id = p_id and picture_source = p_source
$$;

-- A picture that could not be had: again after two minutes, then four, and so on up to a day.
create function public.postpone_picture(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.episodes
    set picture_attempts = least(picture_attempts + 1, 11),
      picture_due_at = now() + least(interval '1 day', interval '1 minute' * (2 ^ least(picture_attempts + 1, 11)))
    where id = p_id
$$;

-- Episodes that are not shown any more and whose pictures are still stored.
create function public.list_pictures_left(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(l.id), '[]')
  from (select e.id from public.episodes e where e.removed_at is not null and e.picture_version is not null order by e.id limit p_limit) l
$$;

-- The stored picture of an episode was removed.
create function public.forget_picture(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$ update public.episodes set picture_version = null, picture_color = null, picture_due_at = now() where id = p_id and removed_at is not null $$;
