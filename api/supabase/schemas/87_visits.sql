-- Visits, their sources and results: totals only, without personal data. No row is about a single visit.
set check_function_bodies = off;

-- The names by which visits are counted: pages of the site; sources such as `Instagram` or `example.com`; campaigns. Empty without a source
-- or campaign. `other` stands for the names beyond the daily limit.
create table public.visit_names (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('page', 'source', 'campaign')),
  name text not null check (char_length(name) <= 200),
  since date not null,
  constraint visit_names_once unique (kind, name)
);
create index visit_names_of_day on public.visit_names (kind, since);

-- Counts by day of the site's time zone. A visit is a view without a page of the site as its referrer. Each event is counted in three rows:
-- that of its page (source and campaign 0), that of its source and campaign (page 0), and that of all three, which is deleted earlier. A
-- download by an app has no source, and is counted only in the row of its page.
create table public.visit_counts (
  day date not null,
  page integer not null,
  source integer not null,
  campaign integer not null,
  views integer not null,
  visits integer not null,
  plays integer not null,
  carts integer not null,
  checkouts integer not null,
  -- Plays of an episode's audio. `plays` are those of its video.
  listens integer not null,
  downloads integer not null,
  primary key (day, page, source, campaign),
  constraint visit_counts_of_something check ((page <> 0 or source <> 0) and (source = 0) = (campaign = 0))
);
create index visit_counts_of_pages on public.visit_counts (day) where source = 0;
create index visit_counts_of_sources on public.visit_counts (day) where page = 0;
create index visit_counts_of_both on public.visit_counts (page, day) where page <> 0 and source <> 0;

-- Gross sales after a visit from a source. No row knows its orders, so a refund changes nothing here.
create table public.sales_by_source (
  day date not null,
  source integer not null,
  campaign integer not null,
  ebook_id text not null,
  currency text not null references public.currencies (code),
  -- These numbers are only in the row of an order's first book, so that the rows can be added up.
  orders integer not null,
  copies integer not null,
  minor bigint not null,
  primary key (day, source, campaign, ebook_id, currency)
);

-- Returns the id of a name. Any caller can send any source and campaign, so at most 200 new sources and 50 new campaigns a day are stored.
-- Others are `other`.
create function public.visit_name(p_kind text, p_name text) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id integer;
begin
  select n.id into v_id from public.visit_names n where n.kind = p_kind and n.name = p_name;
  if found then
    return v_id;
  end if;
  if p_name not in ('', 'other') and (select count(*) from public.visit_names n where n.kind = p_kind and n.since = public.site_day())
    >= (case p_kind when 'source' then 200 when 'campaign' then 50 end) then
    return public.visit_name(p_kind, 'other');
  end if;
  insert into public.visit_names (kind, name, since) values (p_kind, p_name, public.site_day())
    on conflict (kind, name) do update set name = excluded.name returning id into v_id;
  return v_id;
end
$$;

-- Returns the current path of a page of the shop, the podcast or the posts, also for a previous address; null if visitors do not see the
-- page. For an audio file, returns the path of its episode. Other paths are patterns that the API knows.
create function public.page_now(p_path text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_path like '/shop/ebook/%' then (
      select p_path from public.ebooks_metadata b where b.id = substr(p_path, 13) and b.state = 'published')
    when p_path like '/podcast/%' then (
      select '/podcast/' || e.slug from public.episode_slugs s join public.episodes e on e.id = s.episode_id
        where s.slug = substr(p_path, 10) and e.removed_at is null)
    when p_path like '/textos/%' then (
      select '/textos/' || p.slug from public.post_slugs s join public.posts p on p.id = s.post_id
        where s.slug = substr(p_path, 9) and p.state = 'published')
    when p_path like '/audio/%' then (
      select '/podcast/' || e.slug from public.episodes e where e.id = split_part(substr(p_path, 8), '.', 1) and e.is_shown)
    else p_path
  end;
end
$$;

-- Moves the counts of an episode or a post to its new address. The argument is the beginning of the address.
create function public.move_visits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.visit_names n set name = tg_argv[0] || new.slug
    where n.kind = 'page' and n.name = tg_argv[0] || old.slug
      and not exists (select from public.visit_names o where o.kind = 'page' and o.name = tg_argv[0] || new.slug);
  return null;
end
$$;

create trigger move_episode_visits after update on public.episodes for each row when (old.slug <> new.slug)
  execute function public.move_visits('/podcast/');
create trigger move_post_visits after update on public.posts for each row when (old.slug <> new.slug)
  execute function public.move_visits('/textos/');

-- Counts an event on pages: `view`, `play`, `listen`, `download`, `cart` or `checkout`. Rows are always updated in the same order, as in
-- add_totals. An event with several pages counts once for its source.
create function public.count_visit(p_event text, p_pages text[], p_is_visit boolean, p_source text, p_campaign text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pages integer[] := array(
    select public.visit_name('page', p.name)
      from (select distinct public.page_now(p) as name from unnest(p_pages) p order by 1) p where p.name is not null);
  v_source integer;
  v_campaign integer;
begin
  if v_pages = '{}' then
    return;
  end if;
  v_source := public.visit_name('source', p_source);
  v_campaign := public.visit_name('campaign', p_campaign);
  insert into public.visit_counts as c (day, page, source, campaign, views, visits, plays, carts, checkouts, listens, downloads)
    select public.site_day(), k.page, k.source, k.campaign, (p_event = 'view')::integer, (p_event = 'view' and p_is_visit)::integer,
        (p_event = 'play')::integer, (p_event = 'cart')::integer, (p_event = 'checkout')::integer, (p_event = 'listen')::integer,
        (p_event = 'download')::integer
      from (
        select p as page, 0 as source, 0 as campaign from unnest(v_pages) p
        union all select p, v_source, v_campaign from unnest(v_pages) p
        union all select 0, v_source, v_campaign
      ) k where k.source = 0 or p_event <> 'download' order by 2, 3, 4
    on conflict (day, page, source, campaign) do update
      set views = c.views + excluded.views, visits = c.visits + excluded.visits, plays = c.plays + excluded.plays,
        carts = c.carts + excluded.carts, checkouts = c.checkouts + excluded.checkouts, listens = c.listens + excluded.listens,
        downloads = c.downloads + excluded.downloads;
end
$$;

-- Counts the source of an order in the update that first makes it paid. `clear_came_from` deletes the source in the same update, or when
-- the order can no longer be paid. This trigger runs after the row has changed and, because of its name, after `close_coupon_use`: so the
-- coupon is locked first, as for a free order.
create function public.count_came_from() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_source integer;
  v_campaign integer;
begin
  v_source := public.visit_name('source', old.came_from->>'source');
  v_campaign := public.visit_name('campaign', old.came_from->>'campaign');
  insert into public.sales_by_source as s (day, source, campaign, ebook_id, currency, orders, copies, minor)
    select public.site_day(), v_source, v_campaign, c.ebook_id, new.currency,
        (row_number() over (order by c.ebook_id) = 1)::integer, count(*), sum(c.paid_minor)
      from public.order_copies c where c.order_id = new.id group by c.ebook_id order by c.ebook_id
    on conflict (day, source, campaign, ebook_id, currency) do update
      set orders = s.orders + excluded.orders, copies = s.copies + excluded.copies, minor = s.minor + excluded.minor;
  return null;
end
$$;
create function public.clear_came_from() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  new.came_from := null;
  return new;
end
$$;

create trigger clear_came_from before update on public.orders for each row
  when (new.came_from is not null and (new.paid_at is not null or new.state in ('expired', 'failed')))
  execute function public.clear_came_from();
create trigger count_came_from after update on public.orders for each row
  when (old.came_from is not null and new.came_from is null and new.paid_at is not null)
  execute function public.count_came_from();

-- Reading ------------------------------------------------------------------------------------------------------------------------

-- Returns the data of the screens about visits for whole days, both included: each day, and the most visited sources, campaigns, pages,
-- books and episodes, and the sums of all episodes. The number of paid copies comes from the order totals, without fully refunded orders.
create function public.get_visits(p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with counts as materialized (
      select * from public.visit_counts c where c.source = 0 and c.day between p_from and p_to
    ), pages as materialized (
      select n.name, c.views, c.visits, c.plays, c.carts, c.checkouts, c.listens, c.downloads
        from (
          select c.page, sum(c.views) as views, sum(c.visits) as visits, sum(c.plays) as plays, sum(c.carts) as carts, sum(c.checkouts) as checkouts,
              sum(c.listens) as listens, sum(c.downloads) as downloads
            from counts c group by c.page
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
    ), viewed as materialized (
      select b.id as ebook_id, p.views, p.carts, p.checkouts
        from pages p join public.ebooks_metadata b on b.id = substr(p.name, 13) where p.name like '/shop/ebook/%'
    ), boundary as (
      select coalesce((select v.views from viewed v order by v.views desc offset p_size - 1 limit 1), 0) as views
    ), paid as (
      -- Reads only the books that may have the most copies, or all books if too few were viewed.
      select v.ebook_id, sum(t.n) as copies
        from boundary l
        join viewed v on v.views >= l.views
        cross join public.spans_between(p_from, p_to + 1) s
        join public.totals t on t.metric = 'books' and split_part(t.key, ' ', 1) = v.ebook_id and t.span = s.span
          and t.day >= s.begins and t.day < s.ends
        where l.views > 0 group by v.ebook_id
      union all
      select t.key, t.n from boundary l cross join public.totals_between('{books}', p_from, p_to + 1) t where l.views = 0
    ), ebooks as (
      -- Joins the titles in the sorted order, so that the join stops after `p_size` books.
      select c.ebook_id, b.title, c.views, c.carts, c.checkouts, c.copies
        from (
          select coalesce(v.ebook_id, d.ebook_id) as ebook_id, coalesce(v.views, 0) as views, coalesce(v.carts, 0) as carts,
              coalesce(v.checkouts, 0) as checkouts, coalesce(d.copies, 0) as copies
            from viewed v full join paid d on d.ebook_id = v.ebook_id
            order by views desc, copies desc, ebook_id offset 0
        ) c join public.ebooks_metadata b on b.id = c.ebook_id
        order by c.views desc, c.copies desc, c.ebook_id limit p_size
    ), episodes as materialized (
      select e.slug, e.title, p.views, p.plays, p.listens, p.downloads, p.plays + p.listens + p.downloads as used
        from pages p join public.episodes e on e.slug = substr(p.name, 10) where p.name like '/podcast/%'
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
          select c.day, sum(c.views) as views, sum(c.visits) as visits from counts c group by c.day) d),
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
      'episodes', (
        select coalesce(jsonb_agg(to_jsonb(e) - 'used' order by e.used desc, e.views desc, e.slug), '[]')
          from (select * from episodes order by used desc, views desc, slug limit p_size) e),
      'all_episodes', (
        select jsonb_build_object('views', coalesce(sum(e.views), 0), 'plays', coalesce(sum(e.plays), 0),
            'listens', coalesce(sum(e.listens), 0), 'downloads', coalesce(sum(e.downloads), 0)) from episodes e)));
end
$$;

-- Returns what was counted on a page on whole days, both included, and the main sources of its visits as far as they are stored.
create function public.get_page_sources(p_page text, p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('views', coalesce(sum(c.views), 0), 'plays', coalesce(sum(c.plays), 0),
        'listens', coalesce(sum(c.listens), 0), 'downloads', coalesce(sum(c.downloads), 0),
        'sources', (
          select coalesce(jsonb_agg(to_jsonb(s) order by s.views desc, s.name), '[]') from (
            select n.name, sum(c.views) as views, sum(c.visits) as visits
              from public.visit_names p
              join public.visit_counts c on c.page = p.id and c.page <> 0 and c.source <> 0 and c.day between p_from and p_to
              join public.visit_names n on n.id = c.source
              where p.kind = 'page' and p.name = p_page group by 1 order by views desc, 1 limit p_size) s))
      -- One look-up in the primary key for each day. An index by page would be written with each view.
      from public.visit_names p
      cross join generate_series(p_from, p_to, interval '1 day') d
      cross join lateral (
        select * from public.visit_counts c where c.day = d::date and c.page = p.id and c.source = 0 and c.campaign = 0 offset 0) c
      where p.kind = 'page' and p.name = p_page);
end
$$;

-- Deletes old counts: first those that connect a source with a page, later all others, and names without counts.
create function public.sweep_visits() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.visit_counts where day < public.site_day() - public.rule('keep_visit_paths') and page <> 0 and source <> 0;
  delete from public.visit_counts where day < public.site_day() - public.rule('keep_visits');
  delete from public.sales_by_source where day < public.site_day() - public.rule('keep_visits');
  delete from public.visit_names n
    where n.since < public.site_day() - public.rule('keep_visits')
      and not exists (select from public.visit_counts c where n.id in (c.page, c.source, c.campaign))
      and not exists (select from public.sales_by_source s where n.id in (s.source, s.campaign));
$$;
