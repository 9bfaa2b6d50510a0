-- An account keeps what it has when its address changes. The previous address is told, and the address of an account whose password changed.
set check_function_bodies = off;

-- The account of `p_uid` has another confirmed address. Its orders, the emails about them, its newsletter and its place in the team have the new
-- address from now on, unless that one has a subscription of its own. The previous address is told.
create function public.move_address(p_uid text, p_from text, p_to text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.outbox m set recipient = p_to
    from public.orders o
    where o.buyer_uid = p_uid and lower(o.buyer_email) = p_from and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text
      and (m.sent_at is not null or m.claimed_until is null or m.claimed_until < now());
  update public.orders o set buyer_email = p_to where o.buyer_uid = p_uid and lower(o.buyer_email) = p_from;
  update public.newsletter_subscribers s set email = p_to
    where s.email = p_from and not exists (select from public.newsletter_subscribers x where x.email = p_to);
  update public.team t set email = p_to where t.uid = p_uid;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('address_changed:' || p_uid || ':' || gen_random_uuid(), 'address_changed', p_from, p_locale, jsonb_build_object('email', p_to));
$$;

-- Tells the address of an account that its password was changed.
create function public.tell_of_password(p_uid text, p_email text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('password_changed:' || p_uid || ':' || gen_random_uuid(), 'password_changed', lower(p_email), p_locale, '{}')
$$;

-- An account signed in: its row, the books of its address that were bought elsewhere, and the orders that wait for it, with the right to
-- read them; a right that ended with the account of the one before comes back. `p_verified_email` is null before the address is verified.
-- One after the other with what else concerns this buyer. Welcomes a newcomer whose address is confirmed, once, and follows a change of
-- address; answers whether an email was queued.
create or replace function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR'
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
  v_address_before text;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return false;
  end if;
  select u.verified_email into v_address_before from public.users u where u.uid = p_uid;
  insert into public.users as u (uid, email, verified_email, name, photo_url, is_newcomer)
      values (p_uid, p_email, lower(p_verified_email), p_name, p_photo_url, p_verified_email is null or p_is_by_google)
    on conflict (uid) do update
      set email = excluded.email, verified_email = coalesce(excluded.verified_email, u.verified_email), name = excluded.name,
        photo_url = excluded.photo_url
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
