-- What was bought in another shop is shown at its reader, and can be taken back.
set check_function_bodies = off;

-- Everything that the page of a person shows, of long lists the newest fifty; null without such a person. `orders_kept`: what the law keeps
-- when the person is deleted.
create or replace function public.get_person(p_id uuid) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return (
    with person as (
      select p.* from public.people p where p.id = p_id
    ), accounts as materialized (
      select a.* from person p cross join lateral public.accounts_of_person(p) a
    ), order_ids as materialized (
      select o.id from public.orders o where o.buyer_uid in (select a.uid from accounts a) and o.state not in ('open', 'expired')
      union
      select o.id from person p join public.orders o on public.to_search_text(o.buyer_email) = public.to_search_text(p.email)
        where lower(o.buyer_email) = p.email and o.state not in ('open', 'expired')
    ), mails as (
      select m.kind, null::text as subject, coalesce(m.sent_at, m.given_up_at, m.created_at) as at,
          case when m.sent_at is not null then 'sent' when m.given_up_at is not null then 'failed' else 'queued' end as state
        from public.outbox m
        where m.recipient in (
          select p.email from person p union select a.email from accounts a
          union select o.buyer_email from order_ids i join public.orders o on o.id = i.id where o.buyer_uid in (select a.uid from accounts a))
        order by m.created_at desc, m.key limit 50
    ), newsletters as (
      select 'newsletter' as kind, l.frozen->r.locale->>'subject' as subject, coalesce(r.handed_at, r.done_at, r.due_at) as at,
          case r.state when 'sent' then 'sent' when 'complained' then 'sent' when 'unknown' then 'unknown'
            when 'refused' then 'failed' when 'bounced' then 'failed' else 'queued' end as state
        from person p
        join public.newsletter_subscribers s on s.email = p.email
        join public.letter_recipients r on r.subscriber_id = s.id and r.state <> 'left'
        join public.letters l on l.id = r.letter_id
        order by at desc, l.id limit 50
    ), letters as (
      select * from mails union all select * from newsletters order by at desc, kind limit 50
    )
    select jsonb_build_object(
      'id', p.id, 'email', p.email, 'note', p.note,
      'accounts', (
        select coalesce(jsonb_agg(jsonb_build_object('uid', a.uid, 'name', a.name, 'photo_url', a.photo_url, 'created_at', a.created_at,
            'is_confirmed', not a.is_newcomer, 'is_in_team', exists (select from public.team m where m.uid = a.uid))
            order by a.created_at, a.number), '[]')
          from accounts a),
      'orders', (
        select coalesce(jsonb_agg(public.order_json(o) order by o.created_at desc, o.id desc), '[]')
          from (select o.* from order_ids i join public.orders o on o.id = i.id order by o.created_at desc, o.id desc limit 50) o),
      'books', (
        select coalesce(jsonb_agg(to_jsonb(b) order by b.granted_at desc, b.ebook_id), '[]')
          from (
            select e.ebook_id, t.title, t.language, c.order_id, o.number as order_number, o.state = 'given' as is_given, e.granted_at, e.revoked_at,
                e.downloads, e.last_downloaded_at, (
                  select h.after->>'reason' from public.admin_changes h
                    where o.state = 'given' and h.subject_kind = 'order' and h.subject_id = o.id::text and h.action = 'book_given') as reason
              from order_ids i
              join public.orders o on o.id = i.id
              join public.order_copies c on c.order_id = o.id and c.gift_id is null
              join public.entitlements e on e.copy_id = c.id
              join public.ebooks_metadata t on t.id = e.ebook_id
              order by e.granted_at desc, e.ebook_id limit 50) b),
      -- Bought elsewhere; `claimed_at` is null while it waits for an account with the address.
      'imported_books', (
        select coalesce(jsonb_agg(to_jsonb(b) order by b.imported_at desc, b.ebook_id), '[]')
          from (
            select i.id, i.ebook_id, t.title, t.language, i.source, i.imported_at, i.claimed_at, i.downloads, i.last_downloaded_at
              from public.imported_purchases i join public.ebooks_metadata t on t.id = i.ebook_id
              where i.email = p.email or i.uid in (select a.uid from accounts a)
              order by i.imported_at desc, i.ebook_id limit 50) b),
      'messages', (
        select coalesce(jsonb_agg(public.contact_message_json(c) order by c.created_at desc, c.id desc), '[]')
          from (select c.* from public.contact_messages c where c.email = p.email order by c.created_at desc, c.id desc limit 50) c),
      'subscription', (select public.subscriber_json(s) from public.newsletter_subscribers s where s.email = p.email),
      'letters', (select coalesce(jsonb_agg(to_jsonb(l) order by l.at desc, l.kind), '[]') from letters l),
      'orders_kept', (
        select count(*) from order_ids i join public.orders o on o.id = i.id where o.paid_at is not null))
    from person p);
end
$$;

-- Ends the right to a book that this person bought elsewhere. False when there is none, also when it ended before.
create or replace function public.take_back_imported_book(p_actor jsonb, p_id uuid, p_purchase_id uuid) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_purchase public.imported_purchases;
begin
  delete from public.imported_purchases i
    using public.people p
    where p.id = p_id and i.id = p_purchase_id
      and (i.email = p.email or i.uid in (select a.uid from public.accounts_of_person(p) a))
    returning i.* into v_purchase;
  if not found then
    return false;
  end if;
  -- A copy that they paid for here meanwhile became a present, and is their own again.
  perform public.settle_rights(v_purchase.uid, array[v_purchase.ebook_id]) where v_purchase.uid is not null;
  perform public.note_admin_change(p_actor, 'imported_book_taken_back', 'person', p_id::text, null,
    jsonb_build_object('ebook_id', v_purchase.ebook_id, 'source', v_purchase.source));
  return true;
end
$$;
