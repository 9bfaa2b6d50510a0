import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { SignedInData } from '../../signed-in/signed-in-data.tsx';
import { playApi, signIn } from '../../testing/signed-in.ts';
import { BlockEditor } from './block-editor.tsx';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});

const words = (portuguese: string) => ({ 'pt-BR': portuguese, en: '' });

it('the block editor keeps the words that are typed while a publication runs', async () => {
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

/** Opens the editor of a block that was never published. Returns the bodies that are published. */
async function open(block: 'timeline' | 'featured_ebooks' | 'author', body: object, answers: Parameters<typeof playApi>[0] = {}) {
  signIn();
  const sent: unknown[] = [];
  playApi({
    [`GET /api/admin/content/${block}`]: () => ({ key: block, version: 0, publishedBy: null, publishedAt: null, body }),
    [`PUT /api/admin/content/${block}`]: (call) => {
      sent.push(call.body);
      return { key: block, version: 1, publishedBy: null, publishedAt: null, body };
    },
    ...answers,
  });
  const Component = () => (
    <SignedInData>
      <BlockEditor block={block} view="edit" onView={() => undefined} />
    </SignedInData>
  );
  await renderInSite({ routes: [{ path: '/', Component }], at: '/' });
  return sent;
}

it('the block editor keeps focus and fields of an item that is moved, and moves the focus to another item when one is removed', async () => {
  const user = userEvent.setup();
  const items = [2001, 2002, 2003].map((year) => ({ year, title: words(`Ano ${year}`), text: words('') }));
  await open('timeline', { items });
  await user.click(await screen.findByText(/Ano 2003$/));
  expect(await screen.findByDisplayValue('Ano 2003')).toBeDefined();
  screen.getByRole('button', { name: 'Mover para cima: Marco 3' }).focus();
  await user.keyboard('{Enter}{Enter}');
  expect(screen.getAllByText(/Ano 200\d$/, { selector: 'summary span' }).map(({ textContent }) => textContent)).toEqual(
    [2003, 2001, 2002].map((year) => `${year} · Ano ${year}`),
  );
  expect(screen.getByDisplayValue('Ano 2003').closest('details')?.textContent).toContain('Marco 1');
  expect(document.activeElement?.textContent).toBe('Mover para cima: Marco 1');

  await user.click(screen.getByRole('button', { name: 'Remover: Marco 3' }));
  await waitFor(() => expect(document.activeElement?.tagName).toBe('SUMMARY'));
  expect(document.activeElement?.textContent).toContain('Ano 2001');
  for (const left of [2, 1]) await user.click(screen.getByRole('button', { name: `Remover: Marco ${left}` }));
  await waitFor(() => expect(document.activeElement?.textContent).toBe('Adicionar marco'));
});

it('the block editor publishes nothing when Enter is pressed in a search field', async () => {
  const user = userEvent.setup();
  const sent = await open(
    'featured_ebooks',
    { ids: [] },
    {
      'GET /api/ebooks': () => ({ ebooks: [], total: 0, isTotalCapped: false, nextCursor: null }),
    },
  );
  const search = await screen.findByRole('searchbox', { name: 'Procurar eBook para adicionar' });
  await user.type(search, 'raízes{Enter}');
  expect(sent).toEqual([]);
});

it('the block editor publishes no draft when the original text changed, until the admin chooses', async () => {
  const user = userEvent.setup();
  const original = (name: string) => ({ title: words(`Quem escreve: ${name}`), paragraphs: [] });
  const draft = { version: 0, base: original('site.test'), body: { ...original('site.test'), paragraphs: [words('Oi.')] } };
  localStorage.setItem('draft uid-1 author', JSON.stringify({ ...draft, restoredFrom: null, at: '2026-03-01T12:00:00Z' }));
  const sent = await open('author', original('Uma Autora'));
  const note = await screen.findByRole('region', { name: 'O texto original mudou desde que você começou este rascunho' });
  expect(note.textContent).toContain('Nada do que você escreveu se perdeu');
  expect(within(note).getByText('Quem escreve: Uma Autora')).toBeDefined();
  expect(within(note).getAllByText('Texto original agora')[0]).toBeDefined();
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Publicar' }).disabled).toBe(true);

  await user.click(within(note).getByRole('button', { name: 'Usar o texto original' }));
  expect(screen.queryByRole('region', { name: /mudou/ })).toBeNull();
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await waitFor(() => expect(sent).toMatchObject([{ body: original('Uma Autora') }]));
});
