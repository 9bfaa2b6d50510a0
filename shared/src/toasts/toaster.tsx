import type { MouseEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { type Renderable, resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { LOCALES } from '../texts/locales.ts';
import { TOAST_LIMIT, TOAST_MS, TOAST_REMOVE_DELAY_MS } from './limits.ts';
import { ToastRegion } from './toast-region.tsx';

/** Link of a toast. `follow` opens it without a reload; toasts are outside of the router. */
type ToastLink = { href: string; text: string; follow: () => void };

export type ToastOptions = { id?: string; durationMs?: number; link?: ToastLink };

/**
 * Screen readers only announce additions to a region that already exists, so it is rendered this long before its first toast, in
 * milliseconds.
 */
const FIRST_TOAST_DELAY_MS = 50;

export function show(kind: 'success' | 'error' | 'blank' | 'loading', message: string, { id, durationMs, link }: ToastOptions): void {
  // A toast with a link stays longer, so that there is time to press it.
  const duration = durationMs ?? (link && TOAST_MS.custom);
  const settings = { ...(id ? { id } : {}), ...(duration ? { duration } : {}) };
  const content: Renderable = link ? <WithLink message={message} link={link} /> : message;
  const add = () => (kind === 'blank' ? toast(content, settings) : toast[kind](content, settings));
  if (isMounted) add();
  else {
    mount();
    setTimeout(add, FIRST_TOAST_DELAY_MS);
  }
}

export const dismiss = (id?: string): void => toast.dismiss(id);

function WithLink({ message, link: { href, text, follow } }: { message: string; link: ToastLink }) {
  const press = (event: MouseEvent) => {
    // Leave clicks that open a new tab or window to the browser.
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    follow();
    dismiss();
  };
  return (
    <>
      <span>{`${message} `}</span>
      <a href={href} onClick={press}>
        {text}
      </a>
    </>
  );
}

let isMounted = false;

/** Renders the toasts outside of the page's React tree, which contains nothing for toasts before the first one appears. */
function mount(): void {
  isMounted = true;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Toaster />);
}

/**
 * Renders the toasts. The library only manages the timers. The styles are ours, because the library's own inline style sheets violate our
 * security policy.
 */
function Toaster() {
  const { toasts, handlers } = useToaster({
    removeDelay: TOAST_REMOVE_DELAY_MS,
    blank: { duration: TOAST_MS.blank },
    custom: { duration: TOAST_MS.custom },
    error: { duration: TOAST_MS.error },
    success: { duration: TOAST_MS.success },
    loading: { duration: Number.POSITIVE_INFINITY },
  });
  return (
    <ToastRegion
      locale={LOCALES.find((locale) => locale === document.documentElement.lang) ?? LOCALES[0]}
      toasts={toasts
        .slice(0, TOAST_LIMIT)
        .map((item) => ({ id: item.id, type: item.type, message: resolveValue(item.message, item), isVisible: item.visible }))}
      onHold={(isHeld) => (isHeld ? handlers.startPause() : handlers.endPause())}
      onDismiss={dismiss}
    />
  );
}
