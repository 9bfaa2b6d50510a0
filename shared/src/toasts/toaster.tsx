import { createRoot } from 'react-dom/client';
import { resolveValue, toast, useToaster } from 'react-hot-toast/headless';
import { LOCALES } from '../texts/locales.ts';
import { TOAST_LIMIT, TOAST_MS, TOAST_REMOVE_DELAY_MS } from './limits.ts';
import { ToastRegion } from './toast-region.tsx';

export type ToastOptions = { id?: string; durationMs?: number };

/** Screen readers announce what is added to a region that they know: it stands so long before its first toast, in milliseconds. */
const FIRST_TOAST_DELAY_MS = 50;

/** Shows one toast. */
export function show(kind: 'success' | 'error' | 'blank' | 'loading', message: string, { id, durationMs }: ToastOptions): void {
  const settings = { ...(id ? { id } : {}), ...(durationMs ? { duration: durationMs } : {}) };
  const add = () => (kind === 'blank' ? toast(message, settings) : toast[kind](message, settings));
  if (isMounted) add();
  else {
    mount();
    setTimeout(add, FIRST_TOAST_DELAY_MS);
  }
}

/** Takes one toast away, or all. */
export const dismiss = (id?: string): void => toast.dismiss(id);

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
