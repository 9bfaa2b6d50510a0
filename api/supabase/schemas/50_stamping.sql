-- Stamped copies, which show the buyer's order on each page of the book, and files that cannot be stamped.
set check_function_bodies = off;

-- Stamped copies that are kept in the private bucket under `key`, so that each is made once. There is no foreign key, because a row
-- outlives its order until its file is removed.
create table public.stamped_copies (
  key text primary key,
  -- The order or the imported purchase that gives the entitlement.
  order_id uuid not null,
  ebook_id text not null,
  made_at timestamptz,
  -- The last request for the copy. Minus infinity means that the entitlement ended.
  used_at timestamptz not null default now()
);
create index stamped_copies_unused on public.stamped_copies (used_at);
create index stamped_copies_of_item on public.stamped_copies (order_id, ebook_id);

-- Files that could not be stamped. The API does not try such a file again with each download, and mails the owner once for each file.
create table public.unstamped_files (
  filename text not null,
  version text not null,
  reason text not null check (reason in ('encrypted', 'damaged', 'too_large', 'too_costly')),
  noted_at timestamptz not null default now(),
  primary key (filename, version)
);

-- Records that a copy is requested now. Returns `ready` if the copy was made, `unstampable` if stamping its file failed within a day, else
-- `absent`.
create function public.use_stamped_copy(p_key text, p_order_id uuid, p_ebook_id text, p_filename text, p_version text) returns text
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_made_at timestamptz;
begin
  insert into public.stamped_copies as c (key, order_id, ebook_id) values (p_key, p_order_id, p_ebook_id)
    on conflict (key) do update set used_at = now()
    returning c.made_at into v_made_at;
  if v_made_at is not null then
    return 'ready';
  end if;
  if exists (select from public.unstamped_files f
      where f.filename = p_filename and f.version = p_version and f.noted_at > now() - interval '1 day') then
    return 'unstampable';
  end if;
  return 'absent';
end
$$;

-- Records that a stamped copy is stored. Returns false if the copy's entitlement ended meanwhile. The caller must then remove the file.
create function public.finish_stamped_copy(p_key text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  update public.stamped_copies set made_at = now() where key = p_key and used_at > '-infinity';
  return found;
end
$$;

-- Returns copies that were not used for a long time.
create function public.list_copies_to_remove(p_limit integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
begin
  return (
    select coalesce(jsonb_agg(c.key), '[]') from (
      select key from public.stamped_copies where used_at < now() - public.rule('keep_stamped_copies') order by used_at limit p_limit
    ) c);
end
$$;

-- Deletes the rows of removed files. A copy that was requested meanwhile will be made again.
create function public.drop_copies(p_keys text[]) returns void
language sql volatile security definer set search_path = ''
as $$
  delete from public.stamped_copies where key = any (p_keys) and used_at < now() - public.rule('keep_stamped_copies');
  update public.stamped_copies set made_at = null where key = any (p_keys);
$$;

-- Marks a stamped copy for removal when its entitlement ends. `drop_stamped_copy` does so for a copy of a deleted order.
create function public.drop_copy_of_entitlement() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stamped_copies s set used_at = '-infinity'
    from public.order_copies c where c.id = old.copy_id and s.order_id = c.order_id and s.ebook_id = c.ebook_id;
  return null;
end
$$;

create trigger drop_copy after update of revoked_at on public.entitlements
  for each row when (new.revoked_at is not null) execute function public.drop_copy_of_entitlement();

create function public.drop_stamped_copy() returns trigger
language plpgsql security definer set search_path = ''
as $$
begin
  update public.stamped_copies set used_at = '-infinity' where order_id = old.order_id and ebook_id = old.ebook_id;
  return null;
end
$$;

create trigger drop_copy_of_gone after delete on public.order_copies
  for each row execute function public.drop_stamped_copy();
-- Notes that a file cannot be stamped, and queues the email to the owner. Returns true if the owner was not notified before.
create function public.save_unstamped_file(p_filename text, p_version text, p_title text, p_reason text, p_owner_email text) returns boolean
language plpgsql volatile security definer set search_path = ''
as $$
begin
  insert into public.unstamped_files (filename, version, reason) values (p_filename, p_version, p_reason)
    on conflict (filename, version) do update set reason = excluded.reason, noted_at = now();
  insert into public.outbox (key, kind, recipient, locale, payload)
    values ('book_unstamped:' || p_filename || ':' || p_version, 'book_unstamped', p_owner_email, 'pt-BR',
      jsonb_build_object('title', p_title, 'filename', p_filename, 'reason', p_reason))
    on conflict (key) do nothing;
  return found;
end
$$;
