import { randomUUID } from 'node:crypto';
import type { Support } from '@site/shared/contracts/admin-support.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let admin: string;
beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
});
afterAll(async () => await site?.close());

async function ask(): Promise<Support> {
  const { status, text, json } = await site.call('GET', '/api/admin/support', { token: admin });
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/support'].answer, json);
}

const AN_HOUR_AGO = new Date(Date.now() - 3_600_000).toISOString();
const TOMORROW = new Date(Date.now() + 86_400_000).toISOString();
const mail = (changes: object) => ({
  key: randomUUID(),
  kind: 'contact_acknowledged',
  recipient: 'ana@example.test',
  locale: 'pt-BR',
  payload: {},
  created_at: AN_HOUR_AGO,
  due_at: TOMORROW,
  ...changes,
});

test('a new site has nothing to tell but that its storage answers', async () => {
  expect(await ask()).toMatchObject({
    payments: { lastEventAt: null },
    mail: { waiting: 0, oldestWaitingAt: null, refused: [] },
    storage: { isReachable: true },
  });
});

test('the last event, mail that waits and mail that was refused are told', async () => {
  await site.rows('POST', 'stripe_events', { id: 'evt_1', type: 'charge.refunded', received_at: AN_HOUR_AGO });
  await site.rows('POST', 'outbox', [mail({}), mail({ created_at: new Date().toISOString() })]);
  for (let number = 1; number <= 7; number += 1)
    await site.rows(
      'POST',
      'outbox',
      mail({ recipient: `r${number}@example.test`, given_up_at: `2026-01-0${number}T12:00:00Z`, last_error: '550 no' }),
    );
  const { payments, mail: told } = await ask();
  expect(payments.lastEventAt).toBe(AN_HOUR_AGO);
  expect([told.waiting, told.oldestWaitingAt]).toEqual([2, AN_HOUR_AGO]);
  expect(told.refused.map(({ recipient }) => recipient)).toEqual([7, 6, 5, 4, 3].map((number) => `r${number}@example.test`));
  expect(told.refused[0]).toEqual({ recipient: 'r7@example.test', at: '2026-01-07T12:00:00.000Z', reason: '550 no' });
});
