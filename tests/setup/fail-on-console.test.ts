import { describe, test, vi } from 'vitest';

describe('a console error fails its own test', () => {
  test.fails('a console error fails its test', () => {
    console.error('seen');
  });

  test.fails('a console warning fails its test', () => {
    console.warn('seen');
  });

  test.fails('a console error fails its test even after the test restored all mocks', () => {
    vi.spyOn(console, 'error').mockImplementation(() => undefined);
    vi.restoreAllMocks();
    console.error('seen');
  });

  test('a console error of one test does not fail the next test', () => undefined);
});
