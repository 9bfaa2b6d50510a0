-- Announced books: the shop shows them before there is anything to read. A buyer owns a copy when it is paid, and can read it after the
-- launch.
set check_function_bodies = off;

alter table public.ebooks_metadata
  -- The moment from which the book can be read; null for a book that was never announced. It is kept after the launch, because the refund
  -- period counts from it.
  add column launch_at timestamptz,
  -- The time at which `launch_books` handled the launch. Until then, the owner can move the launch.
  add column launched_at timestamptz,
  -- Incremented with each launch date, so that each date is announced once.
  add column launch_no integer not null default 0,
  -- Whether the book is sold before its launch. Otherwise visitors can join its waitlist.
  add column is_sold_ahead boolean not null default true,
  -- A book without a file already has the name that its file will get.
  add column has_file boolean not null default true,
  add constraint ebooks_for_readers_have_files check (has_file or state <> 'published' or (launch_at is not null and launched_at is null)),
  add constraint ebooks_launched_have_files check (launched_at is null or (has_file and launch_at <= launched_at));
create index ebooks_to_launch on public.ebooks_metadata (launch_at) where launched_at is null;

-- News that the readers of a book must still get, in portions. News about a later launch date replaces the previous news.
create table public.launch_news (
  ebook_id text primary key references public.ebooks_metadata (id) on delete cascade,
  kind text not null check (kind in ('book_launched', 'book_postponed')),
  told_up_to text not null default ''
);

-- The waitlist: addresses that get one email when a book is launched that is not sold before. The row is deleted with that email.
create table public.book_interest (
  id uuid primary key default gen_random_uuid(),
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  email text not null check (email = lower(email)),
  locale text not null check (locale in ('pt-BR', 'en')),
  asked_at timestamptz not null default now(),
  -- The time at which the address was confirmed. Null until the visitor follows the link in the email.
  confirmed_at timestamptz,
  unique (ebook_id, email)
);
create index book_interest_by_address on public.book_interest (email);

-- Whether a book can be read or bought ----------------------------------------------------------------------------------------------

-- Returns whether buyers can read a book. It depends on the clock only: no job has to run at the moment of a launch.
create function public.is_out(book public.ebooks_metadata) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return book.has_file and coalesce(book.launch_at <= now(), true);
end
$$;

-- Returns whether a book of the shop can be bought.
create function public.is_sold(book public.ebooks_metadata) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return book.is_sold_ahead or book.launch_at is null or public.is_out(book);
end
$$;

-- Returns the launch of a book, { launch: { at, is_sold } }; an empty object if the book can be read or is not announced.
create function public.launch_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when book.launch_at is null or public.is_out(book) then '{}'
    else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at, 'is_sold', book.is_sold_ahead)) end;
end
$$;

-- Returns whether this reader owns a book that is not launched yet.
create function public.awaits_launch(p_uid text, p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.ebooks_metadata b
      where b.id = p_ebook_id and not public.is_out(b)
        and exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = b.id));
end
$$;

-- Returns the readers with an entitlement to a book, and the buyers who bought it as a gift.
create function public.buyers_of_book(p_ebook_id text) returns table (uid text, by_id uuid, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.uid, r.by_id, r.granted_at from public.current_entitlements r where r.ebook_id = p_ebook_id
  union all
  select o.holder, o.id, o.paid_at
    from public.order_copies c join public.orders o on o.id = c.order_id
    where c.ebook_id = p_ebook_id and c.gift_id is not null and o.state in ('paid', 'partly_refunded') and not public.is_taken_back(c.id, false)
      and not public.is_erased(o)
$$;

-- Returns how many orders of a book may still be paid or received: payments on their way, disputed payments, payment pages that are open,
-- and free orders.
create function public.pending_orders_of_book(p_ebook_id text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(distinct o.id) from public.order_copies c join public.orders o on o.id = c.order_id
      where c.ebook_id = p_ebook_id and (o.state in ('waiting', 'disputed') or (o.state = 'open' and o.session_id is not null) or public.receive_by(o) is not null));
end
$$;

-- Serializes a payment with a change of the launch date. A buyer who pays sees the date that is valid then, and gets the news of a later
-- one. The foreign key of an entitlement locks the book anyway, but a gift that is not claimed yet has no entitlement.
create function public.hold_launches() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform from public.ebooks_metadata b
    where b.id = any (public.books_of_order(new.id)) and b.launch_at is not null and b.launched_at is null
    order by b.id for key share;
  return new;
end
$$;

-- Plans the purge of cached pages at the launch, as for the start of a sale.
create function public.note_launch_purges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.plan_purges('ebooks', array[new.launch_at]);
  return null;
end
$$;

create trigger note_launch_purges after update on public.ebooks_metadata for each row
  when (new.launch_at is distinct from old.launch_at and new.launch_at > now()) execute function public.note_launch_purges();

-- Announcements by owners ------------------------------------------------------------------------------------------------------------

-- Returns the launch of a book for its owner, { launch: { at, is_sold, is_over, buyers, pending, waiting } }, or an empty object. `buyers`:
-- people who get an email if it moves. `pending`: payments that may still arrive. `waiting`: confirmed addresses of the waitlist. The
-- counts are 0 after the launch.
create function public.admin_launch_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when book.launch_at is null then '{}' else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at,
    'is_sold', book.is_sold_ahead, 'is_over', public.is_out(book),
    'waiting', case when public.is_out(book) then 0
      else (select count(*) from public.book_interest i where i.ebook_id = book.id and i.confirmed_at is not null) end,
    'buyers', case when public.is_out(book) then 0 else (select count(distinct r.uid) from public.buyers_of_book(book.id) r) end,
    'pending', case when public.is_out(book) then 0 else public.pending_orders_of_book(book.id) end)) end;
end
$$;

-- Announces a book for `p_at`, moves its launch there, or cancels the announcement (null), which makes the book a draft. Its buyers get an
-- email about a later date. Outcome `already_out`: the book was already bought or imported without an announcement. `launched`: its launch
-- is over. `has_buyers`: it was paid, or may still be, so the announcement cannot be canceled. `over`: the date is past. `too_far`: it is
-- too far ahead. `p_is_sold`: whether the book is sold before its launch.
create function public.set_ebook_launch(p_actor jsonb, p_id text, p_revision integer, p_at timestamptz, p_is_sold boolean default true)
returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_book public.ebooks_metadata;
  v_before jsonb;
  v_is_wanted boolean;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.id = p_id;
  v_before := public.ebook_facts(v_book);
  v_is_wanted := public.pending_orders_of_book(p_id) > 0 or exists (select from public.buyers_of_book(p_id));
  if p_at is null and v_book.launch_at is null then
    return jsonb_build_object('outcome', 'changed_meanwhile');
  elsif v_book.launched_at is not null or (v_book.launch_at is not null and public.is_out(v_book)) then
    return jsonb_build_object('outcome', 'launched');
  elsif p_at is null and v_is_wanted then
    return jsonb_build_object('outcome', 'has_buyers');
  elsif v_book.launch_at is null and (v_is_wanted or exists (select from public.imported_purchases i where i.ebook_id = p_id)) then
    return jsonb_build_object('outcome', 'already_out');
  elsif p_at <= now() then
    return jsonb_build_object('outcome', 'over');
  elsif p_at > now() + public.rule('announce_ahead') then
    return jsonb_build_object('outcome', 'too_far');
  end if;
  update public.ebooks_metadata b
    set launch_at = p_at, is_sold_ahead = p_is_sold, launch_no = b.launch_no + (p_at is distinct from b.launch_at)::integer, state = case when p_at is null then 'draft' else b.state end, revision = b.revision + 1
    where b.id = p_id;
  if p_at > v_book.launch_at then
    perform public.note_postponed(p_id);
  end if;
  perform public.write_audit_log(p_actor, case when p_at is null then 'ebook_launch_canceled' else 'ebook_launch_set' end, 'ebook', p_id,
      v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Records that the launch of a book was moved to a later date. The caller holds the row lock of the book. Unsent emails about the previous
-- date are deleted.
create function public.note_postponed(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.launch_news as n (ebook_id, kind) values (p_id, 'book_postponed')
    on conflict (ebook_id) do update set kind = excluded.kind, told_up_to = '';
  delete from public.outbox m
    where m.kind = 'book_postponed' and m.payload->>'ebook_id' = p_id and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now())
$$;

-- The launch -------------------------------------------------------------------------------------------------------------------------

-- Handles the next launch that is due. If the book has a file, its readers get an email. Otherwise its launch moves by whole weeks, at the
-- same hour of `p_zone`, and its buyers and the owner get an email about that. A book that fails does not stop the others. Returns false if
-- no launch was due.
create function public.launch_books(p_owner_email text, p_zone text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  v_at timestamptz;
begin
  select b.* into v_book from public.ebooks_metadata b
    where b.launch_at <= now() and b.launched_at is null and not public.is_put_off('launches', b.id)
      and (b.state <> 'draft' or exists (select from public.buyers_of_book(b.id)))
    order by b.launch_at, b.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    if v_book.has_file then
      update public.ebooks_metadata b set launched_at = now() where b.id = v_book.id;
      insert into public.launch_news as n (ebook_id, kind) values (v_book.id, 'book_launched')
        on conflict (ebook_id) do update set kind = excluded.kind, told_up_to = '';
    else
      v_at := v_book.launch_at;
      while v_at <= now() loop
        v_at := (v_at at time zone p_zone + interval '7 days') at time zone p_zone;
      end loop;
      update public.ebooks_metadata b set launch_at = v_at, launch_no = b.launch_no + 1, revision = b.revision + 1 where b.id = v_book.id
        returning b.* into v_book;
      perform public.note_postponed(v_book.id);
      insert into public.outbox (key, kind, recipient, locale, payload)
        values ('launch_without_file:' || v_book.id || ':' || v_book.launch_no, 'launch_without_file', p_owner_email, 'pt-BR',
          jsonb_build_object('ebook_id', v_book.id, 'title', v_book.title, 'at', v_book.launch_at, 'is_postponed', true))
        on conflict (key) do nothing;
    end if;
    perform public.clear_failed_work('launches', v_book.id);
  exception when others then
    perform public.note_failed_work('launches', v_book.id, v_book.title, sqlerrm, sqlstate ~ '^(08|25|40|53|57|58)');
  end;
  return true;
end
$$;

-- Queues the email about a launch or its new date to the next portion of people who bought a book: one to each address, in the language of
-- the latest order. A reader with a secret link gets that link. A book that fails does not stop other books. Returns false if nobody is
-- left to notify.
create function public.tell_of_launch(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.launch_news;
  v_book public.ebooks_metadata;
  v_uids text[];
begin
  select n.* into v_next from public.launch_news n where not public.is_put_off('launches', n.ebook_id) order by n.ebook_id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
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
              -- The reader of a gift has no order. An erased buyer gets the file.
              case
                when public.is_erased_reader(person.uid) then jsonb_build_object(
                  'account_deleted', true, 'items', jsonb_build_array(jsonb_build_object('title', v_book.title, 'filename', v_book.filename)))
                when o.holder = person.uid then jsonb_build_object('id', o.id, 'may_refund', public.may_request_refund(o),
                  'link_generation', case when o.buyer_uid is null then o.link_generation end,
                  'only_gifts', not exists (select from public.current_entitlements r where r.uid = person.uid and r.ebook_id = v_book.id))
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
    perform public.clear_failed_work('launches', v_next.ebook_id);
  exception when others then
    perform public.note_failed_work('launches', v_next.ebook_id, v_next.ebook_id, sqlerrm, sqlstate ~ '^(08|25|40|53|57|58)');
  end;
  return true;
end
$$;

-- A launch also changes whether a book can be bought, see plan_prices.
create trigger note_price_periods_of_launch after update on public.ebooks_metadata for each row
  when ((old.launch_at, old.launched_at, old.is_sold_ahead) is distinct from (new.launch_at, new.launched_at, new.is_sold_ahead))
  execute function public.note_price_periods();

-- Reminds the owner of books without a file that are launched within a week, and again within a day. Returns how many emails were queued.
create function public.remind_of_launches(p_owner_email text) returns integer
language sql volatile security definer set search_path = ''
as $$
  with written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'launch_without_file:' || b.id || ':' || b.launch_no || ':' || case when b.launch_at <= now() + interval '1 day' then 1 else 7 end,
          'launch_without_file', p_owner_email, 'pt-BR',
          jsonb_build_object('ebook_id', b.id, 'title', b.title, 'at', b.launch_at, 'is_postponed', false)
        from public.ebooks_metadata b
        where b.launched_at is null and b.launch_at > now() and b.launch_at <= now() + interval '7 days' and not b.has_file and b.state <> 'draft'
          -- The email about the postponement replaces the reminder of the week.
          and not exists (select from public.outbox m where m.key = 'launch_without_file:' || b.id || ':' || b.launch_no
            and b.launch_at > now() + interval '1 day')
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

-- The waitlist -----------------------------------------------------------------------------------------------------------------------

-- Stores an address for the waitlist of a book that is announced and not sold yet. The address waits for its confirmation. A confirmed
-- address gets no email. Returns `written` if an email was queued, `asked` if not, or `not_found`. The caller must not show the visitor
-- which of the first two it was.
create function public.ask_for_launch(p_ebook_id text, p_email text, p_locale text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_interest public.book_interest;
  v_about jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  -- The row lock serializes this with the launch.
  perform from public.ebooks_metadata b
    where b.id = p_ebook_id and b.state = 'published' and b.is_priced and not public.is_sold(b) for key share;
  if not found then
    return 'not_found';
  end if;
  insert into public.book_interest as i (ebook_id, email, locale) values (p_ebook_id, lower(p_email), p_locale)
    on conflict (ebook_id, email) do update
      set locale = excluded.locale, asked_at = case when i.confirmed_at is null then now() else i.asked_at end
    returning * into v_interest;
  v_about := jsonb_build_object('interest_id', v_interest.id);
  if v_interest.confirmed_at is not null or not public.mailbox_has_room(p_email, array['interest_confirm'], v_about) then
    return 'asked';
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'interest_confirm:' || gen_random_uuid(), 'interest_confirm', v_interest.email, p_locale,
        v_about || jsonb_build_object('title', b.title, 'at', b.launch_at, 'asked_at', now())
      from public.ebooks_metadata b where b.id = p_ebook_id;
  return 'written';
end
$$;

-- Confirms an address by its link. Outcome `done`, or `already` if it was confirmed before. Refusal: `link_expired` if the link has nothing
-- left to confirm.
create function public.confirm_interest(p_id uuid, p_is_late boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_interest public.book_interest;
begin
  select * into v_interest from public.book_interest i where i.id = p_id for update;
  if not found or (v_interest.confirmed_at is null and p_is_late) then
    return public.refusal('link_expired');
  end if;
  update public.book_interest i set confirmed_at = now() where i.id = p_id and i.confirmed_at is null;
  return jsonb_build_object('outcome', case when found then 'done' else 'already' end, 'email', v_interest.email);
end
$$;

-- Removes an address from the waitlist by its link. The link never expires, because a wish to get no email never expires.
create function public.leave_interest(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text;
begin
  delete from public.book_interest i where i.id = p_id returning i.email into v_email;
  delete from public.outbox m
    where m.kind in ('interest_confirm', 'book_out') and m.payload->>'interest_id' = p_id::text and m.sent_at is null
      and (m.claimed_until is null or m.claimed_until < now());
  return jsonb_build_object('outcome', case when v_email is not null then 'done' else 'already' end, 'email', v_email);
end
$$;

-- Queues the email to the next portion of people who wait for a book that can be read, after its launch or because it is no longer
-- announced, and deletes their addresses. Each gets one email, even if two workers run this. Returns false if nobody is left to notify.
create function public.tell_of_interest(p_limit integer) returns boolean
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

-- Returns the books that an address waits for, for the export of personal data.
create function public.personal_interest(p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'asked_at', i.asked_at, 'confirmed_at', i.confirmed_at)
        order by i.asked_at, i.ebook_id), '[]')
      from public.book_interest i join public.ebooks_metadata b on b.id = i.ebook_id where i.email = lower(p_email));
end
$$;

-- Deletes addresses that were never confirmed, or that waited too long for a book.
create function public.sweep_interest() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.book_interest where confirmed_at is null and asked_at < now() - public.rule('keep_unconfirmed_interest');
  delete from public.book_interest where asked_at < now() - public.rule('keep_interest');
  -- Emails that were sent to these addresses are deleted too.
  delete from public.outbox where kind in ('interest_confirm', 'book_out') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies')
$$;
