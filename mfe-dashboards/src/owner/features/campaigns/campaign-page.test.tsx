import type {
  AdminCampaign,
  CampaignAudience,
  EditedCampaignSchema,
  ListedCampaign,
  SenderCheck,
} from '@site/shared/contracts/admin-campaigns.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { DAY_MS, toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { polyfillDialog } from '@site/shared/testing/dialog-element.ts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import type * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openTab } from '../../../testing/open-tab.tsx';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { Component } from './campaign-page.tsx';

const no = { total: 0, waiting: 0, sent: 0, refused: 0, left: 0, unknown: 0, bounced: 0, complained: 0 };
const aCampaign = (changes: Partial<AdminCampaign> = {}): AdminCampaign => ({
  ...{ id: 'f6c1f1a0-0000-4000-8000-000000000001', postId: 'f6c1f1a0-0000-4000-8000-000000000002', subject: 'Ficar' },
  ...{
    state: 'draft',
    sendAt: null,
    endedAt: null,
    counts: no,
    news: null,
    step: null,
    reason: null,
    stoppedBy: null,
    delayedBy: null,
    isTested: true,
    revision: 1,
  },
  post: { title: 'Ficar', locales: ['pt-BR'], isPublished: true, publishAt: null },
  heads: { 'pt-BR': { subject: '', preheader: '' }, en: { subject: '', preheader: '' } },
  segment: { locale: null, owns: null, lacks: null, joinedFrom: null, joinedUntil: null, source: null, missed: null },
  pace: { perSecond: 10, perDay: 500, today: 500 },
  waits: null,
  brought: { unsubscribed: 0, visits: 0, orders: 0, revenue: [] },
  timeZone: 'America/Sao_Paulo',
  ...changes,
});

type Played = {
  total?: number;
  days?: number;
  bytes?: number;
  complained?: CampaignAudience['complained'];
  sender?: Partial<SenderCheck>;
  sentTexts?: readonly ListedCampaign[];
  /** The mock answers a save after this promise resolves. */
  saving?: () => Promise<void>;
};

/** Mocks the API with one newsletter issue for `total` subscribers. */
function playCampaign(
  began: AdminCampaign,
  { total = 1_204, days = 2, bytes = 10_000, complained = null, sender = {}, sentTexts = [], saving = async () => undefined }: Played = {},
) {
  let campaign = began;
  let check: SenderCheck = {
    domain: 'livros.example',
    state: 'right',
    missing: [],
    checkedAt: toInstant('2026-03-01T12:00:00Z'),
    ...sender,
  };
  const address = `/api/admin/campaigns/${campaign.id}`;
  const sent: unknown[] = [];
  const move = (changes: Partial<AdminCampaign>) => {
    campaign = { ...campaign, ...changes, revision: campaign.revision + 1 };
    return campaign;
  };
  const asked = playApi({
    [`GET ${address}`]: () => campaign,
    [`PUT ${address}`]: async ({ body }) => {
      const { revision, ...edits } = body as v.InferOutput<typeof EditedCampaignSchema>;
      await saving();
      return revision === campaign.revision ? move(edits) : refused(409, 'changed_meanwhile');
    },
    'GET /api/admin/ebooks': () => ({ ebooks: [], nextCursor: null, previousCursor: null }),
    'POST /api/admin/campaign-audience': () => ({ total, byLocale: { 'pt-BR': total, en: 0 }, withoutConsent: 12, days, complained }),
    [`POST ${address}/preview`]: () => ({ subject: 'Ficar', preheader: 'Uma estrada', html: '<p>', text: 'Uma estrada', bytes }),
    [`POST ${address}/test`]: () => refused(503, 'mail_not_taken', { reason: '554 5.7.1 blocked' }),
    [`POST ${address}/sending`]: ({ body }) => {
      sent.push(body);
      return move({ state: 'scheduled', sendAt: toInstant(new Date(Date.now() + 60_000)) });
    },
    'GET /api/admin/campaigns': ({ url }) => {
      const from = Number(url.searchParams.get('after') ?? 0);
      const next = from + ADMIN_PAGE_SIZE;
      return { campaigns: sentTexts.slice(from, next), nextCursor: next < sentTexts.length ? String(next) : null, previousCursor: null };
    },
    'GET /api/admin/sender-domain': () => check,
    'POST /api/admin/sender-domain': () => {
      check = { ...check, state: 'right', missing: [] };
      return check;
    },
    [`POST ${address}/undo`]: () => move({ state: 'draft', sendAt: null }),
    [`POST ${address}/unknown`]: () => move({ counts: { ...campaign.counts, unknown: 0 } }),
    [`POST ${address}/settlement`]: () =>
      move({ counts: { ...campaign.counts, unknown: 0, sent: campaign.counts.sent + campaign.counts.unknown } }),
  });
  return { asked, sent, saved: () => campaign, saveElsewhere: move };
}

const open = async (campaign: AdminCampaign) => {
  await openTab(Component, '/dashboard/campaigns/:id', `/dashboard/campaigns/${campaign.id}`);
  await screen.findByRole('region', { name: 'Envio' });
};
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

beforeEach(() => {
  polyfillDialog();
  signIn();
});
afterEach(() => vi.unstubAllGlobals());

describe('a newsletter issue', () => {
  it('a newsletter issue summarises its readers in one sentence, is sent, and can be cancelled', async () => {
    const { sent, saved } = playCampaign(aCampaign());
    await open(saved());
    await screen.findByText('1.204 pessoas');
    expect(screen.getByText(/^12 pessoas ficam de fora/)).toBeTruthy();
    await press('Enviar…');
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByText('Vai agora a 1.204 pessoas. Leva 2 dias, para os provedores não desconfiarem: 500, 704.');
    await userEvent.click(dialog.getByRole('button', { name: 'Enviar' }));
    await screen.findByText(/^Sai em (60|59) segundos\.$/);
    expect(sent).toEqual([{ revision: 1, at: null }]);
    await press('Desfazer');
    await screen.findByText('Nada sai antes de você apertar Enviar e confirmar.');
  });

  it.each([
    [200, false, 'Vai agora a 1.204 pessoas. Leva 3 dias, para os provedores não desconfiarem: 200, 1.000, 4.'],
    [0, false, /começa amanhã\. Leva 2 dias, para os provedores não desconfiarem: 1\.000, 204\.$/],
    [0, true, /Leva 2 dias, para os provedores não desconfiarem: 500, 704\.$/],
  ])('a newsletter issue with %i emails left for today says how many emails each day sends (later: %s)', async (today, isLater, words) => {
    const { saved } = playCampaign(aCampaign({ pace: { perSecond: 10, perDay: 500, today } }));
    await open(saved());
    await press('Enviar…');
    if (isLater) await userEvent.click(screen.getByLabelText('Em uma data'));
    await within(screen.getByRole('dialog')).findByText(words);
  });

  it('a newsletter issue warns before sending that many readers marked the last issue as spam', async () => {
    const { saved } = playCampaign(aCampaign(), { complained: { subject: 'Ir', complaints: 5, got: 1_000 } });
    await open(saved());
    await press('Enviar…');
    await screen.findByText(/^A carta “Ir” foi marcada como spam por 5 de 1\.000 pessoas\./);
  });

  it('a newsletter issue shows the mail server’s words when a test email failed', async () => {
    const { saved } = playCampaign(aCampaign());
    await open(saved());
    await press('Enviar teste para mim');
    await screen.findByText(/^O teste não saiu\. O servidor de e-mail não aceitou a mensagem/);
    screen.getByText('O que ele disse: “554 5.7.1 blocked”');
  });

  it('a newsletter issue is scheduled in the site’s time zone, but not while its post is unpublished', async () => {
    const campaign = aCampaign({ post: { title: 'Ficar', locales: [], isPublished: false, publishAt: null } });
    const { saved } = playCampaign(campaign, { days: 1 });
    await open(saved());
    await press('Enviar…');
    const dialog = within(screen.getByRole('dialog'));
    await dialog.findByText(/^O texto não estará publicado/);
    expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Enviar' }).disabled).toBe(true);
  });

  it('a newsletter issue is sent at a moment in the site’s time zone', async () => {
    const { sent, saved } = playCampaign(aCampaign(), { total: 40, days: 1 });
    await open(saved());
    await press('Enviar…');
    await userEvent.click(screen.getByLabelText('Em uma data'));
    await press('Agendar');
    await screen.findByText('Escolha data e hora.');
    await userEvent.type(screen.getByLabelText('Data e hora'), '2026-12-24T08:30');
    await press('Agendar');
    await waitFor(() => expect(sent).toEqual([{ revision: 1, at: '2026-12-24T11:30:00.000Z' }]));
  });

  it('a newsletter issue requires a test email for a large audience, and reports a subject that is too long', async () => {
    const { saved } = playCampaign(aCampaign({ isTested: false }), { bytes: 95_000 });
    await open(saved());
    await screen.findByText(/^A carta tem 95 KB/);
    await press('Enviar…');
    await screen.findByText(/^Para mais de 50 pessoas, envie antes um teste/);
  });

  it('a newsletter issue for a very large audience waits until the sender’s domain is verified, which can be checked again', async () => {
    const { sent, saved } = playCampaign(aCampaign(), { sender: { state: 'wrong', missing: ['spf_or_dkim', 'dmarc'] } });
    await open(saved());
    await press('Enviar…');
    await screen.findByText(
      /mais de 1\.000 pessoas enquanto livros\.example não tiver a assinatura do domínio \(SPF ou DKIM\) e a regra do domínio \(DMARC\)\.$/,
    );
    const send = screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' });
    expect(send.disabled).toBe(true);
    expect(screen.getByRole('link', { name: 'Ver o que falta nas configurações' }).getAttribute('href')).toBe('/dashboard?tab=settings');
    await press('Verificar de novo');
    await waitFor(() => expect(send.disabled).toBe(false));
    expect(screen.queryByText(/mais de 1\.000 pessoas enquanto/)).toBeNull();
    await userEvent.click(send);
    await waitFor(() => expect(sent).toHaveLength(1));
  });

  it.each([
    ['wrong', 40, /^Parte das cartas pode cair no spam enquanto livros\.example não tiver a regra do domínio \(DMARC\)\./],
    ['unknown', 1_204, /^Não deu para perguntar ao DNS/],
  ] as const)('a newsletter issue can be sent despite a warning: the sender’s domain is %s (%i readers)', async (state, total, words) => {
    const { saved } = playCampaign(aCampaign(), { total, days: 1, sender: { state, missing: state === 'wrong' ? ['dmarc'] : [] } });
    await open(saved());
    await press('Enviar…');
    await screen.findByText(words);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Enviar' }).disabled).toBe(false);
  });

  it('a newsletter issue can be addressed to readers of one source who did not get another post', async () => {
    const sentTexts = [aCampaign({ id: 'l9', postId: 'f6c1f1a0-0000-4000-8000-000000000009', subject: 'Partir' })];
    const { saved } = playCampaign(aCampaign(), { sentTexts });
    await open(saved());
    await userEvent.selectOptions(screen.getByLabelText('De onde vieram'), 'Rodapé: página de episódio');
    await screen.findByRole('option', { name: 'Partir' });
    await userEvent.selectOptions(screen.getByLabelText('Não recebeu o texto'), 'Partir');
    const chosen = { source: 'episode', missed: sentTexts[0]?.postId };
    await waitFor(() => expect(saved().segment).toMatchObject(chosen), { timeout: 3_000 });
  });

  it('a newsletter issue can be filtered by each post that was emailed in the last twelve months, and by no older post', async () => {
    const sentTexts = Array.from({ length: 110 }, (_, weeks) =>
      aCampaign({
        ...{ id: `l${weeks}`, postId: `a6c1f1a0-0000-4000-8000-${String(weeks).padStart(12, '0')}`, subject: `Texto ${weeks}` },
        ...{ state: 'sent', endedAt: toInstant(new Date(Date.now() - weeks * 7 * DAY_MS)) },
      }),
    );
    const { asked, saved } = playCampaign(aCampaign(), { sentTexts });
    await open(saved());
    await screen.findByRole('option', { name: 'Texto 51' });
    const names = within(screen.getByLabelText('Não recebeu o texto'))
      .getAllByRole('option')
      .map(({ textContent }) => textContent);
    expect(names).toEqual(['Não importa', ...Array.from({ length: 53 }, (_, weeks) => `Texto ${weeks}`)]);
    expect(asked.filter((call) => call.startsWith('GET /api/admin/campaigns?'))).toHaveLength(4);
  });

  it('a newsletter issue keeps the typed words when another admin saved meanwhile', async () => {
    const { saved, saveElsewhere } = playCampaign(aCampaign());
    await open(saved());
    await userEvent.type(screen.getByLabelText('Assunto em português'), 'Carta');
    saveElsewhere({ heads: { 'pt-BR': { subject: 'Outra', preheader: '' }, en: { subject: '', preheader: '' } } });
    const conflict = await screen.findByRole(
      'region',
      { name: 'Outra pessoa mudou esta carta enquanto você escrevia' },
      { timeout: 3_000 },
    );
    expect(saved().heads['pt-BR'].subject).toBe('Outra');
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Assunto em português').value).toBe('Carta'));
    await userEvent.click(within(conflict).getByRole('button', { name: 'Ficar com o que escrevi' }));
    await waitFor(() => expect(saved().heads['pt-BR'].subject).toBe('Carta'), { timeout: 3_000 });
  });

  it('a newsletter issue saves words that are typed during a save, and the last words typed before leaving', async () => {
    const held: (() => void)[] = [];
    const { saved } = playCampaign(aCampaign(), { saving: () => new Promise((resolve) => held.push(resolve)) });
    await open(saved());
    const type = (value: string) => fireEvent.change(screen.getByLabelText('Assunto em português'), { target: { value } });
    const isSaving = (count: number) => waitFor(() => expect(held).toHaveLength(count), { timeout: 3_000 });
    type('Uma');
    await isSaving(1);
    type('Uma carta');
    held[0]?.();
    await isSaving(2);
    type('Uma carta longa');
    cleanup();
    held[1]?.();
    await isSaving(3);
    held[2]?.();
    await waitFor(() => expect(saved().heads['pt-BR'].subject).toBe('Uma carta longa'));
    expect(saved().revision).toBe(4);
  });

  it('a newsletter issue rejects days in the wrong order', async () => {
    const { saved } = playCampaign(aCampaign());
    await open(saved());
    await userEvent.type(screen.getByLabelText('Inscrição desde'), '2026-03-02');
    await userEvent.type(screen.getByLabelText('Inscrição até'), '2026-03-01');
    await screen.findByText('Vem antes da outra data.');
    await new Promise((resolve) => setTimeout(resolve, 1_200));
    expect(saved().segment.joinedUntil).toBeNull();
  });

  it('a newsletter issue in progress shows how many emails are left and how long they take', async () => {
    const { saved } = playCampaign(aCampaign({ state: 'sending', counts: { ...no, total: 1_000, waiting: 400, sent: 600 } }));
    await open(saved());
    await screen.findByText('600 de 1.000; faltam 400.');
    screen.getByText('Termina em cerca de um minuto.');
    screen.getByRole('button', { name: 'Pausar' });
  });

  it.each([
    ['day', /^Por hoje não sai mais nada, para os provedores não desconfiarem; continua em /],
    ['server', /^O servidor de e-mail não está aceitando as cartas; o site tenta de novo em /],
    ['reader', /^Quem falta não pôde receber agora/],
  ] as const)('a newsletter issue says why it waits (%s), and until when', async (what, words) => {
    const waits = { for: what, until: toInstant('2026-03-01T12:00:00Z') };
    const { saved } = playCampaign(aCampaign({ state: 'sending', waits, counts: { ...no, total: 1_000, waiting: 400, sent: 600 } }));
    await open(saved());
    await screen.findByText(words);
    expect(screen.queryByText(/^Termina em/)).toBeNull();
  });

  it.each([
    ['complaints', 'complaints', /gente demais marcou a carta como spam/],
    ['550 spam', 'refusals', /o servidor de e-mail recusou cartas demais/],
    ['550 spam', null, /o servidor de e-mail recusou cartas demais/],
    ['451 later', 'deferrals', /pediu para tentar mais tarde, vezes demais/],
    ['connect ECONNREFUSED 127.0.0.1:25', 'silence', /não conseguiu falar com o servidor de e-mail/],
  ] as const)('a newsletter issue that stopped explains the reason “%s” (%s), and can continue', async (reason, stoppedBy, words) => {
    const { saved } = playCampaign(
      aCampaign({ state: 'stopped', reason, stoppedBy, counts: { ...no, total: 1_000, waiting: 400, sent: 600 } }),
    );
    await open(saved());
    await screen.findByText(words);
    expect(screen.queryByText(/O que ele disse/) === null).toBe(stoppedBy === 'complaints' || stoppedBy === 'silence');
    expect(screen.queryByText(/^O que houve com a conexão/) !== null).toBe(stoppedBy === 'silence');
    screen.getByRole('button', { name: 'Retomar' });
  });

  it('a newsletter issue is sent again to readers with unknown delivery if the owner chooses so', async () => {
    const { saved } = playCampaign(
      aCampaign({ state: 'sent', endedAt: toInstant('2026-03-01T12:00:00Z'), counts: { ...no, total: 20, sent: 9, unknown: 11 } }),
    );
    await open(saved());
    await screen.findByText(/^11 pessoas podem não ter recebido/);
    await press('Enviar de novo a essas pessoas');
    await waitFor(() => expect(screen.queryByText(/^11 pessoas/)).toBeNull());
  });

  it('a newsletter issue is not sent again to readers with unknown delivery if the owner counts them as sent', async () => {
    const { saved } = playCampaign(
      aCampaign({ state: 'sent', endedAt: toInstant('2026-03-01T12:00:00Z'), counts: { ...no, total: 20, sent: 9, unknown: 11 } }),
    );
    await open(saved());
    await press('Deixar assim');
    await waitFor(() => expect(screen.queryByText(/^11 pessoas/)).toBeNull());
    expect(saved().counts).toMatchObject({ sent: 20, unknown: 0 });
  });

  it.each([
    ['changed', /mas o texto mudou depois do teste/],
    ['grown', /mas a lista cresceu desde que você agendou/],
    ['not_published', /mas o texto não estava publicado/],
    ['late', /o site não estava funcionando/],
  ] as const)('a late newsletter issue explains why it was not sent (%s)', async (delayedBy, words) => {
    const { saved } = playCampaign(aCampaign({ state: 'late', delayedBy, sendAt: toInstant('2026-03-01T12:00:00Z') }));
    await open(saved());
    await screen.findByText(words);
    screen.getByRole('button', { name: 'Enviar mesmo assim…' });
  });

  it('a newsletter issue shows its delivery and results as far as they are known', async () => {
    const counts = { ...no, total: 1_000, sent: 985, bounced: 10, complained: 2, refused: 3 };
    const sent = { state: 'sent', endedAt: toInstant('2026-03-01T12:00:00Z'), counts } as const;
    const revenue = [toMoney(5_980, 'BRL')];
    const { saved } = playCampaign(aCampaign({ ...sent, brought: { unsubscribed: 4, visits: 120, orders: 2, revenue } }));
    await open(saved());
    const rows = () =>
      [...screen.getByRole('region', { name: 'Números' }).querySelectorAll('dl > div')].map((row) =>
        [...row.children].map((cell) => cell.textContent?.replaceAll('\u00a0', ' ')),
      );
    expect(rows()).toEqual([
      ['Enviadas', '997'],
      ['Entregues', '987 (99%)'],
      ['Voltaram depois', '10 (1%)'],
      ['Marcaram como spam', '2 (0,2%)'],
      ['Saíram da lista pelo link da carta', '4 (0,4%)'],
      ['Recusadas pelo servidor', '3'],
      ['Visitas pelos links', '120'],
      ['Pedidos pagos que vieram daí', '2'],
      ['Receita bruta desses pedidos', 'R$ 59,80'],
    ]);
    cleanup();
    playCampaign(aCampaign({ ...sent, brought: { unsubscribed: null, visits: null, orders: null, revenue: [] } }));
    await open(saved());
    expect(rows().map(([name]) => name)).toEqual([
      'Enviadas',
      'Entregues',
      'Voltaram depois',
      'Marcaram como spam',
      'Recusadas pelo servidor',
    ]);
  });

  it('a newsletter issue cannot be sent by a member without the permission to send', async () => {
    signIn({}, ['content']);
    const { saved } = playCampaign(aCampaign());
    await open(saved());
    await screen.findByText('Seu papel na equipe não permite enviar cartas.');
    expect(screen.queryByRole('button', { name: 'Enviar…' })).toBeNull();
  });
});
