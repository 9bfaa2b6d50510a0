-- The welcome series: posts that a new reader gets one after the other, each a number of days after confirming. A step is a newsletter
-- issue, sent like every other one (see 67_campaigns.sql), whose recipients are added when their day comes. Between two recipients its
-- state is `sent`.
set check_function_bodies = off;

-- The welcome series. The table has at most one row, which the first change creates. A restore sets `paused`, and the owner resumes the
-- series.
create table public.campaign_series (
  is_only boolean primary key default true check (is_only),
  state text not null default 'off' check (state in ('off', 'on', 'paused')),
  -- The time at which the series was first switched on. Subscribers who confirmed before that time do not get the series.
  since timestamptz,
  takes_imports boolean not null default false,
  -- The time at which due readers were last looked up.
  looked_at timestamptz,
  revision integer not null default 1,
  check (state = 'off' or since is not null)
);

create table public.series_steps (
  campaign_id uuid primary key references public.campaigns (id) on delete cascade,
  post_id uuid not null references public.posts (id) on delete cascade,
  after_days integer not null check (after_days between 0 and 180),
  -- The time at which the step was placed at this day. Readers who had reached the day by then do not get it.
  placed_at timestamptz not null default now(),
  -- The revision of the post from which the step's content was rendered, and the time of the rendering.
  written_revision integer not null,
  written_at timestamptz not null default now(),
  -- The number of recipients whose rows were deleted by age.
  deleted integer not null default 0,
  -- The time at which the step was taken out, which also cancels its issue.
  taken_out_at timestamptz
);
create unique index series_steps_by_day on public.series_steps (after_days) where taken_out_at is null;
create unique index series_steps_by_text on public.series_steps (post_id) where taken_out_at is null;
create index newsletter_confirmed on public.newsletter_subscribers (confirmed_at) where state = 'confirmed';

-- Removes a step from the series when its issue is cancelled, by whatever function.
create function public.take_out_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.series_steps set taken_out_at = now() where campaign_id = new.id and taken_out_at is null;
  return null;
end
$$;
create trigger take_out_step after update of state on public.campaigns
  for each row when (new.state = 'cancelled' and old.state <> 'cancelled') execute function public.take_out_step();

-- When a post is withdrawn, its step is not sent to readers who wait for it.
create function public.hold_step() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  delete from public.campaign_recipients r using public.series_steps s
    where s.post_id = new.id and s.taken_out_at is null and r.campaign_id = s.campaign_id and r.state = 'waiting';
  return null;
end
$$;
create trigger hold_step after update of state on public.posts
  for each row when (old.state = 'published' and new.state <> 'published') execute function public.hold_step();

-- Due readers ------------------------------------------------------------------------------------------------------------------------

-- Returns the readers who are due for a step now, whether or not the series is on. Each reader gets the next step, and no later one before
-- it. A reader whose next step is more than 30 days late leaves the series. A reader who got any issue within a day, or is about to, waits.
-- A reader who unsubscribed and returned gets a step again, but not a post that another issue brought.
create function public.series_turns()
returns table (campaign_id uuid, post_id uuid, subscriber_id uuid, generation integer, locale text, is_imported boolean, due_at timestamptz)
language sql stable security definer set search_path = '' set jit = off
as $$
  with steps as materialized (
    select s.campaign_id, s.post_id, s.after_days, s.placed_at, make_interval(days => s.after_days) as after, l.state
      from public.series_steps s
      join public.campaigns l on l.id = s.campaign_id
      join public.posts p on p.id = s.post_id
      where s.taken_out_at is null and p.state = 'published'
  ), due as materialized (
    select s.*, n.id as subscriber_id, n.generation, n.locale, n.source, n.confirmed_at
      from public.campaign_series x cross join steps s
      join public.newsletter_subscribers n on n.state = 'confirmed' and n.confirmed_at >= x.since and n.confirmed_at >= s.placed_at - s.after
        and n.confirmed_at > now() - interval '30 days' - s.after and n.confirmed_at <= now() - s.after
      where not exists (
        select from public.campaign_recipients r where r.post_id = s.post_id and r.subscriber_id = n.id
          and not (r.campaign_id = s.campaign_id and (r.state = 'left' or coalesce(r.done_at < n.confirmed_at, false))))
  )
  select d.campaign_id, d.post_id, d.subscriber_id, d.generation, d.locale, d.source = 'import', d.confirmed_at + d.after
    from due d
    -- The last step that the reader got. A step that was moved to another day afterwards does not count.
    cross join lateral (
      select coalesce(max(s.after_days), -1) as days
        from public.campaign_recipients r join public.series_steps s on s.campaign_id = r.campaign_id
        where r.subscriber_id = d.subscriber_id and r.state <> 'left'
            and coalesce(r.handed_at, r.done_at) >= greatest(d.confirmed_at, s.placed_at)) place
    where d.state in ('sent', 'sending') and d.after_days > place.days
      and not exists (
        select from steps s
          where s.after_days > place.days and s.after_days < d.after_days and d.confirmed_at >= s.placed_at - s.after
            and not exists (
              select from public.campaign_recipients r where r.post_id = s.post_id and r.subscriber_id = d.subscriber_id
                and not (r.campaign_id = s.campaign_id and (r.state = 'left' or coalesce(r.done_at < d.confirmed_at, false)))))
      and not exists (
        select from public.campaign_recipients r join public.campaigns l on l.id = r.campaign_id
          where r.subscriber_id = d.subscriber_id and (r.handed_at > now() - interval '1 day'
            or r.state in ('waiting', 'handing') and (l.state in ('preparing', 'sending') or l.id in (select s.campaign_id from steps s))))
$$;

-- Adds the readers whose day has come to the issues of the steps: once a minute, and when a reader confirmed since. Only one worker does
-- this at a time. Returns a step whose issue must be rendered again before it is sent, or null: its post was corrected, or it was rendered
-- an hour ago, because the parts around its text may have changed.
create function public.advance_series() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_series public.campaign_series;
begin
  select x.* into v_series from public.campaign_series x where x.state = 'on' for update skip locked;
  if not found then
    return null;
  end if;
  if v_series.looked_at is null or v_series.looked_at < now() - interval '1 minute' or exists (
      select from public.newsletter_subscribers n
        where n.state = 'confirmed' and n.confirmed_at > v_series.looked_at and n.confirmed_at <= now()) then
    -- The lock orders this run and a withdrawal of one of these posts.
    perform from public.posts p join public.series_steps s on s.post_id = p.id where s.taken_out_at is null order by p.id for share of p;
    -- A reader who still waited when another issue came loses this turn and gets a later one.
    delete from public.campaign_recipients r using public.series_steps s, public.newsletter_subscribers n
      where s.taken_out_at is null and r.campaign_id = s.campaign_id and n.id = r.subscriber_id
        and r.state = 'waiting' and r.attempts = 0 and (r.lease_until is null or r.lease_until < now())
        and (n.confirmed_at + make_interval(days => s.after_days + 30) < now()
          or exists (
            select from public.campaign_recipients o join public.campaigns l on l.id = o.campaign_id
              where o.subscriber_id = r.subscriber_id and o.campaign_id <> r.campaign_id
                and (o.handed_at > now() - interval '1 day' or o.state in ('waiting', 'handing') and l.state in ('preparing', 'sending'))));
    with turns as materialized (
      select t.* from public.series_turns() t where v_series.takes_imports or not t.is_imported order by t.due_at limit 1000
    ), again as (
      update public.campaign_recipients r
        set state = 'waiting', generation = t.generation, locale = t.locale, due_at = now(), lease_until = null, attempts = 0, handed_at = null,
          done_at = null, error = null
        from turns t where r.campaign_id = t.campaign_id and r.subscriber_id = t.subscriber_id and r.state not in ('waiting', 'handing')
    )
    insert into public.campaign_recipients (campaign_id, subscriber_id, post_id, generation, locale)
      select t.campaign_id, t.subscriber_id, t.post_id, t.generation, t.locale from turns t
      on conflict do nothing;
    update public.campaign_series set looked_at = now() where true;
  end if;
  update public.campaigns l set state = 'sending', ended_at = null, totals = null
    from public.series_steps s join public.posts p on p.id = s.post_id
    where s.campaign_id = l.id and l.state = 'sent' and s.taken_out_at is null and p.state = 'published'
      and s.written_revision = p.revision and s.written_at > now() - interval '1 hour'
      and exists (select from public.campaign_recipients r where r.campaign_id = l.id and r.state = 'waiting');
  return (
    select jsonb_build_object('id', l.id) || public.step_words(p)
      from public.series_steps s join public.campaigns l on l.id = s.campaign_id join public.posts p on p.id = s.post_id
      where s.taken_out_at is null and l.state in ('sent', 'sending') and p.state = 'published'
        and (s.written_revision <> p.revision or s.written_at <= now() - interval '1 hour')
        and exists (select from public.campaign_recipients r where r.campaign_id = l.id and r.state = 'waiting')
        and not public.is_put_off('campaigns', l.id::text)
      order by s.after_days limit 1);
end
$$;

-- Returns the content of a step's issue.
create function public.step_words(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('post_revision', post.revision,
    'posts', (select jsonb_object_agg(w.locale, public.post_json(post, w.locale)) from unnest('{pt-BR,en}'::text[]) w (locale)));
end
$$;

-- Returns the content of an issue about a post that will become a step; null unless the post is published.
create function public.get_step_words(p_post_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select public.step_words(p) from public.posts p where p.id = p_post_id and p.state = 'published');
end
$$;

-- Stores the rendered content of a step. Returns false if its post changed since.
create function public.write_step(p_id uuid, p_post_revision integer, p_frozen jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.series_steps s set written_revision = p_post_revision, written_at = now()
    from public.posts p
    where s.campaign_id = p_id and s.taken_out_at is null and p.id = s.post_id and p.state = 'published' and p.revision = p_post_revision;
  if not found then
    return false;
  end if;
  update public.campaigns set frozen = p_frozen where id = p_id;
  return true;
end
$$;

-- The series for the owner -----------------------------------------------------------------------------------------------------------

-- Returns the day of an issue in the series; null for any other issue.
create function public.step_of_campaign(p_campaign_id uuid) returns integer
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select s.after_days from public.series_steps s where s.campaign_id = p_campaign_id and s.taken_out_at is null);
end
$$;

-- Returns `AdminSeriesSchema` of contracts/admin-series.ts. `due`: the number of readers who would get an issue at once, and how many of
-- these were imported. `sent`: the readers who got a step. `left`: those of them who unsubscribed with this step as their last issue.
create function public.get_series() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('state', coalesce(x.state, 'off'), 'since', x.since, 'takesImports', coalesce(x.takes_imports, false),
      'revision', coalesce(x.revision, 1),
      'due', (select jsonb_build_object('own', count(*) filter (where not t.is_imported), 'imported', count(*) filter (where t.is_imported))
        from public.series_turns() t),
      'steps', (
        select coalesce(jsonb_agg(jsonb_build_object('id', s.campaign_id, 'postId', s.post_id, 'afterDays', s.after_days, 'state', l.state,
            'title', public.campaign_subject(l), 'isPublished', p.state = 'published', 'locales', p.locales,
            'sent', s.deleted + (c.counts->>'sent')::integer + (c.counts->>'bounced')::integer + (c.counts->>'complained')::integer,
            'waiting', c.counts->'waiting', 'unknown', c.counts->'unknown',
            'left', (
              select count(*) from public.campaign_recipients r join public.newsletter_subscribers n on n.id = r.subscriber_id
                where r.campaign_id = s.campaign_id and n.state = 'unsubscribed' and n.unsubscribed_at > r.handed_at
                  and not exists (select from public.campaign_recipients o where o.subscriber_id = n.id and o.handed_at > r.handed_at))
            ) order by s.after_days), '[]')
          from public.series_steps s
          join public.campaigns l on l.id = s.campaign_id
          join public.posts p on p.id = s.post_id
          cross join lateral (select public.campaign_counts(l) as counts) c
          where s.taken_out_at is null))
    from (values (true)) always (is_so) left join public.campaign_series x on x.is_only = is_so);
end
$$;

-- Locks the series for a change. Returns a refusal if it no longer has the revision that the admin saw, otherwise null.
create function public.lock_series(p_revision integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_revision integer;
begin
  insert into public.campaign_series (is_only) values (true) on conflict do nothing;
  select x.revision into v_revision from public.campaign_series x for update;
  return case when v_revision <> p_revision then public.refusal('changed_meanwhile') end;
end
$$;

-- Increments the revision after a change, and returns the series.
create function public.series_changed() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.campaign_series set revision = revision + 1, looked_at = null where true;
  return public.get_series();
end
$$;

-- Switches the series on or off, and includes or excludes imported readers. Excluded readers lose the steps that they wait for. When they
-- are included again, they get them unless they are too late. `refused`: `no_steps`. Refusals: `changed_meanwhile`, and `step_up_required`
-- if more readers than `p_step_up_from` would get an issue at once.
create function public.switch_series(
  p_actor jsonb, p_revision integer, p_is_on boolean, p_takes_imports boolean, p_has_stepped_up boolean, p_step_up_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_series(p_revision);
  v_before public.campaign_series;
  v_state text := case when p_is_on then 'on' else 'off' end;
begin
  select x.* into v_before from public.campaign_series x;
  -- A repeated request changes nothing.
  if (v_before.state, v_before.takes_imports) = (v_state, p_takes_imports) then
    return public.get_series();
  elsif v_refusal is not null then
    return v_refusal;
  elsif p_is_on and not exists (select from public.series_steps s where s.taken_out_at is null) then
    return jsonb_build_object('refused', 'no_steps');
  elsif p_is_on and not p_has_stepped_up
      and p_step_up_from < (select count(*) from public.series_turns() t where p_takes_imports or not t.is_imported) then
    return public.refusal('step_up_required');
  end if;
  update public.campaign_series set state = v_state, since = case when p_is_on then coalesce(since, now()) else since end, takes_imports = p_takes_imports
    where true;
  if p_is_on then
    update public.campaigns l set state = 'sending' from public.series_steps s
      where s.campaign_id = l.id and s.taken_out_at is null and l.state = 'paused' and v_before.state <> 'on';
  end if;
  delete from public.campaign_recipients r using public.series_steps s, public.newsletter_subscribers n
    where s.taken_out_at is null and r.campaign_id = s.campaign_id and r.state = 'waiting' and n.id = r.subscriber_id
      and (not p_is_on or not p_takes_imports and n.source = 'import');
  -- Notifies all other owners, as for each issue that an owner sends.
  insert into public.outbox (key, kind, recipient, locale, payload)
    select 'series_switched_on:' || p_revision || ':' || a.email, 'series_switched_on', a.email, 'pt-BR',
        jsonb_build_object('by', p_actor->>'email',
          'campaigns', (select count(*) from public.series_steps s where s.taken_out_at is null),
          'readers', (select count(*) from public.series_turns() t where p_takes_imports or not t.is_imported))
      from public.owner_addresses() a where p_is_on and v_before.state <> 'on' and lower(a.email) <> lower(p_actor->>'email')
    on conflict (key) do nothing;
  perform public.write_audit_log(p_actor, case when v_before.state = v_state then 'series_changed' when p_is_on then 'series_switched_on'
      else 'series_switched_off' end, 'series', 'welcome',
    jsonb_build_object('state', v_before.state, 'takes_imports', v_before.takes_imports),
    jsonb_build_object('state', v_state, 'takes_imports', p_takes_imports));
  return public.series_changed();
end
$$;

-- Adds a published post to the series, for readers whose day is still to come. `p_frozen`: its content, rendered from this revision of the
-- post. `refused`: `not_published`; `text_taken`, `day_taken`: another step has it; `too_many`.
create function public.add_series_step(
  p_actor jsonb, p_revision integer, p_post_id uuid, p_after_days integer, p_post_revision integer, p_frozen jsonb, p_most integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_series(p_revision);
  v_post public.posts;
  v_id uuid;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select p.* into v_post from public.posts p where p.id = p_post_id for share;
  if v_post.state is distinct from 'published' then
    return jsonb_build_object('refused', 'not_published');
  elsif v_post.revision <> p_post_revision then
    return public.refusal('changed_meanwhile');
  elsif exists (select from public.series_steps s where s.taken_out_at is null and s.post_id = p_post_id) then
    return jsonb_build_object('refused', 'text_taken');
  elsif exists (select from public.series_steps s where s.taken_out_at is null and s.after_days = p_after_days) then
    return jsonb_build_object('refused', 'day_taken');
  elsif p_most <= (select count(*) from public.series_steps s where s.taken_out_at is null) then
    return jsonb_build_object('refused', 'too_many');
  end if;
  insert into public.campaigns (post_id, state, send_at, frozen, prepared_at, ended_at, created_by)
    values (p_post_id, 'sent', now(), p_frozen, now(), now(), p_actor->>'email') returning id into v_id;
  insert into public.series_steps (campaign_id, post_id, after_days, written_revision) values (v_id, p_post_id, p_after_days, p_post_revision);
  perform public.write_audit_log(p_actor, 'series_step_added', 'series', 'welcome', null,
    jsonb_build_object('title', public.listed_post_json(v_post)->'title', 'after_days', p_after_days));
  return public.series_changed();
end
$$;

-- Moves a step to another day, for readers who reach that day from now on. Readers who wait for it do not get it. `refused`: `day_taken`:
-- another step has this day.
create function public.move_series_step(p_actor jsonb, p_revision integer, p_id uuid, p_after_days integer) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_series(p_revision);
  v_title text := (select public.campaign_subject(l) from public.campaigns l where l.id = p_id);
  v_days integer := public.step_of_campaign(p_id);
begin
  if v_days is null then
    return public.refusal('not_found');
  elsif v_days = p_after_days then
    return public.get_series();
  elsif v_refusal is not null then
    return v_refusal;
  elsif exists (select from public.series_steps s where s.taken_out_at is null and s.after_days = p_after_days) then
    return jsonb_build_object('refused', 'day_taken');
  end if;
  update public.series_steps set after_days = p_after_days, placed_at = now() where campaign_id = p_id;
  delete from public.campaign_recipients r where r.campaign_id = p_id and r.state = 'waiting';
  perform public.write_audit_log(p_actor, 'series_step_moved', 'series', 'welcome',
    jsonb_build_object('after_days', v_days), jsonb_build_object('after_days', p_after_days, 'title', v_title));
  return public.series_changed();
end
$$;

-- Takes a step out. Readers who did not get it yet do not get it any more.
create function public.take_out_series_step(p_actor jsonb, p_revision integer, p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_series(p_revision);
  v_title text := (select public.campaign_subject(l) from public.campaigns l where l.id = p_id);
  v_days integer := public.step_of_campaign(p_id);
begin
  if v_days is null then
    return public.refusal('not_found');
  elsif v_refusal is not null then
    return v_refusal;
  end if;
  delete from public.campaign_recipients r where r.campaign_id = p_id and r.state = 'waiting';
  update public.campaigns set state = 'cancelled', ended_at = now(), totals = null, reason = null where id = p_id;
  perform public.write_audit_log(p_actor, 'series_step_taken_out', 'series', 'welcome',
    jsonb_build_object('title', v_title, 'after_days', v_days), null);
  return public.series_changed();
end
$$;

-- Restore and deletion -----------------------------------------------------------------------------------------------------------------

-- Pauses the series. After a restore nobody knows who got which step since the backup.
create function public.pause_series() returns void
language sql volatile security definer set search_path = ''
as $$ update public.campaign_series set state = 'paused' where state = 'on' $$;

-- Deletes old recipients of steps, while the step continues for others. Their number is kept.
create function public.sweep_series() returns void
language sql volatile security definer set search_path = ''
as $$
  with gone as (
    delete from public.campaign_recipients r using public.series_steps s
      where r.campaign_id = s.campaign_id and r.done_at < now() - public.rule('keep_campaign_recipients')
      returning r.campaign_id, r.state
  ), counted as (
    update public.series_steps s set deleted = s.deleted + g.sent
      from (select campaign_id, count(*) filter (where state in ('sent', 'bounced', 'complained')) as sent from gone group by campaign_id) g
      where s.campaign_id = g.campaign_id and s.taken_out_at is null
      returning s.campaign_id
  )
  update public.campaigns l set totals = null from counted c where l.id = c.campaign_id
$$;
