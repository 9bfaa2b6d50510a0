-- Drafts are quiet: a post of which nothing is kept is listed nowhere and goes after a day, and no draft that began by itself is a task.
set check_function_bodies = off;

delete from public.task_snoozes where kind in ('draft_about_episode', 'draft_about_ebook');
alter table public.task_snoozes drop constraint task_snoozes_kind_check;
alter table public.task_snoozes add constraint task_snoozes_kind_check check (kind in ('refund_request', 'message', 'ebook_draft', 'letter_stopped',
  'letter_late', 'letter_unknown', 'letter_complained', 'post_unpublished', 'import_refused'));

-- Whether nothing was ever kept of a post: an admin began it and left.
create or replace function public.is_blank(post public.posts) returns boolean
language plpgsql stable security definer set search_path = ''
as $$
begin
  return post.state = 'draft' and not exists (select from public.letters l where l.post_id = post.id)
    and not exists (
      select from public.post_drafts d
        where d.post_id = post.id and (d.title || d.lead <> '' or d.body <> '{"type": "doc", "content": [{"type": "paragraph"}]}'));
end
$$;

-- A page of the posts of which something is kept, those that were worked on last first, in either direction.
create or replace function public.list_admin_posts(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
begin
  -- Where nothing has the words as they were written, what has each of them is found.
  if not exists (
    select from public.post_drafts d join public.posts p on p.id = d.post_id
      where ' ' || d.search_text like all (v_words) and (p_state is null or p.state = p_state)) then
    v_words := public.word_patterns(p_words, false);
  end if;
  return (
    with found as (
      select p.* from public.posts p
        where (p_state is null or p.state = p_state) and not public.is_blank(p)
          and (v_words is null or p.id in (select d.post_id from public.post_drafts d where ' ' || d.search_text like all (v_words)))
          and (p_at is null or case when p_is_backwards then (p.edited_at, p.id) > (p_at, p_id) else (p.edited_at, p.id) < (p_at, p_id) end)
        order by case when p_is_backwards then p.edited_at end, case when p_is_backwards then p.id end, p.edited_at desc, p.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then edited_at end, case when p_is_backwards then id end, edited_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'posts', (select coalesce(jsonb_agg(public.listed_post_json(s::public.posts) order by s.edited_at desc, s.id desc), '[]') from page s)));
end
$$;

-- What waits for the owner at `p_now`, at most 1,000 of a kind. A task is no row of its own: it is there as long as its cause, which each
-- branch finds by an index of nothing else. `subject`, `label`: an order's id and number, a message's number and sender, a book's id and
-- title, a review's id and the title of its book, a text's id and the title of what it is about, an import's id and its file. `detail`: why, in a word of ours or in the person's own.
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
      where d.state = 'needs_response' and not public.is_ended_by_refund(d, o) order by d.due_by, d.id limit 1000)
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
    -- Due for five minutes, when each turn publishes what it can.
    (select 'post_unpublished', p.id::text, public.listed_post_json(p)->>'title', p.publish_at, null, '', null, null, null, null
      from public.posts p where p.state = 'scheduled' and p.publish_at < p_now - interval '5 minutes' order by p.publish_at limit 1000)
    union all
    -- Rows that could not be taken, until the owner throws them away or their time is over.
    (select 'import_refused', i.id::text, i.filename, i.finished_at, null, i.refused::text, null, null, null, null
      from public.imports i
      where i.state = 'done' and i.refused > 0
        and exists (select from public.import_rows r where r.import_id = i.id and r.reason is not null)
      order by i.finished_at, i.id limit 1000)
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

-- What waits for the owner now: of each kind at most ten, what is most pressing first, and how many there are. Apart from them, what was put
-- off.
create or replace function public.list_owner_tasks(p_has_channel boolean, p_zone text, p_now timestamptz default now()) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with tasks as materialized (
      select t.*, row_number() over (partition by t.kind, t.snoozed_until is not null order by coalesce(t.due_by, t.began_at), t.subject) as nth,
          case when t.kind = 'dispute' then 1 when t.due_by < p_now then 2 when t.kind = 'refund_request' then 4 when t.kind in ('message', 'review') then 5
            when t.kind in ('ebook_draft', 'import_refused') then 6 else 3 end as place
        from public.owner_tasks(p_now, p_has_channel, p_zone) t
    )
    select jsonb_build_object(
      'tasks', (
        select coalesce(jsonb_agg(to_jsonb(t) - array['nth', 'place'] || jsonb_build_object('is_late', coalesce(t.due_by < p_now, false))
            order by t.place, coalesce(t.due_by, t.began_at), t.kind, t.subject), '[]')
          from tasks t where t.nth <= 10),
      'counts', (
        select coalesce(jsonb_object_agg(c.kind, c.count), '{}')
          from (select t.kind, count(*) from tasks t where t.snoozed_until is null group by t.kind) c)));
end
$$;

-- Removes by age what is not needed any more.
create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders o set state = 'expired'
    where o.state = 'open' and o.session_id is null and o.created_at < now() - interval '1 day' and not public.awaits_press(o);
  delete from public.posts p where p.state = 'draft' and p.created_at < now() - interval '1 day' and public.is_blank(p);
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o) and not public.is_written_to(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders') and not public.is_read_by_others(o);
  select public.sweep_guest_orders();
  select public.sweep_interest();
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept. Who was imported consented long before.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  -- Of an address whose page was opened nothing else is kept any more.
  delete from public.people p
    where p.note = ''
      and not exists (select from public.users u where public.to_search_text(u.email) = public.to_search_text(p.email))
      and not exists (select from public.orders o where o.claimable_by = p.email)
      and not exists (select from public.orders o
        where public.to_search_text(o.buyer_email) = public.to_search_text(p.email) and o.state not in ('open', 'expired'))
      and not exists (select from public.contact_messages c where c.email = p.email)
      and not exists (select from public.newsletter_subscribers s where s.email = p.email);
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'book_launched', 'book_postponed', 'launch_without_file', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned', 'sample_sent',
      'books_to_receive')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Failed work that is no longer wanted. A wanted unit failed again within a day.
  delete from public.failed_work where failed_at < now() - interval '2 days';
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state in ('done', 'undone') and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  with old as (
    select i.id, i.proof_key from public.imports i
      where i.proof_key is not null and i.created_at < now() - public.rule('keep_import_proofs') for update
  ), gone as (
    update public.imports i set proof_key = null, proof_name = null from old where i.id = old.id
  )
  insert into public.unused_files (key, kind, remove_after) select o.proof_key, 'import', now() from old o on conflict do nothing;
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;

drop function public.draft_tasks();
