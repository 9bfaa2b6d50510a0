-- Guests who were forgotten get no dead links, and the book of a pre-order with its letter. What a guest wants on a receipt is for one order.
set check_function_bodies = off;

-- Whether what a guest's browser says about a receipt is about this order: until its payment waits, and beside a Pix, whose page stays
-- open, until another page is opened.
create or replace function public.takes_from_browser(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.buyer_uid is null and (
    not exists (select from public.order_events e where e.order_id = o.id and e.kind = 'waiting')
    or (o.pay_with is not distinct from 'pix' and not exists (
      select from public.orders n where n.buyer_key = o.buyer_key and n.number > o.number and public.has_open_page(n))));
end
$$;

-- What the buyer wants on the receipt of an order, said last: for their account or in their browser, or kept with the order.
create or replace function public.wanted_on_receipt(o public.orders) returns public.receipt_buyers
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select b from public.receipt_buyers b
      where b.uid = 'order:' || o.id or (b.uid = o.buyer_key and (o.buyer_uid is not null or public.takes_from_browser(o)))
      order by b.changed_at desc, b.uid limit 1);
end
$$;

-- Keeps with a guest's order that is not paid yet what its buyer wants on the receipt: it is about to lose the browser in which that was
-- said, or that buys something else.
create or replace function public.keep_receipt_buyer(o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.receipt_buyers (uid, name, tax_id, changed_at)
    select 'order:' || o.id, b.name, b.tax_id, b.changed_at from public.wanted_on_receipt(o) b
      where b.uid is not null and o.buyer_uid is null and o.paid_at is null
    on conflict (uid) do update set name = excluded.name, tax_id = excluded.tax_id, changed_at = excluded.changed_at
$$;

-- A payment that waits takes along what its guest wants on the receipt: the browser may buy something else before it is paid.
create or replace function public.take_receipt_buyer() returns trigger
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

-- Writes the documents that an order lacks: its receipt, a credit note for each refund that arrived and each dispute that was lost, and the
-- rest of what came or went without a refund of ours. Every writer of an order's money calls it, with the order's row locked, when the
-- amounts are in place.
create or replace function public.note_receipts(o public.orders) returns void
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
    -- What a guest gave is for this purchase.
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

-- Keeps what a buyer wants on their receipts; nothing, when there is nothing, also with the order whose page it was said beside.
create or replace function public.save_receipt_buyer(p_uid text, p_name text, p_tax_id jsonb) returns void
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

-- Everything kept about one person: what belongs to the account, what came with its verified address, and the copies of mail to the person
-- and about them; without what is there to be searched. One statement, so that all parts are of the same moment.
create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'receipt_buyer', coalesce(public.get_receipt_buyer(p_uid), (
      select jsonb_build_object('name', b.name, 'tax_id', b.tax_id)
        from public.orders o join public.receipt_buyers b on b.uid = 'order:' || o.id
        -- Who did not pay may have typed another person's address.
        where o.buyer_uid is null and o.claimable_by = lower(p_email) and (o.state = 'waiting' or o.paid_at is not null)
        order by b.changed_at desc, b.uid limit 1)),
    'orders', (
      select coalesce(jsonb_agg(public.whole_order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'country', o.country,
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
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id
        where r.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))),
    'gifts', public.personal_gifts(p_uid, p_email),
    'reviews', public.personal_reviews(p_uid),
    'waitlists', public.personal_interest(p_email),
    'newsletter', public.personal_subscription(p_email),
    'letters', public.personal_letters(p_email),
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
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id
            where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))));
end
$$;
