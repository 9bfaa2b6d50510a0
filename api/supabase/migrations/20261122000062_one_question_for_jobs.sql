-- One question for all that an instance does by itself, instead of one for each of its jobs.

-- Takes those of `p_jobs` ([{ name, lease, interval }], in seconds) that are due; see take_job. `next_in` is in how many seconds the first of
-- the others is due or its holder's time is over, `mail_in` in how many mail is due; null for never.
create function public.take_jobs(p_holder text, p_jobs jsonb) returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_job record;
  v_one jsonb;
  v_taken jsonb := '[]';
begin
  -- Always in the same order, so that two instances wait for each other in one direction only.
  for v_job in
    select w.name, w.lease, w.interval from jsonb_to_recordset(p_jobs) as w (name text, lease integer, interval integer)
      where not exists (select from public.jobs j where j.name = w.name
        and (j.lease_until >= now() or j.last_run_at > now() - make_interval(secs => w.interval)))
      order by w.name loop
    v_one := public.take_job(v_job.name, p_holder, v_job.lease, v_job.interval);
    if (v_one->>'taken')::boolean then
      v_taken := v_taken || jsonb_build_array(jsonb_build_object('name', v_job.name, 'last_success_at', v_one->'last_success_at'));
    end if;
  end loop;
  return jsonb_build_object('taken', v_taken,
    'next_in', (
      select extract(epoch from min(greatest(j.lease_until, j.last_run_at + make_interval(secs => w.interval))) - now())
        from jsonb_to_recordset(p_jobs) as w (name text, interval integer) join public.jobs j on j.name = w.name
        where not exists (select from jsonb_array_elements(v_taken) t where t->>'name' = w.name)),
    'mail_in', (
      select extract(epoch from min(greatest(m.due_at, m.claimed_until)) - now())
        from public.outbox m where m.sent_at is null and m.given_up_at is null));
end
$$;

revoke execute on function public.take_jobs(text, jsonb) from public, anon, authenticated;
grant execute on function public.take_jobs(text, jsonb) to service_role;
