import type { PageReport } from '@site/shared/contracts/page-reports.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Metric } from 'web-vitals';
import { writeIdentityHint } from '../identity/identity-hint.ts';
import { startReports } from './page-reports.ts';

const metrics = vi.hoisted(() => ({ tell: new Map<string, (metric: unknown) => void>() }));
vi.mock('web-vitals', () => {
  const on = (name: string) => (tell: (metric: unknown) => void) => void metrics.tell.set(name, tell);
  return { onLCP: on('LCP'), onINP: on('INP'), onCLS: on('CLS'), onTTFB: on('TTFB') };
});

const measured: ((list: { getEntries: () => object[] }) => void)[] = [];
/** Entries that the browser has measured but not delivered. */
const unheard: object[] = [];
const sent: PageReport[] = [];
const listeners: (() => void)[] = [];
let visibility: DocumentVisibilityState;
let path: string[];
const router = {
  get state() {
    return { matches: path.map((part) => ({ route: { path: part } })) };
  },
  subscribe: (listener: () => void) => {
    listeners.push(listener);
    return () => undefined;
  },
};

const tell = (name: Metric['name'], value: number, id = name, startTime = 0) =>
  metrics.tell.get(name)?.({ name, value, id, entries: [{ startTime }] });
const start = (share = 1, errors: ErrorEvent[] = []) =>
  startReports({ router, share, errors, release: 'shell@ab12', locale: () => 'pt-BR' });
function leave(): void {
  visibility = 'hidden';
  dispatchEvent(new Event('visibilitychange'));
}
function fail(message: string, stack: string): void {
  const error = new Error(message);
  error.stack = stack;
  dispatchEvent(new ErrorEvent('error', { error, message: `Error: ${message}` }));
}
const OWN = 'at add (https://site.test/_s/ab12.js:1:2)';

beforeEach(() => {
  sent.length = 0;
  listeners.length = 0;
  metrics.tell.clear();
  visibility = 'visible';
  path = ['shop/ebook/:id'];
  document.body.innerHTML = '';
  measured.length = 0;
  // jsdom does not have this class.
  vi.stubGlobal(
    'PerformanceObserver',
    class {
      constructor(look: (typeof measured)[number]) {
        measured.push(look);
      }
      observe() {}
      takeRecords() {
        return unheard.splice(0);
      }
    },
  );
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility);
  const beacon = (_url: string, body: Blob) => {
    void body.text().then((text) => sent.push(JSON.parse(text)));
    return true;
  };
  Object.assign(navigator, { sendBeacon: beacon, globalPrivacyControl: undefined, doNotTrack: null });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

it("visits of a team member are not counted, and the member's errors are reported", async () => {
  writeIdentityHint({ isAdmin: true });
  start();
  tell('TTFB', 90);
  leave();
  fail('x is not a function', OWN);
  leave();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toMatchObject({ vitals: [], errors: [{ message: 'Error: x is not a function' }] });
  writeIdentityHint({ isAdmin: false });
  start();
  tell('TTFB', 95);
  leave();
  await vi.waitFor(() => expect(sent).toHaveLength(2));
  expect(sent[1]?.vitals).toHaveLength(1);
  writeIdentityHint(null);
});

it('the speed of a page is reported once when the visitor leaves, under its route pattern', async () => {
  start();
  tell('LCP', 1_200);
  tell('TTFB', 90);
  tell('CLS', 0.01);
  tell('CLS', 0.02);
  leave();
  await vi.waitFor(() => expect(sent).toHaveLength(1));
  expect(sent[0]).toEqual({
    locale: 'pt-BR',
    release: 'shell@ab12',
    vitals: [
      { page: '/shop/ebook/:id', metric: 'LCP', value: 1_200 },
      { page: '/shop/ebook/:id', metric: 'TTFB', value: 90 },
      { page: '/shop/ebook/:id', metric: 'CLS', value: 0.02 },
    ],
    errors: [],
  });
  // If a metric grows after it was reported, the larger value does not count as another visit.
  tell('CLS', 0.4);
  leave();
  expect(sent).toHaveLength(1);
});

it('a press that waited for the scripts is reported, and so is a slower press after it', async () => {
  start();
  const others = { name: 'another', startTime: 0, duration: 900 };
  for (const look of measured) look({ getEntries: () => [others, { name: 'first-press', startTime: 0, duration: 700 }] });
  tell('INP', 56);
  leave();
  await vi.waitFor(() => expect(sent[0]?.vitals).toEqual([{ page: '/shop/ebook/:id', metric: 'INP', value: 700 }]));
  // The press is already reported, so a slower one does not count as another visit.
  tell('INP', 950);
  leave();
  start();
  for (const look of measured) look({ getEntries: () => [{ name: 'first-press', startTime: 0, duration: 200 }] });
  tell('INP', 900);
  leave();
  await vi.waitFor(() => expect(sent.at(-1)?.vitals).toEqual([{ page: '/shop/ebook/:id', metric: 'INP', value: 900 }]));
  expect(sent).toHaveLength(2);
});

it('measurements of a page that the visitor left before this script loaded are not reported twice', () => {
  document.body.innerHTML = '<script data-told></script>';
  start();
  expect([...metrics.tell.keys()]).toEqual(['INP', 'CLS']);
});

it('a press that was measured right before the page was left is reported', async () => {
  start();
  unheard.push({ name: 'first-press', startTime: 0, duration: 700 });
  leave();
  await vi.waitFor(() => expect(sent.at(-1)?.vitals).toEqual([{ page: '/shop/ebook/:id', metric: 'INP', value: 700 }]));
});

it('a press that waited is reported once, even if the visitor left the page right after it', async () => {
  document.body.innerHTML = '<script data-told="first-press"></script>';
  start();
  for (const look of measured) look({ getEntries: () => [{ name: 'first-press', startTime: 0, duration: 700 }] });
  tell('INP', 900);
  tell('CLS', 0.1);
  leave();
  await vi.waitFor(() => expect(sent.at(-1)?.vitals).toEqual([{ page: '/shop/ebook/:id', metric: 'CLS', value: 0.1 }]));
});

it('a slow answer is reported for the page that waited for it', async () => {
  start();
  path = ['cart'];
  for (const listener of listeners) listener();
  tell('LCP', 900);
  tell('INP', 300, 'INP', performance.now() + 1_000);
  leave();
  await vi.waitFor(() =>
    expect(sent[0]?.vitals.map(({ page, metric }) => [page, metric])).toEqual([
      ['/shop/ebook/:id', 'LCP'],
      ['/cart', 'INP'],
    ]),
  );
});

it('each error of our own code is reported once, and errors of other code are not', async () => {
  start(1, [new ErrorEvent('error', { error: Object.assign(new Error('early'), { stack: OWN }), message: 'Error: early' })]);
  fail('x "Ana Souza"', OWN);
  fail('x "Ana Souza"', OWN);
  fail('theirs', 'at chrome-extension://abc/inject.js:1:2');
  leave();
  // Reports of the previous tests use the same window.
  await vi.waitFor(() =>
    expect(sent.map(({ errors }) => errors)).toContainEqual([
      { page: '/shop/ebook/:id', message: 'Error: early', stack: 'add /_s/ab12.js:1:2' },
      { page: '/shop/ebook/:id', message: 'Error: x …', stack: 'add /_s/ab12.js:1:2' },
    ]),
  );
});

it.each([
  ['Global Privacy Control', { globalPrivacyControl: true }],
  ['Do Not Track', { doNotTrack: '1' }],
])('no speed is measured and no report is sent: %s', (_, wish) => {
  Object.assign(navigator, wish);
  start();
  expect(metrics.tell.size).toBe(0);
});

it('only the configured share of visits is reported', () => {
  vi.spyOn(Math, 'random').mockReturnValue(0.5);
  start(0.5);
  expect(metrics.tell.size).toBe(0);
  start(0.6);
  expect(metrics.tell.size).toBe(4);
});
