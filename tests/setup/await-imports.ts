import { afterAll, vi } from 'vitest';

// What a test left on its way, such as the toasts' library, would come when the page is gone.
afterAll(() => vi.dynamicImportSettled());
