-- A buyer who lost the link of an order has it sent to the order's address again.
set check_function_bodies = off;

-- Sends the link of an order that was bought without an account to its address once more, for a person who knows nothing but the order's id. The
-- links that were sent before still open the order, so that nobody can end them. Nothing is sent where an email with the link is on its way.
create function public.resend_order_link(p_order_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_kind text;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and public.link_state(o) = 'open' for update;
  if public.receive_by(v_order) is not null then
    perform public.send_receive_link(v_order);
    return;
  end if;
  v_kind := case when v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' when v_order.state = 'waiting' then 'purchase_waiting' end;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, v_kind) || ':again:' || gen_random_uuid(), v_kind, v_order.buyer_email, v_order.locale,
        public.order_mail_payload(v_order)
      where v_kind is not null and not exists (
        select from public.purchase_mails(v_order) m where m.kind = v_kind and m.sent_at is null and m.given_up_at is null);
end
$$;
