-- Titles are sorted only of a currency in which a book has no price.
create or replace function public.list_unpriced_ebooks(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counts as (
    select c.code, (select count(*) from public.ebooks_metadata b where b.state = 'published')
        - (select count(*) from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id
          where p.currency = c.code and b.state = 'published') as missing
      from public.currencies c
  )
  select jsonb_object_agg(c.code, jsonb_build_object('count', c.missing, 'titles', case when c.missing = 0 then '[]' else (
      select coalesce(jsonb_agg(w.title order by w.title, w.id), '[]') from (
        select b.id, b.title from public.ebooks_metadata b
          where b.state = 'published'
            and not exists (select from public.ebook_prices p where p.ebook_id = b.id and p.currency = c.code)
          order by b.title, b.id limit p_limit) w) end))
    from counts c
$$;
