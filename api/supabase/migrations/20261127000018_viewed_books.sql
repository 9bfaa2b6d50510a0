-- What was paid of a book is asked of the books with most views only.
set check_function_bodies = off;

create or replace function public.get_visits(p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_zone text := public.totals_zone();
  v_begins timestamptz := p_from::timestamp at time zone v_zone;
  v_ends timestamptz := (p_to + 1)::timestamp at time zone v_zone;
begin
  return (
    with counts as materialized (
      select * from public.visit_counts c where c.source = 0 and c.day between p_from and p_to
    ), pages as materialized (
      select n.name, c.views, c.visits, c.plays, c.carts, c.checkouts
        from (
          select c.page, sum(c.views) as views, sum(c.visits) as visits, sum(c.plays) as plays, sum(c.carts) as carts, sum(c.checkouts) as checkouts
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
      -- Of those that may have most; of all books where too few were viewed.
      select v.ebook_id, sum(t.n) as copies
        from boundary l
        join viewed v on v.views >= l.views
        cross join public.spans_between(v_begins, v_ends) s
        join public.totals t on t.calendar = s.calendar and t.metric = 'books' and split_part(t.key, ' ', 1) = v.ebook_id and t.span = s.span
          and t.starts_at >= s.begins and t.starts_at < s.ends
        where l.views > 0 group by v.ebook_id
      union all
      select t.key, t.n from boundary l cross join public.totals_between('{books}', v_begins, v_ends) t where l.views = 0
    ), ebooks as (
      -- Titles of those with most only: in their order, until there are enough.
      select c.ebook_id, b.title, c.views, c.carts, c.checkouts, c.copies
        from (
          select coalesce(v.ebook_id, d.ebook_id) as ebook_id, coalesce(v.views, 0) as views, coalesce(v.carts, 0) as carts,
              coalesce(v.checkouts, 0) as checkouts, coalesce(d.copies, 0) as copies
            from viewed v full join paid d on d.ebook_id = v.ebook_id
            order by views desc, copies desc, ebook_id offset 0
        ) c join public.ebooks_metadata b on b.id = c.ebook_id
        order by c.views desc, c.copies desc, c.ebook_id limit p_size
    ), episodes as (
      select e.slug, e.title, p.views, p.plays
        from pages p join public.episodes e on e.slug = substr(p.name, 10) where p.name like '/podcast/%'
        order by p.plays desc, p.views desc, e.slug limit p_size
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
      'episodes', (select coalesce(jsonb_agg(to_jsonb(e) order by e.plays desc, e.views desc, e.slug), '[]') from episodes e)));
end
$$;
