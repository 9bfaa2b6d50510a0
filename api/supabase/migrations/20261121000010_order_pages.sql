-- What an order's page tells its buyer: what happened when, which books he may read, and his request for a refund.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('waiting', 'failed', 'refunded', 'disputed')),
  happened_at timestamptz not null default now()
);
create index order_events_of_order on public.order_events (order_id, happened_at);

-- One per order.
create table public.refund_requests (
  order_id uuid primary key references public.orders (id) on delete cascade,
  reason text not null check (char_length(reason) <= 1000),
  requested_at timestamptz not null default now()
);

alter table public.order_events enable row level security;
alter table public.refund_requests enable row level security;

-- How often a bought file was handed out, and when first and last.
alter table public.entitlements
  add column downloads integer not null default 0,
  add column first_downloaded_at timestamptz,
  add column last_downloaded_at timestamptz;

-- As before, and a change that only this reading saw is written down with its moment.
create or replace function public.settle_order(
  p_order_id uuid, p_reading bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
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
      checked_at = now(),
      settled_reading = p_reading
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind)
    select p_order_id, v_order.state where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, 'refunded' where v_order.refunded_minor > v_before.refunded_minor;

  if v_order.state in ('paid', 'partly_refunded') then
    insert into public.entitlements (order_id, ebook_id, uid)
      select i.order_id, i.ebook_id, v_order.buyer_uid from public.order_items i where i.order_id = p_order_id
      on conflict (order_id, ebook_id) do update set revoked_at = null where entitlements.revoked_at is not null;
  else
    update public.entitlements set revoked_at = now() where order_id = p_order_id and revoked_at is null;
  end if;

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state then 'purchase_' || v_order.state end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

-- Writes down that the file of a book was handed to its reader.
create function public.note_download(p_uid text, p_ebook_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.entitlements
    set downloads = downloads + 1, first_downloaded_at = coalesce(first_downloaded_at, now()), last_downloaded_at = now()
    where uid = p_uid and ebook_id = p_ebook_id and revoked_at is null
$$;

-- The mails about a purchase that its buyer got or will get, also those that he asked for again.
create function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded')
      and m.payload->>'id' = o.id::text
$$;

-- The terms give every buyer at most 14 days to change his mind; the money of a disputed order is not ours to return.
create function public.may_request_refund(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state in ('paid', 'partly_refunded') and o.total_minor > 0 and o.paid_at > now() - interval '14 days'
    and not exists (select from public.refund_requests r where r.order_id = o.id)
$$;

-- All that the page of this buyer's order shows, or null.
create function public.order_detail(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
    'readable', (
      select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'terms_version', o.terms_version,
    'email_state', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
        from public.purchase_mails(o) m order by m.created_at desc, m.key desc limit 1), 'none'),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
        select 'created' as kind, o.created_at as happened_at, 1 as place
        union all select e.kind, e.happened_at, 2 from public.order_events e where e.order_id = o.id
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

-- Writes the mail of a paid order once more, to the order's own address. `outcome`: `queued` (also when one is on its way
-- already), `not_paid`; null when the order is not this buyer's.
create function public.resend_purchase_mail(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.state not in ('paid', 'partly_refunded') then
    return jsonb_build_object('outcome', 'not_paid');
  end if;
  if not exists (
    select from public.purchase_mails(v_order) m where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
  ) then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values (public.purchase_mail_key(v_order, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid',
        v_order.buyer_email, v_order.locale, public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']);
  end if;
  return jsonb_build_object('outcome', 'queued');
end
$$;

-- Stores the buyer's request for his money with the mail to the owner and the acknowledgement to the buyer. `outcome`:
-- `stored`, or `refused` when the order cannot be refunded on request (any more); null when it is not this buyer's.
create function public.request_refund(p_uid text, p_order_id uuid, p_reason text, p_owner_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_payload jsonb;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid for update;
  if not found then
    return null;
  end if;
  if not public.may_request_refund(v_order) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  insert into public.refund_requests (order_id, reason) values (p_order_id, p_reason);
  v_payload := public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale'];
  insert into public.outbox (key, kind, recipient, locale, payload) values
    ('refund_requested:' || p_order_id, 'refund_requested', p_owner_email, 'pt-BR', v_payload || jsonb_build_object('reason', p_reason)),
    ('refund_acknowledged:' || p_order_id, 'refund_acknowledged', v_order.buyer_email, v_order.locale, v_payload);
  return jsonb_build_object('outcome', 'stored', 'requested_at', now());
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('settle_order', 'note_download', 'purchase_mails', 'may_request_refund', 'order_detail',
      'resend_purchase_mail', 'request_refund') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
