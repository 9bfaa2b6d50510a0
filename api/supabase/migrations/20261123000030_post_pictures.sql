-- Pictures in the author's texts.

alter table public.unused_files drop constraint unused_files_kind_check;
alter table public.unused_files add constraint unused_files_kind_check
  check (kind in ('pdf', 'cover', 'brand', 'original', 'import', 'picture', 'post_picture'));

-- The pictures that a text names: its draft (version 0) and what was published of it. What nothing names any more stays a month for who
-- brings the words back.
create table public.post_picture_uses (
  key text not null check (key ~ '^pictures/text\.[0-9a-f]{12}$'),
  post_id uuid not null references public.posts (id) on delete cascade,
  locale text not null check (locale in ('pt-BR', 'en')),
  version integer not null check (version >= 0),
  primary key (key, post_id, locale, version)
);
alter table public.post_picture_uses enable row level security;
create index post_picture_uses_of_post on public.post_picture_uses (post_id, locale, version);

-- Pictures -------------------------------------------------------------------------------------------------------------------------

-- Writes down a picture of a text that is about to come. Answers its key. A draft that names it within a month keeps it.
create function public.expect_post_picture(p_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_key text := 'pictures/text.' || left(replace(p_id::text, '-', ''), 12);
begin
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, 'post_picture', p_id, now() + interval '30 days');
  return v_key;
end
$$;

-- The keys of the pictures in a text, each once.
create function public.post_pictures_of(p_body jsonb) returns setof text
language sql immutable set search_path = ''
as $$
  select distinct ltrim(b->'attrs'->>'base', '/') from jsonb_array_elements(p_body->'content') b where b->>'type' = 'picture'
$$;

-- Whether the files of a picture in this text are not there (any more). Those that wait cannot go until the caller's transaction ends.
create function public.misses_post_picture(p_body jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.unused_files f where f.kind = 'post_picture' and f.key in (select public.post_pictures_of(p_body)) for update;
  return exists (select from public.post_pictures_of(p_body) p (key)
    where not exists (select from public.unused_files f where f.key = p.key and f.kind = 'post_picture' and not f.is_going)
      and not exists (select from public.post_picture_uses u where u.key = p.key));
end
$$;

-- Keeps the uses as the text says.
create function public.note_post_pictures() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_version integer := coalesce((to_jsonb(new)->>'version')::integer, 0);
begin
  insert into public.post_picture_uses (key, post_id, locale, version)
    select p.key, new.post_id, new.locale, v_version from public.post_pictures_of(new.body) p (key) on conflict do nothing;
  delete from public.post_picture_uses u
    where u.post_id = new.post_id and u.locale = new.locale and u.version = v_version
      and u.key not in (select public.post_pictures_of(new.body));
  return null;
end
$$;
create trigger note_pictures after insert or update of body on public.post_drafts for each row execute function public.note_post_pictures();
create trigger note_pictures after insert on public.post_versions for each row execute function public.note_post_pictures();

-- A picture that is named is no unused file, and its original is needed no more.
create function public.take_post_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.unused_files f where f.key = new.key and f.kind = 'post_picture';
  if found then
    insert into public.unused_files (key, kind, remove_after) values (new.key, 'original', now()) on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger take_picture after insert on public.post_picture_uses for each row execute function public.take_post_picture();

-- The last that named a picture does not any more.
create function public.leave_post_picture() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.post_picture_uses u where u.key = old.key) then
    insert into public.unused_files (key, kind, remove_after) values (old.key, 'post_picture', now() + interval '30 days') on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger leave_picture after delete on public.post_picture_uses for each row execute function public.leave_post_picture();

-- Keeps what was typed in one language. `changed_meanwhile`: the draft is not the one that the admin began with. `title_required`: the post
-- is scheduled, and would have nothing to publish. `picture_gone`: a picture in it is not there.
create or replace function public.save_post_draft(
  p_actor jsonb, p_id uuid, p_locale text, p_revision integer, p_title text, p_lead text, p_body jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_state text;
  v_draft public.post_drafts;
begin
  select p.state into v_state from public.posts p where p.id = p_id for update;
  select d.* into v_draft from public.post_drafts d where d.post_id = p_id and d.locale = p_locale;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  -- The same text, sent twice.
  if (v_draft.title, v_draft.lead, v_draft.body) is distinct from (p_title, p_lead, p_body) then
    if v_draft.revision <> p_revision then
      return jsonb_build_object('outcome', 'changed_meanwhile');
    elsif public.misses_post_picture(p_body) then
      return jsonb_build_object('outcome', 'picture_gone');
    elsif v_state = 'scheduled' and p_title = ''
        and not exists (select from public.post_drafts d where d.post_id = p_id and d.locale <> p_locale and d.title <> '') then
      return jsonb_build_object('outcome', 'title_required');
    end if;
    update public.post_drafts
      set title = p_title, lead = p_lead, body = p_body, revision = revision + 1, saved_by = p_actor->>'email', saved_at = now()
      where post_id = p_id and locale = p_locale;
    update public.posts set edited_at = now() where id = p_id;
  end if;
  return jsonb_build_object('outcome', 'done', 'post', public.get_admin_post(p_id));
end
$$;


create or replace function public.claim_unused_files(p_limit integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_files jsonb;
begin
  with due as (
    select f.key, f.kind from public.unused_files f
      where f.remove_after <= now()
        and not (f.kind = 'pdf' and exists (select from public.ebooks_metadata b
          where b.pdf_key = f.key or (b.pdf_key is null and f.key = 'pdfs/' || b.filename)))
        and not (f.kind = 'post_picture' and exists (select from public.post_picture_uses u where u.key = f.key))
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;
