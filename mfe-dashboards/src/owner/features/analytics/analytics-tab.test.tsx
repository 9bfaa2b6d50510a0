import { type Analytics, AnalyticsSchema } from '@site/shared/contracts/admin-analytics.ts';
import type { Payouts } from '@site/shared/contracts/admin-payouts.ts';
import { VisitsSchema } from '@site/shared/contracts/admin-visits.ts';
import { type PageReports, PageReportsSchema } from '@site/shared/contracts/page-reports.ts';
import { DAY_MS } from '@site/shared/dates/dates.ts';
import { renderInSite } from '@site/shared/testing/render-in-site.tsx';
import { fireEvent, screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import * as v from 'valibot';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { playApi, refused, signIn } from '../../../testing/signed-in.ts';
import { routes } from '../../testing/admin-routes.ts';
import './analytics-tab.tsx';

const nothing = {
  orders: 0,
  revenue: [],
  refunds: [],
  fees: [],
  ordersWithFee: 0,
  disputes: [],
  checkouts: 0,
  paidCheckouts: 0,
  subscribed: 0,
  unsubscribed: 0,
};
const brl = (minor: number) => [{ minor, currency: 'BRL' }];

const empty: Analytics = v.parse(AnalyticsSchema, {
  period: { from: '2026-03-01', to: '2026-03-02' },
  comparison: { from: '2026-02-27', to: '2026-02-28' },
  step: 'day',
  totals: nothing,
  comparisonTotals: nothing,
  series: [
    { from: '2026-03-01', to: '2026-03-01', ...nothing },
    { from: '2026-03-02', to: '2026-03-02', ...nothing },
  ],
  comparisonSeries: [
    { from: '2026-02-27', to: '2026-02-27', ...nothing },
    { from: '2026-02-28', to: '2026-02-28', ...nothing },
  ],
  topBooks: [],
  countries: [],
  languages: [],
  subscribers: 0,
  timeZone: 'America/Sao_Paulo',
  ordersWithoutFee: null,
});

const analytics: Analytics = v.parse(AnalyticsSchema, {
  ...empty,
  totals: {
    ...nothing,
    orders: 3,
    revenue: brl(9_000),
    refunds: brl(1_000),
    fees: brl(500),
    ordersWithFee: 2,
    disputes: brl(1_200),
    checkouts: 4,
    paidCheckouts: 3,
    subscribed: 5,
    unsubscribed: 1,
  },
  comparisonTotals: { ...nothing, orders: 2, revenue: brl(6_000), checkouts: 2, paidCheckouts: 1 },
  series: [
    { ...empty.series[0], orders: 1, revenue: brl(3_000), checkouts: 2, paidCheckouts: 1, subscribed: 5 },
    { ...empty.series[1], orders: 2, revenue: brl(6_000), refunds: brl(1_000), checkouts: 2, paidCheckouts: 2, unsubscribed: 1 },
  ],
  comparisonSeries: [{ ...empty.comparisonSeries[0], orders: 2, revenue: brl(6_000) }, empty.comparisonSeries[1]],
  topBooks: [{ ebookId: 'raizes', title: 'Raízes', units: 4, revenue: brl(9_000) }],
  countries: [
    { country: 'BR', orders: 2 },
    { country: null, orders: 1 },
  ],
  languages: [{ locale: 'pt-BR', orders: 3 }],
  subscribers: 42,
  timeZone: 'America/Sao_Paulo',
  ordersWithoutFee: 1_234,
});

const noPayouts: Payouts = { isAllowed: true, payouts: [], nextCursor: null, onTheWay: [] };

/** The API's answer without any page speed data. */
const quiet = {
  'GET /api/admin/payouts': () => noPayouts,
  'GET /api/admin/page-reports': () => ({ pages: [], errors: [] }),
  'GET /api/admin/subscriber-growth': () => ({ step: 'day', series: [], sources: [] }),
  'GET /api/admin/visits': () =>
    v.parse(VisitsSchema, { step: 'day', series: [], sources: [], campaigns: [], pages: [], ebooks: [], episodes: [] }),
};
const open = (query = '', locale: 'pt-BR' | 'en' = 'pt-BR') =>
  renderInSite({ routes, at: `/dashboard?tab=analytics${query}`, preferences: { locale } });
const plain = (text: string | null | undefined) => text?.replaceAll('\u00a0', ' ');
const textsOf = (cells: readonly HTMLElement[]) => cells.map((cell) => plain(cell.textContent));

/** The width that a test sets: jsdom has no layout. */
let width = 0;
beforeEach(() => {
  width = 0;
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => width);
  vi.stubGlobal(
    'ResizeObserver',
    class {
      readonly report: () => void;
      constructor(report: () => void) {
        this.report = report;
      }
      observe() {
        this.report();
      }
      disconnect() {}
    },
  );
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the analytics page', () => {
  it('the analytics page summarises the period and its comparison', async () => {
    signIn();
    playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    await open();
    const cards = within(await screen.findByRole('list', { name: 'O período em números' }));
    expect(textsOf(cards.getAllByRole('listitem'))).toEqual([
      'Receita brutaR$ 90,00+50%Período comparado: antes R$ 60,00',
      'Pedidos pagos3+50%Período comparado: antes 2',
      'ReembolsosR$ 10,00Período comparado: antes R$ 0,00',
      'Receita líquidaR$ 63,00+5%Período comparado: antes R$ 60,00bruta menos os reembolsos, as contestações com suas taxas (R$ 12,00) e as taxas da Stripe do período (R$ 5,00, informadas em 2 de 3 pedidos). Ainda lendo na Stripe as taxas de pedidos anteriores: faltam 1.234',
      'Conversão75%Período comparado: antes 50%3 de 4 compras iniciadas foram pagas',
      'Newsletter42inscritos agora; no período, 5 entraram e 1 saiu',
    ]);
  });

  it('the analytics page has a table for each chart', async () => {
    signIn();
    playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    await open('&more=buyers', 'en');
    const chart = (await screen.findByRole('heading', { name: 'Gross revenue in BRL' })).closest('figure');
    const rows = [...(chart?.querySelectorAll('tr') ?? [])];
    expect(rows.map((row) => textsOf([...row.cells]))).toEqual([
      ['Period', 'Gross revenue in BRL', 'Comparison period'],
      ['Mar 1', 'R$30.00', 'R$60.00'],
      ['Mar 2', 'R$60.00', 'R$0.00'],
    ]);
    const cellsOf = (name: string) =>
      textsOf([...screen.getByRole<HTMLTableElement>('table', { name }).rows].flatMap((row) => [...row.cells]));
    expect(cellsOf('Best-selling books')).toEqual(['Book', 'Copies', 'Net revenue', 'Raízes', '4', 'R$90.00']);
    expect(cellsOf('Countries of buyers')).toEqual(['Country', 'Paid orders', 'Brazil', '2', 'Not given', '1']);
  });

  it.each([
    [
      'a leap year with the previous year',
      { from: '2024-02-27', to: '2024-03-02' },
      ['Feb 27: Feb 27', 'Feb 28: Feb 28', 'Feb 29: –', 'Mar 1: Mar 1', 'Mar 2: Mar 2'],
    ],
    ['a year with the previous leap year', { from: '2025-02-28', to: '2025-03-02' }, ['Feb 28: Feb 28', 'Mar 1: Mar 1', 'Mar 2: Mar 2']],
    ['a period that begins on the 29th', { from: '2024-02-29', to: '2024-03-01' }, ['Feb 29: Feb 28', 'Mar 1: Mar 1']],
  ] as const)('pairs the days of %s by their date', async (_, period, expected) => {
    signIn();
    // On each day, the number of orders equals the day of the month.
    const days = ({ from, to }: { from: string; to: string }) =>
      Array.from({ length: (Date.parse(to) - Date.parse(from)) / DAY_MS + 1 }, (__, index) => {
        const day = new Date(Date.parse(from) + index * DAY_MS).toISOString().slice(0, 10);
        return { from: day, to: day, ...nothing, orders: Number(day.slice(8)) };
      });
    const yearBefore = (day: string) => `${Number(day.slice(0, 4)) - 1}${day.slice(4)}`.replace('2023-02-29', '2023-02-28');
    const comparison = { from: yearBefore(period.from), to: yearBefore(period.to) };
    playApi({
      ...quiet,
      'GET /api/admin/analytics': () => ({ ...analytics, period, comparison, series: days(period), comparisonSeries: days(comparison) }),
    });
    await open('&more=sales', 'en');
    const slider = await screen.findByRole('slider', { name: 'Paid orders' });
    const read = expected.map((__, index) => {
      fireEvent.change(slider, { target: { value: String(index) } });
      const [, now, before = '–'] = /^(.+?): .*?(?:\((.+)\).*)?$/.exec(slider.getAttribute('aria-valuetext') ?? '') ?? [];
      return `${now}: ${before}`;
    });
    expect(read).toEqual(expected);
  });

  it.each([
    [
      'pt-BR',
      'Receita bruta em BRL',
      '2 de mar.: R$ 60,00; Período comparado (28 de fev.): R$ 0,00',
      '1 de mar.: R$ 30,00; Período comparado (27 de fev.): R$ 60,00',
    ],
    [
      'en',
      'Gross revenue in BRL',
      'Mar 2: R$60.00; Comparison period (Feb 28): R$0.00',
      'Mar 1: R$30.00; Comparison period (Feb 27): R$60.00',
    ],
  ] as const)('announces date and values of the day that the chart’s slider selects, in %s', async (locale, name, last, first) => {
    signIn();
    playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    await open('', locale);
    const slider = await screen.findByRole('slider', { name });
    expect(plain(slider.getAttribute('aria-valuetext'))).toBe(last);
    fireEvent.change(slider, { target: { value: '0' } });
    expect(plain(slider.getAttribute('aria-valuetext'))).toBe(first);
  });

  it('the analytics page shows the values of the hovered day and of its comparison day', async () => {
    signIn();
    playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    await open();
    const slider = await screen.findByRole<HTMLInputElement>('slider', { name: 'Receita bruta em BRL' });
    const chart = slider.closest('figure');
    const area = slider.closest('label');
    if (!chart || !area) throw new Error('no chart');
    vi.spyOn(area, 'getBoundingClientRect').mockReturnValue(new DOMRect(100, 0, 200, 160));
    const shown = () => textsOf([...chart.querySelectorAll<HTMLElement>('p[data-of]')]);
    expect(shown()).toEqual(['Este períodoR$ 60,002 de mar.', 'Período comparadoR$ 0,0028 de fev.']);
    fireEvent.pointerMove(area, { clientX: 150 });
    expect(shown()).toEqual(['Este períodoR$ 30,001 de mar.', 'Período comparadoR$ 60,0027 de fev.']);
    expect(slider.value).toBe('0');
    fireEvent.pointerDown(area, { clientX: 305 });
    expect(shown()).toEqual(['Este períodoR$ 60,002 de mar.', 'Período comparadoR$ 0,0028 de fev.']);
    expect(chart.querySelector('title')).toBeNull();
  });

  it('the analytics page names as many days below a chart as fit', async () => {
    signIn();
    playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    width = 400;
    await open();
    const chart = (await screen.findByRole('slider', { name: 'Receita bruta em BRL' })).closest('figure');
    const named = () => [...(chart?.querySelectorAll<HTMLElement>('p > span[style]') ?? [])].map((date) => date.textContent);
    await vi.waitFor(() => expect(named()).toEqual(['1 de mar.', '2 de mar.']));
  });

  it('the analytics page reads period and comparison from the URL, and writes choices to it', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    const { router } = await open('&from=2025-01-01&to=2025-01-31&compare=year');
    await screen.findByRole('list', { name: 'O período em números' });
    expect(asked).toContain('GET /api/admin/analytics?from=2025-01-01&to=2025-01-31&compare=year');
    await user.selectOptions(screen.getByLabelText('Período'), 'Últimos 7 dias');
    expect(router.state.location.search).toBe('?tab=analytics&compare=year&days=7');
    await screen.findByDisplayValue('Últimos 7 dias');
    await user.selectOptions(screen.getByLabelText('Comparar com'), 'Sem comparação');
    expect(router.state.location.search).toBe('?tab=analytics&compare=none&days=7');
    await screen.findByDisplayValue('Sem comparação');
    await user.selectOptions(screen.getByLabelText('Período'), 'Escolher datas');
    fireEvent.change(screen.getByLabelText('De'), { target: { value: '2024-02-01' } });
    fireEvent.change(screen.getByLabelText('Até'), { target: { value: '2024-02-29' } });
    await user.click(screen.getByRole('button', { name: 'Aplicar' }));
    expect(router.state.location.search).toBe('?tab=analytics&compare=none&from=2024-02-01&to=2024-02-29');
    await vi.waitFor(() => expect(asked.at(-1)).toContain('from=2024'));
    expect(asked.at(-1)).toBe('GET /api/admin/analytics?from=2024-02-01&to=2024-02-29&compare=none');
  });

  it('the analytics page shows the sections one at a time, and keeps the choice in the URL', async () => {
    const user = userEvent.setup();
    signIn();
    const asked = playApi({ ...quiet, 'GET /api/admin/analytics': () => analytics });
    const { router } = await open('&days=7');
    expect(asked.filter((call) => call.includes('visits'))).toEqual([]);
    const more = within(await screen.findByRole('navigation', { name: 'Ver também' }));
    await user.click(more.getByRole('link', { name: 'Livros e países' }));
    expect(await screen.findByRole('table', { name: 'Países de quem comprou' })).toBeDefined();
    expect(router.state.location.search).toBe('?tab=analytics&days=7&more=buyers');
    await user.click(more.getByRole('link', { name: 'Pedidos e reembolsos' }));
    expect(await screen.findByRole('slider', { name: 'Pedidos pagos' })).toBeDefined();
    expect(screen.queryByRole('table', { name: 'Países de quem comprou' })).toBeNull();
  });

  it('the analytics page explains invalid dates', async () => {
    signIn();
    playApi({
      ...quiet,
      'GET /api/admin/analytics': () =>
        Response.json(
          { error: { code: 'invalid_input', message: 'x', requestId: 'request-1', fields: { to: 'before_from' } } },
          { status: 400 },
        ),
    });
    await open('&from=2025-01-02&to=2025-01-01');
    expect(await screen.findByText('O último dia vem antes do primeiro.')).toBeDefined();
    expect(screen.queryByRole('list', { name: 'O período em números' })).toBeNull();
  });

  it('the analytics page says that the period has no data', async () => {
    signIn();
    playApi({ ...quiet, 'GET /api/admin/analytics': () => empty });
    await open();
    expect(await screen.findByRole('heading', { name: 'Nada aconteceu neste período' })).toBeDefined();
  });

  it('the analytics page shows no number that is unknown, and retries on request', async () => {
    const user = userEvent.setup();
    signIn();
    let isDown = true;
    playApi({ ...quiet, 'GET /api/admin/analytics': () => (isDown ? refused(500, 'unexpected') : analytics) });
    await open();
    expect(await screen.findByRole('heading', { name: 'Não foi possível carregar as análises' })).toBeDefined();
    isDown = false;
    await user.click(screen.getByRole('button', { name: 'Tentar novamente' }));
    expect(await screen.findByRole('list', { name: 'O período em números' })).toBeDefined();
  });

  it('the analytics page exports the same period as a file', async () => {
    const user = userEvent.setup();
    signIn();
    URL.createObjectURL = vi.fn(() => 'blob:x');
    const asked = playApi({
      ...quiet,
      'GET /api/admin/analytics': () => analytics,
      'GET /api/admin/analytics.csv': () =>
        new Response('a;b', { headers: { 'content-disposition': 'attachment; filename="analises.csv"' } }),
    });
    const saved = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await open('&from=2025-01-01&to=2025-01-31');
    await user.click(await screen.findByRole('button', { name: 'Exportar CSV' }));
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(asked).toContain('GET /api/admin/analytics.csv?from=2025-01-01&to=2025-01-31&locale=pt-BR');
    saved.mockRestore();
  });

  it('the analytics page describes in words how fast pages are for visitors, and lists their errors', async () => {
    signIn();
    const at = '2026-03-01T12:00:00.000Z';
    const reports: PageReports = v.parse(PageReportsSchema, {
      pages: [{ page: '/shop', visits: 1_240, p75: { LCP: 2_100, INP: 340, CLS: 260, TTFB: null } }],
      errors: [
        {
          id: 'a',
          kind: 'policy',
          page: 'other',
          release: 'browser',
          message: 'img-src https://x.test',
          stack: '',
          times: 1,
          firstAt: at,
          lastAt: at,
        },
      ],
    });
    playApi({ 'GET /api/admin/analytics': () => analytics, 'GET /api/admin/page-reports': () => reports });
    await open('&more=speed');
    const table = within(await screen.findByRole('table', { name: 'Velocidade das páginas' }));
    expect(textsOf(table.getAllByRole('cell'))).toEqual(['2,1 s', '340 ms · razoável', '0,26 · ruim', '–', '1.240']);
    const errors = within(screen.getByRole('region', { name: 'Erros nas páginas' }));
    expect(errors.getByText('Recusado pela política de segurança: img-src https://x.test')).toBeDefined();
    expect(errors.getByText(/^1 vez · outras páginas · browser/)).toBeDefined();
  });
});
