import { expect, test } from 'vitest';
import { codeOf, newSecret, usedWindow, windowOf } from './totp.ts';

/** '12345678901234567890' in base 32, from RFC 6238, appendix B. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ';

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])("the TOTP code at second %i is the RFC's %s", (second, code) => expect(codeOf(SECRET, windowOf(second * 1_000))).toBe(code));

test('a TOTP secret is 160 random bits in base 32', () => {
  expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
  expect(newSecret()).not.toBe(newSecret());
});

test('a TOTP code is valid once, and up to five time windows before or after its own', () => {
  const now = Date.parse('2026-11-22T12:00:10Z');
  const window = windowOf(now);
  for (const away of [-5, 0, 5]) expect(usedWindow(SECRET, codeOf(SECRET, window + away), now, 0)).toBe(window + away);
  for (const away of [-6, 6]) expect(usedWindow(SECRET, codeOf(SECRET, window + away), now, 0)).toBeUndefined();
  expect(usedWindow(SECRET, codeOf(SECRET, window), now, window)).toBeUndefined();
  for (const wrong of ['', '12345', '1234567', 'éé', codeOf(newSecret(), window)])
    expect(usedWindow(SECRET, wrong, now, 0)).toBeUndefined();
});
