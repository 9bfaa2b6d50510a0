-- Newsletter issues about posts (`campaigns`): their recipients, and the result for each. Emails about one person's matter are in the
-- outbox.
set check_function_bodies = off;

create table public.campaigns (
  id uuid primary key default gen_random_uuid(),
  post_id uuid not null references public.posts (id) on delete cascade,
  state text not null default 'draft'
    check (state in ('draft', 'scheduled', 'preparing', 'sending', 'paused', 'stopped', 'late', 'sent', 'cancelled')),
  -- The readers for whom the issue is, see `CampaignSegmentSchema`.
  segment jsonb not null default '{"locale": null, "owns": null, "lacks": null, "joinedFrom": null, "joinedUntil": null}',
  -- Subject and preheader by language. Empty values mean those of the post.
  heads jsonb not null default '{"pt-BR": {"subject": "", "preheader": ""}, "en": {"subject": "", "preheader": ""}}',
  send_at timestamptz,
  -- The content by language, rendered once when the issue begins. A later correction of the post changes only the site.
  frozen jsonb,
  -- The last subscriber for whom the list of recipients is complete. Only `prepared_at` says that the whole list is complete.
  prepared_after uuid,
  prepared_at timestamptz,
  -- The number of recipients in the list.
  prepared integer not null default 0,
  -- The reason why the issue is stopped: the mail server's message, or `complaints`. Or the reason why the issue is late: `not_published`,
  -- `late`, `changed` or `grown`.
  reason text,
  -- The last reason why the issue was stopped: too many refusals, complaints, a mail server that keeps deferring, or one that does not
  -- answer.
  stopped_by text check (stopped_by in ('refusals', 'complaints', 'deferrals', 'silence')),
  -- The number of readers and the limits when it was scheduled (`schedule_campaign`). Null for issues from before this was stored.
  agreed jsonb,
  -- The digest of the content that was last sent as a test.
  tested_digest text,
  -- Consecutive tries that the mail server did not accept, the number of rests after such tries, and the end of the current rest.
  failures integer not null default 0,
  rests integer not null default 0,
  rest_until timestamptz,
  -- Refusals and complaints count from this time: when the issue began, or when the owner last resumed it.
  watched_from timestamptz not null default now(),
  -- The number of recipients by outcome, once no outcome changes any more.
  totals jsonb,
  -- The number of readers who unsubscribed by the issue's links; null for issues from before the links named their issue.
  unsubscribed integer default 0,
  revision integer not null default 1,
  created_by text not null,
  created_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((state in ('sent', 'cancelled')) = (ended_at is not null)),
  check (state in ('draft', 'cancelled') or send_at is not null),
  check (state not in ('sending', 'sent') or prepared_at is not null),
  check (frozen is not null or prepared_after is null and prepared_at is null)
);
-- A post has at most one issue that has not begun. An admin who starts another issue continues this one.
create unique index campaigns_open on public.campaigns (post_id)
  where state in ('draft', 'scheduled', 'late') or (state = 'paused' and frozen is null);
create index campaigns_newest on public.campaigns (created_at desc, id desc);
create index campaigns_at_work on public.campaigns (send_at) where state in ('scheduled', 'preparing', 'sending');
create index campaigns_in_trouble on public.campaigns (send_at) where state in ('stopped', 'late');
create index campaigns_to_total on public.campaigns (ended_at) where totals is null and ended_at is not null;
create index campaigns_ended on public.campaigns (ended_at) where ended_at is not null;
-- The newsletter's page lists the posts that were sent.
create trigger note_purge after update of state on public.campaigns for each row
  when (new.state = 'sent' and old.state <> 'sent' and new.prepared > 0) execute function public.note_purge('texts');

-- The recipients of an issue. No reader gets the same post twice, in whichever issue.
create table public.campaign_recipients (
  campaign_id uuid not null references public.campaigns (id) on delete cascade,
  subscriber_id uuid not null references public.newsletter_subscribers (id) on delete cascade,
  post_id uuid not null,
  -- The generation of the sign-up: a reader who unsubscribed and signed up again gets no issue that was prepared before.
  generation integer not null,
  -- The reader's language.
  locale text not null check (locale in ('pt-BR', 'en')),
  -- `handing`: the mail server has everything except the final dot. `unknown`: it may have received the dot. After `sent`, an email may
  -- bounce (`bounced`), or the reader may report it as spam (`complained`).
  state text not null default 'waiting'
    check (state in ('waiting', 'handing', 'sent', 'refused', 'left', 'unknown', 'bounced', 'complained')),
  lease_until timestamptz,
  due_at timestamptz not null default now(),
  -- Incremented with each claim: a worker that lost its lease cannot hand over anything.
  claims integer not null default 0,
  -- How often the mail server deferred the reader's email.
  attempts integer not null default 0,
  handed_at timestamptz,
  -- The time at which the current state began; null while the reader waits.
  done_at timestamptz,
  error text,
  primary key (campaign_id, subscriber_id),
  constraint campaign_recipients_once unique (post_id, subscriber_id)
);
create index campaign_recipients_due on public.campaign_recipients (campaign_id, due_at) where state = 'waiting';
create index campaign_recipients_by_state on public.campaign_recipients (campaign_id, state);
create index campaign_recipients_leased on public.campaign_recipients (lease_until) where lease_until is not null;
create index campaign_recipients_done on public.campaign_recipients (campaign_id, done_at desc) where done_at is not null;
create index campaign_recipients_unknown on public.campaign_recipients (campaign_id) where state = 'unknown';
create index campaign_recipients_complained on public.campaign_recipients (campaign_id, done_at) where state = 'complained';
create index campaign_recipients_of_reader on public.campaign_recipients (subscriber_id);

-- The covers and episode pictures that issues showed. Their files are kept, because readers may open an old email.
create table public.campaign_covers (
  key text primary key
);

-- Stores the pictures of an issue's content.
create function public.note_campaign_covers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.campaign_covers (key)
    select distinct m.parts[1]
      from jsonb_each(new.frozen) w
      cross join lateral regexp_matches(w.value->>'html', '/((?:covers|thumbnails)/[^"/?]+)-\d+\.jpg', 'g') m (parts)
    on conflict do nothing;
  return null;
end
$$;
create trigger note_covers after insert or update of frozen on public.campaigns
  for each row when (new.frozen is not null) execute function public.note_campaign_covers();

-- The time at which the next email of an issue may be sent, for all instances together.
create table public.campaign_pace (
  is_only boolean primary key default true check (is_only),
  next_at timestamptz not null
);

-- The number of issue emails and opt-in requests that were sent on each day of the site's time zone.
create table public.campaign_days (
  day date primary key,
  handed integer not null
);

-- Recipients -----------------------------------------------------------------------------------------------------------------------

-- Returns the addresses of the readers of a book, each once.
create function public.owners_of(p_ebook_id text) returns table (email text)
language sql stable security definer set search_path = ''
as $$
  select lower(u.email) from public.current_entitlements r join public.users u on u.uid = r.uid where r.ebook_id = p_ebook_id
  union
  select u.verified_email from public.current_entitlements r join public.users u on u.uid = r.uid
    where r.ebook_id = p_ebook_id and u.verified_email is not null
  union
  select lower(o.buyer_email)
    from public.entitlements e
    join public.order_copies c on c.id = e.copy_id
    join public.orders o on o.id = c.order_id
    where e.ebook_id = p_ebook_id and e.revoked_at is null and e.uid = o.holder
  union
  select i.email from public.imported_purchases i where i.ebook_id = p_ebook_id
$$;

-- Returns whether the text that a subscriber agreed to allows selection by the books they own. Owning a certain religious book is sensitive
-- data. Imported subscribers agreed to the text of another list. The function has no `set` clause, so that it is inlined into the calling
-- query.
create function public.consent_names_books(p_source text, p_version text) returns boolean
language sql immutable parallel safe
as $$ select p_source <> 'import' and p_version ~ '^\d{4}-\d\d-\d\d$' and p_version >= '2026-11-24' $$;

-- Returns the confirmed subscribers after one id up to another (null: from the first, to the last) who match a segment and did not get the
-- post yet. `is_named`: false for those whose consent does not allow selection by books; whether the books would match is not checked for
-- them. Sets such as owners are materialized: a query for each subscriber would exceed the statement timeout.
create function public.campaign_readers(p_post_id uuid, p_segment jsonb, p_after uuid, p_until uuid)
returns table (id uuid, generation integer, locale text, is_named boolean)
language sql stable security definer set search_path = '' set enable_nestloop = off set jit = off
as $$
  with bounds as materialized (
    select (p_segment->>'joinedFrom')::date::timestamp at time zone z.zone as joined_from,
        ((p_segment->>'joinedUntil')::date + 1)::timestamp at time zone z.zone as joined_until
      from (select public.site_zone() as zone) z
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
    select r.subscriber_id from public.campaign_recipients r
      where r.post_id = p_post_id and (p_after is null or r.subscriber_id > p_after) and (p_until is null or r.subscriber_id <= p_until)
    union
    select r.subscriber_id from public.campaign_recipients r
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

-- Returns the beginning of the next day in the site's time zone.
create function public.next_site_day() returns timestamptz
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (public.site_day() + 1)::timestamp at time zone public.site_zone();
end
$$;

-- Returns how many issue emails may be sent today, based on the busiest of the last 30 days, because mail providers distrust a sender whose
-- volume grows suddenly. `handed`: how many were sent today.
create function public.campaign_day() returns table (most integer, busiest integer, handed integer)
language sql stable security definer set search_path = ''
as $$
  select greatest(500, 2 * b.busiest), b.busiest, b.handed
    from (
      select coalesce(max(d.handed) filter (where d.day < t.today), 0) as busiest, coalesce(max(d.handed) filter (where d.day = t.today), 0) as handed
        from (select public.site_day() as today) t
        left join public.campaign_days d on d.day > t.today - 31 and d.day <= t.today) b
$$;

-- Returns how many readers an issue about this post would have now, by language, and how many are left out by their consent.
create function public.get_campaign_audience(p_post_id uuid, p_segment jsonb) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('total', count(*) filter (where r.is_named), 'withoutConsent', count(*) filter (where not r.is_named),
        'byLocale', jsonb_build_object('pt-BR', count(*) filter (where r.is_named and r.locale = 'pt-BR'),
          'en', count(*) filter (where r.is_named and r.locale = 'en')),
        'day', (select to_jsonb(d) from public.campaign_day() d),
        'complained', (
          select jsonb_build_object('subject', public.campaign_subject(l), 'complaints', c.complaints, 'got', c.got)
            from public.complained_campaigns() c join public.campaigns l on l.id = c.id order by l.ended_at desc limit 1))
      from public.campaign_readers(p_post_id, p_segment, null, null) r);
end
$$;

-- Issues for the owner -------------------------------------------------------------------------------------------------------------

-- Returns the content of an issue in a language: the published post, or its draft before it is published.
create function public.campaign_post(p_post_id uuid, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case when p.state = 'published' then public.post_json(p, p_locale) else public.preview_post(p_post_id, p_locale) end
      from public.posts p where p.id = p_post_id);
end
$$;

-- Returns a digest of everything that the readers of an issue would see.
create function public.campaign_digest(campaign public.campaigns) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select encode(sha256(convert_to(jsonb_build_array(campaign.heads, jsonb_agg(jsonb_build_array(w.says->'title', w.says->'lead', w.says->'body')
        order by w.locale))::text, 'UTF8')), 'hex')
      from (select l.locale, public.campaign_post(campaign.post_id, l.locale) as says from unnest('{pt-BR,en}'::text[]) l (locale)) w);
end
$$;

-- Returns the subject in the original's language: the frozen one, or the issue's own, or the title of the post.
create function public.campaign_subject(campaign public.campaigns) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(campaign.frozen->w.locale->>'subject', nullif(campaign.heads->w.locale->>'subject', ''), public.listed_post_json(p)->>'title')
      from public.posts p cross join lateral (select coalesce(p.locales[1], 'pt-BR') as locale) w where p.id = campaign.post_id);
end
$$;

-- Returns the number of recipients by state.
create function public.campaign_counts(campaign public.campaigns) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce(campaign.totals, (
    select jsonb_build_object('total', campaign.prepared, 'waiting', count(*) filter (where r.state in ('waiting', 'handing')),
        'sent', count(*) filter (where r.state = 'sent'), 'refused', count(*) filter (where r.state = 'refused'),
        'left', count(*) filter (where r.state = 'left'), 'unknown', count(*) filter (where r.state = 'unknown'),
        'bounced', count(*) filter (where r.state = 'bounced'), 'complained', count(*) filter (where r.state = 'complained'))
      from public.campaign_recipients r where r.campaign_id = campaign.id));
end
$$;

-- Returns `ListedCampaignSchema` of contracts/admin-campaigns.ts, with the step of the series.
create function public.listed_campaign_json(campaign public.campaigns) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', campaign.id, 'postId', campaign.post_id, 'subject', public.campaign_subject(campaign), 'state', campaign.state,
    'sendAt', campaign.send_at, 'endedAt', campaign.ended_at, 'createdAt', campaign.created_at, 'counts', public.campaign_counts(campaign),
    'news', public.news_of_campaign(campaign), 'step', public.step_of_campaign(campaign.id));
end
$$;

-- Returns the results of an issue: the number of readers who unsubscribed by it; the visits by its links since it was sent, and the
-- payments after them. The links are identified by all addresses that its post ever had. Null where the data is no longer kept.
create function public.campaign_brought(campaign public.campaigns) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    with origins as (
      select distinct s.id as source, g.id as campaign
        from public.post_slugs a
        join public.visit_names s on s.kind = 'source' and s.name = 'newsletter'
        join public.visit_names g on g.kind = 'campaign' and g.name = left(a.slug, 60)
        where a.post_id = campaign.post_id
    ), since as (
      select d.day, d.day >= public.site_day() - public.rule('keep_visits') as is_kept
        from (select (coalesce(campaign.send_at, campaign.created_at) at time zone public.site_zone())::date as day) d
    ), paid as (
      select b.currency, sum(b.orders) as orders, sum(b.minor) as minor
        from origins o join public.sales_by_source b on b.source = o.source and b.campaign = o.campaign and b.day >= (select s.day from since s)
        group by b.currency
    )
    select jsonb_build_object(
        'unsubscribed', campaign.unsubscribed,
        'visits', case when s.is_kept then (
          select coalesce(sum(c.visits), 0)
            from origins o join public.visit_counts c on c.page = 0 and c.source = o.source and c.campaign = o.campaign and c.day >= s.day) end,
        'orders', case when s.is_kept then (select coalesce(sum(p.orders), 0) from paid p) end,
        'amounts', (select coalesce(jsonb_object_agg(p.currency, p.minor), '{}') from paid p where s.is_kept))
      from since s);
end
$$;

-- Returns the reason why an issue that is being sent waits, and the end of the wait; null if the issue does not wait. `server`: the issue
-- rests, because the mail server accepts nothing. `reader`: the mail server deferred every remaining reader. `day`: the limit of today is
-- used up.
create function public.campaign_wait(campaign public.campaigns) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select case
        when campaign.rest_until > now() then jsonb_build_object('for', 'server', 'until', campaign.rest_until)
        when w.due_at > greatest(now(), w.day_at) then jsonb_build_object('for', 'reader', 'until', w.due_at)
        when w.day_at is not null then jsonb_build_object('for', 'day', 'until', w.day_at) end
      from (
        select case when d.handed >= d.most then public.next_site_day() end as day_at,
            (select r.due_at from public.campaign_recipients r where r.campaign_id = campaign.id and r.state = 'waiting' order by r.due_at limit 1) as due_at
          from public.campaign_day() d) w
      where campaign.state = 'sending' and w.due_at is not null
        and not exists (select from public.campaign_recipients r where r.campaign_id = campaign.id and r.state = 'handing'));
end
$$;

-- Returns `AdminCampaignSchema` of contracts/admin-campaigns.ts without the pace and the time zone, which the API adds; amounts are by
-- currency. Refusal: `not_found`.
create function public.get_admin_campaign(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return coalesce((
    select public.listed_campaign_json(l) || jsonb_build_object('heads', l.heads, 'segment', l.segment,
        'reason', case when l.state = 'stopped' then l.reason end, 'stoppedBy', case when l.state = 'stopped' then l.stopped_by end,
        'delayedBy', case when l.state = 'late' then l.reason end,
        'isTested', l.tested_digest is not distinct from public.campaign_digest(l),
        'pace', jsonb_build_object('perDay', d.most, 'today', greatest(0, d.most - d.handed)), 'waits', public.campaign_wait(l),
        'revision', l.revision,
        'post', jsonb_build_object('title', public.listed_post_json(p)->'title', 'locales', p.locales, 'isPublished', p.state = 'published',
          'publishAt', p.publish_at),
        'brought', public.campaign_brought(l))
      from public.campaigns l join public.posts p on p.id = l.post_id cross join public.campaign_day() d where l.id = p_id),
    public.refusal('not_found'));
end
$$;

-- Returns a page of all issues, newest first, in either direction. Steps of the welcome series are listed only with `p_post_id`.
create function public.list_campaigns(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_post_id uuid default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_words text[] := public.word_patterns(p_words, true);
begin
  -- If no issue has the words as they were written, search for issues that have each of them.
  if not exists (
    select from public.campaigns l
      where ' ' || public.to_search_text(public.campaign_subject(l)) like all (v_words) and (p_state is null or l.state = p_state)
        and (p_post_id is null or l.post_id = p_post_id)) then
    v_words := public.word_patterns(p_words, false);
  end if;
  return (
    with found as (
      select l.* from public.campaigns l
        where (p_state is null or l.state = p_state) and (p_post_id is null or l.post_id = p_post_id)
          and (p_post_id is not null or not exists (select from public.series_steps s where s.campaign_id = l.id))
          and (v_words is null or ' ' || public.to_search_text(public.campaign_subject(l)) like all (v_words))
          and (p_at is null or case when p_is_backwards then (l.created_at, l.id) > (p_at, p_id) else (l.created_at, l.id) < (p_at, p_id) end)
        order by case when p_is_backwards then l.created_at end, case when p_is_backwards then l.id end, l.created_at desc, l.id desc
        limit p_size + 1
    ), page as (
      select * from found order by case when p_is_backwards then created_at end, case when p_is_backwards then id end, created_at desc, id desc
        limit p_size
    )
    select jsonb_build_object('more', (select count(*) from found) > p_size,
      'campaigns', (select coalesce(jsonb_agg(public.listed_campaign_json(s::public.campaigns) order by s.created_at desc, s.id desc), '[]') from page s)));
end
$$;

-- Creates an issue about a post, or returns the one that was started. Refusal: `not_found` for an unknown post.
create function public.create_campaign(p_actor jsonb, p_post_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  perform from public.posts p where p.id = p_post_id for update;
  if not found then
    return public.refusal('not_found');
  end if;
  select l.id into v_id from public.campaigns l
    where l.post_id = p_post_id and (l.state in ('draft', 'scheduled', 'late') or l.state = 'paused' and l.frozen is null);
  if not found then
    insert into public.campaigns (post_id, created_by) values (p_post_id, p_actor->>'email') returning id into v_id;
  end if;
  return public.get_admin_campaign(v_id);
end
$$;

-- Locks an issue for a change. Returns a refusal if it is missing, no longer has the revision that the admin saw, or is not in one of these
-- states; otherwise null.
create function public.lock_campaign(p_id uuid, p_revision integer, p_states text[]) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns;
begin
  select l.* into v_campaign from public.campaigns l where l.id = p_id for update;
  if not found then
    return public.refusal('not_found');
  elsif v_campaign.revision <> p_revision or v_campaign.state <> all (p_states) then
    return public.refusal('changed_meanwhile');
  end if;
  return null;
end
$$;

create function public.edit_campaign(p_actor jsonb, p_id uuid, p_revision integer, p_heads jsonb, p_segment jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb;
begin
  -- Saving the same edit twice changes nothing.
  if not exists (select from public.campaigns l where l.id = p_id and l.state = 'draft' and (l.heads, l.segment) = (p_heads, p_segment)) then
    v_refusal := public.lock_campaign(p_id, p_revision, '{draft}');
    if v_refusal is not null then
      return v_refusal;
    end if;
    update public.campaigns set heads = p_heads, segment = p_segment, revision = revision + 1 where id = p_id;
  end if;
  return public.get_admin_campaign(p_id);
end
$$;

-- Deletes a draft. Refusals: `not_found`, and `changed_meanwhile` if the issue is no draft.
create function public.delete_campaign(p_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  delete from public.campaigns l where l.id = p_id and l.state = 'draft';
  if not found then
    return public.refusal(case when exists (select from public.campaigns l where l.id = p_id) then 'changed_meanwhile' else 'not_found' end);
  end if;
  return null;
end
$$;

-- Returns the current content of an issue in a language; null if its post has no content yet, or if there is no such issue. `digest`: for
-- `note_campaign_test`.
create function public.get_campaign_words(p_id uuid, p_locale text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('heads', l.heads, 'digest', public.campaign_digest(l), 'post', w.post)
      from public.campaigns l cross join lateral (select public.campaign_post(l.post_id, p_locale) as post) w
      where l.id = p_id and w.post is not null);
end
$$;

-- Stores the digest of the content that was sent as a test.
create function public.note_campaign_test(p_id uuid, p_digest text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.campaigns set tested_digest = p_digest where id = p_id;
  return public.get_admin_campaign(p_id);
end
$$;

-- Returns the last week's result of the check of the sender's domain, or null.
create function public.get_sender_check(p_domain text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select d.found || jsonb_build_object('checkedAt', d.checked_at) from public.doctor_runs d
      where d.service = 'sender' and d.found->>'domain' = p_domain and d.checked_at > now() - interval '7 days');
end
$$;

-- Schedules an issue for a time, or in a minute (null), so that it can be undone. The owners get an email if another member schedules the
-- issue.
-- `refused`: `in_past`; `not_published`: visitors could not read the post at that time; `nobody` would get it; `not_deliverable` above a
-- number of readers: mail providers cannot verify the sender's domain, or it was not checked lately; `test_required` above a number of
-- readers. Refusals: `step_up_required` above a number of readers, `not_found`, `changed_meanwhile`.
create function public.schedule_campaign(
  p_actor jsonb, p_id uuid, p_revision integer, p_at timestamptz, p_has_stepped_up boolean, p_limits jsonb
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_campaign(p_id, p_revision, '{draft,late}');
  v_campaign public.campaigns;
  v_send_at timestamptz := coalesce(p_at, now() + make_interval(secs => (p_limits->>'undo_seconds')::integer));
  v_readers integer;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select l.* into v_campaign from public.campaigns l where l.id = p_id;
  if p_at <= now() then
    return jsonb_build_object('refused', 'in_past');
  elsif not exists (select from public.posts p
      where p.id = v_campaign.post_id and (p.state = 'published' or p.state = 'scheduled' and p.publish_at <= v_send_at)) then
    return jsonb_build_object('refused', 'not_published');
  end if;
  v_readers := (public.get_campaign_audience(v_campaign.post_id, v_campaign.segment)->>'total')::integer;
  if v_readers = 0 then
    return jsonb_build_object('refused', 'nobody');
  -- If the API could not reach the name servers, the owner is warned, but the issue is not refused for ever.
  elsif v_readers > (p_limits->>'deliverable_from')::integer
      and coalesce(public.get_sender_check(p_limits->>'sender')->>'state', 'wrong') = 'wrong' then
    return jsonb_build_object('refused', 'not_deliverable');
  elsif v_readers > (p_limits->>'test_from')::integer and v_campaign.tested_digest is distinct from public.campaign_digest(v_campaign) then
    return jsonb_build_object('refused', 'test_required');
  elsif v_readers > (p_limits->>'step_up_from')::integer and not p_has_stepped_up then
    return public.refusal('step_up_required');
  end if;
  update public.campaigns
    set state = 'scheduled', send_at = v_send_at, reason = null, agreed = p_limits || jsonb_build_object('readers', v_readers), revision = revision + 1
    where id = p_id
    returning * into v_campaign;
  insert into public.outbox (key, kind, recipient, locale, payload, due_at)
    select 'campaign_scheduled:' || p_id || ':' || v_campaign.revision || ':' || a.email, 'campaign_scheduled', a.email, 'pt-BR',
        jsonb_build_object('id', p_id, 'subject', public.campaign_subject(v_campaign), 'by', p_actor->>'email', 'send_at', v_send_at, 'readers', v_readers),
        now() + make_interval(secs => (p_limits->>'undo_seconds')::integer)
      from public.owner_addresses() a where lower(a.email) <> lower(p_actor->>'email')
    on conflict (key) do nothing;
  perform public.write_audit_log(p_actor, 'campaign_scheduled', 'campaign', p_id::text, null,
    jsonb_build_object('subject', public.campaign_subject(v_campaign), 'send_at', v_send_at, 'readers', v_readers));
  return public.get_admin_campaign(p_id);
end
$$;

-- Changes the state of an issue for the owner. `undo` makes a scheduled issue a draft again. `pause`, `resume`, `cancel`. For readers with
-- an unknown result, `unknown` sends again, and `settle` counts them as sent. An email that is being handed over during a pause is still
-- handed over. If the issue was stopped, but not by complaints, `resume` retries the refused readers who are still subscribed: the refusals
-- may have been about the sender.
create function public.move_campaign(p_actor jsonb, p_id uuid, p_revision integer, p_move text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_campaign(p_id, p_revision, case p_move
    when 'undo' then '{scheduled}'::text[]
    when 'pause' then '{preparing,sending}'
    when 'resume' then '{paused,stopped}'
    when 'cancel' then '{scheduled,late,preparing,sending,paused,stopped}'
    -- The actions `unknown` and `settle`.
    else '{sending,paused,stopped,sent}' end);
  v_before public.campaigns;
  v_campaign public.campaigns;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select l.* into v_before from public.campaigns l where l.id = p_id;
  if p_move in ('unknown', 'settle') then
    update public.campaign_recipients r
      set state = case p_move when 'unknown' then 'waiting' else 'sent' end, due_at = case p_move when 'unknown' then now() else r.due_at end,
        done_at = case p_move when 'settle' then r.done_at end, error = null
      where r.campaign_id = p_id and r.state = 'unknown';
    if not found then
      return public.refusal('changed_meanwhile');
    end if;
  elsif p_move = 'resume' then
    update public.campaign_recipients r set lease_until = null where r.campaign_id = p_id and r.state = 'waiting' and r.lease_until is not null;
    update public.campaign_recipients r set state = 'waiting', due_at = now(), attempts = 0, handed_at = null, done_at = null, error = null
      from public.newsletter_subscribers s
      where r.campaign_id = p_id and r.state = 'refused' and v_before.state = 'stopped' and v_before.reason is distinct from 'complaints'
        and s.id = r.subscriber_id and s.state = 'confirmed' and s.generation = r.generation;
  elsif p_move = 'cancel' then
    -- These readers did not get the post, so another issue may send it to them.
    delete from public.campaign_recipients r where r.campaign_id = p_id and r.state = 'waiting';
  else
    delete from public.outbox m
      using public.owner_addresses() a
      where p_move = 'undo' and m.key = 'campaign_scheduled:' || p_id || ':' || v_before.revision || ':' || a.email and m.attempts = 0;
  end if;
  update public.campaigns
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
    where id = p_id returning * into v_campaign;
  perform public.write_audit_log(p_actor, case p_move when 'undo' then 'campaign_unscheduled' when 'pause' then 'campaign_paused'
      when 'resume' then 'campaign_resumed' when 'cancel' then 'campaign_cancelled' when 'settle' then 'campaign_settled'
      else 'campaign_sent_again' end, 'campaign', p_id::text,
    jsonb_build_object('state', v_before.state), jsonb_build_object('state', v_campaign.state, 'subject', public.campaign_subject(v_campaign)));
  return public.get_admin_campaign(p_id);
end
$$;

-- Sending ------------------------------------------------------------------------------------------------------------------------------

-- Changes the states that depend on time. An issue that is far too late waits for the owner, an issue without remaining recipients is sent,
-- and a recipient whose worker died while handing over becomes unknown. Returns the work to do: an issue that is `due`, one to prepare,
-- whether one is being sent, and the seconds until the next one.
create function public.advance_campaigns() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns;
begin
  update public.campaign_recipients set state = 'unknown', lease_until = null, done_at = now() where state = 'handing' and lease_until < now();
  update public.campaigns l set state = 'late', reason = case when p.state = 'published' then 'late' else 'not_published' end
    from public.posts p
    where p.id = l.post_id and l.state = 'scheduled' and l.send_at <= now()
      -- The publishing job is about to publish a post whose time has passed.
      and (l.send_at < now() - interval '6 hours' or not (p.state = 'published' or p.state = 'scheduled' and p.publish_at <= now()));
  for v_campaign in select * from public.campaigns l where l.state = 'sending' or l.ended_at is not null and l.totals is null for update skip locked loop
    if v_campaign.state = 'sending' then
      update public.campaigns l set state = 'sent', ended_at = now()
        where l.id = v_campaign.id
          and not exists (select from public.campaign_recipients r where r.campaign_id = l.id and r.state in ('waiting', 'handing'));
    end if;
    update public.campaigns l set totals = public.campaign_counts(l)
      where l.id = v_campaign.id and l.ended_at is not null
        and not exists (select from public.campaign_recipients r where r.campaign_id = l.id and r.state = 'handing');
  end loop;
  return jsonb_build_object(
    'due', (
      select l.id from public.campaigns l join public.posts p on p.id = l.post_id
        where l.state = 'scheduled' and l.send_at <= now() and p.state = 'published' and not public.is_put_off('campaigns', l.id::text)
        order by l.send_at limit 1),
    'preparing', (
      select l.id from public.campaigns l where l.state = 'preparing' and not public.is_put_off('campaigns', l.id::text) order by l.send_at limit 1),
    'is_sending', exists (select from public.campaigns l where l.state = 'sending'),
    'next_in', (select extract(epoch from min(l.send_at) - now()) from public.campaigns l where l.state = 'scheduled' and l.send_at > now()));
end
$$;

-- Returns the content of an issue that is due: its post for readers of each language; null if it is no longer due. `post_revision`: the
-- revision of the post.
create function public.get_due_campaign(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('heads', l.heads, 'post_revision', p.revision,
        'posts', (select jsonb_object_agg(w.locale, public.post_json(p, w.locale)) from unnest('{pt-BR,en}'::text[]) w (locale)))
      from public.campaigns l join public.posts p on p.id = l.post_id
      where l.id = p_id and l.state = 'scheduled' and l.send_at <= now() and p.state = 'published');
end
$$;

-- Returns why an issue that begins no longer matches what the owner scheduled, or null. `changed`: it has so many readers that a test is
-- required, and its content differs from the tested one. `grown`: its readers exceed a limit that they did not exceed when it was
-- scheduled.
create function public.campaign_obstacle(campaign public.campaigns) returns text
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_before integer := (campaign.agreed->>'readers')::integer;
  v_readers integer;
begin
  if campaign.agreed is null then
    return null;
  end if;
  select count(*) into v_readers from public.campaign_readers(campaign.post_id, campaign.segment, null, null) r where r.is_named;
  return case
    when exists (select from unnest('{step_up_from,deliverable_from}'::text[]) l (name)
      where v_before <= (campaign.agreed->>l.name)::integer and (campaign.agreed->>l.name)::integer < v_readers) then 'grown'
    when (campaign.agreed->>'test_from')::integer < v_readers and campaign.tested_digest is distinct from public.campaign_digest(campaign)
      then case when v_before > (campaign.agreed->>'test_from')::integer then 'changed' else 'grown' end
  end;
end
$$;

-- Freezes the content of an issue and starts it; or marks it late if it does not match what the owner scheduled. Returns false if the issue
-- is not due any more or its post changed since `p_frozen` was rendered.
create function public.begin_campaign(p_id uuid, p_post_revision integer, p_frozen jsonb) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns;
  v_obstacle text;
begin
  select l.* into v_campaign from public.campaigns l where l.id = p_id and l.state = 'scheduled' and l.send_at <= now() for update;
  perform from public.posts p where p.id = v_campaign.post_id and p.state = 'published' and p.revision = p_post_revision for share;
  if not found then
    return false;
  end if;
  v_obstacle := public.campaign_obstacle(v_campaign);
  if v_obstacle is null then
    update public.campaigns set state = 'preparing', frozen = p_frozen, watched_from = now() where id = p_id;
  else
    update public.campaigns set state = 'late', reason = v_obstacle where id = p_id;
  end if;
  return true;
end
$$;

-- Adds the recipients among the next `p_size` subscribers. Returns false if there are more.
create function public.prepare_campaign(p_id uuid, p_size integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns;
  v_until uuid;
  v_count integer;
begin
  select l.* into v_campaign from public.campaigns l where l.id = p_id and l.state = 'preparing' for update;
  if not found then
    return true;
  end if;
  select s.id into v_until from public.newsletter_subscribers s
    where s.state = 'confirmed' and (v_campaign.prepared_after is null or s.id > v_campaign.prepared_after) order by s.id offset p_size - 1 limit 1;
  insert into public.campaign_recipients (campaign_id, subscriber_id, post_id, generation, locale)
    select p_id, r.id, v_campaign.post_id, r.generation, r.locale
      from public.campaign_readers(v_campaign.post_id, v_campaign.segment, v_campaign.prepared_after, v_until) r
      where r.is_named
    on conflict do nothing;
  get diagnostics v_count = row_count;
  update public.campaigns
    set prepared = prepared + v_count, prepared_after = coalesce(v_until, prepared_after),
      prepared_at = case when v_until is null then now() end, state = case when v_until is null then 'sending' else state end
    where id = p_id;
  return v_until is null;
end
$$;

create function public.get_frozen_campaign(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select l.frozen from public.campaigns l where l.id = p_id);
end
$$;

-- Leases recipients to one worker, each with the time (`in_ms`) before which nothing may be sent, so that all workers together keep the
-- pace and the daily limit. A reader who unsubscribed meanwhile gets nothing.
create function public.claim_campaign_recipients(p_limit integer, p_lease_seconds integer, p_per_second numeric) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from timestamptz;
  v_room integer;
  v_campaign record;
  v_some jsonb;
  v_claimed jsonb := '[]';
begin
  insert into public.campaign_pace (next_at) values (now()) on conflict do nothing;
  select greatest(p.next_at, clock_timestamp()) into v_from from public.campaign_pace p for update;
  select d.most - d.handed - (select count(*) from public.campaign_recipients r where r.lease_until > now()) into v_room from public.campaign_day() d;
  -- No slot may be later than half of the lease.
  v_room := least(p_limit, v_room,
    ceil((p_lease_seconds / 2.0 - extract(epoch from v_from - clock_timestamp())) * p_per_second));
  for v_campaign in
    select l.id from public.campaigns l where l.state = 'sending' and (l.rest_until is null or l.rest_until <= now()) order by l.send_at, l.id loop
    exit when v_room <= jsonb_array_length(v_claimed);
    with due as (
      select r.subscriber_id from public.campaign_recipients r
        where r.campaign_id = v_campaign.id and r.state = 'waiting' and r.due_at <= now() and (r.lease_until is null or r.lease_until < now())
        order by r.due_at limit v_room - jsonb_array_length(v_claimed) for update skip locked
    ), looked as (
      select d.subscriber_id, s.email, s.source, s.confirmed_at, s.state = 'confirmed' and s.generation = r.generation as is_reader
        from due d
        join public.campaign_recipients r on r.campaign_id = v_campaign.id and r.subscriber_id = d.subscriber_id
        join public.newsletter_subscribers s on s.id = d.subscriber_id
    ), claimed as (
      update public.campaign_recipients r
        set state = case when k.is_reader then 'waiting' else 'left' end, claims = r.claims + 1,
          lease_until = case when k.is_reader then now() + make_interval(secs => p_lease_seconds) end,
          done_at = case when not k.is_reader then now() end
        from looked k where r.campaign_id = v_campaign.id and r.subscriber_id = k.subscriber_id
        returning r.campaign_id, r.subscriber_id, r.generation, r.locale, r.claims, k.email, k.source, k.confirmed_at, k.is_reader
    )
    select coalesce(jsonb_agg(to_jsonb(c) - 'is_reader') filter (where c.is_reader), '[]') into v_some from claimed c;
    v_claimed := v_claimed || v_some;
  end loop;
  update public.campaign_pace set next_at = v_from + make_interval(secs => jsonb_array_length(v_claimed) / p_per_second) where v_claimed <> '[]';
  return (
    select coalesce(jsonb_agg(c.row || jsonb_build_object('in_ms',
        greatest(0, round(extract(epoch from v_from - clock_timestamp()) * 1000 + 1000 * (c.place - 1) / p_per_second))) order by c.place), '[]')
      from jsonb_array_elements(v_claimed) with ordinality c (row, place));
end
$$;

-- Checks immediately before an email is handed over. Returns `handing`: the email may be handed over, and from now on the reader may have
-- it; `left`: the reader unsubscribed; `withheld`: the issue must not be sent now, or another worker has this reader.
create function public.may_hand_campaign(p_campaign_id uuid, p_subscriber_id uuid, p_claims integer) returns text
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.campaign_recipients r set state = 'handing', handed_at = now(), lease_until = now() + interval '2 minutes'
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state = 'waiting' and r.lease_until > now()
      and exists (select from public.campaigns l where l.id = r.campaign_id and l.state = 'sending')
      and exists (select from public.newsletter_subscribers s where s.id = r.subscriber_id and s.state = 'confirmed' and s.generation = r.generation);
  if found then
    return 'handing';
  end if;
  update public.campaign_recipients r set state = 'left', lease_until = null, done_at = now()
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state = 'waiting'
      and not exists (select from public.newsletter_subscribers s
        where s.id = r.subscriber_id and s.state = 'confirmed' and s.generation = r.generation);
  -- An erased reader has no row any more.
  return case
    when found or not exists (select from public.campaign_recipients r where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id)
      then 'left' else 'withheld' end;
end
$$;

-- Stores that the mail server accepted an email, even if its answer came late.
create function public.finish_campaign(p_campaign_id uuid, p_subscriber_id uuid, p_claims integer) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.campaigns l where l.id = p_campaign_id and (l.failures > 0 or l.rests > 0) for no key update;
  update public.campaign_recipients r set state = 'sent', lease_until = null, done_at = now(), error = null
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state in ('handing', 'unknown');
  if found then
    perform public.count_handed();
    update public.campaigns l set failures = 0, rests = 0 where l.id = p_campaign_id and (l.failures > 0 or l.rests > 0);
  end if;
end
$$;

-- Counts an email of today for the warm-up.
create function public.count_handed() returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.campaign_days as d (day, handed) values (public.site_day(), 1) on conflict (day) do update set handed = d.handed + 1
$$;

-- Extends the lease while the mail server has the final dot but does not answer yet.
create function public.keep_campaign(p_campaign_id uuid, p_subscriber_id uuid, p_claims integer) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.campaign_recipients r set lease_until = now() + interval '2 minutes'
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state = 'handing'
$$;

-- Counts a try that the mail server deferred (`deferrals`) or did not answer (`silence`), for any reader. After five in a row the
-- issue rests for five minutes; after three rests it stops.
create function public.note_campaign_failure(p_campaign_id uuid, p_error text, p_by text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.campaigns l
    set failures = (l.failures + 1) % 5,
      rests = l.rests + case when l.failures >= 4 and l.rests < 3 then 1 else 0 end,
      rest_until = case when l.failures >= 4 and l.rests < 3 then now() + interval '5 minutes' else l.rest_until end,
      state = case when l.failures >= 4 and l.rests >= 3 then 'stopped' else l.state end,
      reason = case when l.failures >= 4 and l.rests >= 3 then p_error end,
      stopped_by = case when l.failures >= 4 and l.rests >= 3 then p_by else l.stopped_by end
    where l.id = p_campaign_id and l.state = 'sending' and (l.rest_until is null or l.rest_until <= now())
$$;

-- Locks the issue of a reader that a worker claimed, and then the reader. Everybody who changes both must lock in this order. Null if the
-- claim is over.
create function public.lock_claimed_reader(p_campaign_id uuid, p_subscriber_id uuid, p_claims integer) returns public.campaigns
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns;
begin
  select l.* into v_campaign from public.campaigns l where l.id = p_campaign_id for no key update;
  perform from public.campaign_recipients r
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id and r.claims = p_claims and r.state in ('waiting', 'handing') for update;
  return case when found then v_campaign end;
end
$$;

-- Makes a reader who did not get the email wait again until `p_due_at`. If the issue is not sent any more, frees the reader for another
-- issue about the post.
create function public.return_reader(campaign public.campaigns, p_subscriber_id uuid, p_due_at timestamptz, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if campaign.state = 'cancelled' or public.step_of_campaign(campaign.id) is not null
      and not exists (select from public.campaign_series x where x.state <> 'off') then
    delete from public.campaign_recipients r where r.campaign_id = campaign.id and r.subscriber_id = p_subscriber_id;
  else
    update public.campaign_recipients r set state = 'waiting', due_at = coalesce(p_due_at, r.due_at), lease_until = null, handed_at = null, error = p_error
      where r.campaign_id = campaign.id and r.subscriber_id = p_subscriber_id;
  end if;
end
$$;

-- Schedules the next try for this reader: after 15 minutes at first, after a day before the fifth and last one.
create function public.try_reader_later(campaign public.campaigns, p_subscriber_id uuid, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_recipient public.campaign_recipients;
begin
  update public.campaign_recipients r set attempts = r.attempts + 1 where r.campaign_id = campaign.id and r.subscriber_id = p_subscriber_id
    returning * into v_recipient;
  if v_recipient.attempts < 5 or campaign.state = 'cancelled' then
    perform public.return_reader(campaign, p_subscriber_id,
      now() + ('{15 minutes,1 hour,6 hours,1 day}'::interval[])[v_recipient.attempts], p_error);
  else
    update public.campaign_recipients r set state = 'refused', lease_until = null, done_at = now(), error = p_error
      where r.campaign_id = campaign.id and r.subscriber_id = p_subscriber_id;
    perform public.end_after_returns(p_subscriber_id, v_recipient.generation);
  end if;
end
$$;

create function public.defer_campaign(p_campaign_id uuid, p_subscriber_id uuid, p_claims integer, p_error text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns := public.lock_claimed_reader(p_campaign_id, p_subscriber_id, p_claims);
begin
  if v_campaign.id is not null then
    perform public.try_reader_later(v_campaign, p_subscriber_id, p_error);
  end if;
  perform public.note_campaign_failure(p_campaign_id, p_error, 'deferrals');
end
$$;

-- Handles a final refusal by the mail server. If the mailbox does not exist, the subscription ends; otherwise after three refused issues.
-- The issue stops if ten of its last two hundred emails were refused. Returns false if the issue is not being sent now. A reader who is
-- refused then waits like all others, because the cause of the stop may be the cause of the refusal.
create function public.refuse_campaign(p_campaign_id uuid, p_subscriber_id uuid, p_claims integer, p_error text, p_is_recipient boolean) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns := public.lock_claimed_reader(p_campaign_id, p_subscriber_id, p_claims);
  v_generation integer;
begin
  if v_campaign.id is null then
    return true;
  elsif v_campaign.state <> 'sending' then
    perform public.return_reader(v_campaign, p_subscriber_id, null, p_error);
    return false;
  end if;
  update public.campaign_recipients r set state = 'refused', lease_until = null, done_at = now(), error = p_error
    where r.campaign_id = p_campaign_id and r.subscriber_id = p_subscriber_id
    returning r.generation into v_generation;
  if p_is_recipient then
    update public.newsletter_subscribers set state = 'bounced', bounced_at = now()
      where id = p_subscriber_id and state = 'confirmed' and generation = v_generation;
  else
    perform public.end_after_returns(p_subscriber_id, v_generation);
  end if;
  update public.campaigns l set state = 'stopped', reason = p_error, stopped_by = 'refusals'
    where l.id = p_campaign_id and 10 <= (
      select count(*) from (
        select r.state from public.campaign_recipients r
          where r.campaign_id = l.id and r.done_at > l.watched_from and r.state in ('sent', 'refused') order by r.done_at desc limit 200) r
        where r.state = 'refused');
  return not found;
end
$$;

-- Handles a broken connection, or a missing one (`p_was_tried` false). Before the final dot nothing was delivered, so the reader waits
-- again, like after every failed try. After the dot the result is unknown.
create function public.interrupt_campaign(
  p_campaign_id uuid, p_subscriber_id uuid, p_claims integer, p_error text, p_was_tried boolean default true
) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_campaign public.campaigns := public.lock_claimed_reader(p_campaign_id, p_subscriber_id, p_claims);
begin
  update public.campaign_recipients r set state = 'unknown', done_at = now(), lease_until = null, error = p_error
    where r.campaign_id = v_campaign.id and r.subscriber_id = p_subscriber_id and r.state = 'handing';
  if not found and v_campaign.id is not null then
    if p_was_tried then
      perform public.try_reader_later(v_campaign, p_subscriber_id, p_error);
    else
      perform public.return_reader(v_campaign, p_subscriber_id, null, p_error);
    end if;
  end if;
  perform public.note_campaign_failure(p_campaign_id, p_error, 'silence');
end
$$;

-- Tasks, restore and deletion ----------------------------------------------------------------------------------------------------------

-- Returns the issues that a person got, as long as this is stored, for the export of personal data.
create function public.personal_campaigns(p_email text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(jsonb_build_object('subject', l.frozen->r.locale->>'subject', 'locale', r.locale, 'state', r.state,
        'sent_at', r.handed_at) order by l.send_at, l.id), '[]')
      from public.newsletter_subscribers s
      join public.campaign_recipients r on r.subscriber_id = s.id
      join public.campaigns l on l.id = r.campaign_id
      where s.email = lower(p_email));
end
$$;

-- Returns the issues of the last 30 days that too many readers reported as spam after everybody had received them: as many as would have
-- stopped them (`note_campaign_complaint`).
create function public.complained_campaigns() returns table (id uuid, complaints integer, got integer, began_at timestamptz)
language sql stable security definer set search_path = ''
as $$
  select c.campaign_id, c.complaints, g.got, c.began_at
    from (
      select r.campaign_id, count(*)::integer as complaints, min(r.done_at) as began_at
        from public.campaign_recipients r join public.campaigns l on l.id = r.campaign_id
        where r.state = 'complained' and r.done_at > greatest(l.watched_from, now() - interval '30 days') and l.state = 'sent'
        group by r.campaign_id) c
    join public.campaigns l on l.id = c.campaign_id
    cross join lateral (select public.campaign_counts(l) as counts) n
    cross join lateral (
      select (n.counts->>'sent')::integer + (n.counts->>'bounced')::integer + (n.counts->>'complained')::integer as got) g
    where c.complaints >= greatest(3, 0.003 * g.got)
$$;

-- Returns the issues that need the owner: stopped (`silence` replaces the text of a connection error), late, reported as spam by too many,
-- or with unknown recipients.
create function public.campaign_tasks() returns table (kind text, subject text, label text, began_at timestamptz, detail text)
language sql stable security definer set search_path = ''
as $$
  select 'campaign_' || l.state, l.id::text, public.campaign_subject(l), l.send_at,
      case when l.state = 'stopped' and l.stopped_by = 'silence' then 'silence' else coalesce(l.reason, '') end
    from public.campaigns l where l.state in ('stopped', 'late')
  union all
  select 'campaign_complained', l.id::text, public.campaign_subject(l), c.began_at, c.complaints::text
    from public.complained_campaigns() c join public.campaigns l on l.id = c.id
  union all
  select 'campaign_unknown', l.id::text, public.campaign_subject(l), min(r.done_at), count(*)::text
    from public.campaign_recipients r join public.campaigns l on l.id = r.campaign_id
    where r.state = 'unknown' and l.state <> 'cancelled' and r.done_at > now() - interval '30 days'
    group by l.id
$$;

-- Pauses all issues. After a restore nobody knows what was sent since the backup, so the owner decides about each issue.
create function public.pause_campaigns() returns void
language sql volatile security definer set search_path = ''
as $$
  update public.campaigns set state = 'paused' where state in ('scheduled', 'preparing', 'sending');
  update public.campaign_recipients set lease_until = null where state = 'waiting' and lease_until is not null;
  select public.pause_series();
$$;

-- Deletes old recipients. Their number by outcome is kept.
create function public.sweep_campaigns() returns void
language sql volatile security definer set search_path = ''
as $$
  select public.sweep_series();
  delete from public.campaign_recipients r
    using public.campaigns l
    where r.campaign_id = l.id and l.totals is not null and l.ended_at < now() - public.rule('keep_campaign_recipients');
  delete from public.outbox where kind in ('campaign_scheduled', 'series_switched_on')
    and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
$$;
