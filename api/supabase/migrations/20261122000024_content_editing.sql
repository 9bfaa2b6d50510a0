-- What readers said becomes a text like the others, with history and restoring, and keeps who gave it and when he agreed.
insert into public.content_versions (key, version, body, published_by)
  select 'testimonials', 1, jsonb_build_object('items', jsonb_agg(jsonb_build_object('id', t.id, 'name', t.name, 'place', t.place,
      'quote', jsonb_build_object('pt-BR', t.quote_pt, 'en', t.quote_en), 'source', t.source, 'consentedOn', t.consented_at)
      order by t.position, t.id)), 'migration'
    from public.testimonials t having count(*) > 0;
drop function public.testimonials_list();
drop table public.testimonials;

-- The version that a publication brought back, 0 for the default of the code; null for a new text.
alter table public.content_versions add column restored_from integer check (restored_from >= 0 and restored_from < version);

-- What an admin looks at before he publishes it. Whoever has its id sees it, for an hour.
create table public.content_drafts (
  id uuid primary key default gen_random_uuid(),
  key text not null check (key ~ '^[a-z_]{1,40}$'),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  made_at timestamptz not null default now()
);
create index content_drafts_oldest on public.content_drafts (made_at);
alter table public.content_drafts enable row level security;

create function public.keep_content_draft(p_key text, p_body jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  delete from public.content_drafts d where d.made_at < now() - interval '1 hour';
  insert into public.content_drafts (key, body) values (p_key, p_body) returning id into v_id;
  return v_id;
end
$$;

-- Null when there is none, or its hour is over.
create function public.content_draft(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('key', d.key, 'body', d.body) from public.content_drafts d
    where d.id = p_id and d.made_at > now() - interval '1 hour'
$$;

-- Publishes a body as the next version of its key, and writes down who did. `p_expected` is the version that the writer began
-- with, 0 for none: when somebody else published meanwhile the outcome is 'stale', and nothing is written. 'name_taken': a legal text
-- of this name was published before. 'unchanged': it is what is in force. `p_default` is what stood there before the first one.
drop function public.publish_content(text, integer, jsonb, text);
create function public.publish_content(
  p_key text, p_expected integer, p_body jsonb, p_actor jsonb, p_subject_kind text, p_default jsonb, p_restored_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    if v_newest.body = p_body then
      return jsonb_build_object('outcome', 'unchanged', 'version', p_expected);
    end if;
    -- Of two who publish at the same moment the second one waits here for the first one's row.
    insert into public.content_versions (key, version, body, published_by, restored_from)
      values (p_key, p_expected + 1, p_body, p_actor->>'email', p_restored_from) on conflict do nothing;
    if found then
      perform public.note_admin_change(p_actor, case when p_restored_from is null then 'content_published' else 'content_restored' end,
        p_subject_kind, p_key, coalesce(v_newest.body, p_default), p_body);
      return jsonb_build_object('outcome', 'published', 'version', p_expected + 1);
    end if;
    select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
    if coalesce(v_newest.version, 0) = p_expected then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
  end if;
  return jsonb_build_object('outcome', 'stale', 'version', coalesce(v_newest.version, 0),
    'published_by', v_newest.published_by, 'published_at', v_newest.published_at);
end
$$;

-- What was published under a key before `p_before` (null: all), newest first, without the bodies.
create function public.content_history(p_key text, p_before integer, p_size integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('version', c.version, 'published_by', c.published_by, 'published_at', c.published_at,
    'restored_from', c.restored_from) order by c.version desc), '[]')
  from (select * from public.content_versions v where v.key = p_key and (p_before is null or v.version < p_before)
    order by v.version desc limit p_size) c
$$;

create function public.content_version(p_key text, p_version integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('version', c.version, 'body', c.body, 'published_by', c.published_by, 'published_at', c.published_at)
  from public.content_versions c where c.key = p_key and c.version = p_version
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('keep_content_draft', 'content_draft', 'publish_content', 'content_history', 'content_version') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
