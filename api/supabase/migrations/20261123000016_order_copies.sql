-- A copy is the unit of money and of right: each has what was paid for it, refunds name copies, and a reader has one right to a book.
set check_function_bodies = off;

-- Copies instead of lines.
create table public.order_copies (
  id uuid primary key default gen_random_uuid(),
  order_id uuid not null references public.orders (id) on delete cascade,
  ebook_id text not null references public.ebooks_metadata (id),
  no integer not null check (no between 1 and 200),
  title text not null,
  list_minor integer not null check (list_minor >= 0),
  paid_minor integer not null,
  reasons text[] not null default '{}',
  goodwill_minor integer not null default 0,
  check (paid_minor between 0 and list_minor),
  check (goodwill_minor between 0 and paid_minor),
  unique (order_id, ebook_id, no)
);
alter table public.order_copies enable row level security;
insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor)
  select i.order_id, i.ebook_id, n, i.title, i.unit_minor, i.unit_minor
    from public.order_items i cross join lateral generate_series(1, i.quantity) n;
create index order_copies_by_ebook on public.order_copies (ebook_id);

alter table public.orders
  add column subtotal_minor integer,
  add column discount_minor integer not null default 0 check (discount_minor >= 0),
  add column quote jsonb;
update public.orders o set subtotal_minor = o.total_minor;
do $$
declare
  v_numbers text;
begin
  select string_agg(o.number::text, ', ' order by o.number) into v_numbers
    from public.orders o
    where o.total_minor <> (select sum(c.paid_minor) from public.order_copies c where c.order_id = o.id);
  if v_numbers is not null then
    raise exception 'the books of these orders are not their total: %', v_numbers using hint = 'Correct unit_minor in order_items.';
  end if;
end $$;
alter table public.orders
  alter column subtotal_minor set not null,
  add check (subtotal_minor = discount_minor + total_minor);

-- Rights by copies. A second right of one reader to one book ends: it is the copy that stays without a reader.
drop view public.reading_rights;
drop trigger drop_copy on public.entitlements;
drop trigger drop_copy_of_gone on public.entitlements;
alter table public.entitlements add column copy_id uuid references public.order_copies (id) on delete cascade;
update public.entitlements e set copy_id = c.id
  from public.order_copies c where c.order_id = e.order_id and c.ebook_id = e.ebook_id and c.no = 1;
update public.entitlements e set revoked_at = now()
  from (
    select x.copy_id, row_number() over (partition by x.uid, x.ebook_id order by o.state = 'given' desc, o.paid_at, o.number) as place
      from public.entitlements x join public.orders o on o.id = x.order_id where x.revoked_at is null
  ) r
  where r.copy_id = e.copy_id and r.place > 1;
alter table public.entitlements drop constraint entitlements_pkey, drop column order_id;
alter table public.entitlements add primary key (copy_id);
create unique index entitlements_once on public.entitlements (uid, ebook_id) where revoked_at is null;
create view public.reading_rights with (security_invoker = true) as
  select e.uid, e.ebook_id, c.order_id as by_id, e.granted_at
    from public.entitlements e join public.order_copies c on c.id = e.copy_id where e.revoked_at is null
  union all
  select i.uid, i.ebook_id, i.id, i.claimed_at from public.imported_purchases i where i.uid is not null;

alter table public.order_refunds add unique (id, state);
create table public.refund_parts (
  refund_id uuid not null,
  copy_id uuid not null references public.order_copies (id) on delete cascade,
  minor integer not null check (minor >= 0),
  takes_back boolean not null,
  state text not null default 'pending',
  primary key (refund_id, copy_id),
  foreign key (refund_id, state) references public.order_refunds (id, state) on update cascade on delete cascade
);
alter table public.refund_parts enable row level security;
create index refund_parts_of_copy on public.refund_parts (copy_id);
create unique index refund_parts_take_once on public.refund_parts (copy_id) where takes_back and state <> 'failed';

drop function public.holds_money(uuid, text);
drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, integer, jsonb);
drop function public.cart_of_items(jsonb);
drop function public.cart_of_order(uuid);
drop function public.refunded_copies(uuid, text, boolean);
drop function public.item_counts(public.orders, public.order_items, integer);
drop table public.order_items;
drop function public.note_order_item();

create or replace function public.upsert_user(
  p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text, p_is_by_google boolean default false,
  p_locale text default 'pt-BR'
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_is_welcomed boolean;
  v_taken uuid[];
  v_from_uids text[];
  v_ebook_ids text[];
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
    ), noted as (
      insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_uid <> p_uid
    )
    select array_agg(t.id), array_agg(distinct t.from_uid) into v_taken, v_from_uids from taken t where t.from_uid <> p_uid;
    select array_agg(distinct c.ebook_id) into v_ebook_ids from public.order_copies c where c.order_id = any (v_taken);
    -- Always in the same order, so that two of these wait for each other in one direction only.
    perform public.settle_rights(r.uid, v_ebook_ids) from (select uid from unnest(v_from_uids || p_uid) uid order by uid) r;
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

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
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
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
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
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] || jsonb_build_object('replies', (
            select coalesce(jsonb_agg(jsonb_build_object('body', r.body, 'written_at', r.written_at, 'sent_at', r.sent_at)
                order by r.written_at, r.id), '[]')
              from public.message_replies r where r.message_id = c.id)) order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'note', (select p.note from public.people p where p.email = lower(p_email) and p.note <> ''),
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

create or replace function public.get_featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
begin
  select b.* into v_book
    from public.ebooks_metadata b
    join (
      select c.ebook_id, count(*) as units, max(o.paid_at) as last_paid_at
        from public.orders o join public.order_copies c on c.order_id = o.id
        where o.paid_at > now() - interval '90 days' and o.state in ('paid', 'partly_refunded')
        group by c.ebook_id
    ) sold on sold.ebook_id = b.id
    where b.state = 'published' and b.is_priced
    order by sold.units desc, sold.last_paid_at desc, b.id
    limit 1;
  if found then
    return jsonb_build_object('reason', 'best_seller', 'ebook', public.ebook_json(v_book));
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.state = 'published' and b.is_priced order by random() limit 1;
  if found then
    return jsonb_build_object('reason', 'highlight', 'ebook', public.ebook_json(v_book));
  end if;
  return null;
end
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
  perform public.retire_file(public.get_ebook_file(p_id)->>'key', 'pdf', interval '0');
  if v_book.cover_version is not null then
    perform public.retire_file(public.cover_key(v_book.filename, v_book.cover_version), 'cover', interval '0');
  end if;
  delete from public.ebooks_metadata where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_removed', 'ebook', p_id, v_before, null);
  return 'removed';
end
$$;

create function public.copies_are_the_total() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order_id uuid := coalesce(to_jsonb(new), to_jsonb(old))->>(case tg_table_name when 'orders' then 'id' else 'order_id' end);
begin
  if exists (
    select from public.orders o
      cross join lateral (
        select sum(c.list_minor) as list, sum(c.paid_minor) as paid from public.order_copies c where c.order_id = o.id) s
      where o.id = v_order_id and s.list is not null and (o.subtotal_minor, o.total_minor) <> (s.list, s.paid)
  ) then
    raise exception 'the copies of order % are not its total', v_order_id using errcode = 'check_violation';
  end if;
  return null;
end
$$;

create function public.holds_money(o public.orders, p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select public.refundable_minor(o) > 0 and exists (
    select from public.order_copies c
      where c.order_id = o.id and c.ebook_id = p_ebook_id and c.paid_minor > 0 and not public.is_taken_back(c.id, true))
$$;

create or replace function public.paid_also_in(o public.orders, p_ebook_id text) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object('id', p.id, 'number', p.number)
    from public.orders p
    where o.state in ('paid', 'partly_refunded') and p.buyer_uid = o.buyer_uid and p.id <> o.id and p.state in ('paid', 'partly_refunded')
      and public.holds_money(p, p_ebook_id) and public.holds_money(o, p_ebook_id)
    order by p.paid_at limit 1
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
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

create function public.terms_of(p_copies jsonb, p_with_prices boolean) returns text
language sql immutable set search_path = ''
as $$
  select string_agg(concat_ws(' ', c->>'id', c->>'no', case when p_with_prices then concat(c->>'list', ' ', c->>'paid') end), ', '
      order by c->>'id', (c->>'no')::integer)
    from jsonb_array_elements(p_copies) c
$$;

create function public.copies_of_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_agg(jsonb_build_object('id', c.ebook_id, 'no', c.no, 'list', c.list_minor, 'paid', c.paid_minor))
    from public.order_copies c where c.order_id = p_order_id
$$;

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
          select c.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_copies c on c.order_id = o.id
            where o.buyer_uid = p_uid and o.state = 'waiting'
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text,
  p_attempt_id uuid, p_terms_version text, p_items jsonb default null, p_total_minor integer default null,
  p_came_from jsonb default null, p_quote jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_quote jsonb := coalesce(p_quote, (
    select jsonb_build_object('subtotal', sum((i->>'price')::integer), 'discounts', '[]'::jsonb, 'total', sum((i->>'price')::integer),
        'copies', jsonb_agg(jsonb_build_object('id', i->>'id', 'no', i->'quantity', 'list', i->'price', 'paid', i->'price', 'reasons', '[]'::jsonb)))
      from jsonb_array_elements(p_items) i));
  v_copies jsonb := v_quote->'copies';
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
begin
  if exists (select from jsonb_array_elements(v_copies) c where (c->>'no')::integer <> 1) then
    raise exception 'an order has one copy of a book' using errcode = 'check_violation';
  end if;

  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_buyer_uid, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours';

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
  if found and public.terms_of(public.copies_of_order(v_order.id), false) <> public.terms_of(v_copies, false) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(p_buyer_uid, v_ebook_ids);
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where p.amount_minor is distinct from (c->>'list')::bigint;
  if v_corrections is not null then
    return jsonb_build_object('outcome', case when p_quote is null then 'refused' else 'quote_changed' end, 'corrections', v_corrections);
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_uid = p_buyer_uid and o.attempt_id = p_attempt_id;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          v_quote - 'copies', p_terms_version, p_came_from
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_uid = p_buyer_uid and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

create or replace function public.attach_session(p_order_id uuid, p_session_id text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_uid text := (select o.buyer_uid from public.orders o where o.id = p_order_id);
  v_ebook_ids text[] := array(select c.ebook_id from public.order_copies c where c.order_id = p_order_id);
  v_session_id text;
begin
  -- As for `open_order`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_uid, 0));
  select o.session_id into v_session_id from public.orders o where o.id = p_order_id and o.state = 'open';
  if not found or v_session_id is not null then
    return v_session_id;
  end if;
  if public.list_bought_ebooks(v_uid, v_ebook_ids) <> '[]' or exists (
    select from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_uid = v_uid and o.id <> p_order_id and o.state = 'open' and o.session_id is not null and c.ebook_id = any (v_ebook_ids)
  ) then
    return null;
  end if;
  update public.orders o set session_id = p_session_id
    where o.id = p_order_id and o.state = 'open' and o.session_id is null returning o.session_id into v_session_id;
  return v_session_id;
end
$$;

create or replace function public.note_titles() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.orders o set titles = (
      select string_agg(t.title, ' ' order by t.title) from (select distinct c.title from public.order_copies c where c.order_id = o.id) t)
    where o.id in (select n.order_id from new_rows n);
  return null;
end
$$;

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'order', public.order_json(o),
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
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
      ) t),
    'may_cancel', o.state = 'waiting' and o.boleto is not null,
    'refund_pending_minor', o.refund_pending_minor,
    'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
    'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
    'refund_declined', (
      select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
        where r.order_id = o.id and r.decision = 'declined'),
    'may_request_refund', public.may_request_refund(o))
  from public.orders o where o.id = p_order_id and o.buyer_uid = p_uid
$$;

create function public.gives_right(o public.orders, p_copy_id uuid) returns boolean
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state in ('paid', 'partly_refunded') then not public.is_taken_back(p_copy_id, false)
    when o.state = 'given' then not exists (select from public.entitlements e where e.copy_id = p_copy_id and e.revoked_at is not null)
    else false end
$$;

create function public.settle_rights(p_uid text, p_ebook_ids text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- Which copy gives the right depends on all orders of the reader; two of them decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('reader ' || p_uid, 0));
  update public.entitlements e set revoked_at = now()
    from public.order_copies c join public.orders o on o.id = c.order_id
    where e.uid = p_uid and e.ebook_id = any (p_ebook_ids) and e.revoked_at is null and c.id = e.copy_id
      and not (o.buyer_uid = p_uid and public.gives_right(o, c.id));
  insert into public.entitlements (copy_id, ebook_id, uid)
    select distinct on (c.ebook_id) c.id, c.ebook_id, p_uid
      from public.orders o join public.order_copies c on c.order_id = o.id
      where o.buyer_uid = p_uid and c.ebook_id = any (p_ebook_ids) and public.gives_right(o, c.id)
        and not exists (select from public.entitlements e where e.uid = p_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
      order by c.ebook_id, o.paid_at, o.number, c.no
    on conflict (copy_id) do update set uid = excluded.uid, revoked_at = null;
end
$$;

create function public.books_of_order(p_order_id uuid) returns text[]
language sql stable security definer set search_path = ''
as $$ select array(select distinct c.ebook_id from public.order_copies c where c.order_id = p_order_id order by 1) $$;

create function public.readable_books(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(distinct c.ebook_id), '[]')
    from public.order_copies c join public.entitlements e on e.uid = o.buyer_uid and e.ebook_id = c.ebook_id and e.revoked_at is null
    where c.order_id = o.id and public.gives_right(o, c.id)
$$;

create or replace function public.drop_copy_of_right() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stamped_copies s set used_at = '-infinity'
    from public.order_copies c where c.id = old.copy_id and s.order_id = c.order_id and s.ebook_id = c.ebook_id;
  return null;
end
$$;

create function public.drop_stamped_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stamped_copies set used_at = '-infinity' where order_id = old.order_id and ebook_id = old.ebook_id;
  return null;
end
$$;

create or replace function public.get_admin_order(p_order_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with changes as (
    select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
  ), mails as (
    select m.*
      from (
        select o.buyer_email from public.orders o where o.id = p_order_id
        union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
      ) r (recipient)
      join public.outbox m on m.recipient = r.recipient
      where m.payload->>'id' = p_order_id::text and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded',
        'refund_acknowledged', 'refund_declined', 'book_given')
  )
  select jsonb_build_object(
    'order', public.order_json(o),
    'country', o.country,
    'payment_intent_id', o.payment_intent_id,
    'terms_version', o.terms_version,
    'dispute', public.dispute_json(o),
    'dispute_unread', o.dispute_unread_since is not null,
    'awaits_new_owner', o.claimable_by is not null,
    'readable', public.readable_books(o),
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refundable_copies', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'minor', public.kept_minor(c)) order by c.ebook_id, c.no desc), '[]')
        from public.order_copies c
        where c.order_id = o.id and public.refund_obstacle(o) is null and not public.is_taken_back(c.id, true)),
    'owed_minor', public.owed_minor(o),
    'refunds', (
      select coalesce(jsonb_agg(public.refund_json(r) order by r.requested_at), '[]') from public.order_refunds r where r.order_id = o.id),
    'refund_request', (
      select jsonb_build_object('reason', q.reason, 'at', q.requested_at, 'decision', q.decision, 'decided_at', q.decided_at, 'note', q.note)
        from public.refund_requests q where q.order_id = o.id),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'at', coalesce(m.sent_at, m.given_up_at, m.created_at),
          'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
          order by m.created_at desc, m.key), '[]')
        from mails m),
    'timeline', (
      select jsonb_agg(jsonb_build_object('kind', t.kind, 'at', t.happened_at, 'amount_minor', t.amount_minor) order by t.happened_at, t.place)
      from (
        select 'created' as kind, o.created_at as happened_at, 1 as place, null::integer as amount_minor
        union all select e.kind, e.happened_at, 4, abs(e.amount_minor) from public.order_events e where e.order_id = o.id
        union all select 'paid', greatest(o.paid_at, o.created_at), 2, o.total_minor where o.paid_at is not null
        union all select m.kind, m.sent_at, 5, null from mails m where m.sent_at is not null
        union all select 'downloaded', d.first_downloaded_at, 6, null from public.entitlements d
          join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and d.first_downloaded_at is not null
        union all select 'refund_requested', q.requested_at, 3, null from public.refund_requests q where q.order_id = o.id
        union all select 'refund_asked', r.requested_at, 3, r.amount_minor from public.order_refunds r where r.order_id = o.id
        -- One that was counted as refunded before has an event that says so.
        union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
          where r.order_id = o.id and r.failed_at is not null and not exists (
            select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
        union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected')
      ) t),
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
  from public.orders o where o.id = p_order_id
$$;

create or replace function public.settle_order(
  p_order_id uuid, p_sync_no bigint, p_state text, p_payment_intent_id text, p_refunded_minor integer, p_paid_at timestamptz,
  p_country text default null, p_refunds jsonb default '[]', p_refund_pending_minor integer default 0,
  p_facts jsonb default '{}'
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before public.orders;
  v_order public.orders;
  v_mails text[];
  v_is_deleted boolean;
  v_state text;
begin
  select * into v_before from public.orders where id = p_order_id for update;
  if p_sync_no <= v_before.applied_sync_no then
    return jsonb_build_object('applied', false, 'mailed', false, 'order', public.order_json(v_before));
  end if;
  -- A boleto that its buyer gave up is over unless it is paid all the same.
  v_state := case when p_state = 'waiting' and v_before.canceled_at is not null then 'failed' else p_state end;
  update public.orders
    set state = v_state,
      payment_intent_id = coalesce(p_payment_intent_id, payment_intent_id),
      refunded_minor = p_refunded_minor,
      refund_pending_minor = p_refund_pending_minor,
      paid_at = coalesce(paid_at, p_paid_at),
      country = coalesce(country, p_country),
      boleto = case when v_state = 'waiting' then coalesce(nullif(p_facts->'boleto', 'null'), boleto) else public.past_boleto(boleto) end,
      payment_method = coalesce(nullif(p_facts->'payment_method', 'null'), payment_method),
      fee_minor = coalesce(fee_minor, (p_facts->>'fee_minor')::integer),
      dispute_unread_since = case when (p_facts->>'dispute_unread')::boolean then coalesce(dispute_unread_since, now()) end,
      checked_at = now(),
      applied_sync_no = p_sync_no
    where id = p_order_id
    returning * into v_order;

  insert into public.order_events (order_id, kind, amount_minor)
    select p_order_id, v_order.state, null::integer
      where v_order.state in ('waiting', 'failed', 'disputed') and v_order.state <> v_before.state
    union all
    select p_order_id, case when v_order.refunded_minor > v_before.refunded_minor then 'refunded' else 'refund_failed' end,
        v_order.refunded_minor - v_before.refunded_minor
      where v_order.refunded_minor <> v_before.refunded_minor;

  update public.order_refunds r
    set state = s.state, waits_for = s.waits_for, obstacle = s.obstacle, failed_at = case when s.state = 'failed' then coalesce(r.failed_at, now()) end
    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
    where r.order_id = p_order_id and r.id = s.id and r.state <> 'failed';
  perform public.share_goodwill(v_order);

  insert into public.disputes as d (id, order_id, reason, amount_minor, currency, state, due_by, evidence_at, opened_at, closed_at)
    select s.id, p_order_id, s.reason, s.amount_minor, s.currency, s.state, s.due_by,
        case when s.is_answered and s.state <> 'needs_response' then now() end, s.opened_at,
        case when s.state in ('won', 'lost', 'closed') then now() end
      from jsonb_to_recordset(p_facts->'disputes') s
        (id text, reason text, amount_minor integer, currency text, state text, due_by timestamptz, is_answered boolean, opened_at timestamptz)
    on conflict (id) do update
      set reason = excluded.reason, amount_minor = excluded.amount_minor, currency = excluded.currency, state = excluded.state,
        due_by = excluded.due_by,
        evidence_at = case when excluded.evidence_at is not null then coalesce(d.evidence_at, excluded.evidence_at) end,
        closed_at = case when excluded.closed_at is not null then coalesce(d.closed_at, excluded.closed_at) end;

  update public.refund_requests r
    set decision = case when s.change > 0 then 'refunded' end, decided_at = case when s.change > 0 then now() end
    from (select v_order.refunded_minor + v_order.refund_pending_minor - v_before.refunded_minor - v_before.refund_pending_minor as change) s
    where r.order_id = p_order_id and ((r.decision is null and s.change > 0) or (r.decision = 'refunded' and s.change < 0));

  perform public.settle_rights(v_order.buyer_uid, public.books_of_order(p_order_id));

  insert into public.order_events (order_id, kind)
    select p_order_id, 'paid_twice'
      where v_before.paid_at is null and v_order.paid_at is not null
        and exists (select from unnest(public.books_of_order(p_order_id)) b where public.paid_also_in(v_order, b) is not null);

  -- A mail tells of a change: the first money, a new wait, a new failure, more money back.
  v_mails := array_remove(array[
    case when v_before.paid_at is null and v_order.state in ('paid', 'partly_refunded') then 'purchase_paid' end,
    case when v_order.state in ('waiting', 'failed') and v_order.state <> v_before.state then 'purchase_' || v_order.state end,
    case when v_order.state in ('partly_refunded', 'refunded') and v_order.refunded_minor > v_before.refunded_minor
      then 'purchase_refunded' end
  ], null);
  select exists (select from public.accounts a where a.uid = v_order.buyer_uid and a.deleted_at is not null) into v_is_deleted;
  insert into public.outbox (key, kind, recipient, locale, payload)
    select public.purchase_mail_key(v_order, kind), kind, v_order.buyer_email, v_order.locale,
      public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']
        || jsonb_build_object('account_deleted', v_is_deleted)
    from unnest(v_mails) kind
    on conflict (key) do nothing;
  if 'purchase_paid' = any (v_mails) then
    perform public.notify_team('sale', v_order.id::text, 'sale_made', jsonb_build_object('id', v_order.id, 'number', v_order.number,
      'currency', v_order.currency, 'total_minor', v_order.total_minor,
      'titles', (
        select jsonb_agg(distinct c.title) from public.order_copies c where c.order_id = p_order_id)),
      v_order.buyer_email, null);
  end if;
  return jsonb_build_object('applied', true, 'mailed', cardinality(v_mails) > 0, 'order', public.order_json(v_order));
end
$$;

create or replace function public.refund_obstacle(o public.orders) returns text
language sql stable security definer set search_path = ''
as $$
  select case
    when o.state = 'disputed' then 'disputed'
    when o.state = 'refunded' then 'already_refunded'
    when o.state not in ('paid', 'partly_refunded') or o.total_minor = 0 or o.session_id is null or o.payment_intent_id is null
      then 'not_paid'
    when public.refundable_minor(o) = 0 then 'already_refunded'
    -- Whether a pending refund that names no copy, as one from Stripe's dashboard, succeeds is not known yet.
    when o.refund_pending_minor > (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and r.state = 'pending' and r.waits_for is not null) then 'under_way'
  end
$$;

create function public.is_taken_back(p_copy_id uuid, p_also_pending boolean) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.refund_parts p
      where p.copy_id = p_copy_id and p.takes_back and (p.state = 'done' or (p_also_pending and p.state = 'pending')))
$$;

create function public.kept_minor(c public.order_copies) returns integer
language sql stable security definer set search_path = ''
as $$
  select c.paid_minor - c.goodwill_minor
    - (select coalesce(sum(p.minor), 0)::integer from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed')
$$;

create function public.owed_minor(o public.orders) returns integer
language sql stable security definer set search_path = ''
as $$
  select coalesce(sum(public.kept_minor(c)), 0)::integer
    from public.order_copies c
    where c.order_id = o.id and o.state in ('paid', 'partly_refunded') and public.is_taken_back(c.id, false)
$$;

create function public.share_goodwill(o public.orders) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_change bigint := greatest(0, o.refunded_minor + o.refund_pending_minor - (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and (r.state = 'done' or (r.state = 'pending' and r.waits_for is not null))))
    - (select coalesce(sum(c.goodwill_minor), 0) from public.order_copies c where c.order_id = o.id);
begin
  if v_change = 0 then
    return;
  end if;
  with copies as (
    select c.id, c.ebook_id, c.no, case when v_change < 0 then c.goodwill_minor else public.kept_minor(c) end::bigint as base,
        not public.is_taken_back(c.id, true) as is_left
      from public.order_copies c where c.order_id = o.id
  ), bases as (
    select c.*, sum(c.base) over () as whole
      from copies c
      where v_change < 0 or c.is_left or abs(v_change) > (select coalesce(sum(x.base), 0) from copies x where x.is_left)
  ), parts as (
    select b.*, least(abs(v_change), b.whole)::bigint as amount from bases b where b.whole > 0
  ), shares as (
    select p.id, p.amount * p.base / p.whole::bigint as share, p.amount - sum(p.amount * p.base / p.whole::bigint) over () as rest,
        row_number() over (order by p.amount * p.base % p.whole::bigint desc, p.ebook_id, p.no) as place
      from parts p
  )
  update public.order_copies c
    set goodwill_minor = c.goodwill_minor + sign(v_change)::integer * (s.share + (s.place <= s.rest)::integer)::integer
    from shares s where c.id = s.id;
end
$$;

create function public.parts_to_refund(p_order_id uuid, p_items jsonb) returns table (copy_id uuid, minor integer, takes_back boolean)
language sql stable security definer set search_path = ''
as $$
  select c.id, c.kept, c.is_left
    from (
      select x.id, x.ebook_id, public.kept_minor(x) as kept, l.is_left,
          row_number() over (partition by x.ebook_id, l.is_left order by x.no desc) as place
        from public.order_copies x cross join lateral (select not public.is_taken_back(x.id, true) as is_left) l
        where x.order_id = p_order_id
    ) c
    where case when c.is_left
      then p_items is null or c.place <= (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w where w->>'ebook_id' = c.ebook_id)
      else coalesce(p_items, '[]') = '[]' and c.kept > 0 and public.is_taken_back(c.id, false) end
$$;

create or replace function public.begin_refund(
  p_actor jsonb, p_order_id uuid, p_attempt_id uuid, p_items jsonb, p_amount_minor integer, p_currency text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
  v_refund public.order_refunds;
  v_obstacle text;
  v_parts jsonb;
begin
  select o.* into v_order from public.orders o where o.id = p_order_id for update;
  if not found then
    return null;
  end if;
  select r.* into v_refund from public.order_refunds r where r.attempt_id = p_attempt_id;
  if found then
    return case
      when v_refund.order_id = p_order_id and v_refund.items is not distinct from p_items and v_refund.amount_minor = p_amount_minor
        then jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund))
      else jsonb_build_object('outcome', 'attempt_reused') end;
  end if;
  v_obstacle := public.refund_obstacle(v_order);
  if v_obstacle is not null then
    return jsonb_build_object('outcome', 'refused', 'obstacle', v_obstacle);
  end if;
  select coalesce(jsonb_agg(to_jsonb(p)), '[]') into v_parts from public.parts_to_refund(p_order_id, p_items) p;
  if v_order.currency <> p_currency or p_amount_minor > public.refundable_minor(v_order) or p_amount_minor is distinct from (
      select sum((p->>'minor')::integer) from jsonb_array_elements(v_parts) p)
    or jsonb_array_length(v_parts) < (select sum((w->>'quantity')::integer) from jsonb_array_elements(p_items) w) then
    return jsonb_build_object('outcome', 'changed');
  end if;
  insert into public.order_refunds (order_id, attempt_id, items, amount_minor, requested_by)
    values (p_order_id, p_attempt_id, p_items, p_amount_minor, p_actor->>'email')
    returning * into v_refund;
  insert into public.refund_parts (refund_id, copy_id, minor, takes_back)
    select v_refund.id, p.copy_id, p.minor, p.takes_back
      from jsonb_to_recordset(v_parts) p (copy_id uuid, minor integer, takes_back boolean);
  perform public.note_admin_change(p_actor, 'order_refund_asked', 'order', p_order_id::text, null,
    jsonb_build_object('refund_id', v_refund.id, 'amount_minor', p_amount_minor, 'currency', p_currency, 'items', p_items));
  return jsonb_build_object('outcome', 'begun', 'refund', public.refund_json(v_refund));
end
$$;

create function public.copy_counts(o public.orders, b public.order_copies, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, o.paid_at, p_times::bigint, c.minor from (values
    ('books', b.ebook_id, 0::bigint),
    ('book_amounts', b.ebook_id || ' ' || o.currency,
      p_times * (b.paid_minor::bigint * (o.total_minor - o.refunded_minor) / greatest(o.total_minor, 1)))) c (metric, key, minor)
    where o.state <> 'refunded'
$$;

create or replace function public.note_order() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_counted public.counted[] := array(select c from public.order_counts(new, 1) c);
begin
  if tg_op = 'UPDATE' then
    v_counted := v_counted || array(
      select c from public.order_counts(old, -1) c
      union all
      select c from public.order_copies b, public.copy_counts(new, b, 1) c where b.order_id = new.id
      union all
      select c from public.order_copies b, public.copy_counts(old, b, -1) c where b.order_id = new.id);
  end if;
  perform public.add_totals(v_counted);
  return null;
end
$$;

create function public.note_order_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select o.* into v_order from public.orders o where o.id = new.order_id;
  if v_order.paid_at is not null then
    perform public.add_totals(array(select c from public.copy_counts(v_order, new, 1) c));
  end if;
  return null;
end
$$;

create or replace function public.add_up_days() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB' set enable_seqscan = on
as $$
declare
  v_zone text := public.totals_zone();
begin
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, 'day', date_trunc('day', c.at, v_zone), c.key, sum(c.n), sum(c.minor)
      from (
        select t.metric, t.key, t.starts_at as at, t.n, t.minor from public.totals t where t.span = 'quarter'
        union all
        select c.* from public.orders o, public.order_counts(o, 1) c where o.paid_at is not null and not public.has_quarters(c.metric)
        union all
        select c.* from public.orders o join public.order_copies b on b.order_id = o.id, public.copy_counts(o, b, 1) c where o.paid_at is not null
      ) c
      group by 1, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 3, 4;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select t.metric, 'month', date_trunc('month', t.starts_at, v_zone), t.key, sum(t.n), sum(t.minor)
      from public.totals t where t.span = 'day'
      group by 1, 3, 4 having sum(t.n) <> 0 or sum(t.minor) <> 0
      order by 1, 3, 4;
end
$$;

create or replace function public.recount() returns void
language plpgsql volatile security definer set search_path = '' set work_mem = '64MB'
as $$
begin
  lock table public.orders, public.order_copies, public.order_events, public.users, public.newsletter_subscribers, public.totals
    in share row exclusive mode;
  insert into public.users (uid, email, name, created_at)
    select distinct on (o.buyer_uid) o.buyer_uid, o.buyer_email, o.buyer_name, min(o.created_at) over (partition by o.buyer_uid)
      from public.orders o
      where not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      order by o.buyer_uid, o.created_at desc
    on conflict (uid) do nothing;
  update public.users u set orders = b.orders, first_purchase_at = b.first_at, last_purchase_at = b.last_at
    from (
      select o.buyer_uid, count(*) as orders, min(o.paid_at) as first_at, max(o.paid_at) as last_at
        from public.orders o where o.paid_at is not null group by o.buyer_uid
    ) b
    where b.buyer_uid = u.uid
      and (u.orders, u.first_purchase_at, u.last_purchase_at) is distinct from (b.orders, b.first_at, b.last_at);

  truncate public.totals;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z'), c.key, sum(c.n), sum(c.minor)
      from (
        select c.* from public.orders o, public.order_counts(o, 1) c where public.has_quarters(c.metric)
        union all
        select 'refunds', o.currency, e.happened_at, sign(e.amount_minor)::bigint, e.amount_minor
          from public.order_events e join public.orders o on o.id = e.order_id where e.amount_minor is not null
        union all
        select 'users', '', u.created_at, 1, 0 from public.users u
        union all
        select 'subscribed', '', n.confirmed_at, 1, 0 from public.newsletter_subscribers n where n.state <> 'pending' and n.confirmed_at is not null
        union all
        select 'unsubscribed', '', coalesce(n.unsubscribed_at, n.bounced_at), 1, 0 from public.newsletter_subscribers n
          where n.state in ('unsubscribed', 'bounced') and n.confirmed_at is not null
      ) c
      where c.at is not null
      group by 1, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0
      order by 1, 3, 4;
  perform public.add_up_days();
end
$$;

create or replace function public.get_person(p_id uuid) returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with person as (
    select p.* from public.people p where p.id = p_id
  ), accounts as materialized (
    select a.* from person p cross join lateral public.accounts_of_person(p) a
  ), order_ids as materialized (
    select o.id from public.orders o where o.buyer_uid in (select a.uid from accounts a) and o.state not in ('open', 'expired')
    union
    select o.id from person p join public.orders o on public.plain(o.buyer_email) = public.plain(p.email)
      where lower(o.buyer_email) = p.email and o.state not in ('open', 'expired')
  ), letters as (
    select m.kind, coalesce(m.sent_at, m.given_up_at, m.created_at) as at,
        case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end as state
      from public.outbox m
      where m.recipient in (
        select p.email from person p union select a.email from accounts a
        union select o.buyer_email from order_ids i join public.orders o on o.id = i.id where o.buyer_uid in (select a.uid from accounts a))
      order by m.created_at desc, m.key limit 50
  )
  select jsonb_build_object(
    'id', p.id, 'email', p.email, 'note', p.note,
    'accounts', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', a.uid, 'name', a.name, 'photo_url', a.photo_url, 'created_at', a.created_at,
          'is_confirmed', not a.is_newcomer, 'is_in_team', exists (select from public.team m where m.uid = a.uid))
          order by a.created_at, a.number), '[]')
        from accounts a),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]')
        from (select o.* from order_ids i join public.orders o on o.id = i.id order by o.created_at desc, o.id desc limit 50) o),
    'books', (
      select coalesce(jsonb_agg(to_jsonb(b) order by b.granted_at desc, b.ebook_id), '[]')
        from (
          select e.ebook_id, t.title, t.language, c.order_id, o.number as order_number, o.state = 'given' as is_given, e.granted_at, e.revoked_at,
              e.downloads, e.last_downloaded_at, (
                select h.after->>'reason' from public.admin_changes h
                  where o.state = 'given' and h.subject_kind = 'order' and h.subject_id = o.id::text and h.action = 'book_given') as reason
            from order_ids i
            join public.orders o on o.id = i.id
            join public.order_copies c on c.order_id = o.id
            join public.entitlements e on e.copy_id = c.id
            join public.ebooks_metadata t on t.id = e.ebook_id
            order by e.granted_at desc, e.ebook_id limit 50) b),
    'messages', (
      select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
        from (select c.* from public.contact_messages c where c.email = p.email order by c.created_at desc, c.id desc limit 50) c),
    'subscription', (select to_jsonb(s) - 'generation' from public.newsletter_subscribers s where s.email = p.email),
    'letters', (select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind), '[]') from letters l),
    'orders_kept', (
      select count(*) from order_ids i join public.orders o on o.id = i.id where o.paid_at is not null))
  from person p
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
  if not exists (select from public.ebooks_metadata b where b.id = p_ebook_id and b.state <> 'draft') then
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
        jsonb_build_object('id', v_order.id, 'name', v_user.name, 'ebook_id', b.id, 'title', b.title)
      from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.note_admin_change(p_actor, 'book_given', 'order', v_order.id::text, null,
    jsonb_build_object('ebook_id', p_ebook_id, 'reason', p_reason));
  return 'given';
end
$$;

create or replace function public.take_back_book(p_actor jsonb, p_id uuid, p_order_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_right public.entitlements;
begin
  update public.entitlements e set revoked_at = now()
    from public.order_copies c, public.orders o, public.people p
    where p.id = p_id and o.id = p_order_id and o.state = 'given' and lower(o.buyer_email) = p.email
      and c.order_id = o.id and e.copy_id = c.id and e.revoked_at is null
    returning e.* into v_right;
  if not found then
    return false;
  end if;
  perform public.settle_rights(v_right.uid, array[v_right.ebook_id]);
  perform public.note_admin_change(p_actor, 'book_taken_back', 'order', p_order_id::text, null, null);
  return true;
end
$$;

create or replace function public.count_came_from() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_source integer;
  v_campaign integer;
begin
  if new.paid_at is not null then
    v_source := public.visit_name('source', new.came_from->>'source');
    v_campaign := public.visit_name('campaign', new.came_from->>'campaign');
    insert into public.sales_by_source as s (day, source, campaign, ebook_id, currency, orders, copies, minor)
      select public.site_day(), v_source, v_campaign, c.ebook_id, new.currency,
          (row_number() over (order by c.ebook_id) = 1)::integer, count(*), sum(c.paid_minor)
        from public.order_copies c where c.order_id = new.id group by c.ebook_id order by c.ebook_id
      on conflict (day, source, campaign, ebook_id, currency) do update
        set orders = s.orders + excluded.orders, copies = s.copies + excluded.copies, minor = s.minor + excluded.minor;
  end if;
  new.came_from := null;
  return new;
end
$$;

create or replace function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.last_error is not null order by m.due_at limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read the book or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '1 day'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null and m.due_at > p_now - interval '7 days'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at > p_now - interval '7 days'
      union
      select a.subject::uuid from public.owner_alerts a where a.kind = 'undelivered_order'
    ) c
    join public.orders o on o.id = c.id
    cross join lateral (
      select case
        when exists (
          select from public.order_copies c
            where c.order_id = o.id
              and case when not exists (select from public.entitlements e
                  where e.uid = o.buyer_uid and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_right(o, c.id) end) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.kind = 'purchase_paid' and m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
  union all
  -- Money that came back from the bank, or that could not leave, and was not sent again. Nobody has to see it at the moment it happens.
  select 'failed_refund', o.id::text, o.number::text, min(r.failed_at), (array_agg(r.obstacle order by r.failed_at desc))[1]
    from public.order_refunds r join public.orders o on o.id = r.order_id
    where r.state = 'failed' and r.obstacle in ('returned', 'balance') and r.failed_at > p_now - interval '14 days'
      and public.refundable_minor(o) > 0
      and not exists (
        select from public.order_refunds l where l.order_id = r.order_id and l.requested_at > r.requested_at and l.state <> 'failed'
            and (l.items is null or l.items = r.items))
    group by o.id
  union all
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_copies c on c.order_id = o.id
    cross join lateral (select public.paid_also_in(o, c.ebook_id) as also) t
    cross join lateral (
      select o.payment_method->>'type' = 'boleto' and p.payment_method->>'type' is distinct from 'boleto' as other
        from public.orders p where p.id = (t.also->>'id')::uuid
    ) s
    where e.kind = 'paid_twice' and e.happened_at > p_now - interval '30 days'
  union all
  select 'disputes_unread', o.id::text, o.number::text, o.dispute_unread_since, 'dispute_read'
    from public.orders o where o.dispute_unread_since is not null
  union all
  select 'payments_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'reconciliation' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '30 minutes')
  union all
  -- Four readings that did not succeed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  -- Its own mail tells of it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

-- Refunds of before, in their order. All that was left then is what was left after amounts that named nothing, so that these come first.
do $$
declare
  v_refund public.order_refunds;
  v_order public.orders;
begin
  for v_refund in select * from public.order_refunds r where r.state <> 'failed' order by r.requested_at, r.id loop
    if v_refund.items is null then
      select o.* into v_order from public.orders o where o.id = v_refund.order_id;
      v_order.refund_pending_minor := 0;
      v_order.refunded_minor := (
        select sum(public.kept_minor(c)) + sum(c.goodwill_minor) - v_refund.amount_minor + (
            select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
              where r.order_id = v_order.id and (r.state = 'done' or (r.state = 'pending' and r.waits_for is not null)))
          from public.order_copies c where c.order_id = v_order.id);
      perform public.share_goodwill(v_order);
    end if;
    insert into public.refund_parts (refund_id, copy_id, minor, takes_back, state)
      select v_refund.id, p.copy_id, p.minor, p.takes_back, v_refund.state
        from public.parts_to_refund(v_refund.order_id, v_refund.items) p;
  end loop;
end $$;
select public.share_goodwill(o) from public.orders o where o.refunded_minor + o.refund_pending_minor > 0;

create trigger note_titles after insert on public.order_copies referencing new table as new_rows
  for each statement execute function public.note_titles();
create trigger note_order_copy after insert on public.order_copies for each row execute function public.note_order_copy();
create trigger drop_copy after update of revoked_at on public.entitlements
  for each row when (new.revoked_at is not null) execute function public.drop_copy_of_right();
create trigger drop_copy_of_gone after delete on public.order_copies
  for each row execute function public.drop_stamped_copy();
create constraint trigger copies_are_the_total after insert or delete or update on public.order_copies
  deferrable initially deferred for each row execute function public.copies_are_the_total();
create constraint trigger total_is_its_copies after update of subtotal_minor, total_minor on public.orders
  deferrable initially deferred for each row execute function public.copies_are_the_total();
