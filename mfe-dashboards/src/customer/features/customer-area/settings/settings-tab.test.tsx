import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { type UserEvent, userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { routes as dashboardRoutes } from '../../../../routes.tsx';
import { playApi, refused, signIn } from '../../../../testing/signed-in.ts';

const routes = [
  ...dashboardRoutes,
  { path: 'signin', Component: () => 'the sign-in page' },
  { path: '/', Component: () => 'the home page' },
];
const open = (preferences = {}) => renderInSite({ routes, at: '/user-dashboard?tab=settings', preferences });
const refusal = (code: string) => Object.assign(new Error(code), { code: `auth/${code}` });
const value = (label: string | RegExp) => screen.getByLabelText<HTMLInputElement>(label).value;

beforeAll(polyfillDialog);
afterEach(() => vi.unstubAllGlobals());

describe('the account settings', () => {
  it('the account settings show the email address and the date of the account', async () => {
    signIn();
    await open();
    expect(await screen.findByText('15 de jan. de 2026')).toBeDefined();
    expect(screen.getByText('leitora@leitores.test')).toBeDefined();
  });

  it('the account settings accept a new name, and reject an empty one', async () => {
    const user = userEvent.setup();
    const names: string[] = [];
    const identity = signIn({ rename: async (name) => void names.push(name) });
    await open();
    const name = await screen.findByLabelText('Nome');
    await user.clear(name);
    await user.click(screen.getByRole('button', { name: 'Salvar nome' }));
    expect(await screen.findByText('Escreva o nome que quer usar.')).toBeDefined();
    await user.type(name, ' Marina ');
    await user.click(screen.getByRole('button', { name: 'Salvar nome' }));
    expect(await screen.findByText('Nome salvo.')).toBeDefined();
    expect(names).toEqual(['Marina']);
    // The account is read again, so that the next view shows the new value.
    expect(identity.account).toHaveBeenCalledTimes(2);
  });

  it('the account settings report a loading failure in the reader’s language', async () => {
    const identity = signIn();
    identity.account.mockRejectedValue(new Error('offline'));
    await open({ locale: 'en' });
    expect(await screen.findByText('Failed to load your account')).toBeDefined();
  });
});

describe('the sign-in methods', () => {
  /** Returns an account at a provider that remembers which sign-in methods were linked. */
  function anAccount(providers: string[]) {
    const identity = signIn();
    const linked = new Set(providers);
    const known = { linkGoogle: async () => void linked.add('google.com'), unlinkGoogle: async () => void linked.delete('google.com') };
    const plain = identity.account.getMockImplementation();
    identity.account.mockImplementation(async () => ({ ...(await plain?.()), ...known, providers: [...linked] }) as never);
  }
  const ways = async () => (await screen.findAllByRole('listitem')).map(({ textContent }) => textContent);

  it('the sign-in methods can add and remove Google', async () => {
    const user = userEvent.setup();
    anAccount(['password']);
    await open();
    await user.click(await screen.findByRole('button', { name: 'Vincular o Google' }));
    expect(await screen.findByText('Google vinculado. Agora você também pode entrar com ele.')).toBeDefined();
    expect(await ways()).toEqual(['E-mail e senhaativada', 'GoogleativadaDesvincular']);
    await user.click(screen.getByRole('button', { name: 'Desvincular' }));
    expect(await screen.findByText('Google desvinculado. Entre com o e-mail e a senha.')).toBeDefined();
    expect(await ways()).toEqual(['E-mail e senhaativada', 'Googlenão usadaVincular o Google']);
  });

  it('the sign-in methods keep Google while it is the only method, and suggest a password', async () => {
    signIn({ providers: ['google.com'] });
    await open();
    expect(await screen.findByText(/O Google é sua única forma de entrar/)).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Desvincular' })).toBeNull();
    expect(screen.getByRole('link', { name: 'receber o link por e-mail' }).getAttribute('href')).toBe('/forgot-password');
  });

  it.each([
    ['popup-closed-by-user', 'A janela do Google foi fechada. Tente de novo quando quiser.'],
    ['popup-blocked', 'O navegador bloqueou a janela do Google. Permita janelas deste site e tente de novo.'],
    ['network-request-failed', 'Não foi possível conectar. Verifique sua internet e tente de novo.'],
    ['credential-already-in-use', /já abre outra conta deste site/],
    ['requires-recent-login', 'Por segurança, saia e entre de novo para fazer isto.'],
    ['internal-error', /Algo deu errado/],
  ])('the sign-in methods explain the provider error %s, and allow a retry', async (code, sentence) => {
    const user = userEvent.setup();
    const linkGoogle = vi.fn(async (): Promise<void> => Promise.reject(refusal(code)));
    signIn({ linkGoogle });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Vincular o Google' }));
    expect(await screen.findByText(sentence)).toBeDefined();
    await user.click(screen.getByRole('button', { name: 'Vincular o Google' }));
    expect(linkGoogle).toHaveBeenCalledTimes(2);
  });

  it('the sign-in methods enable the button as soon as the person returns, before the provider reports the closed window', async () => {
    const user = userEvent.setup();
    signIn({ linkGoogle: () => new Promise(() => undefined) });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Vincular o Google' }));
    expect(screen.getByRole('button', { name: 'Vinculando…' }).getAttribute('aria-busy')).toBe('true');
    fireEvent.focus(window);
    expect(screen.getByRole('button', { name: 'Vincular o Google' }).getAttribute('aria-busy')).toBeNull();
  });
});

describe('the account’s email address', () => {
  const field = () => screen.getByLabelText(/^Novo e-mail/);

  it('the account’s email address changes through a link to the new address, after a sign-in', async () => {
    const user = userEvent.setup();
    const changeEmail = vi.fn(async () => undefined);
    signIn({ changeEmail });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Trocar e-mail' }));
    await user.type(field(), 'Nova@leitores.test');
    await user.click(screen.getByRole('button', { name: 'Enviar o link' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.type(await dialog.findByLabelText('Senha'), 'a-de-agora');
    expect(changeEmail).not.toHaveBeenCalled();
    await user.click(dialog.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(/^Enviamos um link para nova@leitores\.test/)).toBeDefined();
    expect(changeEmail).toHaveBeenCalledWith('nova@leitores.test', 'pt-BR');
  });

  it.each(['', 'nova@leitores', 'leitora@leitores.test'])(
    'the account’s email address stays unchanged when “%s” is entered, and the field keeps the input',
    async (typed) => {
      const user = userEvent.setup();
      signIn();
      await open();
      await user.click(await screen.findByRole('button', { name: 'Trocar e-mail' }));
      if (typed) await user.type(field(), typed);
      await user.click(screen.getByRole('button', { name: 'Enviar o link' }));
      expect(screen.getByText('Escreva outro endereço de e-mail, sem acentos antes do @, como voce@exemplo.com.')).toBeDefined();
      expect(value(/^Novo e-mail/)).toBe(typed);
    },
  );

  it('the account’s email address is managed by Google for an account that signs in with Google only', async () => {
    signIn({ providers: ['google.com'] });
    await open();
    expect(await screen.findByText('É o da sua conta Google. Para trocá-lo, crie antes uma senha.')).toBeDefined();
    expect(screen.queryByRole('button', { name: 'Trocar e-mail' })).toBeNull();
  });
});

it('a buyer finds two-step sign-in among the settings', async () => {
  signIn();
  await open();
  expect(await screen.findByRole('button', { name: 'Ligar a segunda etapa' })).toBeDefined();
  expect(screen.getByText(/Sem eles, fale conosco\.$/)).toBeDefined();
});

describe('the account’s password', () => {
  async function change(user: UserEvent, current: string, next: string) {
    const [field] = await screen.findAllByLabelText('Senha atual');
    if (field && current) await user.type(field, current);
    await user.type(screen.getByLabelText('Nova senha'), next);
    await user.click(screen.getByRole('button', { name: 'Trocar senha' }));
  }

  it('the account’s password changes when the current password is correct', async () => {
    const user = userEvent.setup();
    const done: string[] = [];
    signIn({
      proveIdentity: async (password) => {
        done.push(`proved by ${password}`);
        return null;
      },
      changePassword: async (password) => void done.push(`changed to ${password}`),
    });
    await open();
    const asked = playApi({ 'POST /api/me/password-email': () => null });
    await change(user, 'a-de-antes', 'a-de-agora');
    expect(await screen.findByText('Senha trocada. Nos outros aparelhos, entre com a nova.')).toBeDefined();
    expect(done).toEqual(['proved by a-de-antes', 'changed to a-de-agora']);
    expect(asked, 'an email says so').toContain('POST /api/me/password-email');
    expect(value('Nova senha')).toBe('');
  });

  it.each([
    { current: '', next: 'a-de-agora', sentence: 'Por favor, preencha todos os campos' },
    { current: 'a-de-antes', next: 'curta', sentence: 'A senha deve ter pelo menos 6 caracteres' },
    { current: 'errada', next: 'a-de-agora', sentence: 'A senha atual está incorreta.' },
  ])('the account’s password and the typed values stay as they were: $sentence', async ({ current, next, sentence }) => {
    const user = userEvent.setup();
    const changePassword = vi.fn(async () => undefined);
    signIn({ proveIdentity: () => Promise.reject(refusal('invalid-credential')), changePassword });
    await open();
    await change(user, current, next);
    expect(await screen.findByText(sentence)).toBeDefined();
    expect(changePassword).not.toHaveBeenCalled();
    expect(value('Nova senha')).toBe(next);
  });

  it('the account’s password shows a warning if it was leaked, and changes if it is submitted again', async () => {
    const user = userEvent.setup();
    const changePassword = vi.fn(async () => undefined);
    signIn({ changePassword });
    playApi({ 'GET /api/password-ranges/7C4A8': () => ({ suffixes: ['D09CA3762AF61E59520943DC26494F8941B'] }) });
    await open();
    await change(user, 'a-de-antes', '123456');
    expect(await screen.findByText(/Esta senha está em listas de senhas vazadas/)).toBeDefined();
    expect(changePassword).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Trocar senha' }));
    expect(await screen.findByText('Senha trocada. Nos outros aparelhos, entre com a nova.')).toBeDefined();
    expect(changePassword).toHaveBeenCalledWith('123456');
  });

  it('the account’s password is not asked for when the person signs in with Google', async () => {
    signIn({ providers: ['google.com'] });
    await open();
    expect(await screen.findByRole('heading', { name: 'Conta' })).toBeDefined();
    expect(screen.queryByLabelText('Nova senha')).toBeNull();
  });
});

describe('signing out everywhere', () => {
  it('signing out everywhere ends every session, including this one', async () => {
    const user = userEvent.setup();
    const identity = signIn();
    const asked = playApi({ 'POST /api/me/sign-out-everywhere': () => ({ signedOutAt: '2026-03-01T12:00:00.000Z' }) });
    const { router } = await open();
    await user.click(await screen.findByRole('button', { name: 'Sair de todos os aparelhos' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/signin'));
    expect(asked).toEqual(['POST /api/me/sign-out-everywhere']);
    expect(identity.signOut).toHaveBeenCalledOnce();
  });

  it('signing out everywhere keeps the sessions when ending them fails', async () => {
    const user = userEvent.setup();
    const identity = signIn();
    playApi({ 'POST /api/me/sign-out-everywhere': () => refused(429, 'too_many_requests') });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Sair de todos os aparelhos' }));
    expect(await screen.findByText(/As sessões não foram encerradas\. Foram muitas/)).toBeDefined();
    expect(identity.signOut).not.toHaveBeenCalled();
  });
});

describe('the export of personal data', () => {
  it('the export of personal data downloads one file, requested with the person’s token', async () => {
    const user = userEvent.setup();
    signIn();
    const saved: string[] = [];
    const revoked: string[] = [];
    const save = (event: Event) => {
      if (!(event.target instanceof HTMLAnchorElement) || !event.target.download) return;
      event.preventDefault();
      saved.push(`${event.target.download} ${event.target.href}`);
    };
    document.addEventListener('click', save);
    Object.assign(URL, { createObjectURL: () => 'blob:archive', revokeObjectURL: (url: string) => revoked.push(url) });
    const tokens: (string | null)[] = [];
    playApi({
      'GET /api/me/export': ({ headers }) => {
        tokens.push(headers.get('authorization'));
        return new Response('zip', { headers: { 'content-disposition': 'attachment; filename="meus-dados.zip"' } });
      },
    });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Baixar meus dados' }));
    expect(await screen.findByText('O arquivo está nos seus downloads.')).toBeDefined();
    document.removeEventListener('click', save);
    expect(saved).toEqual(['meus-dados.zip blob:archive']);
    expect(revoked, 'while the browser still saves it').toEqual([]);
    expect(tokens).toEqual(['Bearer a-token']);
  });

  it('the export of personal data shows why the download failed', async () => {
    const user = userEvent.setup();
    signIn();
    playApi({ 'GET /api/me/export': () => refused(429, 'too_many_requests') });
    await open();
    await user.click(await screen.findByRole('button', { name: 'Baixar meus dados' }));
    expect(await screen.findByText(/O arquivo não pôde ser preparado\. Foram muitas solicitações/)).toBeDefined();
  });
});

describe('deleting the account', () => {
  async function confirm(user: UserEvent, email: string, password: string) {
    await user.click(await screen.findByRole('button', { name: 'Excluir minha conta' }));
    const dialog = within(screen.getByRole('dialog', { name: 'Excluir a conta para sempre?' }));
    expect(dialog.getByText(/Por lei, guardamos os registros dos pedidos/)).toBeDefined();
    await user.type(dialog.getByLabelText('Para confirmar, digite leitora@leitores.test'), email);
    await user.type(dialog.getByLabelText('Senha atual'), password);
    await user.click(dialog.getByRole('button', { name: 'Excluir para sempre' }));
    return dialog;
  }

  it('deleting the account asks for address and password, erases the data, then the account, and ends on the home page', async () => {
    const user = userEvent.setup();
    const done: string[] = [];
    signIn({
      proveIdentity: async (password) => {
        done.push(`proved by ${password}`);
        return null;
      },
      // The guard of this area would send a signed-out visitor to the sign-in page.
      remove: async () => void done.push(`account removed, ${screen.queryByRole('dialog') ? 'still here' : 'this area is left'}`),
    });
    playApi({
      'DELETE /api/me': ({ body }) => {
        done.push(JSON.stringify(body));
        return { deletedAt: '2026-03-01T12:00:00.000Z', ordersKept: 1 };
      },
    });
    const { router } = await open();
    await confirm(user, 'Leitora@leitores.test', 'a-senha');
    await waitFor(() =>
      expect(done).toEqual([
        'proved by a-senha',
        '{"email":"leitora@leitores.test","locale":"pt-BR"}',
        'account removed, this area is left',
      ]),
    );
    expect(router.state.location.pathname).toBe('/');
  });

  it('deleting the account does nothing when a different address is typed', async () => {
    const user = userEvent.setup();
    const proveIdentity = vi.fn(async () => null);
    signIn({ proveIdentity });
    await open();
    const dialog = await confirm(user, 'outra@leitores.test', 'a-senha');
    expect(await dialog.findByText('Este não é o e-mail da conta.')).toBeDefined();
    expect(proveIdentity).not.toHaveBeenCalled();
  });

  it('deleting the account does nothing when the password is wrong', async () => {
    const user = userEvent.setup();
    const remove = vi.fn(async () => undefined);
    signIn({ proveIdentity: () => Promise.reject(refusal('invalid-credential')), remove });
    const asked = playApi({});
    await open();
    const dialog = await confirm(user, 'leitora@leitores.test', 'errada');
    expect(await dialog.findByText('A conta não foi excluída. A senha atual está incorreta.')).toBeDefined();
    expect(asked).toEqual([]);
    expect(remove).not.toHaveBeenCalled();
  });

  it('deleting the account keeps the account when the data could not be erased', async () => {
    const user = userEvent.setup();
    const remove = vi.fn(async () => undefined);
    signIn({ remove });
    playApi({ 'DELETE /api/me': () => refused(403, 'recent_login_required') });
    const { router } = await open();
    const dialog = await confirm(user, 'leitora@leitores.test', 'a-senha');
    expect(await dialog.findByText('A conta não foi excluída. Por segurança, entre de novo para fazer isto.')).toBeDefined();
    expect(remove).not.toHaveBeenCalled();
    expect(router.state.location.pathname).toBe('/user-dashboard');
  });
});
