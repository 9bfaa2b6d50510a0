-- What a cart lacks to a bundle; reminders of presents that come later; credit notes of disputes that were lost;
-- names of a group's readers.
set check_function_bodies = off;

-- What a quote is made of beside the cart and its prices: the coupon of this code with what is against it, null for a code that there is
-- not; bundles that are on and have a book of the cart; and which of their books the buyer owns. `prices`: those of the cart's books that
-- are sold, with what is suggested where the buyer decides. `missing`: of bundles that lack one book, that book, when this buyer can be sold it
-- at a price: not one that waits for its payment, nor one that is free or whose buyer decides.
create or replace function public.get_quote_facts(p_ebook_ids text[], p_currency text, p_code text, p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with offers as (
    select b.* from public.bundles b
      where b.archived_at is null and b.ebook_ids && p_ebook_ids and public.is_on(b)
  ), owned as (
    select distinct r.ebook_id
      from public.reading_rights r where r.uid = p_uid and r.ebook_id in (select unnest(o.ebook_ids) from offers o)
  ), missing as (
    select o.id as bundle_id, min(x.ebook_id) as ebook_id
      from offers o cross join unnest(o.ebook_ids) x (ebook_id)
      where x.ebook_id <> all (p_ebook_ids) and not exists (select from owned w where w.ebook_id = x.ebook_id)
      group by o.id having count(*) = 1
  )
  select jsonb_build_object(
    'prices', (
      select coalesce(jsonb_object_agg(p.ebook_id, jsonb_build_object('list', p.amount_minor, 'now', public.price_now(p),
          'suggested', p.suggested_minor)), '{}')
        from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
        where p.ebook_id = any (p_ebook_ids) and p.currency = p_currency),
    'coupon', (
      select public.coupon_json(c) || jsonb_build_object('obstacle', public.coupon_obstacle(c, p_uid, p_email))
        from public.coupons c where c.code = p_code),
    'bundles', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'ebook_ids', o.ebook_ids, 'percent', o.percent,
          'revision', o.revision)), '[]') from offers o),
    'owned', (select coalesce(jsonb_agg(w.ebook_id), '[]') from owned w),
    'missing', (
      select coalesce(jsonb_agg(jsonb_build_object('bundle_id', m.bundle_id, 'ebook_id', b.id, 'title', b.title, 'list', p.amount_minor,
          'now', public.price_now(p)) order by m.bundle_id), '[]')
        from missing m
        join public.ebooks_metadata b on b.id = m.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
        join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency and p.suggested_minor is null and p.amount_minor > 0
        where public.list_bought_ebooks(p_uid, array[b.id]) = '[]'))
$$;

-- Tells buyers of gifts that nobody took two weeks after the payment, once for an order, and of those of a book that came later two weeks after
-- its launch; and forgets addresses a while after their gift was taken or ended.
create or replace function public.sweep_gifts() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'gift_waiting:' || o.id || x.of_launch, 'gift_waiting', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'buyer_name', o.buyer_name, 'titles', jsonb_agg(distinct b.title))
      from public.orders o
      join public.gifts g on g.order_id = o.id
      join public.ebooks_metadata b on b.id = g.ebook_id
      cross join lateral (select case when b.launch_at > o.paid_at then ':' || b.id else '' end as of_launch) x
      where greatest(o.paid_at, b.launch_at) between now() - public.rule('remind_of_gifts') * 2 and now() - public.rule('remind_of_gifts')
        and public.gift_state(g, o) in ('unsent', 'sent', 'failed')
        and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      group by o.id, x.of_launch
    on conflict (key) do nothing;
  update public.gifts g set to_name = '', to_email = null
    from public.orders o
    where o.id = g.order_id and g.to_email is not null and (
      g.send_at < now() - public.rule('keep_waiting_gift_addresses')
      or public.gift_state(g, o) in ('claimed', 'returned', 'closed')
        and not exists (
          select from public.order_copies c join public.entitlements e on e.copy_id = c.id
            where c.gift_id = g.id and e.granted_at > now() - public.rule('keep_gift_addresses'))
        and coalesce(g.closed_at, g.send_at, o.paid_at) < now() - public.rule('keep_gift_addresses'));
  delete from public.outbox
    where kind in ('gift_sent', 'gift_claimed', 'gift_waiting') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
end
$$;


-- The dispute that was lost, or that was won after all.
alter table public.receipts add column dispute_id text references public.disputes (id) on delete cascade;
alter table public.receipts add unique (dispute_id, kind);

-- What each lost dispute of an order took, the oldest first: together not more than what had not been given back.
create function public.lost_amounts(o public.orders) returns table (dispute_id text, minor integer)
language sql stable security definer set search_path = ''
as $$
  select s.id, greatest(0, least(s.amount, o.total_minor - o.refunded_minor - s.before))::integer
    from (
      select x.id, x.amount, coalesce(sum(x.amount) over (order by x.opened_at, x.id rows between unbounded preceding and 1 preceding), 0) as before
        from (
          -- In another currency it is for the whole payment.
          select d.id, d.opened_at, case when d.currency = o.currency then d.amount_minor else o.total_minor end as amount
            from public.disputes d where d.order_id = o.id and d.state = 'lost'
        ) x
    ) s
$$;


-- The lines of a credit note over what a dispute took: the books that are left, when it took what was paid for them.
create function public.lost_lines(o public.orders, p_minor integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when (select sum((l->>'minor')::integer) from jsonb_array_elements(x.lines) l) = p_minor then x.lines
      else public.amount_line(p_minor) end
    from (select public.receipt_lines(o.id, true) as lines) x
$$;


drop function public.issue_receipt(public.orders, text, uuid, jsonb, jsonb);
-- Writes the next document of its series. Without a buyer it changes the amount of the order's receipt, and names the buyer of that.
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


-- Writes the documents that an order lacks: its receipt, a credit note for each refund that arrived and each dispute that was lost, and the
-- rest of what came or went without a refund of ours. Whoever changes the money of an order calls it, with the order's row locked, when the amounts are in place.
create or replace function public.note_receipts(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refund record;
  v_dispute record;
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


-- Puts another receipt, with who bought corrected, in the place of the one that the admin saw: a credit note over what is left of it, and a
-- new one. `outcome`: `replaced`; `changed` when another one is in force; `refused` while money is on its way back, when a dispute took it, and when nothing is left.
-- Null without such an order. The history names the receipts, and not who stands on them.
create or replace function public.replace_receipt(p_actor jsonb, p_order_id uuid, p_number integer, p_name text, p_tax_id jsonb) returns jsonb
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
  perform public.note_admin_change(p_actor, 'order_receipt_replaced', 'order', p_order_id::text, jsonb_build_object('receipt', 'R ' || p_number),
    jsonb_build_object('receipt', public.receipt_name(p_order_id)));
  return jsonb_build_object('outcome', 'replaced');
end
$$;


-- The disputes that were lost before this.
do $$
declare
  v_order public.orders;
begin
  for v_order in
    select o.* from public.orders o
      join (select d.order_id, min(d.closed_at) as closed_at from public.disputes d where d.state = 'lost' group by d.order_id) x on x.order_id = o.id
      order by x.closed_at, o.number for update of o
  loop
    perform public.note_receipts(v_order);
  end loop;
end
$$;

-- Whether who took a seat of a group wants the buyer to see their name.
alter table public.entitlements add column shows_name boolean not null default false;

-- The gifts of an order as its buyer and the admin see them. `may_keep`: the buyer has no right to the book any more, and can take a copy.
-- `readers`: the names of those in a group who want the buyer to see them.
create or replace function public.gifts_json(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g) - array['order_id', 'closed_at'] || jsonb_build_object(
      'title', s.title, 'state', public.gift_state(g, o), 'seats', s.seats, 'taken', s.taken, 'readers', (
        select coalesce(jsonb_agg(u.name order by e.granted_at, u.uid), '[]')
          from public.order_copies c
          join public.entitlements e on e.copy_id = c.id and e.revoked_at is null and e.shows_name
          join public.users u on u.uid = e.uid and u.name <> ''
          where c.gift_id = g.id and g.kind = 'group'),
      'may_keep', public.free_copy(g.id) is not null and g.closed_at is null and o.state in ('paid', 'partly_refunded') and o.buyer_uid is not null
        and not exists (select from public.reading_rights r where r.uid = o.buyer_uid and r.ebook_id = g.ebook_id))
      order by s.title, g.ebook_id, s.no), '[]')
    from public.gifts g
    cross join lateral (
      select min(c.title) as title, min(c.no) as no, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
          count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as taken
        from public.order_copies c where c.gift_id = g.id
    ) s
    where g.order_id = o.id
$$;

drop function public.claim_gift(uuid, integer, text, text, text);
-- A reader takes a copy of a gift. `p_shows_name`: the buyer of a group's may see their name; the last press counts. outcome `claimed`; `claimed_before` when they have one of it; `owned` when the book is theirs already, and the
-- copy stays for somebody else; `none_left`; `suspended`; `unknown` when the link of this generation opens nothing (any more).
create function public.claim_gift(
  p_gift_id uuid, p_generation integer, p_uid text, p_email text, p_name text, p_shows_name boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
  v_ended_at timestamptz;
  v_copy_id uuid;
begin
  -- Before a copy is chosen: two readers take one after the other, and a refund comes before or after.
  select o.* into v_order from public.orders o join public.gifts g on g.order_id = o.id where g.id = p_gift_id for update of o;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.generation = p_generation;
  if not found or v_order.state not in ('paid', 'partly_refunded', 'disputed') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- As for `settle_rights`: two gifts of one book do not go to one reader.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  select e.revoked_at into v_ended_at
    from public.entitlements e join public.order_copies c on c.id = e.copy_id
    where c.gift_id = p_gift_id and e.uid = p_uid order by e.revoked_at nulls first limit 1;
  if found and v_ended_at is null then
    update public.entitlements e set shows_name = p_shows_name
      from public.order_copies c where c.id = e.copy_id and c.gift_id = p_gift_id and e.uid = p_uid;
    return jsonb_build_object('outcome', 'claimed_before', 'ebook_id', v_gift.ebook_id);
  end if;
  if v_order.state = 'disputed' then
    return jsonb_build_object('outcome', 'suspended');
  end if;
  -- A seat that was taken back from its reader does not come again.
  if v_ended_at is not null or public.gift_state(v_gift, v_order) in ('returned', 'closed') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = v_gift.ebook_id) then
    return jsonb_build_object('outcome', 'owned', 'ebook_id', v_gift.ebook_id);
  end if;
  v_copy_id := public.free_copy(p_gift_id);
  if v_copy_id is null then
    return jsonb_build_object('outcome', 'none_left');
  end if;
  -- Their copy is stamped for them, also if the site never saw them otherwise.
  insert into public.users (uid, email, name) values (p_uid, p_email, p_name) on conflict (uid) do nothing;
  insert into public.entitlements (copy_id, ebook_id, uid, shows_name) values (v_copy_id, v_gift.ebook_id, p_uid, p_shows_name);
  perform public.withdraw_gift_mails(v_order);
  perform public.tell_of_claim(v_gift, v_order, p_uid);
  return jsonb_build_object('outcome', 'claimed', 'ebook_id', v_gift.ebook_id);
end
$$;

-- Gifts of a buyer and to an address, and groups of whose gift one took a seat, for who asks what is kept of them.
create or replace function public.personal_gifts(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(x.gift order by x.number, x.id), '[]')
    from (
      select o.number, g.id, jsonb_build_object('order_number', o.number, 'ebook_id', g.ebook_id, 'to_name', g.to_name, 'to_email', g.to_email,
          'message', g.message, 'send_at', g.send_at) as gift
        from public.gifts g join public.orders o on o.id = g.order_id
        where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email) or g.to_email = lower(p_email)
      union all
      select o.number, g.id, jsonb_build_object('ebook_id', g.ebook_id, 'taken_at', e.granted_at, 'shows_name', e.shows_name)
        from public.entitlements e
        join public.order_copies c on c.id = e.copy_id
        join public.gifts g on g.id = c.gift_id and g.kind = 'group'
        join public.orders o on o.id = g.order_id
        where e.uid = p_uid
    ) x
$$;

-- With an account: what its owner wrote for gifts, the address where it is another buyer's, and that they showed their name. The links stay.
create or replace function public.forget_gifts(p_uid text, p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g join public.orders o on o.id = g.order_id
    where o.buyer_uid = p_uid and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '' from public.orders o where o.id = g.order_id and o.buyer_uid = p_uid;
  update public.gifts g set to_name = '', to_email = null where g.to_email = lower(p_email);
  update public.entitlements e set shows_name = false where e.uid = p_uid and e.shows_name;
end
$$;
