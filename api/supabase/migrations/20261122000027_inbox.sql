-- Messages and newsletter addresses as the admin reads them. What is searched stands in indexes and not in columns: rows of both
-- tables go whole into the copy of their data that people ask for.
create index contact_messages_by_state on public.contact_messages (state, created_at desc, id desc);
create index contact_messages_search on public.contact_messages
  using gin (public.plain(name || ' ' || email || ' ' || message) extensions.gin_trgm_ops) with (fastupdate = off);
create index newsletter_newest on public.newsletter_subscribers (created_at desc, id desc);
create index newsletter_by_state on public.newsletter_subscribers (state, created_at desc, id desc);
create index newsletter_search on public.newsletter_subscribers using gin (email extensions.gin_trgm_ops) with (fastupdate = off);

-- A page of a table of both, newest first, `p_is_backwards`: the page before the position. `p_text` is what is searched and
-- `p_state` a condition; both are written here and never come from outside. Walks and searches like `users_page`.
create function public.inbox_page(
  p_table regclass, p_text text, p_state text, p_words text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns uuid[]
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_words text[] := public.search_patterns(p_words);
  v_order text := case when p_is_backwards then 'r.created_at, r.id' else 'r.created_at desc, r.id desc' end;
  v_rows text := format('select r.* from %s r where %s and ($1 is null or (r.created_at, r.id) %s ($1, $2))', p_table, p_state,
    case when p_is_backwards then '>' else '<' end);
  v_page uuid[];
begin
  if v_words is null then
    execute format('select array(select r.id from (%s order by %s limit $3) r order by %s)', v_rows, v_order, v_order)
      into v_page using p_at, p_id, p_size + 1;
    return v_page;
  end if;
  execute format('select array(select r.id from (%s order by %s limit $4) r where %s like any ($5) order by %s limit $3)',
    v_rows, v_order, p_text, v_order) into v_page using p_at, p_id, p_size + 1, public.walked_rows(), v_words;
  if cardinality(v_page) <= p_size then
    execute format('with found as materialized (%s and %s like any ($4)) select array(select r.id from found r order by %s limit $3)',
      v_rows, p_text, v_order) into v_page using p_at, p_id, p_size + 1, v_words;
  end if;
  return v_page;
end
$$;

create function public.contact_message_json(c public.contact_messages) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'number', c.number, 'name', c.name, 'email', c.email, 'subject', c.subject, 'message', c.message,
    'locale', c.locale, 'state', c.state, 'created_at', c.created_at)
$$;

-- Without a state all messages but spam.
create function public.admin_messages_page(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.contact_messages', 'public.plain(r.name || '' '' || r.email || '' '' || r.message)',
    case p_state when 'new' then 'r.state = ''new''' when 'answered' then 'r.state = ''answered''' when 'spam' then 'r.state = ''spam'''
      else 'r.state <> ''spam''' end, p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'messages', (
    select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
      from public.contact_messages c where c.id = any (v_ids[:p_size])));
end
$$;

-- outcome `marked`, or `changed` when the message is not in the state that the admin saw. Null without such a message.
create function public.mark_message(p_actor jsonb, p_id uuid, p_state text, p_previous_state text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  select * into v_message from public.contact_messages where id = p_id for update;
  if not found then
    return null;
  end if;
  if v_message.state = p_previous_state then
    update public.contact_messages set state = p_state where id = p_id returning * into v_message;
    perform public.note_admin_change(p_actor, 'message_marked', 'message', v_message.number::text,
      jsonb_build_object('state', p_previous_state), jsonb_build_object('state', p_state));
  elsif v_message.state <> p_state then
    return jsonb_build_object('outcome', 'changed');
  end if;
  return jsonb_build_object('outcome', 'marked', 'message', public.contact_message_json(v_message));
end
$$;

create function public.admin_subscribers_page(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.newsletter_subscribers', 'r.email',
    case p_state when 'pending' then 'r.state = ''pending''' when 'confirmed' then 'r.state = ''confirmed'''
      when 'unsubscribed' then 'r.state = ''unsubscribed''' when 'bounced' then 'r.state = ''bounced''' else 'true' end,
    p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'subscribers', (
    select coalesce(jsonb_agg(to_jsonb(s) - 'generation' order by s.created_at desc, s.id desc), '[]')
      from public.newsletter_subscribers s where s.id = any (v_ids[:p_size])));
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('inbox_page', 'contact_message_json', 'admin_messages_page', 'mark_message', 'admin_subscribers_page') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
