-- Message-IDs are made of what only their readers know, and an answer that came back says so. A large cart is added up once. Letters of
-- presents, launches and reminders are told of as they are. A review that was hidden is not shown again by
-- deleting it.
set check_function_bodies = off;

alter table public.outbox add column mark text;
alter table public.message_replies add column mark text, add column bounced_at timestamptz;

-- Readers who deleted a review of a book that was not shown: the next one waits for an admin for a while.
create table public.unshown_reviews (
  uid text not null,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  deleted_at timestamptz not null default now(),
  primary key (uid, ebook_id)
);
alter table public.unshown_reviews enable row level security;
-- Those that were deleted before, as far as it is known.
insert into public.unshown_reviews (uid, ebook_id, deleted_at)
  select distinct on (u.uid, b.id) u.uid, b.id, m.created_at
    from public.outbox m
    join public.users u on u.email = m.recipient
    join public.ebooks_metadata b on b.id = m.payload->>'ebook_id'
    where m.kind = 'review_hidden' and not exists (select from public.reviews r where r.uid = u.uid and r.ebook_id = b.id)
    order by u.uid, b.id, m.created_at desc;

drop index public.outbox_by_mark;
create index outbox_by_mark on public.outbox (mark) where mark is not null;
create index message_replies_by_mark on public.message_replies (mark) where mark is not null;
drop function public.mail_mark(text);
drop function public.finish_mail(uuid);

drop trigger copies_are_the_total on public.order_copies;

-- The copies are the order's sums when the transaction ends, by any writer. All is written by then: an order whose copies were added up
-- for one of them is not looked at for the next, or a cart would take the square of its copies.
create or replace function public.copies_are_the_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid;
  v_looked_at text;
begin
  if tg_table_name = 'orders' then
    v_order_id := new.id;
  elsif tg_op = 'DELETE' then
    v_order_id := old.order_id;
  else
    v_order_id := new.order_id;
  end if;
  v_looked_at := v_order_id || ' ' || pg_current_xact_id();
  if current_setting('site.added_up', true) = v_looked_at then
    return null;
  end if;
  if exists (
    select from public.orders o
      cross join lateral (
        select sum(c.list_minor) as list, sum(c.paid_minor) as paid from public.order_copies c where c.order_id = o.id) s
      where o.id = v_order_id and s.list is not null and (o.subtotal_minor, o.total_minor) <> (s.list, s.paid)
  ) then
    raise exception 'the copies of order % are not its total', v_order_id using errcode = 'check_violation';
  end if;
  perform set_config('site.added_up', v_looked_at, true);
  return null;
end
$$;

create constraint trigger copies_are_the_total after insert or delete or update of order_id, list_minor, paid_minor on public.order_copies
  deferrable initially deferred for each row execute function public.copies_are_the_total();

-- A mail was taken by the mail server. `p_mark`: what its Message-ID was made of.
create function public.finish_mail(p_id uuid, p_mark text default null) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind text;
begin
  update public.outbox set sent_at = now(), claimed_until = null, last_error = null, mark = p_mark where id = p_id returning kind into v_kind;
  if v_kind = 'newsletter_moved' then
    perform public.count_handed();
  end if;
end
$$;

-- Of a letter that was sent the reply itself is what is kept.
create or replace function public.note_reply_sent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.message_replies r set sent_at = new.sent_at, mark = new.mark where r.id = (new.payload->>'reply_id')::uuid;
  delete from public.outbox m where m.id = new.id;
  return null;
end $$;

-- The replies to a message, oldest first. `undo_seconds`: for how long the letter still waits to be undone.
create or replace function public.message_replies_json(p_message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'body', r.body, 'written_by', r.written_by, 'written_at', r.written_at,
        'state', case when r.bounced_at is not null or m.given_up_at is not null then 'failed' when r.sent_at is not null then 'sent'
          else 'queued' end,
        'undo_seconds', case when m.attempts = 0 then greatest(0, ceil(extract(epoch from m.due_at - now())))::integer else 0 end)
        order by r.written_at, r.id), '[]')
      from public.message_replies r left join public.outbox m on m.key = 'message_reply:' || r.id
      where r.message_id = p_message_id);
end
$$;

-- Undoes a reply whose letter was not handed to the mail server. outcome `undone`, also when it was before, or `sent`. Null without such a
-- message.
create or replace function public.undo_reply(p_actor jsonb, p_message_id uuid, p_reply_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_reply public.message_replies;
begin
  select * into v_message from public.contact_messages where id = p_message_id for update;
  if not found then
    return null;
  end if;
  select * into v_reply from public.message_replies where id = p_reply_id and message_id = p_message_id;
  if found then
    delete from public.outbox m where m.key = 'message_reply:' || p_reply_id and m.attempts = 0 and m.given_up_at is null;
    if not found then
      return jsonb_build_object('outcome', 'sent');
    end if;
    delete from public.message_replies where id = p_reply_id;
    -- What stood before it is what the next one brings back.
    update public.message_replies r set previous_state = v_reply.previous_state
      where r.id = (
        select n.id from public.message_replies n
          where n.message_id = p_message_id and (n.written_at, n.id) > (v_reply.written_at, v_reply.id) order by n.written_at, n.id limit 1);
    update public.contact_messages c set state = v_reply.previous_state
      where c.id = p_message_id and c.state = 'answered' and not exists (select from public.message_replies r where r.message_id = c.id)
      returning * into v_message;
    if not found then
      select * into v_message from public.contact_messages where id = p_message_id;
    end if;
    perform public.note_admin_change(p_actor, 'message_reply_undone', 'message', v_message.number::text, null, null);
  end if;
  return jsonb_build_object('outcome', 'undone', 'message', public.contact_message_json(v_message));
end
$$;

-- An address was given for the newsletter: it waits for its confirmation, and the mail with the link is written. An address that is
-- subscribed already stays so and is told once a day, with a link to agree to these words where those of before did not name books: that the
-- address is its giver's is not known. An address that refused mail is left alone for a day. Answers whether
-- there is mail to send, which stays inside.
create or replace function public.request_subscription(p_email text, p_locale text, p_source text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
  v_kind text;
  v_about jsonb;
  v_renews jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version)
    values (p_email, 'pending', p_locale, p_source, p_consent_version)
    on conflict (email) do update
      set state = 'pending', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
        consented_at = now(),
        -- Asked again with the same words before the first link was used: that link still works.
        generation = s.generation + case when s.state = 'pending' and s.source <> 'import' and s.consent_version = excluded.consent_version
          then 0 else 1 end
      where s.state in ('pending', 'unsubscribed') or (s.state = 'bounced' and s.bounced_at < now() - interval '1 day')
    returning * into v_subscriber;
  if not found then
    select * into v_subscriber from public.newsletter_subscribers where email = p_email;
  end if;

  if v_subscriber.state = 'confirmed' and public.consent_names_books(p_source, p_consent_version)
      and not public.consent_names_books(v_subscriber.source, v_subscriber.consent_version) then
    v_renews := jsonb_build_object('renews', jsonb_build_object('source', p_source, 'consentVersion', p_consent_version));
  end if;
  v_about := jsonb_build_object('subscriber_id', v_subscriber.id, 'generation', v_subscriber.generation);
  v_kind := case
    when v_subscriber.state = 'pending' then 'newsletter_confirm'
    when v_subscriber.state = 'confirmed' and not exists (
      select from public.outbox m
        where m.recipient = p_email and m.kind = 'newsletter_already' and m.created_at > now() - interval '1 day')
      then 'newsletter_already'
  end;
  if v_kind is null or not public.mailbox_has_room(p_email, array['newsletter_confirm', 'newsletter_already'], v_about) then
    return false;
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (v_kind || ':' || gen_random_uuid(), v_kind, p_email, v_subscriber.locale,
      v_about || jsonb_build_object('asked_at', now()) || coalesce(v_renews, '{}'));
  return true;
end
$$;

-- Takes an unsubscribe link of any sign-up, however old: a reader who asks to be left alone is left alone. `p_letter_id`: of the letter
-- that it stood in, which counts a reader who left. Who was not confirmed left before, if at all. `email` is null when the address was
-- forgotten meanwhile.
create or replace function public.unsubscribe(p_id uuid, p_letter_id uuid default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
begin
  -- The letter before its reader, as with mail that comes back.
  perform from public.letters l where l.id = p_letter_id for no key update;
  select * into v_subscriber from public.newsletter_subscribers where id = p_id for update;
  if not found or v_subscriber.state = 'unsubscribed' then
    return jsonb_build_object('outcome', 'already', 'email', v_subscriber.email);
  end if;
  update public.newsletter_subscribers s
    set state = 'unsubscribed', unsubscribed_at = case when s.state <> 'confirmed' then coalesce(s.unsubscribed_at, now()) else now() end
    where s.id = p_id;
  update public.letters set unsubscribed = unsubscribed + 1 where id = p_letter_id and v_subscriber.state = 'confirmed';
  return jsonb_build_object('outcome', 'done', 'email', v_subscriber.email);
end
$$;

-- The customer's own switch. Their address is verified, so their consent needs no second confirmation. Switched on within a day of
-- leaving, the leaving is taken back: a switch that is played with is not many subscriptions.
create or replace function public.set_subscription(p_email text, p_subscribed boolean, p_locale text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_subscribed then
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, confirmed_at)
      values (lower(p_email), 'confirmed', p_locale, 'customer', p_consent_version, now())
      on conflict (email) do update
        set state = 'confirmed', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
          consented_at = now(), generation = s.generation + 1,
          confirmed_at = case when s.state = 'unsubscribed' and s.unsubscribed_at > now() - interval '1 day'
              and (s.bounced_at is null or s.bounced_at < s.confirmed_at)
            then coalesce(s.confirmed_at, now()) else now() end
        where s.state <> 'confirmed';
  else
    update public.newsletter_subscribers s
      set state = 'unsubscribed', unsubscribed_at = case when s.state <> 'confirmed' then coalesce(s.unsubscribed_at, now()) else now() end
      where s.email = lower(p_email) and s.state <> 'unsubscribed';
  end if;
  return p_subscribed;
end
$$;

-- The book of which most copies were paid lately, without those that went back; while there are no sales, any book.
create or replace function public.get_featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  -- Asked once, not for every order.
  v_since timestamptz := now() - public.rule('best_sellers');
begin
  select b.* into v_book
    from public.ebooks_metadata b
    join (
      select c.ebook_id, count(*) as units, max(o.paid_at) as last_paid_at
        from public.orders o join public.order_copies c on c.order_id = o.id
        where o.paid_at > v_since and o.state in ('paid', 'partly_refunded') and c.paid_minor > 0
          and not exists (select from public.refund_parts p where p.copy_id = c.id and p.takes_back and p.state = 'done')
        group by c.ebook_id
    ) sold on sold.ebook_id = b.id
    where b.state = 'published' and b.is_priced and public.is_sold(b)
    order by sold.units desc, sold.last_paid_at desc, b.id
    limit 1;
  if found then
    return jsonb_build_object('reason', 'best_seller', 'ebook', public.ebook_json(v_book));
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.state = 'published' and b.is_priced and public.is_sold(b) order by random() limit 1;
  if found then
    return jsonb_build_object('reason', 'highlight', 'ebook', public.ebook_json(v_book));
  end if;
  return null;
end
$$;

-- The readers with a right to a book, and the buyers who bought it to give it away.
create or replace function public.buyers_of_book(p_ebook_id text) returns table (uid text, by_id uuid, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.uid, r.by_id, r.granted_at from public.reading_rights r where r.ebook_id = p_ebook_id
  union all
  select o.holder, o.id, o.paid_at
    from public.order_copies c join public.orders o on o.id = c.order_id
    where c.ebook_id = p_ebook_id and c.gift_id is not null and o.state in ('paid', 'partly_refunded') and not public.is_taken_back(c.id, false)
      and not public.is_forgotten(o)
$$;

-- Writes the mail about a launch, or its new moment, to the next people who bought a book: to each address once, in the language of the
-- latest order. A reader by a secret link gets that link. False when none is left.
create or replace function public.tell_of_launch(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.launch_news;
  v_book public.ebooks_metadata;
  v_uids text[];
begin
  select n.* into v_next from public.launch_news n order by n.ebook_id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.id = v_next.ebook_id;
  v_uids := array(
    select distinct r.uid from public.buyers_of_book(v_next.ebook_id) r where r.uid > v_next.told_up_to order by r.uid limit p_limit);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select v_next.kind || ':' || v_book.id || ':' || v_book.launch_no || ':' || public.address_digest(x.email), v_next.kind, x.email, x.locale,
        jsonb_build_object('ebook_id', v_book.id, 'title', v_book.title, 'buyer_name', x.name, 'at', v_book.launch_at) || x.link
      from unnest(v_uids) as person (uid)
      cross join lateral (
        select case when o.holder <> person.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
            coalesce(case when o.holder = person.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
            -- A reader of a present has no order. A buyer whose account was deleted gets the file.
            case
              when exists (select from public.accounts a where a.uid = person.uid and a.deleted_at is not null) then jsonb_build_object(
                'account_deleted', true, 'items', jsonb_build_array(jsonb_build_object('title', v_book.title, 'filename', v_book.filename)))
              when o.holder = person.uid then jsonb_build_object('id', o.id, 'may_refund', public.may_request_refund(o),
                'link_generation', case when o.buyer_uid is null then o.link_generation end,
                'only_gifts', not exists (select from public.reading_rights r where r.uid = person.uid and r.ebook_id = v_book.id))
              else '{}' end as link
          from public.buyers_of_book(v_next.ebook_id) r
          left join public.orders o on o.id = r.by_id
          left join public.imported_purchases i on i.id = r.by_id
          left join public.users u on u.uid = person.uid
          where r.uid = person.uid
          order by coalesce(o.holder = person.uid, false) desc, r.since desc, o.number desc nulls last limit 1
      ) x
      where x.email is not null
    on conflict (key) do nothing;
  if cardinality(v_uids) < p_limit then
    delete from public.launch_news n where n.ebook_id = v_next.ebook_id;
  else
    update public.launch_news n set told_up_to = v_uids[p_limit] where n.ebook_id = v_next.ebook_id;
  end if;
  return true;
end
$$;

-- Writes to the next people who wait for a book that has come, as announced or without, and forgets their addresses: each has one letter,
-- whatever runs this beside it. False when none is left.
create or replace function public.tell_of_interest(p_limit integer) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select i.id, i.email, i.locale, b.id as ebook_id, b.title
      from public.book_interest i join public.ebooks_metadata b on b.id = i.ebook_id
      where i.confirmed_at is not null and b.has_file and (b.launched_at is not null or b.launch_at is null)
        and b.state = 'published' and b.is_priced
      order by i.id limit p_limit for update of i skip locked
  ), gone as (
    delete from public.book_interest i using due d where i.id = d.id returning i.id
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'book_out:' || d.id, 'book_out', d.email, d.locale, jsonb_build_object('interest_id', d.id, 'ebook_id', d.ebook_id, 'title', d.title)
        from due d join gone g on g.id = d.id
      on conflict (key) do nothing
  )
  select exists (select from gone)
$$;

-- Tells the buyer that a gift was taken; of a group once a day, with how many have it by then: readers who take one after the letter went
-- out are told of on the next day. A buyer who took their own, and one who was forgotten, are told nothing.
create or replace function public.tell_of_claim(g public.gifts, o public.orders, p_uid text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_day date;
begin
  if p_uid = o.holder or public.is_forgotten(o) then
    return;
  end if;
  for v_day in select (now() at time zone 'UTC')::date + n from generate_series(0, 1) n loop
    insert into public.outbox as m (key, kind, recipient, locale, payload, due_at)
      select 'gift_claimed:' || g.id || case when g.kind = 'group' then to_char(v_day, ':YYYY-MM-DD') else '' end,
          'gift_claimed', o.buyer_email, o.locale,
          jsonb_build_object('id', o.id, 'link_generation', case when o.buyer_uid is null then o.link_generation end, 'number', o.number, 'kind', g.kind, 'to_name', g.to_name, 'title', s.title, 'seats', s.seats, 'taken', s.taken),
          case when g.kind = 'group' then greatest(now(), v_day::timestamp at time zone 'UTC') + interval '6 hours' else now() end
        from (
          select min(c.title) as title, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
              count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as taken
            from public.order_copies c where c.gift_id = g.id
        ) s
      on conflict (key) do update set payload = excluded.payload
        where m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now());
    exit when found or g.kind = 'one';
  end loop;
end
$$;

-- Writes down the person a gift is for, and its letter when there is an address: at once, or on a day at eight by the site's clock. What
-- waits to be sent is replaced. `p_giver`: who gives it, where the order has no name; null leaves that as it is. Null without such an order
-- of this buyer (null: of any). outcome `saved`; `over` when no copy is left to give; `bad_day`;
-- `too_often` after one letter and three more.
create or replace function public.send_gift(
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
      send_at = case when p_email is not null then v_send_at when not v_replaces then g.send_at end, is_withheld = false,
      letters = g.letters + (p_email is not null and not v_replaces)::integer - (p_email is null and v_replaces)::integer
    where g.id = p_gift_id returning * into v_gift;
  if p_email is not null then
    perform public.write_gift_mail(v_gift, v_order);
  end if;
  return jsonb_build_object('outcome', 'saved');
end
$$;

-- The letter to the person a gift is for. Its link is made when it is sent: of the id and the generation.
create or replace function public.write_gift_mail(g public.gifts, o public.orders) returns void
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

-- Tells buyers of unclaimed gifts two weeks after the payment, once for an order; of those of a book that came later two weeks
-- after its launch, and of what was sent later two weeks after that, once for the gifts of a day. And forgets addresses a while after their
-- gift was taken or ended, not while a refund of it may still fail. A letter that was kept back is over with its address.
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
        -- Of a group whose link some have used, it arrived.
        and not exists (select from public.order_copies c join public.entitlements e on e.copy_id = c.id where c.gift_id = g.id)
        and not public.is_forgotten(o)
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

-- A mail that had left came back: it is as one that the mail server refused (`give_up_mail`). Of an answer to a message no mail is kept: the
-- answer itself says so. Only who had the mail knows its mark.
create or replace function public.note_mail_bounce(p_mark text, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail public.outbox;
begin
  update public.message_replies r set bounced_at = now() where r.mark = p_mark and r.bounced_at is null;
  if found then
    return 'noted';
  elsif exists (select from public.message_replies r where r.mark = p_mark) then
    return 'already';
  end if;
  select m.* into v_mail from public.outbox m where m.mark = p_mark for update;
  if not found then
    return 'unknown';
  elsif v_mail.sent_at is null then
    return 'already';
  end if;
  update public.outbox set sent_at = null where id = v_mail.id;
  perform public.give_up_mail(v_mail.id, p_reason, p_is_gone);
  if p_is_gone then
    update public.suppressed_addresses a set reason = 'no_mailbox' where a.digest = public.address_digest(v_mail.recipient) and a.reason = 'refused';
  end if;
  return 'noted';
end
$$;

-- Whether this reader deleted a review of this book that was not shown, not long ago.
create or replace function public.had_hidden_review(p_uid text, p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.unshown_reviews r
      where r.uid = p_uid and r.ebook_id = p_ebook_id and r.deleted_at > now() - public.rule('keep_sent_copies'));
end
$$;

-- Removes a reader's review. False when there is none.
create or replace function public.delete_review(p_uid text, p_ebook_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_moderation text;
begin
  delete from public.reviews r where r.uid = p_uid and r.ebook_id = p_ebook_id returning r.moderation into v_moderation;
  if v_moderation <> 'published' then
    insert into public.unshown_reviews (uid, ebook_id) values (p_uid, p_ebook_id) on conflict (uid, ebook_id) do update set deleted_at = now();
  end if;
  return v_moderation is not null;
end
$$;

-- Reminds readers who opened a book a while ago and said nothing of it: each once for a book, of one book at a time, and not those who
-- asked for their money back or want no reminders. And forgets letters by age.
create or replace function public.sweep_reviews() returns void
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select distinct on (e.uid) e.uid, e.ebook_id, u.email, u.name, o.locale, b.title
      from public.entitlements e
      join public.users u on u.uid = e.uid
      join public.ebooks_metadata b on b.id = e.ebook_id and b.state = 'published'
      join public.order_copies c on c.id = e.copy_id
      join public.orders o on o.id = c.order_id
      where e.revoked_at is null
        and e.first_downloaded_at between now() - 2 * public.rule('remind_of_reviews') and now() - public.rule('remind_of_reviews')
        and not exists (select from public.reviews r where r.uid = e.uid and r.ebook_id = e.ebook_id)
        and not exists (select from public.review_reminder_stops s where s.uid = e.uid)
        and not exists (select from public.review_reminders n
          where n.uid = e.uid and (n.ebook_id = e.ebook_id or n.reminded_at > now() - public.rule('remind_of_reviews')))
        and not exists (select from public.refund_requests q where q.order_id = o.id)
      order by e.uid, e.first_downloaded_at, e.ebook_id
  ), reminded as (
    insert into public.review_reminders (uid, ebook_id) select d.uid, d.ebook_id from due d on conflict do nothing returning id, uid, ebook_id
  )
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'review_reminder:' || r.id, 'review_reminder', d.email, d.locale,
        jsonb_build_object('reminder_id', r.id, 'ebook_id', d.ebook_id, 'title', d.title, 'name', d.name)
      from reminded r join due d on d.uid = r.uid and d.ebook_id = r.ebook_id
    on conflict (key) do nothing;
  delete from public.outbox
    where kind in ('review_hidden', 'review_replied', 'review_reminder') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.unshown_reviews where deleted_at < now() - public.rule('keep_sent_copies');
$$;

-- What an account wrote, and when it was reminded, for a person who asks what is kept.
create or replace function public.personal_reviews(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'written', (
      select coalesce(jsonb_agg(public.review_json(r) - 'id' || jsonb_build_object('changed_at', r.changed_at) order by r.created_at, r.id), '[]')
        from public.reviews r where r.uid = p_uid),
    'reminders', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', n.ebook_id, 'reminded_at', n.reminded_at) order by n.reminded_at, n.ebook_id), '[]')
        from public.review_reminders n where n.uid = p_uid),
    'reminders_stopped_at', (select s.stopped_at from public.review_reminder_stops s where s.uid = p_uid),
    'deleted_unshown', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'deleted_at', r.deleted_at) order by r.deleted_at, r.ebook_id), '[]')
        from public.unshown_reviews r where r.uid = p_uid));
end
$$;

-- With an account, when its rights have ended.
create or replace function public.forget_reviews(p_uid text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.reviews r where r.uid = p_uid;
  delete from public.review_reminders n where n.uid = p_uid;
  delete from public.review_reminder_stops s where s.uid = p_uid;
  delete from public.unshown_reviews r where r.uid = p_uid;
$$;
