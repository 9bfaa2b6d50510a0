-- Orders for admins: lists, the page of an order, and corrections.
set check_function_bodies = off;

-- Returns a page of the orders in a state, or of all paid orders, newest or oldest first. `p_is_backwards`: the page ends before the
-- position. Words are searched as in `list_users`. With a number, only the order with this number is returned; with a coupon's code, only
-- orders with that coupon. Days are those of the time zone, both included.
create function public.list_admin_orders(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer, p_coupon text default null, p_is_oldest boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_address text := case when p_number is null then public.address_pattern(p_words) end;
  v_words text := case when p_number is null then public.words_condition('o.search_text', p_words, false) end;
  -- A coupon has few orders, so they are found first and then searched for the words.
  v_coupon text := case when p_coupon is not null then format(
    'o.id in (select u.order_id from public.coupon_uses u join public.coupons c on c.id = u.coupon_id where c.code = %L)', p_coupon) end;
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_is_up boolean := p_is_backwards <> p_is_oldest;
  v_beyond text := case when v_is_up then '>' else '<' end;
  v_order text := format(case when v_is_up then '%s, o.id' else '%s desc, o.id desc' end, v_at);
  v_rows text := format('select o.* from public.orders o where %s and o.state not in (''open'', ''expired'')
      and ($1 is null or (%s, o.id) %s ($1, $2)) and ($5 is null or o.number = $5)
      and ($6 is null or %s >= $6) and ($7 is null or %s < $7)',
    case when p_state is null then 'o.paid_at is not null' else 'o.shown_state = $8' end, v_at, v_beyond, v_at, v_at);
  v_walk text := format('select array(select o::public.orders from (
      select * from (%s order by %s limit $4) o where %s limit $3) o)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select o::public.orders from found o order by %s limit $3)';
  v_from timestamptz := p_from::timestamp at time zone p_zone;
  v_to timestamptz := (p_to + 1)::timestamp at time zone p_zone;
  v_page public.orders[];
  v_further integer;
begin
  if v_coupon is not null then
    execute format(v_find, v_rows, concat_ws(' and ', v_coupon, v_words), v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif p_number is not null then
    execute format('select array(select o::public.orders from (%s) o)', v_rows)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_address is not null then
    execute format(v_find, v_rows, format('public.to_search_text(o.buyer_email) like %L', v_address), v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_words is null then
    execute format('select array(select o::public.orders from (%s order by %s limit $3) o)', v_rows, v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  else
    execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows(), p_number, v_from, v_to, p_state;
    v_further := public.further_rows(cardinality(v_page), p_size);
    if v_further is not null then
      execute v_walk into v_page using p_at, p_id, p_size + 1, v_further, p_number, v_from, v_to, p_state;
    end if;
    if cardinality(v_page) <= p_size then
      execute format(v_find, v_rows, public.words_condition('o.search_text', p_words, true), v_order)
        into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'orders', (
    select coalesce(jsonb_agg(public.order_json(o) order by case when p_is_oldest then coalesce(o.paid_at, o.created_at) end,
        case when p_is_oldest then o.id end, coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;

-- Returns the content of the admin's page of an order, or null.
create function public.get_admin_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with changes as (
      select * from public.audit_log c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
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
          -- A refund that was already counted as completed has its own event.
          union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
            where r.order_id = o.id and r.failed_at is not null and not exists (
              select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
          union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected', 'order_link_renewed')
        ) t),
      'audit_entries', (select coalesce(jsonb_agg(public.audit_entry_json(row(c.*)::public.audit_log) order by c.id desc), '[]') from changes c))
    from public.orders o where o.id = p_order_id);
end
$$;

-- Gives an order another address. Queued emails go there, and the books are sent again. The owner of that address takes the order over when
-- they sign in; until then the buyer keeps it. Outcome `corrected`; `changed` if the address is no longer `p_previous_email`; `refused` if
-- the order holds no money or its buyer was erased. Returns null if there is no such order.
create function public.correct_order_email(p_actor jsonb, p_order_id uuid, p_email text, p_previous_email text) returns jsonb
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
  if v_order.state not in ('paid', 'partly_refunded', 'waiting') or public.is_erased(v_order) then
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
  perform public.write_audit_log(p_actor, 'order_email_corrected', 'order', p_order_id::text,
    jsonb_build_object('buyer_email', p_previous_email), jsonb_build_object('buyer_email', p_email));
  return jsonb_build_object('outcome', 'corrected');
end
$$;

-- Sends an order's purchase email again like `resend_purchase_mail`, for an admin.
create function public.resend_mail_as_admin(p_actor jsonb, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_resent jsonb;
begin
  select public.resend_purchase_mail(o.holder, o.id) into v_resent from public.orders o where o.id = p_order_id;
  if v_resent->>'outcome' = 'queued' then
    perform public.write_audit_log(p_actor, 'order_email_resent', 'order', p_order_id::text, null, null);
  end if;
  return v_resent;
end
$$;
