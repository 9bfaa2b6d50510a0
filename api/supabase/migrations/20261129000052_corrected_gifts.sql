-- A giver who corrects the address of a gift can end the link that went to the wrong one.
set check_function_bodies = off;

drop function public.send_gift(text, uuid, uuid, text, text, text, date, text, text);

-- Writes down the person a gift is for, and its letter when there is an address: at once, or on a day at eight by the site's clock. What
-- waits to be sent is replaced. `p_giver`: who gives it, where the order has no name; null leaves that as it is. `p_ends_link`: the links that
-- were sent before open nothing any more, as of a gift that went to a wrong address. Null without such an order of this buyer (null: of any). outcome `saved`; `over` when no copy is left to give; `bad_day`;
-- `too_often` after one letter and three more.
create function public.send_gift(
  p_uid text, p_order_id uuid, p_gift_id uuid, p_name text, p_email text, p_message text, p_day date, p_zone text,
  p_giver text default null, p_ends_link boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
  v_send_at timestamptz := coalesce((p_day + time '08:00') at time zone p_zone, now());
  v_replaces boolean;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and (p_uid is null or o.holder = p_uid) for update;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.order_id = v_order.id;
  if not found then
    return null;
  end if;
  if v_order.state not in ('paid', 'partly_refunded') or v_gift.closed_at is not null or public.free_copy(p_gift_id) is null then
    return jsonb_build_object('outcome', 'over');
  end if;
  if p_day is not null and (v_send_at <= now() or v_send_at > now() + interval '1 year') then
    return jsonb_build_object('outcome', 'bad_day');
  end if;
  delete from public.outbox m
    where m.key = public.gift_mail_key(v_gift) and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
  v_replaces := found;
  if p_email is not null and not v_replaces and v_gift.letters >= 4 then
    return jsonb_build_object('outcome', 'too_often');
  end if;
  update public.gifts g
    set to_name = p_name, to_email = p_email, message = p_message, giver = coalesce(p_giver, g.giver),
      generation = g.generation + p_ends_link::integer,
      send_at = case when p_email is not null then v_send_at when not v_replaces then g.send_at end, is_withheld = false,
      letters = g.letters + (p_email is not null and not v_replaces)::integer - (p_email is null and v_replaces)::integer
    where g.id = p_gift_id returning * into v_gift;
  if p_email is not null then
    perform public.write_gift_mail(v_gift, v_order);
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$$;
