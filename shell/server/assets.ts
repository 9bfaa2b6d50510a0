import { createReadStream, existsSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import { Readable } from 'node:stream';
import type { Context } from 'hono';

const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.ttf': 'font/ttf',
  '.pfb': 'application/x-font-type1',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml; charset=utf-8',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.avif': 'image/avif',
};

const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

/**
 * Returns a file of a build in the best compression that the visitor's browser accepts. Caches keep the file for ever, because its URL
 * changes with its content. `file` is a path below `directory`, which the caller has checked. Null if the file does not exist.
 */
export function assetAnswer(context: Context, directory: string, file: string): Response | null {
  const type = TYPES[extname(file)];
  const path = join(directory, file);
  if (!type || !existsSync(path)) return null;
  const accepted = context.req.header('accept-encoding') ?? '';
  const encoding = ENCODINGS.find(({ name, ending }) => new RegExp(`\\b${name}\\b`).test(accepted) && existsSync(path + ending));
  const sent = encoding ? path + encoding.ending : path;
  const headers: Record<string, string> = {
    'content-type': type,
    'content-length': String(statSync(sent).size),
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
    ...(encoding ? { 'content-encoding': encoding.name } : {}),
  };
  return new Response(context.req.method === 'HEAD' ? null : (Readable.toWeb(createReadStream(sent)) as ReadableStream), { headers });
}
