-- Entitlements to read bought books, reading positions, and the library.
set check_function_bodies = off;

-- The entitlement to download a book that a copy gives. It refers to the book's id and to the reader: a uid, or the order whose link is the
-- reader. So a renamed book or file changes nothing. A reader has one entitlement to a book, whatever was paid; see settle_entitlements.
create table public.entitlements (
  copy_id uuid primary key references public.order_copies (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  uid text not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  -- How often the reader downloaded the file, and the times of the first and last download.
  downloads integer not null default 0,
  first_downloaded_at timestamptz,
  last_downloaded_at timestamptz
);
create unique index entitlements_once on public.entitlements (uid, ebook_id) where revoked_at is null;
create index entitlements_of_reader on public.entitlements (uid, granted_at desc) where revoked_at is null;
create index entitlements_of_book on public.entitlements (ebook_id, uid) where revoked_at is null;

-- The last reading position of each reader in each book.
create table public.reading_positions (
  uid text not null,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  page integer not null check (page between 1 and 100000),
  read_at timestamptz not null default now(),
  primary key (uid, ebook_id)
);

-- Entitlements ---------------------------------------------------------------------------------------------------------------------

-- Returns whether a copy entitles its reader: it was paid or given, and not taken back.
create function public.gives_entitlement(o public.orders, p_copy_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state in ('paid', 'partly_refunded') then not public.is_taken_back(p_copy_id, false)
      -- When all money was refunded, a copy stays readable only if it was free, or if the owner's last refund of it left the copy to its
      -- reader.
      and (o.refunded_minor < o.total_minor or exists (
        select from public.order_copies c
          where c.id = p_copy_id and (c.paid_minor = 0 or exists (
            select from public.refund_parts p where p.copy_id = c.id and p.leaves_copy and p.state = 'done'))))
    when o.state = 'given' then not exists (select from public.entitlements e where e.copy_id = p_copy_id and e.revoked_at is not null)
    else false end;
end
$$;

-- Returns whether the buyer deleted their account, or was erased as a guest. They can no longer read what they paid for.
create function public.is_erased(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when o.buyer_uid is null then o.claimable_by is null
    else exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null) end;
end
$$;

-- Returns whether this reader deleted their account, or was erased as a guest. `p_uid`: an account, or the holder of a guest's order.
create function public.is_erased_reader(p_uid text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null)
    or exists (select from public.orders o where o.holder = p_uid and o.buyer_uid is null and o.claimable_by is null);
end
$$;

-- Brings a reader's entitlements in line with their copies: a book has one entitlement, from the oldest copy. Further paid copies become
-- gifts; when the entitlement ends, one of these copies takes its place. Callers change an order's state, refunds or buyer first. The
-- entitlements of an erased reader never start again.
create function public.settle_entitlements(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- The copy that gives an entitlement depends on all orders of the reader, so the lock serializes their changes.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  update public.entitlements e set revoked_at = now()
    from public.order_copies c join public.orders o on o.id = c.order_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and e.revoked_at is null and c.id = e.copy_id
      and not ((o.holder = p_uid or c.gift_id is not null) and public.gives_entitlement(o, c.id));
  if not public.is_erased_reader(p_uid) then
    perform public.take_spares_back(p_uid, p_ebook_ids);
  end if;
  perform public.give_spares_away(p_uid, p_ebook_ids);
  insert into public.entitlements (copy_id, ebook_id, uid)
    select distinct on (c.ebook_id) c.id, c.ebook_id, p_uid
      from public.copies_of_reader(p_uid, p_ebook_ids) c join public.orders o on o.id = c.order_id
      where public.gives_entitlement(o, c.id)
        and not exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
      order by c.ebook_id, o.paid_at, o.number, c.no
    on conflict (copy_id) do update set uid = excluded.uid, revoked_at = null where not public.is_erased_reader(p_uid);
end
$$;

-- Returns the books of an order, each once.
create function public.books_of_order(p_order_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select distinct c.ebook_id from public.order_copies c where c.order_id = p_order_id order by 1);
end
$$;

-- Returns the books with an own copy in this order that its buyer can read, whichever copy gives the entitlement.
create function public.readable_books(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(distinct c.ebook_id), '[]')
      from public.order_copies c join public.entitlements e on e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null
      where c.order_id = o.id and c.gift_id is null and public.gives_entitlement(o, c.id));
end
$$;

-- The library ----------------------------------------------------------------------------------------------------------------------

-- Returns the books that a reader may download, each once, with the reading position; latest acquired first. Books that left the shop are
-- included.
create function public.list_library(p_uid text, p_after_at timestamptz, p_after_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('acquired_at', l.acquired_at, 'ebook', l.ebook, 'position', l.position, 'review', l.review)
      order by l.acquired_at desc, l.ebook_id desc), '[]') into v_page
    from (
      select e.ebook_id, e.acquired_at, public.ebook_json(b) as ebook,
          case when r.uid is not null then jsonb_build_object('page', r.page, 'read_at', r.read_at) end as position,
          public.review_standing(p_uid, e.ebook_id) as review
        from (select ebook_id, min(granted_at) as acquired_at from public.current_entitlements where uid = p_uid group by ebook_id) e
        join public.ebooks_metadata b on b.id = e.ebook_id
        left join public.reading_positions r on r.uid = p_uid and r.ebook_id = e.ebook_id
        where (e.acquired_at, e.ebook_id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by e.acquired_at desc, e.ebook_id desc limit p_size + 1
    ) l;
  return jsonb_build_object('items', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- Returns the file of a book that this reader may download, or null.
create function public.entitled_file(p_uid text, p_ebook_id text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select b.filename from public.ebooks_metadata b
      where b.id = p_ebook_id and public.is_out(b)
        and exists (select from public.current_entitlements r where r.uid = p_uid and r.ebook_id = p_ebook_id));
end
$$;

-- Returns the PDF of a book that this reader may download, with the newest order or imported purchase that entitles them: an order has a
-- number, an imported purchase a source. The address is the reader's. Returns null if the reader has no entitlement.
create function public.get_copy_to_deliver(p_uid text, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'key', f.key, 'order_id', r.by_id, 'order_number', o.number,
        'source', i.source, 'email', case when o.holder <> p_uid then u.email else coalesce(o.buyer_email, i.email) end, 'locale', coalesce(o.locale, i.locale))
      from public.current_entitlements r
      left join public.orders o on o.id = r.by_id
      left join public.imported_purchases i on i.id = r.by_id
      left join public.users u on u.uid = p_uid
      join public.ebooks_metadata b on b.id = r.ebook_id
      join public.ebook_files f on f.ebook_id = b.id and f.format = 'pdf' and f.replaced_at is null
      where r.uid = p_uid and r.ebook_id = p_ebook_id and public.is_out(b)
      order by r.granted_at desc, o.number desc nulls last limit 1);
end
$$;

-- Counts that the file of a book was handed to its reader.
create function public.count_download(p_uid text, p_ebook_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.entitlements
    set downloads = downloads + 1, first_downloaded_at = coalesce(first_downloaded_at, now()), last_downloaded_at = now()
    where uid = p_uid and ebook_id = p_ebook_id and revoked_at is null;
  update public.imported_purchases
    set downloads = downloads + 1, first_downloaded_at = coalesce(first_downloaded_at, now()), last_downloaded_at = now()
    where uid = p_uid and ebook_id = p_ebook_id;
$$;

-- Stores a reading position, unless another device stored one that was read later. A time in the future counts as now, and so does null.
-- Returns false for a book that the reader may not read.
create function public.save_reading_position(
  p_uid text, p_ebook_id text, p_page integer, p_read_at timestamptz default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if public.entitled_file(p_uid, p_ebook_id) is null then
    return false;
  end if;
  insert into public.reading_positions as r (uid, ebook_id, page, read_at) values (p_uid, p_ebook_id, p_page, least(p_read_at, now()))
    on conflict (uid, ebook_id) do update set page = excluded.page, read_at = excluded.read_at where excluded.read_at >= r.read_at;
  return true;
end
$$;
