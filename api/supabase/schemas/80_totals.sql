-- Sums that are kept as things happen, so that no number of the admin area is counted among a million orders; and how fast pages are
-- for the people who open them.
set check_function_bodies = off;

create type public.counted as (metric text, key text, at timestamptz, n bigint, minor bigint);

-- Whose days and months sums are kept by; one is shown. When the site has another time zone, its calendar is built in portions while sums go on
-- being kept by the one before, and then takes its place. As long as nothing is here, the first one shows days of UTC.
create table public.calendars (
  id integer generated always as identity primary key,
  zone text not null,
  -- `old`: its sums are being removed.
  state text not null check (state in ('building', 'shown', 'old')),
  -- It has counted what happened before this moment.
  counted_to timestamptz not null
);
create unique index calendars_one_of_each on public.calendars (state) where state <> 'old';

-- How much of what happened when: in quarters of an hour, which no time zone divides, and their sums by day and month of a calendar,
-- so that a point of a chart reads one row. What is shown by whole days only and can be counted again from orders, as books
-- and countries, has no quarters. What happened stays counted when its rows are removed by age.
create table public.totals (
  -- 0: quarters of an hour, which are of every calendar.
  calendar integer not null,
  metric text not null constraint totals_metric_check check (metric in ('users', 'checkouts', 'paid_checkouts', 'orders', 'refunds',
    'fees', 'disputes',
    'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed')),
  span text not null check (span in ('quarter', 'day', 'month')),
  starts_at timestamptz not null,
  -- A currency (orders, refunds, fees, disputes), a country, a language, a book (books), a book and a currency (book_amounts), or where a
  -- subscriber came from (subscribed, unsubscribed), which was not kept at first; else empty.
  key text not null,
  n bigint not null,
  minor bigint not null default 0,
  primary key (calendar, metric, span, starts_at, key),
  constraint totals_calendar_check check ((calendar = 0) = (span = 'quarter'))
);
create index totals_most_bought on public.totals (calendar, span, starts_at, n desc, key) where metric = 'books';
create index totals_of_book on public.totals (calendar, metric, split_part(key, ' ', 1), span, starts_at) where metric in ('books', 'book_amounts');

-- Keeping the sums -----------------------------------------------------------------------------------------------------------------

-- The calendars that sums are kept by, with the one that is shown.
create function public.kept_calendars() returns table (id integer, zone text, counted_to timestamptz, is_shown boolean)
language sql stable
as $$
  select c.id, c.zone, c.counted_to, c.state = 'shown' from public.calendars c where c.state <> 'old'
  union all
  select 1, 'UTC', 'infinity', true where not exists (select from public.calendars)
$$;

-- The calendar whose days and months are shown, and its time zone.
create function public.shown_calendar() returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.id from public.kept_calendars() k where k.is_shown);
end
$$;

create function public.totals_zone() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.zone from public.kept_calendars() k where k.is_shown);
end
$$;

-- The beginning of a span at `p_at` or before it.
create function public.span_start(p_span text, p_at timestamptz, p_zone text) returns timestamptz
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case p_span when 'quarter' then date_bin('15 minutes', p_at, '2000-01-01T00:00:00Z') else date_trunc(p_span, p_at, p_zone) end;
end
$$;

-- The beginning of a span at `p_at` or after it.
create function public.next_span(p_span text, p_at timestamptz, p_zone text) returns timestamptz
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case when date_trunc(p_span, p_at, p_zone) = p_at then p_at
    else (date_trunc(p_span, p_at at time zone p_zone) + ('1 ' || p_span)::interval) at time zone p_zone end;
end
$$;

-- Whether a metric is kept by quarters of an hour: what is shown by whole days only is not.
create function public.has_quarters(p_metric text) returns boolean
language sql immutable parallel safe
as $$ select p_metric not in ('countries', 'languages', 'books', 'book_amounts') $$;

-- Always in the same order, so that two transactions wait for each other in one direction only. What has no moment did not happen.
create function public.add_totals(p_counted public.counted[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The calendars stay as they are until these rows are written; see recount_days.
  lock table public.totals in row exclusive mode;
  insert into public.totals as t (calendar, metric, span, starts_at, key, n, minor)
    select s.calendar, c.metric, s.span, s.starts_at, c.key, sum(c.n), sum(c.minor)
      from unnest(p_counted) c, lateral (
        select 0, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z') where public.has_quarters(c.metric)
        union all
        select k.id, d.span, date_trunc(d.span, c.at, k.zone)
          from public.kept_calendars() k cross join (values ('day'), ('month')) d (span) where c.at < k.counted_to) s (calendar, span, starts_at)
      where c.at is not null
      group by 1, 2, 3, 4, 5 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 2, 3, 4, 5
    on conflict (calendar, metric, span, starts_at, key) do update set n = t.n + excluded.n, minor = t.minor + excluded.minor;
end
$$;

-- What one order counts for by itself; with -1 what they do not count for any more. A book that was given is
-- no sale and was never paid: it counts for nothing. Without settings of their own they become part of the query that asks, which matters where it asks for every order.
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

-- What a copy of an order counts for; with -1 what it does not count for any more. An order that was paid back counts no copies, and of one
-- that was paid back in part what remained counts, shared by what was paid.
create function public.copy_counts(o public.orders, b public.order_copies, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, o.paid_at, p_times::bigint, c.minor from (values
    ('books', b.ebook_id, 0::bigint),
    ('book_amounts', b.ebook_id || ' ' || o.currency,
      p_times * (b.paid_minor::bigint * (o.total_minor - o.refunded_minor) / greatest(o.total_minor, 1)))) c (metric, key, minor)
    where o.state <> 'refunded'
$$;

-- The sums that an order changes when it is begun, is paid, or is known better.
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
-- A copy that comes to an order which is paid already: a past order is brought in.
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
-- The sums that a refund changes, on its own day.
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
-- A row of the newsletter that begins or ends to be confirmed, whatever the reason, or is of another source from now on.
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
-- The sum of users.
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
-- Counts what happened from the first moment on and before the second one, both quarters of an hour, by the days and months of a
-- calendar: from quarters, which belong to every time zone, or from orders; and months from these days.
create function public.count_days(p_calendar integer, p_zone text, p_from timestamptz, p_to timestamptz) returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB' set plan_cache_mode = force_custom_plan
as $$
begin
  with days as (
    select c.metric, date_trunc('day', c.at, p_zone) as day, c.key, sum(c.n) as n, sum(c.minor) as minor
      from (
        select t.metric, t.key, t.starts_at as at, t.n, t.minor
          from unnest('{users,checkouts,paid_checkouts,orders,refunds,fees,disputes,subscribed,unsubscribed}'::text[]) m (metric)
          join public.totals t on t.calendar = 0 and t.metric = m.metric and t.span = 'quarter' and t.starts_at >= p_from and t.starts_at < p_to
        union all
        select c.metric, c.key, c.at, c.n, c.minor from public.orders o, public.order_counts(o, 1) c
          where o.paid_at >= p_from and o.paid_at < p_to and not public.has_quarters(c.metric)
        union all
        select c.metric, c.key, c.at, c.n, c.minor from public.orders o join public.order_copies b on b.order_id = o.id, public.copy_counts(o, b, 1) c
          where o.paid_at >= p_from and o.paid_at < p_to
      ) c
      group by 1, 2, 3
  )
  insert into public.totals as t (calendar, metric, span, starts_at, key, n, minor)
    select p_calendar, d.metric, s.span, s.starts_at, d.key, sum(d.n), sum(d.minor)
      from days d, lateral (values ('day', d.day), ('month', date_trunc('month', d.day, p_zone))) s (span, starts_at)
      group by 2, 3, 4, 5 having sum(d.n) <> 0 or sum(d.minor) <> 0
      order by 2, 3, 4, 5
    on conflict (calendar, metric, span, starts_at, key) do update set n = t.n + excluded.n, minor = t.minor + excluded.minor;
end
$$;

-- The next portion of a calendar of `p_zone`: about so many orders, and at most three months. Answers whether there is more to do; with
-- the last one the calendar is shown. Does nothing when that zone is shown already, or while rows are still brought back. What is counted meanwhile
-- waits for a portion, and afterwards counts by both calendars where the new one has come to; killed at any line, a portion is as if
-- it had not begun.
create function public.recount_days(p_zone text, p_orders integer) returns boolean
language plpgsql volatile security definer set search_path = '' set lock_timeout = '2s' set jit = off
as $$
declare
  v_calendar public.calendars;
  v_from timestamptz;
  v_to timestamptz;
  v_last timestamptz;
begin
  if exists (select from public.restoration)
    or (public.totals_zone() = p_zone and not exists (select from public.calendars c where c.state = 'building')) then
    return false;
  end if;
  begin
    lock table public.totals in share row exclusive mode;
  exception when lock_not_available then
    -- Another transaction holds the table for long: writers do not have to queue behind this one.
    return true;
  end;
  insert into public.calendars (zone, state, counted_to)
    select k.zone, 'shown', k.counted_to from public.kept_calendars() k where not exists (select from public.calendars);
  update public.calendars c set state = 'old' where c.state = 'building' and (c.zone <> p_zone or public.totals_zone() = p_zone);
  if public.totals_zone() = p_zone then
    return false;
  end if;
  select c.* into v_calendar from public.calendars c where c.state = 'building';
  if not found then
    insert into public.calendars (zone, state, counted_to) values (p_zone, 'building', '-infinity') returning * into v_calendar;
  end if;
  select min(f.starts_at), max(l.starts_at) into v_from, v_last
    from unnest('{users,checkouts,paid_checkouts,orders,refunds,fees,disputes,subscribed,unsubscribed}'::text[]) m (metric),
      lateral (select t.starts_at from public.totals t where t.calendar = 0 and t.metric = m.metric and t.span = 'quarter' order by t.starts_at limit 1) f,
      lateral (select t.starts_at from public.totals t where t.calendar = 0 and t.metric = m.metric and t.span = 'quarter' order by t.starts_at desc limit 1) l;
  v_from := greatest(v_from, v_calendar.counted_to);
  v_to := least(v_from + interval '3 months', (
    select date_bin('15 minutes', o.paid_at, '2000-01-01T00:00:00Z') + interval '15 minutes'
      from public.orders o where o.paid_at >= v_from order by o.paid_at offset p_orders limit 1));
  if v_last is null or v_to > v_last then
    v_to := 'infinity';
  end if;
  perform public.count_days(v_calendar.id, p_zone, v_calendar.counted_to, v_to);
  update public.calendars c set counted_to = v_to where c.id = v_calendar.id;
  if v_to < 'infinity' then
    return true;
  end if;
  update public.calendars c set state = 'old' where c.state = 'shown';
  update public.calendars c set state = 'shown' where c.id = v_calendar.id;
  return false;
end
$$;

-- Removes some sums of calendars that are shown no more; answers whether there are others.
create function public.remove_old_days(p_rows integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.totals t where t.ctid = any (array(
    select o.ctid from public.calendars c join public.totals o on o.calendar = c.id where c.state = 'old' limit p_rows));
  if found then
    return true;
  end if;
  delete from public.calendars c where c.state = 'old';
  return false;
end
$$;

-- Which time zone's days are being counted, and how much of the orders in percent; or null.
create function public.get_recount() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('zone', c.zone, 'percent', coalesce(100 * (
          select sum(t.n) from public.totals_between('{orders}', '-infinity', c.counted_to) t)
        / (select nullif(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t), 0)::integer)
      from public.calendars c where c.state = 'building');
end
$$;

-- Everybody who bought before there were users, and every sum from what is in the tables now: after rows were brought in without triggers.
-- Days and months are added up from quarters of an hour, all orders by one plan.
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
  delete from public.calendars c where c.state <> 'shown';
  insert into public.totals (calendar, metric, span, starts_at, key, n, minor)
    select 0, c.metric, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z'), c.key, sum(c.n), sum(c.minor)
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
        select 'subscribed', n.source, n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', n.source, coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c
      where c.at is not null
      group by 2, 4, 5 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 2, 4, 5;
  perform public.count_days(public.shown_calendar(), public.totals_zone(), '-infinity', 'infinity');
end
$$;

-- Asking them ----------------------------------------------------------------------------------------------------------------------

-- From the first moment up to the second one in as few spans as can be: the months that are inside, the days beside them, the
-- quarters of an hour beside these. Both moments are rounded down to a quarter of an hour.
create function public.spans_between(p_from timestamptz, p_to timestamptz)
  returns table (calendar integer, span text, begins timestamptz, ends timestamptz)
language plpgsql stable security definer rows 3 set search_path = ''
as $$
declare
  v_calendar integer := public.shown_calendar();
  v_zone text := public.totals_zone();
  v_from timestamptz := public.span_start('quarter', p_from, v_zone);
  v_to timestamptz := public.span_start('quarter', p_to, v_zone);
  v_day timestamptz := public.next_span('day', v_from, v_zone);
  v_last_day timestamptz := public.span_start('day', v_to, v_zone);
  v_month timestamptz := public.next_span('month', v_from, v_zone);
  v_last_month timestamptz := public.span_start('month', v_to, v_zone);
begin
  if v_day >= v_last_day then
    v_day := v_to;
    v_last_day := v_to;
  end if;
  if v_month >= v_last_month then
    v_month := v_last_day;
    v_last_month := v_last_day;
  end if;
  return query
    select s.* from (values (0, 'quarter', v_from, v_day), (v_calendar, 'day', v_day, v_month), (v_calendar, 'month', v_month, v_last_month),
      (v_calendar, 'day', v_last_month, v_last_day), (0, 'quarter', v_last_day, v_to)) s (calendar, span, begins, ends) where s.begins < s.ends;
end
$$;

-- Of everything that happened from the first moment on and before the second one; of what has no quarters, when both begin a day.
create function public.totals_between(p_metrics text[], p_from timestamptz, p_to timestamptz)
  returns table (metric text, key text, n bigint, minor bigint)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select t.metric, t.key, sum(t.n)::bigint, sum(t.minor)::bigint
    from public.spans_between(p_from, p_to) s
    join public.totals t on t.calendar = s.calendar and t.metric = any (p_metrics) and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
    group by t.metric, t.key having sum(t.n) <> 0 or sum(t.minor) <> 0
$$;

-- The amounts of a metric as { currency: minor units }.
create function public.amounts(p_metric text, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(t.key, t.minor), '{}') from public.totals_between(array[p_metric], p_from, p_to) t where t.minor <> 0);
end
$$;

-- The books of which most copies were paid on whole days of the time zone. Each span has its books in order: what is not among the
-- first ones of any span sold at most the sum of their last ones, so that a few of each are enough (the threshold algorithm of Fagin,
-- Lotem and Naor).
create function public.top_books(p_from timestamptz, p_to timestamptz, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
declare
  v_calendar integer := public.shown_calendar();
  v_zone text := public.totals_zone();
  v_newest timestamptz := (select max(t.starts_at) from public.totals t where t.calendar = v_calendar and t.metric = 'books' and t.span = 'day');
  v_to timestamptz := least(p_to, public.next_span('day', v_newest + interval '1 microsecond', v_zone));
  v_first_ones integer := 16;
  v_spans text[];
  v_starts timestamptz[];
  v_others bigint;
  v_books text[];
  v_units bigint[];
begin
  if v_newest is null then
    return '[]';
  end if;
  select array_agg(s.span), array_agg(b.at) into v_spans, v_starts
    from public.spans_between(p_from, v_to) s
    cross join lateral (
      select d at time zone v_zone as at
        from generate_series(date_trunc(s.span, s.begins at time zone v_zone), s.ends at time zone v_zone,
          case s.span when 'month' then interval '1 month' else interval '1 day' end) d) b
    where s.span <> 'quarter' and b.at < s.ends;
  loop
    select array_agg(distinct f.key), coalesce(sum(f.n) filter (where f.place = v_first_ones), 0) into v_books, v_others
      from unnest(v_spans, v_starts) s (span, starts_at)
      cross join lateral (
        select t.key, t.n, row_number() over (order by t.n desc, t.key) as place
          from public.totals t
          where t.calendar = v_calendar and t.metric = 'books' and t.span = s.span and t.starts_at = s.starts_at
          order by t.n desc, t.key limit v_first_ones) f;
    select array_agg(b.key order by b.units desc, b.key), array_agg(b.units order by b.units desc, b.key) into v_books, v_units
      from (
        select k.key, sum(t.n) as units
          from unnest(v_books) k (key)
          cross join public.spans_between(p_from, v_to) s
          join public.totals t on t.calendar = s.calendar and t.metric = 'books' and split_part(t.key, ' ', 1) = k.key and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
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
              join public.totals t on t.calendar = s.calendar and t.metric = 'book_amounts' and split_part(t.key, ' ', 1) = b.id
                and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
              group by 1 having sum(t.n) <> 0) a)) order by u.units desc, b.id), '[]')
      from unnest(v_books, v_units) u (id, units)
      join public.ebooks_metadata b on b.id = u.id);
end
$$;

-- What the overview shows. What was paid back counts in the period of the refund; the books that were bought most are those of whole days.
create function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
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
      'top', public.top_books(public.span_start('day', now() - public.rule('best_sellers') + interval '1 day', public.totals_zone()), 'infinity', 5),
      'changes', (
        select coalesce(jsonb_agg(public.admin_change_json(a) order by a.id desc), '[]')
          from (select * from public.admin_changes order by id desc limit 5) a))
    from counts c);
end
$$;

-- Everything that the charts of a period show, a point per step: a row for each whole month, else for each day of the shown calendar.
create function public.get_analytics(p_from date, p_to date, p_step text) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_calendar integer := public.shown_calendar();
  v_zone text := public.totals_zone();
  v_begins timestamptz := p_from::timestamp at time zone v_zone;
  v_ends timestamptz := (p_to + 1)::timestamp at time zone v_zone;
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
      'zone', v_zone,
      'recount', public.get_recount(),
      'totals', (select coalesce(jsonb_agg(t), '[]') from public.totals_between(
        '{orders,refunds,fees,disputes,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', v_begins, v_ends) t),
      'points', (
        select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.next_day - 1, 'totals', (
            select coalesce(jsonb_agg(p), '[]') from (
              select t.metric, t.key, sum(t.n)::bigint as n, sum(t.minor)::bigint as minor
                from public.totals t
                where t.calendar = v_calendar and t.metric in ('orders', 'refunds', 'fees', 'disputes', 'checkouts', 'paid_checkouts', 'subscribed', 'unsubscribed')
                  and t.span = case when s.next_day = s.first_day + interval '1 month' and extract(day from s.first_day) = 1 then 'month' else 'day' end
                  and t.starts_at >= s.first_day::timestamp at time zone v_zone and t.starts_at < s.next_day::timestamp at time zone v_zone
                group by 1, 2 having sum(t.n) <> 0 or sum(t.minor) <> 0) p)) order by s.first_day)
          from steps s),
      'top', public.top_books(v_begins, v_ends, 10),
      'subscribers', (
        select coalesce(sum(case t.metric when 'subscribed' then t.n else -t.n end), 0)
          from public.totals_between('{subscribed,unsubscribed}', '-infinity', 'infinity') t)));
end
$$;

-- Confirmed subscribers over whole days: how many there were before, who joined and left on each, and of each source who joined, who left and
-- how many there were at the end. From sums: it takes as long for a million of them as for a few.
create function public.get_subscriber_growth(p_from date, p_to date) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_zone text := public.totals_zone();
  v_begins timestamptz := p_from::timestamp at time zone v_zone;
  v_ends timestamptz := (p_to + 1)::timestamp at time zone v_zone;
begin
  return (
    with counted as materialized (
      select (t.starts_at at time zone v_zone)::date as day, t.key as source, sum(case t.metric when 'subscribed' then t.n else 0 end) as joined,
          sum(case t.metric when 'unsubscribed' then t.n else 0 end) as gone
        from public.totals t
        where t.calendar = public.shown_calendar() and t.metric in ('subscribed', 'unsubscribed') and t.span = 'day'
          and t.starts_at >= v_begins and t.starts_at < v_ends
        group by 1, 2
    ), sources as (
      select o.source, sum(o.joined) as joined, sum(o.gone) as gone, sum(o.readers) as readers
        from (
          select c.source, c.joined, c.gone, 0 as readers from counted c
          union all
          select t.key, 0, 0, case t.metric when 'subscribed' then t.n else -t.n end
            from public.totals_between('{subscribed,unsubscribed}', '-infinity', v_ends) t) o
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

-- What the page about the author counts: only what visitors can see or have asked for.
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

-- What pages report ----------------------------------------------------------------------------------------------------------------

-- How many visits of a day had a measure in a bucket (see `page-reports.ts` in shared). Counters and nothing else: no row is about one
-- visit.
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

-- The releases that pages of a day named. Anybody can name anything: beyond a dozen they are one.
create table public.page_releases (
  day date not null,
  release text not null check (char_length(release) between 1 and 40),
  primary key (day, release)
);

-- What fails on pages, once for each defect.
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

-- Adds what a page told. `p_vitals`: [{ page, metric, bucket }], `p_errors`: [{ digest, kind, page, message, stack }]. `p_network` is
-- the counter of the network that it came from; without it nothing new is believed.
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
    -- New ones are at most 200 a day, 50 of them of no page: what comes by the thousand is no defect of ours.
    insert into public.page_errors (digest, kind, page, release, message, stack)
      select v_error->>'digest', v_error->>'kind', v_error->>'page', v_release, v_error->>'message', v_error->>'stack'
        where (
          select count(*) < 200 and (v_error->>'page' <> 'other' or count(*) filter (where e.page = 'other') < 50)
            from public.page_errors e where e.first_at > now() - interval '1 day')
      on conflict (digest) do nothing;
  end loop;
end
$$;

-- Visits of each page by bucket since `p_from`, and the newest defects, those of our pages first.
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

-- Removes what pages reported by age.
create function public.sweep_page_reports() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.page_vitals where day < current_date - public.rule('keep_page_reports');
  delete from public.page_releases where day < current_date - public.rule('keep_page_reports');
  delete from public.page_errors where last_at < now() - public.rule('keep_page_reports');
$$;
