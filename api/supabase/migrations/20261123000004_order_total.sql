-- An order's total comes from where the cart's does, instead of being added up a second time.
set check_function_bodies = off;

drop function public.open_order(text, text, text, text, text, uuid, text, jsonb);
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb, p_total_minor integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_cart text := public.cart_of_items(p_items);
  v_ebook_ids text[] := array(select i->>'id' from jsonb_array_elements(p_items) i);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
begin
  if exists (select from jsonb_array_elements(p_items) i where (i->>'quantity')::integer <> 1) then
    raise exception 'an order has one copy of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_buyer_uid, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
  if found and public.cart_of_order(v_order.id) <> v_cart then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(p_buyer_uid, v_ebook_ids);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(jsonb_build_object('id', i->>'id', 'unit_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(p_items) i
    left join public.ebooks_metadata b on b.id = i->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where p.amount_minor is distinct from (i->>'price')::bigint;
  if v_corrections is not null then
    return jsonb_build_object('outcome', 'refused', 'corrections', v_corrections);
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.currency = p_currency and public.cart_of_order(o.id) = v_cart
      and not exists (
        select from public.order_items x join jsonb_array_elements(p_items) i on i->>'id' = x.ebook_id
          where x.order_id = o.id and x.unit_minor <> (i->>'price')::integer)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, total_minor, terms_version)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency,
        coalesce(p_total_minor, sum((i->>'price')::integer)), p_terms_version
      from jsonb_array_elements(p_items) i
      returning * into v_order;
    insert into public.order_items (order_id, ebook_id, title, quantity, unit_minor)
      select v_order.id, b.id, b.title, 1, (i->>'price')::integer
      from jsonb_array_elements(p_items) i join public.ebooks_metadata b on b.id = i->>'id';
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_items x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;
