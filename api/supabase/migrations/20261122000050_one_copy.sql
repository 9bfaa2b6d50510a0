-- One copy of a book for one buyer: what is theirs, or waits for its money, is not sold to them again.

-- The books that a buyer has a right to (`owned`) and those whose payment is on its way (`waiting`), each once, with its order. Of
-- `p_ebook_ids`, or all of them (null).
create function public.bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
      order by b.ebook_id), '[]')
    from (
      select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
        from (
          select e.ebook_id, 'owned' as standing, e.order_id, e.granted_at as since
            from public.entitlements e where e.uid = p_uid and e.revoked_at is null
          union all
          select i.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_items i on i.order_id = o.id
            where o.buyer_uid = p_uid and o.state = 'waiting'
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

-- Decides what a checkout of this cart is. `p_items`: [{ id, quantity, price }], price in minor units as the buyer saw it, quantity 1.
-- outcome `refused`: prices or books changed, with what is true now; `attempt_reused`: the attempt belongs to another cart;
-- `settled`: the attempt is paid or being paid already, in `order`; `bought`: the buyer has `ebooks` of this cart, or waits to pay
-- them; `opened`: `order` is the draft to be paid, new or from before, and `superseded` are older drafts that share a book with it,
-- to be closed first.
create or replace function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb
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

  v_bought := public.bought_ebooks(p_buyer_uid, v_ebook_ids);
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
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, sum((i->>'price')::integer), p_terms_version
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

-- Ties the provider's session to its order; the first one stays. Answers the session that the order has, or null when the
-- draft was dropped meanwhile, or when a book of it is sold to this buyer by another order: on a page that can be paid, by a
-- payment on its way, or already. So one book never has two pages that its buyer can pay.
create or replace function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_uid text := (select o.buyer_uid from public.orders o where o.id = p_order_id);
  v_ebook_ids text[] := array(select i.ebook_id from public.order_items i where i.order_id = p_order_id);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_uid, 0));
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open';
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.bought_ebooks(v_uid, v_ebook_ids) <> '[]' or exists (
    select from public.orders o join public.order_items i on i.order_id = o.id
      where o.buyer_uid = v_uid and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and i.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('bought_ebooks') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
