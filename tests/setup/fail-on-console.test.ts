import { describe, test, vi } from 'vitest';

describe('what reaches the console fails its test', () => {
  test.fails('an error', () => {
    console.error('seen');
  });

  test.fails('a warning', () => {
    console.warn('seen');
  });

  test.fails('also after a test restored what it had replaced', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.restoreAllMocks();
    console.error('seen');
  });

  test('and not the next one', () => undefined);
});
