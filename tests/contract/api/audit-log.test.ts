import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ApiSite, startApiSite } from './api-site.ts';

type Change = { action: string; subject_id: string; actor_email: string; request_id: string; before: unknown; after: unknown };

const ACTOR = { uid: 'uid-1', email: 'dona@example.test', request_id: 'request-1' };

let site: ApiSite;
beforeAll(async () => {
  site = await startApiSite();
});
afterAll(async () => await site?.close());

const note = (subjectId: string, before: unknown, after: unknown, change: Record<string, unknown> = {}) =>
  site.rows('POST', 'rpc/write_audit_log', {
    p_actor: ACTOR,
    p_action: 'ebook_edited',
    p_subject_kind: 'ebook',
    p_subject_id: subjectId,
    p_before: before,
    p_after: after,
    ...change,
  });
const changesOf = (subjectId: string) =>
  site.rows<Change>('GET', `audit_log?subject_id=eq.${subjectId}&select=action,subject_id,actor_email,request_id,before,after&order=id`);

test('the audit log keeps who made a change, in which request, and the differing values', async () => {
  await note('livro', { title: 'Antes', pages: 12, gone: true }, { title: 'Depois', pages: 12 });
  expect(await changesOf('livro')).toEqual([
    {
      action: 'ebook_edited',
      subject_id: 'livro',
      actor_email: ACTOR.email,
      request_id: ACTOR.request_id,
      before: { title: 'Antes', gone: true },
      after: { title: 'Depois' },
    },
  ]);
});

test('the audit log keeps additions, removals and changes without values', async () => {
  await note('caminho', null, { title: 'Novo' });
  await note('caminho', { title: 'Novo' }, null);
  await note('caminho', null, null);
  expect((await changesOf('caminho')).map(({ before, after }) => [before, after])).toEqual([
    [null, { title: 'Novo' }],
    [{ title: 'Novo' }, null],
    [null, null],
  ]);
});

test('an update that changes nothing is not written to the audit log', async () => {
  await note('igual', { title: 'x', prices: { BRL: 1 } }, { prices: { BRL: 1 }, title: 'x' });
  expect(await changesOf('igual')).toEqual([]);
});

test.each([
  ['no actor', { p_actor: null }],
  ['an actor without address', { p_actor: { ...ACTOR, email: '' } }],
  ['an actor without request', { p_actor: { uid: 'x', email: 'x@example.test' } }],
  ['an unknown kind of subject', { p_subject_kind: 'planet' }],
  ['a sentence as the action', { p_action: 'Changed it' }],
])('an audit log entry with %s is rejected', async (_about, change) => {
  await expect(note('recusado', null, null, change)).rejects.toThrow();
  expect(await changesOf('recusado')).toEqual([]);
});

test('audit log rows never change and are not removed before their time', async () => {
  await note('firme', null, { title: 'x' });
  await expect(site.rows('PATCH', 'audit_log?subject_id=eq.firme', { actor_email: 'outra@example.test' })).rejects.toThrow(
    /cannot be changed/,
  );
  await expect(site.rows('DELETE', 'audit_log?subject_id=eq.firme')).rejects.toThrow(/cannot be changed/);
  expect(await changesOf('firme')).toHaveLength(1);
});
