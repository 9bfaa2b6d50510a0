-- Copies beyond the first are gifts, with links by which their readers take them.
set check_function_bodies = off;

create table public.gifts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  kind text not null check (kind in ('one', 'group')),
  generation integer not null default 1,
  to_name text not null default '' check (char_length(to_name) <= 120),
  to_email text check (to_email = lower(to_email) and char_length(to_email) between 3 and 254),
  message text not null default '' check (char_length(message) <= 500),
  send_at timestamptz,
  letters integer not null default 0 check (letters between 0 and 20),
  closed_at timestamptz
);
create index gifts_of_order on public.gifts (order_id);
create index gifts_by_address on public.gifts (to_email) where to_email is not null;
alter table public.order_copies add column gift_id uuid references public.gifts (id);
create index order_copies_of_gift on public.order_copies (gift_id) where gift_id is not null;
create index entitlements_ended on public.entitlements (uid, ebook_id) where revoked_at is not null;
alter table public.gifts enable row level security;

insert into public.rules (name, duration, reason) values
  ('keep_gift_addresses', '30 days', 'privacy page: after the gift was taken'),
  ('keep_waiting_gift_addresses', '1 year', 'privacy page: as far ahead as a gift can be sent'),
  ('remind_of_gifts', '14 days', 'a gift that nobody took is mostly a letter that nobody saw');

drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, integer, jsonb, jsonb);
drop function public.begin_refund(jsonb, uuid, uuid, jsonb, integer, text);

create function public.mark_gifts(p_copies jsonb, p_gifts jsonb) returns jsonb
language sql immutable set search_path = ''
as $$
  select jsonb_agg(c || jsonb_build_object('gift', case
      when p_gifts->>(c->>'id') = 'group' then 'group'
      when p_gifts->>(c->>'id') is not null or (c->>'no')::integer > 1 then 'one' end))
    from jsonb_array_elements(p_copies) c
$$;

create function public.write_gifts(p_order_id uuid, p_copies jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_part record;
  v_gift_id uuid;
begin
  for v_part in
    select c->>'id' as ebook_id, c->>'gift' as kind, array_agg((c->>'no')::integer) as nos
      from jsonb_array_elements(p_copies) c
      where c->>'gift' is not null
      group by 1, 2, case when c->>'gift' = 'one' then c->>'no' end
  loop
    insert into public.gifts (order_id, ebook_id, kind) values (p_order_id, v_part.ebook_id, v_part.kind) returning id into v_gift_id;
    update public.order_copies c set gift_id = v_gift_id
      where c.order_id = p_order_id and c.ebook_id = v_part.ebook_id and c.no = any (v_part.nos);
  end loop;
end
$$;

create function public.copies_of_reader(p_uid text, p_ebook_ids text[]) returns setof public.order_copies
language sql stable security definer set search_path = ''
as $$
  select c.* from public.orders o join public.order_copies c on c.order_id = o.id
    where o.holder = p_uid and c.ebook_id = any (p_ebook_ids) and c.gift_id is null
  union all
  select c.* from public.entitlements e join public.order_copies c on c.id = e.copy_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and c.gift_id is not null
$$;

create function public.readers_of_order(o public.orders) returns table (uid text)
language sql stable security definer set search_path = ''
as $$
  select r.uid
    from (
      select o.holder as uid
      union
      select e.uid from public.order_copies c join public.entitlements e on e.copy_id = c.id where c.order_id = o.id and c.gift_id is not null
    ) r
    order by 1
$$;

create function public.refund_rank(c public.order_copies) returns integer
language sql stable security definer set search_path = ''
as $$
  select case
    when c.gift_id is null then 1
    when exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null) then 2
    else 0 end
$$;

create function public.free_copy(p_gift_id uuid) returns uuid
language sql stable security definer set search_path = ''
as $$
  select c.id from public.order_copies c
    where c.gift_id = p_gift_id and not exists (select from public.entitlements e where e.copy_id = c.id)
      and not public.is_taken_back(c.id, true)
    order by c.no limit 1
$$;

create function public.gift_mail_key(g public.gifts) returns text
language sql immutable set search_path = ''
as $$ select 'gift_sent:' || g.id || ':' || g.letters $$;

create function public.gift_state(g public.gifts, o public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state = 'disputed' then 'suspended'
    when o.state = 'refunded' then 'returned'
    when o.state not in ('paid', 'partly_refunded') then 'unpaid'
    when not exists (select from public.order_copies c where c.gift_id = g.id and not public.is_taken_back(c.id, true)) then 'returned'
    when public.free_copy(g.id) is null then 'claimed'
    when g.closed_at is not null then 'closed'
    when exists (select from public.outbox m where m.key = public.gift_mail_key(g) and m.given_up_at is not null) then 'failed'
    when g.send_at > now() then 'scheduled'
    when g.send_at is not null then 'sent'
    else 'unsent' end
$$;

create function public.gifts_json(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g) - array['order_id', 'closed_at'] || jsonb_build_object(
      'title', s.title, 'state', public.gift_state(g, o), 'seats', s.seats, 'taken', s.taken,
      'may_keep', public.free_copy(g.id) is not null and g.closed_at is null and o.state in ('paid', 'partly_refunded') and o.buyer_uid is not null
        and not exists (select from public.reading_rights r where r.uid = o.buyer_uid and r.ebook_id = g.ebook_id))
      order by s.title, g.ebook_id, s.no), '[]')
    from public.gifts g
    cross join lateral (
      select min(c.title) as title, min(c.no) as no, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
          count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as taken
        from public.order_copies c where c.gift_id = g.id
    ) s
    where g.order_id = o.id
$$;

create function public.list_gifts(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.gifts_json(o) from public.orders o where o.id = p_order_id and (p_uid is null or o.holder = p_uid) $$;

create function public.get_gift(p_gift_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('generation', g.generation, 'kind', g.kind, 'ebook', public.ebook_json(b), 'from', o.buyer_name, 'to_name', g.to_name,
      'message', g.message, 'standing', case s.state when 'suspended' then 'suspended' when 'claimed' then 'none_left' else 'open' end)
    from public.gifts g
    join public.orders o on o.id = g.order_id
    join public.ebooks_metadata b on b.id = g.ebook_id
    cross join lateral (select public.gift_state(g, o) as state) s
    where g.id = p_gift_id and s.state not in ('unpaid', 'returned', 'closed')
$$;

create function public.claim_gift(p_gift_id uuid, p_generation integer, p_uid text, p_email text, p_name text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
  v_ended_at timestamptz;
  v_copy_id uuid;
begin
  -- Before a copy is chosen: two readers take one after the other, and a refund comes before or after.
  select o.* into v_order from public.orders o join public.gifts g on g.order_id = o.id where g.id = p_gift_id for update of o;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.generation = p_generation;
  if not found or v_order.state not in ('paid', 'partly_refunded', 'disputed') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- As for `settle_rights`: two gifts of one book do not go to one reader.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  select e.revoked_at into v_ended_at
    from public.entitlements e join public.order_copies c on c.id = e.copy_id
    where c.gift_id = p_gift_id and e.uid = p_uid order by e.revoked_at nulls first limit 1;
  if found and v_ended_at is null then
    return jsonb_build_object('outcome', 'claimed_before', 'ebook_id', v_gift.ebook_id);
  end if;
  if v_order.state = 'disputed' then
    return jsonb_build_object('outcome', 'suspended');
  end if;
  -- A seat that was taken back from its reader does not come again.
  if v_ended_at is not null or public.gift_state(v_gift, v_order) in ('returned', 'closed') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = v_gift.ebook_id) then
    return jsonb_build_object('outcome', 'owned', 'ebook_id', v_gift.ebook_id);
  end if;
  v_copy_id := public.free_copy(p_gift_id);
  if v_copy_id is null then
    return jsonb_build_object('outcome', 'none_left');
  end if;
  -- Their copy is stamped for them, also if the site never saw them otherwise.
  insert into public.users (uid, email, name) values (p_uid, p_email, p_name) on conflict (uid) do nothing;
  insert into public.entitlements (copy_id, ebook_id, uid) values (v_copy_id, v_gift.ebook_id, p_uid);
  perform public.withdraw_gift_mails(v_order);
  perform public.tell_of_claim(v_gift, v_order, p_uid);
  return jsonb_build_object('outcome', 'claimed', 'ebook_id', v_gift.ebook_id);
end
$$;

create function public.tell_of_claim(g public.gifts, o public.orders, p_uid text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox as m (key, kind, recipient, locale, payload, due_at)
    select 'gift_claimed:' || g.id || case when g.kind = 'group' then to_char(now() at time zone 'UTC', ':YYYY-MM-DD') else '' end,
        'gift_claimed', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'kind', g.kind, 'to_name', g.to_name, 'title', s.title, 'seats', s.seats, 'taken', s.taken),
        case when g.kind = 'group' then now() + interval '6 hours' else now() end
      from (
        select min(c.title) as title, count(*) as seats,
            count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id)) as taken
          from public.order_copies c where c.gift_id = g.id
      ) s
      where p_uid <> o.holder and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
    on conflict (key) do update set payload = excluded.payload where m.sent_at is null
$$;

create function public.withdraw_gift_mails(o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  with over as (
    select g.id, public.gift_mail_key(g) as key from public.gifts g
      where g.order_id = o.id and (o.state not in ('paid', 'partly_refunded') or g.closed_at is not null or public.free_copy(g.id) is null)
  ), gone as (
    delete from public.outbox m using over v
      where m.key = v.key and m.sent_at is null and (m.claimed_until is null or m.claimed_until < now())
      returning v.id
  )
  update public.gifts g set send_at = null from gone where g.id = gone.id
$$;

create function public.send_gift(
  p_uid text, p_order_id uuid, p_gift_id uuid, p_name text, p_email text, p_message text, p_day date, p_zone text
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
    set to_name = p_name, to_email = p_email, message = p_message,
      send_at = case when p_email is not null then v_send_at when not v_replaces then g.send_at end,
      letters = g.letters + (p_email is not null and not v_replaces)::integer - (p_email is null and v_replaces)::integer
    where g.id = p_gift_id returning * into v_gift;
  if p_email is not null then
    perform public.write_gift_mail(v_gift, v_order);
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$$;

create function public.write_gift_mail(g public.gifts, o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.gift_mail_key(g), 'gift_sent', g.to_email, o.locale,
        jsonb_build_object('gift_id', g.id, 'generation', g.generation, 'title', b.title, 'author', b.author, 'from', o.buyer_name,
          'to_name', g.to_name, 'message', g.message),
        g.send_at
      from public.ebooks_metadata b where b.id = g.ebook_id
$$;

create function public.renew_gift(p_uid text, p_order_id uuid, p_gift_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.order_id = v_order.id;
  if not found then
    return null;
  end if;
  if v_gift.closed_at is not null or public.free_copy(p_gift_id) is null then
    return false;
  end if;
  update public.gifts g set generation = g.generation + 1 where g.id = p_gift_id returning * into v_gift;
  update public.outbox m set payload = m.payload || jsonb_build_object('generation', v_gift.generation)
    where m.key = public.gift_mail_key(v_gift) and m.sent_at is null;
  return true;
end
$$;

create function public.resend_gift(p_actor jsonb, p_order_id uuid, p_gift_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.order_id = v_order.id;
  if not found then
    return null;
  end if;
  if v_gift.to_email is null or v_gift.letters >= 20 or public.gift_state(v_gift, v_order) not in ('sent', 'scheduled', 'failed') then
    return false;
  end if;
  delete from public.outbox m
    where m.key = public.gift_mail_key(v_gift) and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
  update public.gifts g set letters = g.letters + 1, send_at = now() where g.id = p_gift_id returning * into v_gift;
  perform public.write_gift_mail(v_gift, v_order);
  perform public.note_admin_change(p_actor, 'gift_resent', 'order', p_order_id::text, null, jsonb_build_object('to_email', v_gift.to_email));
  return true;
end
$$;

create function public.close_gift(p_actor jsonb, p_order_id uuid, p_gift_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not exists (select from public.gifts g where g.id = p_gift_id and g.order_id = v_order.id) then
    return null;
  end if;
  update public.gifts g set closed_at = now() where g.id = p_gift_id and g.closed_at is null;
  if not found then
    return false;
  end if;
  perform public.withdraw_gift_mails(v_order);
  perform public.note_admin_change(p_actor, 'gift_closed', 'order', p_order_id::text, null, jsonb_build_object('gift_id', p_gift_id));
  return true;
end
$$;

create function public.personal_gifts(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('order_number', o.number, 'ebook_id', g.ebook_id, 'to_name', g.to_name, 'to_email', g.to_email,
      'message', g.message, 'send_at', g.send_at) order by o.number, g.id), '[]')
    from public.gifts g join public.orders o on o.id = g.order_id
    where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email) or g.to_email = lower(p_email)
$$;

create function public.forget_gifts(p_uid text, p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g join public.orders o on o.id = g.order_id
    where o.buyer_uid = p_uid and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '' from public.orders o where o.id = g.order_id and o.buyer_uid = p_uid;
  update public.gifts g set to_name = '', to_email = null where g.to_email = lower(p_email);
end
$$;

create function public.sweep_gifts() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'gift_waiting:' || o.id, 'gift_waiting', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'buyer_name', o.buyer_name, 'titles', jsonb_agg(distinct b.title))
      from public.orders o
      join public.gifts g on g.order_id = o.id
      join public.ebooks_metadata b on b.id = g.ebook_id
      where o.paid_at between now() - public.rule('remind_of_gifts') * 2 and now() - public.rule('remind_of_gifts')
        and public.gift_state(g, o) in ('unsent', 'sent', 'failed')
        and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      group by o.id
    on conflict (key) do nothing;
  update public.gifts g set to_name = '', to_email = null
    from public.orders o
    where o.id = g.order_id and g.to_email is not null and (
      g.send_at < now() - public.rule('keep_waiting_gift_addresses')
      or public.gift_state(g, o) in ('claimed', 'returned', 'closed')
        and not exists (
          select from public.order_copies c join public.entitlements e on e.copy_id = c.id
            where c.gift_id = g.id and e.granted_at > now() - public.rule('keep_gift_addresses'))
        and coalesce(g.closed_at, g.send_at, o.paid_at) < now() - public.rule('keep_gift_addresses'));
  delete from public.outbox
    where kind in ('gift_sent', 'gift_claimed', 'gift_waiting') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
end
$$;

create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb default null, p_total_minor integer default null,
  p_came_from jsonb default null, p_quote jsonb default null, p_gifts jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote jsonb := coalesce(p_quote, (
    select jsonb_build_object('subtotal', sum((i->>'price')::integer), 'discounts', '[]'::jsonb, 'total', sum((i->>'price')::integer),
        'copies', jsonb_agg(jsonb_build_object('id', i->>'id', 'no', i->'quantity', 'list', i->'price', 'paid', i->'price', 'reasons', '[]'::jsonb)))
      from jsonb_array_elements(p_items) i));
  v_copies jsonb := public.mark_gifts(v_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
begin
  if exists (select from jsonb_array_elements(v_copies) c
      where (c->>'no')::integer > case when p_quote is null then 1 when c->>'gift' = 'group' then 200 else 20 end) then
    raise exception 'too many copies of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_buyer_uid, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
  if found and public.terms_of(public.copies_of_order(v_order.id), false) <> public.terms_of(v_copies, false) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(p_buyer_uid, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null));
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where p.amount_minor is distinct from (c->>'list')::bigint;
  if v_corrections is not null then
    return jsonb_build_object('outcome', case when p_quote is null then 'refused' else 'quote_changed' end, 'corrections', v_corrections);
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          v_quote - 'copies', p_terms_version, p_came_from
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

create function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text,
  p_takes_claimed boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_parts jsonb;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  select r.* into v_refund from public.order_refunds r where r.attempt_id = p_attempt_id;
  if found then
    return case
      when v_refund.order_id = p_order_id and v_refund.items is not distinct from p_items and v_refund.amount_minor = p_amount_minor
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := public.refund_obstacle(v_order);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into v_parts from public.parts_to_refund(p_order_id, p_items) p;
  if v_order.currency <> p_currency or p_amount_minor > public.refundable_minor(v_order) or p_amount_minor is distinct from (
      select sum((p->>'minor')::integer) from jsonb_array_elements(v_parts) p)
    or jsonb_array_length(v_parts) < (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w)
    or not p_takes_claimed and exists (
      select from jsonb_array_elements(v_parts) p join public.order_copies c on c.id = (p->>'copy_id')::uuid
        where (p->>'takes_back')::boolean and public.refund_rank(c) = 2) then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email')
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back)
    select v_refund.id, p.copy_id, p.minor, p.takes_back
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean);
  perform public.withdraw_gift_mails(v_order);
  perform public.note_admin_change(p_actor, 'order_refund_asked', 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

create or replace function public.holds_money(o public.orders, p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.refundable_minor(o) > 0 and exists (
    select from public.order_copies c
      where c.order_id = o.id and c.ebook_id = p_ebook_id and c.gift_id is null and c.paid_minor > 0 and not public.is_taken_back(c.id, true))
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', public.dispute_json(o)->>'state',
    'items', (
      select jsonb_agg(jsonb_build_object(
          -- `unit_minor` is for an API of before, which multiplies it.
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'is_gift', c.gift_id is not null)
                order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

create or replace function public.terms_of(p_copies jsonb, p_with_prices boolean) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(concat_ws(' ', c->>'id', c->>'no', c->>'gift', case when p_with_prices then concat(c->>'list', ' ', c->>'paid') end), ', '
      order by c->>'id', (c->>'no')::integer)
    from jsonb_array_elements(p_copies) c
$$;

create or replace function public.copies_of_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', c.ebook_id, 'no', c.no, 'gift', g.kind, 'list', c.list_minor, 'paid', c.paid_minor))
    from public.order_copies c left join public.gifts g on g.id = c.gift_id where c.order_id = p_order_id
$$;

create or replace function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
      order by b.ebook_id), '[]')
    from (
      select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
        from (
          select r.ebook_id, 'owned' as standing, r.by_id as order_id, r.granted_at as since
            from public.reading_rights r where r.uid = p_uid
          union all
          select c.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_copies c on c.order_id = o.id
            where o.buyer_uid = p_uid and o.state = 'waiting' and c.gift_id is null
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

create or replace function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_uid text := (select o.buyer_uid from public.orders o where o.id = p_order_id);
  v_ebook_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id);
  v_own_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id and c.gift_id is null);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_uid, 0));
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open';
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_bought_ebooks(v_uid, v_own_ids) <> '[]' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_uid = v_uid and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and c.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
    'readable', public.readable_books(o),
    'terms_version', o.terms_version,
    'email_state', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
        from public.purchase_mails(o) m where m.kind = 'purchase_paid' order by m.created_at desc, m.key desc limit 1), 'none'),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
        select 'created' as kind, o.created_at as happened_at, 1 as place
        union all select e.kind, e.happened_at, 2 from public.order_events e
          where e.order_id = o.id and e.kind in ('waiting', 'failed', 'canceled', 'refunded', 'disputed')
        union all select 'paid', greatest(o.paid_at, o.created_at), 3 where o.paid_at is not null
        union all select m.kind, m.sent_at, 4 from public.purchase_mails(o) m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 5 from public.entitlements d
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and c.gift_id is null and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'may_cancel', o.state = 'waiting' and o.boleto is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'refund_declined', (
      select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
        where r.order_id = o.id and r.decision = 'declined'),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

create or replace function public.gives_right(o public.orders, p_copy_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state in ('paid', 'partly_refunded') then not public.is_taken_back(p_copy_id, false)
    when o.state = 'given' then not exists (select from public.entitlements e where e.copy_id = p_copy_id and e.revoked_at is not null)
    else false end
$$;

create or replace function public.settle_rights(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Which copy gives the right depends on all orders of the reader; two of them decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  update public.entitlements e set revoked_at = now()
    from public.order_copies c join public.orders o on o.id = c.order_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and e.revoked_at is null and c.id = e.copy_id
      and not ((o.buyer_uid = p_uid or c.gift_id is not null) and public.gives_right(o, c.id));
  insert into public.entitlements (copy_id, ebook_id, uid)
    select distinct on (c.ebook_id) c.id, c.ebook_id, p_uid
      from public.copies_of_reader(p_uid, p_ebook_ids) c join public.orders o on o.id = c.order_id
      where public.gives_right(o, c.id)
        and not exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
      order by c.ebook_id, o.paid_at, o.number, c.no
    on conflict (copy_id) do update set uid = excluded.uid, revoked_at = null;
end
$$;

create or replace function public.readable_books(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct c.ebook_id), '[]')
    from public.order_copies c join public.entitlements e on e.uid = o.buyer_uid and e.ebook_id = c.ebook_id and e.revoked_at is null
    where c.order_id = o.id and c.gift_id is null and public.gives_right(o, c.id)
$$;

create or replace function public.get_copy_to_deliver(p_uid text, p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'order_id', r.by_id, 'order_number', o.number,
      'source', i.source, 'email', case when o.buyer_uid <> p_uid then u.email else coalesce(o.buyer_email, i.email) end, 'locale', coalesce(o.locale, i.locale))
    from public.reading_rights r
    left join public.orders o on o.id = r.by_id
    left join public.imported_purchases i on i.id = r.by_id
    left join public.users u on u.uid = p_uid
    join public.ebooks_metadata b on b.id = r.ebook_id
    where r.uid = p_uid and r.ebook_id = p_ebook_id
    order by r.granted_at desc, o.number desc nulls last limit 1
$$;

create or replace function public.get_admin_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with changes as (
    select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
  ), mails as (
    select m.*
      from (
        select o.buyer_email from public.orders o where o.id = p_order_id
        union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
      ) r (recipient)
      join public.outbox m on m.recipient = r.recipient
      where m.payload->>'id' = p_order_id::text and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded',
        'refund_acknowledged', 'refund_declined', 'book_given')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', public.dispute_json(o),
    'dispute_unread', o.dispute_unread_since is not null,
    'awaits_new_owner', o.claimable_by is not null,
    'readable', public.readable_books(o),
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refundable_copies', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'minor', public.kept_minor(c), 'is_claimed', public.refund_rank(c) = 2)
          order by c.ebook_id, public.refund_rank(c), c.no desc), '[]')
        from public.order_copies c
        where c.order_id = o.id and public.refund_obstacle(o) is null and not public.is_taken_back(c.id, true)),
    'owed_minor', public.owed_minor(o),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at, 'decision', q.decision, 'decided_at', q.decided_at, 'note', q.note)
        from public.refund_requests q where q.order_id = o.id),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'at', coalesce(m.sent_at, m.given_up_at, m.created_at),
          'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
          order by m.created_at desc, m.key), '[]')
        from mails m),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at, 'amount_minor', t.amount_minor) order by t.happened_at, t.place)
      from (
        select 'created' as kind, o.created_at as happened_at, 1 as place, null::integer as amount_minor
        union all select e.kind, e.happened_at, 4, abs(e.amount_minor) from public.order_events e where e.order_id = o.id
        union all select 'paid', greatest(o.paid_at, o.created_at), 2, o.total_minor where o.paid_at is not null
        union all select m.kind, m.sent_at, 5, null from mails m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 6, null from public.entitlements d
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select 'refund_asked', r.requested_at, 3, r.amount_minor from public.order_refunds r where r.order_id = o.id
        -- One that was counted as refunded before has an event that says so.
        union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
          where r.order_id = o.id and r.failed_at is not null and not exists (
            select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

create or replace function public.settle_order(
  p_order_id uuid, p_sync_no bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
  p_country text default null, p_refunds jsonb default '[]', p_refund_pending_minor integer default 0,
  p_facts jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
  v_state text;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- A boleto that its buyer gave up is over unless it is paid all the same.
  v_state := case when p_state = 'waiting' and v_before.canceled_at is not null then 'failed' else p_state end;
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      boleto = case when v_state = 'waiting' then coalesce(nullif(p_facts->'boleto', 'null'), boleto) else public.past_boleto(boleto) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      fee_minor = coalesce(fee_minor, (p_facts->>'fee_minor')::integer),
      received = nullif(p_facts->'received', 'null'),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      applied_sync_no = p_sync_no
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    select p_order_id, v_order.state, null::integer
      where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, case when v_order.refunded_minor > v_before.refunded_minor then 'refunded' else 'refund_failed' end,
        v_order.refunded_minor - v_before.refunded_minor
      where v_order.refunded_minor <> v_before.refunded_minor;

  update public.order_refunds r
    set state = s.state, waits_for = s.waits_for, obstacle = s.obstacle, failed_at = case when s.state = 'failed' then coalesce(r.failed_at, now()) end
    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
    where r.order_id = p_order_id and r.id = s.id and r.state <> 'failed';
  perform public.share_goodwill(v_order);

  insert into public.disputes as d (id, order_id, reason, amount_minor, currency, state, due_by, evidence_at, opened_at, closed_at)
    select s.id, p_order_id, s.reason, s.amount_minor, s.currency, s.state, s.due_by,
        case when s.is_answered and s.state <> 'needs_response' then now() end, s.opened_at,
        case when s.state in ('won', 'lost', 'closed') then now() end
      from jsonb_to_recordset(p_facts->'disputes') s
        (id text, reason text, amount_minor integer, currency text, state text, due_by timestamptz, is_answered boolean, opened_at timestamptz)
    on conflict (id) do update
      set reason = excluded.reason, amount_minor = excluded.amount_minor, currency = excluded.currency, state = excluded.state,
        due_by = excluded.due_by,
        evidence_at = case when excluded.evidence_at is not null then coalesce(d.evidence_at, excluded.evidence_at) end,
        closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end;

  update public.refund_requests r
    set decision = case when s.change > 0 then 'refunded' end, decided_at = case when s.change > 0 then now() end
    from (select v_order.refunded_minor + v_order.refund_pending_minor - v_before.refunded_minor - v_before.refund_pending_minor as change) s
    where r.order_id = p_order_id and ((r.decision is null and s.change > 0) or (r.decision = 'refunded' and s.change < 0));

  perform public.settle_rights(r.uid, public.books_of_order(p_order_id)) from public.readers_of_order(v_order) r;
  perform public.withdraw_gift_mails(v_order);

  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    -- Who paid another amount waits for the owner, not for a payment.
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state and v_order.received is null
      then 'purchase_' || v_order.state end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted)
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  if 'purchase_paid' = any (v_mails) then
    perform public.notify_team('sale', v_order.id::text, 'sale_made', jsonb_build_object('id', v_order.id, 'number', v_order.number,
      'currency', v_order.currency, 'total_minor', v_order.total_minor,
      'titles', (
        select jsonb_agg(distinct c.title) from public.order_copies c where c.order_id = p_order_id)),
      v_order.buyer_email, null);
  end if;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

create or replace function public.parts_to_refund(p_order_id uuid, p_items jsonb) returns table (copy_id uuid, minor integer, takes_back boolean)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.kept, c.is_left
    from (
      select x.id, x.ebook_id, public.kept_minor(x) as kept, l.is_left,
          row_number() over (partition by x.ebook_id, l.is_left order by public.refund_rank(x), x.no desc) as place
        from public.order_copies x cross join lateral (select not public.is_taken_back(x.id, true) as is_left) l
        where x.order_id = p_order_id
    ) c
    where case when c.is_left
      then p_items is null or c.place <= (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w where w->>'ebook_id' = c.ebook_id)
      else coalesce(p_items, '[]') = '[]' and c.kept > 0 and public.is_taken_back(c.id, false) end
$$;

create or replace function public.announce_version(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.ebook_announcements;
  v_uids text[];
begin
  select * into v_next from public.ebook_announcements order by ebook_id, version limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  v_uids := array(
    select distinct r.uid from public.reading_rights r
      where r.ebook_id = v_next.ebook_id and r.uid > v_next.told_up_to
      order by r.uid limit p_limit
  );
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'ebook_updated:' || v_next.ebook_id || ':' || v_next.version || ':' || owner.uid, 'ebook_updated', r.email, r.locale,
        jsonb_build_object('title', b.title, 'buyer_name', r.name)
      from unnest(v_uids) as owner (uid)
      join public.ebooks_metadata b on b.id = v_next.ebook_id
      cross join lateral (
        select case when o.buyer_uid <> owner.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
            coalesce(case when o.buyer_uid = owner.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale
          from public.reading_rights r
          left join public.orders o on o.id = r.by_id
          left join public.imported_purchases i on i.id = r.by_id
          left join public.users u on u.uid = owner.uid
          where r.uid = owner.uid and r.ebook_id = v_next.ebook_id
          order by r.granted_at desc, o.number desc nulls last limit 1
      ) r
    on conflict (key) do nothing;
  if cardinality(v_uids) < p_limit then
    delete from public.ebook_announcements where ebook_id = v_next.ebook_id and version = v_next.version;
  else
    update public.ebook_announcements set told_up_to = v_uids[p_limit] where ebook_id = v_next.ebook_id and version = v_next.version;
  end if;
  return true;
end
$$;

create or replace function public.get_person(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with person as (
    select p.* from public.people p where p.id = p_id
  ), accounts as materialized (
    select a.* from person p cross join lateral public.accounts_of_person(p) a
  ), order_ids as materialized (
    select o.id from public.orders o where o.buyer_uid in (select a.uid from accounts a) and o.state not in ('open', 'expired')
    union
    select o.id from person p join public.orders o on public.plain(o.buyer_email) = public.plain(p.email)
      where lower(o.buyer_email) = p.email and o.state not in ('open', 'expired')
  ), letters as (
    select m.kind, coalesce(m.sent_at, m.given_up_at, m.created_at) as at,
        case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end as state
      from public.outbox m
      where m.recipient in (
        select p.email from person p union select a.email from accounts a
        union select o.buyer_email from order_ids i join public.orders o on o.id = i.id where o.buyer_uid in (select a.uid from accounts a))
      order by m.created_at desc, m.key limit 50
  )
  select jsonb_build_object(
    'id', p.id, 'email', p.email, 'note', p.note,
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', a.uid, 'name', a.name, 'photo_url', a.photo_url, 'created_at', a.created_at,
          'is_confirmed', not a.is_newcomer, 'is_in_team', exists (select from public.team m where m.uid = a.uid))
          order by a.created_at, a.number), '[]')
        from accounts a),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]')
        from (select o.* from order_ids i join public.orders o on o.id = i.id order by o.created_at desc, o.id desc limit 50) o),
    'books', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.granted_at desc, b.ebook_id), '[]')
        from (
          select e.ebook_id, t.title, t.language, c.order_id, o.number as order_number, o.state = 'given' as is_given, e.granted_at, e.revoked_at,
              e.downloads, e.last_downloaded_at, (
                select h.after->>'reason' from public.admin_changes h
                  where o.state = 'given' and h.subject_kind = 'order' and h.subject_id = o.id::text and h.action = 'book_given') as reason
            from order_ids i
            join public.orders o on o.id = i.id
            join public.order_copies c on c.order_id = o.id and c.gift_id is null
            join public.entitlements e on e.copy_id = c.id
            join public.ebooks_metadata t on t.id = e.ebook_id
            order by e.granted_at desc, e.ebook_id limit 50) b),
    'messages', (
      select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
        from (select c.* from public.contact_messages c where c.email = p.email order by c.created_at desc, c.id desc limit 50) c),
    'subscription', (select to_jsonb(s) - 'generation' from public.newsletter_subscribers s where s.email = p.email),
    'letters', (select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind), '[]') from letters l),
    'orders_kept', (
      select count(*) from order_ids i join public.orders o on o.id = i.id where o.paid_at is not null))
  from person p
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
  -- Of an order that waits for its new owner the mails stay, without the name.
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

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed', 'given');

  delete from public.reading_positions where uid = p_uid;
  perform public.forget_imported_address(p_uid, p_email);
  perform public.forget_gifts(p_uid, p_email);
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

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'events', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', e.kind, 'happened_at', e.happened_at) order by e.happened_at, e.id), '[]')
              from public.order_events e where e.order_id = o.id),
          'emails', (
            select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'written_at', m.created_at,
                'sent_at', m.sent_at) order by m.created_at, m.key), '[]')
              from public.purchase_mails(o) m),
          'refund_request', (
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at, 'decision', r.decision, 'decided_at', r.decided_at,
                'note', r.note)
              from public.refund_requests r where r.order_id = o.id),
          'disputes', (
            select coalesce(jsonb_agg(to_jsonb(d) - 'order_id' order by d.opened_at, d.id), '[]')
              from public.disputes d where d.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid = p_uid
        union all
        select i.claimed_at, i.ebook_id, jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'bought_at_shop', i.source,
            'bought_at', i.bought_at, 'imported_at', i.imported_at, 'granted_at', i.claimed_at, 'downloads', i.downloads,
            'first_downloaded_at', i.first_downloaded_at, 'last_downloaded_at', i.last_downloaded_at)
          from public.imported_purchases i join public.ebooks_metadata b on b.id = i.ebook_id
          where i.uid = p_uid or i.email = lower(p_email)
      ) l),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id where r.uid = p_uid),
    'gifts', public.personal_gifts(p_uid, p_email),
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] || jsonb_build_object('replies', (
            select coalesce(jsonb_agg(jsonb_build_object('body', r.body, 'written_at', r.written_at, 'sent_at', r.sent_at)
                order by r.written_at, r.id), '[]')
              from public.message_replies r where r.message_id = c.id)) order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'note', (select p.note from public.people p where p.email = lower(p_email) and p.note <> ''),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'invitation_id', 'generation'])
          order by m.created_at, m.key), '[]')
        from public.outbox m
        where m.id in (
          select w.id from public.outbox w where w.recipient = lower(p_email)
          union select w.id from public.orders o join public.outbox w on w.recipient = o.buyer_email
            where o.buyer_uid = p_uid and w.payload->>'id' = o.id::text
          union select w.id from public.orders o join public.outbox w on w.key = 'refund_requested:' || o.id where o.buyer_uid = p_uid
          union select w.id from public.contact_messages c join public.outbox w on w.key = 'contact_received:' || c.id
            where c.email = lower(p_email))))
$$;

-- Copies beyond the first that were paid and never delivered become gifts, and their buyers are told. A book that was paid in a second order
-- is no gift: that money goes back.
do $$
declare
  v_copy record;
  v_gift_id uuid;
begin
  for v_copy in
    select c.id, c.order_id, c.ebook_id
      from public.order_copies c join public.orders o on o.id = c.order_id
      where c.no > 1 and c.gift_id is null and o.state in ('waiting', 'paid', 'partly_refunded', 'disputed')
        and not exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)
      order by c.order_id, c.ebook_id, c.no
  loop
    -- A right that ended is not a seat that was taken.
    delete from public.entitlements e where e.copy_id = v_copy.id;
    insert into public.gifts (order_id, ebook_id, kind) values (v_copy.order_id, v_copy.ebook_id, 'one') returning id into v_gift_id;
    update public.order_copies c set gift_id = v_gift_id where c.id = v_copy.id;
  end loop;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'gifts_found:' || o.id, 'gifts_found', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'number', o.number, 'buyer_name', o.buyer_name, 'titles', jsonb_agg(distinct b.title))
      from public.orders o
      join public.gifts g on g.order_id = o.id
      join public.ebooks_metadata b on b.id = g.ebook_id
      where public.gift_state(g, o) = 'unsent'
        and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      group by o.id;
end $$;
