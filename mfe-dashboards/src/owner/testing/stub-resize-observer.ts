import { vi } from 'vitest';

/** Stubs the observer by which charts measure themselves: jsdom has none. */
export const stubResizeObserver = (): void => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      disconnect() {}
    },
  );
};
