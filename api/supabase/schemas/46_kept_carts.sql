-- The cart of an account, the same wherever its owner is signed in. A visitor's is on the device alone.
set check_function_bodies = off;

create table public.kept_carts (
  uid text primary key,
  -- [{ id, quantity, gift, chosen }], as the contract has them: titles and prices are always read anew. How many there may be, it decides;
  -- here is only a bound against what no contract has let through.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 1000),
  -- Counts changes: a device that knows an older one reads this one first.
  revision integer not null default 1,
  changed_at timestamptz not null default now()
);
create index kept_carts_oldest on public.kept_carts (changed_at);

-- The cart of an account; of revision 0 where none is kept.
create function public.get_kept_cart(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select jsonb_build_object('lines', k.lines, 'revision', k.revision) from public.kept_carts k where k.uid = p_uid),
    '{"lines": [], "revision": 0}');
end
$$;

-- Keeps a cart in the place of the one of `p_revision`, and answers it; null when that is another one meanwhile.
create function public.save_kept_cart(p_uid text, p_revision integer, p_lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- As for `delete_account`: nothing comes after it.
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

-- The copies that are bought leave the cart on every device, as on the one of the purchase (trigger of `orders`): of presents those that were
-- bought as presents. A group that copies are left of has two at least.
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

-- It ends with the account.
create function public.forget_kept_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.kept_carts k where k.uid = new.uid;
  return null;
end
$$;

create trigger accounts_forget_kept_cart after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.forget_kept_cart();

-- Deletes carts that were not changed for long.
create function public.sweep_kept_carts() returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.kept_carts where changed_at < now() - public.rule('keep_carts') $$;
