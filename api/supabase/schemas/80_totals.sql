-- Totals that triggers update, so that no number of the admin area is counted over a million orders; and reports of page speed and page
-- errors.
set check_function_bodies = off;

create type public.counted as (metric text, key text, at timestamptz, n bigint, minor bigint);

-- The time zones of the site, each from the moment at which the owner chose it. A day belongs to the time zone of its moment.
create table public.site_zones (
  since timestamptz primary key,
  zone text not null
);

-- The totals of each day and each month in the site's time zone, so that a point of a chart reads one row. A total does not change when
-- rows are deleted by age.
create table public.totals (
  metric text not null constraint totals_metric_check check (metric in ('users', 'checkouts', 'paid_checkouts', 'orders', 'refunds',
    'fees', 'disputes',
    'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed')),
  span text not null check (span in ('day', 'month')),
  -- The day. For a month, its first day.
  day date not null,
  -- The key within the metric: a currency (orders, refunds, fees, disputes), a country, a language, a book (books), a book and a currency
  -- (book_amounts), or the source of a subscriber (subscribed, unsubscribed), which is empty for the oldest rows; else empty.
  key text not null,
  n bigint not null,
  minor bigint not null default 0,
  primary key (metric, span, day, key)
);
create index totals_most_bought on public.totals (span, day, n desc, key) where metric = 'books';
create index totals_of_book on public.totals (metric, split_part(key, ' ', 1), span, day) where metric in ('books', 'book_amounts');

-- Updating the totals --------------------------------------------------------------------------------------------------------------

-- Returns the site's time zone at `p_at`. If none was stored by then, returns the default of the API's environment.
create function public.site_zone(p_at timestamptz default now()) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select z.zone from public.site_zones z where z.since <= p_at order by z.since desc limit 1), 'America/Sao_Paulo');
end
$$;

-- Returns the day of `p_at` on the site's clocks of that moment.
create function public.site_day(p_at timestamptz default now()) returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (p_at at time zone public.site_zone(p_at))::date;
end
$$;

-- Makes `p_zone` the site's time zone from now on, or for all days if there are no totals yet. The lock waits for transactions that count:
-- earlier moments must be counted in the previous time zone.
create function public.keep_site_zone(p_zone text) returns void
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s'
as $$
begin
  if public.site_zone() = p_zone or exists (select from public.restoration) then
    return;
  end if;
  lock table public.totals in share row exclusive mode;
  if not exists (select from public.totals) then
    delete from public.site_zones where true;
    insert into public.site_zones (since, zone) values ('-infinity', p_zone);
  else
    insert into public.site_zones (since, zone) values (clock_timestamp(), p_zone);
  end if;
end
$$;

-- Adds counts to the totals of their day and month. The rows are changed in the same order each time, so that two transactions cannot
-- deadlock. A count without a moment is ignored.
create function public.add_totals(p_counted public.counted[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.totals as t (metric, span, day, key, n, minor)
    select c.metric, s.span, s.day, c.key, sum(c.n), sum(c.minor)
      from (select c.metric, c.key, c.n, c.minor, public.site_day(c.at) as day from unnest(p_counted) c where c.at is not null) c,
        lateral (values ('day', c.day), ('month', date_trunc('month', c.day)::date)) s (span, day)
      group by 1, 2, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 2, 3, 4
    on conflict (metric, span, day, key) do update set n = t.n + excluded.n, minor = t.minor + excluded.minor;
end
$$;

-- Returns the counts of an order without its copies; with `p_times` -1 to subtract them. A book that was given is no sale and counts for
-- nothing. This function and the next one have no `set` clause, so that they are inlined into the calling query, which matters for a query
-- over all orders.
create function public.order_counts(o public.orders, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, c.at, c.n, c.minor from (values
    ('checkouts', '', case when o.state <> 'given' then o.created_at end, p_times::bigint, 0::bigint),
    ('paid_checkouts', '', case when o.paid_at is not null then o.created_at end, p_times::bigint, 0::bigint),
    ('orders', o.currency, o.paid_at, p_times::bigint, p_times * o.total_minor::bigint),
    ('fees', o.currency, case when o.fee_minor is not null then o.paid_at end, p_times::bigint, p_times * o.fee_minor::bigint),
    ('countries', coalesce(o.country, ''), o.paid_at, p_times::bigint, 0::bigint),
    ('languages', o.locale, o.paid_at, p_times::bigint, 0::bigint)) c (metric, key, at, n, minor)
$$;

-- Returns the counts of a copy; with `p_times` -1 to subtract them. A refunded order counts no copies. A partly refunded order counts the
-- remaining money, in proportion to the prices paid.
create function public.copy_counts(o public.orders, b public.order_copies, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, o.paid_at, p_times::bigint, c.minor from (values
    ('books', b.ebook_id, 0::bigint),
    ('book_amounts', b.ebook_id || ' ' || o.currency,
      p_times * (b.paid_minor::bigint * (o.total_minor - o.refunded_minor) / greatest(o.total_minor, 1)))) c (metric, key, minor)
    where o.state <> 'refunded'
$$;

-- Updates the totals when an order is created, is paid, or changes.
create function public.note_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_counted public.counted[] := array(select c from public.order_counts(new, 1) c);
begin
  if tg_op = 'UPDATE' then
    v_counted := v_counted || array(
      select c from public.order_counts(old, -1) c
      union all
      select c from public.order_copies b, public.copy_counts(new, b, 1) c where b.order_id = new.id
      union all
      select c from public.order_copies b, public.copy_counts(old, b, -1) c where b.order_id = new.id);
  end if;
  perform public.add_totals(v_counted);
  return null;
end
$$;

create trigger note_order_begun after insert on public.orders for each row execute function public.note_order();
create trigger note_order_changed after update on public.orders for each row
  when ((old.paid_at, old.currency, old.total_minor, old.country, old.locale, old.created_at, old.refunded_minor, old.fee_minor, old.state = 'refunded')
    is distinct from (new.paid_at, new.currency, new.total_minor, new.country, new.locale, new.created_at, new.refunded_minor, new.fee_minor, new.state = 'refunded'))
  execute function public.note_order();
-- Updates the totals when a copy is added to a paid order, as in an import of past orders.
create function public.note_order_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = new.order_id;
  if v_order.paid_at is not null then
    perform public.add_totals(array(select c from public.copy_counts(v_order, new, 1) c));
  end if;
  return null;
end
$$;

create trigger note_order_copy after insert on public.order_copies for each row execute function public.note_order_copy();
-- Updates the totals of the day of a refund.
create function public.note_refund() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.add_totals(array(
    select row('refunds', o.currency, new.happened_at, sign(new.amount_minor), new.amount_minor)::public.counted from public.orders o where o.id = new.order_id));
  return null;
end
$$;

create trigger note_refund after insert on public.order_events for each row when (new.amount_minor is not null)
  execute function public.note_refund();
-- Updates the totals of the days on which a dispute took or returned money. The amount taken is positive.
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
-- Updates the totals when a subscriber becomes confirmed, stops being confirmed for any reason, or gets another source.
create function public.note_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was boolean := coalesce(old.state = 'confirmed', false);
  v_is boolean := coalesce(new.state = 'confirmed', false);
begin
  if v_is and not v_was then
    if old.state = 'unsubscribed' and new.confirmed_at = old.confirmed_at then
      perform public.add_totals(array[
        row('unsubscribed', old.source, old.unsubscribed_at, -1, 0)::public.counted,
        row('subscribed', old.source, old.confirmed_at, -1, 0)::public.counted,
        row('subscribed', new.source, new.confirmed_at, 1, 0)::public.counted]);
    else
      perform public.add_totals(array[row('subscribed', new.source, new.confirmed_at, 1, 0)::public.counted]);
    end if;
  elsif v_was and not v_is then
    perform public.add_totals(array[row('unsubscribed', old.source, now(), 1, 0)::public.counted]);
  elsif v_is and new.source <> old.source then
    perform public.add_totals(array[
      row('subscribed', old.source, old.confirmed_at, -1, 0)::public.counted,
      row('subscribed', new.source, new.confirmed_at, 1, 0)::public.counted]);
  end if;
  return null;
end
$$;

create trigger note_subscriber after insert or update or delete on public.newsletter_subscribers
  for each row execute function public.note_subscriber();
create function public.note_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.add_totals(array[
    row('users', '', new.created_at, case when new.uid is not null then 1 else 0 end, 0)::public.counted,
    row('users', '', old.created_at, case when old.uid is not null then -1 else 0 end, 0)::public.counted]);
  return null;
end
$$;

create trigger note_user after insert or delete on public.users for each row execute function public.note_user();
-- Creates the users for old orders, and computes every total from the tables. Needed after rows were inserted without triggers.
create function public.recount() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB'
as $$
begin
  lock table public.orders, public.order_copies, public.order_events, public.dispute_transactions, public.users, public.newsletter_subscribers, public.totals
    in share row exclusive mode;
  insert into public.users (uid, email, name, created_at)
    select distinct on (o.buyer_uid) o.buyer_uid, o.buyer_email, o.buyer_name, min(o.created_at) over (partition by o.buyer_uid)
      from public.orders o
      where o.buyer_uid is not null
        and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
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
  insert into public.totals (metric, span, day, key, n, minor)
    select c.metric, s.span, s.day, c.key, sum(c.n), sum(c.minor)
      from (
        select c.metric, c.key, public.site_day(c.at) as day, c.n, c.minor
          from (
            select c.* from public.orders o, public.order_counts(o, 1) c
            union all
            select c.* from public.orders o join public.order_copies b on b.order_id = o.id, public.copy_counts(o, b, 1) c
            union all
            select 'refunds', o.currency, e.happened_at, sign(e.amount_minor)::bigint, e.amount_minor
              from public.order_events e join public.orders o on o.id = e.order_id where e.amount_minor is not null
            union all
            select 'disputes', o.currency, d.happened_at, (d.net_minor < 0)::integer, -d.net_minor
              from public.dispute_transactions d join public.orders o on o.id = d.order_id
            union all
            select 'users', '', u.created_at, 1, 0 from public.users u
            union all
            select 'subscribed', n.source, n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
            union all
            select 'unsubscribed', n.source, coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
              where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
          ) c
          where c.at is not null
      ) c, lateral (values ('day', c.day), ('month', date_trunc('month', c.day)::date)) s (span, day)
      group by 1, 2, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 2, 3, 4;
end
$$;

-- Reading the totals ---------------------------------------------------------------------------------------------------------------

-- Splits the days from `p_from` until before `p_to` into the fewest spans: the whole months, and the days before and after them.
create function public.spans_between(p_from date, p_to date) returns table (span text, begins date, ends date)
language plpgsql immutable rows 3 set search_path = ''
as $$
declare
  v_month date := date_trunc('month', p_from::timestamp);
  v_last_month date := date_trunc('month', p_to::timestamp);
begin
  if v_month < p_from then
    v_month := v_month + interval '1 month';
  end if;
  if v_month >= v_last_month then
    v_month := p_to;
    v_last_month := p_to;
  end if;
  return query
    select s.* from (values ('day', p_from, v_month), ('month', v_month, v_last_month), ('day', v_last_month, p_to)) s (span, begins, ends)
      where s.begins < s.ends;
end
$$;

-- Returns the totals from `p_from` until before `p_to`.
create function public.totals_between(p_metrics text[], p_from date, p_to date)
  returns table (metric text, key text, n bigint, minor bigint)
language sql stable security definer set search_path = ''
as $$
  select t.metric, t.key, sum(t.n)::bigint, sum(t.minor)::bigint
    from public.spans_between(p_from, p_to) s
    join public.totals t on t.metric = any (p_metrics) and t.span = s.span and t.day >= s.begins and t.day < s.ends
    group by t.metric, t.key having sum(t.n) <> 0 or sum(t.minor) <> 0
$$;

-- Returns the amounts of a metric as { currency: minor units }.
create function public.amounts(p_metric text, p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(t.key, t.minor), '{}') from public.totals_between(array[p_metric], p_from, p_to) t where t.minor <> 0);
end
$$;

-- Returns the books with the most paid copies from `p_from` until before `p_to`. Each span has its books sorted. A book that is not among
-- the first of any span sold at most the sum of the last ones read, so a few books of each span are enough (the threshold algorithm of
-- Fagin, Lotem and Naor).
create function public.top_books(p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_newest date := (select max(t.day) from public.totals t where t.metric = 'books' and t.span = 'day');
  v_to date := least(p_to, v_newest + 1);
  v_first_ones integer := 16;
  v_spans text[];
  v_days date[];
  v_others bigint;
  v_books text[];
  v_units bigint[];
begin
  if v_newest is null then
    return '[]';
  end if;
  select array_agg(s.span), array_agg(d::date) into v_spans, v_days
    from public.spans_between(p_from, v_to) s
    cross join lateral generate_series(s.begins::timestamp, (s.ends - 1)::timestamp, ('1 ' || s.span)::interval) d;
  loop
    select array_agg(distinct f.key), coalesce(sum(f.n) filter (where f.place = v_first_ones), 0) into v_books, v_others
      from unnest(v_spans, v_days) s (span, day)
      cross join lateral (
        select t.key, t.n, row_number() over (order by t.n desc, t.key) as place
          from public.totals t
          where t.metric = 'books' and t.span = s.span and t.day = s.day
          order by t.n desc, t.key limit v_first_ones) f;
    select array_agg(b.key order by b.units desc, b.key), array_agg(b.units order by b.units desc, b.key) into v_books, v_units
      from (
        select k.key, sum(t.n) as units
          from unnest(v_books) k (key)
          cross join public.spans_between(p_from, v_to) s
          join public.totals t on t.metric = 'books' and split_part(t.key, ' ', 1) = k.key and t.span = s.span and t.day >= s.begins and t.day < s.ends
          group by k.key having sum(t.n) <> 0 order by 2 desc, 1 limit p_size) b;
    exit when v_others = 0 or v_units[p_size] > v_others;
    v_first_ones := v_first_ones * 4;
  end loop;
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'cover_version', b.cover_version,
        'cover_color', b.cover_color, 'units', u.units, 'amounts', (
          select jsonb_object_agg(a.currency, a.minor) from (
            select split_part(t.key, ' ', 2) as currency, sum(t.minor) as minor
              from public.spans_between(p_from, v_to) s
              join public.totals t on t.metric = 'book_amounts' and split_part(t.key, ' ', 1) = b.id
                and t.span = s.span and t.day >= s.begins and t.day < s.ends
              group by 1 having sum(t.n) <> 0) a)) order by u.units desc, b.id), '[]')
      from unnest(v_books, v_units) u (id, units)
      join public.ebooks_metadata b on b.id = u.id);
end
$$;

-- Returns the numbers of the overview, since the days of three moments. A refund counts in the period of the refund.
create function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with since as (
      select p.name, (p.at at time zone public.site_zone())::date as since, p.span
        from (values ('today', p_day, interval '1 day'), ('week', p_week, interval '7 days'), ('month', p_month, interval '1 month')) p (name, at, span)
    ), counts as (
      select p.name, jsonb_build_object(
          'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
          'amounts', public.amounts('orders', p.since, 'infinity'),
          'before', public.amounts('orders', (p.since - p.span)::date,
            least(p.since, (p.since - p.span + interval '1 day' * (public.site_day() - p.since + 1))::date)),
          'refunds', public.amounts('refunds', p.since, 'infinity'),
          'fees', public.amounts('fees', p.since, 'infinity'),
          'disputes', public.amounts('disputes', p.since, 'infinity')) as value
        from since p
    )
    select jsonb_object_agg(c.name, c.value) || jsonb_build_object(
      'completed', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t),
      'users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', '-infinity', 'infinity') t),
      'new_users', (select coalesce(sum(t.n), 0) from since p, public.totals_between('{users}', p.since, 'infinity') t where p.name = 'week'),
      'curve', (
        select jsonb_agg(jsonb_build_object('day', d::date, 'amounts', public.amounts('orders', d::date, d::date + 1)) order by d)
          from generate_series(public.site_day() - interval '29 days', public.site_day(), interval '1 day') d),
      'top', public.top_books((public.site_day() - public.rule('best_sellers') + interval '1 day')::date, 'infinity', 5),
      'audit_entries', (
        select coalesce(jsonb_agg(public.audit_entry_json(a) order by a.id desc), '[]')
          from (select * from public.audit_log order by id desc limit 5) a))
    from counts c);
end
$$;

-- Returns the data of the charts of a period, one point for each step. A whole month reads one row, other steps a row for each day.
create function public.get_analytics(p_from date, p_to date, p_step text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
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
      'zone', public.site_zone(),
      'totals', (select coalesce(jsonb_agg(t), '[]') from public.totals_between(
        '{orders,refunds,fees,disputes,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', p_from, p_to + 1) t),
      'points', (
        select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.next_day - 1, 'totals', (
            select coalesce(jsonb_agg(p), '[]') from (
              select t.metric, t.key, sum(t.n)::bigint as n, sum(t.minor)::bigint as minor
                from public.totals t
                where t.metric in ('orders', 'refunds', 'fees', 'disputes', 'checkouts', 'paid_checkouts', 'subscribed', 'unsubscribed')
                  and t.span = case when s.next_day = s.first_day + interval '1 month' and extract(day from s.first_day) = 1 then 'month' else 'day' end
                  and t.day >= s.first_day and t.day < s.next_day
                group by 1, 2 having sum(t.n) <> 0 or sum(t.minor) <> 0) p)) order by s.first_day)
          from steps s),
      'top', public.top_books(p_from, p_to + 1, 10),
      'subscribers', (
        select coalesce(sum(case t.metric when 'subscribed' then t.n else -t.n end), 0)
          from public.totals_between('{subscribed,unsubscribed}', '-infinity', 'infinity') t)));
end
$$;

-- Returns the growth of confirmed subscribers over whole days: the number before, those who joined and left on each day, and for each
-- source those who joined, who left and the number at the end. It reads totals, so its time does not depend on the number of subscribers.
create function public.get_subscriber_growth(p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with counted as materialized (
      select t.day, t.key as source, sum(case t.metric when 'subscribed' then t.n else 0 end) as joined,
          sum(case t.metric when 'unsubscribed' then t.n else 0 end) as gone
        from public.totals t
        where t.metric in ('subscribed', 'unsubscribed') and t.span = 'day' and t.day >= p_from and t.day <= p_to
        group by 1, 2
    ), sources as (
      select o.source, sum(o.joined) as joined, sum(o.gone) as gone, sum(o.readers) as readers
        from (
          select c.source, c.joined, c.gone, 0 as readers from counted c
          union all
          select t.key, 0, 0, case t.metric when 'subscribed' then t.n else -t.n end
            from public.totals_between('{subscribed,unsubscribed}', '-infinity', p_to + 1) t) o
        group by o.source
    )
    select jsonb_build_object(
      'before', (select coalesce(sum(s.readers - s.joined + s.gone), 0) from sources s),
      'days', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
          select c.day, sum(c.joined) as joined, sum(c.gone) as gone from counted c group by c.day) d),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(s) order by s.readers desc, s.joined desc, s.source), '[]')
          from sources s where s.joined <> 0 or s.gone <> 0 or s.readers > 0)));
end
$$;

-- Returns the numbers of the page about the author. They count only content that visitors can see, and confirmed subscribers.
create function public.get_site_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'episodes', (select count(*) from public.episodes e where e.is_shown),
    'ebooks', (select count(*) from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'subscribers', (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed'));
end
$$;

-- Page reports ---------------------------------------------------------------------------------------------------------------------

-- The number of visits of a day with a measure in a bucket (see `page-reports.ts` in shared). These are only counters: no row is about a
-- single visit.
create table public.page_vitals (
  day date not null,
  page text not null check (char_length(page) <= 80),
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB')),
  locale text not null check (locale in ('pt-BR', 'en')),
  release text not null,
  bucket smallint not null check (bucket between 0 and 40),
  visits integer not null default 1,
  primary key (day, page, metric, locale, release, bucket)
);

-- The releases that page reports named on a day. Anybody can send any name, so all beyond a dozen count as one.
create table public.page_releases (
  day date not null,
  release text not null check (char_length(release) between 1 and 40),
  primary key (day, release)
);

-- Errors on pages, one row for each defect.
create table public.page_errors (
  digest text primary key,
  kind text not null check (kind in ('script', 'policy')),
  page text not null check (char_length(page) <= 80),
  release text not null,
  message text not null check (char_length(message) <= 300),
  stack text not null check (char_length(stack) <= 2000),
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index page_errors_newest on public.page_errors (last_at desc);
create index page_errors_first on public.page_errors (first_at);

-- Adds a report of a page. `p_vitals`: [{ page, metric, bucket }], `p_errors`: [{ digest, kind, page, message, stack }]. `p_network`: the
-- rate limit bucket of the sender's network; without it no new error is stored.
create function public.count_page_report(p_locale text, p_release text, p_vitals jsonb, p_errors jsonb, p_network text default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_release text := p_release;
  v_error jsonb;
begin
  insert into public.page_releases (day, release)
    select current_date, p_release where (select count(*) from public.page_releases r where r.day = current_date) < 12
    on conflict do nothing;
  if not exists (select from public.page_releases r where r.day = current_date and r.release = p_release) then
    v_release := 'other';
  end if;
  insert into public.page_vitals as t (day, page, metric, locale, release, bucket, visits)
    select current_date, w->>'page', w->>'metric', p_locale, v_release, (w->>'bucket')::smallint, count(*)
      from jsonb_array_elements(p_vitals) w group by 2, 3, 6
    on conflict (day, page, metric, locale, release, bucket) do update set visits = t.visits + excluded.visits;
  update public.page_errors e set times = e.times + 1, last_at = now(), release = v_release
    from jsonb_array_elements(p_errors) f where e.digest = f->>'digest';
  for v_error in select f from jsonb_array_elements(p_errors) f
    where not exists (select from public.page_errors e where e.digest = f->>'digest') loop
    exit when p_network is null or not (public.take_hit(p_network, 86400, 10)->>'allowed')::boolean;
    -- At most 200 new errors a day are stored, 50 of them of unknown pages: thousands of different errors are not a defect of ours.
    insert into public.page_errors (digest, kind, page, release, message, stack)
      select v_error->>'digest', v_error->>'kind', v_error->>'page', v_release, v_error->>'message', v_error->>'stack'
        where (
          select count(*) < 200 and (v_error->>'page' <> 'other' or count(*) filter (where e.page = 'other') < 50)
            from public.page_errors e where e.first_at > now() - interval '1 day')
      on conflict (digest) do nothing;
  end loop;
end
$$;

-- Returns the visits of each page by bucket since `p_from`, and the newest errors, those of known pages first.
create function public.list_page_reports(p_from date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'vitals', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select t.page, t.metric, t.bucket, sum(t.visits)::integer as visits
          from public.page_vitals t where t.day >= p_from group by t.page, t.metric, t.bucket
      ) s),
    'errors', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.page = 'other', s.last_at desc), '[]') from (
        select e.digest, e.kind, e.page, e.release, e.message, e.stack, e.times, e.first_at, e.last_at
          from public.page_errors e where e.last_at >= p_from order by e.page = 'other', e.last_at desc limit 20
      ) s));
end
$$;

-- Deletes old page reports.
create function public.sweep_page_reports() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.page_vitals where day < current_date - public.rule('keep_page_reports');
  delete from public.page_releases where day < current_date - public.rule('keep_page_reports');
  delete from public.page_errors where last_at < now() - public.rule('keep_page_reports');
$$;
