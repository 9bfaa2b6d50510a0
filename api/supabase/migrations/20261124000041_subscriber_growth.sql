-- Who joins and leaves the newsletter is counted by where they came from, and who leaves by a letter is counted by it.
set check_function_bodies = off;

-- A row of the newsletter that begins or ends to be confirmed, whatever the reason.
create or replace function public.note_subscriber() returns trigger
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
  end if;
  return null;
end
$$;

-- Everybody who bought before there were users, and every sum from what is in the tables now: after rows were brought in without triggers.
-- Days and months are added up from quarters of an hour, all orders by one plan.
create or replace function public.recount() returns void
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

-- Until now that was not kept. Those whose row still says it are counted by it; the others, who came back or were forgotten, stay without.
do $$
begin
  perform public.add_totals(array(
    with known as (
      select 'subscribed' as metric, s.source, s.confirmed_at as at
        from public.newsletter_subscribers s where s.state <> 'pending' and s.consented_at <= s.confirmed_at
      union all
      select 'unsubscribed', s.source, case s.state when 'bounced' then s.bounced_at else s.unsubscribed_at end
        from public.newsletter_subscribers s where s.state in ('unsubscribed', 'bounced') and s.consented_at <= s.confirmed_at
    ), quarters as (
      select k.metric, k.source, q.at, count(*) as n, sum(count(*)) over (partition by k.metric, q.at) as of_all
        from known k cross join lateral (select public.span_start('quarter', k.at, 'UTC') as at) q group by 1, 2, 3
    )
    select row(q.metric, m.key, q.at, m.times * q.n, 0)::public.counted
      from quarters q
      join public.totals t on t.calendar = 0 and t.metric = q.metric and t.span = 'quarter' and t.starts_at = q.at and t.key = ''
        and t.n >= q.of_all
      cross join lateral (values ('', -1), (q.source, 1)) m (key, times)));
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

alter table public.letters add column unsubscribed integer default 0;
update public.letters set unsubscribed = null where frozen is not null;

drop function public.unsubscribe(uuid);
-- Takes an unsubscribe link of any sign-up, however old: who asks to be left alone is left alone. `p_letter_id`: of the letter that it stood in,
-- which counts a reader who left. `email` is null when the address was forgotten meanwhile.
create function public.unsubscribe(p_id uuid, p_letter_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
begin
  -- The letter before its reader, as with mail that comes back.
  perform from public.letters l where l.id = p_letter_id for no key update;
  select * into v_subscriber from public.newsletter_subscribers where id = p_id for update;
  if not found or v_subscriber.state = 'unsubscribed' then
    return jsonb_build_object('outcome', 'already', 'email', v_subscriber.email);
  end if;
  update public.newsletter_subscribers set state = 'unsubscribed', unsubscribed_at = now() where id = p_id;
  update public.letters set unsubscribed = unsubscribed + 1 where id = p_letter_id and v_subscriber.state = 'confirmed';
  return jsonb_build_object('outcome', 'done', 'email', v_subscriber.email);
end
$$;

-- What a letter brought: how many left by it; and, by the addresses that its text ever had, visits by its links and what was paid after them since
-- it was sent. Null where it is not kept any more.
create function public.letter_brought(letter public.letters) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with origins as (
    select distinct s.id as source, g.id as campaign
      from public.post_slugs a
      join public.visit_names s on s.kind = 'source' and s.name = 'newsletter'
      join public.visit_names g on g.kind = 'campaign' and g.name = left(a.slug, 60)
      where a.post_id = letter.post_id
  ), since as (
    select d.day, d.day >= public.site_day() - public.rule('keep_visits') as is_kept
      from (select (coalesce(letter.send_at, letter.created_at) at time zone public.totals_zone())::date as day) d
  ), paid as (
    select b.currency, sum(b.orders) as orders, sum(b.minor) as minor
      from origins o join public.sales_by_source b on b.source = o.source and b.campaign = o.campaign and b.day >= (select s.day from since s)
      group by b.currency
  )
  select jsonb_build_object(
      'unsubscribed', letter.unsubscribed,
      'visits', case when s.is_kept then (
        select coalesce(sum(c.visits), 0)
          from origins o join public.visit_counts c on c.page = 0 and c.source = o.source and c.campaign = o.campaign and c.day >= s.day) end,
      'orders', case when s.is_kept then (select coalesce(sum(p.orders), 0) from paid p) end,
      'amounts', (select coalesce(jsonb_object_agg(p.currency, p.minor), '{}') from paid p where s.is_kept))
    from since s
$$;

-- A letter as its owner works on it; or null.
create or replace function public.get_admin_letter(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.listed_letter_json(l) || jsonb_build_object('heads', l.heads, 'segment', l.segment,
      'reason', case when l.state = 'stopped' then l.reason end, 'is_tested', l.tested_digest is not distinct from public.letter_digest(l),
      'per_day', (select d.most from public.letter_day() d), 'revision', l.revision,
      'post', public.listed_post_json(p) || jsonb_build_object('locales', p.locales),
      'brought', public.letter_brought(l))
    from public.letters l join public.posts p on p.id = l.post_id where l.id = p_id
$$;
