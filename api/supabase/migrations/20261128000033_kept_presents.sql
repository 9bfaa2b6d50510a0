-- What is bought leaves the account's cart once, by its copies: presents that were put there since stay.
set check_function_bodies = off;

-- The copies that are bought leave the cart on every device, as on the one of the purchase (trigger of `orders`): of presents those that were
-- bought as presents. A group that copies are left of has two at least.
create or replace function public.take_out_bought() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.kept_carts k
    set revision = k.revision + 1, changed_at = now(),
      lines = (
        select coalesce(jsonb_agg(l || jsonb_build_object('quantity', greatest(s.stay, case l->>'gift' when 'group' then 2 end)) order by n)
            filter (where s.stay > 0), '[]')
          from jsonb_array_elements(k.lines) with ordinality l (l, n)
          cross join lateral (
            select (l->>'quantity')::integer - count(*) as stay from public.order_copies c
              where c.order_id = new.id and c.ebook_id = l->>'id' and (l->>'gift' is null or c.gift_id is not null)) s)
    where k.uid = new.buyer_uid and exists (
      select from jsonb_array_elements(k.lines) l join public.order_copies c on c.order_id = new.id and c.ebook_id = l->>'id');
  return null;
end
$$;

-- A boleto is bought when it is given, as for the device that comes back from the payment; its money takes nothing out again.
drop trigger take_out_bought on public.orders;
create trigger take_out_bought after update of state on public.orders for each row
  when (public.has_open_page(old) and not public.has_open_page(new) and new.state in ('waiting', 'paid')) execute function public.take_out_bought();
