-- Rights, letters and receipts after what rarely comes together:
-- a refund that names the paid books of an order leaves its free ones (`keeps_free_copies`);
-- an import that is undone gives back to its buyer what was paid for meanwhile; beside a Pix no other page sells its presents;
-- a boleto in the place of a Pix, and each Pix or boleto that was not paid, have a letter of their own;
-- a guest's receipt says what the guest wanted, also after another browser or an account took the order (`keep_receipt_buyer`);
-- a present whose letter went with its reader's account was not sent; a group's letter counts the seats that there are;
-- an announcement stays while a free order of the book can still be received.
-- best sellers of 90 days are those of 90 days, today included.
set check_function_bodies = off;

create or replace function public.undo_portion(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
  v_subjects uuid[];
  v_gone uuid[];
  v_readers jsonb;
  v_removed integer;
begin
  select * into v_import from public.imports where id = p_id and state = 'undoing' for update;
  if not found then
    return false;
  end if;
  v_subjects := array(
    select s.subject_id from public.import_subjects s where s.import_id = p_id and s.kept is null order by s.subject_id limit p_size);
  if v_subjects = '{}' then
    update public.imports set state = 'undone', undone_at = now() where id = p_id;
    return false;
  end if;
  -- Nobody begins to read, and no letter is answered, between the look and the removal.
  perform from public.imported_purchases p where p.id = any (v_subjects) order by p.id for update;
  perform from public.newsletter_subscribers n where n.id = any (v_subjects) order by n.id for update;
  update public.import_subjects s set kept = d.standing
    from public.standings_of_import(v_import, v_subjects) d
    where s.import_id = p_id and s.subject_id = d.subject_id and d.standing <> 'removed';
  -- What stays for another import is from now on what that one added.
  update public.import_subjects o set is_added = true
    from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept = 'elsewhere' and o.subject_id = s.subject_id and o.import_id <> p_id;
  v_gone := array(select s.subject_id from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null and s.is_added);
  if v_import.kind = 'purchases' then
    select coalesce(jsonb_agg(to_jsonb(r) order by r.uid), '[]') into v_readers
      from (
        select p.uid, array_agg(distinct p.ebook_id) as ebook_ids from public.imported_purchases p
          where p.id = any (v_gone) and p.uid is not null group by p.uid
      ) r;
    delete from public.imported_purchases p where p.id = any (v_gone);
    get diagnostics v_removed = row_count;
    -- A copy that they paid for here meanwhile became a present, and is their own again.
    perform public.settle_rights(r.uid, r.ebook_ids) from jsonb_to_recordset(v_readers) r (uid text, ebook_ids text[]);
  else
    delete from public.newsletter_subscribers n where n.id = any (v_gone);
    get diagnostics v_removed = row_count;
  end if;
  delete from public.import_subjects s where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null;
  update public.imports set removed = removed + v_removed where id = p_id;
  return true;
end
$$;

create or replace function public.pending_orders_of_book(p_ebook_id text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(distinct o.id) from public.order_copies c join public.orders o on o.id = c.order_id
      where c.ebook_id = p_ebook_id and (o.state in ('waiting', 'disputed') or (o.state = 'open' and o.session_id is not null) or public.receive_by(o) is not null));
end
$$;

create or replace function public.tell_of_claim(g public.gifts, o public.orders, p_uid text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_day date;
begin
  if p_uid = o.holder or exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null) then
    return;
  end if;
  for v_day in select (now() at time zone 'UTC')::date + n from generate_series(0, 1) n loop
    insert into public.outbox as m (key, kind, recipient, locale, payload, due_at)
      select 'gift_claimed:' || g.id || case when g.kind = 'group' then to_char(v_day, ':YYYY-MM-DD') else '' end,
          'gift_claimed', o.buyer_email, o.locale,
          jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'kind', g.kind, 'to_name', g.to_name, 'title', s.title, 'seats', s.seats, 'taken', s.taken),
          case when g.kind = 'group' then greatest(now(), v_day::timestamp at time zone 'UTC') + interval '6 hours' else now() end
        from (
          select min(c.title) as title, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
              count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as taken
            from public.order_copies c where c.gift_id = g.id
        ) s
      on conflict (key) do update set payload = excluded.payload
        where m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
    exit when found or g.kind = 'one';
  end loop;
end
$$;

create or replace function public.forget_gifts(p_uid text, p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g join public.orders o on o.id = g.order_id
    where o.buyer_uid = p_uid and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = ''
    from public.orders o where o.id = g.order_id and o.buyer_uid = p_uid;
  -- A letter that has not gone out goes with the address: the present was not sent.
  with kept_back as (
    delete from public.outbox m using public.gifts g
      where g.to_email = lower(p_email) and m.key = public.gift_mail_key(g) and m.sent_at is null and m.given_up_at is null
        and (m.claimed_until is null or m.claimed_until < now())
      returning g.id
  )
  update public.gifts g
    set to_name = '', to_email = null, is_withheld = false,
      send_at = case when g.is_withheld or g.id in (select k.id from kept_back k) then null else g.send_at end,
      letters = g.letters - (g.id in (select k.id from kept_back k))::integer
    where g.to_email = lower(p_email);
  update public.entitlements e set shows_name = false where e.uid = p_uid and e.shows_name;
end
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
  perform public.forget_gifts(p_uid, p_email);
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

  perform public.forget_reviews(p_uid);
  delete from public.reading_positions where uid = p_uid;
  delete from public.receipt_buyers b where b.uid = p_uid or b.uid in (select 'order:' || o.id from public.orders o where o.buyer_uid = p_uid);
  perform public.forget_imported_address(p_uid, p_email);
  delete from public.book_interest where email = lower(p_email);
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

create or replace function public.keeps_free_copies(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.order_copies c where c.order_id = o.id and c.paid_minor = 0 and not public.is_taken_back(c.id, false))
    and not exists (select from public.order_copies c where c.order_id = o.id and c.paid_minor > 0 and not public.is_taken_back(c.id, false));
end
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
  v_to_pay := nullif(p_facts->'to_pay', 'null');
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
    from jsonb_to_recordset(p_refunds) s (id uuid, state text, waits_for text, obstacle text)
    where r.order_id = p_order_id and r.id = s.id and r.state <> 'failed';
  perform public.share_goodwill(v_order);
  if v_order.state = 'refunded' and public.keeps_free_copies(v_order) then
    update public.orders set state = 'partly_refunded' where id = p_order_id returning * into v_order;
  end if;

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
          and (v_order.state <> v_before.state or (v_order.state = 'waiting' and (v_order.pay_with is distinct from v_before.pay_with
            or (v_order.pay_with = 'pix' and v_order.pay_by <> v_before.pay_by))))
      then 'purchase_' || v_order.state end,
    case when v_order.state = 'open' and v_before.state = 'waiting' then 'purchase_failed' end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order)
        || jsonb_build_object('account_deleted', v_is_deleted, 'is_by_hand', v_is_by_hand),
      -- Most who see a Pix pay it at once.
      now() + case when kind = 'purchase_waiting' and v_order.pay_with = 'pix' then interval '2 minutes' else interval '0' end
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  -- A Pix that was paid, that lapsed or in whose place there is another or a boleto is not asked for any more.
  if 'pix' in (v_order.pay_with, v_before.pay_with) then
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

create or replace function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text,
  p_takes_claimed boolean default false, p_evidence text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_parts jsonb;
  v_channel text := case when p_amount_minor = 0 then 'none' when p_evidence is null then 'stripe' else 'manual' end;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  select r.* into v_refund from public.order_refunds r where r.attempt_id = p_attempt_id;
  if found then
    return case
      when v_refund.order_id = p_order_id and v_refund.items is not distinct from p_items and v_refund.amount_minor = p_amount_minor
          and v_refund.channel = v_channel
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := coalesce(public.refund_obstacle(v_order), case when v_channel <> 'none' and not public.refund_channels(v_order) ? v_channel then 'method' end);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into v_parts from public.parts_to_refund(p_order_id, p_items) p;
  if v_order.currency <> p_currency or p_amount_minor > public.refundable_minor(v_order) or p_amount_minor is distinct from (
      select sum((p->>'minor')::integer) from jsonb_array_elements(v_parts) p)
    or jsonb_array_length(v_parts) < (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w)
    or not p_takes_claimed and exists (
      select from jsonb_array_elements(v_parts) p join public.order_copies c on c.id = (p->>'copy_id')::uuid
        where (p->>'takes_back')::boolean and public.refund_rank(c) = 2) then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by, channel, evidence, state)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email', v_channel, case when v_channel = 'manual' then p_evidence end,
      case when v_channel = 'none' then 'done' else 'pending' end)
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back, state)
    select v_refund.id, p.copy_id, p.minor, p.takes_back, v_refund.state
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean);
  if v_channel = 'none' then
    update public.orders o set checked_at = now(), state = case
        when o.refunded_minor = o.total_minor and not exists (
          select from public.order_copies c where c.order_id = o.id and not public.is_taken_back(c.id, false)) then 'refunded'
        else o.state end
      where o.id = p_order_id returning * into v_order;
    perform public.settle_rights(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  end if;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_admin_change(p_actor, case v_channel when 'none' then 'order_copies_taken_back' else 'order_refund_asked' end, 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items, 'channel', v_channel));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

create or replace function public.purchase_mail_key(o public.orders, kind text) returns text
language plpgsql stable security definer set search_path = '' set enable_sort = on set enable_seqscan = on
as $$
begin
  return kind || ':' || o.id || case when kind = 'purchase_refunded' then ':' || o.refunded_minor || (
      select case when count(*) > 1 then ':' || count(*) else '' end
        from (
          select e.kind as happened, sum(e.amount_minor) over (order by e.id) as given_back
            from public.order_events e where e.order_id = o.id and e.amount_minor is not null
        ) r
        where r.happened = 'refunded' and r.given_back = o.refunded_minor)
    when kind = 'purchase_waiting' and o.pay_with = 'pix' then ':' || extract(epoch from o.pay_by)::bigint
    when kind = 'purchase_failed' and o.pay_with is not null then ':' || o.pay_with || coalesce(':' || extract(epoch from o.pay_by)::bigint, '')
    else '' end;
end
$$;

create or replace function public.list_ebooks_of_pix(p_buyer_key text, p_ebook_ids text[], p_but uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', x.ebook_id, 'standing', 'waiting', 'order_id', x.id) order by x.ebook_id), '[]')
      from (
        select distinct on (c.ebook_id) c.ebook_id, o.id
          from public.orders o join public.order_copies c on c.order_id = o.id
          where o.buyer_key = p_buyer_key and o.state = 'waiting' and o.pay_with = 'pix' and o.canceled_at is null
            and o.id is distinct from p_but and c.gift_id is not null and c.ebook_id = any (p_ebook_ids)
          order by c.ebook_id, o.created_at desc
      ) x);
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

create or replace function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := (select o.buyer_key from public.orders o where o.id = p_order_id);
  v_ebook_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id);
  v_own_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id and c.gift_id is null);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open';
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_bought_ebooks(v_buyer_key, v_own_ids) <> '[]' or public.list_ebooks_of_pix(v_buyer_key, v_ebook_ids, p_order_id) <> '[]' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_key = v_buyer_key and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and c.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

create or replace function public.keep_receipt_buyer(o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.receipt_buyers (uid, name, tax_id, changed_at)
    select 'order:' || o.id, b.name, b.tax_id, b.changed_at from public.receipt_buyers b
      where b.uid = o.buyer_key and o.buyer_uid is null and o.paid_at is null
    on conflict (uid) do update set name = excluded.name, tax_id = excluded.tax_id, changed_at = excluded.changed_at
$$;

create or replace function public.send_new_link(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_kind text;
begin
  perform public.keep_receipt_buyer(o);
  update public.orders x set link_generation = x.link_generation + 1, guest_digest = null where x.id = o.id returning x.* into v_order;
  v_kind := case v_order.state when 'waiting' then 'purchase_waiting' else 'purchase_paid' end;
  update public.outbox m set payload = m.payload || jsonb_build_object('link_generation', v_order.link_generation)
    where m.recipient = v_order.buyer_email and m.payload->>'id' = v_order.id::text and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, v_kind) || ':again:' || gen_random_uuid(), v_kind, v_order.buyer_email, v_order.locale,
        public.order_mail_payload(v_order)
      where not exists (
        select from public.purchase_mails(v_order) m
          where m.kind = v_kind and m.sent_at is null and m.given_up_at is null
            and (m.payload->>'link_generation')::integer = v_order.link_generation);
end
$$;

create or replace function public.take_over_orders(p_uid text, p_verified_email text, p_with_unpaid boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_taken uuid[];
  v_from text[];
  v_ebook_ids text[];
begin
  if not exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    return;
  end if;
  perform public.keep_receipt_buyer(o) from public.orders o
    where o.claimable_by = lower(p_verified_email) and (p_with_unpaid or o.state not in ('open', 'expired'));
  with taken as (
    update public.orders o
      set buyer_uid = p_uid, claimable_by = null, guest_digest = null,
        attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
      from (
        select x.id, x.holder from public.orders x
          where x.claimable_by = lower(p_verified_email) and (p_with_unpaid or x.state not in ('open', 'expired'))
          order by x.id for update) before
      where o.id = before.id
      returning o.id, o.state, before.holder as from_holder
  ), noted as (
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_holder <> p_uid
  )
  select array_agg(t.id), array_agg(distinct t.from_holder) into v_taken, v_from from taken t where t.from_holder <> p_uid;
  if v_taken is null then
    return;
  end if;
  select array_agg(distinct c.ebook_id) into v_ebook_ids from public.order_copies c where c.order_id = any (v_taken);
  -- Always in the same order, so that two of these wait for each other in one direction only.
  perform public.settle_rights(r.uid, v_ebook_ids) from (select uid from unnest(v_from || p_uid) uid order by uid) r;
  -- Of two orders that were taken over together the later one tells.
  insert into public.order_events (order_id, kind)
    select o.id, 'paid_twice'
      from public.orders o
      where o.id = any (v_taken) and exists (
        select from unnest(public.books_of_order(o.id)) b cross join lateral (select public.paid_also_in(o, b) as also) t
          where t.also is not null and not ((t.also->>'id')::uuid = any (v_taken) and (t.also->>'number')::bigint > o.number));
  if not p_with_unpaid then
    -- A mail that waits says then what is so now; one that is being handed over, or was, says what was.
    with told as (
      select o.* from public.orders o
        where o.id = any (v_taken) and o.state in ('paid', 'partly_refunded')
          and exists (select from public.gifts g where g.order_id = o.id and g.is_spare)
    ), renewed as (
      update public.outbox m set payload = public.order_mail_payload(t)
        from told t cross join lateral public.purchase_mails(t) w
        where m.id = w.id and m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
          and coalesce(m.claimed_until <= now(), true)
        returning t.id
    )
    insert into public.outbox (key, kind, recipient, locale, payload)
      select public.purchase_mail_key(t, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid', t.buyer_email, t.locale,
          public.order_mail_payload(t)
        from told t where not exists (select from renewed r where r.id = t.id);
  end if;
  insert into public.reading_positions (uid, ebook_id, page, read_at)
    select distinct on (r.ebook_id) p_uid, r.ebook_id, r.page, r.read_at from public.reading_positions r
      where r.uid = any (v_from) and r.uid like 'order:%' order by r.ebook_id, r.read_at desc
    on conflict (uid, ebook_id) do nothing;
  delete from public.reading_positions r where r.uid = any (v_from) and r.uid like 'order:%';
end
$$;

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
  delete from public.receipt_buyers b where (b.uid like 'guest:%' or b.uid like 'order:%') and b.changed_at < now() - public.rule('keep_unpaid_guest_orders');
$$;

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
      from (values (o.buyer_key)) u (uid)
      left join lateral (
        select x.name, x.tax_id from public.receipt_buyers x where x.uid in (u.uid, 'order:' || o.id) order by x.changed_at desc, x.uid limit 1
      ) b on true;
    delete from public.receipt_buyers b where b.uid = 'order:' || o.id;
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

create or replace function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with counts as (
      select p.name, jsonb_build_object(
          'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
          'amounts', public.amounts('orders', p.since, 'infinity'),
          'refunds', public.amounts('refunds', p.since, 'infinity'),
          'fees', public.amounts('fees', p.since, 'infinity'),
          'disputes', public.amounts('disputes', p.since, 'infinity')) as value
        from (values ('today', p_day), ('week', p_week), ('month', p_month)) p (name, since)
    )
    select jsonb_object_agg(c.name, c.value) || jsonb_build_object(
      'completed', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t),
      'users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', '-infinity', 'infinity') t),
      'new_users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', p_week, 'infinity') t),
      'top', public.top_books(public.span_start('day', now() - public.rule('best_sellers') + interval '1 day', public.totals_zone()), 'infinity', 5),
      'changes', (
        select coalesce(jsonb_agg(public.admin_change_json(a) order by a.id desc), '[]')
          from (select * from public.admin_changes order by id desc limit 5) a))
    from counts c);
end
$$;
