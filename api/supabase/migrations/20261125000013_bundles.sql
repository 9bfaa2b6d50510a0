-- A bundle tells the language of its other books, and counts a book that the buyer has only while they have it.
set check_function_bodies = off;

-- The bundles of a book that are on, under a key that is there only with one: most books have none, and their pages carry nothing of it.
create or replace function public.bundles_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select case when count(*) = 0 then '{}' else jsonb_build_object('bundles', jsonb_agg(jsonb_build_object('title', b.title, 'percent', b.percent,
      'others', (
        select jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'language', e.language) order by e.title)
          from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.id <> p_ebook_id and e.state = 'published'))
      order by b.percent desc, b.id)) end
    from public.bundles b
    where b.archived_at is null and b.ebook_ids @> array[p_ebook_id] and public.is_on(b)
$$;

-- Locks what a new draft is promised, and says why the draft cannot be written: its outcome of `open_order`, or null. `p_promotions`:
-- { coupon, bundles, owned }: id and revision of each that the quote was made of, and the books of bundles that the buyer had then.
-- `close_first`: this buyer's drafts with the same coupon, and where nothing is to be paid those that sell one of the books, which must not
-- be paid beside it. Called before the draft is inserted and after whatever locks an order.
create or replace function public.lock_promotions(p_promotions jsonb, p_quote jsonb, p_uid text, p_email text, p_buyer_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_coupon_id uuid := (p_promotions->'coupon'->>'id')::uuid;
  v_coupon public.coupons;
  v_orders jsonb;
begin
  select jsonb_agg(public.order_json(o)) into v_orders
    from public.orders o
    where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.state = 'open' and (
      (exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = v_coupon_id)
        and public.is_own_draft(o, p_uid, p_email, p_buyer_key))
      or (o.buyer_key = p_buyer_key and p_quote->>'total' = '0' and exists (
        select from public.order_copies x join jsonb_array_elements(p_quote->'copies') c on c->>'id' = x.ebook_id where x.order_id = o.id)));
  if v_orders is not null then
    return jsonb_build_object('outcome', 'close_first', 'orders', v_orders);
  end if;
  select c.* into v_coupon from public.coupons c where c.id = v_coupon_id for update;
  if found and (v_coupon.revision <> (p_promotions->'coupon'->>'revision')::integer
      or public.coupon_obstacle(v_coupon, p_uid, p_email, p_buyer_key) is not null)
    or exists (
      select from jsonb_array_elements(p_promotions->'bundles') x
        where not exists (
          select from public.bundles b
            where b.id = (x->>'id')::uuid and b.revision = (x->>'revision')::integer and public.is_on(b)))
    or exists (
      select from jsonb_array_elements_text(p_promotions->'owned') x (ebook_id)
        where not exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = x.ebook_id)) then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', '[]'::jsonb);
  end if;
  return null;
end
$$;
