import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createApiClient } from './api-client.ts';
import { ApiError } from './api-error.ts';

const refusal = () => Response.json({ error: { code: 'unauthenticated', requestId: 'r1' } }, { status: 401 });
const me = { uid: 'u1', email: 'ana@exemplo.test', name: null, photoUrl: null, role: 'customer' };

function clientOf(...answers: Response[]) {
  const token = vi.fn(async (fresh: boolean) => (fresh ? 'fresh' : 'stale'));
  const onRefused = vi.fn(async () => {});
  const fetch = vi.fn(async () => answers.shift() ?? Response.error());
  return { api: createApiClient({ origin: '', token, onRefused, fetch }), token, onRefused, fetch };
}

describe('a call', () => {
  it('the error of a call that got no answer has the request id of the call', async () => {
    const { api, fetch } = clientOf();
    fetch.mockRejectedValueOnce(new TypeError('Failed to fetch'));
    const error = await api('GET /api/me', {}).catch((failure: unknown) => failure);
    const sent = (fetch.mock.lastCall as unknown as [string, { headers: Record<string, string> }])[1].headers['x-request-id'];
    expect(sent).toMatch(/^[0-9a-f-]{36}$/);
    expect(error).toMatchObject({ code: 'service_unavailable', status: 0, requestId: sent });
  });
  it("a call that a page's loader makes has the request id of the page", async () => {
    const fetch = vi.fn(async () => Response.json(me));
    await createApiClient({ origin: 'http://api.test', headers: { 'x-request-id': 'page-0001' }, fetch })('GET /api/me', {});
    expect(fetch).toHaveBeenCalledWith(
      'http://api.test/api/me',
      expect.objectContaining({ headers: expect.objectContaining({ 'x-request-id': 'page-0001' }) }),
    );
  });
});

describe('a call in a browser of 2022, without joined signals', () => {
  const waiting = (_: unknown, init?: RequestInit) =>
    new Promise<Response>((_, reject) => {
      const end = () => reject(new DOMException('', 'AbortError'));
      if (init?.signal?.aborted) end();
      else init?.signal?.addEventListener('abort', end);
    });
  beforeEach(() =>
    vi.stubGlobal(
      'AbortSignal',
      class extends AbortSignal {
        static override any = undefined as never;
        static override timeout = undefined as never;
      },
    ),
  );
  afterEach(() => vi.unstubAllGlobals());

  it('a call in an old browser without AbortSignal.any succeeds', async () => {
    const { signal } = new AbortController();
    await expect(clientOf(Response.json(me)).api('GET /api/me', { signal })).resolves.toEqual(me);
  });
  it('a call in an old browser ends at its time limit', async () => {
    const api = createApiClient({ origin: '', timeoutMs: 20, fetch: waiting });
    await expect(api('GET /api/me', { signal: new AbortController().signal })).rejects.toMatchObject({ code: 'service_unavailable' });
  });
  it('a call in an old browser ends when its caller aborts it', async () => {
    const caller = new AbortController();
    const call = createApiClient({ origin: '', fetch: waiting })('GET /api/me', { signal: caller.signal });
    caller.abort();
    await expect(call).rejects.toMatchObject({ name: 'AbortError' });
  });
});

describe('an answer without content', () => {
  it.each([
    ['null', Response.json(null)],
    ['nothing', new Response(null, { status: 204 })],
  ])('an answer with the status %s is no failure', async (_, answer) => {
    await expect(clientOf(answer).api('DELETE /api/admin/campaigns/:id', { params: { id: 'l1' } })).resolves.toBeNull();
  });
  it("a web page instead of the API's answer is a failure", async () => {
    const page = new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } });
    await expect(clientOf(page).api('GET /api/me', {})).rejects.toMatchObject({ code: 'unexpected' });
  });
});

describe('a call whose token is rejected', () => {
  it('a call whose token is rejected is repeated once with a fresh token', async () => {
    const { api, token, onRefused, fetch } = clientOf(refusal(), Response.json(me));
    await expect(api('GET /api/me', {})).resolves.toEqual(me);
    expect(token.mock.calls).toEqual([[false], [true]]);
    expect(fetch).toHaveBeenLastCalledWith(
      '/api/me',
      expect.objectContaining({ headers: expect.objectContaining({ authorization: 'Bearer fresh' }) }),
    );
    expect(onRefused).not.toHaveBeenCalled();
  });
  it('a call whose fresh token is rejected too reports that the session ended', async () => {
    const { api, onRefused, fetch } = clientOf(refusal(), refusal());
    await expect(api('GET /api/me', {})).rejects.toMatchObject(new ApiError('unauthenticated', 401, { requestId: 'r1' }));
    expect(onRefused).toHaveBeenCalledTimes(1);
    expect(fetch).toHaveBeenCalledTimes(2);
  });
  it('a call that fails for another reason does not end the session', async () => {
    const { api, onRefused } = clientOf(Response.json({ error: { code: 'recent_login_required', requestId: 'r1' } }, { status: 403 }));
    await expect(api('GET /api/me', {})).rejects.toMatchObject({ code: 'recent_login_required' });
    expect(onRefused).not.toHaveBeenCalled();
  });
});
