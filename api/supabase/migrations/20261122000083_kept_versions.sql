-- The PDF that a book had before is kept a while: the owner sees it, and can put it back.
alter table public.unused_files
  -- Of which book it was the PDF, and what was known of it. Null again when the book is removed: another may get its id.
  add column ebook_id text references public.ebooks_metadata (id) on delete set null,
  add column version integer check (version > 0),
  add column pages integer,
  add column has_outline boolean,
  add column file_bytes integer,
  add column replaced_at timestamptz,
  add constraint unused_files_versions check (ebook_id is null or (kind = 'pdf' and num_nulls(version, has_outline, replaced_at) = 0));
create unique index unused_files_version on public.unused_files (ebook_id, version) where ebook_id is not null;

-- The versions of a book that are still kept, newest first; null when there is no such book.
create function public.kept_versions(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_agg(jsonb_build_object('version', f.version, 'pages', f.pages, 'bytes', f.file_bytes, 'replaced_at', f.replaced_at,
        'kept_until', f.remove_after) order by f.version desc)
      from public.unused_files f where f.ebook_id = b.id and not f.is_going and f.remove_after > now()), '[]')
    from public.ebooks_metadata b where b.id = p_id
$$;

-- Where a version that is still kept is, and the name that it is saved by; or null.
create function public.kept_version_file(p_id text, p_version integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('filename', b.filename, 'key', f.key)
    from public.unused_files f join public.ebooks_metadata b on b.id = f.ebook_id
    where f.ebook_id = p_id and f.version = p_version and not f.is_going and f.remove_after > now()
$$;

-- Gives a book, which is locked, another PDF as its next version; the one that it had is kept for 30 days.
create function public.set_ebook_pdf(
  p_actor jsonb, p_id text, p_key text, p_pages integer, p_has_outline boolean, p_bytes integer, p_tell_owners boolean,
  p_restored_version integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
begin
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  insert into public.unused_files (key, kind, remove_after, ebook_id, version, pages, has_outline, file_bytes, replaced_at)
    select public.ebook_file(b.id)->>'key', 'pdf', now() + interval '30 days', b.id, b.file_version, b.pages, b.has_outline, b.file_bytes, now()
      from public.ebooks_metadata b where b.id = p_id
    on conflict (key, kind) do update set remove_after = excluded.remove_after, ebook_id = excluded.ebook_id, version = excluded.version,
      pages = excluded.pages, has_outline = excluded.has_outline, file_bytes = excluded.file_bytes, replaced_at = excluded.replaced_at;
  update public.ebooks_metadata
    set pdf_key = nullif(p_key, 'pdfs/' || filename), pages = p_pages, has_outline = p_has_outline, file_bytes = p_bytes,
      file_version = file_version + 1, revision = revision + 1
    where id = p_id;
  if p_tell_owners then
    insert into public.ebook_announcements (ebook_id, version) select b.id, b.file_version from public.ebooks_metadata b where b.id = p_id;
  end if;
  perform public.note_admin_change(p_actor, 'ebook_file_replaced', 'ebook', p_id, v_before,
      public.ebook_facts(b) || jsonb_strip_nulls(jsonb_build_object('restored_version', p_restored_version)))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(p_id));
end
$$;

-- As before; what is known of the file that goes stays with it.
create or replace function public.replace_ebook_pdf(
  p_actor jsonb, p_id text, p_revision integer, p_pdf_id uuid, p_pages integer, p_tell_owners boolean,
  p_has_outline boolean default false, p_bytes integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_key text;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  v_key := public.take_upload(p_pdf_id, 'pdf');
  if v_key is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  return public.set_ebook_pdf(p_actor, p_id, v_key, p_pages, p_has_outline, p_bytes, p_tell_owners, null);
end
$$;

-- Makes a version that is still kept the book's PDF again, as its next version. Who takes the row has the file: this or the removal.
create function public.restore_ebook_pdf(p_actor jsonb, p_id text, p_revision integer, p_version integer, p_tell_owners boolean) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_file public.unused_files;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  delete from public.unused_files f
    where f.ebook_id = p_id and f.version = p_version and not f.is_going and f.remove_after > now()
    returning * into v_file;
  if not found then
    return jsonb_build_object('outcome', 'not_found');
  end if;
  return public.set_ebook_pdf(p_actor, p_id, v_file.key, v_file.pages, v_file.has_outline, v_file.file_bytes, p_tell_owners, p_version);
end
$$;

-- As before, and never the PDF that a book has, whatever is written down of it.
create or replace function public.files_to_remove(p_limit integer) returns jsonb
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
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('kept_versions', 'kept_version_file', 'set_ebook_pdf', 'restore_ebook_pdf') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
