-- Durations that were repeated in functions stand in one table, by name.
set check_function_bodies = off;

create table public.rules (
  name text primary key check (name ~ '^[a-z]+(_[a-z]+)*$'),
  duration interval not null check (duration > interval '0'),
  reason text not null check (reason <> '')
);
alter table public.rules enable row level security;
insert into public.rules (name, duration, reason) values
  ('refund_request', '15 days', 'the 14th day after the day of payment ends everywhere; no earlier than the terms say'),
  ('keep_orders', '8 years', 'tax law of New Zealand: seven years after the end of the tax year'),
  ('keep_contact_messages', '24 months', 'privacy page'),
  ('keep_unconfirmed_subscribers', '30 days', 'privacy page'),
  ('keep_sent_copies', '30 days', 'privacy page: copies of letters with what visitors wrote, and their addresses'),
  ('keep_stamped_copies', '30 days', 'privacy page: after the last download'),
  ('keep_stripe_events', '60 days', 'privacy page; the provider repeats an event for at most three days'),
  ('keep_rate_limits', '1 day', 'privacy page'),
  ('keep_ended_sessions', '30 days', 'a token lives for an hour, and the browser has forgotten what renews it'),
  ('keep_replaced_files', '30 days', 'the owner can bring the former file back'),
  ('keep_content_drafts', '1 hour', 'a preview is looked at and closed'),
  ('keep_page_reports', '35 days', 'the panel of pages shows a month');

create function public.rule(p_name text) returns interval
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_duration interval;
begin
  select r.duration into strict v_duration from public.rules r where r.name = p_name;
  return v_duration;
end
$$;

create or replace function public.note_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  -- Once a transaction. Twice told: the API answers from copies that are seconds old, and a few that are half a minute old.
  if not exists (select from public.purges p where p.due_at = now() + interval '5 seconds' and p.tag = tg_argv[0]) then
    insert into public.purges (tag, due_at) values (tg_argv[0], now() + interval '5 seconds'), (tg_argv[0], now() + interval '40 seconds');
    -- Where there is no cache to tell, they are taken by age.
    delete from public.purges p where p.id in (
      select o.id from public.purges o where o.due_at < now() - interval '1 day' limit 100 for update skip locked);
  end if;
  return null;
end
$$;

create or replace function public.end_session(p_uid text, p_signed_in_at bigint) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ended_sessions s where s.ended_at < now() - public.rule('keep_ended_sessions');
  insert into public.ended_sessions (uid, signed_in_at)
    select p_uid, p_signed_in_at where p_signed_in_at < floor(extract(epoch from now()))
    on conflict do nothing;
$$;

create or replace function public.replace_ebook_cover(p_actor jsonb, p_id text, p_revision integer, p_cover_id uuid, p_cover_color text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_refusal jsonb := public.lock_ebook(p_id, p_revision);
  v_before jsonb;
begin
  if v_refusal is not null then
    return v_refusal;
  end if;
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  if not public.is_cover_of(p_cover_id, v_before->>'filename') then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if public.take_upload(p_cover_id, 'cover') is null then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  perform public.retire_file(public.cover_key(b.filename, b.cover_version), 'cover', public.rule('keep_replaced_files'))
    from public.ebooks_metadata b where b.id = p_id and b.cover_version is not null;
  update public.ebooks_metadata
    set cover_version = left(replace(p_cover_id::text, '-', ''), 12), cover_color = p_cover_color, revision = revision + 1
    where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_cover_replaced', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

create or replace function public.set_ebook_pdf(
  p_actor jsonb, p_id text, p_key text, p_pages integer, p_has_outline boolean, p_bytes integer, p_tell_owners boolean,
  p_restored_version integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_before jsonb;
begin
  select public.ebook_facts(b) into v_before from public.ebooks_metadata b where b.id = p_id;
  insert into public.unused_files (key, kind, remove_after, ebook_id, version, pages, has_outline, file_bytes, replaced_at)
    select public.get_ebook_file(b.id)->>'key', 'pdf', now() + public.rule('keep_replaced_files'), b.id, b.file_version, b.pages, b.has_outline, b.file_bytes, now()
      from public.ebooks_metadata b where b.id = p_id
    on conflict (key, kind) do update set remove_after = excluded.remove_after, ebook_id = excluded.ebook_id, version = excluded.version,
      pages = excluded.pages, has_outline = excluded.has_outline, file_bytes = excluded.file_bytes, replaced_at = excluded.replaced_at;
  update public.ebooks_metadata
    set pdf_key = nullif(p_key, 'pdfs/' || filename), pages = p_pages, has_outline = p_has_outline, file_bytes = p_bytes,
      file_version = file_version + 1, revision = revision + 1
    where id = p_id;
  if p_tell_owners then
    insert into public.ebook_announcements (ebook_id, version) select b.id, b.file_version from public.ebooks_metadata b where b.id = p_id;
  end if;
  perform public.note_admin_change(p_actor, 'ebook_file_replaced', 'ebook', p_id, v_before,
      public.ebook_facts(b) || jsonb_strip_nulls(jsonb_build_object('restored_version', p_restored_version)))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.get_admin_ebook(p_id));
end
$$;

create or replace function public.list_copies_to_remove(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(c.key), '[]') from (
    select key from public.stamped_copies where used_at < now() - public.rule('keep_stamped_copies') order by used_at limit p_limit
  ) c
$$;

create or replace function public.forget_copies(p_keys text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.stamped_copies where key = any (p_keys) and used_at < now() - public.rule('keep_stamped_copies');
  update public.stamped_copies set made_at = null where key = any (p_keys);
$$;

create or replace function public.may_request_refund(o public.orders) returns boolean
language sql stable security definer set search_path = ''
as $$
  select o.state in ('paid', 'partly_refunded') and public.refundable_minor(o) > 0 and o.paid_at > now() - public.rule('refund_request')
    and not exists (select from public.refund_requests r where r.order_id = o.id)
$$;

create or replace function public.save_content_draft(p_key text, p_body jsonb) returns uuid
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_id uuid;
begin
  delete from public.content_drafts d where d.made_at < now() - public.rule('keep_content_drafts');
  insert into public.content_drafts (key, body) values (p_key, p_body) returning id into v_id;
  return v_id;
end
$$;

create or replace function public.get_content_draft(p_id uuid) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('key', d.key, 'body', d.body) from public.content_drafts d
    where d.id = p_id and d.made_at > now() - public.rule('keep_content_drafts')
$$;

create or replace function public.save_uploads(p_episodes jsonb, p_clips jsonb, p_gone text[]) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_new record;
  v_old public.episodes;
  v_slug text;
begin
  -- Addresses are given one after the other.
  lock table public.episode_slugs in share row exclusive mode;
  for v_new in
    select e.id, e.title, e.description, e.published_at, e.duration_seconds, e.picture_source, e.spotify_url
      from jsonb_to_recordset(p_episodes) as e (
        id text, title text, description text, published_at timestamptz, duration_seconds integer, picture_source text, spotify_url text)
      order by e.published_at, e.id
  loop
    select e.* into v_old from public.episodes e where e.id = v_new.id;
    v_slug := case
      when v_old.slug is not null and public.slug_words(v_old.title) = public.slug_words(v_new.title) then v_old.slug
      else public.free_slug(v_new.id, v_new.title)
    end;
    insert into public.episodes as e (id, slug, title, description, published_at, duration_seconds, picture_source, spotify_url)
      values (v_new.id, v_slug, v_new.title, v_new.description, v_new.published_at, v_new.duration_seconds, v_new.picture_source,
        v_new.spotify_url)
      on conflict (id) do update set slug = excluded.slug, title = excluded.title, description = excluded.description,
        published_at = excluded.published_at, duration_seconds = excluded.duration_seconds, picture_source = excluded.picture_source,
        spotify_url = excluded.spotify_url, fetched_at = now(), removed_at = null,
        picture_due_at = case when e.picture_source is distinct from excluded.picture_source then now() else e.picture_due_at end,
        picture_attempts = case when e.picture_source is distinct from excluded.picture_source then 0 else e.picture_attempts end;
    insert into public.episode_slugs (slug, episode_id) values (v_slug, v_new.id) on conflict (slug) do nothing;
  end loop;

  insert into public.channel_clips (id, title)
    select c.id, c.title from jsonb_to_recordset(p_clips) as c (id text, title text)
    on conflict (id) do update set title = excluded.title, fetched_at = now();
  delete from public.channel_clips c where c.id = any (p_gone) or c.id in (select e->>'id' from jsonb_array_elements(p_episodes) e);
  update public.episodes e set removed_at = now()
    where e.removed_at is null and (e.id = any (p_gone) or e.id in (select c->>'id' from jsonb_array_elements(p_clips) c));
end
$$;

create or replace function public.sweep_page_reports() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.page_vitals where day < current_date - public.rule('keep_page_reports');
  delete from public.page_releases where day < current_date - public.rule('keep_page_reports');
  delete from public.page_errors where last_at < now() - public.rule('keep_page_reports');
$$;

create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - public.rule('keep_rate_limits');
  delete from public.stripe_events where received_at < now() - public.rule('keep_stripe_events');
  update public.orders set state = 'expired' where state = 'open' and session_id is null and created_at < now() - interval '1 day';
  -- Of deleted accounts: orders that might still have been paid, and were not, with their mail.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and m.recipient = o.buyer_email and m.payload->>'id' = o.id::text and (m.sent_at is not null or m.given_up_at is not null);
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    from public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.paid_at is null and o.state in ('expired', 'failed')
      and o.buyer_email <> public.forgotten_email(o);
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders')
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - public.rule('keep_orders');
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers');
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers');
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'refund_requested',
      'refund_acknowledged', 'ebook_updated')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;

create or replace function public.exported_tables() returns table (name text, key_columns text[], column_names text[], column_types text[])
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
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname not in ('restoration', 'currencies', 'rules')
    group by c.oid, c.relname
    order by c.relname
$$;

drop trigger kept on public.admin_changes;
create trigger kept before delete on public.admin_changes
  for each row when (old.at > now() - public.rule('keep_orders')) execute function public.refuse_change();
