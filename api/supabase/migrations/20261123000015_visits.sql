-- Visits are counted, with what came of them, and what Stripe keeps of a payment is known.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('keep_visit_paths', '90 days', 'privacy page: which source led to which page'),
  ('keep_visits', '25 months', 'privacy page; a year can be compared with the one before');

alter table public.orders
  add column fee_minor integer check (fee_minor >= 0),
  add column came_from jsonb check (came_from is null or came_from ?& array['source', 'campaign']);
create index orders_fee_unread on public.orders (paid_at) where fee_minor is null and paid_at is not null;

alter table public.totals drop constraint totals_metric_check;
alter table public.totals add constraint totals_metric_check check (metric in ('users', 'checkouts', 'paid_checkouts', 'orders', 'refunds', 'fees',
  'countries', 'languages', 'books', 'book_amounts', 'subscribed', 'unsubscribed'));

-- What visits are counted by: pages of the site; sources, as `Instagram`, `example.com`, empty without any; campaigns, empty without
-- any. `other`: what is beyond the names that one day may bring.
create table public.visit_names (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('page', 'source', 'campaign')),
  name text not null check (char_length(name) <= 200),
  since date not null,
  constraint visit_names_once unique (kind, name)
);
create index visit_names_of_day on public.visit_names (kind, since);

-- Per day of the site's time zone. A visit is a view that no page of the site led to. Each is counted in three rows: in that of its page
-- (source and campaign 0), in that of its source and campaign (page 0), and in that of all three, which is removed earlier.
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
  primary key (day, page, source, campaign),
  constraint visit_counts_of_something check ((page <> 0 or source <> 0) and (source = 0) = (campaign = 0))
);
create index visit_counts_of_pages on public.visit_counts (day) where source = 0;
create index visit_counts_of_sources on public.visit_counts (day) where page = 0;
create index visit_counts_of_both on public.visit_counts (page, day) where page <> 0 and source <> 0;

-- What was paid after a visit from a source, gross: no row knows which orders it counts, so that a refund changes none.
create table public.sales_by_source (
  day date not null,
  source integer not null,
  campaign integer not null,
  ebook_id text not null,
  currency text not null references public.currencies (code),
  -- In the row of an order's first book, so that they can be added up.
  orders integer not null,
  copies integer not null,
  minor bigint not null,
  primary key (day, source, campaign, ebook_id, currency)
);

-- Today on the clocks of the site.
create function public.site_day() returns date
language sql stable security definer set search_path = ''
as $$ select (now() at time zone public.totals_zone())::date $$;

-- The number of a name. Any caller can send any source and campaign: new ones are at most 200 and 50 a day, all others are `other`.
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

-- Whether visitors can see what a path below the shop or the podcast names; other paths are patterns, which the API knows.
create function public.is_page(p_path text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when p_path like '/shop/ebook/%' then exists (
      select from public.ebooks_metadata b where b.id = substr(p_path, 13) and b.state = 'published')
    when p_path like '/podcast/%' then exists (select from public.episodes e where e.slug = substr(p_path, 10) and e.removed_at is null)
    else true
  end
$$;

-- Counts what happened on or with pages: `view`, `play`, `cart` or `checkout`. Always in the same order, as in add_totals. What happened
-- with several pages at once happened once for its source.
create function public.count_visit(p_event text, p_pages text[], p_is_visit boolean, p_source text, p_campaign text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pages integer[] := array(
    select public.visit_name('page', p.name)
      from (select distinct p as name from unnest(p_pages) p where public.is_page(p) order by 1) p);
  v_source integer;
  v_campaign integer;
begin
  if v_pages = '{}' then
    return;
  end if;
  v_source := public.visit_name('source', p_source);
  v_campaign := public.visit_name('campaign', p_campaign);
  insert into public.visit_counts as c (day, page, source, campaign, views, visits, plays, carts, checkouts)
    select public.site_day(), k.page, k.source, k.campaign, (p_event = 'view')::integer, (p_event = 'view' and p_is_visit)::integer,
        (p_event = 'play')::integer, (p_event = 'cart')::integer, (p_event = 'checkout')::integer
      from (
        select p as page, 0 as source, 0 as campaign from unnest(v_pages) p
        union all select p, v_source, v_campaign from unnest(v_pages) p
        union all select 0, v_source, v_campaign
      ) k order by 2, 3, 4
    on conflict (day, page, source, campaign) do update
      set views = c.views + excluded.views, visits = c.visits + excluded.visits, plays = c.plays + excluded.plays,
        carts = c.carts + excluded.carts, checkouts = c.checkouts + excluded.checkouts;
end
$$;

-- Before an order's row changes: what it came from is counted by the change that first makes it paid, and forgotten then, or when it
-- cannot be paid any more.
create function public.count_came_from() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_source integer;
  v_campaign integer;
begin
  if new.paid_at is not null then
    v_source := public.visit_name('source', new.came_from->>'source');
    v_campaign := public.visit_name('campaign', new.came_from->>'campaign');
    insert into public.sales_by_source as s (day, source, campaign, ebook_id, currency, orders, copies, minor)
      select public.site_day(), v_source, v_campaign, i.ebook_id, new.currency,
          (row_number() over (order by i.ebook_id) = 1)::integer, i.quantity, i.quantity::bigint * i.unit_minor
        from public.order_items i where i.order_id = new.id order by i.ebook_id
      on conflict (day, source, campaign, ebook_id, currency) do update
        set orders = s.orders + excluded.orders, copies = s.copies + excluded.copies, minor = s.minor + excluded.minor;
  end if;
  new.came_from := null;
  return new;
end
$$;

create trigger count_came_from before update on public.orders for each row
  when (new.came_from is not null and (new.paid_at is not null or new.state in ('expired', 'failed')))
  execute function public.count_came_from();

-- Asking -------------------------------------------------------------------------------------------------------------------------

-- What the screens about visits show of whole days, both included: of each day, of the sources, campaigns, pages, books and episodes with
-- most. What was paid of a book is what orders say, without what was paid back in full.
create function public.get_visits(p_from date, p_to date, p_zone text, p_size integer) returns jsonb
language plpgsql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  perform public.keep_days_in(p_zone);
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
        from public.totals_between('{books}', p_from::timestamp at time zone p_zone, (p_to + 1)::timestamp at time zone p_zone) t
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

-- From where a page was visited on whole days, both included, as long as that is kept: the sources with most.
create function public.get_page_sources(p_page text, p_from date, p_to date, p_size integer) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select coalesce(jsonb_agg(to_jsonb(s) order by s.views desc, s.name), '[]') from (
    select n.name, sum(c.views) as views, sum(c.visits) as visits
      from public.visit_names p
      join public.visit_counts c on c.page = p.id and c.page <> 0 and c.source <> 0 and c.day between p_from and p_to
      join public.visit_names n on n.id = c.source
      where p.kind = 'page' and p.name = p_page group by 1 order by views desc, 1 limit p_size) s
$$;

-- By age: first which source led to which page, later all, with the names that nothing counts any more.
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

alter table public.visit_names enable row level security;
alter table public.visit_counts enable row level security;
alter table public.sales_by_source enable row level security;

-- What was there before ----------------------------------------------------------------------------------------------------------

drop trigger note_order_changed on public.orders;
create trigger note_order_changed after update on public.orders for each row
  when ((old.paid_at, old.currency, old.total_minor, old.country, old.locale, old.created_at, old.refunded_minor, old.fee_minor, old.state = 'refunded')
    is distinct from (new.paid_at, new.currency, new.total_minor, new.country, new.locale, new.created_at, new.refunded_minor, new.fee_minor, new.state = 'refunded'))
  execute function public.note_order();

drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, integer);
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb, p_total_minor integer default null,
  p_came_from jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_cart text := public.cart_of_items(p_items);
  v_ebook_ids text[] := array(select i->>'id' from jsonb_array_elements(p_items) i);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
begin
  if exists (select from jsonb_array_elements(p_items) i where (i->>'quantity')::integer <> 1) then
    raise exception 'an order has one copy of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_buyer_uid, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
  if found and public.cart_of_order(v_order.id) <> v_cart then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(p_buyer_uid, v_ebook_ids);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(jsonb_build_object('id', i->>'id', 'unit_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(p_items) i
    left join public.ebooks_metadata b on b.id = i->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where p.amount_minor is distinct from (i->>'price')::bigint;
  if v_corrections is not null then
    return jsonb_build_object('outcome', 'refused', 'corrections', v_corrections);
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.currency = p_currency and public.cart_of_order(o.id) = v_cart
      and not exists (
        select from public.order_items x join jsonb_array_elements(p_items) i on i->>'id' = x.ebook_id
          where x.order_id = o.id and x.unit_minor <> (i->>'price')::integer)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, total_minor, terms_version, came_from)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency,
        coalesce(p_total_minor, sum((i->>'price')::integer)), p_terms_version, p_came_from
      from jsonb_array_elements(p_items) i
      returning * into v_order;
    insert into public.order_items (order_id, ebook_id, title, quantity, unit_minor)
      select v_order.id, b.id, b.title, 1, (i->>'price')::integer
      from jsonb_array_elements(p_items) i join public.ebooks_metadata b on b.id = i->>'id';
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_items x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

create or replace function public.begin_payment_sync(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set last_sync_no = o.last_sync_no + 1,
      session_id = p_session_id,
      check_after = now() + least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours')
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('sync_no', v_order.last_sync_no, 'order', public.order_json(v_order), 'has_fee', v_order.fee_minor is not null,
    'has_refunds', exists (select from public.order_refunds r where r.order_id = v_order.id));
end
$$;

create or replace function public.list_sessions_to_check(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(s.session_id), '[]') from (
    (select o.session_id from public.orders o
      where o.state in ('open', 'waiting') and o.session_id is not null and o.check_after <= now()
      order by o.check_after limit p_limit)
    union
    (select o.session_id from public.orders o
      where o.dispute_unread_since is not null and o.checked_at < now() - interval '15 minutes'
      order by o.checked_at limit p_limit)
    union
    (select o.session_id from public.orders o
      where o.fee_minor is null and o.paid_at > now() - interval '3 days' and o.total_minor > 0 and o.session_id is not null
        and o.checked_at < now() - greatest(now() - o.paid_at, interval '30 minutes') / 2
      order by o.paid_at limit p_limit)
  ) s
$$;

create or replace function public.settle_order(
  p_order_id uuid, p_sync_no bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
  p_country text default null, p_refunds jsonb default '[]', p_refund_pending_minor integer default 0,
  p_facts jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
  v_state text;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- A boleto that its buyer gave up is over unless it is paid all the same.
  v_state := case when p_state = 'waiting' and v_before.canceled_at is not null then 'failed' else p_state end;
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      boleto = case when v_state = 'waiting' then coalesce(nullif(p_facts->'boleto', 'null'), boleto) else public.past_boleto(boleto) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      fee_minor = coalesce(fee_minor, (p_facts->>'fee_minor')::integer),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      applied_sync_no = p_sync_no
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    select p_order_id, v_order.state, null::integer
      where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, case when v_order.refunded_minor > v_before.refunded_minor then 'refunded' else 'refund_failed' end,
        v_order.refunded_minor - v_before.refunded_minor
      where v_order.refunded_minor <> v_before.refunded_minor;

  update public.order_refunds r
    set state = s.state, waits_for = s.waits_for, obstacle = s.obstacle, failed_at = case when s.state = 'failed' then coalesce(r.failed_at, now()) end
    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
    where r.order_id = p_order_id and r.id = s.id;

  insert into public.disputes as d (id, order_id, reason, amount_minor, currency, state, due_by, evidence_at, opened_at, closed_at)
    select s.id, p_order_id, s.reason, s.amount_minor, s.currency, s.state, s.due_by,
        case when s.is_answered and s.state <> 'needs_response' then now() end, s.opened_at,
        case when s.state in ('won', 'lost', 'closed') then now() end
      from jsonb_to_recordset(p_facts->'disputes') s
        (id text, reason text, amount_minor integer, currency text, state text, due_by timestamptz, is_answered boolean, opened_at timestamptz)
    on conflict (id) do update
      set reason = excluded.reason, amount_minor = excluded.amount_minor, currency = excluded.currency, state = excluded.state,
        due_by = excluded.due_by,
        evidence_at = case when excluded.evidence_at is not null then coalesce(d.evidence_at, excluded.evidence_at) end,
        closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end;

  update public.refund_requests r
    set decision = case when s.change > 0 then 'refunded' end, decided_at = case when s.change > 0 then now() end
    from (select v_order.refunded_minor + v_order.refund_pending_minor - v_before.refunded_minor - v_before.refund_pending_minor as change) s
    where r.order_id = p_order_id and ((r.decision is null and s.change > 0) or (r.decision = 'refunded' and s.change < 0));

  insert into public.entitlements (order_id, ebook_id, uid)
    select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i
      where i.order_id = p_order_id and v_order.state in ('paid', 'partly_refunded')
        and public.refunded_copies(p_order_id, i.ebook_id, false) < i.quantity
    on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  update public.entitlements e set revoked_at = now()
    where e.order_id = p_order_id and e.revoked_at is null
      and not (v_order.state in ('paid', 'partly_refunded') and public.refunded_copies(p_order_id, e.ebook_id, false) < (
        select i.quantity from public.order_items i where i.order_id = p_order_id and i.ebook_id = e.ebook_id));

  -- Only now is there a right to its books, beside one that the buyer had.
  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from public.order_items i where i.order_id = p_order_id and public.paid_also_in(v_order, i.ebook_id) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state then 'purchase_' || v_order.state end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted)
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  if 'purchase_paid' = any (v_mails) then
    perform public.notify_team('sale', v_order.id::text, 'sale_made', jsonb_build_object('id', v_order.id, 'number', v_order.number,
      'currency', v_order.currency, 'total_minor', v_order.total_minor,
      'titles', (select jsonb_agg(i.title order by i.title) from public.order_items i where i.order_id = p_order_id)),
      v_order.buyer_email, null);
  end if;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

create or replace function public.order_counts(o public.orders, p_times integer) returns setof public.counted
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

create or replace function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with counts as (
    select p.name, jsonb_build_object(
        'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
        'amounts', public.amounts('orders', p.since, 'infinity'),
        'refunds', public.amounts('refunds', p.since, 'infinity'),
        'fees', public.amounts('fees', p.since, 'infinity')) as value
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
        '{orders,refunds,fees,checkouts,paid_checkouts,subscribed,unsubscribed,countries,languages}', v_begins, v_ends) t),
      'points', (
        select jsonb_agg(jsonb_build_object('from', s.first_day, 'to', s.next_day - 1, 'totals', (
            select coalesce(jsonb_agg(p), '[]') from (
              select t.metric, t.key, sum(t.n)::bigint as n, sum(t.minor)::bigint as minor
                from public.totals t
                where t.metric in ('orders', 'refunds', 'fees', 'checkouts', 'paid_checkouts', 'subscribed', 'unsubscribed')
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

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'events', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happened_at', e.happened_at) order by e.happened_at, e.id), '[]')
              from public.order_events e where e.order_id = o.id),
          'emails', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'written_at', m.created_at,
                'sent_at', m.sent_at) order by m.created_at, m.key), '[]')
              from public.purchase_mails(o) m),
          'refund_request', (
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at, 'decision', r.decision, 'decided_at', r.decided_at,
                'note', r.note)
              from public.refund_requests r where r.order_id = o.id),
          'disputes', (
            select coalesce(jsonb_agg(to_jsonb(d) - 'order_id' order by d.opened_at, d.id), '[]')
              from public.disputes d where d.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.orders o on o.id = e.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid = p_uid
        union all
        select i.claimed_at, i.ebook_id, jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'bought_at_shop', i.source,
            'bought_at', i.bought_at, 'imported_at', i.imported_at, 'granted_at', i.claimed_at, 'downloads', i.downloads,
            'first_downloaded_at', i.first_downloaded_at, 'last_downloaded_at', i.last_downloaded_at)
          from public.imported_purchases i join public.ebooks_metadata b on b.id = i.ebook_id
          where i.uid = p_uid or i.email = lower(p_email)
      ) l),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id where r.uid = p_uid),
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] || jsonb_build_object('replies', (
            select coalesce(jsonb_agg(jsonb_build_object('body', r.body, 'written_at', r.written_at, 'sent_at', r.sent_at)
                order by r.written_at, r.id), '[]')
              from public.message_replies r where r.message_id = c.id)) order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'note', (select p.note from public.people p where p.email = lower(p_email) and p.note <> ''),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'invitation_id', 'generation'])
          order by m.created_at, m.key), '[]')
        from public.outbox m
        where m.id in (
          select w.id from public.outbox w where w.recipient = lower(p_email)
          union select w.id from public.orders o join public.outbox w on w.recipient = o.buyer_email
            where o.buyer_uid = p_uid and w.payload->>'id' = o.id::text
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id where o.buyer_uid = p_uid
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))))
$$;
