import { expect, test, vi } from 'vitest';
import { AppError } from '../../../base/app-error.ts';
import { MailRefused } from '../../../gateways/mail/refusals.ts';
import type { Data } from '../../../gateways/supabase/data.ts';
import { createSql } from '../../../gateways/supabase/sql.ts';
import { createLogger } from '../../../platform/logger.ts';
import { retryAfter, startMailWorker } from './mail-worker.ts';

test('the mail worker waits longer after each failure, and at most four minutes', () => {
  expect([1, 2, 3, 4, 20].map(retryAfter)).toEqual([5, 10, 20, 40, 240]);
});

test('an email that the mail server accepted is sent once, even if the database fails right after', async () => {
  const mail = { id: '7c0a6ce0-6d35-4cf6-a1d4-5a0f6f1a1f10', key: 'welcome:1', kind: 'welcome', recipient: 'ana@example.test' };
  let isFinished = false;
  let failures = 0;
  let claims = 0;
  const call = async (name: string) => {
    if (name === 'claim_mail' && !isFinished) {
      claims += 1;
      return [{ ...mail, locale: 'pt-BR', payload: {}, attempts: claims }];
    }
    if (name === 'finish_mail') {
      failures += 1;
      if (failures <= 2) throw new AppError('service_unavailable');
      isFinished = true;
    }
    return [];
  };
  const send = vi.fn(async () => true);
  const worker = startMailWorker({
    data: { sql: createSql(call) } as Data,
    mail: { send, signIn: async () => undefined },
    log: createLogger('silent').log,
    env: { SITE_URL: 'https://example.test', CONTACT_EMAIL: 'ola@example.test', LINKS_SECRET: 'x'.repeat(32) } as never,
    liveSettings: {} as never,
  });
  try {
    await vi.waitFor(() => expect(failures).toBe(1));
    // The lease of the email has expired by now.
    worker.wake();
    await vi.waitFor(() => expect(isFinished).toBe(true), { timeout: 10_000 });
    expect(claims).toBeGreaterThan(1);
    expect(send).toHaveBeenCalledOnce();
  } finally {
    await worker.stop();
  }
});

test.each([
  ['sender', 1, 'postpone_mail'],
  ['sender', 1_799, 'postpone_mail'],
  // After five days the refusal counts as being about the email, not the sender.
  ['sender', 1_800, 'give_up_mail'],
  ['email', 1, 'give_up_mail'],
  // A newer release may be able to write the email.
  ['unknown kind', 1_799, 'postpone_mail'],
  ['unknown kind', 1_800, 'give_up_mail'],
] as const)('the mail worker handles an email that is rejected for its %s at try %i with %s', async (refused, attempts, written) => {
  const kind = refused === 'unknown kind' ? 'from_the_future' : 'welcome';
  const mail = { id: '7c0a6ce0-6d35-4cf6-a1d4-5a0f6f1a1f10', key: 'welcome:1', kind, recipient: 'ana@example.test' };
  const called: string[] = [];
  const call = async (name: string) => {
    const isFirst = !called.includes(name);
    called.push(name);
    return name === 'claim_mail' && isFirst ? [{ ...mail, locale: 'pt-BR', payload: {}, attempts }] : [];
  };
  const send = async () =>
    await Promise.reject(
      new MailRefused(refused === 'unknown kind' ? 'email' : refused, new Error('550 5.4.5 Daily user sending limit exceeded')),
    );
  const worker = startMailWorker({
    data: { sql: createSql(call) } as Data,
    mail: { send, signIn: async () => undefined },
    log: createLogger('silent').log,
    env: { SITE_URL: 'https://example.test', CONTACT_EMAIL: 'ola@example.test', LINKS_SECRET: 'x'.repeat(32) } as never,
    liveSettings: {} as never,
  });
  try {
    await vi.waitFor(() => expect(called).toContain(written));
    expect(called.filter((name) => name === 'postpone_mail' || name === 'give_up_mail')).toEqual([written]);
  } finally {
    await worker.stop();
  }
});
