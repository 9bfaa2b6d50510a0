import { vi } from 'vitest';

/** Stubs the observer that charts measure themselves with: jsdom has none. */
export const stubResizeObserver = (): void => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
};
