-- A text names a book that is announced and not sold yet; the cart still asks whether it is.
set check_function_bodies = off;

create or replace function public.list_ebooks(
  p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
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
