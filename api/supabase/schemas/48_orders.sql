-- Orders and what was bought with them: how an order is opened, and the pages of its buyer.
set check_function_bodies = off;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null,
  session_id text unique,
  payment_intent_id text,
  -- Null for a guest; see 53_guests.sql.
  buyer_uid text,
  buyer_email text not null,
  buyer_name text not null default '',
  -- An order whose address was corrected, or that was bought without an account, waits for the account that has this verified address.
  claimable_by text,
  -- Of an order that was bought without an account: which of its secret links opens it, and the digest of the key that proves the browser
  -- in which it was bought, until another link is sent.
  link_generation integer check (link_generation > 0),
  guest_digest text check (guest_digest ~ '^[0-9a-f]{64}$'),
  -- Of such an order: the digest of what all tabs of that browser send with this address. It opens nothing; see buyer_keys.
  browser_digest text check (browser_digest ~ '^[0-9a-f]{64}$'),
  -- The buyer: an account, or a browser. An unconfirmed address is no buyer: it would tell of its owner's orders.
  buyer_key text generated always as (coalesce(buyer_uid, 'guest:' || guest_digest)) stored,
  -- Who reads what it gives: the buyer's account, or the holder of the link. A link is a reader like an account, with rights of its own.
  holder text not null generated always as (coalesce(buyer_uid, 'order:' || id)) stored,
  locale text not null check (locale in ('pt-BR', 'en')),
  -- The country that the buyer gave when paying.
  country text check (country ~ '^[A-Z]{2}$'),
  currency text not null references public.currencies (code),
  -- What its copies cost on the shelf, what was taken off, and what is paid; see copies_are_the_total.
  subtotal_minor integer not null,
  discount_minor integer not null default 0 check (discount_minor >= 0),
  total_minor integer not null check (total_minor >= 0),
  -- As the buyer saw it, without its copies: { subtotal, discounts, total }. Null for what was not sold here.
  quote jsonb,
  -- { minor, currency } that was paid where it is not the total: nothing is handed out for it, and the owner decides.
  received jsonb,
  -- What arrived of refunds, also of those made at Stripe; and what is on its way.
  refunded_minor integer not null default 0 check (refunded_minor between 0 and total_minor),
  refund_pending_minor integer not null default 0 check (refund_pending_minor between 0 and total_minor),
  state text not null default 'open'
    check (state in ('open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed', 'given')),
  -- The state that people read. An order that gave all its money back and left its buyer a copy keeps the state `partly_refunded`, which
  -- lets readers read, and is shown as refunded.
  shown_state text not null
    generated always as (case when state = 'partly_refunded' and refunded_minor = total_minor then 'refunded' else state end) stored,
  -- What the buyer accepted; empty for a book that was given.
  terms_version text not null,
  -- The kind of its payment page; null for an order without one, or one that the previous release opened.
  ui text check (ui in ('hosted', 'embedded')),
  -- The last request for its page, or the moment when a later cart superseded it (`is_superseded`). A superseded order is closed and gets no page.
  asked_at timestamptz not null default now(),
  is_superseded boolean not null default false,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  checked_at timestamptz,
  -- When the payment provider is asked next although it announced nothing.
  check_after timestamptz not null default now() + interval '1 minute',
  -- The number of the payment sync that was begun last, and of the one that the row shows (see settle_order).
  last_sync_no bigint not null default 0,
  applied_sync_no bigint not null default 0,
  -- What the buyer was given to pay with, until when, and what is needed for it: the boleto's digits or the Pix's code to copy, and where
  -- it is shown again. Afterwards only what it was and until when it could be paid.
  pay_with text check (pay_with in ('boleto', 'pix')),
  pay_by timestamptz,
  pay_code text,
  pay_url text,
  pay_pdf_url text,
  -- When the buyer gave it up. Stripe calls no boleto back, so that its money may come all the same.
  canceled_at timestamptz,
  -- { type, brand, last4 }
  payment_method jsonb,
  -- What Stripe kept of the payment; null until it says so.
  fee_minor integer check (fee_minor >= 0),
  -- What of it is a tax, as the IOF of a Pix.
  fee_tax_minor integer check (fee_tax_minor >= 0),
  -- Until it is paid or cannot be any more: { source, campaign } of the visit, see count_came_from. Null also when nothing was told of it.
  came_from jsonb check (came_from is null or came_from ?& array['source', 'campaign']),
  -- Since when Stripe refuses to show its dispute to our key.
  dispute_unread_since timestamptz,
  -- What the search looks through. The titles are those of the order's books, see note_titles.
  titles text not null default '',
  search_text text generated always as (public.to_search_text(buyer_name || ' ' || buyer_email || ' ' || titles)) stored,
  check (subtotal_minor = discount_minor + total_minor),
  check (buyer_uid is not null or link_generation is not null),
  unique (buyer_key, attempt_id)
);
create index orders_completed on public.orders (paid_at desc, id desc) where paid_at is not null;
create index orders_of_holder on public.orders (holder);
create index orders_of_buyer on public.orders (buyer_uid, created_at desc, id desc);
create index orders_unsettled on public.orders (check_after) where state in ('open', 'waiting');
create index orders_late on public.orders (created_at) where state in ('expired', 'failed') and payment_intent_id is not null;
create index orders_by_intent on public.orders (payment_intent_id) where payment_intent_id is not null;
create index orders_of_browser on public.orders (browser_digest) where browser_digest is not null;
create index orders_claimable on public.orders (claimable_by) where claimable_by is not null;
create index orders_search on public.orders using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off)
  where state not in ('open', 'expired');
create index orders_by_state on public.orders (shown_state, coalesce(paid_at, created_at) desc, id desc) where state not in ('open', 'expired');
create index orders_by_address on public.orders (public.to_search_text(buyer_email) text_pattern_ops) where state not in ('open', 'expired');
create index orders_fee_unread on public.orders (paid_at) where fee_minor is null and paid_at is not null;
create index orders_amount_differs on public.orders (checked_at) where received is not null;
create index orders_dispute_unread on public.orders (checked_at) where dispute_unread_since is not null;

-- Each copy that was sold or given, the unit of money and of right: what was paid for it is what its refund gives back, and nothing else is
-- added up for sums and receipts.
create table public.order_copies (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  -- Which copy of the book in its order, from 1. How many there may be, the contract decides; here is only a bound behind it.
  no integer not null check (no between 1 and 1000),
  title text not null,
  -- What it costs on the shelf, and what was paid for it; `reasons`: what made the difference.
  list_minor integer not null check (list_minor >= 0),
  paid_minor integer not null,
  reasons text[] not null default '{}',
  -- Its share of what was given back without naming a copy, as from Stripe's dashboard; see share_goodwill.
  goodwill_minor integer not null default 0,
  check (paid_minor between 0 and list_minor),
  check (goodwill_minor between 0 and paid_minor),
  unique (order_id, ebook_id, no)
);
create index order_copies_by_ebook on public.order_copies (ebook_id);

-- The copies are the order's sums when the transaction ends, by any writer. All is written by then: an order whose copies were added up
-- for one of them is not looked at for the next, or a cart would take the square of its copies.
create function public.copies_are_the_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid;
  v_looked_at text;
begin
  if tg_table_name = 'orders' then
    v_order_id := new.id;
  elsif tg_op = 'DELETE' then
    v_order_id := old.order_id;
  else
    v_order_id := new.order_id;
  end if;
  v_looked_at := v_order_id || ' ' || pg_current_xact_id();
  if current_setting('site.added_up', true) = v_looked_at then
    return null;
  end if;
  if exists (
    select from public.orders o
      cross join lateral (
        select sum(c.list_minor) as list, sum(c.paid_minor) as paid from public.order_copies c where c.order_id = o.id) s
      where o.id = v_order_id and s.list is not null and (o.subtotal_minor, o.total_minor) <> (s.list, s.paid)
  ) then
    raise exception 'the copies of order % are not its total', v_order_id using errcode = 'check_violation';
  end if;
  perform set_config('site.added_up', v_looked_at, true);
  return null;
end
$$;

create constraint trigger copies_are_the_total after insert or delete or update of order_id, list_minor, paid_minor on public.order_copies
  deferrable initially deferred for each row execute function public.copies_are_the_total();
create constraint trigger total_is_its_copies after update of subtotal_minor, total_minor on public.orders
  deferrable initially deferred for each row execute function public.copies_are_the_total();

-- What happened to an order. Nothing happens to one twice at the same moment.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('waiting', 'failed', 'canceled', 'refunded', 'refund_failed', 'disputed', 'taken_over', 'paid_twice')),
  happened_at timestamptz not null default now(),
  -- How much went back with a refund; negative when it came back because the buyer's bank refused it.
  amount_minor integer,
  constraint order_events_once unique (order_id, kind, happened_at)
);
create index order_events_refund_failed on public.order_events (order_id) where kind = 'refund_failed';
create index order_events_paid_twice on public.order_events (happened_at) where kind = 'paid_twice';

-- Opening an order -----------------------------------------------------------------------------------------------------------------

-- Whether the money for a buyer's own copy of a book is the shop's: paid, and neither back nor on its way back. A copy that became a
-- present only because they read the book by another is theirs until a reader takes it.
create function public.holds_money(o public.orders, p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.refundable_minor(o) > 0 and exists (
    select from public.order_copies c
      where c.order_id = o.id and c.ebook_id = p_ebook_id and c.paid_minor > 0 and not public.is_taken_back(c.id, true)
        and (c.gift_id is null
          or exists (select from public.gifts g where g.id = c.gift_id and g.is_spare and public.free_copy(g.id) = c.id)));
end
$$;

-- The other order in which the same person paid for a book of this one: { id, number }; null when there is none, or when the money of
-- either went back. Orders without an account are one person's when they have the same address. Nobody confirmed it, so that only its mailbox and
-- the owner may read this.
create function public.paid_also_in(o public.orders, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when o.state in ('paid', 'partly_refunded') then (
    with others as materialized (
      select p from public.orders p
        where (p.buyer_uid = o.buyer_uid or (o.buyer_uid is null and p.buyer_uid is null and p.claimable_by = o.claimable_by))
          and p.id <> o.id and p.state in ('paid', 'partly_refunded')
          and exists (select from public.order_copies c where c.order_id = p.id and c.ebook_id = p_ebook_id)
    )
    select jsonb_build_object('id', (x.p).id, 'number', (x.p).number)
      from others x
      where public.holds_money(x.p, p_ebook_id) and public.holds_money(o, p_ebook_id)
      order by (x.p).paid_at limit 1) end;
end
$$;

-- What the buyer was given to pay with: { with, by, code, url, pdf_url }, the last three null when it can be paid no more. Null without it.
create function public.to_pay_json(o public.orders) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when o.pay_with is not null then
    jsonb_build_object('with', o.pay_with, 'by', o.pay_by, 'code', o.pay_code, 'url', o.pay_url, 'pdf_url', o.pay_pdf_url) end;
end
$$;

-- Whether the buyer can pay it on a page that is open: there a Pix is shown and another method can be chosen.
create function public.has_open_page(o public.orders) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return o.state = 'open' or (o.state = 'waiting' and coalesce(o.pay_with = 'pix', false));
end
$$;

-- An order as its buyer and the admin see it in a list, with how its dispute stands, and of each book its copies. Each book is looked up:
-- without statistics a join reads the whole catalogue for every order. API processes of the release before want `paid_also_in` in each
-- order; what it is `whole_order_json` says.
create function public.order_json(o public.orders) returns jsonb
language plpgsql stable security definer
set search_path = ''
as $$
begin
  return jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'link_generation', case when o.buyer_uid is null then o.link_generation end,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'discounts', coalesce(o.quote->'discounts', '[]'), 'coupon', public.order_coupon(o.id),
    'refunded_minor', o.refunded_minor, 'state', o.shown_state, 'is_delivered', o.state in ('paid', 'partly_refunded'), 'created_at', o.created_at, 'paid_at', o.paid_at,
    'to_pay', public.to_pay_json(o), 'canceled_at', o.canceled_at, 'payment_method', o.payment_method,
    'dispute_state', public.dispute_json(o)->>'state', 'receipt', public.receipt_name(o.id),
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'copies', i.copies,
          'paid_also_in', null)
          || (select jsonb_build_object('language', b.language, 'filename', b.filename, 'cover_version', b.cover_version) || public.launch_json(b)
            from public.ebooks_metadata b where b.id = i.ebook_id) order by i.title, i.ebook_id)
        from (
          select c.ebook_id, c.title, count(*) as quantity,
              jsonb_agg(jsonb_build_object('list_minor', c.list_minor, 'paid_minor', c.paid_minor, 'reasons', c.reasons,
                'is_gift', c.gift_id is not null, 'gift', (select g.kind from public.gifts g where g.id = c.gift_id))
                order by c.no) as copies
            from public.order_copies c where c.order_id = o.id group by c.ebook_id, c.title
        ) i),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'));
end
$$;

-- An order with, of each book, the other order in which the same person paid for it (`paid_also_in`), or null.
create function public.whole_order_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_order jsonb := public.order_json(o);
begin
  return v_order || jsonb_build_object('items', (
    select jsonb_agg(i.item || jsonb_build_object('paid_also_in', public.paid_also_in(o, i.item->>'ebook_id')) order by i.place)
      from jsonb_array_elements(v_order->'items') with ordinality i (item, place)));
end
$$;

-- An order as the letters about it are written from: without what no letter tells, its account and its payment page, and without what the
-- row of the letter says itself, its language and whether it was sent.
create function public.order_mail_payload(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.whole_order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale', 'is_delivered'];
end
$$;

-- Copies of books as one text, by which two carts are the same, and with what is paid for each two quotes. `p_copies`:
-- [{ id, no, gift, list, paid }].
create function public.terms_of(p_copies jsonb, p_with_prices boolean) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(concat_ws(' ', c->>'id', c->>'no', c->>'gift', case when p_with_prices then concat(c->>'list', ' ', c->>'paid') end), ', '
        order by c->>'id', (c->>'no')::integer)
      from jsonb_array_elements(p_copies) c);
end
$$;

-- The copies of an order, as a quote has them.
create function public.copies_of_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.ebook_id, 'no', c.no, 'gift', g.kind, 'list', c.list_minor, 'paid', c.paid_minor))
      from public.order_copies c left join public.gifts g on g.id = c.gift_id where c.order_id = p_order_id);
end
$$;

-- The books that a buyer has a right to (`owned`) and those whose payment is on its way (`waiting`), each once, with its order or imported
-- purchase. Of
-- `p_ebook_ids`, or all of them (null). `p_uid`: an account, or the `buyer_key` of a browser.
create function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
        order by b.ebook_id), '[]')
      from (
        select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
          from (
            select r.ebook_id, 'owned' as standing, r.by_id as order_id, r.granted_at as since
              from public.reading_rights r
              -- One list of readers, made once: with `or` every right of the shop would be read.
              where r.uid = any (array(
                select p_uid union all select g.holder from public.orders g where g.buyer_key = p_uid and g.buyer_uid is null))
            union all
            select c.ebook_id, 'waiting', o.id, o.created_at
              from public.orders o join public.order_copies c on c.order_id = o.id
              where o.buyer_key = p_uid and o.state = 'waiting' and c.gift_id is null
          ) x
          where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
          -- `owned` before `waiting`.
          order by x.ebook_id, x.standing, x.since desc
      ) b);
end
$$;

-- Those of `p_ebook_ids` that a buyer sees a Pix for, as presents too, each with its order: on that page another method can still be chosen,
-- and no other page may sell them beside it. Without the order `p_but`.
create function public.list_ebooks_of_pix(p_buyer_key text, p_ebook_ids text[], p_but uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', x.ebook_id, 'standing', 'waiting', 'order_id', x.id) order by x.ebook_id), '[]')
      from (
        select distinct on (c.ebook_id) c.ebook_id, o.id
          from public.orders o join public.order_copies c on c.order_id = o.id
          where o.buyer_key = p_buyer_key and o.state = 'waiting' and o.pay_with = 'pix' and o.canceled_at is null
            and o.id is distinct from p_but and c.gift_id is not null and c.ebook_id = any (p_ebook_ids)
          order by c.ebook_id, o.created_at desc
      ) x);
end
$$;

-- The keys of a buyer: of one without an account also those of the other tabs of their browser, in which the same address was entered.
create function public.buyer_keys(p_buyer_key text, p_browser_digest text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select p_buyer_key
    union select o.buyer_key from public.orders o where o.browser_digest = p_browser_digest and o.buyer_uid is null and o.buyer_key is not null);
end
$$;

-- What is not sold again to the buyer with these keys, each once: those of `p_own_ids` that are owned or wait for their payment, and those of
-- `p_ebook_ids` that a Pix is shown for, without the order `p_but`.
create function public.list_unsold_ebooks(p_buyer_keys text[], p_own_ids text[], p_ebook_ids text[], p_but uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.ebook order by x.ebook->>'ebook_id'), '[]')
      from (
        select distinct on (e->>'ebook_id') e as ebook
          from unnest(p_buyer_keys) k
            cross join lateral jsonb_array_elements(public.list_bought_ebooks(k, p_own_ids) || public.list_ebooks_of_pix(k, p_ebook_ids, p_but)) e
          order by e->>'ebook_id', e->>'standing') x);
end
$$;

-- Decides what a checkout of this cart is. `p_quote`: { copies: [{ id, no, list, now, paid, reasons }], subtotal, discounts, total, seen,
-- again }, amounts in minor units; it alone says what is paid, and is stored when list prices and prices now are the catalogue's, its
-- promotions (`p_promotions`, see lock_promotions) are as they were, and the buyer saw its total (`seen`; null when that is not known). Of a
-- book the buyer gets one copy; the others are gifts, see mark_gifts. `p_came_from`: { source, campaign } of the visit, for a new order;
-- null when nothing is told of it. Without an account `p_buyer_uid` is null, `p_guest_digest` says in which tab it is bought, and
-- `p_browser_digest` in which browser. `p_ui`: the kind of page. `p_asked_at`: when this checkout asked first, as the answer said; null for a first question, which comes after all others.
-- outcome `quote_changed`: prices or books changed, with what is true now; `bought_lately`: the same cart, of presents alone, was paid
-- within 24 hours, and the buyer did not say that it is wanted again (`again` of the quote); `elsewhere`: meanwhile the buyer asked for a page
-- for another cart with one of these books, or with this coupon;
-- `attempt_reused`: the attempt belongs to another cart; `settled`: the attempt is paid or being paid already, in `order`; `bought`: the
-- buyer has `ebooks` of this cart, or waits to pay them; `close_first`: `orders` are drafts that must be closed before this is asked again;
-- `free`: `order` costs nothing and is the buyer's now; `to_receive`: it costs nothing, and the owner of the address receives it with a
-- press until `receive_by`; `opened`: `order` is the draft to be paid, new or from before, and `superseded` are older drafts that share a
-- book with it, to be closed first.
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text, p_attempt_id uuid, p_terms_version text,
  p_quote jsonb, p_came_from jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null, p_ui text default null, p_asked_at timestamptz default null, p_browser_digest text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
  v_buyer_keys text[];
  v_copies jsonb := public.mark_gifts(p_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
  v_refusal jsonb;
  v_asked_at timestamptz;
begin
  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || coalesce(p_browser_digest, v_buyer_key), 0));
  v_buyer_keys := public.buyer_keys(v_buyer_key, p_browser_digest);
  v_asked_at := coalesce(p_asked_at, clock_timestamp());

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours'
      and public.receive_by(o) is null;

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

  v_bought := public.list_unsold_ebooks(v_buyer_keys,
    array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null), v_ebook_ids, v_order.id);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  -- API processes of the release before want `list_minor`, too.
  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or p_quote->>'seen' <> p_quote->>'total' then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again; one that nothing is paid for has no page.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and not o.is_superseded and o.currency = p_currency
      and (o.total_minor = 0 or (o.locale = p_locale and o.ui is not distinct from p_ui))
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if exists (
    select from public.orders o
      where o.buyer_key = any (v_buyer_keys) and o.id is distinct from v_order.id and o.asked_at > v_asked_at and (o.state = 'open' or o.is_superseded)
        and (exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
          or exists (select from public.coupon_uses u where u.order_id = o.id and u.coupon_id = (p_promotions->'coupon'->>'id')::uuid))) then
    return jsonb_build_object('outcome', 'elsewhere');
  end if;
  -- Locks the superseded orders before the coupon, in the order in which a settlement takes both locks.
  perform from public.orders o
    where o.buyer_key = any (v_buyer_keys) and o.state = 'open'
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
    order by o.id for update;
  if v_order.id is not null then
    update public.orders o
      set asked_at = greatest(o.asked_at, v_asked_at), browser_digest = coalesce(p_browser_digest, o.browser_digest) where o.id = v_order.id;
  else
    if (p_quote->>'again')::boolean is false and exists (
      select from public.orders o
        where o.buyer_key = any (v_buyer_keys) and o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'
          and public.terms_of(public.copies_of_order(o.id), false) = public.terms_of(v_copies, false)) then
      return jsonb_build_object('outcome', 'bought_lately');
    end if;
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, p_quote, p_buyer_uid, p_buyer_email, v_buyer_key, v_asked_at);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest, browser_digest, ui, asked_at)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          p_quote - array['copies', 'seen', 'again'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end,
          case when p_buyer_uid is null then p_browser_digest end, p_ui, v_asked_at
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
    insert into public.coupon_uses (order_id, coupon_id)
      select v_order.id, (p_promotions->'coupon'->>'id')::uuid where p_promotions->'coupon'->>'id' is not null;
  end if;
  if public.awaits_press(v_order) then
    perform public.send_receive_link(v_order);
    return jsonb_build_object('outcome', 'to_receive', 'order', public.order_json(v_order), 'receive_by', public.receive_by(v_order));
  elsif v_order.total_minor = 0 then
    return jsonb_build_object('outcome', 'free', 'order', public.settle_free(v_order.id));
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  with superseded as (
    update public.orders o set is_superseded = true, asked_at = greatest(o.asked_at, v_asked_at)
      where o.buyer_key = any (v_buyer_keys) and o.state = 'open' and o.id <> v_order.id
        and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
      returning o as draft)
  select coalesce(jsonb_agg(public.order_json(s.draft)), '[]') into v_superseded from superseded s;
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded, 'asked_at', v_asked_at);
end
$$;

-- Ties the provider's session to its order; the first one stays. Answers the session that the order has, or null when the
-- draft was dropped or superseded meanwhile, or when a book of it is sold to this buyer by another order: on a page that can be paid, by a
-- payment on its way, or already. So one book never has two pages that its buyer can pay.
create function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_browser_digest text := (select o.browser_digest from public.orders o where o.id = p_order_id);
  v_buyer_key text := (select o.buyer_key from public.orders o where o.id = p_order_id);
  v_buyer_keys text[];
  v_ebook_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id);
  v_own_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id and c.gift_id is null);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || coalesce(v_browser_digest, v_buyer_key), 0));
  v_buyer_keys := public.buyer_keys(v_buyer_key, v_browser_digest);
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open' and not o.is_superseded;
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_unsold_ebooks(v_buyer_keys, v_own_ids, v_ebook_ids, p_order_id) <> '[]' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_key = any (v_buyer_keys) and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and c.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

-- Closes a draft that has no session and therefore nothing to pay.
create function public.drop_order_draft(p_order_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ update public.orders set state = 'expired' where id = p_order_id and state = 'open' and session_id is null $$;

-- Keeps in each order the titles of its books, which are searched with it.
create function public.note_titles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders o set titles = (
      select string_agg(t.title, ' ' order by t.title) from (select distinct c.title from public.order_copies c where c.order_id = o.id) t)
    where o.id in (select n.order_id from new_rows n);
  return null;
end
$$;

create trigger note_titles after insert on public.order_copies referencing new table as new_rows
  for each statement execute function public.note_titles();
-- A buyer with an account is a user, also if the site never saw them otherwise; what they bought is counted again when they pay or an order
-- changes hands.
create function public.note_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (uid, email, name, created_at)
    select new.buyer_uid, new.buyer_email, new.buyer_name, new.created_at
    where new.buyer_uid is not null
      and not exists (select from public.accounts a where a.uid = new.buyer_uid and a.deleted_at is not null)
    on conflict (uid) do nothing;
  -- Two orders of one buyer that are paid at once are counted one after the other, the second with the first.
  perform from public.users u where u.uid in (new.buyer_uid, old.buyer_uid) order by u.uid for update;
  update public.users u set (orders, first_purchase_at, last_purchase_at) = (
      select count(*), min(o.paid_at), max(o.paid_at) from public.orders o where o.buyer_uid = u.uid and o.paid_at is not null)
    where u.uid in (new.buyer_uid, old.buyer_uid) and (new.paid_at is not null or old.paid_at is not null);
  return null;
end
$$;

create trigger note_buyer_of_new after insert on public.orders for each row execute function public.note_buyer();
create trigger note_buyer after update on public.orders for each row
  when ((old.buyer_uid, old.paid_at) is distinct from (new.buyer_uid, new.paid_at)) execute function public.note_buyer();
-- A boleto is bought when it is given, as for the device that comes back from the payment; its money takes nothing out again.
create trigger take_out_bought after update of state on public.orders for each row
  when (public.has_open_page(old) and not public.has_open_page(new) and new.state in ('waiting', 'paid')) execute function public.take_out_bought();

-- The buyer's pages ----------------------------------------------------------------------------------------------------------------

-- The order of a session, or null.
create function public.get_order_by_session(p_session_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.order_json(o) from public.orders o where o.session_id = p_session_id);
end
$$;

-- The order of a payment, or null.
create function public.get_order_by_intent(p_payment_intent_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.order_json(o) from public.orders o where o.payment_intent_id = p_payment_intent_id);
end
$$;

-- A page of a buyer's orders, or of all that were paid (p_uid null). Newest first.
create function public.list_orders(p_uid text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  if p_uid is null then
    select coalesce(jsonb_agg(public.order_json(o) order by o.paid_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          where o.paid_at is not null and (o.paid_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.paid_at desc, o.id desc limit p_size + 1
      ) o;
  else
    select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          -- Left carts are none; an order whose Pix or boleto lapsed is one, though its page is open still.
          where o.buyer_uid = p_uid and o.state <> 'expired' and (o.state <> 'open' or o.pay_with is not null)
            and (o.created_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.created_at desc, o.id desc limit p_size + 1
      ) o;
  end if;
  return jsonb_build_object('orders', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- All that the page of this buyer's order shows, or null. The page of a link does not tell of other orders: anybody can pay for something with
-- another person's address. `email_state` is that of the mail that delivers the books, also when it was
-- asked for again.
create function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'order', case when o.buyer_uid is null then public.order_json(o) else public.whole_order_json(o) end,
      'readable', public.readable_books(o),
      'terms_version', o.terms_version,
      'email_state', coalesce((
        select case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end
          from public.purchase_mails(o) m where m.kind = 'purchase_paid' order by m.created_at desc, m.key desc limit 1), 'none'),
      'timeline', (
        select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at) order by t.happened_at, t.place) from (
          select 'created' as kind, o.created_at as happened_at, 1 as place
          union all select e.kind, e.happened_at, 2 from public.order_events e
            where e.order_id = o.id and e.kind in ('waiting', 'failed', 'canceled', 'refunded', 'disputed')
          union all select 'paid', greatest(o.paid_at, o.created_at), 3 where o.paid_at is not null
          union all select m.kind, m.sent_at, 4 from public.purchase_mails(o) m where m.sent_at is not null
          union all select 'downloaded', d.first_downloaded_at, 5 from public.entitlements d
            join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and c.gift_id is null and d.first_downloaded_at is not null
          union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
        ) t),
      'may_cancel', o.state = 'waiting' and o.pay_with is not null,
      'receive_by', public.receive_by(o),
      'refund_pending_minor', o.refund_pending_minor,
      'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
      -- While it is open.
      'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id and r.decision is null),
      'refund_declined', (
        select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
          where r.order_id = o.id and r.decision = 'declined'),
      'may_request_refund', public.may_request_refund(o),
      'receipts', public.receipts_json(o),
      'may_change_receipt', public.may_change_receipt(o))
    from public.orders o where o.id = p_order_id and o.holder = p_uid);
end
$$;

-- The mail that an order in its present state owes to its buyer, or null.
create function public.purchase_mail_kind(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case o.state
    when 'paid' then 'purchase_paid'
    when 'waiting' then 'purchase_waiting'
    when 'failed' then 'purchase_failed'
    -- The payment page is still open, and what was given to pay with is over.
    when 'open' then case when o.pay_with is not null then 'purchase_failed' end
    when 'partly_refunded' then 'purchase_refunded'
    when 'refunded' then 'purchase_refunded'
  end;
end
$$;

-- One mail per order and kind; each further Pix to be paid has one of its own, and so has each boleto and Pix that was not paid, and each
-- further refund, also one of an amount that was given back before and came back again.
create function public.purchase_mail_key(o public.orders, kind text) returns text
language plpgsql stable security definer set search_path = '' set enable_sort = on set enable_seqscan = on
as $$
begin
  return kind || ':' || o.id || case when kind = 'purchase_refunded' then ':' || o.refunded_minor || (
      select case when count(*) > 1 then ':' || count(*) else '' end
        from (
          select e.kind as happened, sum(e.amount_minor) over (order by e.id) as given_back
            from public.order_events e where e.order_id = o.id and e.amount_minor is not null
        ) r
        where r.happened = 'refunded' and r.given_back = o.refunded_minor)
    when kind = 'purchase_waiting' and o.pay_with = 'pix' then ':' || extract(epoch from o.pay_by)::bigint
    when kind = 'purchase_failed' and o.pay_with is not null then ':' || o.pay_with || coalesce(':' || extract(epoch from o.pay_by)::bigint, '')
    else '' end;
end
$$;

-- What a buyer is written about a purchase, also the answers to a refund request.
create function public.order_mail_kinds() returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array['purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged', 'refund_declined', 'book_given'];
end
$$;

-- The mails about a purchase that its buyer got or will get, also those that were asked for again.
create function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind = any (public.order_mail_kinds())
      and m.payload->>'id' = o.id::text
$$;

-- Writes the mail of a paid order once more, to the order's own address. `outcome`: `queued` (also when one is on its way
-- already), `not_paid`; null when the order is not this buyer's.
create function public.resend_purchase_mail(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.state not in ('paid', 'partly_refunded') then
    return jsonb_build_object('outcome', 'not_paid');
  end if;
  if not exists (
    select from public.purchase_mails(v_order) m where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
  ) then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values (public.purchase_mail_key(v_order, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid',
        v_order.buyer_email, v_order.locale, public.order_mail_payload(v_order));
  end if;
  return jsonb_build_object('outcome', 'queued');
end
$$;

-- Stands where the address of an unpaid order was.
create function public.forgotten_email(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'deleted-' || left(md5(o.id::text), 16) || '@deleted.invalid';
end
$$;

-- See 47_launches.sql.
create trigger hold_launches before update on public.orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function public.hold_launches();
