import { download } from './downloads.ts';
import { list } from './listing.ts';
import { copy, createOrUpdateBucket, info, uploadForm, uploadWithLink } from './objects.ts';
import { signDownload, signDownloads, signUpload } from './signed-links.ts';
import { type Call, invalidBucket, isBucketName, storagePath } from './wire.ts';

type Route = { method: RegExp; path: RegExp; when?: (request: Request) => boolean; answer: (call: Call) => Promise<Response> };

const isForm = (request: Request) => (request.headers.get('content-type') ?? '').startsWith('multipart/form-data');

// The first matching route answers. Any other request goes to @supabase/lite unchanged.
const ROUTES: Route[] = [
  { method: /^(POST|PUT)$/, path: /^\/bucket(\/[^/]+)?$/, answer: createOrUpdateBucket },
  { method: /^(POST|PUT)$/, path: /^\/object\//, when: isForm, answer: uploadForm },
  { method: /^PUT$/, path: /^\/object\/upload\/sign\//, answer: uploadWithLink },
  { method: /^POST$/, path: /^\/object\/upload\/sign\//, answer: signUpload },
  { method: /^POST$/, path: /^\/object\/sign\/[^/]+$/, answer: signDownloads },
  { method: /^POST$/, path: /^\/object\/sign\//, answer: signDownload },
  { method: /^POST$/, path: /^\/object\/list\/[^/]+$/, answer: list },
  { method: /^POST$/, path: /^\/object\/copy$/, answer: copy },
  { method: /^GET$/, path: /^\/object\/info\//, answer: info },
  { method: /^(GET|HEAD)$/, path: /^\/object\//, answer: download },
];

/** Returns whether the path has an invalid bucket name, which @supabase/lite would accept. */
function namesInvalidBucket(path: string): boolean {
  const [, kind, second, third, fourth] = path.split('/');
  if (kind !== 'object' && kind !== 'bucket') return false;
  let bucket = second;
  if (kind === 'object' && second === 'upload') bucket = fourth;
  else if (kind === 'object' && /^(public|sign|authenticated|info|list)$/.test(second ?? '')) bucket = third;
  if (bucket === undefined || bucket === 'move' || bucket === 'copy') return false;
  return !isBucketName(decodeURIComponent(bucket));
}

const writing = new Map<string, Promise<unknown>>();

/** @supabase/lite fails one of two simultaneous uploads of a key. The real service runs them one after another, like this function. */
async function writeInTurn(path: string, write: () => Promise<Response>): Promise<Response> {
  const before = writing.get(path);
  const own = Promise.resolve(before)
    .catch(() => {})
    .then(write);
  writing.set(path, own);
  try {
    return await own;
  } finally {
    if (writing.get(path) === own) writing.delete(path);
  }
}

/**
 * Wraps the fetch of @supabase/lite 0.10.0, so that its Storage behaves as storage-js 2.x expects: signed links, uploads of a Blob, listing
 * by folder, ranges and download names. `resumable` answers uploads in parts. Comments on the functions of this folder say how
 * @supabase/lite alone differs from the real service.
 */
export function withStorageCompat(stock: Call['stock'], resumable: Call['stock']): Call['stock'] {
  return async (request) => {
    const path = storagePath(new URL(request.url).pathname);
    if (path?.startsWith('/upload/resumable')) return resumable(request);
    if (path === undefined || request.method === 'OPTIONS') return stock(request);
    if (namesInvalidBucket(path)) return invalidBucket();
    const route = ROUTES.find(
      (candidate) => candidate.method.test(request.method) && candidate.path.test(path) && (candidate.when?.(request) ?? true),
    );
    const answer = () => (route ? route.answer({ request, path, stock }) : stock(request));
    return /^(POST|PUT)$/.test(request.method) ? writeInTurn(path, answer) : answer();
  };
}
