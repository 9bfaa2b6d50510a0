-- The owner says what each column of an import holds.
set check_function_bodies = off;

alter table public.imports add column columns jsonb check (jsonb_typeof(columns) = 'array');

-- Says what each column of a file holds that is not read yet.
create function public.choose_import_columns(p_id uuid, p_columns jsonb) returns void
language sql volatile security definer set search_path = ''
as $$ update public.imports set columns = p_columns where id = p_id and state = 'waiting' $$;

-- The oldest import that has work to do, and up to which line it was read; or null.
create or replace function public.get_import_at_work() returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select jsonb_build_object('id', i.id, 'kind', i.kind, 'source', i.source, 'filename', i.filename, 'state', i.state, 'consented_at', i.consented_at,
        'columns', i.columns, 'last_line', coalesce((select max(r.line) from public.import_rows r where r.import_id = i.id), 0))
      from public.imports i where i.state in ('reading', 'importing', 'undoing') and not public.is_put_off('imports', i.id::text)
        order by i.created_at limit 1);
end
$$;
