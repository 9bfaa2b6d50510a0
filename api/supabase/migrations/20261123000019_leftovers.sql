-- What disputes took, fees of older payments.
set check_function_bodies = off;

-- What disputes took out of the balance at Stripe and what came back, fees included, as the balance tells of it.
create table public.dispute_transactions (
  -- Stripe's.
  id text primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  -- Of the order's currency; below zero when it was taken.
  net_minor integer not null,
  happened_at timestamptz not null
);
create index dispute_transactions_of_order on public.dispute_transactions (order_id);

-- How far the balance at Stripe was read: all of it before `read_until`, and of what came up to `reading_until` all that is newer than the
-- entry `after_id`.
create table public.balance_reading (
  is_only boolean primary key default true check (is_only),
  read_until timestamptz not null,
  reading_until timestamptz,
  after_id text,
  constraint balance_reading_after_begin check (after_id is null or reading_until is not null)
);

alter table public.dispute_transactions enable row level security;
alter table public.balance_reading enable row level security;

alter table public.totals drop constraint totals_metric_check;
alter table public.totals add constraint totals_metric_check check (metric in ('users', 'checkouts', 'paid_checkouts', 'orders', 'refunds', 'fees',
  'disputes', 'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed'));

-- Which part of the balance at Stripe is read next, from the newest entry to the oldest: the one that was begun, else all since the last one.
-- The first time that is everything since the first payment.
create function public.begin_balance_reading() returns jsonb
language sql volatile security definer set search_path = ''
as $$
  insert into public.balance_reading as b (read_until, reading_until)
    values (coalesce((select min(o.paid_at) from public.orders o where o.paid_at is not null), now()), now())
    on conflict (is_only) do update set reading_until = coalesce(b.reading_until, excluded.reading_until)
    returning jsonb_build_object('since', b.read_until, 'until', b.reading_until, 'after_id', b.after_id)
$$;

-- Takes down a page of the balance that ends with the entry `p_after_id`; null: nothing is older. Fees of payments ({ payment_intent_id,
-- fee_minor }) that were not known, and what disputes took or gave back ({ id, payment_intent_id, net_minor, happened_at }); each once.
create function public.note_balance(p_fees jsonb, p_disputes jsonb, p_after_id text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Before the sums, as whoever settles an order holds them; and several orders change the sums here, in whichever order.
  perform from public.orders o
    where o.payment_intent_id in (select f->>'payment_intent_id' from jsonb_array_elements(p_fees || p_disputes) f)
    order by o.id for update;
  lock table public.totals in share row exclusive mode;
  update public.orders o set fee_minor = f.fee_minor
    from jsonb_to_recordset(p_fees) f (payment_intent_id text, fee_minor integer)
    where o.payment_intent_id = f.payment_intent_id and o.fee_minor is null;
  insert into public.dispute_transactions (id, order_id, net_minor, happened_at)
    select d.id, o.id, d.net_minor, d.happened_at
      from jsonb_to_recordset(p_disputes) d (id text, payment_intent_id text, net_minor integer, happened_at timestamptz)
      join public.orders o on o.payment_intent_id = d.payment_intent_id
    on conflict (id) do nothing;
  update public.balance_reading b
    set after_id = p_after_id,
      read_until = case when p_after_id is null then b.reading_until else b.read_until end,
      reading_until = case when p_after_id is not null then b.reading_until end
    where b.reading_until is not null;
end
$$;

-- The entry after which the balance was to be read on is not there: what was begun is read from its newest entry again.
create function public.restart_balance_reading() returns void
language sql volatile security definer set search_path = ''
as $$ update public.balance_reading set after_id = null where true $$;

-- How many paid orders there are of which Stripe did not say yet what it kept, and whether the balance was read once to its beginning.
create function public.get_balance_reading() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'is_whole', exists (select from public.balance_reading b where b.read_until > coalesce((select min(o.paid_at) from public.orders o where o.paid_at is not null), '-infinity')),
    'orders_left', (select count(*) from public.orders o
      where o.fee_minor is null and o.paid_at is not null and o.total_minor > 0 and o.payment_intent_id is not null))
$$;

-- The sums that a dispute changes on the days on which it took or gave back money; what it took is above zero.
create function public.note_dispute_transaction() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.add_totals(array(
    select row('disputes', o.currency, new.happened_at, (new.net_minor < 0)::integer, -new.net_minor)::public.counted
      from public.orders o where o.id = new.order_id));
  return null;
end
$$;

create trigger note_dispute_transaction after insert on public.dispute_transactions
  for each row execute function public.note_dispute_transaction();

-- Everybody who bought before there were users, and every sum from what is in the tables now: after rows were brought in without triggers.
-- Days and months are added up from quarters of an hour, all orders by one plan.
create or replace function public.recount() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB'
as $$
begin
  lock table public.orders, public.order_items, public.order_events, public.dispute_transactions, public.users, public.newsletter_subscribers, public.totals
    in share row exclusive mode;
  insert into public.users (uid, email, name, created_at)
    select distinct on (o.buyer_uid) o.buyer_uid, o.buyer_email, o.buyer_name, min(o.created_at) over (partition by o.buyer_uid)
      from public.orders o
      where not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      order by o.buyer_uid, o.created_at desc
    on conflict (uid) do nothing;
  update public.users u set orders = b.orders, first_purchase_at = b.first_at, last_purchase_at = b.last_at
    from (
      select o.buyer_uid, count(*) as orders, min(o.paid_at) as first_at, max(o.paid_at) as last_at
        from public.orders o where o.paid_at is not null group by o.buyer_uid
    ) b
    where b.buyer_uid = u.uid
      and (u.orders, u.first_purchase_at, u.last_purchase_at) is distinct from (b.orders, b.first_at, b.last_at);

  truncate public.totals;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z'), c.key, sum(c.n), sum(c.minor)
      from (
        select c.* from public.orders o, public.order_counts(o, 1) c where public.has_quarters(c.metric)
        union all
        select 'refunds', o.currency, e.happened_at, sign(e.amount_minor)::bigint, e.amount_minor
          from public.order_events e join public.orders o on o.id = e.order_id where e.amount_minor is not null
        union all
        select 'disputes', o.currency, d.happened_at, (d.net_minor < 0)::integer, -d.net_minor
          from public.dispute_transactions d join public.orders o on o.id = d.order_id
        union all
        select 'users', '', u.created_at, 1, 0 from public.users u
        union all
        select 'subscribed', '', n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', '', coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c
      where c.at is not null
      group by 1, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 3, 4;
  perform public.add_up_days();
end
$$;

-- What the overview shows. What was paid back counts in the period of the refund; the books that were bought most are those of whole days.
create or replace function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counts as (
    select p.name, jsonb_build_object(
        'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
        'amounts', public.amounts('orders', p.since, 'infinity'),
        'refunds', public.amounts('refunds', p.since, 'infinity'),
        'fees', public.amounts('fees', p.since, 'infinity'),
        'disputes', public.amounts('disputes', p.since, 'infinity')) as value
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

-- Everything that the charts of a period show, a point per step: a row for each whole month, else for each day. A caller that asks
-- for another time zone for the first time may have to wait until the days are those of that one.
create or replace function public.get_analytics(p_from date, p_to date, p_step text, p_zone text) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off set statement_timeout = '5min'
as $$
declare
  v_begins timestamptz := p_from::timestamp at time zone p_zone;
  v_ends timestamptz := (p_to + 1)::timestamp at time zone p_zone;
begin
  perform public.keep_days_in(p_zone);
  return (
    with starts as (
      select p_from as day
      union
      select d::date from generate_series(
          case p_step when 'month' then date_trunc('month', p_from::timestamp) else p_from::timestamp end, p_to::timestamp, ('1 ' || p_step)::interval) d
        where d::date > p_from
    ), steps as (
      select s.day as first_day, coalesce(lead(s.day) over (order by s.day), p_to + 1) as next_day from starts s
    )
    select jsonb_build_object(
      'totals', (select coalesce(jsonb_agg(t), '[]') from public.totals_between(
        '{orders,refunds,fees,disputes,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', v_begins, v_ends) t),
      'points', (
        select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.next_day - 1, 'totals', (
            select coalesce(jsonb_agg(p), '[]') from (
              select t.metric, t.key, sum(t.n)::bigint as n, sum(t.minor)::bigint as minor
                from public.totals t
                where t.metric in ('orders', 'refunds', 'fees', 'disputes', 'checkouts', 'paid_checkouts', 'subscribed', 'unsubscribed')
                  and t.span = case when s.next_day = s.first_day + interval '1 month' and extract(day from s.first_day) = 1 then 'month' else 'day' end
                  and t.starts_at >= s.first_day::timestamp at time zone p_zone and t.starts_at < s.next_day::timestamp at time zone p_zone
                group by 1, 2 having sum(t.n) <> 0 or sum(t.minor) <> 0) p)) order by s.first_day)
          from steps s),
      'top', public.top_books(v_begins, v_ends, 10),
      'subscribers', (
        select coalesce(sum(case t.metric when 'subscribed' then t.n else -t.n end), 0)
          from public.totals_between('{subscribed,unsubscribed}', '-infinity', 'infinity') t)));
end
$$;
