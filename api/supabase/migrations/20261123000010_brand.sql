-- Pictures of the brand wait among the unused files until a brand is published that names them.
alter table public.unused_files drop constraint unused_files_kind_check;
alter table public.unused_files add constraint unused_files_kind_check check (kind in ('pdf', 'cover', 'brand', 'original'));

create function public.expect_brand_picture(p_id uuid, p_name text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := 'brand/' || p_name || '.' || left(replace(p_id::text, '-', ''), 12);
begin
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, 'brand', p_id, now() + interval '30 days');
  return v_key;
end
$$;

create function public.brand_pictures_of(p_body jsonb) returns table (name text, key text)
language sql immutable set search_path = ''
as $$
  select f.name, ltrim(p_body->f.name->>'base', '/') from unnest(array['portrait', 'logo', 'icon', 'social']) f (name)
    where p_body->f.name->>'base' is not null
$$;

create function public.missing_brand_picture(p_body jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.unused_files f join public.brand_pictures_of(p_body) p on p.key = f.key where f.kind = 'brand' for update of f;
  return (select p.name from public.brand_pictures_of(p_body) p
    where not exists (select from public.unused_files f where f.key = p.key and f.kind = 'brand' and not f.is_going)
      and not exists (select from public.content_versions c, public.brand_pictures_of(c.body) u where c.key = 'brand' and u.key = p.key)
    limit 1);
end
$$;

create function public.take_brand_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  with taken as (
    delete from public.unused_files f using public.brand_pictures_of(new.body) p where f.key = p.key and f.kind = 'brand' returning f.key
  )
  insert into public.unused_files (key, kind, remove_after) select t.key, 'original', now() from taken t;
  return null;
end
$$;

create trigger take_brand_pictures after insert on public.content_versions for each row
  when (new.key = 'brand') execute function public.take_brand_pictures();

create or replace function public.publish_content(
  p_key text, p_expected integer, p_body jsonb, p_actor jsonb, p_subject_kind text, p_default jsonb, p_restored_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
  v_gone text;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    if v_newest.body = p_body then
      return jsonb_build_object('outcome', 'unchanged', 'version', p_expected);
    end if;
    if p_key in ('terms', 'privacy') and p_body->>'version' = p_default->>'version' and p_body <> p_default then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    v_gone := case when p_key = 'brand' then public.missing_brand_picture(p_body) end;
    if v_gone is not null then
      return jsonb_build_object('outcome', 'picture_gone', 'picture', v_gone);
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
