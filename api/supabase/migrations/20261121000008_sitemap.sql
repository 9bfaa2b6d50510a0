-- What search engines are told: every page that a book or an episode has, and when what it says last changed.
alter table public.ebooks_metadata add column changed_at timestamptz not null default now();
alter table public.episodes add column changed_at timestamptz not null default now();
update public.ebooks_metadata set changed_at = created_at;
update public.episodes set changed_at = published_at;

create function public.note_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  new.changed_at := now();
  return new;
end
$$;
create trigger note_change before update on public.ebooks_metadata for each row
  when ((old.title, old.description, old.author, old.pages, old.cover_version)
    is distinct from (new.title, new.description, new.author, new.pages, new.cover_version))
  execute function public.note_change();
create trigger note_change before update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.duration_seconds, old.picture_version)
    is distinct from (new.slug, new.title, new.description, new.duration_seconds, new.picture_version))
  execute function public.note_change();

-- Some of the pages in a lasting order, and how many there are. Without a channel there are no episodes to show.
create function public.sitemap_pages(p_from integer, p_size integer, p_has_channel boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with pages as (
    select 'ebook' as kind, b.id as name, b.changed_at from public.ebooks_metadata b where b.state = 'published' and b.is_priced
    union all
    select 'episode', e.slug, e.changed_at from public.episodes e where e.removed_at is null and p_has_channel
  )
  select jsonb_build_object(
    'total', (select count(*) from pages),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at) order by p.kind, p.name), '[]')
        from (select * from pages order by kind, name offset p_from limit p_size) p))
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('note_change', 'sitemap_pages') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
