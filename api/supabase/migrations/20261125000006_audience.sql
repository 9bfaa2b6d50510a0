-- Whether mailboxes can check the domain that letters come from is asked before one goes to many; readers of a letter are chosen by where they
-- signed up and by another text that they did not get.
set check_function_bodies = off;

alter table public.doctor_runs add column found jsonb;

drop function public.note_doctor_run(text, boolean);
-- Writes down what the doctor found of a service; answers when.
create function public.note_doctor_run(p_service text, p_is_well boolean, p_found jsonb default null) returns timestamptz
language sql volatile security definer set search_path = ''
as $$
  insert into public.doctor_runs (service, is_well, found) values (p_service, p_is_well, p_found)
    on conflict (service) do update set is_well = excluded.is_well, found = excluded.found, checked_at = now()
    returning checked_at
$$;

-- What was found of the domain that letters come from, in the last week; or null.
create function public.get_sender_check(p_domain text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select d.found || jsonb_build_object('checked_at', d.checked_at) from public.doctor_runs d
    where d.service = 'sender' and d.found->>'domain' = p_domain and d.checked_at > now() - interval '7 days'
$$;

-- Lets a letter go at a moment, or in a minute (null), so that it can be taken back. The owners are told when another member does. `in_past`;
-- `not_published`: nobody could read the text on the site then; `nobody` would get it; `not_deliverable`, `test_required` and
-- `step_up_required` with more readers than these: mailboxes cannot check the sender's domain, or nobody looked lately.
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
  update public.letters set state = 'scheduled', send_at = v_send_at, reason = null, revision = revision + 1 where id = p_id
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

-- The confirmed subscribers after one id up to another (null: from the first, to the last) to whom a segment applies and who did not get
-- the text. `is_named`: false for those whom only the words that they agreed to leave out, whatever they have. What is a set is read as one:
-- asked for each subscriber, owners alone would take longer than a statement may.
create or replace function public.letter_readers(p_post_id uuid, p_segment jsonb, p_after uuid, p_until uuid)
returns table (id uuid, generation integer, locale text, is_named boolean)
language sql stable security definer set search_path = '' set enable_nestloop = off set jit = off
as $$
  with bounds as materialized (
    select (p_segment->>'joinedFrom')::date::timestamp at time zone z.zone as joined_from,
        ((p_segment->>'joinedUntil')::date + 1)::timestamp at time zone z.zone as joined_until
      from (select public.totals_zone() as zone) z
  ), portion as materialized (
    select s.id, s.email, s.generation, s.locale,
        (p_segment->>'owns' is null and p_segment->>'lacks' is null) or public.consent_names_books(s.source, s.consent_version) as is_named
      from public.newsletter_subscribers s, bounds b
      where s.state = 'confirmed' and (p_after is null or s.id > p_after) and (p_until is null or s.id <= p_until)
        and (p_segment->>'locale' is null or s.locale = p_segment->>'locale')
        and (p_segment->>'source' is null or s.source = p_segment->>'source')
        and (b.joined_from is null or s.confirmed_at >= b.joined_from) and (b.joined_until is null or s.confirmed_at < b.joined_until)
  ), owners as materialized (
    select o.email from public.owners_of(p_segment->>'owns') o
  ), others as materialized (
    select o.email from public.owners_of(p_segment->>'lacks') o
  ), got as materialized (
    select r.subscriber_id from public.letter_recipients r
      where r.post_id = p_post_id and (p_after is null or r.subscriber_id > p_after) and (p_until is null or r.subscriber_id <= p_until)
    union
    select r.subscriber_id from public.letter_recipients r
      where r.post_id = (p_segment->>'missed')::uuid and r.state not in ('refused', 'left', 'bounced')
        and (p_after is null or r.subscriber_id > p_after) and (p_until is null or r.subscriber_id <= p_until)
  )
  select p.id, p.generation, p.locale, p.is_named
    from portion p
    left join owners o on o.email = p.email
    left join others t on t.email = p.email
    left join got g on g.subscriber_id = p.id
    where g.subscriber_id is null
      and (not p.is_named or (p_segment->>'owns' is null or o.email is not null) and (p_segment->>'lacks' is null or t.email is null))
$$;
