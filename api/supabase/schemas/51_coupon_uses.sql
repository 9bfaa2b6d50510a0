-- Orders that use a coupon. A use is held while its order can be paid, used when it is paid, and released when the order ends without
-- money.
set check_function_bodies = off;

create table public.coupon_uses (
  order_id uuid primary key references public.orders (id) on delete cascade,
  coupon_id uuid not null references public.coupons (id),
  state text not null default 'held' check (state in ('held', 'used', 'released')),
  -- The order was paid after its use had been released and other orders had taken all uses. The order is delivered anyway, and the owner
  -- sees the excess.
  is_beyond boolean not null default false
);
create index coupon_uses_of_coupon on public.coupon_uses (coupon_id, state);
create index coupon_uses_held on public.coupon_uses (order_id) where state = 'held';
-- This index serves the limits of coupons by address.
create index orders_by_mailbox on public.orders (public.mailbox_of(buyer_email));
-- This index serves the results of bundles and sales.
create index orders_by_discount on public.orders using gin ((quote->'discounts') jsonb_path_ops) where paid_at is not null and discount_minor > 0;
create index order_copies_in_sale on public.order_copies (ebook_id) where 'sale' = any (reasons);

-- Updates the number of a coupon's uses, `coupons.redeemed`.
create function public.count_coupon_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.coupons c set redeemed = c.redeemed + (coalesce(new.state, 'released') <> 'released')::integer - (coalesce(old.state, 'released') <> 'released')::integer
    where c.id = coalesce(new.coupon_id, old.coupon_id) and (coalesce(new.state, 'released') = 'released') <> (coalesce(old.state, 'released') = 'released');
  return null;
end
$$;
create trigger count_coupon_use after insert or update of state or delete on public.coupon_uses
  for each row execute function public.count_coupon_use();

-- Updates the use of a coupon with the state of its order, no matter which function changes the order. Lock order: the order, the coupon,
-- the sums, as when an order is opened. Triggers run in the order of their names, so this one is the first.
create function public.close_coupon_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_coupon public.coupons;
begin
  select c.* into v_coupon from public.coupons c
    where c.id = (select u.coupon_id from public.coupon_uses u where u.order_id = new.id) for update;
  update public.coupon_uses u
    set state = case when new.paid_at is not null then 'used' else 'released' end,
      is_beyond = u.is_beyond or (u.state = 'released' and new.paid_at is not null and v_coupon.redeemed >= v_coupon.max_uses)
    where u.order_id = new.id and u.state <> case when new.paid_at is not null then 'used' else 'released' end;
  return null;
end
$$;
create trigger close_coupon_use after update of state on public.orders for each row
  when (old.state <> new.state and (new.paid_at is not null or new.state in ('expired', 'failed'))) execute function public.close_coupon_use();

-- Returns the coupon of an order, or null. `is_scarce`: the coupon has a limit in all, so others may wait for this use. `is_limited`: this
-- use must not be held for long, because others may wait for it, or, for a guest, because the same person may use the coupon elsewhere
-- without proof that this draft is theirs.
create function public.order_coupon(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('code', c.code,
        'is_limited', c.max_uses is not null or (c.max_per_buyer is not null and o.buyer_uid is null),
        'is_scarce', c.max_uses is not null, 'is_beyond', u.is_beyond)
      from public.coupon_uses u join public.coupons c on c.id = u.coupon_id join public.orders o on o.id = u.order_id
      where u.order_id = p_order_id);
end
$$;

-- Returns whether a draft holds a use of a limited coupon and has no payment page after 4 minutes. A page that is opened later would be
-- open for less time than the provider requires.
create function public.is_held_in_vain(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state = 'open' and o.session_id is null and o.created_at < now() - interval '4 minutes' and not public.awaits_press(o)
    and coalesce((public.order_coupon(o.id)->>'is_limited')::boolean, false);
end
$$;

-- Expires drafts that hold a coupon's use but can no longer be paid, so that other buyers can have the use.
create function public.drop_held_drafts() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.orders o set state = 'expired'
    where o.id in (
      select d.id from public.coupon_uses u join public.orders d on d.id = u.order_id
        where u.state = 'held' and d.session_id is null and public.is_held_in_vain(d) for update of d skip locked)
$$;

-- Returns whether a draft has the coupon of these promotions, and a payment page can still be opened for it.
create function public.fits_promotions(o public.orders, p_promotions jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select not public.is_held_in_vain(o) and (
      select u.coupon_id from public.coupon_uses u where u.order_id = o.id) is not distinct from (p_promotions->'coupon'->>'id')::uuid);
end
$$;

-- Returns whether a draft belongs to this buyer, who can then have it closed: it was created by the same account or browser, or by a guest
-- with the address of the account.
create function public.is_own_draft(o public.orders, p_uid text, p_email text, p_buyer_key text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state = 'open' and coalesce(o.buyer_key = p_buyer_key
    or (o.buyer_uid is null and p_uid is not null and public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)), false);
end
$$;

-- Locks the promotions of a new draft. Returns null, or the outcome of `open_order` if the draft cannot be written. `p_promotions`: {
-- coupon, bundles, owned }: id and revision of each promotion of the quote, and the books of bundles that the buyer owned then.
-- `close_first`: this buyer's drafts with the same coupon and, for a free order, those that sell one of the books, which must not be paid
-- in addition. They are superseded as of `p_asked_at`, see `open_order`. Call this before the draft is inserted and after every lock on an
-- order.
create function public.lock_promotions(
  p_promotions jsonb, p_quote jsonb, p_uid text, p_email text, p_buyer_key text, p_asked_at timestamptz default now()
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_coupon_id uuid := (p_promotions->'coupon'->>'id')::uuid;
  v_coupon public.coupons;
  v_orders jsonb;
begin
  with superseded as (
    update public.orders o set is_superseded = true, asked_at = greatest(o.asked_at, p_asked_at)
      where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.state = 'open' and (
        (exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = v_coupon_id)
          and public.is_own_draft(o, p_uid, p_email, p_buyer_key))
        or (o.buyer_key = p_buyer_key and p_quote->>'total' = '0' and exists (
          select from public.order_copies x join jsonb_array_elements(p_quote->'copies') c on c->>'id' = x.ebook_id where x.order_id = o.id)))
      returning o as draft)
  select jsonb_agg(public.order_json(s.draft)) into v_orders from superseded s;
  if v_orders is not null then
    return jsonb_build_object('outcome', 'close_first', 'orders', v_orders, 'asked_at', p_asked_at);
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
        where not exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = x.ebook_id)) then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', '[]'::jsonb);
  end if;
  return null;
end
$$;
