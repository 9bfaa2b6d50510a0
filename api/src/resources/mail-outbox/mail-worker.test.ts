import { expect, test, vi } from 'vitest';
import { AppError } from '../../base/app-error.ts';
import type { Data } from '../../gateways/supabase/data.ts';
import { createLogger } from '../../platform/logger.ts';
import { retryAfter, startMailWorker } from './mail-worker.ts';

test('waits longer after each failure, and never longer than four minutes', () => {
  expect([1, 2, 3, 4, 20].map(retryAfter)).toEqual([5, 10, 20, 40, 240]);
});

test('what the mail server took is handed over once, also when the database cannot be had right after', async () => {
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
    data: { call } as unknown as Data,
    mail: { send, signIn: async () => undefined },
    log: createLogger('silent').log,
    env: { SITE_URL: 'https://example.test', CONTACT_EMAIL: 'ola@example.test', LINKS_SECRET: 'x'.repeat(32) } as never,
  });
  try {
    await vi.waitFor(() => expect(failures).toBe(1));
    // Its lease is over.
    worker.wake();
    await vi.waitFor(() => expect(isFinished).toBe(true), { timeout: 10_000 });
    expect(claims).toBeGreaterThan(1);
    expect(send).toHaveBeenCalledOnce();
  } finally {
    await worker.stop();
  }
});
