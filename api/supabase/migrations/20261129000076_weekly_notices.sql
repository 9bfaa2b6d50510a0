-- A member of the team can choose one notice a week.
set check_function_bodies = off;

alter table public.team_notices drop constraint team_notices_how_check;
alter table public.team_notices add constraint team_notices_how_check check (how in ('each', 'daily', 'weekly', 'never'));

create or replace function public.set_team_notices(p_uid text, p_notices jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.team_notices (uid, kind, how) select p_uid, n.key, n.value from jsonb_each_text(p_notices) n
    on conflict (uid, kind) do update set how = excluded.how;
  delete from public.daily_notices d
    using public.team_notices n where d.uid = p_uid and n.uid = d.uid and n.kind = d.kind and n.how in ('each', 'never');
  return public.get_team_notices(p_uid);
end
$$;

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
      where a.kind = p_kind and a.how in ('daily', 'weekly') and lower(a.email) <> lower(p_by)
    on conflict do nothing;
$$;

create or replace function public.send_daily_notices(p_zone text, p_now timestamptz default now()) returns integer
language sql volatile security definer set search_path = ''
as $$
  with day as (
    select (date_trunc('day', p_now at time zone p_zone - interval '8 hours') + interval '8 hours') at time zone p_zone as ends_at
  ), told as (
    delete from public.daily_notices n using day d, public.notice_ways() w
      where n.noted_at < d.ends_at and w.uid = n.uid and w.kind = n.kind
        and (w.how = 'daily' or w.how = 'weekly' and extract(isodow from d.ends_at at time zone p_zone) = 1)
        and not exists (select from public.outbox m where m.key = w.how || '_notice:' || n.uid || ':' || extract(epoch from d.ends_at)::bigint)
      returning n.uid, n.kind, n.subject, w.how
  ), sales as (
    select t.uid, t.how, o.currency, count(*) as orders, sum(o.total_minor) as amount_minor
      from told t join public.orders o on o.id = t.subject::uuid where t.kind = 'sale' group by t.uid, t.how, o.currency
  ), written as (
    insert into public.outbox (key, kind, recipient, locale, payload)
      select t.how || '_notice:' || t.uid || ':' || extract(epoch from d.ends_at)::bigint, 'daily_notice', a.email, 'pt-BR', jsonb_build_object(
          'ends_at', d.ends_at, 'how', t.how,
          'sales', (select coalesce(jsonb_agg(jsonb_build_object('currency', s.currency, 'orders', s.orders, 'amount_minor', s.amount_minor)
            order by s.currency), '[]') from sales s where s.uid = t.uid and s.how = t.how),
          'messages', count(*) filter (where t.kind = 'message'),
          'refunds', count(*) filter (where t.kind = 'refund'))
        from told t join public.notice_addresses() a on a.uid = t.uid cross join day d
        group by t.uid, t.how, a.email, d.ends_at
      returning 1
  )
  select count(*)::integer from written
$$;
