-- Lists and searches of the admin area among a million orders.

-- As before, and each book is looked up: without statistics a join reads the whole catalogue for every order.
create or replace function public.order_json(o public.orders) returns jsonb
language sql stable security definer
set search_path = '' set enable_seqscan = off
as $$
  select jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'total_minor', o.total_minor,
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'unit_minor', i.unit_minor,
          'filename', (select b.filename from public.ebooks_metadata b where b.id = i.ebook_id),
          'cover_version', (select b.cover_version from public.ebooks_metadata b where b.id = i.ebook_id)) order by i.title, i.ebook_id)
        from public.order_items i where i.order_id = o.id),
    'email', coalesce((
      select case when m.sent_at is not null then 'sent' when m.given_up_at is null then 'queued' end
        from public.outbox m where m.key = public.purchase_mail_key(o, public.purchase_mail_kind(o))), 'none'))
$$;

-- By what the trigram index looks for the words: of an address the part before the @. The rest is in too many rows to be asked for.
create function public.rare_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select public.search_patterns(case when char_length(split_part(words, '@', 1)) >= 3 then split_part(words, '@', 1) else words end)
$$;

-- As before, and a number is looked up instead of walked to.
create or replace function public.admin_orders_page(
  p_words text, p_number bigint, p_state text, p_from date, p_to date, p_zone text, p_at timestamptz, p_id uuid, p_is_backwards boolean,
  p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text[] := case when p_number is null then public.search_patterns(p_words) end;
  v_rare text[] := public.rare_patterns(p_words);
  v_at text := case when p_state is null then 'o.paid_at' else 'coalesce(o.paid_at, o.created_at)' end;
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := format(case when p_is_backwards then '%s, o.id' else '%s desc, o.id desc' end, v_at);
  v_rows text := format('select o.* from public.orders o where %s and o.state not in (''open'', ''expired'')
      and ($1 is null or (%s, o.id) %s ($1, $2)) and ($6 is null or o.number = $6)
      and ($7 is null or %s >= $7) and ($8 is null or %s < $8)',
    case when p_state is null then 'o.paid_at is not null' else 'o.state = $9' end, v_at, v_beyond, v_at, v_at);
  v_from timestamptz := p_from::timestamp at time zone p_zone;
  v_to timestamptz := (p_to + 1)::timestamp at time zone p_zone;
  v_page public.orders[];
  v_query text;
begin
  if p_number is not null then
    v_query := format('select array(select o::public.orders from (%s) o)', v_rows);
  elsif v_words is null then
    v_query := format('select array(select o::public.orders from (%s order by %s limit $3) o)', v_rows, v_order);
  else
    v_query := format('select array(select o::public.orders from (
      select * from (%s order by %s limit $4) o where o.search_text like any ($5) limit $3) o)', v_rows, v_order);
  end if;
  execute v_query into v_page using p_at, p_id, p_size + 1, public.walked_rows(), v_words, p_number, v_from, v_to, p_state;
  if v_words is not null and cardinality(v_page) <= p_size then
    v_query := format('with found as materialized (%s and o.search_text like any ($4) and o.search_text || '''' like any ($5))
      select array(select o::public.orders from found o order by %s limit $3)', v_rows, v_order);
    execute v_query into v_page using p_at, p_id, p_size + 1, v_rare, v_words, p_number, v_from, v_to, p_state;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'orders', (
    select coalesce(jsonb_agg(public.order_json(o) order by coalesce(o.paid_at, o.created_at) desc, o.id desc), '[]')
      from unnest(v_page[:p_size]) o));
end
$$;

-- As before, with `rare_patterns`.
create or replace function public.users_page(p_words text, p_at timestamptz, p_number bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_beyond text := case when p_is_backwards then '>' else '<' end;
  v_order text := case when p_is_backwards then 'u.created_at, u.number' else 'u.created_at desc, u.number desc' end;
  v_rows text := format('select u.* from public.users u where ($1 is null or (u.created_at, u.number) %s ($1, $2))', v_beyond);
  v_page public.users[];
begin
  if v_words is null then
    execute format('select array(select u from (%s order by %s limit $3) u)', v_rows, v_order) into v_page using p_at, p_number, p_size + 1;
  else
    execute format('select array(select u from (select * from (%s order by %s limit $4) u where u.search_text like any ($5) limit $3) u)',
      v_rows, v_order) into v_page using p_at, p_number, p_size + 1, public.walked_rows(), v_words;
    if cardinality(v_page) <= p_size then
      execute format('with found as materialized (%s and u.search_text like any ($5) and u.search_text || '''' like any ($4)) select array(select u::public.users from found u order by %s limit $3)',
        v_rows, v_order) into v_page using p_at, p_number, p_size + 1, v_words, public.rare_patterns(p_words);
    end if;
  end if;
  return jsonb_build_object('more', cardinality(v_page) > p_size, 'users', (
    select coalesce(jsonb_agg(jsonb_build_object('uid', u.uid, 'number', u.number, 'email', u.email, 'name', u.name,
        'has_photo', u.photo_url is not null, 'created_at', u.created_at, 'orders', u.orders,
        'first_purchase_at', u.first_purchase_at, 'last_purchase_at', u.last_purchase_at) order by u.created_at desc, u.number desc), '[]')
      from unnest(v_page[:p_size]) u));
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('order_json', 'rare_patterns', 'admin_orders_page', 'users_page') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
