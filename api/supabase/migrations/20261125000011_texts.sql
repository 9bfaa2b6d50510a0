-- Letters say where their reader signed up, the newsletter's own page is such a place and lists what went out, and an address that was given
-- with the sample of a book is kept with the words that its form showed.
set check_function_bodies = off;

alter table public.newsletter_subscribers drop constraint newsletter_subscribers_source_check;
alter table public.newsletter_subscribers add constraint newsletter_subscribers_source_check
  check (source in ('footer', 'home', 'episode', 'post', 'checkout', 'newsletter', 'sample', 'admin', 'customer', 'import'));

-- That form left out what was new in these words: about letters to those who have a book.
update public.newsletter_subscribers set consent_version = '2026-11-21' where source = 'sample' and consent_version = '2026-11-24';

-- Hands readers to one worker for a while, each with the moment (`in_ms`) from which it may be written to, so that all workers together
-- keep the pace and the day. A reader who left meanwhile gets nothing.
create or replace function public.claim_letter_recipients(p_limit integer, p_lease_seconds integer, p_per_second numeric) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_from timestamptz;
  v_room integer;
  v_letter record;
  v_some jsonb;
  v_claimed jsonb := '[]';
begin
  insert into public.letter_pace (next_at) values (now()) on conflict do nothing;
  select greatest(p.next_at, clock_timestamp()) into v_from from public.letter_pace p for update;
  select d.most - d.handed - (select count(*) from public.letter_recipients r where r.lease_until > now()) into v_room from public.letter_day() d;
  -- No slot so late that its lease is over by then.
  v_room := least(p_limit, v_room,
    ceil((p_lease_seconds / 2.0 - extract(epoch from v_from - clock_timestamp())) * p_per_second));
  for v_letter in
    select l.id from public.letters l where l.state = 'sending' and (l.rest_until is null or l.rest_until <= now()) order by l.send_at, l.id loop
    exit when v_room <= jsonb_array_length(v_claimed);
    with due as (
      select r.subscriber_id from public.letter_recipients r
        where r.letter_id = v_letter.id and r.state = 'waiting' and r.due_at <= now() and (r.lease_until is null or r.lease_until < now())
        order by r.due_at limit v_room - jsonb_array_length(v_claimed) for update skip locked
    ), looked as (
      select d.subscriber_id, s.email, s.source, s.confirmed_at, s.state = 'confirmed' and s.generation = r.generation as is_reader
        from due d
        join public.letter_recipients r on r.letter_id = v_letter.id and r.subscriber_id = d.subscriber_id
        join public.newsletter_subscribers s on s.id = d.subscriber_id
    ), claimed as (
      update public.letter_recipients r
        set state = case when k.is_reader then 'waiting' else 'left' end, claims = r.claims + 1,
          lease_until = case when k.is_reader then now() + make_interval(secs => p_lease_seconds) end,
          done_at = case when not k.is_reader then now() end
        from looked k where r.letter_id = v_letter.id and r.subscriber_id = k.subscriber_id
        returning r.letter_id, r.subscriber_id, r.generation, r.locale, r.claims, k.email, k.source, k.confirmed_at, k.is_reader
    )
    select coalesce(jsonb_agg(to_jsonb(c) - 'is_reader') filter (where c.is_reader), '[]') into v_some from claimed c;
    v_claimed := v_claimed || v_some;
  end loop;
  update public.letter_pace set next_at = v_from + make_interval(secs => jsonb_array_length(v_claimed) / p_per_second) where v_claimed <> '[]';
  return (
    select coalesce(jsonb_agg(c.row || jsonb_build_object('in_ms',
        greatest(0, round(extract(epoch from v_from - clock_timestamp()) * 1000 + 1000 * (c.place - 1) / p_per_second))) order by c.place), '[]')
      from jsonb_array_elements(v_claimed) with ordinality c (row, place));
end
$$;

-- The newsletter's page lists the texts that went out.
create trigger note_purge after update of state on public.letters for each row
  when (new.state = 'sent' and old.state <> 'sent' and new.prepared > 0) execute function public.note_purge('texts');

drop function public.list_posts(text, text, timestamptz, uuid, integer);
-- A page of what is listed on the site, newest first, under one tag if wanted, or only of what readers also got as a letter; `tags`: those of
-- all, the most frequent first.
create function public.list_posts(
  p_locale text, p_tag text, p_after_at timestamptz, p_after_id uuid, p_size integer, p_is_mailed boolean default false
) returns jsonb
language sql stable security definer set search_path = ''
as $$
  with page as (
    select p.* from public.posts p
      where p.state = 'published' and p.visibility = 'site' and (p_tag is null or p_tag = any (p.tags))
        and (p_after_at is null or (p.first_published_at, p.id) < (p_after_at, p_after_id))
        -- A letter of the welcome series prepares no list of readers, and is not sent to all.
        and (not p_is_mailed or exists (select from public.letters l
          where l.post_id = p.id and l.state = 'sent' and l.prepared > 0 and coalesce((l.totals->>'sent')::integer, 1) > 0))
      order by p.first_published_at desc, p.id desc limit p_size + 1
  )
  select jsonb_build_object(
    'posts', (select coalesce(jsonb_agg(public.post_json(s::public.posts, p_locale) order by s.first_published_at desc, s.id desc), '[]')
      from (select * from page order by first_published_at desc, id desc limit p_size) s),
    'more', (select count(*) from page) > p_size,
    'tags', (select coalesce(jsonb_agg(t.tag order by t.times desc, t.tag), '[]')
      from (
        select tag, count(*) as times from public.posts p, unnest(p.tags) tag where p.state = 'published' and p.visibility = 'site'
          group by tag order by count(*) desc, tag limit 20
      ) t))
$$;
