-- Automatic drafts: a post and a newsletter issue about a new episode, or about a book that can be bought for the first time. The owner
-- decides whether a draft is published or sent.
set check_function_bodies = off;

-- One row per event that gets a draft. The row stays when its draft is deleted, so that the draft is not created again.
create table public.automatic_drafts (
  about_kind text not null check (about_kind in ('episode', 'ebook')),
  about_id text not null,
  noted_at timestamptz not null default now(),
  -- When the drafts were created, or when the event was skipped because of the daily limit.
  settled_at timestamptz,
  post_id uuid unique references public.posts (id) on delete set null,
  campaign_id uuid unique references public.campaigns (id) on delete set null,
  primary key (about_kind, about_id),
  check (settled_at is not null or (post_id is null and campaign_id is null))
);
create index automatic_drafts_due on public.automatic_drafts (noted_at) where settled_at is null;

-- Records an event that gets a draft. Only the first three events of a kind on a day get drafts, because an author who moves to this site
-- adds many episodes and books at once.
create function public.note_news(p_kind text, p_id text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.automatic_drafts (about_kind, about_id, settled_at)
    select p_kind, p_id, case when count(*) >= 3 then now() end
      from public.automatic_drafts d where d.about_kind = p_kind and d.noted_at > now() - interval '1 day'
    on conflict do nothing
$$;

-- Records a new episode that is at most a few days old: an episode that the owner publishes, or one of a channel that was read completely
-- before. An episode that was imported from another feed is skipped, because its readers know it already.
create function public.note_new_episode() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (new.origin = 'own' and new.guid is null) or exists (select from public.channel_sync s where s.channel_id = new.channel_id and s.whole_at is not null) then
    perform public.note_news('episode', new.id);
  end if;
  return null;
end
$$;
create trigger note_news after insert on public.episodes for each row
  when (not new.is_draft and new.published_at > now() - interval '3 days') execute function public.note_new_episode();
create trigger note_news_of_publication after update on public.episodes for each row
  when (old.is_draft and not new.is_draft and new.published_at > now() - interval '3 days') execute function public.note_new_episode();

-- Returns the visible episodes and the books on sale that have no draft yet. `is_ahead`: the book is announced.
create function public.list_due_drafts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(w) - 'noted_at' order by w.noted_at), '[]')
      from (
        select d.about_kind as kind, d.about_id as id, d.noted_at, e.title, e.description, false as is_ahead
          from public.automatic_drafts d join public.episodes e on e.id = d.about_id
          where d.about_kind = 'episode' and d.settled_at is null and e.is_shown and not public.is_put_off('automatic_drafts', 'episode:' || d.about_id)
        union all
        select d.about_kind, d.about_id, d.noted_at, b.title, b.description, not public.is_out(b)
          from public.automatic_drafts d join public.ebooks_metadata b on b.id = d.about_id
          where d.about_kind = 'ebook' and d.settled_at is null and not public.is_put_off('automatic_drafts', 'ebook:' || d.about_id) and b.state = 'published' and b.is_priced and public.is_sold(b)
      ) w);
end
$$;

-- Creates the drafts about an event, unless they were created: a post with this content and an issue. An issue about a book is for readers
-- without that book.
create function public.make_draft(p_kind text, p_id text, p_locale text, p_title text, p_lead text, p_body jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_nobody jsonb := jsonb_build_object('email', '');
  v_post_id uuid;
  v_campaign_id uuid;
begin
  perform from public.automatic_drafts d where d.about_kind = p_kind and d.about_id = p_id and d.settled_at is null for update;
  if not found then
    return;
  end if;
  v_post_id := (public.create_post(v_nobody, 'text')->>'id')::uuid;
  update public.post_drafts d set title = p_title, lead = p_lead, body = p_body where d.post_id = v_post_id and d.locale = p_locale;
  v_campaign_id := (public.create_campaign(v_nobody, v_post_id)->>'id')::uuid;
  update public.campaigns l set segment = l.segment || jsonb_build_object('lacks', p_id) where l.id = v_campaign_id and p_kind = 'ebook';
  update public.automatic_drafts d set settled_at = now(), post_id = v_post_id, campaign_id = v_campaign_id
    where d.about_kind = p_kind and d.about_id = p_id;
end
$$;

-- Returns the kind of event that an automatic post is about, while it is a draft; null for other posts.
create function public.news_of_post(post public.posts) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select d.about_kind from public.automatic_drafts d where d.post_id = post.id and post.state = 'draft');
end
$$;

-- Returns the kind of event that an automatic issue is about, while the issue is a draft; null for other issues.
create function public.news_of_campaign(campaign public.campaigns) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select d.about_kind from public.automatic_drafts d where d.campaign_id = campaign.id and campaign.state = 'draft');
end
$$;
