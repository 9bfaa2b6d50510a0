import { ERROR_CODES } from '@site/shared/contracts/error-codes.ts';
import { ApiError, identity } from '@site/shared/site/site.ts';
import { chunksOf } from './chunks-of.ts';
import { withRecentSignIn } from './step-up.ts';

type NamedFile = { file: Blob; filename: string };

/**
 * Downloads a file that the API makes for the signed-in person, with its name. Throws `ApiError`, as `api` does for answers in JSON.
 * `onProgress` gets the number of received bytes. The total size is unknown while the API makes the file.
 */
export const fetchFile = (path: string, signal?: AbortSignal, onProgress?: (bytes: number) => void): Promise<NamedFile> =>
  withRecentSignIn(() => fetchOnce(path, signal, onProgress));

async function fetchOnce(path: string, signal?: AbortSignal, onProgress?: (bytes: number) => void): Promise<NamedFile> {
  try {
    let answer = await ask(path, false, signal);
    if (answer.status === 401) answer = await ask(path, true, signal);
    if (!answer.ok) throw await refusalOf(answer);
    const [, filename = 'arquivo'] = /filename="([^"]+)"/.exec(answer.headers.get('content-disposition') ?? '') ?? [];
    const chunks: Uint8Array<ArrayBuffer>[] = [];
    let received = 0;
    for await (const bytes of chunksOf(answer)) {
      chunks.push(bytes);
      received += bytes.length;
      onProgress?.(received);
    }
    return { file: new Blob(chunks, { type: answer.headers.get('content-type') ?? '' }), filename };
  } catch (error) {
    if (error instanceof ApiError || signal?.aborted) throw error;
    throw new ApiError('service_unavailable', 0, {}, { cause: error });
  }
}

async function ask(path: string, fresh: boolean, signal: AbortSignal | undefined): Promise<Response> {
  const token = await (await identity()).token(fresh);
  return await fetch(path, {
    method: 'GET',
    headers: token ? { authorization: `Bearer ${token}` } : {},
    ...(signal ? { signal } : {}),
  });
}

async function refusalOf(answer: Response): Promise<ApiError> {
  const body = (await answer.json().catch(() => null)) as { error?: { code?: unknown } } | null;
  return new ApiError(ERROR_CODES.find((code) => code === body?.error?.code) ?? 'service_unavailable', answer.status);
}
