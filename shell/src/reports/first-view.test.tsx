import type { VisitEvent } from '@site/shared/contracts/visits.ts';
import { getOrigin } from '@site/shared/visits/count-visit.ts';
import { setUncounted } from '@site/shared/visits/uncounted-device.ts';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { writeIdentityHint } from '../identity/identity-hint.ts';
import { addOriginToLink, beginVisit } from './first-view.ts';
import { countView } from './visit.ts';

const told: VisitEvent[] = [];
let isHidden: boolean;

beforeEach(() => {
  told.length = 0;
  isHidden = false;
  document.body.innerHTML = '';
  for (const name of ['source', 'campaign']) delete document.documentElement.dataset[name];
  vi.spyOn(document, 'hidden', 'get').mockImplementation(() => isHidden);
  arriveFrom('');
  navigationIs('navigate');
  const sendBeacon = (url: string, body: Blob) => {
    expect(url).toBe('/api/visits');
    void body.text().then((text) => told.push(JSON.parse(text)));
    return true;
  };
  Object.assign(navigator, { sendBeacon, globalPrivacyControl: undefined, doNotTrack: null });
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

const arriveFrom = (referrer: string) => vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
const navigationIs = (type: string) => {
  performance.getEntriesByType = () => [{ type } as unknown as PerformanceEntry];
};
function open(address: string): void {
  history.replaceState({ idx: 0 }, '', address);
  beginVisit()();
}

it('a page view is reported with its source, and the link tags are removed from the URL', async () => {
  arriveFrom('https://l.instagram.com/');
  open('/shop?q=raiz&utm_source=ig&utm_campaign=natal&utm_medium=bio&fbclid=abc');
  expect(`${location.pathname}${location.search}`).toBe('/shop?q=raiz');
  expect(history.state).toEqual({ idx: 0 });
  await vi.waitFor(() => expect(told).toEqual([{ event: 'view', paths: ['/shop'], isVisit: true, source: 'ig', campaign: 'natal' }]));
});

it("the source of a visit is the referrer's host if the link has no tag, an app's name for apps, and never our own host", async () => {
  arriveFrom('android-app://com.instagram.android/');
  open('/');
  expect(getOrigin()).toEqual({ source: 'com.instagram.android', campaign: '' });
  arriveFrom(`${location.origin}/shop`);
  open('/cart');
  await vi.waitFor(() =>
    expect(told.map(({ isVisit, source }) => [isVisit, source])).toEqual([
      [true, 'com.instagram.android'],
      [false, ''],
    ]),
  );
});

it('a page view is reported once, when the page becomes visible', async () => {
  isHidden = true;
  open('/shop');
  expect(told).toEqual([]);
  isHidden = false;
  for (let times = 0; times < 2; times += 1) document.dispatchEvent(new Event('visibilitychange'));
  await vi.waitFor(() => expect(told).toHaveLength(1));
});

it.each(['reload', 'back_forward'])('showing a page again (%s) is no new view', (type) => {
  navigationIs(type);
  arriveFrom('https://blog.test/x');
  open('/shop');
  expect(getOrigin()?.source).toBe('blog.test');
  expect(told).toEqual([]);
});

it.each<[string, () => void]>([
  ['Global Privacy Control', () => Object.assign(navigator, { globalPrivacyControl: true })],
  ['Do Not Track', () => Object.assign(navigator, { doNotTrack: '1' })],
  ['a robot', () => vi.spyOn(navigator, 'webdriver', 'get').mockReturnValue(true)],
  ['an admin', () => writeIdentityHint({ isAdmin: true })],
  ['a device that is left out', () => setUncounted(true)],
])('no view is reported and no source is passed on, even on later pages: %s', (_, become) => {
  Object.defineProperty(navigator, 'webdriver', { configurable: true, get: () => false });
  become();
  open('/shop?utm_source=ig');
  countView('/cart');
  expect(location.search).toBe('');
  expect(getOrigin()).toBeNull();
  expect(told).toEqual([]);
});

it('page views are no longer reported once a team member signs in', () => {
  open('/');
  writeIdentityHint({ isAdmin: true });
  countView('/shop');
  writeIdentityHint(null);
  countView('/cart');
  expect(getOrigin()).toBeNull();
});

it('our own links that load a new document pass on the source', () => {
  open('/?utm_source=ig&utm_campaign=natal');
  document.body.insertAdjacentHTML(
    'beforeend',
    '<a href="/shop?q=x"><b>Loja</b></a><a href="https://outro.test/">Outro</a><a href="/#fim">Fim</a>',
  );
  for (const target of document.querySelectorAll('b, a:not(:first-of-type)')) addOriginToLink(target);
  expect([...document.links].map((link) => link.getAttribute('href'))).toEqual([
    `${location.origin}/shop?q=x&utm_source=ig&utm_campaign=natal`,
    'https://outro.test/',
    '/#fim',
  ]);
});

it('a coupon code is kept for the cart and removed from the URL, even if the visitor is not counted', () => {
  setUncounted(true);
  open('/shop?cupom=NATAL-10&q=raiz');
  expect(`${location.pathname}${location.search}`).toBe('/shop?q=raiz');
  expect(sessionStorage.getItem('coupon')).toBe('NATAL-10');
  open('/shop');
  expect(sessionStorage.getItem('coupon'), 'the next page forgets nothing').toBe('NATAL-10');
  sessionStorage.clear();
});
