-- What a review found about accounts, orders, books and texts.

-- One mail per order and kind; each further refund has a mail of its own, also one of an amount that was given back before and came
-- back again.
create or replace function public.purchase_mail_key(o public.orders, kind text) returns text
language sql stable security definer set search_path = ''
as $$
  select kind || ':' || o.id || case when kind = 'purchase_refunded' then ':' || o.refunded_minor || (
      select case when count(*) > 1 then ':' || count(*) else '' end
        from (
          select e.kind as happened, sum(e.amount_minor) over (order by e.id) as given_back
            from public.order_events e where e.order_id = o.id and e.amount_minor is not null
        ) r
        where r.happened = 'refunded' and r.given_back = o.refunded_minor)
    else '' end
$$;

-- As before, but mail to the new owner of an order whose address was corrected stays his, and what went to the order's earlier
-- addresses goes too.
create or replace function public.delete_account(p_uid text, p_email text) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_addresses text[];
  v_mails uuid[];
  v_deleted_at timestamptz;
  v_sessions jsonb;
begin
  -- No order of this buyer is opened meanwhile.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  -- A draft that is over gets no session any more; one that has got its session can be paid.
  update public.orders o set state = 'expired' where o.buyer_uid = p_uid and o.state = 'open' and o.session_id is null;
  select jsonb_agg(o.session_id) into v_sessions from public.orders o where o.buyer_uid = p_uid and o.state = 'open';
  if v_sessions is not null then
    return jsonb_build_object('outcome', 'open_sessions', 'sessions', v_sessions);
  end if;
  insert into public.accounts as a (uid, deleted_at) values (p_uid, now())
    on conflict (uid) do update set deleted_at = coalesce(a.deleted_at, excluded.deleted_at), signed_out_at = null
    returning deleted_at into v_deleted_at;

  select array_agg(distinct lower(address)) into v_addresses from (
    select o.buyer_email as address from public.orders o where o.buyer_uid = p_uid and o.claimable_by is null
    union all select p_email where p_email is not null
  ) known;

  -- What went to these addresses; and what is about his orders wherever it went before an address was corrected.
  select array(
    select m.id from public.outbox m where lower(m.recipient) = any (v_addresses)
    union
    select m.id
      from public.orders o
      join public.admin_changes c on c.subject_kind = 'order' and c.subject_id = o.id::text and c.action = 'order_email_corrected'
      join public.outbox m on m.recipient in (c.before->>'buyer_email', c.after->>'buyer_email') and m.payload->>'id' = o.id::text
      where o.buyer_uid = p_uid and m.recipient is distinct from o.claimable_by
  ) into v_mails;
  delete from public.outbox m
    where m.id = any (v_mails)
      and (m.sent_at is not null or m.given_up_at is not null or m.kind not like 'purchase%' and m.kind not like 'refund%');
  -- What is still on its way goes to somebody without a library.
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "account_deleted": true}' where m.id = any (v_mails);
  -- Of an order that waits for its new owner the mails are his, without the name.
  update public.outbox m set payload = m.payload || '{"buyer_name": ""}'
    from public.orders o
    where o.buyer_uid = p_uid and m.recipient = o.claimable_by and m.payload->>'id' = o.id::text;
  -- The copies for the owner. A request for money that has not gone out still does, without name and reason.
  delete from public.outbox m
    where (m.kind = 'contact_received' and m.payload->>'email' = lower(p_email))
      or (m.kind = 'refund_requested' and (m.sent_at is not null or m.given_up_at is not null)
        and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid));
  update public.outbox m set payload = m.payload || '{"buyer_name": "", "reason": ""}'
    where m.kind = 'refund_requested' and m.payload->>'id' in (select o.id::text from public.orders o where o.buyer_uid = p_uid);

  update public.refund_requests r set reason = '' from public.orders o where o.id = r.order_id and o.buyer_uid = p_uid;
  update public.entitlements
    set revoked_at = coalesce(revoked_at, now()), downloads = 0, first_downloaded_at = null, last_downloaded_at = null
    where uid = p_uid;
  update public.orders o set buyer_name = '' where o.buyer_uid = p_uid;
  update public.orders o set buyer_email = public.forgotten_email(o), claimable_by = null
    where o.buyer_uid = p_uid and o.paid_at is null and o.state in ('expired', 'failed');

  delete from public.reading_positions where uid = p_uid;
  delete from public.newsletter_subscribers where email = lower(p_email);
  delete from public.contact_messages where email = lower(p_email);
  return jsonb_build_object('outcome', 'deleted', 'deleted_at', v_deleted_at,
    'orders_kept', (select count(*) from public.orders o where o.buyer_uid = p_uid and o.paid_at is not null));
end
$$;

-- As before, one after the other with what else concerns this buyer; and a right that ended with the account of the one before
-- him comes back.
create or replace function public.meet_user(p_uid text, p_email text, p_verified_email text, p_name text, p_photo_url text) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  -- As for `open_order` and `delete_account`.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || p_uid, 0));
  if exists (select from public.accounts a where a.uid = p_uid and a.deleted_at is not null) then
    return;
  end if;
  insert into public.users as u (uid, email, name, photo_url) values (p_uid, p_email, p_name, p_photo_url)
    on conflict (uid) do update set email = excluded.email, name = excluded.name, photo_url = excluded.photo_url
      where (u.email, u.name, u.photo_url) is distinct from (excluded.email, excluded.name, excluded.photo_url);
  if exists (select from public.orders o where o.claimable_by = lower(p_verified_email)) then
    with taken as (
      update public.orders o
        set buyer_uid = p_uid, claimable_by = null, attempt_id = case when o.buyer_uid = p_uid then o.attempt_id else gen_random_uuid() end
        from (select x.id, x.buyer_uid from public.orders x where x.claimable_by = lower(p_verified_email) for update) before
        where o.id = before.id
        returning o.id, o.state, before.buyer_uid as from_uid
    ), moved as (
      update public.entitlements e
        set uid = p_uid,
          revoked_at = case when not (t.state in ('paid', 'partly_refunded') and public.refunded_copies(e.order_id, e.ebook_id, false) < (
            select i.quantity from public.order_items i where i.order_id = e.order_id and i.ebook_id = e.ebook_id)) then e.revoked_at end
        from taken t where e.order_id = t.id and e.uid <> p_uid
    )
    insert into public.order_events (order_id, kind) select t.id, 'taken_over' from taken t where t.from_uid <> p_uid;
  end if;
end
$$;

-- As before, but of an unpaid order of a deleted account only its own mail goes: the address may be somebody else's by now.
create or replace function public.sweep() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.rate_limits where window_start < now() - interval '1 day';
  -- The provider repeats an event for at most three days.
  delete from public.stripe_events where received_at < now() - interval '60 days';
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
  -- The tax law of New Zealand asks for seven years after the end of the tax year.
  delete from public.outbox m
    using public.orders o, public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - interval '8 years'
      and m.payload->>'id' = o.id::text;
  delete from public.orders o
    using public.accounts a
    where a.deleted_at is not null and o.buyer_uid = a.uid and o.created_at < now() - interval '8 years';
  -- A sign-up that nobody confirmed is forgotten; of who had left before, that he left is kept.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - interval '30 days';
  delete from public.newsletter_subscribers where state = 'pending' and consented_at < now() - interval '30 days';
  delete from public.contact_messages where created_at < now() - interval '24 months';
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'refund_requested',
      'refund_acknowledged', 'ebook_updated')
      and coalesce(sent_at, given_up_at) < now() - interval '30 days';
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - interval '8 years';
$$;

-- As before, but the default's name is taken too.
create or replace function public.publish_content(
  p_key text, p_expected integer, p_body jsonb, p_actor jsonb, p_subject_kind text, p_default jsonb, p_restored_from integer
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_newest public.content_versions;
begin
  select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
  if coalesce(v_newest.version, 0) = p_expected then
    if v_newest.body = p_body then
      return jsonb_build_object('outcome', 'unchanged', 'version', p_expected);
    end if;
    if p_key in ('terms', 'privacy') and p_body->>'version' = p_default->>'version' and p_body <> p_default then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    -- Of two who publish at the same moment the second one waits here for the first one's row.
    insert into public.content_versions (key, version, body, published_by, restored_from)
      values (p_key, p_expected + 1, p_body, p_actor->>'email', p_restored_from) on conflict do nothing;
    if found then
      perform public.note_admin_change(p_actor, case when p_restored_from is null then 'content_published' else 'content_restored' end,
        p_subject_kind, p_key, coalesce(v_newest.body, p_default), p_body);
      return jsonb_build_object('outcome', 'published', 'version', p_expected + 1);
    end if;
    select c.* into v_newest from public.content_versions c where c.key = p_key order by c.version desc limit 1;
    if coalesce(v_newest.version, 0) = p_expected then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
  end if;
  return jsonb_build_object('outcome', 'stale', 'version', coalesce(v_newest.version, 0),
    'published_by', v_newest.published_by, 'published_at', v_newest.published_at);
end
$$;

-- Whether an upload that no book took yet can be the cover of the book with this file name: its pictures are found by the name.
create function public.is_cover_of(p_id uuid, p_filename text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select exists (select from public.unused_files f where f.upload_id = p_id and f.kind = 'cover' and not f.is_going
    and f.key = public.cover_key(p_filename, left(replace(p_id::text, '-', ''), 12)))
$$;

-- As before, but a cover that was sent for another file name is none.
create or replace function public.add_ebook(
  p_actor jsonb, p_id text, p_book jsonb, p_pdf_id uuid, p_pages integer, p_cover_id uuid, p_cover_color text
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_pdf_key text;
  v_filename text;
  v_id text := p_id;
  v_book public.ebooks_metadata;
begin
  select f.key, regexp_replace(f.key, '^.*/', '') into v_pdf_key, v_filename
    from public.unused_files f where f.upload_id = p_pdf_id and f.kind = 'pdf' and not f.is_going for update;
  if not found then
    return jsonb_build_object('outcome', 'upload_gone');
  end if;
  if not public.is_cover_of(p_cover_id, v_filename) then
    return jsonb_build_object('outcome', 'upload_gone', 'file', 'cover');
  end if;
  for attempt in 2..1000 loop
    insert into public.ebooks_metadata (id, title, description, author, language, pages, filename, pdf_key, cover_version, cover_color, state)
      values (v_id, p_book->>'title', p_book->>'description', p_book->>'author', p_book->>'language', p_pages, v_filename, v_pdf_key,
        left(replace(p_cover_id::text, '-', ''), 12), p_cover_color, p_book->>'state')
      on conflict do nothing
      returning * into v_book;
    exit when found;
    if exists (select from public.ebooks_metadata b where b.filename = v_filename) then
      return jsonb_build_object('outcome', 'name_taken');
    end if;
    v_id := left(p_id, 76) || '-' || attempt;
  end loop;
  perform public.take_upload(p_pdf_id, 'pdf'), public.take_upload(p_cover_id, 'cover');
  perform public.set_ebook_prices(v_id, p_book->'prices');
  perform public.note_admin_change(p_actor, 'ebook_added', 'ebook', v_id, null, public.ebook_facts(v_book));
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(v_id));
end
$$;

-- As before, likewise.
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
  perform public.retire_file(public.cover_key(b.filename, b.cover_version), 'cover', interval '30 days')
    from public.ebooks_metadata b where b.id = p_id and b.cover_version is not null;
  update public.ebooks_metadata
    set cover_version = left(replace(p_cover_id::text, '-', ''), 12), cover_color = p_cover_color, revision = revision + 1
    where id = p_id;
  perform public.note_admin_change(p_actor, 'ebook_cover_replaced', 'ebook', p_id, v_before, public.ebook_facts(b))
    from public.ebooks_metadata b where b.id = p_id;
  return jsonb_build_object('outcome', 'done', 'ebook', public.admin_ebook(p_id));
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('purchase_mail_key', 'delete_account', 'meet_user', 'sweep', 'publish_content', 'is_cover_of', 'add_ebook',
      'replace_ebook_cover') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
