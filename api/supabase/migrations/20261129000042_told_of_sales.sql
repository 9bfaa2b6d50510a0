-- Owners hear of every sale until they choose otherwise.
set check_function_bodies = off;

-- How each member is told of each kind. Owners hear of every sale until they choose otherwise.
create or replace function public.notice_ways() returns table (uid text, email text, kind text, how text)
language sql stable security definer set search_path = ''
as $$
  select t.uid, t.email, k.kind, coalesce(n.how, case when k.kind = 'sale' and t.role = 'owner' then 'each' else 'never' end)
    from public.team t cross join unnest(array['sale', 'message', 'refund']) k (kind)
    left join public.team_notices n on n.uid = t.uid and n.kind = k.kind
    where t.role in ('owner', 'support')
$$;

-- How a person wants to be told, of each kind.
create or replace function public.get_team_notices(p_uid text) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_object_agg(k.kind, coalesce(w.how, n.how, 'never'))
      from unnest(array['sale', 'message', 'refund']) k (kind)
      left join public.notice_ways() w on w.uid = p_uid and w.kind = k.kind
      left join public.team_notices n on n.uid = p_uid and n.kind = k.kind);
end
$$;

-- Tells those who want it of something that happened: at once with a letter of this kind, or with the next daily notice. No member is told
-- of their own deed (`p_by`), and no letter goes to where the same one goes anyway (`p_owner_email`, or null).
create or replace function public.notify_team(p_kind text, p_subject text, p_letter text, p_payload jsonb, p_by text, p_owner_email text) returns void
language sql volatile security definer set search_path = ''
as $$
  insert into public.outbox (key, kind, recipient, locale, payload)
    select p_letter || ':' || p_subject || ':' || a.uid, p_letter, a.email, 'pt-BR', p_payload
      from public.notice_ways() a
      where a.kind = p_kind and a.how = 'each' and lower(a.email) <> lower(p_by) and lower(a.email) is distinct from lower(p_owner_email)
    on conflict (key) do nothing;
  insert into public.daily_notices (uid, kind, subject)
    select a.uid, p_kind, p_subject
      from public.notice_ways() a
      where a.kind = p_kind and a.how = 'daily' and lower(a.email) <> lower(p_by)
    on conflict do nothing;
$$;
