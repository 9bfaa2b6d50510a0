-- Functions that answer one value are plpgsql: a session keeps their plans. In SQL each was planned anew with every call of another, which
-- was most of the time of what calls them for many rows. What they answer stays as it was. Where scans are made dear so that indexes are
-- taken, nothing is compiled: by their estimate even a table of one row seemed to be worth it, at a fifth of a second for each call.
set check_function_bodies = off;

create or replace function public.is_restored() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from public.restoration);
end
$$;

create or replace function public.to_search_text(value text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return regexp_replace(lower(extensions.unaccent('extensions.unaccent'::regdictionary, normalize(value, NFC))), '\s+', ' ', 'g');
end
$$;

create or replace function public.terms(value text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select coalesce(array_agg(term), '{}') from unnest(tsvector_to_array(to_tsvector('pg_catalog.portuguese', value))) term
      where char_length(term) > 2);
end
$$;

create or replace function public.search_patterns(words text) returns text[]
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select case
      when plain = '' then null
      when char_length(plain) < 3 then array[literal || '%', '% ' || literal || '%']
      else array['%' || literal || '%']
    end
    from (select btrim(public.to_search_text(words)) as plain) p, lateral (select regexp_replace(plain, '([\\%_])', '\\\1', 'g') as literal) l);
end
$$;

create or replace function public.address_pattern(p_words text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select case when words ~ '^[^@[:space:]]+@[^@[:space:]]*$' then regexp_replace(words, '([\\%_])', '\\\1', 'g') || '%' end
      from (select btrim(public.to_search_text(p_words)) as words) w);
end
$$;

create or replace function public.walked_rows() returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return 1000;
end
$$;

create or replace function public.counted_matches() returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return 100;
end
$$;

create or replace function public.is_common(matches_in_sample bigint) returns boolean
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return matches_in_sample >= 8;
end
$$;

create or replace function public.words_condition(p_column text, p_words text, p_indexed boolean) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    with words as (
      select distinct w.word, char_length(w.word) >= 3 as is_long
        from regexp_split_to_table(btrim(public.to_search_text(p_words)), ' ') w (word) where w.word <> ''
    ), conditions as (
      select format('(%s)', string_agg(format('%s like %L',
          case when p_indexed and (w.is_long or not exists (select from words x where x.is_long)) then p_column else p_column || ' || ''''' end,
          pattern), ' or ' order by pattern)) as condition, w.word
        from words w, unnest(public.search_patterns(w.word)) pattern group by w.word
    )
    select string_agg(c.condition, ' and ' order by c.word) from conditions c);
end
$$;

create or replace function public.further_rows(p_found integer, p_size integer) returns integer
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case when p_found between 3 and p_size then 10 * public.walked_rows() end;
end
$$;

create or replace function public.admin_change_json(c public.admin_changes) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after,
    'subject_name', case c.subject_kind
      when 'order' then (select o.number::text from public.orders o where o.id = c.subject_id::uuid)
      when 'ebook' then (select b.title from public.ebooks_metadata b where b.id = c.subject_id)
      when 'person' then (select p.email from public.people p where p.id = c.subject_id::uuid)
      when 'episode' then (select e.title from public.episodes e where e.id = c.subject_id)
      when 'post' then (select public.listed_post_json(p)->>'title' from public.posts p where p.id = c.subject_id::uuid)
      when 'promotion' then coalesce((select x.code from public.coupons x where x.id = c.subject_id::uuid),
        (select b.title from public.bundles b where b.id = c.subject_id::uuid))
      when 'letter' then (select public.letter_subject(l) from public.letters l where l.id = c.subject_id::uuid)
    end);
end
$$;

create or replace function public.list_purges_due() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('ids', coalesce(jsonb_agg(d.id), '[]'), 'tags', coalesce(jsonb_agg(distinct d.tag), '[]'))
    from (select p.id, p.tag from public.purges p where p.due_at <= now() order by p.due_at limit 1000) d);
end
$$;

create or replace function public.get_account_standing(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'deleted_at', (select a.deleted_at from public.accounts a where a.uid = p_uid),
    'team_role', (select t.role from public.team t where t.uid = p_uid),
    'ended_sessions', (
      select coalesce(jsonb_agg(s.signed_in_at order by s.signed_in_at), '[]') from public.ended_sessions s where s.uid = p_uid));
end
$$;

create or replace function public.get_user_photo(p_uid text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select u.photo_url from public.users u where u.uid = p_uid);
end
$$;

create or replace function public.is_last_owner(p_uid text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.team t where t.uid = p_uid and t.role = 'owner')
    and not exists (select from public.team t where t.uid <> p_uid and t.role = 'owner');
end
$$;

create or replace function public.list_team() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'members', (
      select coalesce(jsonb_agg(jsonb_build_object('uid', t.uid, 'email', t.email, 'role', t.role, 'since', t.since,
          'invited_by', (select i.email from public.team i where i.uid = t.invited_by)) order by t.since, t.uid), '[]')
        from public.team t),
    'invitations', (
      select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'email', i.email, 'role', i.role, 'locale', i.locale, 'sent_at', i.sent_at,
          'invited_by', t.email) order by i.sent_at, i.id), '[]')
        from public.team_invitations i join public.team t on t.uid = i.invited_by));
end
$$;

create or replace function public.get_personal_data(p_uid text, p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'signed_out_at', (select a.signed_out_at from public.accounts a where a.uid = p_uid),
    'receipt_buyer', public.get_receipt_buyer(p_uid),
    'orders', (
      select coalesce(jsonb_agg(public.order_json(o) - array['buyer_uid', 'email'] || jsonb_build_object(
          'payment_intent_id', o.payment_intent_id,
          'terms_version', o.terms_version,
          'came_from', o.came_from,
          'receipts', public.receipts_json(o),
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
        from public.orders o where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email)),
    'library', (
      select coalesce(jsonb_agg(l.book order by l.granted_at, l.ebook_id), '[]') from (
        select e.granted_at, e.ebook_id, jsonb_build_object('ebook_id', e.ebook_id, 'title', b.title, 'order_number', o.number,
            'granted_at', e.granted_at, 'revoked_at', e.revoked_at, 'downloads', e.downloads,
            'first_downloaded_at', e.first_downloaded_at, 'last_downloaded_at', e.last_downloaded_at) as book
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.orders o on o.id = c.order_id
          join public.ebooks_metadata b on b.id = e.ebook_id
          where e.uid in (select p_uid union all select g.holder from public.orders g where g.buyer_uid is null and g.claimable_by = lower(p_email))
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
    'gifts', public.personal_gifts(p_uid, p_email),
    'reviews', public.personal_reviews(p_uid),
    'waitlists', public.personal_interest(p_email),
    'newsletter', public.personal_subscription(p_email),
    'letters', public.personal_letters(p_email),
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
            where c.email = lower(p_email))));
end
$$;

create or replace function public.mailbox_of(p_email text) returns text
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (
    select case when a.host in ('gmail.com', 'googlemail.com') then replace(a.name, '.', '') || '@gmail.com' else a.name || '@' || a.host end
      from (select regexp_replace(regexp_replace(lower(p_email), '@[^@]*$', ''), '\+.*$', '') as name,
        substring(lower(p_email) from '[^@]*$') as host) a);
end
$$;

create or replace function public.asks_room() returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select least(d.most - d.handed - a.claimed, 10 - a.claimed - a.sent)::integer
      from public.letter_day() d cross join (
        select (select count(*) from public.outbox m where m.kind = 'newsletter_moved' and m.claimed_until > now()) as claimed,
            (select count(*) from public.outbox m where m.kind = 'newsletter_moved' and m.sent_at > now() - interval '30 seconds') as sent) a);
end
$$;

create or replace function public.asks_at() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select greatest(w.due_at, case
        when w.due_at > now() then null
        when d.handed >= d.most then public.next_site_day()
        when public.asks_room() <= 0 then now() + interval '3 seconds' end)
      from public.letter_day() d cross join (
        select m.due_at from public.outbox m
          where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now())
          order by m.due_at limit 1) w);
end
$$;

create or replace function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select min(w.created_at) from (
      select m.created_at, m.due_at, m.attempts from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.kind <> 'owner_alert'
        order by m.due_at limit 1000
    ) w
    where w.created_at < p_now - interval '15 minutes' and (w.attempts > 0 or w.due_at < p_now - interval '15 minutes'));
end
$$;

create or replace function public.mailbox_has_room(p_recipient text, p_kinds text[], p_about jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(*) < 5 and count(*) filter (where m.created_at > now() - interval '10 minutes' and m.payload @> p_about) = 0
      from public.outbox m
      where public.mailbox_of(m.recipient) = public.mailbox_of(p_recipient) and m.kind = any (p_kinds)
        and m.created_at > now() - interval '1 day');
end
$$;

create or replace function public.get_test_email(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('recipient', m.recipient, 'attempts', m.attempts, 'error', m.last_error,
      'state', case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end)
    from public.outbox m where m.id = p_id and m.kind = 'test_email');
end
$$;

create or replace function public.get_team_notices(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(k.kind, coalesce(n.how, 'never'))
      from unnest(array['sale', 'message', 'refund']) k (kind)
      left join public.team_notices n on n.uid = p_uid and n.kind = k.kind);
end
$$;

create or replace function public.message_replies_json(p_message_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'body', r.body, 'written_by', r.written_by, 'written_at', r.written_at,
        'state', case when r.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end,
        'undo_seconds', case when m.attempts = 0 then greatest(0, ceil(extract(epoch from m.due_at - now())))::integer else 0 end)
        order by r.written_at, r.id), '[]')
      from public.message_replies r left join public.outbox m on m.key = 'message_reply:' || r.id
      where r.message_id = p_message_id);
end
$$;

create or replace function public.contact_message_json(c public.contact_messages) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message,
    'locale', c.locale, 'state', c.state, 'created_at', c.created_at, 'replies', public.message_replies_json(c.id),
    'assignee', (select jsonb_build_object('uid', t.uid, 'email', t.email) from public.team t where t.uid = c.assigned_to));
end
$$;

create or replace function public.list_assignees() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(to_jsonb(a) order by a.email), '[]') from public.notice_addresses() a);
end
$$;

create or replace function public.is_subscribed(p_email text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.newsletter_subscribers where email = lower(p_email) and state = 'confirmed');
end
$$;

create or replace function public.sold_currencies() returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(
    (select array(select jsonb_array_elements_text(c.body->'sold'))
      from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1),
    array(select c.code from public.currencies c where c.is_sold_by_default));
end
$$;

create or replace function public.has_sold_prices(p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return not exists (select from unnest(public.sold_currencies()) s (currency)
    where not exists (select from public.ebook_prices p where p.ebook_id = p_ebook_id and p.currency = s.currency));
end
$$;

create or replace function public.list_unpriced_ebooks(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with priced as (
      select p.currency, count(*) as books
        from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id
        where b.state = 'published' group by p.currency
    ), counts as (
      select c.code, (select count(*) from public.ebooks_metadata b where b.state = 'published') - coalesce(p.books, 0) as missing
        from public.currencies c left join priced p on p.currency = c.code
    )
    select jsonb_object_agg(c.code, jsonb_build_object('count', c.missing, 'titles', case when c.missing = 0 then '[]' else (
        select coalesce(jsonb_agg(w.title order by w.title, w.id), '[]') from (
          select b.id, b.title from public.ebooks_metadata b
            where b.state = 'published'
              and not exists (select from public.ebook_prices p where p.ebook_id = b.id and p.currency = c.code)
            order by b.title, b.id limit p_limit) w) end))
      from counts c);
end
$$;

create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return (
    select jsonb_build_object(
      'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
      'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
      'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
      'created_at', book.created_at,
      'prices', coalesce(cost.prices, '{}'), 'sales', coalesce(cost.sales, '{}'), 'suggested', coalesce(cost.suggested, '{}'),
      'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
      || public.bundles_json(book.id) || public.launch_json(book) || public.stars_json(book.id) || public.sample_json(book.id)
    from (
      select jsonb_object_agg(p.currency, coalesce(s.amount_minor, p.amount_minor)) as prices,
          jsonb_object_agg(p.currency, jsonb_build_object('list_minor', p.amount_minor,
            'before_minor', public.price_before(p.ebook_id, p.currency, now()), 'ends_at', s.ends_at)) filter (where s.ebook_id is not null) as sales,
          jsonb_object_agg(p.currency, p.suggested_minor) filter (where p.suggested_minor is not null) as suggested
        from public.ebook_prices p
        left join public.ebook_sales s on s.ebook_id = p.ebook_id and s.currency = p.currency and s.starts_at <= now() and s.ends_at > now()
        where p.ebook_id = book.id and p.currency = any (public.sold_currencies())
    ) cost);
end
$$;

create or replace function public.get_ebook(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.ebook_json(b) from public.ebooks_metadata b where b.id = p_id and b.state = 'published' and b.is_priced);
end
$$;

create or replace function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'suggested', coalesce((
      select jsonb_object_agg(p.currency, p.suggested_minor) from public.ebook_prices p
        where p.ebook_id = book.id and p.suggested_minor is not null), '{}'),
    'sale', public.sale_json(book.id), 'sale_before', public.sale_before_json(book.id),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null)
      or exists (select from public.imported_purchases i where i.ebook_id = book.id),
    'has_file', book.has_file) || public.admin_launch_json(book) || public.sampling_json(book.id);
end
$$;

create or replace function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency', 'sales', 'sale_before', 'launch', 'sample', 'sampling']
    || jsonb_strip_nulls(jsonb_build_object('launch', book.launch_at));
end
$$;

create or replace function public.get_admin_ebook(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.admin_ebook_json(b) from public.ebooks_metadata b where b.id = p_id);
end
$$;

create or replace function public.list_taken_ids(p_ids text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_agg(b.id), '[]') from public.ebooks_metadata b where b.id = any (p_ids));
end
$$;

create or replace function public.pdf_key_of(p_filename text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select b.pdf_key from public.ebooks_metadata b where b.filename = p_filename), 'pdfs/' || p_filename);
end
$$;

create or replace function public.cover_key(p_filename text, p_version text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'covers/' || regexp_replace(p_filename, '\.pdf$', '') || '.' || p_version;
end
$$;

create or replace function public.list_waiting_uploads(p_ids uuid[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', f.upload_id, 'kind', f.kind, 'key', f.key)), '[]')
      from public.unused_files f where f.upload_id = any (p_ids) and not f.is_going);
end
$$;

create or replace function public.get_ebook_by_upload(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.admin_ebook_json(b) from public.ebooks_metadata b where split_part(b.pdf_key, '/', 2) = p_id::text
    union all
    select public.admin_ebook_json(b) from public.ebooks_metadata b
      where not b.has_file and b.cover_version = left(replace(p_id::text, '-', ''), 12)
    limit 1);
end
$$;

create or replace function public.is_cover_of(p_id uuid, p_filename text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.unused_files f where f.upload_id = p_id and f.kind = 'cover' and not f.is_going
    and f.key = public.cover_key(p_filename, left(replace(p_id::text, '-', ''), 12)));
end
$$;

create or replace function public.list_kept_versions(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce((
      select jsonb_agg(jsonb_build_object('version', f.version, 'pages', f.pages, 'bytes', f.file_bytes, 'replaced_at', f.replaced_at,
          'kept_until', f.remove_after) order by f.version desc)
        from public.unused_files f where f.ebook_id = b.id and not f.is_going and f.remove_after > now()), '[]')
      from public.ebooks_metadata b where b.id = p_id);
end
$$;

create or replace function public.get_kept_version_file(p_id text, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('filename', b.filename, 'key', f.key)
      from public.unused_files f join public.ebooks_metadata b on b.id = f.ebook_id
      where f.ebook_id = p_id and f.version = p_version and not f.is_going and f.remove_after > now());
end
$$;

create or replace function public.get_ebook_file(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('filename', b.filename, 'key', coalesce(b.pdf_key, 'pdfs/' || b.filename))
      from public.ebooks_metadata b where b.id = p_id and b.has_file);
end
$$;

create or replace function public.price_now(price public.ebook_prices) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select s.amount_minor from public.ebook_sales s
      where s.ebook_id = price.ebook_id and s.currency = price.currency and s.starts_at <= now() and s.ends_at > now()), price.amount_minor);
end
$$;

create or replace function public.is_price_of(price public.ebook_prices, p_copy jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(case
    when price.suggested_minor is null
      then (price.amount_minor, public.price_now(price)) = ((p_copy->>'list')::bigint, (p_copy->>'now')::bigint)
    else (p_copy->>'list')::bigint >= price.amount_minor
      and (p_copy->'list', p_copy->'list') = (p_copy->'now', p_copy->'paid')
  end, false);
end
$$;

create or replace function public.price_before(p_ebook_id text, p_currency text, p_at timestamptz) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with recursive reductions as (
      select p.amount_minor, p.starts_at from public.price_periods p
        where p.ebook_id = p_ebook_id and p.currency = p_currency and p.is_reduced and p.starts_at <= p_at and p.ends_at > p_at
      union all
      select p.amount_minor, p.starts_at from reductions r
        join public.price_periods p on p.ebook_id = p_ebook_id and p.currency = p_currency and p.is_reduced
          and p.ends_at = r.starts_at and p.amount_minor >= r.amount_minor
    )
    select min(p.amount_minor)
      from (select min(r.starts_at) as at from reductions r) began
      join public.price_periods p on p.starts_at < began.at and p.ends_at > began.at - public.rule('price_before_sale')
      where p.ebook_id = p_ebook_id and p.currency = p_currency);
end
$$;

create or replace function public.get_next_price_change() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(
    (select min(case when s.starts_at > now() then s.starts_at else s.ends_at end) from public.ebook_sales s where s.ends_at > now()),
    (select min(case when b.starts_at > now() then b.starts_at else b.ends_at end)
      from public.bundles b where b.archived_at is null and (b.starts_at > now() or b.ends_at > now())),
    (select min(b.launch_at) from public.ebooks_metadata b where b.launched_at is null and b.launch_at > now()));
end
$$;

create or replace function public.sale_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('starts_at', s.starts_at, 'ends_at', s.ends_at, 'prices', jsonb_object_agg(s.currency, s.amount_minor))
      from public.ebook_sales s where s.ebook_id = p_ebook_id and s.ends_at > now()
      group by s.starts_at, s.ends_at order by s.starts_at limit 1);
end
$$;

create or replace function public.sale_before_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_object_agg(x.currency, x.before_minor), '{}')
      from (
        select s.currency, public.price_before(s.ebook_id, s.currency, greatest(s.starts_at, now())) as before_minor
          from public.ebook_sales s
          where s.ebook_id = p_ebook_id and s.ends_at > now() and s.starts_at = (public.sale_json(p_ebook_id)->>'starts_at')::timestamptz
      ) x where x.before_minor is not null);
end
$$;

create or replace function public.prices_below_sale(p_ebook_id text, p_prices jsonb, p_suggested jsonb default null) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select distinct s.currency from public.ebook_sales s
    where s.ebook_id = p_ebook_id and s.ends_at > now()
      and ((p_prices->>s.currency)::integer <= s.amount_minor or p_suggested->>s.currency is not null));
end
$$;

create or replace function public.sample_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('sample', jsonb_build_object('key', s.key, 'pages', s.pages, 'bytes', s.bytes))
      from public.ebook_samples s where s.ebook_id = p_ebook_id and s.key is not null), '{}');
end
$$;

create or replace function public.sampling_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('sampling', jsonb_build_object('first_page', s.first_page, 'last_page', s.last_page, 'state', s.state,
        'problem', s.problem, 'made_at', s.made_at))
      from public.ebook_samples s where s.ebook_id = p_ebook_id), '{}');
end
$$;

create or replace function public.list_samples_due(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.wanted_at, d.ebook_id), '[]')
      from (
        select s.ebook_id, s.revision, s.first_page, s.last_page, s.wanted_at, b.title, public.get_ebook_file(b.id)->>'key' as pdf_key
          from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
          where s.state = 'waiting' order by s.wanted_at, s.ebook_id limit p_limit
      ) d);
end
$$;

create or replace function public.is_on(b public.bundles) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return b.archived_at is null and coalesce(b.starts_at <= now(), true) and coalesce(b.ends_at > now(), true)
    and (select count(*) from public.ebooks_metadata e
      where e.id = any (b.ebook_ids) and e.state = 'published' and e.is_priced and public.is_sold(e)) = cardinality(b.ebook_ids);
end
$$;

create or replace function public.bundles_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select case when count(*) = 0 then '{}' else jsonb_build_object('bundles', jsonb_agg(jsonb_build_object('title', b.title, 'percent', b.percent,
        'others', (
          select jsonb_agg(jsonb_build_object('id', e.id, 'title', e.title, 'language', e.language) order by e.title)
            from public.ebooks_metadata e where e.id = any (b.ebook_ids) and e.id <> p_ebook_id and e.state = 'published'))
        order by b.percent desc, b.id)) end
      from public.bundles b
      where b.archived_at is null and b.ebook_ids @> array[p_ebook_id] and public.is_on(b));
end
$$;

create or replace function public.coupon_json(c public.coupons) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_jsonb(c) - 'taken' || jsonb_build_object('amounts', (
    select coalesce(jsonb_object_agg(a.currency, jsonb_build_object('minor', a.minor, 'minimum_minor', a.minimum_minor)), '{}')
      from public.coupon_amounts a where a.coupon_id = c.id));
end
$$;

create or replace function public.coupon_obstacle(c public.coupons, p_uid text, p_email text, p_buyer_key text default null) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when c.archived_at is not null then 'unknown'
    when c.starts_at > now() then 'not_yet'
    when c.ends_at <= now() then 'over'
    when c.first_purchase and exists (
      select from public.orders o
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)) and o.paid_at is not null) then 'first_purchase'
    when c.max_per_buyer <= (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email))
          and u.coupon_id = c.id and u.state <> 'released' and not public.is_own_draft(o, p_uid, p_email, p_buyer_key)) then 'used_by_you'
    when c.max_uses <= c.taken - (
      select count(*) from public.orders o join public.coupon_uses u on u.order_id = o.id
        where (o.buyer_key = p_buyer_key or public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email))
          and u.coupon_id = c.id and u.state = 'held' and public.is_own_draft(o, p_uid, p_email, p_buyer_key)) then 'used_up'
  end;
end
$$;

create or replace function public.get_quote_facts(
  p_ebook_ids text[], p_currency text, p_code text, p_uid text, p_email text, p_guest_digest text default null
) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with offers as (
      select b.* from public.bundles b
        where b.archived_at is null and b.ebook_ids && p_ebook_ids and public.is_on(b)
    ), owned as (
      select distinct r.ebook_id
        from public.reading_rights r where r.uid = p_uid and r.ebook_id in (select unnest(o.ebook_ids) from offers o)
    ), missing as (
      select o.id as bundle_id, min(x.ebook_id) as ebook_id
        from offers o cross join unnest(o.ebook_ids) x (ebook_id)
        where x.ebook_id <> all (p_ebook_ids) and not exists (select from owned w where w.ebook_id = x.ebook_id)
        group by o.id having count(*) = 1
    )
    select jsonb_build_object(
      'prices', (
        select coalesce(jsonb_object_agg(p.ebook_id, jsonb_build_object('list', p.amount_minor, 'now', public.price_now(p),
            'suggested', p.suggested_minor)), '{}')
          from public.ebook_prices p join public.ebooks_metadata b on b.id = p.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
          where p.ebook_id = any (p_ebook_ids) and p.currency = p_currency),
      'coupon', (
        select public.coupon_json(c) || jsonb_build_object('obstacle', public.coupon_obstacle(c, p_uid, p_email, coalesce(p_uid, 'guest:' || p_guest_digest)))
          from public.coupons c where c.code = p_code),
      'bundles', (
        select coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'title', o.title, 'ebook_ids', o.ebook_ids, 'percent', o.percent,
            'revision', o.revision)), '[]') from offers o),
      'owned', (select coalesce(jsonb_agg(w.ebook_id), '[]') from owned w),
      'missing', (
        select coalesce(jsonb_agg(jsonb_build_object('bundle_id', m.bundle_id, 'ebook_id', b.id, 'title', b.title, 'list', p.amount_minor,
            'now', public.price_now(p)) order by m.bundle_id), '[]')
          from missing m
          join public.ebooks_metadata b on b.id = m.ebook_id and b.state = 'published' and b.is_priced and public.is_sold(b)
          join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency and p.suggested_minor is null and p.amount_minor > 0
          where public.list_bought_ebooks(p_uid, array[b.id]) = '[]')));
end
$$;

create or replace function public.admin_coupon_json(c public.coupons) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
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
      from public.coupon_uses u where u.coupon_id = c.id);
end
$$;

create or replace function public.admin_bundle_json(b public.bundles) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select to_jsonb(b) || jsonb_build_object(
        'orders', coalesce(sum(s.orders), 0),
        'sums', coalesce(jsonb_agg(to_jsonb(s) - 'orders' order by s.currency), '[]'))
      from (
        select o.currency, count(*) as orders, sum(o.total_minor - o.refunded_minor) as revenue_minor, sum((
            select sum((d->>'minor')::bigint) from jsonb_array_elements(o.quote->'discounts') d where d->>'id' = b.id::text)) as discount_minor
          from public.orders o
          where o.paid_at is not null and o.discount_minor > 0
            and o.quote->'discounts' @> jsonb_build_array(jsonb_build_object('id', b.id))
          group by o.currency
      ) s);
end
$$;

create or replace function public.list_bundles(p_is_archived boolean default false) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(public.admin_bundle_json(b) order by b.created_at desc, b.id), '[]')
      from public.bundles b where (b.archived_at is not null) = p_is_archived);
end
$$;

create or replace function public.list_sale_results(p_ebook_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with reductions as (
      select p.currency, p.amount_minor, lower(x.during) as starts_at, upper(x.during) as ends_at
        from (
          select p.currency, p.amount_minor, range_agg(tstzrange(p.starts_at, p.ends_at)) as during
            from public.price_periods p where p.ebook_id = p_ebook_id and p.is_reduced and p.starts_at <= now()
            group by p.currency, p.amount_minor
        ) p cross join unnest(p.during) x (during)
    ), newest as (
      select distinct r.starts_at, r.ends_at from reductions r order by r.starts_at desc limit p_size
    )
    select coalesce(jsonb_agg(jsonb_build_object('starts_at', n.starts_at, 'ends_at', n.ends_at, 'sums', (
        select jsonb_agg(jsonb_build_object('currency', r.currency, 'price_minor', r.amount_minor, 'copies', s.copies, 'revenue_minor', s.revenue_minor,
            'discount_minor', s.discount_minor) order by r.currency)
          from reductions r cross join lateral (
            select count(*) as copies, coalesce(sum(public.kept_minor(c)), 0) as revenue_minor,
                coalesce(sum(c.list_minor - r.amount_minor), 0) as discount_minor
              from public.order_copies c join public.orders o on o.id = c.order_id
              where c.ebook_id = p_ebook_id and 'sale' = any (c.reasons) and o.currency = r.currency and o.paid_at is not null
                and o.created_at >= r.starts_at and o.created_at < r.ends_at) s
          where (r.starts_at, r.ends_at) = (n.starts_at, n.ends_at))) order by n.starts_at desc, n.ends_at desc), '[]')
      from newest n);
end
$$;

create or replace function public.get_kept_cart(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select jsonb_build_object('lines', k.lines, 'revision', k.revision) from public.kept_carts k where k.uid = p_uid),
    '{"lines": [], "revision": 0}');
end
$$;

create or replace function public.is_out(book public.ebooks_metadata) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return book.has_file and coalesce(book.launch_at <= now(), true);
end
$$;

create or replace function public.is_sold(book public.ebooks_metadata) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return book.is_sold_ahead or book.launch_at is null or public.is_out(book);
end
$$;

create or replace function public.launch_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when book.launch_at is null or public.is_out(book) then '{}'
    else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at, 'is_sold', book.is_sold_ahead)) end;
end
$$;

create or replace function public.awaits_launch(p_uid text, p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.ebooks_metadata b
      where b.id = p_ebook_id and not public.is_out(b)
        and exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = b.id));
end
$$;

create or replace function public.pending_orders_of_book(p_ebook_id text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select count(distinct o.id) from public.order_copies c join public.orders o on o.id = c.order_id
      where c.ebook_id = p_ebook_id and (o.state in ('waiting', 'disputed') or (o.state = 'open' and o.session_id is not null)));
end
$$;

create or replace function public.admin_launch_json(book public.ebooks_metadata) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when book.launch_at is null then '{}' else jsonb_build_object('launch', jsonb_build_object('at', book.launch_at,
    'is_sold', book.is_sold_ahead, 'is_over', public.is_out(book),
    'waiting', case when public.is_out(book) then 0
      else (select count(*) from public.book_interest i where i.ebook_id = book.id and i.confirmed_at is not null) end,
    'buyers', case when public.is_out(book) then 0 else (select count(distinct r.uid) from public.buyers_of_book(book.id) r) end,
    'pending', case when public.is_out(book) then 0 else public.pending_orders_of_book(book.id) end)) end;
end
$$;

create or replace function public.personal_interest(p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('ebook_id', i.ebook_id, 'title', b.title, 'asked_at', i.asked_at, 'confirmed_at', i.confirmed_at)
        order by i.asked_at, i.ebook_id), '[]')
      from public.book_interest i join public.ebooks_metadata b on b.id = i.ebook_id where i.email = lower(p_email));
end
$$;

create or replace function public.holds_money(o public.orders, p_ebook_id text) returns boolean
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

create or replace function public.paid_also_in(o public.orders, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return case when o.state in ('paid', 'partly_refunded') then (
    with others as materialized (
      select p from public.orders p
        where p.buyer_uid = o.buyer_uid and p.id <> o.id and p.state in ('paid', 'partly_refunded')
          and exists (select from public.order_copies c where c.order_id = p.id and c.ebook_id = p_ebook_id)
    )
    select jsonb_build_object('id', (x.p).id, 'number', (x.p).number)
      from others x
      where public.holds_money(x.p, p_ebook_id) and public.holds_money(o, p_ebook_id)
      order by (x.p).paid_at limit 1) end;
end
$$;

create or replace function public.to_pay_json(o public.orders) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return case when o.pay_with is not null then
    jsonb_build_object('with', o.pay_with, 'by', o.pay_by, 'code', o.pay_code, 'url', o.pay_url, 'pdf_url', o.pay_pdf_url) end;
end
$$;

create or replace function public.has_open_page(o public.orders) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return o.state = 'open' or (o.state = 'waiting' and coalesce(o.pay_with = 'pix', false));
end
$$;

create or replace function public.order_json(o public.orders) returns jsonb
language plpgsql stable security definer
set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'id', o.id, 'number', o.number, 'session_id', o.session_id, 'buyer_uid', o.buyer_uid, 'buyer_email', o.buyer_email,
    'link_generation', case when o.buyer_uid is null then o.link_generation end,
    'buyer_name', o.buyer_name, 'locale', o.locale, 'currency', o.currency, 'subtotal_minor', o.subtotal_minor,
    'discount_minor', o.discount_minor, 'total_minor', o.total_minor,
    'discounts', coalesce(o.quote->'discounts', '[]'), 'coupon', public.order_coupon(o.id),
    'refunded_minor', o.refunded_minor, 'state', o.state, 'created_at', o.created_at, 'paid_at', o.paid_at,
    'to_pay', public.to_pay_json(o), 'canceled_at', o.canceled_at, 'payment_method', o.payment_method,
    'dispute_state', public.dispute_json(o)->>'state', 'receipt', public.receipt_name(o.id),
    'items', (
      select jsonb_agg(jsonb_build_object(
          'ebook_id', i.ebook_id, 'title', i.title, 'quantity', i.quantity, 'copies', i.copies,
          'paid_also_in', public.paid_also_in(o, i.ebook_id))
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

create or replace function public.order_mail_payload(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale'];
end
$$;

create or replace function public.terms_of(p_copies jsonb, p_with_prices boolean) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select string_agg(concat_ws(' ', c->>'id', c->>'no', c->>'gift', case when p_with_prices then concat(c->>'list', ' ', c->>'paid') end), ', '
        order by c->>'id', (c->>'no')::integer)
      from jsonb_array_elements(p_copies) c);
end
$$;

create or replace function public.copies_of_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('id', c.ebook_id, 'no', c.no, 'gift', g.kind, 'list', c.list_minor, 'paid', c.paid_minor))
      from public.order_copies c left join public.gifts g on g.id = c.gift_id where c.order_id = p_order_id);
end
$$;

create or replace function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
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

create or replace function public.get_order_by_session(p_session_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.order_json(o) from public.orders o where o.session_id = p_session_id);
end
$$;

create or replace function public.get_order_by_intent(p_payment_intent_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.order_json(o) from public.orders o where o.payment_intent_id = p_payment_intent_id);
end
$$;

create or replace function public.get_order(p_uid text, p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
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
            join public.order_copies c on c.id = d.copy_id where c.order_id = o.id and c.gift_id is null and d.first_downloaded_at is not null
          union all select 'refund_requested', r.requested_at, 6 from public.refund_requests r where r.order_id = o.id
        ) t),
      'may_cancel', o.state = 'waiting' and o.pay_with is not null,
      'receive_by', public.receive_by(o),
      'refund_pending_minor', o.refund_pending_minor,
      'refund_asks_buyer', exists (select from public.order_refunds r where r.order_id = o.id and r.waits_for = 'buyer'),
      'refund_requested_at', (select r.requested_at from public.refund_requests r where r.order_id = o.id),
      'refund_declined', (
        select jsonb_build_object('at', r.decided_at, 'note', r.note) from public.refund_requests r
          where r.order_id = o.id and r.decision = 'declined'),
      'may_request_refund', public.may_request_refund(o),
      'receipts', public.receipts_json(o),
      'may_change_receipt', public.may_change_receipt(o))
    from public.orders o where o.id = p_order_id and o.holder = p_uid);
end
$$;

create or replace function public.purchase_mail_kind(o public.orders) returns text
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

create or replace function public.purchase_mail_key(o public.orders, kind text) returns text
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
    when kind = 'purchase_waiting' and o.pay_with = 'pix' then ':' || extract(epoch from o.pay_by)::bigint else '' end;
end
$$;

create or replace function public.order_mail_kinds() returns text[]
language plpgsql immutable set search_path = ''
as $$
begin
  return array['purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged', 'refund_declined', 'book_given'];
end
$$;

create or replace function public.forgotten_email(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'deleted-' || left(md5(o.id::text), 16) || '@deleted.invalid';
end
$$;

create or replace function public.gives_right(o public.orders, p_copy_id uuid) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state in ('paid', 'partly_refunded') then not public.is_taken_back(p_copy_id, false)
    when o.state = 'given' then not exists (select from public.entitlements e where e.copy_id = p_copy_id and e.revoked_at is not null)
    else false end;
end
$$;

create or replace function public.is_forgotten(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when o.buyer_uid is null then o.claimable_by is null
    else exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null) end;
end
$$;

create or replace function public.books_of_order(p_order_id uuid) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select distinct c.ebook_id from public.order_copies c where c.order_id = p_order_id order by 1);
end
$$;

create or replace function public.readable_books(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(distinct c.ebook_id), '[]')
      from public.order_copies c join public.entitlements e on e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null
      where c.order_id = o.id and c.gift_id is null and public.gives_right(o, c.id));
end
$$;

create or replace function public.entitled_file(p_uid text, p_ebook_id text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select b.filename from public.ebooks_metadata b
      where b.id = p_ebook_id and public.is_out(b)
        and exists (select from public.reading_rights r where r.uid = p_uid and r.ebook_id = p_ebook_id));
end
$$;

create or replace function public.get_copy_to_deliver(p_uid text, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'filename', b.filename, 'order_id', r.by_id, 'order_number', o.number,
        'source', i.source, 'email', case when o.holder <> p_uid then u.email else coalesce(o.buyer_email, i.email) end, 'locale', coalesce(o.locale, i.locale))
      from public.reading_rights r
      left join public.orders o on o.id = r.by_id
      left join public.imported_purchases i on i.id = r.by_id
      left join public.users u on u.uid = p_uid
      join public.ebooks_metadata b on b.id = r.ebook_id
      where r.uid = p_uid and r.ebook_id = p_ebook_id and public.is_out(b)
      order by r.granted_at desc, o.number desc nulls last limit 1);
end
$$;

create or replace function public.list_copies_to_remove(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(c.key), '[]') from (
      select key from public.stamped_copies where used_at < now() - public.rule('keep_stamped_copies') order by used_at limit p_limit
    ) c);
end
$$;

create or replace function public.get_admin_order(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with changes as (
      select * from public.admin_changes c where c.subject_kind = 'order' and c.subject_id = p_order_id::text
    ), mails as (
      select m.*
        from (
          select o.buyer_email from public.orders o where o.id = p_order_id
          union select c.before->>'buyer_email' from changes c where c.action = 'order_email_corrected'
        ) r (recipient)
        join public.outbox m on m.recipient = r.recipient
        where m.payload->>'id' = p_order_id::text and m.kind = any (public.order_mail_kinds())
    )
    select jsonb_build_object(
      'order', public.order_json(o),
      'country', o.country,
      'payment_intent_id', o.payment_intent_id,
      'terms_version', o.terms_version,
      'dispute', public.dispute_json(o),
      'dispute_unread', o.dispute_unread_since is not null,
      'awaits_new_owner', o.buyer_uid is not null and o.claimable_by is not null,
      'link', public.link_state(o),
      'readable', public.readable_books(o),
      'fee_minor', o.fee_minor,
      'fee_tax_minor', o.fee_tax_minor,
      'refund_pending_minor', o.refund_pending_minor,
      'refundable_minor', public.refundable_minor(o),
      'obstacle', public.refund_obstacle(o),
      'refund_channels', public.refund_channels(o),
      'refundable_copies', (
        select coalesce(jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'minor', public.kept_minor(c), 'is_claimed', public.refund_rank(c) = 2)
            order by c.ebook_id, public.refund_rank(c), c.no desc), '[]')
          from public.order_copies c
          where c.order_id = o.id and public.refund_obstacle(o) is null and not public.is_taken_back(c.id, true)),
      'owed_minor', public.owed_minor(o),
      'receipts', public.receipts_json(o),
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
          union all select case r.channel when 'none' then 'taken_back' else 'refund_asked' end, r.requested_at, 3, nullif(r.amount_minor, 0)
            from public.order_refunds r where r.order_id = o.id
          -- One that was counted as refunded before has an event that says so.
          union all select 'refund_failed', r.failed_at, 4, r.amount_minor from public.order_refunds r
            where r.order_id = o.id and r.failed_at is not null and not exists (
              select from public.order_events e where e.order_id = o.id and e.kind = 'refund_failed' and e.happened_at = r.failed_at)
          union all select substr(c.action, 7), c.at, 3, null from changes c where c.action in ('order_email_resent', 'order_email_corrected', 'order_link_renewed')
        ) t),
      'changes', (select coalesce(jsonb_agg(public.admin_change_json(row(c.*)::public.admin_changes) order by c.id desc), '[]') from changes c))
    from public.orders o where o.id = p_order_id);
end
$$;

create or replace function public.order_coupon(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select jsonb_build_object('code', c.code,
        'is_limited', c.max_uses is not null or (c.max_per_buyer is not null and o.buyer_uid is null),
        'is_scarce', c.max_uses is not null, 'is_beyond', u.is_beyond)
      from public.coupon_uses u join public.coupons c on c.id = u.coupon_id join public.orders o on o.id = u.order_id
      where u.order_id = p_order_id);
end
$$;

create or replace function public.is_held_in_vain(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state = 'open' and o.session_id is null and o.created_at < now() - interval '4 minutes' and not public.awaits_press(o)
    and coalesce((public.order_coupon(o.id)->>'is_limited')::boolean, false);
end
$$;

create or replace function public.fits_promotions(o public.orders, p_promotions jsonb) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select not public.is_held_in_vain(o) and (
      select u.coupon_id from public.coupon_uses u where u.order_id = o.id) is not distinct from (p_promotions->'coupon'->>'id')::uuid);
end
$$;

create or replace function public.is_own_draft(o public.orders, p_uid text, p_email text, p_buyer_key text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state = 'open' and coalesce(o.buyer_key = p_buyer_key
    or (o.buyer_uid is null and p_uid is not null and public.mailbox_of(o.buyer_email) = public.mailbox_of(p_email)), false);
end
$$;

create or replace function public.mark_gifts(p_copies jsonb, p_gifts jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return (
    select jsonb_agg(c || jsonb_build_object('gift', case
        when p_gifts->>(c->>'id') = 'group' then 'group'
        when p_gifts->>(c->>'id') is not null or (c->>'no')::integer > 1 then 'one' end))
      from jsonb_array_elements(p_copies) c);
end
$$;

create or replace function public.refund_rank(c public.order_copies) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when c.gift_id is null then 1
    when exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null) then 2
    else 0 end;
end
$$;

create or replace function public.free_copy(p_gift_id uuid) returns uuid
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.id from public.order_copies c
      where c.gift_id = p_gift_id and not exists (select from public.entitlements e where e.copy_id = c.id)
        and not public.is_taken_back(c.id, true)
      order by c.no limit 1);
end
$$;

create or replace function public.gift_mail_key(g public.gifts) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'gift_sent:' || g.id || ':' || g.letters;
end
$$;

create or replace function public.gift_state(g public.gifts, o public.orders) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state = 'disputed' then 'suspended'
    when o.state = 'refunded' then 'returned'
    when o.state not in ('paid', 'partly_refunded') then 'unpaid'
    when not exists (select from public.order_copies c where c.gift_id = g.id and not public.is_taken_back(c.id, true)) then 'returned'
    when public.free_copy(g.id) is null then 'claimed'
    when g.closed_at is not null then 'closed'
    when exists (select from public.outbox m where m.key = public.gift_mail_key(g) and m.given_up_at is not null) then 'failed'
    when g.send_at > now() then 'scheduled'
    when g.send_at is not null then 'sent'
    else 'unsent' end;
end
$$;

create or replace function public.giver_of(g public.gifts, o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return coalesce(nullif(o.buyer_name, ''), g.giver);
end
$$;

create or replace function public.gifts_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(g) - array['order_id', 'closed_at', 'is_withheld'] || jsonb_build_object(
        'title', s.title, 'asks_for_giver', o.buyer_name = '', 'state', public.gift_state(g, o), 'seats', s.seats, 'taken', s.taken, 'readers', (
          select coalesce(jsonb_agg(u.name order by e.granted_at, u.uid), '[]')
            from public.order_copies c
            join public.entitlements e on e.copy_id = c.id and e.revoked_at is null and e.shows_name
            join public.users u on u.uid = e.uid and u.name <> ''
            where c.gift_id = g.id and g.kind = 'group'),
        'may_keep', public.free_copy(g.id) is not null and g.closed_at is null and o.state in ('paid', 'partly_refunded') and o.buyer_uid is not null
          and not exists (select from public.reading_rights r where r.uid = o.buyer_uid and r.ebook_id = g.ebook_id))
        order by s.title, g.ebook_id, s.no), '[]')
      from public.gifts g
      cross join lateral (
        select min(c.title) as title, min(c.no) as no, count(*) filter (where not public.is_taken_back(c.id, true)) as seats,
            count(*) filter (where exists (select from public.entitlements e where e.copy_id = c.id and e.revoked_at is null)) as taken
          from public.order_copies c where c.gift_id = g.id
      ) s
      where g.order_id = o.id);
end
$$;

create or replace function public.list_gifts(p_uid text, p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.gifts_json(o) from public.orders o where o.id = p_order_id and (p_uid is null or o.holder = p_uid));
end
$$;

create or replace function public.get_gift(p_gift_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('generation', g.generation, 'kind', g.kind, 'ebook', public.ebook_json(b), 'from', public.giver_of(g, o), 'to_name', g.to_name,
        'message', g.message, 'standing', case s.state when 'suspended' then 'suspended' when 'claimed' then 'none_left' else 'open' end)
      from public.gifts g
      join public.orders o on o.id = g.order_id
      join public.ebooks_metadata b on b.id = g.ebook_id
      cross join lateral (select public.gift_state(g, o) as state) s
      where g.id = p_gift_id and s.state not in ('unpaid', 'returned', 'closed'));
end
$$;

create or replace function public.personal_gifts(p_uid text, p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(x.gift order by x.number, x.id), '[]')
      from (
        select o.number, g.id, jsonb_build_object('order_number', o.number, 'ebook_id', g.ebook_id, 'to_name', g.to_name, 'to_email', g.to_email,
            'message', g.message, 'giver', g.giver, 'send_at', g.send_at) as gift
          from public.gifts g join public.orders o on o.id = g.order_id
          where o.buyer_uid = p_uid or o.buyer_uid is null and o.claimable_by = lower(p_email) or g.to_email = lower(p_email)
        union all
        select o.number, g.id, jsonb_build_object('ebook_id', g.ebook_id, 'taken_at', e.granted_at, 'shows_name', e.shows_name)
          from public.entitlements e
          join public.order_copies c on c.id = e.copy_id
          join public.gifts g on g.id = c.gift_id and g.kind = 'group'
          join public.orders o on o.id = g.order_id
          where e.uid = p_uid
      ) x);
end
$$;

create or replace function public.link_state(o public.orders) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return case when o.link_generation is null then null when o.buyer_uid is not null then 'over' when o.claimable_by is not null then 'open' end;
end
$$;

create or replace function public.awaits_press(o public.orders) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return o.state = 'open' and o.total_minor = 0 and o.buyer_uid is null;
end
$$;

create or replace function public.receive_by(o public.orders) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select o.created_at + public.rule('receive_free_books') where public.awaits_press(o) and o.created_at > now() - public.rule('receive_free_books'));
end
$$;

create or replace function public.get_order_link(p_order_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('state', public.link_state(o), 'generation', o.link_generation, 'holder', o.holder, 'email', o.buyer_email)
      from public.orders o
      where o.id = p_order_id and public.link_state(o) is not null and (o.state not in ('open', 'expired') or o.total_minor = 0));
end
$$;

create or replace function public.get_guest_order(p_session_id text, p_guest_digest text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.order_json(o) from public.orders o
      where o.session_id = p_session_id and o.buyer_uid is null and o.guest_digest = p_guest_digest);
end
$$;

create or replace function public.is_event_done(p_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.stripe_events where id = p_id);
end
$$;

create or replace function public.until_next_check(p_since timestamptz) returns interval
language plpgsql stable security definer set search_path = ''
as $$
begin
  return least(greatest(now() - p_since, interval '1 minute') / 2, interval '12 hours');
end
$$;

create or replace function public.list_sessions_to_check(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(s.session_id), '[]') from (
      (select o.session_id from public.orders o
        where o.state in ('open', 'waiting') and o.session_id is not null and o.check_after <= now()
        order by o.check_after limit p_limit)
      union
      (select o.session_id from public.orders o
        where o.state in ('expired', 'failed') and o.payment_intent_id is not null and o.session_id is not null and o.check_after <= now()
          and o.created_at > now() - interval '11 days' and coalesce(o.pay_by, o.created_at) > now() - interval '7 days'
        order by o.created_at limit p_limit)
      union
      (select o.session_id from public.orders o
        where o.dispute_unread_since is not null and o.checked_at < now() - interval '15 minutes'
        order by o.checked_at limit p_limit)
      union
      (select o.session_id from public.orders o
        where o.fee_minor is null and o.paid_at > now() - interval '3 days' and o.total_minor > 0 and o.session_id is not null
          and o.checked_at < now() - greatest(now() - o.paid_at, interval '30 minutes') / 2
        order by o.paid_at limit p_limit)
    ) s);
end
$$;

create or replace function public.settle_free(p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  return public.settle_order(p_order_id, 1, 'paid', null, 0, now())->'order';
end
$$;

create or replace function public.get_balance_reading() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'is_whole', exists (select from public.balance_reading b where b.is_whole),
    -- Counted while fees of earlier orders are still read.
    'orders_left', case when exists (select from public.balance_reading b where b.is_whole) then 0 else (select count(*) from public.orders o
      where o.fee_minor is null and o.paid_at is not null and o.total_minor > 0 and o.payment_intent_id is not null) end);
end
$$;

create or replace function public.dispute_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select to_jsonb(d) - 'order_id' from public.disputes d
      where d.order_id = o.id order by d.state <> 'needs_response', d.opened_at desc, d.id limit 1);
end
$$;

create or replace function public.terms_begin(o public.orders) returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return greatest(o.paid_at, (
    select max(b.launch_at) from public.order_copies c join public.ebooks_metadata b on b.id = c.ebook_id where c.order_id = o.id));
end
$$;

create or replace function public.may_request_refund(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.state in ('paid', 'partly_refunded') and public.refundable_minor(o) > 0 and public.terms_begin(o) > now() - public.rule('refund_request')
    and not exists (select from public.refund_requests r where r.order_id = o.id);
end
$$;

create or replace function public.refund_obstacle(o public.orders) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.state = 'disputed' then 'disputed'
    when o.state = 'refunded' then 'already_refunded'
    when o.state not in ('paid', 'partly_refunded') or (o.total_minor > 0 and (o.session_id is null or o.payment_intent_id is null))
      then 'not_paid'
    when public.refundable_minor(o) = 0 and not exists (
      select from public.order_copies c
        where c.order_id = o.id and public.kept_minor(c) = 0 and not public.is_taken_back(c.id, true)) then 'already_refunded'
    -- Whether a pending refund that names no copy, as one from Stripe's dashboard, succeeds is not known yet.
    when o.refund_pending_minor > (
      select coalesce(sum(r.amount_minor), 0) from public.order_refunds r
        where r.order_id = o.id and r.state = 'pending' and r.waits_for is not null) then 'under_way'
  end;
end
$$;

create or replace function public.refund_channels(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when o.payment_method->>'type' = 'boleto' or (o.payment_method->>'type' = 'pix' and o.paid_at < now() - public.rule('refund_pix')) then '["manual"]'::jsonb
    when exists (select from public.order_refunds r where r.order_id = o.id and r.obstacle in ('method', 'returned')) then '["stripe", "manual"]'
    else '["stripe"]' end;
end
$$;

create or replace function public.refundable_minor(o public.orders) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case when o.state in ('paid', 'partly_refunded') then greatest(0, o.total_minor - o.refunded_minor - o.refund_pending_minor - (
    select coalesce(sum(r.amount_minor), 0)::integer from public.order_refunds r where r.order_id = o.id and r.state = 'pending' and r.waits_for is null)) else 0 end;
end
$$;

create or replace function public.is_taken_back(p_copy_id uuid, p_also_pending boolean) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.refund_parts p
      where p.copy_id = p_copy_id and p.takes_back and (p.state = 'done' or (p_also_pending and p.state = 'pending')));
end
$$;

create or replace function public.kept_minor(c public.order_copies) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return c.paid_minor - c.goodwill_minor
    - (select coalesce(sum(p.minor), 0)::integer from public.refund_parts p where p.copy_id = c.id and p.state <> 'failed');
end
$$;

create or replace function public.owed_minor(o public.orders) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(sum(public.kept_minor(c)), 0)::integer
      from public.order_copies c
      where c.order_id = o.id and o.state in ('paid', 'partly_refunded') and public.is_taken_back(c.id, false));
end
$$;

create or replace function public.refund_json(r public.order_refunds) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', r.id, 'order_id', r.order_id, 'items', r.items, 'amount_minor', r.amount_minor, 'state', r.state,
      'waits_for', r.waits_for, 'obstacle', r.obstacle, 'channel', r.channel, 'evidence', r.evidence, 'requested_by', r.requested_by, 'requested_at', r.requested_at,
      'session_id', o.session_id, 'payment_intent_id', o.payment_intent_id)
    from public.orders o where o.id = r.order_id);
end
$$;

create or replace function public.current_receipt(p_order_id uuid) returns public.receipts
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select r from public.receipts r
      where r.order_id = p_order_id and r.kind = 'receipt' and r.of_number is null order by r.number desc limit 1);
end
$$;

create or replace function public.receipt_lines(p_order_id uuid, p_is_left boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('ebook_id', l.ebook_id, 'title', l.title, 'language', b.language, 'quantity', l.quantity,
        'list_minor', l.list_minor, 'minor', l.minor) order by l.title, l.ebook_id)
      from (
        select c.ebook_id, c.title, count(*) as quantity, sum(k.minor) as minor,
            sum(case when p_is_left then k.minor else c.list_minor end) as list_minor
          from public.order_copies c
          cross join lateral (select case when p_is_left then public.kept_minor(c) else c.paid_minor end as minor) k
          where c.order_id = p_order_id and (k.minor > 0 or not p_is_left) group by c.ebook_id, c.title
      ) l join public.ebooks_metadata b on b.id = l.ebook_id);
end
$$;

create or replace function public.credit_lines(p_refund_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_agg(jsonb_build_object('ebook_id', l.ebook_id, 'title', l.title, 'language', b.language, 'quantity', l.quantity,
        'list_minor', l.minor, 'minor', l.minor) order by l.title, l.ebook_id)
      from (
        select c.ebook_id, c.title, count(*) as quantity, sum(p.minor) as minor
          from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where p.refund_id = p_refund_id and p.minor > 0 group by c.ebook_id, c.title
      ) l join public.ebooks_metadata b on b.id = l.ebook_id);
end
$$;

create or replace function public.amount_line(p_minor integer) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_array(jsonb_build_object('ebook_id', null, 'title', null, 'language', null, 'quantity', 1, 'list_minor', p_minor,
    'minor', p_minor));
end
$$;

create or replace function public.lost_lines(o public.orders, p_minor integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when (select sum((l->>'minor')::integer) from jsonb_array_elements(x.lines) l) = p_minor then x.lines
        else public.amount_line(p_minor) end
      from (select public.receipt_lines(o.id, true) as lines) x);
end
$$;

create or replace function public.receipt_buyer(o public.orders, p_name text, p_tax_id jsonb) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('name', coalesce(nullif(p_name, ''), o.buyer_name), 'email', o.buyer_email, 'tax_id', p_tax_id);
end
$$;

create or replace function public.get_receipt_buyer(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('name', b.name, 'tax_id', b.tax_id) from public.receipt_buyers b where b.uid = p_uid);
end
$$;

create or replace function public.may_change_receipt(o public.orders) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return o.paid_at > now() - public.rule('change_receipt') and (public.current_receipt(o.id)).number is not null
    and not exists (select from public.receipts r where r.order_id = o.id and r.of_number is not null);
end
$$;

create or replace function public.receipt_name(p_order_id uuid) returns text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (select r.series || ' ' || r.number from public.current_receipt(p_order_id) r where r.number is not null);
end
$$;

create or replace function public.receipts_json(o public.orders) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(r) - array['order_id', 'refund_id'] order by r.issued_at), '[]')
      from public.receipts r where r.order_id = o.id);
end
$$;

create or replace function public.list_receipts(
  p_from date, p_to date, p_zone text, p_after_at timestamptz, p_after_series text, p_after_number integer, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(r) - array['order_id', 'lines', 'seller'] || jsonb_build_object(
          'order_number', o.number, 'paid_at', o.paid_at, 'payment_intent_id', o.payment_intent_id, 'payment_method', o.payment_method,
          'country', o.country,
          'fee_minor', case when r.kind = 'receipt' and not exists (
              select from public.receipts x where x.order_id = r.order_id and x.issued_at < r.issued_at) then o.fee_minor end)
        order by r.issued_at, r.series, r.number), '[]')
      from (
        select * from public.receipts r
          where (p_from is null or r.issued_at >= p_from::timestamp at time zone p_zone)
            and (p_to is null or r.issued_at < (p_to + 1)::timestamp at time zone p_zone)
            and (p_after_at is null or (r.issued_at, r.series, r.number) > (p_after_at, p_after_series, p_after_number))
          order by r.issued_at, r.series, r.number limit p_size
      ) r join public.orders o on o.id = r.order_id);
end
$$;

create or replace function public.stars_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('stars', jsonb_build_object('sum', t.stars, 'reviews', t.reviews))
      from public.review_totals t where t.ebook_id = p_ebook_id and t.reviews > 0), '{}');
end
$$;

create or replace function public.review_json(r public.reviews) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_jsonb(r) - array['uid', 'copy_id', 'moderation', 'is_withdrawn', 'changed_at'] || jsonb_build_object(
    'is_free', coalesce((select c.paid_minor = 0 from public.order_copies c where c.id = r.copy_id), true));
end
$$;

create or replace function public.list_reviews(p_ebook_id text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('more', count(*) > p_size,
        'reviews', coalesce(jsonb_agg(public.review_json(x.r) order by x.at desc, x.id desc) filter (where x.nth <= p_size), '[]'))
      from public.ebooks_metadata b
      left join lateral (
        select r, r.created_at as at, r.id, row_number() over (order by r.created_at desc, r.id desc) as nth
          from public.reviews r
          where r.ebook_id = b.id and r.state = 'published'
            and (r.created_at, r.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by r.created_at desc, r.id desc limit p_size + 1
      ) x on true
      where b.id = p_ebook_id and b.state = 'published' and b.is_priced
      group by b.id);
end
$$;

create or replace function public.may_review(e public.entitlements) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.is_out(b) and (greatest(e.granted_at, b.launch_at) <= now() - public.rule('review_unopened')
        or e.first_downloaded_at is not null
        or exists (select from public.reading_positions p where p.uid = e.uid and p.ebook_id = e.ebook_id))
      from public.ebooks_metadata b where b.id = e.ebook_id);
end
$$;

create or replace function public.review_standing(p_uid text, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('may_write', r.id is not null or public.may_review(e), 'stars', r.stars)
      from public.entitlements e
      left join public.reviews r on r.uid = e.uid and r.ebook_id = e.ebook_id
      where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null and e.uid not like 'order:%');
end
$$;

create or replace function public.get_my_review(p_uid text, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.review_standing(p_uid, p_ebook_id) || jsonb_build_object('title', b.title, 'language', b.language,
        'name', coalesce((select u.name from public.users u where u.uid = p_uid), ''),
        'review', (select public.review_json(r) from public.reviews r where r.uid = p_uid and r.ebook_id = b.id))
      from public.ebooks_metadata b where b.id = p_ebook_id);
end
$$;

create or replace function public.had_hidden_review(p_uid text, p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.users u join public.outbox m on m.recipient = u.email
      where u.uid = p_uid and m.kind = 'review_hidden' and m.payload->>'ebook_id' = p_ebook_id);
end
$$;

create or replace function public.admin_review_json(r public.reviews) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return public.review_json(r) || jsonb_build_object('uid', r.uid,
    'title', (select b.title from public.ebooks_metadata b where b.id = r.ebook_id),
    'email', (select u.email from public.users u where u.uid = r.uid));
end
$$;

create or replace function public.personal_reviews(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'written', (
      select coalesce(jsonb_agg(public.review_json(r) - 'id' || jsonb_build_object('changed_at', r.changed_at) order by r.created_at, r.id), '[]')
        from public.reviews r where r.uid = p_uid),
    'reminders', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', n.ebook_id, 'reminded_at', n.reminded_at) order by n.reminded_at, n.ebook_id), '[]')
        from public.review_reminders n where n.uid = p_uid),
    'reminders_stopped_at', (select s.stopped_at from public.review_reminder_stops s where s.uid = p_uid));
end
$$;

create or replace function public.address_digest(p_email text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return encode(sha256(convert_to(lower(p_email), 'UTF8')), 'hex');
end
$$;

create or replace function public.get_import_at_work() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'state', i.state, 'consented_at', i.consented_at,
        'last_line', coalesce((select max(r.line) from public.import_rows r where r.import_id = i.id), 0))
      from public.imports i where i.state in ('reading', 'importing', 'undoing') order by i.created_at limit 1);
end
$$;

create or replace function public.get_import_proof(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select jsonb_build_object('key', i.proof_key, 'name', i.proof_name) from public.imports i where i.id = p_id and i.proof_key is not null);
end
$$;

create or replace function public.import_json(i public.imports, p_is_whole boolean) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'origin', i.origin, 'state', i.state,
      'problem', i.problem, 'rows', i.rows, 'added', i.added, 'known', i.known, 'refused', i.refused, 'created_at', i.created_at,
      'finished_at', i.finished_at, 'removed', i.removed, 'undone_at', i.undone_at,
      'proof_name', i.proof_name)
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
      'first_refused', public.list_refused_rows(i.id, 0, 10),
      'standings', (
        select coalesce(jsonb_object_agg(c.standing, c.n), '{}') from (
          select s.standing, count(*) as n from public.standings_of_import(i, null) s where i.state = 'done' group by 1
          union all
          select s.kept, count(*) from public.import_subjects s where s.import_id = i.id and s.kept is not null group by 1) c),
      'first_kept', public.list_kept_subjects(i.id, null, 10))
    else '{}' end;
end
$$;

create or replace function public.get_import(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.import_json(i, true) from public.imports i where i.id = p_id);
end
$$;

create or replace function public.list_refused_rows(p_id uuid, p_after integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('line', r.line, 'email', r.email, 'product', r.product, 'at', r.at, 'outcome', r.reason)
        order by r.line), '[]')
      from (
        select * from public.import_rows x where x.import_id = p_id and x.reason is not null and x.line > p_after order by x.line limit p_size
      ) r);
end
$$;

create or replace function public.list_kept_subjects(p_id uuid, p_after uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(k) order by k.id), '[]') from (
      select s.subject_id as id, coalesce(p.email, n.email) as email, coalesce(b.title, '') as title, s.kept as reason
        from public.import_subjects s
        left join public.imported_purchases p on p.id = s.subject_id
        left join public.ebooks_metadata b on b.id = p.ebook_id
        left join public.newsletter_subscribers n on n.id = s.subject_id
        -- What went since, as with a deleted account, is not named.
        where s.import_id = p_id and s.kept is not null and (p_after is null or s.subject_id > p_after) and (p.id is not null or n.id is not null)
        order by s.subject_id limit p_size) k);
end
$$;

create or replace function public.get_content(p_keys text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('key', c.key, 'version', c.version, 'body', c.body,
      'published_by', c.published_by, 'published_at', c.published_at)), '[]')
    from unnest(p_keys) k (key),
      lateral (select v.* from public.content_versions v where v.key = k.key order by v.version desc limit 1) c);
end
$$;

create or replace function public.get_content_version(p_key text, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('version', c.version, 'body', c.body, 'published_by', c.published_by, 'published_at', c.published_at)
    from public.content_versions c where c.key = p_key and c.version = p_version);
end
$$;

create or replace function public.list_content_versions(p_key text, p_before integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('version', c.version, 'published_by', c.published_by, 'published_at', c.published_at,
      'restored_from', c.restored_from) order by c.version desc), '[]')
    from (select * from public.content_versions v where v.key = p_key and (p_before is null or v.version < p_before)
      order by v.version desc limit p_size) c);
end
$$;

create or replace function public.get_legal_text(p_document text, p_name text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'body', (select c.body from public.content_versions c
      where c.key = p_document and (p_name is null or c.body ->> 'version' = p_name) order by c.version desc limit 1),
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', c.body ->> 'version', 'effectiveOn', c.body ->> 'effectiveOn')
      order by c.version desc), '[]') from public.content_versions c where c.key = p_document));
end
$$;

create or replace function public.get_content_draft(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('key', d.key, 'body', d.body) from public.content_drafts d
      where d.id = p_id and d.made_at > now() - public.rule('keep_content_drafts'));
end
$$;

create or replace function public.post_json(post public.posts, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('slug', post.slug, 'kind', post.kind, 'tags', post.tags, 'published_at', post.first_published_at,
      'changed_at', post.changed_at, 'locales', post.locales, 'locale', v.locale, 'title', v.title, 'lead', v.lead, 'body', v.body, 'id', post.id,
      'visibility', post.visibility)
    from public.post_versions v
    where v.post_id = post.id and v.locale = case when p_locale = any (post.locales) then p_locale else post.locales[1] end
    order by v.version desc limit 1);
end
$$;

create or replace function public.list_posts(
  p_locale text, p_tag text, p_after_at timestamptz, p_after_id uuid, p_size integer, p_is_mailed boolean default false
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with page as (
      select p.* from public.posts p
        where p.state = 'published' and p.visibility = 'site' and (p_tag is null or p_tag = any (p.tags))
          and (p_after_at is null or (p.first_published_at, p.id) < (p_after_at, p_after_id))
          -- A letter of the welcome series prepares no list of readers, and is not sent to all.
          and (not p_is_mailed or exists (select from public.letters l
            where l.post_id = p.id and l.state = 'sent' and l.prepared > 0 and coalesce((l.totals->>'sent')::integer, 1) > 0))
        order by p.first_published_at desc, p.id desc limit p_size + 1
    )
    select jsonb_build_object(
      'posts', (select coalesce(jsonb_agg(public.post_json(s::public.posts, p_locale) order by s.first_published_at desc, s.id desc), '[]')
        from (select * from page order by first_published_at desc, id desc limit p_size) s),
      'more', (select count(*) from page) > p_size,
      'tags', (select coalesce(jsonb_agg(t.tag order by t.times desc, t.tag), '[]')
        from (
          select tag, count(*) as times from public.posts p, unnest(p.tags) tag where p.state = 'published' and p.visibility = 'site'
            group by tag order by count(*) desc, tag limit 20
        ) t)));
end
$$;

create or replace function public.get_post(p_slug text, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('post', case when p.state = 'published' then public.post_json(p, p_locale) end)
    from public.post_slugs s join public.posts p on p.id = s.post_id
    where s.slug = p_slug and p.state in ('published', 'withdrawn'));
end
$$;

create or replace function public.preview_post(p_id uuid, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('slug', coalesce(p.slug, ''), 'kind', p.kind, 'tags', p.tags,
      'published_at', coalesce(p.first_published_at, p.publish_at, now()), 'changed_at', now(), 'locale', d.locale,
      'locales', (select jsonb_agg(w.locale order by w.locale desc) from public.post_drafts w where w.post_id = p.id and w.title <> ''),
      'title', d.title, 'lead', d.lead, 'body', d.body, 'id', p.id, 'visibility', p.visibility)
    from public.posts p join public.post_drafts d on d.post_id = p.id
    where p.id = p_id and d.title <> ''
    order by d.locale = p_locale desc limit 1);
end
$$;

create or replace function public.has_posts() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.posts p where p.state = 'published' and p.visibility = 'site');
end
$$;

create or replace function public.is_draft_new(draft public.post_drafts) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return draft.title <> '' and not exists (
    select from (select * from public.post_versions v where v.post_id = draft.post_id and v.locale = draft.locale order by v.version desc limit 1) v
      where (v.title, v.lead, v.body) = (draft.title, draft.lead, draft.body));
end
$$;

create or replace function public.listed_post_json(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', post.id, 'kind', post.kind, 'slug', post.slug, 'state', post.state, 'publish_at', post.publish_at,
    'first_published_at', post.first_published_at, 'edited_at', post.edited_at,
    'visibility', post.visibility,
    'title', coalesce((select d.title from public.post_drafts d where d.post_id = post.id and d.title <> '' order by d.locale desc limit 1), ''),
    'is_new', (select bool_or(public.is_draft_new(d)) from public.post_drafts d where d.post_id = post.id), 'news', public.news_of_post(post));
end
$$;

create or replace function public.admin_post_json(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return public.listed_post_json(post) || jsonb_build_object('tags', post.tags, 'locales', post.locales, 'revision', post.revision,
    'drafts', (select jsonb_object_agg(d.locale, jsonb_build_object('title', d.title, 'lead', d.lead, 'body', d.body, 'revision', d.revision,
        'saved_by', d.saved_by, 'saved_at', d.saved_at, 'is_new', public.is_draft_new(d)))
      from public.post_drafts d where d.post_id = post.id));
end
$$;

create or replace function public.get_admin_post(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.admin_post_json(p) from public.posts p where p.id = p_id);
end
$$;

create or replace function public.list_admin_posts(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with found as (
      select p.* from public.posts p
        where (p_state is null or p.state = p_state)
          and (public.search_patterns(p_words) is null
            or p.id in (select d.post_id from public.post_drafts d where d.search_text like any (public.search_patterns(p_words))))
          and (p_at is null or case when p_is_backwards then (p.edited_at, p.id) > (p_at, p_id) else (p.edited_at, p.id) < (p_at, p_id) end)
        order by case when p_is_backwards then p.edited_at end, case when p_is_backwards then p.id end, p.edited_at desc, p.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then edited_at end, case when p_is_backwards then id end, edited_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'posts', (select coalesce(jsonb_agg(public.listed_post_json(s::public.posts) order by s.edited_at desc, s.id desc), '[]') from page s)));
end
$$;

create or replace function public.post_facts(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('kind', post.kind, 'slug', post.slug, 'tags', post.tags, 'state', post.state, 'publish_at', post.publish_at,
    'locales', post.locales, 'visibility', post.visibility);
end
$$;

create or replace function public.free_post_slug(p_id uuid, p_title text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with words as (select public.slug_words(p_title) as words)
    select candidate from (
      select 0 as length, words as candidate from words where words <> ''
      union all
      select length, concat_ws('-', coalesce(nullif(words, ''), 'texto'), left(md5(p_id::text), length))
        from words, generate_series(4, 32, 4) length
    ) c
    where not public.is_reserved_slug(c.candidate)
      and not exists (select from public.post_slugs s where s.slug = c.candidate and s.post_id <> p_id)
    order by length limit 1);
end
$$;

create or replace function public.list_post_versions(p_id uuid, p_locale text, p_before integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('version', v.version, 'title', v.title, 'published_by', v.published_by,
      'published_at', v.published_at, 'restored_from', v.restored_from) order by v.version desc), '[]')
    from (select * from public.post_versions v where v.post_id = p_id and v.locale = p_locale and (p_before is null or v.version < p_before)
      order by v.version desc limit p_size) v);
end
$$;

create or replace function public.get_post_version(p_id uuid, p_locale text, p_version integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('version', v.version, 'title', v.title, 'lead', v.lead, 'body', v.body, 'published_by', v.published_by,
      'published_at', v.published_at)
    from public.post_versions v where v.post_id = p_id and v.locale = p_locale and v.version = p_version);
end
$$;

create or replace function public.next_site_day() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (public.site_day() + 1)::timestamp at time zone public.totals_zone();
end
$$;

create or replace function public.get_letter_audience(p_post_id uuid, p_segment jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('total', count(*) filter (where r.is_named), 'without_consent', count(*) filter (where not r.is_named),
        'by_locale', jsonb_build_object('pt-BR', count(*) filter (where r.is_named and r.locale = 'pt-BR'),
          'en', count(*) filter (where r.is_named and r.locale = 'en')),
        'day', (select to_jsonb(d) from public.letter_day() d),
        'complained', (
          select jsonb_build_object('subject', public.letter_subject(l), 'complaints', c.complaints, 'got', c.got)
            from public.complained_letters() c join public.letters l on l.id = c.id order by l.ended_at desc limit 1))
      from public.letter_readers(p_post_id, p_segment, null, null) r);
end
$$;

create or replace function public.letter_post(p_post_id uuid, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when p.state = 'published' then public.post_json(p, p_locale) else public.preview_post(p_post_id, p_locale) end
      from public.posts p where p.id = p_post_id);
end
$$;

create or replace function public.letter_digest(letter public.letters) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select encode(sha256(convert_to(jsonb_build_array(letter.heads, jsonb_agg(jsonb_build_array(w.says->'title', w.says->'lead', w.says->'body')
        order by w.locale))::text, 'UTF8')), 'hex')
      from (select l.locale, public.letter_post(letter.post_id, l.locale) as says from unnest('{pt-BR,en}'::text[]) l (locale)) w);
end
$$;

create or replace function public.letter_subject(letter public.letters) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(letter.frozen->w.locale->>'subject', nullif(letter.heads->w.locale->>'subject', ''), public.listed_post_json(p)->>'title')
      from public.posts p cross join lateral (select coalesce(p.locales[1], 'pt-BR') as locale) w where p.id = letter.post_id);
end
$$;

create or replace function public.letter_counts(letter public.letters) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(letter.totals, (
    select jsonb_build_object('total', letter.prepared, 'waiting', count(*) filter (where r.state in ('waiting', 'handing')),
        'sent', count(*) filter (where r.state = 'sent'), 'refused', count(*) filter (where r.state = 'refused'),
        'left', count(*) filter (where r.state = 'left'), 'unknown', count(*) filter (where r.state = 'unknown'),
        'bounced', count(*) filter (where r.state = 'bounced'), 'complained', count(*) filter (where r.state = 'complained'))
      from public.letter_recipients r where r.letter_id = letter.id));
end
$$;

create or replace function public.listed_letter_json(letter public.letters) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', letter.id, 'post_id', letter.post_id, 'subject', public.letter_subject(letter), 'state', letter.state,
    'send_at', letter.send_at, 'ended_at', letter.ended_at, 'created_at', letter.created_at, 'counts', public.letter_counts(letter),
    'news', public.news_of_letter(letter), 'step', public.step_of_letter(letter.id));
end
$$;

create or replace function public.letter_brought(letter public.letters) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with origins as (
      select distinct s.id as source, g.id as campaign
        from public.post_slugs a
        join public.visit_names s on s.kind = 'source' and s.name = 'newsletter'
        join public.visit_names g on g.kind = 'campaign' and g.name = left(a.slug, 60)
        where a.post_id = letter.post_id
    ), since as (
      select d.day, d.day >= public.site_day() - public.rule('keep_visits') as is_kept
        from (select (coalesce(letter.send_at, letter.created_at) at time zone public.totals_zone())::date as day) d
    ), paid as (
      select b.currency, sum(b.orders) as orders, sum(b.minor) as minor
        from origins o join public.sales_by_source b on b.source = o.source and b.campaign = o.campaign and b.day >= (select s.day from since s)
        group by b.currency
    )
    select jsonb_build_object(
        'unsubscribed', letter.unsubscribed,
        'visits', case when s.is_kept then (
          select coalesce(sum(c.visits), 0)
            from origins o join public.visit_counts c on c.page = 0 and c.source = o.source and c.campaign = o.campaign and c.day >= s.day) end,
        'orders', case when s.is_kept then (select coalesce(sum(p.orders), 0) from paid p) end,
        'amounts', (select coalesce(jsonb_object_agg(p.currency, p.minor), '{}') from paid p where s.is_kept))
      from since s);
end
$$;

create or replace function public.letter_wait(letter public.letters) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
        when letter.rest_until > now() then jsonb_build_object('for', 'server', 'until', letter.rest_until)
        when w.due_at > greatest(now(), w.day_at) then jsonb_build_object('for', 'reader', 'until', w.due_at)
        when w.day_at is not null then jsonb_build_object('for', 'day', 'until', w.day_at) end
      from (
        select case when d.handed >= d.most then public.next_site_day() end as day_at,
            (select r.due_at from public.letter_recipients r where r.letter_id = letter.id and r.state = 'waiting' order by r.due_at limit 1) as due_at
          from public.letter_day() d) w
      where letter.state = 'sending' and w.due_at is not null
        and not exists (select from public.letter_recipients r where r.letter_id = letter.id and r.state = 'handing'));
end
$$;

create or replace function public.get_admin_letter(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.listed_letter_json(l) || jsonb_build_object('heads', l.heads, 'segment', l.segment,
        'reason', case when l.state in ('stopped', 'late') then l.reason end,
        'stopped_by', case when l.state = 'stopped' then l.stopped_by end, 'is_tested', l.tested_digest is not distinct from public.letter_digest(l),
        'per_day', d.most, 'today', greatest(0, d.most - d.handed), 'waits', public.letter_wait(l), 'revision', l.revision,
        'post', public.listed_post_json(p) || jsonb_build_object('locales', p.locales),
        'brought', public.letter_brought(l))
      from public.letters l join public.posts p on p.id = l.post_id cross join public.letter_day() d where l.id = p_id);
end
$$;

create or replace function public.list_letters(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_post_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with found as (
      select l.* from public.letters l
        where (p_state is null or l.state = p_state) and (p_post_id is null or l.post_id = p_post_id)
          and (p_post_id is not null or not exists (select from public.series_steps s where s.letter_id = l.id))
          and (public.search_patterns(p_words) is null or public.to_search_text(public.letter_subject(l)) like any (public.search_patterns(p_words)))
          and (p_at is null or case when p_is_backwards then (l.created_at, l.id) > (p_at, p_id) else (l.created_at, l.id) < (p_at, p_id) end)
        order by case when p_is_backwards then l.created_at end, case when p_is_backwards then l.id end, l.created_at desc, l.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then created_at end, case when p_is_backwards then id end, created_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'letters', (select coalesce(jsonb_agg(public.listed_letter_json(s::public.letters) order by s.created_at desc, s.id desc), '[]') from page s)));
end
$$;

create or replace function public.get_letter_words(p_id uuid, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('heads', l.heads, 'digest', public.letter_digest(l), 'post', w.post)
      from public.letters l cross join lateral (select public.letter_post(l.post_id, p_locale) as post) w
      where l.id = p_id and w.post is not null);
end
$$;

create or replace function public.get_sender_check(p_domain text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.found || jsonb_build_object('checked_at', d.checked_at) from public.doctor_runs d
      where d.service = 'sender' and d.found->>'domain' = p_domain and d.checked_at > now() - interval '7 days');
end
$$;

create or replace function public.get_due_letter(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('heads', l.heads, 'post_revision', p.revision,
        'posts', (select jsonb_object_agg(w.locale, public.post_json(p, w.locale)) from unnest('{pt-BR,en}'::text[]) w (locale)))
      from public.letters l join public.posts p on p.id = l.post_id
      where l.id = p_id and l.state = 'scheduled' and l.send_at <= now() and p.state = 'published');
end
$$;

create or replace function public.get_frozen_letter(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select l.frozen from public.letters l where l.id = p_id);
end
$$;

create or replace function public.personal_letters(p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('subject', l.frozen->r.locale->>'subject', 'locale', r.locale, 'state', r.state,
        'sent_at', r.handed_at) order by l.send_at, l.id), '[]')
      from public.newsletter_subscribers s
      join public.letter_recipients r on r.subscriber_id = s.id
      join public.letters l on l.id = r.letter_id
      where s.email = lower(p_email));
end
$$;

create or replace function public.personal_subscription(p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return nullif(
    coalesce((select to_jsonb(s) - array['id', 'generation'] from public.newsletter_subscribers s where s.email = lower(p_email)), '{}')
      || coalesce((
        select jsonb_build_object('suppressed', jsonb_build_object('reason', a.reason, 'at', a.at))
          from public.suppressed_addresses a where a.digest = public.address_digest(p_email)), '{}'),
    '{}');
end
$$;

create or replace function public.subscriber_json(s public.newsletter_subscribers) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return to_jsonb(s) - 'generation' || jsonb_build_object('reason', (
    select a.reason from public.suppressed_addresses a
      where a.digest = public.address_digest(s.email)
        and (s.state = 'bounced' and a.reason <> 'complaint' or s.state = 'unsubscribed' and a.reason = 'complaint')));
end
$$;

create or replace function public.mail_mark(p_key text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return left(encode(sha256(convert_to(p_key, 'UTF8')), 'hex'), 40);
end
$$;

create or replace function public.get_mailbox_cursor(p_mailbox text, p_uid_validity text) returns bigint
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select c.uid from public.mailbox_cursor c where c.mailbox = p_mailbox and c.uid_validity = p_uid_validity);
end
$$;

create or replace function public.mailbox_health() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error,
        'unread', coalesce((select c.unread from public.mailbox_cursor c), 0))
      from public.jobs j where j.name = 'mailbox' and j.last_run_at > now() - interval '1 hour');
end
$$;

create or replace function public.step_words(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('post_revision', post.revision,
    'posts', (select jsonb_object_agg(w.locale, public.post_json(post, w.locale)) from unnest('{pt-BR,en}'::text[]) w (locale)));
end
$$;

create or replace function public.get_step_words(p_post_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.step_words(p) from public.posts p where p.id = p_post_id and p.state = 'published');
end
$$;

create or replace function public.step_of_letter(p_letter_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select s.after_days from public.series_steps s where s.letter_id = p_letter_id and s.taken_out_at is null);
end
$$;

create or replace function public.get_series() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('state', coalesce(x.state, 'off'), 'since', x.since, 'takes_imports', coalesce(x.takes_imports, false),
      'revision', coalesce(x.revision, 1),
      'due', (select jsonb_build_object('own', count(*) filter (where not t.is_imported), 'imported', count(*) filter (where t.is_imported))
        from public.series_turns() t),
      'steps', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.letter_id, 'post_id', s.post_id, 'after_days', s.after_days, 'state', l.state,
            'title', public.letter_subject(l), 'is_published', p.state = 'published', 'locales', p.locales,
            'sent', s.forgotten + (c.counts->>'sent')::integer + (c.counts->>'bounced')::integer + (c.counts->>'complained')::integer,
            'waiting', c.counts->'waiting', 'unknown', c.counts->'unknown',
            'left', (
              select count(*) from public.letter_recipients r join public.newsletter_subscribers n on n.id = r.subscriber_id
                where r.letter_id = s.letter_id and n.state = 'unsubscribed' and n.unsubscribed_at > r.handed_at
                  and not exists (select from public.letter_recipients o where o.subscriber_id = n.id and o.handed_at > r.handed_at))
            ) order by s.after_days), '[]')
          from public.series_steps s
          join public.letters l on l.id = s.letter_id
          join public.posts p on p.id = s.post_id
          cross join lateral (select public.letter_counts(l) as counts) c
          where s.taken_out_at is null))
    from (values (true)) always (is_so) left join public.letter_series x on x.is_only = is_so);
end
$$;

create or replace function public.category_words(categories text[]) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return array_to_string(categories, ' | ');
end
$$;

create or replace function public.episode_json(episode public.episodes) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('id', episode.id, 'slug', episode.slug, 'title', episode.title, 'description', episode.description,
    'published_at', episode.published_at, 'duration_seconds', episode.duration_seconds, 'spotify_url', episode.spotify_url, 'media', episode.media,
    'picture_version', episode.picture_version, 'picture_color', episode.picture_color,
    'own_picture_version', episode.own_picture_version, 'own_picture_color', episode.own_picture_color,
    'categories', episode.categories, 'notes', episode.notes);
end
$$;

create or replace function public.chosen_ebooks(p_episode_id text) returns text[]
language plpgsql stable security definer set search_path = ''
as $$
begin
  return array(select l.ebook_id from public.episode_ebooks l where l.episode_id = p_episode_id order by l.position, l.ebook_id);
end
$$;

create or replace function public.episode_page_json(e public.episodes, p_chosen text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'episode', public.episode_json(e),
    'ebooks', public.ebooks_of_episode(e, p_chosen),
    'previous', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.is_shown and (o.published_at, o.id) < (e.published_at, e.id) order by o.published_at desc, o.id desc limit 1),
    'next', (
      select jsonb_build_object('slug', o.slug, 'title', o.title) from public.episodes o
        where o.is_shown and (o.published_at, o.id) > (e.published_at, e.id) order by o.published_at, o.id limit 1));
end
$$;

create or replace function public.get_episode(p_slug text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.episode_page_json(e, public.chosen_ebooks(e.id))
      from public.episode_slugs s join public.episodes e on e.id = s.episode_id
      where s.slug = p_slug and e.is_shown);
end
$$;

create or replace function public.preview_episode(p_id text, p_ebooks text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.episode_page_json(e, p_ebooks) from public.episodes e where e.id = p_id and e.removed_at is null);
end
$$;

create or replace function public.list_listening_positions(p_uid text, p_most integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('episode_id', l.episode_id, 'title', l.title, 'seconds', l.seconds, 'heard_at', l.heard_at)
        order by l.heard_at desc, l.episode_id), '[]')
      from (
        select p.episode_id, e.title, p.seconds, p.heard_at
          from (
            select * from public.listening_positions h where h.uid = p_uid order by h.heard_at desc, h.episode_id limit p_most
          ) p join public.episodes e on e.id = p.episode_id
      ) l);
end
$$;

create or replace function public.slug_words(title text) returns text
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return (
    select case when char_length(words) <= 60 then words else regexp_replace(left(words, 61), '(.)-[^-]*$|.$', '\1') end
    from (select btrim(regexp_replace(public.to_search_text(normalize(title, NFKC)), '[^a-z0-9]+', '-', 'g'), '-') as words) w);
end
$$;

create or replace function public.is_reserved_slug(p_slug text) returns boolean
language plpgsql immutable parallel safe strict set search_path = ''
as $$
begin
  return p_slug = any ('{category,categories,categoria,categorias,feed,live,new,page,pagina,rss,search,series,serie,temas}');
end
$$;

create or replace function public.free_slug(p_episode_id text, p_title text) returns text
language plpgsql stable set search_path = ''
as $$
begin
  return (
    with words as (select public.slug_words(p_title) as words)
    select candidate from (
      select 0 as length, words as candidate from words where words <> ''
      union all
      select length, concat_ws('-', coalesce(nullif(words, ''), 'episodio'), left(md5(p_episode_id), length))
        from words, generate_series(4, 32, 4) length
    ) c
    where not public.is_reserved_slug(c.candidate)
      and not exists (select from public.episode_slugs s where s.slug = c.candidate and s.episode_id <> p_episode_id)
    order by length limit 1);
end
$$;

create or replace function public.quota_reset(p_at timestamptz) returns timestamptz
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return (date_trunc('day', p_at at time zone 'America/Los_Angeles') + interval '1 day') at time zone 'America/Los_Angeles';
end
$$;

create or replace function public.list_uploads_to_read(p_uploads jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'ids', coalesce(jsonb_agg(u.id order by u.position)
        filter (where known.id is null or known.title <> u.title or known.fetched_at < now() - public.rule('reread_videos')), '[]'),
      'all_known', coalesce(bool_and(known.id is not null), true))
    from (
      select distinct on (upload->>'id') upload->>'id' as id, upload->>'title' as title, position
        from jsonb_array_elements(p_uploads) with ordinality as given (upload, position)
    ) u
    left join lateral (
      select e.id, e.title, e.fetched_at from public.episodes e where e.id = u.id and e.removed_at is null
      union all
      select c.id, c.title, c.fetched_at from public.channel_clips c where c.id = u.id
      limit 1
    ) known on true);
end
$$;

create or replace function public.is_channel(p_channel_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select v.body->>'id' is not distinct from p_channel_id
    from public.content_versions v where v.key = 'channel' order by v.version desc limit 1), true);
end
$$;

create or replace function public.list_earlier_uploads_to_read(p_channel_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(e.id order by e.id), '[]') from public.episodes e
      where e.removed_at is null and e.channel_id is distinct from p_channel_id and e.fetched_at < now() - public.rule('reread_videos'));
end
$$;

create or replace function public.list_pictures_due(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('id', d.id, 'source', d.picture_source)
      order by d.published_at desc), '[]')
    from (
      select e.id, e.picture_source, e.published_at from public.episodes e
        where e.removed_at is null and e.picture_source is not null and e.picture_due_at <= now()
        order by e.published_at desc limit p_limit
    ) d);
end
$$;

create or replace function public.list_pictures_left(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(l.id), '[]')
    from (select e.id from public.episodes e where e.removed_at is not null and e.picture_version is not null order by e.id limit p_limit) l);
end
$$;

create or replace function public.has_episodes() returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (select from public.episodes);
end
$$;

create or replace function public.get_channel(p_channel_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object(
      'read_at', j.last_run_at, 'synced_at', j.last_success_at, 'last_error', j.last_error, 'is_reading', coalesce(j.lease_until > now(), false),
      'added', coalesce(s.added, 0), 'changed', coalesce(s.changed, 0), 'removed', coalesce(s.removed, 0),
      'shown', t.total, 'hidden', (select count(*) from public.episodes e where e.is_hidden and e.removed_at is null))
    from public.shown_totals t
    left join public.jobs j on j.name = 'videos'
    left join public.channel_sync s on s.channel_id = p_channel_id
    where t.list = 'episodes');
end
$$;

create or replace function public.admin_episode_json(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return public.episode_json(episode) || jsonb_build_object(
    'is_hidden', episode.is_hidden, 'removed_at', episode.removed_at, 'has_own_slug', episode.has_own_slug,
    'ebooks', public.chosen_ebooks(episode.id), 'revision', episode.revision);
end
$$;

create or replace function public.episode_facts(episode public.episodes) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('is_hidden', episode.is_hidden, 'slug', episode.slug, 'categories', episode.categories, 'notes', episode.notes,
    'ebooks', public.chosen_ebooks(episode.id), 'own_picture', episode.own_picture_version);
end
$$;

create or replace function public.get_admin_episode(p_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.admin_episode_json(e) from public.episodes e where e.id = p_id);
end
$$;

create or replace function public.offer_slug(p_id text, p_slug text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select c.slug
      from (
        select n, case n when 1 then p_slug else rtrim(left(p_slug, 96), '-') || '-' || n end as slug from generate_series(1, 999) n
      ) c
      where not public.is_reserved_slug(c.slug)
        and not exists (select from public.episode_slugs s where s.slug = c.slug and s.episode_id <> p_id)
      order by c.n limit 1);
end
$$;

create or replace function public.own_picture_key(p_id text, p_version text) returns text
language plpgsql immutable set search_path = ''
as $$
begin
  return 'thumbnails/' || p_id || '.' || p_version;
end
$$;

create or replace function public.list_due_drafts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(w) - 'noted_at' order by w.noted_at), '[]')
      from (
        select d.about_kind as kind, d.about_id as id, d.noted_at, e.title, e.description, false as is_ahead
          from public.automatic_drafts d join public.episodes e on e.id = d.about_id
          where d.about_kind = 'episode' and d.settled_at is null and e.is_shown
        union all
        select d.about_kind, d.about_id, d.noted_at, b.title, b.description, not public.is_out(b)
          from public.automatic_drafts d join public.ebooks_metadata b on b.id = d.about_id
          where d.about_kind = 'ebook' and d.settled_at is null and b.state = 'published' and b.is_priced and public.is_sold(b)
      ) w);
end
$$;

create or replace function public.news_of_post(post public.posts) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select d.about_kind from public.automatic_drafts d where d.post_id = post.id and post.state = 'draft');
end
$$;

create or replace function public.news_of_letter(letter public.letters) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select d.about_kind from public.automatic_drafts d where d.letter_id = letter.id and letter.state = 'draft');
end
$$;

create or replace function public.kept_calendars() returns table (id integer, zone text, counted_to timestamptz, is_shown boolean)
language sql stable
as $$
  select c.id, c.zone, c.counted_to, c.state = 'shown' from public.calendars c where c.state <> 'old'
  union all
  select 1, 'UTC', 'infinity', true where not exists (select from public.calendars)
$$;

create or replace function public.shown_calendar() returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.id from public.kept_calendars() k where k.is_shown);
end
$$;

create or replace function public.totals_zone() returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select k.zone from public.kept_calendars() k where k.is_shown);
end
$$;

create or replace function public.span_start(p_span text, p_at timestamptz, p_zone text) returns timestamptz
language plpgsql immutable parallel safe set search_path = ''
as $$
begin
  return case p_span when 'quarter' then date_bin('15 minutes', p_at, '2000-01-01T00:00:00Z') else date_trunc(p_span, p_at, p_zone) end;
end
$$;

create or replace function public.next_span(p_span text, p_at timestamptz, p_zone text) returns timestamptz
language plpgsql stable parallel safe set search_path = ''
as $$
begin
  return case when date_trunc(p_span, p_at, p_zone) = p_at then p_at
    else (date_trunc(p_span, p_at at time zone p_zone) + ('1 ' || p_span)::interval) at time zone p_zone end;
end
$$;

create or replace function public.get_recount() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('zone', c.zone, 'percent', coalesce(100 * (
          select sum(t.n) from public.totals_between('{orders}', '-infinity', c.counted_to) t)
        / (select nullif(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t), 0)::integer)
      from public.calendars c where c.state = 'building');
end
$$;

create or replace function public.amounts(p_metric text, p_from timestamptz, p_to timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(jsonb_object_agg(t.key, t.minor), '{}') from public.totals_between(array[p_metric], p_from, p_to) t where t.minor <> 0);
end
$$;

create or replace function public.get_stats(p_day timestamptz, p_week timestamptz, p_month timestamptz) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with counts as (
      select p.name, jsonb_build_object(
          'orders', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', p.since, 'infinity') t),
          'amounts', public.amounts('orders', p.since, 'infinity'),
          'refunds', public.amounts('refunds', p.since, 'infinity'),
          'fees', public.amounts('fees', p.since, 'infinity'),
          'disputes', public.amounts('disputes', p.since, 'infinity')) as value
        from (values ('today', p_day), ('week', p_week), ('month', p_month)) p (name, since)
    )
    select jsonb_object_agg(c.name, c.value) || jsonb_build_object(
      'completed', (select coalesce(sum(t.n), 0) from public.totals_between('{orders}', '-infinity', 'infinity') t),
      'users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', '-infinity', 'infinity') t),
      'new_users', (select coalesce(sum(t.n), 0) from public.totals_between('{users}', p_week, 'infinity') t),
      'top', public.top_books(public.span_start('day', now() - public.rule('best_sellers'), public.totals_zone()), 'infinity', 5),
      'changes', (
        select coalesce(jsonb_agg(public.admin_change_json(a) order by a.id desc), '[]')
          from (select * from public.admin_changes order by id desc limit 5) a))
    from counts c);
end
$$;

create or replace function public.get_site_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'episodes', (select count(*) from public.episodes e where e.is_shown),
    'ebooks', (select count(*) from public.ebooks_metadata b where b.state = 'published'),
    'subscribers', (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed'));
end
$$;

create or replace function public.list_page_reports(p_from date) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'vitals', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select t.page, t.metric, t.bucket, sum(t.visits)::integer as visits
          from public.page_vitals t where t.day >= p_from group by t.page, t.metric, t.bucket
      ) s),
    'errors', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.page = 'other', s.last_at desc), '[]') from (
        select e.digest, e.kind, e.page, e.release, e.message, e.stack, e.times, e.first_at, e.last_at
          from public.page_errors e where e.last_at >= p_from order by e.page = 'other', e.last_at desc limit 20
      ) s));
end
$$;

create or replace function public.accounts_of_person(p public.people) returns setof public.users
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select u.* from public.users u where public.to_search_text(u.email) = public.to_search_text(p.email) and lower(u.email) = p.email order by u.created_at, u.number
$$;

create or replace function public.language_of_person(p public.people) returns text
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return coalesce((
    select l.locale from (
      select o.locale, o.created_at as at from public.orders o
        where o.buyer_uid in (select a.uid from public.accounts_of_person(p) a) and o.state <> 'given'
      union all select c.locale, c.created_at from public.contact_messages c where c.email = p.email
      union all select s.locale, s.consented_at from public.newsletter_subscribers s where s.email = p.email
    ) l order by l.at desc limit 1), 'pt-BR');
end
$$;

create or replace function public.get_person(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with person as (
      select p.* from public.people p where p.id = p_id
    ), accounts as materialized (
      select a.* from person p cross join lateral public.accounts_of_person(p) a
    ), order_ids as materialized (
      select o.id from public.orders o where o.buyer_uid in (select a.uid from accounts a) and o.state not in ('open', 'expired')
      union
      select o.id from person p join public.orders o on public.to_search_text(o.buyer_email) = public.to_search_text(p.email)
        where lower(o.buyer_email) = p.email and o.state not in ('open', 'expired')
    ), mails as (
      select m.kind, null::text as subject, coalesce(m.sent_at, m.given_up_at, m.created_at) as at,
          case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end as state
        from public.outbox m
        where m.recipient in (
          select p.email from person p union select a.email from accounts a
          union select o.buyer_email from order_ids i join public.orders o on o.id = i.id where o.buyer_uid in (select a.uid from accounts a))
        order by m.created_at desc, m.key limit 50
    ), newsletters as (
      select 'newsletter' as kind, l.frozen->r.locale->>'subject' as subject, coalesce(r.handed_at, r.done_at, r.due_at) as at,
          case r.state when 'sent' then 'sent' when 'complained' then 'sent' when 'unknown' then 'unknown'
            when 'refused' then 'failed' when 'bounced' then 'failed' else 'queued' end as state
        from person p
        join public.newsletter_subscribers s on s.email = p.email
        join public.letter_recipients r on r.subscriber_id = s.id and r.state <> 'left'
        join public.letters l on l.id = r.letter_id
        order by at desc, l.id limit 50
    ), letters as (
      select * from mails union all select * from newsletters order by at desc, kind limit 50
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
              join public.order_copies c on c.order_id = o.id and c.gift_id is null
              join public.entitlements e on e.copy_id = c.id
              join public.ebooks_metadata t on t.id = e.ebook_id
              order by e.granted_at desc, e.ebook_id limit 50) b),
      'messages', (
        select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
          from (select c.* from public.contact_messages c where c.email = p.email order by c.created_at desc, c.id desc limit 50) c),
      'subscription', (select public.subscriber_json(s) from public.newsletter_subscribers s where s.email = p.email),
      'letters', (select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind), '[]') from letters l),
      'orders_kept', (
        select count(*) from order_ids i join public.orders o on o.id = i.id where o.paid_at is not null))
    from person p);
end
$$;

create or replace function public.site_day() returns date
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (now() at time zone public.totals_zone())::date;
end
$$;

create or replace function public.is_page(p_path text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_path like '/shop/ebook/%' then exists (
      select from public.ebooks_metadata b where b.id = substr(p_path, 13) and b.state = 'published')
    when p_path like '/podcast/%' then exists (select from public.episodes e where e.slug = substr(p_path, 10) and e.removed_at is null)
    when p_path like '/textos/%' then exists (select from public.posts p where p.slug = substr(p_path, 9) and p.state = 'published')
    else true
  end;
end
$$;

create or replace function public.get_page_sources(p_page text, p_from date, p_to date, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(s) order by s.views desc, s.name), '[]') from (
      select n.name, sum(c.views) as views, sum(c.visits) as visits
        from public.visit_names p
        join public.visit_counts c on c.page = p.id and c.page <> 0 and c.source <> 0 and c.day between p_from and p_to
        join public.visit_names n on n.id = c.source
        where p.kind = 'page' and p.name = p_page group by 1 order by views desc, 1 limit p_size) s);
end
$$;

create or replace function public.list_owner_tasks(p_has_channel boolean, p_zone text, p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with tasks as materialized (
      select t.*, row_number() over (partition by t.kind, t.snoozed_until is not null order by coalesce(t.due_by, t.began_at), t.subject) as nth,
          case when t.kind = 'dispute' then 1 when t.due_by < p_now then 2 when t.kind = 'refund_request' then 4 when t.kind in ('message', 'review') then 5
            when t.kind in ('ebook_draft', 'draft_about_episode', 'draft_about_ebook', 'import_refused') then 6 else 3 end as place
        from public.owner_tasks(p_now, p_has_channel, p_zone) t
    )
    select jsonb_build_object(
      'tasks', (
        select coalesce(jsonb_agg(to_jsonb(t) - array['nth', 'place'] || jsonb_build_object('is_late', coalesce(t.due_by < p_now, false))
            order by t.place, coalesce(t.due_by, t.began_at), t.kind, t.subject), '[]')
          from tasks t where t.nth <= 10),
      'counts', (
        select coalesce(jsonb_object_agg(c.kind, c.count), '{}')
          from (select t.kind, count(*) from tasks t where t.snoozed_until is null group by t.kind) c)));
end
$$;

create or replace function public.get_setup() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'has_owner', exists (select from public.owner_addresses()),
    'has_ebook', exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'has_purchase', exists (select from public.orders o where o.paid_at is not null),
    'has_test_email', exists (select from public.outbox m where m.kind = 'test_email' and m.sent_at is not null),
    'has_read_channel', exists (select from public.jobs j where j.name = 'videos' and j.last_success_at is not null),
    'well_services', (select coalesce(jsonb_agg(d.service), '[]') from public.doctor_runs d where d.is_well),
    'skipped', (select coalesce(jsonb_agg(s.step), '[]') from public.setup_skips s));
end
$$;

create or replace function public.is_told_once(p_kind text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_kind in ('failed_refund', 'paid_twice', 'letter_stopped', 'letter_late', 'letter_unknown');
end
$$;

create or replace function public.send_payment_reminders(p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'purchase_waiting:' || o.id || ':reminder', 'purchase_waiting', o.buyer_email, o.locale,
          public.order_mail_payload(o) || jsonb_build_object('is_reminder', true)
        from public.orders o
        where o.state = 'waiting' and o.pay_with = 'boleto' and o.pay_by - interval '40 hours' <= p_now and p_now < o.pay_by - interval '1 hour'
          and o.created_at < o.pay_by - interval '40 hours'
          and not exists (select from public.accounts a where a.uid = o.buyer_uid and a.deleted_at is not null)
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

create or replace function public.get_health() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with waiting as (
      select m.created_at, m.attempts, m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' order by m.due_at limit 1000
    ), refused as (
      select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
    )
    select jsonb_build_object(
      'checked_at', now(),
      'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
      'mail_sent_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
      'mail_waiting', (select count(*) from waiting),
      'mail_oldest_at', (select min(w.created_at) from waiting w),
      -- Tried, and not taken.
      'mail_tried_since', (select min(w.created_at) from waiting w where w.attempts > 0 and w.last_error is not null),
      'mail_stuck_since', public.mail_stuck_since(now()),
      'mail_refused', (
        select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
          order by r.given_up_at desc), '[]') from refused r),
      'reconciliation', (
        select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error)
          from public.jobs j where j.name = 'reconciliation'),
      'videos', (
        select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error) from public.jobs j where j.name = 'videos'),
      'mailbox', public.mailbox_health()));
end
$$;

create or replace function public.list_sitemap_pages(p_from integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with pages as (
      select 'ebook' as kind, b.id as name, b.changed_at, null::text[] as locales
        from public.ebooks_metadata b where b.state = 'published' and b.is_priced
      union all
      select 'episode', e.slug, e.changed_at, null from public.episodes e where e.is_shown
      union all
      select 'post', p.slug, p.changed_at, p.locales from public.posts p where p.state = 'published' and p.visibility = 'site'
    )
    select jsonb_build_object(
      'total', (select count(*) from pages),
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at, 'locales', p.locales)
            order by p.kind, p.name), '[]')
          from (select * from pages order by kind, name offset p_from limit p_size) p)));
end
$$;

create or replace function public.export_horizon() returns xid
language plpgsql stable set search_path = ''
as $$
begin
  return (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text::xid;
end
$$;
