-- How fast pages are for the people who open them, and what fails on them. Counters and nothing else: no row is about one visit.

-- How many visits of a day had a measure in a bucket (see `page-reports.ts` in shared).
create table public.page_vitals (
  day date not null,
  page text not null check (char_length(page) <= 80),
  metric text not null check (metric in ('LCP', 'INP', 'CLS', 'TTFB')),
  locale text not null check (locale in ('pt-BR', 'en')),
  release text not null,
  bucket smallint not null check (bucket between 0 and 40),
  visits integer not null default 1,
  primary key (day, page, metric, locale, release, bucket)
);
alter table public.page_vitals enable row level security;

-- The releases that pages of a day named. Anybody can name anything: beyond a dozen they are one.
create table public.page_releases (
  day date not null,
  release text not null check (char_length(release) between 1 and 40),
  primary key (day, release)
);
alter table public.page_releases enable row level security;

-- What fails on pages, once for each defect.
create table public.page_errors (
  digest text primary key,
  kind text not null check (kind in ('script', 'policy')),
  page text not null check (char_length(page) <= 80),
  release text not null,
  message text not null check (char_length(message) <= 300),
  stack text not null check (char_length(stack) <= 2000),
  times integer not null default 1,
  first_at timestamptz not null default now(),
  last_at timestamptz not null default now()
);
create index page_errors_newest on public.page_errors (last_at desc);
create index page_errors_first on public.page_errors (first_at);
alter table public.page_errors enable row level security;

-- Adds what a page told. `p_vitals`: [{ page, metric, bucket }], `p_errors`: [{ digest, kind, page, message, stack }].
create function public.count_page_report(p_locale text, p_release text, p_vitals jsonb, p_errors jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_release text := p_release;
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
  -- New ones are at most 200 a day: what comes by the thousand is no defect of ours.
  insert into public.page_errors (digest, kind, page, release, message, stack)
    select distinct on (f->>'digest') f->>'digest', f->>'kind', f->>'page', v_release, f->>'message', f->>'stack'
      from jsonb_array_elements(p_errors) f
      where (select count(*) from public.page_errors e where e.first_at > now() - interval '1 day') < 200
    on conflict (digest) do nothing;
end
$$;

-- Visits of each page by bucket since `p_from`, and the newest defects.
create function public.page_reports(p_from date) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'vitals', (
      select coalesce(jsonb_agg(to_jsonb(s)), '[]') from (
        select t.page, t.metric, t.bucket, sum(t.visits)::integer as visits
          from public.page_vitals t where t.day >= p_from group by t.page, t.metric, t.bucket
      ) s),
    'errors', (
      select coalesce(jsonb_agg(to_jsonb(s) order by s.last_at desc), '[]') from (
        select e.digest, e.kind, e.page, e.release, e.message, e.stack, e.times, e.first_at, e.last_at
          from public.page_errors e where e.last_at >= p_from order by e.last_at desc limit 20
      ) s))
$$;

create function public.sweep_page_reports() returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.page_vitals where day < current_date - 35;
  delete from public.page_releases where day < current_date - 35;
  delete from public.page_errors where last_at < now() - interval '35 days';
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('count_page_report', 'page_reports', 'sweep_page_reports') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
