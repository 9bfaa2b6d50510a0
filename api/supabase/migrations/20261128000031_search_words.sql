-- A search finds what has the words as they were written, else what has each of them. After a launch, too, nothing is kept for long.
set check_function_bodies = off;

-- The patterns that a space and a text that went through to_search_text() must all match to contain the words: as they were written when
-- `p_as_written`, else each of them, in whichever order; null without words. What has one or two letters begins a word there.
create or replace function public.word_patterns(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select array_agg(distinct case when char_length(w.word) < 3 then '% ' else '%' end || regexp_replace(w.word, '([\\%_])', '\\\1', 'g') || '%')
      from (select btrim(public.to_search_text(p_words)) as text) plain,
        unnest(case when p_as_written then array[plain.text] else string_to_array(plain.text, ' ') end) w (word)
      where w.word <> '');
end
$$;

-- The patterns (see search_patterns) by which a trigram index finds the rows that word_patterns are asked of: of the words as they were
-- written, or of the longest one. Null without words.
create or replace function public.index_patterns(p_words text, p_as_written boolean) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return public.search_patterns(case when p_as_written then p_words else (
    select w.word from unnest(string_to_array(btrim(public.to_search_text(p_words)), ' ')) w (word) order by char_length(w.word) desc limit 1) end);
end
$$;

-- Planned for each call, and never sorted beforehand: rows come from the index in the list's order, or as few as the trigram index
-- finds. Where `|| ''` stands, that index is not meant.
create or replace function public.list_ebooks(
  p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_after_at timestamptz := coalesce(p_after_at, 'infinity');
  v_after_id text := coalesce(p_after_id, '');
  v_sampled bigint;
  v_page jsonb;
  v_total bigint;
begin
  if p_ids is not null then
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), count(*) into v_page, v_total
      from public.ebooks_metadata b where b.id = any (p_ids) and b.state = 'published' and b.is_priced;
    return jsonb_build_object('ebooks', v_page, 'total', v_total, 'is_total_capped', false, 'more', false);
  end if;

  -- Where nothing has the words as they were written, what has each of them is found.
  if cardinality(v_each) > 1 and not exists (
    select from public.ebooks_metadata b where b.search_text like any (v_indexed) and b.state = 'published' and b.is_priced) then
    v_words := v_each;
    v_indexed := public.index_patterns(p_words, false);
  end if;
  if v_words is null then
    select t.total into v_total from public.shown_totals t where t.list = 'ebooks';
  else
    select count(*) into v_sampled
      from (
        select b.search_text from public.ebooks_metadata b where b.state = 'published' and b.is_priced
          order by b.created_at desc, b.id desc limit 256
      ) newest
      where ' ' || newest.search_text like all (v_words);
  end if;

  if v_words is not null and not public.is_common(v_sampled) then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_indexed) and ' ' || b.search_text like all (v_words) and b.state = 'published' and b.is_priced
    ), page as (
      select f.id from found f where (f.created_at, f.id) < (v_after_at, v_after_id) order by f.created_at desc, f.id desc limit p_size + 1
    )
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), (select count(*) from found)
      into v_page, v_total
      from public.ebooks_metadata b where b.id = any (array(select p.id from page p));
  else
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]') into v_page
      from (
        select b.* from public.ebooks_metadata b
          where b.state = 'published' and b.is_priced and (v_words is null or ' ' || b.search_text like all (v_words))
            and (b.created_at, b.id) < (v_after_at, v_after_id)
          order by b.created_at desc, b.id desc
          limit p_size + 1
      ) b;
    if v_words is not null then
      select count(*) into v_total
        from (
          select from public.ebooks_metadata b
            where b.state = 'published' and b.is_priced and ' ' || b.search_text like all (v_words)
            order by b.created_at desc, b.id desc
            limit public.counted_matches() + 1
        ) counted;
    end if;
  end if;
  return jsonb_build_object('ebooks', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size,
    'total', case when v_words is null then v_total else least(v_total, public.counted_matches()) end,
    'is_total_capped', v_words is not null and v_total > public.counted_matches());
end
$$;

-- A page of all books, newest first, in either direction; like `list_ebooks` for those that are rare among the newest.
create or replace function public.list_admin_ebooks(
  p_words text, p_state text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_is_common boolean := true;
  v_ids text[];
begin
  -- Where nothing has the words as they were written, what has each of them is found.
  if cardinality(v_each) > 1 and not exists (
    select from public.ebooks_metadata b where b.search_text like any (v_indexed) and (p_state is null or b.state = p_state)) then
    v_words := v_each;
    v_indexed := public.index_patterns(p_words, false);
  end if;
  if v_words is not null then
    select public.is_common(count(*)) into v_is_common
      from (select b.search_text from public.ebooks_metadata b order by b.created_at desc, b.id desc limit 256) newest
      where ' ' || newest.search_text like all (v_words);
  end if;
  if not v_is_common then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_indexed) and ' ' || b.search_text like all (v_words) and (p_state is null or b.state = p_state)
    )
    select array(
      select f.id from found f
        where p_at is null or case when p_is_backwards then (f.created_at, f.id) > (p_at, p_id) else (f.created_at, f.id) < (p_at, p_id) end
        order by case when p_is_backwards then f.created_at end, case when p_is_backwards then f.id end, f.created_at desc, f.id desc
        limit p_size + 1
    ) into v_ids;
  elsif p_is_backwards then
    select array(
      select b.id from public.ebooks_metadata b
        where (p_state is null or b.state = p_state) and (v_words is null or ' ' || b.search_text like all (v_words))
          and (b.created_at, b.id) > (p_at, p_id)
        order by b.created_at, b.id limit p_size + 1
    ) into v_ids;
  else
    select array(
      select b.id from public.ebooks_metadata b
        where (p_state is null or b.state = p_state) and (v_words is null or ' ' || b.search_text like all (v_words))
          and (b.created_at, b.id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
        order by b.created_at desc, b.id desc limit p_size + 1
    ) into v_ids;
  end if;
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'ebooks', (
    select coalesce(jsonb_agg(public.admin_ebook_json(b) order by b.created_at desc, b.id desc), '[]')
      from public.ebooks_metadata b where b.id = any (v_ids[1:p_size])));
end
$$;

-- Like `list_ebooks`. With ids exactly those that are shown.
create or replace function public.list_episodes(
  p_words text, p_category text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
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
  -- Where nothing has the words as they were written, what has each of them is found.
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
    'is_total_capped', v_is_search and v_total > public.counted_matches(),
    'synced_at', (select j.last_success_at from public.jobs j where j.name = 'videos'));
end
$$;

-- Whether the owner's list shows an episode under this filter; all of them without one. Without settings of its own it becomes part of the
-- query that asks, which then finds the filter's index.
create or replace function public.is_episode_in(episode public.episodes, p_filter text) returns boolean
language sql immutable parallel safe
as $$
  select case p_filter
    when 'shown' then episode.is_shown
    when 'present' then episode.removed_at is null
    when 'hidden' then episode.is_hidden and episode.removed_at is null
    when 'pictureless' then episode.removed_at is null and coalesce(episode.own_picture_version, episode.picture_version) is null
    when 'removed' then episode.removed_at is not null
    else true
  end
$$;

-- A page of all episodes, newest first, in either direction; like `list_episodes` for those that are rare among the newest.
create or replace function public.list_admin_episodes(
  p_words text, p_filter text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_is_common boolean := true;
  v_ids text[];
begin
  -- Where nothing has the words as they were written, what has each of them is found.
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
        where p_at is null or case when p_is_backwards then (f.published_at, f.id) > (p_at, p_id) else (f.published_at, f.id) < (p_at, p_id) end
        order by case when p_is_backwards then f.published_at end, case when p_is_backwards then f.id end, f.published_at desc, f.id desc
        limit p_size + 1
    ) into v_ids;
  elsif p_is_backwards then
    select array(
      select e.id from public.episodes e
        where public.is_episode_in(e, p_filter) and (v_words is null or ' ' || e.search_text like all (v_words))
          and (e.published_at, e.id) > (p_at, p_id)
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
    select coalesce(jsonb_agg(public.admin_episode_json(e) order by e.published_at desc, e.id desc), '[]')
      from public.episodes e where e.id = any (v_ids[1:p_size])));
end
$$;

-- A page of all posts, those that were worked on last first, in either direction.
create or replace function public.list_admin_posts(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
begin
  -- Where nothing has the words as they were written, what has each of them is found.
  if not exists (
    select from public.post_drafts d join public.posts p on p.id = d.post_id
      where ' ' || d.search_text like all (v_words) and (p_state is null or p.state = p_state)) then
    v_words := public.word_patterns(p_words, false);
  end if;
  return (
    with found as (
      select p.* from public.posts p
        where (p_state is null or p.state = p_state)
          and (v_words is null or p.id in (select d.post_id from public.post_drafts d where ' ' || d.search_text like all (v_words)))
          and (p_at is null or case when p_is_backwards then (p.edited_at, p.id) > (p_at, p_id) else (p.edited_at, p.id) < (p_at, p_id) end)
        order by case when p_is_backwards then p.edited_at end, case when p_is_backwards then p.id end, p.edited_at desc, p.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then edited_at end, case when p_is_backwards then id end, edited_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'posts', (select coalesce(jsonb_agg(public.listed_post_json(s::public.posts) order by s.edited_at desc, s.id desc), '[]') from page s)));
end
$$;

-- A page of all letters, the newest first, in either direction; those of the series with their text only.
create or replace function public.list_letters(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_post_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
begin
  -- Where nothing has the words as they were written, what has each of them is found.
  if not exists (
    select from public.letters l
      where ' ' || public.to_search_text(public.letter_subject(l)) like all (v_words) and (p_state is null or l.state = p_state)
        and (p_post_id is null or l.post_id = p_post_id)) then
    v_words := public.word_patterns(p_words, false);
  end if;
  return (
    with found as (
      select l.* from public.letters l
        where (p_state is null or l.state = p_state) and (p_post_id is null or l.post_id = p_post_id)
          and (p_post_id is not null or not exists (select from public.series_steps s where s.letter_id = l.id))
          and (v_words is null or ' ' || public.to_search_text(public.letter_subject(l)) like all (v_words))
          and (p_at is null or case when p_is_backwards then (l.created_at, l.id) > (p_at, p_id) else (l.created_at, l.id) < (p_at, p_id) end)
        order by case when p_is_backwards then l.created_at end, case when p_is_backwards then l.id end, l.created_at desc, l.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then created_at end, case when p_is_backwards then id end, created_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'letters', (select coalesce(jsonb_agg(public.listed_letter_json(s::public.letters) order by s.created_at desc, s.id desc), '[]') from page s)));
end
$$;

-- A few of everything that has the words; of messages all but spam.
create or replace function public.search_admin(p_words text, p_number bigint, p_kinds text[], p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.search_patterns(p_words) is null then
    return '{"orders": [], "users": [], "ebooks": [], "episodes": [], "posts": [], "messages": []}';
  end if;
  return jsonb_build_object(
    'orders', case when 'orders' = any (p_kinds)
      then public.list_admin_orders(p_words, p_number, null, null, null, null, null, null, false, p_size)->'orders' else '[]' end,
    'users', case when 'users' = any (p_kinds) then public.list_users(p_words, null, null, false, p_size)->'users' else '[]' end,
    'ebooks', case when 'ebooks' = any (p_kinds)
      then public.list_admin_ebooks(p_words, null, null, null, false, p_size)->'ebooks' else '[]' end,
    'episodes', public.list_admin_episodes(p_words, case when 'episodes' = any (p_kinds) then 'present' else 'shown' end, null, null, false,
      p_size)->'episodes',
    'posts', case when 'posts' = any (p_kinds)
      then public.list_admin_posts(p_words, null, null, null, false, p_size)->'posts' else '[]' end,
    'messages', case when 'messages' = any (p_kinds)
      then public.list_messages(p_words, null, null, null, false, p_size)->'messages' else '[]' end);
end
$$;

-- When a price or a bundle changes or an announced book comes next, null while nothing is planned: no copy of a page that shows them is
-- good for longer. For a moment after a change it is that one: what is made then may still be of copies from before it.
create or replace function public.get_next_price_change() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(
    (select min(case when s.starts_at > x.since then s.starts_at else s.ends_at end)
      from public.ebook_sales s, lateral (select now() - interval '45 seconds' as since) x where s.ends_at > x.since),
    (select min(case when b.starts_at > x.since then b.starts_at else b.ends_at end)
      from public.bundles b, lateral (select now() - interval '45 seconds' as since) x
      where b.archived_at is null and (b.starts_at > x.since or b.ends_at > x.since)),
    (select min(coalesce(b.launched_at, b.launch_at))
      from public.ebooks_metadata b where coalesce(b.launched_at, b.launch_at) > now() - interval '45 seconds'));
end
$$;
