-- As before, and messages, but for spam.
create or replace function public.admin_search(p_words text, p_number bigint, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.search_patterns(p_words);
begin
  if v_words is null then
    return '{"orders": [], "users": [], "ebooks": [], "episodes": [], "messages": []}';
  end if;
  return jsonb_build_object(
    'orders', public.admin_orders_page(p_words, p_number, null, null, null, null, null, null, false, p_size)->'orders',
    'users', public.users_page(p_words, null, null, false, p_size)->'users',
    'ebooks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'state', b.state) order by b.created_at desc, b.id desc), '[]')
        from (
          select * from public.ebooks_metadata where search_text like any (v_words) order by created_at desc, id desc limit p_size
        ) b),
    'episodes', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', e.slug, 'title', e.title, 'published_at', e.published_at)
          order by e.published_at desc, e.id desc), '[]')
        from (
          select * from public.episodes where removed_at is null and search_text like any (v_words)
            order by published_at desc, id desc limit p_size
        ) e),
    'messages', public.admin_messages_page(p_words, null, null, null, false, p_size)->'messages');
end
$$;
