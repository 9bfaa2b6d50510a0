-- What is wrong now, and that the owner is told of it.

-- What the owner was told of and what lasts: one row per trouble, gone when it is over.
create table public.owner_alerts (
  kind text not null check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread')),
  -- The order's id; empty for what there is one of.
  subject text not null,
  label text not null,
  began_at timestamptz not null,
  told_at timestamptz not null,
  primary key (kind, subject)
);
alter table public.owner_alerts enable row level security;

-- Since when mail does not leave: the oldest that was tried, or was due, a quarter of an hour ago. A notice to the owner does not
-- count: one that waits would be the reason of the next.
create function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  select min(w.created_at) from (
    select m.created_at, m.due_at, m.attempts from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.kind <> 'owner_alert' order by m.due_at limit 1000
  ) w
  where w.created_at < p_now - interval '15 minutes' and (w.attempts > 0 or w.due_at < p_now - interval '15 minutes')
$$;

-- As before, with what else is known of the outside services without asking them. It takes the place of `service_signs`, which stays
-- for instances of the version before.
create or replace function public.site_health() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off
as $$
  with waiting as (
    select m.created_at, m.attempts, m.last_error from public.outbox m
      where m.sent_at is null and m.given_up_at is null order by m.due_at limit 1000
  ), refused as (
    select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
  )
  select jsonb_build_object(
    'checked_at', now(),
    'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
    'mail_sent_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
    'mail_waiting', (select count(*) from waiting),
    'mail_oldest_at', (select min(w.created_at) from waiting w),
    -- Tried, and not taken.
    'mail_tried_since', (select min(w.created_at) from waiting w where w.attempts > 0 and w.last_error is not null),
    'mail_stuck_since', public.mail_stuck_since(now()),
    'mail_refused', (
      select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
        order by r.given_up_at desc), '[]') from refused r),
    'reconciliation', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error)
        from public.jobs j where j.name = 'reconciliation'),
    'videos', (
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error) from public.jobs j where j.name = 'videos'))
$$;

-- What is wrong at `p_now`. `label`: what people call it. `detail`: the reason, in the words of who refused, or a word of ours.
create function public.current_troubles(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.last_error is not null order by m.due_at limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read his book or was not written to. What is told of once is looked at until it is over.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from public.orders o
    cross join lateral (
      select case
        when exists (
          select from public.order_items i
            where i.order_id = o.id and public.refunded_copies(o.id, i.ebook_id, false) < i.quantity
              and not exists (select from public.entitlements e
                where e.order_id = o.id and e.ebook_id = i.ebook_id and e.revoked_at is null)) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
      and (o.paid_at > p_now - interval '7 days'
        or o.id in (select a.subject::uuid from public.owner_alerts a where a.kind = 'undelivered_order'))
  union all
  select 'payments_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'reconciliation' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '30 minutes')
  union all
  -- Four readings that did not succeed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  -- Its own mail tells of it, once for each file (`note_unstamped`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

-- What is wrong now, for the owner's overview.
create function public.troubles_now(p_has_channel boolean) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(t) order by t.began_at, t.kind, t.subject), '[]')
    from (select * from public.current_troubles(now(), p_has_channel) limit 50) t
$$;

-- Tells the owner: of what began, once a day of what lasts, and once that it is over; one mail for all of a kind. Answers what was told.
create function public.tell_owner(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with wrong as materialized (
    select * from public.current_troubles(p_now, p_has_channel) where kind <> 'unstamped_book'
  ), begun as (
    insert into public.owner_alerts (kind, subject, label, began_at, told_at)
      select w.kind, w.subject, w.label, w.began_at, p_now from wrong w
      on conflict (kind, subject) do nothing
      returning kind, subject
  ), lasting as (
    update public.owner_alerts a set told_at = p_now
      from wrong w
      where a.kind = w.kind and a.subject = w.subject and a.told_at <= p_now - interval '1 day'
      returning a.kind, a.subject
  ), over as (
    delete from public.owner_alerts a
      where not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
      returning a.kind, a.subject, a.label, a.began_at
  ), news as (
    select 'began' as event, w.* from begun b join wrong w using (kind, subject)
    union all select 'lasts', w.* from lasting l join wrong w using (kind, subject)
    union all select 'over', v.kind, v.subject, v.label, v.began_at, null from over v
  ), numbered as (
    select n.*, row_number() over (partition by n.kind, n.event order by n.began_at, n.subject) as place from news n
  ), letters as (
    select n.kind, n.event, jsonb_build_object('kind', n.kind, 'event', n.event, 'count', count(*), 'began_at', min(n.began_at),
        'items', jsonb_agg(jsonb_build_object('subject', n.subject, 'label', n.label, 'detail', n.detail) order by n.place)
          filter (where n.place <= 20)) as payload
      from numbered n group by n.kind, n.event
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'owner_alert:' || l.kind || ':' || l.event || ':' || extract(epoch from p_now), 'owner_alert', p_recipient, 'pt-BR', l.payload
        from letters l
      on conflict (key) do nothing
  )
  select coalesce(jsonb_agg(l.payload order by l.kind, l.event), '[]') from letters l
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('mail_stuck_since', 'site_health', 'current_troubles', 'troubles_now', 'tell_owner') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
