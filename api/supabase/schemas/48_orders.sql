-- Orders and their copies: how an order is opened, and the buyer's pages.
set check_function_bodies = off;

create table public.orders (
  id uuid primary key default gen_random_uuid(),
  number bigint generated always as identity (start with 1001) unique,
  attempt_id uuid not null,
  session_id text unique,
  payment_intent_id text,
  -- The buyer's account. Null for a guest, see 53_guests.sql.
  buyer_uid text,
  buyer_email text not null,
  buyer_name text not null default '',
  -- The order waits for the account that verifies this address: a guest's order, or one whose address was corrected.
  claimable_by text,
  -- For an order without an account: the generation of its secret link, and the digest of the key of the browser tab in which it was
  -- bought. The key works until another link is sent.
  link_generation integer check (link_generation > 0),
  guest_digest text check (guest_digest ~ '^[0-9a-f]{64}$'),
  -- For an order without an account: the digest of a value that all tabs of the browser send with this address. The value opens no page,
  -- see buyer_keys.
  browser_digest text check (browser_digest ~ '^[0-9a-f]{64}$'),
  -- The buyer: an account, or the browser tab of a guest. An unconfirmed address does not identify a buyer: a stranger who entered it could
  -- see its owner's orders.
  buyer_key text generated always as (coalesce(buyer_uid, 'guest:' || guest_digest)) stored,
  -- The reader of the order's books: the buyer's account, or the holder of the link. A link is a reader like an account, with its own
  -- entitlements.
  holder text not null generated always as (coalesce(buyer_uid, 'order:' || id)) stored,
  locale text not null check (locale in ('pt-BR', 'en')),
  -- The country that the buyer gave when paying.
  country text check (country ~ '^[A-Z]{2}$'),
  currency text not null references public.currencies (code),
  -- The sum of its copies at list prices, the discount, and the amount to pay; see copies_are_the_total.
  subtotal_minor integer not null,
  discount_minor integer not null default 0 check (discount_minor >= 0),
  total_minor integer not null check (total_minor >= 0),
  -- The quote that the buyer saw, without its copies: { subtotal, discounts, total }. Null for an order that was not sold here.
  quote jsonb,
  -- The amount that was paid, { minor, currency }, if it differs from the total. Nothing is delivered for such an order until the owner
  -- decides.
  received jsonb,
  -- The sum of completed refunds, including those made at Stripe; and the sum of refunds on their way.
  refunded_minor integer not null default 0 check (refunded_minor between 0 and total_minor),
  refund_pending_minor integer not null default 0 check (refund_pending_minor between 0 and total_minor),
  state text not null default 'open'
    check (state in ('open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed', 'given')),
  -- The state that people see. An order whose money was fully refunded but whose buyer kept a copy has the state `partly_refunded`, which
  -- allows reading. It is shown as refunded.
  shown_state text not null
    generated always as (case when state = 'partly_refunded' and refunded_minor = total_minor then 'refunded' else state end) stored,
  -- The terms that the buyer accepted; empty for a book that was given.
  terms_version text not null,
  -- The kind of the order's payment page. Null for an order without a page, or whose page the previous version of the API opened.
  ui text check (ui in ('hosted', 'embedded')),
  -- The last request for its page, or the moment when a later cart superseded it (`is_superseded`). A superseded order is closed and gets
  -- no page.
  asked_at timestamptz not null default now(),
  is_superseded boolean not null default false,
  created_at timestamptz not null default now(),
  paid_at timestamptz,
  checked_at timestamptz,
  -- The time at which the API asks the payment provider again, if the provider sends no event before.
  check_after timestamptz not null default now() + interval '1 minute',
  -- The number of the payment sync that was started last, and of the one whose result is stored (see settle_order).
  last_sync_no bigint not null default 0,
  applied_sync_no bigint not null default 0,
  -- The means of payment that the buyer was given, its expiry, and its data: the boleto's digits or the Pix code, and the page that shows
  -- it. After the expiry only the kind and the time are kept.
  pay_with text check (pay_with in ('boleto', 'pix')),
  pay_by timestamptz,
  pay_code text,
  pay_url text,
  pay_pdf_url text,
  -- The time when the buyer cancelled the payment. Stripe cannot cancel a boleto, so its money may still arrive.
  canceled_at timestamptz,
  -- The payment method: { type, brand, last4 }.
  payment_method jsonb,
  -- Stripe's fee for the payment; null until Stripe reports it.
  fee_minor integer check (fee_minor >= 0),
  -- The tax that Stripe's fee includes, for example the IOF of a Pix.
  fee_tax_minor integer check (fee_tax_minor >= 0),
  -- { source, campaign } of the visit, until the order is paid or can no longer be paid; see count_came_from. Also null if no source was
  -- recorded.
  came_from jsonb check (came_from is null or came_from ?& array['source', 'campaign']),
  -- The time since which our Stripe key may not read the order's dispute.
  dispute_unread_since timestamptz,
  -- The string that the search reads. It contains the titles of the order's books, see note_titles.
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

-- Each copy that was sold or given. Copies are the unit of money and of entitlements: a refund returns the price paid for a copy, and only
-- copies are added up for sums and receipts.
create table public.order_copies (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  -- The number of this copy of the book in the order, from 1. The contract limits it; this check is only a second bound.
  no integer not null check (no between 1 and 1000),
  title text not null,
  -- The list price, and the price that was paid. `reasons` explain the difference.
  list_minor integer not null check (list_minor >= 0),
  paid_minor integer not null,
  reasons text[] not null default '{}',
  -- The copy's share of refunds that named no copy, for example refunds in Stripe's dashboard; see share_goodwill.
  goodwill_minor integer not null default 0,
  check (paid_minor between 0 and list_minor),
  check (goodwill_minor between 0 and paid_minor),
  unique (order_id, ebook_id, no)
);
create index order_copies_by_ebook on public.order_copies (ebook_id);

-- When a transaction ends, the copies of an order must add up to its sums, no matter which function wrote them. The trigger fires for each
-- copy but checks each order once, because otherwise its time would grow with the square of the number of copies.
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
    raise exception 'the copies of order % do not add up to its total', v_order_id using errcode = 'check_violation';
  end if;
  perform set_config('site.added_up', v_looked_at, true);
  return null;
end
$$;

create constraint trigger copies_are_the_total after insert or delete or update of order_id, list_minor, paid_minor on public.order_copies
  deferrable initially deferred for each row execute function public.copies_are_the_total();
create constraint trigger total_is_its_copies after update of subtotal_minor, total_minor on public.orders
  deferrable initially deferred for each row execute function public.copies_are_the_total();

-- The events of an order. An order has each kind of event at most once at the same moment.
create table public.order_events (
  id bigint generated always as identity primary key,
  order_id uuid not null references public.orders (id) on delete cascade,
  kind text not null check (kind in ('waiting', 'failed', 'canceled', 'refunded', 'refund_failed', 'disputed', 'taken_over', 'paid_twice')),
  happened_at timestamptz not null default now(),
  -- The amount of a refund; negative if it came back because the buyer's bank refused it.
  amount_minor integer,
  constraint order_events_once unique (order_id, kind, happened_at)
);
create index order_events_refund_failed on public.order_events (order_id) where kind = 'refund_failed';
create index order_events_paid_twice on public.order_events (happened_at) where kind = 'paid_twice';

-- Opening an order -----------------------------------------------------------------------------------------------------------------

-- Returns whether the shop holds the money for the buyer's own copy of a book: it was paid, and no refund is done or on its way. A spare
-- copy, which became a gift because the buyer already had the book, counts as their own until a reader claims it.
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

-- Returns the other order in which the same person paid for a book of this order, { id, number }. Null if there is no such order, or if the
-- money of either order was refunded. Guest orders belong to the same person if they have the same address. The address is not confirmed,
-- so only its mailbox and the owner may read the result.
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

-- Returns the buyer's means of payment: { with, by, code, url, pdf_url }, or null. The last three are null when it can no longer be paid.
create function public.to_pay_json(o public.orders) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when o.pay_with is not null then
    jsonb_build_object('with', o.pay_with, 'by', o.pay_by, 'code', o.pay_code, 'url', o.pay_url, 'pdf_url', o.pay_pdf_url) end;
end
$$;

-- Returns whether the buyer can still pay on an open page, where they see a Pix or can choose another method.
create function public.has_open_page(o public.orders) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return o.state = 'open' or (o.state = 'waiting' and coalesce(o.pay_with = 'pix', false));
end
$$;

-- Returns an order as its buyer and the admin see it in lists, with the state of its dispute, and the copies of each book. Each book is
-- read by its id: without statistics, a join would read the whole catalogue for every order. API processes of the previous version need the
-- key `paid_also_in` in each item. Only `whole_order_json` sets it.
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

-- Returns an order with, for each book, the other order in which the same person paid for it (`paid_also_in`), or null.
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

-- Returns the data for the emails about an order. It leaves out fields that no email shows, the account and the payment page, and fields
-- that the row of the email has itself, its language and whether it was sent.
create function public.order_mail_payload(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.whole_order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale', 'is_delivered'];
end
$$;

-- Returns copies of books as a text. Two carts with the same text are equal, and so are two quotes with `p_with_prices`. `p_copies`: [{ id,
-- no, gift, list, paid }].
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

-- Returns the copies of an order in the form of a quote.
create function public.copies_of_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.ebook_id, 'no', c.no, 'gift', g.kind, 'list', c.list_minor, 'paid', c.paid_minor))
      from public.order_copies c left join public.gifts g on g.id = c.gift_id where c.order_id = p_order_id);
end
$$;

-- Returns the books that a buyer owns (`owned`) and those whose payment is on its way (`waiting`), each once, with its order or imported
-- purchase. `p_ebook_ids` limits them; null means all. `p_uid`: an account, or the `buyer_key` of a browser.
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
              from public.current_entitlements r
              -- An array of readers, computed once: with `or`, the query would read all entitlements of the shop.
              where r.uid = any (array(
                select p_uid union all select g.holder from public.orders g where g.buyer_key = p_uid and g.buyer_uid is null))
            union all
            select c.ebook_id, 'waiting', o.id, o.created_at
              from public.orders o join public.order_copies c on c.order_id = o.id
              where o.buyer_key = p_uid and o.state = 'waiting' and c.gift_id is null
          ) x
          where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
          -- `owned` is sorted before `waiting`.
          order by x.ebook_id, x.standing, x.since desc
      ) b);
end
$$;

-- Returns the books of `p_ebook_ids` that the buyer is about to pay by Pix as gifts, each with its order. The order `p_but` is left out.
-- The payment page of a Pix still offers other methods, so no other page may sell these books at the same time.
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

-- Returns the keys of a buyer. For a guest, also returns the keys of the browser's other tabs in which the same address was entered.
create function public.buyer_keys(p_buyer_key text, p_browser_digest text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(
    select p_buyer_key
    union select o.buyer_key from public.orders o where o.browser_digest = p_browser_digest and o.buyer_uid is null and o.buyer_key is not null);
end
$$;

-- Returns the books that must not be sold to the buyer with these keys, each once. A book of `p_own_ids` must not be sold if the buyer
-- owns it or an order awaits its payment; a book of `p_ebook_ids` (gifts) if it is in an open Pix. The order `p_but` is ignored.
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

-- Decides the result of a checkout of this cart.
-- `p_quote`: { copies: [{ id, no, list, now, paid, reasons }], subtotal, discounts, total, seen, again }, amounts in minor units. The quote
-- alone determines the price. It is stored if its list prices and current prices are those of the catalogue, its promotions
-- (`p_promotions`, see lock_promotions) are unchanged, and the buyer saw its total (`seen`; null if unknown).
-- The buyer gets one copy of a book; the others are gifts, see mark_gifts. `p_came_from`: { source, campaign } of the visit, for a new
-- order, or null. For a guest, `p_buyer_uid` is null, `p_guest_digest` identifies the tab, and `p_browser_digest` the browser. `p_ui`: the
-- kind of page. `p_asked_at`: the time of this checkout's first request, as returned in `asked_at`; null for a first request, which counts
-- as the newest.
-- Outcome `quote_changed`: prices or books changed; the current ones are returned. `bought_lately`: the buyer paid for the same cart within
-- 24 hours and did not confirm the repetition (`again` of the quote). `elsewhere`: meanwhile the buyer requested a page for another cart
-- with one of these books, or with this coupon. `attempt_reused`: the attempt belongs to another cart. `settled`: the attempt is paid or
-- being paid, in `order`. `bought`: the buyer owns `ebooks` of this cart, or is about to pay for them. `close_first`: the drafts `orders`
-- must be closed before the next call. `free`: `order` costs nothing and now belongs to the buyer. `to_receive`: `order` costs nothing, and
-- the owner of the address must receive it by a click until `receive_by`. `opened`: `order` is the draft to pay, new or existing;
-- `superseded` are older drafts with one of its books, to be closed first.
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
  -- Serializes the tabs of a buyer.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || coalesce(p_browser_digest, v_buyer_key), 0));
  v_buyer_keys := public.buyer_keys(v_buyer_key, p_browser_digest);
  v_asked_at := coalesce(p_asked_at, clock_timestamp());

  -- The account was deleted after this request was authenticated.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft without a session was never paid. The provider refuses to open a session for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours'
      and public.receive_by(o) is null;

  -- An order that ended without money, or was fully refunded, frees its attempt.
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

  -- API processes of the previous version also need `list_minor`.
  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.current_price(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.list_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or p_quote->>'seen' <> p_quote->>'total' then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- Reuses a draft on the same terms. A free draft has no page, so its language and kind of page do not matter.
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
  -- Locks the superseded orders before the coupon, because a settlement locks in the same order.
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
    -- The draft of this attempt has other terms. It is superseded too, and the attempt becomes free for the new draft.
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
  -- The newest cart counts. Older pages that sell one of its books must not be paid in addition.
  with superseded as (
    update public.orders o set is_superseded = true, asked_at = greatest(o.asked_at, v_asked_at)
      where o.buyer_key = any (v_buyer_keys) and o.state = 'open' and o.id <> v_order.id
        and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids))
      returning o as draft)
  select coalesce(jsonb_agg(public.order_json(s.draft)), '[]') into v_superseded from superseded s;
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded, 'asked_at', v_asked_at);
end
$$;

-- Attaches the provider's session to its order; the first session stays. Returns the session of the order, or null if the draft was dropped
-- or superseded meanwhile, or if another order sells one of its books to this buyer: on an open page, by a payment on its way, or already
-- paid. So a buyer never has two pages that can be paid for the same book.
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
  -- Takes the same lock as `open_order`.
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

-- Copies the titles of its books into each order, for the search.
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
-- Creates the user of a buyer with an account, even if they never signed in here. Counts their purchases again when an order is paid or
-- changes its buyer.
create function public.note_buyer() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.users (uid, email, name, created_at)
    select new.buyer_uid, new.buyer_email, new.buyer_name, new.created_at
    where new.buyer_uid is not null
      and not exists (select from public.accounts a where a.uid = new.buyer_uid and a.deleted_at is not null)
    on conflict (uid) do nothing;
  -- The lock serializes two orders of a buyer that are paid at once, so that the second one counts the first.
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
-- Removes the copies from the cart when a boleto is issued, as the device of the purchase does. When the boleto's money arrives, nothing is
-- removed again.
create trigger take_out_bought after update of state on public.orders for each row
  when (public.has_open_page(old) and not public.has_open_page(new) and new.state in ('waiting', 'paid')) execute function public.take_out_bought();

-- The buyer's pages ----------------------------------------------------------------------------------------------------------------

create function public.get_order_by_session(p_session_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.order_json(o) from public.orders o where o.session_id = p_session_id);
end
$$;

create function public.get_order_by_intent(p_payment_intent_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.order_json(o) from public.orders o where o.payment_intent_id = p_payment_intent_id);
end
$$;

-- Returns a page of a buyer's orders, or of all paid orders (`p_uid` null), newest first.
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
          -- Leaves out abandoned carts, but not an order whose Pix or boleto expired, even while its page is still open.
          where o.buyer_uid = p_uid and o.state <> 'expired' and (o.state <> 'open' or o.pay_with is not null)
            and (o.created_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.created_at desc, o.id desc limit p_size + 1
      ) o;
  end if;
  return jsonb_build_object('orders', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

-- Returns the content of the page of this buyer's order, or null. The page of a secret link must not reveal other orders, because anybody
-- can buy with another person's address. `email_state`: the state of the last email that delivers the books, also if it was requested
-- again.
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
      -- When the buyer requested a refund. Null once the request is decided.
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

-- Returns the kind of the email that the buyer must get about the state of an order, or null.
create function public.purchase_mail_kind(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case o.state
    when 'paid' then 'purchase_paid'
    when 'waiting' then 'purchase_waiting'
    when 'failed' then 'purchase_failed'
    -- The payment page is still open, but the boleto or Pix expired.
    when 'open' then case when o.pay_with is not null then 'purchase_failed' end
    when 'partly_refunded' then 'purchase_refunded'
    when 'refunded' then 'purchase_refunded'
  end;
end
$$;

-- Returns the key of an email: one per order and kind. Each further Pix to pay, each boleto and Pix that expired, and each further refund
-- has its own key, even if the refunded amount is the same as before because a refund failed in between.
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

-- Returns the kinds of emails that a buyer gets about a purchase, including the answers to a refund request.
create function public.order_mail_kinds() returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array['purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged', 'refund_declined', 'book_given'];
end
$$;

-- Returns the emails about a purchase that its buyer got or will get, including repeated ones.
create function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind = any (public.order_mail_kinds())
      and m.payload->>'id' = o.id::text
$$;

-- Queues the email of a paid order again, to the order's own address. `outcome`: `queued`, also if one is on its way already, or
-- `not_paid`; null if the order does not belong to this buyer.
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

-- Returns the placeholder for the erased address of an unpaid order.
create function public.erased_email(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'deleted-' || left(md5(o.id::text), 16) || '@deleted.invalid';
end
$$;

-- Takes a lock against a change of the launch date, see hold_launches in 47_launches.sql.
create trigger hold_launches before update on public.orders for each row
  when (old.paid_at is null and new.paid_at is not null) execute function public.hold_launches();
