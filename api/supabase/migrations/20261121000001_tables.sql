-- Tables. Amounts are integers in minor units, instants timestamptz. Row-level security is on everywhere with no policy:
-- the API's secret key passes it, nobody else reads or writes a row.
create schema if not exists extensions;
create extension if not exists unaccent with schema extensions;
create extension if not exists pg_trgm with schema extensions;
grant usage on schema extensions to service_role;

-- How texts are compared in searches: no case, no accents, one space between words.
create function public.plain(value text) returns text
language sql immutable parallel safe strict set search_path = ''
as $$
  select regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(value, NFC))), '\s+', ' ', 'g')
$$;

create table public.ebooks_metadata (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  description text not null default '' check (char_length(description) <= 10000),
  author text not null default '',
  language text not null default 'pt-BR',
  pages integer check (pages > 0),
  filename text not null unique check (filename ~ '^[a-z0-9.-]+\.pdf$'),
  cover_version text,
  cover_color text check (cover_color ~ '^#[0-9a-f]{6}$'),
  state text not null default 'published' check (state in ('draft', 'published', 'archived')),
  -- Has a price in every currency of the shop; kept by a trigger on ebook_prices. Without it no book is on the shelf.
  is_priced boolean not null default false,
  created_at timestamptz not null default now(),
  search_text text generated always as (public.plain(title || ' ' || description)) stored
);
create index ebooks_shelf on public.ebooks_metadata (created_at desc, id desc) where state = 'published' and is_priced;
create index ebooks_search on public.ebooks_metadata using gin (search_text extensions.gin_trgm_ops);

create table public.ebook_prices (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  currency text not null check (currency in ('BRL', 'USD', 'NZD')),
  amount_minor integer not null check (amount_minor >= 50),
  primary key (ebook_id, currency)
);

create function public.note_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ebook_id text := case when tg_op = 'DELETE' then old.ebook_id else new.ebook_id end;
begin
  update public.ebooks_metadata b
    set is_priced = (select count(*) = 3 from public.ebook_prices p where p.ebook_id = v_ebook_id)
    where b.id = v_ebook_id;
  return null;
end
$$;
create trigger note_prices after insert or delete on public.ebook_prices for each row execute function public.note_prices();

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null,
  session_id text unique,
  payment_intent_id text,
  buyer_uid text not null,
  buyer_email text not null,
  buyer_name text not null default '',
  locale text not null check (locale in ('pt-BR', 'en')),
  currency text not null check (currency in ('BRL', 'USD', 'NZD')),
  total_minor integer not null check (total_minor >= 0),
  refunded_minor integer not null default 0 check (refunded_minor between 0 and total_minor),
  state text not null default 'open'
    check (state in ('open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed')),
  terms_version text not null,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  checked_at timestamptz,
  -- When the payment provider is asked next although nobody rang.
  check_after timestamptz not null default now() + interval '1 minute',
  -- Readings of the payment provider that were begun, and the one that the row shows (see settle_order).
  readings bigint not null default 0,
  settled_reading bigint not null default 0,
  unique (buyer_uid, attempt_id)
);
create index orders_completed on public.orders (paid_at desc, id desc) where paid_at is not null;
create index orders_of_buyer on public.orders (buyer_uid, created_at desc, id desc);
create index orders_unsettled on public.orders (check_after) where state in ('open', 'waiting');
create index orders_by_intent on public.orders (payment_intent_id) where payment_intent_id is not null;

create table public.order_items (
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  title text not null,
  quantity integer not null check (quantity between 1 and 20),
  unit_minor integer not null check (unit_minor >= 0),
  primary key (order_id, ebook_id)
);
create index order_items_by_ebook on public.order_items (ebook_id);

-- The right to download. Points to the book's id and the buyer's uid: renaming a book or its file changes nothing.
create table public.entitlements (
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  uid text not null,
  granted_at timestamptz not null default now(),
  revoked_at timestamptz,
  primary key (order_id, ebook_id)
);
create index entitlements_of_reader on public.entitlements (uid, granted_at desc) where revoked_at is null;

-- Mail is written in the transaction of its cause and sent by a worker that claims rows; `key` makes each mail happen once.
create table public.outbox (
  id uuid primary key default gen_random_uuid(),
  key text not null unique,
  kind text not null,
  recipient text not null,
  locale text not null check (locale in ('pt-BR', 'en')),
  payload jsonb not null,
  created_at timestamptz not null default now(),
  due_at timestamptz not null default now(),
  claimed_until timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  last_error text
);
create index outbox_due on public.outbox (due_at) where sent_at is null;

create table public.stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null default now()
);

create table public.rate_limits (
  bucket text not null,
  window_start timestamptz not null,
  hits integer not null default 1,
  primary key (bucket, window_start)
);

create table public.testimonials (
  id text primary key,
  position integer not null default 0,
  name text not null,
  place text not null,
  quote_pt text not null,
  quote_en text not null,
  source text not null,
  consented_at date not null
);

create table public.episodes (
  id text primary key,
  title text not null,
  description text not null default '',
  published_at timestamptz not null,
  duration_seconds integer not null check (duration_seconds > 0),
  image_url text not null,
  spotify_url text,
  fetched_at timestamptz not null default now(),
  search_text text generated always as (public.plain(title || ' ' || description)) stored
);
create index episodes_newest on public.episodes (published_at desc, id desc);

-- One row per background job: who holds it, how it went.
create table public.jobs (
  name text primary key,
  lease_until timestamptz,
  holder text,
  last_run_at timestamptz,
  last_success_at timestamptz,
  last_error text
);

do $$
declare name text;
begin
  foreach name in array array['ebooks_metadata', 'ebook_prices', 'orders', 'order_items', 'entitlements', 'outbox',
    'stripe_events', 'rate_limits', 'testimonials', 'episodes', 'jobs'] loop
    execute format('alter table public.%I enable row level security', name);
  end loop;
end $$;

insert into storage.buckets (id, name, public) values ('store-assets', 'store-assets', true), ('ebooks', 'ebooks', false);
