import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { deviceStore, tabStore } from './storage.ts';

const refuse = () => {
  throw new DOMException('denied', 'SecurityError');
};

describe.each([
  ['sessionStorage', tabStore],
  ['localStorage', deviceStore],
] as const)('%s', (name, store) => {
  let kept: Map<string, string>;
  beforeEach(() => {
    kept = new Map();
    vi.stubGlobal(name, {
      getItem: (key: string) => kept.get(key) ?? null,
      setItem: (key: string, text: string) => kept.set(key, text),
      removeItem: (key: string) => kept.delete(key),
    });
  });
  afterEach(() => {
    store.remove('a');
    vi.unstubAllGlobals();
  });

  test('storage keeps, reads and removes values', () => {
    store.write('a', '{"b":1}');
    expect([kept.get('a'), store.read('a'), store.readJson('a')]).toEqual(['{"b":1}', '{"b":1}', { b: 1 }]);
    kept.set('a', '{"b"');
    expect(store.readJson('a')).toBeNull();
    store.remove('a');
    expect([kept.size, store.read('a'), store.readJson('a')]).toEqual([0, null, null]);
  });

  test('forbidden storage keeps values as long as the page', () => {
    Object.defineProperty(globalThis, name, { configurable: true, get: refuse });
    expect(store.read('a')).toBeNull();
    store.write('a', 'b');
    expect(store.read('a')).toBe('b');
    store.remove('a');
    expect(store.read('a')).toBeNull();
  });

  test('full storage returns the value that was written last', () => {
    store.write('a', 'before');
    vi.stubGlobal(name, { ...globalThis[name], setItem: refuse });
    store.write('a', 'now');
    expect([kept.get('a'), store.read('a')]).toEqual(['before', 'now']);
  });
});
