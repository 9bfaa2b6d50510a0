-- Books whose buyers decide what to give, and the cart of an account.

alter table public.ebook_prices add column suggested_minor integer;
alter table public.ebook_prices add constraint ebook_prices_suggestion check (suggested_minor >= greatest(amount_minor, 1));

drop function public.set_ebook_prices(text, jsonb);
drop function public.prices_below_sale(text, jsonb);

-- A price that is given as null goes; one that is not named stays, as those of currencies that are not sold. `p_suggested`: those of these
-- prices whose buyer decides; without it that stays as it is.
create function public.set_ebook_prices(p_id text, p_prices jsonb, p_suggested jsonb default null) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ebook_prices p where p.ebook_id = p_id and p_prices->p.currency = 'null';
  insert into public.ebook_prices (ebook_id, currency, amount_minor, suggested_minor)
    select p_id, e.key, e.value::integer, (p_suggested->>e.key)::integer from jsonb_each_text(p_prices) e where e.value is not null
    on conflict (ebook_id, currency) do update set amount_minor = excluded.amount_minor,
      suggested_minor = case when p_suggested is null then ebook_prices.suggested_minor else excluded.suggested_minor end
$$;

-- Those currencies in which a book would cost no more than in its sale, or what its buyer decides.
create function public.prices_below_sale(p_ebook_id text, p_prices jsonb, p_suggested jsonb default null) returns text[]
language sql stable security definer set search_path = ''
as $$
  select array(select distinct s.currency from public.ebook_sales s
    where s.ebook_id = p_ebook_id and s.ends_at > now()
      and ((p_prices->>s.currency)::integer <= s.amount_minor or p_suggested->>s.currency is not null))
$$;

-- Whether the catalogue sells a copy of a quote for what it costs there: { list, now, paid }. Where the buyer decides, nothing takes off of it.
create function public.is_price_of(price public.ebook_prices, p_copy jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select coalesce(case
    when price.suggested_minor is null
      then (price.amount_minor, public.price_now(price)) = ((p_copy->>'list')::bigint, coalesce(p_copy->'now', p_copy->'list')::bigint)
    else (p_copy->>'list')::bigint >= price.amount_minor
      and (p_copy->'list', p_copy->'list') = (coalesce(p_copy->'now', p_copy->'list'), p_copy->'paid')
  end, false)
$$;

-- A book as visitors see it. `prices`: what it costs now in each currency in which it is sold; `sales`: which of them are lower for a while:
-- { list_minor, before_minor, ends_at }, see `price_before`; `suggested`: where its buyer decides, `prices` being the least. `default_currency` is the owner's choice, null while there is none.
create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
    'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce(cost.prices, '{}'), 'sales', coalesce(cost.sales, '{}'), 'suggested', coalesce(cost.suggested, '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
    || public.bundles_json(book.id)
  from (
    select jsonb_object_agg(p.currency, coalesce(s.amount_minor, p.amount_minor)) as prices,
        jsonb_object_agg(p.currency, jsonb_build_object('list_minor', p.amount_minor,
          'before_minor', public.price_before(p.ebook_id, p.currency, now()), 'ends_at', s.ends_at)) filter (where s.ebook_id is not null) as sales,
        jsonb_object_agg(p.currency, p.suggested_minor) filter (where p.suggested_minor is not null) as suggested
      from public.ebook_prices p
      left join public.ebook_sales s on s.ebook_id = p.ebook_id and s.currency = p.currency and s.starts_at <= now() and s.ends_at > now()
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())
  ) cost
$$;

-- A book as its owner works on it: with what visitors see, and what they do not. `prices` are those outside of sales.
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
      or exists (select from public.imported_purchases i where i.ebook_id = book.id))
$$;

-- Makes a book of two uploads. Its file's name is the PDF's; its id is the first free one of `p_id`, `p_id`-2, and so on. A cover that was
-- sent for another file name is none.
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
  select f.key, regexp_replace(f.key, '^.*/', '') into v_pdf_key, v_filename
    from public.unused_files f where f.upload_id = p_pdf_id and f.kind = 'pdf' and not f.is_going for update;
  if not found then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if not public.is_cover_of(p_cover_id, v_filename) then
    return jsonb_build_object('outcome', 'upload_gone', 'file', 'cover');
  end if;
  for attempt in 2..1000 loop
    insert into public.ebooks_metadata (id, title, description, author, language, pages, has_outline, file_bytes, filename, pdf_key,
        cover_version, cover_color, state)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', p_pages, p_has_outline, p_bytes,
        v_filename, v_pdf_key,
        left(replace(p_cover_id::text, '-', ''), 12), p_cover_color, p_book->>'state')
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

-- Changes what is written of a book; only what `p_book` names. `outcome`: `changed_meanwhile` when another admin changed it;
-- `not_above_sale`: in these `currencies` it would cost no more than in its sale, or what its buyer decides.
create or replace function public.edit_ebook(p_actor jsonb, p_id text, p_revision integer, p_book jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if public.prices_below_sale(p_id, p_book->'prices', p_book->'suggested') <> '{}' then
    return jsonb_build_object('outcome', 'not_above_sale',
      'currencies', public.prices_below_sale(p_id, p_book->'prices', p_book->'suggested'));
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  update public.ebooks_metadata set title = p_book->>'title', description = p_book->>'description', author = p_book->>'author',
    language = p_book->>'language', state = p_book->>'state', revision = revision + 1 where id = p_id;
  perform public.set_ebook_prices(p_id, p_book->'prices', p_book->'suggested');
  perform public.note_admin_change(p_actor, 'ebook_edited', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- A sale is below the price, whichever of both changes, and where the buyer decides there is none.
create or replace function public.sales_are_below_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (
    select from public.ebook_sales s join public.ebook_prices p on p.ebook_id = s.ebook_id and p.currency = s.currency
      where s.ebook_id = new.ebook_id and s.currency = new.currency and s.ends_at > now()
        and (s.amount_minor >= p.amount_minor or p.suggested_minor is not null)
  ) then
    raise exception 'a sale of % is not below its price', new.ebook_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;

-- Puts `p_sale`, { starts_at, ends_at, prices }, in the place of the sale that runs or is planned; null ends that. What begins before now
-- begins now, or when the running sale did. outcome `not_below`: no sale, in `currencies`; `over`: its end is past, or before its start.
create or replace function public.set_ebook_sale(p_actor jsonb, p_id text, p_revision integer, p_sale jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
  v_starts_at timestamptz := greatest((p_sale->>'starts_at')::timestamptz, now());
  v_ends_at timestamptz := (p_sale->>'ends_at')::timestamptz;
  v_currencies text[];
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if v_ends_at <= v_starts_at then
    return jsonb_build_object('outcome', 'over');
  end if;
  v_currencies := array(select e.key from jsonb_each_text(p_sale->'prices') e where not exists (
    select from public.ebook_prices p where p.ebook_id = p_id and p.currency = e.key and p.amount_minor > e.value::integer
      and p.suggested_minor is null));
  if v_currencies <> '{}' then
    return jsonb_build_object('outcome', 'not_below', 'currencies', to_jsonb(v_currencies));
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  if v_starts_at = now() then
    v_starts_at := coalesce(
      (select min(s.starts_at) from public.ebook_sales s where s.ebook_id = p_id and s.starts_at <= now() and s.ends_at > now()), now());
  end if;
  delete from public.ebook_sales s where s.ebook_id = p_id and s.ends_at > now();
  insert into public.ebook_sales (ebook_id, currency, amount_minor, starts_at, ends_at)
    select p_id, e.key, e.value::integer, v_starts_at, v_ends_at from jsonb_each_text(p_sale->'prices') e;
  update public.ebooks_metadata set revision = revision + 1 where id = p_id;
  perform public.note_admin_change(p_actor, case when p_sale is null then 'ebook_sale_ended' else 'ebook_sale_set' end, 'ebook', p_id,
      v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- What a quote is made of beside the cart and its prices: the coupon of this code with what is against it, null for a code that there is
-- not; bundles that are on and have a book of the cart; and which of their books the buyer owns. `prices`: those of the cart's books that
-- are sold, with what is suggested where the buyer decides.
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
        from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id and b.state = 'published' and b.is_priced
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

-- Decides what a checkout of this cart is. `p_quote`: { copies: [{ id, no, list, now, paid, reasons }], subtotal, discounts, total, seen }, amounts in minor
-- units; it alone says what is paid, and is stored when list prices and prices now are the catalogue's, its promotions (`p_promotions`, see
-- lock_promotions) are as they were, and the buyer saw its total (`seen`; null when that is not known). While an API of before runs beside the new
-- one, it says `p_items` instead: [{ id, quantity, price }], each once. Of a book the buyer gets one copy; the others are gifts, see mark_gifts.
-- `p_came_from`: { source, campaign } of the visit, for a new order; null when nothing is told of it. Without an account
-- `p_buyer_uid` is null, and `p_guest_digest` says in which browser it is bought.
-- outcome `quote_changed`: prices or books changed, with what is true now; `attempt_reused`: the attempt belongs to another cart;
-- `settled`: the attempt is paid or being paid already, in `order`; `bought`: the buyer has `ebooks` of this cart, or waits to pay
-- them; `close_first`: `orders` are drafts that must be closed before this is asked again; `free`: `order` costs nothing and is the
-- buyer's now; `opened`: `order` is the draft to be paid, new or from before, and `superseded` are older drafts that share a book with it,
-- to be closed first.
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
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced
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


-- The cart of an account, the same wherever its owner is signed in. A visitor's is on the device alone.

create table public.kept_carts (
  uid text primary key,
  -- [{ id, quantity, gift, chosen }], as the contract has them: titles and prices are always read anew.
  lines jsonb not null check (jsonb_typeof(lines) = 'array' and jsonb_array_length(lines) <= 50),
  -- Counts changes: a device that knows an older one reads this one first.
  revision integer not null default 1,
  changed_at timestamptz not null default now()
);
alter table public.kept_carts enable row level security;
create index kept_carts_oldest on public.kept_carts (changed_at);

-- The cart of an account; of revision 0 where none is kept.
create function public.get_kept_cart(p_uid text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((select jsonb_build_object('lines', k.lines, 'revision', k.revision) from public.kept_carts k where k.uid = p_uid),
    '{"lines": [], "revision": 0}')
$$;

-- Keeps a cart in the place of the one of `p_revision`, and answers it; null when that is another one meanwhile.
create function public.save_kept_cart(p_uid text, p_revision integer, p_lines jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- As for `delete_account`: nothing comes after it.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if coalesce((select k.revision from public.kept_carts k where k.uid = p_uid for update), 0) <> p_revision
    or exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return null;
  end if;
  insert into public.kept_carts as k (uid, lines) values (p_uid, p_lines)
    on conflict (uid) do update set lines = excluded.lines, revision = k.revision + 1, changed_at = now();
  return public.get_kept_cart(p_uid);
end
$$;

-- What is bought leaves the cart on every device (trigger of `orders`). What waits for its payment may be wanted again when that lapses.
create function public.take_out_bought() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = new.id);
begin
  update public.kept_carts k
    set revision = k.revision + 1, changed_at = now(),
      lines = (select coalesce(jsonb_agg(l order by n), '[]') from jsonb_array_elements(k.lines) with ordinality l (l, n) where l->>'id' <> all (v_ids))
    where k.uid = new.buyer_uid and exists (select from jsonb_array_elements(k.lines) l where l->>'id' = any (v_ids));
  return null;
end
$$;

create trigger take_out_bought after update of state on public.orders for each row
  when (old.state in ('open', 'waiting') and new.state = 'paid') execute function public.take_out_bought();

-- It ends with the account.
create function public.forget_kept_cart() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.kept_carts k where k.uid = new.uid;
  return null;
end
$$;

create trigger accounts_forget_kept_cart after insert or update on public.accounts
  for each row when (new.deleted_at is not null) execute function public.forget_kept_cart();

-- Forgets carts that nobody changed for long.
create function public.sweep_kept_carts() returns void
language sql volatile security definer set search_path = ''
as $$ delete from public.kept_carts where changed_at < now() - public.rule('keep_carts') $$;

insert into public.rules (name, duration, reason) values ('keep_carts', '90 days', 'privacy page: after the last change');
