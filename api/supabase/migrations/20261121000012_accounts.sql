-- What must be known of an account beside the identity provider: which of its sessions are over, and whether it was deleted.
create table public.accounts (
  uid text primary key,
  signed_out_at timestamptz,
  deleted_at timestamptz
);
create index accounts_deleted on public.accounts (uid) where deleted_at is not null;
alter table public.accounts enable row level security;

create function public.account_standing(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select jsonb_build_object('signed_out_at', a.signed_out_at, 'deleted_at', a.deleted_at) from public.accounts a where a.uid = p_uid),
    '{"signed_out_at": null, "deleted_at": null}')
$$;

-- Ends every session that began before now.
create function public.sign_out_everywhere(p_uid text) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into public.accounts (uid, signed_out_at) values (p_uid, now())
    on conflict (uid) do update set signed_out_at = excluded.signed_out_at
    returning signed_out_at
$$;

-- Stands where the address of an unpaid order was.
create function public.forgotten_email(o public.orders) returns text
language sql immutable set search_path = ''
as $$ select 'deleted-' || left(md5(o.id::text), 16) || '@deleted.invalid' $$;

-- Removes what an account left behind. Paid orders stay as the tax law asks, without name and reason; of orders without money
-- the address goes too, at once or (see sweep) when it is sure that no money comes. `p_email` is the account's verified
-- address, or null: nothing is removed by an address that may be somebody else's. A second call finds nothing more to do.
create function public.delete_account(p_uid text, p_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_deleted_at timestamptz;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid
    union all select p_email where p_email is not null
  ) known;

  delete from public.outbox m
    where lower(m.recipient) = any (v_addresses)
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}' where lower(m.recipient) = any (v_addresses);
  -- The copies that went to the owner.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email) and (m.sent_at is not null or m.given_up_at is not null))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));

  update public.refund_requests r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o
    set buyer_name = '',
      state = case when o.state = 'open' and o.session_id is null then 'expired' else o.state end
    where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o)
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  return jsonb_build_object('deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
end
$$;

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - interval '1 day';
  -- The provider repeats an event for at most three days.
  delete from public.stripe_events where received_at < now() - interval '60 days';
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o)
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  -- A sign-up that nobody confirmed is forgotten; of who had left before, that he left is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - interval '30 days';
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - interval '30 days';
  delete from public.contact_messages where created_at < now() - interval '24 months';
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already')
      and coalesce(sent_at, given_up_at) < now() - interval '30 days';
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('account_standing', 'sign_out_everywhere', 'forgotten_email', 'delete_account', 'sweep') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
