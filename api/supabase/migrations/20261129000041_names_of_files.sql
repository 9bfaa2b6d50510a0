-- The refusal of a file name says which book has it.
set check_function_bodies = off;

-- The refusal of a file name that a book has, with this book.
create or replace function public.name_taken(p_filename text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('outcome', 'name_taken', 'ebook', (
    select jsonb_build_object('id', b.id, 'title', b.title) from public.ebooks_metadata b where b.filename = p_filename));
end
$$;

-- Makes a book of two uploads. Its file's name is the PDF's; its id is the first free one of `p_id`, `p_id`-2, and so on. A cover that was
-- sent for another file name is none. Without a PDF (null) the name that the file will get is the one for which the cover was sent.
create or replace function public.add_ebook(
  p_actor jsonb, p_id text, p_book jsonb, p_pdf_id uuid, p_pages integer, p_cover_id uuid, p_cover_color text,
  p_has_outline boolean default false, p_bytes integer default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pdf_key text;
  v_filename text;
  v_id text := p_id;
  v_book public.ebooks_metadata;
begin
  if p_pdf_id is null then
    select regexp_replace(f.key, '^covers/(.*)\.[0-9a-f]+$', '\1.pdf') into v_filename
      from public.unused_files f where f.upload_id = p_cover_id and f.kind = 'cover' and not f.is_going for update;
  else
    select f.key, regexp_replace(f.key, '^.*/', '') into v_pdf_key, v_filename
      from public.unused_files f where f.upload_id = p_pdf_id and f.kind = 'pdf' and not f.is_going for update;
  end if;
  if not found then
    return jsonb_build_object('outcome', 'upload_gone') || case when p_pdf_id is null then '{"file": "cover"}' else '{}'::jsonb end;
  end if;
  if not public.is_cover_of(p_cover_id, v_filename) then
    return jsonb_build_object('outcome', 'upload_gone', 'file', 'cover');
  end if;
  for attempt in 2..1000 loop
    insert into public.ebooks_metadata (id, title, description, author, language, pages, has_outline, file_bytes, filename, pdf_key,
        cover_version, cover_color, state, has_file)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', p_pages, p_has_outline, p_bytes,
        v_filename, v_pdf_key,
        left(replace(p_cover_id::text, '-', ''), 12), p_cover_color, p_book->>'state', p_pdf_id is not null)
      on conflict do nothing
      returning * into v_book;
    exit when found;
    if exists (select from public.ebooks_metadata b where b.filename = v_filename) then
      return public.name_taken(v_filename);
    end if;
    v_id := left(p_id, 76) || '-' || attempt;
  end loop;
  perform public.take_upload(p_pdf_id, 'pdf'), public.take_upload(p_cover_id, 'cover');
  perform public.set_ebook_prices(v_id, p_book->'prices', p_book->'suggested');
  if v_book.state = 'published' then
    perform public.note_news('ebook', v_id);
  end if;
  perform public.note_admin_change(p_actor, 'ebook_added', 'ebook', v_id, null, public.ebook_facts(v_book));
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(v_id));
end
$$;

-- Writes down a file that is about to come: for a new book, or for the book `p_ebook_id`. Answers its key.
create or replace function public.expect_upload(p_id uuid, p_kind text, p_filename text, p_ebook_id text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_filename text := p_filename;
  v_key text;
begin
  if p_ebook_id is not null then
    select b.filename into v_filename from public.ebooks_metadata b where b.id = p_ebook_id;
    if not found then
      return jsonb_build_object('outcome', 'not_found');
    end if;
  elsif exists (select from public.ebooks_metadata b where b.filename = p_filename) then
    return public.name_taken(p_filename);
  end if;
  v_key := case p_kind when 'pdf' then 'pdfs/' || p_id || '/' || v_filename
    else public.cover_key(v_filename, left(replace(p_id::text, '-', ''), 12)) end;
  insert into public.unused_files (key, kind, upload_id, remove_after) values (v_key, p_kind, p_id, now() + public.rule('keep_uploads'));
  return jsonb_build_object('outcome', 'expected', 'key', v_key);
end
$$;
