-- What the page about the author counts: only what visitors can see or have asked for.
create function public.site_counts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'episodes', (select count(*) from public.episodes e where e.removed_at is null),
    'ebooks', (select count(*) from public.ebooks_metadata b where b.state = 'published'),
    'subscribers', (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed'))
$$;

revoke execute on function public.site_counts() from public, anon, authenticated;
grant execute on function public.site_counts() to service_role;
