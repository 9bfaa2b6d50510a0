-- Samples: some pages of a book as a public file of their own. Books of before get one when their owner wants it.
set check_function_bodies = off;

alter table public.unused_files drop constraint unused_files_kind_check;
alter table public.unused_files add constraint unused_files_kind_check
  check (kind in ('pdf', 'cover', 'brand', 'original', 'import', 'picture', 'post_picture', 'sample'));

create table public.ebook_samples (
  ebook_id text primary key references public.ebooks_metadata (id) on delete cascade,
  -- Which pages the owner chose; null: the first tenth, as sample-job.ts cuts it.
  first_page integer check (first_page > 0),
  last_page integer,
  -- Counts what is wanted: other pages, another file of the book, another try. What was made of an earlier one is not used.
  revision integer not null default 1,
  state text not null default 'waiting' check (state in ('waiting', 'ready', 'failed')),
  problem text check (problem in ('encrypted', 'damaged', 'too_large', 'too_costly', 'hidden_layers', 'beyond_end', 'whole_book', 'missing')),
  wanted_at timestamptz not null default now(),
  -- What visitors get, also while another one is made.
  key text unique check (key ~ '^samples/[a-z0-9-]+\.[0-9a-f]{12}\.pdf$'),
  pages integer check (pages > 0),
  bytes integer check (bytes > 0),
  made_at timestamptz,
  constraint ebook_samples_range check (num_nulls(first_page, last_page) in (0, 2) and last_page between first_page and first_page + 19),
  constraint ebook_samples_file check (num_nulls(key, pages, bytes, made_at) in (0, 4)),
  constraint ebook_samples_state check ((state = 'failed') = (problem is not null) and (state <> 'ready' or key is not null)
    and (state <> 'failed' or key is null))
);
alter table public.ebook_samples enable row level security;
create index ebook_samples_waiting on public.ebook_samples (wanted_at, ebook_id) where state = 'waiting';
create trigger note_purge after delete on public.ebook_samples for each row execute function public.note_purge('ebooks');
create trigger note_purge_of_change after update on public.ebook_samples for each row
  when (old.key is distinct from new.key) execute function public.note_purge('ebooks');

-- A file that is no sample any more goes: at once when there shall be none, later when another one came, since letters lead to it.
create function public.retire_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'UPDATE' and new.key is not null then
    perform public.retire_file(old.key, 'sample', public.rule('keep_replaced_files'));
  else
    perform public.retire_file(old.key, 'sample', interval '0');
  end if;
  return null;
end
$$;
create trigger retire_file after delete on public.ebook_samples for each row when (old.key is not null) execute function public.retire_sample();
create trigger retire_file_of_change after update on public.ebook_samples for each row
  when (old.key is distinct from new.key and old.key is not null) execute function public.retire_sample();

-- A new book gets a sample by itself, and a book with a sample another one with each new file.
create function public.want_sample() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if tg_op = 'INSERT' then
    insert into public.ebook_samples (ebook_id) values (new.id);
  else
    update public.ebook_samples set revision = revision + 1, state = 'waiting', problem = null, wanted_at = now() where ebook_id = new.id;
  end if;
  return null;
end
$$;
create trigger want_sample after insert on public.ebooks_metadata for each row when (new.pages > 1) execute function public.want_sample();
create trigger want_sample_of_file after update of file_version on public.ebooks_metadata for each row
  when (old.file_version <> new.file_version) execute function public.want_sample();

-- What visitors get of a book before they buy it, under a key that is there only with a sample.
create function public.sample_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('sample', jsonb_build_object('key', s.key, 'pages', s.pages, 'bytes', s.bytes))
      from public.ebook_samples s where s.ebook_id = p_ebook_id and s.key is not null), '{}')
$$;

-- What becomes of a book's sample, under a key that is there only where one is wanted.
create function public.sampling_json(p_ebook_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce((
    select jsonb_build_object('sampling', jsonb_build_object('first_page', s.first_page, 'last_page', s.last_page, 'state', s.state,
        'problem', s.problem, 'made_at', s.made_at))
      from public.ebook_samples s where s.ebook_id = p_ebook_id), '{}')
$$;

-- Has a sample made of the pages of `p_range`, { first_page, last_page }, both null for the first tenth; null takes the sample away.
-- Answers `done`, `not_found`, `beyond_end` when the book has fewer pages, `whole_book` when it has no others.
create function public.set_ebook_sample(p_actor jsonb, p_id text, p_range jsonb) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_first integer := (p_range->>'first_page')::integer;
  v_last integer := (p_range->>'last_page')::integer;
  v_pages integer;
  v_before jsonb;
  v_after jsonb := jsonb_build_object('first_page', v_first, 'last_page', v_last);
begin
  select b.pages into v_pages from public.ebooks_metadata b where b.id = p_id for update;
  if not found then
    return 'not_found';
  elsif v_last > v_pages then
    return 'beyond_end';
  elsif p_range is not null and coalesce(v_last - v_first + 1, 1) >= v_pages then
    return 'whole_book';
  end if;
  select jsonb_build_object('first_page', s.first_page, 'last_page', s.last_page) into v_before
    from public.ebook_samples s where s.ebook_id = p_id;
  if p_range is not null then
    insert into public.ebook_samples as s (ebook_id, first_page, last_page) values (p_id, v_first, v_last)
      on conflict (ebook_id) do update set first_page = v_first, last_page = v_last, revision = s.revision + 1, state = 'waiting',
        problem = null, wanted_at = now();
    perform public.note_admin_change(p_actor, 'ebook_sample_set', 'ebook', p_id, coalesce(v_before, '{}'), v_after);
  elsif v_before is not null then
    delete from public.ebook_samples where ebook_id = p_id;
    perform public.note_admin_change(p_actor, 'ebook_sample_removed', 'ebook', p_id, v_before, null);
  end if;
  return 'done';
end
$$;

-- Samples that are to be made, and of which file.
create function public.list_samples_due(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(to_jsonb(d) order by d.wanted_at, d.ebook_id), '[]')
    from (
      select s.ebook_id, s.revision, s.first_page, s.last_page, s.wanted_at, b.title, public.get_ebook_file(b.id)->>'key' as pdf_key
        from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
        where s.state = 'waiting' order by s.wanted_at, s.ebook_id limit p_limit
    ) d
$$;

-- Writes down a file that is about to be stored, so that it is removed when nothing comes of it. False when another sample is wanted.
create function public.expect_sample(p_ebook_id text, p_revision integer, p_key text) returns boolean
language sql volatile security definer set search_path = ''
as $$
  with expected as (
    insert into public.unused_files (key, kind, remove_after)
      select p_key, 'sample', now() + interval '1 day' from public.ebook_samples s
        where s.ebook_id = p_ebook_id and s.revision = p_revision and s.state = 'waiting'
      returning 1
  )
  select exists (select from expected)
$$;

-- Gives the file that was stored to visitors. False when another sample is wanted meanwhile: the file is removed after its day.
create function public.finish_sample(p_ebook_id text, p_revision integer, p_key text, p_pages integer, p_bytes integer) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  perform from public.ebook_samples s where s.ebook_id = p_ebook_id and s.revision = p_revision and s.state = 'waiting' for update;
  if not found then
    return false;
  end if;
  delete from public.unused_files f where f.key = p_key and f.kind = 'sample' and not f.is_going;
  if not found then
    return false;
  end if;
  update public.ebook_samples set state = 'ready', key = p_key, pages = p_pages, bytes = p_bytes, made_at = now()
    where ebook_id = p_ebook_id;
  return true;
end
$$;

-- No sample can be made as it is wanted; visitors get none.
create function public.fail_sample(p_ebook_id text, p_revision integer, p_problem text) returns void
language sql volatile security definer set search_path = ''
as $$
  update public.ebook_samples set state = 'failed', problem = p_problem, key = null, pages = null, bytes = null, made_at = null
    where ebook_id = p_ebook_id and revision = p_revision and state = 'waiting'
$$;

-- Writes the mail with the link to a book's sample, whose address anybody can give: of a book once a day for a mailbox, five in all. Answers
-- `written`, `not_now`, or `not_found` for a book without one.
create function public.ask_for_sample(p_ebook_id text, p_email text, p_locale text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_payload jsonb;
begin
  select jsonb_build_object('ebook_id', b.id, 'title', b.title, 'author', b.author, 'key', s.key, 'pages', s.pages) into v_payload
    from public.ebook_samples s join public.ebooks_metadata b on b.id = s.ebook_id
    where s.ebook_id = p_ebook_id and s.key is not null and b.state = 'published' and b.is_priced;
  if not found then
    return 'not_found';
  end if;
  perform pg_advisory_xact_lock(hashtextextended('mailbox ' || public.mailbox_of(p_email), 0));
  if not public.mailbox_has_room(p_email, array['sample_sent'], jsonb_build_object('ebook_id', p_ebook_id))
    or exists (select from public.outbox m
      where public.mailbox_of(m.recipient) = public.mailbox_of(p_email) and m.kind = 'sample_sent'
        and m.payload->>'ebook_id' = p_ebook_id and m.created_at > now() - interval '1 day') then
    return 'not_now';
  end if;
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('sample_sent:' || gen_random_uuid(), 'sample_sent', p_email, p_locale, v_payload);
  return 'written';
end
$$;

-- Where a subscriber came from: the pages that invite, and the form for a sample.
alter table public.newsletter_subscribers drop constraint newsletter_subscribers_source_check;
alter table public.newsletter_subscribers add constraint newsletter_subscribers_source_check
  check (source in ('footer', 'home', 'episode', 'post', 'checkout', 'sample', 'admin', 'customer', 'import'));
create index newsletter_by_source on public.newsletter_subscribers (source, created_at desc, id desc);
drop function public.list_subscribers(text, text, timestamptz, uuid, boolean, integer);

-- A book as visitors see it. `prices`: what it costs now in each currency in which it is sold; `sales`: which of them are lower for a while:
-- { list_minor, before_minor, ends_at }, see `price_before`. `default_currency` is the owner's choice, null while there is none.
create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'has_outline', book.has_outline, 'file_bytes', book.file_bytes,
    'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce(cost.prices, '{}'), 'sales', coalesce(cost.sales, '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
    || public.bundles_json(book.id) || public.sample_json(book.id)
  from (
    select jsonb_object_agg(p.currency, coalesce(s.amount_minor, p.amount_minor)) as prices,
        jsonb_object_agg(p.currency, jsonb_build_object('list_minor', p.amount_minor,
          'before_minor', public.price_before(p.ebook_id, p.currency, now()), 'ends_at', s.ends_at)) filter (where s.ebook_id is not null) as sales
      from public.ebook_prices p
      left join public.ebook_sales s on s.ebook_id = p.ebook_id and s.currency = p.currency and s.starts_at <= now() and s.ends_at > now()
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())
  ) cost
$$;

-- A book as its owner works on it: with what visitors see, and what they do not. `prices` are those outside of sales.
create or replace function public.admin_ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.ebook_json(book) || jsonb_build_object(
    'state', book.state, 'file_version', book.file_version, 'revision', book.revision,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id), '{}'),
    'sale', public.sale_json(book.id), 'sale_before', public.sale_before_json(book.id),
    'is_owned', exists (select from public.entitlements e where e.ebook_id = book.id and e.revoked_at is null)
      or exists (select from public.imported_purchases i where i.ebook_id = book.id))
    || public.sampling_json(book.id)
$$;

-- What is written down of a change to a book.
create or replace function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency', 'sales', 'sale_before', 'sample', 'sampling']
$$;

-- A page of newsletter addresses; without a state or source all.
create or replace function public.list_subscribers(
  p_words text, p_state text, p_at timestamptz, p_id uuid, p_is_backwards boolean, p_size integer, p_source text default null
) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_ids uuid[] := public.inbox_page('public.newsletter_subscribers', 'r.email',
    case p_state when 'pending' then 'r.state = ''pending''' when 'confirmed' then 'r.state = ''confirmed'''
      when 'unsubscribed' then 'r.state = ''unsubscribed''' when 'bounced' then 'r.state = ''bounced''' else 'true' end
      || case when p_source is null then '' else format(' and r.source = %L', p_source) end,
    p_words, p_at, p_id, p_is_backwards, p_size);
begin
  return jsonb_build_object('more', cardinality(v_ids) > p_size, 'subscribers', (
    select coalesce(jsonb_agg(to_jsonb(s) - 'generation' order by s.created_at desc, s.id desc), '[]')
      from public.newsletter_subscribers s where s.id = any (v_ids[:p_size])));
end
$$;

-- Removes by age what is not needed any more.
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
  select public.sweep_guest_orders();
  -- A sign-up that was never confirmed is forgotten; that an address had left before is kept. Who was imported consented long before.
  update public.newsletter_subscribers set state = 'unsubscribed'
    where state = 'pending' and unsubscribed_at is not null and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.newsletter_subscribers
    where state = 'pending' and consented_at < now() - public.rule('keep_unconfirmed_subscribers')
      and (source <> 'import' or created_at < now() - public.rule('keep_unconfirmed_subscribers'));
  delete from public.contact_messages where created_at < now() - public.rule('keep_contact_messages');
  delete from public.team_invitations where sent_at < now() - public.rule('keep_team_invitations');
  -- Copies of what visitors wrote, and their addresses.
  delete from public.outbox
    where kind in ('contact_received', 'contact_acknowledged', 'newsletter_confirm', 'newsletter_already', 'newsletter_moved', 'refund_requested',
      'refund_acknowledged', 'ebook_updated', 'team_invitation', 'sale_made', 'daily_notice', 'message_assigned', 'sample_sent')
      and coalesce(sent_at, given_up_at) < now() - public.rule('keep_sent_copies');
  delete from public.task_snoozes where snoozed_until < now();
  -- Of imports: refused rows, files that were never uploaded, and imports that were never started.
  delete from public.import_rows r using public.imports i
    where r.import_id = i.id and i.state in ('done', 'undone') and i.finished_at < now() - public.rule('keep_import_rows');
  delete from public.imports where state in ('waiting', 'refused', 'ready') and created_at < now() - public.rule('keep_import_rows');
  with old as (
    select i.id, i.proof_key from public.imports i
      where i.proof_key is not null and i.created_at < now() - public.rule('keep_import_proofs') for update
  ), gone as (
    update public.imports i set proof_key = null, proof_name = null from old where i.id = old.id
  )
  insert into public.unused_files (key, kind, remove_after) select o.proof_key, 'import', now() from old o on conflict do nothing;
  -- What admins changed goes with the orders that it may be about.
  delete from public.admin_changes where at < now() - public.rule('keep_orders');
$$;
