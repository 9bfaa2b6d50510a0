/** The input of every part of the storage wrapper: the request, its path below /storage/v1, and the stock implementation. */
export type Call = {
  request: Request;
  path: string;
  stock: (request: Request) => Promise<Response>;
};

const PREFIX = '/storage/v1';

/** Returns the path below /storage/v1, or undefined for another path. */
export function storagePath(pathname: string): string | undefined {
  return pathname.startsWith(`${PREFIX}/`) ? pathname.slice(PREFIX.length) : undefined;
}

/** Removes the prefix from a link, because storage-js adds its own base. */
export function relativeLink(link: unknown): string {
  const text = String(link);
  return text.startsWith(PREFIX) ? text.slice(PREFIX.length) : text;
}

export function json(body: unknown, status = 200): Response {
  return Response.json(body, { status, headers: { 'access-control-allow-origin': '*' } });
}

/** Returns an error in the format of the Storage API: the HTTP status is 400, and the real status is in the body. */
export function storageError(status: number, error: string, message: string): Response {
  return json({ statusCode: String(status), error, message }, 400);
}

/** Returns whether a name is safe as a folder name. `../../x` is not. */
export function isBucketName(name: string): boolean {
  return /^[a-z0-9][a-z0-9._-]{0,62}$/.test(name);
}

export function invalidBucket(): Response {
  return storageError(400, 'InvalidBucketName', 'Bucket name invalid');
}

/** Returns the JSON body of a request or response as a record. Empty when the body is missing or not an object. */
export async function bodyOf(message: Request | Response): Promise<Record<string, unknown>> {
  const body: unknown = await message.json().catch(() => null);
  return typeof body === 'object' && body !== null ? (body as Record<string, unknown>) : {};
}

/** Calls the stock implementation with another path, body or headers. */
export function callStock(
  { request, stock }: Call,
  path: string,
  change: { body?: string | ArrayBuffer; headers?: Record<string, string> } = {},
): Promise<Response> {
  const url = new URL(request.url);
  url.pathname = PREFIX + path;
  const headers = new Headers(request.headers);
  headers.delete('content-length');
  for (const [name, value] of Object.entries(change.headers ?? {})) headers.set(name, value);
  return stock(new Request(url, { method: request.method, headers, ...(change.body === undefined ? {} : { body: change.body }) }));
}

export function callStockWithJson(call: Call, path: string, body: unknown): Promise<Response> {
  return callStock(call, path, { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } });
}
