-- What disputes took, fees of older payments, imports that can be undone and proved, and who sees to a message.
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
-- entry `after_id`. `is_whole`: it was read once from the first payment on.
create table public.balance_reading (
  is_only boolean primary key default true check (is_only),
  read_until timestamptz not null,
  reading_until timestamptz,
  after_id text,
  is_whole boolean not null default false,
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
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_reading public.balance_reading;
begin
  if not exists (select from public.balance_reading) then
    insert into public.balance_reading (read_until)
      values (coalesce((select min(o.paid_at) from public.orders o where o.paid_at is not null), now())) on conflict do nothing;
  end if;
  update public.balance_reading b set reading_until = coalesce(b.reading_until, now()) where true returning * into v_reading;
  return jsonb_build_object('since', v_reading.read_until, 'until', v_reading.reading_until, 'after_id', v_reading.after_id);
end
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
      is_whole = b.is_whole or p_after_id is null,
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
    'is_whole', exists (select from public.balance_reading b where b.is_whole),
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
  lock table public.orders, public.order_copies, public.order_events, public.dispute_transactions, public.users, public.newsletter_subscribers, public.totals
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
      group by 2, 4, 5 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 2, 4, 5;
  perform public.count_days(public.shown_calendar(), public.totals_zone(), '-infinity', 'infinity');
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
create or replace function public.get_analytics(p_from date, p_to date, p_step text) returns jsonb
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

alter table public.imports drop constraint imports_state_check;
alter table public.imports add constraint imports_state_check
  check (state in ('waiting', 'reading', 'refused', 'ready', 'importing', 'done', 'undoing', 'undone'));
alter table public.imports add column removed integer not null default 0, add column undone_at timestamptz;
drop index public.imports_once, public.imports_at_work;
create unique index imports_once on public.imports (kind, digest) where state not in ('refused', 'undone');
create index imports_at_work on public.imports (created_at) where state in ('reading', 'importing', 'undoing');

-- Which imported purchases or subscribers an import named, so that it can be undone without what another one brought, too.
create table public.import_subjects (
  import_id uuid not null references public.imports (id) on delete cascade,
  -- Of the purchase or the subscriber, which may be gone.
  subject_id uuid not null,
  -- Or it was here already.
  is_added boolean not null,
  -- Why it stayed when the import was undone.
  kept text check (kept in ('used', 'elsewhere')),
  primary key (import_id, subject_id)
);
create index import_subjects_of_subject on public.import_subjects (subject_id);
create index import_subjects_to_undo on public.import_subjects (import_id, subject_id) where kept is null;

alter table public.import_subjects enable row level security;
insert into public.import_subjects (import_id, subject_id, is_added)
  select p.import_id, p.id, true from public.imported_purchases p where p.import_id is not null;

-- What would become of each purchase or subscriber that an import added (of `p_subjects`, or all: null), if it were undone: `removed`; `used`:
-- the book was read, downloaded or claimed by its reader, or the subscriber did something since; `elsewhere`: another import brought it, too.
create function public.standings_of_import(p_import public.imports, p_subjects uuid[]) returns table (subject_id uuid, standing text)
language sql stable security definer set search_path = ''
as $$
  select s.subject_id,
      case
        when p.downloads > 0 or p.claimed_at > p.imported_at
          or exists (select from public.reading_positions r where r.uid = p.uid and r.ebook_id = p.ebook_id)
          or n.source <> 'import' or n.state = 'bounced' or n.confirmed_at > n.created_at or n.unsubscribed_at > n.created_at then 'used'
        when exists (
          select from public.import_subjects o join public.imports i on i.id = o.import_id
            where o.subject_id = s.subject_id and o.import_id <> s.import_id and i.state <> 'undone') then 'elsewhere'
        else 'removed'
      end
    from public.import_subjects s
    left join public.imported_purchases p on p_import.kind = 'purchases' and p.id = s.subject_id
    left join public.newsletter_subscribers n on p_import.kind = 'subscribers' and n.id = s.subject_id
    where s.import_id = p_import.id and s.is_added and s.kept is null and (p_subjects is null or s.subject_id = any (p_subjects))
      and (p.id is not null or n.id is not null)
$$;

-- The next purchases or subscribers that stayed when their import was undone, with the reason, by their ids.
create function public.list_kept_subjects(p_id uuid, p_after uuid, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from (
    select s.subject_id as id, coalesce(p.email, n.email) as email, coalesce(b.title, '') as title, s.kept as reason
      from public.import_subjects s
      left join public.imported_purchases p on p.id = s.subject_id
      left join public.ebooks_metadata b on b.id = p.ebook_id
      left join public.newsletter_subscribers n on n.id = s.subject_id
      -- What went since, as with a deleted account, is not named.
      where s.import_id = p_id and s.kept is not null and (p_after is null or s.subject_id > p_after) and (p.id is not null or n.id is not null)
      order by s.subject_id limit p_size) k
$$;

-- The press. False for an import that is not done; one that is being undone, or was, stays as it is.
create function public.undo_import(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
begin
  select * into v_import from public.imports where id = p_id and state in ('done', 'undoing', 'undone') for update;
  if not found then
    return false;
  end if;
  if v_import.state = 'done' then
    perform public.note_admin_change(p_actor, 'import_undone', 'import', p_id::text, null,
      jsonb_build_object('filename', v_import.filename, 'kind', v_import.kind, 'source', v_import.source)
        || (select coalesce(jsonb_object_agg(c.standing, c.n), '{}') from (
          select s.standing, count(*) as n from public.standings_of_import(v_import, null) s group by 1) c));
    update public.imports set state = 'undoing' where id = p_id;
  end if;
  return true;
end
$$;

-- Undoes the next part of an import, all of it or nothing. False when it is undone, or not to be undone.
create function public.undo_portion(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
  v_subjects uuid[];
  v_gone uuid[];
  v_removed integer;
begin
  select * into v_import from public.imports where id = p_id and state = 'undoing' for update;
  if not found then
    return false;
  end if;
  v_subjects := array(
    select s.subject_id from public.import_subjects s where s.import_id = p_id and s.kept is null order by s.subject_id limit p_size);
  if v_subjects = '{}' then
    update public.imports set state = 'undone', undone_at = now() where id = p_id;
    return false;
  end if;
  -- Nobody begins to read, and no letter is answered, between the look and the removal.
  perform from public.imported_purchases p where p.id = any (v_subjects) order by p.id for update;
  perform from public.newsletter_subscribers n where n.id = any (v_subjects) order by n.id for update;
  update public.import_subjects s set kept = d.standing
    from public.standings_of_import(v_import, v_subjects) d
    where s.import_id = p_id and s.subject_id = d.subject_id and d.standing <> 'removed';
  -- What stays for another import is from now on what that one added.
  update public.import_subjects o set is_added = true
    from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept = 'elsewhere' and o.subject_id = s.subject_id and o.import_id <> p_id;
  v_gone := array(select s.subject_id from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null and s.is_added);
  if v_import.kind = 'purchases' then
    delete from public.imported_purchases p where p.id = any (v_gone);
    get diagnostics v_removed = row_count;
  else
    delete from public.newsletter_subscribers n where n.id = any (v_gone);
    get diagnostics v_removed = row_count;
    delete from public.outbox m where m.key in (select 'newsletter_moved:' || s from unnest(v_gone) s) and m.sent_at is null;
  end if;
  delete from public.import_subjects s where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null;
  update public.imports set removed = removed + v_removed where id = p_id;
  return true;
end
$$;

-- The oldest import that has work to do, and up to which line it was read; or null.
create or replace function public.get_import_at_work() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'state', i.state, 'consented_at', i.consented_at,
      'last_line', coalesce((select max(r.line) from public.import_rows r where r.import_id = i.id), 0))
    from public.imports i where i.state in ('reading', 'importing', 'undoing') order by i.created_at limit 1
$$;

-- An import as the owner sees it; of one that is ready what would become of its rows, by outcome.
create or replace function public.import_json(i public.imports, p_is_whole boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'origin', i.origin, 'state', i.state,
      'problem', i.problem, 'rows', i.rows, 'added', i.added, 'known', i.known, 'refused', i.refused, 'created_at', i.created_at,
      'finished_at', i.finished_at, 'removed', i.removed, 'undone_at', i.undone_at,
      'proof_name', i.proof_name)
    || case when p_is_whole then jsonb_build_object(
      'products', (
        select coalesce(jsonb_agg(jsonb_build_object('product', p.product, 'rows', p.rows, 'ebook_id', p.ebook_id)
            order by p.rows desc, p.product), '[]') from public.import_products p where p.import_id = i.id),
      -- What a product can be: every book, with those that left the shop.
      'ebooks', case when i.kind = 'purchases' and i.state = 'ready' then (
        select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title) order by b.title, b.id), '[]')
          from (select x.id, x.title from public.ebooks_metadata x order by x.title, x.id limit 1000) b) else '[]' end,
      'outcomes', case when i.state = 'ready' then (
        select coalesce(jsonb_object_agg(o.outcome, o.rows), '{}') from (
          select f.outcome, count(*) as rows from (
            select p.outcome from public.foreseen_purchases(i.id, null) p where i.kind = 'purchases'
            union all select s.outcome from public.foreseen_subscribers(i.id, null) s where i.kind = 'subscribers'
            union all select r.reason from public.import_rows r where r.import_id = i.id and r.reason is not null
          ) f group by f.outcome) o)
        else (
          select coalesce(jsonb_object_agg(o.reason, o.rows), '{}') from (
            select r.reason, count(*) as rows from public.import_rows r where r.import_id = i.id and r.reason is not null group by r.reason) o)
        end,
      'first_rows', (
        select coalesce(jsonb_agg(jsonb_build_object('line', f.line, 'email', f.email, 'product', f.product, 'at', f.at, 'outcome', f.outcome)
            order by f.line), '[]') from (
          select p.line, p.email, p.product, p.at, p.outcome from public.foreseen_purchases(i.id, 10) p where i.kind = 'purchases'
          union all select s.line, s.email, '', s.at, s.outcome from public.foreseen_subscribers(i.id, 10) s where i.kind = 'subscribers'
        ) f),
      'first_refused', public.list_refused_rows(i.id, 0, 10),
      'standings', (
        select coalesce(jsonb_object_agg(c.standing, c.n), '{}') from (
          select s.standing, count(*) as n from public.standings_of_import(i, null) s where i.state = 'done' group by 1
          union all
          select s.kept, count(*) from public.import_subjects s where s.import_id = i.id and s.kept is not null group by 1) c),
      'first_kept', public.list_kept_subjects(i.id, null, 10))
    else '{}' end
$$;

-- A portion of purchases. Who has an account with this address verified can read at once.
create or replace function public.import_purchases(p_import public.imports, p_size integer, out added integer, out known integer, out refused integer)
language sql volatile security definer set search_path = ''
as $$
  with foreseen as materialized (
    select * from public.foreseen_purchases(p_import.id, p_size)
  ), bought as (
    insert into public.imported_purchases (email, ebook_id, source, bought_at, import_id, uid, claimed_at)
      select f.email, f.ebook_id, p_import.source, f.at, p_import.id, u.uid, case when u.uid is not null then now() end
        from foreseen f
        left join lateral (
          select x.uid from public.users x where x.verified_email = f.email order by x.created_at desc, x.number desc limit 1) u on true
        where f.outcome = 'new'
      on conflict (email, ebook_id) do nothing
      returning id
  ), named as (
    insert into public.import_subjects (import_id, subject_id, is_added)
      select p_import.id, b.id, true from bought b
      union all
      select distinct p_import.id, i.id, false
        from foreseen f join public.imported_purchases i on i.email = f.email and i.ebook_id = f.ebook_id where f.outcome = 'known'
      on conflict do nothing
  ), kept as (
    update public.import_rows r set reason = f.outcome
      from foreseen f where r.import_id = p_import.id and r.line = f.line and f.outcome not in ('new', 'known')
      returning 1
  ), gone as (
    delete from public.import_rows r using foreseen f
      where r.import_id = p_import.id and r.line = f.line and f.outcome in ('new', 'known')
      returning 1
  )
  select (select count(*) from bought)::integer,
    ((select count(*) from gone) - (select count(*) from bought))::integer,
    (select count(*) from kept)::integer
$$;

-- A portion of a list. Whose own confirmation the file knows is subscribed; others are asked once, one letter in three seconds, so that no
-- mail server takes it for a flood.
create or replace function public.import_subscribers(p_import public.imports, p_size integer, out added integer, out known integer, out refused integer)
language sql volatile security definer set search_path = ''
as $$
  with foreseen as materialized (
    select * from public.foreseen_subscribers(p_import.id, p_size)
  ), listed as (
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, consented_at, confirmed_at, unsubscribed_at)
      select f.email, case f.outcome when 'confirmed' then 'confirmed' when 'asked' then 'pending' else 'unsubscribed' end, f.locale, 'import',
          p_import.origin, coalesce(f.at, p_import.consented_at), case when f.outcome = 'confirmed' then f.confirmed_at end,
          case when f.outcome = 'left' then now() end
        from foreseen f where f.outcome in ('confirmed', 'asked', 'left')
      on conflict (email) do update set state = 'unsubscribed', unsubscribed_at = now()
        where excluded.state = 'unsubscribed' and s.source = 'import' and s.state in ('pending', 'confirmed')
      returning s.id, s.email, s.state, s.locale, s.generation
  ), named as (
    insert into public.import_subjects (import_id, subject_id, is_added)
      select p_import.id, l.id, true from listed l
      union all
      select distinct p_import.id, s.id, false
        from foreseen f join public.newsletter_subscribers s on s.email = f.email where f.outcome = 'known'
      on conflict do nothing
  ), last as (
    select greatest(now(), max(m.due_at)) as at from public.outbox m
      where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null
  ), asked as (
    insert into public.outbox (key, kind, recipient, locale, payload, due_at)
      select 'newsletter_moved:' || w.id, 'newsletter_moved', w.email, w.locale,
          jsonb_build_object('subscriber_id', w.id, 'generation', w.generation, 'asked_at', w.due_at, 'origin', p_import.origin), w.due_at
        from (
          select l.*, last.at + interval '3 seconds' * row_number() over (order by l.email) as due_at
            from listed l cross join last where l.state = 'pending'
        ) w
      on conflict (key) do nothing
  ), kept as (
    update public.import_rows r set reason = f.outcome
      from foreseen f where r.import_id = p_import.id and r.line = f.line and f.outcome in ('left_here', 'deleted_here')
      returning 1
  ), gone as (
    delete from public.import_rows r using foreseen f
      where r.import_id = p_import.id and r.line = f.line and f.outcome not in ('left_here', 'deleted_here')
      returning 1
  )
  select (select count(*) from listed)::integer,
    ((select count(*) from gone) - (select count(*) from listed))::integer,
    (select count(*) from kept)::integer
$$;

-- Removes by age what is not needed any more.
create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders');
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept. Who was imported consented long before.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state in ('done', 'undone') and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  with old as (
    select i.id, i.proof_key from public.imports i
      where i.proof_key is not null and i.created_at < now() - public.rule('keep_import_proofs') for update
  ), gone as (
    update public.imports i set proof_key = null, proof_name = null from old where i.id = old.id
  )
  insert into public.unused_files (key, kind, remove_after) select o.proof_key, 'import', now() from old o on conflict do nothing;
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;

alter table public.contact_messages add column assigned_to text references public.team (uid) on delete set null;
create index contact_messages_assigned on public.contact_messages (assigned_to, created_at desc, id desc) where assigned_to is not null;
drop function public.list_messages(text, text, timestamptz, uuid, boolean, integer);

-- A member whose role no longer reads messages is not their assignee any more.
create function public.unassign_messages() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.contact_messages set assigned_to = null
    where assigned_to = new.uid and not exists (select from public.notice_addresses() a where a.uid = new.uid);
  return null;
end $$;

-- Those of the team who can see to messages.
create function public.list_assignees() returns jsonb
language sql stable security definer set search_path = ''
as $$ select coalesce(jsonb_agg(to_jsonb(a) order by a.email), '[]') from public.notice_addresses() a $$;

-- Assigns a message to a member, or to none (null). A member who was assigned by another gets a letter. outcome `assigned`, or `changed`
-- when its assignee is not the one that the admin saw, or when the chosen member cannot be one any more. Null without such a message.
create function public.assign_message(p_actor jsonb, p_id uuid, p_uid text, p_previous_uid text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_email text;
begin
  -- Before the message, as whoever leaves the team holds them.
  perform from public.team t where t.uid = p_uid for share;
  select a.email into v_email from public.notice_addresses() a where a.uid = p_uid;
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return null;
  end if;
  if v_message.assigned_to is distinct from p_uid then
    if v_message.assigned_to is distinct from p_previous_uid or p_uid is not null and v_email is null then
      return jsonb_build_object('outcome', 'changed');
    end if;
    perform public.note_admin_change(p_actor, 'message_assigned', 'message', v_message.number::text,
      jsonb_build_object('assignee', (select t.email from public.team t where t.uid = v_message.assigned_to)),
      jsonb_build_object('assignee', v_email));
    update public.contact_messages set assigned_to = p_uid where id = p_id returning * into v_message;
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'message_assigned:' || p_id || ':' || gen_random_uuid(), 'message_assigned', v_email, 'pt-BR',
          jsonb_build_object('number', v_message.number, 'subject', v_message.subject, 'by', p_actor->>'email')
        where p_uid <> p_actor->>'uid';
  end if;
  return jsonb_build_object('outcome', 'assigned', 'message', public.contact_message_json(v_message));
end
$$;

-- A page of messages; without a state all but spam; of one member, or all.
create function public.list_messages(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_assigned_to text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.contact_messages', 'r.search_text',
    case when p_state is null then 'r.state <> ''spam''' else format('r.state = %L', p_state) end
      || case when p_assigned_to is null then '' else format(' and r.assigned_to = %L', p_assigned_to) end,
    p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'messages', (
    select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
      from public.contact_messages c where c.id = any (v_ids[:p_size])));
end
$$;

-- A message as the admin reads it.
create or replace function public.contact_message_json(c public.contact_messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message,
    'locale', c.locale, 'state', c.state, 'created_at', c.created_at, 'replies', public.message_replies_json(c.id),
    'assignee', (select jsonb_build_object('uid', t.uid, 'email', t.email) from public.team t where t.uid = c.assigned_to))
$$;

create trigger team_unassign_messages after update on public.team
  for each row when (old.role <> new.role) execute function public.unassign_messages();

insert into public.rules (name, duration, reason) values
  ('keep_import_proofs', '5 years', 'privacy page; as long as a consumer can claim in Brazil (CDC, art. 27)');
alter table public.imports
  add column proof_key text,
  add column proof_name text check (char_length(proof_name) between 1 and 200),
  add constraint imports_proof_of_list check ((proof_key is null) = (proof_name is null) and (proof_key is null or kind = 'subscribers'));

-- The proof of an import that goes, goes with it.
create function public.drop_import_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.retire_file(old.proof_key, 'import', interval '0');
  return null;
end
$$;

-- Where a proof of consent goes; one that is not kept is removed with all other uploads. Null for an import that is no list.
create function public.expect_import_proof(p_id uuid, p_upload_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := 'imports/' || p_id || '/' || p_upload_id;
begin
  if not exists (select from public.imports i where i.id = p_id and i.kind = 'subscribers') then
    return null;
  end if;
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, 'import', p_upload_id, now() + interval '1 day');
  return v_key;
end
$$;

-- Keeps a proof that came; the one before goes. False when it is not there (any more), or its import is not.
create function public.keep_import_proof(p_actor jsonb, p_id uuid, p_upload_id uuid, p_name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
begin
  select * into v_import from public.imports where id = p_id for update;
  if not found or public.take_upload(p_upload_id, 'import') is null then
    return v_import.proof_key is not null and v_import.proof_key = 'imports/' || p_id || '/' || p_upload_id;
  end if;
  if v_import.proof_key is not null then
    perform public.retire_file(v_import.proof_key, 'import', interval '0');
  end if;
  update public.imports set proof_key = 'imports/' || p_id || '/' || p_upload_id, proof_name = p_name where id = p_id;
  perform public.note_admin_change(p_actor, 'import_proof_kept', 'import', p_id::text,
    jsonb_build_object('proof', v_import.proof_name), jsonb_build_object('proof', p_name));
  return true;
end
$$;

-- Where the proof of an import is, and how it is called, or null.
create function public.get_import_proof(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('key', i.proof_key, 'name', i.proof_name) from public.imports i where i.id = p_id and i.proof_key is not null
$$;

create trigger drop_import_proof after delete on public.imports
  for each row when (old.proof_key is not null) execute function public.drop_import_proof();
