-- Copies that were bought as gifts, and the links by which their readers claim them.
set check_function_bodies = off;

-- A gift link. Its key is derived from the id and the generation (api/src/platform/secret-links.ts). It hands out one copy, or the seats of
-- a group. It is created with the order, and opens nothing before the order is paid.
create table public.gifts (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  kind text not null check (kind in ('one', 'group')),
  -- Incremented with each new link: previous links open nothing.
  generation integer not null default 1,
  to_name text not null default '' check (char_length(to_name) <= 120),
  to_email text check (to_email = lower(to_email) and char_length(to_email) between 3 and 254),
  message text not null default '' check (char_length(message) <= 500),
  -- The time at which the gift's email is or was sent, and the number of emails that were written, see gift_mail_key.
  send_at timestamptz,
  emails integer not null default 0 check (emails between 0 and 20),
  -- The time at which an admin closed the gift. Readers keep the seats that they claimed, and nobody can claim another copy.
  closed_at timestamptz,
  -- The giver's name, if the order has none.
  giver text not null default '' check (char_length(giver) <= 120),
  -- Whether the gift is a spare copy. The buyer bought it to read, but could already read the book; see give_spares_away.
  is_spare boolean not null default false,
  -- The gift's email was withdrawn. It is queued again when the copy can be claimed again.
  is_withheld boolean not null default false
);
create index gifts_of_order on public.gifts (order_id);
create index gifts_by_address on public.gifts (to_email) where to_email is not null;

-- The gift that a copy belongs to. Null if the copy is the buyer's own.
alter table public.order_copies add column gift_id uuid references public.gifts (id);
-- Whether a reader who claimed a seat of a group lets the buyer see their name.
alter table public.entitlements add column shows_name boolean not null default false;
create index order_copies_of_gift on public.order_copies (gift_id) where gift_id is not null;
create index entitlements_ended on public.entitlements (uid, ebook_id) where revoked_at is not null;

-- Adds `gift` to each copy of a quote: null for the buyer's own copy, else the kind of gift. The first copy of a book is the buyer's,
-- unless `p_gifts` ({ id: 'all' | 'group' }) says that all copies are gifts, or seats of a group.
create function public.mark_gifts(p_copies jsonb, p_gifts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(c || jsonb_build_object('gift', case
        when p_gifts->>(c->>'id') = 'group' then 'group'
        when p_gifts->>(c->>'id') is not null or (c->>'no')::integer > 1 then 'one' end))
      from jsonb_array_elements(p_copies) c);
end
$$;

-- Inserts the gifts of a new order: one for each copy that is marked, and one for all copies of a group.
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

-- Returns the copies by which a person may read these books: bought for themselves, or claimed by a gift link.
create function public.copies_of_reader(p_uid text, p_ebook_ids text[]) returns setof public.order_copies
language sql stable security definer set search_path = ''
as $$
  select c.* from public.orders o join public.order_copies c on c.order_id = o.id
    where o.holder = p_uid and c.ebook_id = any (p_ebook_ids) and c.gift_id is null
  union all
  select c.* from public.entitlements e join public.order_copies c on c.id = e.copy_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and c.gift_id is not null
$$;

-- Turns spare copies into gifts with a link: paid copies that their buyer does not need, because another entitlement gives them the book.
-- For example, the buyer claimed a gift or was given the book before this payment arrived, or an account took over a guest order with the
-- book. A copy that ever gave the buyer an entitlement stays theirs. Rows that another transaction locked are skipped, because that
-- transaction settles the same entitlements.
create function public.give_spares_away(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_spare record;
  v_gift_id uuid;
begin
  for v_spare in
    select c.id, c.order_id, c.ebook_id
      from public.orders o join public.order_copies c on c.order_id = o.id
      where c.id in (
          select x.id
            from (
              select r.*, row_number() over (partition by r.ebook_id order by b.paid_at, b.number, r.no) as place
                from public.copies_of_reader(p_uid, p_ebook_ids) r join public.orders b on b.id = r.order_id
                where public.gives_entitlement(b, r.id)
            ) x
            where x.gift_id is null and x.paid_minor > 0
              and (x.place > 1 or exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = x.ebook_id)))
        and not public.is_taken_back(c.id, true)
        and not exists (select from public.entitlements e where e.copy_id = c.id and e.uid = p_uid)
      for no key update of c skip locked for key share of o skip locked
  loop
    insert into public.gifts (order_id, ebook_id, kind, is_spare) values (v_spare.order_id, v_spare.ebook_id, 'one', true)
      returning id into v_gift_id;
    update public.order_copies c set gift_id = v_gift_id where c.id = v_spare.id;
    -- The link's own entitlement, from before an account took the order over.
    update public.entitlements e set revoked_at = now() where e.copy_id = v_spare.id and e.revoked_at is null;
    delete from public.entitlements e where e.copy_id = v_spare.id;
  end loop;
end
$$;

-- Turns spare copies back into the buyer's own after the entitlement by which the buyer read the book ended. A gift for which the buyer
-- already wrote something stays a gift. The buyer of such a gift gets a notice at the order, and can claim a copy.
create function public.take_spares_back(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ebook_id text;
  v_copy_id uuid;
  v_gift_id uuid;
begin
  for v_ebook_id in
    select distinct c.ebook_id
      from public.orders o
      join public.order_copies c on c.order_id = o.id
      join public.gifts g on g.id = c.gift_id and g.is_spare
      where o.holder = p_uid and c.ebook_id = any (p_ebook_ids)
        and not exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = c.ebook_id)
        and not exists (
          select from public.copies_of_reader(p_uid, array[c.ebook_id]) x join public.orders b on b.id = x.order_id
            where public.gives_entitlement(b, x.id))
  loop
    select c.id, g.id into v_copy_id, v_gift_id
      from public.orders o
      join public.order_copies c on c.order_id = o.id
      join public.gifts g on g.id = c.gift_id
      where o.holder = p_uid and c.ebook_id = v_ebook_id and o.state in ('paid', 'partly_refunded') and public.free_copy(g.id) = c.id
        and g.is_spare and g.emails = 0 and g.to_name || g.message = '' and g.closed_at is null
      order by o.paid_at, o.number, c.no limit 1
      for no key update of c, g skip locked;
    -- Another reader may have claimed the gift before this lock was taken.
    update public.order_copies c set gift_id = null
      where c.id = v_copy_id and not exists (select from public.entitlements e where e.copy_id = c.id);
    if found then
      delete from public.gifts g where g.id = v_gift_id;
    end if;
  end loop;
end
$$;

-- Returns the readers whose entitlements depend on an order: its buyer, and the readers who claimed its gifts. The readers are always in
-- the same order, so that two transactions that lock them cannot deadlock.
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

-- Returns the order in which a refund takes copies of a book: unclaimed gifts, then the buyer's own copy, then claimed gifts.
create function public.refund_rank(c public.order_copies) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when c.gift_id is null then 1
    when exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null) then 2
    else 0 end;
end
$$;

-- Returns the copy that the next reader of a gift gets, or null: a copy without a reader and without a refund that is done or on its way.
create function public.free_copy(p_gift_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.id from public.order_copies c
      where c.gift_id = p_gift_id and not exists (select from public.entitlements e where e.copy_id = c.id)
        and not public.is_taken_back(c.id, true)
      order by c.no limit 1);
end
$$;

-- Returns the outbox key of the gift's latest email.
create function public.gift_mail_key(g public.gifts) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'gift_sent:' || g.id || ':' || g.emails;
end
$$;

-- Returns the state of a gift. `unpaid`: its order waits for money. `unsent`: no email was sent, though the buyer may have passed the link
-- on. `failed`: the mailbox refused its email. `claimed`: each copy has a reader. `returned`: the money was refunded. `suspended`: the
-- payment is disputed.
create function public.gift_state(g public.gifts, o public.orders) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state = 'disputed' then 'suspended'
    when o.state = 'refunded' then 'returned'
    when o.state not in ('paid', 'partly_refunded') then 'unpaid'
    when not exists (select from public.order_copies c where c.gift_id = g.id and not public.is_taken_back(c.id, true)) then 'returned'
    when public.free_copy(g.id) is null then 'claimed'
    when g.closed_at is not null then 'closed'
    when exists (select from public.outbox m where m.key = public.gift_mail_key(g) and m.given_up_at is not null) then 'failed'
    when g.send_at > now() then 'scheduled'
    when g.send_at is not null then 'sent'
    else 'unsent' end;
end
$$;

-- Returns the name of the giver that the reader sees; empty if none was entered.
create function public.giver_of(g public.gifts, o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(nullif(o.buyer_name, ''), g.giver);
end
$$;

-- Returns the gifts of an order as its buyer and the admin see them. `may_keep`: the buyer is no longer entitled to the book and can claim
-- a copy. `asks_for_giver`: the order has no name to show to the readers. `readers`: the readers of a group who let the buyer see their
-- names.
create function public.gifts_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(g) - array['order_id', 'closed_at', 'is_withheld'] || jsonb_build_object(
        'title', s.title, 'asks_for_giver', o.buyer_name = '', 'state', public.gift_state(g, o), 'seats', s.seats, 'claimed', s.claimed, 'readers', (
          select coalesce(jsonb_agg(u.name order by e.granted_at, u.uid), '[]')
            from public.order_copies c
            join public.entitlements e on e.copy_id = c.id and e.revoked_at is null and e.shows_name
            join public.users u on u.uid = e.uid and u.name <> ''
            where c.gift_id = g.id and g.kind = 'group'),
        'may_keep', public.free_copy(g.id) is not null and g.closed_at is null and o.state in ('paid', 'partly_refunded') and o.buyer_uid is not null
          and not exists (select from public.current_entitlements r where r.uid = o.buyer_uid and r.ebook_id = g.ebook_id))
        order by s.title, g.ebook_id, s.no), '[]')
      from public.gifts g
      cross join lateral (
        select min(c.title) as title, min(c.no) as no, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
            count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as claimed
          from public.order_copies c where c.gift_id = g.id
      ) s
      where g.order_id = o.id);
end
$$;

-- Returns the gifts of an order, or null. `p_uid` must be its buyer; null allows any order.
create function public.list_gifts(p_uid text, p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.gifts_json(o) from public.orders o where o.id = p_order_id and (p_uid is null or o.holder = p_uid));
end
$$;

-- Returns the content of a gift link's page, with the generation of its key. Null if the link opens nothing: not paid, refunded, or closed
-- by an admin. `standing`: `open`, `none_left`, or `suspended` while the payment is disputed.
create function public.get_gift(p_gift_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('generation', g.generation, 'kind', g.kind, 'ebook', public.ebook_json(b), 'from', public.giver_of(g, o), 'to_name', g.to_name,
        'message', g.message, 'standing', case s.state when 'suspended' then 'suspended' when 'claimed' then 'none_left' else 'open' end)
      from public.gifts g
      join public.orders o on o.id = g.order_id
      join public.ebooks_metadata b on b.id = g.ebook_id
      cross join lateral (select public.gift_state(g, o) as state) s
      where g.id = p_gift_id and s.state not in ('unpaid', 'returned', 'closed'));
end
$$;

-- Claims a copy of a gift for a reader. `p_shows_name`: the buyer of a group may see the reader's name; the last click counts. Outcome
-- `claimed`; `claimed_before` if the reader has a copy of this gift; `owned` if they have the book already, so that the copy remains for
-- another reader; `none_left`; `suspended`; `unknown` if the link of this generation does not open the gift.
create function public.claim_gift(
  p_gift_id uuid, p_generation integer, p_uid text, p_email text, p_name text, p_shows_name boolean default false
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_gift public.gifts;
  v_ended_at timestamptz;
  v_copy_id uuid;
begin
  -- Locks the order before a copy is chosen, to serialize claims with each other and with a refund.
  select o.* into v_order from public.orders o join public.gifts g on g.order_id = o.id where g.id = p_gift_id for update of o;
  select g.* into v_gift from public.gifts g where g.id = p_gift_id and g.generation = p_generation;
  if not found or v_order.state not in ('paid', 'partly_refunded', 'disputed') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  -- Takes the same lock as `settle_entitlements`, so that a reader cannot claim two gifts of one book.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  select e.revoked_at into v_ended_at
    from public.entitlements e join public.order_copies c on c.id = e.copy_id
    where c.gift_id = p_gift_id and e.uid = p_uid order by e.revoked_at nulls first limit 1;
  if found and v_ended_at is null then
    update public.entitlements e set shows_name = p_shows_name
      from public.order_copies c where c.id = e.copy_id and c.gift_id = p_gift_id and e.uid = p_uid;
    return jsonb_build_object('outcome', 'claimed_before', 'ebook_id', v_gift.ebook_id);
  end if;
  if v_order.state = 'disputed' then
    return jsonb_build_object('outcome', 'suspended');
  end if;
  -- A seat that was taken back from a reader cannot be claimed by the same reader again.
  if v_ended_at is not null or public.gift_state(v_gift, v_order) in ('returned', 'closed') then
    return jsonb_build_object('outcome', 'unknown');
  end if;
  if exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = v_gift.ebook_id) then
    return jsonb_build_object('outcome', 'owned', 'ebook_id', v_gift.ebook_id);
  end if;
  v_copy_id := public.free_copy(p_gift_id);
  -- At the same moment, the spare copy may return to its buyer, see take_spares_back.
  perform from public.order_copies c where c.id = v_copy_id and c.gift_id = p_gift_id for no key update skip locked;
  if not found then
    return jsonb_build_object('outcome', 'none_left');
  end if;
  -- The reader's copy is stamped with their data, so a user must exist even if they never signed in here.
  insert into public.users (uid, email, name) values (p_uid, p_email, p_name) on conflict (uid) do nothing;
  insert into public.entitlements (copy_id, ebook_id, uid, shows_name) values (v_copy_id, v_gift.ebook_id, p_uid, p_shows_name);
  perform public.withdraw_gift_mails(v_order);
  perform public.tell_of_claim(v_gift, v_order, p_uid);
  return jsonb_build_object('outcome', 'claimed', 'ebook_id', v_gift.ebook_id);
end
$$;

-- Tells the buyer that a gift was claimed. A group gift sends one email a day with the number of claims so far; claims after that email are
-- reported the next day. A buyer who claimed their own gift, or who was erased, gets no email.
create function public.tell_of_claim(g public.gifts, o public.orders, p_uid text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_day date;
begin
  if p_uid = o.holder or public.is_erased(o) then
    return;
  end if;
  for v_day in select (now() at time zone 'UTC')::date + n from generate_series(0, 1) n loop
    insert into public.outbox as m (key, kind, recipient, locale, payload, due_at)
      select 'gift_claimed:' || g.id || case when g.kind = 'group' then to_char(v_day, ':YYYY-MM-DD') else '' end,
          'gift_claimed', o.buyer_email, o.locale,
          jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'kind', g.kind, 'to_name', g.to_name, 'title', s.title, 'seats', s.seats, 'claimed', s.claimed),
          case when g.kind = 'group' then greatest(now(), v_day::timestamp at time zone 'UTC') + interval '6 hours' else now() end
        from (
          select min(c.title) as title, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
              count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as claimed
            from public.order_copies c where c.gift_id = g.id
        ) s
      on conflict (key) do update set payload = excluded.payload
        where m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
    exit when found or g.kind = 'one';
  end loop;
end
$$;

-- Deletes the queued emails of gifts that cannot be claimed, except one that is being handed over. If copies may become free again, as
-- after a dispute that is won or a refund that fails, the planned day is kept. Then the email is queued again, at once if the day has
-- passed.
create function public.withdraw_gift_mails(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_gift public.gifts;
begin
  with over as (
    select g.id, public.gift_mail_key(g) as key, g.closed_at is null and exists (
        select from public.order_copies c
          where c.gift_id = g.id and not exists (select from public.entitlements e where e.copy_id = c.id)) as may_open
      from public.gifts g
      where g.order_id = o.id and (o.state not in ('paid', 'partly_refunded') or g.closed_at is not null or public.free_copy(g.id) is null)
  ), gone as (
    delete from public.outbox m using over v
      where m.key = v.key and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now())
      returning v.id, v.may_open
  )
  update public.gifts g set send_at = case when x.may_open then g.send_at end, is_withheld = x.may_open from gone x where g.id = x.id;
  for v_gift in
    update public.gifts g set send_at = greatest(g.send_at, now()), is_withheld = false
      where g.order_id = o.id and g.is_withheld and g.to_email is not null and g.closed_at is null
        and o.state in ('paid', 'partly_refunded') and public.free_copy(g.id) is not null
      returning g.*
  loop
    perform public.write_gift_mail(v_gift, o);
  end loop;
end
$$;

-- Stores the person that a gift is for, and queues its email if there is an address: at once, or on a day at eight by the site's clock. A
-- queued email is replaced. `p_giver`: the giver's name, if the order has none; null keeps the stored one. `p_ends_link`: previous links
-- become invalid, for a gift that went to a wrong address. Returns null if this buyer has no such order; a null `p_uid` allows the order of
-- any buyer. Outcome `saved`; `over` if no copy is left; `bad_day`; `too_often` after four emails.
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
  if p_email is not null and not v_replaces and v_gift.emails >= 4 then
    return jsonb_build_object('outcome', 'too_often');
  end if;
  update public.gifts g
    set to_name = p_name, to_email = p_email, message = p_message, giver = coalesce(p_giver, g.giver),
      generation = g.generation + p_ends_link::integer,
      send_at = case when p_email is not null then v_send_at when not v_replaces then g.send_at end, is_withheld = false,
      emails = g.emails + (p_email is not null and not v_replaces)::integer - (p_email is null and v_replaces)::integer
    where g.id = p_gift_id returning * into v_gift;
  if p_email is not null then
    perform public.write_gift_mail(v_gift, v_order);
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$$;

-- Queues the email to the person that a gift is for. Its link is derived from the id and the generation when the email is sent.
create function public.write_gift_mail(g public.gifts, o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.gift_mail_key(g), 'gift_sent', g.to_email, o.locale,
        jsonb_build_object('gift_id', g.id, 'generation', g.generation, 'title', b.title, 'author', b.author, 'from', public.giver_of(g, o),
          'to_name', g.to_name, 'message', g.message),
        g.send_at
      from public.ebooks_metadata b where b.id = g.ebook_id
    on conflict (key) do nothing
$$;

-- Makes the previous links of a gift invalid. A queued email gets the new link. Returns false if no copy is left; null if this buyer has no
-- such gift.
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

-- Sends the email of a gift again, at once. Returns false if there is no address or no copy left; null if the order has no such gift.
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
  if v_gift.to_email is null or v_gift.emails >= 20 or public.gift_state(v_gift, v_order) not in ('sent', 'scheduled', 'failed') then
    return false;
  end if;
  delete from public.outbox m
    where m.key = public.gift_mail_key(v_gift) and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
  update public.gifts g set emails = g.emails + 1, send_at = now(), is_withheld = false where g.id = p_gift_id returning * into v_gift;
  perform public.write_gift_mail(v_gift, v_order);
  perform public.write_audit_log(p_actor, 'gift_resent', 'order', p_order_id::text, null, jsonb_build_object('gift_id', p_gift_id));
  return true;
end
$$;

-- Closes a gift, so that no copy can be claimed any more. Returns false if it was closed before; null if the order has no such gift.
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
  perform public.write_audit_log(p_actor, 'gift_closed', 'order', p_order_id::text, null, jsonb_build_object('gift_id', p_gift_id));
  return true;
end
$$;

-- Returns the gifts of a buyer and to an address, and the group gifts of which they claimed a seat, for the export of personal data.
create function public.personal_gifts(p_uid text, p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.gift order by x.number, x.id), '[]')
      from (
        select o.number, g.id, jsonb_build_object('order_number', o.number, 'ebook_id', g.ebook_id, 'to_name', g.to_name, 'to_email', g.to_email,
            'message', g.message, 'giver', g.giver, 'send_at', g.send_at) as gift
          from public.gifts g join public.orders o on o.id = g.order_id
          where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email) or g.to_email = lower(p_email)
        union all
        select o.number, g.id, jsonb_build_object('ebook_id', g.ebook_id, 'claimed_at', e.granted_at, 'shows_name', e.shows_name)
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.gifts g on g.id = c.gift_id and g.kind = 'group'
          join public.orders o on o.id = g.order_id
          where e.uid = p_uid
      ) x);
end
$$;

-- Erases the gift data of an account: the texts and addresses that its owner entered, its own address in gifts of other buyers, and the
-- consent to show its name. Links still work.
create function public.erase_gifts(p_uid text, p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g join public.orders o on o.id = g.order_id
    where o.buyer_uid = p_uid and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = ''
    from public.orders o where o.id = g.order_id and o.buyer_uid = p_uid;
  -- A queued email is deleted with the address, so the gift counts as not sent.
  with kept_back as (
    delete from public.outbox m using public.gifts g
      where g.to_email = lower(p_email) and m.key = public.gift_mail_key(g) and m.sent_at is null and m.given_up_at is null
        and (m.claimed_until is null or m.claimed_until < now())
      returning g.id
  )
  update public.gifts g
    set to_name = '', to_email = null, is_withheld = false,
      send_at = case when g.is_withheld or g.id in (select k.id from kept_back k) then null else g.send_at end,
      emails = g.emails - (g.id in (select k.id from kept_back k))::integer
    where g.to_email = lower(p_email);
  update public.entitlements e set shows_name = false where e.uid = p_uid and e.shows_name;
end
$$;

-- Reminds buyers of unclaimed gifts two weeks after the payment, once for an order. If the book was launched later, two weeks after the
-- launch. If the gift was sent later, two weeks after that, once for all gifts of a day. Also erases addresses a while after their gift was
-- claimed or ended, unless a refund of it may still fail. A withheld email is dropped with its address.
create function public.sweep_gifts() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'gift_waiting:' || o.id || x.since, 'gift_waiting', o.buyer_email, o.locale,
        jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'buyer_name', o.buyer_name, 'titles', jsonb_agg(distinct b.title))
      from public.orders o
      join public.gifts g on g.order_id = o.id
      join public.ebooks_metadata b on b.id = g.ebook_id
      cross join lateral (
        select case
          when g.send_at > greatest(o.paid_at, b.launch_at) + interval '1 day' then to_char(g.send_at at time zone 'UTC', ':YYYY-MM-DD')
          when b.launch_at > o.paid_at then ':' || b.id
          else '' end as since) x
      where greatest(o.paid_at, b.launch_at, g.send_at) between now() - public.rule('remind_of_gifts') * 2 and now() - public.rule('remind_of_gifts')
        and public.gift_state(g, o) in ('unsent', 'sent', 'failed')
        -- Some readers used the group's link, so the link arrived.
        and not exists (select from public.order_copies c join public.entitlements e on e.copy_id = c.id where c.gift_id = g.id)
        and not public.is_erased(o)
      group by o.id, x.since
    on conflict (key) do nothing;
  update public.gifts g set to_name = '', to_email = null, is_withheld = false, send_at = case when not g.is_withheld then g.send_at end
    from public.orders o
    where o.id = g.order_id and g.to_email is not null and (
      g.send_at < now() - public.rule('keep_waiting_gift_addresses')
      or public.gift_state(g, o) in ('claimed', 'returned', 'closed')
        and not exists (
          select from public.order_copies c join public.entitlements e on e.copy_id = c.id
            where c.gift_id = g.id and e.granted_at > now() - public.rule('keep_gift_addresses'))
        and not exists (
          select from public.order_copies c join public.refund_parts p on p.copy_id = c.id join public.order_refunds r on r.id = p.refund_id
            where c.gift_id = g.id and (p.state = 'pending' or p.state = 'done' and r.requested_at > now() - public.rule('keep_gift_addresses')))
        and coalesce(g.closed_at, case when not g.is_withheld then g.send_at end, o.paid_at) < now() - public.rule('keep_gift_addresses'));
  delete from public.outbox
    where kind in ('gift_sent', 'gift_claimed', 'gift_waiting') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
end
$$;
