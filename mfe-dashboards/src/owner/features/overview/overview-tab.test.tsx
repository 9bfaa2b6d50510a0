import { DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { type SetupState, type SetupStep, SkipSetupStepSchema } from '@site/shared/contracts/admin-setup.ts';
import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import type { Task, Tasks } from '@site/shared/contracts/admin-tasks.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import { stubResizeObserver } from '../../testing/stub-resize-observer.ts';
import './overview-tab.tsx';

const stats: Stats = {
  today: 3,
  week: 1,
  month: 41,
  completedOrders: 1_204,
  users: { total: 730, newThisWeek: 12 },
  takings: { today: [toMoney(9_870, 'BRL'), toMoney(690, 'USD')], week: [], month: [toMoney(120_000, 'BRL')] },
  takingsBefore: { today: [toMoney(4_935, 'BRL')], week: [], month: [] },
  curve: [{ day: v.parse(DaySchema, '2026-03-01'), takings: [toMoney(9_870, 'BRL'), toMoney(690, 'USD')] }],
  refunds: { today: [], week: [], month: [toMoney(20_000, 'BRL')] },
  fees: { today: [], week: [], month: [toMoney(5_000, 'BRL')] },
  disputes: { today: [], week: [], month: [{ minor: 3_000, currency: 'BRL' }] },
  topProducts: [{ ebookId: 'raizes', title: 'Raízes', cover: null, units: 21, takings: [toMoney(73_290, 'BRL')] }],
  recentEntries: [
    {
      id: 1,
      at: toInstant('2026-03-01T12:00:00Z'),
      actorEmail: 'admin@semente.test',
      requestId: 'r',
      action: 'order_email_resent',
      subject: { kind: 'order', id: 'order-1', name: '1007' },
    },
  ],
};

const none = { orders: 0, messages: 0, reviews: 0, ebooks: 0, posts: 0, campaigns: 0, imports: 0, support: 0 };
const tasksOf = (tasks: Task[], counts: Partial<Tasks['counts']> = {}): Tasks => ({ tasks, counts: { ...none, ...counts } });
const fine = {
  'GET /api/admin/tasks': () => tasksOf([]),
  'GET /api/admin/orders': () => ({ orders: [], nextCursor: null, previousCursor: null }),
};
const since = toInstant('2026-03-01T12:00:00Z');
const aTask = (changes: Pick<Task, 'kind'> & Partial<Task>): Task => ({
  subject: '',
  label: '',
  since,
  dueBy: null,
  isLate: false,
  detail: '',
  amount: null,
  url: null,
  snoozedUntil: null,
  ...changes,
});
const open = (at = '/dashboard', locale: 'pt-BR' | 'en' = 'pt-BR') => renderInSite({ routes, at, preferences: { locale } });
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const card = async (name: string) => (await screen.findByRole('link', { name })).closest('li');

beforeEach(stubResizeObserver);
afterEach(() => vi.unstubAllGlobals());

describe('the overview', () => {
  it('the overview counts purchases with their amounts in each currency, users and orders', async () => {
    signIn();
    const asked = playApi({ ...fine, 'GET /api/stats': () => stats });
    await open();
    expect(plain((await card('Compras de hoje'))?.textContent)).toBe('Compras de hoje3R$ 98,70+100% · ontem R$ 49,35');
    expect(plain((await card('Compras nos últimos 7 dias'))?.textContent)).toContain('1R$ 0,00nos 7 dias anteriores R$ 0,00');
    await userEvent.setup().click(screen.getByText(/^Mais:/));
    expect(plain(screen.getByRole('heading', { level: 3, name: 'Compras do mês' }).parentElement?.textContent)).toContain(
      'RecebidoR$ 1.200,00ReembolsadoR$ 200,00Contestações, com taxasR$ 30,00Taxas da StripeR$ 50,00SaldoR$ 920,00',
    );
    expect((await card('Total de usuários'))?.textContent).toBe('Total de usuários73012 novos nos últimos 7 dias');
    expect((await card('Pedidos concluídos'))?.textContent).toContain('1.204');
    expect(asked).toContainEqual(expect.stringMatching(/^GET \/api\/stats\?dayStart=\d+&weekStart=\d+&monthStart=\d+$/));
    expect(within(screen.getByRole('region', { name: 'Precisa de você' })).getByText('Tudo em dia.')).toBeDefined();
  });

  it('the overview shows numbers without waiting for tasks that are being reloaded', async () => {
    signIn();
    const asked = playApi({ 'GET /api/admin/tasks': () => refused(503, 'service_unavailable'), 'GET /api/stats': () => stats });
    await open();
    expect((await card('Pedidos concluídos'))?.textContent).toContain('1.204');
    expect(asked.filter((call) => call.startsWith('GET /api/admin/tasks'))).toHaveLength(1);
  });

  it('the overview shows the top products, and the latest audit log entries with their authors', async () => {
    signIn();
    playApi({ ...fine, 'GET /api/stats': () => stats });
    await open('/dashboard', 'en');
    const products = within(await screen.findByRole('region', { name: 'Best sellers in 90 days' }));
    expect(products.getByRole('link', { name: 'Raízes' }).getAttribute('href')).toBe('/shop/ebook/raizes');
    expect(products.getByText('21 copies')).toBeDefined();
    const changes = within(screen.getByRole('region', { name: 'Recent changes' }));
    expect(changes.getByRole('link', { name: 'order no. 1007' }).getAttribute('href')).toBe('/dashboard/orders/order-1');
    expect(changes.getByText(/admin@semente\.test/)).toBeDefined();
  });

  it('the overview shows the owner’s tasks first, with their dates and reasons, and links to them', async () => {
    signIn();
    const tasks = [
      aTask({
        kind: 'dispute',
        subject: 'order-2',
        label: '1008',
        dueBy: toInstant('2026-03-08T12:00:00Z'),
        detail: 'fraudulent',
        amount: toMoney(2_990, 'BRL'),
        url: 'https://dashboard.stripe.com/payments/pi_1',
      }),
      aTask({
        kind: 'message',
        subject: '1007',
        label: 'Rita',
        detail: 'rita@leitores.test',
        dueBy: toInstant('2026-03-04T03:00:00Z'),
        isLate: true,
      }),
      aTask({ kind: 'undelivered_order', subject: 'order-1', label: '1007', detail: 'not_mailed' }),
      aTask({ kind: 'disputes_unread', subject: 'order-3', label: '1009', detail: 'dispute_read' }),
      aTask({ kind: 'channel_unread', detail: 'quota exceeded' }),
      aTask({ kind: 'ebook_draft', subject: 'raizes', label: 'Raízes' }),
    ];
    playApi({
      'GET /api/stats': () => stats,
      'GET /api/admin/tasks': () => tasksOf(tasks, { orders: 15, messages: 1, ebooks: 1, support: 1 }),
    });
    await open();
    const panel = within(await screen.findByRole('region', { name: 'Precisa de você' }));
    const hrefOf = (name: string) => panel.getByRole('link', { name }).getAttribute('href');
    expect(hrefOf('Pedido nº 1008: pagamento contestado')).toBe('/dashboard/orders/order-2');
    expect(hrefOf('Responder no Stripe')).toBe('https://dashboard.stripe.com/payments/pi_1');
    expect(plain(panel.getByText(/^R\$/).textContent)).toBe('R$ 29,90');
    expect(panel.getByText(/^responder até 8 de mar.*não reconhece a compra/)).toBeDefined();
    expect(hrefOf('Mensagem de Rita')).toBe('/dashboard?tab=messages&q=rita%40leitores.test#message-1007');
    expect(panel.getAllByText('Prazo vencido')).toHaveLength(1);
    expect(hrefOf('Pedido nº 1007: pago e não entregue')).toBe('/dashboard/orders/order-1');
    expect(panel.getByText(/^desde 1 de mar.*o e-mail da compra não chegou/)).toBeDefined();
    expect(panel.getByText(/a permissão “Disputes: Read”/)).toBeDefined();
    expect(panel.getByText(/quota exceeded/)).toBeDefined();
    expect(hrefOf('“Raízes” espera para ser publicado')).toBe('/dashboard/ebooks/raizes');
    expect(panel.getByText(/^E mais 12:/)).toBeDefined();
  });

  it("the side panel, the title and the screen reader's text contain the number of open tasks", async () => {
    signIn();
    playApi({ 'GET /api/stats': () => stats, 'GET /api/admin/tasks': () => tasksOf([], { orders: 1, messages: 3, ebooks: 120 }) });
    await open();
    // jsdom has no layout, so the panel counts as closed.
    const section = (name: string) => screen.findByRole('link', { name, hidden: true });
    expect(await section('Mensagens, 3 novas')).toBeDefined();
    expect(await section('Vendas, 1 precisa de você')).toBeDefined();
    expect(await section('Início, 124 precisam de você')).toBeDefined();
    expect(screen.getAllByText('99+')).toHaveLength(2);
    await waitFor(() => expect(document.title).toMatch(/^\(124\) /));
    // The shell sets the title of the next page.
    document.title = 'Outra página';
    await waitFor(() => expect(document.title).toBe('(124) Outra página'));
  });

  it('the overview snoozes a task that can wait, and ends the snooze', async () => {
    const user = userEvent.setup();
    signIn();
    const draft = aTask({ kind: 'ebook_draft', subject: 'raizes', label: 'Raízes' });
    let snoozedUntil: Task['snoozedUntil'] = null;
    const now = () => tasksOf([{ ...draft, snoozedUntil }], { ebooks: snoozedUntil ? 0 : 1 });
    const sent: unknown[] = [];
    playApi({
      'GET /api/stats': () => stats,
      'GET /api/admin/tasks': now,
      'PUT /api/admin/task-snoozes': ({ body }) => {
        sent.push(body);
        snoozedUntil = sent.length === 1 ? toInstant('2026-03-02T11:00:00Z') : null;
        return now();
      },
    });
    await open();
    await user.click(await screen.findByRole('button', { name: /^Adiar até amanhã: / }));
    expect(await screen.findByText('Tudo em dia.')).toBeDefined();
    const undo = screen.getByRole('button', { name: 'Desfazer' });
    expect(document.activeElement).toBe(undo);
    expect(screen.getByText('1 adiado')).toBeDefined();
    await user.click(undo);
    expect(await screen.findByRole('button', { name: /^Adiar até amanhã: / })).toBeDefined();
    expect(document.activeElement).toBe(screen.getByRole('list', { name: 'Precisa de você' }));
    expect(sent).toEqual([
      { kind: 'ebook_draft', subject: 'raizes', until: 'tomorrow' },
      { kind: 'ebook_draft', subject: 'raizes', until: null },
    ]);
  });

  it('the overview lists the remaining setup steps, lets them be skipped, and hides the list once none is left', async () => {
    const user = userEvent.setup();
    signIn();
    const states: Partial<Record<SetupStep, SetupState>> = { claim: 'done', look: 'open', doctor: 'skipped' };
    const setup = () => ({
      steps: Object.entries(states).map(([step, state]) => ({ step: step as SetupStep, state })),
      isTestMode: true,
    });
    playApi({
      ...fine,
      'GET /api/stats': () => stats,
      'GET /api/admin/setup': setup,
      'PUT /api/admin/setup-skips': ({ body }) => {
        const { step, isSkipped } = v.parse(SkipSetupStepSchema, body);
        states[step] = isSkipped ? 'skipped' : 'open';
        return setup();
      },
    });
    await open();
    const panel = within(await screen.findByRole('region', { name: 'Para começar' }));
    expect(panel.getByText('1 de 3 prontas')).toBeDefined();
    expect(panel.getByRole('link', { name: 'Cor e imagens' }).getAttribute('href')).toBe(
      '/dashboard?tab=settings&block=brand&field=accent',
    );
    await user.click(panel.getByRole('button', { name: 'Pular: Cor e imagens' }));
    const undo = await panel.findByRole('button', { name: 'Desfazer' });
    expect(document.activeElement).toBe(undo);
    expect(panel.getByText('2 puladas')).toBeDefined();
    await user.click(undo);
    expect(await panel.findByRole('button', { name: 'Pular: Cor e imagens' })).toBeDefined();
    expect(document.activeElement).toBe(panel.getByRole('list', { name: 'Para começar' }));
    states.look = 'done';
    cleanup();
    await open();
    expect(await card('Compras de hoje')).toBeDefined();
    expect(screen.queryByRole('region', { name: 'Para começar' })).toBeNull();
  });

  it('the overview does not say “all fine” if the tasks could not be loaded', async () => {
    signIn();
    playApi({ 'GET /api/stats': () => stats, 'GET /api/admin/tasks': () => refused(500, 'unexpected') });
    await open();
    expect(await screen.findByText(/Não foi possível verificar se algo precisa/)).toBeDefined();
  });

  it('the overview explains empty sections', async () => {
    signIn();
    playApi({ ...fine, 'GET /api/stats': () => ({ ...stats, topProducts: [], recentEntries: [] }) });
    await open();
    expect(await screen.findByText('Nenhuma venda nos últimos 90 dias.')).toBeDefined();
    expect(screen.getByText(/Ninguém mudou nada ainda/)).toBeDefined();
  });

  it('the overview shows no number that failed to load, says so, and retries', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ ...fine, 'GET /api/stats': () => (isDown ? refused(500, 'unexpected') : stats) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar os números' })).toBeDefined();
    expect(screen.queryByText('0')).toBeNull();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await card('Compras de hoje')).toBeDefined();
  });

  it('the overview keeps the loaded numbers when a refresh fails, and says so', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = false;
    playApi({ ...fine, 'GET /api/stats': () => (isDown ? refused(500, 'unexpected') : stats) });
    await open();
    await card('Compras de hoje');
    isDown = true;
    await user.click(screen.getByRole('button', { name: 'Atualizar' }));
    expect(await screen.findByText(/estes números são de antes/)).toBeDefined();
    expect(await card('Compras de hoje')).toBeDefined();
  });

  it('the overview opens if the URL names an unknown tab', async () => {
    signIn();
    playApi({ ...fine, 'GET /api/stats': () => stats });
    await open('/dashboard?tab=nonsense');
    expect(await screen.findByRole('heading', { level: 1, name: 'Início' })).toBeDefined();
  });
});
