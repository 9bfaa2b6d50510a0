import * as v from 'valibot';
import { afterEach, expect, test, vi } from 'vitest';
import { withRequestId } from '../../platform/request-id.ts';
import { createData } from './data.ts';

afterEach(() => vi.unstubAllGlobals());

test('the data service is told which request it works for', async () => {
  const fetch = vi.fn(async (_input: unknown, _init: { headers: Headers }) => Response.json(true));
  vi.stubGlobal('fetch', fetch);
  const data = createData('https://data.example', 'secret');
  const ask = () => data.call('is_up', {}, v.boolean());
  await Promise.all([withRequestId('request-0001', ask), withRequestId('request-0002', ask), ask()]);
  const sent = fetch.mock.calls.map(([, init]) => init.headers.get('x-request-id'));
  expect(sent).toEqual(['request-0001', 'request-0002', null]);
  expect(fetch.mock.calls[0]?.[1].headers.get('apikey')).toBe('secret');
});
