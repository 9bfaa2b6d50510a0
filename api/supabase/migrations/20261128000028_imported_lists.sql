-- Who waits for a confirmation is subscribed by an imported list that knows it, and waits again when the import is undone.
set check_function_bodies = off;

alter table public.import_subjects add column waited jsonb,
  add constraint import_subjects_waited check (not (is_added and waited is not null));

-- The same of a list: `confirmed`, `asked` (gets a letter first), `left` (is kept as such), `known`, or the reason why not.
create or replace function public.foreseen_subscribers(p_id uuid, p_limit integer)
returns table (line integer, email text, at timestamptz, confirmed_at timestamptz, locale text, outcome text)
language sql stable security definer set search_path = ''
as $$
  select r.line, r.email, r.at, r.confirmed_at, coalesce(r.locale, i.locale),
      case
        when d.digest is not null then 'deleted_here'
        -- Who left elsewhere what was brought from there; who signed up here, stays.
        when r.has_left and (s.id is null or s.source = 'import' and s.state in ('pending', 'confirmed')) and r.turn = 1 then 'left'
        when (s.state in ('unsubscribed', 'bounced') or a.digest is not null) and not r.has_left then 'left_here'
        -- A sign-up that waits here is confirmed by a list that knows its confirmation, unless it was left before.
        when r.turn > 1 or r.has_left or s.state <> 'pending' or coalesce(s.unsubscribed_at, s.bounced_at) is not null
          or s.id is not null and r.confirmed_at is null then 'known'
        when r.confirmed_at is not null then 'confirmed'
        else 'asked'
      end
    from (
      -- Of an address that is in the file twice the leaving counts, then the confirmation.
      select w.*, row_number() over (partition by w.email order by w.has_left desc, w.confirmed_at is null, w.line) as turn
        from (select * from public.import_rows x where x.import_id = p_id and x.reason is null order by x.line limit p_limit) w
    ) r
    join public.imports i on i.id = p_id
    left join public.newsletter_subscribers s on s.email = r.email
    left join public.suppressed_addresses a on a.digest = public.address_digest(r.email)
    left join public.deleted_addresses d on d.digest = public.address_digest(r.email)
$$;

-- A portion of a list. An address whose own confirmation the file knows is subscribed, with the consent of the list; others are asked once,
-- one letter in three seconds, so that no mail server takes it for a flood; on a day as many as `asks_room` says.
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
      on conflict (email) do update
        set state = excluded.state, source = 'import',
          consent_version = case excluded.state when 'confirmed' then excluded.consent_version else s.consent_version end,
          consented_at = case excluded.state when 'confirmed' then excluded.consented_at else s.consented_at end,
          confirmed_at = coalesce(excluded.confirmed_at, s.confirmed_at), unsubscribed_at = coalesce(excluded.unsubscribed_at, s.unsubscribed_at)
        where excluded.state = 'unsubscribed' and s.source = 'import' and s.state in ('pending', 'confirmed')
          or excluded.state = 'confirmed' and s.state = 'pending' and coalesce(s.unsubscribed_at, s.bounced_at) is null
      returning s.id, s.email, s.state, s.locale, s.generation
  ), named as (
    insert into public.import_subjects (import_id, subject_id, is_added, waited)
      select p_import.id, l.id, w.waited is null, w.waited
        from listed l left join lateral (
          -- This reads what was there before this statement.
          select jsonb_build_object('source', n.source, 'consent_version', n.consent_version, 'consented_at', n.consented_at) as waited
            from public.newsletter_subscribers n where n.id = l.id and l.state = 'confirmed') w on true
      union all
      select distinct p_import.id, s.id, false, null::jsonb
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

-- What would become of each purchase or subscriber that an import added or confirmed (of `p_subjects`, or all: null), if it were undone:
-- `removed`, or waits again; `used`: the book was read, downloaded or claimed by its reader, or the subscriber did something since, or got a
-- letter; `elsewhere`: another import brought it, too.
create or replace function public.standings_of_import(p_import public.imports, p_subjects uuid[]) returns table (subject_id uuid, standing text)
language sql stable security definer set search_path = ''
as $$
  select s.subject_id,
      case
        when p.downloads > 0 or p.claimed_at > p.imported_at
          or exists (select from public.reading_positions r where r.uid = p.uid and r.ebook_id = p.ebook_id)
          or n.source <> 'import' or n.state = 'bounced' or s.waited is null and n.confirmed_at > n.created_at
          or n.unsubscribed_at > n.created_at
          or exists (select from public.letter_recipients r where r.subscriber_id = n.id and r.handed_at is not null) then 'used'
        when exists (
          select from public.import_subjects o join public.imports i on i.id = o.import_id
            where o.subject_id = s.subject_id and o.import_id <> s.import_id and i.state <> 'undone'
              -- A sign-up that waited was not confirmed by an earlier import.
              and (s.waited is null or i.created_at > p_import.created_at)) then 'elsewhere'
        else 'removed'
      end
    from public.import_subjects s
    left join public.imported_purchases p on p_import.kind = 'purchases' and p.id = s.subject_id
    left join public.newsletter_subscribers n on p_import.kind = 'subscribers' and n.id = s.subject_id
    where s.import_id = p_import.id and (s.is_added or s.waited is not null) and s.kept is null
      and (p_subjects is null or s.subject_id = any (p_subjects)) and (p.id is not null or n.id is not null)
$$;

-- Undoes the next part of an import, all of it or nothing. False when it is undone, or not to be undone.
create or replace function public.undo_portion(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_import public.imports;
  v_subjects uuid[];
  v_gone uuid[];
  v_readers jsonb;
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
  -- What stays for another import is from now on what that one added or confirmed.
  update public.import_subjects o
    set is_added = o.is_added or s.is_added, waited = case when not o.is_added then s.waited end
    from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept = 'elsewhere' and o.subject_id = s.subject_id and o.import_id <> p_id;
  v_gone := array(select s.subject_id from public.import_subjects s
    where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null and (s.is_added or s.waited is not null));
  if v_import.kind = 'purchases' then
    select coalesce(jsonb_agg(to_jsonb(r) order by r.uid), '[]') into v_readers
      from (
        select p.uid, array_agg(distinct p.ebook_id) as ebook_ids from public.imported_purchases p
          where p.id = any (v_gone) and p.uid is not null group by p.uid
      ) r;
    delete from public.imported_purchases p where p.id = any (v_gone);
    get diagnostics v_removed = row_count;
    -- A copy that they paid for here meanwhile became a present, and is their own again.
    perform public.settle_rights(r.uid, r.ebook_ids) from jsonb_to_recordset(v_readers) r (uid text, ebook_ids text[]);
  else
    with waiting as (
      update public.newsletter_subscribers n
        set state = 'pending', confirmed_at = null, source = s.waited->>'source', consent_version = s.waited->>'consent_version',
          consented_at = (s.waited->>'consented_at')::timestamptz
        from public.import_subjects s
        where s.import_id = p_id and s.waited is not null and n.id = s.subject_id and n.id = any (v_gone)
        returning 1
    ), gone as (
      delete from public.newsletter_subscribers n using public.import_subjects s
        where s.import_id = p_id and s.is_added and n.id = s.subject_id and n.id = any (v_gone)
        returning 1
    )
    select (select count(*) from waiting) + (select count(*) from gone) into v_removed;
  end if;
  delete from public.import_subjects s where s.import_id = p_id and s.subject_id = any (v_subjects) and s.kept is null;
  update public.imports set removed = removed + v_removed where id = p_id;
  return true;
end
$$;

-- Takes a confirmation link: `done`, `already` when it did so before, `expired` when it can confirm nothing (any more). `p_renews`: the words
-- that a subscriber agrees to with it, and where these stood.
create or replace function public.confirm_subscription(p_id uuid, p_generation integer, p_is_late boolean, p_renews jsonb default null) returns jsonb
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
  -- Their own press counts when the import that confirmed them is undone.
  update public.import_subjects s set waited = null where s.subject_id = p_id and s.waited is not null and v_subscriber.state = 'confirmed' and not p_is_late;
  return jsonb_build_object('outcome', case when v_subscriber.state = 'confirmed' then 'already' else 'expired' end,
    'email', v_subscriber.email);
end
$$;
