-- What caches before the site have to forget: noted in the transaction that changes what visitors see, told by a job.
create table public.purges (
  id bigint generated always as identity primary key,
  tag text not null check (tag in ('ebooks', 'episodes', 'texts')),
  due_at timestamptz not null
);
create index purges_due on public.purges (due_at);
alter table public.purges enable row level security;

create function public.note_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Once a transaction. Twice told: the API answers from copies that are seconds old, and a few that are half a minute old.
  if not exists (select from public.purges p where p.due_at = now() + interval '5 seconds' and p.tag = tg_argv[0]) then
    insert into public.purges (tag, due_at) values (tg_argv[0], now() + interval '5 seconds'), (tg_argv[0], now() + interval '40 seconds');
    -- Where there is no cache to tell, nobody takes them.
    delete from public.purges p where p.id in (
      select o.id from public.purges o where o.due_at < now() - interval '1 day' limit 100 for update skip locked);
  end if;
  return null;
end
$$;

create trigger note_purge after insert or delete on public.ebooks_metadata for each row execute function public.note_purge('ebooks');
create trigger note_purge_of_change after update on public.ebooks_metadata for each row
  when (old.* is distinct from new.*) execute function public.note_purge('ebooks');
create trigger note_purge after insert or update or delete on public.ebook_prices for each row execute function public.note_purge('ebooks');
create trigger note_purge after insert or delete on public.episodes for each row execute function public.note_purge('episodes');
create trigger note_purge_of_change after update on public.episodes for each row
  when ((old.slug, old.title, old.description, old.published_at, old.duration_seconds, old.spotify_url, old.picture_version, old.removed_at)
    is distinct from
    (new.slug, new.title, new.description, new.published_at, new.duration_seconds, new.spotify_url, new.picture_version, new.removed_at))
  execute function public.note_purge('episodes');
create trigger note_purge after insert or update or delete on public.episode_ebooks for each row execute function public.note_purge('episodes');
create trigger note_purge after insert on public.content_versions for each row execute function public.note_purge('texts');

create function public.purges_due() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ids', coalesce(jsonb_agg(d.id), '[]'), 'tags', coalesce(jsonb_agg(distinct d.tag), '[]'))
  from (select p.id, p.tag from public.purges p where p.due_at <= now() order by p.due_at limit 1000) d
$$;

create function public.forget_purges(p_ids bigint[]) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.purges p where p.id = any (p_ids) $$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('note_purge', 'purges_due', 'forget_purges') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
