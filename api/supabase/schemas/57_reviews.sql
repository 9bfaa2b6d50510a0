-- Reviews of books by their readers: stars, which count while the entitlement lasts, and a text that may be held for moderation or hidden.
set check_function_bodies = off;

create table public.reviews (
  id uuid primary key default gen_random_uuid(),
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  uid text not null,
  -- The copy that gives or last gave the reader's entitlement. Null if the copy was deleted with its order.
  copy_id uuid references public.order_copies (id) on delete set null,
  stars smallint not null check (stars between 1 and 5),
  -- May be empty.
  text text not null check (char_length(text) <= 2000),
  shown_name text not null check (char_length(shown_name) between 1 and 60),
  locale text not null check (locale in ('pt-BR', 'en')),
  -- Whether the name and the text are shown. A text with contact details, such as a link, waits for an admin.
  moderation text not null check (moderation in ('published', 'waiting', 'hidden')),
  hidden_reason text check (hidden_reason in ('offense', 'personal_data', 'spam', 'off_topic')),
  -- Whether the reader's entitlement has ended. The review is neither shown nor counted until the reader has an entitlement again; see
  -- settle_review.
  is_withdrawn boolean not null default false,
  state text not null generated always as (case when is_withdrawn then 'withdrawn' else moderation end) stored,
  reply text check (char_length(reply) between 1 and 2000),
  replied_at timestamptz,
  -- Incremented with each change by the reader or an admin. A tab that saves an outdated revision gets `changed_meanwhile`.
  revision integer not null default 1,
  created_at timestamptz not null default now(),
  changed_at timestamptz not null default now(),
  check ((moderation = 'hidden') = (hidden_reason is not null)),
  check ((reply is null) = (replied_at is null)),
  unique (ebook_id, uid)
);
create index reviews_shown on public.reviews (ebook_id, created_at desc, id desc) where state = 'published';
create index reviews_waiting on public.reviews (changed_at, id) where state = 'waiting';
create index reviews_newest on public.reviews (created_at desc, id desc);
create index reviews_of_reader on public.reviews (uid);
create index reviews_of_copy on public.reviews (copy_id);
create trigger note_purge after insert or delete on public.reviews for each row execute function public.note_purge('ebooks');
create trigger note_purge_of_change after update on public.reviews for each row
  when (old.* is distinct from new.*) execute function public.note_purge('ebooks');

-- The sum of stars and the number of reviews of each book. Hiding a review's text changes neither number.
create table public.review_totals (
  ebook_id text primary key references public.ebooks_metadata (id) on delete cascade,
  reviews integer not null check (reviews >= 0),
  stars integer not null check (stars between reviews and 5 * reviews)
);

-- Readers who were reminded to review a book, each once. The link in the email contains the row's id.
create table public.review_reminders (
  id uuid not null unique default gen_random_uuid(),
  uid text not null,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  reminded_at timestamptz not null default now(),
  primary key (uid, ebook_id)
);

-- Accounts that unsubscribed from these reminders.
create table public.review_reminder_stops (
  uid text primary key,
  stopped_at timestamptz not null default now()
);

-- Readers who deleted a waiting or hidden review. Their next review of the book waits for an admin for a while.
create table public.unshown_reviews (
  uid text not null,
  ebook_id text not null references public.ebooks_metadata (id) on delete cascade,
  deleted_at timestamptz not null default now(),
  primary key (uid, ebook_id)
);
create index entitlements_opened on public.entitlements (first_downloaded_at) where revoked_at is null and first_downloaded_at is not null;

-- Entitlements and sums ------------------------------------------------------------------------------------------------------------

-- Withdraws a reader's review when the entitlement to the book ends, and restores it with the next entitlement.
create function public.settle_review(p_uid text, p_ebook_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.reviews r set is_withdrawn = e.copy_id is null, copy_id = coalesce(e.copy_id, r.copy_id)
    from (values (p_uid)) reader (uid)
    left join public.entitlements e on e.uid = reader.uid and e.ebook_id = p_ebook_id and e.revoked_at is null
    where r.uid = reader.uid and r.ebook_id = p_ebook_id
      and (r.is_withdrawn, r.copy_id) is distinct from (e.copy_id is null, coalesce(e.copy_id, r.copy_id))
$$;

create function public.follow_entitlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op <> 'INSERT' then
    perform public.settle_review(old.uid, old.ebook_id);
  end if;
  if tg_op <> 'DELETE' then
    perform public.settle_review(new.uid, new.ebook_id);
  end if;
  return null;
end
$$;

create trigger follow_entitlement after insert or delete or update of uid, revoked_at on public.entitlements
  for each row execute function public.follow_entitlement();

-- Updates the sums at the end of the transaction. A transaction that ends entitlements locks several orders and readers. The lock for the
-- sums comes after all of these, so that it cannot cause a deadlock.
create function public.count_review() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ebook_id text := coalesce(new.ebook_id, old.ebook_id);
  v_reviews integer := 0;
  v_stars integer := 0;
begin
  if tg_op <> 'INSERT' and not old.is_withdrawn then
    v_reviews := -1;
    v_stars := -old.stars;
  end if;
  if tg_op <> 'DELETE' and not new.is_withdrawn then
    v_reviews := v_reviews + 1;
    v_stars := v_stars + new.stars;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('reviews', 0));
  update public.review_totals t set reviews = t.reviews + v_reviews, stars = t.stars + v_stars where t.ebook_id = v_ebook_id;
  -- When a book is deleted, its sums are deleted before its reviews.
  if not found and v_reviews > 0 then
    insert into public.review_totals (ebook_id, reviews, stars) values (v_ebook_id, v_reviews, v_stars);
  end if;
  return null;
end
$$;

create constraint trigger count_review after insert or delete on public.reviews
  deferrable initially deferred for each row execute function public.count_review();
create constraint trigger count_changed_review after update on public.reviews
  deferrable initially deferred for each row when ((old.stars, old.is_withdrawn) is distinct from (new.stars, new.is_withdrawn))
  execute function public.count_review();

-- Reviews for visitors -------------------------------------------------------------------------------------------------------------

-- Returns { stars: { sum, reviews } } of a book; an empty object without reviews.
create function public.stars_json(p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('stars', jsonb_build_object('sum', t.stars, 'reviews', t.reviews))
      from public.review_totals t where t.ebook_id = p_ebook_id and t.reviews > 0), '{}');
end
$$;

-- Returns whether the reviewer's copy was free.
create function public.is_free_review(r public.reviews) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((select c.paid_minor = 0 from public.order_copies c where c.id = r.copy_id), true);
end
$$;

-- Returns `ReviewSchema` of contracts/reviews.ts.
create function public.review_json(r public.reviews) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', r.id, 'stars', r.stars, 'text', r.text, 'name', r.shown_name, 'locale', r.locale,
    'writtenAt', r.created_at, 'isFree', public.is_free_review(r),
    'reply', case when r.reply is not null then jsonb_build_object('text', r.reply, 'at', r.replied_at) end);
end
$$;

-- Returns the facts of a review that only its reader and admins see.
create function public.review_standing_json(r public.reviews) returns jsonb
language plpgsql immutable set search_path = ''
as $$
begin
  return jsonb_build_object('state', r.state, 'hiddenReason', r.hidden_reason, 'revision', r.revision);
end
$$;

-- Returns a page of the published reviews of a book in the shop, newest first. Refusal: `not_found`.
create function public.list_reviews(p_ebook_id text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('more', count(*) > p_size,
        'reviews', coalesce(jsonb_agg(public.review_json(x.r) order by x.at desc, x.id desc) filter (where x.nth <= p_size), '[]'))
      from public.ebooks_metadata b
      left join lateral (
        select r, r.created_at as at, r.id, row_number() over (order by r.created_at desc, r.id desc) as nth
          from public.reviews r
          where r.ebook_id = b.id and r.state = 'published'
            and (r.created_at, r.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
          order by r.created_at desc, r.id desc limit p_size + 1
      ) x on true
      where b.id = p_ebook_id and b.state = 'published' and b.is_priced
      group by b.id), public.refusal('not_found'));
end
$$;

-- Reviews for their reader -----------------------------------------------------------------------------------------------------------

-- Returns whether an entitlement allows a review: the book is launched, and the reader has had it long enough or opened it.
create function public.may_review(e public.entitlements) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select public.is_out(b) and (greatest(e.granted_at, b.launch_at) <= now() - public.rule('review_unopened')
        or e.first_downloaded_at is not null
        or exists (select from public.reading_positions p where p.uid = e.uid and p.ebook_id = e.ebook_id))
      from public.ebooks_metadata b where b.id = e.ebook_id);
end
$$;

-- Returns whether a reader may review a book now, and the stars that they gave; null if the reader has no entitlement.
create function public.review_standing(p_uid text, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('may_write', r.id is not null or public.may_review(e), 'stars', r.stars)
      from public.entitlements e
      left join public.reviews r on r.uid = e.uid and r.ebook_id = e.ebook_id
      where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null and e.uid not like 'order:%');
end
$$;

-- Returns `MyReviewSchema` of contracts/reviews.ts: a book of this reader, with their review. Refusal: `not_found` without an entitlement.
create function public.get_my_review(p_uid text, p_ebook_id text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select jsonb_build_object('title', b.title, 'language', b.language, 'mayWrite', s.standing -> 'may_write',
        'name', coalesce((select left(substring(u.name from '\S+'), 60) from public.users u where u.uid = p_uid), ''),
        'review', (select public.review_json(r) || public.review_standing_json(r) from public.reviews r where r.uid = p_uid and r.ebook_id = b.id))
      from public.ebooks_metadata b, public.review_standing(p_uid, p_ebook_id) s (standing)
      where b.id = p_ebook_id and s.standing is not null), public.refusal('not_found'));
end
$$;

-- Returns whether this reader recently deleted a review of this book that was not shown.
create function public.had_hidden_review(p_uid text, p_ebook_id text) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return exists (
    select from public.unshown_reviews r
      where r.uid = p_uid and r.ebook_id = p_ebook_id and r.deleted_at > now() - public.rule('keep_sent_copies'));
end
$$;

-- Saves a reader's review of a book. `p_revision`: the revision that the reader saw, 0 without a review. `p_waits`: the text has contact
-- details. A review that waits or is hidden waits again after a change, and a hidden one also after its reader deleted it. Refusals:
-- `not_found` without an entitlement, `forbidden` on the first day before the book was opened, `changed_meanwhile` for another revision.
create function public.save_review(
  p_uid text, p_ebook_id text, p_stars integer, p_text text, p_name text, p_locale text, p_waits boolean, p_revision integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_entitlement public.entitlements;
begin
  -- The lock serializes this function with the end of the entitlement. If the entitlement ends afterwards, its end withdraws the review. If
  -- it ended before, nothing is written.
  select e.* into v_entitlement from public.entitlements e where e.uid = p_uid and e.ebook_id = p_ebook_id and e.revoked_at is null for share;
  if not found then
    return public.refusal('not_found');
  end if;
  if p_revision = 0 then
    if not public.may_review(v_entitlement) then
      return public.refusal('forbidden');
    end if;
    insert into public.reviews (ebook_id, uid, copy_id, stars, text, shown_name, locale, moderation)
      values (p_ebook_id, p_uid, v_entitlement.copy_id, p_stars, p_text, p_name, p_locale,
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
  if not found then
    return public.refusal('changed_meanwhile');
  end if;
  return public.get_my_review(p_uid, p_ebook_id);
end
$$;

-- Deletes a reader's review. Returns false if the reader did not review the book.
create function public.delete_review(p_uid text, p_ebook_id text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_moderation text;
begin
  delete from public.reviews r where r.uid = p_uid and r.ebook_id = p_ebook_id returning r.moderation into v_moderation;
  if v_moderation <> 'published' then
    insert into public.unshown_reviews (uid, ebook_id) values (p_uid, p_ebook_id) on conflict (uid, ebook_id) do update set deleted_at = now();
  end if;
  return v_moderation is not null;
end
$$;

-- Reviews for admins -----------------------------------------------------------------------------------------------------------------

-- Returns `AdminReviewSchema` of contracts/admin-reviews.ts.
create function public.admin_review_json(r public.reviews) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = auto
as $$
begin
  return public.review_json(r) || public.review_standing_json(r) || jsonb_build_object('uid', r.uid,
    'ebook', (select jsonb_build_object('id', b.id, 'title', b.title) from public.ebooks_metadata b where b.id = r.ebook_id),
    'email', (select u.email from public.users u where u.uid = r.uid));
end
$$;

-- Returns a page of all reviews, newest first. `p_is_backwards`: the page before the position. `ebooks`: the books with reviews.
create function public.list_admin_reviews(
  p_state text, p_ebook_id text, p_stars integer, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer
set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_page public.reviews[];
begin
  execute format(
    'select array(select r from public.reviews r where ($1 is null or r.state = $1) and ($2 is null or r.ebook_id = $2)
      and ($3 is null or r.stars = $3) and ($4 is null or (r.created_at, r.id) %s ($4, $5)) order by %s limit $6)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'r.created_at, r.id' else 'r.created_at desc, r.id desc' end)
    into v_page using p_state, p_ebook_id, p_stars, p_at, p_id, p_size + 1;
  return jsonb_build_object(
    'more', cardinality(v_page) > p_size,
    'reviews', (
      select coalesce(jsonb_agg(public.admin_review_json(r) order by r.created_at desc, r.id desc), '[]') from unnest(v_page[:p_size]) r),
    'ebooks', (
      select coalesce(jsonb_agg(jsonb_build_object('id', b.id, 'title', b.title) order by b.title, b.id), '[]')
        from public.review_totals t join public.ebooks_metadata b on b.id = t.ebook_id));
end
$$;

-- Locks a review for a change. Returns a refusal if it is missing or no longer has the revision that the admin saw, otherwise null.
create function public.lock_review(p_id uuid, p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  select r.revision into v_revision from public.reviews r where r.id = p_id for update;
  if not found then
    return public.refusal('not_found');
  elsif v_revision <> p_revision then
    return public.refusal('changed_meanwhile');
  end if;
  return null;
end
$$;

-- Queues an email to the reader who wrote a review.
create function public.write_review_mail(r public.reviews, p_kind text, p_key text, p_more jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    select p_key, p_kind, u.email, r.locale, jsonb_build_object('ebook_id', r.ebook_id, 'title', b.title, 'name', r.shown_name) || p_more
      from public.users u join public.ebooks_metadata b on b.id = r.ebook_id where u.uid = r.uid
    on conflict (key) do nothing
$$;

-- Hides the name and the text of a review for a reason, and tells its reader by email; or shows them again (null). The stars count in both
-- cases.
create function public.moderate_review(p_actor jsonb, p_id uuid, p_revision integer, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_review(p_id, p_revision);
  v_moderation text := case when p_reason is null then 'published' else 'hidden' end;
  v_before public.reviews;
  v_review public.reviews;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select * into v_before from public.reviews r where r.id = p_id;
  if (v_before.moderation, v_before.hidden_reason) is distinct from (v_moderation, p_reason) then
    update public.reviews r set moderation = v_moderation, hidden_reason = p_reason, revision = r.revision + 1
      where r.id = p_id returning * into v_review;
    perform public.write_audit_log(p_actor, case when p_reason is null then 'review_shown' else 'review_hidden' end, 'ebook', v_review.ebook_id,
      jsonb_build_object('state', v_before.moderation, 'hidden_reason', v_before.hidden_reason),
      jsonb_build_object('review', p_id, 'state', v_moderation, 'hidden_reason', p_reason));
    if p_reason is not null then
      perform public.write_review_mail(v_review, 'review_hidden', concat_ws(':', 'review_hidden', p_id, v_review.revision),
        jsonb_build_object('reason', p_reason));
    end if;
  end if;
  return (select public.admin_review_json(r) from public.reviews r where r.id = p_id);
end
$$;

-- Sets, replaces or removes (null) the shop's reply to a review. The reader gets an email about the first reply.
create function public.reply_to_review(p_actor jsonb, p_id uuid, p_revision integer, p_reply text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_review(p_id, p_revision);
  v_before text;
  v_review public.reviews;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select r.reply into v_before from public.reviews r where r.id = p_id;
  if v_before is distinct from p_reply then
    update public.reviews r set reply = p_reply, replied_at = case when p_reply is not null then now() end, revision = r.revision + 1
      where r.id = p_id returning * into v_review;
    perform public.write_audit_log(p_actor, case when p_reply is null then 'review_reply_removed' else 'review_replied' end, 'ebook',
      v_review.ebook_id, jsonb_build_object('reply', v_before), jsonb_build_object('review', p_id, 'reply', p_reply));
    if p_reply is not null then
      perform public.write_review_mail(v_review, 'review_replied', 'review_replied:' || p_id, jsonb_build_object('reply', p_reply));
    end if;
  end if;
  return (select public.admin_review_json(r) from public.reviews r where r.id = p_id);
end
$$;

-- Reminders and personal data ----------------------------------------------------------------------------------------------------------

-- Reminds readers who opened a book a while ago and did not review it: once for each book, and of one book at a time. Readers who requested
-- a refund or unsubscribed are left out. Also deletes old emails about reviews.
create function public.sweep_reviews() returns void
language sql volatile security definer set search_path = ''
as $$
  with due as (
    select distinct on (e.uid) e.uid, e.ebook_id, u.email, u.name, o.locale, b.title
      from public.entitlements e
      join public.users u on u.uid = e.uid
      join public.ebooks_metadata b on b.id = e.ebook_id and b.state = 'published'
      join public.order_copies c on c.id = e.copy_id
      join public.orders o on o.id = c.order_id
      where e.revoked_at is null
        and e.first_downloaded_at between now() - 2 * public.rule('remind_of_reviews') and now() - public.rule('remind_of_reviews')
        and not exists (select from public.reviews r where r.uid = e.uid and r.ebook_id = e.ebook_id)
        and not exists (select from public.review_reminder_stops s where s.uid = e.uid)
        and not exists (select from public.review_reminders n
          where n.uid = e.uid and (n.ebook_id = e.ebook_id or n.reminded_at > now() - public.rule('remind_of_reviews')))
        and not exists (select from public.refund_requests q where q.order_id = o.id)
      order by e.uid, e.first_downloaded_at, e.ebook_id
  ), reminded as (
    insert into public.review_reminders (uid, ebook_id) select d.uid, d.ebook_id from due d on conflict do nothing returning id, uid, ebook_id
  )
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'review_reminder:' || r.id, 'review_reminder', d.email, d.locale,
        jsonb_build_object('reminder_id', r.id, 'ebook_id', d.ebook_id, 'title', d.title, 'name', d.name)
      from reminded r join due d on d.uid = r.uid and d.ebook_id = r.ebook_id
    on conflict (key) do nothing;
  delete from public.outbox
    where kind in ('review_hidden', 'review_replied', 'review_reminder') and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.unshown_reviews where deleted_at < now() - public.rule('keep_sent_copies');
$$;

-- Unsubscribes the reader of this reminder. Outcome `done` or `already`. Refusal: `link_invalid`.
create function public.stop_review_reminders(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.review_reminder_stops (uid) select n.uid from public.review_reminders n where n.id = p_id on conflict do nothing;
  return coalesce((
    select jsonb_build_object('outcome', case when found then 'done' else 'already' end, 'email', u.email)
      from public.review_reminders n join public.users u on u.uid = n.uid where n.id = p_id), public.refusal('link_invalid'));
end
$$;

-- Returns the reviews of an account and its reminders, for the export of personal data.
create function public.personal_reviews(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'written', (
      select coalesce(jsonb_agg(to_jsonb(r) - array['id', 'uid', 'copy_id', 'moderation', 'is_withdrawn']
          || jsonb_build_object('is_free', public.is_free_review(r)) order by r.created_at, r.id), '[]')
        from public.reviews r where r.uid = p_uid),
    'reminders', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', n.ebook_id, 'reminded_at', n.reminded_at) order by n.reminded_at, n.ebook_id), '[]')
        from public.review_reminders n where n.uid = p_uid),
    'reminders_stopped_at', (select s.stopped_at from public.review_reminder_stops s where s.uid = p_uid),
    'deleted_unshown', (
      select coalesce(jsonb_agg(jsonb_build_object('ebook_id', r.ebook_id, 'deleted_at', r.deleted_at) order by r.deleted_at, r.ebook_id), '[]')
        from public.unshown_reviews r where r.uid = p_uid));
end
$$;

-- Erases the reviews of an account whose entitlements have ended.
create function public.erase_reviews(p_uid text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.reviews r where r.uid = p_uid;
  delete from public.review_reminders n where n.uid = p_uid;
  delete from public.review_reminder_stops s where s.uid = p_uid;
  delete from public.unshown_reviews r where r.uid = p_uid;
$$;
