-- Letters: what begins is what was agreed to, the owner hears of what waits, and what readers answered meanwhile counts.
set check_function_bodies = off;

alter table public.letters
  add column stopped_by text check (stopped_by in ('refusals', 'complaints', 'deferrals', 'silence')),
  add column agreed jsonb;

create table public.letter_covers (
  key text primary key
);
alter table public.letter_covers enable row level security;

create function public.note_letter_covers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.letter_covers (key)
    select distinct m.parts[1]
      from jsonb_each(new.frozen) w
      cross join lateral regexp_matches(w.value->>'html', '/(covers/[^"/?]+)-\d+\.jpg', 'g') m (parts)
    on conflict do nothing;
  return null;
end
$$;

create trigger note_covers after insert or update of frozen on public.letters
  for each row when (new.frozen is not null) execute function public.note_letter_covers();
insert into public.letter_covers (key)
  select distinct m.parts[1]
    from public.letters l
    cross join lateral jsonb_each(l.frozen) w
    cross join lateral regexp_matches(w.value->>'html', '/(covers/[^"/?]+)-\d+\.jpg', 'g') m (parts)
    where l.frozen is not null;

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
        and not (f.kind = 'cover' and exists (select from public.letter_covers c where c.key = f.key))
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

create or replace function public.letter_subject(letter public.letters) returns text
language sql stable security definer set search_path = ''
as $$
  select coalesce(letter.frozen->w.locale->>'subject', nullif(letter.heads->w.locale->>'subject', ''), public.listed_post_json(p)->>'title')
    from public.posts p cross join lateral (select coalesce(p.locales[1], 'pt-BR') as locale) w where p.id = letter.post_id
$$;

create or replace function public.get_admin_letter(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.listed_letter_json(l) || jsonb_build_object('heads', l.heads, 'segment', l.segment,
      'reason', case when l.state in ('stopped', 'late') then l.reason end,
      'stopped_by', case when l.state = 'stopped' then l.stopped_by end, 'is_tested', l.tested_digest is not distinct from public.letter_digest(l),
      'per_day', d.most, 'today', greatest(0, d.most - d.handed), 'waits', public.letter_wait(l), 'revision', l.revision,
      'post', public.listed_post_json(p) || jsonb_build_object('locales', p.locales),
      'brought', public.letter_brought(l))
    from public.letters l join public.posts p on p.id = l.post_id cross join public.letter_day() d where l.id = p_id
$$;

create or replace function public.schedule_letter(
  p_actor jsonb, p_id uuid, p_revision integer, p_at timestamptz, p_has_stepped_up boolean, p_limits jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_letter(p_id, p_revision, '{draft,late}');
  v_letter public.letters;
  v_send_at timestamptz := coalesce(p_at, now() + make_interval(secs => (p_limits->>'undo_seconds')::integer));
  v_readers integer;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select l.* into v_letter from public.letters l where l.id = p_id;
  if p_at <= now() then
    return jsonb_build_object('outcome', 'in_past');
  elsif not exists (select from public.posts p
      where p.id = v_letter.post_id and (p.state = 'published' or p.state = 'scheduled' and p.publish_at <= v_send_at)) then
    return jsonb_build_object('outcome', 'not_published');
  end if;
  v_readers := (public.get_letter_audience(v_letter.post_id, v_letter.segment)->>'total')::integer;
  if v_readers = 0 then
    return jsonb_build_object('outcome', 'nobody');
  -- Who could not ask the name servers is warned, and not refused for ever.
  elsif v_readers > (p_limits->>'deliverable_from')::integer
      and coalesce(public.get_sender_check(p_limits->>'sender')->>'state', 'wrong') = 'wrong' then
    return jsonb_build_object('outcome', 'not_deliverable');
  elsif v_readers > (p_limits->>'test_from')::integer and v_letter.tested_digest is distinct from public.letter_digest(v_letter) then
    return jsonb_build_object('outcome', 'test_required');
  elsif v_readers > (p_limits->>'step_up_from')::integer and not p_has_stepped_up then
    return jsonb_build_object('outcome', 'step_up_required');
  end if;
  update public.letters
    set state = 'scheduled', send_at = v_send_at, reason = null, agreed = p_limits || jsonb_build_object('readers', v_readers), revision = revision + 1
    where id = p_id
    returning * into v_letter;
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select 'letter_scheduled:' || p_id || ':' || v_letter.revision || ':' || a.email, 'letter_scheduled', a.email, 'pt-BR',
        jsonb_build_object('id', p_id, 'subject', public.letter_subject(v_letter), 'by', p_actor->>'email', 'send_at', v_send_at, 'readers', v_readers),
        now() + make_interval(secs => (p_limits->>'undo_seconds')::integer)
      from public.owner_addresses() a where lower(a.email) <> lower(p_actor->>'email')
    on conflict (key) do nothing;
  perform public.note_admin_change(p_actor, 'letter_scheduled', 'letter', p_id::text, null,
    jsonb_build_object('subject', public.letter_subject(v_letter), 'send_at', v_send_at, 'readers', v_readers));
  return jsonb_build_object('outcome', 'done', 'letter', public.get_admin_letter(p_id));
end
$$;

create or replace function public.move_letter(p_actor jsonb, p_id uuid, p_revision integer, p_move text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_letter(p_id, p_revision, case p_move
    when 'undo' then '{scheduled}'::text[]
    when 'pause' then '{preparing,sending}'
    when 'resume' then '{paused,stopped}'
    when 'cancel' then '{scheduled,late,preparing,sending,paused,stopped}'
    -- `unknown`, `settle`
    else '{sending,paused,stopped,sent}' end);
  v_before public.letters;
  v_letter public.letters;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select l.* into v_before from public.letters l where l.id = p_id;
  if p_move in ('unknown', 'settle') then
    update public.letter_recipients r
      set state = case p_move when 'unknown' then 'waiting' else 'sent' end, due_at = case p_move when 'unknown' then now() else r.due_at end,
        done_at = case p_move when 'settle' then r.done_at end, error = null
      where r.letter_id = p_id and r.state = 'unknown';
    if not found then
      return jsonb_build_object('outcome', 'changed_meanwhile');
    end if;
  elsif p_move = 'resume' then
    update public.letter_recipients r set lease_until = null where r.letter_id = p_id and r.state = 'waiting' and r.lease_until is not null;
    update public.letter_recipients r set state = 'waiting', due_at = now(), attempts = 0, handed_at = null, done_at = null, error = null
      from public.newsletter_subscribers s
      where r.letter_id = p_id and r.state = 'refused' and v_before.state = 'stopped' and v_before.reason is distinct from 'complaints'
        and s.id = r.subscriber_id and s.state = 'confirmed' and s.generation = r.generation;
  elsif p_move = 'cancel' then
    -- They did not get the text: another letter may bring it.
    delete from public.letter_recipients r where r.letter_id = p_id and r.state = 'waiting';
  else
    delete from public.outbox m
      using public.owner_addresses() a
      where p_move = 'undo' and m.key = 'letter_scheduled:' || p_id || ':' || v_before.revision || ':' || a.email and m.attempts = 0;
  end if;
  update public.letters
    set state = case p_move
          when 'undo' then 'draft' when 'pause' then 'paused' when 'cancel' then 'cancelled'
          when 'resume' then case when prepared_at is not null then 'sending' when frozen is not null then 'preparing' else 'scheduled' end
          when 'unknown' then case state when 'sent' then 'sending' else state end
          else state end,
      send_at = case when p_move <> 'undo' then send_at end,
      ended_at = case p_move when 'cancel' then now() when 'settle' then ended_at end, totals = null,
      reason = case when p_move in ('unknown', 'settle') then reason end, failures = 0, rests = 0, rest_until = null,
      watched_from = case p_move when 'resume' then now() else watched_from end,
      revision = revision + 1
    where id = p_id returning * into v_letter;
  perform public.note_admin_change(p_actor, case p_move when 'undo' then 'letter_unscheduled' when 'pause' then 'letter_paused'
      when 'resume' then 'letter_resumed' when 'cancel' then 'letter_cancelled' when 'settle' then 'letter_settled'
      else 'letter_sent_again' end, 'letter', p_id::text,
    jsonb_build_object('state', v_before.state), jsonb_build_object('state', v_letter.state, 'subject', public.letter_subject(v_letter)));
  return jsonb_build_object('outcome', 'done', 'letter', public.get_admin_letter(p_id));
end
$$;

create or replace function public.advance_letters() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters;
begin
  update public.letter_recipients set state = 'unknown', lease_until = null, done_at = now() where state = 'handing' and lease_until < now();
  update public.letters l set state = 'late', reason = case when p.state = 'published' then 'late' else 'not_published' end
    from public.posts p
    where p.id = l.post_id and l.state = 'scheduled' and l.send_at <= now()
      -- What is to be published by now is published in a moment.
      and (l.send_at < now() - interval '6 hours' or not (p.state = 'published' or p.state = 'scheduled' and p.publish_at <= now()));
  for v_letter in select * from public.letters l where l.state = 'sending' or l.ended_at is not null and l.totals is null for update skip locked loop
    if v_letter.state = 'sending' then
      update public.letters l set state = 'sent', ended_at = now()
        where l.id = v_letter.id
          and not exists (select from public.letter_recipients r where r.letter_id = l.id and r.state in ('waiting', 'handing'));
    end if;
    update public.letters l set totals = public.letter_counts(l)
      where l.id = v_letter.id and l.ended_at is not null
        and not exists (select from public.letter_recipients r where r.letter_id = l.id and r.state = 'handing');
  end loop;
  return jsonb_build_object(
    'due', (
      select l.id from public.letters l join public.posts p on p.id = l.post_id
        where l.state = 'scheduled' and l.send_at <= now() and p.state = 'published' order by l.send_at limit 1),
    'preparing', (select l.id from public.letters l where l.state = 'preparing' order by l.send_at limit 1),
    'is_sending', exists (select from public.letters l where l.state = 'sending'),
    'next_in', (select extract(epoch from min(l.send_at) - now()) from public.letters l where l.state = 'scheduled' and l.send_at > now()));
end
$$;

create function public.letter_obstacle(letter public.letters) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_before integer := (letter.agreed->>'readers')::integer;
  v_readers integer;
begin
  if letter.agreed is null then
    return null;
  end if;
  select count(*) into v_readers from public.letter_readers(letter.post_id, letter.segment, null, null) r where r.is_named;
  return case
    when exists (select from unnest('{step_up_from,deliverable_from}'::text[]) l (name)
      where v_before <= (letter.agreed->>l.name)::integer and (letter.agreed->>l.name)::integer < v_readers) then 'grown'
    when (letter.agreed->>'test_from')::integer < v_readers and letter.tested_digest is distinct from public.letter_digest(letter)
      then case when v_before > (letter.agreed->>'test_from')::integer then 'changed' else 'grown' end
  end;
end
$$;

create or replace function public.begin_letter(p_id uuid, p_post_revision integer, p_frozen jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters;
  v_obstacle text;
begin
  select l.* into v_letter from public.letters l where l.id = p_id and l.state = 'scheduled' and l.send_at <= now() for update;
  perform from public.posts p where p.id = v_letter.post_id and p.state = 'published' and p.revision = p_post_revision for share;
  if not found then
    return false;
  end if;
  v_obstacle := public.letter_obstacle(v_letter);
  if v_obstacle is null then
    update public.letters set state = 'preparing', frozen = p_frozen, watched_from = now() where id = p_id;
  else
    update public.letters set state = 'late', reason = v_obstacle where id = p_id;
  end if;
  return true;
end
$$;

drop function public.note_letter_failure(uuid, text);
create function public.note_letter_failure(p_letter_id uuid, p_error text, p_by text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.letters l
    set failures = (l.failures + 1) % 5,
      rests = l.rests + case when l.failures >= 4 and l.rests < 3 then 1 else 0 end,
      rest_until = case when l.failures >= 4 and l.rests < 3 then now() + interval '5 minutes' else l.rest_until end,
      state = case when l.failures >= 4 and l.rests >= 3 then 'stopped' else l.state end,
      reason = case when l.failures >= 4 and l.rests >= 3 then p_error end,
      stopped_by = case when l.failures >= 4 and l.rests >= 3 then p_by else l.stopped_by end
    where l.id = p_letter_id and l.state = 'sending' and (l.rest_until is null or l.rest_until <= now())
$$;

create or replace function public.defer_letter(p_letter_id uuid, p_subscriber_id uuid, p_claims integer, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters := public.lock_claimed_reader(p_letter_id, p_subscriber_id, p_claims);
begin
  if v_letter.id is not null then
    perform public.try_reader_later(v_letter, p_subscriber_id, p_error);
  end if;
  perform public.note_letter_failure(p_letter_id, p_error, 'deferrals');
end
$$;

create or replace function public.refuse_letter(p_letter_id uuid, p_subscriber_id uuid, p_claims integer, p_error text, p_is_recipient boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters := public.lock_claimed_reader(p_letter_id, p_subscriber_id, p_claims);
  v_generation integer;
begin
  if v_letter.id is null then
    return true;
  elsif v_letter.state <> 'sending' then
    perform public.return_reader(v_letter, p_subscriber_id, null, p_error);
    return false;
  end if;
  update public.letter_recipients r set state = 'refused', lease_until = null, done_at = now(), error = p_error
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id
    returning r.generation into v_generation;
  if p_is_recipient then
    update public.newsletter_subscribers set state = 'bounced', bounced_at = now()
      where id = p_subscriber_id and state = 'confirmed' and generation = v_generation;
  else
    perform public.end_after_returns(p_subscriber_id, v_generation);
  end if;
  update public.letters l set state = 'stopped', reason = p_error, stopped_by = 'refusals'
    where l.id = p_letter_id and 10 <= (
      select count(*) from (
        select r.state from public.letter_recipients r
          where r.letter_id = l.id and r.done_at > l.watched_from and r.state in ('sent', 'refused') order by r.done_at desc limit 200) r
        where r.state = 'refused');
  return not found;
end
$$;

create or replace function public.interrupt_letter(
  p_letter_id uuid, p_subscriber_id uuid, p_claims integer, p_error text, p_was_tried boolean default true
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters := public.lock_claimed_reader(p_letter_id, p_subscriber_id, p_claims);
begin
  update public.letter_recipients r set state = 'unknown', done_at = now(), lease_until = null, error = p_error
    where r.letter_id = v_letter.id and r.subscriber_id = p_subscriber_id and r.state = 'handing';
  if not found and v_letter.id is not null then
    if p_was_tried then
      perform public.try_reader_later(v_letter, p_subscriber_id, p_error);
    else
      perform public.return_reader(v_letter, p_subscriber_id, null, p_error);
    end if;
  end if;
  perform public.note_letter_failure(p_letter_id, p_error, 'silence');
end
$$;

create or replace function public.note_letter_complaint(p_letter_id uuid, p_subscriber_id uuid) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  -- Of two complaints at the same time, one sees the other.
  perform from public.letters l where l.id = p_letter_id for no key update;
  select r.* into v_recipient from public.letter_recipients r
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state = 'complained' then
    return 'already';
  end if;
  update public.letter_recipients r set state = 'complained', lease_until = null, done_at = now(), error = null
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id;
  update public.letters l set totals = null where l.id = p_letter_id;
  update public.letters l set state = 'stopped', reason = 'complaints', stopped_by = 'complaints', ended_at = null
    where l.id = p_letter_id and (l.state = 'sending' or l.state = 'sent' and public.step_of_letter(l.id) is not null) and (
      select count(*) filter (where r.state = 'complained' and r.done_at > l.watched_from) >= greatest(3, 0.003 * count(*))
        from public.letter_recipients r where r.letter_id = l.id and r.state in ('sent', 'bounced', 'complained'));
  perform public.suppress_subscriber(s.id, 'complaint')
    from public.newsletter_subscribers s where s.id = p_subscriber_id and s.generation = v_recipient.generation;
  return 'noted';
end
$$;

create or replace function public.letter_tasks() returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select 'letter_' || l.state, l.id::text, public.letter_subject(l), l.send_at,
      case when l.state = 'stopped' and l.stopped_by = 'silence' then 'silence' else coalesce(l.reason, '') end
    from public.letters l where l.state in ('stopped', 'late')
  union all
  select 'letter_complained', l.id::text, public.letter_subject(l), c.began_at, c.complaints::text
    from public.complained_letters() c join public.letters l on l.id = c.id
  union all
  select 'letter_unknown', l.id::text, public.letter_subject(l), min(r.done_at), count(*)::text
    from public.letter_recipients r join public.letters l on l.id = r.letter_id
    where r.state = 'unknown' and l.state <> 'cancelled' and r.done_at > now() - interval '30 days'
    group by l.id
$$;

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
    elsif v_state = 'scheduled' and p_title <> '' and p_body->'content' = '[{"type": "paragraph"}]' then
      return jsonb_build_object('outcome', 'body_required');
    end if;
    update public.post_drafts
      set title = p_title, lead = p_lead, body = p_body, revision = revision + 1, saved_by = p_actor->>'email', saved_at = now()
      where post_id = p_id and locale = p_locale;
    update public.posts set edited_at = now() where id = p_id;
  end if;
  return jsonb_build_object('outcome', 'done', 'post', public.get_admin_post(p_id));
end
$$;

create or replace function public.publish_due_posts() returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_post public.posts;
  v_count integer := 0;
begin
  if exists (select from public.posts p where p.state = 'scheduled' and p.publish_at <= now()) then
    lock table public.post_slugs in share row exclusive mode;
    for v_post in select p.* from public.posts p where p.state = 'scheduled' and p.publish_at <= now() order by p.publish_at for update loop
      begin
        perform public.put_post_on_site(v_post.id, v_post.scheduled_by);
        v_count := v_count + 1;
      exception when others then
        raise warning 'the text % could not be published: %', v_post.id, sqlerrm;
      end;
    end loop;
  end if;
  return v_count;
end
$$;

alter table public.owner_alerts
  drop constraint owner_alerts_kind_check,
  add constraint owner_alerts_kind_check check (kind in ('stuck_mail', 'undelivered_order', 'payments_unread', 'channel_unread', 'failed_refund',
    'disputes_unread', 'paid_twice', 'owed_refund', 'amount_differs', 'overdue_payment', 'mailbox_unread', 'ledger_fault',
    'letter_stopped', 'letter_late', 'letter_unknown'));
alter table public.task_snoozes
  drop constraint task_snoozes_kind_check,
  add constraint task_snoozes_kind_check check (kind in ('refund_request', 'message', 'ebook_draft', 'letter_stopped', 'letter_late', 'letter_unknown', 'letter_complained',
    'draft_about_episode', 'draft_about_ebook', 'post_unpublished'));

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
  )
  select t.*, (select s.snoozed_until from public.task_snoozes s where s.kind = t.kind and s.subject = t.subject and s.snoozed_until > p_now)
    from tasks t
$$;

create function public.is_told_once(p_kind text) returns boolean
language sql immutable set search_path = ''
as $$ select p_kind in ('failed_refund', 'paid_twice', 'letter_stopped', 'letter_late', 'letter_unknown') $$;

create or replace function public.send_owner_alerts(p_recipient text, p_has_channel boolean, p_now timestamptz default now()) returns jsonb
language sql volatile security definer set search_path = ''
as $$
  with wrong as materialized (
    select * from public.active_incidents(p_now, p_has_channel) where kind <> 'unstamped_book'
    union all
    select * from public.letter_tasks() where kind <> 'letter_complained'
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

create function public.forget_import_question() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.outbox m where m.key = 'newsletter_moved:' || old.id and m.sent_at is null and m.given_up_at is null;
  return null;
end
$$;

create trigger forget_question after update on public.newsletter_subscribers for each row
  when (old.state = 'pending' and old.source = 'import' and (new.state <> 'pending' or new.source <> 'import'))
  execute function public.forget_import_question();
create trigger forget_question_of_gone after delete on public.newsletter_subscribers for each row
  when (old.state = 'pending' and old.source = 'import') execute function public.forget_import_question();
delete from public.outbox m
  where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null
    and not exists (select from public.newsletter_subscribers s
      where 'newsletter_moved:' || s.id = m.key and s.state = 'pending' and s.source = 'import');

create or replace function public.undo_portion(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
  v_subjects uuid[];
  v_gone uuid[];
  v_removed integer;
begin
  select * into v_import from public.imports where id = p_id and state = 'undoing' for update;
  if not found then
    return false;
  end if;
  v_subjects := array(
    select s.subject_id from public.import_subjects s where s.import_id = p_id and s.kept is null order by s.subject_id limit p_size);
  if v_subjects = '{}' then
    update public.imports set state = 'undone', undone_at = now() where id = p_id;
    return false;
  end if;
  -- Nobody begins to read, and no letter is answered, between the look and the removal.
  perform from public.imported_purchases p where p.id = any (v_subjects) order by p.id for update;
  perform from public.newsletter_subscribers n where n.id = any (v_subjects) order by n.id for update;
  update public.import_subjects s set kept = d.standing
    from public.standings_of_import(v_import, v_subjects) d
    where s.import_id = p_id and s.subject_id = d.subject_id and d.standing <> 'removed';
  -- What stays for another import is from now on what that one added.
  update public.import_subjects o set is_added = true
    from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept = 'elsewhere' and o.subject_id = s.subject_id and o.import_id <> p_id;
  v_gone := array(select s.subject_id from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null and s.is_added);
  if v_import.kind = 'purchases' then
    delete from public.imported_purchases p where p.id = any (v_gone);
    get diagnostics v_removed = row_count;
  else
    delete from public.newsletter_subscribers n where n.id = any (v_gone);
    get diagnostics v_removed = row_count;
  end if;
  delete from public.import_subjects s where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null;
  update public.imports set removed = removed + v_removed where id = p_id;
  return true;
end
$$;

create or replace function public.request_subscription(p_email text, p_locale text, p_source text, p_consent_version text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
  v_kind text;
  v_about jsonb;
  v_renews jsonb;
begin
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version)
    values (p_email, 'pending', p_locale, p_source, p_consent_version)
    on conflict (email) do update
      set state = 'pending', locale = excluded.locale, source = excluded.source, consent_version = excluded.consent_version,
        consented_at = now(),
        -- Asked again before the first link was used: that link still works.
        generation = s.generation + case when s.state = 'pending' then 0 else 1 end
      where s.state in ('pending', 'unsubscribed') or (s.state = 'bounced' and s.bounced_at < now() - interval '1 day')
    returning * into v_subscriber;
  if not found then
    select * into v_subscriber from public.newsletter_subscribers where email = p_email;
  end if;

  if v_subscriber.state = 'confirmed' and public.consent_names_books(p_source, p_consent_version)
      and not public.consent_names_books(v_subscriber.source, v_subscriber.consent_version) then
    v_renews := jsonb_build_object('renews', jsonb_build_object('source', p_source, 'consentVersion', p_consent_version));
  end if;
  v_about := jsonb_build_object('subscriber_id', v_subscriber.id, 'generation', v_subscriber.generation);
  v_kind := case
    when v_subscriber.state = 'pending' then 'newsletter_confirm'
    when v_subscriber.state = 'confirmed' and not exists (
      select from public.outbox m
        where m.recipient = p_email and m.kind = 'newsletter_already' and m.created_at > now() - interval '1 day')
      then 'newsletter_already'
  end;
  if v_kind is null or not public.mailbox_has_room(p_email, array['newsletter_confirm', 'newsletter_already'], v_about) then
    return false;
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values (v_kind || ':' || gen_random_uuid(), v_kind, p_email, v_subscriber.locale,
      v_about || jsonb_build_object('asked_at', now()) || coalesce(v_renews, '{}'));
  return true;
end
$$;

drop function public.confirm_subscription(uuid, integer, boolean);
create function public.confirm_subscription(p_id uuid, p_generation integer, p_is_late boolean, p_renews jsonb default null) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_subscriber public.newsletter_subscribers;
begin
  select * into v_subscriber from public.newsletter_subscribers where id = p_id for update;
  if not found or v_subscriber.generation <> p_generation then
    return jsonb_build_object('outcome', 'expired', 'email', null);
  end if;
  if v_subscriber.state = 'pending' and not p_is_late then
    update public.newsletter_subscribers set state = 'confirmed', confirmed_at = now() where id = p_id;
    return jsonb_build_object('outcome', 'done', 'email', v_subscriber.email);
  elsif v_subscriber.state = 'confirmed' and p_renews is not null
      and not public.consent_names_books(v_subscriber.source, v_subscriber.consent_version) then
    update public.newsletter_subscribers
      set source = p_renews->>'source', consent_version = p_renews->>'consentVersion', consented_at = now()
      where id = p_id and not p_is_late;
    return jsonb_build_object('outcome', case when p_is_late then 'expired' else 'done' end, 'email', v_subscriber.email);
  end if;
  return jsonb_build_object('outcome', case when v_subscriber.state = 'confirmed' then 'already' else 'expired' end,
    'email', v_subscriber.email);
end
$$;
