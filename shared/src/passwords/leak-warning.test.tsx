import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { LeakWarning, useLeakWarning } from './leak-warning.tsx';

/** SHA-1 of `123456`. */
const [PREFIX, SUFFIX] = ['7C4A8', 'D09CA3762AF61E59520943DC26494F8941B'];

function Page() {
  const { isWarned, mayGoOn } = useLeakWarning();
  const [password, setPassword] = useState('');
  const [sent, setSent] = useState('');
  const send = async () => {
    if (await mayGoOn(password)) setSent(password);
  };
  return (
    <>
      <input aria-label="Senha" onChange={(event) => setPassword(event.target.value)} />
      <button type="button" onClick={() => void send()}>
        {'Enviar'}
      </button>
      {isWarned && <LeakWarning />}
      {sent && <p>{`sent ${sent}`}</p>}
    </>
  );
}

async function open(answer: () => Response | Promise<Response>, locale: 'pt-BR' | 'en' = 'pt-BR') {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    asked.push(`${init.method} ${url} ${init.body ?? ''}`.trim());
    return await answer();
  });
  await renderInSite({ routes: [{ path: '/', Component: Page }], at: '/', preferences: { locale } });
  const user = userEvent.setup();
  const send = async (password: string) => {
    await user.clear(screen.getByLabelText('Senha'));
    await user.type(screen.getByLabelText('Senha'), password);
    await user.click(screen.getByRole('button'));
  };
  return { asked, send };
}
const leaks = () => Response.json({ suffixes: ['0'.repeat(35), SUFFIX] });

afterEach(() => vi.unstubAllGlobals());

it('a leaked password causes one warning, and only five digits of its hash leave the browser', async () => {
  const { asked, send } = await open(leaks);
  await send('123456');
  expect((await screen.findByRole('alert')).textContent).toContain('Esta senha está em listas de senhas vazadas');
  expect(asked).toEqual([`GET /api/password-ranges/${PREFIX}`]);
  expect(screen.queryByText('sent 123456')).toBeNull();
  await send('123456');
  expect(await screen.findByText('sent 123456')).toBeDefined();
});

it('a password that did not leak causes no warning, even after a leaked password', async () => {
  const { send } = await open(leaks, 'en');
  await send('123456');
  expect((await screen.findByRole('alert')).textContent).toContain('lists of leaked passwords');
  await send('jardim-de-maio');
  expect(await screen.findByText('sent jardim-de-maio')).toBeDefined();
  expect(screen.queryByRole('alert')).toBeNull();
});

it.each([
  ['the network fails', () => Promise.reject(new TypeError('offline'))],
  ['the API rejects the request', () => Response.json({ error: { code: 'too_many_requests' } }, { status: 429 })],
  ['the answer is malformed', () => Response.json({ suffixes: null })],
])('a sign-up continues without a warning when %s', async (_, answer) => {
  const { send } = await open(answer);
  await send('123456');
  expect(await screen.findByText('sent 123456')).toBeDefined();
});
