-- The shelf. Every function answers one json value with listed fields; times are ISO 8601 in UTC with microseconds.

create function public.ebook_json(book public.ebooks_metadata) returns jsonb
language sql stable security definer set search_path = ''
as $$
  select jsonb_build_object(
    'id', book.id, 'title', book.title, 'description', book.description, 'author', book.author, 'language', book.language,
    'pages', book.pages, 'filename', book.filename, 'cover_version', book.cover_version, 'cover_color', book.cover_color,
    'created_at', book.created_at,
    'prices', (select jsonb_object_agg(p.currency, p.amount_minor) from public.ebook_prices p where p.ebook_id = book.id))
$$;

-- The patterns of which a text that went through plain() must match one to contain the words, literally; null without words.
-- Trigrams need three characters, so that shorter words are looked for at the beginning of a word, where the index pads them.
create function public.search_patterns(words text) returns text[]
language sql immutable parallel safe set search_path = ''
as $$
  select case
    when plain = '' then null
    when char_length(plain) < 3 then array[literal || '%', '% ' || literal || '%']
    else array['%' || literal || '%']
  end
  from (select btrim(public.plain(words)) as plain) p, lateral (select regexp_replace(plain, '([\\%_])', '\\\1', 'g') as literal) l
$$;

-- Planned for each call: with words the trigram index, without them the shelf's own.
create function public.ebooks_page(p_words text, p_after_at timestamptz, p_after_id text, p_ids text[], p_size integer) returns jsonb
language plpgsql stable security definer set search_path = '' set plan_cache_mode = force_custom_plan
as $$
declare
  v_patterns text[] := public.search_patterns(p_words);
  v_page jsonb;
  v_total bigint;
begin
  if p_ids is not null then
    select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]'), count(*) into v_page, v_total
      from public.ebooks_metadata b where b.id = any (p_ids) and b.state = 'published' and b.is_priced;
    return jsonb_build_object('ebooks', v_page, 'total', v_total, 'more', false);
  end if;
  select count(*) into v_total from public.ebooks_metadata b
    where b.state = 'published' and b.is_priced and (v_patterns is null or b.search_text like any (v_patterns));
  select coalesce(jsonb_agg(public.ebook_json(b) order by b.created_at desc, b.id desc), '[]') into v_page
    from (
      select b.* from public.ebooks_metadata b
        where b.state = 'published' and b.is_priced and (v_patterns is null or b.search_text like any (v_patterns))
          and (b.created_at, b.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by b.created_at desc, b.id desc
        limit p_size + 1
    ) b;
  return jsonb_build_object('ebooks', v_page - p_size, 'total', v_total, 'more', jsonb_array_length(v_page) > p_size);
end
$$;

create function public.ebook_on_sale(p_id text) returns jsonb
language sql stable security definer set search_path = ''
as $$ select public.ebook_json(b) from public.ebooks_metadata b where b.id = p_id and b.state = 'published' and b.is_priced $$;

-- The book with most paid units in 90 days; while there are no sales, any book (decision 13).
create function public.featured_ebook() returns jsonb
language plpgsql volatile security definer set search_path = ''
as $$
declare
  v_book public.ebooks_metadata;
begin
  select b.* into v_book
    from public.ebooks_metadata b
    join (
      select i.ebook_id, sum(i.quantity) as units, max(o.paid_at) as last_paid_at
        from public.orders o join public.order_items i on i.order_id = o.id
        where o.paid_at > now() - interval '90 days' and o.state in ('paid', 'partly_refunded')
        group by i.ebook_id
    ) sold on sold.ebook_id = b.id
    where b.state = 'published' and b.is_priced
    order by sold.units desc, sold.last_paid_at desc, b.id
    limit 1;
  if found then
    return jsonb_build_object('reason', 'best_seller', 'ebook', public.ebook_json(v_book));
  end if;
  select b.* into v_book from public.ebooks_metadata b where b.state = 'published' and b.is_priced order by random() limit 1;
  if found then
    return jsonb_build_object('reason', 'highlight', 'ebook', public.ebook_json(v_book));
  end if;
  return null;
end
$$;

create function public.testimonials_list() returns jsonb
language sql stable security definer set search_path = ''
as $$
  select coalesce(jsonb_agg(jsonb_build_object(
    'id', t.id, 'name', t.name, 'place', t.place, 'quote_pt', t.quote_pt, 'quote_en', t.quote_en) order by t.position, t.id), '[]')
  from public.testimonials t
$$;

create function public.episodes_page(p_after_at timestamptz, p_after_id text, p_size integer) returns jsonb
language plpgsql stable security definer set search_path = ''
as $$
declare
  v_page jsonb;
begin
  select coalesce(jsonb_agg(jsonb_build_object(
      'id', e.id, 'title', e.title, 'description', e.description, 'published_at', e.published_at,
      'duration_seconds', e.duration_seconds, 'image_url', e.image_url, 'spotify_url', e.spotify_url)
      order by e.published_at desc, e.id desc), '[]') into v_page
    from (
      select * from public.episodes e
        where (e.published_at, e.id) < (coalesce(p_after_at, 'infinity'), coalesce(p_after_id, ''))
        order by e.published_at desc, e.id desc
        limit p_size + 1
    ) e;
  return jsonb_build_object('episodes', v_page - p_size, 'more', jsonb_array_length(v_page) > p_size,
    'total', (select count(*) from public.episodes),
    'synced_at', (select j.last_success_at from public.jobs j where j.name = 'videos'));
end
$$;

-- Makes the table show exactly this channel. What the channel no longer has goes away; an empty list changes nothing,
-- because a channel that lost all its videos at once is a fault of the reading.
create function public.replace_episodes(p_episodes jsonb) returns void
language plpgsql volatile security definer set search_path = ''
as $$
begin
  if jsonb_array_length(p_episodes) = 0 then
    return;
  end if;
  insert into public.episodes (id, title, description, published_at, duration_seconds, image_url, spotify_url, fetched_at)
    select e->>'id', e->>'title', e->>'description', (e->>'published_at')::timestamptz, (e->>'duration_seconds')::integer,
      e->>'image_url', e->>'spotify_url', now()
    from jsonb_array_elements(p_episodes) e
    on conflict (id) do update set title = excluded.title, description = excluded.description, published_at = excluded.published_at,
      duration_seconds = excluded.duration_seconds, image_url = excluded.image_url, spotify_url = excluded.spotify_url, fetched_at = now();
  delete from public.episodes where id not in (select e->>'id' from jsonb_array_elements(p_episodes) e);
end
$$;
