-- Stamps name the reader of a guest's present; a letter that a dispute or a refund held back is written again; a paid copy of a book that its
-- buyer reads already is a present; presents of guests say who gives them; reminders count from the sending.
set check_function_bodies = off;

alter table public.gifts add column giver text not null default '' check (char_length(giver) <= 120);
alter table public.gifts add column is_spare boolean not null default false;
alter table public.gifts add column is_withheld boolean not null default false;

-- A paid copy that its buyer has no use for, because they read the book by another right, becomes a present with a link: what was taken by a
-- gift, given or bought elsewhere while it was to be paid, or came with an order without an account. A copy by which they read it once stays
-- theirs. What another transaction holds is left to that one: it settles the same rights.
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
                where public.gives_right(b, r.id)
            ) x
            where x.gift_id is null and x.paid_minor > 0
              and (x.place > 1 or exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = x.ebook_id)))
        and not public.is_taken_back(c.id, true)
        and not exists (select from public.entitlements e where e.copy_id = c.id and e.uid = p_uid)
      for no key update of c skip locked for key share of o skip locked
  loop
    insert into public.gifts (order_id, ebook_id, kind, is_spare) values (v_spare.order_id, v_spare.ebook_id, 'one', true)
      returning id into v_gift_id;
    update public.order_copies c set gift_id = v_gift_id where c.id = v_spare.id;
    -- By a link, before an account took its order over.
    update public.entitlements e set revoked_at = now() where e.copy_id = v_spare.id and e.revoked_at is null;
    delete from public.entitlements e where e.copy_id = v_spare.id;
  end loop;
end
$$;

-- The other way round: the right by which the buyer read the book ended, and a present of theirs for which nothing was written yet is their
-- own copy again. Of others they are told at the order, and take one themselves.
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
        and not exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = c.ebook_id)
        and not exists (
          select from public.copies_of_reader(p_uid, array[c.ebook_id]) x join public.orders b on b.id = x.order_id
            where public.gives_right(b, x.id))
  loop
    select c.id, g.id into v_copy_id, v_gift_id
      from public.orders o
      join public.order_copies c on c.order_id = o.id
      join public.gifts g on g.id = c.gift_id
      where o.holder = p_uid and c.ebook_id = v_ebook_id and o.state in ('paid', 'partly_refunded') and public.free_copy(g.id) = c.id
        and g.is_spare and g.letters = 0 and g.to_name || g.message = '' and g.closed_at is null
      order by o.paid_at, o.number, c.no limit 1
      for no key update of c, g skip locked;
    -- Somebody may have taken it until it was held.
    update public.order_copies c set gift_id = null
      where c.id = v_copy_id and not exists (select from public.entitlements e where e.copy_id = c.id);
    if found then
      delete from public.gifts g where g.id = v_gift_id;
    end if;
  end loop;
end
$$;

-- Who gives it, as its reader sees it; empty when none was given.
create function public.giver_of(g public.gifts, o public.orders) returns text
language sql immutable set search_path = ''
as $$ select coalesce(nullif(o.buyer_name, ''), g.giver) $$;

-- The gifts of an order as its buyer and the admin see them. `may_keep`: the buyer has no right to the book any more, and can take a copy.
-- `asks_for_giver`: the order has no name that its readers could see.
-- `readers`: the names of those in a group who want the buyer to see them.
create or replace function public.gifts_json(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(g) - array['order_id', 'closed_at', 'is_withheld'] || jsonb_build_object(
      'title', s.title, 'asks_for_giver', o.buyer_name = '', 'state', public.gift_state(g, o), 'seats', s.seats, 'taken', s.taken, 'readers', (
        select coalesce(jsonb_agg(u.name order by e.granted_at, u.uid), '[]')
          from public.order_copies c
          join public.entitlements e on e.copy_id = c.id and e.revoked_at is null and e.shows_name
          join public.users u on u.uid = e.uid and u.name <> ''
          where c.gift_id = g.id and g.kind = 'group'),
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

-- What a gift's link shows, with the generation of its key; null when it opens nothing: not paid for, returned, or closed by an admin.
-- `standing`: `open`, `none_left`, or `suspended` while the payment is disputed.
create or replace function public.get_gift(p_gift_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('generation', g.generation, 'kind', g.kind, 'ebook', public.ebook_json(b), 'from', public.giver_of(g, o), 'to_name', g.to_name,
      'message', g.message, 'standing', case s.state when 'suspended' then 'suspended' when 'claimed' then 'none_left' else 'open' end)
    from public.gifts g
    join public.orders o on o.id = g.order_id
    join public.ebooks_metadata b on b.id = g.ebook_id
    cross join lateral (select public.gift_state(g, o) as state) s
    where g.id = p_gift_id and s.state not in ('unpaid', 'returned', 'closed')
$$;

-- A reader takes a copy of a gift. `p_shows_name`: the buyer of a group's may see their name; the last press counts. outcome `claimed`; `claimed_before` when they have one of it; `owned` when the book is theirs already, and the
-- copy stays for another reader; `none_left`; `suspended`; `unknown` when the link of this generation opens nothing (any more).
create or replace function public.claim_gift(
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
    update public.entitlements e set shows_name = p_shows_name
      from public.order_copies c where c.id = e.copy_id and c.gift_id = p_gift_id and e.uid = p_uid;
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
  -- Its buyer may be getting it back at this moment, see take_spares_back.
  perform from public.order_copies c where c.id = v_copy_id and c.gift_id = p_gift_id for no key update skip locked;
  if not found then
    return jsonb_build_object('outcome', 'none_left');
  end if;
  -- Their copy is stamped for them, also if the site never saw them otherwise.
  insert into public.users (uid, email, name) values (p_uid, p_email, p_name) on conflict (uid) do nothing;
  insert into public.entitlements (copy_id, ebook_id, uid, shows_name) values (v_copy_id, v_gift.ebook_id, p_uid, p_shows_name);
  perform public.withdraw_gift_mails(v_order);
  perform public.tell_of_claim(v_gift, v_order, p_uid);
  return jsonb_build_object('outcome', 'claimed', 'ebook_id', v_gift.ebook_id);
end
$$;

-- Tells the buyer that a gift was taken; of a group once a day, with how many have it by then: on the next day who takes one after the letter
-- went out. Who took their own, and a deleted account, is told nothing.
create or replace function public.tell_of_claim(g public.gifts, o public.orders, p_uid text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_day date;
begin
  if p_uid = o.holder or exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null) then
    return;
  end if;
  for v_day in select (now() at time zone 'UTC')::date + n from generate_series(0, 1) n loop
    insert into public.outbox as m (key, kind, recipient, locale, payload, due_at)
      select 'gift_claimed:' || g.id || case when g.kind = 'group' then to_char(v_day, ':YYYY-MM-DD') else '' end,
          'gift_claimed', o.buyer_email, o.locale,
          jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'kind', g.kind, 'to_name', g.to_name, 'title', s.title, 'seats', s.seats, 'taken', s.taken),
          case when g.kind = 'group' then greatest(now(), v_day::timestamp at time zone 'UTC') + interval '6 hours' else now() end
        from (
          select min(c.title) as title, count(*) as seats,
              count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id)) as taken
            from public.order_copies c where c.gift_id = g.id
        ) s
      on conflict (key) do update set payload = excluded.payload
        where m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
    exit when found or g.kind = 'one';
  end loop;
end
$$;

-- Letters of gifts that cannot be taken do not go out; a letter that is being handed over does. Where copies may be free again, as after a
-- dispute that is won or a refund that fails, the day stays, and the letter is written again then: at once when the day is over.
create or replace function public.withdraw_gift_mails(o public.orders) returns void
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

drop function public.send_gift(text, uuid, uuid, text, text, text, date, text);
-- Writes down whom a gift is for, and its letter when there is an address: at once, or on a day at eight by the site's clock. What waits to be
-- sent is replaced. `p_giver`: who gives it, where the order has no name; null leaves that as it is. Null without such an order of this
-- buyer (null: of any). outcome `saved`; `over` when no copy is left to give; `bad_day`;
-- `too_often` after one letter and three more.
create function public.send_gift(
  p_uid text, p_order_id uuid, p_gift_id uuid, p_name text, p_email text, p_message text, p_day date, p_zone text,
  p_giver text default null
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
      send_at = case when p_email is not null then v_send_at when not v_replaces then g.send_at end,
      letters = g.letters + (p_email is not null and not v_replaces)::integer - (p_email is null and v_replaces)::integer
    where g.id = p_gift_id returning * into v_gift;
  if p_email is not null then
    perform public.write_gift_mail(v_gift, v_order);
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$$;

-- The letter to whom a gift is for. Its link is made when it is sent: of the id and the generation.
create or replace function public.write_gift_mail(g public.gifts, o public.orders) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select public.gift_mail_key(g), 'gift_sent', g.to_email, o.locale,
        jsonb_build_object('gift_id', g.id, 'generation', g.generation, 'title', b.title, 'author', b.author, 'from', public.giver_of(g, o),
          'to_name', g.to_name, 'message', g.message),
        g.send_at
      from public.ebooks_metadata b where b.id = g.ebook_id
$$;

-- Gifts of a buyer and to an address, and groups of whose gift one took a seat, for who asks what is kept of them.
create or replace function public.personal_gifts(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(x.gift order by x.number, x.id), '[]')
    from (
      select o.number, g.id, jsonb_build_object('order_number', o.number, 'ebook_id', g.ebook_id, 'to_name', g.to_name, 'to_email', g.to_email,
          'message', g.message, 'giver', g.giver, 'send_at', g.send_at) as gift
        from public.gifts g join public.orders o on o.id = g.order_id
        where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email) or g.to_email = lower(p_email)
      union all
      select o.number, g.id, jsonb_build_object('ebook_id', g.ebook_id, 'taken_at', e.granted_at, 'shows_name', e.shows_name)
        from public.entitlements e
        join public.order_copies c on c.id = e.copy_id
        join public.gifts g on g.id = c.gift_id and g.kind = 'group'
        join public.orders o on o.id = g.order_id
        where e.uid = p_uid
    ) x
$$;

-- With an account: what its owner wrote for gifts, the address where it is another buyer's, and that they showed their name. The links stay.
create or replace function public.forget_gifts(p_uid text, p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.outbox m set payload = m.payload || '{"from": ""}'
    from public.gifts g join public.orders o on o.id = g.order_id
    where o.buyer_uid = p_uid and m.key = public.gift_mail_key(g) and m.sent_at is null;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = ''
    from public.orders o where o.id = g.order_id and o.buyer_uid = p_uid;
  update public.gifts g set to_name = '', to_email = null where g.to_email = lower(p_email);
  update public.entitlements e set shows_name = false where e.uid = p_uid and e.shows_name;
end
$$;

-- Tells buyers of gifts that were not taken two weeks after the payment, once for an order; of those of a book that came later two weeks after
-- its launch, and of what was sent later two weeks after that, once for the gifts of a day. And forgets addresses a while after their gift was
-- taken or ended.
create or replace function public.sweep_gifts() returns void
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
        and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      group by o.id, x.since
    on conflict (key) do nothing;
  update public.gifts g set to_name = '', to_email = null
    from public.orders o
    where o.id = g.order_id and g.to_email is not null and (
      g.send_at < now() - public.rule('keep_waiting_gift_addresses')
      or public.gift_state(g, o) in ('claimed', 'returned', 'closed')
        and not exists (
          select from public.order_copies c join public.entitlements e on e.copy_id = c.id
            where c.gift_id = g.id and e.granted_at > now() - public.rule('keep_gift_addresses'))
        and coalesce(g.closed_at, case when not g.is_withheld then g.send_at end, o.paid_at) < now() - public.rule('keep_gift_addresses'));
  delete from public.outbox
    where kind in ('gift_sent', 'gift_claimed', 'gift_waiting') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
end
$$;

-- Whether the money for a buyer's own copy of a book is the shop's: paid, and neither back nor on its way back. A copy that became a present
-- only because they read the book by another is theirs until it is taken.
create or replace function public.holds_money(o public.orders, p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.refundable_minor(o) > 0 and exists (
    select from public.order_copies c
      where c.order_id = o.id and c.ebook_id = p_ebook_id and c.paid_minor > 0 and not public.is_taken_back(c.id, true)
        and (c.gift_id is null
          or exists (select from public.gifts g where g.id = c.gift_id and g.is_spare and public.free_copy(g.id) = c.id)))
$$;

-- Makes a reader's rights to books what their copies give: one right to a book, by its oldest copy. Paid ones beside it become presents, until
-- the right ends; then one of them gives it. Called when an order's state, its refunds or its buyer changed.
create or replace function public.settle_rights(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Which copy gives the right depends on all orders of the reader; two of them decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  update public.entitlements e set revoked_at = now()
    from public.order_copies c join public.orders o on o.id = c.order_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and e.revoked_at is null and c.id = e.copy_id
      and not ((o.holder = p_uid or c.gift_id is not null) and public.gives_right(o, c.id));
  perform public.take_spares_back(p_uid, p_ebook_ids);
  perform public.give_spares_away(p_uid, p_ebook_ids);
  insert into public.entitlements (copy_id, ebook_id, uid)
    select distinct on (c.ebook_id) c.id, c.ebook_id, p_uid
      from public.copies_of_reader(p_uid, p_ebook_ids) c join public.orders o on o.id = c.order_id
      where public.gives_right(o, c.id)
        and not exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
      order by c.ebook_id, o.paid_at, o.number, c.no
    on conflict (copy_id) do update set uid = excluded.uid, revoked_at = null;
end
$$;

-- The file of a book that this reader may download, and the newest of their orders and imported purchases that gives the right to it: an order
-- has a number, an imported purchase a source. The address is the reader's. Or null.
create or replace function public.get_copy_to_deliver(p_uid text, p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'order_id', r.by_id, 'order_number', o.number,
      'source', i.source, 'email', case when o.holder <> p_uid then u.email else coalesce(o.buyer_email, i.email) end, 'locale', coalesce(o.locale, i.locale))
    from public.reading_rights r
    left join public.orders o on o.id = r.by_id
    left join public.imported_purchases i on i.id = r.by_id
    left join public.users u on u.uid = p_uid
    join public.ebooks_metadata b on b.id = r.ebook_id
    where r.uid = p_uid and r.ebook_id = p_ebook_id and public.is_out(b)
    order by r.granted_at desc, o.number desc nulls last limit 1
$$;

-- Gives an account the orders that wait for its verified address, with their rights and with where their readers stopped. Of a book that the
-- account has already, the right stays with the copy that it has: a reader has one right to a book, and a second copy that was paid becomes a
-- present, of which the buyer is told; the owner is told where both were paid for. What was not paid is left alone, unless
-- `p_with_unpaid`: strangers may have typed the address.
create or replace function public.take_over_orders(p_uid text, p_verified_email text, p_with_unpaid boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_taken uuid[];
  v_from text[];
  v_ebook_ids text[];
begin
  if not exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    return;
  end if;
  with taken as (
    update public.orders o
      set buyer_uid = p_uid, claimable_by = null, guest_digest = null,
        attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
      from (
        select x.id, x.holder from public.orders x
          where x.claimable_by = lower(p_verified_email) and (p_with_unpaid or x.state not in ('open', 'expired'))
          order by x.id for update) before
      where o.id = before.id
      returning o.id, o.state, before.holder as from_holder
  ), noted as (
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_holder <> p_uid
  )
  select array_agg(t.id), array_agg(distinct t.from_holder) into v_taken, v_from from taken t where t.from_holder <> p_uid;
  if v_taken is null then
    return;
  end if;
  select array_agg(distinct c.ebook_id) into v_ebook_ids from public.order_copies c where c.order_id = any (v_taken);
  -- Always in the same order, so that two of these wait for each other in one direction only.
  perform public.settle_rights(r.uid, v_ebook_ids) from (select uid from unnest(v_from || p_uid) uid order by uid) r;
  -- Of two orders that were taken over together the later one tells.
  insert into public.order_events (order_id, kind)
    select o.id, 'paid_twice'
      from public.orders o
      where o.id = any (v_taken) and exists (
        select from unnest(public.books_of_order(o.id)) b cross join lateral (select public.paid_also_in(o, b) as also) t
          where t.also is not null and not ((t.also->>'id')::uuid = any (v_taken) and (t.also->>'number')::bigint > o.number));
  if not p_with_unpaid then
    perform public.resend_purchase_mail(p_uid, o.id)
      from public.orders o
      where o.id = any (v_taken) and exists (select from public.gifts g where g.order_id = o.id and g.is_spare);
  end if;
  insert into public.reading_positions (uid, ebook_id, page, read_at)
    select distinct on (r.ebook_id) p_uid, r.ebook_id, r.page, r.read_at from public.reading_positions r
      where r.uid = any (v_from) and r.uid like 'order:%' order by r.ebook_id, r.read_at desc
    on conflict (uid, ebook_id) do nothing;
  delete from public.reading_positions r where r.uid = any (v_from) and r.uid like 'order:%';
end
$$;

-- Of the orders of this address that no account took over: the links end, and nothing stays but what the law wants of a payment.
create or replace function public.forget_guest_orders(p_email text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_ids uuid[];
begin
  with forgotten as (
    update public.orders o
      set claimable_by = null, guest_digest = null, buyer_name = '',
        buyer_email = case when o.paid_at is null then public.forgotten_email(o) else o.buyer_email end
      where o.buyer_uid is null and o.claimable_by = p_email returning o.id
  )
  select array_agg(f.id) into v_ids from forgotten f;
  update public.entitlements e
    set revoked_at = coalesce(e.revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    from public.orders o where o.id = any (v_ids) and e.uid = o.holder;
  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end where r.order_id = any (v_ids);
  delete from public.reading_positions r using public.orders o where o.id = any (v_ids) and r.uid = o.holder;
  update public.gifts g set to_name = '', to_email = null, message = '', giver = '' where g.order_id = any (v_ids);
end
$$;

-- Stripe said no: what was to be taken back can be given again. That it said yes is read with the payment, see settle_order.
create or replace function public.fail_refund(p_id uuid, p_obstacle text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o join public.order_refunds r on r.order_id = o.id where r.id = p_id for update of o;
  update public.order_refunds set state = 'failed', obstacle = p_obstacle, waits_for = null, failed_at = now() where id = p_id and state = 'pending';
  perform public.withdraw_gift_mails(v_order);
end
$$;

-- What was paid beside a right until today.
select public.settle_rights(x.holder, x.ebook_ids)
  from (
    select o.holder, array_agg(distinct c.ebook_id) as ebook_ids
      from public.orders o join public.order_copies c on c.order_id = o.id
      where o.state in ('paid', 'partly_refunded') and c.gift_id is null and c.paid_minor > 0
        and not exists (select from public.entitlements e where e.copy_id = c.id and e.uid = o.holder)
      group by o.holder order by o.holder
  ) x;
