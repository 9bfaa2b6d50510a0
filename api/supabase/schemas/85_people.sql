-- A person as the owner sees them: all data of an address, and the owner's actions for that person.
set check_function_bodies = off;

-- The people whose page the owner opened. The row is created at the first visit of the page, so that the page's URL contains no name.
-- Accounts are found by the address and never merged.
create table public.people (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  -- A note for the owner. The person sees the note in an export of personal data.
  note text not null default '' check (char_length(note) <= 2000)
);

-- Returns the person behind an order, a message, a subscriber or a user; null if there is none, or if the address was erased.
create function public.open_person(p_kind text, p_id text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text;
  v_id uuid;
begin
  v_email := lower(case p_kind
    when 'order' then (select o.buyer_email from public.orders o where o.id = p_id::uuid and o.buyer_email <> public.erased_email(o))
    when 'message' then (select c.email from public.contact_messages c where c.id = p_id::uuid)
    when 'subscriber' then (select s.email from public.newsletter_subscribers s where s.id = p_id::uuid)
    when 'user' then (select u.email from public.users u where u.uid = p_id)
  end);
  if v_email is null then
    return null;
  end if;
  insert into public.people (email) values (v_email) on conflict (email) do nothing;
  select p.id into v_id from public.people p where p.email = v_email;
  return v_id;
end
$$;

-- Returns the accounts with the person's address, oldest first.
create function public.accounts_of_person(p public.people) returns setof public.users
language sql stable security definer set search_path = ''
as $$
  select u.* from public.users u where public.to_search_text(u.email) = public.to_search_text(p.email) and lower(u.email) = p.email order by u.created_at, u.number
$$;

-- Returns the language in which the person last used the site.
create function public.language_of_person(p public.people) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select l.locale from (
      select o.locale, o.created_at as at from public.orders o
        where o.buyer_uid in (select a.uid from public.accounts_of_person(p) a) and o.state <> 'given'
      union all select c.locale, c.created_at from public.contact_messages c where c.email = p.email
      union all select s.locale, s.consented_at from public.newsletter_subscribers s where s.email = p.email
    ) l order by l.at desc limit 1), 'pt-BR');
end
$$;

-- Returns everything that the page of a person shows; of long lists the newest fifty rows. `ordersKept`: the number of orders that the law
-- requires to keep when the person is deleted. Refusal: `not_found`.
create function public.get_person(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    with person as (
      select p.* from public.people p where p.id = p_id
    ), accounts as materialized (
      select a.* from person p cross join lateral public.accounts_of_person(p) a
    ), order_ids as materialized (
      select o.id from public.orders o where o.buyer_uid in (select a.uid from accounts a) and o.state not in ('open', 'expired')
      union
      select o.id from person p join public.orders o on public.to_search_text(o.buyer_email) = public.to_search_text(p.email)
        where lower(o.buyer_email) = p.email and o.state not in ('open', 'expired')
    ), mails as (
      select m.kind, null::text as subject, coalesce(m.sent_at, m.given_up_at, m.created_at) as at,
          case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end as state
        from public.outbox m
        where m.recipient in (
          select p.email from person p union select a.email from accounts a
          union select o.buyer_email from order_ids i join public.orders o on o.id = i.id where o.buyer_uid in (select a.uid from accounts a))
        order by m.created_at desc, m.key limit 50
    ), newsletters as (
      select 'newsletter' as kind, l.frozen->r.locale->>'subject' as subject, coalesce(r.handed_at, r.done_at, r.due_at) as at,
          case r.state when 'sent' then 'sent' when 'complained' then 'sent' when 'unknown' then 'unknown'
            when 'refused' then 'failed' when 'bounced' then 'failed' else 'queued' end as state
        from person p
        join public.newsletter_subscribers s on s.email = p.email
        join public.campaign_recipients r on r.subscriber_id = s.id and r.state <> 'left'
        join public.campaigns l on l.id = r.campaign_id
        order by at desc, l.id limit 50
    ), emails as (
      select * from mails union all select * from newsletters order by at desc, kind limit 50
    )
    select jsonb_build_object(
      'id', p.id, 'email', p.email, 'note', p.note,
      'accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('uid', a.uid, 'displayName', nullif(a.name, ''), 'photoUrl', a.photo_url,
            'createdAt', a.created_at, 'isConfirmed', not a.is_newcomer, 'isInTeam', exists (select from public.team m where m.uid = a.uid))
            order by a.created_at, a.number), '[]')
          from accounts a),
      'orders', (
        select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]')
          from (select o.* from order_ids i join public.orders o on o.id = i.id order by o.created_at desc, o.id desc limit 50) o),
      'books', (
        select coalesce(jsonb_agg(jsonb_build_object('ebookId', b.ebook_id, 'name', b.title, 'language', b.language,
            'order', jsonb_build_object('id', b.order_id, 'number', b.number),
            'gift', case when b.state = 'given' then jsonb_build_object('reason', coalesce(b.reason, '')) end, 'since', b.granted_at,
            'endedAt', b.revoked_at, 'downloads', b.downloads, 'lastDownloadedAt', b.last_downloaded_at)
            order by b.granted_at desc, b.ebook_id), '[]')
          from (
            select e.ebook_id, t.title, t.language, c.order_id, o.number, o.state, e.granted_at, e.revoked_at, e.downloads, e.last_downloaded_at, (
                  select h.after->>'reason' from public.audit_log h
                    where o.state = 'given' and h.subject_kind = 'order' and h.subject_id = o.id::text and h.action = 'book_given') as reason
              from order_ids i
              join public.orders o on o.id = i.id
              join public.order_copies c on c.order_id = o.id and c.gift_id is null
              join public.entitlements e on e.copy_id = c.id
              join public.ebooks_metadata t on t.id = e.ebook_id
              order by e.granted_at desc, e.ebook_id limit 50) b),
      -- Books that were bought elsewhere. `claimedAt` is null until an account has the address.
      'importedBooks', (
        select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'ebookId', b.ebook_id, 'name', b.title, 'language', b.language,
            'source', b.source, 'importedAt', b.imported_at, 'claimedAt', b.claimed_at, 'downloads', b.downloads,
            'lastDownloadedAt', b.last_downloaded_at) order by b.imported_at desc, b.ebook_id), '[]')
          from (
            select i.id, i.ebook_id, t.title, t.language, i.source, i.imported_at, i.claimed_at, i.downloads, i.last_downloaded_at
              from public.imported_purchases i join public.ebooks_metadata t on t.id = i.ebook_id
              where i.email = p.email or i.uid in (select a.uid from accounts a)
              order by i.imported_at desc, i.ebook_id limit 50) b),
      'messages', (
        select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
          from (select c.* from public.contact_messages c where c.email = p.email order by c.created_at desc, c.id desc limit 50) c),
      'subscription', (select public.subscriber_json(s) from public.newsletter_subscribers s where s.email = p.email),
      'emails', (select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind), '[]') from emails l),
      'ordersKept', (
        select count(*) from order_ids i join public.orders o on o.id = i.id where o.paid_at is not null))
    from person p), public.refusal('not_found'));
end
$$;

-- Stores the owner's note. The audit log has the time, but not the text. Returns the person. Refusals: `not_found`, and `changed_meanwhile`
-- if the note is not the one that the admin saw.
create function public.note_person(p_actor jsonb, p_id uuid, p_note text, p_previous_note text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note text;
begin
  select p.note into v_note from public.people p where p.id = p_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  if v_note not in (p_note, p_previous_note) then
    return public.refusal('changed_meanwhile');
  end if;
  if v_note <> p_note then
    update public.people set note = p_note where id = p_id;
    perform public.write_audit_log(p_actor, 'person_noted', 'person', p_id::text, null, null);
  end if;
  return public.get_person(p_id);
end
$$;

-- Gives a book to an account of a person: creates an order in the state `given`, which is no sale, with its entitlement and email. Once for
-- each attempt. Outcome `given`. `no_account`: the account is not the person's, or its address is not confirmed. `unavailable`: the book
-- was never published. `owned`: the person already owns the book. `pending`: the person can pay for the book, or waits for a payment. An
-- order that received another amount is not pending, because only this function can deliver its books. Returns null if there is no such
-- person.
create function public.give_book(p_actor jsonb, p_id uuid, p_uid text, p_attempt_id uuid, p_ebook_id text, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_order public.orders;
begin
  -- Takes the same lock as `open_order` and `delete_account`.
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
  if exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = p_ebook_id) then
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
  perform public.settle_entitlements(p_uid, array[p_ebook_id]);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'book_given:' || v_order.id, 'book_given', v_person.email, v_order.locale,
        jsonb_build_object('id', v_order.id, 'name', v_user.name, 'ebook_id', b.id, 'title', b.title) || public.launch_json(b)
      from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.write_audit_log(p_actor, 'book_given', 'order', v_order.id::text, null,
    jsonb_build_object('ebook_id', p_ebook_id, 'reason', p_reason));
  return 'given';
end
$$;

-- Ends the entitlement to a book that was given to this person. Returns the person. Refusal: `not_found` if the person has no such
-- entitlement.
create function public.take_back_book(p_actor jsonb, p_id uuid, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entitlement public.entitlements;
begin
  update public.entitlements e set revoked_at = now()
    from public.order_copies c, public.orders o, public.people p
    where p.id = p_id and o.id = p_order_id and o.state = 'given' and lower(o.buyer_email) = p.email
      and c.order_id = o.id and e.copy_id = c.id and e.revoked_at is null
    returning e.* into v_entitlement;
  if not found then
    return public.refusal('not_found');
  end if;
  perform public.settle_entitlements(v_entitlement.uid, array[v_entitlement.ebook_id]);
  perform public.write_audit_log(p_actor, 'book_taken_back', 'order', p_order_id::text, null, null);
  return public.get_person(p_id);
end
$$;

-- Ends the entitlement to a book that this person bought elsewhere. Returns the person. Refusal: `not_found` if the person has no such
-- entitlement.
create function public.take_back_imported_book(p_actor jsonb, p_id uuid, p_purchase_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_purchase public.imported_purchases;
begin
  delete from public.imported_purchases i
    using public.people p
    where p.id = p_id and i.id = p_purchase_id
      and (i.email = p.email or i.uid in (select a.uid from public.accounts_of_person(p) a))
    returning i.* into v_purchase;
  if not found then
    return public.refusal('not_found');
  end if;
  -- A copy that the reader paid for here meanwhile became a gift, and is now their own again.
  perform public.settle_entitlements(v_purchase.uid, array[v_purchase.ebook_id]) where v_purchase.uid is not null;
  perform public.write_audit_log(p_actor, 'imported_book_taken_back', 'person', p_id::text, null,
    jsonb_build_object('ebook_id', v_purchase.ebook_id, 'source', v_purchase.source));
  return public.get_person(p_id);
end
$$;

-- Logs that an admin exported the person's data.
create function public.note_person_export(p_actor jsonb, p_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select public.write_audit_log(p_actor, 'person_exported', 'person', p_id::text, null, null) $$;

-- Logs that an admin exported the site's lists.
create function public.note_lists_export(p_actor jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ select public.write_audit_log(p_actor, 'lists_exported', 'account', p_actor->>'uid', null, null) $$;

-- The file of all lists that the mail worker prepares for an owner. Its row in `unused_files` is written first, so it is removed in any
-- case. The email `lists_ready` waits in the outbox until the file is stored. There is one file at a time.

-- Returns the newest file, or null. `is_pending`: an email still waits for it.
create function public.get_lists_file() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('key', f.key, 'filename', split_part(f.key, '/', 3), 'remove_after', f.remove_after, 'is_pending', exists (
        select from public.outbox m
          where m.kind = 'lists_ready' and m.payload->>'key' = f.key and m.sent_at is null and m.given_up_at is null))
      from public.unused_files f
      where f.kind = 'lists' and f.remove_after > now() and not f.is_going
      order by f.remove_after desc limit 1);
end
$$;

-- Queues the email that the mail worker sends once the file is stored. While a file is pending, an owner who asks again gets no second
-- email, and another owner gets an email about the same file.
create function public.request_lists_file(p_actor jsonb, p_locale text, p_filename text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_file jsonb;
  v_key text;
begin
  perform pg_advisory_xact_lock(hashtextextended('lists_file', 0));
  v_file := public.get_lists_file();
  if (v_file->>'is_pending')::boolean then
    v_key := v_file->>'key';
  else
    v_key := 'lists/' || gen_random_uuid() || '/' || p_filename;
    -- A download of the previous file may be under way.
    update public.unused_files f set remove_after = least(f.remove_after, now() + interval '10 minutes') where f.kind = 'lists';
    perform public.retire_file(v_key, 'lists', public.rule('keep_lists_files'));
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('lists_ready:' || v_key || ':' || (p_actor->>'uid'), 'lists_ready', p_actor->>'email', p_locale,
      jsonb_build_object('key', v_key, 'uid', p_actor->>'uid'))
    on conflict (key) do nothing;
  if found then
    perform public.write_audit_log(p_actor, 'lists_requested', 'account', p_actor->>'uid', null, null);
  end if;
end
$$;

-- Returns whether the file may be prepared: the account is still an owner, and the file is not removed. Otherwise deletes the unsent email.
create function public.may_prepare_lists(p_key text, p_uid text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if exists (select from public.team t where t.uid = p_uid and t.role = 'owner')
    and exists (select from public.unused_files f where f.key = p_key and f.kind = 'lists' and f.remove_after > now() and not f.is_going) then
    return true;
  end if;
  delete from public.outbox m where m.key = 'lists_ready:' || p_key || ':' || p_uid and m.sent_at is null;
  return false;
end
$$;

-- Deletes a person: every account with the address (see `delete_account`), and all data of the address without an account. Outcome
-- `deleted` with the uids whose sessions have ended; `open_sessions` as in `delete_account`; `is_in_team` for a member of the team. Returns
-- null if there is no such person.
create function public.delete_person(p_actor jsonb, p_id uuid) returns jsonb
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
  -- Read the language before the data that tells it is deleted.
  v_locale := public.language_of_person(v_person);
  for v_user in select * from public.accounts_of_person(v_person) loop
    v_removal := public.delete_account(v_user.uid, case when not v_user.is_newcomer then v_person.email end, v_locale);
    -- A checkout began meanwhile. The accounts that are deleted by now stay deleted, and the caller repeats the call.
    if v_removal->>'outcome' = 'open_sessions' then
      return v_removal;
    end if;
    v_uids := v_uids || v_user.uid;
  end loop;
  perform public.erase_gifts(null, v_person.email);
  perform public.erase_guest_orders(v_person.email);
  delete from public.book_interest where email = v_person.email;
  perform public.erase_imported_address(null, v_person.email);
  delete from public.newsletter_subscribers where email = v_person.email;
  delete from public.contact_messages where email = v_person.email;
  delete from public.team_invitations where email = v_person.email;
  -- Unsent emails about a purchase are kept, because they concern money that was paid.
  delete from public.outbox m
    where (m.recipient = v_person.email and m.kind <> 'account_deleted'
        and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%'))
      or (m.kind = 'contact_received' and m.payload->>'email' = v_person.email);
  delete from public.people where email = v_person.email;
  perform public.write_audit_log(p_actor, 'person_deleted', 'person', p_id::text, null, null);
  return jsonb_build_object('outcome', 'deleted', 'uids', to_jsonb(v_uids));
end
$$;
