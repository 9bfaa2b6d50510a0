import type { Team } from '@site/shared/contracts/admin-team.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './team-tab.tsx';

const since = toInstant('2026-03-01T12:00:00Z');
const team: Team = {
  members: [
    { uid: 'uid-1', email: 'marina@leitores.test', role: 'owner', invitedBy: null, since },
    { uid: 'uid-2', email: 'bia@leitores.test', role: 'editor', invitedBy: 'marina@leitores.test', since },
  ],
  invitations: [
    {
      ...{ id: 'i-1', email: 'caio@leitores.test', role: 'support', locale: 'en', invitedBy: 'marina@leitores.test' },
      ...{ sentAt: since, expiresAt: toInstant('2026-03-08T12:00:00Z') },
    },
  ],
};
const open = () => openTab(Component, '/dashboard', '/dashboard?tab=team');
const rowOf = async (name: string) => within((await screen.findAllByText(new RegExp(`^${name}@`)))[0]?.closest('li') as HTMLElement);

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

describe('the team page', () => {
  it('the team page lists members and invitations, marks one’s own row and expired invitations', async () => {
    playApi({ 'GET /api/admin/team': () => team });
    await open();
    expect((await rowOf('marina')).getByText(/\(você\)/).parentElement?.textContent).toContain('Titular');
    expect((await rowOf('bia')).getByText('desde 1 de mar. de 2026')).toBeDefined();
    const invited = await rowOf('caio');
    expect(invited.getByText('Expirou')).toBeDefined();
    expect(invited.getByText('expirou em 8 de mar. de 2026')).toBeDefined();
  });

  it('the team page explains the permissions of a role before inviting', async () => {
    playApi({ 'GET /api/admin/team': () => team });
    await open();
    const [words] = await screen.findAllByText(/^Livros/);
    expect(words?.textContent).toBe('Livros (sem os preços), episódios, textos e cartas aos leitores; acompanha os números.');
  });

  it('the team page sends an invitation again unchanged, in its language', async () => {
    const user = userEvent.setup();
    const { sent: bodies } = playApi({
      'GET /api/admin/team': () => team,
      'POST /api/admin/team/invitations': () => team,
    });
    await open();
    await user.click((await rowOf('caio')).getByRole('button', { name: /^Reenviar/ }));
    await vi.waitFor(() => expect(bodies).toEqual([{ email: 'caio@leitores.test', role: 'support', locale: 'en' }]));
  });

  it('the team page requires a complete address before sending, and explains the API’s refusals', async () => {
    const user = userEvent.setup();
    const asked = playApi({
      'GET /api/admin/team': () => team,
      'POST /api/admin/team/invitations': () => refused(409, 'already_in_team'),
    });
    await open();
    const form = within(await screen.findByRole('form', { name: 'Convidar' }));
    await user.type(form.getByLabelText('E-mail'), 'bia');
    await user.click(form.getByRole('button', { name: 'Enviar convite' }));
    expect(form.getByText(/^Digite um e-mail válido/)).toBeDefined();
    expect(asked).not.toContain('POST /api/admin/team/invitations');
    await user.type(form.getByLabelText('E-mail'), '@leitores.test');
    await user.click(form.getByRole('button', { name: 'Enviar convite' }));
    expect(await form.findByText(/já faz parte da equipe/)).toBeDefined();
    expect(form.getByLabelText<HTMLInputElement>('E-mail').value).toBe('bia@leitores.test');
  });

  it('the team page changes a role from the displayed one, and keeps the dialog open with the reason on failure', async () => {
    const user = userEvent.setup();
    const { sent: bodies } = playApi({
      'GET /api/admin/team': () => team,
      'PUT /api/admin/team/uid-1/role': () => refused(409, 'last_owner'),
    });
    await open();
    await user.click((await rowOf('marina')).getByRole('button', { name: /^Mudar função/ }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Mudar a função de marina@leitores.test' }));
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Mudar' }).disabled).toBe(true);
    await user.selectOptions(dialog.getByLabelText('Função'), 'Edição');
    await user.click(dialog.getByRole('button', { name: 'Mudar' }));
    expect(await dialog.findByText(/precisa de pelo menos um titular/)).toBeDefined();
    expect(bodies).toEqual([{ role: 'editor', previousRole: 'owner' }]);
  });
});
