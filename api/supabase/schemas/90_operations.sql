-- Functions over all parts: incidents and tasks, search, the sitemap, deletion by age, export and restore.
set check_function_bodies = off;

-- Incidents that were reported to the owner and are not over: one row for each, deleted when the incident is over.
create table public.owner_alerts (
  kind text not null check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund',
    'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread', 'ledger_fault',
    'campaign_stopped', 'campaign_late', 'campaign_unknown', 'job_failing')),
  -- The id of the order or newsletter issue, or the job and its unit; empty for a kind that occurs once.
  subject text not null,
  label text not null,
  began_at timestamptz not null,
  told_at timestamptz not null,
  primary key (kind, subject)
);

-- The restore that is in progress: the digest of its export, and the statements that recreate indexes and references after the rows.
create table public.restoration (
  is_only boolean primary key default true check (is_only),
  export_digest text not null,
  set_aside text[] not null
);

-- Returns the incidents at `p_now`. `label`: the name that people see. `detail`: the reason, in the words of the service that refused, or a
-- keyword of ours. An order counts as delivered only by the email with the books.
create function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.last_error is not null
        order by m.due_at limit 1), (
        select m.last_error from public.outbox m
          where m.given_up_at >= s.since and m.kind not in ('newsletter_moved', 'owner_alert') and m.last_error ~ '^5\d\d[ -](?!5\.1\.)'
          order by m.given_up_at desc limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- The order was paid at least a quarter of an hour ago, and the buyer cannot read their own copy or got no email. An order that was
  -- reported once is checked until the incident is over. Entitlements are created with the payment, so only the latest payments are checked
  -- here; `find_ledger_faults` checks the others.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '3 hours'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null and m.due_at > p_now - interval '7 days'
      union
      select (m.payload->>'id')::uuid from public.outbox m
        where m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at > p_now - interval '7 days'
      union
      select a.subject::uuid from public.owner_alerts a where a.kind = 'undelivered_order'
    ) c
    join public.orders o on o.id = c.id
    cross join lateral (
      select case
        when exists (
          select from public.order_copies c
            where c.order_id = o.id and c.gift_id is null
              and case when not exists (select from public.entitlements e
                  where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_entitlement(o, c.id) and not public.is_erased(o) end) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.kind = 'purchase_paid' and m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
  union all
  -- Refunds that the bank returned, or that lacked balance, and that were not sent again. The owner got an email when it happened, so this
  -- list needs no alert.
  select 'failed_refund', o.id::text, o.number::text, min(r.failed_at), (array_agg(r.obstacle order by r.failed_at desc))[1]
    from public.order_refunds r join public.orders o on o.id = r.order_id
    where r.state = 'failed' and r.obstacle in ('returned', 'balance') and r.failed_at > p_now - interval '14 days'
      and public.refundable_minor(o) > 0
      and exists (
        select from public.refund_parts p join public.order_copies c on c.id = p.copy_id
          where p.refund_id = r.id and public.kept_minor(c) > 0 and not public.is_taken_back(c.id, true))
      -- A refund that leaves the copies is settled by the next refund.
      and not (r.keeps_access and exists (
        select from public.order_refunds n where n.order_id = r.order_id and n.state <> 'failed' and n.requested_at > r.failed_at))
    group by o.id
  union all
  -- The shop owes money for books that were taken back, because their refund failed afterwards. `detail`: the amount that is still owed.
  select 'owed_refund', o.id::text, o.number::text, max(e.happened_at), public.owed_minor(o) || ' ' || o.currency
    from public.order_events e join public.orders o on o.id = e.order_id
    where e.kind = 'refund_failed' and public.owed_minor(o) > 0
    group by o.id
  union all
  -- The buyer paid another amount than the total. The incident lasts until the money was returned, or the buyer was given every book. A
  -- gift cannot be given this way. `detail`: the amount paid and the total.
  select 'amount_differs', o.id::text, o.number::text, o.created_at,
      concat(o.received->>'minor', ' ', o.received->>'currency', ', ', o.total_minor, ' ', o.currency)
    from public.orders o
    where o.received is not null and o.state = 'waiting' and exists (
      select from public.order_copies c
        where c.order_id = o.id and (c.gift_id is not null or not exists (
          select from public.entitlements e where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)))
  union all
  -- Money and entitlements of an order do not add up, see find_ledger_faults.
  select 'ledger_fault', o.id::text, o.number::text, f.found_at, f.faults[1]
    from public.ledger_faults f join public.orders o on o.id = f.order_id
  union all
  -- The payment was neither made nor failed two working days after the due date, when banks have reported all payments.
  select 'overdue_payment', o.id::text, o.number::text, o.pay_by, o.pay_with
    from public.orders o
    where o.state = 'waiting' and o.received is null and public.overdue_at(o) < p_now
  union all
  -- The buyer paid for a book in two orders, for example with a boleto that was canceled and paid anyway, and neither was refunded. The
  -- alert names the order that can be refunded: Stripe does not refund a boleto.
  select distinct on (o.id) 'paid_twice', (case when s.other then t.also->>'id' else o.id::text end),
      (case when s.other then t.also->>'number' else o.number::text end), e.happened_at,
      (case when s.other then o.number::text else t.also->>'number' end)
    from public.order_events e
    join public.orders o on o.id = e.order_id
    join public.order_copies c on c.order_id = o.id
    cross join lateral (select public.paid_also_in(o, c.ebook_id) as also) t
    cross join lateral (
      select o.payment_method->>'type' = 'boleto' and p.payment_method->>'type' is distinct from 'boleto' as other
        from public.orders p where p.id = (t.also->>'id')::uuid
    ) s
    where e.kind = 'paid_twice' and e.happened_at > p_now - interval '30 days'
  union all
  select 'disputes_unread', o.id::text, o.number::text, o.dispute_unread_since, 'dispute_read'
    from public.orders o where o.dispute_unread_since is not null
  union all
  select 'payments_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where j.name = 'reconciliation' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '30 minutes')
  union all
  -- Four syncs of the channel in a row failed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  select m.kind, m.subject, m.label, m.began_at, m.detail from public.mailbox_incidents(p_now) m
  union all
  -- The incidents `payments_unread`, `channel_unread` and those of the mailbox cover the three jobs that are left out.
  select 'job_failing', l.name, l.name, l.since, l.error
    from public.late_jobs(p_now) l
    where l.since < p_now - interval '15 minutes' and l.name not in ('reconciliation', 'videos', 'mailbox')
  union all
  select 'job_failing', w.job || ':' || w.unit, w.job || ': ' || w.label, w.failed_at, w.error from public.failed_work w
    -- A unit that is still wanted failed again within the last day.
    where w.failures >= 3 and w.failed_at > p_now - interval '25 hours'
  union all
  -- The owner gets a separate email about it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.audit_log c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

-- Tasks that an owner snoozed. They are not counted until `snoozed_until`. The row is deleted with its cause (see send_owner_alerts).
create table public.task_snoozes (
  kind text not null check (kind in ('refund_request', 'message', 'ebook_draft', 'campaign_stopped', 'campaign_late', 'campaign_unknown', 'campaign_complained',
    'post_unpublished', 'import_refused')),
  subject text not null,
  snoozed_until timestamptz not null,
  snoozed_by text not null,
  primary key (kind, subject)
);

-- Returns when a message must be answered: at the end of the second working day after its own, in this time zone. The contact page promises
-- this. The function has no `set` clause, so that it is inlined into the calling query.
create function public.message_due_by(p_at timestamptz, p_zone text) returns timestamptz
language sql stable
as $$
  select (l.day + case extract(isodow from l.day) when 4 then 4 when 5 then 4 when 6 then 3 else 2 end + 1)::timestamp at time zone p_zone - interval '1 second'
    from (select (p_at at time zone p_zone)::date as day) l
$$;

-- Returns the tasks of the owner at `p_now`, at most 1,000 of a kind. A task has no row: it exists as long as its cause, which each branch
-- finds by a partial index. `subject` and `label`: the id and number of an order, the number and sender of a message, the id and title of a
-- book, the id of a review and the title of its book, the id and title of a post, the id and file of an import. `detail`: the reason, as a
-- keyword of ours or in the person's own words.
create function public.owner_tasks(p_now timestamptz, p_has_channel boolean, p_zone text)
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
    -- The money of a disputed payment is not the shop's to return.
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
    (select l.kind, l.subject, l.label, l.began_at, null, l.detail, null, null, null, null from public.campaign_tasks() l limit 1000)
    union all
    -- The post has been due for five minutes, although the publishing job runs more often than that.
    (select 'post_unpublished', p.id::text, public.listed_post_json(p)->>'title', p.publish_at, null, '', null, null, null, null
      from public.posts p where p.state = 'scheduled' and p.publish_at < p_now - interval '5 minutes' order by p.publish_at limit 1000)
    union all
    -- The import has refused rows. The task lasts until the owner discards these rows or they are deleted by age.
    (select 'import_refused', i.id::text, i.filename, i.finished_at, null, i.refused::text, null, null, null, null
      from public.imports i
      where i.state = 'done' and i.refused > 0
        and exists (select from public.import_rows r where r.import_id = i.id and r.reason is not null)
      order by i.finished_at, i.id limit 1000)
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

-- Returns the tasks at `p_now`: at most ten of each kind, the most urgent first, and as many snoozed ones; and the number of tasks of each
-- kind without the snoozed ones.
create function public.list_owner_tasks(p_has_channel boolean, p_zone text, p_now timestamptz default now()) returns jsonb
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

-- Snoozes a task until eight o'clock of the next day (`tomorrow`) or Monday (`next_week`), or ends the snooze (null).
create function public.snooze_task(p_actor jsonb, p_kind text, p_subject text, p_until text, p_zone text) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.task_snoozes s where s.kind = p_kind and s.subject = p_subject and p_until is null;
  insert into public.task_snoozes (kind, subject, snoozed_until, snoozed_by)
    select p_kind, p_subject, (case p_until
          when 'tomorrow' then date_trunc('day', now() at time zone p_zone) + interval '1 day'
          else date_trunc('week', now() at time zone p_zone) + interval '7 days' end + interval '8 hours') at time zone p_zone,
        p_actor->>'email'
      where p_until is not null
    on conflict (kind, subject) do update set snoozed_until = excluded.snoozed_until, snoozed_by = excluded.snoozed_by;
$$;

-- The setup steps that the owner skipped.
create table public.setup_skips (
  step text primary key check (step in ('claim', 'names', 'currencies', 'timeZone', 'look', 'seller', 'contact', 'terms', 'privacy', 'channel',
    'ebook', 'purchase', 'test_email', 'doctor')),
  skipped_at timestamptz not null default now()
);

-- The last check of each service: whether everything that the site needs worked. `sender`: the domain of newsletter issues, with the
-- contents of its DNS records. The rows belong to this installation and are not exported.
create table public.doctor_runs (
  service text primary key,
  is_well boolean not null,
  checked_at timestamptz not null default now(),
  -- The result of the check of `sender`, see SenderCheckSchema.
  found jsonb
);

-- Stores the doctor's result for a service. Returns the time of the check.
create function public.note_doctor_run(p_service text, p_is_well boolean, p_found jsonb default null) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into public.doctor_runs (service, is_well, found) values (p_service, p_is_well, p_found)
    on conflict (service) do update set is_well = excluded.is_well, found = excluded.found, checked_at = now()
    returning checked_at
$$;

-- Returns the progress of the setup, except for texts: the steps that are done, the skipped steps, and the services that worked.
create function public.get_setup() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'has_owner', exists (select from public.owner_addresses()),
    'has_ebook', exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'has_purchase', exists (select from public.orders o where o.paid_at is not null),
    'has_test_email', exists (select from public.outbox m where m.kind = 'test_email' and m.sent_at is not null),
    'has_read_channel', public.has_read_channel(),
    'has_episode', public.has_episodes(),
    'well_services', (select coalesce(jsonb_agg(d.service), '[]') from public.doctor_runs d where d.is_well),
    'skipped', (select coalesce(jsonb_agg(s.step), '[]') from public.setup_skips s));
end
$$;

-- Skips a setup step, or resumes it. A call that changes nothing is not logged.
create function public.skip_setup_step(p_actor jsonb, p_step text, p_is_skipped boolean) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if p_is_skipped then
    insert into public.setup_skips (step) values (p_step) on conflict do nothing;
  else
    delete from public.setup_skips s where s.step = p_step;
  end if;
  if found then
    perform public.write_audit_log(p_actor, case when p_is_skipped then 'setup_step_skipped' else 'setup_step_resumed' end, 'setting', p_step,
      null, null);
  end if;
end
$$;

-- Returns whether the owner gets only one email, when an incident begins: a failed refund, a double payment, and incidents of newsletter
-- issues, because sending them is the owner's own action.
create function public.is_told_once(p_kind text) returns boolean
language plpgsql immutable set search_path = ''
as $$
begin
  return p_kind in ('failed_refund', 'paid_twice', 'campaign_stopped', 'campaign_late', 'campaign_unknown');
end
$$;

-- Queues the alerts to the owner: for new incidents, once a day for lasting ones, and once for those that are over; one email for all of a
-- kind. Returns the alerts. Also deletes snoozes without a cause, so that a task that occurs again is shown at once.
create function public.send_owner_alerts(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  delete from public.task_snoozes s
    where not exists (select from public.owner_tasks(p_now, p_has_channel, 'UTC') t where t.kind = s.kind and t.subject = s.subject);
  with wrong as materialized (
    select * from public.active_incidents(p_now, p_has_channel) where kind <> 'unstamped_book'
    union all
    select * from public.campaign_tasks() where kind <> 'campaign_complained'
  ), begun as (
    insert into public.owner_alerts (kind, subject, label, began_at, told_at)
      select w.kind, w.subject, w.label, w.began_at, p_now from wrong w
      on conflict (kind, subject) do nothing
      returning kind, subject
  ), lasting as (
    update public.owner_alerts a set told_at = p_now
      from wrong w
      where a.kind = w.kind and a.subject = w.subject and not public.is_told_once(a.kind) and a.told_at <= p_now - interval '1 day'
      returning a.kind, a.subject
  ), over as (
    delete from public.owner_alerts a
      where not exists (select from wrong w where w.kind = a.kind and w.subject = a.subject)
      returning a.kind, a.subject, a.label, a.began_at
  ), news as (
    select 'began' as event, w.* from begun b join wrong w using (kind, subject)
    union all select 'lasts', w.* from lasting l join wrong w using (kind, subject)
    union all select 'over', v.kind, v.subject, v.label, v.began_at, null from over v where not public.is_told_once(v.kind)
  ), numbered as (
    select n.*, row_number() over (partition by n.kind, n.event order by n.began_at, n.subject) as place from news n
  ), emails as (
    select n.kind, n.event, jsonb_build_object('kind', n.kind, 'event', n.event, 'count', count(*), 'began_at', min(n.began_at),
        'items', jsonb_agg(jsonb_build_object('subject', n.subject, 'label', n.label, 'detail', n.detail) order by n.place)
          filter (where n.place <= 20)) as payload
      from numbered n group by n.kind, n.event
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'owner_alert:' || l.kind || ':' || l.event || ':' || extract(epoch from p_now), 'owner_alert', p_recipient, 'pt-BR', l.payload
        from emails l
      on conflict (key) do nothing
  )
  select coalesce(jsonb_agg(l.payload order by l.kind, l.event), '[]') from emails l
$$;

-- Queues an email to each owner, or to `p_owner_email` if there is none, about every dispute that must be answered: at once, and three days
-- and one day before the deadline; again when an inquiry becomes a dispute or an appeal sets another deadline. The key of each email
-- ensures that it is sent once. Returns how many were queued.
create function public.send_dispute_emails(p_owner_email text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with recipients as (
    select distinct a.email from public.owner_addresses() a
    union all select p_owner_email where not exists (select from public.owner_addresses())
  ), due as (
    select d.id, d.order_id, k.kind, concat_ws(':', k.kind, d.id, k.days, extract(epoch from d.due_by)::bigint) as key
      from public.disputes d join public.orders o on o.id = d.order_id
      cross join lateral (
        select 'dispute_opened' as kind, null::integer as days
        union all
        select 'dispute_due', b.days from (values (3, 1), (1, 0)) b (days, until)
          where d.opened_at < d.due_by - make_interval(days => b.days)
            and p_now >= d.due_by - make_interval(days => b.days) and p_now < d.due_by - make_interval(days => b.until)
      ) k
      where d.state = 'needs_response' and not public.is_ended_by_refund(d, o)
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select u.key || ':' || r.email, u.kind, r.email, 'pt-BR',
          public.order_mail_payload(o) - 'to_pay'
            || jsonb_build_object('dispute', to_jsonb(d) - 'order_id', 'payment_intent_id', o.payment_intent_id, 'session_id', o.session_id)
        from due u join public.disputes d on d.id = u.id join public.orders o on o.id = u.order_id cross join recipients r
        where not exists (select from public.outbox m where m.key = u.key || ':' || r.email)
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

-- Queues a reminder to each buyer whose boleto is due tomorrow, from eight o'clock in São Paulo on; a boleto ends there at 23:59. Once for
-- each boleto. Returns how many were queued.
create function public.send_payment_reminders(p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select 'purchase_waiting:' || o.id || ':reminder', 'purchase_waiting', o.buyer_email, o.locale,
          public.order_mail_payload(o) || jsonb_build_object('is_reminder', true)
        from public.orders o
        where o.state = 'waiting' and o.pay_with = 'boleto' and o.pay_by - interval '40 hours' <= p_now and p_now < o.pay_by - interval '1 hour'
          and o.created_at < o.pay_by - interval '40 hours'
          and not public.is_erased(o)
      on conflict (key) do nothing
      returning 1
  )
  select count(*)::integer from written
$$;

-- Returns the state of mail and outside services for the overview, without calling them. Waiting emails are counted up to a thousand,
-- except those that are due later. The newest five emails that were refused for good are returned, too.
create function public.get_health() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with waiting as (
      select m.created_at from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and (m.due_at <= now() or m.attempts > 0)
        order by m.due_at limit 1000
    ), refused as (
      select m.recipient, m.given_up_at, m.last_error from public.outbox m where m.given_up_at is not null order by m.given_up_at desc limit 5
    )
    select jsonb_build_object(
      'checked_at', now(),
      'payment_event_at', (select e.received_at from public.stripe_events e order by e.received_at desc limit 1),
      'mail_sent_at', (select m.sent_at from public.outbox m where m.sent_at is not null order by m.sent_at desc limit 1),
      'mail_waiting', (select count(*) from waiting),
      'mail_oldest_at', (select min(w.created_at) from waiting w),
      -- The time since which no email could be sent.
      'mail_stuck_since', public.mail_stuck_since(now()),
      'mail_refused', (
        select coalesce(jsonb_agg(jsonb_build_object('recipient', r.recipient, 'at', r.given_up_at, 'reason', coalesce(r.last_error, ''))
          order by r.given_up_at desc), '[]') from refused r),
      'reconciliation', (
        select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error)
          from public.jobs j where j.name = 'reconciliation'),
      'videos', (
        select jsonb_build_object(
            'last_success_at', case when public.has_read_channel() then j.last_success_at end, 'last_error', j.last_error)
          from public.jobs j where j.name = 'videos'),
      'mailbox', public.mailbox_health(),
      'late_jobs', (select coalesce(jsonb_agg(l.name order by l.name), '[]') from public.late_jobs(now()) l)));
end
$$;

-- Returns a few results of every kind that have the words; spam messages are left out.
create function public.search_admin(p_words text, p_number bigint, p_kinds text[], p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  if public.search_patterns(p_words) is null then
    return '{"orders": [], "users": [], "subscribers": [], "ebooks": [], "episodes": [], "posts": [], "campaigns": [], "messages": []}';
  end if;
  return jsonb_build_object(
    'orders', case when 'orders' = any (p_kinds)
      then public.list_admin_orders(p_words, p_number, null, null, null, null, null, null, false, p_size)->'orders' else '[]' end,
    'users', case when 'users' = any (p_kinds) then public.list_users(p_words, null, null, false, p_size)->'users' else '[]' end,
    'subscribers', case when 'subscribers' = any (p_kinds)
      then public.list_subscribers(p_words, null, null, null, false, p_size)->'subscribers' else '[]' end,
    'ebooks', case when 'ebooks' = any (p_kinds)
      then public.list_admin_ebooks(p_words, null, null, null, false, p_size)->'ebooks' else '[]' end,
    'episodes', public.list_admin_episodes(p_words, case when 'episodes' = any (p_kinds) then 'present' else 'shown' end, null, null, false,
      p_size)->'episodes',
    'posts', case when 'posts' = any (p_kinds)
      then public.list_admin_posts(p_words, null, null, null, false, p_size)->'posts' else '[]' end,
    'campaigns', case when 'campaigns' = any (p_kinds) then public.list_campaigns(p_words, null, null, null, false, p_size)->'campaigns' else '[]' end,
    'messages', case when 'messages' = any (p_kinds)
      then public.list_messages(p_words, null, null, null, false, p_size)->'messages' else '[]' end);
end
$$;

-- Returns some of the pages in a stable order, and the number of all. `locales`: only for pages that do not exist in every language.
create function public.list_sitemap_pages(p_from integer, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with pages as (
      select 'ebook' as kind, b.id as name, b.changed_at, null::text[] as locales
        from public.ebooks_metadata b where b.state = 'published' and b.is_priced
      union all
      select 'episode', e.slug, e.changed_at, null from public.episodes e where e.is_shown
      union all
      select 'series', s.slug, greatest(s.changed_at, max(e.changed_at)), null
        from public.episode_series s join public.episode_series_parts p on p.series_id = s.id
        join public.episodes e on e.id = p.episode_id and e.is_shown
        group by s.id
      union all
      select 'post', p.slug, p.changed_at, p.locales from public.posts p where p.state = 'published' and p.visibility = 'site'
    )
    select jsonb_build_object(
      'total', (select count(*) from pages),
      'pages', (
        select coalesce(jsonb_agg(jsonb_build_object('kind', p.kind, 'name', p.name, 'changed_at', p.changed_at, 'locales', p.locales)
            order by p.kind, p.name), '[]')
          from (select * from pages order by kind, name offset p_from limit p_size) p)));
end
$$;

-- Deletes data by age.
create function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders o set state = 'expired'
    where o.state = 'open' and o.session_id is null and o.created_at < now() - interval '1 day' and not public.awaits_press(o);
  delete from public.posts p where p.state = 'draft' and p.edited_at < now() - interval '1 day' and public.is_blank(p);
  -- Delete emails and addresses of unpaid orders of deleted accounts once no payment can arrive.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.erased_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.erased_email(o) and not public.is_written_to(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders') and not public.is_read_by_others(o);
  select public.sweep_guest_orders();
  select public.sweep_interest();
  -- A sign-up that was never confirmed is deleted, or becomes unsubscribed again if the address had unsubscribed before. Imported
  -- subscribers consented long ago, so their time counts from the import.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  -- Delete persons without any other data.
  delete from public.people p
    where p.note = ''
      and not exists (select from public.users u where public.to_search_text(u.email) = public.to_search_text(p.email))
      and not exists (select from public.orders o where o.claimable_by = p.email)
      and not exists (select from public.orders o
        where public.to_search_text(o.buyer_email) = public.to_search_text(p.email) and o.state not in ('open', 'expired'))
      and not exists (select from public.contact_messages c where c.email = p.email)
      and not exists (select from public.newsletter_subscribers s where s.email = p.email);
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Delete sent copies of texts and addresses that visitors entered.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'book_launched', 'book_postponed', 'launch_without_file', 'team_invitation', 'sale_made', 'daily_notice', 'address_changed', 'password_changed', 'message_assigned', 'sample_sent',
      'books_to_receive', 'lists_ready')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Delete failed work that is no longer wanted. A wanted unit failed again within a day.
  delete from public.failed_work where failed_at < now() - interval '2 days';
  -- Delete old refused rows of imports, files that were never uploaded, and imports that were never started.
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
  -- The audit log is kept as long as the orders that it may refer to.
  delete from public.audit_log where at < now() - public.rule('keep_orders');
$$;

-- Export and restore ---------------------------------------------------------------------------------------------------------------
-- `npm run export` writes all data and `npm run restore` loads it; see api/src/backup. No table is listed here, so a table of a later
-- migration is included without a change.

-- Returns every table except those that migrations fill and those of this installation, with its key and its stored columns. The function
-- has no `set` clause, so that it is inlined into the calling query, which then reads one table instead of all.
create function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
language sql stable
as $$
  select c.relname::text,
      (select pg_catalog.array_agg(a.attname::text order by k.place)
        from pg_catalog.pg_index i
        cross join lateral pg_catalog.unnest(i.indkey::smallint[]) with ordinality k (attnum, place)
        join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum
        where i.indrelid = c.oid and i.indisprimary),
      pg_catalog.array_agg(a.attname::text order by a.attnum),
      pg_catalog.array_agg(pg_catalog.format_type(a.atttypid, a.atttypmod) order by a.attnum)
    from pg_catalog.pg_class c
    join pg_catalog.pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('restoration', 'currencies', 'rules', 'doctor_runs', 'mailbox_cursor', 'write_tries')
    group by c.oid, c.relname
    order by c.relname
$$;

-- Returns the oldest transaction that may still be running. Rows written by this or a later transaction are changes for `export_changes`.
create function public.export_horizon() returns xid
language plpgsql stable set search_path = ''
as $$
begin
  return (pg_snapshot_xmin(pg_current_snapshot())::text::numeric % 4294967296)::text::xid;
end
$$;

-- Returns the version of the schema, or null if none is recorded; the tables; and the horizon, where the changes begin.
create function public.export_shape() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_schema text;
begin
  if to_regclass('supabase_migrations.schema_migrations') is not null then
    execute 'select max(version) from supabase_migrations.schema_migrations' into v_schema;
  end if;
  return jsonb_build_object('schema', v_schema, 'horizon', public.export_horizon()::text,
    'tables', (select jsonb_agg(jsonb_build_object('name', t.name, 'key', t.key_columns, 'columns',
      (select jsonb_agg(jsonb_build_object('name', c.name, 'type', c.type) order by c.place)
        from unnest(t.column_names, t.column_types) with ordinality c (name, type, place))) order by t.name)
      from public.exported_tables() t));
end
$$;

-- Returns for each table the number of rows, and the rows that were written since the horizon. The function is stable, so it sees one
-- snapshot. A reader that replaces its older rows by these has the tables of this moment, unless the count shows that rows were deleted.
create function public.export_changes(p_since text) returns jsonb
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_rows bigint;
  v_lines text;
  v_tables jsonb := '{}';
begin
  for v_table in select * from public.exported_tables() loop
    execute format('select count(*) from public.%I', v_table.name) into v_rows;
    execute format($sql$ select coalesce(string_agg(row_to_json(r)::text, E'\n'), '')
        from (select %s from public.%I where age(xmin) <= age($1::xid)) r $sql$,
        (select string_agg(quote_ident(c), ', ') from unnest(v_table.column_names) c), v_table.name)
      into v_lines using p_since;
    v_tables := v_tables || jsonb_build_object(v_table.name, jsonb_build_object('rows', v_rows, 'changed', v_lines));
  end loop;
  return jsonb_build_object('at', now(), 'horizon', public.export_horizon()::text, 'tables', v_tables,
    'sequences', (select coalesce(jsonb_object_agg(s.sequencename, s.last_value), '{}') from pg_catalog.pg_sequences s
      where s.schemaname = 'public' and s.last_value is not null));
end
$$;

-- Returns the next rows of a table in the order of its key, one line of JSON each. `p_after`: the key of the previous row.
create function public.export_rows(p_table text, p_after jsonb, p_limit integer) returns text
language plpgsql stable security definer set search_path = '' set timezone = 'UTC' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_key text;
  v_after text := '';
  v_lines text;
begin
  select t.* into strict v_table from public.exported_tables() t where t.name = p_table;
  select string_agg(quote_ident(k), ', ') into v_key from unnest(v_table.key_columns) k;
  if p_after is not null then
    select format('where (%s) > (%s)', v_key, string_agg(format('($1->>%L)::%s', k.name, c.type), ', ' order by k.place)) into v_after
      from unnest(v_table.key_columns) with ordinality k (name, place)
      join unnest(v_table.column_names, v_table.column_types) c (name, type) on c.name = k.name;
  end if;
  execute format($sql$ select coalesce(string_agg(row_to_json(r)::text, E'\n'), '')
      from (select %s from public.%I %s order by %s limit $2) r $sql$,
      (select string_agg(quote_ident(c), ', ') from unnest(v_table.column_names) c), p_table, v_after, v_key)
    into v_lines using p_after, p_limit;
  return v_lines;
end
$$;

-- Begins to restore an export into tables that are empty except for the rows of migrations, or continues with the same export. Foreign keys
-- and all indexes that are not unique are removed until every row is there. Triggers are disabled, because the export has the rows that
-- they write.
create function public.begin_restore(p_export text, p_has_files boolean) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_digest text;
  v_table record;
  v_thing record;
  v_is_filled boolean;
  v_filled text[] := case when p_has_files then array['files'] else '{}' end;
  v_set_aside text[] := '{}';
begin
  select r.export_digest into v_digest from public.restoration r;
  if found then
    return jsonb_build_object('outcome', case when v_digest = p_export then 'continued' else 'another' end);
  end if;
  for v_table in select * from public.exported_tables() where name <> 'shown_totals' loop
    execute format('select exists (select from public.%I)', v_table.name) into v_is_filled;
    if v_is_filled then
      v_filled := v_filled || v_table.name;
    end if;
  end loop;
  if v_filled <> '{}' then
    return jsonb_build_object('outcome', 'not_empty', 'filled', to_jsonb(v_filled));
  end if;
  for v_thing in
    select format('drop index public.%I', c.relname) as away, pg_catalog.pg_get_indexdef(c.oid) as back
      from pg_catalog.pg_index i
      join pg_catalog.pg_class c on c.oid = i.indexrelid
      where c.relnamespace = 'public'::regnamespace and not i.indisunique and not i.indisexclusion
    union all
    select format('alter table %s drop constraint %I', k.conrelid::regclass, k.conname),
        format('alter table %s add constraint %I %s', k.conrelid::regclass, k.conname, pg_catalog.pg_get_constraintdef(k.oid))
      from pg_catalog.pg_constraint k
      where k.connamespace = 'public'::regnamespace and k.contype = 'f'
  loop
    execute v_thing.away;
    v_set_aside := v_set_aside || v_thing.back;
  end loop;
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I disable trigger user', v_table.name);
  end loop;
  delete from public.shown_totals where true;
  insert into public.restoration (export_digest, set_aside) values (p_export, v_set_aside);
  return jsonb_build_object('outcome', 'begun');
end
$$;

-- Inserts rows and skips existing ones, so that a repeated portion changes nothing.
create function public.restore_rows(p_table text, p_lines text) returns void
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_columns text;
begin
  if not exists (select from public.restoration) then
    raise sqlstate 'PT409' using message = 'no restoration is under way';
  end if;
  select string_agg(quote_ident(c), ', ') into strict v_columns
    from public.exported_tables() t cross join lateral unnest(t.column_names) c where t.name = p_table;
  execute format('insert into public.%1$I (%2$s) overriding system value
      select %2$s from json_populate_recordset(null::public.%1$I, $1) on conflict do nothing', p_table, v_columns)
    using ('[' || replace(p_lines, E'\n', ',') || ']')::json;
end
$$;

-- Recreates indexes and foreign keys, as many as a few seconds allow. Returns how many are left.
create function public.restore_structure() returns integer
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_set_aside text[];
begin
  select r.set_aside into v_set_aside from public.restoration r for update;
  while cardinality(v_set_aside) > 0 loop
    execute v_set_aside[1];
    v_set_aside := v_set_aside[2:];
    exit when clock_timestamp() > now() + interval '5 seconds';
  end loop;
  update public.restoration set set_aside = v_set_aside where true;
  return coalesce(cardinality(v_set_aside), 0);
end
$$;

-- Ends a restore if every table has as many rows as the export; otherwise returns the tables that differ. Jobs that ran at the time of the
-- export are released. Mail that was due then is not sent unless `p_send_mail`, because the original site may have sent it since.
create function public.finish_restore(p_rows jsonb, p_sequences jsonb, p_send_mail boolean, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_sequence record;
  v_rows bigint;
  v_differ text[] := '{}';
  v_held bigint := 0;
begin
  -- The answer of the first call was lost, and the caller repeats it.
  if not exists (select from public.restoration) then
    return jsonb_build_object('differ', '[]'::jsonb, 'held', 0);
  end if;
  for v_table in select * from public.exported_tables() loop
    execute format('select count(*) from public.%I', v_table.name) into v_rows;
    if v_rows is distinct from (p_rows->>v_table.name)::bigint then
      v_differ := v_differ || v_table.name;
    end if;
  end loop;
  if v_differ <> '{}' then
    return jsonb_build_object('differ', to_jsonb(v_differ), 'held', 0);
  end if;
  for v_sequence in select * from jsonb_each_text(p_sequences) loop
    perform setval(format('public.%I', v_sequence.key)::regclass, v_sequence.value::bigint);
  end loop;
  update public.jobs set lease_until = null, holder = null where lease_until is not null;
  update public.outbox set claimed_until = null where claimed_until is not null;
  if not p_send_mail then
    -- The original site cannot have sent emails that are due later, such as that of a gift for a future day.
    update public.outbox set given_up_at = now(), last_error = p_reason
      where sent_at is null and given_up_at is null and (due_at <= now() or attempts > 0);
    get diagnostics v_held = row_count;
  end if;
  perform public.pause_campaigns();
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I enable trigger user', v_table.name);
  end loop;
  delete from public.restoration where true;
  return jsonb_build_object('differ', '[]'::jsonb, 'held', v_held);
end
$$;
