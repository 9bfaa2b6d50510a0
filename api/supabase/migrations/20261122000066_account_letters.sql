-- A letter that welcomes a new account, and one that tells of a deletion.

-- Seen here before its address was confirmed, or by Google, which confirms addresses itself; and not welcomed yet. Accounts of earlier
-- days, and those that the owner made at the identity provider, are none.
alter table public.users add column is_newcomer boolean not null default false;

-- As before; and welcomes a newcomer whose address is confirmed, once. Answers whether it did.
drop function public.meet_user(text, text, text, text, text);
create function public.meet_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR'
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return false;
  end if;
  insert into public.users as u (uid, email, name, photo_url, is_newcomer)
      values (p_uid, p_email, p_name, p_photo_url, p_verified_email is null or p_is_by_google)
    on conflict (uid) do update set email = excluded.email, name = excluded.name, photo_url = excluded.photo_url
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url);
  if exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    with taken as (
      update public.orders o
        set buyer_uid = p_uid, claimable_by = null, attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
        from (select x.id, x.buyer_uid from public.orders x where x.claimable_by = lower(p_verified_email) for update) before
        where o.id = before.id
        returning o.id, o.state, before.buyer_uid as from_uid
    ), moved as (
      update public.entitlements e
        set uid = p_uid,
          revoked_at = case when not (t.state in ('paid', 'partly_refunded') and public.refunded_copies(e.order_id, e.ebook_id, false) < (
            select i.quantity from public.order_items i where i.order_id = e.order_id and i.ebook_id = e.ebook_id)) then e.revoked_at end
        from taken t where e.order_id = t.id and e.uid <> p_uid
    )
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_uid <> p_uid;
  end if;
  update public.users u set is_newcomer = false where u.uid = p_uid and u.is_newcomer and p_verified_email is not null;
  v_is_welcomed := found;
  if v_is_welcomed then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('welcome:' || p_uid, 'welcome', lower(p_verified_email), p_locale, '{}')
      on conflict (key) do nothing;
  end if;
  return v_is_welcomed;
end
$$;

-- As before; and tells the confirmed address so, once, with nothing but what is kept.
drop function public.delete_account(text, text);
create function public.delete_account(p_uid text, p_email text, p_locale text default 'pt-BR') returns jsonb
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
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and o.state = 'open';
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
  -- Of an order that waits for its new owner the mails are his, without the name.
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

  update public.refund_requests r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
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

-- Nothing asks for these letters once they were sent, or cannot be; that of a deletion is the last thing with the address.
create function public.forget_account_letter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.id = new.id;
  return null;
end $$;
create trigger outbox_forget_account_letter after update on public.outbox
  for each row when (new.kind in ('welcome', 'account_deleted') and (new.sent_at is not null or new.given_up_at is not null))
  execute function public.forget_account_letter();

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('meet_user', 'delete_account', 'forget_account_letter') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
