-- What was counted of an episode or a text stays with it when its address changes. A reader of the newsletter who agrees anew is counted by
-- the new source alone from now on. The page about the author counts the books that the shop shows. What a reading of the channel did not see is asked for
-- before it is taken from the site. A restore holds no mail that is due later. A book's first file brings
-- its sample, and no sample waits for a book without one. Pictures of episodes stay where letters showed them. A file of
-- which rows were refused can be imported again. A text that comes out before its moment has the moment at which it came, and a language that
-- was taken from a text can be published so. A deleted message goes from the team's mail, too. Of two places
-- in a book the later one counts, also where a guest's order comes to an account. A buyer's list
-- has the order whose Pix lapsed.
set check_function_bodies = off;

create function public.page_now(p_path text) returns text
language plpgsql stable security definer set search_path = ''
as $$
begin
  return case
    when p_path like '/shop/ebook/%' then (
      select p_path from public.ebooks_metadata b where b.id = substr(p_path, 13) and b.state = 'published')
    when p_path like '/podcast/%' then (
      select '/podcast/' || e.slug from public.episode_slugs s join public.episodes e on e.id = s.episode_id
        where s.slug = substr(p_path, 10) and e.removed_at is null)
    when p_path like '/textos/%' then (
      select '/textos/' || p.slug from public.post_slugs s join public.posts p on p.id = s.post_id
        where s.slug = substr(p_path, 9) and p.state = 'published')
    else p_path
  end;
end
$$;

create function public.move_visits() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.visit_names n set name = tg_argv[0] || new.slug
    where n.kind = 'page' and n.name = tg_argv[0] || old.slug
      and not exists (select from public.visit_names o where o.kind = 'page' and o.name = tg_argv[0] || new.slug);
  return null;
end
$$;

create trigger move_episode_visits after update on public.episodes for each row when (old.slug <> new.slug)
  execute function public.move_visits('/podcast/');
create trigger move_post_visits after update on public.posts for each row when (old.slug <> new.slug)
  execute function public.move_visits('/textos/');

create or replace function public.count_visit(p_event text, p_pages text[], p_is_visit boolean, p_source text, p_campaign text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pages integer[] := array(
    select public.visit_name('page', p.name)
      from (select distinct public.page_now(p) as name from unnest(p_pages) p order by 1) p where p.name is not null);
  v_source integer;
  v_campaign integer;
begin
  if v_pages = '{}' then
    return;
  end if;
  v_source := public.visit_name('source', p_source);
  v_campaign := public.visit_name('campaign', p_campaign);
  insert into public.visit_counts as c (day, page, source, campaign, views, visits, plays, carts, checkouts)
    select public.site_day(), k.page, k.source, k.campaign, (p_event = 'view')::integer, (p_event = 'view' and p_is_visit)::integer,
        (p_event = 'play')::integer, (p_event = 'cart')::integer, (p_event = 'checkout')::integer
      from (
        select p as page, 0 as source, 0 as campaign from unnest(v_pages) p
        union all select p, v_source, v_campaign from unnest(v_pages) p
        union all select 0, v_source, v_campaign
      ) k order by 2, 3, 4
    on conflict (day, page, source, campaign) do update
      set views = c.views + excluded.views, visits = c.visits + excluded.visits, plays = c.plays + excluded.plays,
        carts = c.carts + excluded.carts, checkouts = c.checkouts + excluded.checkouts;
end
$$;

drop function public.is_page(text);

-- Counts of earlier addresses; where there are several of one episode or text, those of the newest.
with moved as (
  select distinct on (c.path) n.id, c.path
    from (
      select '/podcast/' || s.slug as earlier, '/podcast/' || e.slug as path, s.given_at
        from public.episode_slugs s join public.episodes e on e.id = s.episode_id where s.slug <> e.slug
      union all
      select '/textos/' || s.slug, '/textos/' || p.slug, s.given_at
        from public.post_slugs s join public.posts p on p.id = s.post_id where s.slug <> p.slug
    ) c join public.visit_names n on n.kind = 'page' and n.name = c.earlier
    where not exists (select from public.visit_names o where o.kind = 'page' and o.name = c.path)
    order by c.path, c.given_at desc
)
update public.visit_names n set name = m.path from moved m where n.id = m.id;

create or replace function public.note_subscriber() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_was boolean := coalesce(old.state = 'confirmed', false);
  v_is boolean := coalesce(new.state = 'confirmed', false);
begin
  if v_is and not v_was then
    if old.state = 'unsubscribed' and new.confirmed_at = old.confirmed_at then
      perform public.add_totals(array[
        row('unsubscribed', old.source, old.unsubscribed_at, -1, 0)::public.counted,
        row('subscribed', old.source, old.confirmed_at, -1, 0)::public.counted,
        row('subscribed', new.source, new.confirmed_at, 1, 0)::public.counted]);
    else
      perform public.add_totals(array[row('subscribed', new.source, new.confirmed_at, 1, 0)::public.counted]);
    end if;
  elsif v_was and not v_is then
    perform public.add_totals(array[row('unsubscribed', old.source, now(), 1, 0)::public.counted]);
  elsif v_is and new.source <> old.source then
    perform public.add_totals(array[
      row('subscribed', old.source, old.confirmed_at, -1, 0)::public.counted,
      row('subscribed', new.source, new.confirmed_at, 1, 0)::public.counted]);
  end if;
  return null;
end
$$;

create or replace function public.get_site_counts() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object(
    'episodes', (select count(*) from public.episodes e where e.is_shown),
    'ebooks', (select count(*) from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'subscribers', (select count(*) from public.newsletter_subscribers s where s.state = 'confirmed'));
end
$$;

create function public.list_unseen_uploads(p_channel_id text, p_seen text[]) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  -- Looked up in a hash, however many there are.
  return (
    select coalesce(jsonb_agg(e.id order by e.id), '[]') from public.episodes e
      where e.removed_at is null and coalesce(e.channel_id, p_channel_id) = p_channel_id and e.id not in (select unnest(p_seen)));
end
$$;

create or replace function public.finish_restore(p_rows jsonb, p_sequences jsonb, p_send_mail boolean, p_reason text) returns jsonb
language plpgsql volatile security definer set search_path = '' set statement_timeout = '60s'
as $$
declare
  v_table record;
  v_sequence record;
  v_rows bigint;
  v_differ text[] := '{}';
  v_held bigint := 0;
begin
  -- Its answer was lost, and it is asked again.
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
    -- The site of then cannot have sent what is due later, such as a gift's letter for a day to come.
    update public.outbox set given_up_at = now(), last_error = p_reason
      where sent_at is null and given_up_at is null and (due_at <= now() or attempts > 0);
    get diagnostics v_held = row_count;
  end if;
  perform public.pause_letters();
  for v_table in select * from public.exported_tables() loop
    execute format('alter table public.%I enable trigger user', v_table.name);
  end loop;
  delete from public.restoration where true;
  return jsonb_build_object('differ', '[]'::jsonb, 'held', v_held);
end
$$;

create or replace function public.want_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if (tg_op = 'INSERT' or not old.has_file) and new.pages > 1 then
    insert into public.ebook_samples (ebook_id) values (new.id) on conflict do nothing;
  end if;
  if tg_op = 'UPDATE' then
    update public.ebook_samples set revision = revision + 1, state = 'waiting', problem = null, wanted_at = now() where ebook_id = new.id;
  end if;
  return null;
end
$$;
create trigger want_sample_of_first_file after update of has_file on public.ebooks_metadata for each row
  when (new.has_file and not old.has_file) execute function public.want_sample();

create or replace function public.list_samples_due(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(to_jsonb(d) order by d.wanted_at, d.ebook_id), '[]')
      from (
        select s.ebook_id, s.revision, s.first_page, s.last_page, s.wanted_at, b.title, public.get_ebook_file(b.id)->>'key' as pdf_key
          from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
          where s.state = 'waiting' and b.has_file order by s.wanted_at, s.ebook_id limit p_limit
      ) d);
end
$$;

create or replace function public.note_letter_covers() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  insert into public.letter_covers (key)
    select distinct m.parts[1]
      from jsonb_each(new.frozen) w
      cross join lateral regexp_matches(w.value->>'html', '/((?:covers|thumbnails)/[^"/?]+)-\d+\.jpg', 'g') m (parts)
    on conflict do nothing;
  return null;
end
$$;

insert into public.letter_covers (key)
  select distinct m.parts[1]
    from public.letters l
    cross join lateral jsonb_each(l.frozen) w
    cross join lateral regexp_matches(w.value->>'html', '/(thumbnails/[^"/?]+)-\d+\.jpg', 'g') m (parts)
    where l.frozen is not null
  on conflict do nothing;

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
        and not (f.kind in ('cover', 'picture') and exists (select from public.letter_covers c where c.key = f.key))
      order by f.remove_after limit p_limit for update skip locked
  ), going as (
    update public.unused_files f set is_going = true from due where f.key = due.key and f.kind = due.kind returning f.key, f.kind
  )
  select coalesce(jsonb_agg(to_jsonb(going)), '[]') into v_files from going;
  return v_files;
end
$$;

drop index public.imports_once;
create unique index imports_once on public.imports (kind, digest)
  where state not in ('refused', 'undone') and not (state in ('done', 'undoing') and refused > 0);

create or replace function public.listed_post_json(post public.posts) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return jsonb_build_object('id', post.id, 'kind', post.kind, 'slug', post.slug, 'state', post.state, 'publish_at', post.publish_at,
    'first_published_at', post.first_published_at, 'edited_at', post.edited_at,
    'visibility', post.visibility,
    'title', coalesce((select d.title from public.post_drafts d where d.post_id = post.id and d.title <> '' order by d.locale desc limit 1), ''),
    -- Also where a language was taken away, or comes back as it was.
    'is_new', (
      select bool_or(public.is_draft_new(d) or post.state = 'published' and (d.title <> '') <> (d.locale = any (post.locales)))
        from public.post_drafts d where d.post_id = post.id), 'news', public.news_of_post(post));
end
$$;

create or replace function public.put_post_on_site(p_id uuid, p_by text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_locales text[];
  v_title text;
  v_slug text;
  v_new integer;
begin
  select array_agg(d.locale order by d.locale desc), (array_agg(d.title order by d.locale desc))[1] into v_locales, v_title
    from public.post_drafts d where d.post_id = p_id and d.title <> '';
  select coalesce(p.slug, public.free_post_slug(p_id, v_title)) into v_slug from public.posts p where p.id = p_id;
  insert into public.post_slugs (slug, post_id) values (v_slug, p_id) on conflict (slug) do nothing;
  insert into public.post_versions (post_id, locale, version, title, lead, body, published_by)
    select d.post_id, d.locale,
        (select coalesce(max(v.version), 0) + 1 from public.post_versions v where v.post_id = d.post_id and v.locale = d.locale),
        d.title, d.lead, d.body, p_by
      from public.post_drafts d where d.post_id = p_id and public.is_draft_new(d);
  get diagnostics v_new = row_count;
  update public.posts
    set state = 'published', slug = v_slug, first_published_at = coalesce(first_published_at, least(publish_at, now())), publish_at = null,
      scheduled_by = null, locales = v_locales,
      -- What came out late was not changed since; what came out before its moment came out now.
      changed_at = case when first_published_at is null then least(publish_at, now()) when v_new > 0 or v_locales <> locales then now() else changed_at end,
      edited_at = now(), revision = revision + 1
    where id = p_id;
end
$$;

create or replace function public.delete_message(p_actor jsonb, p_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_message public.contact_messages;
begin
  delete from public.contact_messages where id = p_id returning * into v_message;
  if not found then
    return false;
  end if;
  -- Members of the team have copies of their own.
  delete from public.outbox m
    where m.key = 'contact_acknowledged:' || p_id or (m.kind = 'contact_received' and m.payload->>'number' = v_message.number::text);
  delete from public.daily_notices n where n.kind = 'message' and n.subject = v_message.number::text;
  perform public.note_admin_change(p_actor, 'message_deleted', 'message', v_message.number::text,
    jsonb_build_object('received_at', v_message.created_at), null);
  return true;
end
$$;

drop function public.save_reading_position(text, text, integer);
create function public.save_reading_position(
  p_uid text, p_ebook_id text, p_page integer, p_read_at timestamptz default null
) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if public.entitled_file(p_uid, p_ebook_id) is null then
    return false;
  end if;
  insert into public.reading_positions as r (uid, ebook_id, page, read_at) values (p_uid, p_ebook_id, p_page, least(p_read_at, now()))
    on conflict (uid, ebook_id) do update set page = excluded.page, read_at = excluded.read_at where excluded.read_at >= r.read_at;
  return true;
end
$$;

create or replace function public.take_over_orders(p_uid text, p_verified_email text, p_with_unpaid boolean default false) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_taken uuid[];
  v_from text[];
  v_ebook_ids text[];
begin
  if not exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    return;
  end if;
  perform public.keep_receipt_buyer(o) from public.orders o
    where o.claimable_by = lower(p_verified_email) and (p_with_unpaid or o.state not in ('open', 'expired'));
  with taken as (
    update public.orders o
      set buyer_uid = p_uid, claimable_by = null, guest_digest = null,
        attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
      from (
        select x.id, x.holder from public.orders x
          where x.claimable_by = lower(p_verified_email) and (p_with_unpaid or x.state not in ('open', 'expired'))
          order by x.id for update) before
      where o.id = before.id
      returning o.id, o.state, before.holder as from_holder
  ), noted as (
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_holder <> p_uid
  )
  select array_agg(t.id), array_agg(distinct t.from_holder) into v_taken, v_from from taken t where t.from_holder <> p_uid;
  if v_taken is null then
    return;
  end if;
  select array_agg(distinct c.ebook_id) into v_ebook_ids from public.order_copies c where c.order_id = any (v_taken);
  -- Always in the same order, so that two of these wait for each other in one direction only.
  perform public.settle_rights(r.uid, v_ebook_ids) from (select uid from unnest(v_from || p_uid) uid order by uid) r;
  -- Of two orders that were taken over together the later one tells.
  insert into public.order_events (order_id, kind)
    select o.id, 'paid_twice'
      from public.orders o
      where o.id = any (v_taken) and exists (
        select from unnest(public.books_of_order(o.id)) b cross join lateral (select public.paid_also_in(o, b) as also) t
          where t.also is not null and not ((t.also->>'id')::uuid = any (v_taken) and (t.also->>'number')::bigint > o.number));
  if not p_with_unpaid then
    -- A mail that waits says then what is so now; one that is being handed over, or was, says what was.
    with told as (
      select o.* from public.orders o
        where o.id = any (v_taken) and o.state in ('paid', 'partly_refunded')
          and exists (select from public.gifts g where g.order_id = o.id and g.is_spare)
    ), renewed as (
      update public.outbox m set payload = public.order_mail_payload(t)
        from told t cross join lateral public.purchase_mails(t) w
        where m.id = w.id and m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null
          and coalesce(m.claimed_until <= now(), true)
        returning t.id
    )
    insert into public.outbox (key, kind, recipient, locale, payload)
      select public.purchase_mail_key(t, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid', t.buyer_email, t.locale,
          public.order_mail_payload(t)
        from told t where not exists (select from renewed r where r.id = t.id);
  end if;
  insert into public.reading_positions (uid, ebook_id, page, read_at)
    select distinct on (r.ebook_id) p_uid, r.ebook_id, r.page, r.read_at from public.reading_positions r
      where r.uid = any (v_from) and r.uid like 'order:%' order by r.ebook_id, r.read_at desc
    on conflict (uid, ebook_id) do update set page = excluded.page, read_at = excluded.read_at
      where excluded.read_at > reading_positions.read_at;
  delete from public.reading_positions r where r.uid = any (v_from) and r.uid like 'order:%';
end
$$;

create or replace function public.list_orders(p_uid text, p_after_at timestamptz, p_after_id uuid, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  if p_uid is null then
    select coalesce(jsonb_agg(public.order_json(o) order by o.paid_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          where o.paid_at is not null and (o.paid_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.paid_at desc, o.id desc limit p_size + 1
      ) o;
  else
    select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]') into v_page
      from (
        select * from public.orders o
          -- Left carts are none; an order whose Pix or boleto lapsed is one, though its page is open still.
          where o.buyer_uid = p_uid and o.state <> 'expired' and (o.state <> 'open' or o.pay_with is not null)
            and (o.created_at, o.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, '00000000-0000-0000-0000-000000000000'))
          order by o.created_at desc, o.id desc limit p_size + 1
      ) o;
  end if;
  return jsonb_build_object('orders', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size);
end
$$;
