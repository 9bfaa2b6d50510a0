-- Lists and searches that take among 10,000 rows about what they take among a few.

-- Entries that wait for their place in the index are read one by one by each search, and nothing here is written often.
alter index public.ebooks_search set (fastupdate = off);
alter index public.episodes_search set (fastupdate = off);
alter index public.episodes_title_search set (fastupdate = off);

-- How many rows each list shows, kept by every statement that changes it.
create table public.shown_totals (
  list text primary key check (list in ('ebooks', 'episodes')),
  total bigint not null check (total >= 0)
);
alter table public.shown_totals enable row level security;

-- Its arguments: the list, and which rows of the table the list shows.
create function public.note_shown() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_after bigint := 0;
  v_before bigint := 0;
begin
  if tg_op <> 'DELETE' then
    execute format('select count(*) from new_rows where %s', tg_argv[1]) into v_after;
  end if;
  if tg_op <> 'INSERT' then
    execute format('select count(*) from old_rows where %s', tg_argv[1]) into v_before;
  end if;
  if v_after <> v_before then
    update public.shown_totals set total = total + v_after - v_before where list = tg_argv[0];
  end if;
  return null;
end
$$;

do $$
declare
  v_list record;
begin
  for v_list in
    select * from (values
      ('ebooks', 'ebooks_metadata', $shown$state = 'published' and is_priced$shown$),
      ('episodes', 'episodes', 'removed_at is null')) as l (name, source, shown)
  loop
    execute format('lock table public.%I in share row exclusive mode', v_list.source);
    execute format('insert into public.shown_totals select %L, count(*) from public.%I where %s', v_list.name, v_list.source, v_list.shown);
    execute format('create trigger note_added after insert on public.%I referencing new table as new_rows
      for each statement execute function public.note_shown(%L, %L)', v_list.source, v_list.name, v_list.shown);
    execute format('create trigger note_changed after update on public.%I referencing old table as old_rows new table as new_rows
      for each statement execute function public.note_shown(%L, %L)', v_list.source, v_list.name, v_list.shown);
    execute format('create trigger note_deleted after delete on public.%I referencing old table as old_rows
      for each statement execute function public.note_shown(%L, %L)', v_list.source, v_list.name, v_list.shown);
  end loop;
end $$;

-- How far a search counts what it finds; its answer says when there are more.
create function public.counted_matches() returns integer
language sql immutable parallel safe set search_path = ''
as $$ select 100 $$;

-- Whether a search finds enough among the newest 256 rows to be read from the newest on; what is rarer, the trigram index finds.
create function public.is_common(matches_in_sample bigint) returns boolean
language sql immutable parallel safe set search_path = ''
as $$ select matches_in_sample >= 8 $$;

-- Planned for each call, and never sorted beforehand: rows come from the index in the list's order, or as few as the trigram index
-- finds. Where `|| ''` stands, that index is not meant.
create or replace function public.ebooks_page(
  p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
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

  if v_words is null then
    select t.total into v_total from public.shown_totals t where t.list = 'ebooks';
  else
    select count(*) into v_sampled
      from (
        select b.search_text from public.ebooks_metadata b where b.state = 'published' and b.is_priced
          order by b.created_at desc, b.id desc limit 256
      ) newest
      where newest.search_text like any (v_words);
  end if;

  if v_words is not null and not public.is_common(v_sampled) then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_words) and b.state = 'published' and b.is_priced
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
          where b.state = 'published' and b.is_priced and (v_words is null or b.search_text || '' like any (v_words))
            and (b.created_at, b.id) < (v_after_at, v_after_id)
          order by b.created_at desc, b.id desc
          limit p_size + 1
      ) b;
    if v_words is not null then
      select count(*) into v_total
        from (
          select from public.ebooks_metadata b
            where b.state = 'published' and b.is_priced and b.search_text || '' like any (v_words)
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

-- Like `ebooks_page`. With ids exactly those that are shown.
create or replace function public.episodes_page(
  p_words text, p_category text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off
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

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('note_shown', 'counted_matches', 'is_common', 'ebooks_page', 'episodes_page') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
