-- Letters to subscribers where the mail server refuses, hangs or breaks: who is refused for what, who waits again, and what the owner is told. The
-- questions to imported addresses share the day with them, and stand behind all other mail.
set check_function_bodies = off;

create index letter_recipients_complained on public.letter_recipients (letter_id, done_at) where state = 'complained';
drop index public.outbox_due;
create index outbox_due on public.outbox (due_at) where sent_at is null and given_up_at is null and kind <> 'newsletter_moved';
create index outbox_asks on public.outbox (due_at) where kind = 'newsletter_moved' and sent_at is null and given_up_at is null;
create index outbox_asks_claimed on public.outbox (claimed_until) where kind = 'newsletter_moved' and claimed_until is not null;
create index outbox_asks_sent on public.outbox (sent_at) where kind = 'newsletter_moved' and sent_at is not null;

alter table public.task_snoozes drop constraint task_snoozes_kind_check;
alter table public.task_snoozes add constraint task_snoozes_kind_check
  check (kind in ('refund_request', 'message', 'ebook_draft', 'letter_unknown', 'letter_complained', 'draft_about_episode', 'draft_about_ebook'));

-- They answer or ask for more than before; a process of before goes on as it was.
drop function public.refuse_letter(uuid, uuid, integer, text, boolean);
drop function public.lose_letter(uuid, uuid, integer, text);

-- When the next day of the site's time zone begins.
create or replace function public.next_site_day() returns timestamptz
language sql stable security definer set search_path = ''
as $$ select (public.site_day() + 1)::timestamp at time zone public.totals_zone() $$;

-- How many a letter about this text would have now, by language, and how many the words of their consent leave out.
create or replace function public.get_letter_audience(p_post_id uuid, p_segment jsonb) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('total', count(*) filter (where r.is_named), 'without_consent', count(*) filter (where not r.is_named),
      'by_locale', jsonb_build_object('pt-BR', count(*) filter (where r.is_named and r.locale = 'pt-BR'),
        'en', count(*) filter (where r.is_named and r.locale = 'en')),
      'day', (select to_jsonb(d) from public.letter_day() d),
      'complained', (
        select jsonb_build_object('subject', public.letter_subject(l), 'complaints', c.complaints, 'got', c.got)
          from public.complained_letters() c join public.letters l on l.id = c.id order by l.ended_at desc limit 1))
    from public.letter_readers(p_post_id, p_segment, null, null) r
$$;

-- What a letter that is being sent waits for, and until when; null while it goes. `server`: it rests, as the mail server takes nothing; `reader`:
-- the mail server asked to come back later for each who is left; `day`: no more may leave today.
create or replace function public.letter_wait(letter public.letters) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select case
      when letter.rest_until > now() then jsonb_build_object('for', 'server', 'until', letter.rest_until)
      when w.due_at > greatest(now(), w.day_at) then jsonb_build_object('for', 'reader', 'until', w.due_at)
      when w.day_at is not null then jsonb_build_object('for', 'day', 'until', w.day_at) end
    from (
      select case when d.handed >= d.most then public.next_site_day() end as day_at,
          (select r.due_at from public.letter_recipients r where r.letter_id = letter.id and r.state = 'waiting' order by r.due_at limit 1) as due_at
        from public.letter_day() d) w
    where letter.state = 'sending' and w.due_at is not null
      and not exists (select from public.letter_recipients r where r.letter_id = letter.id and r.state = 'handing')
$$;

-- A letter as its owner works on it; or null.
create or replace function public.get_admin_letter(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.listed_letter_json(l) || jsonb_build_object('heads', l.heads, 'segment', l.segment,
      'reason', case when l.state = 'stopped' then l.reason end, 'is_tested', l.tested_digest is not distinct from public.letter_digest(l),
      'per_day', d.most, 'today', greatest(0, d.most - d.handed), 'waits', public.letter_wait(l), 'revision', l.revision,
      'post', public.listed_post_json(p) || jsonb_build_object('locales', p.locales),
      'brought', public.letter_brought(l))
    from public.letters l join public.posts p on p.id = l.post_id cross join public.letter_day() d where l.id = p_id
$$;

-- Moves a letter on the owner's word: `undo` makes a draft of what did not begin, `pause`, `resume`, `cancel`, and `unknown` sends again to
-- those of whom nobody knows whether they got it. What is being handed over at the moment of a pause is handed over. Where the mail server
-- refused too many, those who have a mailbox wait again when the letter goes on: it may have meant us.
create or replace function public.move_letter(p_actor jsonb, p_id uuid, p_revision integer, p_move text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_letter(p_id, p_revision, case p_move
    when 'undo' then '{scheduled}'::text[]
    when 'pause' then '{preparing,sending}'
    when 'resume' then '{paused,stopped}'
    when 'cancel' then '{scheduled,late,preparing,sending,paused,stopped}'
    else '{sending,paused,stopped,sent}' end);
  v_before public.letters;
  v_letter public.letters;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select l.* into v_before from public.letters l where l.id = p_id;
  if p_move = 'unknown' then
    update public.letter_recipients r set state = 'waiting', due_at = now(), done_at = null, error = null
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
          else case state when 'sent' then 'sending' else state end end,
      send_at = case when p_move <> 'undo' then send_at end, ended_at = case when p_move = 'cancel' then now() end, totals = null, reason = null,
      failures = 0, rests = 0, rest_until = null, watched_from = case p_move when 'resume' then now() else watched_from end,
      revision = revision + 1
    where id = p_id returning * into v_letter;
  perform public.note_admin_change(p_actor, case p_move when 'undo' then 'letter_unscheduled' when 'pause' then 'letter_paused'
      when 'resume' then 'letter_resumed' when 'cancel' then 'letter_cancelled' else 'letter_sent_again' end, 'letter', p_id::text,
    jsonb_build_object('state', v_before.state), jsonb_build_object('state', v_letter.state, 'subject', public.letter_subject(v_letter)));
  return jsonb_build_object('outcome', 'done', 'letter', public.get_admin_letter(p_id));
end
$$;

-- The mail server took it, also when that was heard of late.
create or replace function public.finish_letter(p_letter_id uuid, p_subscriber_id uuid, p_claims integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.letters l where l.id = p_letter_id and (l.failures > 0 or l.rests > 0) for no key update;
  update public.letter_recipients r set state = 'sent', lease_until = null, done_at = now(), error = null
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state in ('handing', 'unknown');
  if found then
    perform public.count_handed();
    update public.letters l set failures = 0, rests = 0 where l.id = p_letter_id and (l.failures > 0 or l.rests > 0);
  end if;
end
$$;

-- One more mail of today that the warm-up counts.
create or replace function public.count_handed() returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.letter_days as d (day, handed) values (public.site_day(), 1) on conflict (day) do update set handed = d.handed + 1
$$;

-- The mail server has had the final dot for a while and says nothing yet: its reader is not given up.
create or replace function public.keep_letter(p_letter_id uuid, p_subscriber_id uuid, p_claims integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.letter_recipients r set lease_until = now() + interval '2 minutes'
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state = 'handing'
$$;

-- The letter of a reader whom a worker claimed: locked, and the reader after it, as by all who change both. Null when that claim is over.
create or replace function public.lock_claimed_reader(p_letter_id uuid, p_subscriber_id uuid, p_claims integer) returns public.letters
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters;
begin
  select l.* into v_letter from public.letters l where l.id = p_letter_id for no key update;
  perform from public.letter_recipients r
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state in ('waiting', 'handing') for update;
  return case when found then v_letter end;
end
$$;

-- A reader who did not get a letter waits for it again, from this moment on; or, when it goes to nobody any more, for another one of its text.
create or replace function public.return_reader(letter public.letters, p_subscriber_id uuid, p_due_at timestamptz, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if letter.state = 'cancelled' or public.step_of_letter(letter.id) is not null
      and not exists (select from public.letter_series x where x.state <> 'off') then
    delete from public.letter_recipients r where r.letter_id = letter.id and r.subscriber_id = p_subscriber_id;
  else
    update public.letter_recipients r set state = 'waiting', due_at = coalesce(p_due_at, r.due_at), lease_until = null, handed_at = null, error = p_error
      where r.letter_id = letter.id and r.subscriber_id = p_subscriber_id;
  end if;
end
$$;

-- A try for this reader that came to nothing: again after 15 minutes at first, after a day before the fifth try, the last.
create or replace function public.try_reader_later(letter public.letters, p_subscriber_id uuid, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  update public.letter_recipients r set attempts = r.attempts + 1 where r.letter_id = letter.id and r.subscriber_id = p_subscriber_id
    returning * into v_recipient;
  if v_recipient.attempts < 5 or letter.state = 'cancelled' then
    perform public.return_reader(letter, p_subscriber_id,
      now() + ('{15 minutes,1 hour,6 hours,1 day}'::interval[])[v_recipient.attempts], p_error);
  else
    update public.letter_recipients r set state = 'refused', lease_until = null, done_at = now(), error = p_error
      where r.letter_id = letter.id and r.subscriber_id = p_subscriber_id;
    perform public.end_after_returns(p_subscriber_id, v_recipient.generation);
  end if;
end
$$;

-- The mail server asks to come back later.
create or replace function public.defer_letter(p_letter_id uuid, p_subscriber_id uuid, p_claims integer, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_letter public.letters := public.lock_claimed_reader(p_letter_id, p_subscriber_id, p_claims);
begin
  if v_letter.id is not null then
    perform public.try_reader_later(v_letter, p_subscriber_id, p_error);
  end if;
  perform public.note_letter_failure(p_letter_id, p_error);
end
$$;

-- The mail server does not take it, ever. When there is no such mailbox, no letter goes there any more; else after three letters. The letter is
-- stopped when it refuses ten of the last two hundred. False when the letter does not go on: who is refused then waits with all others, since
-- what stopped it may be what refused them.
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
  update public.letters l set state = 'stopped', reason = p_error
    where l.id = p_letter_id and 10 <= (
      select count(*) from (
        select r.state from public.letter_recipients r
          where r.letter_id = l.id and r.done_at > l.watched_from and r.state in ('sent', 'refused') order by r.done_at desc limit 200) r
        where r.state = 'refused');
  return not found;
end
$$;

-- The connection broke, or (`p_was_tried`: false) there was none. Before the final dot nothing was delivered, and the reader waits again, as
-- after every try; after it nobody knows.
create or replace function public.lose_letter(
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
  perform public.note_letter_failure(p_letter_id, p_error);
end
$$;

-- Letters of the last 30 days that too many called spam when everybody had them: as many as would have stopped them (`note_letter_complaint`).
create or replace function public.complained_letters() returns table (id uuid, complaints integer, got integer, began_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.letter_id, c.complaints, g.got, c.began_at
    from (
      select r.letter_id, count(*)::integer as complaints, min(r.done_at) as began_at
        from public.letter_recipients r join public.letters l on l.id = r.letter_id
        where r.state = 'complained' and r.done_at > greatest(l.watched_from, now() - interval '30 days') and l.state = 'sent'
        group by r.letter_id) c
    join public.letters l on l.id = c.letter_id
    cross join lateral (select public.letter_counts(l) as counts) n
    cross join lateral (
      select (n.counts->>'sent')::integer + (n.counts->>'bounced')::integer + (n.counts->>'complained')::integer as got) g
    where c.complaints >= greatest(3, 0.003 * g.got)
$$;

-- Letters that wait for the owner: stopped, late, called spam by too many, or of whom nobody knows who got them.
create or replace function public.letter_tasks() returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select 'letter_' || l.state, l.id::text, public.letter_subject(l), l.send_at, coalesce(l.reason, '')
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

-- A letter did not reach a reader who may have a mailbox: with the third in a while (`count_bounces`) no more go there. Of two at the same time
-- one sees the other.
create or replace function public.end_after_returns(p_subscriber_id uuid, p_generation integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.newsletter_subscribers s where s.id = p_subscriber_id for update;
  perform public.suppress_subscriber(s.id, 'bounces')
    from public.newsletter_subscribers s
    where s.id = p_subscriber_id and s.state = 'confirmed' and s.generation = p_generation and 3 <= (
      select count(*) from public.letter_recipients r
        where r.subscriber_id = p_subscriber_id and r.generation = p_generation and r.state in ('bounced', 'refused')
          and r.done_at > now() - public.rule('count_bounces'));
end
$$;

-- A letter did not reach its reader. Where there is no such mailbox (`p_is_gone`) none goes there any more; else after three letters. A
-- sign-up after that letter is not touched. `already`: that was known; `unknown`: nothing is kept of this letter and reader.
create or replace function public.note_letter_bounce(p_letter_id uuid, p_subscriber_id uuid, p_is_gone boolean, p_reason text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.letter_recipients;
begin
  perform from public.letters l where l.id = p_letter_id for no key update;
  select r.* into v_recipient from public.letter_recipients r
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id for update;
  if not found then
    return 'unknown';
  elsif v_recipient.state in ('bounced', 'complained') then
    return 'already';
  end if;
  update public.letter_recipients r set state = 'bounced', lease_until = null, done_at = now(), error = p_reason
    where r.letter_id = p_letter_id and r.subscriber_id = p_subscriber_id;
  update public.letters l set totals = null where l.id = p_letter_id;
  if p_is_gone then
    perform public.suppress_subscriber(s.id, 'no_mailbox')
      from public.newsletter_subscribers s
      where s.id = p_subscriber_id and s.state = 'confirmed' and s.generation = v_recipient.generation;
  else
    perform public.end_after_returns(p_subscriber_id, v_recipient.generation);
  end if;
  return 'noted';
end
$$;

-- A reader called a letter spam: that is a wish to leave. When three readers or more did so since the owner last let the letter go on, and
-- they are 0.3 % of all who got it, the letter is stopped: mail programs begin to refuse senders there. A sign-up after that letter is not touched.
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
  update public.letters l set state = 'stopped', reason = 'complaints', ended_at = null
    where l.id = p_letter_id and (l.state = 'sending' or l.state = 'sent' and public.step_of_letter(l.id) is not null) and (
      select count(*) filter (where r.state = 'complained' and r.done_at > l.watched_from) >= greatest(3, 0.003 * count(*))
        from public.letter_recipients r where r.letter_id = l.id and r.state in ('sent', 'bounced', 'complained'));
  perform public.suppress_subscriber(s.id, 'complaint')
    from public.newsletter_subscribers s where s.id = p_subscriber_id and s.generation = v_recipient.generation;
  return 'noted';
end
$$;

-- What would become of each purchase or subscriber that an import added (of `p_subjects`, or all: null), if it were undone: `removed`; `used`:
-- the book was read, downloaded or claimed by its reader, or the subscriber did something since, or got a letter; `elsewhere`: another import brought it, too.
create or replace function public.standings_of_import(p_import public.imports, p_subjects uuid[]) returns table (subject_id uuid, standing text)
language sql stable security definer set search_path = ''
as $$
  select s.subject_id,
      case
        when p.downloads > 0 or p.claimed_at > p.imported_at
          or exists (select from public.reading_positions r where r.uid = p.uid and r.ebook_id = p.ebook_id)
          or n.source <> 'import' or n.state = 'bounced' or n.confirmed_at > n.created_at or n.unsubscribed_at > n.created_at
          or exists (select from public.letter_recipients r where r.subscriber_id = n.id and r.handed_at is not null) then 'used'
        when exists (
          select from public.import_subjects o join public.imports i on i.id = o.import_id
            where o.subject_id = s.subject_id and o.import_id <> s.import_id and i.state <> 'undone') then 'elsewhere'
        else 'removed'
      end
    from public.import_subjects s
    left join public.imported_purchases p on p_import.kind = 'purchases' and p.id = s.subject_id
    left join public.newsletter_subscribers n on p_import.kind = 'subscribers' and n.id = s.subject_id
    where s.import_id = p_import.id and s.is_added and s.kept is null and (p_subjects is null or s.subject_id = any (p_subjects))
      and (p.id is not null or n.id is not null)
$$;

-- A portion of a list. Whose own confirmation the file knows is subscribed; others are asked once, one letter in three seconds, so that no
-- mail server takes it for a flood; on a day as many as `asks_room` says.
create or replace function public.import_subscribers(p_import public.imports, p_size integer, out added integer, out known integer, out refused integer)
language sql volatile security definer set search_path = ''
as $$
  with foreseen as materialized (
    select * from public.foreseen_subscribers(p_import.id, p_size)
  ), listed as (
    insert into public.newsletter_subscribers as s (email, state, locale, source, consent_version, consented_at, confirmed_at, unsubscribed_at)
      select f.email, case f.outcome when 'confirmed' then 'confirmed' when 'asked' then 'pending' else 'unsubscribed' end, f.locale, 'import',
          p_import.origin, coalesce(f.at, p_import.consented_at), case when f.outcome = 'confirmed' then f.confirmed_at end,
          case when f.outcome = 'left' then now() end
        from foreseen f where f.outcome in ('confirmed', 'asked', 'left')
      on conflict (email) do update set state = 'unsubscribed', unsubscribed_at = now()
        where excluded.state = 'unsubscribed' and s.source = 'import' and s.state in ('pending', 'confirmed')
      returning s.id, s.email, s.state, s.locale, s.generation
  ), named as (
    insert into public.import_subjects (import_id, subject_id, is_added)
      select p_import.id, l.id, true from listed l
      union all
      select distinct p_import.id, s.id, false
        from foreseen f join public.newsletter_subscribers s on s.email = f.email where f.outcome = 'known'
      on conflict do nothing
  ), last as (
    select greatest(now(), max(m.due_at)) as at from public.outbox m
      where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null
  ), asked as (
    insert into public.outbox (key, kind, recipient, locale, payload, due_at)
      select 'newsletter_moved:' || w.id, 'newsletter_moved', w.email, w.locale,
          jsonb_build_object('subscriber_id', w.id, 'generation', w.generation, 'asked_at', w.due_at, 'origin', p_import.origin), w.due_at
        from (
          select l.*, last.at + interval '3 seconds' * row_number() over (order by l.email) as due_at
            from listed l cross join last where l.state = 'pending'
        ) w
      on conflict (key) do nothing
  ), kept as (
    update public.import_rows r set reason = f.outcome
      from foreseen f where r.import_id = p_import.id and r.line = f.line and f.outcome in ('left_here', 'deleted_here')
      returning 1
  ), gone as (
    delete from public.import_rows r using foreseen f
      where r.import_id = p_import.id and r.line = f.line and f.outcome not in ('left_here', 'deleted_here')
      returning 1
  )
  select (select count(*) from listed)::integer,
    ((select count(*) from gone) - (select count(*) from listed))::integer,
    (select count(*) from kept)::integer
$$;

-- How many imported addresses may be asked now whether they want the newsletter: one in three seconds, and with the letters to subscribers as
-- many on a day as the warm-up allows.
create or replace function public.asks_room() returns integer
language sql stable security definer set search_path = ''
as $$
  select least(d.most - d.handed - a.claimed, 10 - a.claimed - a.sent)::integer
    from public.letter_day() d cross join (
      select (select count(*) from public.outbox m where m.kind = 'newsletter_moved' and m.claimed_until > now()) as claimed,
          (select count(*) from public.outbox m where m.kind = 'newsletter_moved' and m.sent_at > now() - interval '30 seconds') as sent) a
$$;

-- When the next of them may be asked; null when nobody is to be asked.
create or replace function public.asks_at() returns timestamptz
language sql stable security definer set search_path = ''
as $$
  select greatest(w.due_at, case
      when w.due_at > now() then null
      when d.handed >= d.most then public.next_site_day()
      when public.asks_room() <= 0 then now() + interval '3 seconds' end)
    from public.letter_day() d cross join (
      select m.due_at from public.outbox m
        where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and (m.claimed_until is null or m.claimed_until < now())
        order by m.due_at limit 1) w
$$;

-- Hands due mail to one worker for a while. A worker that dies leaves it to the next when the while is over. What somebody waits for comes
-- before the questions to imported addresses.
create or replace function public.claim_mail(p_limit integer, p_lease_seconds integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_mail jsonb;
  v_asks jsonb;
begin
  with due as (
    select m.id from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.due_at <= now() and m.kind <> 'newsletter_moved'
        and (m.claimed_until is null or m.claimed_until < now())
      order by m.due_at limit p_limit
      for update skip locked
  ), claimed as (
    update public.outbox m
      set claimed_until = now() + make_interval(secs => p_lease_seconds), attempts = m.attempts + 1
      from due where m.id = due.id
      returning m.id, m.key, m.kind, m.recipient, m.locale, m.payload, m.attempts
  )
  select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') into v_mail from claimed;
  if jsonb_array_length(v_mail) >= p_limit or not exists (
      select from public.outbox m where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and m.due_at <= now()) then
    return v_mail;
  end if;
  -- Of two workers one sees what the other takes.
  perform pg_advisory_xact_lock(hashtextextended('asks', 0));
  with due as (
    select m.id from public.outbox m
      where m.kind = 'newsletter_moved' and m.sent_at is null and m.given_up_at is null and m.due_at <= now()
        and (m.claimed_until is null or m.claimed_until < now())
      order by m.due_at limit greatest(0, least(p_limit - jsonb_array_length(v_mail), public.asks_room()))
      for update skip locked
  ), claimed as (
    update public.outbox m
      set claimed_until = now() + make_interval(secs => p_lease_seconds), attempts = m.attempts + 1,
        -- From then on its link counts.
        payload = m.payload || jsonb_build_object('asked_at', now())
      from due where m.id = due.id
      returning m.id, m.key, m.kind, m.recipient, m.locale, m.payload, m.attempts
  )
  select coalesce(jsonb_agg(to_jsonb(claimed)), '[]') into v_asks from claimed;
  return v_mail || v_asks;
end
$$;

-- A mail was taken by the mail server.
create or replace function public.finish_mail(p_id uuid) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_kind text;
begin
  update public.outbox set sent_at = now(), claimed_until = null, last_error = null where id = p_id returning kind into v_kind;
  if v_kind = 'newsletter_moved' then
    perform public.count_handed();
  end if;
end
$$;

-- Since when mail does not leave: the oldest that was tried, or was due, a quarter of an hour ago. A notice to the owner does not
-- count: one that waits would be the reason of the next; nor do questions to imported addresses, which wait for their day.
create or replace function public.mail_stuck_since(p_now timestamptz) returns timestamptz
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  select min(w.created_at) from (
    select m.created_at, m.due_at, m.attempts from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.kind <> 'owner_alert'
      order by m.due_at limit 1000
  ) w
  where w.created_at < p_now - interval '15 minutes' and (w.attempts > 0 or w.due_at < p_now - interval '15 minutes')
$$;

-- What is wrong at `p_now`. `label`: what people call it. `detail`: the reason, in the words of the service that refused, or a word of ours.
-- An order is delivered by the letter with the books only.
create or replace function public.active_incidents(p_now timestamptz, p_has_channel boolean)
returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = '' set enable_seqscan = off
  set enable_hashjoin = off set enable_mergejoin = off set jit = off
as $$
  select 'stuck_mail', '', '', s.since,
      coalesce((select m.last_error from public.outbox m
        where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' and m.last_error is not null
        order by m.due_at limit 1), '')
    from (select public.mail_stuck_since(p_now) as since) s where s.since is not null
  union all
  -- Paid for a quarter of an hour, and the buyer cannot read the book or was not written to. What is told of once is looked at until it is
  -- over; that they can read comes with the payment, so that only the latest payments are looked at.
  select 'undelivered_order', o.id::text, o.number::text, o.paid_at, t.reason
    from (
      select r.id from public.orders r where r.paid_at > p_now - interval '1 day'
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
            where c.order_id = o.id
              and case when not exists (select from public.entitlements e
                  where e.uid = o.holder and e.ebook_id = c.ebook_id and e.revoked_at is null)
                then public.gives_right(o, c.id) end) then 'not_readable'
        when exists (
          select from public.outbox m where m.key = 'purchase_paid:' || o.id and m.sent_at is null
            and (m.given_up_at is not null or m.created_at < p_now - interval '15 minutes'))
          and not exists (select from public.purchase_mails(o) m where m.kind = 'purchase_paid' and m.sent_at is not null) then 'not_mailed'
      end as reason) t
    where o.paid_at < p_now - interval '15 minutes' and o.state in ('paid', 'partly_refunded') and t.reason is not null
  union all
  -- Money that came back from the bank, or that could not leave, and was not sent again. Nobody has to see it at the moment it happens.
  select 'failed_refund', o.id::text, o.number::text, min(r.failed_at), (array_agg(r.obstacle order by r.failed_at desc))[1]
    from public.order_refunds r join public.orders o on o.id = r.order_id
    where r.state = 'failed' and r.obstacle in ('returned', 'balance') and r.failed_at > p_now - interval '14 days'
      and public.refundable_minor(o) > 0
      and not exists (
        select from public.order_refunds l where l.order_id = r.order_id and l.requested_at > r.requested_at and l.state <> 'failed'
            and (l.items is null or l.items = r.items))
    group by o.id
  union all
  -- Of books that were taken back, because a refund failed only afterwards. `detail`: how much is still to be sent.
  select 'owed_refund', o.id::text, o.number::text, max(e.happened_at), public.owed_minor(o) || ' ' || o.currency
    from public.order_events e join public.orders o on o.id = e.order_id
    where e.kind = 'refund_failed' and public.owed_minor(o) > 0
    group by o.id
  union all
  -- `detail`: what was paid, and what the order costs.
  select 'amount_differs', o.id::text, o.number::text, o.created_at,
      concat(o.received->>'minor', ' ', o.received->>'currency', ', ', o.total_minor, ' ', o.currency)
    from public.orders o where o.received is not null and o.state = 'waiting'
  union all
  -- Money and rights of an order do not add up, see find_ledger_faults.
  select 'ledger_fault', o.id::text, o.number::text, f.found_at, f.faults[1]
    from public.ledger_faults f join public.orders o on o.id = f.order_id
  union all
  -- Neither paid nor over two working days after it was due, when banks have told of all that was paid.
  select 'overdue_payment', o.id::text, o.number::text, o.pay_by, o.pay_with
    from public.orders o
    where o.state = 'waiting' and o.received is null and public.message_due_by(o.pay_by, 'America/Sao_Paulo') < p_now
  union all
  -- The buyer paid for a book in two orders, as of a boleto that was given up and paid all the same, and the money of neither went back.
  -- The order is told whose money can go back: Stripe does not refund a boleto.
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
  -- Four readings that did not succeed.
  select 'channel_unread', '', '', coalesce(j.last_success_at, j.last_run_at), j.last_error
    from public.jobs j
    where p_has_channel and j.name = 'videos' and j.last_error is not null
      and (j.last_success_at is null or j.last_success_at < p_now - interval '2 hours')
  union all
  select m.kind, m.subject, m.label, m.began_at, m.detail from public.mailbox_incidents(p_now) m
  union all
  -- Its own mail tells of it, once for each file (`save_unstamped_file`).
  select 'unstamped_book', b.id, b.title, f.noted_at, f.reason
    from public.unstamped_files f
    join public.ebooks_metadata b on b.filename = f.filename
    where f.noted_at > p_now - interval '30 days'
      and not exists (select from public.unstamped_files g where g.filename = f.filename and g.noted_at > f.noted_at)
      and not exists (select from public.admin_changes c
        where c.subject_kind = 'ebook' and c.subject_id = b.id and c.action = 'ebook_file_replaced' and c.at > f.noted_at)
$$;

-- What the overview says of mail and outside services without asking them. Mail that waits, and not for its day, is counted up to a thousand; of mail
-- that was refused for good the five newest are told.
create or replace function public.get_health() returns jsonb
language sql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
  with waiting as (
    select m.created_at, m.attempts, m.last_error from public.outbox m
      where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved' order by m.due_at limit 1000
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
      select jsonb_build_object('last_success_at', j.last_success_at, 'last_error', j.last_error) from public.jobs j where j.name = 'videos'),
    'mailbox', public.mailbox_health())
$$;

-- Takes those of `p_jobs` ([{ name, lease, interval }], in seconds) that are due; see take_job. `next_in` is in how many seconds the first of
-- the others is due or its holder's time is over, `mail_in` in how many mail is due; null for never.
create or replace function public.take_jobs(p_holder text, p_jobs jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_job record;
  v_one jsonb;
  v_taken jsonb := '[]';
begin
  -- Always in the same order, so that two instances wait for each other in one direction only.
  for v_job in
    select w.name, w.lease, w.interval from jsonb_to_recordset(p_jobs) as w (name text, lease integer, interval integer)
      where not exists (select from public.jobs j where j.name = w.name
        and (j.lease_until >= now() or j.last_run_at > now() - make_interval(secs => w.interval)))
      order by w.name loop
    v_one := public.take_job(v_job.name, p_holder, v_job.lease, v_job.interval);
    if (v_one->>'taken')::boolean then
      v_taken := v_taken || jsonb_build_array(jsonb_build_object('name', v_job.name, 'last_success_at', v_one->'last_success_at'));
    end if;
  end loop;
  return jsonb_build_object('taken', v_taken,
    'next_in', (
      select extract(epoch from min(greatest(j.lease_until, j.last_run_at + make_interval(secs => w.interval))) - now())
        from jsonb_to_recordset(p_jobs) as w (name text, interval integer) join public.jobs j on j.name = w.name
        where not exists (select from jsonb_array_elements(v_taken) t where t->>'name' = w.name)),
    'mail_in', (
      select extract(epoch from least(min(greatest(m.due_at, m.claimed_until)), public.asks_at()) - now())
        from public.outbox m where m.sent_at is null and m.given_up_at is null and m.kind <> 'newsletter_moved'));
end
$$;
