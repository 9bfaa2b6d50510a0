-- Books that are announced: they stand in the shop before there is anything to read. A copy is its buyer's when it is paid, and is read from
-- the launch on.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('announce_ahead', '60 days', 'a Pix goes back within 90 days, and buyers have two weeks after the launch to ask');

alter table public.ebooks_metadata
  -- From when on it can be read; null for a book that never was announced. It stays when it is past: terms are counted from it.
  add column launch_at timestamptz,
  -- When its launch was seen to. Before that the owner can move it; see launch_books.
  add column launched_at timestamptz,
  -- Counts the moments for which it was announced, so that each is told of once.
  add column launch_no integer not null default 0,
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

-- What can be read ------------------------------------------------------------------------------------------------------------------

-- Whether who has a book can read it: nothing has to run at the moment of a launch.
create function public.is_out(book public.ebooks_metadata) returns boolean
language sql stable security definer set search_path = ''
as $$ select book.has_file and coalesce(book.launch_at <= now(), true) $$;

-- When a book comes, { launch: { at } }; nothing for one that can be read, and for one that is not announced.
create function public.launch_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when book.launch_at is null or public.is_out(book) then '{}'
    else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at)) end
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

-- The launch of a book as its owner sees it, { launch: { at, is_over, buyers, pending } }; nothing without one. `buyers`: people who are told
-- when it moves; `pending`: payments that may still come. Both are counted only until it is over.
create function public.admin_launch_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case when book.launch_at is null then '{}' else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at,
    'is_over', public.is_out(book),
    'buyers', case when public.is_out(book) then 0 else (select count(distinct r.uid) from public.buyers_of_book(book.id) r) end,
    'pending', case when public.is_out(book) then 0 else public.pending_orders_of_book(book.id) end)) end
$$;

-- Announces a book for `p_at`, moves its launch there, or takes the announcement back (null): then the book is a draft. Who bought it is told
-- of a later moment. outcome `already_out`: it was sold as a book to be read at once; `launched`: its launch is over; `has_buyers`: it was paid for, or
-- may be, and cannot be taken back; `over`: the moment is past; `too_far`.
create function public.set_ebook_launch(p_actor jsonb, p_id text, p_revision integer, p_at timestamptz) returns jsonb
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
    set launch_at = p_at, launch_no = b.launch_no + 1, state = case when p_at is null then 'draft' else b.state end, revision = b.revision + 1
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

alter table public.launch_news enable row level security;
