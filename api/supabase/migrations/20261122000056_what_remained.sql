-- What was paid back is no sale any more: best sellers count what remained, and the overview says what went back.

-- As before; an order that was paid back counts no copies, and of one that was paid back in part what remained counts, shared by price.
create or replace function public.item_counts(o public.orders, i public.order_items, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, o.paid_at, p_times * i.quantity::bigint, c.minor from (values
    ('books', i.ebook_id, 0::bigint),
    ('book_amounts', i.ebook_id || ' ' || o.currency,
      p_times * (i.quantity::bigint * i.unit_minor * (o.total_minor - o.refunded_minor) / greatest(o.total_minor, 1)))) c (metric, key, minor)
    where o.state <> 'refunded'
$$;

drop trigger note_order_changed on public.orders;
create trigger note_order_changed after update on public.orders for each row
  when ((old.paid_at, old.currency, old.total_minor, old.country, old.locale, old.created_at, old.refunded_minor, old.state = 'refunded')
    is distinct from (new.paid_at, new.currency, new.total_minor, new.country, new.locale, new.created_at, new.refunded_minor, new.state = 'refunded'))
  execute function public.note_order();

-- As before, with what was paid back in each period, whenever it had been paid.
create or replace function public.site_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counts as (
    select p.name, jsonb_build_object(
        'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
        'amounts', public.amounts('orders', p.since, 'infinity'),
        'refunds', public.amounts('refunds', p.since, 'infinity')) as value
      from (values ('today', p_day), ('week', p_week), ('month', p_month)) p (name, since)
  )
  select jsonb_object_agg(c.name, c.value) || jsonb_build_object(
    'completed', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t),
    'users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', '-infinity', 'infinity') t),
    'new_users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', p_week, 'infinity') t),
    'top', public.top_books(public.span_start('day', now() - interval '90 days', public.totals_zone()), 'infinity', 5),
    'changes', (
      select coalesce(jsonb_agg(public.admin_change_json(a) order by a.id desc), '[]')
        from (select * from public.admin_changes order by id desc limit 5) a))
  from counts c
$$;

select public.recount();

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('item_counts', 'site_stats') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
