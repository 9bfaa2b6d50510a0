import { bodyOf, type Call, callStock, callStockWithJson, invalidBucket, isBucketName, json, storageError } from './wire.ts';

const UNITS: Record<string, number> = { '': 1, KB: 1e3, MB: 1e6, GB: 1e9 };

function bytesOf(limit: unknown): unknown {
  const [, amount, unit = ''] = typeof limit === 'string' ? (/^(\d+)\s*(KB|MB|GB)?$/i.exec(limit) ?? []) : [];
  return amount ? Number(amount) * (UNITS[unit.toUpperCase()] ?? 1) : limit;
}

/** @supabase/lite alone rejects null fields and a size limit with a unit, and accepts any name as a folder. */
export async function createOrUpdateBucket(call: Call): Promise<Response> {
  const body = await bodyOf(call.request);
  const named = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== null));
  if (call.request.method === 'POST' && !isBucketName(String(named.id ?? named.name ?? ''))) return invalidBucket();
  if ('file_size_limit' in named) named.file_size_limit = bytesOf(named.file_size_limit);
  return callStockWithJson(call, call.path, named);
}

/** @supabase/lite alone rejects an upload of a Blob, or stores the multipart envelope as the file. */
export async function uploadForm(call: Call): Promise<Response> {
  const form = await call.request.formData();
  const file = [...form.values()].find((value) => typeof value !== 'string');
  if (!file) return storageError(400, 'InvalidRequest', 'Missing file');
  const bytes = await file.arrayBuffer();
  const answer = await callStock(call, call.path, {
    body: bytes,
    headers: {
      'content-type': file.type || 'application/octet-stream',
      'content-length': String(bytes.byteLength),
      'cache-control': `max-age=${form.get('cacheControl') ?? 3600}`,
    },
  });
  return call.path.startsWith('/object/upload/sign/') ? withBucketInKey(call, answer) : answer;
}

/** @supabase/lite alone returns the key of the uploaded file without its bucket. */
export async function uploadWithLink(call: Call): Promise<Response> {
  return withBucketInKey(call, await call.stock(call.request));
}

async function withBucketInKey({ path }: Call, answer: Response): Promise<Response> {
  if (!answer.ok) return answer;
  const { Key } = await bodyOf(answer);
  return json({ Key: `${path.split('/')[4]}/${Key}` });
}

/** @supabase/lite alone returns no key for the copied file. */
export async function copy(call: Call): Promise<Response> {
  const body = await bodyOf(call.request.clone());
  const answer = await call.stock(call.request);
  return answer.ok ? json({ Key: `${body.destinationBucket ?? body.bucketId}/${body.destinationKey}` }) : answer;
}

/**
 * @supabase/lite alone nests size and ETag among other facts. For a missing file it sends no code, like the real service before v1.67.18.
 */
export async function info(call: Call): Promise<Response> {
  const answer = await call.stock(call.request);
  const body = await bodyOf(answer);
  if (!answer.ok) return json(body, body.statusCode === '404' ? 400 : answer.status);
  const { size, eTag } = (body.metadata ?? {}) as Record<string, unknown>;
  return json({ ...body, size, etag: eTag });
}
