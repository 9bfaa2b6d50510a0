-- A version of a text is brought back only over the draft that was seen, and a text is deleted only as the draft that was seen.
set check_function_bodies = off;

drop function public.lock_post(uuid, integer);
-- The post, locked for a change of what the admin saw: its revision, and those of its drafts by language (`p_drafts`). What is null, or not
-- named, is not compared.
create function public.lock_post(p_id uuid, p_revision integer, p_drafts jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select p.revision into v_revision from public.posts p where p.id = p_id for update;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif v_revision <> p_revision
      or exists (select from public.post_drafts d where d.post_id = p_id and d.revision <> (p_drafts->>d.locale)::integer) then
    return jsonb_build_object('outcome', 'changed_meanwhile');
  end if;
  return null;
end
$$;

-- Publishes the drafts as the admin saw them (`p_drafts`: their revisions by language), or at a moment as they are then; also a withdrawn
-- post once more. `p_visibility`: null leaves it as it is.
-- `changed_meanwhile`: an admin changed something since. `title_required`, `body_required`: there is nothing to read. `in_past`: the moment
-- is over. `not_possible`: only what was never published can be scheduled. `was_listed`: what stood in lists and feeds is no letter only.
create or replace function public.publish_post(
  p_actor jsonb, p_id uuid, p_revision integer, p_drafts jsonb, p_publish_at timestamptz, p_visibility text default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb;
  v_before public.posts;
begin
  lock table public.post_slugs in share row exclusive mode;
  v_refusal := public.lock_post(p_id, p_revision, p_drafts);
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_before from public.posts p where p.id = p_id;
  if not exists (select from public.post_drafts d where d.post_id = p_id and d.title <> '') then
    return jsonb_build_object('outcome', 'title_required');
  elsif exists (select from public.post_drafts d where d.post_id = p_id and d.title <> '' and d.body->'content' = '[{"type": "paragraph"}]') then
    return jsonb_build_object('outcome', 'body_required');
  elsif p_publish_at is not null and v_before.first_published_at is not null then
    return jsonb_build_object('outcome', 'not_possible');
  elsif p_publish_at <= now() then
    return jsonb_build_object('outcome', 'in_past');
  elsif p_visibility = 'letter' and v_before.visibility = 'site' and v_before.first_published_at is not null then
    return jsonb_build_object('outcome', 'was_listed');
  end if;
  update public.posts set visibility = coalesce(p_visibility, visibility) where id = p_id;
  if p_publish_at is null then
    perform public.put_post_on_site(p_id, p_actor->>'email');
  else
    update public.posts
      set state = 'scheduled', publish_at = p_publish_at, scheduled_by = p_actor->>'email', edited_at = now(), revision = revision + 1
      where id = p_id;
  end if;
  -- A correction changes none of the facts that are compared, and is written down too.
  perform public.note_admin_change(p_actor, case when p_publish_at is null then 'post_published' else 'post_scheduled' end, 'post', p_id::text,
      nullif(public.post_facts(v_before), public.post_facts(p)),
      case when public.post_facts(v_before) <> public.post_facts(p) then public.post_facts(p) end)
    from public.posts p where p.id = p_id;
  return jsonb_build_object('outcome', 'done', 'post', public.get_admin_post(p_id));
end
$$;

drop function public.delete_post(jsonb, uuid);
-- Deletes a draft as the admin saw it, and the letters about it. `changed_meanwhile`: an admin changed something since. `not_possible`: it is
-- scheduled, or was published.
create function public.delete_post(p_actor jsonb, p_id uuid, p_revision integer default null, p_drafts jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_post(p_id, p_revision, p_drafts);
  v_post public.posts;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_post from public.posts p where p.id = p_id;
  if v_post.state <> 'draft' then
    return jsonb_build_object('outcome', 'not_possible');
  end if;
  perform public.note_admin_change(p_actor, 'post_deleted', 'post', p_id::text,
    public.post_facts(v_post) || jsonb_build_object('title', public.listed_post_json(v_post)->'title'), null);
  delete from public.posts p where p.id = p_id;
  return jsonb_build_object('outcome', 'deleted');
end
$$;

drop function public.restore_post_version(jsonb, uuid, integer, text, integer);
-- Publishes an earlier version once more; the draft of its language becomes the same. `changed_meanwhile`: that draft is not the one that the
-- admin saw. `not_possible`: the post is not on the site.
create function public.restore_post_version(
  p_actor jsonb, p_id uuid, p_revision integer, p_locale text, p_version integer, p_drafts jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_post(p_id, p_revision, jsonb_build_object(p_locale, p_drafts->p_locale));
  v_old public.post_versions;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select v.* into v_old from public.post_versions v where v.post_id = p_id and v.locale = p_locale and v.version = p_version;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  elsif not exists (select from public.posts p where p.id = p_id and p.state = 'published') then
    return jsonb_build_object('outcome', 'not_possible');
  end if;
  update public.post_drafts
    set title = v_old.title, lead = v_old.lead, body = v_old.body, revision = revision + 1, saved_by = p_actor->>'email', saved_at = now()
    where post_id = p_id and locale = p_locale;
  insert into public.post_versions (post_id, locale, version, title, lead, body, published_by, restored_from)
    select p_id, p_locale, max(v.version) + 1, v_old.title, v_old.lead, v_old.body, p_actor->>'email', p_version
      from public.post_versions v where v.post_id = p_id and v.locale = p_locale having max(v.version) > p_version;
  update public.posts
    set locales = array(select l from unnest('{pt-BR,en}'::text[]) l where l = p_locale or l = any (locales)), changed_at = now(),
      edited_at = now(), revision = revision + 1
    where id = p_id;
  perform public.note_admin_change(p_actor, 'post_restored', 'post', p_id::text, null, jsonb_build_object('locale', p_locale, 'version', p_version));
  return jsonb_build_object('outcome', 'done', 'post', public.get_admin_post(p_id));
end
$$;
