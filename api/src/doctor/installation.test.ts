import { expect, test } from 'vitest';
import { createRedactor } from './installation.ts';

test.each([
  ['smtps://marina:s%40nta%2Fsecreta@mail.test', 's@nta/secreta', 's%40nta%2Fsecreta'],
  ['smtps://marina:50%off@mail.test', '50%off', '50%off'],
])('the doctor removes a password from its output in any encoding: %s', (SMTP_URL, ...told) => {
  const redact = createRedactor({ env: { SMTP_URL }, others: {} } as never);
  for (const words of [SMTP_URL, ...told]) expect(redact(`535 ${words} refused`)).toBe('535 ••• refused');
});
