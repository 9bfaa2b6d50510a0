-- A refund of any part of an order, whose books the buyer keeps or gives back. An order that gave all its money back is shown as refunded.
set check_function_bodies = off;

alter table public.orders add column shown_state text not null
  generated always as (case when state = 'partly_refunded' and refunded_minor = total_minor then 'refunded' else state end) stored;
drop index public.orders_by_state;
create index orders_by_state on public.orders (shown_state, coalesce(paid_at, created_at) desc, id desc) where state not in ('open', 'expired');

alter table public.order_refunds
  add column keeps_access boolean not null default false,
  add column reason text not null default '' check (char_length(reason) <= 1000),
  drop constraint order_refunds_obstacle_check,
  add constraint order_refunds_obstacle_check check (obstacle in ('not_paid', 'disputed', 'already_refunded', 'method', 'balance', 'refused',
    'returned', 'canceled', 'less_left')),
  add constraint order_refunds_none_takes_back check (channel <> 'none' or not keeps_access);
alter table public.refund_parts
  add column withheld_minor integer not null default 0,
  add column leaves_copy boolean not null default false,
  add constraint refund_parts_leaves_or_takes check (not (takes_back and leaves_copy));

drop function public.keeps_free_copies(public.orders);
drop function public.parts_to_refund(uuid, jsonb);
drop function public.begin_refund(jsonb, uuid, uuid, jsonb, integer, text, boolean, text);

-- An order as its buyer and the admin see it in a list, with how its dispute stands, and of each book its copies. Each book is looked up:
-- without statistics a join reads the whole catalogue for every order. API processes of the release before want `paid_also_in` in each
-- order; what it is `whole_order_json` says.
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
    'refunded_minor', o.refunded_minor, 'state', o.shown_state, 'is_delivered', o.state in ('paid', 'partly_refunded'), 'created_at', o.created_at, 'paid_at', o.paid_at,
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

-- An order as the letters about it are written from: without what no letter tells, its account and its payment page, and without what the
-- row of the letter says itself, its language and whether it was sent.
create or replace function public.order_mail_payload(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.whole_order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale', 'is_delivered'];
end
$$;

-- A page of the orders in a state, or of all that were paid, newest first; `p_is_backwards`: the page before the position. With words
-- like `list_users`; with a number the one order that has it; with a coupon's code those with that coupon. Days are those of the time zone,
-- both included.
create or replace function public.list_admin_orders(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer, p_coupon text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_address text := case when p_number is null then public.address_pattern(p_words) end;
  v_words text := case when p_number is null then public.words_condition('o.search_text', p_words, false) end;
  -- Few orders have it: they are found first, and the words looked for in them.
  v_coupon text := case when p_coupon is not null then format(
    'o.id in (select u.order_id from public.coupon_uses u join public.coupons c on c.id = u.coupon_id where c.code = %L)', p_coupon) end;
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := format(case when p_is_backwards then '%s, o.id' else '%s desc, o.id desc' end, v_at);
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
    select coalesce(jsonb_agg(public.order_json(o) order by coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;

-- Deletes the data of an account in one transaction. Paid orders stay, without the buyer's name and reason, because tax law asks for them.
-- Orders without money and gifts lose the address too, at once or (see sweep) when no money can arrive any more. `p_email` is the verified
-- address of the account, or null: an unverified address may belong to another person, so nothing is deleted by it. The API writes to that
-- address once and names only what is kept. Unsent emails to the owner lose what the account wrote. Emails to the new owner of an order
-- with a corrected address stay. `outcome`: `open_sessions` while the buyer can still pay, with the sessions to be closed first, and nothing
-- is deleted; no others can come, but from a checkout that begins after this call. `last_owner` of the team, who stays. Else `deleted`. A
-- second call finds nothing more to do.
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

  -- Emails to these addresses, and emails about their orders that went to an address before it was corrected.
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
  -- The recipient of an unsent email has no library any more.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails) and m.kind <> 'account_deleted';
  -- Emails about an order that its new owner has not claimed yet stay, without the buyer's name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- The copies for the owner.
  delete from public.outbox m where m.kind = 'contact_received' and m.payload->>'email' = lower(p_email);
  perform public.forget_in_mails(array(select o.id from public.orders o where o.buyer_uid = p_uid));

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.order_refunds r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid and r.reason <> '';
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
      select coalesce(jsonb_agg(public.whole_order_json(o) - array['buyer_uid', 'email', 'is_delivered'] || jsonb_build_object(
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

-- Erases the guest orders of this address that no account claimed. Their links stop working, and only the data that the law asks for stays.
-- A boleto cannot be canceled, so its buyer still gets the emails about it.
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
  update public.order_refunds r set reason = '' where r.order_id = any (v_ids) and r.reason <> '';
  perform public.forget_in_mails(v_ids);
  -- The recipient of an unsent email has no working link any more.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}'
    where m.recipient = p_email and (m.kind like 'purchase%' or m.kind like 'refund%') and m.sent_at is null and m.given_up_at is null
      and m.payload->>'id' in (select id::text from unnest(v_ids) id);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g where g.order_id = any (v_ids) and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = '' where g.order_id = any (v_ids);
end
$$;

-- The titles of an order that can be read, by its buyer or as a gift, or those that cannot; none while its payment is disputed.
create or replace function public.titles_of_order(o public.orders, p_readable boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(t.title order by t.title), '[]')
      from (
        select c.title
          from public.order_copies c where c.order_id = o.id and o.state <> 'disputed'
          group by c.title, c.ebook_id
          having p_readable = (bool_or(public.gives_right(o, c.id))
            or exists (select from public.reading_rights r where r.uid = o.holder and r.ebook_id = c.ebook_id))
      ) t);
end
$$;

-- Brings an order to the state that the payment provider reported: its state, entitlements and email change in one transaction. A sync that
-- is not newer than the last applied one changes nothing. `p_refunds`: [{ id, state, waits_for, obstacle }], as Stripe reports them. A refund
-- that succeeded is done, a pending one is kept, a failed one stays failed. Money that went back without a refund of ours is shared out over
-- the copies (see share_goodwill). Refunds that an admin sent without Stripe count in addition. A refunded copy gives no entitlement.
-- `p_facts` (payment to be made, method, disputes, `received` when another amount than the total was paid) is kept with the state. A change
-- that this sync is the first to see becomes an order event with its moment and amount, and so does a book that was paid twice. A refund
-- that is pending or returned by the bank closes the buyer's request for it, even a declined one; a refund that fails opens it again. An email
-- about a deleted account says so to the owner. The caller compares the total (fulfil.ts); an order with `received` gives no entitlement.
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
  v_is_first_money boolean;
  v_reason text;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- An order that its buyer canceled stays failed until a payment arrives. A session that expires after it gave a boleto or a Pix has failed.
  v_state := case
    when p_state in ('open', 'waiting', 'expired') and v_before.canceled_at is not null then 'failed'
    when p_state = 'expired' and v_before.pay_with is not null then 'failed'
    else p_state end;
  select string_agg(r.reason, E'\n\n' order by r.requested_at, r.id) into v_reason
    from public.order_refunds r
    where r.order_id = p_order_id and r.state = 'pending' and r.reason <> ''
      and (r.channel = 'manual' or r.id in (select s.id from jsonb_to_recordset(p_refunds) s (id uuid, state text) where s.state = 'done'));
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
  if v_order.state = 'refunded' and public.leaves_copies(v_order) then
    update public.orders set state = 'partly_refunded' where id = p_order_id returning * into v_order;
  end if;

  insert into public.disputes as d (id, order_id, reason, amount_minor, currency, state, due_by, is_refundable, evidence_at, opened_at, closed_at)
    select s.id, p_order_id, s.reason, s.amount_minor, s.currency, s.state, s.due_by, coalesce(s.is_refundable, false),
        case when s.is_answered and s.state <> 'needs_response' then now() end, s.opened_at,
        case when s.state in ('won', 'lost', 'closed') then now() end
      from jsonb_to_recordset(p_facts->'disputes') s
        (id text, reason text, amount_minor integer, currency text, state text, due_by timestamptz, is_refundable boolean, is_answered boolean,
          opened_at timestamptz)
    on conflict (id) do update
      set reason = excluded.reason, amount_minor = excluded.amount_minor, currency = excluded.currency, state = excluded.state,
        -- Of an inquiry that was refunded nothing is left to refund.
        due_by = excluded.due_by, is_refundable = excluded.is_refundable or (d.is_refundable and v_order.state = 'refunded'),
        evidence_at = case when excluded.evidence_at is not null then coalesce(d.evidence_at, excluded.evidence_at) end,
        closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end;

  update public.refund_requests r
    set decision = case when s.goes_back then 'refunded' end, decided_at = case when s.goes_back then now() end, note = null
    from (
      select s.change > 0 or exists (select from public.disputes d where d.order_id = p_order_id and d.state = 'lost') as goes_back, s.change
        from (select v_order.refunded_minor + v_order.refund_pending_minor - v_before.refunded_minor - v_before.refund_pending_minor as change) s
    ) s
    where r.order_id = p_order_id
      and ((r.decision is distinct from 'refunded' and s.goes_back) or (r.decision = 'refunded' and not s.goes_back
        -- The bank took back what it had given back, too.
        and (s.change < 0 or v_order.refunded_minor + v_order.refund_pending_minor = 0)));

  perform public.settle_rights(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_receipts(v_order);

  -- Money that was contested before it was seen is there once the bank has decided; what it paid for may have been bought again meanwhile.
  -- Whose mails were erased has had this one.
  v_is_first_money := v_order.state in ('paid', 'partly_refunded') and (v_before.paid_at is null or (v_before.state = 'disputed'
    and not public.is_forgotten(v_order) and not exists (select from public.outbox m where m.key = public.purchase_mail_key(v_order, 'purchase_paid'))));
  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where ((v_before.paid_at is null and v_order.paid_at is not null)
          or (v_before.state = 'disputed' and v_order.state in ('paid', 'partly_refunded')))
        and not exists (select from public.order_events e where e.order_id = p_order_id and e.kind = 'paid_twice')
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_is_first_money then 'purchase_paid' end,
    -- Who paid another amount waits for the owner, not for a payment.
    case when v_order.received is null and v_order.state in ('waiting', 'failed')
          and (v_order.state <> v_before.state or (v_order.state = 'waiting' and (v_order.pay_with is distinct from v_before.pay_with
            or (v_order.pay_with = 'pix' and v_order.pay_by <> v_before.pay_by))))
      then 'purchase_' || v_order.state end,
    case when v_order.state = 'open' and v_before.state = 'waiting' then 'purchase_failed' end,
    case when v_order.paid_at is not null and v_order.refunded_minor > v_before.refunded_minor then 'purchase_refunded' end
  ], null);
  v_is_deleted := public.is_forgotten(v_order);
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_mail_payload(v_order)
        || jsonb_build_object('account_deleted', v_is_deleted, 'is_by_hand', v_is_by_hand,
          'went_back_minor', v_order.refunded_minor - v_before.refunded_minor)
        || case when kind = 'purchase_refunded' then jsonb_build_object('went_back_at', now(), 'reason', v_reason,
          'kept_titles', public.titles_of_order(v_order, true), 'ended_titles', public.titles_of_order(v_order, false)) else '{}' end,
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

-- Whether readers keep copies of an order that gave all its money back: the owner left a copy to its reader with a refund, or refunds took
-- back each paid copy by name and others cost nothing.
create or replace function public.leaves_copies(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
      select from public.order_copies c join public.refund_parts p on p.copy_id = c.id
        where c.order_id = o.id and p.leaves_copy and p.state = 'done' and not public.is_taken_back(c.id, false))
    or (exists (select from public.order_copies c where c.order_id = o.id and c.paid_minor = 0 and not public.is_taken_back(c.id, false))
      and not exists (select from public.order_copies c where c.order_id = o.id and c.paid_minor > 0 and not public.is_taken_back(c.id, false)));
end
$$;

-- What the shop owes for a copy that was taken back: the money that is kept because another refund failed afterwards, without what the
-- owner withheld.
create or replace function public.owed_for(c public.order_copies) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when public.is_taken_back(c.id, false) then greatest(0, public.kept_minor(c) - (
    select coalesce(sum(p.withheld_minor), 0)::integer from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed')) else 0 end;
end
$$;

-- What is to be sent of an order's copies that were taken back, see owed_for.
create or replace function public.owed_minor(o public.orders) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(public.owed_for(c)), 0)::integer
      from public.order_copies c where c.order_id = o.id and o.state in ('paid', 'partly_refunded'));
end
$$;

-- The parts of a refund. `p_items` names copies: of each book the last ones that are left (see refund_rank); null is every copy that is left
-- and all that is kept of the others; an empty list is what is owed. `p_amount_minor` is shared out over these copies in proportion to what
-- can go back of each, to the last cent by the largest remainders; null is all of that. `p_takes_back`: the copies go back, too.
create or replace function public.parts_to_refund(
  p_order_id uuid, p_items jsonb, p_amount_minor integer default null, p_takes_back boolean default true
) returns table (copy_id uuid, minor integer, takes_back boolean, withheld_minor integer, leaves_copy boolean)
language sql stable security definer set search_path = ''
as $$
  with copies as (
    select x.id, x.ebook_id, x.no, public.kept_minor(x) as kept, public.owed_for(x) as owed, l.is_left,
        row_number() over (partition by x.ebook_id, l.is_left order by public.refund_rank(x), x.no desc) as place
      from public.order_copies x cross join lateral (select not public.is_taken_back(x.id, true) as is_left) l
      where x.order_id = p_order_id
  ), chosen as (
    select c.*, (case when p_items = '[]' then c.owed else c.kept end)::bigint as base
      from copies c
      where case when c.is_left
        then p_items is null or c.place <= (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w where w->>'ebook_id' = c.ebook_id)
        else (p_items is null and c.kept > 0) or (p_items = '[]' and c.owed > 0) end
  ), wholes as (
    select h.*, greatest(1, sum(h.base) over ())::bigint as whole, coalesce(p_amount_minor, sum(h.base) over ())::bigint as amount from chosen h
  ), floors as (
    select w.*, w.amount * w.base / w.whole as share, w.amount - sum(w.amount * w.base / w.whole) over () as rest,
        row_number() over (order by w.amount * w.base % w.whole desc, w.ebook_id, w.no) as nth
      from wholes w
  ), shares as (
    select f.*, (f.share + (f.nth <= f.rest)::integer)::integer as given from floors f
  )
  select s.id, s.given, s.is_left and p_takes_back,
      case when s.is_left then case when p_takes_back then s.kept - s.given else 0 end else -greatest(0, s.given - s.owed) end,
      s.is_left and not p_takes_back and s.given > 0 and s.given = s.kept
    from shares s
$$;

-- A refund as the admin's page of an order shows it.
create or replace function public.refund_json(r public.order_refunds) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', r.id, 'order_id', r.order_id, 'items', r.items, 'amount_minor', r.amount_minor, 'state', r.state,
      'waits_for', r.waits_for, 'obstacle', r.obstacle, 'channel', r.channel, 'evidence', r.evidence, 'keeps_access', r.keeps_access,
      'reason', r.reason, 'requested_by', r.requested_by, 'requested_at', r.requested_at,
      'session_id', o.session_id, 'payment_intent_id', o.payment_intent_id)
    from public.orders o where o.id = r.order_id);
end
$$;

-- Decides on a refund and writes it down before anybody is asked for money. `p_evidence`: the owner sent it by hand. `p_items`: [{ ebook_id,
-- quantity }], each book once, or null or empty (see parts_to_refund). `p_left_minor`: what could go back as the admin saw it; then any part
-- of it may, and without it only all that the copies give back. `p_keeps_access`: the copies stay with their readers. `p_reason`: words to
-- the buyer. outcome `begun`, also for an attempt that was begun before; `attempt_reused` when that was for something else; `refused` with
-- the obstacle, `method` when money does not go back by this way; `changed` when these books or this amount are not what can go back now, or
-- when a gift would be taken from its reader and not `p_takes_claimed`. Null without such an order. Copies for which there is no money are
-- taken back at once, without Stripe and without a letter, as a book that was given is; an order of which no money is kept is over with its last.
create or replace function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text,
  p_takes_claimed boolean default false, p_evidence text default null, p_left_minor integer default null,
  p_keeps_access boolean default false, p_reason text default ''
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_parts jsonb;
  v_whole_minor integer;
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
          and v_refund.channel = v_channel and v_refund.keeps_access = p_keeps_access
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := coalesce(public.refund_obstacle(v_order), case when v_channel <> 'none' and not public.refund_channels(v_order) ? v_channel then 'method' end);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  select coalesce(sum(p.minor), 0) into v_whole_minor from public.parts_to_refund(p_order_id, p_items) p;
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into v_parts
    from public.parts_to_refund(p_order_id, p_items, p_amount_minor, not p_keeps_access) p;
  if v_order.currency <> p_currency
    or p_amount_minor > least(v_whole_minor, public.refundable_minor(v_order))
    or (p_amount_minor = 0 and (v_whole_minor > 0 or p_keeps_access))
    or (p_left_minor is null and p_amount_minor < v_whole_minor) or p_left_minor <> public.refundable_minor(v_order)
    or v_parts = '[]'
    or jsonb_array_length(v_parts) < (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w)
    or not p_takes_claimed and exists (
      select from jsonb_array_elements(v_parts) p join public.order_copies c on c.id = (p->>'copy_id')::uuid
        where (p->>'takes_back')::boolean and public.refund_rank(c) = 2) then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by, channel, evidence, state, keeps_access, reason)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email', v_channel, case when v_channel = 'manual' then p_evidence end,
      case when v_channel = 'none' then 'done' else 'pending' end, p_keeps_access, p_reason)
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back, withheld_minor, leaves_copy, state)
    select v_refund.id, p.copy_id, p.minor, p.takes_back, p.withheld_minor, p.leaves_copy, v_refund.state
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean, withheld_minor integer, leaves_copy boolean);
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
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items, 'channel', v_channel)
      || case when v_channel = 'none' then '{}' else jsonb_build_object('keeps_access', p_keeps_access) end);
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

-- The documents of an order, oldest first. `refund`: of a credit note, the owner's decision about the access and words to the buyer.
create or replace function public.receipts_json(o public.orders) returns jsonb
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

-- Returns the incidents at `p_now`. `label`: its name for people. `detail`: the reason, in the words of the service that refused, or a word of ours.
-- An order is delivered by the letter with the books only.
create or replace function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.last_error is not null
        order by m.due_at limit 1), (
        select m.last_error from public.outbox m
          where m.given_up_at >= s.since and m.kind not in ('newsletter_moved', 'owner_alert') and m.last_error ~ '^5\d\d[ -](?!5\.1\.)'
          order by m.given_up_at desc limit 1), '')
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
      and exists (
        select from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where p.refund_id = r.id and public.kept_minor(c) > 0 and not public.is_taken_back(c.id, true))
      -- A gift of money is over with the next refund.
      and not (r.keeps_access and exists (
        select from public.order_refunds n where n.order_id = r.order_id and n.state <> 'failed' and n.requested_at > r.failed_at))
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
    where o.state = 'waiting' and o.received is null and public.overdue_at(o) < p_now
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
  -- The three kinds above cover these jobs.
  select 'job_failing', l.name, l.name, l.since, l.error
    from public.late_jobs(p_now) l
    where l.since < p_now - interval '15 minutes' and l.name not in ('reconciliation', 'videos', 'mailbox')
  union all
  select 'job_failing', w.job || ':' || w.unit, w.job || ': ' || w.label, w.failed_at, w.error from public.failed_work w
    -- A unit that is still wanted failed again within the last day.
    where w.failures >= 3 and w.failed_at > p_now - interval '25 hours'
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
