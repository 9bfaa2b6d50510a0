import { toInstant } from '@site/shared/dates/dates.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

const minutesAgo = (minutes: number) => toInstant(new Date(Date.now() - minutes * 60_000));

type Ask = { readonly method: string; readonly id: string; readonly body: { seconds: number; heardAt: string } };
let asked: Ask[];
/** The account's positions, or null while the API is unreachable. */
let account: Record<string, { seconds: number; heardAt: string }> | null;

const VISITOR = '';

/** Opens a new page, which has only the device's stored data. A `null` session is not known yet. */
async function openPage(uid: string | null = VISITOR) {
  vi.resetModules();
  const { sessionStore, connectIdentity } = await import('@site/shared/site/site.ts');
  connectIdentity(async () => ({ token: async () => 'token' }) as never);
  const listening = await import('./listening.ts');
  // Importing the module first keeps slow imports out of the tests with fake timers.
  await import('@site/shared/api/make-call.ts');
  const signIn = (who: string) =>
    sessionStore.setState({ session: { status: 'signed-in', uid: who, email: 'a@b.test', emailVerified: true, me: null } });
  const signOut = () => sessionStore.setState({ session: { status: 'signed-out' } });
  if (uid === VISITOR) signOut();
  else if (uid) signIn(uid);
  listening.resumeSeconds('any');
  await vi.advanceTimersByTimeAsync(0);
  return { ...listening, signIn, signOut };
}

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  asked = [];
  account = {};
  vi.stubGlobal('fetch', async (url: string, { method = 'GET', body }: RequestInit) => {
    if (!account) throw new TypeError('network');
    const id = url.split('/').at(-1) ?? '';
    if (method === 'GET') return Response.json({ positions: Object.entries(account).map(([episodeId, at]) => ({ episodeId, ...at })) });
    const told = JSON.parse(String(body)) as Ask['body'];
    asked.push({ method, id, body: told });
    const known = account[id];
    if (!known || known.heardAt <= told.heardAt) account[id] = told;
    return Response.json({ episodeId: id, ...account[id] });
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the listening position on this device', () => {
  it('a listening position is restored a little earlier when the page is opened again', async () => {
    const page = await openPage();
    page.noteHeard('a', 1_099.6, 2_841, false);
    const again = await openPage();
    expect(again.resumeSeconds('a')).toBe(1_096);
    again.noteHeard('a', 1_097, 2_841, true);
    expect(again.resumeSeconds('a'), 'not further back each time').toBe(1_096);
    again.noteHeard('a', 800, 2_841, true);
    expect(again.resumeSeconds('a')).toBe(797);
    expect(asked).toEqual([]);
  });

  it('a listening position is zero after the end, and is not stored within the first seconds', async () => {
    const page = await openPage();
    page.noteHeard('a', 1_099, 2_841, false);
    page.noteHeard('a', 2_830, 2_841, true);
    page.noteHeard('b', 9, 2_841, false);
    const again = await openPage();
    expect([again.resumeSeconds('a'), again.resumeSeconds('b')]).toEqual([null, null]);
  });

  it('an invalid stored listening position is ignored', async () => {
    const later = minutesAgo(1);
    localStorage.setItem(
      'listening',
      JSON.stringify({ uid: null, positions: { a: { seconds: -4, heardAt: later }, b: 7, c: { seconds: 60, heardAt: later } } }),
    );
    const page = await openPage();
    expect(['a', 'b', 'c'].map((id) => page.resumeSeconds(id))).toEqual([null, null, 57]);
    localStorage.setItem('listening', '{');
    expect((await openPage()).resumeSeconds('c')).toBeNull();
  });
});

describe('the listening position in an account', () => {
  it('an account gets a listening position at once when playing stops, and at intervals while it plays', async () => {
    const page = await openPage('ana');
    for (let second = 100; second < 120; second += 1) {
      page.noteHeard('a', second, 2_841, false);
      await vi.advanceTimersByTimeAsync(1_000);
    }
    expect(asked.map(({ body }) => body.seconds)).toEqual([114]);
    page.noteHeard('a', 121, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(asked.map(({ body }) => body.seconds)).toEqual([114, 121]);
  });

  it("the later of two devices' listening positions wins", async () => {
    account = { a: { seconds: 900, heardAt: minutesAgo(5) }, b: { seconds: 900, heardAt: minutesAgo(50) } };
    localStorage.setItem(
      'listening',
      JSON.stringify({
        uid: 'ana',
        positions: { a: { seconds: 60, heardAt: minutesAgo(10) }, b: { seconds: 70, heardAt: minutesAgo(10) } },
        unsent: ['a', 'b'],
      }),
    );
    const page = await openPage('ana');
    expect([page.resumeSeconds('a'), page.resumeSeconds('b')]).toEqual([897, 67]);
    expect(account.b?.seconds).toBe(70);
    expect(account.a?.seconds).toBe(900);
  });

  it('a position that was played before the account answered is kept and sent to the account', async () => {
    account = { a: { seconds: 900, heardAt: minutesAgo(5) }, b: { seconds: 900, heardAt: minutesAgo(5) } };
    const positions = { a: { seconds: 60, heardAt: minutesAgo(10) }, b: { seconds: 70, heardAt: minutesAgo(1) } };
    localStorage.setItem('listening', JSON.stringify({ uid: 'ana', positions, unsent: [] }));
    const page = await openPage(null);
    const [goA, goB, goC] = [vi.fn(), vi.fn(), vi.fn()];
    page.whenFoundElsewhere('a', goA);
    page.whenFoundElsewhere('b', goB);
    page.whenFoundElsewhere('a', goC)();
    for (const seconds of [75, 76]) page.noteHeard('a', seconds, 2_841, true);
    page.noteHeard('b', 90, 2_841, true);
    page.signIn('ana');
    expect(goA).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(0);
    expect([goA, goB, goC].map((go) => go.mock.calls.length)).toEqual([1, 0, 0]);
    expect([page.resumeSeconds('a'), page.resumeSeconds('b')]).toEqual([897, 87]);
    expect([account.a?.seconds, account.b?.seconds]).toEqual([900, 90]);
    page.whenFoundElsewhere('a', goA);
    page.noteHeard('a', 300, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(account.a?.seconds, 'from then on what is heard here is the later place').toBe(300);
    expect(goA).toHaveBeenCalledOnce();
  });

  it("the account's answer does not replace a position after long listening while the account was unreachable", async () => {
    account = null;
    const page = await openPage('ana');
    const go = vi.fn();
    page.whenFoundElsewhere('a', go);
    for (const seconds of [5, 60, 300]) page.noteHeard('a', seconds, 2_841, false);
    account = { a: { seconds: 1_200, heardAt: minutesAgo(60) } };
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect([go.mock.calls.length, page.resumeSeconds('a'), account.a?.seconds]).toEqual([0, 297, 300]);
  });

  it('the account is read again when the page becomes visible, and wins over a few seconds that were played before its answer', async () => {
    account = { a: { seconds: 600, heardAt: minutesAgo(90) } };
    const page = await openPage('ana');
    const go = vi.fn();
    page.whenFoundElsewhere('a', go);
    account.a = { seconds: 2_400, heardAt: minutesAgo(1) };
    const server = account;
    account = null;
    document.dispatchEvent(new Event('visibilitychange'));
    page.noteHeard('a', 601, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    account = server;
    window.dispatchEvent(new Event('online'));
    page.noteHeard('a', 602, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(go).toHaveBeenCalledOnce();
    expect([account.a?.seconds, page.resumeSeconds('a')]).toEqual([2_400, 2_397]);
    document.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(0);
    expect(go).toHaveBeenCalledOnce();
    page.noteHeard('a', 2_450, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    expect(account.a?.seconds).toBe(2_450);
  });

  it('an account that was unreachable gets the positions that were played before its answer', async () => {
    const server = account;
    account = null;
    const page = await openPage(null);
    page.noteHeard('a', 300, 2_841, true);
    page.signIn('ana');
    await vi.advanceTimersByTimeAsync(0);
    account = server;
    await vi.advanceTimersByTimeAsync(30_000);
    expect(account?.a?.seconds).toBe(300);
  });

  it('an account gets the positions that were played before the sign-in', async () => {
    const page = await openPage();
    page.noteHeard('a', 300, 2_841, true);
    page.signIn('ana');
    await vi.advanceTimersByTimeAsync(0);
    expect(account?.a?.seconds).toBe(300);
  });

  it('an account gets the listening position when the connection is back', async () => {
    const page = await openPage('ana');
    const server = account;
    account = null;
    page.noteHeard('a', 300, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    account = server;
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(account?.a?.seconds).toBe(300);
  });

  it('listening positions belong to one person: neither a visitor nor the next person sees them', async () => {
    const page = await openPage('ana');
    page.noteHeard('a', 300, 2_841, true);
    await vi.advanceTimersByTimeAsync(0);
    account = {};
    page.signOut();
    expect(page.resumeSeconds('a')).toBeNull();
    expect(localStorage.getItem('listening')).not.toContain('300');

    localStorage.setItem(
      'listening',
      JSON.stringify({ uid: 'ana', positions: { a: { seconds: 300, heardAt: minutesAgo(1) } }, unsent: ['a'] }),
    );
    expect((await openPage('rui')).resumeSeconds('a')).toBeNull();
    expect(account).toEqual({});
  });
});
