-- Who buys without an account: what costs nothing comes by a press on a link, which shows whose address it is, and receipts may name another
-- buyer. Which copies of an order are presents, for who buys it again; and a question to who buys the same presents twice on one day.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('receive_free_books', '7 days', 'who reads mail once a week still finds the books');

-- Whether nothing is to be paid for an order and the owner of its address has not taken it yet: a press on the page of its link shows that
-- the address is theirs, and makes the books theirs.
create or replace function public.awaits_press(o public.orders) returns boolean
language sql immutable set search_path = ''
as $$ select o.state = 'open' and o.total_minor = 0 and o.buyer_uid is null $$;

-- Until when that press is possible, or null.
create or replace function public.receive_by(o public.orders) returns timestamptz
language sql stable security definer set search_path = ''
as $$ select o.created_at + public.rule('receive_free_books') where public.awaits_press(o) and o.created_at > now() - public.rule('receive_free_books') $$;

-- Sends the link of an order that awaits its press; who asks twice within minutes has a letter already.
create or replace function public.send_receive_link(o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'books_to_receive:' || o.id || ':' || gen_random_uuid(), 'books_to_receive', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'number', o.number, 'link_generation', o.link_generation, 'receive_by', public.receive_by(o),
          'items', (
            select jsonb_agg(jsonb_build_object('title', c.title, 'quantity', c.quantity) order by c.title)
              from (select x.title, count(*) as quantity from public.order_copies x where x.order_id = o.id group by x.ebook_id, x.title) c))
      where not exists (
        select from public.outbox m
          where m.recipient = o.buyer_email and m.kind = 'books_to_receive' and m.payload->>'id' = o.id::text
            and m.created_at > now() - interval '10 minutes')
$$;

-- The press. `outcome`: `received`, also for what was received before; `refused` when the time for it is over, or another cart took its
-- place. Null when the order is not this reader's.
create or replace function public.receive_free_order(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if public.receive_by(v_order) is not null then
    perform public.settle_free(p_order_id);
  elsif v_order.paid_at is null or v_order.total_minor > 0 then
    return jsonb_build_object('outcome', 'refused');
  end if;
  return jsonb_build_object('outcome', 'received');
end
$$;

-- The link of an order: { state, generation, holder, email }; null without one, and of a cart that nobody has paid although it costs something.
create or replace function public.get_order_link(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('state', public.link_state(o), 'generation', o.link_generation, 'holder', o.holder, 'email', o.buyer_email)
    from public.orders o
    where o.id = p_order_id and public.link_state(o) is not null and (o.state not in ('open', 'expired') or o.total_minor = 0)
$$;

-- Ends what nobody pressed for, forgets the addresses of those who did not pay in the end, and removes what the law does not want any more of
-- those who were forgotten.
create or replace function public.sweep_guest_orders() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.orders o set state = 'expired' where public.awaits_press(o) and public.receive_by(o) is null;
  update public.orders o set buyer_email = public.forgotten_email(o), buyer_name = '', claimable_by = null, guest_digest = null
    where o.buyer_uid is null and o.claimable_by is not null and o.paid_at is null and o.state in ('expired', 'failed')
      and o.created_at < now() - public.rule('keep_unpaid_guest_orders');
  delete from public.outbox m using public.orders o
    where o.buyer_uid is null and o.claimable_by is null and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    where o.buyer_uid is null and o.claimable_by is null and o.created_at < now() - public.rule('keep_orders');
  delete from public.receipt_buyers b where b.uid like 'guest:%' and b.changed_at < now() - public.rule('keep_unpaid_guest_orders');
$$;

-- Of the orders of this address that no account took over: the links end, and nothing stays but what the law wants of a payment.
create or replace function public.forget_guest_orders(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  delete from public.receipt_buyers b using public.orders o where o.buyer_uid is null and o.claimable_by = p_email and b.uid = o.buyer_key;
  with forgotten as (
    update public.orders o
      set claimable_by = null, guest_digest = null, buyer_name = '',
        buyer_email = case when o.paid_at is null then public.forgotten_email(o) else o.buyer_email end
      where o.buyer_uid is null and o.claimable_by = p_email returning o.id
  )
  select array_agg(f.id) into v_ids from forgotten f;
  update public.entitlements e
    set revoked_at = coalesce(e.revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    from public.orders o where o.id = any (v_ids) and e.uid = o.holder;
  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end where r.order_id = any (v_ids);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = '' where g.order_id = any (v_ids);
end
$$;

-- Whether a draft holds a use of a limited coupon and has no payment page yet after 4 minutes: one that is opened now would not be open
-- for as long as the provider wants.
create or replace function public.is_held_in_vain(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state = 'open' and o.session_id is null and o.created_at < now() - interval '4 minutes' and not public.awaits_press(o)
    and coalesce((public.order_coupon(o.id)->>'is_limited')::boolean, false)
$$;

-- Decides what a checkout of this cart is. `p_quote`: { copies: [{ id, no, list, now, paid, reasons }], subtotal, discounts, total, seen, again }, amounts in minor
-- units; it alone says what is paid, and is stored when list prices and prices now are the catalogue's, its promotions (`p_promotions`, see
-- lock_promotions) are as they were, and the buyer saw its total (`seen`; null when that is not known). While an API of before runs beside the new
-- one, it says `p_items` instead: [{ id, quantity, price }], each once. Of a book the buyer gets one copy; the others are gifts, see mark_gifts.
-- `p_came_from`: { source, campaign } of the visit, for a new order; null when nothing is told of it. Without an account
-- `p_buyer_uid` is null, and `p_guest_digest` says in which browser it is bought.
-- outcome `quote_changed`: prices or books changed, with what is true now; `bought_lately`: the same cart, of presents alone, was paid within 24
-- hours, and the buyer did not say that it is wanted again (`again` of the quote; an API of before does not ask); `attempt_reused`: the attempt belongs to another cart;
-- `settled`: the attempt is paid or being paid already, in `order`; `bought`: the buyer has `ebooks` of this cart, or waits to pay
-- them; `close_first`: `orders` are drafts that must be closed before this is asked again; `free`: `order` costs nothing and is the
-- buyer's now; `to_receive`: it costs nothing, and whoever has the address receives it with a press until `receive_by`; `opened`: `order` is the draft to be paid, new or from before, and `superseded` are older drafts that share a book with it,
-- to be closed first.
create or replace function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb default null, p_total_minor integer default null,
  p_came_from jsonb default null, p_quote jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
  v_quote jsonb := coalesce(p_quote, (
    select jsonb_build_object('subtotal', sum((i->>'price')::integer), 'discounts', '[]'::jsonb, 'total', sum((i->>'price')::integer),
        'copies', jsonb_agg(jsonb_build_object('id', i->>'id', 'no', i->'quantity', 'list', i->'price', 'paid', i->'price', 'reasons', '[]'::jsonb)))
      from jsonb_array_elements(p_items) i));
  v_copies jsonb := public.mark_gifts(v_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
  v_refusal jsonb;
begin
  if exists (select from jsonb_array_elements(v_copies) c
      where (c->>'no')::integer > case when p_quote is null then 1 when c->>'gift' = 'group' then 200 else 20 end) then
    raise exception 'too many copies of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours'
      and public.receive_by(o) is null;

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
  if found and public.terms_of(public.copies_of_order(v_order.id), false) <> public.terms_of(v_copies, false) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(v_buyer_key, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null));
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or v_quote->>'seen' <> v_quote->>'total' then
    return jsonb_build_object('outcome', case when p_quote is null then 'refused' else 'quote_changed' end,
      'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    if (v_quote->>'again')::boolean is false and exists (
      select from public.orders o
        where o.buyer_key = v_buyer_key and o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'
          and public.terms_of(public.copies_of_order(o.id), false) = public.terms_of(v_copies, false)) then
      return jsonb_build_object('outcome', 'bought_lately');
    end if;
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, v_quote, p_buyer_uid, p_buyer_email, v_buyer_key);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          v_quote - array['copies', 'seen', 'again'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
    insert into public.coupon_uses (order_id, coupon_id)
      select v_order.id, (p_promotions->'coupon'->>'id')::uuid where p_promotions->'coupon'->>'id' is not null;
  end if;
  if public.awaits_press(v_order) then
    perform public.send_receive_link(v_order);
    return jsonb_build_object('outcome', 'to_receive', 'order', public.order_json(v_order), 'receive_by', public.receive_by(v_order));
  elsif v_order.total_minor = 0 then
    return jsonb_build_object('outcome', 'free', 'order', public.settle_free(v_order.id));
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

-- All that the page of this buyer's order shows, or null. `email_state` is that of the mail that delivers the books, also when it was
-- asked for again.
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
    'receive_by', public.receive_by(o),
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

-- An order as its buyer and the admin see it, with how its dispute stands, and of each book its copies, and in which other order it was
-- paid too. Each book is looked up: without statistics a join reads the whole catalogue for every order.
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
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version) || public.launch_json(b)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'reasons', c.reasons,
                'is_gift', c.gift_id is not null, 'gift', (select g.kind from public.gifts g where g.id = c.gift_id))
                order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

-- Removes by age what is not needed any more.
create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders o set state = 'expired'
    where o.state = 'open' and o.session_id is null and o.created_at < now() - interval '1 day' and not public.awaits_press(o);
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
  select public.sweep_guest_orders();
  select public.sweep_interest();
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
      'refund_acknowledged', 'ebook_updated', 'book_launched', 'book_postponed', 'launch_without_file', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned', 'sample_sent',
      'books_to_receive')
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
      from (values (o.buyer_key)) u (uid) left join public.receipt_buyers b on b.uid = u.uid;
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
