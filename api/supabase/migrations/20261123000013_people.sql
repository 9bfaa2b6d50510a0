-- Messages are answered from the panel, and people have a page: a note, books that are given, their data, their deletion.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values ('undo_reply', '20 seconds', 'the panel of messages');

alter table public.admin_changes drop constraint admin_changes_subject_kind_check;
alter table public.admin_changes add constraint admin_changes_subject_kind_check
  check (subject_kind in ('order', 'account', 'ebook', 'episode', 'content', 'setting', 'message', 'subscriber', 'mail', 'team', 'import', 'person'));
alter table public.contact_messages drop constraint contact_messages_state_check;
alter table public.contact_messages add constraint contact_messages_state_check check (state in ('new', 'answered', 'closed', 'spam'));
alter table public.orders drop constraint orders_state_check;
alter table public.orders add constraint orders_state_check
  check (state in ('open', 'waiting', 'paid', 'partly_refunded', 'refunded', 'disputed', 'expired', 'failed', 'given'));

create table public.message_replies (
  id uuid primary key,
  message_id uuid not null references public.contact_messages (id) on delete cascade,
  body text not null check (octet_length(body) between 1 and 51200),
  written_by text not null check (written_by <> ''),
  written_at timestamptz not null default now(),
  sent_at timestamptz,
  previous_state text not null
);
alter table public.message_replies enable row level security;
create index message_replies_of_message on public.message_replies (message_id, written_at);

create function public.note_reply_sent() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.message_replies r set sent_at = new.sent_at where r.id = (new.payload->>'reply_id')::uuid;
  delete from public.outbox m where m.id = new.id;
  return null;
end $$;

create trigger outbox_note_reply_sent after update on public.outbox
  for each row when (new.kind = 'message_reply' and new.sent_at is not null) execute function public.note_reply_sent();

create function public.drop_reply_letter() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.key = 'message_reply:' || old.id;
  return null;
end $$;

create trigger drop_reply_letter after delete on public.message_replies
  for each row execute function public.drop_reply_letter();

create function public.message_replies_json(p_message_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('id', r.id, 'body', r.body, 'written_by', r.written_by, 'written_at', r.written_at,
      'state', case when r.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end,
      'undo_seconds', case when m.attempts = 0 then greatest(0, ceil(extract(epoch from m.due_at - now())))::integer else 0 end)
      order by r.written_at, r.id), '[]')
    from public.message_replies r left join public.outbox m on m.key = 'message_reply:' || r.id
    where r.message_id = p_message_id
$$;

create or replace function public.contact_message_json(c public.contact_messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message,
    'locale', c.locale, 'state', c.state, 'created_at', c.created_at, 'replies', public.message_replies_json(c.id))
$$;

create function public.reply_to_message(p_actor jsonb, p_id uuid, p_attempt_id uuid, p_body text, p_last_reply_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_reply public.message_replies;
  v_earlier uuid[];
begin
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return null;
  end if;
  select * into v_reply from public.message_replies where id = p_attempt_id;
  if found and (v_reply.message_id, v_reply.body) is distinct from (p_id, p_body) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if not found then
    v_earlier := array(select r.id from public.message_replies r where r.message_id = p_id order by r.written_at, r.id);
    if v_earlier[cardinality(v_earlier)] is distinct from p_last_reply_id then
      return jsonb_build_object('outcome', 'changed');
    end if;
    insert into public.message_replies (id, message_id, body, written_by, previous_state)
      values (p_attempt_id, p_id, p_body, p_actor->>'email', v_message.state);
    insert into public.outbox (key, kind, recipient, locale, payload, due_at)
      values ('message_reply:' || p_attempt_id, 'message_reply', v_message.email, v_message.locale,
        jsonb_build_object('reply_id', p_attempt_id, 'body', p_body, 'message_id', p_id, 'number', v_message.number,
          'message', v_message.message, 'received_at', v_message.created_at, 'earlier', v_earlier),
        now() + public.rule('undo_reply'));
    update public.contact_messages set state = 'answered' where id = p_id returning * into v_message;
    perform public.note_admin_change(p_actor, 'message_answered', 'message', v_message.number::text, null, null);
  end if;
  return jsonb_build_object('outcome', 'replied', 'message', public.contact_message_json(v_message));
end
$$;

create function public.undo_reply(p_actor jsonb, p_message_id uuid, p_reply_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_reply public.message_replies;
begin
  select * into v_message from public.contact_messages where id = p_message_id for update;
  if not found then
    return null;
  end if;
  select * into v_reply from public.message_replies where id = p_reply_id and message_id = p_message_id;
  if found then
    delete from public.outbox m where m.key = 'message_reply:' || p_reply_id and m.attempts = 0 and m.given_up_at is null;
    if not found then
      return jsonb_build_object('outcome', 'sent');
    end if;
    delete from public.message_replies where id = p_reply_id;
    update public.contact_messages c set state = v_reply.previous_state
      where c.id = p_message_id and c.state = 'answered' and not exists (select from public.message_replies r where r.message_id = c.id)
      returning * into v_message;
    if not found then
      select * into v_message from public.contact_messages where id = p_message_id;
    end if;
    perform public.note_admin_change(p_actor, 'message_reply_undone', 'message', v_message.number::text, null, null);
  end if;
  return jsonb_build_object('outcome', 'undone', 'message', public.contact_message_json(v_message));
end
$$;

create function public.mark_spam(p_actor jsonb, p_ids uuid[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
  v_marked integer := 0;
begin
  for v_message in select * from public.contact_messages where id = any (p_ids) and state <> 'spam' order by id for update loop
    update public.contact_messages set state = 'spam' where id = v_message.id;
    perform public.note_admin_change(p_actor, 'message_marked', 'message', v_message.number::text,
      jsonb_build_object('state', v_message.state), '{"state": "spam"}');
    v_marked := v_marked + 1;
  end loop;
  return v_marked;
end
$$;

create function public.delete_message(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  delete from public.contact_messages where id = p_id returning * into v_message;
  if not found then
    return false;
  end if;
  delete from public.outbox where key in ('contact_received:' || p_id, 'contact_acknowledged:' || p_id);
  perform public.note_admin_change(p_actor, 'message_deleted', 'message', v_message.number::text,
    jsonb_build_object('received_at', v_message.created_at), null);
  return true;
end
$$;

create or replace function public.list_messages(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.contact_messages', 'r.search_text',
    case when p_state is null then 'r.state <> ''spam''' else format('r.state = %L', p_state) end, p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'messages', (
    select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
      from public.contact_messages c where c.id = any (v_ids[:p_size])));
end
$$;

create table public.people (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and char_length(email) between 3 and 254),
  note text not null default '' check (char_length(note) <= 2000)
);
alter table public.people enable row level security;

create function public.open_person(p_kind text, p_id text) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_email text;
  v_id uuid;
begin
  v_email := lower(case p_kind
    when 'order' then (select o.buyer_email from public.orders o where o.id = p_id::uuid and o.buyer_email <> public.forgotten_email(o))
    when 'message' then (select c.email from public.contact_messages c where c.id = p_id::uuid)
    when 'subscriber' then (select s.email from public.newsletter_subscribers s where s.id = p_id::uuid)
    when 'user' then (select u.email from public.users u where u.uid = p_id)
  end);
  if v_email is null then
    return null;
  end if;
  insert into public.people (email) values (v_email) on conflict (email) do nothing;
  select p.id into v_id from public.people p where p.email = v_email;
  return v_id;
end
$$;

create function public.accounts_of_person(p public.people) returns setof public.users
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select u.* from public.users u where public.plain(u.email) = public.plain(p.email) and lower(u.email) = p.email order by u.created_at, u.number
$$;

create function public.language_of_person(p public.people) returns text
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select coalesce((
    select l.locale from (
      select o.locale, o.created_at as at from public.orders o
        where o.buyer_uid in (select a.uid from public.accounts_of_person(p) a) and o.state <> 'given'
      union all select c.locale, c.created_at from public.contact_messages c where c.email = p.email
      union all select s.locale, s.consented_at from public.newsletter_subscribers s where s.email = p.email
    ) l order by l.at desc limit 1), 'pt-BR')
$$;

create function public.get_person(p_id uuid) returns jsonb
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
          select e.ebook_id, t.title, t.language, e.order_id, o.number as order_number, o.state = 'given' as is_given, e.granted_at, e.revoked_at,
              e.downloads, e.last_downloaded_at, (
                select c.after->>'reason' from public.admin_changes c
                  where o.state = 'given' and c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'book_given') as reason
            from public.entitlements e
            join public.orders o on o.id = e.order_id
            join public.ebooks_metadata t on t.id = e.ebook_id
            where e.order_id in (select i.id from order_ids i)
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

create function public.note_person(p_actor jsonb, p_id uuid, p_note text, p_previous_note text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_note text;
begin
  select p.note into v_note from public.people p where p.id = p_id for update;
  if not found then
    return null;
  end if;
  if v_note not in (p_note, p_previous_note) then
    return 'changed';
  end if;
  if v_note <> p_note then
    update public.people set note = p_note where id = p_id;
    perform public.note_admin_change(p_actor, 'person_noted', 'person', p_id::text, null, null);
  end if;
  return 'noted';
end
$$;

create function public.give_book(p_actor jsonb, p_id uuid, p_uid text, p_attempt_id uuid, p_ebook_id text, p_reason text) returns text
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
    select from public.orders o join public.order_items i on i.order_id = o.id
      where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is not null and i.ebook_id = p_ebook_id
  ) then
    return 'pending';
  end if;
  insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, total_minor, state, terms_version)
    values (p_attempt_id, p_uid, v_person.email, v_user.name, public.language_of_person(v_person), (public.sold_currencies())[1], 0,
      'given', '')
    returning * into v_order;
  insert into public.order_items (order_id, ebook_id, title, quantity, unit_minor)
    select v_order.id, b.id, b.title, 1, 0 from public.ebooks_metadata b where b.id = p_ebook_id;
  insert into public.entitlements (order_id, ebook_id, uid) values (v_order.id, p_ebook_id, p_uid);
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'book_given:' || v_order.id, 'book_given', v_person.email, v_order.locale,
        jsonb_build_object('id', v_order.id, 'name', v_user.name, 'ebook_id', b.id, 'title', b.title)
      from public.ebooks_metadata b where b.id = p_ebook_id;
  perform public.note_admin_change(p_actor, 'book_given', 'order', v_order.id::text, null,
    jsonb_build_object('ebook_id', p_ebook_id, 'reason', p_reason));
  return 'given';
end
$$;

create function public.take_back_book(p_actor jsonb, p_id uuid, p_order_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.entitlements e set revoked_at = now()
    from public.orders o, public.people p
    where p.id = p_id and o.id = p_order_id and o.state = 'given' and lower(o.buyer_email) = p.email
      and e.order_id = o.id and e.revoked_at is null;
  if not found then
    return false;
  end if;
  perform public.note_admin_change(p_actor, 'book_taken_back', 'order', p_order_id::text, null, null);
  return true;
end
$$;

create function public.note_person_export(p_actor jsonb, p_id uuid) returns void
language sql volatile security definer set search_path = ''
as $$ select public.note_admin_change(p_actor, 'person_exported', 'person', p_id::text, null, null) $$;

create function public.delete_person(p_actor jsonb, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_person public.people;
  v_user public.users;
  v_locale text;
  v_uids text[] := '{}';
  v_removal jsonb;
begin
  select * into v_person from public.people p where p.id = p_id;
  if not found then
    return null;
  end if;
  if exists (select from public.accounts_of_person(v_person) a join public.team m on m.uid = a.uid) then
    return jsonb_build_object('outcome', 'is_in_team');
  end if;
  select jsonb_build_object('outcome', 'open_sessions', 'sessions', jsonb_agg(o.session_id)) into v_removal
    from public.orders o
    where o.buyer_uid in (select a.uid from public.accounts_of_person(v_person) a) and o.state = 'open' and o.session_id is not null
    having count(*) > 0;
  if v_removal is not null then
    return v_removal;
  end if;
  -- Before anything goes that tells it.
  v_locale := public.language_of_person(v_person);
  for v_user in select * from public.accounts_of_person(v_person) loop
    v_removal := public.delete_account(v_user.uid, case when not v_user.is_newcomer then v_person.email end, v_locale);
    -- A checkout that began meanwhile: what is deleted by then stays so, and the call is repeated.
    if v_removal->>'outcome' = 'open_sessions' then
      return v_removal;
    end if;
    v_uids := v_uids || v_user.uid;
  end loop;
  delete from public.newsletter_subscribers where email = v_person.email;
  delete from public.contact_messages where email = v_person.email;
  -- What is still on its way about a purchase tells of what was paid.
  delete from public.outbox m
    where (m.recipient = v_person.email and m.kind <> 'account_deleted'
        and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%'))
      or (m.kind = 'contact_received' and m.payload->>'email' = v_person.email);
  delete from public.people where email = v_person.email;
  perform public.note_admin_change(p_actor, 'person_deleted', 'person', p_id::text, null, null);
  return jsonb_build_object('outcome', 'deleted', 'uids', to_jsonb(v_uids));
end
$$;

create or replace function public.admin_change_json(c public.admin_changes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after,
    'subject_name', case c.subject_kind
      when 'order' then (select o.number::text from public.orders o where o.id = c.subject_id::uuid)
      when 'ebook' then (select b.title from public.ebooks_metadata b where b.id = c.subject_id)
      when 'person' then (select p.email from public.people p where p.id = c.subject_id::uuid)
    end)
$$;

create or replace function public.delete_account(p_uid text, p_email text, p_locale text default 'pt-BR') returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_mails uuid[];
  v_deleted_at timestamptz;
  v_was_deleted boolean;
  v_sessions jsonb;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.team t where t.uid = p_uid) then
    perform public.lock_team();
    if public.is_last_owner(p_uid) then
      return jsonb_build_object('outcome', 'last_owner');
    end if;
  end if;
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and o.state = 'open';
  if v_sessions is not null then
    return jsonb_build_object('outcome', 'open_sessions', 'sessions', v_sessions);
  end if;
  v_was_deleted := exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null);
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid and o.claimable_by is null
    union all select p_email where p_email is not null
  ) known;

  -- What went to these addresses; and what is about their orders wherever it went before an address was corrected.
  select array(
    select m.id from public.outbox m where lower(m.recipient) = any (v_addresses)
    union
    select m.id
      from public.orders o
      join public.admin_changes c on c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'order_email_corrected'
      join public.outbox m on m.recipient in (c.before->>'buyer_email', c.after->>'buyer_email') and m.payload->>'id' = o.id::text
      where o.buyer_uid = p_uid and m.recipient is distinct from o.claimable_by
  ) into v_mails;
  delete from public.outbox m
    where m.id = any (v_mails) and m.kind <> 'account_deleted'
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- What is still on its way goes to a person without a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails) and m.kind <> 'account_deleted';
  -- Of an order that waits for its new owner the mails stay, without the name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- The copies for the owner. A request for money that has not gone out still does, without name and reason.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid);

  update public.refund_requests r set reason = '', note = case when r.note is not null then '' end from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed', 'given');

  delete from public.reading_positions where uid = p_uid;
  perform public.forget_imported_address(p_uid, p_email);
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  delete from public.team_invitations where email = lower(p_email);
  delete from public.people where email = lower(p_email);
  if not v_was_deleted and p_email is not null then
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'account_deleted:' || p_uid, 'account_deleted', lower(p_email), p_locale, jsonb_build_object(
          'orders_kept', count(*) filter (where o.paid_at is not null),
          'orders_waiting', count(*) filter (where o.state = 'waiting'))
        from public.orders o where o.buyer_uid = p_uid
      on conflict (key) do nothing;
  end if;
  return jsonb_build_object('outcome', 'deleted', 'deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
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
          join public.orders o on o.id = e.order_id
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

create or replace function public.purchase_mails(o public.orders) returns setof public.outbox
language sql stable security definer set search_path = ''
as $$
  select * from public.outbox m
    where m.recipient = o.buyer_email and m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged',
        'refund_declined', 'book_given')
      and m.payload->>'id' = o.id::text
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
    'readable', (select coalesce(jsonb_agg(e.ebook_id), '[]') from public.entitlements e where e.order_id = o.id and e.revoked_at is null),
    'refund_pending_minor', o.refund_pending_minor,
    'refundable_minor', public.refundable_minor(o),
    'obstacle', public.refund_obstacle(o),
    'refundable_copies', (
      select jsonb_object_agg(i.ebook_id, case when public.refund_obstacle(o) is null
          then i.quantity - public.refunded_copies(o.id, i.ebook_id, true) else 0 end)
        from public.order_items i where i.order_id = o.id),
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
          where d.order_id = o.id and d.first_downloaded_at is not null
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

create or replace function public.order_counts(o public.orders, p_times integer) returns setof public.counted
language sql immutable parallel safe
as $$
  select c.metric, c.key, c.at, c.n, c.minor from (values
    ('checkouts', '', case when o.state <> 'given' then o.created_at end, p_times::bigint, 0::bigint),
    ('paid_checkouts', '', case when o.paid_at is not null then o.created_at end, p_times::bigint, 0::bigint),
    ('orders', o.currency, o.paid_at, p_times::bigint, p_times * o.total_minor::bigint),
    ('countries', coalesce(o.country, ''), o.paid_at, p_times::bigint, 0::bigint),
    ('languages', o.locale, o.paid_at, p_times::bigint, 0::bigint)) c (metric, key, at, n, minor)
$$;
