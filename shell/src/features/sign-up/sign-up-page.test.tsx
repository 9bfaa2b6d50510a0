import { sessionStore } from '@site/shared/site/site.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { secondsToWait } from '../../account-forms/mail-wait.ts';
import * as page from './sign-up-page.tsx';

const identity = vi.hoisted(() => ({ signUp: vi.fn(), sendVerification: vi.fn(), signInWithGoogle: vi.fn(), prepareGoogle: vi.fn() }));
vi.mock('../../identity/session.ts', () => ({ siteIdentity: async () => identity }));

const providerError = (code: string) => Object.assign(new Error('Firebase: internals'), { code: `auth/${code}` });
const signedIn = () =>
  sessionStore.setState({ session: { status: 'signed-in', uid: 'u1', email: 'ana@exemplo.test', emailVerified: false, me: null } });

beforeEach(() => {
  for (const call of Object.values(identity)) call.mockReset().mockResolvedValue(undefined);
  identity.signUp.mockImplementation(async () => act(signedIn));
});

const show = (locale: 'pt-BR' | 'en' = 'pt-BR') =>
  renderInSite({
    routes: [
      { path: '/signup', ...page },
      { path: '/check-email', Component: () => <h1>Confirme</h1> },
    ],
    at: '/signup?returnTo=%2Fcart',
    preferences: { locale },
  });
const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name);
const submit = () => screen.getByRole('button', { name: 'Criar conta' });
const texts = () => ['Nome (opcional)', 'E-mail', 'Senha', 'Confirme a senha'].map((name) => field(name).value);

async function write(password = 'jardim-42', confirmation = password) {
  const user = userEvent.setup();
  for (const [name, text] of [
    ['Nome (opcional)', ' Ana Souza '],
    ['E-mail', ' ana@exemplo.test '],
    ['Senha', password],
    ['Confirme a senha', confirmation],
  ] as const) {
    await user.click(field(name));
    await user.paste(text);
  }
  return user;
}

describe('the sign-up page', () => {
  it('the sign-up page creates the account once, sends the email, and continues to the confirmation', async () => {
    const { router } = await show();
    const user = await write();
    await user.dblClick(submit());
    await screen.findByRole('heading', { name: 'Confirme' });
    expect(identity.signUp.mock.calls).toMatchObject([[{ name: 'Ana Souza', email: 'ana@exemplo.test', password: 'jardim-42' }]]);
    expect(identity.sendVerification.mock.calls).toEqual([['pt-BR', '/cart']]);
    expect(router.state.location).toMatchObject({ pathname: '/check-email', search: '?returnTo=%2Fcart' });
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBeGreaterThan(0);
  });

  it('the sign-up page continues if the email could not be sent, and the next page can send it at once', async () => {
    identity.sendVerification.mockRejectedValue(providerError('too-many-requests'));
    await show();
    const user = await write();
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Confirme' });
    expect(secondsToWait('verification', 'ana@exemplo.test')).toBe(0);
  });

  it('the sign-up page requires all fields but the name, marks the empty ones and focuses the first', async () => {
    await show();
    const user = userEvent.setup();
    await user.click(field('Senha'));
    await user.paste('jardim-42');
    await user.click(submit());
    expect(screen.getByText('Por favor, preencha todos os campos')).toBeTruthy();
    expect(screen.getAllByText('Preencha este campo')).toHaveLength(2);
    expect(document.activeElement).toBe(field('E-mail'));
    expect(field('Nome (opcional)').getAttribute('aria-invalid')).toBeNull();
    expect(identity.signUp).not.toHaveBeenCalled();
  });

  it.each([
    ['a short password', 'abc12', 'abc12', 'A senha deve ter pelo menos 6 caracteres', 'Senha'],
    ['two different passwords', 'jardim-42', 'jardim-43', 'As senhas não coincidem', 'Confirme a senha'],
  ])('the sign-up page rejects %s next to its field and keeps the input', async (_, password, confirmation, sentence, name) => {
    await show();
    const user = await write(password, confirmation);
    await user.click(submit());
    expect(field(name).getAttribute('aria-describedby')).toContain(screen.getByText(sentence).id);
    expect(document.activeElement).toBe(field(name));
    expect(texts()).toEqual([' Ana Souza ', 'ana@exemplo.test', password, confirmation]);
    expect(identity.signUp).not.toHaveBeenCalled();
  });

  it('the sign-up page accepts a password of six characters', async () => {
    await show();
    const user = await write('abc123');
    await user.click(submit());
    await waitFor(() => expect(identity.signUp).toHaveBeenCalled());
  });

  it('the sign-up page accepts any characters in a password, unchanged', async () => {
    await show();
    const user = await write('  ção 🌳 Ção ');
    await user.click(submit());
    await waitFor(() => expect(identity.signUp.mock.calls).toMatchObject([[{ password: '  ção 🌳 Ção ' }]]));
  });

  it('the sign-up page warns of a leaked password next to its field, and accepts it when sent again', async () => {
    vi.stubGlobal('fetch', async () => Response.json({ suffixes: ['D09CA3762AF61E59520943DC26494F8941B'] }));
    await show();
    const user = await write('123456');
    await user.click(submit());
    const warning = await screen.findByText(/Esta senha está em listas de senhas vazadas/);
    expect(warning.parentElement?.id).toBe(field('Senha').getAttribute('aria-describedby'));
    expect(document.activeElement).toBe(field('Senha'));
    expect(field('Senha').getAttribute('aria-invalid')).toBeNull();
    expect(identity.signUp).not.toHaveBeenCalled();
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Confirme' });
    vi.unstubAllGlobals();
  });

  it('the sign-up page says that an address has an account, and links to sign-in', async () => {
    identity.signUp.mockRejectedValue(providerError('email-already-in-use'));
    await show();
    const user = await write();
    await user.click(submit());
    expect(await screen.findByText(/Este e-mail já tem uma conta/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Entre com ele' }).getAttribute('href')).toBe('/signin?returnTo=%2Fcart');
    expect(document.activeElement).toBe(field('E-mail'));
    expect(texts()[3]).toBe('jardim-42');
  });

  it.each([
    ['internal-error', 'Falha ao criar conta'],
    ['network-request-failed', /Verifique sua internet/],
    ['too-many-requests', /muitas tentativas/],
  ])('the sign-up page explains %s and allows another try', async (code, sentence) => {
    identity.signUp.mockRejectedValueOnce(providerError(code));
    await show();
    const user = await write();
    await user.click(submit());
    expect((await screen.findByText(sentence)).getAttribute('role')).toBe('alert');
    await user.click(submit());
    await screen.findByRole('heading', { name: 'Confirme' });
  });

  it('the sign-up page reports a failure of Google, and enables its button', async () => {
    identity.signInWithGoogle.mockRejectedValue(providerError('internal-error'));
    await show();
    await userEvent.click(screen.getByRole('button', { name: 'Entrar com o Google' }));
    expect(await screen.findByText('Falha ao entrar com Google')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Entrar com o Google' }).getAttribute('aria-busy')).toBeNull();
  });
});
