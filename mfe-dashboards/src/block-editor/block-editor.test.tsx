import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SignedInData } from '../signed-in/signed-in-data.tsx';
import { playApi, signIn } from '../testing/signed-in.ts';
import { BlockEditor } from './block-editor.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const words = (portuguese: string) => ({ 'pt-BR': portuguese, en: '' });

it('keeps what is typed while the words before are published', async () => {
  const user = userEvent.setup();
  signIn();
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  const sent: { expectedVersion: number; body: { title: ReturnType<typeof words> } }[] = [];
  let block = {
    key: 'closing',
    version: 1,
    publishedBy: null,
    publishedAt: null,
    body: { title: words('Até'), text: words('Volte sempre.') },
  };
  playApi({
    'GET /api/admin/content/closing': () => block,
    'PUT /api/admin/content/closing': async ({ body }) => {
      const publication = body as (typeof sent)[number];
      sent.push(publication);
      await held;
      block = { ...block, version: publication.expectedVersion + 1, body: { ...block.body, ...publication.body } };
      return block;
    },
  });
  const Component = () => (
    <SignedInData>
      <BlockEditor block="closing" view="edit" onView={() => undefined} />
    </SignedInData>
  );
  await renderInSite({ routes: [{ path: '/', Component }], at: '/' });
  const title = await screen.findByDisplayValue<HTMLInputElement>('Até');
  await user.type(title, ' logo');
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await user.type(title, ' mais{Enter}');
  release();
  const button = await screen.findByRole<HTMLButtonElement>('button', { name: 'Publicar', busy: false });
  expect(title.value).toBe('Até logo mais');
  expect(button.disabled).toBe(false);
  await user.click(button);
  await waitFor(() =>
    expect(sent).toMatchObject([
      { expectedVersion: 1, body: { title: { 'pt-BR': 'Até logo' } } },
      { expectedVersion: 2, body: { title: { 'pt-BR': 'Até logo mais' } } },
    ]),
  );
  await waitFor(() => expect(button.disabled).toBe(true));
});
