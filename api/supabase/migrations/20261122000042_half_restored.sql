-- Whether the tables are whole: what is half restored (`npm run restore`) is nothing to answer from.
create or replace function public.is_up() returns boolean
language sql stable security definer set search_path = ''
as $$ select not exists (select from public.restoration) $$;
