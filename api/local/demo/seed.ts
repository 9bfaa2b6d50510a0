import { createHash } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { SETUP_STEPS } from '@site/shared/contracts/admin-setup.ts';
import type { RichText } from '@site/shared/rich-text/contract.ts';
import { LOCALES } from '@site/shared/texts/locales.ts';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { DemoEbook } from './book.ts';
import { campaignRows, demoCampaigns, demoSteps, subscriberRows } from './campaigns.ts';
import { demoContent } from './content.ts';
import { scenes } from './covers/scenes.ts';
import { demoEbooks, demoPublishing } from './ebooks.ts';
import { type DemoSales, demoSales } from './orders.ts';
import { pastPayments, pastPayouts } from './past-payments.ts';
import { demoPosts } from './posts.ts';
import { demoSeries } from './series.ts';
import { demoTrailer, trailerAudio } from './trailer/trailer.ts';

export type SeedOptions = {
  supabaseUrl: string;
  secretKey: string;
  /** Address of the payments stand-in, which gets the payments of these orders. */
  stripeUrl: string;
  stripeSecretKey: string;
  /** Address of the site, for the links in newsletter issues. */
  siteUrl: string;
  /** The seeding time, at which the orders end. Defaults to now. */
  now?: Date;
};
export type SeedOutcome = 'already there' | 'seeded';

/** Increase this number when a change of the drawing code changes the files. The seed detects changes of the content itself. */
const REVISION = 4;
const JOB = 'demo-seed';
const ROWS_AT_ONCE = 200;
const ORDERS_AT_ONCE = 50;
const BOOKS_AT_ONCE = 3;
const PUBLIC_BUCKET = 'store-assets';
const PRIVATE_BUCKET = 'ebooks';
const A_YEAR_IN_SECONDS = '31536000';
/** Attempts for each upload, because a busy machine drops connections. */
const UPLOAD_ATTEMPTS = 4;
const UPLOAD_PAUSE_MS = 500;

const digestOfContent = (): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        REVISION,
        demoPublishing,
        demoEbooks,
        scenes,
        demoContent,
        demoPosts,
        demoCampaigns,
        demoSteps,
        demoTrailer,
        demoSeries,
      ]),
    )
    .digest('hex')
    .slice(0, 20);

/**
 * Fills an empty database and storage with the demo content. Running it again changes nothing. Running it after it was killed completes it.
 * After a change of the demo content, it updates books and files, publishes new texts unless an admin has published there, and keeps the
 * orders. Throws when the data service rejects a call.
 */
export async function seedDemo({
  supabaseUrl,
  secretKey,
  stripeUrl,
  stripeSecretKey,
  siteUrl,
  now = new Date(),
}: SeedOptions): Promise<SeedOutcome> {
  const data = createClient(supabaseUrl, secretKey, { auth: { persistSession: false, autoRefreshToken: false } });
  const digest = digestOfContent();
  const { data: mark } = await data
    .from('jobs')
    .select('holder, last_run_at, last_success_at')
    .eq('name', JOB)
    .maybeSingle()
    .throwOnError();
  if (mark?.holder === digest) return 'already there';
  // A run that completes an interrupted one must create the same orders, so it uses the time of the first run.
  const beganAt = new Date(mark?.last_run_at ?? now);
  if (!mark) await put(data, 'jobs', 'name', [{ name: JOB, last_run_at: beganAt.toISOString() }]);

  // The drawing code is loaded only when needed, so that a start with everything in place costs nothing.
  const { makeBookFiles } = await import('./book-files.ts');
  const covers = new Map<string, { version: string; color: string }>();
  const sizes = new Map<string, number>();
  await inParallel(demoEbooks, BOOKS_AT_ONCE, async (ebook) => {
    const { cover, publicFiles, pdf } = await makeBookFiles(ebook, demoPublishing);
    covers.set(ebook.id, cover);
    sizes.set(ebook.id, pdf.length);
    await Promise.all([
      ...publicFiles.map(({ key, type, body }) => upload(data, PUBLIC_BUCKET, key, type, body)),
      upload(data, PRIVATE_BUCKET, `pdfs/${ebook.filename}`, 'application/pdf', pdf),
    ]);
  });

  await put(
    data,
    'ebooks_metadata',
    'id',
    demoEbooks.map((ebook) => ebookRow(ebook, covers.get(ebook.id))),
  );
  await put(
    data,
    'ebook_files',
    'ebook_id,format,version',
    demoEbooks.map(({ id, filename, pages }) => ({
      ebook_id: id,
      format: 'pdf',
      version: 1,
      key: `pdfs/${filename}`,
      bytes: sizes.get(id) ?? null,
      // `renderBook` gives every book an outline.
      facts: { pages, has_outline: true },
    })),
  );
  // The default sample, the first tenth, would be just the cover of such a short book.
  const sample = { first_page: 1, last_page: 6, revision: 2, state: 'waiting', problem: null };
  await put(
    data,
    'ebook_samples',
    'ebook_id',
    demoEbooks.map(({ id }) => ({ ebook_id: id, ...sample })),
  );
  await put(
    data,
    'list_prices',
    'ebook_id,currency',
    demoEbooks.flatMap(({ id, listPrices }) =>
      Object.entries(listPrices).map(([currency, amount]) => ({ ebook_id: id, currency, amount_minor: amount })),
    ),
  );
  await publishContent(data);
  // The demo's owner has completed the setup.
  await put(
    data,
    'setup_skips',
    'step',
    SETUP_STEPS.map((step) => ({ step })),
    'keep',
  );
  await publishPosts(data);
  await upload(data, PUBLIC_BUCKET, demoTrailer.key, 'audio/mpeg', trailerAudio);
  await put(data, 'episodes', 'id', [demoTrailer.episode], 'keep');
  await put(data, 'episode_slugs', 'slug', [demoTrailer.slug], 'keep');
  await put(data, 'episode_audio', 'episode_id', [demoTrailer.audio], 'keep');
  await put(data, 'transcripts', 'episode_id,locale', [demoTrailer.transcript], 'keep');
  await put(data, 'episodes', 'id', demoSeries.episodes, 'keep');
  await put(data, 'episode_series', 'id', [demoSeries.series], 'keep');
  await put(data, 'episode_series_slugs', 'slug', [demoSeries.address], 'keep');
  await put(data, 'episode_series_parts', 'episode_id', demoSeries.parts, 'keep');
  const { campaigns, steps } = campaignRows(siteUrl, beganAt);
  await put(data, 'newsletter_subscribers', 'email', subscriberRows(beganAt), 'keep');
  await put(data, 'campaigns', 'id', campaigns, 'keep');
  await put(data, 'series_steps', 'campaign_id', steps, 'keep');

  if (!mark?.last_success_at) await addSales(data, { url: stripeUrl, secretKey: stripeSecretKey }, demoSales(demoEbooks, beganAt), beganAt);

  await put(data, 'jobs', 'name', [{ name: JOB, holder: digest, last_success_at: new Date().toISOString() }]);
  return 'seeded';
}

function ebookRow(ebook: DemoEbook, cover: { version: string; color: string } | undefined) {
  return {
    id: ebook.id,
    title: ebook.title,
    description: ebook.description.join('\n\n'),
    author: demoPublishing.author,
    language: ebook.language,
    filename: ebook.filename,
    cover_version: cover?.version ?? null,
    cover_color: cover?.color ?? null,
    created_at: ebook.createdAt,
  };
}

/** Marks texts that the seed published. Texts that an admin published later stay in force. */
const PUBLISHER = 'demo';
const EMPTY_BODY: RichText = { type: 'doc', content: [{ type: 'paragraph' }] };

async function publishContent(data: SupabaseClient): Promise<void> {
  type InForce = { key: string; version: number; body: unknown; published_by: string };
  const inForce: InForce[] = (await data.rpc('get_content', { p_keys: Object.keys(demoContent) }).throwOnError()).data;
  for (const [key, body] of Object.entries(demoContent)) {
    const row = inForce.find((published) => published.key === key);
    if (row && (row.published_by !== PUBLISHER || isDeepStrictEqual(row.body, body))) continue;
    await put(data, 'content_versions', 'key,version', [{ key, version: (row?.version ?? 0) + 1, body, published_by: PUBLISHER }], 'keep');
  }
}

/** Adds posts as if they had been published on their days. Existing posts stay unchanged. */
async function publishPosts(data: SupabaseClient): Promise<void> {
  const words = demoPosts.flatMap(({ id, publishedAt, words }) =>
    LOCALES.map((locale) => ({ post_id: id, locale, at: publishedAt, ...(words[locale] ?? { title: '', lead: '', body: EMPTY_BODY }) })),
  );
  const written = words.filter(({ title }) => title !== '');
  await put(
    data,
    'posts',
    'id',
    demoPosts.map(({ id, slug, kind, tags, publishedAt, words }) => ({
      id,
      slug,
      kind,
      tags,
      state: 'published',
      first_published_at: publishedAt,
      changed_at: publishedAt,
      edited_at: publishedAt,
      locales: LOCALES.filter((locale) => words[locale]),
    })),
    'keep',
  );
  await put(
    data,
    'post_slugs',
    'slug',
    demoPosts.map(({ id, slug }) => ({ slug, post_id: id })),
    'keep',
  );
  await put(
    data,
    'post_drafts',
    'post_id,locale',
    words.map(({ at, ...draft }) => ({ ...draft, saved_by: PUBLISHER, saved_at: at })),
    'keep',
  );
  await put(
    data,
    'post_versions',
    'post_id,locale,version',
    written.map(({ at, ...version }) => ({ ...version, version: 1, published_by: PUBLISHER, published_at: at })),
    'keep',
  );
}

async function addSales(data: SupabaseClient, payments: { url: string; secretKey: string }, sales: DemoSales, now: Date): Promise<void> {
  await rememberPayments(payments.url, payments.secretKey, sales, now);
  await put(data, 'orders', 'id', sales.orders, 'keep');
  // The copies of an order are inserted together, because they must add up to its total.
  const copiesOf = [...Map.groupBy(sales.copies, ({ order_id }) => order_id).values()];
  while (copiesOf.length > 0) await put(data, 'order_copies', 'order_id,ebook_id,no', copiesOf.splice(0, ORDERS_AT_ONCE).flat(), 'keep');
  await put(data, 'entitlements', 'copy_id', sales.entitlements, 'keep');
  await put(data, 'disputes', 'id', sales.disputes, 'keep');
  await put(data, 'order_events', 'order_id,kind,happened_at', sales.events, 'keep');
  await data.rpc('issue_past_receipts').throwOnError();
}

/** Inserts rows in portions. An existing row is replaced, or kept if it may have changed since. */
async function put(
  data: SupabaseClient,
  table: string,
  key: string,
  rows: readonly object[],
  onConflict: 'replace' | 'keep' = 'replace',
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await data
      .from(table)
      .upsert(rows.slice(from, from + ROWS_AT_ONCE), { onConflict: key, ignoreDuplicates: onConflict === 'keep' })
      .throwOnError();
  }
}

/** Sends the payments to the payments stand-in, so that refunds and disputes of demo orders work. */
async function rememberPayments(stripeUrl: string, stripeSecretKey: string, sales: DemoSales, now: Date): Promise<void> {
  const answer = await fetch(new URL('/_local/seed', stripeUrl), {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${stripeSecretKey}` },
    body: JSON.stringify({ payments: pastPayments(sales), payoutsAt: pastPayouts(sales, now) }),
  });
  if (!answer.ok) throw new Error(`the payments stand-in answered ${answer.status}: ${await answer.text()}`);
}

async function upload(data: SupabaseClient, bucket: string, key: string, contentType: string, body: Buffer): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    const { error } = await data.storage.from(bucket).upload(key, body, { contentType, upsert: true, cacheControl: A_YEAR_IN_SECONDS });
    if (!error) return;
    if (attempt === UPLOAD_ATTEMPTS) throw new Error(`${bucket}/${key} was not stored: ${error.message}`, { cause: error });
    await setTimeout(attempt * UPLOAD_PAUSE_MS);
  }
}

async function inParallel<T>(things: readonly T[], atOnce: number, work: (thing: T) => Promise<void>): Promise<void> {
  const left = [...things];
  const worker = async () => {
    for (let thing = left.shift(); thing !== undefined; thing = left.shift()) await work(thing);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}
