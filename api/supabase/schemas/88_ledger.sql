-- Checks that money and entitlements of each order add up. Constraints and locks ensure it. This check finds what manual changes or bugs
-- broke anyway, and the owner gets an alert (90_operations.sql).
set check_function_bodies = off;

-- Orders that do not add up, with their faults, the worst first. The row is deleted when the order adds up again.
create table public.ledger_faults (
  order_id uuid primary key references public.orders (id) on delete cascade,
  faults text[] not null check (cardinality(faults) > 0),
  found_at timestamptz not null default now()
);

-- How far orders were checked: all that were settled before `settled_until`, and in the course of weeks all orders, by their ids.
create table public.ledger_reading (
  is_only boolean primary key default true check (is_only),
  settled_until timestamptz not null default now() - interval '1 day',
  all_until uuid not null default '00000000-0000-0000-0000-000000000000'
);
create index orders_settled on public.orders (checked_at) where paid_at is not null;

-- Returns which of these orders do not add up, and why:
-- `sums`: the copies do not add up to the total. `kept_money`: the money kept for the copies differs from that of the order, without
-- refunds on their way. `not_readable`: the buyer has no entitlement to a copy that was paid and kept. `unpaid_entitlement`: there is an
-- entitlement for a copy that is not paid, or was taken back. `receipts`: the receipts show another amount than the order keeps.
-- `receipt_gap`: a number is missing next to one of this order; only for a year, after which deleted orders leave gaps. `coupon_count`: the
-- count of its coupon differs from the uses, reported for one order of the coupon.
-- Each order is read by its id: without statistics, a join would read all orders.
create function public.find_ledger_faults(p_order_ids uuid[]) returns table (order_id uuid, faults text[])
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with paid as (
    select o.id, o.state, o.holder, o.subtotal_minor, o.total_minor, o.refunded_minor, o.refund_pending_minor, k.*, d.lost_minor, r.said_minor,
        public.is_erased(o) as is_erased
      from public.orders o
      cross join lateral (
        select sum(c.list_minor) as list_minor, sum(c.paid_minor) as paid_minor, sum(c.paid_minor - c.goodwill_minor - p.minor) as kept_minor
          from public.order_copies c
          cross join lateral (
            select coalesce(sum(p.minor), 0) as minor from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed') p
          where c.order_id = o.id
      ) k
      cross join lateral (
        select case when exists (select from public.disputes d where d.order_id = o.id and d.state = 'lost')
          then (select coalesce(sum(l.minor), 0) from public.lost_amounts(o) l) else 0 end as lost_minor) d
      cross join lateral (
        select coalesce(sum(case x.kind when 'receipt' then x.total_minor else -x.total_minor end), 0) as said_minor
          from public.receipts x where x.order_id = o.id) r
      where o.id = any (p_order_ids) and o.paid_at is not null
  ), found (order_id, place, fault) as (
    select p.id, 1, 'sums' from paid p where (p.subtotal_minor, p.total_minor) <> (p.list_minor, p.paid_minor)
    union all
    select p.id, 2, 'kept_money' from paid p
      where p.kept_minor <> greatest(0, p.total_minor - p.refunded_minor - p.refund_pending_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
          where r.order_id = p.id and r.state = 'pending' and r.waits_for is null))
    union all
    select p.id, 3, 'not_readable' from paid p join public.order_copies c on c.order_id = p.id
      where p.state in ('paid', 'partly_refunded') and not p.is_erased and c.gift_id is null
        and not exists (
          select from public.entitlements e where e.uid = p.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
        and not exists (select from public.refund_parts r where r.copy_id = c.id and r.takes_back and r.state = 'done')
    union all
    select p.id, 4, 'unpaid_entitlement' from paid p
      join public.order_copies c on c.order_id = p.id
      join public.entitlements e on e.copy_id = c.id and e.revoked_at is null
      where p.state not in ('paid', 'partly_refunded') or (c.gift_id is null and e.uid <> p.holder)
        or exists (select from public.refund_parts r where r.copy_id = c.id and r.takes_back and r.state = 'done')
    union all
    select p.id, 5, 'receipts' from paid p where p.said_minor <> p.total_minor - p.refunded_minor - p.lost_minor
    union all
    select p.id, 6, 'receipt_gap' from paid p join public.receipts r on r.order_id = p.id join public.receipt_series s on s.series = r.series
      where r.issued_at > now() - interval '1 year' and (
        (r.number > 1 and not exists (select from public.receipts b where b.series = r.series and b.number = r.number - 1))
        or (r.number <> s.last and not exists (select from public.receipts b where b.series = r.series and b.number > r.number)))
    union all
    select x.order_id, 7, 'coupon_count'
      from (select distinct u.coupon_id from public.coupon_uses u where u.order_id in (select p.id from paid p)) k
      join public.coupons c on c.id = k.coupon_id
      cross join lateral (
        select u.order_id from public.coupon_uses u where u.coupon_id = k.coupon_id and u.state = 'used' order by u.order_id limit 1) x
      where c.redeemed <> (select count(*) from public.coupon_uses u where u.coupon_id = k.coupon_id and u.state in ('held', 'used'))
  )
  select f.order_id, array_agg(f.fault order by f.place) from (select distinct * from found) f group by f.order_id
$$;

-- Checks a portion of the orders. `known`: those with faults. `settled`: the next ones that were settled since the last check, at least ten
-- minutes ago, so that no transaction that is still open adds an earlier one. `all`: the next ones by id, starting again after the last.
-- Returns the number of orders checked.
create function public.check_ledger(p_part text, p_size integer) returns integer
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_reading public.ledger_reading;
  v_ids uuid[];
  v_until timestamptz;
begin
  insert into public.ledger_reading default values on conflict do nothing;
  select * into v_reading from public.ledger_reading for update;
  if p_part = 'known' then
    v_ids := array(select f.order_id from public.ledger_faults f order by f.found_at, f.order_id limit p_size);
  elsif p_part = 'settled' then
    select array_agg(x.id), max(x.checked_at) into v_ids, v_until
      from (
        select o.id, o.checked_at from public.orders o
          where o.paid_at is not null and o.checked_at > v_reading.settled_until and o.checked_at < now() - interval '10 minutes'
          order by o.checked_at fetch first p_size rows with ties
      ) x;
    update public.ledger_reading set settled_until = v_until where v_until is not null;
  else
    v_ids := array(
      select o.id from public.orders o where o.id > v_reading.all_until and o.paid_at is not null order by o.id limit p_size);
    update public.ledger_reading
      set all_until = case when cardinality(v_ids) < p_size then '00000000-0000-0000-0000-000000000000' else v_ids[p_size] end
      where true;
  end if;
  with found as materialized (
    select * from public.find_ledger_faults(v_ids)
  ), over as (
    delete from public.ledger_faults f
      where f.order_id = any (v_ids) and not exists (select from found n where n.order_id = f.order_id)
  )
  insert into public.ledger_faults as f (order_id, faults) select n.order_id, n.faults from found n
    on conflict (order_id) do update set faults = excluded.faults where f.faults <> excluded.faults;
  return coalesce(cardinality(v_ids), 0);
end
$$;
