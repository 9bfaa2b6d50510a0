import type { AuditLog } from '@site/shared/contracts/audit-log.ts';
import { endpoints } from '@site/shared/contracts/endpoints.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

const ANA = 'ana@example.test';
const BIA = 'bia@example.test';

let site: ApiSite;
let admin: string;

const note = (email: string, kind: string, id: string, before: object | null, after: object | null) =>
  site.rows('POST', 'rpc/write_audit_log', {
    p_actor: { uid: email, email, request_id: 'request-1' },
    p_action: kind === 'ebook' ? 'ebook_edited' : 'from_the_future',
    p_subject_kind: kind,
    p_subject_id: id,
    p_before: before,
    p_after: after,
  });

beforeAll(async () => {
  site = await startApiSite();
  admin = await site.signIn('admin');
  for (let number = 1; number <= 45; number += 1)
    await note(number % 3 === 0 ? BIA : ANA, number % 2 === 0 ? 'ebook' : 'setting', `${number}`, { n: number }, { n: number + 1 });
  await note(BIA, 'message', '=HYPERLINK("http://example.test")', null, { note: '"a";\nb' });
});
afterAll(async () => await site?.close());

const ask = (path: string) => site.call('GET', `/api/admin/audit-log${path}`, { token: admin });

async function list(query: Record<string, string> = {}): Promise<AuditLog> {
  const { status, text, json } = await ask(`?${new URLSearchParams(query)}`);
  expect(status, text).toBe(200);
  return v.parse(endpoints['GET /api/admin/audit-log'].answer, json);
}
const idsOf = ({ entries }: AuditLog) => entries.map(({ subject }) => subject.id);

test('the audit log lists changes newest first and is paged in both directions', async () => {
  const pages = [await list()];
  for (let next = pages[0]?.nextCursor; next; next = pages.at(-1)?.nextCursor) pages.push(await list({ after: next }));
  expect(pages.map(({ entries }) => entries.length)).toEqual([20, 20, 6]);
  expect(pages.flatMap(idsOf).slice(1)).toEqual(Array.from({ length: 45 }, (_, index) => `${45 - index}`));
  expect(pages[0]?.previousCursor).toBeNull();
  const back = await list({ before: pages[2]?.previousCursor ?? '' });
  expect(idsOf(back)).toEqual(idsOf(pages[1] as AuditLog));
});

test('the audit log shows who changed what, with old and new values, and lists unknown kinds as other changes', async () => {
  const { entries, actors } = await list({ kind: 'ebook' });
  expect(entries[0]).toMatchObject({
    actorEmail: ANA,
    action: 'ebook_edited',
    subject: { kind: 'ebook', id: '44' },
    before: { n: 44 },
    after: { n: 45 },
  });
  expect((await list({ kind: 'setting' })).entries[0]?.action).toBe('other');
  expect(actors).toEqual([ANA, BIA]);
});

test('the audit log is filtered by kind, by person, and by both', async () => {
  expect(idsOf(await list({ by: BIA, kind: 'ebook' }))).toEqual(['42', '36', '30', '24', '18', '12', '6']);
  expect(idsOf(await list({ by: BIA }))).toHaveLength(16);
  expect(idsOf(await list({ by: 'ninguem@example.test' }))).toEqual([]);
  expect(idsOf(await list({ kind: 'order' }))).toEqual([]);
});

test.each([
  'kind=planet',
  'by=',
  'by=%00',
  `by=${'x'.repeat(300)}`,
  'after=nonsense',
  `after=${Buffer.from('["2026-03-01T12:00:00Z","abc"]').toString('base64url')}`,
  `after=${Buffer.from('["2026-03-01T12:00:00Z","99999999999999999999"]').toString('base64url')}`,
])('the audit log rejects the query %s', async (query) => {
  const { status, json } = await ask(`?${query}`);
  expect([status, json.error.code]).toEqual([400, 'invalid_input']);
});

test("the audit log's CSV file has every change that matches, and no cell is a formula", async () => {
  const { status, headers, text } = await ask('.csv?locale=en');
  expect(status).toBe(200);
  expect(headers.get('content-disposition')).toMatch(/^attachment; filename="audit-log-\d{4}-\d\d-\d\d\.csv"$/);
  expect(text.split('\r\n')).toHaveLength(1 + 46 + 1);
  expect(text).toContain(`,"'=HYPERLINK(""http://example.test"")",`);
  expect((await ask(`.csv?by=${BIA}&kind=ebook`)).text.split('\r\n')).toHaveLength(1 + 7 + 1);
});

test("the audit log's CSV file describes each change in words, next to its code", async () => {
  const before = { title: '=Rute', state: 'draft', list_prices: { BRL: 2_990, USD: 790 } };
  await note(ANA, 'ebook', 'rute', before, { title: 'Rute', state: 'published', list_prices: { BRL: 3_100, USD: 790 } });
  const [pt, en] = await Promise.all(['pt-BR', 'en'].map(async (locale) => (await ask(`.csv?by=${ANA}&kind=ebook&locale=${locale}`)).text));
  expect(pt).toContain(';Livro editado;eBook;Rute;"Situação: Rascunho\nTítulo: =Rute\nPreços: R$\u00a029,90, US$\u00a07,90";');
  expect(pt).toContain(';ebook_edited;ebook;rute;request-1');
  expect(en).toContain(',Book edited,eBook,Rute,"Status: Draft\nTitle: =Rute\nPrices: R$29.90, $7.90",');
  expect(pt).not.toContain('{');
});
