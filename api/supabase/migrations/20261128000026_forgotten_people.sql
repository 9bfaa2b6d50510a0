-- Rights and mails of people who were forgotten stay ended. A series is for whom it is for. A task that was put off goes with its
-- cause. For a moment after a price changed, nothing is kept for long. What a guest wants on a receipt is for one purchase. Mail that waits for
-- its day is not stuck.
set check_function_bodies = off;

-- Whether this channel was ever read: all of it, or some of its episodes while it is read anew.
create or replace function public.was_read(s public.channel_sync) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return s.whole_at is not null or exists (select from public.episodes e where e.channel_id = s.channel_id);
end
$$;

-- Whether the channel was ever read. While the owner has published none, the configured one is the only one that is read. That the job
-- succeeded says nothing: without a channel it has nothing to do.
create or replace function public.has_read_channel() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.channel_sync s
      where public.was_read(s) and s.channel_id = coalesce(
        (select c.body->>'id' from public.content_versions c where c.key = 'channel' order by c.version desc limit 1), s.channel_id));
end
$$;

-- How the last reading of the channel went and what it brought, and how many episodes there are. `synced_at`: the last one that succeeded.
create or replace function public.get_channel(p_channel_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'read_at', case when public.was_read(s) or (s.channel_id is not null and j.last_error is not null) then j.last_run_at end,
      'synced_at', case when public.was_read(s) then j.last_success_at end,
      'last_error', j.last_error, 'is_reading', coalesce(j.lease_until > now(), false),
      'added', coalesce(s.added, 0), 'changed', coalesce(s.changed, 0), 'removed', coalesce(s.removed, 0),
      'shown', t.total, 'hidden', (select count(*) from public.episodes e where e.is_hidden and e.removed_at is null))
    from public.shown_totals t
    left join public.jobs j on j.name = 'videos'
    left join public.channel_sync s on s.channel_id = p_channel_id
    where t.list = 'episodes');
end
$$;

-- Whether this reader had their account deleted, or asked as a guest to be forgotten. `p_uid`: an account, or the holder of a guest's order.
create or replace function public.is_forgotten_reader(p_uid text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null)
    or exists (select from public.orders o where o.holder = p_uid and o.buyer_uid is null and o.claimable_by is null);
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
  perform public.take_spares_back(p_uid, p_ebook_ids);
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

-- Writes the mail about a new version to the next owners who were not forgotten, each of whom is written to once for it, at the address and in the language
-- of the latest order or imported purchase. False when none is left.
create or replace function public.announce_version(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.ebook_announcements;
  v_uids text[];
begin
  select * into v_next from public.ebook_announcements order by ebook_id, version limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  v_uids := array(
    select distinct r.uid from public.reading_rights r
      where r.ebook_id = v_next.ebook_id and r.uid > v_next.told_up_to
      order by r.uid limit p_limit
  );
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'ebook_updated:' || v_next.ebook_id || ':' || v_next.version || ':' || owner.uid, 'ebook_updated', r.email, r.locale,
        jsonb_build_object('title', b.title, 'buyer_name', r.name) || r.link
      from unnest(v_uids) as owner (uid)
      join public.ebooks_metadata b on b.id = v_next.ebook_id
      cross join lateral (
        select case when o.holder <> owner.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
            coalesce(case when o.holder = owner.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
            case when o.holder = owner.uid and o.buyer_uid is null then jsonb_build_object('id', o.id, 'link_generation', o.link_generation)
              else '{}' end as link
          from public.reading_rights r
          left join public.orders o on o.id = r.by_id
          left join public.imported_purchases i on i.id = r.by_id
          left join public.users u on u.uid = owner.uid
          where r.uid = owner.uid and r.ebook_id = v_next.ebook_id
          order by r.granted_at desc, o.number desc nulls last limit 1
      ) r
      where r.email is not null and not public.is_forgotten_reader(owner.uid)
    on conflict (key) do nothing;
  if cardinality(v_uids) < p_limit then
    delete from public.ebook_announcements where ebook_id = v_next.ebook_id and version = v_next.version;
  else
    update public.ebook_announcements set told_up_to = v_uids[p_limit] where ebook_id = v_next.ebook_id and version = v_next.version;
  end if;
  return true;
end
$$;

-- What the owner and the team were written about these orders says no name and no reason any more. A request for money that has not gone out
-- still does, without them; letters about disputes stay, as each is written once.
create or replace function public.forget_in_mails(p_order_ids uuid[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.outbox m
    where m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
      and m.payload->>'id' in (select id::text from unnest(p_order_ids) id);
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select id::text from unnest(p_order_ids) id);
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    where m.kind in ('dispute_opened', 'dispute_due') and m.payload->>'id' in (select id::text from unnest(p_order_ids) id);
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
    where m.recipient = p_email and m.kind like 'purchase%' and m.sent_at is null and m.given_up_at is null
      and m.payload->>'id' in (select id::text from unnest(v_ids) id);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g where g.order_id = any (v_ids) and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = '' where g.order_id = any (v_ids);
end
$$;

-- Removes what a person left behind: every account with the address (see `delete_account`), and what came with the address alone. outcome
-- `deleted` with the uids whose sessions are over; `open_sessions` as there; `is_in_team` for a member of the team. Null without such a person.
create or replace function public.delete_person(p_actor jsonb, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_locale text;
  v_uids text[] := '{}';
  v_removal jsonb;
begin
  select * into v_person from public.people p where p.id = p_id;
  if not found then
    return null;
  end if;
  if exists (select from public.accounts_of_person(v_person) a join public.team m on m.uid = a.uid) then
    return jsonb_build_object('outcome', 'is_in_team');
  end if;
  select jsonb_build_object('outcome', 'open_sessions', 'sessions', jsonb_agg(o.session_id)) into v_removal
    from public.orders o
    where (o.buyer_uid in (select a.uid from public.accounts_of_person(v_person) a) or o.buyer_uid is null and o.claimable_by = v_person.email)
      and public.has_open_page(o) and o.session_id is not null
    having count(*) > 0;
  if v_removal is not null then
    return v_removal;
  end if;
  -- Before anything goes that tells it.
  v_locale := public.language_of_person(v_person);
  for v_user in select * from public.accounts_of_person(v_person) loop
    v_removal := public.delete_account(v_user.uid, case when not v_user.is_newcomer then v_person.email end, v_locale);
    -- A checkout that began meanwhile: what is deleted by then stays so, and the call is repeated.
    if v_removal->>'outcome' = 'open_sessions' then
      return v_removal;
    end if;
    v_uids := v_uids || v_user.uid;
  end loop;
  perform public.forget_gifts(null, v_person.email);
  perform public.forget_guest_orders(v_person.email);
  delete from public.book_interest where email = v_person.email;
  perform public.forget_imported_address(null, v_person.email);
  delete from public.newsletter_subscribers where email = v_person.email;
  delete from public.contact_messages where email = v_person.email;
  delete from public.team_invitations where email = v_person.email;
  -- What is still on its way about a purchase tells of what was paid.
  delete from public.outbox m
    where (m.recipient = v_person.email and m.kind <> 'account_deleted'
        and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%'))
      or (m.kind = 'contact_received' and m.payload->>'email' = v_person.email);
  delete from public.people where email = v_person.email;
  perform public.note_admin_change(p_actor, 'person_deleted', 'person', p_id::text, null, null);
  return jsonb_build_object('outcome', 'deleted', 'uids', to_jsonb(v_uids));
end
$$;

-- Removes what an account left behind, in one step. Paid orders stay as the tax law asks, without name and reason; of orders without money,
-- and of books that were given, the address goes too, at once or (see sweep) when it is sure that no money comes. `p_email` is the
-- account's verified address, or null: nothing is removed by an address that may be another person's. That address is told so, once, with
-- nothing but what is kept. Mail to the owner that has not gone out loses what the account wrote; mail to the new owner of an order whose
-- address was corrected stays. `outcome`: `open_sessions` while the buyer can still pay, with the sessions to be closed first, and nothing
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
  -- The copies for the owner.
  delete from public.outbox m where m.kind = 'contact_received' and m.payload->>'email' = lower(p_email);
  perform public.forget_in_mails(array(select o.id from public.orders o where o.buyer_uid = p_uid));

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
        from public.orders o join public.receipt_buyers b on b.uid in (o.buyer_key, 'order:' || o.id)
        where o.buyer_uid is null and o.claimable_by = lower(p_email) order by b.changed_at desc, b.uid limit 1)),
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

-- The readers to whom a step goes now, whether the series is on or not. Each gets the first step that is ahead of them, and no later one
-- while that one is to come or is more than 30 days late: a reader who would be so late is let go. One who got any letter within a day, or
-- is about to, waits. A step is got again by a reader who left and came back; a text that another letter brought is not.
create or replace function public.series_turns()
returns table (letter_id uuid, post_id uuid, subscriber_id uuid, generation integer, locale text, is_imported boolean, due_at timestamptz)
language sql stable security definer set search_path = '' set jit = off
as $$
  with steps as materialized (
    select s.letter_id, s.post_id, s.after_days, s.placed_at, make_interval(days => s.after_days) as after, l.state
      from public.series_steps s
      join public.letters l on l.id = s.letter_id
      join public.posts p on p.id = s.post_id
      where s.taken_out_at is null and p.state = 'published'
  ), due as materialized (
    select s.*, n.id as subscriber_id, n.generation, n.locale, n.source, n.confirmed_at
      from public.letter_series x cross join steps s
      join public.newsletter_subscribers n on n.state = 'confirmed' and n.confirmed_at >= x.since and n.confirmed_at >= s.placed_at - s.after
        and n.confirmed_at > now() - interval '30 days' - s.after and n.confirmed_at <= now() - s.after
      where not exists (
        select from public.letter_recipients r where r.post_id = s.post_id and r.subscriber_id = n.id
          and not (r.letter_id = s.letter_id and (r.state = 'left' or coalesce(r.done_at < n.confirmed_at, false))))
  )
  select d.letter_id, d.post_id, d.subscriber_id, d.generation, d.locale, d.source = 'import', d.confirmed_at + d.after
    from due d
    -- The last step that they got. One that stood at another day when they got it says nothing of where they are.
    cross join lateral (
      select coalesce(max(s.after_days), -1) as days
        from public.letter_recipients r join public.series_steps s on s.letter_id = r.letter_id
        where r.subscriber_id = d.subscriber_id and r.state <> 'left'
            and coalesce(r.handed_at, r.done_at) >= greatest(d.confirmed_at, s.placed_at)) place
    where d.state in ('sent', 'sending') and d.after_days > place.days
      and not exists (
        select from steps s
          where s.after_days > place.days and s.after_days < d.after_days and d.confirmed_at >= s.placed_at - s.after
            and not exists (
              select from public.letter_recipients r where r.post_id = s.post_id and r.subscriber_id = d.subscriber_id
                and not (r.letter_id = s.letter_id and (r.state = 'left' or coalesce(r.done_at < d.confirmed_at, false)))))
      and not exists (
        select from public.letter_recipients r join public.letters l on l.id = r.letter_id
          where r.subscriber_id = d.subscriber_id and (r.handed_at > now() - interval '1 day'
            or r.state in ('waiting', 'handing') and (l.state in ('preparing', 'sending') or l.id in (select s.letter_id from steps s))))
$$;

-- Switches it on or off, and says whether it is for imported readers too. Those whom it is for no more wait for no step; on again, they do
-- unless they are too late. `no_steps`: there is nothing to send; `step_up_required`: with more who would have a letter at once than these.
create or replace function public.switch_series(
  p_actor jsonb, p_revision integer, p_is_on boolean, p_takes_imports boolean, p_has_stepped_up boolean, p_step_up_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_series(p_revision);
  v_before public.letter_series;
  v_state text := case when p_is_on then 'on' else 'off' end;
begin
  select x.* into v_before from public.letter_series x;
  -- The same press, sent twice.
  if (v_before.state, v_before.takes_imports) = (v_state, p_takes_imports) then
    return jsonb_build_object('outcome', 'done', 'series', public.get_series());
  elsif v_refusal is not null then
    return v_refusal;
  elsif p_is_on and not exists (select from public.series_steps s where s.taken_out_at is null) then
    return jsonb_build_object('outcome', 'no_steps');
  elsif p_is_on and not p_has_stepped_up
      and p_step_up_from < (select count(*) from public.series_turns() t where p_takes_imports or not t.is_imported) then
    return jsonb_build_object('outcome', 'step_up_required');
  end if;
  update public.letter_series set state = v_state, since = case when p_is_on then coalesce(since, now()) else since end, takes_imports = p_takes_imports
    where true;
  if p_is_on then
    update public.letters l set state = 'sending' from public.series_steps s
      where s.letter_id = l.id and s.taken_out_at is null and l.state = 'paused' and v_before.state <> 'on';
  end if;
  delete from public.letter_recipients r using public.series_steps s, public.newsletter_subscribers n
    where s.taken_out_at is null and r.letter_id = s.letter_id and r.state = 'waiting' and n.id = r.subscriber_id
      and (not p_is_on or not p_takes_imports and n.source = 'import');
  -- The other owners are told of it, as they are of each letter that one of them sends.
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'series_switched_on:' || p_revision || ':' || a.email, 'series_switched_on', a.email, 'pt-BR',
        jsonb_build_object('by', p_actor->>'email',
          'letters', (select count(*) from public.series_steps s where s.taken_out_at is null),
          'readers', (select count(*) from public.series_turns() t where p_takes_imports or not t.is_imported))
      from public.owner_addresses() a where p_is_on and v_before.state <> 'on' and lower(a.email) <> lower(p_actor->>'email')
    on conflict (key) do nothing;
  perform public.note_admin_change(p_actor, case when v_before.state = v_state then 'series_changed' when p_is_on then 'series_switched_on'
      else 'series_switched_off' end, 'series', 'welcome',
    jsonb_build_object('state', v_before.state, 'takes_imports', v_before.takes_imports),
    jsonb_build_object('state', v_state, 'takes_imports', p_takes_imports));
  return public.series_changed();
end
$$;

-- Puts a step to another day, for readers who come to that day from now on: who waits for it waits no more. `day_taken`: another step has it.
create or replace function public.move_series_step(p_actor jsonb, p_revision integer, p_id uuid, p_after_days integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_series(p_revision);
  v_title text := (select public.letter_subject(l) from public.letters l where l.id = p_id);
  v_days integer := public.step_of_letter(p_id);
begin
  if v_days is null then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_days = p_after_days then
    return jsonb_build_object('outcome', 'done', 'series', public.get_series());
  elsif v_refusal is not null then
    return v_refusal;
  elsif exists (select from public.series_steps s where s.taken_out_at is null and s.after_days = p_after_days) then
    return jsonb_build_object('outcome', 'day_taken');
  end if;
  update public.series_steps set after_days = p_after_days, placed_at = now() where letter_id = p_id;
  delete from public.letter_recipients r where r.letter_id = p_id and r.state = 'waiting';
  perform public.note_admin_change(p_actor, 'series_step_moved', 'series', 'welcome',
    jsonb_build_object('after_days', v_days), jsonb_build_object('after_days', p_after_days, 'title', v_title));
  return public.series_changed();
end
$$;

-- Sends the letter of a gift once more, at once. False when there is no address or nothing left to give; null without such a gift.
create or replace function public.resend_gift(p_actor jsonb, p_order_id uuid, p_gift_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.order_id = v_order.id;
  if not found then
    return null;
  end if;
  if v_gift.to_email is null or v_gift.letters >= 20 or public.gift_state(v_gift, v_order) not in ('sent', 'scheduled', 'failed') then
    return false;
  end if;
  delete from public.outbox m
    where m.key = public.gift_mail_key(v_gift) and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
  update public.gifts g set letters = g.letters + 1, send_at = now(), is_withheld = false where g.id = p_gift_id returning * into v_gift;
  perform public.write_gift_mail(v_gift, v_order);
  perform public.note_admin_change(p_actor, 'gift_resent', 'order', p_order_id::text, null, jsonb_build_object('gift_id', p_gift_id));
  return true;
end
$$;

-- Ends a subscription for this reason.
create or replace function public.suppress_subscriber(p_id uuid, p_reason text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.suppressed_addresses as a (digest, reason)
    select public.address_digest(s.email), p_reason from public.newsletter_subscribers s where s.id = p_id
    on conflict (digest) do update set reason = excluded.reason, at = now();
  update public.newsletter_subscribers s
    set state = case p_reason when 'complaint' then 'unsubscribed' else 'bounced' end,
      -- Who was not confirmed left before, if at all.
      unsubscribed_at = case when p_reason <> 'complaint' then s.unsubscribed_at when s.state = 'confirmed' then now()
        else coalesce(s.unsubscribed_at, now()) end,
      bounced_at = case p_reason when 'complaint' then s.bounced_at else now() end
    where s.id = p_id;
end
$$;

-- Makes the order what the provider said of it: its state, its entitlements and its mail, together. A sync with a lower number than the
-- one shown is older or no newer, and changes nothing. Refunds are what Stripe says of them (`p_refunds`: [{ id, state, waits_for, obstacle }]): one is done
-- when it succeeded, what is on its way is kept; one that failed stays so. What was given back without a refund of ours is shared out over the
-- copies (see share_goodwill). What an admin sent without Stripe counts beside it. A copy that was taken back gives no right. What Stripe says of what is to be paid, method
-- of payment and disputes (`p_facts`) is kept with the state; a change that only this sync saw is written down with its moment and its
-- amount, and so is what was paid twice. Money on its way, or that the bank gave back, decides the buyer's request for it, also one that was declined; when
-- it comes back, the request is open again. A mail about an account that was deleted meanwhile says so to the owner. Whether the total was paid is compared before (fulfil.ts);
-- an order of which something else was paid has `received` among its facts, and gives no rights.
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
          'went_back_minor', v_order.refunded_minor - v_before.refunded_minor),
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
      public.order_mail_payload(v_order) || jsonb_build_object('note', p_note,
        'account_deleted', exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null)));
  perform public.note_admin_change(p_actor, 'order_refund_declined', 'order', p_order_id::text, null, null);
  return jsonb_build_object('outcome', 'declined');
end
$$;

-- Tells the owner: of what began, once a day of what lasts, and once that it is over; one mail for all of a kind. Answers what was told. What
-- was put off and ended is shown at once when it begins anew.
create or replace function public.send_owner_alerts(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  delete from public.task_snoozes s
    where not exists (select from public.owner_tasks(p_now, p_has_channel, 'UTC') t where t.kind = s.kind and t.subject = s.subject);
  with wrong as materialized (
    select * from public.active_incidents(p_now, p_has_channel) where kind <> 'unstamped_book'
    union all
    select * from public.letter_tasks() where kind <> 'letter_complained'
  ), begun as (
    insert into public.owner_alerts (kind, subject, label, began_at, told_at)
      select w.kind, w.subject, w.label, w.began_at, p_now from wrong w
      on conflict (kind, subject) do nothing
      returning kind, subject
  ), lasting as (
    update public.owner_alerts a set told_at = p_now
      from wrong w
      where a.kind = w.kind and a.subject = w.subject and not public.is_told_once(a.kind) and a.told_at <= p_now - interval '1 day'
      returning a.kind, a.subject
  ), over as (
    delete from public.owner_alerts a
      where not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
      returning a.kind, a.subject, a.label, a.began_at
  ), news as (
    select 'began' as event, w.* from begun b join wrong w using (kind, subject)
    union all select 'lasts', w.* from lasting l join wrong w using (kind, subject)
    union all select 'over', v.kind, v.subject, v.label, v.began_at, null from over v where not public.is_told_once(v.kind)
  ), numbered as (
    select n.*, row_number() over (partition by n.kind, n.event order by n.began_at, n.subject) as place from news n
  ), letters as (
    select n.kind, n.event, jsonb_build_object('kind', n.kind, 'event', n.event, 'count', count(*), 'began_at', min(n.began_at),
        'items', jsonb_agg(jsonb_build_object('subject', n.subject, 'label', n.label, 'detail', n.detail) order by n.place)
          filter (where n.place <= 20)) as payload
      from numbered n group by n.kind, n.event
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'owner_alert:' || l.kind || ':' || l.event || ':' || extract(epoch from p_now), 'owner_alert', p_recipient, 'pt-BR', l.payload
        from letters l
      on conflict (key) do nothing
  )
  select coalesce(jsonb_agg(l.payload order by l.kind, l.event), '[]') from letters l
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
      and o.buyer_email <> public.forgotten_email(o) and not public.is_written_to(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders') and not public.is_read_by_others(o);
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
  -- Of an address whose page was opened nothing else is kept any more.
  delete from public.people p
    where p.note = ''
      and not exists (select from public.users u where public.to_search_text(u.email) = public.to_search_text(p.email))
      and not exists (select from public.orders o where o.claimable_by = p.email)
      and not exists (select from public.orders o
        where public.to_search_text(o.buyer_email) = public.to_search_text(p.email) and o.state not in ('open', 'expired'))
      and not exists (select from public.contact_messages c where c.email = p.email)
      and not exists (select from public.newsletter_subscribers s where s.email = p.email);
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

-- When a price or a bundle changes or an announced book comes next, null while nothing is planned: no copy of a page that shows them is
-- good for longer. For a moment after a change it is that one: what is made then may still be of copies from before it.
create or replace function public.get_next_price_change() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(
    (select min(case when s.starts_at > x.since then s.starts_at else s.ends_at end)
      from public.ebook_sales s, lateral (select now() - interval '45 seconds' as since) x where s.ends_at > x.since),
    (select min(case when b.starts_at > x.since then b.starts_at else b.ends_at end)
      from public.bundles b, lateral (select now() - interval '45 seconds' as since) x
      where b.archived_at is null and (b.starts_at > x.since or b.ends_at > x.since)),
    (select min(b.launch_at) from public.ebooks_metadata b where b.launched_at is null and b.launch_at > now()));
end
$$;

-- Writes the documents that an order lacks: its receipt, a credit note for each refund that arrived and each dispute that was lost, and the
-- rest of what came or went without a refund of ours. Every writer of an order's money calls it, with the order's row locked, when the
-- amounts are in place.
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
    -- What a guest gave is for this purchase.
    delete from public.receipt_buyers b where b.uid in ('order:' || o.id, case when o.buyer_uid is null then o.buyer_key end);
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

-- Since when mail does not leave: the oldest that was tried, or was due, a quarter of an hour ago. A notice to the owner does not
-- count: one that waits would be the reason of the next; nor do questions to imported addresses, which wait for their day.
create or replace function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select min(w.created_at) from (
      -- One that is being handed over on its day was not refused yet.
      select m.created_at, m.due_at, m.attempts > 0 and m.last_error is not null as is_refused from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.kind <> 'owner_alert'
        order by m.due_at limit 1000
    ) w
    where w.created_at < p_now - interval '15 minutes' and (w.is_refused or w.due_at < p_now - interval '15 minutes'));
end
$$;

-- What the overview says of mail and outside services without asking them. Mail that waits, and not for its day, is counted up to a thousand; of mail
-- that was refused for good the five newest are told.
create or replace function public.get_health() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with waiting as (
      select m.created_at, m.attempts, m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and (m.due_at <= now() or m.attempts > 0)
        order by m.due_at limit 1000
    ), refused as (
      select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
    )
    select jsonb_build_object(
      'checked_at', now(),
      'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
      'mail_sent_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
      'mail_waiting', (select count(*) from waiting),
      'mail_oldest_at', (select min(w.created_at) from waiting w),
      -- Tried, and not taken.
      'mail_tried_since', (select min(w.created_at) from waiting w where w.attempts > 0 and w.last_error is not null),
      'mail_stuck_since', public.mail_stuck_since(now()),
      'mail_refused', (
        select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
          order by r.given_up_at desc), '[]') from refused r),
      'reconciliation', (
        select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error)
          from public.jobs j where j.name = 'reconciliation'),
      'videos', (
        select jsonb_build_object(
            'last_success_at', case when public.has_read_channel() then j.last_success_at end, 'last_error', j.last_error)
          from public.jobs j where j.name = 'videos'),
      'mailbox', public.mailbox_health()));
end
$$;
