import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../testing/signed-in.ts';
import { api } from './api.ts';
import { fetchFile } from './fetch-file.ts';
import { useFailureText } from './load-failure.tsx';
import { SignedInData } from './signed-in-data.tsx';

const CALL = 'POST /api/admin/uploads';
const body = { kind: 'pdf', name: 'livro.pdf', size: 9 } as const;
const done = { id: '8a1c1f5e-4a53-4a52-8f0e-2f6f0d6f5a01', url: 'https://data.test/put', filename: 'livro.pdf' };

beforeEach(polyfillDialog);

/** A form whose action needs a recent sign-in. */
function Form({ work }: { work: () => Promise<unknown> }) {
  const [outcome, setOutcome] = useState('');
  const [error, setError] = useState<unknown>(null);
  const failure = useFailureText(error);
  return (
    <>
      <label>
        Motivo <input />
      </label>
      <button
        type="button"
        onClick={() =>
          void work().then(
            (answer) => setOutcome(JSON.stringify(answer)),
            (reason: unknown) => setError(reason),
          )
        }
      >
        Enviar
      </button>
      <output>{outcome}</output>
      <p role="alert">{error ? failure : ''}</p>
    </>
  );
}
const upload = () => api('POST /api/admin/uploads', { body });

async function open(work: () => Promise<unknown> = upload) {
  await renderInSite({
    routes: [
      {
        path: '/',
        element: (
          <SignedInData>
            <Form work={work} />
          </SignedInData>
        ),
      },
    ],
    at: '/',
  });
  const user = userEvent.setup();
  await user.type(screen.getByLabelText('Motivo'), 'capa errada');
  await user.click(screen.getByRole('button', { name: 'Enviar' }));
  return user;
}
const dialog = async () => within(await screen.findByRole('dialog', { name: 'Confirme que é você' }));
const isKept = () => expect(screen.getByLabelText<HTMLInputElement>('Motivo').value).toBe('capa errada');

/** Refuses until `isProved` says that the sign-in is recent. */
const apiThatAsks = (isProved: () => boolean, answer: unknown = done) => {
  const bodies: unknown[] = [];
  const asked = playApi({
    [CALL]: ({ body: sent }) => {
      bodies.push(sent);
      return isProved() ? answer : refused(403, 'step_up_required');
    },
  });
  return { asked, bodies };
};

describe('a call that needs a recent sign-in', () => {
  it('a call that needs a recent sign-in asks for the password over the form, and is repeated unchanged', async () => {
    const proveIdentity = vi.fn(async (_password: string | null) => null);
    signIn({ proveIdentity });
    const { bodies } = apiThatAsks(() => proveIdentity.mock.calls.length > 0);
    const user = await open();
    const asking = await dialog();
    await user.type(await asking.findByLabelText('Senha'), 'semente-demo');
    await user.click(asking.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(JSON.stringify(done))).toBeDefined();
    expect(proveIdentity).toHaveBeenCalledWith('semente-demo');
    expect(bodies).toEqual([body, body]);
    expect(screen.queryByRole('dialog')).toBeNull();
    isKept();
  });

  it('a call that needs a recent sign-in asks for the app’s code after the password if the account has one', async () => {
    const finish = vi.fn(async (code: string) => {
      if (code !== '246810') throw Object.assign(new Error('Firebase'), { code: 'auth/invalid-verification-code' });
    });
    signIn({ proveIdentity: async () => finish });
    apiThatAsks(() => finish.mock.calls.length > 1);
    const user = await open();
    const asking = await dialog();
    await user.type(await asking.findByLabelText('Senha'), 'semente-demo');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    const code = await asking.findByLabelText('Código de seis dígitos');
    await waitFor(() => expect(document.activeElement).toBe(code));
    await user.type(code, '111111');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await asking.findByText(/O código não confere/)).toBeDefined();
    await user.clear(code);
    await user.type(code, '246 810');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(JSON.stringify(done))).toBeDefined();
    isKept();
  });

  it('a call that needs a recent sign-in reports a wrong password, and asks again', async () => {
    const proveIdentity = vi.fn(async (password: string | null) => {
      if (password !== 'certa') throw Object.assign(new Error('Firebase'), { code: 'auth/invalid-credential' });
      return null;
    });
    signIn({ proveIdentity });
    const { asked } = apiThatAsks(() => proveIdentity.mock.calls.length > 1);
    const user = await open();
    const asking = await dialog();
    await user.type(await asking.findByLabelText('Senha'), 'errada');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await asking.findByText('A senha atual está incorreta.')).toBeDefined();
    expect(asked).toHaveLength(1);
    await user.clear(asking.getByLabelText('Senha'));
    await user.type(asking.getByLabelText('Senha'), 'certa');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(JSON.stringify(done))).toBeDefined();
  });

  it('a call that needs a recent sign-in accepts Google for an account without a password', async () => {
    const proveIdentity = vi.fn(async (_password: string | null) => null);
    signIn({ providers: ['google.com'], proveIdentity });
    apiThatAsks(() => proveIdentity.mock.calls.length > 0);
    const user = await open();
    const asking = await dialog();
    await user.click(await asking.findByRole('button', { name: 'Confirmar com o Google' }));
    expect(await screen.findByText(JSON.stringify(done))).toBeDefined();
    expect(proveIdentity).toHaveBeenCalledWith(null);
    expect(asking.queryByLabelText('Senha')).toBeNull();
  });

  it('a call that needs a recent sign-in does nothing when the person cancels, and leaves the form unchanged', async () => {
    signIn();
    const { asked } = apiThatAsks(() => false);
    const user = await open();
    await user.click((await dialog()).getByRole('button', { name: 'Cancelar' }));
    expect(await screen.findByText(/Nada foi feito: falta confirmar que é você/)).toBeDefined();
    expect(asked).toHaveLength(1);
    expect(screen.queryByRole('dialog')).toBeNull();
    isKept();
  });

  it('a call that needs a recent sign-in can be a file download as well', async () => {
    const proveIdentity = vi.fn(async (_password: string | null) => null);
    signIn({ proveIdentity });
    playApi({
      'GET /api/admin/orders.csv': () => (proveIdentity.mock.calls.length > 0 ? new Response('a;b') : refused(403, 'step_up_required')),
    });
    const user = await open(async () => await (await fetchFile('/api/admin/orders.csv')).file.text());
    await user.type(await (await dialog()).findByLabelText('Senha'), 'semente-demo');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText('"a;b"')).toBeDefined();
  });

  it('a call that needs a recent sign-in asks once, even if several calls are refused together', async () => {
    const proveIdentity = vi.fn(async (_password: string | null) => null);
    signIn({ proveIdentity });
    const { asked } = apiThatAsks(() => proveIdentity.mock.calls.length > 0);
    const user = await open(() => Promise.all([upload(), upload()]));
    await user.type(await (await dialog()).findByLabelText('Senha'), 'semente-demo');
    await user.click(screen.getByRole('button', { name: 'Confirmar' }));
    expect(await screen.findByText(JSON.stringify([done, done]))).toBeDefined();
    expect(proveIdentity).toHaveBeenCalledOnce();
    expect(asked).toHaveLength(4);
  });
});
