-- Orders as the admin finds them, and what he does with them: money back, the mail again, an address corrected.

-- What the search looks through. The titles are those of the order's books, see note_titles.
alter table public.orders add column titles text not null default '';
alter table public.orders add column search_text text
  generated always as (public.plain(buyer_name || ' ' || buyer_email || ' ' || titles)) stored;
update public.orders o set titles = i.titles
  from (select order_id, string_agg(title, ' ' order by title) as titles from public.order_items group by order_id) i where i.order_id = o.id;
create index orders_search on public.orders using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off)
  where state not in ('open', 'expired');
create index orders_by_state on public.orders (state, coalesce(paid_at, created_at) desc, id desc) where state not in ('open', 'expired');

create function public.note_titles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders o set titles = (select string_agg(i.title, ' ' order by i.title) from public.order_items i where i.order_id = o.id)
    where o.id in (select n.order_id from new_rows n);
  return null;
end
$$;
create trigger note_titles after insert on public.order_items referencing new table as new_rows
  for each statement execute function public.note_titles();

-- A page of the orders in a state, or of all that were paid, newest first; `p_is_backwards`: the page before the position. With words
-- like `users_page`; with a number the one order that has it. Days are those of the time zone, both included.
create function public.admin_orders_page(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text[] := case when p_number is null then public.search_patterns(p_words) end;
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := format(case when p_is_backwards then '%s, o.id' else '%s desc, o.id desc' end, v_at);
  v_rows text := format('select o.* from public.orders o where %s and o.state not in (''open'', ''expired'')
      and ($1 is null or (%s, o.id) %s ($1, $2)) and ($6 is null or o.number = $6)
      and ($7 is null or %s >= $7) and ($8 is null or %s < $8)',
    case when p_state is null then 'o.paid_at is not null' else 'o.state = $9' end, v_at, v_beyond, v_at, v_at);
  v_from timestamptz := p_from::timestamp at time zone p_zone;
  v_to timestamptz := (p_to + 1)::timestamp at time zone p_zone;
  v_page public.orders[];
  v_query text;
begin
  if v_words is null then
    v_query := format('select array(select o::public.orders from (%s order by %s limit $3) o)', v_rows, v_order);
  else
    v_query := format('select array(select o::public.orders from (
      select * from (%s order by %s limit $4) o where o.search_text like any ($5) limit $3) o)', v_rows, v_order);
  end if;
  execute v_query into v_page using p_at, p_id, p_size + 1, public.walked_rows(), v_words, p_number, v_from, v_to, p_state;
  if v_words is not null and cardinality(v_page) <= p_size then
    v_query := format('with found as materialized (%s and o.search_text like any ($5))
      select array(select o::public.orders from found o order by %s limit $3)', v_rows, v_order);
    execute v_query into v_page using p_at, p_id, p_size + 1, null, v_words, p_number, v_from, v_to, p_state;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'orders', (
    select coalesce(jsonb_agg(public.order_json(o) order by coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;

-- Money that an admin gives back. Stripe is asked until it answers; its refund carries this row's id, by which it is found again.
create table public.order_refunds (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  attempt_id uuid not null unique,
  -- [{ ebook_id, quantity }], or null for all that is left.
  items jsonb check (jsonb_typeof(items) = 'array'),
  amount_minor integer not null check (amount_minor > 0),
  state text not null default 'pending' check (state in ('pending', 'done', 'failed')),
  obstacle text check (obstacle in ('not_paid', 'disputed', 'already_refunded', 'method', 'balance', 'refused')),
  requested_by text not null,
  requested_at timestamptz not null default now(),
  check_after timestamptz not null default now() + interval '1 minute',
  check ((state = 'failed') = (obstacle is not null))
);
create index order_refunds_of_order on public.order_refunds (order_id, requested_at);
create index order_refunds_pending on public.order_refunds (check_after) where state = 'pending';
alter table public.order_refunds enable row level security;

-- Copies of a book whose money went back for it by name, or is on its way when `p_also_pending`.
create function public.refunded_copies(p_order_id uuid, p_ebook_id text, p_also_pending boolean) returns bigint
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum((i->>'quantity')::integer), 0)
    from public.order_refunds r, jsonb_array_elements(r.items) i
    where r.order_id = p_order_id and i->>'ebook_id' = p_ebook_id and (r.state = 'done' or (p_also_pending and r.state = 'pending'))
$$;

-- What can still go back, and why nothing can.
create function public.refundable_minor(o public.orders) returns integer
language sql stable security definer set search_path = ''
as $$
  select case when o.state in ('paid', 'partly_refunded') then greatest(0, o.total_minor - o.refunded_minor - (
    select coalesce(sum(r.amount_minor), 0)::integer from public.order_refunds r where r.order_id = o.id and r.state = 'pending')) else 0 end
$$;

create function public.refund_obstacle(o public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state = 'disputed' then 'disputed'
    when o.state = 'refunded' then 'already_refunded'
    when o.state not in ('paid', 'partly_refunded') or o.total_minor = 0 or o.session_id is null or o.payment_intent_id is null
      then 'not_paid'
    when public.refundable_minor(o) = 0 then 'already_refunded'
  end
$$;

create function public.refund_json(r public.order_refunds) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', r.id, 'order_id', r.order_id, 'items', r.items, 'amount_minor', r.amount_minor, 'state', r.state,
    'obstacle', r.obstacle, 'requested_by', r.requested_by, 'requested_at', r.requested_at,
    'session_id', o.session_id, 'payment_intent_id', o.payment_intent_id)
  from public.orders o where o.id = r.order_id
$$;

-- Decides on a refund and writes it down before anybody is asked for money. `p_items`: [{ ebook_id, quantity }], each book once, or
-- null. outcome `begun`, also for an attempt that was begun before; `attempt_reused` when that was for something else; `refused` with
-- the obstacle; `changed` when these books or this amount are not what can go back now. Null without such an order.
create function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_left integer;
  v_amount bigint;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  select r.* into v_refund from public.order_refunds r where r.attempt_id = p_attempt_id;
  if found then
    return case
      when v_refund.order_id = p_order_id and v_refund.items is not distinct from p_items and v_refund.amount_minor = p_amount_minor
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := public.refund_obstacle(v_order);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  v_left := public.refundable_minor(v_order);
  if p_items is null then
    v_amount := v_left;
  else
    select sum((w->>'quantity')::bigint * i.unit_minor)
      into v_amount
      from jsonb_array_elements(p_items) w
      left join public.order_items i on i.order_id = p_order_id and i.ebook_id = w->>'ebook_id'
        and (w->>'quantity')::integer <= i.quantity - public.refunded_copies(p_order_id, i.ebook_id, true)
      having count(i.ebook_id) = jsonb_array_length(p_items);
  end if;
  if v_amount is distinct from p_amount_minor or v_amount > v_left or v_order.currency <> p_currency then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email')
    returning * into v_refund;
  perform public.note_admin_change(p_actor, 'order_refund_asked', 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

-- Stripe said no. That it said yes is read with the payment, see settle_order.
create function public.fail_refund(p_id uuid, p_obstacle text) returns void
language sql volatile security definer set search_path = ''
as $$ update public.order_refunds set state = 'failed', obstacle = p_obstacle where id = p_id and state = 'pending' $$;

-- Refunds of which Stripe's answer is not known and that are due to be asked for again; each is put off, the longer the older it is.
create function public.refunds_to_ask(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refunds jsonb;
begin
  with due as (
    select r.id from public.order_refunds r where r.state = 'pending' and r.check_after <= now() order by r.check_after limit p_limit
      for update skip locked
  ), put_off as (
    update public.order_refunds r
      set check_after = now() + least(greatest(now() - r.requested_at, interval '1 minute') / 2, interval '12 hours')
      from due where r.id = due.id
      returning r.*
  )
  select coalesce(jsonb_agg(public.refund_json(row(p.*)::public.order_refunds)), '[]') into v_refunds from put_off p;
  return v_refunds;
end
$$;

-- As before, and says whether an admin gave money back, whose refunds are then read with the payment.
create or replace function public.begin_reading(p_session_id text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  update public.orders o
    set readings = o.readings + 1,
      session_id = p_session_id,
      check_after = now() + least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours')
    where o.session_id = p_session_id or (o.id = p_order_id and o.session_id is null)
    returning * into v_order;
  if not found then
    return null;
  end if;
  return jsonb_build_object('reading', v_order.readings, 'order', public.order_json(v_order),
    'has_refunds', exists (select from public.order_refunds r where r.order_id = v_order.id));
end
$$;

-- As before; the country is kept, refunds are what Stripe says of them (`p_refunds`: [{ id, has_failed }]), a book whose every copy was
-- given back is not readable, and what went back or came back again is written down with its amount.
drop function public.settle_order(uuid, bigint, text, text, integer, timestamptz);
create function public.settle_order(
  p_order_id uuid, p_reading bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
  p_country text default null, p_refunds jsonb default '[]'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_reading <= v_before.settled_reading then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  update public.orders
    set state = p_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      checked_at = now(),
      settled_reading = p_reading
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
    set state = case when (s->>'has_failed')::boolean then 'failed' else 'done' end,
      obstacle = case when (s->>'has_failed')::boolean then 'refused' end
    from jsonb_array_elements(p_refunds) s
    where r.order_id = p_order_id and r.id = (s->>'id')::uuid;

  insert into public.entitlements (order_id, ebook_id, uid)
    select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i
      where i.order_id = p_order_id and v_order.state in ('paid', 'partly_refunded')
        and public.refunded_copies(p_order_id, i.ebook_id, false) < i.quantity
    on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  update public.entitlements e set revoked_at = now()
    where e.order_id = p_order_id and e.revoked_at is null
      and not (v_order.state in ('paid', 'partly_refunded') and public.refunded_copies(p_order_id, e.ebook_id, false) < (
        select i.quantity from public.order_items i where i.order_id = p_order_id and i.ebook_id = e.ebook_id));

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
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

-- As before, without what only the admin's page tells.
create or replace function public.order_detail(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
    'readable', (
      select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'terms_version', o.terms_version,
    'email_state', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
        from public.purchase_mails(o) m where m.kind = 'purchase_paid' order by m.created_at desc, m.key desc limit 1), 'none'),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
        select 'created' as kind, o.created_at as happened_at, 1 as place
        union all select e.kind, e.happened_at, 2 from public.order_events e
          where e.order_id = o.id and e.kind in ('waiting', 'failed', 'refunded', 'disputed')
        union all select 'paid', greatest(o.paid_at, o.created_at), 3 where o.paid_at is not null
        union all select 'emailed', m.sent_at, 4 from public.purchase_mails(o) m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 5 from public.entitlements d
          where d.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

-- Like `resend_purchase_mail`, for an admin.
create function public.admin_resend_mail(p_actor jsonb, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_resent jsonb;
begin
  select public.resend_purchase_mail(o.buyer_uid, o.id) into v_resent from public.orders o where o.id = p_order_id;
  if v_resent->>'outcome' = 'queued' then
    perform public.note_admin_change(p_actor, 'order_email_resent', 'order', p_order_id::text, null, null);
  end if;
  return v_resent;
end
$$;

-- Gives an order another address: mail that nobody is sending yet goes there, the books are sent there again, and whoever owns the address takes the
-- order over when he signs in; until then the buyer keeps it. outcome `corrected`; `changed` when the address is not
-- `p_previous_email` any more; `refused` when the order holds no money or its account was deleted. Null without such an order.
create function public.correct_email(p_actor jsonb, p_order_id uuid, p_email text, p_previous_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  if v_order.buyer_email <> p_previous_email then
    return jsonb_build_object('outcome', 'changed');
  end if;
  if v_order.state not in ('paid', 'partly_refunded', 'waiting')
    or exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o
    set buyer_email = p_email,
      claimable_by = case when not exists (select from public.users u where u.uid = o.buyer_uid and lower(u.email) = p_email) then p_email end
    where o.id = p_order_id returning * into v_order;
  update public.outbox m set recipient = p_email, payload = m.payload || jsonb_build_object('buyer_email', p_email)
    where m.recipient = p_previous_email and m.payload->>'id' = p_order_id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  if p_email <> p_previous_email then
    perform public.resend_purchase_mail(v_order.buyer_uid, p_order_id);
  end if;
  perform public.note_admin_change(p_actor, 'order_email_corrected', 'order', p_order_id::text,
    jsonb_build_object('buyer_email', p_previous_email), jsonb_build_object('buyer_email', p_email));
  return jsonb_build_object('outcome', 'corrected');
end
$$;

-- All that the admin's page of an order shows, or null.
create function public.admin_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with changes as (
    select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
  ), mails as (
    select m.* from public.orders o, public.outbox m
      where o.id = p_order_id and m.payload->>'id' = p_order_id::text
        and m.recipient in (select o.buyer_email union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected')
        and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'awaits_new_owner', o.claimable_by is not null,
    'readable', (select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refundable_copies', (
      select jsonb_object_agg(i.ebook_id, case when public.refund_obstacle(o) is null
          then i.quantity - public.refunded_copies(o.id, i.ebook_id, true) else 0 end)
        from public.order_items i where i.order_id = o.id),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at) from public.refund_requests q where q.order_id = o.id),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'at', coalesce(m.sent_at, m.given_up_at, m.created_at),
          'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
          order by m.created_at desc, m.key), '[]')
        from mails m),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at, 'amount_minor', t.amount_minor) order by t.happened_at, t.place)
      from (
        select 'created' as kind, o.created_at as happened_at, 1 as place, null::integer as amount_minor
        union all select e.kind, e.happened_at, 4, abs(e.amount_minor) from public.order_events e where e.order_id = o.id
        union all select 'paid', greatest(o.paid_at, o.created_at), 2, o.total_minor where o.paid_at is not null
        union all select 'emailed', m.sent_at, 5, null from mails m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 6, null from public.entitlements d
          where d.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select 'refund_asked', r.requested_at, 3, r.amount_minor from public.order_refunds r where r.order_id = o.id
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

-- A few of everything that has the words.
create function public.admin_search(p_words text, p_number bigint, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.search_patterns(p_words);
begin
  if v_words is null then
    return '{"orders": [], "users": [], "ebooks": [], "episodes": []}';
  end if;
  return jsonb_build_object(
    'orders', public.admin_orders_page(p_words, p_number, null, null, null, null, null, null, false, p_size)->'orders',
    'users', public.users_page(p_words, null, null, false, p_size)->'users',
    'ebooks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title, 'state', b.state) order by b.created_at desc, b.id desc), '[]')
        from (
          select * from public.ebooks_metadata where search_text like any (v_words) order by created_at desc, id desc limit p_size
        ) b),
    'episodes', (
      select coalesce(jsonb_agg(jsonb_build_object('slug', e.slug, 'title', e.title, 'published_at', e.published_at)
          order by e.published_at desc, e.id desc), '[]')
        from (
          select * from public.episodes where removed_at is null and search_text like any (v_words)
            order by published_at desc, id desc limit p_size
        ) e));
end
$$;

-- As before, and old changes by admins.
create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - interval '1 day';
  -- The provider repeats an event for at most three days.
  delete from public.stripe_events where received_at < now() - interval '60 days';
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o)
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  -- The tax law of New Zealand asks for seven years after the end of the tax year.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - interval '8 years'
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - interval '8 years';
  -- A sign-up that nobody confirmed is forgotten; of who had left before, that he left is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - interval '30 days';
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - interval '30 days';
  delete from public.contact_messages where created_at < now() - interval '24 months';
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'refund_requested',
      'refund_acknowledged')
      and coalesce(sent_at, given_up_at) < now() - interval '30 days';
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - interval '8 years';
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('note_titles', 'admin_orders_page', 'refunded_copies', 'refundable_minor', 'refund_obstacle', 'refund_json',
      'begin_refund', 'fail_refund', 'refunds_to_ask', 'begin_reading', 'settle_order', 'order_detail', 'admin_resend_mail', 'correct_email', 'admin_order',
      'admin_search', 'sweep') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
