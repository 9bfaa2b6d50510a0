import type { MouseEvent } from 'react';
import { createRoot } from 'react-dom/client';
import { type Renderable, resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { LOCALES } from '../texts/locales.ts';
import { TOAST_LIMIT, TOAST_MS, TOAST_REMOVE_DELAY_MS } from './limits.ts';
import { ToastRegion } from './toast-region.tsx';

/** Where a toast leads. `follow` goes there within the page: toasts stand beside the router. */
type ToastLink = { href: string; text: string; follow: () => void };

export type ToastOptions = { id?: string; durationMs?: number; link?: ToastLink };

/** Screen readers announce what is added to a region that they know: it stands so long before its first toast, in milliseconds. */
const FIRST_TOAST_DELAY_MS = 50;

/** Shows one toast. */
export function show(kind: 'success' | 'error' | 'blank' | 'loading', message: string, { id, durationMs, link }: ToastOptions): void {
  // What can be pressed stays long enough for it.
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

/** Takes one toast away, or all. */
export const dismiss = (id?: string): void => toast.dismiss(id);

function WithLink({ message, link: { href, text, follow } }: { message: string; link: ToastLink }) {
  const press = (event: MouseEvent) => {
    // Another tab or window is the browser's.
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

/** Beside the page's own tree, so that nothing of it is on the page before the first toast. */
function mount(): void {
  isMounted = true;
  const place = document.createElement('div');
  document.body.append(place);
  createRoot(place).render(<Toaster />);
}

/** The library keeps the clocks; the looks are ours, because its own write style sheets that our security policy refuses. */
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
