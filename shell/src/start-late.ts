import { READY_EVENT } from './ready-event.ts';

/**
 * The page's only script at first, inline. It starts the others once the page has loaded and the browser is idle, or with
 * the first touch, click or key, so that they never compete with what the visitor came to see. What he does meanwhile
 * on controls that need scripts is kept and done again as soon as the page is alive; links and posting forms just work.
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

const kept: (() => void)[] = [];
const listening = new AbortController();
let isStarted = false;

function run(url: string, onError: () => void): void {
  const script = document.createElement('script');
  script.src = policy.createScriptURL(url) as string;
  script.onerror = onError;
  document.head.append(script);
}

function start(): void {
  if (isStarted) return;
  isStarted = true;
  // One retry under another address; without scripts the page stays what it is: readable, with working links.
  run(entry, () => run(`${entry}?attempt=1`, () => listening.abort()));
  // Into the browser's cache, all at once. A preload element would not do: its failure answers every later try.
  for (const url of others)
    fetch(url)
      .then((answer) => answer.arrayBuffer())
      .catch(() => undefined);
}

const on = <K extends keyof DocumentEventMap>(type: K, handle: (event: DocumentEventMap[K]) => void): void =>
  document.addEventListener(type, handle, { capture: true, passive: false, signal: listening.signal });

/** What is kept is done once: React, which may be half way through the page, does not hear of it before that. */
function keep(event: Event, repeat: () => void): void {
  event.stopPropagation();
  kept.push(repeat);
  start();
}

on('pointerdown', start);
on('keydown', start);
on('click', (event) => {
  const { target } = event;
  const button = target instanceof Element ? target.closest('button') : null;
  if (!button || (button.form && button.type !== 'button')) return;
  keep(event, () => button.click());
});
on('submit', (event) => {
  const form = event.target as HTMLFormElement;
  // A form with an address posts by itself; one without needs the page's scripts.
  if (form.hasAttribute('action')) return;
  event.preventDefault();
  const { submitter } = event;
  keep(event, () => form.requestSubmit(submitter));
});
on('change', (event) => {
  const { target } = event;
  if (!(target instanceof HTMLSelectElement)) return;
  const { value } = target;
  keep(event, () => {
    target.value = value;
    target.dispatchEvent(new Event('change', { bubbles: true }));
  });
});

// Who goes back this early would see the address change and the page stay: entries with a state were pages of this document.
addEventListener('popstate', ({ state }) => state && location.reload(), { signal: listening.signal });

document.addEventListener(
  READY_EVENT,
  () => {
    listening.abort();
    for (const repeat of kept.splice(0)) repeat();
  },
  { once: true },
);

const whenIdle = (): void => void (globalThis.requestIdleCallback ?? setTimeout)(start, { timeout: 2_000 } as IdleRequestOptions & number);
if (document.readyState === 'complete') whenIdle();
else addEventListener('load', whenIdle, { once: true });
