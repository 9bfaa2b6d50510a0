set check_function_bodies = off;

-- Moving in: purchases of other shops as rights to read, newsletter lists with their consent, in imports that a job reads and takes in
-- portions. What reads rights looks at both kinds.
insert into public.rules (name, duration, reason) values
  ('keep_import_rows', '30 days', 'the owner corrects what could not be taken; addresses of people who know nothing of this site');
alter table public.admin_changes drop constraint admin_changes_subject_kind_check, add constraint admin_changes_subject_kind_check
  check (subject_kind in ('order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team', 'import'));
alter table public.unused_files drop constraint unused_files_kind_check, add constraint unused_files_kind_check
  check (kind in ('pdf', 'cover', 'brand', 'original', 'import'));
alter table public.newsletter_subscribers drop constraint newsletter_subscribers_source_check, add constraint newsletter_subscribers_source_check
  check (source in ('footer', 'admin', 'customer', 'import'));
alter table public.users add column verified_email text;
create index users_by_verified_address on public.users (verified_email) where verified_email is not null;

create table public.imports (
  -- Also the file's upload.
  id uuid primary key,
  kind text not null check (kind in ('purchases', 'subscribers')),
  source text not null check (source in ('gumroad', 'hotmart', 'other')),
  filename text not null check (char_length(filename) between 1 and 200),
  -- Of a list: where it comes from and what people agreed to there, in the owner's words; since when, for rows that say none; their language.
  origin text not null default '' check (kind = 'purchases' or origin <> ''),
  consented_at timestamptz,
  locale text not null default 'pt-BR' check (locale in ('pt-BR', 'en')),
  -- Of the file's bytes. The same file is imported once.
  digest text,
  -- `waiting`: for its file. `refused`: nothing in it can be imported, for the reason in `problem`.
  state text not null default 'waiting' check (state in ('waiting', 'reading', 'refused', 'ready', 'importing', 'done')),
  problem text,
  -- How many rows were read; how many of them became something, were here already, or cannot be taken.
  rows integer not null default 0,
  added integer not null default 0,
  known integer not null default 0,
  refused integer not null default 0,
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  check ((state = 'refused') = (problem is not null))
);
create unique index imports_once on public.imports (kind, digest) where state <> 'refused';
create index imports_newest on public.imports (created_at desc, id desc);
create index imports_at_work on public.imports (created_at) where state in ('reading', 'importing');

-- The rows of a file until they are imported; those that cannot be taken stay a while, with the reason, for the owner's report.
create table public.import_rows (
  import_id uuid not null references public.imports (id) on delete cascade,
  line integer not null,
  -- Lower case; as it was written where that is no address.
  email text not null,
  product text not null default '',
  -- Of a purchase, or of the consent.
  at timestamptz,
  confirmed_at timestamptz,
  has_left boolean not null default false,
  locale text check (locale in ('pt-BR', 'en')),
  reason text,
  primary key (import_id, line)
);
create index import_rows_waiting on public.import_rows (import_id, line) where reason is null;

-- Which book a product of the file is; null: none of ours, and its rows are refused.
create table public.import_products (
  import_id uuid not null references public.imports (id) on delete cascade,
  product text not null,
  rows integer not null,
  ebook_id text references public.ebooks_metadata (id) on delete set null,
  primary key (import_id, product)
);

-- A book that was bought elsewhere, by an address: a right to read it, and no order. It is no revenue, and nothing can be refunded. The account
-- that first has the address verified gets the right.
create table public.imported_purchases (
  id uuid primary key default gen_random_uuid(),
  email text not null check (email = lower(email)),
  ebook_id text not null references public.ebooks_metadata (id),
  source text not null check (source in ('gumroad', 'hotmart', 'other')),
  bought_at timestamptz,
  import_id uuid references public.imports (id) on delete set null,
  imported_at timestamptz not null default now(),
  uid text,
  -- In which language the copy is stamped and its reader written to: that of the page where the right was claimed.
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

-- What readers may read now, and by what: `by_id` is the order or the imported purchase.
create view public.reading_rights with (security_invoker = true) as
  select e.uid, e.ebook_id, e.order_id as by_id, e.granted_at from public.entitlements e where e.revoked_at is null
  union all
  select i.uid, i.ebook_id, i.id, i.claimed_at from public.imported_purchases i where i.uid is not null;

-- Addresses whose accounts were deleted here, as digests: no import brings them back.
create table public.deleted_addresses (
  digest text primary key check (digest ~ '^[0-9a-f]{64}$'),
  deleted_at timestamptz not null default now()
);

create function public.address_digest(p_email text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$ select encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex') $$;

-- A right that went takes its copy along.
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

-- The books that wait for this address, which an account has verified, become its own.
create function public.claim_imported_purchases(p_uid text, p_email text, p_locale text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imported_purchases i set uid = p_uid, claimed_at = now(), locale = p_locale where i.email = lower(p_email) and i.uid is null
$$;

-- Nothing that was imported by this address, or waits to be, is kept; and no later import brings it back.
create function public.forget_imported_address(p_uid text, p_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.imported_purchases i where i.uid = p_uid or i.email = lower(p_email);
  delete from public.import_rows r where r.email = lower(p_email);
  insert into public.deleted_addresses (digest) select public.address_digest(p_email) where p_email is not null on conflict do nothing;
$$;

-- Reading ---------------------------------------------------------------------------------------------------------------------------

-- Makes an import that waits for its file. Answers where the file goes; a file that never comes is removed with all others.
create function public.add_import(
  p_id uuid, p_kind text, p_source text, p_filename text, p_origin text, p_consented_at timestamptz, p_locale text
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.imports (id, kind, source, filename, origin, consented_at, locale)
    values (p_id, p_kind, p_source, p_filename, p_origin, p_consented_at, p_locale);
  insert into public.unused_files (key, kind, upload_id, remove_after)
    values ('imports/' || p_id || '.csv', 'import', p_id, now() + interval '1 day');
  return 'imports/' || p_id || '.csv';
end
$$;

-- Its file came. Null for an import that is not there; one that is being read or was read stays as it is.
create function public.read_import(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.imports set state = 'reading' where id = p_id and state = 'waiting';
  if found then
    -- Long enough to be read when the API is down for a while.
    update public.unused_files set remove_after = now() + interval '7 days' where upload_id = p_id and not is_going;
  end if;
  return public.get_import(p_id);
end
$$;

-- The oldest import that has work to do, and up to which line it was read; or null.
create function public.get_import_at_work() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'state', i.state, 'consented_at', i.consented_at,
      'last_line', coalesce((select max(r.line) from public.import_rows r where r.import_id = i.id), 0))
    from public.imports i where i.state in ('reading', 'importing') order by i.created_at limit 1
$$;

-- Says which file it is. False, and refused, when the same one was imported or is about to be.
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

-- Takes rows that were read; those that are there stay as they are. False when the import is not being read (any more).
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

-- Every row was read. Each of the most frequent products is taken for the book of the same title until the owner says otherwise.
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
        (select b.id from public.ebooks_metadata b where public.plain(b.title) = public.plain(f.product) order by b.created_at limit 1)
      from (
        select r.product, count(*) as rows from public.import_rows r
          where r.import_id = p_id and r.reason is null and r.product <> ''
          group by r.product order by count(*) desc, r.product limit 200
      ) f;
  update public.unused_files set remove_after = now() where upload_id = p_id;
end
$$;

-- Nothing in the file can be imported. Neither it nor what was read of it is kept.
create function public.refuse_import(p_id uuid, p_problem text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.imports set state = 'refused', problem = p_problem, digest = null where id = p_id and state in ('waiting', 'reading');
  delete from public.import_rows r using public.imports i where r.import_id = i.id and i.id = p_id and i.state = 'refused';
  update public.unused_files f set remove_after = now() from public.imports i where f.upload_id = i.id and i.id = p_id and i.state = 'refused';
$$;

-- What would happen -----------------------------------------------------------------------------------------------------------------

-- The rows of an import that are still to be taken, each with what becomes of it. `purchases`: `new`, `known`, or the reason why not.
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

-- The same of a list: `confirmed`, `asked` (gets a letter first), `left` (is kept as such), `known`, or the reason why not.
create function public.foreseen_subscribers(p_id uuid, p_limit integer)
returns table (line integer, email text, at timestamptz, confirmed_at timestamptz, locale text, outcome text)
language sql stable security definer set search_path = ''
as $$
  select r.line, r.email, r.at, r.confirmed_at, coalesce(r.locale, i.locale),
      case
        when d.digest is not null then 'deleted_here'
        -- Who left elsewhere what was brought from there; who signed up here, stays.
        when r.has_left and (s.id is null or s.source = 'import' and s.state in ('pending', 'confirmed')) and r.turn = 1 then 'left'
        when s.state in ('unsubscribed', 'bounced') and not r.has_left then 'left_here'
        when s.id is not null or r.turn > 1 then 'known'
        when r.confirmed_at is not null then 'confirmed'
        else 'asked'
      end
    from (
      -- Of an address that is in the file twice the leaving counts.
      select w.*, row_number() over (partition by w.email order by w.has_left desc, w.line) as turn
        from (select * from public.import_rows x where x.import_id = p_id and x.reason is null order by x.line limit p_limit) w
    ) r
    join public.imports i on i.id = p_id
    left join public.newsletter_subscribers s on s.email = r.email
    left join public.deleted_addresses d on d.digest = public.address_digest(r.email)
$$;

-- An import as the owner sees it; of one that is ready what would become of its rows, by outcome.
create function public.import_json(i public.imports, p_is_whole boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'origin', i.origin, 'state', i.state,
      'problem', i.problem, 'rows', i.rows, 'added', i.added, 'known', i.known, 'refused', i.refused, 'created_at', i.created_at,
      'finished_at', i.finished_at)
    || case when p_is_whole then jsonb_build_object(
      'products', (
        select coalesce(jsonb_agg(jsonb_build_object('product', p.product, 'rows', p.rows, 'ebook_id', p.ebook_id)
            order by p.rows desc, p.product), '[]') from public.import_products p where p.import_id = i.id),
      -- What a product can be: every book, with those that left the shop.
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
      'first_rows', (
        select coalesce(jsonb_agg(jsonb_build_object('line', f.line, 'email', f.email, 'product', f.product, 'at', f.at, 'outcome', f.outcome)
            order by f.line), '[]') from (
          select p.line, p.email, p.product, p.at, p.outcome from public.foreseen_purchases(i.id, 10) p where i.kind = 'purchases'
          union all select s.line, s.email, '', s.at, s.outcome from public.foreseen_subscribers(i.id, 10) s where i.kind = 'subscribers'
        ) f),
      'first_refused', public.list_refused_rows(i.id, 0, 10))
    else '{}' end
$$;

-- An import with all that is known of it, or null.
create function public.get_import(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.import_json(i, true) from public.imports i where i.id = p_id $$;

-- The newest imports whose file came.
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

-- The next rows that cannot be taken, by their lines.
create function public.list_refused_rows(p_id uuid, p_after integer, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'product', r.product, 'at', r.at, 'outcome', r.reason)
      order by r.line), '[]')
    from (
      select * from public.import_rows x where x.import_id = p_id and x.reason is not null and x.line > p_after order by x.line limit p_size
    ) r
$$;

-- Says which book a product is, or that it is none. False for an import that is not waiting for it.
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

-- The press. False for an import that does not wait for it; one that is under way or done stays as it is.
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
    perform public.note_admin_change(p_actor, 'import_started', 'import', p_id::text, null,
      jsonb_build_object('filename', v_import.filename, 'kind', v_import.kind, 'source', v_import.source, 'rows', v_import.rows)
        || case when v_import.origin = '' then '{}' else jsonb_build_object('origin', v_import.origin) end);
  end if;
  return true;
end
$$;

-- Imports the next rows of an import, all of them or none. False when it is done, or not to be done (any more).
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

-- A portion of purchases. Who has an account with this address verified can read at once.
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
      returning 1
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

-- A portion of a list. Whose own confirmation the file knows is subscribed; others are asked once, one letter in three seconds, so that no
-- mail server takes it for a flood.
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
      on conflict (email) do update set state = 'unsubscribed', unsubscribed_at = now()
        where excluded.state = 'unsubscribed' and s.source = 'import' and s.state in ('pending', 'confirmed')
      returning s.id, s.email, s.state, s.locale, s.generation
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

-- Throws away an import of which nothing was imported, with its rows and its file. False for another.
create function public.discard_import(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.imports where id = p_id and state in ('waiting', 'reading', 'refused', 'ready');
  if not found then
    return false;
  end if;
  update public.unused_files set remove_after = now() where upload_id = p_id;
  return true;
end
$$;

alter table public.imports enable row level security;
alter table public.import_rows enable row level security;
alter table public.import_products enable row level security;
alter table public.imported_purchases enable row level security;
alter table public.deleted_addresses enable row level security;

-- What changed of functions that were there.
-- An account signed in: its row, the books of its address that were bought elsewhere, and the orders that wait for it, with the right to read them; a right that ended with the account
-- of the one before comes back. `p_verified_email` is null before the address is verified. One after the other with what else concerns
-- this buyer. Welcomes a newcomer whose address is confirmed, once, and answers whether it did.
create or replace function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR'
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return false;
  end if;
  insert into public.users as u (uid, email, verified_email, name, photo_url, is_newcomer)
      values (p_uid, p_email, lower(p_verified_email), p_name, p_photo_url, p_verified_email is null or p_is_by_google)
    on conflict (uid) do update
      set email = excluded.email, verified_email = coalesce(excluded.verified_email, u.verified_email), name = excluded.name,
        photo_url = excluded.photo_url
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url)
        or u.verified_email is distinct from coalesce(excluded.verified_email, u.verified_email);
  perform public.claim_imported_purchases(p_uid, p_verified_email, p_locale);
  if exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    with taken as (
      update public.orders o
        set buyer_uid = p_uid, claimable_by = null, attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
        from (select x.id, x.buyer_uid from public.orders x where x.claimable_by = lower(p_verified_email) for update) before
        where o.id = before.id
        returning o.id, o.state, before.buyer_uid as from_uid
    ), moved as (
      update public.entitlements e
        set uid = p_uid,
          revoked_at = case when not (t.state in ('paid', 'partly_refunded') and public.refunded_copies(e.order_id, e.ebook_id, false) < (
            select i.quantity from public.order_items i where i.order_id = e.order_id and i.ebook_id = e.ebook_id)) then e.revoked_at end
        from taken t where e.order_id = t.id and e.uid <> p_uid
    )
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_uid <> p_uid;
  end if;
  update public.users u set is_newcomer = false where u.uid = p_uid and u.is_newcomer and p_verified_email is not null;
  v_is_welcomed := found;
  if v_is_welcomed then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values ('welcome:' || p_uid, 'welcome', lower(p_verified_email), p_locale, '{}')
      on conflict (key) do nothing;
  end if;
  return v_is_welcomed;
end
$$;

-- Removes what an account left behind, in one step. Paid orders stay as the tax law asks, without name and reason; of orders without money
-- the address goes too, at once or (see sweep) when it is sure that no money comes. `p_email` is the account's verified address, or null:
-- nothing is removed by an address that may be another person's. That address is told so, once, with nothing but what is kept. Mail to the
-- owner that has not gone out loses what the account wrote; mail to the new owner of an order whose address was corrected stays. `outcome`:
-- `open_sessions` while the buyer can still pay, with the sessions to be closed first, and nothing is deleted; no others can come, but from
-- a checkout that begins after this call. `last_owner` of the team, who stays. Else `deleted`. A second call finds nothing more to do.
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
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  perform public.forget_imported_address(p_uid, p_email);
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
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

-- Everything kept about one person: what belongs to the account, what came with its verified address, and the copies of mail to the person
-- and about them; without what is there to be searched. One statement, so that all parts are of the same moment.
create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
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
          join public.orders o on o.id = e.order_id
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
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'team', (select jsonb_build_object('email', t.email, 'role', t.role, 'since', t.since) from public.team t where t.uid = p_uid),
    'team_invitation', (
      select jsonb_build_object('email', i.email, 'role', i.role, 'sent_at', i.sent_at)
        from public.team_invitations i where i.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
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

-- A book as its owner works on it: with what visitors see, and what they do not.
create or replace function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null)
      or exists (select from public.imported_purchases i where i.ebook_id = book.id))
$$;

-- Which of these ids books have.
create or replace function public.list_taken_ids(p_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$ select coalesce(jsonb_agg(b.id), '[]') from public.ebooks_metadata b where b.id = any (p_ids) $$;

-- Takes a book off the shop. One that was ever ordered, or bought elsewhere, is archived with its files, for who bought it or may still pay; any other is
-- removed with them.
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
  if exists (select from public.order_items i where i.ebook_id = p_id)
    or exists (select from public.imported_purchases i where i.ebook_id = p_id) then
    update public.ebooks_metadata set state = 'archived', revision = revision + 1 where id = p_id and state <> 'archived';
    perform public.note_admin_change(p_actor, 'ebook_archived', 'ebook', p_id, v_before, public.ebook_facts(b))
      from public.ebooks_metadata b where b.id = p_id;
    return 'archived';
  end if;
  perform public.retire_file(public.get_ebook_file(p_id)->>'key', 'pdf', interval '0');
  if v_book.cover_version is not null then
    perform public.retire_file(public.cover_key(v_book.filename, v_book.cover_version), 'cover', interval '0');
  end if;
  delete from public.ebooks_metadata where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_removed', 'ebook', p_id, v_before, null);
  return 'removed';
end
$$;

-- Writes the mail about a new version to the next owners, each of whom is written to once for it, at the address and in the language
-- of the latest order or imported purchase. False when none is left.
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
        select coalesce(o.buyer_email, i.email) as email, coalesce(o.buyer_name, u.name, '') as name, coalesce(o.locale, i.locale) as locale
          from public.reading_rights r
          left join public.orders o on o.id = r.by_id
          left join public.imported_purchases i on i.id = r.by_id
          left join public.users u on u.uid = i.uid
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

-- The books that a buyer has a right to (`owned`) and those whose payment is on its way (`waiting`), each once, with its order or imported
-- purchase. Of
-- `p_ebook_ids`, or all of them (null).
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
          select i.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_items i on i.order_id = o.id
            where o.buyer_uid = p_uid and o.state = 'waiting'
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

-- The books that a reader may download, each once, also those that left the shop, with where they stopped; latest acquired first.
create or replace function public.list_library(p_uid text, p_after_at timestamptz, p_after_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object('acquired_at', l.acquired_at, 'ebook', l.ebook, 'position', l.position)
      order by l.acquired_at desc, l.ebook_id desc), '[]') into v_page
    from (
      select e.ebook_id, e.acquired_at, public.ebook_json(b) as ebook,
          case when r.uid is not null then jsonb_build_object('page', r.page, 'read_at', r.read_at) end as position
        from (select ebook_id, min(granted_at) as acquired_at from public.reading_rights where uid = p_uid group by ebook_id) e
        join public.ebooks_metadata b on b.id = e.ebook_id
        left join public.reading_positions r on r.uid = p_uid and r.ebook_id = e.ebook_id
        where (e.acquired_at, e.ebook_id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by e.acquired_at desc, e.ebook_id desc limit p_size + 1
    ) l;
  return jsonb_build_object('items', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- The file of a book that this reader may download, or null.
create or replace function public.entitled_file(p_uid text, p_ebook_id text) returns text
language sql stable security definer set search_path = ''
as $$
  select b.filename from public.ebooks_metadata b
    where b.id = p_ebook_id
      and exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = p_ebook_id)
$$;

-- The file of a book that this reader may download, and the newest of their orders and imported purchases that gives the right to it: an order
-- has a number, an imported purchase a source. Or null.
create or replace function public.get_copy_to_deliver(p_uid text, p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'order_id', r.by_id, 'order_number', o.number,
      'source', i.source, 'email', coalesce(o.buyer_email, i.email), 'locale', coalesce(o.locale, i.locale))
    from public.reading_rights r
    left join public.orders o on o.id = r.by_id
    left join public.imported_purchases i on i.id = r.by_id
    join public.ebooks_metadata b on b.id = r.ebook_id
    where r.uid = p_uid and r.ebook_id = p_ebook_id
    order by r.granted_at desc, o.number desc nulls last limit 1
$$;

-- Writes down that the file of a book was handed to its reader.
create or replace function public.count_download(p_uid text, p_ebook_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.entitlements
    set downloads = downloads + 1, first_downloaded_at = coalesce(first_downloaded_at, now()), last_downloaded_at = now()
    where uid = p_uid and ebook_id = p_ebook_id and revoked_at is null;
  update public.imported_purchases
    set downloads = downloads + 1, first_downloaded_at = coalesce(first_downloaded_at, now()), last_downloaded_at = now()
    where uid = p_uid and ebook_id = p_ebook_id;
$$;

-- Removes by age what is not needed any more.
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
      'refund_acknowledged', 'ebook_updated', 'team_invitation', 'sale_made', 'daily_notice')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state = 'done' and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;
