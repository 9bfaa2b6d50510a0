-- A copy that the owner left to its reader leaves no other copy of the order readable. A changed address takes messages along.
set check_function_bodies = off;

create or replace function public.gives_right(o public.orders, p_copy_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state in ('paid', 'partly_refunded') then not public.is_taken_back(p_copy_id, false)
      -- With all money back, only copies that cost nothing, or whose last money a refund of the owner gave back, stay readable.
      and (o.refunded_minor < o.total_minor or exists (
        select from public.order_copies c
          where c.id = p_copy_id and (c.paid_minor = 0 or exists (
            select from public.refund_parts p where p.copy_id = c.id and p.leaves_copy and p.state = 'done'))))
    when o.state = 'given' then not exists (select from public.entitlements e where e.copy_id = p_copy_id and e.revoked_at is not null)
    else false end;
end
$$;

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
  update public.newsletter_subscribers s set state = 'unsubscribed', unsubscribed_at = now() where s.email = p_from and s.state <> 'unsubscribed';
  update public.contact_messages m set email = p_to where m.email = p_from;
  update public.outbox m set payload = m.payload || jsonb_build_object('email', p_to)
    where m.kind = 'contact_received' and m.payload->>'email' = p_from;
  update public.people p set email = p_to where p.email = p_from and not exists (select from public.people x where x.email = p_to);
  update public.team t set email = p_to where t.uid = p_uid;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('address_changed:' || p_uid || ':' || gen_random_uuid(), 'address_changed', p_from, p_locale, jsonb_build_object('email', p_to));
$$;
