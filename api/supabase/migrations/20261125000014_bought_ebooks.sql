-- What a reader has is found among their own rights alone; a mail that is on its way does not stand for the one that is wanted now.
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

-- Writes the mail of a paid order once more, to the order's own address. `outcome`: `queued` (also when one waits
-- already), `not_paid`; null when the order is not this buyer's.
create or replace function public.resend_purchase_mail(p_uid text, p_order_id uuid) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_order public.orders;
begin
  select * into v_order from public.orders o where o.id = p_order_id and o.holder = p_uid for update;
  if not found then
    return null;
  end if;
  if v_order.state not in ('paid', 'partly_refunded') then
    return jsonb_build_object('outcome', 'not_paid');
  end if;
  -- One that waits says what is so now; one that is being handed over says what was.
  update public.outbox m set payload = public.order_mail_payload(v_order)
    from public.purchase_mails(v_order) w
    where m.id = w.id and m.kind = 'purchase_paid' and m.sent_at is null and m.given_up_at is null and coalesce(m.claimed_until <= now(), true);
  if not found then
    insert into public.outbox (key, kind, recipient, locale, payload)
      values (public.purchase_mail_key(v_order, 'purchase_paid') || ':again:' || gen_random_uuid(), 'purchase_paid',
        v_order.buyer_email, v_order.locale, public.order_mail_payload(v_order));
  end if;
  return jsonb_build_object('outcome', 'queued');
end
$$;
