import { fetchWebFonts } from '@site/shared/design/web-fonts.ts';
import { typeAtRest } from './features/about/type-at-rest.ts';
import { READY_EVENT } from './ready-event.ts';

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
const [entry = '', ...others]: string[] = JSON.parse(own.dataset.scripts ?? '[]');
const rules = {
  createScriptURL: (url: string): string => {
    if (!url.startsWith('/_s/')) throw new TypeError(`refused script ${url}`);
    return url;
  },
};
const policy = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes?.createPolicy('site-start', rules) ?? rules;

/** What was pressed and waits for the scripts, with how it is done then. */
const kept = new Map<Element, () => void>();
let stopTyping = (): void => {};
const listening = new AbortController();
let isStarted = false;

function run(url: string, onError: () => void): void {
  const script = document.createElement('script');
  script.src = policy.createScriptURL(url) as string;
  script.integrity = own.dataset.integrity ?? '';
  script.onerror = onError;
  document.head.append(script);
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  stopTyping();
  // One retry under another address; without scripts the page stays what it is: readable, with working links.
  run(entry, () => run(`${entry}?attempt=1`, giveUp));
  fetchAll(others);
}

/** Into the browser's cache, all at once. A preload element would not do: its failure answers every later try. */
function fetchAll(urls: readonly string[], priority: RequestPriority = 'auto'): void {
  for (const url of urls)
    fetch(url, { priority })
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
}

/** What was done is painted first: running the scripts takes a phone longer than a frame. */
const wake = (): void => void requestAnimationFrame(() => setTimeout(start));

/** Nothing of a cart, a draft, a session or an earlier visit is to be shown. */
function mayRest(): boolean {
  if (own.dataset.rests === undefined) return false;
  try {
    return localStorage.length + sessionStorage.length === 0;
  } catch {
    return true;
  }
}

/** Who pays for each byte, or waits long for it, gets what is asked for. */
function savesData(): boolean {
  const { saveData = false, effectiveType = '' } =
    (navigator as { connection?: { saveData?: boolean; effectiveType?: string } }).connection ?? {};
  return saveData || effectiveType.endsWith('2g');
}

function begin(): void {
  if (isStarted) return;
  if (mayRest()) {
    if (!savesData()) {
      fetchAll([entry, ...others], 'low');
      void fetchWebFonts();
    }
    stopTyping = typeAtRest();
  } else start();
}

const on = <K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void, passive = false): void =>
  document.addEventListener(type, handle, { capture: true, passive, signal: listening.signal });

/** However often it is pressed, it counts once. */
function keep(pressed: Element, repeat: () => void): void {
  kept.set(pressed, repeat);
  pressed.setAttribute('data-waiting', '');
  wake();
}

function takeKept(): (() => void)[] {
  const repeats = [...kept.values()];
  for (const pressed of kept.keys()) pressed.removeAttribute('data-waiting');
  kept.clear();
  return repeats;
}

/** Without scripts the page stays what it is, and nothing pretends to be under way. */
function giveUp(): void {
  listening.abort();
  takeKept();
}

for (const sign of ['pointerdown', 'keydown', 'focusin', 'scroll'] as const) on(sign, wake, true);
// A browser may tell of a pointer that only lies where the page appeared.
on('pointermove', ({ movementX, movementY }) => void ((movementX || movementY) && wake()), true);
// React, which may be half way through the page, would hurry through the rest before it answers any of these.
for (const type of [
  ...(['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'touchstart', 'touchend'] as const),
  ...(['keydown', 'keyup', 'focusin', 'focusout', 'input', 'change', 'click', 'submit'] as const),
])
  on(type, (event) => event.stopPropagation(), true);
on('click', (event) => {
  const { target } = event;
  const button = target instanceof Element ? target.closest('button') : null;
  // A popover's button has done its work already.
  if (!button || button.popoverTargetElement || (button.form && button.type !== 'button')) return;
  keep(button, () => button.click());
});
on('submit', (event) => {
  const form = event.target as HTMLFormElement;
  // A form with an address posts by itself; one without needs the page's scripts.
  if (form.hasAttribute('action')) return;
  event.preventDefault();
  const { submitter } = event;
  keep(submitter ?? form, () => form.requestSubmit(submitter));
});
on('change', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLSelectElement)) return;
  const { value } = target;
  keep(target, () => {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  });
});

// Going back this early would change the address and keep the page: entries with a state were pages of this document.
addEventListener('popstate', ({ state }) => state && location.reload(), { signal: listening.signal });

document.addEventListener(
  READY_EVENT,
  () => {
    listening.abort();
    for (const repeat of takeKept()) repeat();
    void fetchWebFonts();
  },
  { once: true },
);

const whenIdle = (): void => void (globalThis.requestIdleCallback ?? setTimeout)(begin, { timeout: 2_000 } as IdleRequestOptions & number);
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle, { once: true });
