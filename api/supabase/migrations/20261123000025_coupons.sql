-- Coupons and bundles: what makes a purchase cheaper, held when the draft is written, used when it is paid, given back when it is not.
set check_function_bodies = off;

alter table public.admin_changes drop constraint admin_changes_subject_kind_check;
alter table public.admin_changes add constraint admin_changes_subject_kind_check
  check (subject_kind in ('order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team', 'import', 'person',
    'post', 'promotion'));

create table public.coupons (
  id uuid primary key default gen_random_uuid(),
  -- Never changed and never given again.
  code text not null unique check (code ~ '^[A-Z0-9-]{3,32}$'),
  -- Null: an amount in each currency, see coupon_amounts.
  percent integer check (percent between 1 and 100),
  -- The books that it makes cheaper; null for every book.
  ebook_ids text[] check (cardinality(ebook_ids) > 0),
  starts_at timestamptz,
  ends_at timestamptz,
  -- How often it may be used in all, and by one buyer.
  max_uses integer check (max_uses > 0),
  max_per_buyer integer check (max_per_buyer > 0),
  first_purchase boolean not null default false,
  -- Whether it also takes off of copies that are reduced already.
  stacks boolean not null default false,
  -- Raised with each change: a quote is stored with the terms that it was made of, or not at all.
  revision integer not null default 1,
  -- How many of its uses are held or used, see count_coupon_use.
  taken integer not null default 0 check (taken >= 0),
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  check (starts_at < ends_at)
);
create index coupons_newest on public.coupons (created_at desc, id desc);

-- In a currency: what is taken off, null for a percentage; and from which sum on, of the books that it makes cheaper.
create table public.coupon_amounts (
  coupon_id uuid not null references public.coupons (id) on delete cascade,
  currency text not null references public.currencies (code),
  minor integer check (minor > 0),
  minimum_minor integer not null default 0 check (minimum_minor >= 0),
  primary key (coupon_id, currency)
);

-- Books that cost less together. A book that the reader owns counts as one of them.
create table public.bundles (
  id uuid primary key default gen_random_uuid(),
  title text not null check (char_length(title) between 1 and 80),
  ebook_ids text[] not null check (cardinality(ebook_ids) between 2 and 20),
  percent integer not null check (percent between 1 and 90),
  starts_at timestamptz,
  ends_at timestamptz,
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  archived_at timestamptz,
  check (starts_at < ends_at)
);
create index bundles_of_books on public.bundles using gin (ebook_ids) where archived_at is null;
create trigger note_purge after insert or update or delete on public.bundles for each row execute function public.note_purge('ebooks');

-- Whether a bundle makes anything cheaper now.
create function public.is_on(b public.bundles) returns boolean
language sql stable security definer set search_path = ''
as $$ select b.archived_at is null and coalesce(b.starts_at <= now(), true) and coalesce(b.ends_at > now(), true) $$;

-- The bundles of a book that are on, under a key that is there only with one: most books have none, and their pages carry nothing of it.
create function public.bundles_json(p_ebook_id text) returns jsonb
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
      and (select count(*) from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.state = 'published') = cardinality(b.ebook_ids)
$$;

-- A coupon by its terms. `amounts`: { currency: { minor, minimum_minor } }.
create function public.coupon_json(c public.coupons) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select to_jsonb(c) - 'taken' || jsonb_build_object('amounts', (
    select coalesce(jsonb_object_agg(a.currency, jsonb_build_object('minor', a.minor, 'minimum_minor', a.minimum_minor)), '{}')
      from public.coupon_amounts a where a.coupon_id = c.id))
$$;

-- Why this buyer cannot use a coupon now, whatever is in the cart; null when nothing is against it. What a buyer holds who has not paid yet
-- is given back before it is taken again, and blocks other buyers only. `p_uid` null: not known.
create function public.coupon_obstacle(c public.coupons, p_uid text, p_email text) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when c.archived_at is not null then 'unknown'
    when c.starts_at > now() then 'not_yet'
    when c.ends_at <= now() then 'over'
    when p_uid is not null and c.first_purchase and exists (
      select from public.orders o
        where (o.buyer_uid = p_uid or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.paid_at is not null) then 'first_purchase'
    when p_uid is not null and c.max_per_buyer <= (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where (o.buyer_uid = p_uid or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email))
          and u.coupon_id = c.id and u.state <> 'released' and not (o.buyer_uid = p_uid and o.state = 'open')) then 'used_by_you'
    when c.max_uses <= c.taken - (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where o.buyer_uid = p_uid and o.state = 'open' and u.coupon_id = c.id and u.state = 'held') then 'used_up'
  end
$$;

-- What a quote is made of beside the cart and its prices: the coupon of this code with what is against it, null for a code that there is
-- not; bundles that are on and have a book of the cart; and which of their books the buyer owns. `prices`: those of the cart's books that are sold.
create function public.get_quote_facts(p_ebook_ids text[], p_currency text, p_code text, p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with offers as (
    select b.* from public.bundles b
      where b.archived_at is null and b.ebook_ids && p_ebook_ids and public.is_on(b)
  )
  select jsonb_build_object(
    'prices', (
      select coalesce(jsonb_object_agg(p.ebook_id, jsonb_build_object('list', p.amount_minor, 'now', public.price_now(p))), '{}')
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

-- The owner's list --------------------------------------------------------------------------------------------------------------------

-- A coupon with what became of it: uses in orders that were paid, that may be paid, and that were paid after their use had gone to another;
-- `sums` of the paid ones by currency: what was kept, and what the coupon took off.
create function public.admin_coupon_json(c public.coupons) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.coupon_json(c) || jsonb_build_object(
    'used', count(*) filter (where u.state = 'used'),
    'held', count(*) filter (where u.state = 'held'),
    'beyond', count(*) filter (where u.is_beyond),
    'sums', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.currency), '[]')
        from (
          select o.currency, sum(o.total_minor - o.refunded_minor) as revenue_minor, sum((
              select coalesce(sum((d->>'minor')::bigint), 0) from jsonb_array_elements(o.quote->'discounts') d
                where d->>'kind' = 'coupon')) as discount_minor
            from public.coupon_uses x join public.orders o on o.id = x.order_id
            where x.coupon_id = c.id and x.state = 'used' group by o.currency
        ) s))
    from public.coupon_uses u where u.coupon_id = c.id
$$;

-- A page of the coupons, newest first; those that are over for good (`p_is_archived`) or the others.
create function public.list_coupons(p_is_archived boolean, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page public.coupons[];
begin
  execute format(
    'select array(select c from public.coupons c where (c.archived_at is not null) = $4 and ($1 is null or (c.created_at, c.id) %s ($1, $2))
      order by c.created_at %s, c.id %s limit $3)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'asc' else 'desc' end,
    case when p_is_backwards then 'asc' else 'desc' end)
    into v_page using p_at, p_id, p_size + 1, p_is_archived;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'coupons', (
    select coalesce(jsonb_agg(public.admin_coupon_json(c) order by c.created_at desc, c.id desc), '[]') from unnest(v_page[:p_size]) c));
end
$$;

-- Writes a coupon, a new one when `p_id` is null. `p_terms`: as coupon_json has them, without id and revision; the code of one that is there stays.
-- outcome `saved`; `taken`: the code is another coupon's, also an archived one's; `unknown_ebook`; `changed_meanwhile`: it has not the revision any more
-- that was seen, or was archived.
create function public.save_coupon(p_actor jsonb, p_id uuid, p_revision integer, p_terms jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_terms public.coupons := jsonb_populate_record(null::public.coupons, p_terms);
  v_coupon public.coupons;
  v_before jsonb;
begin
  if exists (select from unnest(v_terms.ebook_ids) e where not exists (select from public.ebooks_metadata b where b.id = e)) then
    return jsonb_build_object('outcome', 'unknown_ebook');
  end if;
  if p_id is null then
    insert into public.coupons (code, percent, ebook_ids, starts_at, ends_at, max_uses, max_per_buyer, first_purchase, stacks)
      values (v_terms.code, v_terms.percent, v_terms.ebook_ids, v_terms.starts_at, v_terms.ends_at, v_terms.max_uses, v_terms.max_per_buyer,
        v_terms.first_purchase, v_terms.stacks)
      on conflict (code) do nothing returning * into v_coupon;
    if not found then
      return jsonb_build_object('outcome', 'taken');
    end if;
  else
    select c.* into v_coupon from public.coupons c where c.id = p_id and c.revision = p_revision and c.archived_at is null for update;
    if not found then
      return jsonb_build_object('outcome', 'changed_meanwhile');
    end if;
    v_before := public.coupon_json(v_coupon);
    update public.coupons c
      set (percent, ebook_ids, starts_at, ends_at, max_uses, max_per_buyer, first_purchase, stacks, revision) = (v_terms.percent,
        v_terms.ebook_ids, v_terms.starts_at, v_terms.ends_at, v_terms.max_uses, v_terms.max_per_buyer, v_terms.first_purchase,
        v_terms.stacks, c.revision + 1)
      where c.id = p_id returning * into v_coupon;
    delete from public.coupon_amounts a where a.coupon_id = p_id;
  end if;
  insert into public.coupon_amounts (coupon_id, currency, minor, minimum_minor)
    select v_coupon.id, a.key, (a.value->>'minor')::integer, (a.value->>'minimum_minor')::integer from jsonb_each(p_terms->'amounts') a;
  perform public.note_admin_change(p_actor, case when p_id is null then 'coupon_added' else 'coupon_edited' end, 'promotion', v_coupon.id::text,
    v_before - array['id', 'revision', 'created_at'], public.coupon_json(v_coupon) - array['id', 'revision', 'created_at']);
  return jsonb_build_object('outcome', 'saved', 'coupon', public.admin_coupon_json(v_coupon));
end
$$;

-- Nobody can use the coupon or the bundle any more; payment pages that are open keep their price. False when there is none that could be archived.
create function public.archive_promotion(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_name text;
begin
  update public.coupons c set archived_at = now(), revision = c.revision + 1 where c.id = p_id and c.archived_at is null returning c.code into v_name;
  if v_name is null then
    update public.bundles b set archived_at = now(), revision = b.revision + 1 where b.id = p_id and b.archived_at is null returning b.title into v_name;
  end if;
  if v_name is null then
    return false;
  end if;
  perform public.note_admin_change(p_actor, 'promotion_archived', 'promotion', p_id::text, null, null);
  return true;
end
$$;

-- The bundles that are not archived, newest first; a shop has few.
create function public.list_bundles() returns jsonb
language sql stable security definer set search_path = ''
as $$ select coalesce(jsonb_agg(to_jsonb(b) order by b.created_at desc, b.id), '[]') from public.bundles b where b.archived_at is null $$;

-- Writes a bundle, as save_coupon does a coupon.
create function public.save_bundle(p_actor jsonb, p_id uuid, p_revision integer, p_terms jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_terms public.bundles := jsonb_populate_record(null::public.bundles, p_terms);
  v_bundle public.bundles;
  v_before jsonb;
begin
  if exists (select from unnest(v_terms.ebook_ids) e where not exists (select from public.ebooks_metadata b where b.id = e)) then
    return jsonb_build_object('outcome', 'unknown_ebook');
  end if;
  if p_id is null then
    insert into public.bundles (title, ebook_ids, percent, starts_at, ends_at)
      values (v_terms.title, v_terms.ebook_ids, v_terms.percent, v_terms.starts_at, v_terms.ends_at) returning * into v_bundle;
  else
    select b.* into v_bundle from public.bundles b where b.id = p_id and b.revision = p_revision and b.archived_at is null for update;
    if not found then
      return jsonb_build_object('outcome', 'changed_meanwhile');
    end if;
    v_before := to_jsonb(v_bundle);
    update public.bundles b
      set (title, ebook_ids, percent, starts_at, ends_at, revision) = (v_terms.title, v_terms.ebook_ids, v_terms.percent, v_terms.starts_at,
        v_terms.ends_at, b.revision + 1)
      where b.id = p_id returning * into v_bundle;
  end if;
  -- Pages that show it, when it begins and ends.
  insert into public.purges (tag, due_at)
    select 'ebooks', t.at + interval '5 seconds' from unnest(array[v_bundle.starts_at, v_bundle.ends_at]) t (at) where t.at > now();
  perform public.note_admin_change(p_actor, case when p_id is null then 'bundle_added' else 'bundle_edited' end, 'promotion', v_bundle.id::text,
    v_before - array['id', 'revision', 'created_at'], to_jsonb(v_bundle) - array['id', 'revision', 'created_at']);
  return jsonb_build_object('outcome', 'saved', 'bundle', to_jsonb(v_bundle));
end
$$;

create table public.coupon_uses (
  order_id uuid primary key references public.orders (id) on delete cascade,
  coupon_id uuid not null references public.coupons (id),
  state text not null default 'held' check (state in ('held', 'used', 'released')),
  -- Paid after the use had been given back and had gone to others: delivered all the same, and the owner sees it.
  is_beyond boolean not null default false
);
create index coupon_uses_of_coupon on public.coupon_uses (coupon_id, state);
create index coupon_uses_held on public.coupon_uses (order_id) where state = 'held';
-- Whom an address counts as in limits of coupons.
create index orders_by_mailbox on public.orders (public.mailbox_of(buyer_email));

-- Keeps `coupons.taken`.
create function public.count_coupon_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.coupons c set taken = c.taken + (coalesce(new.state, 'released') <> 'released')::integer - (coalesce(old.state, 'released') <> 'released')::integer
    where c.id = coalesce(new.coupon_id, old.coupon_id) and (coalesce(new.state, 'released') = 'released') <> (coalesce(old.state, 'released') = 'released');
  return null;
end
$$;
create trigger count_coupon_use after insert or update of state or delete on public.coupon_uses
  for each row execute function public.count_coupon_use();

-- What becomes of an order becomes of the use of its coupon, whoever changes the order. The coupon is locked after the order and before
-- the sums, as by who opens one: by its name this trigger is the first.
create function public.close_coupon_use() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_coupon public.coupons;
begin
  select c.* into v_coupon from public.coupons c
    where c.id = (select u.coupon_id from public.coupon_uses u where u.order_id = new.id) for update;
  update public.coupon_uses u
    set state = case when new.paid_at is not null then 'used' else 'released' end,
      is_beyond = u.is_beyond or (u.state = 'released' and new.paid_at is not null and v_coupon.taken >= v_coupon.max_uses)
    where u.order_id = new.id and u.state <> case when new.paid_at is not null then 'used' else 'released' end;
  return null;
end
$$;
create trigger close_coupon_use after update of state on public.orders for each row
  when (old.state <> new.state and (new.paid_at is not null or new.state in ('expired', 'failed'))) execute function public.close_coupon_use();

-- The coupon of an order, or null. `is_limited`: others may wait for this use, so that it is not held for long.
create function public.order_coupon(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object('code', c.code, 'is_limited', c.max_uses is not null, 'is_beyond', u.is_beyond)
    from public.coupon_uses u join public.coupons c on c.id = u.coupon_id where u.order_id = p_order_id
$$;

-- Whether a draft holds a use of a limited coupon and has no payment page yet after 4 minutes: one that is opened now would not be open
-- for as long as the provider wants.
create function public.is_held_in_vain(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state = 'open' and o.session_id is null and o.created_at < now() - interval '4 minutes'
    and coalesce((public.order_coupon(o.id)->>'is_limited')::boolean, false)
$$;

-- Ends drafts that hold a use in vain, so that others can have it.
create function public.drop_held_drafts() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.orders o set state = 'expired'
    where o.id in (
      select d.id from public.coupon_uses u join public.orders d on d.id = u.order_id
        where u.state = 'held' and d.session_id is null and public.is_held_in_vain(d) for update of d skip locked)
$$;

-- Whether a draft is on the terms of these promotions, and a payment page can still be opened for it.
create function public.fits_promotions(o public.orders, p_promotions jsonb) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not public.is_held_in_vain(o) and (
    select u.coupon_id from public.coupon_uses u where u.order_id = o.id) is not distinct from (p_promotions->'coupon'->>'id')::uuid
$$;

-- Locks what a new draft is promised, and says why the draft cannot be written: its outcome of `open_order`, or null. `p_promotions`: { coupon, bundles }
-- with id and revision of each that the quote was made of. `close_first`: this buyer's drafts with the same coupon, and where nothing is to be paid
-- those that sell one of the books, which must not be paid beside it. Called before the draft is inserted and after whatever locks an order.
create function public.lock_promotions(p_promotions jsonb, p_quote jsonb, p_uid text, p_email text, p_buyer_key text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_coupon_id uuid := (p_promotions->'coupon'->>'id')::uuid;
  v_coupon public.coupons;
  v_orders jsonb;
begin
  select jsonb_agg(public.order_json(o)) into v_orders
    from public.orders o
    where o.buyer_key = p_buyer_key and o.state = 'open' and (
      exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = v_coupon_id)
      or (p_quote->>'total' = '0' and exists (
        select from public.order_copies x join jsonb_array_elements(p_quote->'copies') c on c->>'id' = x.ebook_id where x.order_id = o.id)));
  if v_orders is not null then
    return jsonb_build_object('outcome', 'close_first', 'orders', v_orders);
  end if;
  select c.* into v_coupon from public.coupons c where c.id = v_coupon_id for update;
  if found and (v_coupon.revision <> (p_promotions->'coupon'->>'revision')::integer
      or public.coupon_obstacle(v_coupon, p_uid, p_email) is not null)
    or exists (
      select from jsonb_array_elements(p_promotions->'bundles') x
        where not exists (
          select from public.bundles b
            where b.id = (x->>'id')::uuid and b.revision = (x->>'revision')::integer and public.is_on(b))) then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', '[]'::jsonb);
  end if;
  return null;
end
$$;

alter table public.coupons enable row level security;
alter table public.coupon_amounts enable row level security;
alter table public.bundles enable row level security;
alter table public.coupon_uses enable row level security;

create or replace function public.admin_change_json(c public.admin_changes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after,
    'subject_name', case c.subject_kind
      when 'order' then (select o.number::text from public.orders o where o.id = c.subject_id::uuid)
      when 'ebook' then (select b.title from public.ebooks_metadata b where b.id = c.subject_id)
      when 'person' then (select p.email from public.people p where p.id = c.subject_id::uuid)
      when 'episode' then (select e.title from public.episodes e where e.id = c.subject_id)
      when 'post' then (select public.listed_post_json(p)->>'title' from public.posts p where p.id = c.subject_id::uuid)
      when 'promotion' then coalesce((select x.code from public.coupons x where x.id = c.subject_id::uuid),
        (select b.title from public.bundles b where b.id = c.subject_id::uuid))
    end)
$$;

create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
    'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())), '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
    || public.bundles_json(book.id)
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'discounts', coalesce(o.quote->'discounts', '[]'), 'coupon', public.order_coupon(o.id),
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'boleto', o.boleto, 'canceled_at', o.canceled_at, 'payment_method', o.payment_method, 'dispute_state', public.dispute_json(o)->>'state',
    'items', (
      select jsonb_agg(jsonb_build_object(
          -- `unit_minor` is for an API of before, which multiplies it.
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity, min(c.list_minor) as unit_minor,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor) order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;


create function public.settle_free(p_order_id uuid) returns jsonb
language sql volatile security definer set search_path = ''
as $$ select public.settle_order(p_order_id, 1, 'paid', null, 0, now())->'order' $$;
