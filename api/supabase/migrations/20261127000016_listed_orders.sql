-- In which other order the same person paid for a book is asked of one order only: its pages, its letters and what a person takes along
-- (`whole_order_json`). Lists did not show it, and it was a third of what an order cost them.
set check_function_bodies = off;

create or replace function public.order_json(o public.orders) returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'link_generation', case when o.buyer_uid is null then o.link_generation end,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'discounts', coalesce(o.quote->'discounts', '[]'), 'coupon', public.order_coupon(o.id),
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'to_pay', public.to_pay_json(o), 'canceled_at', o.canceled_at, 'payment_method', o.payment_method,
    'dispute_state', public.dispute_json(o)->>'state', 'receipt', public.receipt_name(o.id),
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'copies', i.copies,
          'paid_also_in', null)
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version) || public.launch_json(b)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'reasons', c.reasons,
                'is_gift', c.gift_id is not null, 'gift', (select g.kind from public.gifts g where g.id = c.gift_id))
                order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'));
end
$$;

create or replace function public.whole_order_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order jsonb := public.order_json(o);
begin
  return v_order || jsonb_build_object('items', (
    select jsonb_agg(i.item || jsonb_build_object('paid_also_in', public.paid_also_in(o, i.item->>'ebook_id')) order by i.place)
      from jsonb_array_elements(v_order->'items') with ordinality i (item, place)));
end
$$;

create or replace function public.order_mail_payload(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.whole_order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale'];
end
$$;

create or replace function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text, p_attempt_id uuid, p_terms_version text,
  p_quote jsonb, p_came_from jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
  v_copies jsonb := public.mark_gifts(p_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
  v_refusal jsonb;
begin
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

  v_bought := public.list_bought_ebooks(v_buyer_key, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null))
    || public.list_ebooks_of_pix(v_buyer_key, v_ebook_ids, v_order.id);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  -- API processes of the release before want `list_minor`, too.
  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or p_quote->>'seen' <> p_quote->>'total' then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    if (p_quote->>'again')::boolean is false and exists (
      select from public.orders o
        where o.buyer_key = v_buyer_key and o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'
          and public.terms_of(public.copies_of_order(o.id), false) = public.terms_of(v_copies, false)) then
      return jsonb_build_object('outcome', 'bought_lately');
    end if;
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, p_quote, p_buyer_uid, p_buyer_email, v_buyer_key);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          p_quote - array['copies', 'seen', 'again'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
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

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order', public.whole_order_json(o),
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
    from public.orders o where o.id = p_order_id and o.holder = p_uid);
end
$$;

create or replace function public.get_admin_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with changes as (
      select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
    ), mails as (
      select m.*
        from (
          select o.buyer_email from public.orders o where o.id = p_order_id
          union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
        ) r (recipient)
        join public.outbox m on m.recipient = r.recipient
        where m.payload->>'id' = p_order_id::text and m.kind = any (public.order_mail_kinds())
    )
    select jsonb_build_object(
      'order', public.whole_order_json(o),
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
          union all select case r.channel when 'none' then 'taken_back' else 'refund_asked' end, r.requested_at, 3, nullif(r.amount_minor, 0)
            from public.order_refunds r where r.order_id = o.id
          -- One that was counted as refunded before has an event that says so.
          union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
            where r.order_id = o.id and r.failed_at is not null and not exists (
              select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
          union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected', 'order_link_renewed')
        ) t),
      'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
    from public.orders o where o.id = p_order_id);
end
$$;

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'receipt_buyer', public.get_receipt_buyer(p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.whole_order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
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
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id where o.buyer_uid = p_uid
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))));
end
$$;

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
  -- over; that they can read comes with the payment, so that only the latest payments are looked at: of all others `find_ledger_faults` tells.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '3 hours'
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
    where o.state = 'waiting' and o.received is null and o.pay_by < p_now - interval '2 days'
      and public.message_due_by(o.pay_by, 'America/Sao_Paulo') < p_now
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

create or replace function public.get_visits(p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
declare
  v_zone text := public.totals_zone();
begin
  return (
    with counts as materialized (
      select * from public.visit_counts c where c.source = 0 and c.day between p_from and p_to
    ), pages as materialized (
      select n.name, c.views, c.visits, c.plays, c.carts, c.checkouts
        from (
          select c.page, sum(c.views) as views, sum(c.visits) as visits, sum(c.plays) as plays, sum(c.carts) as carts, sum(c.checkouts) as checkouts
            from counts c group by c.page
        ) c join public.visit_names n on n.id = c.page
    ), origins as materialized (
      select s.name as source, g.name as campaign, o.currency, o.views, o.visits, o.carts, o.checkouts, o.orders, o.minor
        from (
          select c.source, c.campaign, null as currency, sum(c.views) as views, sum(c.visits) as visits, sum(c.carts) as carts,
              sum(c.checkouts) as checkouts, 0 as orders, 0 as minor
            from public.visit_counts c where c.page = 0 and c.day between p_from and p_to group by 1, 2
          union all
          select s.source, s.campaign, s.currency, 0, 0, 0, 0, sum(s.orders), sum(s.minor)
            from public.sales_by_source s where s.day between p_from and p_to group by 1, 2, 3
        ) o join public.visit_names s on s.id = o.source join public.visit_names g on g.id = o.campaign
    ), sources as (
      select o.source as name, sum(o.views) as views, sum(o.visits) as visits, sum(o.carts) as carts, sum(o.checkouts) as checkouts,
          sum(o.orders) as orders
        from origins o group by 1 order by visits desc, orders desc, views desc, name limit p_size
    ), campaigns as (
      select o.campaign as name, o.source, sum(o.views) as views, sum(o.visits) as visits, sum(o.carts) as carts,
          sum(o.checkouts) as checkouts, sum(o.orders) as orders
        from origins o where o.campaign <> '' group by 1, 2 order by visits desc, orders desc, views desc, name, source limit p_size
    ), paid as (
      select t.key as ebook_id, t.n as copies
        from public.totals_between('{books}', p_from::timestamp at time zone v_zone, (p_to + 1)::timestamp at time zone v_zone) t
    ), ebooks as (
      -- Titles of those with most only: in their order, until there are enough.
      select c.ebook_id, b.title, c.views, c.carts, c.checkouts, c.copies
        from (
          select coalesce(p.id, d.ebook_id) as ebook_id, coalesce(p.views, 0) as views, coalesce(p.carts, 0) as carts,
              coalesce(p.checkouts, 0) as checkouts, coalesce(d.copies, 0) as copies
            from (select substr(p.name, 13) as id, p.* from pages p where p.name like '/shop/ebook/%') p
            full join paid d on d.ebook_id = p.id
            order by views desc, copies desc, ebook_id offset 0
        ) c join public.ebooks_metadata b on b.id = c.ebook_id
        order by c.views desc, c.copies desc, c.ebook_id limit p_size
    ), episodes as (
      select e.slug, e.title, p.views, p.plays
        from pages p join public.episodes e on e.slug = substr(p.name, 10) where p.name like '/podcast/%'
        order by p.plays desc, p.views desc, e.slug limit p_size
    )
    select jsonb_build_object(
      'days', (
        select coalesce(jsonb_agg(to_jsonb(d) order by d.day), '[]') from (
          select c.day, sum(c.views) as views, sum(c.visits) as visits from counts c group by c.day) d),
      'sources', (
        select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('amounts', (
            select coalesce(jsonb_object_agg(m.currency, m.minor), '{}') from (
              select o.currency, sum(o.minor) as minor from origins o where o.source = s.name and o.currency is not null group by 1) m))
            order by s.visits desc, s.orders desc, s.views desc, s.name), '[]')
          from sources s),
      'campaigns', (
        select coalesce(jsonb_agg(to_jsonb(s) || jsonb_build_object('amounts', (
            select coalesce(jsonb_object_agg(o.currency, o.minor), '{}')
              from origins o where o.source = s.source and o.campaign = s.name and o.currency is not null))
            order by s.visits desc, s.orders desc, s.views desc, s.name, s.source), '[]')
          from campaigns s),
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object('name', p.name, 'views', p.views, 'visits', p.visits) order by p.views desc, p.name), '[]')
          from (select * from pages where views > 0 order by views desc, name limit p_size) p),
      'ebooks', (select coalesce(jsonb_agg(to_jsonb(b) order by b.views desc, b.copies desc, b.ebook_id), '[]') from ebooks b),
      'episodes', (select coalesce(jsonb_agg(to_jsonb(e) order by e.plays desc, e.views desc, e.slug), '[]') from episodes e)));
end
$$;
