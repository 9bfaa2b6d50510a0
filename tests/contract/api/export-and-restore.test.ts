import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  appendFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoContent } from '../../../api/local/demo/content.ts';
import { demoEbooks } from '../../../api/local/demo/ebooks.ts';
import { demoSales } from '../../../api/local/demo/orders.ts';
import { holdsDemo } from '../../../api/local/site.ts';
import { readExport } from '../../../api/src/backup/read-export.ts';
import { writeExport } from '../../../api/src/backup/write-export.ts';
import { createWholeStore, type WholeStore } from '../../../api/src/gateways/supabase/whole-store.ts';
import { BASELINE } from '../../../api/src/platform/migrations.ts';
import { freePorts } from '../../setup/free-ports.ts';
import { apiProcess, environmentsIn } from '../../setup/site-process.ts';
import { startOnly } from '../stand-ins/targets.ts';
import { toolsOf } from './site-tools.ts';

const dir = mkdtempSync(join(tmpdir(), 'semente-export-'));
const silent = () => undefined;
const FILES = [
  ['ebooks', 'pdfs/um.pdf', 'application/pdf', '%PDF-1.4 \u0000\u2028 bytes', '3600'],
  ['ebooks', `pdfs/${randomUUID()}/dois.pdf`, 'application/pdf', '%PDF-1.4 second', '3600'],
  ['store-assets', 'covers/um.0a1b2c3d4e-240.avif', 'image/avif', 'picture', '31536000'],
] as const;

const contentOf = (bytes: Buffer<ArrayBuffer>) => ({ bytes: bytes.length, open: () => new Blob([bytes]).stream() });

type DataSite = Awaited<ReturnType<typeof startData>>;
async function startData() {
  const { site, dir: folder, close } = await startOnly(['data']);
  const { rows, addresses, internal, call, until } = toolsOf(site);
  const store = createWholeStore(addresses.data, internal.dataSecretKey);
  const headers = { apikey: internal.dataSecretKey, authorization: `Bearer ${internal.dataSecretKey}` };
  const file = async (bucket: string, key: string) => {
    const answer = await fetch(`${addresses.data}/storage/v1/object/authenticated/${bucket}/${key}`, { headers });
    return [answer.headers.get('content-type'), Buffer.from(await answer.arrayBuffer()).toString('latin1')];
  };
  const put = async (table: string, list: readonly object[]) => {
    const answer = await fetch(`${addresses.data}/rest/v1/${table}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(list),
    });
    if (!answer.ok) throw new Error(`${table}: ${answer.status} ${await answer.text()}`);
  };
  const api = apiProcess(folder, environmentsIn(addresses, folder).api);
  return { rows, put, addresses, internal, store, file, call, until, api, close };
}

let shop: DataSite;
let empty: DataSite;
beforeAll(async () => {
  [shop, empty] = await Promise.all([startData(), startData()]);
  await fill(shop);
});
afterAll(async () => {
  rmSync(dir, { recursive: true, force: true });
  await empty?.api.stop();
  await Promise.all([shop?.close(), empty?.close()]);
});

/** Inserts a year of sales, and at least one row into every other table. A new table needs its row here. */
async function fill({ put, store }: DataSite): Promise<void> {
  const at = '2026-03-04T05:06:07.123456+00:00';
  const { orders, copies, entitlements, events } = demoSales(demoEbooks, new Date('2026-11-22T12:00:00Z'));
  const order = orders[0]?.id;
  const book = demoEbooks[0]?.id;
  const imported = randomUUID();
  const post = randomUUID();
  const campaign = randomUUID();
  const reader = randomUUID();
  const refund = randomUUID();
  const coupon = randomUUID();
  const message = randomUUID();
  const series = randomUUID();
  const trap = 'Linha\u2028um\nlinha "dois" \\n \u{1F331} {"a":1}\t';
  await put(
    'ebooks_metadata',
    demoEbooks.map(({ id, title, filename, createdAt }) => ({ id, title, filename, created_at: createdAt, description: trap })),
  );
  await put('ebook_files', [
    {
      ebook_id: book,
      format: 'pdf',
      version: 1,
      key: 'pdfs/before.pdf',
      bytes: 9,
      facts: { pages: null, has_outline: true },
      replaced_at: at,
    },
  ]);
  await put(
    'list_prices',
    demoEbooks.flatMap(({ id }) => ['BRL', 'USD', 'NZD'].map((currency) => ({ ebook_id: id, currency, amount_minor: 2_990 }))),
  );
  await put('ebook_sales', [
    { ebook_id: demoEbooks[0]?.id, currency: 'BRL', amount_minor: 1_990, starts_at: at, ends_at: '2090-01-01T00:00:00+00:00' },
  ]);
  await put('ebook_samples', [
    { ebook_id: demoEbooks[0]?.id, first_page: 2, last_page: 9, state: 'failed', problem: 'hidden_layers', wanted_at: at },
  ]);
  await put('failed_work', [{ job: 'samples', unit: trap, label: trap, failures: 3, error: trap, failed_at: at }]);
  await put('orders', orders);
  await put('order_copies', copies);
  await put('entitlements', entitlements);
  await put('order_events', events);
  await put(
    'content_versions',
    Object.entries(demoContent).map(([key, body]) => ({ key, version: 1, body, published_by: 'demo' })),
  );
  const said = { is_hidden: true, has_own_slug: true, categories: [trap], notes: { en: trap }, revision: 7 };
  await put('episodes', [{ id: 'v1', slug: 'v1', title: trap, published_at: at, duration_seconds: 900, ...said }]);
  const about = { kind: 'purchase_paid', recipient: 'ana@example.test', locale: 'pt-BR', payload: { id: order, text: trap } };
  const mail = { ...about, due_at: at, attempts: 0 };
  const anImport = { source: 'gumroad', filename: trap, state: 'ready', rows: 1 };
  const words = {
    title: 'Ficar',
    lead: trap,
    body: { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: trap }] }] },
  };
  const others: Record<string, object[]> = {
    posts: [
      { id: post, kind: 'text', slug: 'ficar', state: 'published', first_published_at: at, changed_at: at, locales: ['en'], tags: [trap] },
    ],
    gifts: [{ order_id: order, ebook_id: book, kind: 'one', to_name: trap }],
    ledger_faults: [{ order_id: order, faults: ['sums'], found_at: at }],
    ledger_reading: [{ settled_until: at }],
    post_slugs: [{ slug: 'ficar', post_id: post }],
    post_drafts: [{ post_id: post, locale: 'en', ...words, saved_by: 'a@x.test' }],
    post_picture_uses: [{ key: 'pictures/text.5d1f0c9a3b2e', post_id: post, locale: 'en', version: 0 }],
    post_versions: [{ post_id: post, locale: 'en', version: 1, ...words, published_by: 'a@x.test', published_at: at }],
    automatic_drafts: [{ about_kind: 'ebook', about_id: book, noted_at: at, settled_at: at, post_id: post }],
    accounts: [{ uid: 'left', deleted_at: at }],
    imports: [
      { id: imported, ...anImport, kind: 'purchases', origin: '', digest: 'd', proof_key: null, proof_name: null },
      { id: randomUUID(), ...anImport, kind: 'subscribers', origin: trap, digest: 'e', proof_key: 'imports/1/2', proof_name: trap },
    ],
    import_rows: [{ import_id: imported, line: 2, email: 'ana@example.test', product: trap, at }],
    import_subjects: [{ import_id: imported, subject_id: randomUUID(), is_added: true, kept: 'used' }],
    import_products: [{ import_id: imported, product: trap, rows: 1, ebook_id: book }],
    imported_purchases: [{ email: 'ana@example.test', ebook_id: book, source: 'hotmart', bought_at: at }],
    deleted_addresses: [{ digest: 'a'.repeat(64), deleted_at: at }],
    suppressed_addresses: [{ digest: 'b'.repeat(64), reason: 'complaint', at }],
    ended_sessions: [{ uid: 'here', signed_in_at: 1_772_600_000, ended_at: at }],
    audit_log: [
      {
        at,
        actor_uid: 'a',
        actor_email: 'a@x.test',
        request_id: 'r',
        action: 'change_price',
        subject_kind: 'ebook',
        subject_id: 'x',
        after: { n: 1.1 },
      },
    ],
    admin_code: [{ digest: 'd', wrong_tries: 2, expires_at: at }],
    channel_clips: [{ id: 'c1', title: trap }],
    channel_sync: [{ channel_id: 'UC1', units: 3, units_day: '2026-11-21' }],
    contact_messages: [
      { id: message, attempt_id: randomUUID(), name: 'Ana', email: 'ana@example.test', subject: 'other', message: trap, locale: 'en' },
    ],
    coupons: [{ id: coupon, code: 'NATAL-10', percent: null, ebook_ids: [book], max_uses: 3, revision: 4 }],
    coupon_amounts: [{ coupon_id: coupon, currency: 'BRL', minor: 500, minimum_minor: 2_000 }],
    coupon_uses: [{ order_id: order, coupon_id: coupon, state: 'used', is_beyond: true }],
    bundles: [{ title: trap, ebook_ids: [book, 'outro'], percent: 20, ends_at: at }],
    message_replies: [{ id: randomUUID(), message_id: message, body: trap, written_by: 'a@x.test', previous_state: 'new' }],
    site_zones: [{ since: at, zone: 'America/Sao_Paulo' }],
    content_drafts: [{ key: 'home', body: { text: trap, none: null } }],
    ebook_announcements: [{ ebook_id: book, version: 2 }],
    launch_news: [{ ebook_id: book, kind: 'book_launched' }],
    book_interest: [{ ebook_id: book, email: 'ana@example.test', locale: 'en', confirmed_at: at }],
    episode_audio: [{ episode_id: 'v1', version: '0123456789ab', type: 'audio/mpeg', bytes: 9_007_199_254_740_991, seconds: 900 }],
    imported_audio: [
      { episode_id: 'v1', source: 'https://media.example/1.mp3', is_copied: true, attempts: 3, problem: 'unreachable', due_at: at },
    ],
    podcast_imports: [{ address: 'https://media.example/feed', title: trap, started_at: at }],
    episode_ebooks: [{ episode_id: 'v1', ebook_id: book }],
    transcripts: [
      {
        episode_id: 'v1',
        locale: 'en',
        cues: [
          [0, 1_500, trap, null],
          [1_500, 2_000, trap, 'Ana'],
        ],
        revision: 3,
        updated_at: at,
      },
    ],
    episode_series: [{ id: series, slug: 'rute', title: 'Rute', description: trap, revision: 3, changed_at: at }],
    episode_series_slugs: [{ slug: 'rute', series_id: series }],
    episode_series_parts: [{ episode_id: 'v1', series_id: series, position: 1 }],
    episode_slugs: [{ slug: 'v1', episode_id: 'v1', given_at: at }],
    jobs: [{ name: 'mail', lease_until: '2030-01-01T00:00:00Z', holder: 'process 7', last_run_at: at, last_error: null }],
    campaigns: [
      {
        id: campaign,
        post_id: post,
        state: 'sending',
        send_at: at,
        frozen: { en: { text: trap, html: '<img src="/covers/rute.1-360.jpg">' } },
        prepared_at: at,
        prepared: 1,
        created_by: 'a@x.test',
      },
    ],
    campaign_series: [{ state: 'on', since: at }],
    series_steps: [{ campaign_id: campaign, post_id: post, after_days: 3, written_revision: 1 }],
    campaign_pace: [{ next_at: at }],
    campaign_days: [{ day: '2026-03-01', handed: 3 }],
    newsletter_subscribers: [
      {
        id: reader,
        email: 'ana@example.test',
        state: 'confirmed',
        locale: 'pt-BR',
        source: 'footer',
        consent_version: '1',
        confirmed_at: at,
      },
    ],
    campaign_recipients: [{ campaign_id: campaign, subscriber_id: reader, post_id: post, generation: 1, locale: 'en' }],
    order_refunds: [
      {
        id: refund,
        order_id: order,
        attempt_id: randomUUID(),
        items: [{ id: book, quantity: 1 }],
        amount_minor: 100,
        requested_by: 'admin',
        check_after: at,
      },
    ],
    receipt_series: [{ series: 'R', last: 7 }],
    receipts: [
      {
        ...{ series: 'R', number: 7, order_id: order, kind: 'receipt', currency: 'BRL', total_minor: 100 },
        ...{ seller: { legal_name: trap }, buyer: { name: trap }, lines: [{ title: trap }] },
      },
    ],
    reviews: [
      {
        ebook_id: book,
        uid: 'u',
        copy_id: copies[0]?.id,
        stars: 4,
        text: trap,
        shown_name: 'Ana',
        locale: 'en',
        moderation: 'hidden',
        hidden_reason: 'spam',
      },
    ],
    review_reminders: [{ uid: 'u', ebook_id: book }],
    review_reminder_stops: [{ uid: 'u' }],
    unshown_reviews: [{ uid: 'u', ebook_id: book }],
    receipt_buyers: [{ uid: 'u', name: trap, tax_id: { kind: 'cnpj', value: '12ABC34501DE35' } }],
    refund_parts: [{ refund_id: refund, copy_id: copies[0]?.id, minor: 100, takes_back: true }],
    outbox: [
      { ...mail, key: 'sent', sent_at: at, claimed_until: null },
      { ...mail, key: 'waiting', sent_at: null, claimed_until: '2030-01-01T00:00:00Z' },
      { ...mail, key: 'tried again later', sent_at: null, claimed_until: null, due_at: '2099-01-01T00:00:00Z', attempts: 1 },
      { ...mail, key: 'of a day to come', sent_at: null, claimed_until: null, due_at: '2099-01-01T00:00:00Z' },
    ],
    owner_alerts: [{ kind: 'stuck_mail', subject: '', label: '', began_at: at, told_at: at }],
    page_errors: [{ digest: 'd1', kind: 'script', page: '/cart', release: 'shell@1', message: trap, stack: '' }],
    page_releases: [{ day: '2026-03-04', release: 'shell@1' }],
    visit_names: [{ kind: 'source', name: trap, since: '2026-03-04' }],
    visit_counts: [
      {
        day: '2026-03-04',
        page: 5,
        source: 0,
        campaign: 0,
        views: 3,
        visits: 2,
        plays: 0,
        carts: 0,
        checkouts: 0,
        listens: 1,
        downloads: 4,
      },
    ],
    sales_by_source: [
      { day: '2026-03-04', source: 1, campaign: 2, ebook_id: 'raizes', currency: 'BRL', orders: 1, copies: 1, minor: 2_990 },
    ],
    page_vitals: [{ day: '2026-03-04', page: '/cart', metric: 'LCP', locale: 'en', release: 'shell@1', bucket: 3 }],
    people: [{ email: 'ana@example.test', note: trap }],
    rate_limits: [{ bucket: 'b', window_start: at, hits: 4 }],
    reading_positions: [{ uid: 'u', ebook_id: book, page: 3 }],
    kept_carts: [{ uid: 'u', lines: [{ id: book, quantity: 2, gift: 'all' }], changed_at: at }],
    listening_positions: [{ uid: 'u', episode_id: 'v1', seconds: 1_099, heard_at: at }],
    refund_requests: [{ order_id: order, reason: trap, decision: 'declined', decided_at: at, note: trap }],
    disputes: [
      { id: 'du_1', order_id: order, reason: 'general', amount_minor: 100, currency: 'BRL', state: 'needs_response', opened_at: at },
    ],
    dispute_transactions: [{ id: 'txn_1', order_id: order, net_minor: -6_500, happened_at: at }],
    balance_reading: [{ read_until: at, reading_until: at, after_id: 'txn_1' }],
    task_snoozes: [{ kind: 'message', subject: '1001', snoozed_until: at, snoozed_by: 'ana@example.test' }],
    team_notices: [{ uid: 'u', kind: 'sale', how: 'daily' }],
    daily_notices: [{ uid: 'u', kind: 'sale', subject: order, noted_at: at }],
    setup_skips: [{ step: 'channel', skipped_at: at }],
    stamped_copies: [{ key: 'copies/1.pdf', order_id: order, ebook_id: book, used_at: '-infinity' }],
    stripe_events: [{ id: 'evt_1', type: 'charge.refunded', received_at: at }],
    team: [{ uid: 'u', email: 'ana@example.test', role: 'owner' }],
    team_invitations: [{ email: 'bia@example.test', role: 'editor', locale: 'en', invited_by: 'u' }],
    unstamped_files: [{ filename: 'um.pdf', version: '1', reason: 'damaged' }],
    unused_files: [{ key: 'pdfs/old.pdf', kind: 'pdf', remove_after: at }],
  };
  for (const [table, list] of Object.entries(others)) await put(table, list);
  for (const [bucket, key, contentType, body, cacheControl] of FILES) {
    await store.storeFile({ bucket, key, contentType, cacheControl }, contentOf(Buffer.from(body, 'latin1')));
  }
}

const keyOrder = (key: string[]) => key.map((column) => `${column}.asc`).join(',');

/** Returns every row as the data service shows it, including computed columns. */
async function everyRow({ rows, store }: DataSite): Promise<Record<string, unknown[]>> {
  const { tables } = await store.shape();
  const all: Record<string, unknown[]> = {};
  for (const { name, key } of tables) all[name] = await rows('GET', `${name}?select=*&order=${keyOrder(key)}`);
  return all;
}

const exportOf = async (store: WholeStore, name: string) => ({
  folder: join(dir, name),
  manifest: await writeExport(store, join(dir, name), silent),
});
const linesIn = (folder: string, table: string): Record<string, unknown>[] =>
  readFileSync(join(folder, 'tables', `${table}.jsonl`), 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Runs the restore command until it prints `word`, then kills it. Without `word` it runs to its end. */
async function restoreByCommand(folder: string, word?: string): Promise<{ code: number | null; output: string }> {
  const env = { SUPABASE_URL: empty.addresses.data, SUPABASE_SECRET_KEY: empty.internal.dataSecretKey };
  return await run(['api/src/backup/main.ts', 'restore', folder], env, word);
}

async function run(command: string[], env: Record<string, string>, word?: string): Promise<{ code: number | null; output: string }> {
  const child: ChildProcess = spawn(process.execPath, command, {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.on('data', (part) => {
      output += part;
      if (word && output.includes(word)) child.kill('SIGKILL');
    });
  }
  const [code] = await once(child, 'close');
  return { code, output };
}

test('an export contains everything written before its moment or while it runs, and nothing that was deleted', async () => {
  const person = (uid: string) => ({ uid, email: `${uid}@example.test`, name: 'Antes', created_at: '2026-11-01T00:00:00Z' });
  await shop.rows('POST', 'users', ['early', 'goes', 'changes'].map(person));
  let calls = 0;
  const disturbed: WholeStore = {
    ...shop.store,
    changes: async (since) => {
      calls += 1;
      // The tables have been read by now.
      if (calls === 1) {
        await shop.rows('POST', 'users', [person('comes')]);
        await shop.rows('PATCH', 'users?uid=eq.changes', { name: 'Depois' });
        await shop.rows('DELETE', 'users?uid=eq.goes');
        await shop.store.storeFile(
          { bucket: 'store-assets', key: 'covers/late.avif', contentType: 'image/avif', cacheControl: '60' },
          contentOf(Buffer.from('late')),
        );
      }
      return await shop.store.changes(since);
    },
  };
  const { folder, manifest } = await exportOf(disturbed, 'disturbed');
  const users = linesIn(folder, 'users');
  const named = new Map(users.map(({ uid, name }) => [uid, name]));
  expect([named.get('early'), named.get('comes'), named.get('changes'), named.has('goes')]).toEqual(['Antes', 'Antes', 'Depois', false]);
  expect(calls, 'the table that lost a row is read again').toBe(2);
  // The database counts each account in the statement that writes it, so rows of two moments would not agree.
  const counted = linesIn(folder, 'totals').filter(({ metric, span }) => metric === 'users' && span === 'month');
  expect(counted.reduce((sum, { n }) => sum + Number(n), 0)).toBe(users.length);
  expect(manifest.files.map(({ key }) => key)).toContain('covers/late.avif');
});

let whole: Awaited<ReturnType<typeof exportOf>>;

test('an export is a folder that only its owner may read, with every table and file and their digests', async () => {
  whole = await exportOf(shop.store, 'whole');
  const { folder, manifest } = whole;
  const bare = manifest.tables.filter(({ rows }) => rows === 0).map(({ name }) => name);
  expect(bare, 'a table that nothing is in would not be compared: `fill` puts a row into each').toEqual([]);
  expect(statSync(folder).mode & 0o077).toBe(0);
  expect(statSync(join(folder, 'tables/orders.jsonl')).mode & 0o077).toBe(0);
  expect(readdirSync(dir).filter((name) => name.includes('partial'))).toEqual([]);
  expect(readFileSync(join(folder, 'README.md'), 'utf8')).toContain('firebase auth:export');
  await expect(exportOf(shop.store, 'whole')).rejects.toThrow('already exists');
});

test('a restore rejects a damaged export, another version, and a shop that is not empty, and writes nothing', async () => {
  const { folder } = whole;
  const spoiled = (name: string, spoil: (folder: string) => void) => {
    const copy = join(dir, name);
    cpSync(folder, copy, { recursive: true });
    spoil(copy);
    return readExport(empty.store, copy, false, silent);
  };
  await expect(spoiled('added', (copy) => appendFileSync(join(copy, 'tables/orders.jsonl'), ' '))).rejects.toThrow(
    'tables/orders.jsonl is damaged',
  );
  await expect(spoiled('gone', (copy) => rmSync(join(copy, 'files/ebooks/pdfs/um.pdf')))).rejects.toThrow('um.pdf is missing');
  await expect(spoiled('half', (copy) => rmSync(join(copy, 'manifest.json')))).rejects.toThrow('is not a complete export');
  const manifestOf = (copy: string) => join(copy, 'manifest.json');
  const rewrite = (copy: string, from: string, to: string) =>
    writeFileSync(manifestOf(copy), readFileSync(manifestOf(copy), 'utf8').replace(from, to));
  await expect(spoiled('older', (copy) => rewrite(copy, '"schema": "2026', '"schema": "2025'))).rejects.toThrow(
    'the export has schema version 2025',
  );
  await expect(spoiled('escape', (copy) => rewrite(copy, 'tables/accounts.jsonl', '../accounts.jsonl'))).rejects.toThrow('is damaged');
  expect(Object.entries(await everyRow(empty)).filter(([name, rows]) => rows.length > 0 && name !== 'shown_totals')).toEqual([]);
  await expect(readExport(shop.store, folder, false, silent)).rejects.toThrow(
    'the installation is not empty: there are rows or files in files, accounts',
  );
  // The same columns in another order, as migrations leave them, are accepted. An export from before the baseline is rejected.
  const before = join(dir, 'before');
  cpSync(folder, before, { recursive: true });
  const manifest = JSON.parse(readFileSync(manifestOf(before), 'utf8'));
  for (const { columns } of manifest.tables) columns.reverse();
  for (const [schema, answer] of [
    ['20261129000078', 'the export has schema version 20261129000078'],
    [BASELINE, 'the installation is not empty'],
  ] as const) {
    writeFileSync(manifestOf(before), JSON.stringify({ ...manifest, schema }));
    await expect(readExport(shop.store, before, false, silent)).rejects.toThrow(answer);
  }
});

let waitingApi: Promise<void>;
/**
 * Expects that an API that starts now reports why it is not ready, and serves nothing. The API must not start its jobs, because their new
 * rows would differ from the export.
 */
async function expectHalfRestored({ api, call, until }: DataSite): Promise<void> {
  waitingApi = api.start();
  const { status, json } = await until(
    () => call('GET', '/readyz').catch(() => ({ status: 0, json: null })),
    (answer) => answer.status !== 0,
  );
  expect([status, json.status]).toEqual([503, 'unavailable']);
  expect(json.checks).toContainEqual({ name: 'restored', ok: false, since: expect.any(String) });
  expect((await call('GET', '/healthz')).status).toBe(200);
  const refused = await call('GET', '/api/ebooks');
  expect([refused.status, refused.json.error.code, refused.headers.get('retry-after')]).toEqual([503, 'service_unavailable', '30']);
  api.pause();
}

test('a restore that is killed twice and run again restores every row and byte, and triggers nothing', { timeout: 120_000 }, async () => {
  const { folder } = whole;
  for (const word of ['entitlements:', 'users:']) {
    expect((await restoreByCommand(folder, word)).code, word).toBe(null);
  }
  await expect(readExport(empty.store, join(dir, 'disturbed'), false, silent)).rejects.toThrow('another export is half restored');
  await expectHalfRestored(empty);
  const { code, output } = await restoreByCommand(folder);
  expect(output).toContain('2 emails that were waiting at the time of the export are not sent');
  expect(code).toBe(0);

  const [before, after] = [await everyRow(shop), await everyRow(empty)];
  for (const [name, rows] of Object.entries(before)) {
    if (!['outbox', 'jobs', 'campaigns', 'campaign_series'].includes(name)) expect(after[name], name).toEqual(rows);
  }
  // Jobs that ran at the export do not run now, and an email that waited then is not sent a second time.
  const [job] = before.jobs as object[];
  expect(after.jobs).toEqual([{ ...job, lease_until: null, holder: null }]);
  // An issue that was being sent does not continue, because the old site may have sent it.
  const [sending] = before.campaigns as object[];
  expect(after.campaigns).toEqual([{ ...sending, state: 'paused' }]);
  const [series] = before.campaign_series as object[];
  expect(after.campaign_series).toEqual([{ ...series, state: 'paused' }]);
  const mails = after.outbox as { key: string; given_up_at: string | null; claimed_until: string | null; last_error: string | null }[];
  expect(mails.map(({ key, given_up_at, claimed_until }) => [key, given_up_at !== null, claimed_until]).sort()).toEqual([
    ['of a day to come', false, null],
    ['sent', false, null],
    ['tried again later', true, null],
    ['waiting', true, null],
  ]);
  for (const { bucket, key } of whole.manifest.files) expect(await empty.file(bucket, key), key).toEqual(await shop.file(bucket, key));

  const again = await exportOf(empty.store, 'again');
  const digests = (list: { file: string; sha256: string }[]) =>
    list.filter(({ file }) => !/outbox|jobs|campaigns|campaign_series/.test(file)).map(({ file, sha256 }) => [file, sha256]);
  expect(digests(again.manifest.tables)).toEqual(digests(whole.manifest.tables));
  expect(again.manifest.files).toEqual(whole.manifest.files);
  expect(again.manifest.sequences).toEqual(whole.manifest.sequences);
});

test('references, triggers and sequences work again after a restore', async () => {
  const book = demoEbooks[0]?.id;
  await expect(empty.rows('DELETE', `ebooks_metadata?id=eq.${book}`)).rejects.toThrow('foreign key');
  await expect(empty.rows('DELETE', 'content_versions?version=gt.0')).rejects.toThrow('cannot be changed');
  const [added] = await empty.rows<{ number: number }>('POST', 'users', [{ uid: 'new', email: 'new@example.test' }]);
  expect(added?.number).toBeGreaterThan(whole.manifest.sequences.users_number_seq ?? Number.POSITIVE_INFINITY);
  expect(existsSync(`${whole.folder}.partial`)).toBe(false);
});

test('an API that waited for a restore starts its work when it is complete', async () => {
  empty.api.resume();
  await waitingApi;
  expect((await empty.call('GET', '/api/ebooks')).status).toBe(200);
  await empty.until(
    () => empty.rows('GET', 'jobs?select=name&name=eq.sweep'),
    (jobs) => jobs.length === 1,
  );
});

test('a restore creates a site on this machine, without demo data, and an export includes a stopped site', {
  timeout: 240_000,
}, async () => {
  const ports = Object.entries(await freePorts()).map(([name, port]) => [`${name.toUpperCase()}_PORT`, String(port)]);
  const here = { SITE_DIR: join(dir, 'here'), ...Object.fromEntries(ports) };
  expect(await run(['api/local/backup.ts', 'restore', whole.folder], here)).toMatchObject({ code: 0 });
  expect(holdsDemo(here.SITE_DIR)).toBe(false);
  // A killed site leaves its processes running for some seconds, and they answer until then.
  const dying = createServer((_, response) => response.end('[]')).listen(Number(here.DATA_PORT), '127.0.0.1');
  setTimeout(() => dying.close().closeAllConnections(), 4_000);
  const gone = { internal: { data: `http://127.0.0.1:${here.DATA_PORT}`, dataSecretKey: 'sb_secret_x' } };
  writeFileSync(join(here.SITE_DIR, 'site.json'), JSON.stringify(gone));
  expect(await run(['api/local/backup.ts', 'export', join(dir, 'there')], here)).toMatchObject({ code: 0 });
  const manifest = JSON.parse(readFileSync(join(dir, 'there', 'manifest.json'), 'utf8'));
  expect(manifest.files).toEqual(whole.manifest.files);
});

test('export and restore reject a wrong folder with a sentence before a database starts', async () => {
  const here = { SITE_DIR: join(dir, 'refused') };
  mkdirSync(here.SITE_DIR);
  writeFileSync(join(here.SITE_DIR, 'secrets.json'), '{}');
  const file = join(dir, 'file');
  writeFileSync(file, '');
  const refusals = [
    ['export', '/proc/semente/copy', '/proc/semente cannot be written: nothing can be put there'],
    ['export', join(file, 'copy'), `${join(file, 'copy')}.partial cannot be written: a part of its path is not a folder`],
    ['export', file, `${file} already exists; name another folder`],
    ['restore', '/proc/semente', '/proc/semente/manifest.json cannot be read: /proc/semente is not a complete export'],
    ['restore', dir, `${join(dir, 'manifest.json')} cannot be read: ${dir} is not a complete export`],
  ] as const;
  for (const [command, place, sentence] of refusals)
    expect(await run(['api/local/backup.ts', command, place], here)).toMatchObject({ code: 1, output: expect.stringContaining(sentence) });
  expect(existsSync(join(here.SITE_DIR, 'logs'))).toBe(false);
});
