-- A token from before a change of address moves nothing back. Drafts with an address, tags or a recent change are kept. Notices of former
-- members are deleted.
set check_function_bodies = off;

alter table public.users add column verified_email_at timestamptz;
drop function public.upsert_user(text, text, text, text, text, boolean, text);

create or replace function public.move_address(p_uid text, p_from text, p_to text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox m set recipient = p_to
    from public.orders o
    where o.buyer_uid = p_uid and lower(o.buyer_email) = p_from and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text
      and (m.sent_at is not null or m.claimed_until is null or m.claimed_until < now());
  update public.orders o set buyer_email = p_to where o.buyer_uid = p_uid and lower(o.buyer_email) = p_from;
  update public.newsletter_subscribers s
    set email = p_to, state = case when s.state = 'bounced' and s.confirmed_at is not null then 'confirmed' else s.state end
    where s.email = p_from and not exists (select from public.newsletter_subscribers x where x.email = p_to);
  update public.team t set email = p_to where t.uid = p_uid;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('address_changed:' || p_uid || ':' || gen_random_uuid(), 'address_changed', p_from, p_locale, jsonb_build_object('email', p_to));
$$;

create or replace function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR', p_issued_at timestamptz default now()
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
  v_address_before text;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null)
    or exists (select from public.users u
      where u.uid = p_uid and u.verified_email_at > p_issued_at and u.verified_email is distinct from lower(p_verified_email)) then
    return false;
  end if;
  select u.verified_email into v_address_before from public.users u where u.uid = p_uid;
  insert into public.users as u (uid, email, verified_email, verified_email_at, name, photo_url, is_newcomer)
      values (p_uid, p_email, lower(p_verified_email), case when p_verified_email is not null then p_issued_at end, p_name, p_photo_url,
        p_verified_email is null or p_is_by_google)
    on conflict (uid) do update
      set email = excluded.email, verified_email = coalesce(excluded.verified_email, u.verified_email), name = excluded.name,
        photo_url = excluded.photo_url, verified_email_at = case
          when u.verified_email is distinct from coalesce(excluded.verified_email, u.verified_email) then p_issued_at
          else u.verified_email_at end
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url)
        or u.verified_email is distinct from coalesce(excluded.verified_email, u.verified_email);
  if v_address_before <> lower(p_verified_email) then
    perform public.move_address(p_uid, v_address_before, lower(p_verified_email), p_locale);
  end if;
  perform public.claim_imported_purchases(p_uid, p_verified_email, p_locale);
  perform public.take_over_orders(p_uid, p_verified_email);
  update public.users u set is_newcomer = false where u.uid = p_uid and u.is_newcomer and p_verified_email is not null;
  v_is_welcomed := found;
  if v_is_welcomed then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('welcome:' || p_uid, 'welcome', lower(p_verified_email), p_locale, '{}')
      on conflict (key) do nothing;
  end if;
  return v_is_welcomed or coalesce(v_address_before <> lower(p_verified_email), false);
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
  -- Emails about the account itself may have gone to a previous address.
  delete from public.outbox m
    where m.kind in ('welcome', 'address_changed', 'password_changed') and starts_with(m.key || ':', m.kind || ':' || p_uid || ':');
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

create or replace function public.is_blank(post public.posts) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return post.state = 'draft' and post.slug is null and post.tags = '{}' and not exists (select from public.letters l where l.post_id = post.id)
    and not exists (
      select from public.post_drafts d
        where d.post_id = post.id and (d.title || d.lead <> '' or d.body <> '{"type": "doc", "content": [{"type": "paragraph"}]}'));
end
$$;

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders o set state = 'expired'
    where o.state = 'open' and o.session_id is null and o.created_at < now() - interval '1 day' and not public.awaits_press(o);
  delete from public.posts p where p.state = 'draft' and p.edited_at < now() - interval '1 day' and public.is_blank(p);
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
      'refund_acknowledged', 'ebook_updated', 'book_launched', 'book_postponed', 'launch_without_file', 'team_invitation', 'sale_made', 'daily_notice', 'address_changed', 'password_changed', 'message_assigned', 'sample_sent',
      'books_to_receive')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Failed work that is no longer wanted. A wanted unit failed again within a day.
  delete from public.failed_work where failed_at < now() - interval '2 days';
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

create or replace function public.send_daily_notices(p_zone text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = ''
as $$
  delete from public.daily_notices n where n.uid not in (select a.uid from public.notice_addresses() a);
  with periods as (
    select p.how, (date_trunc(p.unit, p_now at time zone p_zone - interval '8 hours') + interval '8 hours') at time zone p_zone as ends_at
      from (values ('daily', 'day'), ('weekly', 'week')) p (how, unit)
  ), told as (
    delete from public.daily_notices n using public.notice_ways() w, periods d
      where w.uid = n.uid and w.kind = n.kind and d.how = w.how and n.noted_at < d.ends_at
        and not exists (select from public.outbox m where m.key = w.how || '_notice:' || n.uid || ':' || extract(epoch from d.ends_at)::bigint)
      returning n.uid, n.kind, n.subject, w.how, d.ends_at
  ), sales as (
    select t.uid, t.how, o.currency, count(*) as orders, sum(o.total_minor) as amount_minor
      from told t join public.orders o on o.id = t.subject::uuid where t.kind = 'sale' group by t.uid, t.how, o.currency
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select t.how || '_notice:' || t.uid || ':' || extract(epoch from t.ends_at)::bigint, 'daily_notice', a.email, 'pt-BR', jsonb_build_object(
          'ends_at', t.ends_at, 'how', t.how,
          'sales', (select coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'orders', s.orders, 'amount_minor', s.amount_minor)
            order by s.currency), '[]') from sales s where s.uid = t.uid and s.how = t.how),
          'messages', count(*) filter (where t.kind = 'message'),
          'refunds', count(*) filter (where t.kind = 'refund'))
        from told t join public.notice_addresses() a on a.uid = t.uid
        group by t.uid, t.how, a.email, t.ends_at
      returning 1
  )
  select count(*)::integer from written
$$;
