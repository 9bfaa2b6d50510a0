-- Drafts that begin by themselves, of new episodes and books; a letter that readers call spam stops; and what comes out late was not changed since.
set check_function_bodies = off;

alter table public.task_snoozes drop constraint task_snoozes_kind_check;
alter table public.task_snoozes add constraint task_snoozes_kind_check
  check (kind in ('refund_request', 'message', 'ebook_draft', 'letter_unknown', 'draft_about_episode', 'draft_about_ebook'));

-- What there was to write about, each once. A row outlives its draft: what was deleted does not begin anew.
create table public.automatic_drafts (
  about_kind text not null check (about_kind in ('episode', 'ebook')),
  about_id text not null,
  noted_at timestamptz not null default now(),
  -- When the draft was made, or when it was clear that there will be none.
  settled_at timestamptz,
  post_id uuid unique references public.posts (id) on delete set null,
  letter_id uuid unique references public.letters (id) on delete set null,
  primary key (about_kind, about_id),
  check (settled_at is not null or (post_id is null and letter_id is null))
);
create index automatic_drafts_due on public.automatic_drafts (noted_at) where settled_at is null;
alter table public.automatic_drafts enable row level security;

-- There is something new to write about. Who brings many at once, as when moving in, gets drafts of the first three of a day.
create function public.note_news(p_kind text, p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.automatic_drafts (about_kind, about_id, settled_at)
    select p_kind, p_id, case when count(*) >= 3 then now() end
      from public.automatic_drafts d where d.about_kind = p_kind and d.noted_at > now() - interval '1 day'
    on conflict do nothing
$$;

-- An episode came that is a few days old at most, from a channel that was read whole before.
create function public.note_new_episode() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if exists (select from public.channel_sync s where s.channel_id = new.channel_id and s.whole_at is not null) then
    perform public.note_news('episode', new.id);
  end if;
  return null;
end
$$;
create trigger note_news after insert on public.episodes for each row
  when (new.published_at > now() - interval '3 days') execute function public.note_new_episode();

-- What waits for its draft and can be seen on the site: an episode that is shown, a book that can be bought. `is_ahead`: of a book that is
-- still to come.
create function public.list_due_drafts() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(w) - 'noted_at' order by w.noted_at), '[]')
    from (
      select d.about_kind as kind, d.about_id as id, d.noted_at, e.title, e.description, false as is_ahead
        from public.automatic_drafts d join public.episodes e on e.id = d.about_id
        where d.about_kind = 'episode' and d.settled_at is null and e.is_shown
      union all
      select d.about_kind, d.about_id, d.noted_at, b.title, b.description, not public.is_out(b)
        from public.automatic_drafts d join public.ebooks_metadata b on b.id = d.about_id
        where d.about_kind = 'ebook' and d.settled_at is null and b.state = 'published' and b.is_priced and public.is_sold(b)
    ) w
$$;

-- Makes the drafts about one thing, unless they were made: a text with these words, and a letter, about a book to those who do not have it.
create function public.make_draft(p_kind text, p_id text, p_locale text, p_title text, p_lead text, p_body jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_nobody jsonb := jsonb_build_object('email', '');
  v_post_id uuid;
  v_letter_id uuid;
begin
  perform from public.automatic_drafts d where d.about_kind = p_kind and d.about_id = p_id and d.settled_at is null for update;
  if not found then
    return;
  end if;
  v_post_id := (public.create_post(v_nobody, 'text')->>'id')::uuid;
  update public.post_drafts d set title = p_title, lead = p_lead, body = p_body where d.post_id = v_post_id and d.locale = p_locale;
  v_letter_id := (public.create_letter(v_nobody, v_post_id)->>'id')::uuid;
  update public.letters l set segment = l.segment || jsonb_build_object('lacks', p_id) where l.id = v_letter_id and p_kind = 'ebook';
  update public.automatic_drafts d set settled_at = now(), post_id = v_post_id, letter_id = v_letter_id
    where d.about_kind = p_kind and d.about_id = p_id;
end
$$;

-- What a text that began by itself is about, while it is a draft; null for others.
create function public.news_of_post(post public.posts) returns text
language sql stable security definer set search_path = ''
as $$ select d.about_kind from public.automatic_drafts d where d.post_id = post.id and post.state = 'draft' $$;

-- The same of a letter.
create function public.news_of_letter(letter public.letters) returns text
language sql stable security definer set search_path = ''
as $$ select d.about_kind from public.automatic_drafts d where d.letter_id = letter.id and letter.state = 'draft' $$;

-- Texts that began by themselves and wait for the owner. `label`: the title of what they are about.
create function public.draft_tasks() returns table (kind text, subject text, label text, began_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select 'draft_about_' || d.about_kind, p.id::text, coalesce(e.title, b.title, public.listed_post_json(p)->>'title'), d.settled_at
    from public.automatic_drafts d
    join public.posts p on p.id = d.post_id
    left join public.episodes e on d.about_kind = 'episode' and e.id = d.about_id
    left join public.ebooks_metadata b on d.about_kind = 'ebook' and b.id = d.about_id
    where p.state = 'draft'
$$;

-- Books that were in the shop before are no news.
insert into public.automatic_drafts (about_kind, about_id, noted_at, settled_at)
  select 'ebook', b.id, b.created_at, now() from public.ebooks_metadata b where b.state <> 'draft';

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
      return jsonb_build_object('outcome', 'name_taken');
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

-- Changes what is written of a book; only what `p_book` names. `outcome`: `changed_meanwhile` when another admin changed it;
-- `not_above_sale`: in these `currencies` it would cost no more than in its sale, or what its buyer decides.
create or replace function public.edit_ebook(p_actor jsonb, p_id text, p_revision integer, p_book jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  if public.prices_below_sale(p_id, p_book->'prices', p_book->'suggested') <> '{}' then
    return jsonb_build_object('outcome', 'not_above_sale',
      'currencies', public.prices_below_sale(p_id, p_book->'prices', p_book->'suggested'));
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  update public.ebooks_metadata set title = p_book->>'title', description = p_book->>'description', author = p_book->>'author',
    language = p_book->>'language', state = p_book->>'state', revision = revision + 1 where id = p_id;
  perform public.set_ebook_prices(p_id, p_book->'prices', p_book->'suggested');
  if p_book->>'state' = 'published' and v_before->>'state' <> 'published' then
    perform public.note_news('ebook', p_id);
  end if;
  perform public.note_admin_change(p_actor, 'ebook_edited', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

-- A post as a row of the owner's list; `title`: of the original, empty while there is none.
create or replace function public.listed_post_json(post public.posts) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', post.id, 'kind', post.kind, 'slug', post.slug, 'state', post.state, 'publish_at', post.publish_at,
    'first_published_at', post.first_published_at, 'edited_at', post.edited_at,
    'visibility', post.visibility,
    'title', coalesce((select d.title from public.post_drafts d where d.post_id = post.id and d.title <> '' order by d.locale desc limit 1), ''),
    'is_new', (select bool_or(public.is_draft_new(d)) from public.post_drafts d where d.post_id = post.id), 'news', public.news_of_post(post))
$$;

-- Puts the drafts that have a title on the site, in the name of `p_by`. The caller has locked post_slugs and the post.
create or replace function public.put_post_on_site(p_id uuid, p_by text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_locales text[];
  v_title text;
  v_slug text;
  v_new integer;
begin
  select array_agg(d.locale order by d.locale desc), (array_agg(d.title order by d.locale desc))[1] into v_locales, v_title
    from public.post_drafts d where d.post_id = p_id and d.title <> '';
  select coalesce(p.slug, public.free_post_slug(p_id, v_title)) into v_slug from public.posts p where p.id = p_id;
  insert into public.post_slugs (slug, post_id) values (v_slug, p_id) on conflict (slug) do nothing;
  insert into public.post_versions (post_id, locale, version, title, lead, body, published_by)
    select d.post_id, d.locale,
        (select coalesce(max(v.version), 0) + 1 from public.post_versions v where v.post_id = d.post_id and v.locale = d.locale),
        d.title, d.lead, d.body, p_by
      from public.post_drafts d where d.post_id = p_id and public.is_draft_new(d);
  get diagnostics v_new = row_count;
  update public.posts
    set state = 'published', slug = v_slug, first_published_at = coalesce(first_published_at, publish_at, now()), publish_at = null,
      scheduled_by = null, locales = v_locales,
      -- What came out late was not changed since.
      changed_at = case when first_published_at is null then coalesce(publish_at, now()) when v_new > 0 then now() else changed_at end,
      edited_at = now(), revision = revision + 1
    where id = p_id;
end
$$;

-- A reader called a letter spam: that is a wish to leave. When three readers or more did so since the owner last let the letter go on, and
-- they are 0.3 % of all who got it, the letter is stopped: mail programs begin to refuse senders there.
create or replace function public.note_letter_complaint(p_letter_id uuid, p_subscriber_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  select r.* into v_recipient from public.letter_recipients r
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state = 'complained' then
    return 'already';
  end if;
  update public.letter_recipients r set state = 'complained', lease_until = null, done_at = now(), error = null
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id;
  -- Of two complaints at the same time, one sees the other from here on.
  update public.letters l set totals = null where l.id = p_letter_id;
  update public.letters l set state = 'stopped', reason = 'complaints'
    where l.id = p_letter_id and l.state = 'sending' and (
      select count(*) filter (where r.state = 'complained' and r.done_at > l.watched_from) >= greatest(3, 0.003 * count(*))
        from public.letter_recipients r where r.letter_id = l.id and r.state in ('sent', 'bounced', 'complained'));
  perform public.suppress_subscriber(p_subscriber_id, 'complaint');
  return 'noted';
end
$$;

create or replace function public.listed_letter_json(letter public.letters) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', letter.id, 'post_id', letter.post_id, 'subject', public.letter_subject(letter), 'state', letter.state,
    'send_at', letter.send_at, 'ended_at', letter.ended_at, 'created_at', letter.created_at, 'counts', public.letter_counts(letter),
    'news', public.news_of_letter(letter))
$$;

-- What waits for the owner at `p_now`, at most 1,000 of a kind. A task is no row of its own: it is there as long as its cause, which each
-- branch finds by an index of nothing else. `subject`, `label`: an order's id and number, a message's number and sender, a book's id and
-- title, a review's id and the title of its book, a text's id and the title of what it is about. `detail`: why, in a word of ours or in the person's own.
create or replace function public.owner_tasks(p_now timestamptz, p_has_channel boolean, p_zone text)
returns table (kind text, subject text, label text, began_at timestamptz, due_by timestamptz, detail text, amount_minor integer, currency text,
  payment_intent_id text, session_id text, snoozed_until timestamptz)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  with tasks as (
    (select 'dispute' as kind, o.id::text as subject, o.number::text as label, d.opened_at as began_at, d.due_by, d.reason as detail,
        d.amount_minor, d.currency, o.payment_intent_id, o.session_id
      from public.disputes d join public.orders o on o.id = d.order_id
      where d.state = 'needs_response' order by d.due_by, d.id limit 1000)
    union all
    -- While a payment is disputed its money is not the shop's to return.
    (select 'refund_request', o.id::text, o.number::text, r.requested_at, null, left(r.reason, 200),
        o.total_minor - o.refunded_minor - o.refund_pending_minor, o.currency, null, null
      from public.refund_requests r join public.orders o on o.id = r.order_id
      where r.decision is null and o.state in ('paid', 'partly_refunded') order by r.requested_at limit 1000)
    union all
    (select 'message', c.number::text, c.name, c.created_at, public.message_due_by(c.created_at, p_zone), c.email, null, null, null, null
      from public.contact_messages c where c.state = 'new' order by c.created_at, c.id limit 1000)
    union all
    (select 'ebook_draft', b.id, b.title, b.created_at, null, '', null, null, null, null
      from public.ebooks_metadata b where b.state = 'draft' order by b.created_at, b.id limit 1000)
    union all
    (select 'review', r.id::text, b.title, r.changed_at, null, left(r.text, 200), null, null, null, null
      from public.reviews r join public.ebooks_metadata b on b.id = r.ebook_id
      where r.state = 'waiting' order by r.changed_at, r.id limit 1000)
    union all
    (select 'launch_file', b.id, b.title, b.launch_at - interval '7 days', b.launch_at - interval '1 day', '', null, null, null, null
      from public.ebooks_metadata b
      where b.launched_at is null and b.launch_at <= p_now + interval '7 days' and not b.has_file and b.state <> 'draft'
      order by b.launch_at, b.id limit 1000)
    union all
    (select i.kind, i.subject, i.label, i.began_at, null, i.detail, null, null, null, null
      from public.active_incidents(p_now, p_has_channel) i limit 1000)
    union all
    (select l.kind, l.subject, l.label, l.began_at, null, l.detail, null, null, null, null from public.letter_tasks() l limit 1000)
    union all
    (select d.kind, d.subject, d.label, d.began_at, null, '', null, null, null, null from public.draft_tasks() d limit 1000)
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

-- What waits for the owner now: of each kind at most ten, what is most pressing first, and how many there are. Apart from them, what was put
-- off.
create or replace function public.list_owner_tasks(p_has_channel boolean, p_zone text, p_now timestamptz default now()) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with tasks as materialized (
    select t.*, row_number() over (partition by t.kind, t.snoozed_until is not null order by coalesce(t.due_by, t.began_at), t.subject) as nth,
        case when t.kind = 'dispute' then 1 when t.due_by < p_now then 2 when t.kind = 'refund_request' then 4 when t.kind in ('message', 'review') then 5
          when t.kind in ('ebook_draft', 'draft_about_episode', 'draft_about_ebook') then 6 else 3 end as place
      from public.owner_tasks(p_now, p_has_channel, p_zone) t
  )
  select jsonb_build_object(
    'tasks', (
      select coalesce(jsonb_agg(to_jsonb(t) - array['nth', 'place'] || jsonb_build_object('is_late', coalesce(t.due_by < p_now, false))
          order by t.place, coalesce(t.due_by, t.began_at), t.kind, t.subject), '[]')
        from tasks t where t.nth <= 10),
    'counts', (
      select coalesce(jsonb_object_agg(c.kind, c.count), '{}')
        from (select t.kind, count(*) from tasks t where t.snoozed_until is null group by t.kind) c))
$$;
