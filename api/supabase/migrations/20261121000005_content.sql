-- The texts of the site that the owner edits. Each row is one publication: added, never changed and never removed. The newest
-- version of a key is in force; a key without a row has the default of the code. To restore an older text is to publish it again.
create table public.content_versions (
  key text not null check (key ~ '^[a-z_]{1,40}$'),
  version integer not null check (version > 0),
  body jsonb not null check (jsonb_typeof(body) = 'object' and octet_length(body::text) <= 500000),
  published_by text not null check (char_length(btrim(published_by)) between 1 and 254),
  published_at timestamptz not null default now(),
  primary key (key, version)
);
-- Buyers accept a legal text by its name: two texts never have the same one.
create unique index content_legal_names on public.content_versions (key, (body ->> 'version')) where key in ('terms', 'privacy');
alter table public.content_versions enable row level security;

create function public.refuse_change() returns trigger
language plpgsql set search_path = ''
as $$
begin
  raise exception 'rows of % are never changed', tg_table_name using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete or truncate on public.content_versions
  for each statement execute function public.refuse_change();

-- Of each key the newest publication; keys that were never published are left out.
create function public.content_in_force(p_keys text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('key', c.key, 'version', c.version, 'body', c.body,
    'published_by', c.published_by, 'published_at', c.published_at)), '[]')
  from unnest(p_keys) k (key),
    lateral (select v.* from public.content_versions v where v.key = k.key order by v.version desc limit 1) c
$$;

-- Publishes a body as the next version of its key. `p_expected` is the version that the writer began with, 0 for none: when
-- somebody else published meanwhile the outcome is 'stale' with that publication, and nothing is written. 'name_taken': a legal
-- text of this name was published before.
create function public.publish_content(p_key text, p_expected integer, p_body jsonb, p_by text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    -- Of two who publish at the same moment the second one waits here for the first one's row.
    insert into public.content_versions (key, version, body, published_by) values (p_key, p_expected + 1, p_body, p_by)
      on conflict do nothing;
    if found then
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

-- A legal text by its name, or the one in force without a name, and what every published one is called, newest first.
create function public.legal_text(p_document text, p_name text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'body', (select c.body from public.content_versions c
      where c.key = p_document and (p_name is null or c.body ->> 'version' = p_name) order by c.version desc limit 1),
    'versions', (select coalesce(jsonb_agg(jsonb_build_object('version', c.body ->> 'version', 'effectiveOn', c.body ->> 'effectiveOn')
      order by c.version desc), '[]') from public.content_versions c where c.key = p_document))
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('refuse_change', 'content_in_force', 'publish_content', 'legal_text') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
