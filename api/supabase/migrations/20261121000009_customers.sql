-- Where each reader stopped in each of his books.
create table public.reading_positions (
  uid text not null,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  page integer not null check (page between 1 and 100000),
  read_at timestamptz not null default now(),
  primary key (uid, ebook_id)
);
alter table public.reading_positions enable row level security;

-- The books that a reader may download, each once, also those that left the shop, with where he stopped; latest acquired first.
create or replace function public.library_page(p_uid text, p_after_at timestamptz, p_after_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('acquired_at', l.acquired_at, 'ebook', l.ebook, 'position', l.position)
      order by l.acquired_at desc, l.ebook_id desc), '[]') into v_page
    from (
      select e.ebook_id, e.acquired_at, public.ebook_json(b) as ebook,
          case when r.uid is not null then jsonb_build_object('page', r.page, 'read_at', r.read_at) end as position
        from (select ebook_id, min(granted_at) as acquired_at from public.entitlements
          where uid = p_uid and revoked_at is null group by ebook_id) e
        join public.ebooks_metadata b on b.id = e.ebook_id
        left join public.reading_positions r on r.uid = p_uid and r.ebook_id = e.ebook_id
        where (e.acquired_at, e.ebook_id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by e.acquired_at desc, e.ebook_id desc limit p_size + 1
    ) l;
  return jsonb_build_object('items', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- Keeps where a reader stopped. False for a book that he may not read.
create function public.keep_position(p_uid text, p_ebook_id text, p_page integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.reading_positions (uid, ebook_id, page)
    select p_uid, p_ebook_id, p_page where public.entitled_file(p_uid, p_ebook_id) is not null
    on conflict (uid, ebook_id) do update set page = excluded.page, read_at = now();
  return found;
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('library_page', 'keep_position') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
