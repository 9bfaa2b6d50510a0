-- Books that are announced: they stand in the shop before there is anything to read. A copy is its buyer's when it is paid, and is read from
-- the launch on.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('announce_ahead', '60 days', 'a Pix goes back within 90 days, and buyers have two weeks after the launch to ask'),
  ('keep_unconfirmed_interest', '30 days', 'privacy page'),
  ('keep_interest', '1 year', 'privacy page: announced books come within months, or not at all');

alter table public.ebooks_metadata
  -- From when on it can be read; null for a book that never was announced. It stays when it is past: terms are counted from it.
  add column launch_at timestamptz,
  -- When its launch was seen to. Before that the owner can move it; see launch_books.
  add column launched_at timestamptz,
  -- Counts the moments for which it was announced, so that each is told of once.
  add column launch_no integer not null default 0,
  -- Whether it can be bought before its launch; else visitors can ask to be told of it.
  add column is_sold_ahead boolean not null default true,
  -- A book whose file is still to come has the name that it will get.
  add column has_file boolean not null default true,
  add constraint ebooks_for_readers_have_files check (has_file or state <> 'published' or (launch_at is not null and launched_at is null)),
  add constraint ebooks_launched_have_files check (launched_at is null or (has_file and launch_at <= launched_at));
create index ebooks_to_launch on public.ebooks_metadata (launch_at) where launched_at is null;

-- What the readers of a book are still to be told, in portions: of two launches only the later.
create table public.launch_news (
  ebook_id text primary key references public.ebooks_metadata (id) on delete cascade,
  kind text not null check (kind in ('book_launched', 'book_postponed')),
  told_up_to text not null default ''
);

-- Who asked to be told, once, when a book comes that is not sold before. The row goes with that letter.
create table public.book_interest (
  id uuid primary key default gen_random_uuid(),
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  email text not null check (email = lower(email)),
  locale text not null check (locale in ('pt-BR', 'en')),
  asked_at timestamptz not null default now(),
  -- Null until the link in the mail was followed.
  confirmed_at timestamptz,
  unique (ebook_id, email)
);
create index book_interest_by_address on public.book_interest (email);

-- What can be read ------------------------------------------------------------------------------------------------------------------

-- Whether who has a book can read it: nothing has to run at the moment of a launch.
create function public.is_out(book public.ebooks_metadata) returns boolean
language sql stable security definer set search_path = ''
as $$ select book.has_file and coalesce(book.launch_at <= now(), true) $$;

-- Whether a book that is in the shop can be bought.
create function public.is_sold(book public.ebooks_metadata) returns boolean
language sql stable security definer set search_path = ''
as $$ select book.is_sold_ahead or book.launch_at is null or public.is_out(book) $$;

-- When a book comes, { launch: { at, is_sold } }; nothing for one that can be read, and for one that is not announced.
create function public.launch_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when book.launch_at is null or public.is_out(book) then '{}'
    else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at, 'is_sold', book.is_sold_ahead)) end
$$;

-- Whether this reader has a book that is still to come.
create function public.awaits_launch(p_uid text, p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.ebooks_metadata b
      where b.id = p_ebook_id and not public.is_out(b)
        and exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = b.id))
$$;

-- Who has a right to a book, or bought it to give it away.
create function public.buyers_of_book(p_ebook_id text) returns table (uid text, by_id uuid, since timestamptz)
language sql stable security definer set search_path = ''
as $$
  select r.uid, r.by_id, r.granted_at from public.reading_rights r where r.ebook_id = p_ebook_id
  union all
  select o.holder, o.id, o.paid_at
    from public.order_copies c join public.orders o on o.id = c.order_id
    where c.ebook_id = p_ebook_id and c.gift_id is not null and o.state in ('paid', 'partly_refunded') and not public.is_taken_back(c.id, false)
      and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
$$;

-- How many payments for a book are on their way, or on pages that can be paid.
create function public.pending_orders_of_book(p_ebook_id text) returns bigint
language sql stable security definer set search_path = ''
as $$
  select count(distinct o.id) from public.order_copies c join public.orders o on o.id = c.order_id
    where c.ebook_id = p_ebook_id and (o.state in ('waiting', 'disputed') or (o.state = 'open' and o.session_id is not null))
$$;

-- A payment and a change of the launch come one after the other: who pays is told the moment that holds then, and is among those who are told
-- of a later one. A right that comes with it refers to the book, which is as good; a present that nobody took yet does not.
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

-- Caches have to forget an announcement at its launch, as prices when a sale begins.
create function public.note_launch_purges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.purges (tag, due_at)
    select 'ebooks', new.launch_at + later
      from unnest(array[interval '5 seconds', interval '40 seconds']) later
      where not exists (select from public.purges p where p.tag = 'ebooks' and p.due_at = new.launch_at + later);
  return null;
end
$$;

create trigger note_launch_purges after update on public.ebooks_metadata for each row
  when (new.launch_at is distinct from old.launch_at and new.launch_at > now()) execute function public.note_launch_purges();

-- As owners announce it --------------------------------------------------------------------------------------------------------------

-- The launch of a book as its owner sees it, { launch: { at, is_sold, is_over, buyers, pending, waiting } }; nothing without one. `buyers`:
-- people who are told when it moves; `pending`: payments that may still come; `waiting`: who asked to be told. Counted only until it is over.
create function public.admin_launch_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when book.launch_at is null then '{}' else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at,
    'is_sold', book.is_sold_ahead, 'is_over', public.is_out(book),
    'waiting', case when public.is_out(book) then 0
      else (select count(*) from public.book_interest i where i.ebook_id = book.id and i.confirmed_at is not null) end,
    'buyers', case when public.is_out(book) then 0 else (select count(distinct r.uid) from public.buyers_of_book(book.id) r) end,
    'pending', case when public.is_out(book) then 0 else public.pending_orders_of_book(book.id) end)) end
$$;

-- Announces a book for `p_at`, moves its launch there, or takes the announcement back (null): then the book is a draft. Who bought it is told
-- of a later moment. outcome `already_out`: it was sold as a book to be read at once; `launched`: its launch is over; `has_buyers`: it was paid for, or
-- may be, and cannot be taken back; `over`: the moment is past; `too_far`. `p_is_sold`: whether it is sold before its launch.
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
  perform public.note_admin_change(p_actor, case when p_at is null then 'ebook_launch_canceled' else 'ebook_launch_set' end, 'ebook', p_id,
      v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- The launch of a book, which is locked, is later now: what was not sent of the moment before is not sent any more.
create function public.note_postponed(p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.launch_news as n (ebook_id, kind) values (p_id, 'book_postponed')
    on conflict (ebook_id) do update set kind = excluded.kind, told_up_to = '';
  delete from public.outbox m
    where m.kind = 'book_postponed' and m.payload->>'ebook_id' = p_id and m.sent_at is null and m.given_up_at is null
      and (m.claimed_until is null or m.claimed_until < now())
$$;

-- When the time comes ----------------------------------------------------------------------------------------------------------------

-- Sees to the launches that are due: readers are told that they can read; a book without a file comes a week later, at the same hour of
-- `p_zone`, its buyers are told that, and so is the owner. False when there was none.
create function public.launch_books(p_owner_email text, p_zone text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  v_at timestamptz;
begin
  select b.* into v_book from public.ebooks_metadata b
    where b.launch_at <= now() and b.launched_at is null and (b.state <> 'draft' or exists (select from public.buyers_of_book(b.id)))
    order by b.launch_at, b.id limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  if v_book.has_file then
    update public.ebooks_metadata b set launched_at = now() where b.id = v_book.id;
    insert into public.launch_news as n (ebook_id, kind) values (v_book.id, 'book_launched')
      on conflict (ebook_id) do update set kind = excluded.kind, told_up_to = '';
    return true;
  end if;
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
  return true;
end
$$;

-- Writes the mail about a launch, or its new moment, to the next people who bought a book: to each address once, in the language of the
-- latest order. A reader by a secret link gets that link. False when none is left.
create function public.tell_of_launch(p_limit integer) returns boolean
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
            -- Who has it from somebody else has no order. Who paid with an account that is gone gets the file.
            case
              when exists (select from public.accounts a where a.uid = person.uid and a.deleted_at is not null) then jsonb_build_object(
                'account_deleted', true, 'items', jsonb_build_array(jsonb_build_object('title', v_book.title, 'filename', v_book.filename)))
              when o.holder = person.uid then jsonb_build_object('id', o.id, 'may_refund', public.may_request_refund(o),
                'link_generation', case when o.buyer_uid is null then o.link_generation end)
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

-- What a book cost while it could be bought follows its launch, too; see plan_prices.
create trigger note_price_periods_of_launch after update on public.ebooks_metadata for each row
  when ((old.launch_at, old.launched_at, old.is_sold_ahead) is distinct from (new.launch_at, new.launched_at, new.is_sold_ahead))
  execute function public.note_price_periods();

-- Reminds the owner of books that come within a week, and again within a day, and have no file. How many letters were written.
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
          -- Who was just told that it moved knows.
          and not exists (select from public.outbox m where m.key = 'launch_without_file:' || b.id || ':' || b.launch_no
            and b.launch_at > now() + interval '1 day')
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

-- Who wants to be told ---------------------------------------------------------------------------------------------------------------

-- An address was given for a book that is announced and not sold: it waits for its confirmation. Who is waiting already is not written to.
-- `written`: there is mail to send, which stays inside; `asked`: there is none; `not_found`: there is no such book.
create function public.ask_for_launch(p_ebook_id text, p_email text, p_locale text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_interest public.book_interest;
  v_about jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  -- A launch comes before or after.
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

-- Takes a confirmation link: `done`, `already` when it did so before, `expired` when it can confirm nothing (any more).
create function public.confirm_interest(p_id uuid, p_is_late boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_interest public.book_interest;
begin
  select * into v_interest from public.book_interest i where i.id = p_id for update;
  if not found or (v_interest.confirmed_at is null and p_is_late) then
    return jsonb_build_object('outcome', 'expired', 'email', null);
  end if;
  update public.book_interest i set confirmed_at = now() where i.id = p_id and i.confirmed_at is null;
  return jsonb_build_object('outcome', case when found then 'done' else 'already' end, 'email', v_interest.email);
end
$$;

-- Takes a link that leaves, however old: who asks to be left alone is left alone.
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

-- Writes to the next people who wait for a book that has come, and forgets their addresses: each has one letter, whoever runs this beside
-- it. False when nobody is left.
create function public.tell_of_interest(p_limit integer) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select i.id, i.email, i.locale, b.id as ebook_id, b.title
      from public.book_interest i join public.ebooks_metadata b on b.id = i.ebook_id
      where i.confirmed_at is not null and b.launched_at is not null and b.state = 'published' and b.is_priced
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

-- For which books an address waits, for who asks what is kept of it.
create function public.personal_interest(p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'asked_at', i.asked_at, 'confirmed_at', i.confirmed_at)
      order by i.asked_at, i.ebook_id), '[]')
    from public.book_interest i join public.ebooks_metadata b on b.id = i.ebook_id where i.email = lower(p_email)
$$;

-- Forgets who never confirmed, or waits for a book that did not come.
create function public.sweep_interest() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.book_interest where confirmed_at is null and asked_at < now() - public.rule('keep_unconfirmed_interest');
  delete from public.book_interest where asked_at < now() - public.rule('keep_interest');
  -- The address is forgotten when it was told.
  delete from public.outbox where kind in ('interest_confirm', 'book_out') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies')
$$;

-- As it is in the end ---------------------------------------------------------------------------------------------------------------

create trigger hold_launches before update on public.orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function public.hold_launches();

create or replace function public.add_ebook(
  p_actor jsonb, p_id text, p_book jsonb, p_pdf_id uuid, p_pages integer, p_cover_id uuid, p_cover_color text,
  p_has_outline boolean default false, p_bytes integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pdf_key text;
  v_filename text;
  v_id text := p_id;
  v_book public.ebooks_metadata;
begin
  if p_pdf_id is null then
    select regexp_replace(f.key, '^covers/(.*)\.[0-9a-f]+$', '\1.pdf') into v_filename
      from public.unused_files f where f.upload_id = p_cover_id and f.kind = 'cover' and not f.is_going for update;
  else
    select f.key, regexp_replace(f.key, '^.*/', '') into v_pdf_key, v_filename
      from public.unused_files f where f.upload_id = p_pdf_id and f.kind = 'pdf' and not f.is_going for update;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'upload_gone') || case when p_pdf_id is null then '{"file": "cover"}' else '{}'::jsonb end;
  end if;
  if not public.is_cover_of(p_cover_id, v_filename) then
    return jsonb_build_object('outcome', 'upload_gone', 'file', 'cover');
  end if;
  for attempt in 2..1000 loop
    insert into public.ebooks_metadata (id, title, description, author, language, pages, has_outline, file_bytes, filename, pdf_key,
        cover_version, cover_color, state, has_file)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', p_pages, p_has_outline, p_bytes,
        v_filename, v_pdf_key,
        left(replace(p_cover_id::text, '-', ''), 12), p_cover_color, p_book->>'state', p_pdf_id is not null)
      on conflict do nothing
      returning * into v_book;
    exit when found;
    if exists (select from public.ebooks_metadata b where b.filename = v_filename) then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    v_id := left(p_id, 76) || '-' || attempt;
  end loop;
  perform public.take_upload(p_pdf_id, 'pdf'), public.take_upload(p_cover_id, 'cover');
  perform public.set_ebook_prices(v_id, p_book->'prices', p_book->'suggested');
  perform public.note_admin_change(p_actor, 'ebook_added', 'ebook', v_id, null, public.ebook_facts(v_book));
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(v_id));
end
$$;

create or replace function public.get_ebook_by_upload(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(b) from public.ebooks_metadata b where split_part(b.pdf_key, '/', 2) = p_id::text
  union all
  select public.admin_ebook_json(b) from public.ebooks_metadata b
    where not b.has_file and b.cover_version = left(replace(p_id::text, '-', ''), 12)
$$;

create or replace function public.set_ebook_pdf(
  p_actor jsonb, p_id text, p_key text, p_pages integer, p_has_outline boolean, p_bytes integer, p_tell_owners boolean,
  p_restored_version integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
  v_tell_owners boolean := p_tell_owners and (select public.is_out(b) from public.ebooks_metadata b where b.id = p_id);
begin
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  insert into public.unused_files (key, kind, remove_after, ebook_id, version, pages, has_outline, file_bytes, replaced_at)
    select public.get_ebook_file(b.id)->>'key', 'pdf', now() + public.rule('keep_replaced_files'), b.id, b.file_version, b.pages, b.has_outline, b.file_bytes, now()
      from public.ebooks_metadata b where b.id = p_id and b.has_file
    on conflict (key, kind) do update set remove_after = excluded.remove_after, ebook_id = excluded.ebook_id, version = excluded.version,
      pages = excluded.pages, has_outline = excluded.has_outline, file_bytes = excluded.file_bytes, replaced_at = excluded.replaced_at;
  update public.ebooks_metadata
    set pdf_key = nullif(p_key, 'pdfs/' || filename), pages = p_pages, has_outline = p_has_outline, file_bytes = p_bytes,
      file_version = file_version + has_file::integer, has_file = true, revision = revision + 1
    where id = p_id;
  if v_tell_owners then
    insert into public.ebook_announcements (ebook_id, version) select b.id, b.file_version from public.ebooks_metadata b where b.id = p_id;
  end if;
  perform public.note_admin_change(p_actor, 'ebook_file_replaced', 'ebook', p_id, v_before,
      public.ebook_facts(b) || jsonb_strip_nulls(jsonb_build_object('restored_version', p_restored_version)))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

create or replace function public.get_ebook_file(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('filename', b.filename, 'key', coalesce(b.pdf_key, 'pdfs/' || b.filename))
    from public.ebooks_metadata b where b.id = p_id and b.has_file
$$;

create or replace function public.remove_ebook(p_actor jsonb, p_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  v_before jsonb;
begin
  select * into v_book from public.ebooks_metadata b where b.id = p_id for update;
  if not found then
    return 'not_found';
  end if;
  v_before := public.ebook_facts(v_book);
  if exists (select from public.order_copies c where c.ebook_id = p_id)
    or exists (select from public.imported_purchases i where i.ebook_id = p_id) then
    update public.ebooks_metadata set state = 'archived', revision = revision + 1 where id = p_id and state <> 'archived';
    perform public.note_admin_change(p_actor, 'ebook_archived', 'ebook', p_id, v_before, public.ebook_facts(b))
      from public.ebooks_metadata b where b.id = p_id;
    return 'archived';
  end if;
  if v_book.has_file then
    perform public.retire_file(public.get_ebook_file(p_id)->>'key', 'pdf', interval '0');
  end if;
  if v_book.cover_version is not null then
    perform public.retire_file(public.cover_key(v_book.filename, v_book.cover_version), 'cover', interval '0');
  end if;
  delete from public.ebooks_metadata where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_removed', 'ebook', p_id, v_before, null);
  return 'removed';
end
$$;

create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
    'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce(cost.prices, '{}'), 'sales', coalesce(cost.sales, '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
    || public.bundles_json(book.id) || public.launch_json(book)
  from (
    select jsonb_object_agg(p.currency, coalesce(s.amount_minor, p.amount_minor)) as prices,
        jsonb_object_agg(p.currency, jsonb_build_object('list_minor', p.amount_minor,
          'before_minor', public.price_before(p.ebook_id, p.currency, now()), 'ends_at', s.ends_at)) filter (where s.ebook_id is not null) as sales
      from public.ebook_prices p
      left join public.ebook_sales s on s.ebook_id = p.ebook_id and s.currency = p.currency and s.starts_at <= now() and s.ends_at > now()
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())
  ) cost
$$;

create or replace function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'suggested', coalesce((
      select jsonb_object_agg(p.currency, p.suggested_minor) from public.ebook_prices p
        where p.ebook_id = book.id and p.suggested_minor is not null), '{}'),
    'sale', public.sale_json(book.id), 'sale_before', public.sale_before_json(book.id),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null)
      or exists (select from public.imported_purchases i where i.ebook_id = book.id),
    'has_file', book.has_file) || public.admin_launch_json(book) || public.sampling_json(book.id)
$$;

create or replace function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency', 'sales', 'sale_before', 'launch', 'sample', 'sampling']
    || jsonb_strip_nulls(jsonb_build_object('launch', book.launch_at))
$$;

create or replace function public.get_next_price_change() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select least(
    (select min(case when s.starts_at > now() then s.starts_at else s.ends_at end) from public.ebook_sales s where s.ends_at > now()),
    (select min(b.launch_at) from public.ebooks_metadata b where b.launched_at is null and b.launch_at > now()))
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'link_generation', case when o.buyer_uid is null then o.link_generation end,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'discounts', coalesce(o.quote->'discounts', '[]'), 'coupon', public.order_coupon(o.id),
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'to_pay', public.to_pay_json(o), 'boleto', public.boleto_json(o), 'canceled_at', o.canceled_at, 'payment_method', o.payment_method,
    'dispute_state', public.dispute_json(o)->>'state', 'receipt', public.receipt_name(o.id),
    'items', (
      select jsonb_agg(jsonb_build_object(
          -- `unit_minor` is for an API of before, which multiplies it.
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version) || public.launch_json(b)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'reasons', c.reasons,
                'is_gift', c.gift_id is not null)
                order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

create or replace function public.entitled_file(p_uid text, p_ebook_id text) returns text
language sql stable security definer set search_path = ''
as $$
  select b.filename from public.ebooks_metadata b
    where b.id = p_ebook_id and public.is_out(b)
      and exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = p_ebook_id)
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
    where r.uid = p_uid and r.ebook_id = p_ebook_id and public.is_out(b)
    order by r.granted_at desc, o.number desc nulls last limit 1
$$;

create or replace function public.terms_begin(o public.orders) returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(o.paid_at, (
    select max(b.launch_at) from public.order_copies c join public.ebooks_metadata b on b.id = c.ebook_id where c.order_id = o.id))
$$;

create or replace function public.may_request_refund(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state in ('paid', 'partly_refunded') and public.refundable_minor(o) > 0 and public.terms_begin(o) > now() - public.rule('refund_request')
    and not exists (select from public.refund_requests r where r.order_id = o.id)
$$;

create or replace function public.give_book(p_actor jsonb, p_id uuid, p_uid text, p_attempt_id uuid, p_ebook_id text, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_standing text;
  v_order public.orders;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  select * into v_person from public.people p where p.id = p_id;
  if not found then
    return null;
  end if;
  select * into v_user from public.accounts_of_person(v_person) a where a.uid = p_uid and not a.is_newcomer;
  if not found then
    return 'no_account';
  end if;
  if exists (select from public.orders o where o.buyer_uid = p_uid and o.attempt_id = p_attempt_id and o.state = 'given') then
    return 'given';
  end if;
  if not exists (select from public.ebooks_metadata b where b.id = p_ebook_id and b.state <> 'draft' and (b.has_file or b.launch_at is not null)) then
    return 'unavailable';
  end if;
  select b->>'standing' into v_standing from jsonb_array_elements(public.list_bought_ebooks(p_uid, array[p_ebook_id])) b;
  if v_standing = 'owned' then
    return 'owned';
  end if;
  if v_standing = 'waiting' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is not null and c.ebook_id = p_ebook_id
  ) then
    return 'pending';
  end if;
  insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, total_minor, state,
      terms_version)
    values (p_attempt_id, p_uid, v_person.email, v_user.name, public.language_of_person(v_person), (public.sold_currencies())[1], 0, 0,
      'given', '')
    returning * into v_order;
  insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor)
    select v_order.id, b.id, 1, b.title, 0, 0 from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.settle_rights(p_uid, array[p_ebook_id]);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'book_given:' || v_order.id, 'book_given', v_person.email, v_order.locale,
        jsonb_build_object('id', v_order.id, 'name', v_user.name, 'ebook_id', b.id, 'title', b.title) || public.launch_json(b)
      from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.note_admin_change(p_actor, 'book_given', 'order', v_order.id::text, null,
    jsonb_build_object('ebook_id', p_ebook_id, 'reason', p_reason));
  return 'given';
end
$$;

create or replace function public.owner_tasks(p_now timestamptz, p_has_channel boolean, p_zone text)
returns table (kind text, subject text, label text, began_at timestamptz, due_by timestamptz, detail text, amount_minor integer, currency text,
  payment_intent_id text, session_id text, snoozed_until timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with tasks as (
    (select 'dispute' as kind, o.id::text as subject, o.number::text as label, d.opened_at as began_at, d.due_by, d.reason as detail,
        d.amount_minor, d.currency, o.payment_intent_id, o.session_id
      from public.disputes d join public.orders o on o.id = d.order_id
      where d.state = 'needs_response' order by d.due_by, d.id limit 1000)
    union all
    -- While a payment is disputed its money is not the shop's to return.
    (select 'refund_request', o.id::text, o.number::text, r.requested_at, null, left(r.reason, 200),
        o.total_minor - o.refunded_minor - o.refund_pending_minor, o.currency, null, null
      from public.refund_requests r join public.orders o on o.id = r.order_id
      where r.decision is null and o.state in ('paid', 'partly_refunded') order by r.requested_at limit 1000)
    union all
    (select 'message', c.number::text, c.name, c.created_at, public.message_due_by(c.created_at, p_zone), c.email, null, null, null, null
      from public.contact_messages c where c.state = 'new' order by c.created_at, c.id limit 1000)
    union all
    (select 'ebook_draft', b.id, b.title, b.created_at, null, '', null, null, null, null
      from public.ebooks_metadata b where b.state = 'draft' order by b.created_at, b.id limit 1000)
    union all
    (select 'launch_file', b.id, b.title, b.launch_at - interval '7 days', b.launch_at - interval '1 day', '', null, null, null, null
      from public.ebooks_metadata b
      where b.launched_at is null and b.launch_at <= p_now + interval '7 days' and not b.has_file and b.state <> 'draft'
      order by b.launch_at, b.id limit 1000)
    union all
    (select i.kind, i.subject, i.label, i.began_at, null, i.detail, null, null, null, null
      from public.active_incidents(p_now, p_has_channel) i limit 1000)
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders');
  select public.sweep_guest_orders();
  select public.sweep_interest();
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept. Who was imported consented long before.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'book_launched', 'book_postponed', 'launch_without_file', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned', 'sample_sent')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state in ('done', 'undone') and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  with old as (
    select i.id, i.proof_key from public.imports i
      where i.proof_key is not null and i.created_at < now() - public.rule('keep_import_proofs') for update
  ), gone as (
    update public.imports i set proof_key = null, proof_name = null from old where i.id = old.id
  )
  insert into public.unused_files (key, kind, remove_after) select o.proof_key, 'import', now() from old o on conflict do nothing;
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;

create or replace function public.list_ebooks(
  p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan set enable_sort = off set enable_seqscan = off set jit = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_after_at timestamptz := coalesce(p_after_at, 'infinity');
  v_after_id text := coalesce(p_after_id, '');
  v_sampled bigint;
  v_page jsonb;
  v_total bigint;
begin
  if p_ids is not null then
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), count(*) into v_page, v_total
      from public.ebooks_metadata b where b.id = any (p_ids) and b.state = 'published' and b.is_priced and public.is_sold(b);
    return jsonb_build_object('ebooks', v_page, 'total', v_total, 'is_total_capped', false, 'more', false);
  end if;

  if v_words is null then
    select t.total into v_total from public.shown_totals t where t.list = 'ebooks';
  else
    select count(*) into v_sampled
      from (
        select b.search_text from public.ebooks_metadata b where b.state = 'published' and b.is_priced
          order by b.created_at desc, b.id desc limit 256
      ) newest
      where newest.search_text like any (v_words);
  end if;

  if v_words is not null and not public.is_common(v_sampled) then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_words) and b.state = 'published' and b.is_priced
    ), page as (
      select f.id from found f where (f.created_at, f.id) < (v_after_at, v_after_id) order by f.created_at desc, f.id desc limit p_size + 1
    )
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), (select count(*) from found)
      into v_page, v_total
      from public.ebooks_metadata b where b.id = any (array(select p.id from page p));
  else
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]') into v_page
      from (
        select b.* from public.ebooks_metadata b
          where b.state = 'published' and b.is_priced and (v_words is null or b.search_text || '' like any (v_words))
            and (b.created_at, b.id) < (v_after_at, v_after_id)
          order by b.created_at desc, b.id desc
          limit p_size + 1
      ) b;
    if v_words is not null then
      select count(*) into v_total
        from (
          select from public.ebooks_metadata b
            where b.state = 'published' and b.is_priced and b.search_text || '' like any (v_words)
            order by b.created_at desc, b.id desc
            limit public.counted_matches() + 1
        ) counted;
    end if;
  end if;
  return jsonb_build_object('ebooks', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size,
    'total', case when v_words is null then v_total else least(v_total, public.counted_matches()) end,
    'is_total_capped', v_words is not null and v_total > public.counted_matches());
end
$$;

create or replace function public.get_featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
begin
  select b.* into v_book
    from public.ebooks_metadata b
    join (
      select c.ebook_id, count(*) as units, max(o.paid_at) as last_paid_at
        from public.orders o join public.order_copies c on c.order_id = o.id
        where o.paid_at > now() - interval '90 days' and o.state in ('paid', 'partly_refunded')
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

create or replace function public.plan_prices(p_ebook_id text, p_currency text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.price_periods p where p.ebook_id = p_ebook_id and p.currency = p_currency and p.starts_at >= now();
  update public.price_periods p set ends_at = now() where p.ebook_id = p_ebook_id and p.currency = p_currency and p.ends_at > now();
  with shelf as (
    select p.amount_minor from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id
      where p.ebook_id = p_ebook_id and p.currency = p_currency and b.state = 'published' and b.is_priced and public.is_sold(b)
        and p.currency = any (public.sold_currencies())
  ), sales as (
    select s.amount_minor, greatest(s.starts_at, now()) as starts_at, s.ends_at from public.ebook_sales s
      where s.ebook_id = p_ebook_id and s.currency = p_currency and s.ends_at > now()
  ), between_sales as (
    select t.at as starts_at, coalesce((select min(s.starts_at) from sales s where s.starts_at > t.at), 'infinity') as ends_at
      from (select now() as at union select s.ends_at from sales s) t
      where not exists (select from sales s where s.starts_at <= t.at and s.ends_at > t.at)
  )
  insert into public.price_periods (ebook_id, currency, amount_minor, is_reduced, starts_at, ends_at)
    select p_ebook_id, p_currency, s.amount_minor, true, s.starts_at, s.ends_at from sales s where exists (select from shelf)
    union all
    select p_ebook_id, p_currency, l.amount_minor, false, t.starts_at, t.ends_at from between_sales t cross join shelf l
$$;

create or replace function public.bundles_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select case when count(*) = 0 then '{}' else jsonb_build_object('bundles', jsonb_agg(jsonb_build_object('title', b.title, 'percent', b.percent,
      'others', (
        select jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title) order by e.title)
          from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.id <> p_ebook_id and e.state = 'published'))
      order by b.percent desc, b.id)) end
    from public.bundles b
    where b.archived_at is null and b.ebook_ids @> array[p_ebook_id] and public.is_on(b)
      -- One that cannot be completed any more is not offered.
      and (select count(*) from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.state = 'published' and public.is_sold(e)) = cardinality(b.ebook_ids)
$$;

create or replace function public.get_quote_facts(p_ebook_ids text[], p_currency text, p_code text, p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with offers as (
    select b.* from public.bundles b
      where b.archived_at is null and b.ebook_ids && p_ebook_ids and public.is_on(b)
  )
  select jsonb_build_object(
    'prices', (
      select coalesce(jsonb_object_agg(p.ebook_id, jsonb_build_object('list', p.amount_minor, 'now', public.price_now(p),
          'suggested', p.suggested_minor)), '{}')
        from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
        where p.ebook_id = any (p_ebook_ids) and p.currency = p_currency),
    'coupon', (
      select public.coupon_json(c) || jsonb_build_object('obstacle', public.coupon_obstacle(c, p_uid, p_email))
        from public.coupons c where c.code = p_code),
    'bundles', (
      select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'ebook_ids', o.ebook_ids, 'percent', o.percent,
          'revision', o.revision)), '[]') from offers o),
    'owned', (
      select coalesce(jsonb_agg(distinct r.ebook_id), '[]')
        from public.reading_rights r where r.uid = p_uid and r.ebook_id in (select unnest(o.ebook_ids) from offers o)))
$$;

create or replace function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb default null, p_total_minor integer default null,
  p_came_from jsonb default null, p_quote jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
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
  v_refusal jsonb;
begin
  if exists (select from jsonb_array_elements(v_copies) c
      where (c->>'no')::integer > case when p_quote is null then 1 when c->>'gift' = 'group' then 200 else 20 end) then
    raise exception 'too many copies of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
  if found and public.terms_of(public.copies_of_order(v_order.id), false) <> public.terms_of(v_copies, false) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(v_buyer_key, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null));
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or v_quote->>'seen' <> v_quote->>'total' then
    return jsonb_build_object('outcome', case when p_quote is null then 'refused' else 'quote_changed' end,
      'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, v_quote, p_buyer_uid, p_buyer_email, v_buyer_key);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          v_quote - array['copies', 'seen'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
    insert into public.coupon_uses (order_id, coupon_id)
      select v_order.id, (p_promotions->'coupon'->>'id')::uuid where p_promotions->'coupon'->>'id' is not null;
    if v_order.total_minor = 0 then
      return jsonb_build_object('outcome', 'free', 'order', public.settle_free(v_order.id));
    end if;
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
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
  perform public.take_over_orders(p_uid, p_email, true);
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and public.has_open_page(o);
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
  delete from public.receipt_buyers where uid = p_uid;
  perform public.forget_imported_address(p_uid, p_email);
  perform public.forget_gifts(p_uid, p_email);
  delete from public.book_interest where email = lower(p_email);
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
    'receipt_buyer', public.get_receipt_buyer(p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'receipts', public.receipts_json(o),
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
        from public.orders o where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))
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
    'waitlists', public.personal_interest(p_email),
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

create or replace function public.delete_person(p_actor jsonb, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_locale text;
  v_uids text[] := '{}';
  v_removal jsonb;
begin
  select * into v_person from public.people p where p.id = p_id;
  if not found then
    return null;
  end if;
  if exists (select from public.accounts_of_person(v_person) a join public.team m on m.uid = a.uid) then
    return jsonb_build_object('outcome', 'is_in_team');
  end if;
  select jsonb_build_object('outcome', 'open_sessions', 'sessions', jsonb_agg(o.session_id)) into v_removal
    from public.orders o
    where (o.buyer_uid in (select a.uid from public.accounts_of_person(v_person) a) or o.buyer_uid is null and o.claimable_by = v_person.email)
      and public.has_open_page(o) and o.session_id is not null
    having count(*) > 0;
  if v_removal is not null then
    return v_removal;
  end if;
  -- Before anything goes that tells it.
  v_locale := public.language_of_person(v_person);
  for v_user in select * from public.accounts_of_person(v_person) loop
    v_removal := public.delete_account(v_user.uid, case when not v_user.is_newcomer then v_person.email end, v_locale);
    -- A checkout that began meanwhile: what is deleted by then stays so, and the call is repeated.
    if v_removal->>'outcome' = 'open_sessions' then
      return v_removal;
    end if;
    v_uids := v_uids || v_user.uid;
  end loop;
  perform public.forget_guest_orders(v_person.email);
  delete from public.book_interest where email = v_person.email;
  delete from public.newsletter_subscribers where email = v_person.email;
  delete from public.contact_messages where email = v_person.email;
  -- What is still on its way about a purchase tells of what was paid.
  delete from public.outbox m
    where (m.recipient = v_person.email and m.kind <> 'account_deleted'
        and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%'))
      or (m.kind = 'contact_received' and m.payload->>'email' = v_person.email);
  delete from public.people where email = v_person.email;
  perform public.note_admin_change(p_actor, 'person_deleted', 'person', p_id::text, null, null);
  return jsonb_build_object('outcome', 'deleted', 'uids', to_jsonb(v_uids));
end
$$;

alter table public.launch_news enable row level security;
alter table public.book_interest enable row level security;
