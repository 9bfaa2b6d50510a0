-- Imports of purchases and subscribers from another shop or newsletter service. A file is uploaded to the private bucket, a job reads it
-- into rows, the owner sees a preview, and after the owner's click the job imports the rows in portions. Every step can be interrupted and
-- repeated.
set check_function_bodies = off;

create table public.imports (
  -- The import's id, which is also the id of the file's upload.
  id uuid primary key,
  kind text not null check (kind in ('purchases', 'subscribers')),
  source text not null check (source in ('gumroad', 'hotmart', 'other')),
  filename text not null check (char_length(filename) between 1 and 200),
  -- For a subscriber list: its origin and what people agreed to there, in the owner's words; the date for rows without one; their language.
  origin text not null default '' check (kind = 'purchases' or origin <> ''),
  consented_at timestamptz,
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en')),
  -- The digest of the file's bytes. The same file is imported once; again only if rows of it were refused, because a missing book or date
  -- may exist now.
  digest text,
  -- `waiting`: the file is not uploaded yet. `refused`: no row of the file can be imported, for the reason in `problem`.
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'refused', 'ready', 'importing', 'done', 'undoing', 'undone')),
  problem text,
  -- The number of rows that were read; of these, the added, the already known, and the refused ones.
  rows integer not null default 0,
  added integer not null default 0,
  known integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  -- The number of added rows that the undo removed.
  removed integer not null default 0,
  undone_at timestamptz,
  -- The key and the name of a file in the private bucket that proves the consent of a subscriber list.
  proof_key text,
  proof_name text check (char_length(proof_name) between 1 and 200),
  -- The content of each column, in order, as chosen by the owner; null if the names of the columns tell it.
  columns jsonb check (jsonb_typeof(columns) = 'array'),
  constraint imports_proof_of_list check ((proof_key is null) = (proof_name is null) and (proof_key is null or kind = 'subscribers')),
  check ((state = 'refused') = (problem is not null))
);
create unique index imports_once on public.imports (kind, digest)
  where state not in ('refused', 'undone') and not (state in ('done', 'undoing') and refused > 0);
create index imports_newest on public.imports (created_at desc, id desc);
create index imports_with_refused on public.imports (finished_at, id) where state = 'done' and refused > 0;
create index imports_at_work on public.imports (created_at) where state in ('reading', 'importing', 'undoing');

-- Removes the proof of an import with the import.
create function public.drop_import_proof() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.retire_file(old.proof_key, 'import', interval '0');
  return null;
end
$$;

create trigger drop_import_proof after delete on public.imports
  for each row when (old.proof_key is not null) execute function public.drop_import_proof();

-- The rows of a file until they are imported. Refused rows are kept for a while with the reason, for the owner's report.
create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  line integer not null,
  -- The address in lower case, or as typed if it is invalid.
  email text not null,
  product text not null default '',
  -- The time of the purchase, or of the consent.
  at timestamptz,
  confirmed_at timestamptz,
  has_left boolean not null default false,
  locale text check (locale in ('pt-BR', 'en')),
  reason text,
  primary key (import_id, line)
);
create index import_rows_waiting on public.import_rows (import_id, line) where reason is null;

-- The book for each product of the file. Null if the shop has no such book, so the product's rows are refused.
create table public.import_products (
  import_id uuid not null references public.imports (id) on delete cascade,
  product text not null,
  rows integer not null,
  ebook_id text references public.ebooks_metadata (id) on delete set null,
  primary key (import_id, product)
);

-- A book that was bought elsewhere with this address: an entitlement without an order. It is no revenue and cannot be refunded. The first
-- account that verifies the address gets the entitlement.
create table public.imported_purchases (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  ebook_id text not null references public.ebooks_metadata (id),
  source text not null check (source in ('gumroad', 'hotmart', 'other')),
  bought_at timestamptz,
  import_id uuid references public.imports (id) on delete set null,
  imported_at timestamptz not null default now(),
  uid text,
  -- The language of the stamped copy and of emails to the reader: that of the page where the entitlement was claimed.
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en')),
  claimed_at timestamptz,
  downloads integer not null default 0,
  first_downloaded_at timestamptz,
  last_downloaded_at timestamptz,
  unique (email, ebook_id),
  check ((uid is null) = (claimed_at is null))
);
create index imported_purchases_of_reader on public.imported_purchases (uid, claimed_at desc) where uid is not null;
create index imported_purchases_of_book on public.imported_purchases (ebook_id, uid);
create index imported_purchases_of_import on public.imported_purchases (import_id) where import_id is not null;

-- The imported purchases or subscribers that an import named. An undo removes them, except those that another import named too.
create table public.import_subjects (
  import_id uuid not null references public.imports (id) on delete cascade,
  -- The id of the purchase or the subscriber, which may be deleted.
  subject_id uuid not null,
  -- False if the purchase or subscriber existed before this import.
  is_added boolean not null,
  -- The previous consent of a pending sign-up that this import confirmed. An undo restores it, and the sign-up is pending again.
  waited jsonb,
  -- The reason why the purchase or subscriber was kept when the import was undone.
  kept text check (kept in ('used', 'elsewhere')),
  primary key (import_id, subject_id),
  constraint import_subjects_waited check (not (is_added and waited is not null))
);
create index import_subjects_of_subject on public.import_subjects (subject_id);
create index import_subjects_to_undo on public.import_subjects (import_id, subject_id) where kept is null;

-- The entitlements of all readers that are valid now. `by_id`: the order or the imported purchase that entitles the reader.
create view public.current_entitlements with (security_invoker = true) as
  select e.uid, e.ebook_id, c.order_id as by_id, e.granted_at
    from public.entitlements e join public.order_copies c on c.id = e.copy_id where e.revoked_at is null
  union all
  select i.uid, i.ebook_id, i.id, i.claimed_at from public.imported_purchases i where i.uid is not null;

-- Digests of addresses whose accounts were deleted here. No import adds them again.
create table public.deleted_addresses (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  deleted_at timestamptz not null default now()
);

create function public.address_digest(p_email text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex');
end
$$;

-- Marks the stamped copy of a deleted entitlement for removal.
create function public.drop_copy_of_imported() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stamped_copies set used_at = '-infinity' where order_id = old.id and ebook_id = old.ebook_id;
  return null;
end
$$;

create trigger drop_copy_of_gone after delete on public.imported_purchases
  for each row execute function public.drop_copy_of_imported();

-- Gives an account the imported books of its verified address.
create function public.claim_imported_purchases(p_uid text, p_email text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imported_purchases i set uid = p_uid, claimed_at = now(), locale = p_locale where i.email = lower(p_email) and i.uid is null
$$;

-- Erases everything with this address that was imported or waits to be imported, and prevents later imports of the address.
create function public.erase_imported_address(p_uid text, p_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.imported_purchases i where i.uid = p_uid or i.email = lower(p_email);
  delete from public.import_rows r where r.email = lower(p_email);
  insert into public.deleted_addresses (digest) select public.address_digest(p_email) where p_email is not null on conflict do nothing;
$$;

-- Reading the file ------------------------------------------------------------------------------------------------------------------

-- Creates an import that waits for its file. Returns the key for the file. A file that is never used is removed like other unused uploads.
create function public.add_import(
  p_id uuid, p_kind text, p_source text, p_filename text, p_origin text, p_consented_at timestamptz, p_locale text
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.imports (id, kind, source, filename, origin, consented_at, locale)
    values (p_id, p_kind, p_source, p_filename, p_origin, p_consented_at, p_locale);
  insert into public.unused_files (key, kind, upload_id, remove_after)
    values ('imports/' || p_id || '.csv', 'import', p_id, now() + public.rule('keep_uploads'));
  return 'imports/' || p_id || '.csv';
end
$$;

-- Stores the content of each column of a file that is not read yet.
create function public.choose_import_columns(p_id uuid, p_columns jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ update public.imports set columns = p_columns where id = p_id and state = 'waiting' $$;

-- Starts reading an import whose file was uploaded. A second call changes nothing. Returns the import. Refusal: `not_found`.
create function public.read_import(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.imports set state = 'reading' where id = p_id and state = 'waiting';
  if found then
    -- Keeps the file long enough to be read after an outage of the API.
    update public.unused_files set remove_after = now() + interval '7 days' where upload_id = p_id and not is_going;
  end if;
  return public.get_import(p_id);
end
$$;

-- Returns the oldest import with work to do, and the last line that was read; or null.
create function public.get_import_at_work() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'state', i.state, 'consented_at', i.consented_at,
        'columns', i.columns, 'last_line', coalesce((select max(r.line) from public.import_rows r where r.import_id = i.id), 0))
      from public.imports i where i.state in ('reading', 'importing', 'undoing') and not public.is_put_off('imports', i.id::text)
        order by i.created_at limit 1);
end
$$;

-- Returns the key for a proof of consent, or null if the import is no list. A proof that is not kept is removed like other unused uploads.
create function public.expect_import_proof(p_id uuid, p_upload_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := 'imports/' || p_id || '/' || p_upload_id;
begin
  if not exists (select from public.imports i where i.id = p_id and i.kind = 'subscribers') then
    return null;
  end if;
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, 'import', p_upload_id, now() + public.rule('keep_uploads'));
  return v_key;
end
$$;

-- Attaches an uploaded proof and removes the previous one. Returns false if the upload or the import is missing.
create function public.keep_import_proof(p_actor jsonb, p_id uuid, p_upload_id uuid, p_name text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
begin
  select * into v_import from public.imports where id = p_id for update;
  if not found or public.take_upload(p_upload_id, 'import') is null then
    return v_import.proof_key is not null and v_import.proof_key = 'imports/' || p_id || '/' || p_upload_id;
  end if;
  if v_import.proof_key is not null then
    perform public.retire_file(v_import.proof_key, 'import', interval '0');
  end if;
  update public.imports set proof_key = 'imports/' || p_id || '/' || p_upload_id, proof_name = p_name where id = p_id;
  perform public.write_audit_log(p_actor, 'import_proof_kept', 'import', p_id::text,
    jsonb_build_object('proof', v_import.proof_name), jsonb_build_object('proof', p_name));
  return true;
end
$$;

-- Returns the key and the name of an import's proof, or null.
create function public.get_import_proof(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('key', i.proof_key, 'name', i.proof_name) from public.imports i where i.id = p_id and i.proof_key is not null);
end
$$;

-- Stores the digest of an import's file. If the same file was imported completely or is being imported, refuses the import and returns
-- false.
create function public.identify_import(p_id uuid, p_digest text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.imports set digest = p_digest where id = p_id and state = 'reading';
  return true;
exception when unique_violation then
  perform public.refuse_import(p_id, 'same_file');
  return false;
end
$$;

-- Stores rows that were read; existing lines stay unchanged. Returns false if the import is not being read now.
create function public.add_import_rows(p_id uuid, p_rows jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_added integer;
begin
  perform from public.imports i where i.id = p_id and i.state = 'reading' for update;
  if not found then
    return false;
  end if;
  insert into public.import_rows (import_id, line, email, product, at, confirmed_at, has_left, locale, reason)
    select p_id, r.line, r.email, r.product, r.at, r.confirmed_at, r.has_left, r.locale, r.reason
      from jsonb_to_recordset(p_rows) as r (line integer, email text, product text, at timestamptz, confirmed_at timestamptz,
        has_left boolean, locale text, reason text)
    on conflict do nothing;
  get diagnostics v_added = row_count;
  update public.imports set rows = rows + v_added where id = p_id;
  return true;
end
$$;

-- Ends the reading. Maps each of the most frequent products to the book with the same title, until the owner changes that.
create function public.finish_reading(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.imports set state = 'ready' where id = p_id and state = 'reading';
  if not found then
    return;
  end if;
  insert into public.import_products (import_id, product, rows, ebook_id)
    select p_id, f.product, f.rows,
        (select b.id from public.ebooks_metadata b where public.to_search_text(b.title) = public.to_search_text(f.product) order by b.created_at limit 1)
      from (
        select r.product, count(*) as rows from public.import_rows r
          where r.import_id = p_id and r.reason is null and r.product <> ''
          group by r.product order by count(*) desc, r.product limit 200
      ) f;
  update public.unused_files set remove_after = now() where upload_id = p_id;
end
$$;

-- Refuses an import and deletes its file and rows.
create function public.refuse_import(p_id uuid, p_problem text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imports set state = 'refused', problem = p_problem, digest = null where id = p_id and state in ('waiting', 'reading');
  delete from public.import_rows r using public.imports i where r.import_id = i.id and i.id = p_id and i.state = 'refused';
  update public.unused_files f set remove_after = now() from public.imports i where f.upload_id = i.id and i.id = p_id and i.state = 'refused';
  select public.clear_failed_work('imports', p_id::text);
$$;

-- Preview ---------------------------------------------------------------------------------------------------------------------------

-- Returns the remaining rows of an import with their outcome: `new`, `known`, or the reason for a refusal.
create function public.foreseen_purchases(p_id uuid, p_limit integer)
returns table (line integer, email text, product text, at timestamptz, ebook_id text, outcome text)
language sql stable security definer set search_path = ''
as $$
  select r.line, r.email, r.product, r.at, p.ebook_id,
      case
        when p.ebook_id is null then 'unmapped'
        when d.digest is not null then 'deleted_here'
        when i.id is not null or row_number() over (partition by r.email, p.ebook_id order by r.line) > 1 then 'known'
        else 'new'
      end
    from (select * from public.import_rows w where w.import_id = p_id and w.reason is null order by w.line limit p_limit) r
    left join public.import_products p on p.import_id = p_id and p.product = r.product
    left join public.imported_purchases i on i.email = r.email and i.ebook_id = p.ebook_id
    left join public.deleted_addresses d on d.digest = public.address_digest(r.email)
$$;

-- Returns the remaining rows of a subscriber list with their outcome: `confirmed`, `asked` (gets an opt-in request), `left` (is stored as
-- unsubscribed), `known`, or the reason for a refusal.
create function public.foreseen_subscribers(p_id uuid, p_limit integer)
returns table (line integer, email text, at timestamptz, confirmed_at timestamptz, locale text, outcome text)
language sql stable security definer set search_path = ''
as $$
  select r.line, r.email, r.at, r.confirmed_at, coalesce(r.locale, i.locale),
      case
        when d.digest is not null then 'deleted_here'
        -- An unsubscription elsewhere counts for addresses that came from an import. Addresses that signed up here stay.
        when r.has_left and (s.id is null or s.source = 'import' and s.state in ('pending', 'confirmed')) and r.turn = 1 then 'left'
        when (s.state in ('unsubscribed', 'bounced') or a.digest is not null) and not r.has_left then 'left_here'
        -- A pending sign-up becomes confirmed by a list that has its confirmation, unless the address unsubscribed or bounced before.
        when r.turn > 1 or r.has_left or s.state <> 'pending' or coalesce(s.unsubscribed_at, s.bounced_at) is not null
          or s.id is not null and r.confirmed_at is null then 'known'
        when r.confirmed_at is not null then 'confirmed'
        else 'asked'
      end
    from (
      -- If an address is in the file twice, an unsubscription counts first, then a confirmation.
      select w.*, row_number() over (partition by w.email order by w.has_left desc, w.confirmed_at is null, w.line) as turn
        from (select * from public.import_rows x where x.import_id = p_id and x.reason is null order by x.line limit p_limit) w
    ) r
    join public.imports i on i.id = p_id
    left join public.newsletter_subscribers s on s.email = r.email
    left join public.suppressed_addresses a on a.digest = public.address_digest(r.email)
    left join public.deleted_addresses d on d.digest = public.address_digest(r.email)
$$;

-- Returns `ImportSchema` of contracts/admin-imports.ts, or with `p_is_whole` false `ImportSummarySchema`. For an import that is ready,
-- `outcomes` is the preview. An import that waits for its file is shown as reading, because the upload is on its way.
create function public.import_json(i public.imports, p_is_whole boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'origin', i.origin,
      'state', case i.state when 'waiting' then 'reading' else i.state end,
      'problem', i.problem, 'rows', i.rows, 'added', i.added, 'known', i.known, 'refused', i.refused, 'createdAt', i.created_at,
      'finishedAt', i.finished_at, 'removed', i.removed, 'undoneAt', i.undone_at,
      'proofName', i.proof_name)
    || case when p_is_whole then jsonb_build_object(
      'products', (
        select coalesce(jsonb_agg(jsonb_build_object('product', p.product, 'rows', p.rows, 'ebookId', p.ebook_id)
            order by p.rows desc, p.product), '[]') from public.import_products p where p.import_id = i.id),
      -- The books that a product can be mapped to: all, including those that left the shop.
      'ebooks', case when i.kind = 'purchases' and i.state = 'ready' then (
        select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title) order by b.title, b.id), '[]')
          from (select x.id, x.title from public.ebooks_metadata x order by x.title, x.id limit 1000) b) else '[]' end,
      'outcomes', case when i.state = 'ready' then (
        select coalesce(jsonb_object_agg(o.outcome, o.rows), '{}') from (
          select f.outcome, count(*) as rows from (
            select p.outcome from public.foreseen_purchases(i.id, null) p where i.kind = 'purchases'
            union all select s.outcome from public.foreseen_subscribers(i.id, null) s where i.kind = 'subscribers'
            union all select r.reason from public.import_rows r where r.import_id = i.id and r.reason is not null
          ) f group by f.outcome) o)
        else (
          select coalesce(jsonb_object_agg(o.reason, o.rows), '{}') from (
            select r.reason, count(*) as rows from public.import_rows r where r.import_id = i.id and r.reason is not null group by r.reason) o)
        end,
      'firstRows', (
        select coalesce(jsonb_agg(jsonb_build_object('line', f.line, 'email', f.email, 'product', f.product, 'at', f.at, 'outcome', f.outcome)
            order by f.line), '[]') from (
          select p.line, p.email, p.product, p.at, p.outcome from public.foreseen_purchases(i.id, 10) p where i.kind = 'purchases'
          union all select s.line, s.email, '', s.at, s.outcome from public.foreseen_subscribers(i.id, 10) s where i.kind = 'subscribers'
        ) f),
      'firstRefused', public.list_refused_rows(i.id, 0, 10),
      'standings', (
        select coalesce(jsonb_object_agg(c.standing, c.n), '{}') from (
          select s.standing, count(*) as n from public.standings_of_import(i, null) s where i.state = 'done' group by 1
          union all
          select s.kept, count(*) from public.import_subjects s where s.import_id = i.id and s.kept is not null group by 1) c),
      'firstKept', public.list_kept_subjects(i.id, null, 10))
    else '{}' end;
end
$$;

-- Returns an import with all details. Refusal: `not_found`.
create function public.get_import(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select public.import_json(i, true) from public.imports i where i.id = p_id), public.refusal('not_found'));
end
$$;

-- Returns a page of the imports whose file was uploaded, newest first.
create function public.list_imports(p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page public.imports[];
begin
  execute format(
    'select array(select i from public.imports i where i.state <> ''waiting'' and ($1 is null or (i.created_at, i.id) %s ($1, $2))
      order by i.created_at %s, i.id %s limit $3)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'asc' else 'desc' end,
    case when p_is_backwards then 'asc' else 'desc' end)
    into v_page using p_at, p_id, p_size + 1;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'imports', (
    select coalesce(jsonb_agg(public.import_json(i, false) order by i.created_at desc, i.id desc), '[]') from unnest(v_page[:p_size]) i));
end
$$;

-- Returns the next refused rows, by line.
create function public.list_refused_rows(p_id uuid, p_after integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'product', r.product, 'at', r.at, 'outcome', r.reason)
        order by r.line), '[]')
      from (
        select * from public.import_rows x where x.import_id = p_id and x.reason is not null and x.line > p_after order by x.line limit p_size
      ) r);
end
$$;

-- Maps a product to a book, or to none. Returns false if the import is not in the preview.
create function public.map_import_product(p_id uuid, p_product text, p_ebook_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.imports i where i.id = p_id and i.state = 'ready' for update;
  if not found or p_ebook_id is not null and not exists (select from public.ebooks_metadata b where b.id = p_ebook_id) then
    return false;
  end if;
  update public.import_products set ebook_id = p_ebook_id where import_id = p_id and product = p_product;
  return found;
end
$$;

-- Importing -------------------------------------------------------------------------------------------------------------------------

-- Starts an import after the owner's click. A repeated call changes nothing. Returns false if the import is not ready.
create function public.start_import(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
begin
  select * into v_import from public.imports where id = p_id and state in ('ready', 'importing', 'done') for update;
  if not found then
    return false;
  end if;
  if v_import.state = 'ready' then
    update public.imports
      set state = 'importing', refused = (select count(*) from public.import_rows r where r.import_id = p_id and r.reason is not null)
      where id = p_id;
    perform public.write_audit_log(p_actor, 'import_started', 'import', p_id::text, null,
      jsonb_build_object('filename', v_import.filename, 'kind', v_import.kind, 'source', v_import.source, 'rows', v_import.rows)
        || case when v_import.origin = '' then '{}' else jsonb_build_object('origin', v_import.origin) end);
  end if;
  return true;
end
$$;

-- Imports the next rows in one transaction. Returns false if the import is done, or must not run now.
create function public.import_portion(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
  v_added integer;
  v_known integer;
  v_refused integer;
begin
  select * into v_import from public.imports where id = p_id and state = 'importing' for update;
  if not found then
    return false;
  end if;
  if not exists (select from public.import_rows r where r.import_id = p_id and r.reason is null) then
    update public.imports set state = 'done', finished_at = now() where id = p_id;
    return false;
  end if;
  if v_import.kind = 'purchases' then
    select p.added, p.known, p.refused into v_added, v_known, v_refused from public.import_purchases(v_import, p_size) p;
  else
    select s.added, s.known, s.refused into v_added, v_known, v_refused from public.import_subscribers(v_import, p_size) s;
  end if;
  update public.imports set added = added + v_added, known = known + v_known, refused = refused + v_refused where id = p_id;
  return true;
end
$$;

-- Imports a portion of purchases. An account with the verified address can read the book at once.
create function public.import_purchases(p_import public.imports, p_size integer, out added integer, out known integer, out refused integer)
language sql volatile security definer set search_path = ''
as $$
  with foreseen as materialized (
    select * from public.foreseen_purchases(p_import.id, p_size)
  ), bought as (
    insert into public.imported_purchases (email, ebook_id, source, bought_at, import_id, uid, claimed_at)
      select f.email, f.ebook_id, p_import.source, f.at, p_import.id, u.uid, case when u.uid is not null then now() end
        from foreseen f
        left join lateral (
          select x.uid from public.users x where x.verified_email = f.email order by x.created_at desc, x.number desc limit 1) u on true
        where f.outcome = 'new'
      on conflict (email, ebook_id) do nothing
      returning id
  ), named as (
    insert into public.import_subjects (import_id, subject_id, is_added)
      select p_import.id, b.id, true from bought b
      union all
      select distinct p_import.id, i.id, false
        from foreseen f join public.imported_purchases i on i.email = f.email and i.ebook_id = f.ebook_id where f.outcome = 'known'
      on conflict do nothing
  ), kept as (
    update public.import_rows r set reason = f.outcome
      from foreseen f where r.import_id = p_import.id and r.line = f.line and f.outcome not in ('new', 'known')
      returning 1
  ), gone as (
    delete from public.import_rows r using foreseen f
      where r.import_id = p_import.id and r.line = f.line and f.outcome in ('new', 'known')
      returning 1
  )
  select (select count(*) from bought)::integer,
    ((select count(*) from gone) - (select count(*) from bought))::integer,
    (select count(*) from kept)::integer
$$;

-- Imports a portion of a subscriber list. If the file has the address's own confirmation, the address is subscribed with the consent of the
-- list. Other addresses get an opt-in request, one in three seconds so that mail servers do not take it for spam, and each day as many as
-- `asks_room` allows.
create function public.import_subscribers(p_import public.imports, p_size integer, out added integer, out known integer, out refused integer)
language sql volatile security definer set search_path = ''
as $$
  with foreseen as materialized (
    select * from public.foreseen_subscribers(p_import.id, p_size)
  ), listed as (
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, consented_at, confirmed_at, unsubscribed_at)
      select f.email, case f.outcome when 'confirmed' then 'confirmed' when 'asked' then 'pending' else 'unsubscribed' end, f.locale, 'import',
          p_import.origin, coalesce(f.at, p_import.consented_at), case when f.outcome = 'confirmed' then f.confirmed_at end,
          case when f.outcome = 'left' then now() end
        from foreseen f where f.outcome in ('confirmed', 'asked', 'left')
      on conflict (email) do update
        set state = excluded.state, source = 'import',
          consent_version = case excluded.state when 'confirmed' then excluded.consent_version else s.consent_version end,
          consented_at = case excluded.state when 'confirmed' then excluded.consented_at else s.consented_at end,
          confirmed_at = coalesce(excluded.confirmed_at, s.confirmed_at), unsubscribed_at = coalesce(excluded.unsubscribed_at, s.unsubscribed_at)
        where excluded.state = 'unsubscribed' and s.source = 'import' and s.state in ('pending', 'confirmed')
          or excluded.state = 'confirmed' and s.state = 'pending' and coalesce(s.unsubscribed_at, s.bounced_at) is null
      returning s.id, s.email, s.state, s.locale, s.generation
  ), named as (
    insert into public.import_subjects (import_id, subject_id, is_added, waited)
      select p_import.id, l.id, w.waited is null, w.waited
        from listed l left join lateral (
          -- This query reads the rows as they were before this statement.
          select jsonb_build_object('source', n.source, 'consent_version', n.consent_version, 'consented_at', n.consented_at) as waited
            from public.newsletter_subscribers n where n.id = l.id and l.state = 'confirmed') w on true
      union all
      select distinct p_import.id, s.id, false, null::jsonb
        from foreseen f join public.newsletter_subscribers s on s.email = f.email where f.outcome = 'known'
      on conflict do nothing
  ), last as (
    select greatest(now(), max(m.due_at)) as at from public.outbox m
      where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null
  ), asked as (
    insert into public.outbox (key, kind, recipient, locale, payload, due_at)
      select 'newsletter_moved:' || w.id, 'newsletter_moved', w.email, w.locale,
          jsonb_build_object('subscriber_id', w.id, 'generation', w.generation, 'asked_at', w.due_at, 'origin', p_import.origin), w.due_at
        from (
          select l.*, last.at + interval '3 seconds' * row_number() over (order by l.email) as due_at
            from listed l cross join last where l.state = 'pending'
        ) w
      on conflict (key) do nothing
  ), kept as (
    update public.import_rows r set reason = f.outcome
      from foreseen f where r.import_id = p_import.id and r.line = f.line and f.outcome in ('left_here', 'deleted_here')
      returning 1
  ), gone as (
    delete from public.import_rows r using foreseen f
      where r.import_id = p_import.id and r.line = f.line and f.outcome not in ('left_here', 'deleted_here')
      returning 1
  )
  select (select count(*) from listed)::integer,
    ((select count(*) from gone) - (select count(*) from listed))::integer,
    (select count(*) from kept)::integer
$$;

-- Deletes an import of which nothing was imported, with its rows and its file. Returns false for any other import.
create function public.discard_import(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.imports where id = p_id and state in ('waiting', 'reading', 'refused', 'ready');
  if not found then
    return false;
  end if;
  update public.unused_files set remove_after = now() where upload_id = p_id;
  perform public.clear_failed_work('imports', p_id::text);
  return true;
end
$$;

-- Deletes the refused rows of an import. Returns false if the import is not over.
create function public.discard_refused_rows(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.imports i where i.id = p_id and i.state in ('done', 'undone') for update;
  if not found then
    return false;
  end if;
  delete from public.import_rows r where r.import_id = p_id and r.reason is not null;
  return true;
end
$$;

-- Undoing -------------------------------------------------------------------------------------------------------------------------

-- Returns the effect of an undo on each purchase or subscriber that an import added or confirmed (of `p_subjects`, or all: null).
-- `removed`, which includes a sign-up that becomes pending again. `used`: the reader downloaded, read or claimed the book, or the
-- subscriber acted since, or got a newsletter issue. `elsewhere`: another import named it, too.
create function public.standings_of_import(p_import public.imports, p_subjects uuid[]) returns table (subject_id uuid, standing text)
language sql stable security definer set search_path = ''
as $$
  select s.subject_id,
      case
        when p.downloads > 0 or p.claimed_at > p.imported_at
          or exists (select from public.reading_positions r where r.uid = p.uid and r.ebook_id = p.ebook_id)
          or n.source <> 'import' or n.state = 'bounced' or s.waited is null and n.confirmed_at > n.created_at
          or n.unsubscribed_at > n.created_at
          or exists (select from public.campaign_recipients r where r.subscriber_id = n.id and r.handed_at is not null) then 'used'
        when exists (
          select from public.import_subjects o join public.imports i on i.id = o.import_id
            where o.subject_id = s.subject_id and o.import_id <> s.import_id and i.state <> 'undone'
              -- An earlier import did not confirm a sign-up that was still pending at this import.
              and (s.waited is null or i.created_at > p_import.created_at)) then 'elsewhere'
        else 'removed'
      end
    from public.import_subjects s
    left join public.imported_purchases p on p_import.kind = 'purchases' and p.id = s.subject_id
    left join public.newsletter_subscribers n on p_import.kind = 'subscribers' and n.id = s.subject_id
    where s.import_id = p_import.id and (s.is_added or s.waited is not null) and s.kept is null
      and (p_subjects is null or s.subject_id = any (p_subjects)) and (p.id is not null or n.id is not null)
$$;

-- Returns the next purchases or subscribers that were kept when their import was undone, with the reason, by their ids.
create function public.list_kept_subjects(p_id uuid, p_after uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from (
      select s.subject_id as id, coalesce(p.email, n.email) as email, coalesce(b.title, '') as title, s.kept as reason
        from public.import_subjects s
        left join public.imported_purchases p on p.id = s.subject_id
        left join public.ebooks_metadata b on b.id = p.ebook_id
        left join public.newsletter_subscribers n on n.id = s.subject_id
        -- Leaves out rows that were deleted since, for example with an account.
        where s.import_id = p_id and s.kept is not null and (p_after is null or s.subject_id > p_after) and (p.id is not null or n.id is not null)
        order by s.subject_id limit p_size) k);
end
$$;

-- Starts the undo after the owner's click. A repeated call changes nothing. Returns false if the import is not done.
create function public.undo_import(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
begin
  select * into v_import from public.imports where id = p_id and state in ('done', 'undoing', 'undone') for update;
  if not found then
    return false;
  end if;
  if v_import.state = 'done' then
    perform public.write_audit_log(p_actor, 'import_undone', 'import', p_id::text, null,
      jsonb_build_object('filename', v_import.filename, 'kind', v_import.kind, 'source', v_import.source)
        || (select coalesce(jsonb_object_agg(c.standing, c.n), '{}') from (
          select s.standing, count(*) as n from public.standings_of_import(v_import, null) s group by 1) c));
    update public.imports set state = 'undoing' where id = p_id;
  end if;
  return true;
end
$$;

-- Undoes the next part of an import in one transaction. Returns false if the import is undone, or must not be undone.
create function public.undo_portion(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
  v_subjects uuid[];
  v_gone uuid[];
  v_readers jsonb;
  v_removed integer;
begin
  select * into v_import from public.imports where id = p_id and state = 'undoing' for update;
  if not found then
    return false;
  end if;
  v_subjects := array(
    select s.subject_id from public.import_subjects s where s.import_id = p_id and s.kept is null order by s.subject_id limit p_size);
  if v_subjects = '{}' then
    update public.imports set state = 'undone', undone_at = now() where id = p_id;
    return false;
  end if;
  -- Lock the rows, so that nobody starts to read, and no opt-in request is answered, between the check and the removal.
  perform from public.imported_purchases p where p.id = any (v_subjects) order by p.id for update;
  perform from public.newsletter_subscribers n where n.id = any (v_subjects) order by n.id for update;
  update public.import_subjects s set kept = d.standing
    from public.standings_of_import(v_import, v_subjects) d
    where s.import_id = p_id and s.subject_id = d.subject_id and d.standing <> 'removed';
  -- A row that is kept for another import now counts as added or confirmed by that import.
  update public.import_subjects o
    set is_added = o.is_added or s.is_added, waited = case when not o.is_added then s.waited end
    from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept = 'elsewhere' and o.subject_id = s.subject_id and o.import_id <> p_id;
  v_gone := array(select s.subject_id from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null and (s.is_added or s.waited is not null));
  if v_import.kind = 'purchases' then
    select coalesce(jsonb_agg(to_jsonb(r) order by r.uid), '[]') into v_readers
      from (
        select p.uid, array_agg(distinct p.ebook_id) as ebook_ids from public.imported_purchases p
          where p.id = any (v_gone) and p.uid is not null group by p.uid
      ) r;
    delete from public.imported_purchases p where p.id = any (v_gone);
    get diagnostics v_removed = row_count;
    -- A copy that the reader paid for here meanwhile became a gift, and is now their own again.
    perform public.settle_entitlements(r.uid, r.ebook_ids) from jsonb_to_recordset(v_readers) r (uid text, ebook_ids text[]);
  else
    with waiting as (
      update public.newsletter_subscribers n
        set state = 'pending', confirmed_at = null, source = s.waited->>'source', consent_version = s.waited->>'consent_version',
          consented_at = (s.waited->>'consented_at')::timestamptz
        from public.import_subjects s
        where s.import_id = p_id and s.waited is not null and n.id = s.subject_id and n.id = any (v_gone)
        returning 1
    ), gone as (
      delete from public.newsletter_subscribers n using public.import_subjects s
        where s.import_id = p_id and s.is_added and n.id = s.subject_id and n.id = any (v_gone)
        returning 1
    )
    select (select count(*) from waiting) + (select count(*) from gone) into v_removed;
  end if;
  delete from public.import_subjects s where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null;
  update public.imports set removed = removed + v_removed where id = p_id;
  return true;
end
$$;
