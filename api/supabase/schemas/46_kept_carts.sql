-- The cart of an account, shared by all devices on which its owner is signed in. The cart of a visitor without account is only on the
-- device.
set check_function_bodies = off;

create table public.kept_carts (
  uid text primary key,
  -- [{ id, quantity, gift, chosen }], as in the contract. Titles and prices are not stored but always read again. The contract limits the
  -- number of lines; this check is only a second bound.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 1000),
  -- Incremented with each change. A device with an outdated revision must load the cart before it can save one.
  revision integer not null default 1,
  changed_at timestamptz not null default now()
);
create index kept_carts_oldest on public.kept_carts (changed_at);

-- Returns the cart of an account, with revision 0 if none is stored.
create function public.get_kept_cart(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select jsonb_build_object('lines', k.lines, 'revision', k.revision) from public.kept_carts k where k.uid = p_uid),
    '{"lines": [], "revision": 0}');
end
$$;

-- Replaces the cart of revision `p_revision` and returns the new one. Returns null if the cart has another revision meanwhile.
create function public.save_kept_cart(p_uid text, p_revision integer, p_lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Takes the same lock as `delete_account`, so that no cart is stored after the deletion.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if coalesce((select k.revision from public.kept_carts k where k.uid = p_uid for update), 0) <> p_revision
    or exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return null;
  end if;
  insert into public.kept_carts as k (uid, lines) values (p_uid, p_lines)
    on conflict (uid) do update set lines = excluded.lines, revision = k.revision + 1, changed_at = now();
  return public.get_kept_cart(p_uid);
end
$$;

-- Removes bought copies from the account's cart, and so from every device (trigger of `orders`). A gift line loses only copies that were
-- bought as gifts. A group gift keeps at least two copies as long as any remains.
create function public.take_out_bought() returns trigger
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

create function public.erase_kept_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.kept_carts k where k.uid = new.uid;
  return null;
end
$$;

create trigger accounts_erase_kept_cart after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.erase_kept_cart();

-- Deletes carts that were not changed for a long time.
create function public.sweep_kept_carts() returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.kept_carts where changed_at < now() - public.rule('keep_carts') $$;
