-- What admins changed, for the admin who looks back.
create index admin_changes_of_kind on public.admin_changes (subject_kind, id desc);
create index admin_changes_of_actor on public.admin_changes (actor_email, id desc);

-- A page of the changes, newest first, of one kind of subject and of one person if wanted; `p_is_backwards`: the page before the
-- position. `actors`: everybody who ever changed something, found by walking the index from name to name.
create function public.admin_changes_page(p_kind text, p_actor text, p_id bigint, p_is_backwards boolean, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set enable_sort = off set enable_seqscan = off
as $$
declare
  v_page public.admin_changes[];
begin
  execute format(
    'select array(select c from public.admin_changes c where ($1 is null or c.subject_kind = $1) and ($2 is null or c.actor_email = $2)
      and ($3 is null or c.id %s $3) order by c.id %s limit $4)',
    case when p_is_backwards then '>' else '<' end, case when p_is_backwards then 'asc' else 'desc' end)
    into v_page using p_kind, p_actor, p_id, p_size + 1;
  return jsonb_build_object(
    'more', cardinality(v_page) > p_size,
    'changes', (select coalesce(jsonb_agg(public.admin_change_json(c) order by c.id desc), '[]') from unnest(v_page[:p_size]) c),
    'actors', (
      with recursive actors as (
        (select c.actor_email from public.admin_changes c order by c.actor_email limit 1)
        union all
        select (select c.actor_email from public.admin_changes c where c.actor_email > a.actor_email order by c.actor_email limit 1)
          from actors a where a.actor_email is not null
      )
      select coalesce(jsonb_agg(a.actor_email order by a.actor_email) filter (where a.actor_email is not null), '[]') from actors a));
end
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('admin_changes_page') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
