-- Time zone and channel are settings of the running site: the owner publishes them as the other blocks of content.
set check_function_bodies = off;

alter table public.content_versions drop constraint content_versions_key_check,
  add constraint content_versions_key_check check (key ~ '^[a-zA-Z_]{1,40}$');
alter table public.content_drafts drop constraint content_drafts_key_check,
  add constraint content_drafts_key_check check (key ~ '^[a-zA-Z_]{1,40}$');

alter table public.episodes
  add column channel_id text,
  add column is_put_away boolean not null default false,
  add constraint episodes_put_away_check check (not is_put_away or removed_at is not null);
update public.episodes set channel_id = (
  select s.channel_id from public.channel_sync s order by s.units_day desc, s.whole_at desc nulls last limit 1);

create or replace function public.publish_content(
  p_key text, p_expected integer, p_body jsonb, p_actor jsonb, p_subject_kind text, p_default jsonb, p_restored_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
  v_gone text;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    if v_newest.body = p_body then
      return jsonb_build_object('outcome', 'unchanged', 'version', p_expected);
    end if;
    if p_key in ('terms', 'privacy') and p_body->>'version' = p_default->>'version' and p_body <> p_default then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    v_gone := case when p_key = 'brand' then public.missing_brand_picture(p_body) end;
    if v_gone is not null then
      return jsonb_build_object('outcome', 'picture_gone', 'picture', v_gone);
    end if;
    if p_key = 'timeZone' and not exists (select from pg_catalog.pg_timezone_names z where z.name = p_body->>'zone') then
      return jsonb_build_object('outcome', 'unknown_zone');
    end if;
    -- Of two who publish at the same moment the second one waits here for the first one's row.
    insert into public.content_versions (key, version, body, published_by, restored_from)
      values (p_key, p_expected + 1, p_body, p_actor->>'email', p_restored_from) on conflict do nothing;
    if found then
      perform public.note_admin_change(p_actor, case when p_restored_from is null then 'content_published' else 'content_restored' end,
        p_subject_kind, p_key, coalesce(v_newest.body, p_default), p_body);
      return jsonb_build_object('outcome', 'published', 'version', p_expected + 1);
    end if;
    select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
    if coalesce(v_newest.version, 0) = p_expected then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
  end if;
  return jsonb_build_object('outcome', 'stale', 'version', coalesce(v_newest.version, 0),
    'published_by', v_newest.published_by, 'published_at', v_newest.published_at);
end
$$;

create function public.is_channel(p_channel_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce((select v.body->>'id' is not distinct from p_channel_id
    from public.content_versions v where v.key = 'channel' order by v.version desc limit 1), true)
$$;

create function public.follow_channel() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.episode_slugs in share row exclusive mode;
  update public.episodes e set removed_at = now(), is_put_away = true
    where new.body->>'earlier' = 'hidden' and e.removed_at is null and e.channel_id is distinct from new.body->>'id';
  update public.episodes e set removed_at = null, is_put_away = false
    where e.is_put_away and (new.body->>'earlier' = 'kept' or e.channel_id = new.body->>'id');
  -- What left the channel meanwhile is found out at once.
  update public.channel_sync s set whole_at = null where s.channel_id = new.body->>'id';
  return null;
end
$$;
create trigger follow_channel after insert on public.content_versions for each row
  when (new.key = 'channel') execute function public.follow_channel();

create function public.list_earlier_uploads_to_read(p_channel_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(e.id order by e.id), '[]') from public.episodes e
    where e.removed_at is null and e.channel_id is distinct from p_channel_id and e.fetched_at < now() - interval '29 days'
$$;

drop function public.save_uploads(jsonb, jsonb, text[], text);
create function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[], p_channel_id text default null) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_new record;
  v_old public.episodes;
  v_slug text;
  v_added integer := 0;
  v_changed integer := 0;
  v_removed integer;
begin
  -- Addresses are given one after the other.
  lock table public.episode_slugs in share row exclusive mode;
  if not public.is_channel(p_channel_id) then
    return false;
  end if;
  for v_new in
    select e.id, e.title, e.description, e.published_at, e.duration_seconds, e.picture_source, e.spotify_url
      from jsonb_to_recordset(p_episodes) as e (
        id text, title text, description text, published_at timestamptz, duration_seconds integer, picture_source text, spotify_url text)
      order by e.published_at, e.id
  loop
    select e.* into v_old from public.episodes e where e.id = v_new.id;
    v_slug := case
      when v_old.has_own_slug or public.slug_words(v_old.title) = public.slug_words(v_new.title) then v_old.slug
      else public.free_slug(v_new.id, v_new.title)
    end;
    if v_old.id is null or v_old.removed_at is not null then
      v_added := v_added + 1;
    elsif (v_old.title, v_old.description, v_old.duration_seconds, v_old.picture_source)
        is distinct from (v_new.title, v_new.description, v_new.duration_seconds, v_new.picture_source) then
      v_changed := v_changed + 1;
    end if;
    insert into public.episodes as e (id, slug, title, description, published_at, duration_seconds, picture_source, spotify_url, channel_id)
      values (v_new.id, v_slug, v_new.title, v_new.description, v_new.published_at, v_new.duration_seconds, v_new.picture_source,
        v_new.spotify_url, p_channel_id)
      on conflict (id) do update set slug = excluded.slug, title = excluded.title, description = excluded.description,
        published_at = excluded.published_at, duration_seconds = excluded.duration_seconds, picture_source = excluded.picture_source,
        spotify_url = excluded.spotify_url, fetched_at = now(), removed_at = null, is_put_away = false,
        channel_id = coalesce(e.channel_id, excluded.channel_id),
        picture_due_at = case when e.picture_source is distinct from excluded.picture_source then now() else e.picture_due_at end,
        picture_attempts = case when e.picture_source is distinct from excluded.picture_source then 0 else e.picture_attempts end;
    insert into public.episode_slugs (slug, episode_id) values (v_slug, v_new.id) on conflict (slug) do nothing;
  end loop;

  insert into public.channel_clips (id, title)
    select c.id, c.title from jsonb_to_recordset(p_clips) as c (id text, title text)
    on conflict (id) do update set title = excluded.title, fetched_at = now();
  delete from public.channel_clips c where c.id = any (p_gone) or c.id in (select e->>'id' from jsonb_array_elements(p_episodes) e);
  update public.episodes e set removed_at = now()
    where e.removed_at is null and (e.id = any (p_gone) or e.id in (select c->>'id' from jsonb_array_elements(p_clips) c));
  get diagnostics v_removed = row_count;
  update public.channel_sync s set added = s.added + v_added, changed = s.changed + v_changed, removed = s.removed + v_removed
    where s.channel_id = p_channel_id;
  return true;
end
$$;

create or replace function public.end_channel_sync(p_channel_id text, p_seen text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  if cardinality(p_seen) = 0 and exists (
    select from public.episodes e where e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id) then
    return null;
  end if;
  update public.episodes e set removed_at = now()
    where e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id and not exists (select from unnest(p_seen) seen where seen = e.id);
  get diagnostics v_removed = row_count;
  delete from public.channel_clips c where not exists (select from unnest(p_seen) seen where seen = c.id);
  update public.channel_sync s set whole_at = now(), removed = s.removed + v_removed where s.channel_id = p_channel_id;
  return v_removed;
end
$$;

create function public.has_episodes() returns boolean
language sql stable security definer set search_path = ''
as $$ select exists (select from public.episodes) $$;

drop function public.list_sitemap_pages(integer, integer, boolean);
create function public.list_sitemap_pages(p_from integer, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with pages as (
    select 'ebook' as kind, b.id as name, b.changed_at from public.ebooks_metadata b where b.state = 'published' and b.is_priced
    union all
    select 'episode', e.slug, e.changed_at from public.episodes e where e.is_shown
  )
  select jsonb_build_object(
    'total', (select count(*) from pages),
    'pages', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at) order by p.kind, p.name), '[]')
        from (select * from pages order by kind, name offset p_from limit p_size) p))
$$;

-- Days of another time zone are counted in portions, beside those that are shown.
create table public.calendars (
  id integer generated always as identity primary key,
  zone text not null,
  state text not null check (state in ('building', 'shown', 'old')),
  counted_to timestamptz not null
);
alter table public.calendars enable row level security;
create unique index calendars_one_of_each on public.calendars (state) where state <> 'old';
insert into public.calendars (zone, state, counted_to) select z.name, 'shown', 'infinity' from public.totals_zone z;

alter table public.totals add column calendar integer not null default 1;
update public.totals set calendar = 0 where span = 'quarter';
drop index public.totals_most_bought, public.totals_of_book;
alter table public.totals
  alter column calendar drop default,
  drop constraint totals_pkey,
  add primary key (calendar, metric, span, starts_at, key),
  add constraint totals_calendar_check check ((calendar = 0) = (span = 'quarter'));
create index totals_most_bought on public.totals (calendar, span, starts_at, n desc, key) where metric = 'books';
create index totals_of_book on public.totals (calendar, metric, split_part(key, ' ', 1), span, starts_at) where metric in ('books', 'book_amounts');

create function public.kept_calendars() returns table (id integer, zone text, counted_to timestamptz, is_shown boolean)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.zone, c.counted_to, c.state = 'shown' from public.calendars c where c.state <> 'old'
  union all
  select 1, 'UTC', 'infinity', true where not exists (select from public.calendars)
$$;

create function public.shown_calendar() returns integer
language sql stable security definer set search_path = ''
as $$ select k.id from public.kept_calendars() k where k.is_shown $$;

create or replace function public.totals_zone() returns text
language sql stable security definer set search_path = ''
as $$ select k.zone from public.kept_calendars() k where k.is_shown $$;

drop table public.totals_zone;
drop function public.keep_days_in(text), public.add_up_days(), public.get_analytics(date, date, text, text),
  public.get_visits(date, date, text, integer), public.spans_between(timestamptz, timestamptz);

create or replace function public.add_totals(p_counted public.counted[]) returns void
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

create function public.get_recount() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('zone', c.zone, 'percent', coalesce(100 * (
        select sum(t.n) from public.totals_between('{orders}', '-infinity', c.counted_to) t)
      / (select nullif(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t), 0)::integer)
    from public.calendars c where c.state = 'building'
$$;

create or replace function public.recount() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB'
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
        select 'users', '', u.created_at, 1, 0 from public.users u
        union all
        select 'subscribed', '', n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', '', coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c
      where c.at is not null
      group by 2, 4, 5 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 2, 4, 5;
  perform public.count_days(public.shown_calendar(), public.totals_zone(), '-infinity', 'infinity');
end
$$;

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

create or replace function public.totals_between(p_metrics text[], p_from timestamptz, p_to timestamptz)
  returns table (metric text, key text, n bigint, minor bigint)
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select t.metric, t.key, sum(t.n)::bigint, sum(t.minor)::bigint
    from public.spans_between(p_from, p_to) s
    join public.totals t on t.calendar = s.calendar and t.metric = any (p_metrics) and t.span = s.span and t.starts_at >= s.begins and t.starts_at < s.ends
    group by t.metric, t.key having sum(t.n) <> 0 or sum(t.minor) <> 0
$$;

create or replace function public.top_books(p_from timestamptz, p_to timestamptz, p_size integer) returns jsonb
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
        '{orders,refunds,fees,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', v_begins, v_ends) t),
      'points', (
        select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.next_day - 1, 'totals', (
            select coalesce(jsonb_agg(p), '[]') from (
              select t.metric, t.key, sum(t.n)::bigint as n, sum(t.minor)::bigint as minor
                from public.totals t
                where t.calendar = v_calendar and t.metric in ('orders', 'refunds', 'fees', 'checkouts', 'paid_checkouts', 'subscribed', 'unsubscribed')
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

create function public.get_visits(p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_zone text := public.totals_zone();
begin
  return (
    with pages as materialized (
      select n.name, c.views, c.visits, c.plays, c.carts, c.checkouts
        from (
          select c.page, sum(c.views) as views, sum(c.visits) as visits, sum(c.plays) as plays, sum(c.carts) as carts, sum(c.checkouts) as checkouts
            from public.visit_counts c where c.source = 0 and c.day between p_from and p_to group by c.page
        ) c join public.visit_names n on n.id = c.page
    ), origins as materialized (
      select s.name as source, g.name as campaign, o.currency, o.views, o.visits, o.carts, o.checkouts, o.orders, o.minor
        from (
          select c.source, c.campaign, null as currency, sum(c.views) as views, sum(c.visits) as visits, sum(c.carts) as carts,
              sum(c.checkouts) as checkouts, 0 as orders, 0 as minor
            from public.visit_counts c where c.page = 0 and c.day between p_from and p_to group by 1, 2
          union all
          select s.source, s.campaign, s.currency, 0, 0, 0, 0, sum(s.orders), sum(s.minor)
            from public.sales_by_source s where s.day between p_from and p_to group by 1, 2, 3
        ) o join public.visit_names s on s.id = o.source join public.visit_names g on g.id = o.campaign
    ), sources as (
      select o.source as name, sum(o.views) as views, sum(o.visits) as visits, sum(o.carts) as carts, sum(o.checkouts) as checkouts,
          sum(o.orders) as orders
        from origins o group by 1 order by visits desc, orders desc, views desc, name limit p_size
    ), campaigns as (
      select o.campaign as name, o.source, sum(o.views) as views, sum(o.visits) as visits, sum(o.carts) as carts,
          sum(o.checkouts) as checkouts, sum(o.orders) as orders
        from origins o where o.campaign <> '' group by 1, 2 order by visits desc, orders desc, views desc, name, source limit p_size
    ), paid as (
      select t.key as ebook_id, t.n as copies
        from public.totals_between('{books}', p_from::timestamp at time zone v_zone, (p_to + 1)::timestamp at time zone v_zone) t
    ), ebooks as (
      select b.id as ebook_id, b.title, coalesce(p.views, 0) as views, coalesce(p.carts, 0) as carts, coalesce(p.checkouts, 0) as checkouts,
          coalesce(d.copies, 0) as copies
        from (select substr(p.name, 13) as id, p.* from pages p where p.name like '/shop/ebook/%') p
        full join paid d on d.ebook_id = p.id
        join public.ebooks_metadata b on b.id = coalesce(p.id, d.ebook_id)
        order by views desc, copies desc, b.id limit p_size
    ), episodes as (
      select e.slug, e.title, p.views, p.plays
        from pages p join public.episodes e on e.slug = substr(p.name, 10) where p.name like '/podcast/%'
        order by p.plays desc, p.views desc, e.slug limit p_size
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
          select c.day, sum(c.views) as views, sum(c.visits) as visits
            from public.visit_counts c where c.source = 0 and c.day between p_from and p_to group by c.day) d),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('amounts', (
            select coalesce(jsonb_object_agg(m.currency, m.minor), '{}') from (
              select o.currency, sum(o.minor) as minor from origins o where o.source = s.name and o.currency is not null group by 1) m))
            order by s.visits desc, s.orders desc, s.views desc, s.name), '[]')
          from sources s),
      'campaigns', (
        select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('amounts', (
            select coalesce(jsonb_object_agg(o.currency, o.minor), '{}')
              from origins o where o.source = s.source and o.campaign = s.name and o.currency is not null))
            order by s.visits desc, s.orders desc, s.views desc, s.name, s.source), '[]')
          from campaigns s),
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views, 'visits', p.visits) order by p.views desc, p.name), '[]')
          from (select * from pages where views > 0 order by views desc, name limit p_size) p),
      'ebooks', (select coalesce(jsonb_agg(to_jsonb(b) order by b.views desc, b.copies desc, b.ebook_id), '[]') from ebooks b),
      'episodes', (select coalesce(jsonb_agg(to_jsonb(e) order by e.plays desc, e.views desc, e.slug), '[]') from episodes e)));
end
$$;
