import type { PageReport } from '@site/shared/contracts/page-reports.ts';
import { fetchWebFonts, showKeptFonts } from '@site/shared/design/web-fonts.ts';
import { BOOT_ELEMENT_ID, type BootData } from './boot.ts';
import { typeOnIdlePage } from './features/about/type-on-idle-page.ts';
import { CONTENT_ID } from './frame/content-id.ts';
import { readIdentityHint } from './identity/identity-hint.ts';
import { FIRST_PRESS, READY_EVENT } from './ready-event.ts';
import { addOriginToLink, beginVisit } from './reports/first-view.ts';
import { isUnwanted, sendReport } from './reports/visit.ts';
import { currentElementFor, placeOf } from './same-element.ts';

/**
 * The first script of every page, inline. Once the page has loaded and the browser is idle, it starts the other scripts, so that they do
 * not compete with the content.
 *
 * A public page for which this browser has stored nothing is complete as rendered. It stays idle, with its scripts fetched (unless data is
 * saved) but not run, until a movement, touch, scroll or key. Until hydration, a press on a control that needs scripts is marked as
 * noticed, and is repeated once after hydration. Links, forms with an address and the browser's own controls work at once.
 */
type TrustedTypes = {
  createPolicy(name: string, rules: { createScriptURL(url: string): string }): { createScriptURL(url: string): unknown };
};

const own = document.currentScript as HTMLScriptElement;
/** The URLs of the page's scripts, with their digests. The shell's scripts for a single page have an empty digest. */
const scripts = Object.entries<string>(JSON.parse(own.dataset.scripts ?? '{}'));
/** The scripts that the scripts above request as soon as they run. */
const late = own.dataset.late?.split(' ') ?? [];
const rules = {
  createScriptURL: (url: string): string => {
    if (!/^\/_[rs]\//.test(url.replace(location.origin, ''))) throw new TypeError(`refused script ${url}`);
    return url;
  },
};
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('site-start', rules) ?? rules;

/** Pressed elements that wait for the scripts, with a function that repeats the press. */
const kept = new Map<Element, { place: number; repeat: (pressed: Element) => void }>();
let stopTyping = (): void => {};
const listening = new AbortController();
let pressedAt: number | undefined;
let isStarted = false;
/** The time when the largest element so far was painted. */
let shownAt = 0;
let countFirstView = (): void => {};

/** Returns the URL in the form that the loaders of shell and remotes use, so that each finds a script that is already loading. */
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

/** Starts all scripts in parallel. A script that needs another one waits for it, in whatever order they load. */
function start(): void {
  if (isStarted) return;
  isStarted = true;
  stopTyping();
  // From here on the router navigates, so the browser no longer prefetches documents.
  document.querySelector('script[type=speculationrules]')?.remove();
  // These scripts load while the browser parses the others.
  for (const url of late) preload(url, '');
  // Each script of the shell gets one retry under another URL. Without scripts the page stays readable, with working links.
  for (const [url, integrity] of scripts)
    run(url, integrity, url.startsWith('/_s/') && integrity ? () => run(`${url}?attempt=1`, integrity, giveUp) : undefined);
}

/**
 * Loads all scripts into the browser's memory, after everything that the page shows, because a phone needs a tenth of a second to read them
 * from disk. Each script is loaded in a task of its own, because loading all in one task would block a phone for that time.
 */
function fetchAll(): void {
  // The late scripts contain the page that a device without a network shows.
  for (const [url, integrity] of [...scripts, ...late.map((url) => [url, ''] as const)])
    setTimeout(() => {
      if (!isStarted) preload(url, integrity);
    });
}

const linkOf = (target: EventTarget | null): HTMLAnchorElement | null => (target instanceof Element ? target.closest('a') : null);

/** Returns whether the link leads to another page of the site in this tab. */
const isOnward = ({ origin, pathname, target, download }: HTMLAnchorElement): boolean =>
  origin === location.origin && pathname !== location.pathname && !target && !download && !pathname.startsWith('/api/');

/** The duration of a few frames, in milliseconds. */
const FRAMES_MS = 100;
/** Starts the scripts after the browser's own response is on the screen: running them takes a phone longer than a few frames. */
const hydrateSoon = (): void => void requestAnimationFrame(() => setTimeout(start, FRAMES_MS));
/** Starts the scripts after the mark of a noticed press is on the screen. */
const startNext = (): void => void requestAnimationFrame(() => setTimeout(start));

/** The link being pressed that leads to another page. Hydrating now would delay leaving this one. */
let pressedLink: HTMLAnchorElement | null = null;
function notePressed({ target, button, ctrlKey, metaKey, shiftKey, altKey }: PointerEvent): void {
  const link = button || ctrlKey || metaKey || shiftKey || altKey ? null : linkOf(target);
  pressedLink = link && isOnward(link) ? link : null;
}

/** Returns whether the page may stay idle: this browser stores no cart, draft, session or earlier visit. */
function mayStayIdle(): boolean {
  if (own.dataset.idle === undefined) return false;
  try {
    return localStorage.length + sessionStorage.length === 0;
  } catch {
    return true;
  }
}

/** Returns whether the visitor saves data or has a slow connection. Then the page fetches scripts only when it needs them. */
function savesData(): boolean {
  const { saveData = false, effectiveType = '' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

function begin(): void {
  countFirstView();
  if (isStarted) return;
  if (mayStayIdle()) {
    if (!savesData()) {
      fetchAll();
      setTimeout(fetchWebFonts);
    }
    stopTyping = typeOnIdlePage();
  } else start();
}

const on = <K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void, passive = false): void =>
  document.addEventListener(type, handle, { capture: true, passive, signal: listening.signal });

/** Returns the pressed button, unless the browser handles it: it opens a popover or submits a form. */
function buttonOfScripts(target: EventTarget | null): HTMLButtonElement | null {
  const button = target instanceof Element ? target.closest('button') : null;
  return button && !button.popoverTargetElement && !(button.form && button.type !== 'button') ? button : null;
}

/** Keeps a press for later. Pressing several times counts once. */
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
        repeat(currentElementFor(pressed, place)),
  );
  for (const pressed of kept.keys()) pressed.removeAttribute('data-waiting');
  kept.clear();
  return repeats;
}

/** Stops waiting for scripts that failed to load, so that nothing appears to be in progress. */
function giveUp(): void {
  listening.abort();
  takeKept();
}

/** Reports a visit that ends before `page-reports.ts` has loaded, as far as the browser knows its speed. */
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

/** Longest wait after the load for the largest paint, in milliseconds. */
const PAINT_LIMIT_MS = 500;

/**
 * Waits until the content is on the screen. A browser that has loaded everything may be idle before it has painted, and reports a frame
 * only afterwards. Scripts that are requested earlier would delay the main content: the picture with high priority, if the page has one.
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
/** Waits for the frame after the load, which contains the pictures. A hidden tab renders no frames. */
const whenDrawn = (): void => void (document.hidden ? whenIdle() : requestAnimationFrame(() => setTimeout(whenIdle)));

/**
 * Hydrates on a pointer movement. Browsers also report a pointer that merely lies where the page appeared, so require real movement. A
 * pointer on a link is about to leave, and the browser prefetches that page; see speculation-rules.ts.
 */
function hydrateWhereItStays({ target, movementX, movementY }: PointerEvent): void {
  const link = linkOf(target);
  if ((movementX || movementY) && !(link && isOnward(link))) hydrateSoon();
}

const press = (button: Element): void => (button as HTMLElement).click();

let isListening = false;

/** Starts listening to what the visitor does, and counts the first view. */
function listen(): void {
  if (isListening) return;
  isListening = true;
  countFirstView = beginVisit();
  for (const sign of ['keydown', 'scroll'] as const) on(sign, hydrateSoon, true);
  on('focusin', ({ target }) => void (target !== pressedLink && hydrateSoon()), true);
  on('pointerdown', notePressed, true);
  on('pointermove', hydrateWhereItStays, true);
  // These events do not reach React while it hydrates: before it handles one, it would hydrate the rest of the page synchronously.
  for (const type of [
    ...(['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'] as const),
    ...(['keydown', 'keyup', 'focusin', 'focusout', 'input', 'change', 'click', 'submit'] as const),
  ])
    on(type, (event) => event.stopPropagation(), true);
  on('click', (event) => {
    const button = buttonOfScripts(event.target);
    const link = linkOf(event.target);
    if (button) keep(button, event, press);
    // The browser would show its own error page, so the press is kept for the scripts. If the scripts cannot be loaded either, the browser
    // follows the link.
    else if (link && isOnward(link) && !navigator.onLine && !event.ctrlKey && !event.metaKey && !event.shiftKey) {
      event.preventDefault();
      keep(link, event, press);
    } else {
      addOriginToLink(event.target);
      if (!pressedLink?.contains(event.target as Node)) hydrateSoon();
    }
  });
  on('submit', (event) => {
    const form = event.target as HTMLFormElement;
    // A form with an address is submitted by the browser. A form without one needs the page's scripts.
    if (form.hasAttribute('action')) return;
    event.preventDefault();
    // The press on the button is repeated, because React handles a press even in a part that is not hydrated. The browser would handle a
    // repeated submit by itself.
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

  // Going back before the scripts run would change the URL but not the page. History entries with a state belong to pages of this document.
  addEventListener('popstate', ({ state }) => state && location.reload(), { signal: listening.signal });

  document.addEventListener(
    READY_EVENT,
    () => {
      listening.abort();
      // A microtask runs right after React's own work, so React hydrates no further part in between.
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

/** Moves to the content without changing the address, whose fragment may be the key of the page. */
function skipToContent(event: MouseEvent): void {
  const content = linkOf(event.target)?.getAttribute('href') === `#${CONTENT_ID}` && document.getElementById(CONTENT_ID);
  if (!content || event.ctrlKey || event.metaKey || event.shiftKey) return;
  event.preventDefault();
  content.focus();
}

showKeptFonts();
addEventListener('click', skipToContent, true);
// Nothing else runs before the page is on the screen, because that would delay it. An earlier action of the visitor is noticed on the
// window, and handled by the listeners that `listen` then adds to the document for the same event.
for (const sign of ['keydown', 'focusin', 'scroll', 'pointerdown', 'pointermove', 'click', 'submit', 'change'] as const)
  addEventListener(sign, listen, { capture: true, passive: true, once: true });
const whenPainted = (): void => void (document.hidden ? listen() : requestAnimationFrame(() => setTimeout(listen)));
document.addEventListener('DOMContentLoaded', whenPainted, { once: true });
