import { expect, test } from 'vitest';
import { createSignInLimit } from './sign-in-limit.ts';

test('a hundred wrong passwords within a minute block the sign-in until the next minute', () => {
  let now = 0;
  const limit = createSignInLimit(() => now);
  for (let count = 0; count < 99; count += 1) limit.noteFailure();
  expect(limit.refusal()).toBeUndefined();
  now = 59_999;
  limit.noteFailure();
  expect(limit.refusal()).toContain('TOO_MANY_ATTEMPTS_TRY_LATER');
  now = 60_000;
  expect(limit.refusal()).toBeUndefined();
});
