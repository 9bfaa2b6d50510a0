import { currentRead, type Read } from './disk-storage.ts';
import { type Call, callStock, storageError } from './wire.ts';

/** @supabase/lite alone ignores Range and `download`, sends no-cache, and answers 500 to an expired or changed link. */
export async function download(call: Call): Promise<Response> {
  const { request, path } = call;
  const read: Read = {
    range: request.method === 'GET' ? (request.headers.get('range') ?? undefined) : undefined,
    size: 0,
    served: 'whole',
  };
  const answer = await currentRead.run(read, () => callStock(call, path.replace(/^\/object\/authenticated\//, '/object/')));
  if (answer.status === 500 && path.startsWith('/object/sign/')) {
    return storageError(400, 'InvalidJWT', '"exp" claim timestamp check failed or bad signature');
  }
  if (!answer.ok) return answer;
  if (read.served === 'unsatisfiable') {
    await answer.body?.cancel();
    return new Response(null, { status: 416, headers: { 'content-range': `bytes */${read.size}`, 'access-control-allow-origin': '*' } });
  }
  const headers = new Headers(answer.headers);
  headers.set('cache-control', 'max-age=3600');
  headers.set('x-content-type-options', 'nosniff');
  const name = new URL(request.url).searchParams.get('download');
  if (name !== null) headers.set('content-disposition', attachment(name || decodeURIComponent(path.split('/').at(-1) ?? '')));
  if (read.served === 'whole') return new Response(answer.body, { status: answer.status, headers });
  const { start, end } = read.served;
  headers.set('content-range', `bytes ${start}-${end}/${read.size}`);
  headers.set('content-length', String(end - start + 1));
  return new Response(answer.body, { status: 206, headers });
}

/** Returns a `content-disposition` header (RFC 6266): an ASCII name for old browsers, followed by the full name, encoded. */
function attachment(name: string): string {
  const ascii = name.replace(/[^\x20-\x7e]|["\\]/g, '_');
  const encoded = encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
