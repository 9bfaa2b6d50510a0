// R8: kill -9 of the only API while it reads, imports and undoes a file of many rows. The points are its own calls to the data service,
// seen by a proxy in front of it.
import { setTimeout as sleep } from 'node:timers/promises';
import { ImportSchema, ImportUploadSchema } from '@site/shared/contracts/admin-imports.ts';
import * as v from 'valibot';
import { bookUploadsOf } from '../contract/api/book-uploads.ts';
import { toolsOf } from '../contract/api/site-tools.ts';
import { startOnly } from '../contract/stand-ins/targets.ts';
import { apiProcess, environmentsIn } from '../setup/site-process.ts';
import { httpProxy } from './fault-proxy.ts';

/** A call of the API, and its count among calls of its kind. */
const POINTS = {
  reading: [
    ['add_import_rows, before', 2],
    ['add_import_rows, after', 10],
    ['finish_reading, after', 1],
  ],
  importing: [
    ['import_portion, after', 1],
    ['import_portion, before', 9],
    ['import_portion, after', 15],
  ],
  undoing: [['undo_portion, after', 6]],
} as const;
/** Milliseconds, longer than the lease of an instance that died. */
const PATIENCE_MS = 120_000;
const BOOK = 'sementes';
/** Two of ten rows are special: one repeats an address of the file, and one has no address. */
const emailOf = (row: number) => (row % 10 === 9 ? 'sem endereço' : `leitora-${row % 10 === 8 ? row - 1 : row}@leitores.test`);

export type ImportFigures = {
  rows: number;
  kills: number;
  /** The numbers of the report, the number of entitlements, and the number of addresses with one. */
  report: { rows: number; added: number; known: number; refused: number };
  purchases: number;
  addresses: number;
  refusedRows: number;
  /** The entitlements that are left after the undo, and the number that its report says were removed. */
  left: number;
  removed: number;
};

export async function killImports(rows: number, wanted: string): Promise<ImportFigures> {
  const { site, dir, close } = await startOnly(['data', 'identity', 'mail', 'payments']);
  const tools = toolsOf(site);
  let armed: { name: string; left: number } | null = null;
  let died = Promise.withResolvers<void>();
  const data = await httpProxy(
    site.addresses.data,
    (_, path) => /\/rpc\/(\w+)/.exec(path)?.[1] ?? path,
    async (name) => {
      if (name !== armed?.name) return true;
      armed.left -= 1;
      if (armed.left > 0) return true;
      armed = null;
      await api.kill('SIGKILL');
      died.resolve();
      return false;
    },
  );
  const api = apiProcess(dir, { ...environmentsIn(site.addresses, dir).api, SUPABASE_URL: data.url });
  try {
    await api.start();
    await tools.addBooks({ id: BOOK, title: 'Sementes' });
    const token = await tools.signIn('admin');
    const call = (method: string, path: string, body?: object) => tools.call(method, path, { token, body });
    const made = await call('POST', '/api/admin/imports', { kind: 'purchases', source: 'other', name: 'vendas.csv' });
    const { id, url } = v.parse(ImportUploadSchema, made.json);
    const lines = Array.from({ length: rows }, (_, row) => `${emailOf(row)},Sementes`);
    await bookUploadsOf(tools, token).send(url, new TextEncoder().encode(`email,book\n${lines.join('\n')}\n`));
    const find = async () => v.parse(ImportSchema, (await call('GET', `/api/admin/imports/${id}`)).json);

    let kills = 0;
    /** Presses a button, kills the API at each point and restarts it, until the import is in `state`. */
    async function endure(press: string, points: readonly (readonly [string, number])[], state: string) {
      const todo = points.filter(([name]) => name.includes(wanted));
      const arm = () => {
        died = Promise.withResolvers<void>();
        const [name, turn] = todo.shift() ?? [];
        armed = name && turn ? { name, left: turn } : null;
      };
      arm();
      await call('POST', `/api/admin/imports/${id}/${press}`).catch(() => undefined);
      for (let end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
        const isDead = await Promise.race([died.promise.then(() => true), sleep(500).then(() => false)]);
        if (isDead) {
          kills += 1;
          arm();
          await api.start();
          end = Date.now() + PATIENCE_MS;
        } else if ((await find().catch(() => null))?.state === state) return;
      }
      throw new Error(`the import did not become ${state}`);
    }
    await endure('reading', POINTS.reading, 'ready');
    await endure('start', POINTS.importing, 'done');
    const report = await find();
    const brought = await allEmails(tools);
    const refusedRows = (await call('GET', `/api/admin/imports/${id}/refused.csv`)).text.trim().split('\n').length - 1;
    await endure('undo', POINTS.undoing, 'undone');
    const { removed } = await find();
    return {
      ...{ rows, kills, report, refusedRows, removed },
      ...{ purchases: brought.length, addresses: new Set(brought).size, left: (await allEmails(tools)).length },
    };
  } finally {
    await api.stop();
    data.close();
    await close();
  }
}

/** Returns the address of each imported purchase, by keyset pagination. */
async function allEmails({ rows }: Pick<ReturnType<typeof toolsOf>, 'rows'>): Promise<string[]> {
  const found: string[] = [];
  for (let after = ''; ; after = found.at(-1) ?? after) {
    const page = await rows<{ email: string }>('GET', `imported_purchases?email=gt.${after}&select=email&order=email&limit=1000`);
    if (page.length === 0) return found;
    found.push(...page.map(({ email }) => email));
  }
}
