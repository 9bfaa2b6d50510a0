import { type Support, SupportSchema } from '@site/shared/contracts/admin-support.ts';
import { permissionsOf } from '@site/shared/contracts/team.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { playApi as playAnswers, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import './support-page.tsx';

const fine = {
  checkedAt: '2026-03-01T12:00:00.000Z',
  payments: { lastEventAt: '2026-03-01T11:00:00.000Z', unreadSince: null, lastError: null },
  mail: { lastSentAt: '2026-03-01T11:50:00.000Z', waiting: 0, oldestWaitingAt: null, refused: [] },
  videos: { isConfigured: true, lastSuccessAt: '2026-03-01T11:45:00.000Z', lastError: null },
  mailbox: { isConfigured: true, lastSuccessAt: '2026-03-01T11:58:00.000Z', lastError: null, unread: 0 },
  storage: { isReachable: true },
};
const aState = (changes: object = {}): Support => v.parse(SupportSchema, { ...fine, ...changes });
const open = () => renderInSite({ routes, at: '/dashboard/support' });
/** Opens the list of parts, and returns the text of one part. */
const part = async (name: string) => {
  const summary = (await screen.findByRole('region', { name: 'Estado do sistema' })).querySelector('summary');
  if (summary && !summary.closest('details')?.open) await userEvent.click(summary);
  return (await screen.findByRole('heading', { name, level: 3 })).closest('li')?.textContent;
};

afterEach(() => vi.unstubAllGlobals());

const notices = { sale: 'never', message: 'never', refund: 'daily' };
/** Mocks the API, including the notices of the signed-in person. */
const playApi = (answers: Parameters<typeof playAnswers>[0]) =>
  playAnswers({
    'GET /api/admin/notices': () => ({ notices, email: 'ana@semente.test', contactEmail: 'ola@semente.test' }),
    ...answers,
  });

describe('the support page', () => {
  it('the support page shows instructions, notices and two-step sign-in to a role without access to the settings', async () => {
    signIn({}, permissionsOf.support);
    const asked = playApi({
      'GET /api/admin/tasks': () => ({ tasks: [], counts: { orders: 0, messages: 0, ebooks: 0, support: 0 } }),
    });
    await open();
    expect(await screen.findByText('Um comprador não recebeu o e-mail')).toBeDefined();
    expect(screen.queryByText('Alguém pediu o dinheiro de volta')).toBeNull();
    expect(screen.queryByRole('region', { name: 'Estado do sistema' })).toBeNull();
    expect(await screen.findByRole('button', { name: 'Ligar a segunda etapa' })).toBeDefined();
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Pedidos de reembolso' })).value).toBe('daily');
    expect(asked.sort()).toEqual(['GET /api/admin/notices', 'GET /api/admin/tasks']);
  });

  it('the support page shows an owner’s notices, because notice emails link here', async () => {
    signIn();
    playApi({ 'GET /api/admin/support': () => aState() });
    await open();
    expect((await screen.findByRole<HTMLSelectElement>('combobox', { name: 'Pedidos de reembolso' })).value).toBe('daily');
  });

  it('the support page shows the state of each part of the system', async () => {
    signIn();
    playApi({ 'GET /api/admin/support': () => aState() });
    await open();
    expect(await part('Pagamentos')).toMatch(/Último aviso do Stripe em .*Tudo certo$/);
    expect(await part('E-mail')).toMatch(/^E-mailÚltimo e-mail aceito em .*Nenhum e-mail esperando para sair\.Tudo certo$/);
    expect(await part('Vídeos do canal')).toMatch(/Canal lido por último em .*Sincronizar agora.*Tudo certo$/);
    expect(await part('E-mails que voltam')).toMatch(/Caixa de e-mail lida por último em .*\.Tudo certo$/);
    expect(await part('Arquivos')).toMatch(/responde\.Tudo certo$/);
  });

  it('the support page shows which part needs attention, and why', async () => {
    signIn();
    playApi({
      'GET /api/admin/support': () =>
        aState({
          payments: { lastEventAt: null, unreadSince: null, lastError: null },
          mail: {
            lastSentAt: null,
            waiting: 3,
            oldestWaitingAt: '2026-03-01T11:44:00.000Z',
            refused: [{ recipient: 'ana@leitores.test', at: '2026-02-20T12:00:00.000Z', reason: '550 no such user' }],
          },
          videos: { isConfigured: true, lastSuccessAt: '2026-03-01T09:59:00.000Z', lastError: 'channel_not_found' },
          storage: { isReachable: false },
        }),
    });
    await open();
    expect(await part('Pagamentos')).toMatch(/Sem dados$/);
    expect(await part('E-mail')).toMatch(/3 e-mails na fila.*Recusado para ana@leitores\.test.*550 no such user.*Precisa de atenção$/);
    expect(await part('Vídeos do canal')).toMatch(/O YouTube não encontra mais o canal do site.*Precisa de atenção$/);
    expect(await part('Arquivos')).toMatch(/Downloads podem falhar.*Precisa de atenção$/);
  });

  it('the support page explains why the site cannot fetch payments, and ignores an old refusal of an email', async () => {
    signIn();
    playApi({
      'GET /api/admin/support': () =>
        aState({
          payments: {
            lastEventAt: '2026-03-01T11:00:00.000Z',
            unreadSince: '2026-03-01T09:00:00.000Z',
            lastError: 'Expired API Key provided',
          },
          mail: {
            lastSentAt: null,
            waiting: 0,
            oldestWaitingAt: null,
            refused: [{ recipient: 'ana@leitores.test', at: '2026-02-14T12:00:00.000Z', reason: '550 no such user' }],
          },
        }),
    });
    await open();
    expect(await part('Pagamentos')).toMatch(
      /nem todos os pagamentos puderam ser conferidos.*Expired API Key provided.*Precisa de atenção$/,
    );
    expect(await part('E-mail')).toMatch(/Recusado para ana@leitores\.test.*Tudo certo$/);
  });

  it('the support page starts a sync of the channel, and shows its result', async () => {
    const user = userEvent.setup();
    signIn();
    let lastError: string | null = 'channel_not_found';
    playApi({
      'GET /api/admin/support': () => aState({ videos: { isConfigured: true, lastSuccessAt: '2026-03-01T11:59:00.000Z', lastError } }),
      'POST /api/admin/channel-readings': () => {
        lastError = null;
        return { outcome: 'read', reason: null };
      },
    });
    await open();
    expect(await part('Vídeos do canal')).toMatch(/Precisa de atenção$/);
    await user.click(screen.getByRole('button', { name: 'Sincronizar agora' }));
    expect(await screen.findByText('O canal foi lido agora.')).toBeDefined();
    await waitFor(async () => expect(await part('Vídeos do canal')).toMatch(/Tudo certo$/));
  });

  it('the support page does not report new emails as late, or a site without a channel as broken', async () => {
    signIn();
    playApi({
      'GET /api/admin/support': () =>
        aState({
          mail: { lastSentAt: null, waiting: 1, oldestWaitingAt: '2026-03-01T11:59:00.000Z', refused: [] },
          videos: { isConfigured: false, lastSuccessAt: null, lastError: null },
          mailbox: { isConfigured: false, lastSuccessAt: null, lastError: null, unread: 0 },
        }),
    });
    await open();
    expect(await part('E-mails que voltam')).toMatch(/Nenhuma caixa de e-mail conectada.*Sem dados$/);
    expect(await part('E-mail')).toMatch(/1 e-mail na fila.*Tudo certo$/);
    expect(await part('Vídeos do canal')).toMatch(/episódios de exemplo\.Sem dados$/);
  });

  it('the support page keeps its help when the state could not be loaded, and retries', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ 'GET /api/admin/support': () => (isDown ? refused(500, 'unexpected') : aState()) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível verificar o sistema' })).toBeDefined();
    expect(screen.getByText('Código para o suporte: request-')).toBeDefined();
    const help = within(screen.getByRole('region', { name: 'Como fazer' }));
    expect(help.getByText('Um comprador não recebeu o e-mail')).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await part('Arquivos')).toMatch(/Tudo certo$/);
  });
});
