import { describe, test, vi } from 'vitest';

describe('a console error fails its own test', () => {
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

  test('a console error of one test does not fail the next test', () => undefined);
});
