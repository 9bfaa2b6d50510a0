-- What a reader has is found among their own rights alone.
set check_function_bodies = off;

-- The books that a buyer has a right to (`owned`) and those whose payment is on its way (`waiting`), each once, with its order or imported
-- purchase. Of
-- `p_ebook_ids`, or all of them (null). `p_uid`: an account, or the `buyer_key` of a browser.
create or replace function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
      order by b.ebook_id), '[]')
    from (
      select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
        from (
          select r.ebook_id, 'owned' as standing, r.by_id as order_id, r.granted_at as since
            from public.reading_rights r
            -- One list of readers, made once: with `or` every right of the shop would be read.
            where r.uid = any (array(
              select p_uid union all select g.holder from public.orders g where g.buyer_key = p_uid and g.buyer_uid is null))
          union all
          select c.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_copies c on c.order_id = o.id
            where o.buyer_key = p_uid and o.state = 'waiting' and c.gift_id is null
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;
