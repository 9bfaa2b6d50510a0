import { bodyOf, type Call, callStockWithJson, json } from './wire.ts';

type Row = {
  name: string;
  id: string | null;
  updated_at: string | null;
  created_at: string | null;
  last_accessed_at: string | null;
  metadata: unknown;
};

const FOLDER = { id: null, updated_at: null, created_at: null, last_accessed_at: null, metadata: null };

/** @supabase/lite alone lists full keys of all depths without folders, and treats `%` in a search as a wildcard. */
export async function list(call: Call): Promise<Response> {
  const wanted = await bodyOf(call.request);
  const prefix = String(wanted.prefix ?? '').replace(/^\/+|\/+$/g, '');
  const folder = prefix ? `${prefix}/` : '';
  const answer = await callStockWithJson(call, call.path, { prefix: folder.replace(/[\\%_]/g, '\\$&'), limit: 100_000 });
  if (!answer.ok) return answer;
  const search = String(wanted.search ?? '').toLowerCase();
  const entries = entriesOf((await answer.json()) as Row[], folder).filter(({ name }) => name.toLowerCase().startsWith(search));
  const { column = 'name', order = 'asc' } = (wanted.sortBy ?? {}) as { column?: keyof Row; order?: string };
  entries.sort((a, b) => compare(String(a[column] ?? ''), String(b[column] ?? '')) * (order === 'desc' ? -1 : 1));
  const offset = Number(wanted.offset ?? 0);
  return json(entries.slice(offset, offset + Number(wanted.limit ?? 100)));
}

function compare(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function entriesOf(rows: Row[], folder: string): Row[] {
  const entries = new Map<string, Row>();
  for (const { name: key, id, updated_at, created_at, last_accessed_at, metadata } of rows) {
    if (!key.startsWith(folder)) continue;
    const [name = '', ...deeper] = key.slice(folder.length).split('/');
    entries.set(name, deeper.length > 0 ? { name, ...FOLDER } : { name, id, updated_at, created_at, last_accessed_at, metadata });
  }
  return [...entries.values()];
}
