import { randomUUID } from 'node:crypto';
import { type Team, TeamSchema } from '@site/shared/contracts/admin-team.ts';
import { MeSchema } from '@site/shared/contracts/me.ts';
import type { TeamRole } from '@site/shared/contracts/team.ts';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { loadSecrets } from '../../../api/local/secrets.ts';
import { readLink, signLink } from '../../../api/src/platform/signed-links.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

let site: ApiSite;
let secret: string;
let owner: string;
beforeAll(async () => {
  site = await startApiSite();
  secret = loadSecrets(`${site.dir}/secrets.json`).linksSecret;
  owner = await site.signIn('admin');
});
afterAll(async () => await site?.close());

const aPerson = () => {
  const uid = randomUUID();
  return { uid, email: `${uid}@example.test` };
};
/** Creates a member of the team. */
async function aMember(role: TeamRole) {
  const person = aPerson();
  await site.rows('POST', 'team', { ...person, role });
  return { ...person, token: await site.tokenOf(person) };
}
const codeOf = ({ status, json }: Awaited<ReturnType<ApiSite['call']>>) => [status, json?.error?.code];
const invite = (email: string, role: string = 'support', token = owner) =>
  site.call('POST', '/api/admin/team/invitations', { token, body: { email, role, locale: 'pt-BR' } });
const accept = (token: string, link: string) => site.call('POST', '/api/me/team', { token, body: { token: link } });
const changeRole = (token: string, uid: string, previousRole: TeamRole, role: TeamRole) =>
  site.call('PUT', `/api/admin/team/${uid}/role`, { token, body: { role, previousRole } });
const remove = (token: string, uid: string) => site.call('DELETE', `/api/admin/team/${uid}`, { token });
const team = async (): Promise<Team> => v.parse(TeamSchema, (await site.call('GET', '/api/admin/team', { token: owner })).json);
const invitationOf = async (email: string) => (await team()).invitations.find((invitation) => invitation.email === email);
const changesOf = (email: string) =>
  site.rows('GET', `audit_log?subject_kind=eq.team&subject_id=eq.${email}&select=action,actor_email,before,after&order=id`);

/** Returns the link of the newest email to an address. */
async function linkTo(email: string, emails = 1): Promise<string> {
  const mails = await site.until(
    () => site.inbox(email, true),
    ({ length }) => length >= emails,
  );
  const link = mails.flatMap(({ links }) => links).find((address) => address.includes('/join-team?'));
  return new URL(link ?? '').searchParams.get('token') ?? '';
}

describe('an invitation to the team', () => {
  test("an invitation's link adds its address to the team for seven days, and pressing it again changes nothing", async () => {
    const ana = aPerson();
    const sent = await invite(ana.email.toUpperCase());
    expect(sent.status, sent.text).toBe(200);
    expect(await invitationOf(ana.email)).toMatchObject({ role: 'support', invitedBy: demoAccounts.admin.email });
    const [email] = await site.inbox(ana.email, true);
    expect(email?.subject).toBe('Convite para a equipe de Raiz & Palavra');
    expect(email?.text).toContain(demoAccounts.admin.email);
    const link = await linkTo(ana.email);
    const days = (Number(readLink(secret, 'team_invitation', link)?.expiresAt) - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThanOrEqual(7);

    const token = await site.tokenOf(ana);
    expect((await site.call('GET', '/api/admin/orders', { token })).status).toBe(403);
    const joined = await accept(token, link);
    expect(v.parse(MeSchema, joined.json)).toMatchObject({ role: 'admin', permissions: ['people'] });
    expect((await site.call('GET', '/api/me', { token })).json.permissions).toEqual(['people']);
    expect((await site.call('GET', '/api/admin/orders', { token })).status).toBe(200);
    expect((await accept(token, link)).json.permissions).toEqual(['people']);
    expect((await team()).members).toContainEqual(
      expect.objectContaining({ ...ana, role: 'support', invitedBy: demoAccounts.admin.email }),
    );
    expect(await changesOf(ana.email)).toEqual([
      { action: 'member_invited', actor_email: demoAccounts.admin.email, before: null, after: { role: 'support' } },
      { action: 'member_joined', actor_email: ana.email, before: null, after: { role: 'support' } },
    ]);
  });

  test('an invitation works only for its own confirmed address and only once', async () => {
    const [ana, bia] = [aPerson(), aPerson()];
    await invite(ana.email, 'editor');
    const link = await linkTo(ana.email);
    expect(codeOf(await accept(await site.tokenOf(bia), link))).toEqual([403, 'invitation_of_another']);
    expect(codeOf(await accept(await site.tokenOf(ana, { email_verified: false }), link))).toEqual([403, 'email_not_verified']);
    // The Kelvin sign is not the letter K, although both have the same lowercase letter.
    const kelvin = { uid: randomUUID(), email: 'karla@example.test' };
    await invite(kelvin.email);
    const lookalike = await site.tokenOf({ uid: randomUUID(), email: '\u212Aarla@example.test' });
    expect(codeOf(await accept(lookalike, await linkTo(kelvin.email)))).toEqual([403, 'invitation_of_another']);

    expect((await accept(await site.tokenOf(ana), link)).status).toBe(200);
    expect((await remove(owner, ana.uid)).status).toBe(200);
    expect(codeOf(await accept(await site.tokenOf(ana), link))).toEqual([410, 'invitation_over']);
  });

  test('a replaced, withdrawn, expired or invented invitation gives no access', async () => {
    const ana = aPerson();
    const token = await site.tokenOf(ana);
    await invite(ana.email);
    const first = await linkTo(ana.email);
    await invite(ana.email, 'editor');
    const second = await linkTo(ana.email, 2);
    expect(codeOf(await accept(token, first))).toEqual([410, 'invitation_over']);
    const { id = '', ...open } = (await invitationOf(ana.email)) ?? {};
    expect(open).toMatchObject({ role: 'editor' });
    const late = signLink(secret, { purpose: 'team_invitation', id, generation: 2, expiresAt: Date.now() - 1_000 });
    expect(codeOf(await accept(token, late))).toEqual([410, 'link_expired']);
    const other = signLink(secret, { purpose: 'newsletter_confirm', id, generation: 2, expiresAt: null });
    for (const made of [other, `${second}x`, 'x', '']) expect(codeOf(await accept(token, made))).toEqual([400, 'link_invalid']);

    expect((await site.call('DELETE', `/api/admin/team/invitations/${id}`, { token: owner })).status).toBe(200);
    expect(codeOf(await accept(token, second))).toEqual([410, 'invitation_over']);
    expect(codeOf(await site.call('DELETE', `/api/admin/team/invitations/${id}`, { token: owner }))).toEqual([404, 'not_found']);
    expect((await site.call('GET', '/api/me', { token })).json.role).toBe('customer');
    expect((await changesOf(ana.email)).map(({ action }) => action)).toEqual(['member_invited', 'member_invited', 'invitation_withdrawn']);
  });

  test('an invitation needs an address outside the team, a role, and a sender who is still an owner', async () => {
    expect(codeOf(await invite(demoAccounts.team.email))).toEqual([409, 'already_in_team']);
    expect(await invite('nenhum')).toMatchObject({ status: 400, json: { error: { fields: { email: 'invalid' } } } });
    expect((await invite(aPerson().email, 'admin')).json.error.fields).toEqual({ role: 'invalid' });
    const support = await aMember('support');
    expect(codeOf(await invite(aPerson().email, 'owner', support.token))).toEqual([403, 'forbidden']);

    const second = await aMember('owner');
    const ana = aPerson();
    await invite(ana.email, 'owner', second.token);
    const link = await linkTo(ana.email);
    expect((await changeRole(owner, second.uid, 'owner', 'editor')).status).toBe(200);
    expect(codeOf(await accept(await site.tokenOf(ana), link))).toEqual([410, 'invitation_over']);
  });

  test('an invitation pressed many times at once makes one member', async () => {
    const ana = aPerson();
    await invite(ana.email);
    const link = await linkTo(ana.email);
    const token = await site.tokenOf(ana);
    const answers = await Promise.all(Array.from({ length: 6 }, () => accept(token, link)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200]);
    expect((await changesOf(ana.email)).map(({ action }) => action)).toEqual(['member_invited', 'member_joined']);
  });
});

describe('a member of the team', () => {
  test("a member's new role or removal applies to the next call", async () => {
    const ana = await aMember('support');
    const seen = async () =>
      await Promise.all(
        ['/api/admin/messages', '/api/admin/ebooks', '/api/admin/team'].map(async (path) => (await site.call('GET', path, ana)).status),
      );
    expect(await seen()).toEqual([200, 403, 403]);
    expect((await changeRole(owner, ana.uid, 'support', 'editor')).status).toBe(200);
    expect(await seen()).toEqual([403, 200, 403]);
    expect(codeOf(await changeRole(owner, ana.uid, 'support', 'owner'))).toEqual([409, 'changed_meanwhile']);
    // Another instance makes the change, and this one is not notified.
    await site.rows('PATCH', `team?uid=eq.${ana.uid}`, { role: 'owner' });
    expect(await seen()).toEqual([200, 200, 200]);
    expect((await remove(owner, ana.uid)).status).toBe(200);
    expect(await seen()).toEqual([403, 403, 403]);
    expect((await site.call('GET', '/api/me', ana)).json).toMatchObject({ role: 'customer', permissions: [] });
    expect(codeOf(await remove(owner, ana.uid))).toEqual([404, 'not_found']);
    expect(await changesOf(ana.email)).toMatchObject([
      { action: 'member_role_changed', before: { role: 'support' }, after: { role: 'editor' } },
      { action: 'member_removed', before: { role: 'owner' }, after: null },
    ]);
  });

  test('a member who deletes the account leaves the team, and the data export contains the membership', async () => {
    const ana = await aMember('editor');
    const archive = await site.call('GET', '/api/me/export', ana);
    expect(archive.text).toContain('team.json');
    expect((await site.call('DELETE', '/api/me', { ...ana, body: { email: ana.email } })).status).toBe(200);
    expect((await team()).members.map(({ uid }) => uid)).not.toContain(ana.uid);
  });

  test('a member sees only the search results, numbers, texts and tasks of the role', async () => {
    await site.addBooks({ id: 'palafita' });
    const [editor, support] = await Promise.all([aMember('editor'), aMember('support')]);
    const message = { attemptId: randomUUID(), name: 'Palafita', subject: 'other', message: 'Palafita', locale: 'en', openForMs: 9_000 };
    await site.call('POST', '/api/contact', { body: { ...message, email: 'palafita@example.test' } });
    await site.rows('POST', 'users', { uid: 'palafita', email: 'palafita@example.test', name: 'Palafita' });
    const found = async (token: string) =>
      Object.entries((await site.call('GET', '/api/admin/search?q=palafita', { token })).json)
        .filter(([, list]) => (list as unknown[]).length > 0)
        .map(([kind]) => kind)
        .sort();
    expect(await found(owner)).toEqual(['ebooks', 'messages', 'users']);
    expect(await found(editor.token)).toEqual(['ebooks']);
    expect(await found(support.token)).toEqual(['messages', 'users']);

    const changes = async (token: string) =>
      (await site.call('GET', '/api/stats?dayStart=1&weekStart=1&monthStart=1', { token })).json.recentEntries;
    expect(await changes(owner)).not.toEqual([]);
    expect(await changes(editor.token)).toBeNull();
    const blocks = async (token: string) =>
      (await site.call('GET', '/api/admin/content', { token })).json.blocks.map(({ key }: { key: string }) => key);
    expect(await blocks(owner)).toContain('terms');
    expect(await blocks(editor.token)).toEqual(expect.arrayContaining(['home', 'faq']));
    expect(await blocks(editor.token)).not.toEqual(expect.arrayContaining(['terms']));

    await site.rows('POST', 'unstamped_files', { filename: 'palafita.pdf', version: '1', reason: 'damaged' });
    const waits = async (token: string) => {
      const { tasks, counts } = (await site.call('GET', '/api/admin/tasks', { token })).json;
      return [[...new Set(tasks.map(({ kind }: { kind: string }) => kind))], counts.messages > 0, counts.ebooks > 0];
    };
    expect(await waits(editor.token)).toEqual([['unstamped_book'], false, true]);
    expect(await waits(support.token)).toEqual([['message'], true, false]);
  });

  test('a member who may not set prices edits a book without changing its prices', async () => {
    await site.addBooks({ id: 'precos' });
    const editor = await aMember('editor');
    const book = async () => (await site.call('GET', '/api/admin/ebooks/precos', editor)).json;
    const edit = async (changes: object) => {
      const { title, description, language, state, author, revision } = await book();
      return site.call('PUT', '/api/admin/ebooks/precos', {
        ...editor,
        body: { title, description, language, state, author, revision, listPrices: {}, ...changes },
      });
    };
    expect((await edit({ title: 'Os preços' })).status).toBe(200);
    expect(codeOf(await edit({ listPrices: { BRL: '1,00' } }))).toEqual([403, 'forbidden']);
    expect(codeOf(await edit({ listPrices: { BRL: '' } }))).toEqual([403, 'forbidden']);
    expect(await book()).toMatchObject({ title: 'Os preços', state: 'published', listPrices: { BRL: 2_990, USD: 2_990, NZD: 2_990 } });
    // The shop began to sell in this currency later.
    await site.rows('DELETE', 'list_prices?ebook_id=eq.precos&currency=eq.NZD');
    const later = await edit({ title: 'Os preços de antes' });
    expect(later.status, later.text).toBe(200);
    expect(await book()).toMatchObject({
      title: 'Os preços de antes',
      state: 'published',
      listPrices: { BRL: 2_990, USD: 2_990, NZD: null },
    });
    await edit({ state: 'draft' });
    expect((await edit({ state: 'published' })).json.error.fields, 'nothing is published without').toEqual({
      'listPrices.NZD': 'required',
    });
  });
});

// These tests are last, because they leave one owner.
describe('the last owner', () => {
  test('one owner remains when all owners leave the role at once', async () => {
    await site.rows('DELETE', `team?uid=not.in.(${demoAccounts.admin.uid},${demoAccounts.team.uid})`);
    const second = await site.signIn('team');
    const answers = await Promise.all([
      changeRole(owner, demoAccounts.admin.uid, 'owner', 'editor'),
      changeRole(second, demoAccounts.team.uid, 'owner', 'support'),
      remove(owner, demoAccounts.admin.uid),
      remove(second, demoAccounts.team.uid),
    ]);
    expect(answers.filter(({ status }) => status === 200).length, JSON.stringify(answers.map(codeOf))).toBeGreaterThan(0);
    expect(await site.rows('GET', 'team?role=eq.owner&select=role')).toHaveLength(1);
  });

  test('the last owner stays: team, account and database reject the removal', async () => {
    const [last] = await site.rows<{ uid: string; email: string }>('GET', 'team?role=eq.owner&select=uid,email');
    if (!last) throw new Error('there is no owner');
    const token = await site.tokenOf(last);
    expect(codeOf(await changeRole(token, last.uid, 'owner', 'editor'))).toEqual([409, 'last_owner']);
    expect(codeOf(await remove(token, last.uid))).toEqual([409, 'last_owner']);
    expect(codeOf(await site.call('DELETE', '/api/me', { token, body: { email: last.email } }))).toEqual([409, 'last_owner']);
    await expect(site.rows('PATCH', `team?uid=eq.${last.uid}`, { role: 'editor' })).rejects.toThrow('the last owner cannot be removed');
    await expect(site.rows('DELETE', `team?uid=eq.${last.uid}`)).rejects.toThrow('the last owner cannot be removed');
    expect((await site.call('GET', '/api/admin/team', { token })).status).toBe(200);
  });
});
