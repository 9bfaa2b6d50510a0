-- The history names orders and ebooks as people do.
set check_function_bodies = off;

create or replace function public.admin_change_json(c public.admin_changes) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object('id', c.id, 'at', c.at, 'actor_email', c.actor_email, 'request_id', c.request_id, 'action', c.action,
    'subject_kind', c.subject_kind, 'subject_id', c.subject_id, 'before', c.before, 'after', c.after,
    'subject_name', case c.subject_kind
      when 'order' then (select o.number::text from public.orders o where o.id = c.subject_id::uuid)
      when 'ebook' then (select b.title from public.ebooks_metadata b where b.id = c.subject_id)
    end)
$$;
