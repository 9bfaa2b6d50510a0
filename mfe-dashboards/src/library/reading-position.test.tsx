import { toInstant } from '@site/shared/dates/dates.ts';
import { ApiError, sessionStore } from '@site/shared/site/site.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../testing/signed-in.ts';
import { createPositionKeeper, laterPosition, positionsSent, unsentPosition } from './reading-position.ts';

const PUT = 'PUT /api/me/library/rute/position';

beforeEach(() => {
  vi.useFakeTimers();
  localStorage.clear();
  signIn();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Mocks an API that stores positions, and refuses while it is down. */
function playPositions() {
  const kept: unknown[] = [];
  const times: unknown[] = [];
  const api = { kept, times, refusal: null as Response | null };
  playApi({
    [PUT]: ({ body }) => {
      if (api.refusal) return api.refusal.clone();
      const { page, readAt } = body as { page: number; readAt: string };
      kept.push(page);
      times.push(readAt);
      return body;
    },
  });
  return api;
}

const nowhere = { ask: async () => null, onMoved: () => undefined };
const inMs = (ms: number) => toInstant(new Date(Date.now() + ms));

describe('the reading position of an open book', () => {
  it('the reading position of an open book is sent once when pages are turned quickly', async () => {
    const api = playPositions();
    const keeper = createPositionKeeper('uid-1', 'rute', null);
    for (const page of [2, 3, 4]) keeper.turnTo(page);
    await vi.advanceTimersByTimeAsync(5_000);
    await positionsSent();
    expect(api.kept).toEqual([4]);
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
  });

  it('the reading position of an open book is sent at once when the reader leaves', async () => {
    const api = playPositions();
    const keeper = createPositionKeeper('uid-1', 'rute', null);
    const leave = keeper.watch(nowhere);
    keeper.turnTo(9);
    leave();
    await positionsSent();
    expect(api.kept).toEqual([9]);
  });

  it('the reading position of an open book stays on the device while the API is unreachable, and is sent after reconnecting', async () => {
    const api = playPositions();
    api.refusal = refused(503, 'service_unavailable');
    const keeper = createPositionKeeper('uid-1', 'rute', null);
    keeper.watch(nowhere);
    keeper.turnTo(7);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(unsentPosition('uid-1', 'rute')?.page).toBe(7);
    api.refusal = null;
    window.dispatchEvent(new Event('online'));
    await positionsSent();
    expect(api.kept).toEqual([7]);
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
  });

  it('the reading position of an open book keeps its own time when it is sent late, and does not remove a newer stored position', async () => {
    const api = playPositions();
    api.refusal = refused(503, 'service_unavailable');
    createPositionKeeper('uid-1', 'rute', null).turnTo(40);
    await vi.advanceTimersByTimeAsync(2_000);
    await vi.advanceTimersByTimeAsync(10_000);
    createPositionKeeper('uid-1', 'rute', null).turnTo(45);
    api.refusal = null;
    await vi.advanceTimersByTimeAsync(500);
    expect(unsentPosition('uid-1', 'rute')?.page).toBe(45);
    await vi.advanceTimersByTimeAsync(20_000);
    await positionsSent();
    expect(api.kept).toEqual([45, 40]);
    expect(Date.parse(String(api.times[0]))).toBeGreaterThan(Date.parse(String(api.times[1])));
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
  });

  it('the reading position of an open book is sent when the book is opened again, unless another device read further', async () => {
    const api = playPositions();
    api.refusal = refused(503, 'service_unavailable');
    createPositionKeeper('uid-1', 'rute', null).turnTo(120);
    await vi.advanceTimersByTimeAsync(2_000);
    const [before, after] = [-1, 1].map((days) => ({ page: 10, readAt: toInstant(new Date(Date.now() + days * 86_400_000)) }));
    api.refusal = null;
    createPositionKeeper('uid-1', 'rute', after ?? null).watch(nowhere);
    await positionsSent();
    expect(api.kept).toEqual([]);
    createPositionKeeper('uid-1', 'rute', before ?? null).watch(nowhere);
    await positionsSent();
    expect(api.kept).toEqual([120]);
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
  });

  it('the reading position of an open book is deleted when the book no longer belongs to the reader', async () => {
    const api = playPositions();
    api.refusal = refused(404, 'not_found');
    createPositionKeeper('uid-1', 'rute', null).turnTo(7);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
  });

  it('the reading position of an open book is never sent from another account', async () => {
    const api = playPositions();
    createPositionKeeper('uid-1', 'rute', null).turnTo(7);
    sessionStore.setState({ session: { status: 'signed-out' } });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(api.kept).toEqual([]);
    expect(unsentPosition('uid-1', 'rute')?.page).toBe(7);
    expect(unsentPosition('uid-2', 'rute')).toBeNull();
  });
});

describe('a book whose tab becomes visible again', () => {
  const show = (state: 'hidden' | 'visible') => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(state);
    document.dispatchEvent(new Event('visibilitychange'));
  };
  /** Hides the tab at page 10. `elsewhere` is the position that the API then has; null while the API cannot be reached. */
  function hideAt10() {
    const api = playPositions();
    const account = { elsewhere: null as { page: number; readAt: ReturnType<typeof inMs> } | null | undefined };
    const moved: number[] = [];
    const keeper = createPositionKeeper('uid-1', 'rute', { page: 10, readAt: inMs(-60_000) });
    const leave = keeper.watch({
      ask: async () => {
        if (account.elsewhere === undefined) throw new ApiError('service_unavailable', 0);
        return account.elsewhere;
      },
      onMoved: (page) => moved.push(page),
    });
    show('hidden');
    return { api, account, moved, keeper, leave };
  }
  afterEach(() => void vi.restoreAllMocks());

  it('a book whose tab becomes visible again opens at the last page of another device, and ignores pages that were turned before that page is known', async () => {
    const { api, account, moved, keeper, leave } = hideAt10();
    account.elsewhere = { page: 80, readAt: inMs(-1_000) };
    show('visible');
    keeper.turnTo(11);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(moved).toEqual([80]);
    expect(api.kept).toEqual([]);
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
    keeper.turnTo(81);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(api.kept).toEqual([81]);
    leave();
  });

  it('a book whose tab becomes visible again stays at its page when no other device read on', async () => {
    const { api, account, moved, keeper, leave } = hideAt10();
    account.elsewhere = { page: 7, readAt: inMs(-120_000) };
    show('visible');
    keeper.turnTo(11);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(moved).toEqual([]);
    expect(api.kept).toEqual([11]);
    leave();
  });

  it('a book whose tab becomes visible again keeps its pages on the device until the API can be asked', async () => {
    const { api, account, moved, keeper, leave } = hideAt10();
    account.elsewhere = undefined;
    show('visible');
    keeper.turnTo(11);
    await vi.advanceTimersByTimeAsync(60_000);
    show('hidden');
    show('visible');
    await vi.advanceTimersByTimeAsync(0);
    expect(api.kept).toEqual([]);
    expect(unsentPosition('uid-1', 'rute')?.page).toBe(11);
    account.elsewhere = { page: 80, readAt: inMs(-90_000) };
    window.dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(0);
    expect(moved).toEqual([80]);
    expect(unsentPosition('uid-1', 'rute')).toBeNull();
    leave();
  });

  it('a book whose tab becomes visible again does not mistake its own last page for one of another device', async () => {
    const { api, account, moved, keeper, leave } = hideAt10();
    show('visible');
    await vi.advanceTimersByTimeAsync(0);
    keeper.turnTo(12);
    await vi.advanceTimersByTimeAsync(2_000);
    show('hidden');
    account.elsewhere = { page: 12, readAt: toInstant(String(api.times[0])) };
    show('visible');
    await vi.advanceTimersByTimeAsync(2_000);
    expect(moved).toEqual([]);
    leave();
  });
});

describe('choosing between two positions', () => {
  const earlier = { page: 30, readAt: toInstant('2026-05-04T12:00:00Z') };
  const later = { page: 12, readAt: toInstant('2026-05-04T12:00:01Z') };

  it('the later of two reading positions is used, even if its page is lower', () => {
    expect(laterPosition(earlier, later)).toBe(later);
    expect(laterPosition(later, earlier)).toBe(later);
  });
  it('a reading position is used if it is the only one', () => {
    expect(laterPosition(null, earlier)).toBe(earlier);
    expect(laterPosition(earlier, null)).toBe(earlier);
    expect(laterPosition(null, null)).toBeNull();
  });
  it.each(['{', '{"page":0,"readAt":"2026-05-04T12:00:00Z"}', '{"page":3,"readAt":"yesterday"}', '7'])(
    'an invalid stored reading position is ignored: %s',
    (kept) => {
      localStorage.setItem('reading:uid-1:rute', kept);
      expect(unsentPosition('uid-1', 'rute')).toBeNull();
    },
  );
});
