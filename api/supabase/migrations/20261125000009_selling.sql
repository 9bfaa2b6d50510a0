-- Incidents and ledger know presents, forgotten buyers and money of another amount that was settled by a gift; a book is reviewed once it is
-- out; a bundle is among what changes prices; the payment page of a coupon with few uses offers no boleto.
set check_function_bodies = off;

-- When a price or a bundle changes or an announced book comes next, null while nothing is planned: no copy of a page that shows them is
-- good for longer.
create or replace function public.get_next_price_change() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select least(
    (select min(case when s.starts_at > now() then s.starts_at else s.ends_at end) from public.ebook_sales s where s.ends_at > now()),
    (select min(case when b.starts_at > now() then b.starts_at else b.ends_at end)
      from public.bundles b where b.archived_at is null and (b.starts_at > now() or b.ends_at > now())),
    (select min(b.launch_at) from public.ebooks_metadata b where b.launched_at is null and b.launch_at > now()))
$$;

-- Whether its buyer had their account deleted, or asked as a guest to be forgotten: what they paid for is no longer read.
create or replace function public.is_forgotten(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case when o.buyer_uid is null then o.claimable_by is null
    else exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null) end
$$;

-- The coupon of an order, or null. `is_limited`: others may wait for this use (`is_scarce`), so that it is not held for long; or the same
-- person elsewhere, where nothing proves that a guest made this draft.
create or replace function public.order_coupon(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object('code', c.code,
      'is_limited', c.max_uses is not null or (c.max_per_buyer is not null and o.buyer_uid is null),
      'is_scarce', c.max_uses is not null, 'is_beyond', u.is_beyond)
    from public.coupon_uses u join public.coupons c on c.id = u.coupon_id join public.orders o on o.id = u.order_id
    where u.order_id = p_order_id
$$;

-- Whether a book is out, and was this reader's to read for long enough, or was opened: handed out, or read to a page.
create or replace function public.may_review(e public.entitlements) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.is_out(b) and (greatest(e.granted_at, b.launch_at) <= now() - public.rule('review_unopened')
      or e.first_downloaded_at is not null
      or exists (select from public.reading_positions p where p.uid = e.uid and p.ebook_id = e.ebook_id))
    from public.ebooks_metadata b where b.id = e.ebook_id
$$;

-- Gives a book to one account of a person: an order in the state `given`, of which nothing is a sale, with its right and its letter. Once for
-- each attempt. outcome `given`; `no_account` when the account is not the person's or has not confirmed its address; `unavailable` for a book
-- that was never published; `owned`; `pending` while the person can pay for it, or waits to have paid: not where another amount than the
-- order's came, for which nothing is handed out but by this. Null without such a person.
create or replace function public.give_book(p_actor jsonb, p_id uuid, p_uid text, p_attempt_id uuid, p_ebook_id text, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_order public.orders;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  select * into v_person from public.people p where p.id = p_id;
  if not found then
    return null;
  end if;
  select * into v_user from public.accounts_of_person(v_person) a where a.uid = p_uid and not a.is_newcomer;
  if not found then
    return 'no_account';
  end if;
  if exists (select from public.orders o where o.buyer_uid = p_uid and o.attempt_id = p_attempt_id and o.state = 'given') then
    return 'given';
  end if;
  if not exists (select from public.ebooks_metadata b where b.id = p_ebook_id and b.state <> 'draft' and (b.has_file or b.launch_at is not null)) then
    return 'unavailable';
  end if;
  if exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = p_ebook_id) then
    return 'owned';
  end if;
  if exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_uid = p_uid and c.ebook_id = p_ebook_id
        and (o.state = 'open' and o.session_id is not null or o.state = 'waiting' and o.received is null and c.gift_id is null)
  ) then
    return 'pending';
  end if;
  insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, total_minor, state,
      terms_version)
    values (p_attempt_id, p_uid, v_person.email, v_user.name, public.language_of_person(v_person), (public.sold_currencies())[1], 0, 0,
      'given', '')
    returning * into v_order;
  insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor)
    select v_order.id, b.id, 1, b.title, 0, 0 from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.settle_rights(p_uid, array[p_ebook_id]);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'book_given:' || v_order.id, 'book_given', v_person.email, v_order.locale,
        jsonb_build_object('id', v_order.id, 'name', v_user.name, 'ebook_id', b.id, 'title', b.title) || public.launch_json(b)
      from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.note_admin_change(p_actor, 'book_given', 'order', v_order.id::text, null,
    jsonb_build_object('ebook_id', p_ebook_id, 'reason', p_reason));
  return 'given';
end
$$;

-- Which of these orders do not add up, and why:
-- `sums`: the copies are not the total; `kept_money`: the copies keep another amount than the order does, without what is on its way back;
-- `not_readable`: a copy that was paid and kept is not its buyer's to read; `unpaid_right`: a copy that is not paid, or was taken back, is read;
-- `receipts`: they say another amount than the order keeps; `receipt_gap`: a number is missing beside one of this order, as long as no old order
-- has taken its own along; `coupon_count`: its coupon counts other uses than it has, told of one order of the coupon.
-- Each order is looked up: without statistics a join reads all of them.
create or replace function public.find_ledger_faults(p_order_ids uuid[]) returns table (order_id uuid, faults text[])
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with paid as (
    select o.id, o.state, o.holder, o.subtotal_minor, o.total_minor, o.refunded_minor, o.refund_pending_minor, k.*, d.lost_minor, r.said_minor,
        public.is_forgotten(o) as is_forgotten
      from public.orders o
      cross join lateral (
        select sum(c.list_minor) as list_minor, sum(c.paid_minor) as paid_minor, sum(c.paid_minor - c.goodwill_minor - p.minor) as kept_minor
          from public.order_copies c
          cross join lateral (
            select coalesce(sum(p.minor), 0) as minor from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed') p
          where c.order_id = o.id
      ) k
      cross join lateral (
        select case when exists (select from public.disputes d where d.order_id = o.id and d.state = 'lost')
          then (select coalesce(sum(l.minor), 0) from public.lost_amounts(o) l) else 0 end as lost_minor) d
      cross join lateral (
        select coalesce(sum(case x.kind when 'receipt' then x.total_minor else -x.total_minor end), 0) as said_minor
          from public.receipts x where x.order_id = o.id) r
      where o.id = any (p_order_ids) and o.paid_at is not null
  ), found (order_id, place, fault) as (
    select p.id, 1, 'sums' from paid p where (p.subtotal_minor, p.total_minor) <> (p.list_minor, p.paid_minor)
    union all
    select p.id, 2, 'kept_money' from paid p
      where p.kept_minor <> greatest(0, p.total_minor - p.refunded_minor - p.refund_pending_minor - (
        select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
          where r.order_id = p.id and r.state = 'pending' and r.waits_for is null))
    union all
    select p.id, 3, 'not_readable' from paid p join public.order_copies c on c.order_id = p.id
      where p.state in ('paid', 'partly_refunded') and not p.is_forgotten and c.gift_id is null
        and not exists (
          select from public.entitlements e where e.uid = p.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
        and not exists (select from public.refund_parts r where r.copy_id = c.id and r.takes_back and r.state = 'done')
    union all
    select p.id, 4, 'unpaid_right' from paid p
      join public.order_copies c on c.order_id = p.id
      join public.entitlements e on e.copy_id = c.id and e.revoked_at is null
      where p.state not in ('paid', 'partly_refunded') or (c.gift_id is null and e.uid <> p.holder)
        or exists (select from public.refund_parts r where r.copy_id = c.id and r.takes_back and r.state = 'done')
    union all
    select p.id, 5, 'receipts' from paid p where p.said_minor <> p.total_minor - p.refunded_minor - p.lost_minor
    union all
    select p.id, 6, 'receipt_gap' from paid p join public.receipts r on r.order_id = p.id join public.receipt_series s on s.series = r.series
      where r.issued_at > now() - interval '1 year' and (
        (r.number > 1 and not exists (select from public.receipts b where b.series = r.series and b.number = r.number - 1))
        or (r.number <> s.last and not exists (select from public.receipts b where b.series = r.series and b.number > r.number)))
    union all
    select x.order_id, 7, 'coupon_count'
      from (select distinct u.coupon_id from public.coupon_uses u where u.order_id in (select p.id from paid p)) k
      join public.coupons c on c.id = k.coupon_id
      cross join lateral (
        select u.order_id from public.coupon_uses u where u.coupon_id = k.coupon_id and u.state = 'used' order by u.order_id limit 1) x
      where c.taken <> (select count(*) from public.coupon_uses u where u.coupon_id = k.coupon_id and u.state in ('held', 'used'))
  )
  select f.order_id, array_agg(f.fault order by f.place) from (select distinct * from found) f group by f.order_id
$$;

-- What is wrong at `p_now`. `label`: what people call it. `detail`: the reason, in the words of the service that refused, or a word of ours.
-- An order is delivered by the letter with the books only.
create or replace function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.last_error is not null
        order by m.due_at limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read their own copy or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '1 day'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null and m.due_at > p_now - interval '7 days'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at > p_now - interval '7 days'
      union
      select a.subject::uuid from public.owner_alerts a where a.kind = 'undelivered_order'
    ) c
    join public.orders o on o.id = c.id
    cross join lateral (
      select case
        when exists (
          select from public.order_copies c
            where c.order_id = o.id and c.gift_id is null
              and case when not exists (select from public.entitlements e
                  where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_right(o, c.id) and not public.is_forgotten(o) end) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.kind = 'purchase_paid' and m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
  union all
  -- Money that came back from the bank, or that could not leave, and was not sent again. Nobody has to see it at the moment it happens.
  select 'failed_refund', o.id::text, o.number::text, min(r.failed_at), (array_agg(r.obstacle order by r.failed_at desc))[1]
    from public.order_refunds r join public.orders o on o.id = r.order_id
    where r.state = 'failed' and r.obstacle in ('returned', 'balance') and r.failed_at > p_now - interval '14 days'
      and public.refundable_minor(o) > 0
      and not exists (
        select from public.order_refunds l where l.order_id = r.order_id and l.requested_at > r.requested_at and l.state <> 'failed'
            and (l.items is null or l.items = r.items))
    group by o.id
  union all
  -- Of books that were taken back, because a refund failed only afterwards. `detail`: how much is still to be sent.
  select 'owed_refund', o.id::text, o.number::text, max(e.happened_at), public.owed_minor(o) || ' ' || o.currency
    from public.order_events e join public.orders o on o.id = e.order_id
    where e.kind = 'refund_failed' and public.owed_minor(o) > 0
    group by o.id
  union all
  -- Until the money went back, or the buyer was given every book: a present cannot be. `detail`: what was paid, and what the order costs.
  select 'amount_differs', o.id::text, o.number::text, o.created_at,
      concat(o.received->>'minor', ' ', o.received->>'currency', ', ', o.total_minor, ' ', o.currency)
    from public.orders o
    where o.received is not null and o.state = 'waiting' and exists (
      select from public.order_copies c
        where c.order_id = o.id and (c.gift_id is not null or not exists (
          select from public.entitlements e where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)))
  union all
  -- Money and rights of an order do not add up, see find_ledger_faults.
  select 'ledger_fault', o.id::text, o.number::text, f.found_at, f.faults[1]
    from public.ledger_faults f join public.orders o on o.id = f.order_id
  union all
  -- Neither paid nor over two working days after it was due, when banks have told of all that was paid.
  select 'overdue_payment', o.id::text, o.number::text, o.pay_by, o.pay_with
    from public.orders o
    where o.state = 'waiting' and o.received is null and public.message_due_by(o.pay_by, 'America/Sao_Paulo') < p_now
  union all
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_copies c on c.order_id = o.id
    cross join lateral (select public.paid_also_in(o, c.ebook_id) as also) t
    cross join lateral (
      select o.payment_method->>'type' = 'boleto' and p.payment_method->>'type' is distinct from 'boleto' as other
        from public.orders p where p.id = (t.also->>'id')::uuid
    ) s
    where e.kind = 'paid_twice' and e.happened_at > p_now - interval '30 days'
  union all
  select 'disputes_unread', o.id::text, o.number::text, o.dispute_unread_since, 'dispute_read'
    from public.orders o where o.dispute_unread_since is not null
  union all
  select 'payments_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'reconciliation' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '30 minutes')
  union all
  -- Four readings that did not succeed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  select m.kind, m.subject, m.label, m.began_at, m.detail from public.mailbox_incidents(p_now) m
  union all
  -- Its own mail tells of it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;
