import { afterEach, expect, it, vi } from 'vitest';
import { silenceStatements } from './error-log.ts';

const original = { error: console.error, warn: console.warn, log: console.log, info: console.info };

function printed(value: unknown): string {
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  silenceStatements();
  console.error(value);
  Object.assign(console, original);
  return write.mock.calls.map(([text]) => text).join('');
}

afterEach(() => {
  vi.restoreAllMocks();
});

it('the error log names the constraint that a statement broke, and never the values', () => {
  const error = Object.assign(new Error('duplicate key value (ana@leitores.test)'), {
    code: '23505',
    table: 'outbox',
    constraint: 'outbox_key_key',
    detail: 'Key (key)=(ana@leitores.test) already exists.',
    params: ['ana@leitores.test'],
  });
  expect(printed(error)).toBe('database error 23505 outbox outbox_key_key\n');
});

it("the error log keeps PostgreSQL's message if the message contains only identifiers", () => {
  expect(printed(Object.assign(new Error('column "pagse" does not exist'), { code: '42703' }))).toBe(
    'database error 42703: column "pagse" does not exist\n',
  );
});

it("the error log has the place of an error in code, without the error's message", () => {
  const text = printed(new TypeError('ana@leitores.test'));
  expect(text).toMatch(/^TypeError at .*error-log\.test\.ts/);
  expect(text).not.toContain('ana@');
});

it('the error log never contains a thrown value that is not an error', () => {
  expect(printed({ email: 'ana@leitores.test' })).toBe('');
});
