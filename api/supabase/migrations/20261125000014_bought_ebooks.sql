-- What a reader has is found among their own rights alone; orders that are taken over tell of their presents, also while a mail is on its way.
set check_function_bodies = off;

-- The books that a buyer has a right to (`owned`) and those whose payment is on its way (`waiting`), each once, with its order or imported
-- purchase. Of
-- `p_ebook_ids`, or all of them (null). `p_uid`: an account, or the `buyer_key` of a browser.
create or replace function public.list_bought_ebooks(p_uid text, p_ebook_ids text[]) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object('ebook_id', b.ebook_id, 'standing', b.standing, 'order_id', b.order_id)
      order by b.ebook_id), '[]')
    from (
      select distinct on (x.ebook_id) x.ebook_id, x.standing, x.order_id
        from (
          select r.ebook_id, 'owned' as standing, r.by_id as order_id, r.granted_at as since
            from public.reading_rights r
            -- One list of readers, made once: with `or` every right of the shop would be read.
            where r.uid = any (array(
              select p_uid union all select g.holder from public.orders g where g.buyer_key = p_uid and g.buyer_uid is null))
          union all
          select c.ebook_id, 'waiting', o.id, o.created_at
            from public.orders o join public.order_copies c on c.order_id = o.id
            where o.buyer_key = p_uid and o.state = 'waiting' and c.gift_id is null
        ) x
        where p_ebook_ids is null or x.ebook_id = any (p_ebook_ids)
        -- `owned` before `waiting`.
        order by x.ebook_id, x.standing, x.since desc
    ) b
$$;

-- Gives an account the orders that wait for its verified address, with their rights and with where their readers stopped. Of a book that
-- the account has already, the right stays with the copy that it has: a reader has one right to a book, and a second copy that was paid
-- becomes a present, of which the buyer is told; the owner is told where both were paid for. What was not paid is left alone, unless
-- `p_with_unpaid`: strangers may have typed the address.
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
    on conflict (uid, ebook_id) do nothing;
  delete from public.reading_positions r where r.uid = any (v_from) and r.uid like 'order:%';
end
$$;
