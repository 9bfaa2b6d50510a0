-- Receipts and credit notes, numbered without gaps.
set check_function_bodies = off;

-- The last number of each series. A transaction that takes the next number locks the row until it ends. If it rolls back, the next document
-- gets the number.
create table public.receipt_series (
  series text primary key check (series in ('R', 'NC')),
  last integer not null check (last > 0)
);

-- The details that a buyer wants on receipts. They are kept for further purchases until the buyer empties them or deletes the account; a
-- guest's are kept for one purchase.
create table public.receipt_buyers (
  -- A `buyer_key`: an account, or the browser of a guest. Or `order:<id>` for one order of a guest, see keep_receipt_buyer.
  uid text primary key,
  -- The name on receipts. If it is empty, receipts show the name of the order.
  name text not null check (char_length(name) <= 120),
  -- The tax id, { kind, value }, without punctuation.
  tax_id jsonb check (tax_id->>'kind' in ('cpf', 'cnpj', 'nif') and tax_id->>'value' ~ '^[0-9A-Z]{9,14}$'),
  changed_at timestamptz not null default now()
);

-- A receipt documents money that arrived, a credit note money that was returned. The receipts of an order less its credit notes are the
-- money that the shop keeps of it. Free and given orders have no receipts. Rows do not change, except for the buyer's details (see
-- keep_receipt), and are deleted with their order.
create table public.receipts (
  series text not null references public.receipt_series (series),
  number integer not null check (number > 0),
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('receipt', 'credit')),
  -- The refund of this document: it arrived, or it failed after its arrival. Null for a refund that was made at Stripe.
  refund_id uuid references public.order_refunds (id) on delete cascade,
  -- The dispute of this document: it was lost, or it was won after a loss.
  dispute_id text references public.disputes (id) on delete cascade,
  -- The receipt whose amount this document changes; null for the order's receipt itself, and for one that replaced it.
  of_number integer,
  -- Real time, not the start of the transaction: of two documents of a transaction, the one with the higher number is later.
  issued_at timestamptz not null default clock_timestamp(),
  currency text not null references public.currencies (code),
  total_minor integer not null check (total_minor > 0),
  -- The seller as published at the time: { legal_name, tax_id, address }. Each may be empty.
  seller jsonb not null,
  -- The buyer: { name, email, tax_id }; see receipt_buyers.
  buyer jsonb not null,
  -- The lines: [{ ebook_id, title, language, quantity, list_minor, minor }]. A refund that named no book has a line without a book.
  lines jsonb not null,
  primary key (series, number),
  unique (refund_id, kind),
  unique (dispute_id, kind)
);
create index receipts_of_order on public.receipts (order_id, issued_at);
create index receipts_by_time on public.receipts (issued_at, series, number);

-- Only the buyer's details of an issued receipt may change, within a day.
create function public.keep_receipt() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if to_jsonb(new) - 'buyer' <> to_jsonb(old) - 'buyer' or old.issued_at <= now() - public.rule('change_receipt') then
    raise exception 'receipt % % cannot be changed', old.series, old.number using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;

create trigger kept before update on public.receipts for each row execute function public.keep_receipt();
create trigger goes_with_order before delete on public.receipts
  for each row when (pg_catalog.pg_trigger_depth() = 0) execute function public.refuse_change();
create trigger append_only before truncate on public.receipts for each statement execute function public.refuse_change();

-- Issuing --------------------------------------------------------------------------------------------------------------------------

-- Returns the valid receipt of an order, or null.
create function public.current_receipt(p_order_id uuid) returns public.receipts
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select r from public.receipts r
      where r.order_id = p_order_id and r.kind = 'receipt' and r.of_number is null order by r.number desc limit 1);
end
$$;

-- Returns the lines of a receipt: the price paid for each book, or with `p_is_left` the part that was not refunded.
create function public.receipt_lines(p_order_id uuid, p_is_left boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('ebook_id', l.ebook_id, 'title', l.title, 'language', b.language, 'quantity', l.quantity,
        'list_minor', l.list_minor, 'minor', l.minor) order by l.title, l.ebook_id)
      from (
        select c.ebook_id, c.title, count(*) as quantity, sum(k.minor) as minor,
            sum(case when p_is_left then k.minor else c.list_minor end) as list_minor
          from public.order_copies c
          cross join lateral (select case when p_is_left then public.kept_minor(c) else c.paid_minor end as minor) k
          where c.order_id = p_order_id and (k.minor > 0 or not p_is_left) group by c.ebook_id, c.title
      ) l join public.ebooks_metadata b on b.id = l.ebook_id);
end
$$;

-- Returns the lines of a credit note: the refunded amount of each book.
create function public.credit_lines(p_refund_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('ebook_id', l.ebook_id, 'title', l.title, 'language', b.language, 'quantity', l.quantity,
        'list_minor', l.minor, 'minor', l.minor) order by l.title, l.ebook_id)
      from (
        select c.ebook_id, c.title, count(*) as quantity, sum(p.minor) as minor
          from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where p.refund_id = p_refund_id and p.minor > 0 group by c.ebook_id, c.title
      ) l join public.ebooks_metadata b on b.id = l.ebook_id);
end
$$;

-- Returns the line of an amount that belongs to no book.
create function public.amount_line(p_minor integer) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_array(jsonb_build_object('ebook_id', null, 'title', null, 'language', null, 'quantity', 1, 'list_minor', p_minor,
    'minor', p_minor));
end
$$;

-- Returns the amount that each lost dispute of an order took, oldest first. The amounts add up to at most what was paid and not refunded.
create function public.lost_amounts(o public.orders) returns table (dispute_id text, minor integer)
language sql stable security definer set search_path = ''
as $$
  select s.id, greatest(0, least(s.amount, o.total_minor - o.refunded_minor - s.before))::integer
    from (
      select x.id, x.amount, coalesce(sum(x.amount) over (order by x.opened_at, x.id rows between unbounded preceding and 1 preceding), 0) as before
        from (
          -- An amount in another currency counts as the whole payment.
          select d.id, d.opened_at, case when d.currency = o.currency then d.amount_minor else o.total_minor end as amount
            from public.disputes d where d.order_id = o.id and d.state = 'lost'
        ) x
    ) s
$$;

-- Returns the lines of a credit note for a lost dispute: the remaining books, if the dispute took exactly their price.
create function public.lost_lines(o public.orders, p_minor integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when (select sum((l->>'minor')::integer) from jsonb_array_elements(x.lines) l) = p_minor then x.lines
        else public.amount_line(p_minor) end
      from (select public.receipt_lines(o.id, true) as lines) x);
end
$$;

-- Writes the next document of its series. If no buyer is given, the document changes the amount of the order's valid receipt and has the
-- receipt's buyer.
create function public.issue_receipt(
  o public.orders, p_kind text, p_refund_id uuid, p_lines jsonb, p_buyer jsonb, p_dispute_id text default null
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_series text := case p_kind when 'receipt' then 'R' else 'NC' end;
  v_current public.receipts := case when p_buyer is null then public.current_receipt(o.id) end;
  v_number integer;
begin
  insert into public.receipt_series as s (series, last) values (v_series, 1)
    on conflict (series) do update set last = s.last + 1 returning s.last into v_number;
  insert into public.receipts (series, number, order_id, kind, refund_id, dispute_id, of_number, currency, total_minor, seller, buyer, lines)
    values (v_series, v_number, o.id, p_kind, p_refund_id, p_dispute_id, v_current.number, o.currency,
      (select sum((l->>'minor')::integer) from jsonb_array_elements(p_lines) l),
      coalesce((
        select jsonb_build_object('legal_name', c.body->'legalName', 'tax_id', c.body->'taxId', 'address', c.body->'address')
          from public.content_versions c where c.key = 'contact' order by c.version desc limit 1),
        '{"legal_name": "", "tax_id": "", "address": ""}'),
      coalesce(p_buyer, v_current.buyer), p_lines);
end
$$;

-- Returns the buyer's details on a receipt of an order.
create function public.receipt_buyer(o public.orders, p_name text, p_tax_id jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('name', coalesce(nullif(p_name, ''), o.buyer_name), 'email', o.buyer_email, 'tax_id', p_tax_id);
end
$$;

-- Returns whether the receipt details that a guest enters in the browser apply to this order. They apply until the order waits for its
-- payment. With a Pix, whose page stays open, they apply until another page is opened.
create function public.takes_from_browser(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.buyer_uid is null and (
    not exists (select from public.order_events e where e.order_id = o.id and e.kind = 'waiting')
    or (o.pay_with is not distinct from 'pix' and not exists (
      select from public.orders n where n.buyer_key = o.buyer_key and n.number > o.number and public.has_open_page(n))));
end
$$;

-- Returns the receipt details that the buyer of an order entered last: for the account, in the browser, or kept with the order.
create function public.wanted_on_receipt(o public.orders) returns public.receipt_buyers
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select b from public.receipt_buyers b
      where b.uid = 'order:' || o.id or (b.uid = o.buyer_key and (o.buyer_uid is not null or public.takes_from_browser(o)))
      order by b.changed_at desc, b.uid limit 1);
end
$$;

-- Copies the receipt details of a guest to an unpaid order that is about to lose its browser, or whose browser buys something else.
create function public.keep_receipt_buyer(o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.receipt_buyers (uid, name, tax_id, changed_at)
    select 'order:' || o.id, b.name, b.tax_id, b.changed_at from public.wanted_on_receipt(o) b
      where b.uid is not null and o.buyer_uid is null and o.paid_at is null
    on conflict (uid) do update set name = excluded.name, tax_id = excluded.tax_id, changed_at = excluded.changed_at
$$;

-- Copies a guest's receipt details to an order whose payment waits, because the browser may buy something else before the order is paid.
create function public.take_receipt_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if public.takes_from_browser(old) then
    perform public.keep_receipt_buyer(old);
    delete from public.receipt_buyers b where b.uid = old.buyer_key;
  end if;
  return null;
end
$$;

create trigger take_receipt_buyer after update on public.orders for each row
  when (new.state = 'waiting' and new.buyer_uid is null and (old.state, old.pay_with) is distinct from (new.state, new.pay_with))
  execute function public.take_receipt_buyer();

-- Writes the documents that an order lacks: its receipt, a credit note for each refund that arrived and each dispute that was lost, and a
-- document for other differences, such as refunds made at Stripe. Every writer of an order's money must call it, with the order's row
-- locked, after the amounts are stored.
create function public.note_receipts(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_wanted public.receipt_buyers;
  v_refund record;
  v_dispute record;
  v_missing integer;
begin
  if o.paid_at is null or o.total_minor = 0 then
    return;
  end if;
  if not exists (select from public.receipts r where r.order_id = o.id) then
    v_wanted := public.wanted_on_receipt(o);
    perform public.issue_receipt(o, 'receipt', null, coalesce(public.receipt_lines(o.id, false), public.amount_line(o.total_minor)),
      public.receipt_buyer(o, v_wanted.name, v_wanted.tax_id));
    -- A guest's details are valid for one purchase.
    delete from public.receipt_buyers b where b.uid in ('order:' || o.id, case when public.takes_from_browser(o) then o.buyer_key end);
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
  for v_dispute in
    select l.dispute_id, 'credit' as kind, public.lost_lines(o, l.minor) as lines
      from public.lost_amounts(o) l
      where l.minor > 0 and not exists (select from public.receipts r where r.dispute_id = l.dispute_id)
    union all
    select c.dispute_id, 'receipt', c.lines
      from public.receipts c join public.disputes d on d.id = c.dispute_id
      where c.order_id = o.id and c.kind = 'credit' and d.state <> 'lost'
        and not exists (select from public.receipts r where r.dispute_id = c.dispute_id and r.kind = 'receipt')
      order by 1
  loop
    perform public.issue_receipt(o, v_dispute.kind, null, v_dispute.lines, null, v_dispute.dispute_id);
  end loop;
  select o.total_minor - o.refunded_minor - (select coalesce(sum(l.minor), 0) from public.lost_amounts(o) l)
      - sum(case r.kind when 'receipt' then r.total_minor else -r.total_minor end) into v_missing
    from public.receipts r where r.order_id = o.id;
  if v_missing <> 0 then
    perform public.issue_receipt(o, case when v_missing > 0 then 'receipt' else 'credit' end, null, public.amount_line(abs(v_missing)), null);
  end if;
end
$$;

-- Writes the receipts and credit notes of all paid orders that have no receipt, in the order of their payment. Only orders from before
-- receipts existed need this.
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

-- The buyer ------------------------------------------------------------------------------------------------------------------------

-- Returns the receipt details of this buyer, or null.
create function public.get_receipt_buyer(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('name', b.name, 'tax_id', b.tax_id) from public.receipt_buyers b where b.uid = p_uid);
end
$$;

-- Stores the receipt details of a buyer. Empty details delete the stored ones, also those kept with an order whose payment page is still
-- open.
create function public.save_receipt_buyer(p_uid text, p_name text, p_tax_id jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if (p_name = '' and p_tax_id is null) or exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    delete from public.receipt_buyers b
      where b.uid = p_uid or b.uid in (
        select 'order:' || o.id from public.orders o where o.buyer_key = p_uid and public.has_open_page(o) and public.takes_from_browser(o));
  else
    insert into public.receipt_buyers (uid, name, tax_id) values (p_uid, p_name, p_tax_id)
      on conflict (uid) do update set name = excluded.name, tax_id = excluded.tax_id, changed_at = now();
  end if;
end
$$;

-- Returns whether the buyer may still change the details on the receipt: within a day of the payment, and before a credit note refers to
-- it.
create function public.may_change_receipt(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.paid_at > now() - public.rule('change_receipt') and (public.current_receipt(o.id)).number is not null
    and not exists (select from public.receipts r where r.order_id = o.id and r.of_number is not null);
end
$$;

-- Changes the buyer's details on the receipt of this buyer's order. `outcome`: `changed`, or `over` if it is too late to change them; null
-- if the order does not belong to this buyer.
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

-- Replaces the receipt that the admin saw by one with corrected buyer details: writes a credit note for the remaining amount, and a new
-- receipt. `outcome`: `replaced`; `changed` if another receipt is valid; `refused` while a refund is on its way, if a dispute took the
-- money, or if nothing is left. Returns null if there is no such order. The audit log names the receipts, but not the buyer on them.
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
  if v_lines is null or v_order.refund_pending_minor > 0 or exists (select from public.lost_amounts(v_order) l where l.minor > 0)
    or exists (select from public.order_refunds r where r.order_id = p_order_id and r.state = 'pending') then
    return jsonb_build_object('outcome', 'refused');
  end if;
  perform public.issue_receipt(v_order, 'credit', null, v_lines, null);
  perform public.issue_receipt(v_order, 'receipt', null, v_lines, public.receipt_buyer(v_order, p_name, p_tax_id));
  perform public.write_audit_log(p_actor, 'order_receipt_replaced', 'order', p_order_id::text, jsonb_build_object('receipt', 'R ' || p_number),
    jsonb_build_object('receipt', public.receipt_name(p_order_id)));
  return jsonb_build_object('outcome', 'replaced');
end
$$;

-- Reading --------------------------------------------------------------------------------------------------------------------------

-- Returns the name of an order's receipt, such as `R 12`, or null.
create function public.receipt_name(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select r.series || ' ' || r.number from public.current_receipt(p_order_id) r where r.number is not null);
end
$$;

-- Returns the documents of an order, oldest first. `refund`: for a credit note, whether the readers keep access, and the owner's note to
-- the buyer.
create function public.receipts_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(r) - array['order_id', 'refund_id'] || jsonb_build_object('refund', (
          select jsonb_build_object('keeps_access', f.keeps_access, 'reason', f.reason)
            from public.order_refunds f where f.id = r.refund_id and r.kind = 'credit')) order by r.issued_at), '[]')
      from public.receipts r where r.order_id = o.id);
end
$$;

-- Returns a page of all documents, oldest first, after a position. Days are those of the time zone, both included. Only the first receipt
-- of an order has Stripe's fee.
create function public.list_receipts(
  p_from date, p_to date, p_zone text, p_after_at timestamptz, p_after_series text, p_after_number integer, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
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
      ) r join public.orders o on o.id = r.order_id);
end
$$;
