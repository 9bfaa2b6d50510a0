import { createHash, randomBytes } from 'node:crypto';
import { createWriteStream, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { digestOf } from '../../api/src/backup/digest.ts';
import type { Manifest } from '../../api/src/backup/manifest.ts';
import { readExport } from '../../api/src/backup/read-export.ts';
import { writeExport } from '../../api/src/backup/write-export.ts';
import { createWholeStore, type StoreShape } from '../../api/src/gateways/supabase/whole-store.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';

export type Journey = { rows: number; bytes: number; restoreSeconds: number; exportSeconds: number; different: string[] };

const BOOKS = 100;
const BUYS_EACH = 3;
const FILE_BYTES = 1_000_000;
const LINES_AT_ONCE = 2_000;

const padded = (index: number, length: number): string => String(index).padStart(length, '0');
const uuid = (kind: number, index: number): string => `00000000-000${kind}-4000-8000-${padded(index, 12)}`;

/**
 * Returns the rows of a shop with this many orders, each with its item, entitlement, email and Stripe event, in the order of their keys.
 */
function* rowsOf(table: string, orders: number): Generator<Record<string, unknown>> {
  const book = (index: number) => `livro-${padded(index % BOOKS, 3)}`;
  const uid = (index: number) => `leitor-${padded(Math.floor(index / BUYS_EACH), 8)}`;
  const at = (index: number) => `${new Date(Date.UTC(2020, 0, 1) + index * 60_000).toISOString().slice(0, 19)}.123456+00:00`;
  const name = (index: number) => `Ana Raízes ${Math.floor(index / BUYS_EACH)}`;
  const email = (index: number) => `${uid(index)}@example.test`;
  const title = (index: number) => `Crônicas de um jardim ${index % BOOKS}`;
  const count: Record<string, number> = {
    ebooks_metadata: BOOKS,
    ebook_files: BOOKS,
    list_prices: BOOKS * 3,
    orders,
    order_copies: orders,
    entitlements: orders,
    outbox: orders,
    stripe_events: orders,
    users: Math.ceil(orders / BUYS_EACH),
    shown_totals: 2,
  };
  for (let index = 0; index < (count[table] ?? 0); index += 1) {
    if (table === 'ebooks_metadata') {
      yield {
        ...{
          id: book(index),
          title: title(index),
          description: 'Um livro.',
          author: 'Marina',
          language: 'pt-BR',
          filename: `${book(index)}.pdf`,
        },
        ...{
          state: 'published',
          is_priced: true,
          created_at: at(index),
          changed_at: at(index),
          revision: 1,
          launch_no: 0,
          is_sold_ahead: false,
          has_file: true,
        },
      };
    } else if (table === 'ebook_files') {
      yield {
        ebook_id: book(index),
        format: 'pdf',
        version: 1,
        key: `pdfs/${book(index)}.pdf`,
        facts: 0,
      };
    } else if (table === 'list_prices') {
      yield { ebook_id: book(Math.floor(index / 3)), currency: ['BRL', 'NZD', 'USD'][index % 3], amount_minor: 2_990 };
    } else if (table === 'orders') {
      yield {
        ...{ id: uuid(1, index), number: 1_001 + index, attempt_id: uuid(2, index), session_id: `cs_live_${padded(index, 40)}` },
        ...{ payment_intent_id: `pi_${padded(index, 24)}`, buyer_uid: uid(index), buyer_email: email(index), buyer_name: name(index) },
        ...{
          locale: 'pt-BR',
          currency: 'BRL',
          subtotal_minor: 2_990,
          discount_minor: 0,
          total_minor: 2_990,
          refunded_minor: 0,
          refund_pending_minor: 0,
          state: 'paid',
          terms_version: '2024-03-01',
        },
        ...{
          asked_at: at(index),
          is_superseded: false,
          created_at: at(index),
          paid_at: at(index + 2),
          checked_at: at(index + 2),
          check_after: at(index + 3),
          last_sync_no: 1,
          applied_sync_no: 1,
        },
        ...{ country: 'BR', titles: title(index) },
      };
    } else if (table === 'order_copies') {
      yield {
        ...{ id: uuid(4, index), order_id: uuid(1, index), ebook_id: book(index), no: 1, title: title(index) },
        ...{ list_minor: 2_990, paid_minor: 2_990, reasons: [], goodwill_minor: 0 },
      };
    } else if (table === 'entitlements') {
      yield { copy_id: uuid(4, index), ebook_id: book(index), uid: uid(index), granted_at: at(index + 2), downloads: 0, shows_name: false };
    } else if (table === 'outbox') {
      yield {
        ...{
          id: uuid(3, index),
          key: `purchase ${uuid(1, index)}`,
          kind: 'purchase_paid',
          recipient: email(index),
          locale: 'pt-BR',
          payload: index,
        },
        ...{ created_at: at(index + 2), due_at: at(index + 2), attempts: 1, sent_at: at(index + 2) },
      };
    } else if (table === 'stripe_events') {
      yield { id: `evt_${padded(index, 24)}`, type: 'checkout.session.completed', received_at: at(index + 2) };
    } else if (table === 'users') {
      const first = index * BUYS_EACH;
      yield {
        ...{ uid: uid(first), number: index + 1, email: email(first), name: name(first), created_at: at(first), orders: BUYS_EACH },
        ...{ first_purchase_at: at(first), last_purchase_at: at(first + BUYS_EACH), is_newcomer: false },
      };
    } else if (table === 'shown_totals') {
      yield { list: ['ebooks', 'episodes'][index], total: index === 0 ? BOOKS : 0 };
    }
  }
}

/** Writes an export of such a shop without a running one, so that the restored data can be compared with the input. */
async function composeExport(folder: string, shape: StoreShape, orders: number, files: number): Promise<Manifest> {
  const manifest: Manifest = {
    format: 'semente-export-1',
    takenAt: '2026-01-01T00:00:00Z',
    schema: shape.schema,
    tables: [],
    sequences: { orders_number_seq: 1_000 + orders, users_number_seq: Math.ceil(orders / BUYS_EACH) },
    files: [],
  };
  mkdirSync(join(folder, 'tables'), { recursive: true });
  for (const { name, key, columns } of shape.tables) {
    const file = `tables/${name}.jsonl`;
    let rows = 0;
    const portions = function* () {
      let lines: string[] = [];
      for (const row of rowsOf(name, orders)) {
        rows += 1;
        const line = JSON.stringify(Object.fromEntries(columns.map((column) => [column.name, row[column.name] ?? null])));
        // PostgreSQL stores JSON with these spaces.
        lines.push(
          line
            .replace(/"payload":(\d+)/, (_, index) => `"payload":{"id": "${uuid(1, Number(index))}"}`)
            .replace('"facts":0', '"facts":{"pages": null, "has_outline": false}'),
        );
        if (lines.length < LINES_AT_ONCE) continue;
        yield `${lines.join('\n')}\n`;
        lines = [];
      }
      if (lines.length > 0) yield `${lines.join('\n')}\n`;
    };
    await pipeline(Readable.from(portions()), createWriteStream(join(folder, file)));
    manifest.tables.push({ name, file, rows, ...(await digestOf(join(folder, file))).digest, key, columns });
  }
  for (let index = 0; index < files; index += 1) {
    const key = `pdfs/livro-${padded(index, 3)}.pdf`;
    const file = `files/ebooks/${key}`;
    const body = randomBytes(FILE_BYTES);
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), body);
    const sha256 = createHash('sha256').update(body).digest('hex');
    manifest.files.push({ bucket: 'ebooks', key, file, bytes: body.length, sha256, contentType: 'application/pdf', cacheControl: '3600' });
  }
  writeFileSync(join(folder, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
  return manifest;
}

/** Restores a shop of `orders` orders and `files` files into an empty installation, or the empty `database` if given, and exports it. */
export async function measureExportRestore(orders: number, files: number, database?: string): Promise<Journey> {
  const dir = mkdtempSync(join(tmpdir(), 'semente-load-'));
  const { site, close } = await startOnly(['data'], database);
  try {
    const store = createWholeStore(site.addresses.data, site.file.internal.dataSecretKey);
    const before = await composeExport(join(dir, 'before'), await store.shape(), orders, files);
    const silent = () => undefined;
    const seconds = async (work: () => Promise<unknown>) => {
      const beganAt = performance.now();
      await work();
      return (performance.now() - beganAt) / 1_000;
    };
    const restoreSeconds = await seconds(() => readExport(store, join(dir, 'before'), false, silent));
    let after = before;
    const exportSeconds = await seconds(async () => {
      after = await writeExport(store, join(dir, 'after'), silent);
    });
    const digests = ({ tables, files }: Manifest) => new Map([...tables, ...files].map(({ file, sha256 }) => [file, sha256]));
    const [wanted, found] = [digests(before), digests(after)];
    return {
      rows: before.tables.reduce((sum, { rows }) => sum + rows, 0),
      bytes: [...before.tables, ...before.files].reduce((sum, { bytes }) => sum + bytes, 0),
      restoreSeconds,
      exportSeconds,
      different: [...new Set([...wanted.keys(), ...found.keys()])].filter((file) => wanted.get(file) !== found.get(file)),
    };
  } finally {
    await close();
    rmSync(dir, { recursive: true, force: true });
  }
}
