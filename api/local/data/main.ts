// The stand-in for Supabase: PostgREST and Storage on an embedded PostgreSQL, or on that of LOCAL_DATABASE_URL. One process owns the
// directory of the database and the files.
import { statfsSync } from 'node:fs';
import { createServer } from 'node:http';
import { join, resolve } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { FileError } from '@site/shared/process/files.ts';
import { lockDirectory } from '../directory-lock.ts';
import { listen, required, requiredPort, runStandIn } from '../stand-in.ts';
import { silenceStatements } from './error-log.ts';

const END_WAIT_MS = 10_000;
const LEAST_FREE_MB = 200;
const LARGEST_FILE = 200_000_000;

/** Throws when the disk is nearly full. The embedded database would hang on a full disk without an error. */
function refuseFullDisk(directory: string): void {
  const { bavail, bsize } = statfsSync(directory);
  const freeMb = Math.floor((bavail * bsize) / 1_000_000);
  if (freeMb < LEAST_FREE_MB)
    throw new FileError(`${directory} cannot hold the database: the disk has ${freeMb} MB left, and it needs ${LEAST_FREE_MB} MB`);
}

await runStandIn('data', async () => {
  const port = requiredPort('DATA_PORT');
  const directory = resolve(required('STATE_DIR'));
  const keys = { publishable: required('SUPABASE_PUBLISHABLE_KEY'), secret: required('SUPABASE_SECRET_KEY') };
  // The process that owned the directory before may still be ending.
  lockDirectory(directory, END_WAIT_MS);

  // @supabase/lite reads this variable while it is imported.
  process.env.EXPERIMENTAL_STORAGE = '1';
  silenceStatements();
  const { isAddress } = await import('./connection.ts');
  const { linkSecret, openDatabase, SUPABASE } = await import('./database.ts');
  const { isOurs, stateOf } = await import('./state.ts');
  const { withStorageCompat } = await import('./storage/compat.ts');
  const { createResumableUploads } = await import('./storage/resumable.ts');

  const place = process.env.LOCAL_DATABASE_URL || join(directory, 'db');
  if (!isAddress(place)) refuseFullDisk(directory);
  const files = join(directory, 'files');
  const open = async () => {
    const database = await openDatabase({ place, files, port, keys, supabase: process.env.SUPABASE_DIR || SUPABASE });
    for (const file of database.applied) process.stdout.write(`applied ${file}\n`);
    const uploads = { directory: join(directory, 'uploads'), secret: linkSecret(keys.secret), maxBytes: LARGEST_FILE };
    return { ...database, handle: withStorageCompat(database.fetch, createResumableUploads({ ...uploads, stock: database.fetch })) };
  };
  let database = await open();

  const state = stateOf(place, files, join(directory, 'kept'));
  const replaceState = async (method: string) => {
    await database.close();
    await (method === 'PUT' ? state.keep() : state.restore());
    database = await open();
  };

  // Requests wait for an earlier change of state, and a change waits for all earlier requests, because nothing may have the database open
  // during a change.
  let lastChange: Promise<unknown> = Promise.resolve();
  const inHand = new Set<Promise<Response>>();
  const answer = (request: Request) => {
    const answered = lastChange.then(() => database.handle(request));
    inHand.add(answered);
    const forget = () => inHand.delete(answered);
    answered.then(forget, forget);
    return answered;
  };
  /** For tests: PUT stores a copy of the current state. DELETE restores the copy, or an empty state if there is no copy. */
  const changeState = async (request: Request) => {
    if (!isOurs(place)) return new Response('that database is not ours', { status: 409 });
    if (request.headers.get('apikey') !== keys.secret) return new Response('needs the secret key', { status: 401 });
    lastChange = Promise.allSettled([lastChange, ...inHand]).then(() => replaceState(request.method));
    await lastChange;
    return new Response(null, { status: 204 });
  };

  const server = createServer(
    getRequestListener((request) => {
      const { pathname } = new URL(request.url);
      if (pathname === '/healthz') return new Response('ok');
      if (pathname === '/_local/state' && /^(PUT|DELETE)$/.test(request.method)) return changeState(request);
      // No other route of @supabase/lite is served, because its introspection answers without a key.
      if (!/^\/(rest|storage)\/v1(\/|$)/.test(pathname)) return new Response('not found', { status: 404 });
      return answer(request);
    }),
  );
  await listen(server, port);

  return async () => {
    server.close();
    server.closeAllConnections();
    await database.close();
  };
});
