import type { ToastOptions } from './toaster.tsx';

export { TOAST_MS } from './limits.ts';

type ToastModule = typeof import('./toaster.tsx');

/** The toast library is loaded with the first toast. One that cannot be loaded is reported, not thrown: no caller waits for it. */
function withToaster(use: (toaster: ToastModule) => void): void {
  import('./toaster.tsx').then(use).catch((error: unknown) => reportError(error));
}

/**
 * Tells the person something at the top right of the page. `id` replaces an earlier toast with the same id instead of
 * adding one. Durations are those of `TOAST_MS` unless given.
 */
export const toast = {
  success: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('success', message, options)),
  error: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('error', message, options)),
  plain: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('blank', message, options)),
  /** Stays until it is dismissed or replaced. */
  loading: (message: string, options: ToastOptions = {}): void => withToaster(({ show }) => show('loading', message, options)),
  dismiss: (id?: string): void => withToaster(({ dismiss }) => dismiss(id)),
};
