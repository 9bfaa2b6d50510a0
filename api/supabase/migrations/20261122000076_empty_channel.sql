-- As before, but a channel that never showed anything is empty. Null: it shows nothing any more, which is no reason to show nothing here.
create or replace function public.end_whole_sync(p_channel_id text, p_seen text[]) returns integer
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_removed integer;
begin
  if cardinality(p_seen) = 0 and exists (select from public.episodes e where e.removed_at is null) then
    return null;
  end if;
  update public.episodes e set removed_at = now()
    where e.removed_at is null and not exists (select from unnest(p_seen) seen where seen = e.id);
  get diagnostics v_removed = row_count;
  delete from public.channel_clips c where not exists (select from unnest(p_seen) seen where seen = c.id);
  update public.channel_sync set whole_at = now() where channel_id = p_channel_id;
  return v_removed;
end
$$;
