import type { ToastOptions } from './toaster.tsx';

export { TOAST_MS } from './limits.ts';

type ToastModule = typeof import('./toaster.tsx');

/** Loads the toast library with the first toast. A failure is reported instead of thrown, because no caller awaits it. */
function withToaster(use: (toaster: ToastModule) => void): void {
  import('./toaster.tsx').then(use).catch((error: unknown) => reportError(error));
}

/** Shows a message at the top right of the page. A toast with the same `id` is replaced. Default durations: `TOAST_MS`. */
export const toast = {
  success: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('success', message, options)),
  error: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('error', message, options)),
  plain: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('blank', message, options)),
  /** Stays until it is dismissed or replaced. */
  loading: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('loading', message, options)),
  dismiss: (id?: string): void => withToaster(({ dismiss }) => dismiss(id)),
};
