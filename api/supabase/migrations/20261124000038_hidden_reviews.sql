-- A review that was hidden does not become public by deleting it and writing another.

-- Whether a review of this book by this reader was hidden lately, as long as the copy of the letter about it is kept.
create function public.had_hidden_review(p_uid text, p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (
    select from public.users u join public.outbox m on m.recipient = u.email
      where u.uid = p_uid and m.kind = 'review_hidden' and m.payload->>'ebook_id' = p_ebook_id)
$$;

-- Writes a reader's review of a book, or changes it. `p_revision`: of the review that the reader saw, 0 without one. `p_waits`: name or text
-- lead elsewhere. What waits or is hidden, and is written anew, waits, also after it was deleted. outcome `saved`; `changed` when there is
-- another revision; `too_early`. Null without a right to the book.
create or replace function public.save_review(
  p_uid text, p_ebook_id text, p_stars integer, p_text text, p_name text, p_locale text, p_waits boolean, p_revision integer
) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_right public.entitlements;
begin
  -- Who ends the right waits for this, and withdraws what was written; or has ended it, and nothing is written.
  select e.* into v_right from public.entitlements e where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null for share;
  if not found then
    return null;
  end if;
  if p_revision = 0 then
    if not public.may_review(v_right) then
      return 'too_early';
    end if;
    insert into public.reviews (ebook_id, uid, copy_id, stars, text, shown_name, locale, moderation)
      values (p_ebook_id, p_uid, v_right.copy_id, p_stars, p_text, p_name, p_locale,
        case when p_waits or public.had_hidden_review(p_uid, p_ebook_id) then 'waiting' else 'published' end)
      on conflict (ebook_id, uid) do nothing;
  else
    update public.reviews r
      set stars = p_stars, text = p_text, shown_name = p_name, locale = p_locale, revision = r.revision + 1, changed_at = now(),
        moderation = case when s.is_same then r.moderation when p_waits or r.moderation <> 'published' then 'waiting' else 'published' end,
        hidden_reason = case when s.is_same then r.hidden_reason end
      from (select x.id, (x.text, x.shown_name) = (p_text, p_name) as is_same
        from public.reviews x where x.uid = p_uid and x.ebook_id = p_ebook_id) s
      where r.id = s.id and r.revision = p_revision;
  end if;
  return case when found then 'saved' else 'changed' end;
end
$$;
