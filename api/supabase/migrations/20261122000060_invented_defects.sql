-- Anybody can invent defects: one network is believed ten new ones a day, and those of pages that the site does not have never
-- take the place of others.

drop function public.count_page_report(text, text, jsonb, jsonb);

-- Adds what a page told. `p_vitals`: [{ page, metric, bucket }], `p_errors`: [{ digest, kind, page, message, stack }]. `p_network` is
-- the counter of the network that it came from; without it nothing new is believed.
create function public.count_page_report(p_locale text, p_release text, p_vitals jsonb, p_errors jsonb, p_network text default null)
returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_release text := p_release;
  v_error jsonb;
begin
  insert into public.page_releases (day, release)
    select current_date, p_release where (select count(*) from public.page_releases r where r.day = current_date) < 12
    on conflict do nothing;
  if not exists (select from public.page_releases r where r.day = current_date and r.release = p_release) then
    v_release := 'other';
  end if;
  insert into public.page_vitals as t (day, page, metric, locale, release, bucket, visits)
    select current_date, w->>'page', w->>'metric', p_locale, v_release, (w->>'bucket')::smallint, count(*)
      from jsonb_array_elements(p_vitals) w group by 2, 3, 6
    on conflict (day, page, metric, locale, release, bucket) do update set visits = t.visits + excluded.visits;
  update public.page_errors e set times = e.times + 1, last_at = now(), release = v_release
    from jsonb_array_elements(p_errors) f where e.digest = f->>'digest';
  for v_error in select f from jsonb_array_elements(p_errors) f
    where not exists (select from public.page_errors e where e.digest = f->>'digest') loop
    exit when p_network is null or not (public.take_hit(p_network, 86400, 10)->>'allowed')::boolean;
    -- New ones are at most 200 a day, 50 of them of no page: what comes by the thousand is no defect of ours.
    insert into public.page_errors (digest, kind, page, release, message, stack)
      select v_error->>'digest', v_error->>'kind', v_error->>'page', v_release, v_error->>'message', v_error->>'stack'
        where (
          select count(*) < 200 and (v_error->>'page' <> 'other' or count(*) filter (where e.page = 'other') < 50)
            from public.page_errors e where e.first_at > now() - interval '1 day')
      on conflict (digest) do nothing;
  end loop;
end
$$;

-- Visits of each page by bucket since `p_from`, and the newest defects, those of our pages first.
create or replace function public.page_reports(p_from date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'vitals', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select t.page, t.metric, t.bucket, sum(t.visits)::integer as visits
          from public.page_vitals t where t.day >= p_from group by t.page, t.metric, t.bucket
      ) s),
    'errors', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.page = 'other', s.last_at desc), '[]') from (
        select e.digest, e.kind, e.page, e.release, e.message, e.stack, e.times, e.first_at, e.last_at
          from public.page_errors e where e.last_at >= p_from order by e.page = 'other', e.last_at desc limit 20
      ) s))
$$;

revoke execute on function public.count_page_report(text, text, jsonb, jsonb, text) from public, anon, authenticated;
grant execute on function public.count_page_report(text, text, jsonb, jsonb, text) to service_role;
