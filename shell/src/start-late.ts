import type { PageReport } from '@site/shared/contracts/page-reports.ts';
import { fetchWebFonts, showKeptFonts } from '@site/shared/design/web-fonts.ts';
import { BOOT_ELEMENT_ID, type BootData } from './boot.ts';
import { typeAtRest } from './features/about/type-at-rest.ts';
import { CONTENT_ID } from './frame/content-id.ts';
import { readIdentityHint } from './identity/identity-hint.ts';
import { FIRST_PRESS, READY_EVENT } from './ready-event.ts';
import { addOriginToLink, beginVisit } from './reports/first-view.ts';
import { isUnwanted, sendReport } from './reports/visit.ts';
import { placeOf, standingFor } from './same-place.ts';

/**
 * The page's only script at first, inline. Once the page has loaded and the browser is idle, it starts the others, so that they
 * never compete with what the visitor came to see. A public page that this browser keeps nothing for is whole as it came: it
 * rests, with its scripts fetched (not where data is saved) and not run, until there is a movement, touch, scroll or key. What is
 * pressed meanwhile on controls that need scripts shows that it was heard, and is done once as soon as the page is alive. Links,
 * posting forms and what the browser opens by itself just work.
 */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
};

const own = document.currentScript as HTMLScriptElement;
/** The address of each script with its digest; one of the shell that belongs to a page has none. */
const scripts = Object.entries<string>(JSON.parse(own.dataset.scripts ?? '{}'));
/** What these ask for as soon as they run. */
const late = own.dataset.late?.split(' ') ?? [];
const rules = {
  createScriptURL: (url: string): string => {
    if (!/^\/_[rs]\//.test(url.replace(location.origin, ''))) throw new TypeError(`refused script ${url}`);
    return url;
  },
};
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('site-start', rules) ?? rules;

/** What was pressed and waits for the scripts, with how it is done then. */
const kept = new Map<Element, { place: number; repeat: (pressed: Element) => void }>();
let stopTyping = (): void => {};
const listening = new AbortController();
let pressedAt: number | undefined;
let isStarted = false;
/** When what is the largest so far was painted. */
let shownAt = 0;
let countFirstView = (): void => {};

/** As the loaders of shell and remotes name it: each takes a script that is under way for its own. */
const addressOf = (url: string): string => (url.startsWith('/_s/') ? url : location.origin + url);

function run(url: string, integrity: string, onError?: () => void): void {
  const script = document.createElement('script');
  script.src = policy.createScriptURL(addressOf(url)) as string;
  script.integrity = integrity;
  script.onload = () => script.remove();
  script.onerror = () => {
    script.remove();
    onError?.();
  };
  document.head.append(script);
}

function preload(url: string, integrity: string): void {
  const link = document.createElement('link');
  document.head.append(Object.assign(link, { rel: 'preload', as: 'script', fetchPriority: 'low', integrity, href: addressOf(url) }));
}

/** All side by side: what needs another waits for it, whichever comes first. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  stopTyping();
  // From here on the router goes to the next page, and the browser need not fetch it as a document.
  document.querySelector('script[type=speculationrules]')?.remove();
  // Under way while the others are read.
  for (const url of late) preload(url, '');
  // One retry of the shell under another address; without scripts the page stays what it is: readable, with working links.
  for (const [url, integrity] of scripts)
    run(url, integrity, url.startsWith('/_s/') && integrity ? () => run(`${url}?attempt=1`, integrity, giveUp) : undefined);
}

/**
 * Into the browser's memory, behind all that the page itself shows: from the disk a phone takes a tenth of a second. Each in a task of
 * its own: all in one keep a phone from answering for as long.
 */
function fetchAll(): void {
  // The last ones say that the device is offline, should it be by then.
  for (const [url, integrity] of [...scripts, ...late.map((url) => [url, ''] as const)])
    setTimeout(() => {
      if (!isStarted) preload(url, integrity);
    });
}

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null => (target instanceof Element ? target.closest('a') : null);

/** Whether the link leads to another page of the site, in this tab. */
const isOnward = ({ origin, pathname, target, download }: HTMLAnchorElement): boolean =>
  origin === location.origin && pathname !== location.pathname && !target && !download && !pathname.startsWith('/api/');

/** In milliseconds. */
const FRAMES_MS = 100;
/** What the browser does by itself is on the screen first: running the scripts takes a phone longer than a few frames. */
const wake = (): void => void requestAnimationFrame(() => setTimeout(start, FRAMES_MS));
/** What shows that a press was heard is on the screen first. */
const startNext = (): void => void requestAnimationFrame(() => setTimeout(start));

/** The link that is being pressed, and leads away: a page that woke now would keep the browser from leaving it. */
let pressedLink: HTMLAnchorElement | null = null;
function notePressed({ target, button, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent): void {
  const link = button || ctrlKey || metaKey || shiftKey || altKey ? null : linkOf(target);
  pressedLink = link && isOnward(link) ? link : null;
}

/** Nothing of a cart, a draft, a session or an earlier visit is to be shown. */
function mayRest(): boolean {
  if (own.dataset.rests === undefined) return false;
  try {
    return localStorage.length + sessionStorage.length === 0;
  } catch {
    return true;
  }
}

/** A visitor who pays for each byte, or waits long for it, gets what is asked for. */
function savesData(): boolean {
  const { saveData = false, effectiveType = '' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

function begin(): void {
  countFirstView();
  if (isStarted) return;
  if (mayRest()) {
    if (!savesData()) {
      fetchAll();
      setTimeout(fetchWebFonts);
    }
    stopTyping = typeAtRest();
  } else start();
}

const on = <K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void, passive = false): void =>
  document.addEventListener(type, handle, { capture: true, passive, signal: listening.signal });

/** The pressed button, unless the browser does its work: it opens a popover, or sends a form. */
function buttonOfScripts(target: EventTarget | null): HTMLButtonElement | null {
  const button = target instanceof Element ? target.closest('button') : null;
  return button && !button.popoverTargetElement && !(button.form && button.type !== 'button') ? button : null;
}

/** However often it is pressed, it counts once. */
function keep(pressed: Element, { timeStamp }: Event, repeat: (pressed: Element) => void): void {
  pressedAt ??= timeStamp;
  kept.set(pressed, { place: placeOf(pressed), repeat });
  pressed.setAttribute('data-waiting', '');
  startNext();
}

function takeKept(): (() => void)[] {
  const repeats = [...kept].map(
    ([pressed, { place, repeat }]) =>
      () =>
        repeat(standingFor(pressed, place)),
  );
  for (const pressed of kept.keys()) pressed.removeAttribute('data-waiting');
  kept.clear();
  return repeats;
}

/** Without scripts the page stays what it is, and nothing pretends to be under way. */
function giveUp(): void {
  listening.abort();
  takeKept();
}

/** Of a visit that ends before `page-reports.ts` is there: what that tells of the others, as far as the browser knows it by itself. */
function reportEarlyEnd(): void {
  if (document.visibilityState !== 'hidden' || own.dataset.told !== undefined || document.documentElement.dataset.reports !== undefined)
    return;
  const [press] = performance.getEntriesByName(FIRST_PRESS);
  own.dataset.told = press ? FIRST_PRESS : '';
  const boot: BootData = JSON.parse(document.getElementById(BOOT_ELEMENT_ID)?.textContent ?? '');
  const { settings, preferences, drawn } = boot;
  if (isUnwanted() || readIdentityHint()?.isAdmin || Math.random() >= settings.reportsShare) return;
  const [{ responseStart } = { responseStart: 0 }] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const measured = [
    ['TTFB', responseStart] as const,
    ...(shownAt ? [['LCP', shownAt] as const] : []),
    ...(press ? [['INP', press.duration] as const] : []),
  ];
  const vitals = measured.map(([metric, value]) => ({ page: drawn.page, metric, value }));
  sendReport({ locale: preferences.locale, release: drawn.release, vitals, errors: [] } satisfies PageReport);
}

const whenIdle = (): void => void (globalThis.requestIdleCallback ?? setTimeout)(begin, { timeout: 2_000 } as IdleRequestOptions & number);

/** Whatever was painted as the largest by then is waited for no longer than so many milliseconds after the load. */
const PAINT_LIMIT_MS = 500;

/**
 * A browser that has loaded everything may be idle before any of it is on the screen, and tells of a frame only once it is there: scripts
 * that are asked for before would delay what the visitor came to see. That is the picture that the page asks for first, if it has one.
 */
function whenShown(): void {
  const first = document.querySelector('img[fetchpriority=high]');
  if (document.hidden || !PerformanceObserver.supportedEntryTypes.includes('largest-contentful-paint')) {
    whenDrawn();
    return;
  }
  const goOn = (): void => {
    paints.disconnect();
    clearTimeout(limit);
    whenDrawn();
  };
  const paints = new PerformanceObserver((list) => {
    if ((list.getEntries() as LargestContentfulPaint[]).some(({ element }) => !first || element === first)) goOn();
  });
  const limit = setTimeout(goOn, PAINT_LIMIT_MS);
  paints.observe({ type: 'largest-contentful-paint', buffered: true });
}
/** The frame after the load, which has the pictures. In a hidden tab no frame is drawn. */
const whenDrawn = (): void => void (document.hidden ? whenIdle() : requestAnimationFrame(() => setTimeout(whenIdle)));

/** A browser may tell of a pointer that only lies where the page appeared; one on a link is about to leave: the browser fetches the next page, see speculation-rules.ts. */
function wakeWhereItStays({ target, movementX, movementY }: PointerEvent): void {
  const link = linkOf(target);
  if ((movementX || movementY) && !(link && isOnward(link))) wake();
}

const press = (button: Element): void => (button as HTMLElement).click();

let isListening = false;

/** Hears from here on what the visitor does, and lets the page begin. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  countFirstView = beginVisit();
  for (const sign of ['keydown', 'scroll'] as const) on(sign, wake, true);
  on('focusin', ({ target }) => void (target !== pressedLink && wake()), true);
  on('pointerdown', notePressed, true);
  on('pointermove', wakeWhereItStays, true);
  // React, which may be half way through the page, would hurry through the rest before it answers any of these.
  for (const type of [
    ...(['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'] as const),
    ...(['keydown', 'keyup', 'focusin', 'focusout', 'input', 'change', 'click', 'submit'] as const),
  ])
    on(type, (event) => event.stopPropagation(), true);
  on('click', (event) => {
    const button = buttonOfScripts(event.target);
    const link = linkOf(event.target);
    if (button) keep(button, event, press);
    // The browser would leave for an error page of its own. Where no script is at hand either, it still does.
    else if (link && isOnward(link) && !navigator.onLine && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      keep(link, event, press);
    } else {
      addOriginToLink(event.target);
      if (!pressedLink?.contains(event.target as Node)) wake();
    }
  });
  on('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // A form with an address posts by itself; one without needs the page's scripts.
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    // A press, which React answers also where it has not come to yet; not the submission itself, which the browser would then do alone.
    const submitter = event.submitter ?? form.querySelector('button:not([type=button])');
    keep(submitter ?? form, event, submitter ? press : () => form.requestSubmit());
  });
  on('change', (event) => {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement)) return;
    const { value } = target;
    keep(target, event, (select) => {
      (select as HTMLSelectElement).value = value;
      select.dispatchEvent(new Event('change', { bubbles: true }));
    });
  });

  // Going back this early would change the address and keep the page: entries with a state were pages of this document.
  addEventListener('popstate', ({ state }) => state && location.reload(), { signal: listening.signal });

  document.addEventListener(
    READY_EVENT,
    () => {
      listening.abort();
      // After React's own work, in which it brings no further part to life.
      queueMicrotask(() => {
        for (const repeat of takeKept()) repeat();
        const start = pressedAt;
        if (start !== undefined) requestAnimationFrame(() => setTimeout(() => performance.measure(FIRST_PRESS, { start })));
      });
      void fetchWebFonts();
    },
    { once: true },
  );

  new PerformanceObserver((list) => {
    shownAt = list.getEntries().at(-1)?.startTime ?? shownAt;
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  document.addEventListener('visibilitychange', reportEarlyEnd);

  if (document.readyState === 'complete') whenShown();
  else addEventListener('load', whenShown, { once: true });
}

/** Leaves the address as it is: its fragment may be the key of what the page shows. */
function skipToContent(event: MouseEvent): void {
  const content = linkOf(event.target)?.getAttribute('href') === `#${CONTENT_ID}` && document.getElementById(CONTENT_ID);
  if (!content || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  content.focus();
}

showKeptFonts();
addEventListener('click', skipToContent, true);
// Before the page is on the screen nothing else runs: it would be there later. What is done earlier all the same is heard on the window,
// and by the listeners that this adds on the document for the same event.
for (const sign of ['keydown', 'focusin', 'scroll', 'pointerdown', 'pointermove', 'click', 'submit', 'change'] as const)
  addEventListener(sign, listen, { capture: true, passive: true, once: true });
const whenPainted = (): void => void (document.hidden ? listen() : requestAnimationFrame(() => setTimeout(listen)));
document.addEventListener('DOMContentLoaded', whenPainted, { once: true });
