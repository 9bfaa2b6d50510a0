import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { SignedInData } from '../../signed-in/signed-in-data.tsx';
import { playApi, signIn } from '../../testing/signed-in.ts';
import { BlockEditor } from '../block-editor/block-editor.tsx';

polyfillDialog();

const ID = 'UCcadernosDaEstrada00000';
const published = (key: string, body: object) => ({ key, version: 0, publishedBy: null, publishedAt: null, body });

async function edit(block: 'channel' | 'timeZone', body: object, answers: Parameters<typeof playApi>[0] = {}) {
  signIn();
  const sent: unknown[] = [];
  playApi({
    [`GET /api/admin/content/${block}`]: () => published(block, body),
    [`PUT /api/admin/content/${block}`]: ({ body: publication }) => {
      sent.push((publication as { body: unknown }).body);
      return { ...published(block, (publication as { body: object }).body), version: 1 };
    },
    'GET /api/admin/channel': () => ({
      channel: null,
      isReading: false,
      lastReading: null,
      syncedAt: null,
      shown: 24,
      hidden: 0,
    }),
    'GET /api/admin/settings': () => ({ site: 'Site', variables: [], currencies: [], admins: [] }),
    ...answers,
  });
  await renderInSite({
    routes: [
      {
        path: '/',
        Component: () => (
          <SignedInData>
            <BlockEditor block={block} view="edit" onView={() => undefined} />
          </SignedInData>
        ),
      },
    ],
    at: '/',
  });
  return sent;
}

const channel = { id: 'UCraizEpalavra0demo00000', title: 'Raiz & Palavra', earlier: 'kept' };

test('a new channel is looked up, shown, and published only after its effects were explained', async () => {
  const user = userEvent.setup();
  const sent = await edit('channel', channel, {
    'POST /api/admin/channel-lookups': () => ({ id: ID, title: 'Cadernos da Estrada', handle: '@cadernosdaestrada', videos: 3 }),
  });
  await user.type(await screen.findByLabelText('Canal do YouTube'), '@cadernosdaestrada{Enter}');
  const found = await screen.findByText('@cadernosdaestrada · 3 vídeos públicos');
  expect(sent).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Usar este canal' }));
  expect(found.isConnected).toBe(false);
  await user.click(screen.getByRole('radio', { name: /Saem do site/ }));
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  const dialog = await screen.findByRole('dialog');
  expect(dialog.textContent).toMatch(/episódios de Cadernos da Estrada.*Os 24 episódios que estão no site saem dele/);
  expect(sent).toEqual([]);
  await user.click(within(dialog).getByRole('button', { name: 'Publicar e trocar' }));
  await vi.waitFor(() => expect(sent).toEqual([{ id: ID, title: 'Cadernos da Estrada', earlier: 'hidden' }]));
});

test('a channel input that matches nothing is answered with advice', async () => {
  const user = userEvent.setup();
  await edit('channel', channel, {
    'POST /api/admin/channel-lookups': () =>
      Response.json(
        { error: { code: 'invalid_input', message: 'x', requestId: 'request-1', fields: { channel: 'channel_not_found' } } },
        { status: 400 },
      ),
  });
  await user.type(await screen.findByLabelText('Canal do YouTube'), '@nada{Enter}');
  expect(await screen.findByText(/O YouTube não encontra este canal. Copie o endereço/)).toBeDefined();
});

test('a time zone is found by words and chosen, with its current time', async () => {
  const user = userEvent.setup();
  const sent = await edit('timeZone', { zone: 'America/Sao_Paulo' });
  await user.type(await screen.findByLabelText('Procurar cidade, país ou fuso'), 'nova zelândia');
  const choice = screen.getByRole('radio', { name: /Auckland.*Agora são \d\d:\d\d \(GMT[+]1[23]\)/ });
  await user.click(choice);
  await user.click(screen.getByRole('button', { name: 'Publicar' }));
  await vi.waitFor(() => expect(sent).toEqual([{ zone: 'Pacific/Auckland' }]));
});
