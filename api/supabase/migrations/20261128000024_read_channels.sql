-- A channel counts as read once all of it was: the job that reads it also succeeds while there is no channel.
set check_function_bodies = off;

create or replace function public.get_setup() returns jsonb
language plpgsql stable security definer set search_path = '' set enable_seqscan = off set jit = off
as $$
begin
  return jsonb_build_object(
    'has_owner', exists (select from public.owner_addresses()),
    'has_ebook', exists (select from public.ebooks_metadata b where b.state = 'published' and b.is_priced),
    'has_purchase', exists (select from public.orders o where o.paid_at is not null),
    'has_test_email', exists (select from public.outbox m where m.kind = 'test_email' and m.sent_at is not null),
    'has_read_channel', public.has_read_channel(),
    'well_services', (select coalesce(jsonb_agg(d.service), '[]') from public.doctor_runs d where d.is_well),
    'skipped', (select coalesce(jsonb_agg(s.step), '[]') from public.setup_skips s));
end
$$;
