-- The feed for podcast apps.
set check_function_bodies = off;

-- Returns a page of the feed, newest first, and the number of pages. If any visible episode has audio, the feed leaves out episodes without
-- audio, because podcast apps cannot play them.
create function public.list_feed_episodes(p_page integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_total bigint := public.count_audio_episodes();
  v_has_audio boolean := v_total > 0;
  v_episodes jsonb;
begin
  if not v_has_audio then
    select t.total into v_total from public.shown_totals t where t.list = 'episodes';
  end if;
  select jsonb_agg(public.episode_json(e) order by e.published_at desc, e.id desc) into v_episodes
    from (
      select e.* from public.episodes e
        where e.is_shown and (not v_has_audio or exists (select from public.episode_audio a where a.episode_id = e.id))
        order by e.published_at desc, e.id desc limit p_size offset (p_page - 1) * p_size
    ) e;
  return jsonb_build_object('episodes', coalesce(v_episodes, '[]'), 'pages', greatest(1, ceil(v_total::numeric / p_size)));
end
$$;

-- Returns the number of visible episodes with audio.
create function public.count_audio_episodes() returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select count(*) from public.episode_audio a join public.episodes e on e.id = a.episode_id where e.is_shown);
end
$$;
