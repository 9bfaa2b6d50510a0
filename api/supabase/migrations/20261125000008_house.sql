-- What stood more than once stands once, with a name that says what it does; and what was kept for an API that no one runs any more goes.
set check_function_bodies = off;

insert into public.rules (name, duration, reason) values
  ('keep_uploads', '1 day', 'a file was sent for a form that nobody saved'),
  ('keep_unused_pictures', '30 days', 'a draft of a text or of the brand may still name them'),
  ('reread_videos', '29 days', 'terms of YouTube''s API: no copy is older than 30 days'),
  ('refund_pix', '90 days', 'later Stripe gives no Pix back'),
  ('best_sellers', '90 days', 'product rules: what the shop puts forward, and the overview lists');

alter function public.plain(text) rename to to_search_text;
alter function public.tend_letters() rename to advance_letters;
alter function public.tend_series() rename to advance_series;
alter function public.lose_letter(uuid, uuid, integer, text, boolean) rename to interrupt_letter;
drop function public.boleto_json(public.orders);
drop function public.cancel_boleto(text, uuid);
drop function public.open_order(text, text, text, text, text, uuid, text, jsonb, integer, jsonb, jsonb, jsonb, text, jsonb);

-- Some words of these functions change, and nothing else of them: whatever they are by now, they stay.
do $do$
declare
  v_change record;
  v_function oid;
begin
  for v_change in select * from (values
      ('public.plain(', 'public.to_search_text('),
      ($$public.order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale']$$, 'public.order_mail_payload(o)'),
      ($$public.order_json(v_order) - array['buyer_uid', 'session_id', 'email', 'locale']$$, 'public.order_mail_payload(v_order)'),
      ($$public.order_json(o) - array['buyer_uid', 'email', 'locale', 'boleto', 'to_pay']$$, $$public.order_mail_payload(o) - 'to_pay'$$),
      ($$'payment_intent_id', o.payment_intent_id)
        from due u$$, $$'payment_intent_id', o.payment_intent_id, 'session_id', o.session_id)
        from due u$$),
      ($$m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded',
        'refund_acknowledged', 'refund_declined', 'book_given')$$, 'm.kind = any (public.order_mail_kinds())'),
      ($$m.kind in ('purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged',
        'refund_declined', 'book_given')$$, 'm.kind = any (public.order_mail_kinds())'),
      ($$  insert into public.purges (tag, due_at)
    select 'ebooks', t.at + interval '5 seconds' from unnest(array[v_bundle.starts_at, v_bundle.ends_at]) t (at) where t.at > now();
$$, $$  perform public.plan_purges('ebooks', array[v_bundle.starts_at, v_bundle.ends_at]);
$$),
      ($$  -- An API of before says `boleto`.
  v_to_pay := coalesce(nullif(p_facts->'to_pay', 'null'), (
    select jsonb_build_object('with', 'boleto', 'by', b->'expires_at', 'code', b->'number', 'url', b->'voucher_url', 'pdf_url', b->'pdf_url')
      from (select nullif(p_facts->'boleto', 'null')) x (b) where b is not null));
$$, $$  v_to_pay := nullif(p_facts->'to_pay', 'null');
$$),
      ($$    from (
      -- An instance of the version before says `has_failed`.
      select (e->>'id')::uuid as id, e->>'waits_for' as waits_for,
          coalesce(e->>'state', case when (e->>'has_failed')::boolean then 'failed' else 'done' end) as state,
          coalesce(e->>'obstacle', case when (e->>'has_failed')::boolean then 'refused' end) as obstacle
        from jsonb_array_elements(p_refunds) e
    ) s
$$, $$    from jsonb_to_recordset(p_refunds) s (id uuid, state text, waits_for text, obstacle text)
$$),
      ($$    -- For instances of the release before, until all are replaced.
    'admin_since', (select t.since from public.team t where t.uid = p_uid and t.role = 'owner'),
$$, ''),
      ($$'to_pay', public.to_pay_json(o), 'boleto', public.boleto_json(o),$$, $$'to_pay', public.to_pay_json(o),$$),
      ($$          -- `unit_minor` is for an API of before, which multiplies it.
$$, ''),
      ($$'quantity', i.quantity, 'unit_minor', i.unit_minor, 'copies'$$, $$'quantity', i.quantity, 'copies'$$),
      ('count(*) as quantity, min(c.list_minor) as unit_minor,', 'count(*) as quantity,'),
      ($$coalesce(p_copy->'now', p_copy->'list')::bigint$$, $$(p_copy->>'now')::bigint$$),
      ($$coalesce(p_copy->'now', p_copy->'list')$$, $$p_copy->'now'$$),
      ($$least(greatest(now() - o.created_at, interval '1 minute') / 2, interval '12 hours',$$, 'least(public.until_next_check(o.created_at),'),
      ($$least(greatest(now() - r.requested_at, interval '1 minute') / 2, interval '12 hours')$$, 'public.until_next_check(r.requested_at)'),
      ($$interval '29 days'$$, $$public.rule('reread_videos')$$),
      ($$o.paid_at < now() - interval '90 days'$$, $$o.paid_at < now() - public.rule('refund_pix')$$),
      ($$public.span_start('day', now() - interval '90 days'$$, $$public.span_start('day', now() - public.rule('best_sellers')$$),
      ($$p_id, now() + interval '1 day'$$, $$p_id, now() + public.rule('keep_uploads')$$),
      ($$p_upload_id, now() + interval '1 day'$$, $$p_upload_id, now() + public.rule('keep_uploads')$$),
      ($$'sample', now() + interval '1 day'$$, $$'sample', now() + public.rule('keep_uploads')$$),
      ($$now() + interval '30 days'$$, $$now() + public.rule('keep_unused_pictures')$$)
    ) x (said, says) loop
    for v_function in
      select p.oid from pg_catalog.pg_proc p
        where p.pronamespace = 'public'::regnamespace and position(v_change.said in p.prosrc) > 0 loop
      execute replace(pg_get_functiondef(v_function), v_change.said, v_change.says);
    end loop;
  end loop;
end
$do$;

-- What an order's letters are: what they are written from, and which there are.
create function public.order_mail_payload(o public.orders) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.order_json(o) - array['buyer_uid', 'session_id', 'email', 'locale'] $$;

create function public.order_mail_kinds() returns text[]
language sql immutable set search_path = ''
as $$
  select array['purchase_paid', 'purchase_waiting', 'purchase_failed', 'purchase_refunded', 'refund_acknowledged', 'refund_declined', 'book_given']
$$;

-- When Stripe is asked again about what it did not announce.
create function public.until_next_check(p_since timestamptz) returns interval
language sql stable security definer set search_path = ''
as $$ select least(greatest(now() - p_since, interval '1 minute') / 2, interval '12 hours') $$;

-- A quote alone says what is bought.
create function public.open_order(
  p_buyer_uid text, p_buyer_email text, p_buyer_name text, p_locale text, p_currency text, p_attempt_id uuid, p_terms_version text,
  p_quote jsonb, p_came_from jsonb default null, p_gifts jsonb default '{}', p_guest_digest text default null,
  p_promotions jsonb default null
) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_buyer_key text := coalesce(p_buyer_uid, 'guest:' || p_guest_digest);
  v_copies jsonb := public.mark_gifts(p_quote->'copies', p_gifts);
  v_ebook_ids text[] := array(select distinct c->>'id' from jsonb_array_elements(v_copies) c);
  v_bought jsonb;
  v_corrections jsonb;
  v_order public.orders;
  v_superseded jsonb;
  v_refusal jsonb;
begin
  -- Two tabs of one buyer decide one after the other.
  perform pg_advisory_xact_lock(hashtextextended('buyer ' || v_buyer_key, 0));

  -- The account went after this request had been let in.
  if exists (select from public.accounts a where a.uid = p_buyer_uid and a.deleted_at is not null) then
    return jsonb_build_object('outcome', 'account_deleted');
  end if;

  -- A draft that never got a session cannot have been paid; the provider refuses to open one for it after a day.
  update public.orders o set state = 'expired'
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.session_id is null and o.created_at < now() - interval '20 hours'
      and public.receive_by(o) is null;

  -- What ended without money, or gave it back, frees its attempt.
  update public.orders o set attempt_id = gen_random_uuid()
    where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id and o.state in ('expired', 'failed', 'refunded');

  select o.* into v_order from public.orders o where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
  if found and public.terms_of(public.copies_of_order(v_order.id), false) <> public.terms_of(v_copies, false) then
    return jsonb_build_object('outcome', 'attempt_reused');
  end if;
  if found and v_order.state <> 'open' then
    return jsonb_build_object('outcome', 'settled', 'order', public.order_json(v_order));
  end if;

  v_bought := public.list_bought_ebooks(v_buyer_key, array(select c->>'id' from jsonb_array_elements(v_copies) c where c->>'gift' is null));
  if v_bought <> '[]' then
    return jsonb_build_object('outcome', 'bought', 'ebooks', v_bought);
  end if;

  select jsonb_agg(distinct jsonb_build_object('id', c->>'id', 'unit_minor', public.price_now(p), 'list_minor', p.amount_minor)) into v_corrections
    from jsonb_array_elements(v_copies) c
    left join public.ebooks_metadata b on b.id = c->>'id' and b.state = 'published' and b.is_priced and public.is_sold(b)
    left join public.ebook_prices p on p.ebook_id = b.id and p.currency = p_currency
    where not public.is_price_of(p, c);
  if v_corrections is not null or p_quote->>'seen' <> p_quote->>'total' then
    return jsonb_build_object('outcome', 'quote_changed', 'corrections', coalesce(v_corrections, '[]'));
  end if;

  -- A draft on the same terms is taken up again.
  select o.* into v_order from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.currency = p_currency
      and public.terms_of(public.copies_of_order(o.id), true) = public.terms_of(v_copies, true) and public.fits_promotions(o, p_promotions)
    order by o.session_id is null, o.created_at desc limit 1;
  if not found then
    if (p_quote->>'again')::boolean is false and exists (
      select from public.orders o
        where o.buyer_key = v_buyer_key and o.state in ('paid', 'partly_refunded') and o.paid_at > now() - interval '24 hours'
          and public.terms_of(public.copies_of_order(o.id), false) = public.terms_of(v_copies, false)) then
      return jsonb_build_object('outcome', 'bought_lately');
    end if;
    -- The attempt's own draft is on other terms: it goes too, and the attempt is free for the new one.
    update public.orders o set attempt_id = gen_random_uuid() where o.buyer_key = v_buyer_key and o.attempt_id = p_attempt_id;
    v_refusal := public.lock_promotions(p_promotions, p_quote, p_buyer_uid, p_buyer_email, v_buyer_key);
    if v_refusal is not null then
      return v_refusal;
    end if;
    insert into public.orders (attempt_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, discount_minor, total_minor,
        quote, terms_version, came_from, claimable_by, link_generation, guest_digest)
      select p_attempt_id, p_buyer_uid, p_buyer_email, p_buyer_name, p_locale, p_currency, s.list, s.list - s.paid, s.paid,
          p_quote - array['copies', 'seen', 'again'], p_terms_version, p_came_from, case when p_buyer_uid is null then lower(p_buyer_email) end,
          case when p_buyer_uid is null then 1 end, case when p_buyer_uid is null then p_guest_digest end
        from (select sum((c->>'list')::integer) as list, sum((c->>'paid')::integer) as paid from jsonb_array_elements(v_copies) c) s
      returning * into v_order;
    insert into public.order_copies (order_id, ebook_id, no, title, list_minor, paid_minor, reasons)
      select v_order.id, b.id, (c->>'no')::integer, b.title, (c->>'list')::integer, (c->>'paid')::integer,
          array(select jsonb_array_elements_text(c->'reasons'))
        from jsonb_array_elements(v_copies) c join public.ebooks_metadata b on b.id = c->>'id';
    perform public.write_gifts(v_order.id, v_copies);
    insert into public.coupon_uses (order_id, coupon_id)
      select v_order.id, (p_promotions->'coupon'->>'id')::uuid where p_promotions->'coupon'->>'id' is not null;
  end if;
  if public.awaits_press(v_order) then
    perform public.send_receive_link(v_order);
    return jsonb_build_object('outcome', 'to_receive', 'order', public.order_json(v_order), 'receive_by', public.receive_by(v_order));
  elsif v_order.total_minor = 0 then
    return jsonb_build_object('outcome', 'free', 'order', public.settle_free(v_order.id));
  end if;
  -- The cart that was sent last is the one that is meant: older pages that sell one of its books must not be paid beside it.
  select coalesce(jsonb_agg(public.order_json(o)), '[]') into v_superseded from public.orders o
    where o.buyer_key = v_buyer_key and o.state = 'open' and o.id <> v_order.id
      and exists (select from public.order_copies x where x.order_id = o.id and x.ebook_id = any (v_ebook_ids));
  return jsonb_build_object('outcome', 'opened', 'order', public.order_json(v_order), 'superseded', v_superseded);
end
$$;

-- Caches are told of each moment twice, of a bundle's too.
create function public.plan_purges(p_tag text, p_moments timestamptz[]) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.purges (tag, due_at)
    select distinct p_tag, m.at + later
      from unnest(p_moments) m (at), unnest(array[interval '5 seconds', interval '40 seconds']) later
      where m.at >= now() and not exists (select from public.purges p where p.due_at = m.at + later and p.tag = p_tag)
$$;

create or replace function public.note_purge() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  if not exists (select from public.purges p where p.due_at = now() + interval '5 seconds' and p.tag = tg_argv[0]) then
    perform public.plan_purges(tg_argv[0], array[now()]);
    -- Where there is no cache to tell, they are taken by age.
    delete from public.purges p where p.id in (
      select o.id from public.purges o where o.due_at < now() - interval '1 day' limit 100 for update skip locked);
  end if;
  return null;
end
$$;

create or replace function public.note_sale_purges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.plan_purges('ebooks', array[new.starts_at, new.ends_at]);
  return null;
end
$$;

create or replace function public.note_launch_purges() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  perform public.plan_purges('ebooks', array[new.launch_at]);
  return null;
end
$$;

-- The book that sells best, by a rule.
create or replace function public.get_featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
  -- Asked once, not for every order.
  v_since timestamptz := now() - public.rule('best_sellers');
begin
  select b.* into v_book
    from public.ebooks_metadata b
    join (
      select c.ebook_id, count(*) as units, max(o.paid_at) as last_paid_at
        from public.orders o join public.order_copies c on c.order_id = o.id
        where o.paid_at > v_since and o.state in ('paid', 'partly_refunded')
        group by c.ebook_id
    ) sold on sold.ebook_id = b.id
    where b.state = 'published' and b.is_priced and public.is_sold(b)
    order by sold.units desc, sold.last_paid_at desc, b.id
    limit 1;
  if found then
    return jsonb_build_object('reason', 'best_seller', 'ebook', public.ebook_json(v_book));
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.state = 'published' and b.is_priced and public.is_sold(b) order by random() limit 1;
  if found then
    return jsonb_build_object('reason', 'highlight', 'ebook', public.ebook_json(v_book));
  end if;
  return null;
end
$$;
