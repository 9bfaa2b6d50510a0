-- The owner chooses the currencies that are sold (content 'currencies'): a book is on the shelf with a price in each of those.

-- Of all that the shop knows while the owner has not chosen.
create function public.sold_currencies() returns text[]
language sql stable security definer set search_path = ''
as $$
  select coalesce(
    (select array(select jsonb_array_elements_text(c.body->'sold'))
      from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1),
    array['BRL', 'USD', 'NZD'])
$$;

create function public.has_sold_prices(p_ebook_id text) returns boolean
language sql stable security definer set search_path = ''
as $$
  select not exists (select from unnest(public.sold_currencies()) s (currency)
    where not exists (select from public.ebook_prices p where p.ebook_id = p_ebook_id and p.currency = s.currency))
$$;

create or replace function public.note_prices() returns trigger
language plpgsql security definer set search_path = ''
as $$
declare
  v_ebook_id text := case when tg_op = 'DELETE' then old.ebook_id else new.ebook_id end;
begin
  update public.ebooks_metadata b set is_priced = public.has_sold_prices(b.id)
    where b.id = v_ebook_id and b.is_priced is distinct from public.has_sold_prices(b.id);
  return null;
end
$$;

-- Which books are on the shelf changes in the transaction of the choice. Whoever saves a book's prices meanwhile waits for it, or it
-- for them: each then sees what the other wrote.
create function public.note_sold_currencies() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  lock table public.ebooks_metadata, public.ebook_prices in share row exclusive mode;
  update public.ebooks_metadata b set is_priced = not b.is_priced where b.is_priced is distinct from public.has_sold_prices(b.id);
  return null;
end
$$;
create trigger note_sold_currencies after insert on public.content_versions for each row
  when (new.key = 'currencies') execute function public.note_sold_currencies();
-- All prices change with it: pages of books are forgotten, too.
create trigger note_purge_of_currencies after insert on public.content_versions for each row
  when (new.key = 'currencies') execute function public.note_purge('ebooks');

-- `prices` are those in which it is sold; `default_currency` is the owner's choice, null while there is none.
create or replace function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', coalesce((select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p
      where p.ebook_id = book.id and p.currency = any (public.sold_currencies())), '{}'),
    'default_currency', (select c.body->>'default' from public.content_versions c where c.key = 'currencies' order by c.version desc limit 1))
$$;

create or replace function public.ebook_facts(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select public.admin_ebook_json(book) - array['id', 'created_at', 'revision', 'is_owned', 'cover_color', 'default_currency']
$$;

-- A price that is given as null goes; one that is not named stays, as those of currencies that are not sold.
create or replace function public.set_ebook_prices(p_id text, p_prices jsonb) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.ebook_prices p where p.ebook_id = p_id and p_prices->p.currency = 'null';
  insert into public.ebook_prices (ebook_id, currency, amount_minor)
    select p_id, e.key, e.value::integer from jsonb_each_text(p_prices) e where e.value is not null
    on conflict (ebook_id, currency) do update set amount_minor = excluded.amount_minor
$$;

-- Of each currency how many published books have no price in it, and the first of them by title.
create function public.books_without_price(p_limit integer) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_object_agg(c.currency, (
    select jsonb_build_object('count', count(*),
      'titles', coalesce(jsonb_agg(w.title order by w.title, w.id) filter (where w.place <= p_limit), '[]'))
    from (select b.id, b.title, row_number() over (order by b.title, b.id) as place from public.ebooks_metadata b
      where b.state = 'published'
        and not exists (select from public.ebook_prices p where p.ebook_id = b.id and p.currency = c.currency)) w))
  from unnest(array['BRL', 'USD', 'NZD']) c (currency)
$$;

do $$
declare
  signature regprocedure;
begin
  for signature in select p.oid::regprocedure from pg_proc p where p.pronamespace = 'public'::regnamespace
    and p.proname in ('sold_currencies', 'has_sold_prices', 'note_sold_currencies', 'books_without_price') loop
    execute format('revoke execute on function %s from public, anon, authenticated', signature);
    execute format('grant execute on function %s to service_role', signature);
  end loop;
end $$;
