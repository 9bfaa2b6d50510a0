-- Searches and sums among a million orders, as measured on PostgreSQL and on the embedded one.

-- The condition under which a column holds every one of the words; a word of one or two letters begins a word there. `p_indexed`: to be
-- answered by the column's trigram index, which knows nothing about short words beside longer ones.
create function public.words_condition(p_column text, p_words text, p_indexed boolean) returns text
language sql immutable parallel safe set search_path = ''
as $$
  with words as (
    select distinct w.word, char_length(w.word) >= 3 as is_long
      from regexp_split_to_table(btrim(public.plain(p_words)), ' ') w (word) where w.word <> ''
  ), conditions as (
    select format('(%s)', string_agg(format('%s like %L',
        case when p_indexed and (w.is_long or not exists (select from words x where x.is_long)) then p_column else p_column || ' || ''''' end,
        pattern), ' or ' order by pattern)) as condition, w.word
      from words w, unnest(public.search_patterns(w.word)) pattern group by w.word
  )
  select string_agg(c.condition, ' and ' order by c.word) from conditions c
$$;

-- An address, or as much of it as was written, for `like`; null for other words. Who writes an address means whose it is, and its
-- parts are in too many rows to be looked for.
create function public.address_pattern(p_words text) returns text
language sql immutable parallel safe set search_path = ''
as $$
  select case when words ~ '^[^@[:space:]]+@[^@[:space:]]*$' then regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%' end
    from (select btrim(public.plain(p_words)) as words) w
$$;
create index orders_by_address on public.orders (public.plain(buyer_email) text_pattern_ops) where state not in ('open', 'expired');
create index users_by_address on public.users (public.plain(email) text_pattern_ops);

-- How many rows of a list a search reads in the list's order when it found so many among the first `walked_rows`; null: it has found
-- enough, or so little that the trigram index is asked.
create function public.further_rows(p_found integer, p_size integer) returns integer
language sql immutable parallel safe set search_path = ''
as $$ select case when p_found between 3 and p_size then 10 * public.walked_rows() end $$;

-- As before; every word counts by itself, an address is looked up, and of words that are not so rare more rows are read in order.
create or replace function public.admin_orders_page(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_address text := case when p_number is null then public.address_pattern(p_words) end;
  v_words text := case when p_number is null then public.words_condition('o.search_text', p_words, false) end;
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := format(case when p_is_backwards then '%s, o.id' else '%s desc, o.id desc' end, v_at);
  v_rows text := format('select o.* from public.orders o where %s and o.state not in (''open'', ''expired'')
      and ($1 is null or (%s, o.id) %s ($1, $2)) and ($5 is null or o.number = $5)
      and ($6 is null or %s >= $6) and ($7 is null or %s < $7)',
    case when p_state is null then 'o.paid_at is not null' else 'o.state = $8' end, v_at, v_beyond, v_at, v_at);
  v_walk text := format('select array(select o::public.orders from (
      select * from (%s order by %s limit $4) o where %s limit $3) o)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select o::public.orders from found o order by %s limit $3)';
  v_from timestamptz := p_from::timestamp at time zone p_zone;
  v_to timestamptz := (p_to + 1)::timestamp at time zone p_zone;
  v_page public.orders[];
  v_further integer;
begin
  if p_number is not null then
    execute format('select array(select o::public.orders from (%s) o)', v_rows)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_address is not null then
    execute format(v_find, v_rows, format('public.plain(o.buyer_email) like %L', v_address), v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  elsif v_words is null then
    execute format('select array(select o::public.orders from (%s order by %s limit $3) o)', v_rows, v_order)
      into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
  else
    execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows(), p_number, v_from, v_to, p_state;
    v_further := public.further_rows(cardinality(v_page), p_size);
    if v_further is not null then
      execute v_walk into v_page using p_at, p_id, p_size + 1, v_further, p_number, v_from, v_to, p_state;
    end if;
    if cardinality(v_page) <= p_size then
      execute format(v_find, v_rows, public.words_condition('o.search_text', p_words, true), v_order)
        into v_page using p_at, p_id, p_size + 1, null::integer, p_number, v_from, v_to, p_state;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'orders', (
    select coalesce(jsonb_agg(public.order_json(o) order by coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;

-- As before, and searches like `admin_orders_page`.
create or replace function public.users_page(p_words text, p_at timestamptz, p_number bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_address text := public.address_pattern(p_words);
  v_words text := public.words_condition('u.search_text', p_words, false);
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := case when p_is_backwards then 'u.created_at, u.number' else 'u.created_at desc, u.number desc' end;
  v_rows text := format('select u.* from public.users u where ($1 is null or (u.created_at, u.number) %s ($1, $2))', v_beyond);
  v_walk text := format('select array(select u from (select * from (%s order by %s limit $4) u where %s limit $3) u)', v_rows, v_order, v_words);
  v_find text := 'with found as materialized (%s and %s) select array(select u::public.users from found u order by %s limit $3)';
  v_page public.users[];
  v_further integer;
begin
  if v_address is not null then
    execute format(v_find, v_rows, format('public.plain(u.email) like %L', v_address), v_order) into v_page using p_at, p_number, p_size + 1;
  elsif v_words is null then
    execute format('select array(select u from (%s order by %s limit $3) u)', v_rows, v_order) into v_page using p_at, p_number, p_size + 1;
  else
    execute v_walk into v_page using p_at, p_number, p_size + 1, public.walked_rows();
    v_further := public.further_rows(cardinality(v_page), p_size);
    if v_further is not null then
      execute v_walk into v_page using p_at, p_number, p_size + 1, v_further;
    end if;
    if cardinality(v_page) <= p_size then
      execute format(v_find, v_rows, public.words_condition('u.search_text', p_words, true), v_order) into v_page using p_at, p_number, p_size + 1;
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'users', (
    select coalesce(jsonb_agg(jsonb_build_object('uid', u.uid, 'number', u.number, 'email', u.email, 'name', u.name,
        'has_photo', u.photo_url is not null, 'created_at', u.created_at, 'orders', u.orders,
        'first_purchase_at', u.first_purchase_at, 'last_purchase_at', u.last_purchase_at) order by u.created_at desc, u.number desc), '[]')
      from unnest(v_page[:p_size]) u));
end
$$;
drop function public.rare_patterns(text);

-- What is searched of a message is kept: making it of a thousand messages for each search takes longer than everything else.
alter table public.contact_messages add column search_text text
  generated always as (public.plain(name || ' ' || email || ' ' || message)) stored;
drop index public.contact_messages_search;
create index contact_messages_search on public.contact_messages using gin (search_text extensions.gin_trgm_ops) with (fastupdate = off);

-- As before, and of words that are not so rare more rows are read in order.
create or replace function public.inbox_page(
  p_table regclass, p_text text, p_state text, p_words text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text := public.words_condition(p_text, p_words, false);
  v_order text := case when p_is_backwards then 'r.created_at, r.id' else 'r.created_at desc, r.id desc' end;
  v_rows text := format('select r.* from %s r where %s and ($1 is null or (r.created_at, r.id) %s ($1, $2))', p_table, p_state,
    case when p_is_backwards then '>' else '<' end);
  v_walk text := format('select array(select r.id from (%s order by %s limit $4) r where %s order by %s limit $3)', v_rows, v_order, v_words, v_order);
  v_page uuid[];
  v_further integer;
begin
  if v_words is null then
    execute format('select array(select r.id from (%s order by %s limit $3) r order by %s)', v_rows, v_order, v_order)
      into v_page using p_at, p_id, p_size + 1;
    return v_page;
  end if;
  execute v_walk into v_page using p_at, p_id, p_size + 1, public.walked_rows();
  v_further := public.further_rows(cardinality(v_page), p_size);
  if v_further is not null then
    execute v_walk into v_page using p_at, p_id, p_size + 1, v_further;
  end if;
  if cardinality(v_page) <= p_size then
    execute format('with found as materialized (%s and %s) select array(select r.id from found r order by %s limit $3)',
      v_rows, public.words_condition(p_text, p_words, true), v_order) into v_page using p_at, p_id, p_size + 1;
  end if;
  return v_page;
end
$$;

-- As before, in the kept text. Without a state all messages but spam.
create or replace function public.admin_messages_page(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.contact_messages', 'r.search_text',
    case p_state when 'new' then 'r.state = ''new''' when 'answered' then 'r.state = ''answered''' when 'spam' then 'r.state = ''spam'''
      else 'r.state <> ''spam''' end, p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'messages', (
    select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
      from public.contact_messages c where c.id = any (v_ids[:p_size])));
end
$$;

-- As before, without what is there to be searched.
create or replace function public.personal_data(p_uid text, p_email text) returns jsonb
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
            select jsonb_build_object('reason', r.reason, 'requested_at', r.requested_at)
              from public.refund_requests r where r.order_id = o.id)
        ) order by o.number), '[]')
        from public.orders o where o.buyer_uid = p_uid),
    'library', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
          'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
          'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at)
          order by e.granted_at, e.ebook_id), '[]')
        from public.entitlements e
        join public.orders o on o.id = e.order_id
        join public.ebooks_metadata b on b.id = e.ebook_id
        where e.uid = p_uid),
    'positions', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'page', r.page, 'read_at', r.read_at)
          order by r.read_at, r.ebook_id), '[]')
        from public.reading_positions r join public.ebooks_metadata b on b.id = r.ebook_id where r.uid = p_uid),
    'newsletter', (
      select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)),
    'contact_messages', (
      select coalesce(jsonb_agg(to_jsonb(c) - array['id', 'attempt_id', 'search_text'] order by c.number), '[]')
        from public.contact_messages c where c.email = lower(p_email)),
    'emails', (
      select coalesce(jsonb_agg(jsonb_build_object('kind', m.kind, 'recipient', m.recipient, 'locale', m.locale,
          'written_at', m.created_at, 'sent_at', m.sent_at, 'content', m.payload - array['subscriber_id', 'generation'])
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

-- As before; days and months are added up from quarters of an hour, instead of everything three times.
create or replace function public.recount() returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  lock table public.orders, public.order_items, public.order_events, public.users, public.newsletter_subscribers, public.totals
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
    where b.buyer_uid = u.uid;

  delete from public.totals;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select c.metric, 'quarter', date_bin('15 minutes', c.at, '2000-01-01T00:00:00Z'), c.key, sum(c.n), sum(c.minor)
      from (
        select c.* from public.orders o, unnest(public.order_counts(o, 1)) c
        union all
        select (public.item_count(o, i, 1)).* from public.orders o join public.order_items i on i.order_id = o.id
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
      group by 1, 3, 4 having sum(c.n) <> 0 or sum(c.minor) <> 0;
  insert into public.totals (metric, span, starts_at, key, n, minor)
    select t.metric, s.span, date_trunc(s.span, t.starts_at at time zone 'UTC') at time zone 'UTC', t.key, sum(t.n), sum(t.minor)
      from public.totals t, (values ('day'), ('month')) s (span)
      where t.span = 'quarter'
      group by 1, 2, 3, 4 having sum(t.n) <> 0 or sum(t.minor) <> 0;
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('words_condition', 'address_pattern', 'further_rows', 'admin_orders_page', 'users_page', 'inbox_page',
      'admin_messages_page', 'personal_data', 'recount') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
  -- A way that is ruled out weighs so much that PostgreSQL compiles the query before it runs it: a second for what takes milliseconds.
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proconfig && array['enable_sort=off', 'enable_seqscan=off'] loop
    execute format('alter function %s set jit = off', signature);
  end loop;
end $$;
