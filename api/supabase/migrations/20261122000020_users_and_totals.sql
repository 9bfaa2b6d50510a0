-- Who uses the site, and sums that are kept as things happen: no number of the admin area is counted among a million orders.

-- Everybody who signed in or bought. The row goes with the account.
create table public.users (
  uid text primary key,
  number bigint generated always as identity unique,
  email text not null,
  name text not null default '',
  photo_url text,
  created_at timestamptz not null default now(),
  -- Of orders that were paid.
  orders integer not null default 0 check (orders >= 0),
  first_purchase_at timestamptz,
  last_purchase_at timestamptz,
  search_text text generated always as (public.plain(name || ' ' || email)) stored
);
create index users_newest on public.users (created_at desc, number desc);
create index users_search on public.users using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
alter table public.users enable row level security;

-- How much of what happened when: in quarters of an hour, which no time zone divides, and their sums by day and month in UTC.
-- What happened stays counted when its rows are removed by age.
create table public.totals (
  metric text not null check (metric in ('users', 'checkouts', 'paid_checkouts', 'orders', 'refunds', 'countries', 'languages', 'books',
    'subscribed', 'unsubscribed')),
  span text not null check (span in ('quarter', 'day', 'month')),
  starts_at timestamptz not null,
  -- A currency (orders, refunds), a country, a language, or a book and a currency; else empty.
  key text not null,
  n bigint not null,
  minor bigint not null default 0,
  primary key (metric, span, starts_at, key)
);
alter table public.totals enable row level security;

create type public.counted as (metric text, key text, at timestamptz, n bigint, minor bigint);

create function public.span_start(p_span text, p_at timestamptz) returns timestamptz
language sql immutable parallel safe set search_path = ''
as $$
  select case p_span
    when 'quarter' then date_bin('15 minutes', p_at, '2000-01-01T00:00:00Z')
    else date_trunc(p_span, p_at at time zone 'UTC') at time zone 'UTC'
  end
$$;

-- The first beginning of a span at `p_at` or after it.
create function public.next_span(p_span text, p_at timestamptz) returns timestamptz
language sql stable parallel safe set search_path = ''
as $$
  select (date_trunc(p_span, p_at at time zone 'UTC' - interval '1 microsecond') + ('1 ' || p_span)::interval) at time zone 'UTC'
$$;

-- Of everything that happened from the first moment on and before the second one, out of as few rows as can be: the months that are
-- inside, the days beside them, the quarters of an hour beside these. Both moments are rounded down to a quarter of an hour.
create function public.totals_between(p_metrics text[], p_from timestamptz, p_to timestamptz)
  returns table (metric text, key text, n bigint, minor bigint)
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_from timestamptz := public.span_start('quarter', p_from);
  v_to timestamptz := public.span_start('quarter', p_to);
  v_day timestamptz := public.next_span('day', v_from);
  v_last_day timestamptz := public.span_start('day', v_to);
  v_month timestamptz := public.next_span('month', v_from);
  v_last_month timestamptz := public.span_start('month', v_to);
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
    select p.metric, p.key, sum(p.n)::bigint, sum(p.minor)::bigint from (
      select t.metric, t.key, t.n, t.minor from public.totals t
        where t.metric = any (p_metrics) and t.span = 'quarter' and t.starts_at >= v_from and t.starts_at < v_day
      union all
      select t.metric, t.key, t.n, t.minor from public.totals t
        where t.metric = any (p_metrics) and t.span = 'day' and t.starts_at >= v_day and t.starts_at < v_month
      union all
      select t.metric, t.key, t.n, t.minor from public.totals t
        where t.metric = any (p_metrics) and t.span = 'month' and t.starts_at >= v_month and t.starts_at < v_last_month
      union all
      select t.metric, t.key, t.n, t.minor from public.totals t
        where t.metric = any (p_metrics) and t.span = 'day' and t.starts_at >= v_last_month and t.starts_at < v_last_day
      union all
      select t.metric, t.key, t.n, t.minor from public.totals t
        where t.metric = any (p_metrics) and t.span = 'quarter' and t.starts_at >= v_last_day and t.starts_at < v_to
    ) p
    group by p.metric, p.key having sum(p.n) <> 0 or sum(p.minor) <> 0;
end
$$;

-- Always in the same order, so that two transactions wait for each other in one direction only. What has no moment did not happen.
create function public.add_totals(p_counted public.counted[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.totals as t (metric, span, starts_at, key, n, minor)
    select c.metric, s.span, s.starts_at, c.key, sum(c.n), sum(c.minor)
      from unnest(p_counted) c, lateral (values
        ('quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z')),
        ('day', date_trunc('day', c.at at time zone 'UTC') at time zone 'UTC'),
        ('month', date_trunc('month', c.at at time zone 'UTC') at time zone 'UTC')) s (span, starts_at)
      where c.at is not null
      group by 1, 2, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 2, 3, 4
    on conflict (metric, span, starts_at, key) do update set n = t.n + excluded.n, minor = t.minor + excluded.minor;
end
$$;

-- The country that the buyer gave when he paid.
alter table public.orders add column country text check (country ~ '^[A-Z]{2}$');
-- How much went back with a refund; negative when it came back because the buyer's bank refused it.
alter table public.order_events add column amount_minor integer;
alter table public.order_events drop constraint order_events_kind_check;
alter table public.order_events add constraint order_events_kind_check
  check (kind in ('waiting', 'failed', 'refunded', 'refund_failed', 'disputed'));
update public.order_events e set amount_minor = o.refunded_minor
  from public.orders o
  where o.id = e.order_id and e.kind = 'refunded'
    and not exists (select from public.order_events x where x.order_id = e.order_id and x.kind = 'refunded' and x.happened_at < e.happened_at);

-- What one order counts for by itself, and what a book of it does; with -1 what they do not count for any more.
create function public.order_counts(o public.orders, p_times integer) returns public.counted[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return array[
    row('checkouts', '', o.created_at, p_times, 0),
    row('paid_checkouts', '', case when o.paid_at is not null then o.created_at end, p_times, 0),
    row('orders', o.currency, o.paid_at, p_times, p_times * o.total_minor::bigint),
    row('countries', coalesce(o.country, ''), o.paid_at, p_times, 0),
    row('languages', o.locale, o.paid_at, p_times, 0)]::public.counted[];
end
$$;

create function public.item_count(o public.orders, i public.order_items, p_times integer) returns public.counted
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return row('books', i.ebook_id || ' ' || o.currency, o.paid_at, p_times * i.quantity, p_times * i.quantity::bigint * i.unit_minor)::public.counted;
end
$$;

-- The sums that an order changes when it is begun, is paid, or is known better.
create function public.note_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_counted public.counted[] := public.order_counts(new, 1);
  v_item public.order_items;
begin
  if tg_op = 'UPDATE' then
    v_counted := v_counted || public.order_counts(old, -1);
    for v_item in select i.* from public.order_items i where i.order_id = new.id loop
      v_counted := v_counted || public.item_count(new, v_item, 1) || public.item_count(old, v_item, -1);
    end loop;
  end if;
  perform public.add_totals(v_counted);
  return null;
end
$$;
create trigger note_order_begun after insert on public.orders for each row execute function public.note_order();
create trigger note_order_changed after update on public.orders for each row
  when ((old.paid_at, old.currency, old.total_minor, old.country, old.locale, old.created_at)
    is distinct from (new.paid_at, new.currency, new.total_minor, new.country, new.locale, new.created_at))
  execute function public.note_order();

-- A book that comes to an order which is paid already: a past order is brought in.
create function public.note_order_item() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = new.order_id;
  if v_order.paid_at is not null then
    perform public.add_totals(array[public.item_count(v_order, new, 1)]);
  end if;
  return null;
end
$$;
create trigger note_order_item after insert on public.order_items for each row execute function public.note_order_item();

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

-- Who buys is a user, also if the site never saw him otherwise; what he bought is counted again when he pays or an order changes hands.
create function public.note_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (uid, email, name, created_at)
    select new.buyer_uid, new.buyer_email, new.buyer_name, new.created_at
    where not exists (select from public.accounts a where a.uid = new.buyer_uid and a.deleted_at is not null)
    on conflict (uid) do nothing;
  update public.users u set (orders, first_purchase_at, last_purchase_at) = (
      select count(*), min(o.paid_at), max(o.paid_at) from public.orders o where o.buyer_uid = u.uid and o.paid_at is not null)
    where u.uid in (new.buyer_uid, old.buyer_uid) and (new.paid_at is not null or old.paid_at is not null);
  return null;
end
$$;
create trigger note_buyer_of_new after insert on public.orders for each row execute function public.note_buyer();
create trigger note_buyer after update on public.orders for each row
  when ((old.buyer_uid, old.paid_at) is distinct from (new.buyer_uid, new.paid_at)) execute function public.note_buyer();

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

-- A row of the newsletter that begins or ends to be confirmed, whatever the reason.
create function public.note_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was boolean := coalesce(old.state = 'confirmed', false);
  v_is boolean := coalesce(new.state = 'confirmed', false);
begin
  if v_is and not v_was then
    perform public.add_totals(array[row('subscribed', '', new.confirmed_at, 1, 0)::public.counted]);
  elsif v_was and not v_is then
    perform public.add_totals(array[row('unsubscribed', '', now(), 1, 0)::public.counted]);
  end if;
  return null;
end
$$;
create trigger note_subscriber after insert or update or delete on public.newsletter_subscribers
  for each row execute function public.note_subscriber();

-- The row of a deleted account goes at once.
create function public.forget_user() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.users where uid = new.uid;
  return null;
end
$$;
create trigger forget_user after insert or update on public.accounts for each row when (new.deleted_at is not null)
  execute function public.forget_user();

-- Everybody who bought before there were users, and every sum from what is in the tables now. For the first time, and after rows
-- were brought in without triggers.
create function public.recount() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  lock table public.orders, public.order_items, public.order_events, public.users, public.newsletter_subscribers, public.totals
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
    where b.buyer_uid = u.uid;

  delete from public.totals;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, s.span, public.span_start(s.span, c.at), c.key, sum(c.n), sum(c.minor)
      from (
        select c.* from public.orders o, unnest(public.order_counts(o, 1)) c
        union all
        select (public.item_count(o, i, 1)).* from public.orders o join public.order_items i on i.order_id = o.id
        union all
        select 'refunds', o.currency, e.happened_at, sign(e.amount_minor)::bigint, e.amount_minor
          from public.order_events e join public.orders o on o.id = e.order_id where e.amount_minor is not null
        union all
        select 'users', '', u.created_at, 1, 0 from public.users u
        union all
        select 'subscribed', '', n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', '', coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c, (values ('quarter'), ('day'), ('month')) s (span)
      where c.at is not null
      group by 1, 2, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0;
end
$$;
select public.recount();

-- An order whose address was corrected waits for the account that has this verified address.
alter table public.orders add column claimable_by text;
create index orders_claimable on public.orders (claimable_by) where claimable_by is not null;
alter table public.order_events drop constraint order_events_kind_check;
alter table public.order_events add constraint order_events_kind_check
  check (kind in ('waiting', 'failed', 'refunded', 'refund_failed', 'disputed', 'taken_over'));

-- Somebody signed in: his row, and the orders that wait for his address, with the right to read them. `p_verified_email` is null
-- before the address is verified.
create function public.meet_user(p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return;
  end if;
  insert into public.users as u (uid, email, name, photo_url) values (p_uid, p_email, p_name, p_photo_url)
    on conflict (uid) do update set email = excluded.email, name = excluded.name, photo_url = excluded.photo_url
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url);
  if exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    with taken as (
      update public.orders o
        set buyer_uid = p_uid, claimable_by = null, attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
        from (select x.id, x.buyer_uid from public.orders x where x.claimable_by = lower(p_verified_email) for update) before
        where o.id = before.id
        returning o.id, before.buyer_uid as from_uid
    ), moved as (
      update public.entitlements e set uid = p_uid from taken t where e.order_id = t.id and e.uid <> p_uid
    )
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_uid <> p_uid;
  end if;
end
$$;

-- The amounts of a metric as { currency: minor units }.
create function public.amounts(p_metric text, p_from timestamptz, p_to timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$ select coalesce(jsonb_object_agg(t.key, t.minor), '{}') from public.totals_between(array[p_metric], p_from, p_to) t where t.minor <> 0 $$;

-- The books of which most copies were paid.
create function public.top_books(p_from timestamptz, p_to timestamptz, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'cover_version', b.cover_version,
      'cover_color', b.cover_color, 'units', s.units, 'amounts', s.amounts) order by s.units desc, b.id), '[]')
    from (
      select split_part(t.key, ' ', 1) as ebook_id, sum(t.n) as units, jsonb_object_agg(split_part(t.key, ' ', 2), t.minor) as amounts
        from public.totals_between(array['books'], p_from, p_to) t
        group by 1 order by 2 desc, 1 limit p_size
    ) s
    join public.ebooks_metadata b on b.id = s.ebook_id
$$;

create function public.admin_change_json(c public.admin_changes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after)
$$;

-- What the overview shows.
create function public.site_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counts as (
    select p.name, jsonb_build_object(
        'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
        'amounts', public.amounts('orders', p.since, 'infinity')) as value
      from (values ('today', p_day), ('week', p_week), ('month', p_month)) p (name, since)
  )
  select jsonb_object_agg(c.name, c.value) || jsonb_build_object(
    'completed', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t),
    'users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', '-infinity', 'infinity') t),
    'new_users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', p_week, 'infinity') t),
    'top', public.top_books(now() - interval '90 days', 'infinity', 5),
    'changes', (
      select coalesce(jsonb_agg(public.admin_change_json(a) order by a.id desc), '[]')
        from (select * from public.admin_changes order by id desc limit 5) a))
  from counts c
$$;

-- Everything that the charts of a period show, a point per step. Days are those of the time zone.
create function public.site_analytics(p_from date, p_to date, p_step text, p_zone text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with period as (
    select p_from::timestamp at time zone p_zone as begins, (p_to + 1)::timestamp at time zone p_zone as ends
  ), starts as (
    select p_from as day
    union
    select d::date from generate_series(
        case p_step when 'month' then date_trunc('month', p_from::timestamp) else p_from::timestamp end, p_to::timestamp, ('1 ' || p_step)::interval) d
      where d::date > p_from
  ), steps as (
    select s.day as first_day, coalesce(lead(s.day) over (order by s.day), p_to + 1) - 1 as last_day from starts s
  )
  select jsonb_build_object(
    'totals', (select coalesce(jsonb_agg(t), '[]') from public.totals_between(
      '{orders,refunds,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', p.begins, p.ends) t),
    'points', (
      select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.last_day, 'totals', (
          select coalesce(jsonb_agg(t), '[]') from public.totals_between('{orders,refunds,checkouts,paid_checkouts,subscribed,unsubscribed}',
            s.first_day::timestamp at time zone p_zone, (s.last_day + 1)::timestamp at time zone p_zone) t)) order by s.first_day)
        from steps s),
    'top', public.top_books(p.begins, p.ends, 10),
    'subscribers', (
      select coalesce(sum(case t.metric when 'subscribed' then t.n else -t.n end), 0)
        from public.totals_between('{subscribed,unsubscribed}', '-infinity', 'infinity') t))
  from period p
$$;

-- How many rows a search reads in the list's order before it asks the trigram index.
create function public.walked_rows() returns integer
language sql immutable parallel safe set search_path = ''
as $$ select 1000 $$;

-- A page of the users whose name or address has the words, newest first, `p_is_backwards`: the page before the position. Rows come
-- from the index in the list's order as long as matches are frequent there; what is rarer the trigram index finds.
create function public.users_page(p_words text, p_at timestamptz, p_number bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := case when p_is_backwards then 'u.created_at, u.number' else 'u.created_at desc, u.number desc' end;
  v_rows text := format('select u.* from public.users u where ($1 is null or (u.created_at, u.number) %s ($1, $2))', v_beyond);
  v_page public.users[];
begin
  if v_words is null then
    execute format('select array(select u from (%s order by %s limit $3) u)', v_rows, v_order) into v_page using p_at, p_number, p_size + 1;
  else
    execute format('select array(select u from (select * from (%s order by %s limit $4) u where u.search_text like any ($5) limit $3) u)',
      v_rows, v_order) into v_page using p_at, p_number, p_size + 1, public.walked_rows(), v_words;
    if cardinality(v_page) <= p_size then
      execute format('with found as materialized (%s and u.search_text like any ($4)) select array(select u::public.users from found u order by %s limit $3)',
        v_rows, v_order) into v_page using p_at, p_number, p_size + 1, v_words;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'users', (
    select coalesce(jsonb_agg(jsonb_build_object('uid', u.uid, 'number', u.number, 'email', u.email, 'name', u.name,
        'has_photo', u.photo_url is not null, 'created_at', u.created_at, 'orders', u.orders,
        'first_purchase_at', u.first_purchase_at, 'last_purchase_at', u.last_purchase_at) order by u.created_at desc, u.number desc), '[]')
      from unnest(v_page[:p_size]) u));
end
$$;

create function public.user_photo(p_uid text) returns text
language sql stable security definer set search_path = ''
as $$ select u.photo_url from public.users u where u.uid = p_uid $$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('span_start', 'next_span', 'totals_between', 'add_totals', 'order_counts', 'item_count', 'note_order', 'note_order_item',
      'note_refund', 'note_buyer', 'note_user', 'note_subscriber', 'forget_user', 'recount', 'meet_user', 'amounts', 'top_books',
      'admin_change_json', 'site_stats', 'site_analytics', 'walked_rows', 'users_page', 'user_photo') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
