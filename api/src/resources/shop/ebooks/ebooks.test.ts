import { Hono } from 'hono';
import pino from 'pino';
import { expect, it } from 'vitest';
import { AppError } from '../../../base/app-error.ts';
import type { ApiEnv, Deps } from '../../../platform/deps.ts';
import { createAnswers } from '../../../platform/public-answers.ts';
import { ebookHandlers } from './ebooks.ts';

it('requests for the same books share one cached answer, in any order and with repeated ids', async () => {
  let isAway = false;
  const sql = {
    listEbooks: async () => {
      if (isAway) throw new AppError('service_unavailable');
      return { ebooks: [], total: 0, is_total_capped: false, more: false };
    },
  };
  const deps = { data: { sql }, answers: createAnswers(pino({ level: 'silent' })) } as unknown as Deps;
  const app = new Hono<ApiEnv>()
    .onError((error, c) => c.text(error.message, 503))
    .use(async (c, next) => {
      c.set('deps', deps);
      c.set('headers', {});
      await next();
    })
    .route('/', ebookHandlers(deps));
  const ask = async (ids: string) => (await app.request(`/api/ebooks?ids=${ids}`)).status;
  expect(await ask('rute,sabado,emaus')).toBe(200);
  isAway = true;
  for (const ids of ['sabado,rute,emaus', 'emaus,sabado,rute,rute', 'rute,,emaus,NO,sabado']) expect(await ask(ids)).toBe(200);
  expect(await ask('rute,sabado')).toBe(503);
});

it('a list of books has one cached answer, whatever else its URL contains', async () => {
  let reads = 0;
  const sql = {
    listEbooks: async () => {
      reads += 1;
      return { ebooks: [], total: 0, is_total_capped: false, more: false };
    },
  };
  const deps = { data: { sql }, answers: createAnswers({} as Deps['log']) } as unknown as Deps;
  const app = new Hono<ApiEnv>()
    .use(async (c, next) => {
      c.set('deps', deps);
      c.set('headers', {});
      await next();
    })
    .route('/', ebookHandlers(deps));
  const ask = async (search: string) => (await app.request(`/api/ebooks${search}`)).status;
  for (const search of ['', '?x=1', '?x=2&q=', '?q=%20']) expect(await ask(search)).toBe(200);
  expect(reads).toBe(1);
  expect(await ask('?q=ruth')).toBe(200);
  expect(reads).toBe(2);
});
