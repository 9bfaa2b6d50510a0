-- Rows of an import that could not be taken wait for the owner, who can throw them away.
set check_function_bodies = off;

create index imports_with_refused on public.imports (finished_at, id) where state = 'done' and refused > 0;

-- Throws away the rows of an import that could not be taken. False for an import that is not over.
create function public.discard_refused_rows(p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.imports i where i.id = p_id and i.state in ('done', 'undone') for update;
  if not found then
    return false;
  end if;
  delete from public.import_rows r where r.import_id = p_id and r.reason is not null;
  return true;
end
$$;

alter table public.task_snoozes drop constraint task_snoozes_kind_check;
alter table public.task_snoozes add constraint task_snoozes_kind_check check (kind in ('refund_request', 'message', 'ebook_draft', 'letter_stopped', 'letter_late', 'letter_unknown', 'letter_complained',
    'draft_about_episode', 'draft_about_ebook', 'post_unpublished', 'import_refused'));

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
language sql stable security definer set search_path = ''
as $$
  with tasks as materialized (
    select t.*, row_number() over (partition by t.kind, t.snoozed_until is not null order by coalesce(t.due_by, t.began_at), t.subject) as nth,
        case when t.kind = 'dispute' then 1 when t.due_by < p_now then 2 when t.kind = 'refund_request' then 4 when t.kind in ('message', 'review') then 5
          when t.kind in ('ebook_draft', 'draft_about_episode', 'draft_about_ebook', 'import_refused') then 6 else 3 end as place
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
