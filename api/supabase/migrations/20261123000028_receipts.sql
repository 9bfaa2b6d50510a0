-- Each paid order has a receipt, each refund a credit note, numbered without a gap. Orders that were paid before get theirs.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('change_receipt', '24 hours', 'the buyer notices a wrong name or tax id; later a credit note and a new receipt say so');

create table public.receipt_series (
  series text primary key check (series in ('R', 'NC')),
  last integer not null check (last > 0)
);

create table public.receipt_buyers (
  uid text primary key,
  -- Empty: the order's.
  name text not null check (char_length(name) <= 120),
  -- { kind, value }, without signs.
  tax_id jsonb check (tax_id->>'kind' in ('cpf', 'cnpj', 'nif') and tax_id->>'value' ~ '^[0-9A-Z]{9,14}$'),
  changed_at timestamptz not null default now()
);

create table public.receipts (
  series text not null references public.receipt_series (series),
  number integer not null check (number > 0),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('receipt', 'credit')),
  -- The refund that arrived, or that failed after it had arrived. Null for one that was made at Stripe.
  refund_id uuid references public.order_refunds (id) on delete cascade,
  -- The receipt whose amount this changes; null for the order's receipt itself, and for one that replaced it.
  of_number integer,
  -- Of two documents of one transaction the one with the higher number is later.
  issued_at timestamptz not null default clock_timestamp(),
  currency text not null references public.currencies (code),
  total_minor integer not null check (total_minor > 0),
  -- { legal_name, tax_id, address } as they were published then, each may be empty.
  seller jsonb not null,
  -- { name, email, tax_id }; see receipt_buyers.
  buyer jsonb not null,
  -- [{ ebook_id, title, language, quantity, list_minor, minor }]; without a book for money that was given back without naming one.
  lines jsonb not null,
  primary key (series, number),
  unique (refund_id, kind)
);
create index receipts_of_order on public.receipts (order_id, issued_at);
create index receipts_by_time on public.receipts (issued_at, series, number);

create function public.keep_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if to_jsonb(new) - 'buyer' <> to_jsonb(old) - 'buyer' or old.issued_at <= now() - public.rule('change_receipt') then
    raise exception 'receipt % % is never changed', old.series, old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger kept before update on public.receipts for each row execute function public.keep_receipt();
create trigger goes_with_order before delete on public.receipts
  for each row when (pg_catalog.pg_trigger_depth() = 0) execute function public.refuse_change();
create trigger append_only before truncate on public.receipts for each statement execute function public.refuse_change();

create function public.current_receipt(p_order_id uuid) returns public.receipts
language sql stable security definer set search_path = ''
as $$
  select r from public.receipts r
    where r.order_id = p_order_id and r.kind = 'receipt' and r.of_number is null order by r.number desc limit 1
$$;

create function public.receipt_lines(p_order_id uuid, p_is_left boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('ebook_id', l.ebook_id, 'title', l.title, 'language', b.language, 'quantity', l.quantity,
      'list_minor', l.list_minor, 'minor', l.minor) order by l.title, l.ebook_id)
    from (
      select c.ebook_id, c.title, count(*) as quantity, sum(k.minor) as minor,
          sum(case when p_is_left then k.minor else c.list_minor end) as list_minor
        from public.order_copies c
        cross join lateral (select case when p_is_left then public.kept_minor(c) else c.paid_minor end as minor) k
        where c.order_id = p_order_id and (k.minor > 0 or not p_is_left) group by c.ebook_id, c.title
    ) l join public.ebooks_metadata b on b.id = l.ebook_id
$$;

create function public.credit_lines(p_refund_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('ebook_id', l.ebook_id, 'title', l.title, 'language', b.language, 'quantity', l.quantity,
      'list_minor', l.minor, 'minor', l.minor) order by l.title, l.ebook_id)
    from (
      select c.ebook_id, c.title, count(*) as quantity, sum(p.minor) as minor
        from public.refund_parts p join public.order_copies c on c.id = p.copy_id
        where p.refund_id = p_refund_id and p.minor > 0 group by c.ebook_id, c.title
    ) l join public.ebooks_metadata b on b.id = l.ebook_id
$$;

create function public.amount_line(p_minor integer) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_build_array(jsonb_build_object('ebook_id', null, 'title', null, 'language', null, 'quantity', 1, 'list_minor', p_minor,
    'minor', p_minor))
$$;

create function public.issue_receipt(o public.orders, p_kind text, p_refund_id uuid, p_lines jsonb, p_buyer jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_series text := case p_kind when 'receipt' then 'R' else 'NC' end;
  v_current public.receipts := case when p_buyer is null then public.current_receipt(o.id) end;
  v_number integer;
begin
  insert into public.receipt_series as s (series, last) values (v_series, 1)
    on conflict (series) do update set last = s.last + 1 returning s.last into v_number;
  insert into public.receipts (series, number, order_id, kind, refund_id, of_number, currency, total_minor, seller, buyer, lines)
    values (v_series, v_number, o.id, p_kind, p_refund_id, v_current.number, o.currency,
      (select sum((l->>'minor')::integer) from jsonb_array_elements(p_lines) l),
      coalesce((
        select jsonb_build_object('legal_name', c.body->'legalName', 'tax_id', c.body->'taxId', 'address', c.body->'address')
          from public.content_versions c where c.key = 'contact' order by c.version desc limit 1),
        '{"legal_name": "", "tax_id": "", "address": ""}'),
      coalesce(p_buyer, v_current.buyer), p_lines);
end
$$;

create function public.receipt_buyer(o public.orders, p_name text, p_tax_id jsonb) returns jsonb
language sql immutable set search_path = ''
as $$ select jsonb_build_object('name', coalesce(nullif(p_name, ''), o.buyer_name), 'email', o.buyer_email, 'tax_id', p_tax_id) $$;

create function public.note_receipts(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund record;
  v_missing integer;
begin
  if o.paid_at is null or o.total_minor = 0 then
    return;
  end if;
  if not exists (select from public.receipts r where r.order_id = o.id) then
    perform public.issue_receipt(o, 'receipt', null, coalesce(public.receipt_lines(o.id, false), public.amount_line(o.total_minor)),
        public.receipt_buyer(o, b.name, b.tax_id))
      from (values (o.buyer_uid)) u (uid) left join public.receipt_buyers b on b.uid = u.uid;
  end if;
  for v_refund in
    select r.id, case when r.state = 'done' then 'credit' else 'receipt' end as kind
      from public.order_refunds r
      where r.order_id = o.id and public.credit_lines(r.id) is not null
        and case r.state
          when 'done' then not exists (select from public.receipts d where d.refund_id = r.id)
          when 'failed' then exists (select from public.receipts d where d.refund_id = r.id)
            and not exists (select from public.receipts d where d.refund_id = r.id and d.kind = 'receipt')
          else false end
      order by r.requested_at, r.id
  loop
    perform public.issue_receipt(o, v_refund.kind, v_refund.id, public.credit_lines(v_refund.id), null);
  end loop;
  select o.total_minor - o.refunded_minor - sum(case r.kind when 'receipt' then r.total_minor else -r.total_minor end) into v_missing
    from public.receipts r where r.order_id = o.id;
  if v_missing <> 0 then
    perform public.issue_receipt(o, case when v_missing > 0 then 'receipt' else 'credit' end, null, public.amount_line(abs(v_missing)), null);
  end if;
end
$$;

create function public.issue_past_receipts() returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  for v_order in
    select o.* from public.orders o
      where o.paid_at is not null and not exists (select from public.receipts r where r.order_id = o.id) order by o.paid_at, o.number
  loop
    perform public.note_receipts(v_order);
  end loop;
end
$$;

create function public.get_receipt_buyer(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select jsonb_build_object('name', b.name, 'tax_id', b.tax_id) from public.receipt_buyers b where b.uid = p_uid $$;

create function public.save_receipt_buyer(p_uid text, p_name text, p_tax_id jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (p_name = '' and p_tax_id is null) or exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    delete from public.receipt_buyers where uid = p_uid;
  else
    insert into public.receipt_buyers (uid, name, tax_id) values (p_uid, p_name, p_tax_id)
      on conflict (uid) do update set name = excluded.name, tax_id = excluded.tax_id, changed_at = now();
  end if;
end
$$;

create function public.may_change_receipt(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.paid_at > now() - public.rule('change_receipt') and (public.current_receipt(o.id)).number is not null
    and not exists (select from public.receipts r where r.order_id = o.id and r.of_number is not null)
$$;

create function public.change_receipt_buyer(p_uid text, p_order_id uuid, p_name text, p_tax_id jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if not public.may_change_receipt(v_order) then
    return jsonb_build_object('outcome', 'over');
  end if;
  update public.receipts r set buyer = public.receipt_buyer(v_order, p_name, p_tax_id)
    where r.series = 'R' and r.number = (public.current_receipt(p_order_id)).number;
  return jsonb_build_object('outcome', 'changed');
end
$$;

create function public.replace_receipt(p_actor jsonb, p_order_id uuid, p_number integer, p_name text, p_tax_id jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_lines jsonb;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  if (public.current_receipt(p_order_id)).number is distinct from p_number then
    return jsonb_build_object('outcome', 'changed');
  end if;
  v_lines := public.receipt_lines(p_order_id, true);
  if v_lines is null or v_order.refund_pending_minor > 0
    or exists (select from public.order_refunds r where r.order_id = p_order_id and r.state = 'pending') then
    return jsonb_build_object('outcome', 'refused');
  end if;
  perform public.issue_receipt(v_order, 'credit', null, v_lines, null);
  perform public.issue_receipt(v_order, 'receipt', null, v_lines, public.receipt_buyer(v_order, p_name, p_tax_id));
  perform public.note_admin_change(p_actor, 'order_receipt_replaced', 'order', p_order_id::text, jsonb_build_object('receipt', 'R ' || p_number),
    jsonb_build_object('receipt', public.receipt_name(p_order_id)));
  return jsonb_build_object('outcome', 'replaced');
end
$$;

create function public.receipt_name(p_order_id uuid) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$ select r.series || ' ' || r.number from public.current_receipt(p_order_id) r where r.number is not null $$;

create function public.receipts_json(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(r) - array['order_id', 'refund_id'] order by r.issued_at), '[]')
    from public.receipts r where r.order_id = o.id
$$;

create function public.list_receipts(
  p_from date, p_to date, p_zone text, p_after_at timestamptz, p_after_series text, p_after_number integer, p_size integer
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(r) - array['order_id', 'lines', 'seller'] || jsonb_build_object(
        'order_number', o.number, 'paid_at', o.paid_at, 'payment_intent_id', o.payment_intent_id, 'payment_method', o.payment_method,
        'country', o.country,
        'fee_minor', case when r.kind = 'receipt' and not exists (
            select from public.receipts x where x.order_id = r.order_id and x.issued_at < r.issued_at) then o.fee_minor end)
      order by r.issued_at, r.series, r.number), '[]')
    from (
      select * from public.receipts r
        where (p_from is null or r.issued_at >= p_from::timestamp at time zone p_zone)
          and (p_to is null or r.issued_at < (p_to + 1)::timestamp at time zone p_zone)
          and (p_after_at is null or (r.issued_at, r.series, r.number) > (p_after_at, p_after_series, p_after_number))
        order by r.issued_at, r.series, r.number limit p_size
    ) r join public.orders o on o.id = r.order_id
$$;

alter table public.receipt_series enable row level security;
alter table public.receipt_buyers enable row level security;
alter table public.receipts enable row level security;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'link_generation', case when o.buyer_uid is null then o.link_generation end,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'discounts', coalesce(o.quote->'discounts', '[]'), 'coupon', public.order_coupon(o.id),
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'to_pay', public.to_pay_json(o), 'boleto', public.boleto_json(o), 'canceled_at', o.canceled_at, 'payment_method', o.payment_method,
    'dispute_state', public.dispute_json(o)->>'state', 'receipt', public.receipt_name(o.id),
    'items', (
      select jsonb_agg(jsonb_build_object(
          -- `unit_minor` is for an API of before, which multiplies it.
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'reasons', c.reasons,
                'is_gift', c.gift_id is not null)
                order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
    'readable', public.readable_books(o),
    'terms_version', o.terms_version,
    'email_state', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
        from public.purchase_mails(o) m where m.kind = 'purchase_paid' order by m.created_at desc, m.key desc limit 1), 'none'),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
        select 'created' as kind, o.created_at as happened_at, 1 as place
        union all select e.kind, e.happened_at, 2 from public.order_events e
          where e.order_id = o.id and e.kind in ('waiting', 'failed', 'canceled', 'refunded', 'disputed')
        union all select 'paid', greatest(o.paid_at, o.created_at), 3 where o.paid_at is not null
        union all select m.kind, m.sent_at, 4 from public.purchase_mails(o) m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 5 from public.entitlements d
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and c.gift_id is null and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'may_cancel', o.state = 'waiting' and o.pay_with is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'refund_declined', (
      select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
        where r.order_id = o.id and r.decision = 'declined'),
    'may_request_refund', public.may_request_refund(o),
    'receipts', public.receipts_json(o),
    'may_change_receipt', public.may_change_receipt(o))
  from public.orders o where o.id = p_order_id and o.holder = p_uid
$$;

create or replace function public.get_admin_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with changes as (
    select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
  ), mails as (
    select m.*
      from (
        select o.buyer_email from public.orders o where o.id = p_order_id
        union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
      ) r (recipient)
      join public.outbox m on m.recipient = r.recipient
      where m.payload->>'id' = p_order_id::text and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded',
        'refund_acknowledged', 'refund_declined', 'book_given')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', public.dispute_json(o),
    'dispute_unread', o.dispute_unread_since is not null,
    'awaits_new_owner', o.buyer_uid is not null and o.claimable_by is not null,
    'link', public.link_state(o),
    'readable', public.readable_books(o),
    'fee_minor', o.fee_minor,
    'fee_tax_minor', o.fee_tax_minor,
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refund_channels', public.refund_channels(o),
    'refundable_copies', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'minor', public.kept_minor(c), 'is_claimed', public.refund_rank(c) = 2)
          order by c.ebook_id, public.refund_rank(c), c.no desc), '[]')
        from public.order_copies c
        where c.order_id = o.id and public.refund_obstacle(o) is null and not public.is_taken_back(c.id, true)),
    'owed_minor', public.owed_minor(o),
    'receipts', public.receipts_json(o),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at, 'decision', q.decision, 'decided_at', q.decided_at, 'note', q.note)
        from public.refund_requests q where q.order_id = o.id),
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
        union all select m.kind, m.sent_at, 5, null from mails m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 6, null from public.entitlements d
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select 'refund_asked', r.requested_at, 3, r.amount_minor from public.order_refunds r where r.order_id = o.id
        -- One that was counted as refunded before has an event that says so.
        union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
          where r.order_id = o.id and r.failed_at is not null and not exists (
            select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected', 'order_link_renewed')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
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
  v_to_pay jsonb;
  v_manual_minor integer;
  v_is_by_hand boolean;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- What its buyer gave up is over unless it is paid all the same; and a page that ends after a boleto or a Pix was given has failed.
  v_state := case
    when p_state in ('open', 'waiting', 'expired') and v_before.canceled_at is not null then 'failed'
    when p_state = 'expired' and v_before.pay_with is not null then 'failed'
    else p_state end;
  update public.order_refunds r set state = 'done' where r.order_id = p_order_id and r.channel = 'manual' and r.state = 'pending';
  v_is_by_hand := found;
  select coalesce(sum(r.amount_minor), 0) into v_manual_minor
    from public.order_refunds r where r.order_id = p_order_id and r.channel = 'manual' and r.state = 'done';
  if v_manual_minor > 0 and p_state in ('paid', 'partly_refunded') then
    v_state := case when p_refunded_minor + v_manual_minor >= v_before.total_minor then 'refunded' else 'partly_refunded' end;
  end if;
  -- An API of before says `boleto`.
  v_to_pay := coalesce(nullif(p_facts->'to_pay', 'null'), (
    select jsonb_build_object('with', 'boleto', 'by', b->'expires_at', 'code', b->'number', 'url', b->'voucher_url', 'pdf_url', b->'pdf_url')
      from (select nullif(p_facts->'boleto', 'null')) x (b) where b is not null));
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = least(total_minor, p_refunded_minor + v_manual_minor),
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      pay_with = coalesce(v_to_pay->>'with', pay_with),
      pay_by = case when v_to_pay is null then pay_by else (v_to_pay->>'by')::timestamptz end,
      pay_code = case when v_state = 'waiting' then coalesce(v_to_pay->>'code', pay_code) end,
      pay_url = case when v_state = 'waiting' then coalesce(v_to_pay->>'url', pay_url) end,
      pay_pdf_url = case when v_state = 'waiting' then coalesce(v_to_pay->>'pdf_url', pay_pdf_url) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      fee_minor = coalesce(fee_minor, (p_facts->>'fee_minor')::integer),
      fee_tax_minor = coalesce(fee_tax_minor, (p_facts->>'fee_tax_minor')::integer),
      received = nullif(p_facts->'received', 'null'),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      applied_sync_no = p_sync_no
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    -- Of a Pix that lapsed the page is open again.
    select p_order_id, case v_order.state when 'open' then 'failed' else v_order.state end, null::integer
      where v_order.state <> v_before.state and (v_order.state = 'open' or v_order.state in ('waiting', 'failed', 'disputed'))
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
    where r.order_id = p_order_id and r.id = s.id and r.state <> 'failed';
  perform public.share_goodwill(v_order);

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

  perform public.settle_rights(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_receipts(v_order);

  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    -- Who paid another amount waits for the owner, not for a payment.
    case when v_order.received is null and v_order.state in ('waiting', 'failed')
          and (v_order.state <> v_before.state or (v_order.pay_with = 'pix' and v_order.state = 'waiting' and v_order.pay_by <> v_before.pay_by))
      then 'purchase_' || v_order.state end,
    case when v_order.state = 'open' and v_before.state = 'waiting' then 'purchase_failed' end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted, 'is_by_hand', v_is_by_hand),
      -- Most who see a Pix pay it at once.
      now() + case when kind = 'purchase_waiting' and v_order.pay_with = 'pix' then interval '2 minutes' else interval '0' end
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  -- A Pix that was paid, that lapsed or in whose place there is another is not asked for any more.
  if v_order.pay_with = 'pix' then
    delete from public.outbox m
      where m.recipient = v_order.buyer_email and m.kind = 'purchase_waiting' and m.payload->>'id' = p_order_id::text
        and m.sent_at is null and m.given_up_at is null and m.claimed_until is null
        and (v_order.state <> 'waiting' or m.key <> public.purchase_mail_key(v_order, 'purchase_waiting'));
  end if;
  if 'purchase_paid' = any (v_mails) then
    perform public.notify_team('sale', v_order.id::text, 'sale_made', jsonb_build_object('id', v_order.id, 'number', v_order.number,
      'currency', v_order.currency, 'total_minor', v_order.total_minor,
      'titles', (
        select jsonb_agg(distinct c.title) from public.order_copies c where c.order_id = p_order_id)),
      v_order.buyer_email, null);
  end if;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'receipt_buyer', public.get_receipt_buyer(p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'receipts', public.receipts_json(o),
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
        from public.orders o where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))
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
    'gifts', public.personal_gifts(p_uid, p_email),
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

create or replace function public.delete_account(p_uid text, p_email text, p_locale text default 'pt-BR') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_mails uuid[];
  v_deleted_at timestamptz;
  v_was_deleted boolean;
  v_sessions jsonb;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.team t where t.uid = p_uid) then
    perform public.lock_team();
    if public.is_last_owner(p_uid) then
      return jsonb_build_object('outcome', 'last_owner');
    end if;
  end if;
  perform public.take_over_orders(p_uid, p_email, true);
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and public.has_open_page(o);
  if v_sessions is not null then
    return jsonb_build_object('outcome', 'open_sessions', 'sessions', v_sessions);
  end if;
  v_was_deleted := exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null);
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid and o.claimable_by is null
    union all select p_email where p_email is not null
  ) known;

  -- What went to these addresses; and what is about their orders wherever it went before an address was corrected.
  select array(
    select m.id from public.outbox m where lower(m.recipient) = any (v_addresses)
    union
    select m.id
      from public.orders o
      join public.admin_changes c on c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'order_email_corrected'
      join public.outbox m on m.recipient in (c.before->>'buyer_email', c.after->>'buyer_email') and m.payload->>'id' = o.id::text
      where o.buyer_uid = p_uid and m.recipient is distinct from o.claimable_by
  ) into v_mails;
  delete from public.outbox m
    where m.id = any (v_mails) and m.kind <> 'account_deleted'
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- What is still on its way goes to a person without a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails) and m.kind <> 'account_deleted';
  -- Of an order that waits for its new owner the mails stay, without the name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- The copies for the owner. A request for money that has not gone out still does, without name and reason.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid);

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed', 'given');

  delete from public.reading_positions where uid = p_uid;
  delete from public.receipt_buyers where uid = p_uid;
  perform public.forget_imported_address(p_uid, p_email);
  perform public.forget_gifts(p_uid, p_email);
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
  delete from public.people where email = lower(p_email);
  if not v_was_deleted and p_email is not null then
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'account_deleted:' || p_uid, 'account_deleted', lower(p_email), p_locale, jsonb_build_object(
          'orders_kept', count(*) filter (where o.paid_at is not null),
          'orders_waiting', count(*) filter (where o.state = 'waiting'))
        from public.orders o where o.buyer_uid = p_uid
      on conflict (key) do nothing;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
end
$$;

select public.issue_past_receipts();
