/** The number of rows of each kind in a filled database. */
export type Sizes = { ebooks: number; episodes: number; users: number; orders: number; others: number };

/** The sizes of the small site. `others` counts messages, newsletter addresses, audit log entries, and publications of one text. */
export const SMALL: Sizes = { ebooks: 12, episodes: 20, users: 30, orders: 100, others: 100 };
export const largeWith = (orders: number): Sizes => ({ ebooks: 10_000, episodes: 10_000, users: orders / 10, orders, others: orders / 10 });

/** Words for searches, by how many rows contain each: one in three, one in 12, one in 100, one in 5,000, and only the oldest row. */
export const WORDS = {
  common: 'coração',
  some: 'clareira',
  few: 'vendaval',
  rare: 'ornitorrinco',
  oldest: 'escafandro',
  absent: 'xilofone',
};

/** All rows of a kind are spread evenly over this many days before now. */
export const SPAN_DAYS = 1_095;

/** The number of orders and books of the demo site's customer, if there are so many. */
const OF_CUSTOMER = 60;

const SYLLABLES = 'ca fe co ra ção es pe ran ça de us vi da pa la vra a mor sal mo ru no e mi luz nho ter se tão chu paz gra';

/** Returns the statements that fill an empty database, set by set. The rows are the same in each run, except that their times end now. */
export const growthRows = (sizes: Sizes): { name: string; sql: string }[] => [
  {
    name: 'triggers and indexes off',
    sql: `
      set session_replication_role = replica;
      set work_mem = '128MB';
      set maintenance_work_mem = '512MB';
      set synchronous_commit = off;
      select setseed(0.7);
      create temp table later_indexes as
        select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition
          from pg_index i join pg_class t on t.oid = i.indrelid
          where t.relnamespace = 'public'::regnamespace and not exists (select from pg_constraint c where c.conindid = i.indexrelid);
      do $$ declare v_index record; begin
        for v_index in select * from later_indexes loop execute 'drop index ' || v_index.name; end loop;
      end $$;`,
  },
  {
    // Few words are frequent and many are rare, as in a language.
    name: 'words',
    sql: `
      create temp table syllables as
        select row_number() over () - 1 as n, s from unnest(string_to_array('${SYLLABLES}', ' ')) s;
      create temp table lexicon as
        select g.n, string_agg(s.s, '' order by p.p) as word
          from generate_series(0, 5999) g (n), generate_series(1, 4) p (p), syllables s
          where p.p <= 1 + (g.n * 7) % 4 and s.n = ((g.n + 1)::bigint * (p.p * 2654435761 % 1000003 + 17) / 13) % 32
          group by g.n;
      create unique index on lexicon (n);
      analyze lexicon;
      create temp table phrases as
        select p.n, string_agg((select l.word from lexicon l where l.n = p.lexicon_n), ' ') as phrase
          from (select g.n, floor(power(6000, random()))::integer % 6000 as lexicon_n from generate_series(0, 9999) g (n), generate_series(1, 5)) p
          group by p.n;
      create unique index on phrases (n);
      analyze phrases;
      create function pg_temp.phrases_of(p_row bigint, p_count integer) returns text language sql volatile as $$
        select string_agg((select p.phrase from phrases p where p.n = w.n), ' ')
          from (select floor(10000 * random())::integer as n from generate_series(1, p_count + 0 * p_row) offset 0) w $$;
      create function pg_temp.marked(p_row bigint, p_count bigint) returns text language sql immutable as $$
        select case when p_row % 3 = 0 then ' ${WORDS.common}' else '' end || case when p_row % 12 = 5 then ' ${WORDS.some}' else '' end
          || case when p_row % 100 = 7 then ' ${WORDS.few}' else '' end || case when p_row % 5000 = 11 then ' ${WORDS.rare}' else '' end
          || case when p_row = p_count then ' ${WORDS.oldest}' else '' end $$;
      create function pg_temp.ago(p_row bigint, p_count bigint) returns timestamptz language sql stable as $$
        select date_trunc('milliseconds', now() - interval '${SPAN_DAYS} days' * ((p_row - 0.5) / p_count)) $$;
      create function pg_temp.person(p_row bigint) returns text language sql stable as $$
        select (array['Maria','Ana','João','Antônio','Inês','Lúcia','Pedro','Rosa','Tomé','Zélia'])[1 + p_row % 10] || ' '
          || (select initcap(l.word) from lexicon l where l.n = (p_row * 7919) % 6000) || ' '
          || (array['Silva','Souza','Pereira','Nunes','Prado','Campos','Moura','Leal'])[1 + (p_row / 10) % 8] $$;`,
  },
  {
    name: 'eBooks',
    sql: `
      insert into ebooks_metadata (id, title, description, author, filename, state, is_priced, created_at, changed_at)
        select 'numero-' || i, pg_temp.phrases_of(i, 1) || case when i % 10 = 0 then ' Ruth' else '' end, pg_temp.phrases_of(i, 12) || pg_temp.marked(i, ${sizes.ebooks}),
            'Marina Alvorada', 'numero-' || i || '.pdf',
            case when i % 50 = 49 then 'draft' when i % 50 = 48 then 'archived' else 'published' end, true,
            pg_temp.ago(i, ${sizes.ebooks}), pg_temp.ago(i, ${sizes.ebooks})
          from generate_series(1, ${sizes.ebooks}::bigint) i;
      insert into ebook_files (ebook_id, format, version, key, facts)
        select 'numero-' || i, 'pdf', 1, 'pdfs/numero-' || i || '.pdf', jsonb_build_object('pages', 100 + i % 300, 'has_outline', false)
          from generate_series(1, ${sizes.ebooks}::bigint) i;
      insert into list_prices (ebook_id, currency, amount_minor)
        select 'numero-' || i, c, 1990 + i % 40 * 100 from generate_series(1, ${sizes.ebooks}::bigint) i, unnest(array['BRL', 'USD', 'NZD']) c;
      create temp table books as select split_part(id, '-', 2)::bigint as n, id, title from ebooks_metadata;
      create unique index on books (n);
      analyze books;`,
  },
  {
    name: 'episodes',
    sql: `
      insert into episodes (id, slug, title, description, published_at, changed_at, duration_seconds, media)
        select 'numero-' || i, 'numero-' || i, pg_temp.phrases_of(i, 1) || case when i % 10 = 0 then ' Ruth' else '' end,
            pg_temp.phrases_of(i, 12) || pg_temp.marked(i, ${sizes.episodes}), pg_temp.ago(i, ${sizes.episodes}), pg_temp.ago(i, ${sizes.episodes}), 900 + i % 3600,
            jsonb_build_object('kind', 'youtube', 'url', 'https://www.youtube.com/watch?v=numero-' || i)
          from generate_series(1, ${sizes.episodes}::bigint) i;
      insert into episode_slugs (slug, episode_id) select slug, id from episodes;
      update shown_totals set total = (select count(*) from ebooks_metadata where state = 'published' and is_priced) where list = 'ebooks';
      update shown_totals set total = (select count(*) from episodes) where list = 'episodes';`,
  },
  {
    name: 'users',
    sql: `
      insert into users (uid, email, name, photo_url, created_at)
        select 'leitor-' || i, 'leitor' || i || case when i % 3 = 0 then '@exemplo.test' else '@correio.test' end, pg_temp.person(i) || pg_temp.marked(i, ${sizes.users}),
            case when i % 2 = 0 then 'https://pictures.test/' || i end, pg_temp.ago(i, ${sizes.users})
          from generate_series(1, ${sizes.users}::bigint) i;
      insert into users (uid, email, name, created_at) values ('demo-cliente', 'cliente@semente.test', 'Clara Nogueira', now() - interval '1 year');`,
  },
  {
    // A cart has one or two books. A few books are bought often and many rarely.
    name: 'carts',
    sql: `
      create temp table carts as
        select distinct i, 1 + floor(power(${sizes.ebooks}, ((i * 7919 + k * 104729) % 100003) / 100003::float8))::bigint % ${sizes.ebooks} as n
          from generate_series(1, ${sizes.orders}::bigint) i, generate_series(0, 1) k where k <= i % 2;
      create temp table titles as
        select c.i, string_agg(b.title, ' ' order by b.title) as titles from carts c join books b on b.n = c.n group by c.i;`,
  },
  {
    // Among a hundred orders one is open, two have expired, one is waiting, and two failed. Some of the remaining orders were refunded.
    name: 'orders',
    sql: `
      insert into orders (attempt_id, session_id, payment_intent_id, buyer_uid, buyer_email, buyer_name, locale, currency, subtotal_minor, total_minor,
          refunded_minor, state, terms_version, created_at, paid_at, checked_at, check_after, last_sync_no, applied_sync_no, country, fee_minor, titles)
        select gen_random_uuid(), case when o.i % 100 > 0 then 'cs_test_' || o.i end, case when o.is_paid then 'pi_' || o.i end,
            o.uid, o.email, o.name, case when o.i % 5 = 0 then 'en' else 'pt-BR' end, o.currency, o.total, o.total,
            case o.state when 'refunded' then o.total when 'partly_refunded' then o.total / 2 else 0 end, o.state, '2024-03-01', o.at,
            case when o.is_paid then o.at + interval '2 minutes' end, o.at + interval '2 minutes', o.at + interval '12 hours', 2, 2,
            case when o.is_paid then (array['BR','PT','NZ','US','AO','MZ'])[1 + o.i % 6] end,
            case when o.is_paid then 39 + o.total * 4 / 100 end,
            o.titles || pg_temp.marked(o.i, ${sizes.orders})
          from (
            select i, titles, u.uid, u.email, u.name, s.state, s.state not in ('open', 'expired', 'waiting', 'failed') as is_paid,
                (array['BRL','BRL','BRL','USD','NZD'])[1 + i % 5] as currency, (1990 + i % 40 * 100) * (1 + i % 3) as total,
                pg_temp.ago(i, ${sizes.orders}) as at
              from titles
              cross join lateral (select case
                when i % 100 = 0 then 'open' when i % 100 in (1, 2) then 'expired' when i % 100 = 3 then 'waiting' when i % 100 in (4, 5) then 'failed'
                when i % 100 = 6 then 'partly_refunded' when i % 100 = 8 then 'refunded' when i % 10000 = 9 then 'disputed' else 'paid' end as state) s
              join users u on u.uid = case when (i * 7919) % ${sizes.orders} < ${OF_CUSTOMER} then 'demo-cliente'
                else 'leitor-' || 1 + (i * 104729) % ${sizes.users} end
          ) o
          order by o.i desc;`,
  },
  {
    name: 'items and entitlements to read',
    sql: `
      insert into order_copies (order_id, ebook_id, no, title, list_minor, paid_minor)
        select k.order_id, k.ebook_id, 1, k.title, k.minor, k.minor from (
          select o.id as order_id, b.id as ebook_id, b.title, case row_number() over w when 1 then o.total_minor - o.total_minor / 2 * (count(*) over o - 1)
              else o.total_minor / 2 end as minor
            from orders o join carts c on c.i = ${sizes.orders} + 1001 - o.number join books b on b.n = c.n
            window o as (partition by o.id), w as (partition by o.id order by b.id)) k;
      insert into entitlements (copy_id, ebook_id, uid, granted_at, revoked_at, downloads, first_downloaded_at, last_downloaded_at)
        select c.id, c.ebook_id, o.buyer_uid, o.paid_at,
            case when o.state in ('refunded', 'disputed') or row_number() over w > 1
              then o.paid_at end, 1, o.paid_at, o.paid_at
          from orders o join order_copies c on c.order_id = o.id where o.paid_at is not null
          window w as (partition by o.buyer_uid, c.ebook_id order by o.state in ('refunded', 'disputed'), o.paid_at);
      insert into reading_positions (uid, ebook_id, page, read_at)
        select distinct on (e.uid, e.ebook_id) e.uid, e.ebook_id, 12, e.granted_at from entitlements e where e.revoked_at is null and e.downloads > 0
          and (e.uid = 'demo-cliente' or hashtext(e.copy_id::text) % 10 = 0);
      insert into listening_positions (uid, episode_id, seconds, heard_at) select 'demo-cliente', id, 99, published_at from episodes;`,
  },
  {
    name: 'what happened to orders',
    sql: `
      insert into order_events (order_id, kind, happened_at, amount_minor)
        select o.id, 'refunded', o.paid_at + interval '3 days', o.refunded_minor from orders o where o.refunded_minor > 0
        union all
        select o.id, o.state, o.created_at + interval '5 minutes', null from orders o where o.state in ('waiting', 'failed', 'disputed');
      insert into order_refunds (order_id, attempt_id, amount_minor, state, requested_by, requested_at)
        select o.id, gen_random_uuid(), o.refunded_minor, 'done', 'admin@semente.test', o.paid_at + interval '3 days' from orders o where o.refunded_minor > 0;
      -- A few were never decided.
      insert into refund_requests (order_id, reason, requested_at, decision, decided_at)
        select o.id, 'Comprei duas vezes.', o.paid_at + interval '2 days', 'refunded', o.paid_at + interval '3 days'
          from orders o where o.refunded_minor > 0
        union all
        select o.id, 'Não era o que eu esperava.', o.paid_at + interval '2 days', null, null
          from orders o where o.state = 'paid' and o.number % 2000 = 10;
      insert into disputes (id, order_id, reason, amount_minor, currency, state, due_by, opened_at, closed_at)
        select 'du_' || o.number, o.id, 'fraudulent', o.total_minor, o.currency, case when s.is_open then 'needs_response' else 'lost' end,
            o.paid_at + interval '10 days', o.paid_at + interval '3 days', case when not s.is_open then o.paid_at + interval '40 days' end
          from orders o cross join lateral (select o.paid_at > now() - interval '10 days' as is_open) s where o.state = 'disputed';
      -- Refunds copies: all copies of a refunded order, otherwise the dearest, which stays the buyer's.
      insert into refund_parts (refund_id, copy_id, minor, takes_back, state)
        select r.id, c.id, c.paid_minor, true, 'done'
          from order_refunds r join orders o on o.id = r.order_id join order_copies c on c.order_id = o.id where o.state = 'refunded'
        union all
        (select distinct on (o.id) r.id, c.id, r.amount_minor, false, 'done'
          from order_refunds r join orders o on o.id = r.order_id join order_copies c on c.order_id = o.id where o.state = 'partly_refunded'
          order by o.id, c.paid_minor desc);
      insert into stripe_events (id, type, received_at)
        select 'evt_' || o.number, 'checkout.session.completed', o.paid_at from orders o where o.paid_at > now() - interval '60 days';
      -- Orders that are open or waiting and long over are asked for now and then; one run of the reconciliation has to do with few of them.
      update orders set check_after = now() + interval '10 hours' where state in ('open', 'waiting');`,
  },
  {
    // These rows match those of `note_receipts`, which would take an hour for a million.
    name: 'receipts',
    sql: `
      insert into receipts (series, number, order_id, kind, issued_at, currency, total_minor, seller, buyer, lines)
        select 'R', row_number() over (order by o.paid_at, o.number), o.id, 'receipt', o.paid_at, o.currency, o.total_minor,
            '{"legal_name": "", "tax_id": "", "address": ""}', jsonb_build_object('name', o.buyer_name, 'email', o.buyer_email, 'tax_id', null), l.lines
          from orders o join (
            select c.order_id, jsonb_agg(jsonb_build_object('ebook_id', c.ebook_id, 'title', c.title, 'language', 'pt-BR', 'quantity', 1,
                'list_minor', c.list_minor, 'minor', c.paid_minor)) as lines
              from order_copies c group by c.order_id) l on l.order_id = o.id
          where o.paid_at is not null;
      insert into receipts (series, number, order_id, kind, refund_id, dispute_id, of_number, issued_at, currency, total_minor, seller, buyer, lines)
        select 'NC', row_number() over (order by k.at, k.order_id), k.order_id, 'credit', k.refund_id, k.dispute_id, r.number, k.at, r.currency, k.minor,
            r.seller, r.buyer, public.amount_line(k.minor)
          from (
            select f.order_id, f.id as refund_id, null as dispute_id, f.requested_at as at, f.amount_minor as minor from order_refunds f
            union all
            select d.order_id, null, d.id, d.closed_at, d.amount_minor from disputes d where d.state = 'lost'
          ) k join receipts r on r.order_id = k.order_id and r.kind = 'receipt';
      insert into receipt_series (series, last) select series, max(number) from receipts group by series;`,
  },
  {
    name: 'mails',
    sql: `
      insert into outbox (key, kind, recipient, locale, payload, created_at, due_at, attempts, sent_at)
        select 'purchase_paid:' || o.id, 'purchase_paid', o.buyer_email, o.locale, jsonb_build_object('id', o.id, 'number', o.number,
            'buyer_name', o.buyer_name, 'buyer_email', o.buyer_email, 'currency', o.currency, 'total_minor', o.total_minor), o.paid_at, o.paid_at, 1,
            o.paid_at + interval '5 seconds'
          from orders o where o.paid_at is not null;
      insert into outbox (key, kind, recipient, locale, payload, created_at, due_at, attempts, given_up_at, last_error)
        select 'purchase_failed:' || o.id, 'purchase_failed', o.buyer_email, o.locale, jsonb_build_object('id', o.id, 'number', o.number), o.created_at, o.created_at, 1,
            o.created_at, '550 no such mailbox'
          from orders o where o.state = 'failed' and o.number % 10 = 0;`,
  },
  {
    name: 'messages, newsletter, changes, publications',
    sql: `
      insert into contact_messages (attempt_id, name, email, subject, message, locale, state, created_at)
        select gen_random_uuid(), left(pg_temp.person(i), 120), 'leitor' || i || '@correio.test', 'other', pg_temp.phrases_of(i, 8) || pg_temp.marked(i, ${sizes.others}), 'pt-BR',
            (array['new', 'answered', 'answered', 'spam'])[1 + i % 4], pg_temp.ago(i, ${sizes.others})
          from generate_series(1, ${sizes.others}::bigint) i;
      insert into newsletter_subscribers (email, state, locale, source, consent_version, consented_at, confirmed_at, unsubscribed_at, bounced_at, created_at)
        select lower('leitor' || i || replace(public.to_search_text(pg_temp.marked(i, ${sizes.others})), ' ', '.') || '@correio.test'), s.state, 'pt-BR', 'footer', '2026-01', at, case when s.state <> 'pending' then at end,
            case s.state when 'unsubscribed' then least(now(), at + interval '90 days') end, case s.state when 'bounced' then least(now(), at + interval '9 days') end, at
          from generate_series(1, ${sizes.others}::bigint) i,
            lateral (select pg_temp.ago(i, ${sizes.others}) as at) a,
            lateral (select case when i % 20 = 0 then 'pending' when i % 20 = 1 then 'bounced' when i % 20 in (2, 3) then 'unsubscribed' else 'confirmed' end as state) s;
      insert into audit_log (at, actor_uid, actor_email, request_id, action, subject_kind, subject_id, before, after)
        select pg_temp.ago(${sizes.others} + 1 - i, ${sizes.others}), 'demo-admin', (array['admin@semente.test', 'equipe@semente.test'])[1 + i % 2], 'seed-' || i, 'ebook_edited', 'ebook',
            'numero-' || (1 + i % ${sizes.ebooks}), jsonb_build_object('title', pg_temp.phrases_of(i, 1)), jsonb_build_object('title', pg_temp.phrases_of(i, 1))
          from generate_series(1, ${sizes.others}::bigint) i;
      insert into content_versions (key, version, body, published_by, published_at)
        select 'counters', i, jsonb_build_object('items', jsonb_build_array(jsonb_build_object('kind', 'typed', 'value', i::text, 'label', jsonb_build_object('pt-BR', 'Leitores', 'en', 'Readers')))),
            'admin@semente.test', pg_temp.ago(${sizes.others} + 1 - i, ${sizes.others})
          from generate_series(1, ${sizes.others}::bigint) i;
      -- No job runs while times are taken; the site's episodes are these.
      insert into jobs (name, last_run_at, last_success_at) select name, '2100-01-01', now() from unnest(array['sweep', 'videos']) name
        on conflict (name) do update set last_run_at = '2100-01-01', last_success_at = now();`,
  },
  {
    // A million views a month if there are enough books. Each is from one of 40 sources, and half of them have one of three campaigns.
    name: 'visits',
    sql: `
      insert into visit_names (kind, name, since)
        select 'page', '/shop/ebook/numero-' || i, current_date - 760 from generate_series(1, least(${sizes.ebooks}, 330)) i
        union all select 'source', case when i > 1 then 'site-' || i || '.test' else '' end, current_date - 760 from generate_series(1, 40) i
        union all select 'campaign', case when i > 1 then 'campanha-' || i else '' end, current_date - 760 from generate_series(1, 4) i;
      create temp table views as
        select current_date - d as day, d, p.id as page, s.id as source, c.id as campaign, 1 + (p.id * s.id + d) % 4 as n
          from generate_series(0, 759) d, visit_names p, visit_names s
          join visit_names c on c.kind = 'campaign' and (c.name = '' or s.id % 2 = 0 and c.name = 'campanha-' || 2 + s.id % 3)
          where p.kind = 'page' and s.kind = 'source' and (d < 90 or (p.id + s.id + d) % 9 = 0);
      insert into visit_counts
        select v.day, k.page, k.source, k.campaign, sum(v.n), sum(v.n) / 2, 0, sum(v.n) / 20, sum(v.n) / 40, 0, 0
          from views v, lateral (values (v.page, 0, 0), (0, v.source, v.campaign), (case when v.d < 90 then v.page end, v.source, v.campaign)) k (page, source, campaign)
          where k.page is not null group by 1, 2, 3, 4;
      insert into sales_by_source
        select v.day, v.source, v.campaign, 'numero-1', 'BRL', 3, 3, 8970 from views v where v.page = (select min(id) from visit_names where kind = 'page');
      drop table views;`,
  },
  {
    name: 'indexes',
    sql: `do $$ declare v_index record; begin
        for v_index in select * from later_indexes loop execute v_index.definition; end loop;
      end $$;`,
  },
  { name: 'sums', sql: `select public.recount();` },
  {
    name: 'triggers on',
    sql: 'set session_replication_role = origin; drop table later_indexes; drop table syllables; drop table lexicon; drop table phrases; drop table books; drop table carts; drop table titles;',
  },
];
