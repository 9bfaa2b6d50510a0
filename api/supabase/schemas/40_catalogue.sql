-- The shop's books, for visitors and for the owner who edits them.
set check_function_bodies = off;

create table public.ebooks_metadata (
  id text primary key check (id ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(id) <= 80),
  title text not null check (char_length(btrim(title)) between 1 and 200),
  description text not null default '' check (char_length(description) <= 10000),
  author text not null default '',
  language text not null default 'pt-BR',
  filename text not null unique check (filename ~ '^[a-z0-9.-]+\.pdf$'),
  cover_version text,
  cover_color text check (cover_color ~ '^#[0-9a-f]{6}$'),
  state text not null default 'published' check (state in ('draft', 'published', 'archived')),
  -- Whether the book has a price in every currency that the shop sells in; updated by triggers. A book without all prices is not on the
  -- shelf.
  is_priced boolean not null default false,
  -- Incremented with each change. An admin who saves an outdated revision gets `changed_meanwhile`.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  -- The last change of the book's page, for search engines.
  changed_at timestamptz not null default now(),
  search_text text generated always as (public.to_search_text(title || ' ' || description)) stored
);
create index ebooks_shelf on public.ebooks_metadata (created_at desc, id desc) where state = 'published' and is_priced;
create index ebooks_newest on public.ebooks_metadata (created_at desc, id desc);
create index ebooks_in_state on public.ebooks_metadata (state, created_at desc, id desc);
-- Without `fastupdate = off`, each search would scan the index's list of pending entries. Writes are rare here.
create index ebooks_by_title on public.ebooks_metadata (public.to_search_text(title), id);
create index ebooks_search on public.ebooks_metadata using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);
create index ebooks_title_terms on public.ebooks_metadata using gin (to_tsvector('pg_catalog.portuguese', title));
create trigger note_change before update on public.ebooks_metadata for each row
  when ((old.title, old.description, old.author, old.cover_version)
    is distinct from (new.title, new.description, new.author, new.cover_version))
  execute function public.note_change();
create trigger note_purge after insert or delete on public.ebooks_metadata for each row execute function public.note_purge('ebooks');
create trigger note_purge_of_change after update on public.ebooks_metadata for each row
  when (old.* is distinct from new.*) execute function public.note_purge('ebooks');
create trigger note_added after insert on public.ebooks_metadata referencing new table as new_rows
  for each statement execute function public.note_shown('ebooks', 'state = ''published'' and is_priced');
create trigger note_changed after update on public.ebooks_metadata referencing old table as old_rows new table as new_rows
  for each statement execute function public.note_shown('ebooks', 'state = ''published'' and is_priced');
create trigger note_deleted after delete on public.ebooks_metadata referencing old table as old_rows
  for each statement execute function public.note_shown('ebooks', 'state = ''published'' and is_priced');

-- The currencies that the shop knows, the same as in `currency-codes.ts` and `currencies.ts` of shared/src/money. Reference data: an export
-- leaves them out, and an installation has them before it is restored.
create table public.currencies (
  code text primary key check (code ~ '^[A-Z]{3}$'),
  decimals smallint not null check (decimals between 0 and 4),
  -- Whether a shop whose owner has not published any currencies sells in this currency. `bind_owner` publishes one currency for a new site.
  is_sold_by_default boolean not null
);
insert into public.currencies (code, decimals, is_sold_by_default) values ('BRL', 2, true), ('USD', 2, true), ('NZD', 2, true);

create table public.list_prices (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  currency text not null references public.currencies (code),
  -- The price. 0 means that the book is free.
  amount_minor integer not null check (amount_minor >= 0),
  -- Null: the price is `amount_minor`. Otherwise the buyer decides the price, which is at least `amount_minor`, and this amount is
  -- suggested.
  suggested_minor integer,
  primary key (ebook_id, currency),
  constraint list_prices_suggestion check (suggested_minor >= greatest(amount_minor, 1))
);
create trigger note_purge after insert or update or delete on public.list_prices for each row execute function public.note_purge('ebooks');

-- The files of a book that readers get. The row without `replaced_at` is the current one of its format. The owner can restore a
-- replaced version until rule('keep_replaced_files') has passed.
create table public.ebook_files (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  format text not null check (format in ('pdf', 'epub', 'audio')),
  version integer not null check (version > 0),
  -- The object's name in the private bucket.
  key text not null unique check (key ~ '^(pdfs|epubs|audio)/([0-9a-f-]{36}/)?[a-z0-9.-]+$'),
  -- Null: unknown.
  bytes bigint check (bytes > 0),
  -- A PDF has { pages, has_outline }. `pages` is null when nobody counted them.
  facts jsonb not null check (jsonb_typeof(facts) = 'object'),
  replaced_at timestamptz,
  primary key (ebook_id, format, version),
  constraint ebook_files_pdf_facts check (format <> 'pdf'
    or (facts ?& array['pages', 'has_outline'] and coalesce((facts->>'pages')::integer > 0, true) and (facts->>'has_outline')::boolean is not null))
);
create unique index ebook_files_current on public.ebook_files (ebook_id, format) where replaced_at is null;
create index ebook_files_by_upload on public.ebook_files (split_part(key, '/', 2));
create index ebook_files_replaced on public.ebook_files (replaced_at) where replaced_at is not null;

-- Files that belong to no book: uploads that are not used yet, and files that books no longer need. A row is written before its file is
-- stored. It is deleted after the file, or in the transaction in which a book takes the file. So this table has every leftover of an
-- interrupted request.
-- `pdf`, `import`, `lists` (all lists, prepared for an owner): a private file. `sample`: a public file. `cover`, `brand`, `picture` (of
-- an episode), `post_picture`: the private original and the public pictures made from it. `audio`: the private upload and its public copy.
-- `original`: the private original of files in use.
create table public.unused_files (
  key text not null,
  kind text not null check (kind in ('pdf', 'cover', 'brand', 'original', 'import', 'picture', 'post_picture', 'sample', 'lists', 'audio')),
  upload_id uuid unique,
  remove_after timestamptz not null,
  -- The file is being removed, so no book may use it.
  is_going boolean not null default false,
  primary key (key, kind)
);
create index unused_files_due on public.unused_files (remove_after);

-- New versions of books that are announced to their readers, in portions.
create table public.ebook_announcements (
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  version integer not null,
  told_up_to text not null default '',
  primary key (ebook_id, version)
);

-- Prices ---------------------------------------------------------------------------------------------------------------------------

-- Returns the currencies that the owner chose, or the default ones.
create function public.sold_currencies() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select array(select jsonb_array_elements_text(c.body->'sold'))
      from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1),
    array(select c.code from public.currencies c where c.is_sold_by_default));
end
$$;

-- Returns whether a book has a price in every currency that the shop sells in.
create function public.has_sold_prices(p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from unnest(public.sold_currencies()) s (currency)
    where not exists (select from public.list_prices p where p.ebook_id = p_ebook_id and p.currency = s.currency));
end
$$;

-- Updates `is_priced` of a book whose prices change.
create function public.note_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ebook_id text := case when tg_op = 'DELETE' then old.ebook_id else new.ebook_id end;
begin
  update public.ebooks_metadata b set is_priced = public.has_sold_prices(b.id)
    where b.id = v_ebook_id and b.is_priced is distinct from public.has_sold_prices(b.id);
  return null;
end
$$;

create trigger note_prices after insert or delete on public.list_prices for each row execute function public.note_prices();
-- Updates the shelf in the transaction in which the owner chooses the currencies. The table lock serializes it with transactions that save
-- prices, so that each sees what the other wrote.
create function public.note_sold_currencies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.ebooks_metadata, public.list_prices in share row exclusive mode;
  update public.ebooks_metadata b set is_priced = not b.is_priced where b.is_priced is distinct from public.has_sold_prices(b.id);
  perform public.plan_prices(p.ebook_id, p.currency) from public.list_prices p;
  return null;
end
$$;

-- Returns for each currency how many published books have no price in it, and the first of them by title.
create function public.list_unpriced_ebooks(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with priced as (
      select p.currency, count(*) as books
        from public.list_prices p join public.ebooks_metadata b on b.id = p.ebook_id
        where b.state = 'published' group by p.currency
    ), counts as (
      select c.code, (select count(*) from public.ebooks_metadata b where b.state = 'published') - coalesce(p.books, 0) as missing
        from public.currencies c left join priced p on p.currency = c.code
    )
    select jsonb_object_agg(c.code, jsonb_build_object('count', c.missing, 'titles', case when c.missing = 0 then '[]' else (
        select coalesce(jsonb_agg(w.title order by w.title, w.id), '[]') from (
          select b.id, b.title from public.ebooks_metadata b
            where b.state = 'published'
              and not exists (select from public.list_prices p where p.ebook_id = b.id and p.currency = c.code)
            order by b.title, b.id limit p_limit) w) end))
      from counts c);
end
$$;

-- Sets prices by currency. A null deletes a price. Other currencies keep their price, for example currencies in which the shop no longer
-- sells. `p_suggested`: the suggested prices where the buyer decides; null keeps the stored ones.
create function public.set_list_prices(p_id text, p_list_prices jsonb, p_suggested jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.list_prices p where p.ebook_id = p_id and p_list_prices->p.currency = 'null';
  insert into public.list_prices (ebook_id, currency, amount_minor, suggested_minor)
    select p_id, e.key, e.value::integer, (p_suggested->>e.key)::integer from jsonb_each_text(p_list_prices) e where e.value is not null
    on conflict (ebook_id, currency) do update set amount_minor = excluded.amount_minor,
      suggested_minor = case when p_suggested is null then list_prices.suggested_minor else excluded.suggested_minor end
$$;

-- The catalogue for visitors -------------------------------------------------------------------------------------------------------

-- Returns the facts of a book's current PDF for its public page; without a PDF all of them are empty.
create function public.pdf_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('pages', f.facts->'pages', 'has_outline', f.facts->'has_outline', 'file_bytes', f.bytes)
      from public.ebook_files f where f.ebook_id = p_ebook_id and f.format = 'pdf' and f.replaced_at is null
  ), '{"pages": null, "has_outline": false, "file_bytes": null}');
end
$$;

-- Returns a book as visitors see it. `current_prices`: the current price in each sold currency, or the least one where the buyer decides.
-- `sales`: the currencies with a sale, { list_minor, before_minor, ends_at }, see `price_before`. `suggested`: the suggested price where
-- the buyer decides. `default_currency`: the owner's choice, or null. The current prices equal those of `current_price`, read for all
-- currencies at once.
create function public.ebook_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return (
    select jsonb_build_object(
      'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
      'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
      'created_at', book.created_at,
      'current_prices', coalesce(cost.prices, '{}'), 'sales', coalesce(cost.sales, '{}'), 'suggested', coalesce(cost.suggested, '{}'),
      'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
      || public.pdf_json(book.id) || public.bundles_json(book.id) || public.launch_json(book) || public.stars_json(book.id) || public.sample_json(book.id)
    from (
      select jsonb_object_agg(p.currency, coalesce(s.amount_minor, p.amount_minor)) as prices,
          jsonb_object_agg(p.currency, jsonb_build_object('list_minor', p.amount_minor,
            'before_minor', public.price_before(p.ebook_id, p.currency, now()), 'ends_at', s.ends_at)) filter (where s.ebook_id is not null) as sales,
          jsonb_object_agg(p.currency, p.suggested_minor) filter (where p.suggested_minor is not null) as suggested
        from public.list_prices p
        left join public.ebook_sales s on s.ebook_id = p.ebook_id and s.currency = p.currency and s.starts_at <= now() and s.ends_at > now()
        where p.ebook_id = book.id and p.currency = any (public.sold_currencies())
    ) cost);
end
$$;

-- Returns a page of the shelf, newest first, or the books of `p_ids`. Each call gets its own plan (`force_custom_plan`): common words need
-- the index of the list's order, rare ones the trigram index. The expression `' ' || search_text` keeps the planner from using the trigram
-- index.
create function public.list_ebooks(
  p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_after_at timestamptz := coalesce(p_after_at, 'infinity');
  v_after_id text := coalesce(p_after_id, '');
  v_sampled bigint;
  v_page jsonb;
  v_total bigint;
begin
  if p_ids is not null then
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), count(*) into v_page, v_total
      from public.ebooks_metadata b where b.id = any (p_ids) and b.state = 'published' and b.is_priced;
    return jsonb_build_object('ebooks', v_page, 'total', v_total, 'is_total_capped', false, 'more', false);
  end if;

  -- If no book has the words as they were written, search for books that have each of them.
  if cardinality(v_each) > 1 and not exists (
    select from public.ebooks_metadata b where b.search_text like any (v_indexed) and b.state = 'published' and b.is_priced) then
    v_words := v_each;
    v_indexed := public.index_patterns(p_words, false);
  end if;
  if v_words is null then
    select t.total into v_total from public.shown_totals t where t.list = 'ebooks';
  else
    select count(*) into v_sampled
      from (
        select b.search_text from public.ebooks_metadata b where b.state = 'published' and b.is_priced
          order by b.created_at desc, b.id desc limit 256
      ) newest
      where ' ' || newest.search_text like all (v_words);
  end if;

  if v_words is not null and not public.is_common(v_sampled) then
    with found as materialized (
      select b.id, b.created_at from public.ebooks_metadata b
        where b.search_text like any (v_indexed) and ' ' || b.search_text like all (v_words) and b.state = 'published' and b.is_priced
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
          where b.state = 'published' and b.is_priced and (v_words is null or ' ' || b.search_text like all (v_words))
            and (b.created_at, b.id) < (v_after_at, v_after_id)
          order by b.created_at desc, b.id desc
          limit p_size + 1
      ) b;
    if v_words is not null then
      select count(*) into v_total
        from (
          select from public.ebooks_metadata b
            where b.state = 'published' and b.is_priced and ' ' || b.search_text like all (v_words)
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

-- Returns a book that visitors can see in the shop, or null.
create function public.get_ebook(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.ebook_json(b) from public.ebooks_metadata b where b.id = p_id and b.state = 'published' and b.is_priced);
end
$$;

-- Returns the book with the most paid copies lately, without refunded ones. If nothing was sold, returns a random book.
create function public.get_featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  -- The rule is read once, instead of once for every order.
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

-- The catalogue for owners ---------------------------------------------------------------------------------------------------------

-- Returns a book as its owner edits it: the fields for visitors, and more.
create function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'revision', book.revision,
    'file_version', coalesce((
      select f.version from public.ebook_files f where f.ebook_id = book.id and f.format = 'pdf' and f.replaced_at is null), 1),
    'list_prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.list_prices p where p.ebook_id = book.id), '{}'),
    'suggested', coalesce((
      select jsonb_object_agg(p.currency, p.suggested_minor) from public.list_prices p
        where p.ebook_id = book.id and p.suggested_minor is not null), '{}'),
    'sale', public.sale_json(book.id), 'sale_before', public.sale_before_json(book.id),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null)
      or exists (select from public.imported_purchases i where i.ebook_id = book.id),
    'has_file', book.has_file) || public.admin_launch_json(book) || public.sampling_json(book.id);
end
$$;

-- Returns the fields of a book for the audit log.
create function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency', 'current_prices', 'sales', 'sale_before', 'launch', 'sample', 'sampling']
    || jsonb_strip_nulls(jsonb_build_object('launch', book.launch_at));
end
$$;

-- Returns a book as its owner edits it, or null.
create function public.get_admin_ebook(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.admin_ebook_json(b) from public.ebooks_metadata b where b.id = p_id);
end
$$;

-- Returns a page of all books in either direction. The newest come first, or with `p_sort` = `sold` the most sold, or with `title` the
-- books are in alphabetical order. `sold`: the number of sold copies of a book. `at`: the book's position in the order, which is a moment,
-- or the number of sold copies as seconds. By title, a page begins at the current title of the book `p_id`. Words that are rare among the
-- newest books are searched as in `list_ebooks`.
create function public.list_admin_ebooks(
  p_words text, p_state text, p_at timestamptz, p_id text, p_is_backwards boolean, p_size integer, p_sort text default null
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
  v_indexed text[] := public.index_patterns(p_words, true);
  v_each text[] := public.word_patterns(p_words, false);
  v_is_common boolean := true;
  v_title text;
  v_ids text[];
begin
  -- If no book has the words as they were written, search for books that have each of them.
  if cardinality(v_each) > 1 and not exists (
    select from public.ebooks_metadata b where b.search_text like any (v_indexed) and (p_state is null or b.state = p_state)) then
    v_words := v_each;
    v_indexed := public.index_patterns(p_words, false);
  end if;
  if v_words is not null then
    select public.is_common(count(*)) into v_is_common
      from (select b.search_text from public.ebooks_metadata b order by b.created_at desc, b.id desc limit 256) newest
      where ' ' || newest.search_text like all (v_words);
  end if;
  if p_sort = 'title' then
    select public.to_search_text(b.title) into v_title from public.ebooks_metadata b where b.id = p_id;
    if p_is_backwards then
      select array(
        select b.id from public.ebooks_metadata b
          where (p_state is null or b.state = p_state)
            and (v_words is null or b.search_text like any (v_indexed) and ' ' || b.search_text like all (v_words))
            and (public.to_search_text(b.title), b.id) < (v_title, p_id)
          order by public.to_search_text(b.title) desc, b.id desc limit p_size + 1
      ) into v_ids;
    else
      select array(
        select b.id from public.ebooks_metadata b
          where (p_state is null or b.state = p_state)
            and (v_words is null or b.search_text like any (v_indexed) and ' ' || b.search_text like all (v_words))
            and (v_title is null or (public.to_search_text(b.title), b.id) > (v_title, p_id))
          order by public.to_search_text(b.title), b.id limit p_size + 1
      ) into v_ids;
    end if;
  elsif p_sort = 'sold' or not v_is_common then
    with sold as (
      select t.key as id, sum(t.n) as copies from public.totals t where t.metric = 'books' and t.span = 'month' and p_sort = 'sold' group by 1
    ), found as materialized (
      select b.id, case when p_sort = 'sold' then to_timestamp(coalesce(s.copies, 0)) else b.created_at end as at
        from public.ebooks_metadata b left join sold s on s.id = b.id
        where (v_words is null or b.search_text like any (v_indexed) and ' ' || b.search_text like all (v_words))
          and (p_state is null or b.state = p_state)
    )
    select array(
      select f.id from found f
        where p_at is null or case when p_is_backwards then (f.at, f.id) > (p_at, p_id) else (f.at, f.id) < (p_at, p_id) end
        order by case when p_is_backwards then f.at end, case when p_is_backwards then f.id end, f.at desc, f.id desc
        limit p_size + 1
    ) into v_ids;
  elsif p_is_backwards then
    select array(
      select b.id from public.ebooks_metadata b
        where (p_state is null or b.state = p_state) and (v_words is null or ' ' || b.search_text like all (v_words))
          and (b.created_at, b.id) > (p_at, p_id)
        order by b.created_at, b.id limit p_size + 1
    ) into v_ids;
  else
    select array(
      select b.id from public.ebooks_metadata b
        where (p_state is null or b.state = p_state) and (v_words is null or ' ' || b.search_text like all (v_words))
          and (b.created_at, b.id) < (coalesce(p_at, 'infinity'), coalesce(p_id, ''))
        order by b.created_at desc, b.id desc limit p_size + 1
    ) into v_ids;
  end if;
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'ebooks', (
    select coalesce(jsonb_agg(public.admin_ebook_json(b) || jsonb_build_object('sold', s.copies, 'at', k.at)
      order by case when p_sort = 'title' then public.to_search_text(b.title) end, case when p_sort = 'title' then b.id end,
        k.at desc, b.id desc), '[]')
      from public.ebooks_metadata b
      cross join lateral (
        select coalesce(sum(t.n), 0)::bigint as copies from public.totals t
          where t.metric = 'books' and split_part(t.key, ' ', 1) = b.id and t.span = 'month') s
      cross join lateral (select case when p_sort = 'sold' then to_timestamp(s.copies) else b.created_at end as at) k
      where b.id = any (v_ids[1:p_size])));
end
$$;

-- Locks a book for a change. Returns a refusal if the book is missing or no longer has the revision that the admin saw, otherwise null.
create function public.lock_ebook(p_id text, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select b.revision into v_revision from public.ebooks_metadata b where b.id = p_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_revision <> p_revision then
    return jsonb_build_object('outcome', 'changed_meanwhile');
  end if;
  return null;
end
$$;

-- Returns the ids that books already use.
create function public.list_taken_ids(p_ids text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(b.id), '[]') from public.ebooks_metadata b where b.id = any (p_ids));
end
$$;

-- Returns the refusal of a file name that another book has, with that book.
create function public.name_taken(p_filename text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('outcome', 'name_taken', 'ebook', (
    select jsonb_build_object('id', b.id, 'title', b.title) from public.ebooks_metadata b where b.filename = p_filename));
end
$$;

-- Creates a book from two uploads. Its file name is the PDF's. Its id is the first free one of `p_id`, `p_id`-2, and so on. A cover that
-- was uploaded for another file name is refused. Without a PDF (null), the file name is the one for which the cover was uploaded.
create function public.add_ebook(
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
    insert into public.ebooks_metadata (id, title, description, author, language, filename, cover_version, cover_color, state, has_file)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', v_filename,
        left(replace(p_cover_id::text, '-', ''), 12), p_cover_color, p_book->>'state', p_pdf_id is not null)
      on conflict do nothing
      returning * into v_book;
    exit when found;
    if exists (select from public.ebooks_metadata b where b.filename = v_filename) then
      return public.name_taken(v_filename);
    end if;
    v_id := left(p_id, 76) || '-' || attempt;
  end loop;
  perform public.take_upload(p_pdf_id, 'pdf'), public.take_upload(p_cover_id, 'cover');
  if v_pdf_key is not null then
    insert into public.ebook_files (ebook_id, format, version, key, bytes, facts)
      values (v_id, 'pdf', 1, v_pdf_key, p_bytes, jsonb_build_object('pages', p_pages, 'has_outline', p_has_outline));
  end if;
  perform public.set_list_prices(v_id, p_book->'listPrices', p_book->'suggested');
  if v_book.state = 'published' then
    perform public.note_news('ebook', v_id);
  end if;
  perform public.write_audit_log(p_actor, 'ebook_added', 'ebook', v_id, null, public.ebook_facts(v_book));
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(v_id));
end
$$;

-- Changes the fields of a book. `outcome`: `changed_meanwhile` if another admin changed the book. `not_above_sale` with `currencies` in
-- which the new list price would not exceed the price of a sale, or in which the buyer would decide although there is a sale.
create function public.edit_ebook(p_actor jsonb, p_id text, p_revision integer, p_book jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if public.list_prices_below_sale(p_id, p_book->'listPrices', p_book->'suggested') <> '{}' then
    return jsonb_build_object('outcome', 'not_above_sale',
      'currencies', public.list_prices_below_sale(p_id, p_book->'listPrices', p_book->'suggested'));
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  update public.ebooks_metadata set title = p_book->>'title', description = p_book->>'description', author = p_book->>'author',
    language = p_book->>'language', state = p_book->>'state', revision = revision + 1 where id = p_id;
  perform public.set_list_prices(p_id, p_book->'listPrices', p_book->'suggested');
  if p_book->>'state' = 'published' and v_before->>'state' <> 'published' then
    perform public.note_news('ebook', p_id);
  end if;
  perform public.write_audit_log(p_actor, 'ebook_edited', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Removes a book from the shop. A book that was ever ordered or imported is archived with its files, for buyers who own it or may still
-- pay. Any other book is deleted with its files. Returns `not_found`, `archived` or `removed`.
create function public.remove_ebook(p_actor jsonb, p_id text) returns text
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
    perform public.write_audit_log(p_actor, 'ebook_archived', 'ebook', p_id, v_before, public.ebook_facts(b))
      from public.ebooks_metadata b where b.id = p_id;
    return 'archived';
  end if;
  perform public.retire_file(f.key, f.format, interval '0') from public.ebook_files f where f.ebook_id = p_id;
  if v_book.cover_version is not null then
    perform public.retire_file(public.cover_key(v_book.filename, v_book.cover_version), 'cover', interval '0');
  end if;
  delete from public.ebooks_metadata where id = p_id;
  perform public.write_audit_log(p_actor, 'ebook_removed', 'ebook', p_id, v_before, null);
  return 'removed';
end
$$;

-- Files ----------------------------------------------------------------------------------------------------------------------------

-- Returns the key of a cover's private original.
create function public.cover_key(p_filename text, p_version text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'covers/' || regexp_replace(p_filename, '\.pdf$', '') || '.' || p_version;
end
$$;

-- Stores the key of a file before it is uploaded, for a new book or for the book `p_ebook_id`. Returns the key.
create function public.expect_upload(p_id uuid, p_kind text, p_filename text, p_ebook_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_filename text := p_filename;
  v_key text;
begin
  if p_ebook_id is not null then
    select b.filename into v_filename from public.ebooks_metadata b where b.id = p_ebook_id;
    if not found then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif exists (select from public.ebooks_metadata b where b.filename = p_filename) then
    return public.name_taken(p_filename);
  end if;
  v_key := case p_kind when 'pdf' then 'pdfs/' || p_id || '/' || v_filename
    else public.cover_key(v_filename, left(replace(p_id::text, '-', ''), 12)) end;
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, p_kind, p_id, now() + public.rule('keep_uploads'));
  return jsonb_build_object('outcome', 'expected', 'key', v_key);
end
$$;

-- Returns the uploads of these ids that no book took yet.
create function public.list_waiting_uploads(p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.upload_id, 'kind', f.kind, 'key', f.key)), '[]')
      from public.unused_files f where f.upload_id = any (p_ids) and not f.is_going);
end
$$;

-- Takes an upload out of the unused files, for a book or an episode. Returns its key, or null if the upload does not exist or was taken
-- before.
create function public.take_upload(p_id uuid, p_kind text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text;
begin
  delete from public.unused_files f where f.upload_id = p_id and f.kind = p_kind and not f.is_going returning f.key into v_key;
  if v_key is not null and p_kind in ('cover', 'picture', 'audio') then
    insert into public.unused_files (key, kind, remove_after) values (v_key, 'original', now());
  end if;
  return v_key;
end
$$;

-- Returns the book that took a PDF, or the book without a PDF that took a cover, so that a repeated request finds the book that it created.
create function public.get_ebook_by_upload(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.admin_ebook_json(b) from public.ebook_files f join public.ebooks_metadata b on b.id = f.ebook_id
      where split_part(f.key, '/', 2) = p_id::text and f.replaced_at is null
    union all
    select public.admin_ebook_json(b) from public.ebooks_metadata b
      where not b.has_file and b.cover_version = left(replace(p_id::text, '-', ''), 12)
    limit 1);
end
$$;

-- Returns whether an unused upload can be the cover of the book with this file name. The name is part of the key of a cover.
create function public.is_cover_of(p_id uuid, p_filename text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.unused_files f where f.upload_id = p_id and f.kind = 'cover' and not f.is_going
    and f.key = public.cover_key(p_filename, left(replace(p_id::text, '-', ''), 12)));
end
$$;

-- Schedules the removal of a file. The file is not removed at once, because readers may still have it open.
create function public.retire_file(p_key text, p_kind text, p_after interval) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.unused_files (key, kind, remove_after) values (p_key, p_kind, now() + p_after)
    on conflict (key, kind) do update set remove_after = excluded.remove_after
$$;

-- Claims unused files that are due, so that no book can take them any more. Replaced files of books become unused when the owner can no
-- longer restore them. Never returns a file that a book has, a picture in a text, or a cover or episode picture that a newsletter issue
-- showed, whatever `unused_files` says.
create function public.claim_unused_files(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_files jsonb;
begin
  with expired as (
    delete from public.ebook_files f where f.replaced_at <= now() - public.rule('keep_replaced_files') returning f.key, f.format
  )
  insert into public.unused_files (key, kind, remove_after) select e.key, e.format, now() from expired e
    on conflict (key, kind) do update set remove_after = excluded.remove_after;
  with due as (
    select f.key, f.kind from public.unused_files f
      where f.remove_after <= now() and not public.is_put_off('unused_files', f.key)
        and not exists (select from public.ebook_files e where e.key = f.key)
        and not (f.kind = 'post_picture' and exists (select from public.post_picture_uses u where u.key = f.key))
        and not (f.kind in ('cover', 'picture') and exists (select from public.campaign_covers c where c.key = f.key))
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

-- Deletes the row of an unused file after the file was removed from storage.
create function public.drop_file(p_key text, p_kind text) returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.unused_files where key = p_key and kind = p_kind and is_going $$;

-- Replaces the book's cover by an upload. A cover that was uploaded for another file name is refused.
create function public.replace_ebook_cover(p_actor jsonb, p_id text, p_revision integer, p_cover_id uuid, p_cover_color text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  if not public.is_cover_of(p_cover_id, v_before->>'filename') then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if public.take_upload(p_cover_id, 'cover') is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  perform public.retire_file(public.cover_key(b.filename, b.cover_version), 'cover', public.rule('keep_replaced_files'))
    from public.ebooks_metadata b where b.id = p_id and b.cover_version is not null;
  update public.ebooks_metadata
    set cover_version = left(replace(p_cover_id::text, '-', ''), 12), cover_color = p_cover_color, revision = revision + 1
    where id = p_id;
  perform public.write_audit_log(p_actor, 'ebook_cover_replaced', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Stores a file as the book's next version in this format. The caller holds the row lock of the book. The first file is not announced,
-- because readers get news of the book's launch.
create function public.set_ebook_file(
  p_actor jsonb, p_id text, p_format text, p_key text, p_bytes bigint, p_facts jsonb, p_tell_owners boolean, p_restored_version integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  v_before jsonb;
  v_version integer;
begin
  select b.* into v_book from public.ebooks_metadata b where b.id = p_id;
  v_before := public.ebook_facts(v_book);
  update public.ebook_files f set replaced_at = now()
    where f.ebook_id = p_id and f.format = p_format and f.replaced_at is null
    returning f.version + 1 into v_version;
  v_version := coalesce(v_version, 1);
  insert into public.ebook_files (ebook_id, format, version, key, bytes, facts)
    values (p_id, p_format, v_version, p_key, p_bytes, p_facts);
  update public.ebooks_metadata set has_file = true, revision = revision + 1, changed_at = now() where id = p_id;
  if p_tell_owners and public.is_out(v_book) then
    insert into public.ebook_announcements (ebook_id, version) values (p_id, v_version);
  end if;
  perform public.write_audit_log(p_actor, 'ebook_file_replaced', 'ebook', p_id, v_before,
      public.ebook_facts(b) || jsonb_strip_nulls(jsonb_build_object('restored_version', p_restored_version)))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- Replaces the book's PDF by an upload, and announces it to the readers if the admin wants that.
create function public.replace_ebook_pdf(
  p_actor jsonb, p_id text, p_revision integer, p_pdf_id uuid, p_pages integer, p_tell_owners boolean,
  p_has_outline boolean default false, p_bytes integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_key text;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  v_key := public.take_upload(p_pdf_id, 'pdf');
  if v_key is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  return public.set_ebook_file(p_actor, p_id, 'pdf', v_key, p_bytes,
    jsonb_build_object('pages', p_pages, 'has_outline', p_has_outline), p_tell_owners, null);
end
$$;

-- Returns the versions of a format that the owner can still restore.
create function public.kept_versions(p_id text, p_format text) returns setof public.ebook_files
language sql stable security definer set search_path = ''
as $$
  select f.* from public.ebook_files f
    where f.ebook_id = p_id and f.format = p_format and f.replaced_at > now() - public.rule('keep_replaced_files')
$$;

-- Makes a kept version the book's PDF again, as its next version. The row lock serializes this with the removal of the version.
create function public.restore_ebook_pdf(p_actor jsonb, p_id text, p_revision integer, p_version integer, p_tell_owners boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_file public.ebook_files;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  delete from public.ebook_files f
    where f.ebook_id = p_id and f.format = 'pdf' and f.version = p_version
      and f.version in (select k.version from public.kept_versions(p_id, 'pdf') k)
    returning * into v_file;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  return public.set_ebook_file(p_actor, p_id, 'pdf', v_file.key, v_file.bytes, v_file.facts, p_tell_owners, p_version);
end
$$;

-- Returns `EbookVersionsSchema` of contracts/admin-ebooks.ts. Refusal: `not_found`.
create function public.list_kept_versions(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('versions', coalesce((
      select jsonb_agg(jsonb_build_object('version', f.version, 'pages', f.facts->'pages', 'bytes', f.bytes, 'replacedAt', f.replaced_at,
          'keptUntil', f.replaced_at + public.rule('keep_replaced_files')) order by f.version desc)
        from public.kept_versions(b.id, 'pdf') f), '[]'))
      from public.ebooks_metadata b where b.id = p_id), public.refusal('not_found'));
end
$$;

-- Returns the key of a kept version and the file name for its download, or null.
create function public.get_kept_version_file(p_id text, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('filename', b.filename, 'key', f.key)
      from public.kept_versions(p_id, 'pdf') f join public.ebooks_metadata b on b.id = f.ebook_id where f.version = p_version);
end
$$;

-- Returns the key of the current PDF of the book with this id or this file name, and the file name for its download, or null.
create function public.get_ebook_file(p_id text default null, p_filename text default null) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('filename', b.filename, 'key', f.key)
      from public.ebooks_metadata b
      join public.ebook_files f on f.ebook_id = b.id and f.format = 'pdf' and f.replaced_at is null
      where b.id = p_id or b.filename = p_filename);
end
$$;

-- Queues the email about a new version to the next portion of readers who were not erased. Each reader gets one email for a version, at the
-- address and in the language of the latest order or imported purchase. Returns false if no version is left. A book that fails does not
-- stop the others.
create function public.announce_version(p_limit integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_next public.ebook_announcements;
  v_uids text[];
begin
  select * into v_next from public.ebook_announcements a
    where not public.is_put_off('ebook_announcements', a.ebook_id) order by ebook_id, version limit 1 for update skip locked;
  if not found then
    return false;
  end if;
  begin
    v_uids := array(
      select distinct r.uid from public.current_entitlements r
        where r.ebook_id = v_next.ebook_id and r.uid > v_next.told_up_to
        order by r.uid limit p_limit
    );
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'ebook_updated:' || v_next.ebook_id || ':' || v_next.version || ':' || owner.uid, 'ebook_updated', r.email, r.locale,
          jsonb_build_object('title', b.title, 'buyer_name', r.name) || r.link
        from unnest(v_uids) as owner (uid)
        join public.ebooks_metadata b on b.id = v_next.ebook_id
        cross join lateral (
          select case when o.holder <> owner.uid then u.email else coalesce(o.buyer_email, i.email) end as email,
              coalesce(case when o.holder = owner.uid then o.buyer_name end, u.name, '') as name, coalesce(o.locale, i.locale) as locale,
              case when o.holder = owner.uid and o.buyer_uid is null then jsonb_build_object('id', o.id, 'link_generation', o.link_generation)
                else '{}' end as link
            from public.current_entitlements r
            left join public.orders o on o.id = r.by_id
            left join public.imported_purchases i on i.id = r.by_id
            left join public.users u on u.uid = owner.uid
            where r.uid = owner.uid and r.ebook_id = v_next.ebook_id
            order by r.granted_at desc, o.number desc nulls last limit 1
        ) r
        where r.email is not null and not public.is_erased_reader(owner.uid)
      on conflict (key) do nothing;
    if cardinality(v_uids) < p_limit then
      delete from public.ebook_announcements where ebook_id = v_next.ebook_id and version = v_next.version;
    else
      update public.ebook_announcements set told_up_to = v_uids[p_limit] where ebook_id = v_next.ebook_id and version = v_next.version;
    end if;
    perform public.clear_failed_work('ebook_announcements', v_next.ebook_id);
  exception when others then
    perform public.note_failed_work('ebook_announcements', v_next.ebook_id, v_next.ebook_id, sqlerrm, sqlstate ~ '^(08|25|40|53|57|58)');
  end;
  return true;
end
$$;
