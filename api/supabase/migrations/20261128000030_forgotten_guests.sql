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
        -- An order that was not paid may have another person's address.
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

-- Of the orders of this address that no account took over: the links end, and nothing stays but what the law wants of a payment. A boleto
-- cannot be taken back: who has one out still hears of it.
create or replace function public.forget_guest_orders(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  delete from public.receipt_buyers b using public.orders o
    where o.buyer_uid is null and o.claimable_by = p_email and b.uid in (o.buyer_key, 'order:' || o.id);
  with forgotten as (
    update public.orders o
      set claimable_by = null, guest_digest = null, buyer_name = '',
        buyer_email = case when o.paid_at is null and o.state <> 'waiting' then public.forgotten_email(o) else o.buyer_email end
      where o.buyer_uid is null and o.claimable_by = p_email returning o.id
  )
  select array_agg(f.id) into v_ids from forgotten f;
  update public.entitlements e
    set revoked_at = coalesce(e.revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    from public.orders o where o.id = any (v_ids) and e.uid = o.holder;
  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end where r.order_id = any (v_ids);
  perform public.forget_in_mails(v_ids);
  -- What is still on its way goes to a person whose link is over.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}'
    where m.recipient = p_email and (m.kind like 'purchase%' or m.kind like 'refund%') and m.sent_at is null and m.given_up_at is null
      and m.payload->>'id' in (select id::text from unnest(v_ids) id);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g where g.order_id = any (v_ids) and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = '' where g.order_id = any (v_ids);
end
$$;

-- Writes the mail about a launch, or its new moment, to the next people who bought a book: to each address once, in the language of the
-- latest order. A reader by a secret link gets that link. False when none is left.
create or replace function public.tell_of_launch(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.launch_news;
  v_book public.ebooks_metadata;
  v_uids text[];
begin
  select n.* into v_next from public.launch_news n order by n.ebook_id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.id = v_next.ebook_id;
  v_uids := array(
    select distinct r.uid from public.buyers_of_book(v_next.ebook_id) r where r.uid > v_next.told_up_to order by r.uid limit p_limit);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select v_next.kind || ':' || v_book.id || ':' || v_book.launch_no || ':' || public.address_digest(x.email), v_next.kind, x.email, x.locale,
        jsonb_build_object('ebook_id', v_book.id, 'title', v_book.title, 'buyer_name', x.name, 'at', v_book.launch_at) || x.link
      from unnest(v_uids) as person (uid)
      cross join lateral (
        select case when o.holder <> person.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
            coalesce(case when o.holder = person.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
            -- A reader of a present has no order. A buyer who was forgotten gets the file.
            case
              when public.is_forgotten_reader(person.uid) then jsonb_build_object(
                'account_deleted', true, 'items', jsonb_build_array(jsonb_build_object('title', v_book.title, 'filename', v_book.filename)))
              when o.holder = person.uid then jsonb_build_object('id', o.id, 'may_refund', public.may_request_refund(o),
                'link_generation', case when o.buyer_uid is null then o.link_generation end,
                'only_gifts', not exists (select from public.reading_rights r where r.uid = person.uid and r.ebook_id = v_book.id))
              else '{}' end as link
          from public.buyers_of_book(v_next.ebook_id) r
          left join public.orders o on o.id = r.by_id
          left join public.imported_purchases i on i.id = r.by_id
          left join public.users u on u.uid = person.uid
          where r.uid = person.uid
          order by coalesce(o.holder = person.uid, false) desc, r.since desc, o.number desc nulls last limit 1
      ) x
      where x.email is not null
    on conflict (key) do nothing;
  if cardinality(v_uids) < p_limit then
    delete from public.launch_news n where n.ebook_id = v_next.ebook_id;
  else
    update public.launch_news n set told_up_to = v_uids[p_limit] where n.ebook_id = v_next.ebook_id;
  end if;
  return true;
end
$$;

-- Writes to each buyer whose boleto is due tomorrow, from eight o'clock in São Paulo on, where it ends at 23:59. Once for each. Answers how
-- many were.
create or replace function public.send_payment_reminders(p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'purchase_waiting:' || o.id || ':reminder', 'purchase_waiting', o.buyer_email, o.locale,
          public.order_mail_payload(o) || jsonb_build_object('is_reminder', true)
        from public.orders o
        where o.state = 'waiting' and o.pay_with = 'boleto' and o.pay_by - interval '40 hours' <= p_now and p_now < o.pay_by - interval '1 hour'
          and o.created_at < o.pay_by - interval '40 hours'
          and not public.is_forgotten(o)
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

-- Says no to a buyer's request, with words that the buyer gets by mail. `outcome`: `declined`, or `changed` when there is no request that is
-- open (any more); null without such an order.
create or replace function public.decline_refund(p_actor jsonb, p_order_id uuid, p_note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  update public.refund_requests r set decision = 'declined', decided_at = now(), note = p_note
    where r.order_id = p_order_id and r.decision is null;
  if not found then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    -- Open again after a refund that failed, it may be declined again.
    values ('refund_declined:' || p_order_id || ':' || extract(epoch from now())::bigint, 'refund_declined', v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order) || jsonb_build_object('note', p_note, 'account_deleted', public.is_forgotten(v_order)));
  perform public.note_admin_change(p_actor, 'order_refund_declined', 'order', p_order_id::text, null, null);
  return jsonb_build_object('outcome', 'declined');
end
$$;

-- Gives an order another address: mail that is not being sent yet goes there, the books are sent there again, and the owner of the address
-- takes the order over when they sign in; until then the buyer keeps it. outcome `corrected`; `changed` when the address is not
-- `p_previous_email` any more; `refused` when the order holds no money or its buyer was forgotten. Null without such an order.
create or replace function public.correct_order_email(p_actor jsonb, p_order_id uuid, p_email text, p_previous_email text) returns jsonb
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
  if v_order.state not in ('paid', 'partly_refunded', 'waiting') or public.is_forgotten(v_order) then
    return jsonb_build_object('outcome', 'refused');
  end if;
  update public.orders o
    set buyer_email = p_email,
      claimable_by = case when not exists (select from public.users u where u.uid = o.buyer_uid and lower(u.email) = p_email) then p_email end
    where o.id = p_order_id returning * into v_order;
  update public.outbox m set recipient = p_email, payload = m.payload || jsonb_build_object('buyer_email', p_email)
    where m.recipient = p_previous_email and m.payload->>'id' = p_order_id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  if p_email <> p_previous_email and v_order.buyer_uid is null then
    perform public.send_new_link(v_order);
  elsif p_email <> p_previous_email then
    perform public.resend_purchase_mail(v_order.buyer_uid, p_order_id);
  end if;
  perform public.note_admin_change(p_actor, 'order_email_corrected', 'order', p_order_id::text,
    jsonb_build_object('buyer_email', p_previous_email), jsonb_build_object('buyer_email', p_email));
  return jsonb_build_object('outcome', 'corrected');
end
$$;

-- Makes a reader's rights to books what their copies give: one right to a book, by its oldest copy. Paid ones beside it become presents,
-- until the right ends; then one of them gives it. Called when an order's state, its refunds or its buyer changed. What ended with a
-- reader who was forgotten does not begin again.
create or replace function public.settle_rights(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Which copy gives the right depends on all orders of the reader; two of them decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  update public.entitlements e set revoked_at = now()
    from public.order_copies c join public.orders o on o.id = c.order_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and e.revoked_at is null and c.id = e.copy_id
      and not ((o.holder = p_uid or c.gift_id is not null) and public.gives_right(o, c.id));
  if not public.is_forgotten_reader(p_uid) then
    perform public.take_spares_back(p_uid, p_ebook_ids);
  end if;
  perform public.give_spares_away(p_uid, p_ebook_ids);
  insert into public.entitlements (copy_id, ebook_id, uid)
    select distinct on (c.ebook_id) c.id, c.ebook_id, p_uid
      from public.copies_of_reader(p_uid, p_ebook_ids) c join public.orders o on o.id = c.order_id
      where public.gives_right(o, c.id)
        and not exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
      order by c.ebook_id, o.paid_at, o.number, c.no
    on conflict (copy_id) do update set uid = excluded.uid, revoked_at = null where not public.is_forgotten_reader(p_uid);
end
$$;

-- Payments that wait already.
insert into public.receipt_buyers (uid, name, tax_id, changed_at)
  select 'order:' || o.id, b.name, b.tax_id, b.changed_at
    from public.orders o join public.receipt_buyers b on b.uid = o.buyer_key
    where o.buyer_uid is null and o.state = 'waiting' and o.pay_with is distinct from 'pix'
  on conflict (uid) do nothing;
delete from public.receipt_buyers b using public.orders o
  where b.uid = o.buyer_key and o.buyer_uid is null and o.state = 'waiting' and o.pay_with is distinct from 'pix';
