import { randomUUID } from 'node:crypto';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoAccounts } from '../../../api/local/identity/demo-accounts.ts';
import { access, recentSignIn, routesOf } from '../../../api/src/platform/access.ts';
import { anApp } from './an-app.ts';
import { type ApiSite, startApiSite } from './api-site.ts';

const OUTSIDERS = ['none', 'unverified', 'buyer', 'other', 'candidate', 'deleted', 'forged'] as const;
const TEAM = ['owner', 'stale', 'editor', 'support'] as const;
const IDENTITIES = [...OUTSIDERS, ...TEAM] as const;
type Identity = (typeof IDENTITIES)[number];
type Route = keyof typeof access;

/**
 * `buyer` bought `comprado` and `meu` and owns every customer record of the site. `owner`, `editor` and `support` are team members, `stale`
 * is an owner who signed in 16 minutes ago. `candidate` has a verified address of ADMIN_EMAILS and is not in the team. `deleted` deleted
 * the account, and the token has not expired.
 */
const NO_HEAD = { subject: '', preheader: '' };
const EVERYBODY = { locale: null, owns: null, lacks: null, joinedFrom: null, joinedUntil: null };

type Row = {
  route: Route;
  about: string;
  path?: () => string;
  body?: () => unknown;
  /** Whether the caller gets a new sign-in for each call. */
  isNewSession?: boolean;
  answers: Record<Identity, number>;
};

const everybody = (status: number): Row['answers'] =>
  Object.fromEntries(IDENTITIES.map((identity) => [identity, status])) as Row['answers'];
const signedIn = (answers: Partial<Row['answers']>): Row['answers'] => ({
  ...everybody(200),
  none: 401,
  deleted: 410,
  forged: 401,
  ...answers,
});
/** Team members may do everything that `other` may, because they buy and read too. */
const verified = ({ other = 200, ...answers }: Partial<Row['answers']> = {}): Row['answers'] =>
  signedIn({ unverified: 403, other, candidate: other, ...Object.fromEntries(TEAM.map((member) => [member, other])), ...answers });

/** The permissions of each role apart from the owner. The matrix expects this table, whatever the API's own table says. */
const MAY = {
  content: ['editor'],
  send: ['editor'],
  numbers: ['editor'],
  people: ['support'],
  money: [],
  lists: [],
  site: [],
  team: ['editor', 'support'],
} as const;
const forTeam = (permission: keyof typeof MAY, status = 200): Row['answers'] =>
  verified({
    buyer: 403,
    other: 403,
    ...{ candidate: 403, editor: 403, support: 403 },
    ...Object.fromEntries(['owner', 'stale', ...MAY[permission]].map((member) => [member, status])),
  });
/** Expects success only after a recent sign-in. */
const forRecent = (permission: keyof typeof MAY, status = 200): Row['answers'] => ({ ...forTeam(permission, status), stale: 403 });

let site: ApiSite;
const tokens: Partial<Record<Identity, string | undefined>> = {};
const signIn: Partial<Record<Identity, () => Promise<string>>> = {
  unverified: () => site.signUp(),
  buyer: () => site.signIn('customer'),
  other: () => site.signIn('newcomer'),
  owner: () => site.signIn('admin'),
  // Each token is a session of its own, because its sign-in time differs by a second.
  editor: async () => await site.tokenOf(editor, { auth_time: now() - ++sessions }),
  support: async () => await site.tokenOf(support, { auth_time: now() - ++sessions }),
  stale: async () => await site.tokenOf(demoAccounts.team, { auth_time: now() - 16 * 60 - ++sessions }),
  candidate: async () => await site.tokenOf({ uid: 'uid-candidate', email: demoAccounts.admin.email }, { auth_time: now() - ++sessions }),
};
const editor = { uid: 'uid-editor', email: 'edicao@example.test' };
const support = { uid: 'uid-support', email: 'atendimento@example.test' };
const now = () => Math.floor(Date.now() / 1_000);
let sessions = 0;
let sessionId = '';
let orderId = '';

const aBook = { title: 'x', description: '', language: 'pt-BR', state: 'draft', listPrices: { BRL: '', USD: '', NZD: '' } };
const anEpisode = { isHidden: false, ownSlug: '', categories: [], notes: { 'pt-BR': '', en: '' }, ebooks: [] };

const rows: Row[] = [
  { route: 'GET /healthz', about: 'the process', answers: everybody(200) },
  { route: 'GET /readyz', about: 'the process', answers: everybody(200) },
  { route: 'GET /api/ebooks', about: 'the shelf', answers: everybody(200) },
  { route: 'GET /api/ebooks', about: 'a draft by its id', path: () => '/api/ebooks?ids=rascunho', answers: everybody(200) },
  { route: 'GET /api/ebooks/featured', about: 'the featured book', answers: everybody(200) },
  { route: 'GET /api/ebooks/:id', about: 'a book', path: () => '/api/ebooks/comprado', answers: everybody(200) },
  { route: 'GET /api/ebooks/:id', about: 'a draft', path: () => '/api/ebooks/rascunho', answers: everybody(404) },
  { route: 'GET /api/ebooks/:id/reviews', about: 'a book', path: () => '/api/ebooks/comprado/reviews', answers: everybody(200) },
  { route: 'GET /api/testimonials', about: 'testimonials', answers: everybody(200) },
  { route: 'GET /api/episodes', about: 'episodes', answers: everybody(200) },
  { route: 'GET /api/episodes/:slug', about: 'no episode', path: () => '/api/episodes/nenhum', answers: everybody(404) },
  {
    route: 'GET /api/episodes/:slug/transcripts/:file',
    about: 'no episode',
    path: () => '/api/episodes/nenhum/transcripts/pt-BR.vtt',
    answers: everybody(404),
  },
  { route: 'GET /api/episode-series/:slug', about: 'no series', path: () => '/api/episode-series/nenhuma', answers: everybody(404) },
  { route: 'GET /api/episodes/:slug/chapters', about: 'no episode', path: () => '/api/episodes/nenhum/chapters', answers: everybody(404) },
  { route: 'GET /podcast.xml', about: 'the feed', answers: everybody(200) },
  { route: 'GET /podcast.xml', about: 'a page after the last', path: () => '/podcast.xml?page=9', answers: everybody(404) },
  { route: 'GET /api/posts', about: 'texts', answers: everybody(200) },
  { route: 'GET /api/posts/:slug', about: 'no text', path: () => '/api/posts/nenhum', answers: everybody(404) },
  { route: 'GET /textos.xml', about: 'the feed', answers: everybody(200) },
  { route: 'GET /api/brand', about: 'names and look of the site', answers: everybody(200) },
  { route: 'GET /api/site', about: 'links and address of the author', answers: everybody(200) },
  { route: 'GET /api/pages/home', about: 'a page', answers: everybody(200) },
  { route: 'GET /api/pages/about', about: 'a page', answers: everybody(200) },
  { route: 'GET /api/pages/contact', about: 'a page', answers: everybody(200) },
  { route: 'GET /api/legal/:document', about: 'the terms', path: () => '/api/legal/terms', answers: everybody(200) },
  { route: 'GET /api/legal/:document', about: 'no such text', path: () => '/api/legal/other', answers: everybody(404) },
  {
    route: 'POST /api/contact',
    about: 'a message',
    body: () => ({
      attemptId: randomUUID(),
      name: 'Ana',
      email: `${randomUUID()}@example.test`,
      subject: 'other',
      message: 'Olá',
      locale: 'pt-BR',
      openForMs: 9_000,
    }),
    answers: everybody(200),
  },
  {
    route: 'POST /api/newsletter',
    about: 'an address',
    body: () => ({ email: 'ana@example.test', locale: 'en', source: 'footer', consentVersion: CONSENT_VERSION, openForMs: 9_000 }),
    answers: everybody(200),
  },
  {
    route: 'POST /api/ebooks/:id/sample-email',
    about: 'a book without a sample',
    path: () => '/api/ebooks/nenhum/sample-email',
    body: () => ({ email: 'ana@example.test', locale: 'en', wantsNewsletter: false, consentVersion: CONSENT_VERSION, openForMs: 9_000 }),
    answers: everybody(404),
  },
  { route: 'POST /api/newsletter/confirm', about: 'no link of ours', body: () => ({ token: 'x' }), answers: everybody(400) },
  { route: 'POST /api/newsletter/unsubscribe', about: 'no link of ours', body: () => ({ token: 'x' }), answers: everybody(400) },
  {
    route: 'POST /api/waitlist',
    about: 'no book that is waited for',
    body: () => ({ ebookId: 'nenhum', email: 'ana@example.test', locale: 'pt-BR', website: '', openForMs: 9_000 }),
    answers: everybody(404),
  },
  { route: 'POST /api/waitlist/confirm', about: 'no link of ours', body: () => ({ token: 'x' }), answers: everybody(400) },
  { route: 'POST /api/waitlist/leave', about: 'no link of ours', body: () => ({ token: 'x' }), answers: everybody(400) },
  { route: 'GET /api/newsletter/one-click', about: 'opened as a page', answers: everybody(303) },
  { route: 'POST /api/newsletter/one-click', about: 'no link of ours', answers: everybody(400) },
  {
    route: 'POST /api/visits',
    about: 'a page that was shown',
    body: () => ({ event: 'view', paths: ['/'], source: '', campaign: '' }),
    answers: everybody(204),
  },
  {
    route: 'POST /api/reports',
    about: 'how a page fares',
    body: () => ({ locale: 'en', release: 'shell@1', vitals: [], errors: [] }),
    answers: everybody(204),
  },
  { route: 'GET /sitemap.xml', about: 'every public page', answers: everybody(200) },
  { route: 'GET /api/password-ranges/:prefix', about: 'a range', path: () => '/api/password-ranges/7C4A8', answers: everybody(200) },
  { route: 'GET /api/password-ranges/:prefix', about: 'no range', path: () => '/api/password-ranges/7c4a', answers: everybody(404) },
  {
    route: 'POST /api/quote',
    about: 'a cart',
    body: () => ({ items: [{ id: 'livre', quantity: 1 }] }),
    // A token is optional for this call, but an invalid one is rejected.
    answers: { ...everybody(200), forged: 401, deleted: 410 },
  },
  { route: 'POST /api/create-checkout-session', about: 'a cart of their own', body: () => site.cart(['livre']), answers: verified() },
  { route: 'POST /api/webhooks/stripe', about: 'an event without signature', body: () => ({ id: 'evt_1' }), answers: everybody(400) },
  {
    route: 'POST /send-purchase-email',
    about: 'the session of the buyer',
    body: () => ({ sessionId, customerEmail: 'alguem@example.test' }),
    answers: verified({ other: 404 }),
  },
  {
    route: 'POST /send-purchase-email',
    about: 'a session of no account',
    body: () => ({ sessionId: 'cs_test_nobody00' }),
    answers: verified({ buyer: 404, other: 404 }),
  },
  { route: 'GET /api/me', about: 'the own account', answers: signedIn({}) },
  {
    route: 'POST /api/me/admin',
    about: 'a code that was never handed out',
    body: () => ({ code: '0000-0000-0000' }),
    answers: verified({ ...everybody(200), none: 401, unverified: 403, buyer: 403, other: 403, candidate: 403, deleted: 410, forged: 401 }),
  },
  {
    route: 'POST /api/me/password-email',
    about: 'a password that was not changed',
    body: () => ({ locale: 'pt-BR' }),
    answers: verified({ buyer: 204, other: 204 }),
  },
  { route: 'POST /api/me/team', about: 'no link of ours', body: () => ({ token: 'x' }), answers: verified({ buyer: 400, other: 400 }) },
  { route: 'GET /api/me/export', about: 'the own data', answers: verified() },
  { route: 'GET /api/me/library', about: 'the own library', answers: verified() },
  { route: 'GET /api/me/bought-ebooks', about: 'what is not sold to them again', answers: verified() },
  { route: 'GET /api/me/orders', about: 'the own orders', answers: verified() },
  {
    route: 'GET /api/me/orders/:id',
    about: 'an order of the buyer',
    path: () => `/api/me/orders/${orderId}`,
    answers: verified({ other: 404 }),
  },
  {
    route: 'POST /api/me/orders/:id/email',
    about: 'an order of the buyer',
    path: () => `/api/me/orders/${orderId}/email`,
    answers: verified({ other: 404 }),
  },
  {
    route: 'POST /api/me/orders/:id/cancel',
    about: 'an order of the buyer that has no boleto',
    path: () => `/api/me/orders/${orderId}/cancel`,
    answers: verified({ buyer: 409, other: 404 }),
  },
  {
    route: 'POST /api/me/orders/:id/receive',
    about: 'an order of the buyer that was paid',
    path: () => `/api/me/orders/${orderId}/receive`,
    answers: verified({ buyer: 409, other: 404 }),
  },
  {
    route: 'POST /api/me/orders/:id/refund-request',
    about: 'an order of the buyer',
    path: () => `/api/me/orders/${orderId}/refund-request`,
    body: () => ({ reason: '' }),
    answers: verified({ other: 404 }),
  },
  { route: 'GET /api/me/receipt-buyer', about: 'what the own receipts name', answers: verified() },
  {
    route: 'PUT /api/me/receipt-buyer',
    about: 'what the own receipts name',
    body: () => ({ name: '', taxId: '' }),
    answers: verified(),
  },
  {
    route: 'PUT /api/guest-receipt-buyer',
    about: 'what the receipts of a browser name',
    body: () => ({ name: '', taxId: '', guest: { email: 'visita@leitores.test', key: 'k'.repeat(22) } }),
    answers: everybody(200),
  },
  {
    route: 'PUT /api/me/orders/:id/receipt-buyer',
    about: 'an order of the buyer',
    path: () => `/api/me/orders/${orderId}/receipt-buyer`,
    body: () => ({ name: '', taxId: '' }),
    answers: verified({ other: 404 }),
  },
  {
    route: 'GET /api/me/reviews/:ebookId',
    about: 'a bought book',
    path: () => '/api/me/reviews/comprado',
    answers: verified({ other: 404 }),
  },
  {
    route: 'PUT /api/me/reviews/:ebookId',
    about: 'a book that nobody bought',
    path: () => '/api/me/reviews/livre',
    body: () => ({ stars: 5, text: '', name: 'Ana', locale: 'en', revision: 0 }),
    answers: verified({ buyer: 404, other: 404 }),
  },
  {
    route: 'DELETE /api/me/reviews/:ebookId',
    about: 'no review',
    path: () => '/api/me/reviews/comprado',
    answers: verified({ buyer: 404, other: 404 }),
  },
  { route: 'POST /api/review-reminders/stop', about: 'no link of ours', body: () => ({ token: 'x' }), answers: everybody(400) },
  { route: 'GET /api/review-reminders/one-click', about: 'no link of ours', answers: everybody(303) },
  { route: 'POST /api/review-reminders/one-click', about: 'no press', answers: everybody(400) },
  {
    route: 'GET /api/me/orders/:id/gifts',
    about: 'an order of the buyer',
    path: () => `/api/me/orders/${orderId}/gifts`,
    answers: verified({ other: 404 }),
  },
  {
    route: 'PUT /api/me/orders/:id/gifts/:giftId',
    about: 'no gift',
    path: () => `/api/me/orders/${orderId}/gifts/${randomUUID()}`,
    body: () => ({ name: '', email: null, message: '', day: null }),
    answers: verified({ buyer: 404, other: 404 }),
  },
  ...(['link', 'own'] as const).map((act) => ({
    route: `POST /api/me/orders/:id/gifts/:giftId/${act}` as const,
    about: 'no gift',
    path: () => `/api/me/orders/${orderId}/gifts/${randomUUID()}/${act}`,
    answers: verified({ buyer: 404, other: 404 }),
  })),
  { route: 'POST /api/orders/:id/link', about: 'no order', path: () => `/api/orders/${randomUUID()}/link`, answers: everybody(200) },
  {
    route: 'POST /api/gifts/:id',
    about: 'no link of ours',
    path: () => `/api/gifts/${randomUUID()}`,
    body: () => ({ key: 'x' }),
    answers: everybody(404),
  },
  {
    route: 'POST /api/gifts/:id/claim',
    about: 'no link of ours',
    path: () => `/api/gifts/${randomUUID()}/claim`,
    body: () => ({ key: 'x' }),
    answers: verified({ buyer: 404, other: 404 }),
  },
  { route: 'GET /api/me/newsletter', about: 'the own switch', answers: verified() },
  {
    route: 'PUT /api/me/newsletter',
    about: 'the own switch',
    body: () => ({ subscribed: false, locale: 'en', consentVersion: CONSENT_VERSION }),
    answers: verified(),
  },
  {
    route: 'PUT /api/me/library/:ebookId/position',
    about: 'a book that the buyer bought',
    path: () => '/api/me/library/comprado/position',
    body: () => ({ page: 2 }),
    answers: verified({ other: 404 }),
  },
  {
    route: 'PUT /api/me/library/:ebookId/position',
    about: 'a book without buyers',
    path: () => '/api/me/library/livre/position',
    body: () => ({ page: 2 }),
    answers: verified({ buyer: 404, other: 404 }),
  },
  { route: 'GET /api/me/cart', about: 'the cart', answers: verified() },
  {
    route: 'PUT /api/me/cart',
    about: 'of a revision that there never was',
    path: () => '/api/me/cart',
    body: () => ({ lines: [], revision: 77 }),
    answers: verified(),
  },
  { route: 'GET /api/me/listening', about: 'where listening stopped', answers: verified() },
  {
    route: 'PUT /api/me/listening/:episodeId',
    about: 'no episode',
    path: () => '/api/me/listening/nenhum',
    body: () => ({ seconds: 2, heardAt: '2026-01-01T00:00:00.000Z' }),
    answers: verified({ buyer: 404, other: 404 }),
  },
  {
    route: 'POST /api/me/library/:ebookId/download',
    about: 'a book that the buyer bought',
    path: () => '/api/me/library/comprado/download',
    answers: verified({ other: 404 }),
  },
  {
    route: 'POST /api/me/library/:ebookId/download',
    about: 'a book that left the shop after the buyer bought it',
    path: () => '/api/me/library/arquivado/download',
    answers: verified({ other: 404 }),
  },
  {
    route: 'POST /api/me/library/:ebookId/download',
    about: 'a book without buyers',
    path: () => '/api/me/library/livre/download',
    answers: verified({ buyer: 404, other: 404 }),
  },
  { route: 'GET /api/completed-orders', about: 'all orders', answers: forTeam('people') },
  { route: 'GET /api/stats', about: 'numbers', path: () => '/api/stats?dayStart=1&weekStart=1&monthStart=1', answers: forTeam('numbers') },
  { route: 'GET /users', about: 'all users', answers: forTeam('people') },
  { route: 'GET /user-photo/:uid', about: 'a picture', path: () => '/user-photo/ninguem', answers: forTeam('people') },
  { route: 'GET /api/admin/search', about: 'everything', path: () => '/api/admin/search?q=comprado', answers: forTeam('team') },
  { route: 'GET /api/admin/orders', about: 'all orders', answers: forTeam('people') },
  { route: 'GET /api/admin/orders.csv', about: 'all orders', answers: forRecent('lists') },
  {
    route: 'GET /api/admin/orders/:id',
    about: 'an order of the buyer',
    path: () => `/api/admin/orders/${orderId}`,
    answers: forTeam('people'),
  },
  {
    route: 'POST /api/admin/orders/:id/email',
    about: 'an order of the buyer',
    path: () => `/api/admin/orders/${orderId}/email`,
    answers: forTeam('people'),
  },
  {
    route: 'POST /api/admin/orders/:id/link',
    about: 'an order of an account',
    path: () => `/api/admin/orders/${orderId}/link`,
    answers: forTeam('people', 409),
  },
  {
    route: 'PUT /api/admin/orders/:id/buyer-email',
    about: 'with an address that it never had',
    path: () => `/api/admin/orders/${orderId}/buyer-email`,
    body: () => ({ email: 'ana@example.test', previousEmail: 'outra@example.test' }),
    answers: forRecent('people', 409),
  },
  {
    route: 'POST /api/admin/orders/:id/refunds',
    about: 'an amount that cannot go back',
    path: () => `/api/admin/orders/${orderId}/refunds`,
    body: () => ({ attemptId: randomUUID(), items: null, amount: { minor: 1, currency: 'BRL' } }),
    answers: forRecent('money', 409),
  },
  { route: 'GET /api/admin/receipts.csv', about: 'all receipts', answers: forRecent('money') },
  {
    route: 'POST /api/admin/orders/:id/receipts',
    about: 'no order',
    path: () => `/api/admin/orders/${randomUUID()}/receipts`,
    body: () => ({ name: '', taxId: '', number: 1 }),
    answers: forRecent('money', 404),
  },
  {
    route: 'POST /api/admin/orders/:id/refund-refusal',
    about: 'no order',
    path: () => `/api/admin/orders/${randomUUID()}/refund-refusal`,
    body: () => ({ note: 'O prazo acabou.' }),
    answers: forTeam('money', 404),
  },
  {
    route: 'GET /api/admin/orders/:id/gifts',
    about: 'an order of the buyer',
    path: () => `/api/admin/orders/${orderId}/gifts`,
    answers: forTeam('people'),
  },
  ...(['email', 'closing'] as const).map((act) => ({
    route: `POST /api/admin/orders/:id/gifts/:giftId/${act}` as const,
    about: 'no gift',
    path: () => `/api/admin/orders/${orderId}/gifts/${randomUUID()}/${act}`,
    answers: forTeam('people', 404),
  })),
  {
    route: 'POST /api/admin/uploads',
    about: 'a file for a new book',
    body: () => ({ kind: 'pdf', name: `${randomUUID()}.pdf`, size: 9 }),
    answers: forRecent('content'),
  },
  {
    route: 'POST /api/admin/brand-uploads',
    about: 'a picture of the brand',
    body: () => ({ name: 'icon', size: 9 }),
    answers: forRecent('site'),
  },
  {
    route: 'POST /api/admin/brand-pictures',
    about: 'a picture that nobody sent',
    body: () => ({ upload: randomUUID() }),
    answers: forTeam('site', 400),
  },
  { route: 'POST /api/admin/book-tables', about: 'a table without columns', body: () => ({ csv: 'eDt5' }), answers: forTeam('content') },
  { route: 'GET /api/admin/ebooks', about: 'every book', answers: forTeam('content') },
  {
    route: 'POST /api/admin/ebooks',
    about: 'a book without its files',
    body: () => ({ ...aBook, pdf: randomUUID(), cover: randomUUID() }),
    answers: forRecent('content', 400),
  },
  {
    route: 'PUT /api/admin/ebooks/:id',
    about: 'a price',
    path: () => '/api/admin/ebooks/rascunho',
    body: () => ({ ...aBook, listPrices: { BRL: '9,90' }, author: 'x', revision: 0 }),
    answers: forTeam('money', 409),
  },
  { route: 'GET /api/admin/ebooks/:id', about: 'a draft', path: () => '/api/admin/ebooks/rascunho', answers: forTeam('content') },
  {
    route: 'PUT /api/admin/ebooks/:id',
    about: 'a revision that is not the last one',
    path: () => '/api/admin/ebooks/rascunho',
    body: () => ({ ...aBook, listPrices: {}, author: 'x', revision: 0 }),
    answers: forTeam('content', 409),
  },
  {
    route: 'DELETE /api/admin/ebooks/:id',
    about: 'no book',
    path: () => '/api/admin/ebooks/nenhum',
    answers: forTeam('content', 404),
  },
  {
    route: 'PUT /api/admin/ebooks/:id/pdf',
    about: 'a file that did not come',
    path: () => '/api/admin/ebooks/rascunho/pdf',
    body: () => ({ upload: randomUUID(), revision: 1, tellOwners: true }),
    answers: forRecent('content', 400),
  },
  {
    route: 'PUT /api/admin/ebooks/:id/cover',
    about: 'a file that did not come',
    path: () => '/api/admin/ebooks/rascunho/cover',
    body: () => ({ upload: randomUUID(), revision: 1 }),
    answers: forTeam('content', 400),
  },
  {
    route: 'PUT /api/admin/ebooks/:id/sample',
    about: 'no sample',
    path: () => '/api/admin/ebooks/rascunho/sample',
    body: () => ({ range: null }),
    answers: forTeam('content'),
  },
  {
    route: 'PUT /api/admin/ebooks/:id/sale',
    about: 'a revision that is not the last one',
    path: () => '/api/admin/ebooks/rascunho/sale',
    body: () => ({ revision: 0, sale: null }),
    answers: forTeam('money', 409),
  },
  {
    route: 'POST /api/admin/ebooks/:id/sale-preview',
    about: 'no book',
    path: () => '/api/admin/ebooks/nenhum/sale-preview',
    body: () => ({ revision: 1, sale: { startsAt: null, endsAt: '2090-01-01T00:00:00.000Z', prices: { BRL: '9,90' } } }),
    answers: forTeam('money', 404),
  },
  {
    route: 'PUT /api/admin/ebooks/:id/launch',
    about: 'a revision that is not the last one',
    path: () => '/api/admin/ebooks/rascunho/launch',
    body: () => ({ revision: 0, at: null }),
    answers: forTeam('content', 409),
  },
  {
    route: 'POST /api/admin/ebooks/:id/file-link',
    about: 'the file of a book',
    path: () => '/api/admin/ebooks/comprado/file-link',
    answers: forTeam('content'),
  },
  {
    route: 'GET /api/admin/ebooks/:id/sales',
    about: 'sales of a draft',
    path: () => '/api/admin/ebooks/rascunho/sales',
    answers: forTeam('money'),
  },
  {
    route: 'GET /api/admin/ebooks/:id/versions',
    about: 'earlier files of a draft',
    path: () => '/api/admin/ebooks/rascunho/versions',
    answers: forTeam('content'),
  },
  {
    route: 'POST /api/admin/ebooks/:id/versions/:version/file-link',
    about: 'a version that it never had',
    path: () => '/api/admin/ebooks/rascunho/versions/7/file-link',
    answers: forTeam('content', 404),
  },
  {
    route: 'POST /api/admin/ebooks/:id/versions/:version/restore',
    about: 'a version that it never had',
    path: () => '/api/admin/ebooks/rascunho/versions/7/restore',
    body: () => ({ revision: 1, tellOwners: true }),
    answers: forRecent('content', 404),
  },
  { route: 'GET /api/admin/podcast', about: 'how many episodes have audio', answers: forTeam('site') },
  { route: 'GET /api/admin/channel', about: 'which channel is read', answers: forTeam('content') },
  { route: 'GET /api/admin/episodes', about: 'every episode', answers: forTeam('content') },
  { route: 'GET /api/admin/episodes/:id', about: 'no episode', path: () => '/api/admin/episodes/nenhum', answers: forTeam('content', 404) },
  {
    route: 'PUT /api/admin/episodes/:id',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum',
    body: () => ({ ...anEpisode, revision: 0 }),
    answers: forTeam('content', 404),
  },
  {
    route: 'GET /api/admin/episodes/:id/free-slug',
    about: 'an address',
    path: () => '/api/admin/episodes/nenhum/free-slug?slug=livre',
    answers: forTeam('content'),
  },
  {
    route: 'POST /api/admin/episodes/:id/preview',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/preview',
    body: () => anEpisode,
    answers: forTeam('content', 404),
  },
  {
    route: 'POST /api/admin/episodes/:id/picture-uploads',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/picture-uploads',
    body: () => ({ size: 9 }),
    answers: forRecent('content', 404),
  },
  {
    route: 'PUT /api/admin/episodes/:id/picture',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/picture',
    body: () => ({ upload: null, revision: 1 }),
    answers: forTeam('content', 404),
  },
  {
    route: 'POST /api/admin/transcript-readings',
    about: 'a file',
    body: () => ({ file: btoa('Oi.') }),
    answers: forTeam('content'),
  },
  {
    route: 'GET /api/admin/episodes/:id/transcripts/:locale',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/transcripts/en',
    answers: forTeam('content', 404),
  },
  {
    route: 'PUT /api/admin/episodes/:id/transcripts/:locale',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/transcripts/en',
    body: () => ({ file: btoa('Oi.'), revision: 0 }),
    answers: forTeam('content', 404),
  },
  {
    route: 'PUT /api/admin/episodes/:id/transcripts/:locale/paragraph',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/transcripts/en/paragraph',
    body: () => ({ from: 0, to: 1, text: 'Oi.', revision: 0 }),
    answers: forTeam('content', 404),
  },
  {
    route: 'DELETE /api/admin/episodes/:id/transcripts/:locale',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/transcripts/en',
    answers: forTeam('content', 404),
  },
  { route: 'GET /api/admin/episode-series', about: 'every series', answers: forTeam('content') },
  {
    route: 'POST /api/admin/episode-series',
    about: 'a series without episodes',
    body: () => ({ title: 'Rute' }),
    answers: forTeam('content', 400),
  },
  {
    route: 'PUT /api/admin/episode-series/:id',
    about: 'a series without episodes',
    path: () => `/api/admin/episode-series/${randomUUID()}`,
    body: () => ({ revision: 1 }),
    answers: forTeam('content', 400),
  },
  {
    route: 'DELETE /api/admin/episode-series/:id',
    about: 'no series',
    path: () => `/api/admin/episode-series/${randomUUID()}`,
    body: () => ({ revision: 1 }),
    answers: forTeam('content', 404),
  },
  { route: 'POST /api/admin/episodes', about: 'a new episode', body: () => ({ title: 'Um episódio' }), answers: forTeam('content') },
  {
    route: 'DELETE /api/admin/episodes/:id',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum',
    body: () => ({ revision: 1 }),
    answers: forTeam('content', 404),
  },
  {
    route: 'POST /api/admin/episodes/:id/publication',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/publication',
    body: () => ({ revision: 1, at: null }),
    answers: forTeam('content', 404),
  },
  {
    route: 'DELETE /api/admin/episodes/:id/schedule',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/schedule',
    body: () => ({ revision: 1 }),
    answers: forTeam('content', 404),
  },
  {
    route: 'POST /api/admin/episodes/:id/audio-uploads',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/audio-uploads',
    body: () => ({ size: 9 }),
    answers: forRecent('content', 404),
  },
  {
    route: 'PUT /api/admin/episodes/:id/audio',
    about: 'no episode',
    path: () => '/api/admin/episodes/nenhum/audio',
    body: () => ({ revision: 1, audio: null }),
    answers: forTeam('content', 404),
  },
  { route: 'GET /api/admin/podcast-import', about: 'the last import of a podcast', answers: forTeam('content') },
  ...(
    [
      ['POST /api/admin/podcast-import/preview', {}],
      ['POST /api/admin/podcast-import', { isCopied: true, hasVideos: false }],
    ] as const
  ).map(([route, choice]) => ({
    route,
    about: 'the feed of a private network',
    body: () => ({ address: 'http://169.254.169.254/feed', ...choice }),
    answers: forTeam('content', 400),
  })),
  { route: 'POST /api/admin/podcast-import/retry', about: 'all files that failed', answers: forTeam('content') },
  { route: 'GET /api/admin/posts', about: 'every text', answers: forTeam('content') },
  { route: 'POST /api/admin/post-uploads', about: 'a picture of a text', body: () => ({ size: 9 }), answers: forTeam('content') },
  {
    route: 'POST /api/admin/post-pictures',
    about: 'a picture that nobody sent',
    body: () => ({ upload: randomUUID() }),
    answers: forTeam('content', 400),
  },
  { route: 'POST /api/admin/posts', about: 'a new text', body: () => ({ kind: 'text' }), answers: forTeam('content') },
  ...(
    [
      ['GET /api/admin/posts/:id', undefined],
      ['PUT /api/admin/posts/:id', { revision: 1, kind: 'text', slug: '', tags: [] }],
      ['DELETE /api/admin/posts/:id', { revision: 1 }],
      [
        'PUT /api/admin/posts/:id/drafts/:locale',
        { revision: 1, title: '', lead: '', body: { type: 'doc', content: [{ type: 'paragraph' }] } },
      ],
      ['POST /api/admin/posts/:id/preview', undefined],
      ['POST /api/admin/posts/:id/publication', { revision: 1, drafts: { 'pt-BR': 1, en: 1 }, at: null }],
      ['POST /api/admin/posts/:id/withdrawal', { revision: 1 }],
      ['GET /api/admin/posts/:id/versions/:locale/:version', undefined],
      ['POST /api/admin/posts/:id/versions/:locale/:version/restore', { revision: 1 }],
    ] as const
  ).map(([route, body]): Row => {
    const path = route.split(' ')[1]?.replace(':id', randomUUID()).replace(':locale', 'en').replace(':version', '1') ?? '';
    return { route, about: 'no text', path: () => path, ...(body ? { body: () => body } : {}), answers: forTeam('content', 404) };
  }),
  {
    route: 'GET /api/admin/posts/:id/versions',
    about: 'no text',
    path: () => `/api/admin/posts/${randomUUID()}/versions`,
    answers: forTeam('content'),
  },
  { route: 'GET /api/admin/campaigns', about: 'every issue', answers: forTeam('content') },
  { route: 'GET /api/admin/sender-domain', about: 'the domain that newsletter issues come from', answers: forTeam('send') },
  { route: 'POST /api/admin/sender-domain', about: 'the domain that newsletter issues come from', answers: forTeam('send') },
  ...(
    [
      ['POST /api/admin/campaigns', { postId: randomUUID() }, 404],
      ['POST /api/admin/campaign-audience', { postId: randomUUID(), segment: EVERYBODY }, 200],
      ['GET /api/admin/campaigns/:id', undefined, 404],
      ['PUT /api/admin/campaigns/:id', { revision: 1, heads: { 'pt-BR': NO_HEAD, en: NO_HEAD }, segment: EVERYBODY }, 404],
      ['DELETE /api/admin/campaigns/:id', undefined, 404],
      ['POST /api/admin/campaigns/:id/preview', { locale: 'en' }, 404],
      ['POST /api/admin/campaigns/:id/test', { locale: 'en' }, 404],
    ] as const
  ).map(([route, body, status]): Row => {
    const path = route.split(' ')[1]?.replace(':id', randomUUID()) ?? '';
    return { route, about: 'no issue', path: () => path, ...(body ? { body: () => body } : {}), answers: forTeam('content', status) };
  }),
  ...(
    [
      ['POST /api/admin/campaigns/:id/sending', { revision: 1, at: null }],
      ['POST /api/admin/campaigns/:id/undo', { revision: 1 }],
      ['POST /api/admin/campaigns/:id/pause', { revision: 1 }],
      ['POST /api/admin/campaigns/:id/resume', { revision: 1 }],
      ['POST /api/admin/campaigns/:id/cancellation', { revision: 1 }],
      ['POST /api/admin/campaigns/:id/unknown', { revision: 1 }],
      ['POST /api/admin/campaigns/:id/settlement', { revision: 1 }],
    ] as const
  ).map(([route, body]): Row => {
    const path = route.split(' ')[1]?.replace(':id', randomUUID()) ?? '';
    return { route, about: 'no issue', path: () => path, body: () => body, answers: forTeam('send', 404) };
  }),
  { route: 'GET /api/admin/series', about: 'the series', answers: forTeam('content') },
  {
    route: 'PUT /api/admin/series',
    about: 'off as it is',
    body: () => ({ revision: 1, isOn: false, takesImports: false }),
    answers: forTeam('send'),
  },
  {
    route: 'POST /api/admin/series/steps',
    about: 'no text',
    body: () => ({ revision: 1, postId: randomUUID(), afterDays: 0 }),
    answers: forTeam('send', 400),
  },
  ...(
    [
      ['PUT /api/admin/series/steps/:id', { revision: 1, afterDays: 0 }],
      ['POST /api/admin/series/steps/:id/removal', { revision: 1 }],
    ] as const
  ).map(([route, body]): Row => {
    const path = route.split(' ')[1]?.replace(':id', randomUUID()) ?? '';
    return { route, about: 'no step', path: () => path, body: () => body, answers: forTeam('send', 404) };
  }),
  { route: 'GET /api/admin/messages', about: 'all messages', answers: forTeam('people') },
  { route: 'GET /api/admin/message-assignees', about: 'who reads messages', answers: forTeam('people') },
  {
    route: 'PUT /api/admin/messages/:id/assignee',
    about: 'no message',
    path: () => `/api/admin/messages/${randomUUID()}/assignee`,
    body: () => ({ uid: null, previousUid: null }),
    answers: forTeam('people', 404),
  },
  {
    route: 'PUT /api/admin/messages/:id/state',
    about: 'no message',
    path: () => `/api/admin/messages/${randomUUID()}/state`,
    body: () => ({ state: 'answered', previousState: 'new' }),
    answers: forTeam('people', 404),
  },
  { route: 'POST /api/admin/messages/spam', about: 'no message', body: () => ({ ids: [randomUUID()] }), answers: forTeam('people') },
  {
    route: 'DELETE /api/admin/messages/:id',
    about: 'no message',
    path: () => `/api/admin/messages/${randomUUID()}`,
    answers: forTeam('people', 404),
  },
  {
    route: 'POST /api/admin/messages/:id/replies',
    about: 'no message',
    path: () => `/api/admin/messages/${randomUUID()}/replies`,
    body: () => ({ attemptId: randomUUID(), body: 'Olá', lastReplyId: null }),
    answers: forTeam('people', 404),
  },
  {
    route: 'DELETE /api/admin/messages/:id/replies/:replyId',
    about: 'no message',
    path: () => `/api/admin/messages/${randomUUID()}/replies/${randomUUID()}`,
    answers: forTeam('people', 404),
  },
  { route: 'GET /api/admin/saved-answers', about: 'texts for replies', answers: forTeam('people') },
  {
    route: 'POST /api/admin/people',
    about: 'who is behind an order of the owner',
    body: () => ({ kind: 'order', id: orderId }),
    answers: forTeam('people'),
  },
  { route: 'GET /api/admin/people/:id', about: 'nobody', path: () => `/api/admin/people/${randomUUID()}`, answers: forTeam('people', 404) },
  {
    route: 'DELETE /api/admin/people/:id',
    about: 'nobody',
    path: () => `/api/admin/people/${randomUUID()}`,
    body: () => ({ email: 'ana@example.test' }),
    answers: forRecent('site', 404),
  },
  {
    route: 'PUT /api/admin/people/:id/note',
    about: 'nobody',
    path: () => `/api/admin/people/${randomUUID()}/note`,
    body: () => ({ note: 'x', previousNote: '' }),
    answers: forTeam('people', 404),
  },
  {
    route: 'POST /api/admin/people/:id/gifts',
    about: 'nobody',
    path: () => `/api/admin/people/${randomUUID()}/gifts`,
    body: () => ({ attemptId: randomUUID(), uid: 'x', ebookId: 'livre', reason: 'x' }),
    answers: forRecent('money', 404),
  },
  {
    route: 'DELETE /api/admin/people/:id/gifts/:orderId',
    about: 'nobody',
    path: () => `/api/admin/people/${randomUUID()}/gifts/${randomUUID()}`,
    answers: forTeam('money', 404),
  },
  {
    route: 'DELETE /api/admin/people/:id/imported-books/:purchaseId',
    about: 'nobody',
    path: () => `/api/admin/people/${randomUUID()}/imported-books/${randomUUID()}`,
    answers: forTeam('money', 404),
  },
  {
    route: 'GET /api/admin/people/:id/export',
    about: 'nobody',
    path: () => `/api/admin/people/${randomUUID()}/export`,
    answers: forRecent('site', 404),
  },
  { route: 'GET /api/admin/reviews', about: 'all reviews', answers: forTeam('people') },
  {
    route: 'PUT /api/admin/reviews/:id/moderation',
    about: 'no review',
    path: () => `/api/admin/reviews/${randomUUID()}/moderation`,
    body: () => ({ reason: null, revision: 1 }),
    answers: forTeam('people', 404),
  },
  {
    route: 'PUT /api/admin/reviews/:id/reply',
    about: 'no review',
    path: () => `/api/admin/reviews/${randomUUID()}/reply`,
    body: () => ({ reply: 'x', revision: 1 }),
    answers: forTeam('people', 404),
  },
  { route: 'GET /api/admin/subscribers', about: 'all addresses', answers: forTeam('lists') },
  { route: 'GET /api/admin/subscribers.csv', about: 'all addresses', answers: forRecent('lists') },
  { route: 'GET /api/admin/coupons', about: 'all coupons', answers: forTeam('money') },
  { route: 'GET /api/admin/bundles', about: 'all bundles', answers: forTeam('money') },
  { route: 'POST /api/admin/coupons', about: 'a coupon without terms', body: () => ({ code: 'NATAL' }), answers: forTeam('money', 400) },
  { route: 'POST /api/admin/bundles', about: 'a bundle without terms', body: () => ({}), answers: forTeam('money', 400) },
  ...(['PUT /api/admin/coupons/:id', 'PUT /api/admin/bundles/:id'] as const).map((route) => ({
    route,
    about: 'changes without terms',
    path: () => route.slice(4).replace(':id', randomUUID()),
    body: () => ({ revision: 1 }),
    answers: forTeam('money', 400),
  })),
  {
    route: 'DELETE /api/admin/promotions/:id',
    about: 'no promotion',
    path: () => `/api/admin/promotions/${randomUUID()}`,
    answers: forTeam('money', 404),
  },
  { route: 'GET /api/admin/imports', about: 'all imports', answers: forTeam('lists') },
  {
    route: 'POST /api/admin/imports',
    about: 'a file of purchases',
    body: () => ({ kind: 'purchases', source: 'gumroad', name: 'vendas.csv' }),
    answers: forRecent('lists', 201),
  },
  ...(
    [
      ['GET /api/admin/imports/:id', ''],
      ['DELETE /api/admin/imports/:id', ''],
      ['DELETE /api/admin/imports/:id/refused-rows', '/refused-rows'],
      ['GET /api/admin/imports/:id/columns', '/columns'],
      ['PUT /api/admin/imports/:id/columns', '/columns'],
      ['POST /api/admin/imports/:id/reading', '/reading'],
      ['PUT /api/admin/imports/:id/products', '/products'],
      ['PUT /api/admin/imports/:id/proof', '/proof'],
    ] as const
  ).map(([route, end]) => ({
    route,
    about: 'no import',
    path: () => `/api/admin/imports/${randomUUID()}${end}`,
    ...(route === 'PUT /api/admin/imports/:id/columns' ? { body: () => ({ fields: ['email'] }) } : {}),
    ...(end === '/products' ? { body: () => ({ product: 'x', ebookId: null }) } : {}),
    ...(end === '/proof' ? { body: () => ({ uploadId: randomUUID(), name: 'x.pdf' }) } : {}),
    answers: forTeam('lists', 404),
  })),
  ...(
    [
      ['POST /api/admin/imports/:id/start', '/start'],
      ['POST /api/admin/imports/:id/undo', '/undo'],
      ['POST /api/admin/imports/:id/proof-uploads', '/proof-uploads'],
      ['POST /api/admin/imports/:id/proof-link', '/proof-link'],
      ['GET /api/admin/imports/:id/refused.csv', '/refused.csv'],
      ['GET /api/admin/imports/:id/kept.csv', '/kept.csv'],
    ] as const
  ).map(([route, end]) => ({
    route,
    about: 'no import',
    path: () => `/api/admin/imports/${randomUUID()}${end}`,
    answers: forRecent('lists', 404),
  })),
  { route: 'GET /api/admin/page-reports', about: 'how pages fare', answers: forTeam('numbers') },
  { route: 'GET /api/admin/tasks', about: 'what waits for the owner', answers: forTeam('team') },
  {
    route: 'PUT /api/admin/task-snoozes',
    about: 'a draft',
    body: () => ({ kind: 'ebook_draft', subject: 'rascunho', until: 'tomorrow' }),
    answers: forTeam('content'),
  },
  { route: 'GET /api/admin/notices', about: 'their own', answers: forTeam('people') },
  { route: 'PUT /api/admin/notices', about: 'their own', body: () => ({ sale: 'never' }), answers: forTeam('people') },
  { route: 'GET /api/admin/setup', about: 'what is set up', answers: forTeam('site') },
  {
    route: 'PUT /api/admin/setup-skips',
    about: 'a step',
    body: () => ({ step: 'channel', isSkipped: true }),
    answers: forTeam('site'),
  },
  { route: 'GET /api/admin/support', about: 'the state of the system', answers: forTeam('site') },
  { route: 'POST /api/admin/channel-readings', about: 'the channel, now', answers: forTeam('content') },
  {
    route: 'POST /api/admin/channel-lookups',
    about: 'a channel by its handle',
    body: () => ({ channel: '@cadernosdaestrada' }),
    answers: forTeam('site'),
  },
  { route: 'GET /api/admin/audit-log', about: 'the audit log', answers: forTeam('site') },
  { route: 'GET /api/admin/audit-log.csv', about: 'the audit log', answers: forRecent('site') },
  { route: 'GET /api/admin/lists.zip', about: 'all lists', answers: forRecent('site') },
  { route: 'GET /api/admin/lists-file', about: 'the prepared file', answers: forTeam('site') },
  { route: 'POST /api/admin/lists-file/link', about: 'no prepared file', answers: forRecent('site', 404) },
  { route: 'POST /api/admin/lists-file', about: 'all lists, by email', body: () => ({ locale: 'en' }), answers: forRecent('site') },
  {
    route: 'GET /api/admin/analytics',
    about: 'a week',
    path: () => '/api/admin/analytics?from=2026-01-01&to=2026-01-07',
    answers: forTeam('numbers'),
  },
  { route: 'GET /api/admin/payouts', about: 'payouts by Stripe', answers: forTeam('numbers') },
  {
    route: 'GET /api/admin/subscriber-growth',
    about: 'readers of a period',
    path: () => '/api/admin/subscriber-growth?from=2026-01-01&to=2026-01-07',
    answers: forTeam('numbers'),
  },
  {
    route: 'GET /api/admin/visits',
    about: 'visits of a period',
    path: () => '/api/admin/visits?from=2026-01-01&to=2026-01-07',
    answers: forTeam('numbers'),
  },
  {
    route: 'GET /api/admin/visits/page',
    about: 'where visits of a page came from',
    path: () => '/api/admin/visits/page?from=2026-01-01&to=2026-01-07&path=/',
    answers: forTeam('numbers'),
  },
  {
    route: 'GET /api/admin/visits.csv',
    about: 'a table of visits',
    path: () => '/api/admin/visits.csv?from=2026-01-01&to=2026-01-07&table=sources',
    answers: forTeam('numbers'),
  },
  {
    route: 'GET /api/admin/analytics.csv',
    about: 'a week',
    path: () => '/api/admin/analytics.csv?from=2026-01-01&to=2026-01-07',
    answers: forTeam('numbers'),
  },
  { route: 'GET /api/admin/content', about: 'all texts', answers: forTeam('content') },
  { route: 'GET /api/admin/content/:key', about: 'a text', path: () => '/api/admin/content/about', answers: forTeam('content') },
  {
    route: 'PUT /api/admin/content/:key',
    about: 'a text',
    path: () => '/api/admin/content/featured_ebooks',
    body: () => ({ expectedVersion: 0, body: { ids: [] } }),
    // The previous row published this version already.
    answers: { ...forTeam('content', 409), owner: 200 },
  },
  {
    route: 'GET /api/admin/content/:key',
    about: 'what the shop sells in',
    path: () => '/api/admin/content/currencies',
    answers: forTeam('money'),
  },
  {
    route: 'PUT /api/admin/content/:key',
    about: 'a legal text',
    path: () => '/api/admin/content/terms',
    body: () => ({ expectedVersion: 0, body: {} }),
    answers: forRecent('site', 400),
  },
  {
    route: 'PUT /api/admin/content/:key',
    about: 'a legal text, written another way',
    path: () => '/api/admin/content/%74erms',
    body: () => ({ expectedVersion: 0, body: {} }),
    answers: forRecent('site', 400),
  },
  {
    route: 'POST /api/admin/content/:key/preview',
    about: 'a draft',
    path: () => '/api/admin/content/featured_ebooks/preview',
    body: () => ({ body: { ids: [] } }),
    answers: forTeam('content'),
  },
  {
    route: 'GET /api/admin/content/:key/versions',
    about: 'a history',
    path: () => '/api/admin/content/about/versions',
    answers: forTeam('content'),
  },
  {
    route: 'GET /api/admin/content/:key/versions/:version',
    about: 'the default',
    path: () => '/api/admin/content/about/versions/0',
    answers: forTeam('content'),
  },
  { route: 'GET /api/admin/team', about: 'who runs the site', answers: forTeam('site') },
  {
    route: 'POST /api/admin/team/invitations',
    about: 'the address of a member',
    path: () => '/api/admin/team/invitations',
    body: () => ({ email: editor.email, role: 'owner', locale: 'en' }),
    answers: forRecent('site', 409),
  },
  {
    route: 'DELETE /api/admin/team/invitations/:id',
    about: 'no invitation',
    path: () => `/api/admin/team/invitations/${randomUUID()}`,
    answers: forTeam('site', 404),
  },
  {
    route: 'PUT /api/admin/team/:uid/role',
    about: 'a role that the member has not',
    path: () => `/api/admin/team/${support.uid}/role`,
    body: () => ({ role: 'owner', previousRole: 'editor' }),
    answers: forRecent('site', 409),
  },
  { route: 'DELETE /api/admin/team/:uid', about: 'no member', path: () => '/api/admin/team/ninguem', answers: forRecent('site', 404) },
  { route: 'GET /api/admin/settings', about: 'the settings', answers: forTeam('site') },
  { route: 'POST /api/admin/test-emails', about: 'to the caller’s own address', body: () => ({ locale: 'en' }), answers: forTeam('site') },
  {
    route: 'POST /api/admin/doctor-runs',
    about: 'one service',
    body: () => ({ service: 'videos', locale: 'en' }),
    answers: forRecent('site'),
  },
  { route: 'GET /api/client-address', about: 'without the secret', path: () => '/api/client-address?proof=x', answers: everybody(404) },
  {
    route: 'GET /api/admin/test-emails/:id',
    about: 'no such mail',
    path: () => `/api/admin/test-emails/${randomUUID()}`,
    answers: forTeam('site', 404),
  },
  {
    route: 'DELETE /api/me',
    about: 'with the address of another',
    body: () => ({ email: 'outra@example.test' }),
    answers: signedIn({ ...everybody(400), none: 401, forged: 401 }),
  },
  // These rows are last, because each ends the session.
  { route: 'POST /api/me/sign-out', about: 'this session', answers: signedIn({ ...everybody(204), none: 401, deleted: 410, forged: 401 }) },
  { route: 'POST /api/me/sign-out-everywhere', about: 'the own sessions', isNewSession: true, answers: signedIn({}) },
];

beforeAll(async () => {
  site = await startApiSite();
  await site.addBooks({ id: 'comprado' }, { id: 'arquivado' }, { id: 'livre' }, { id: 'rascunho', state: 'draft' });
  await Promise.all([site.addPdf('comprado'), site.addPdf('arquivado')]);
  const { privateKey } = await generateKeyPair('RS256');
  const { email, uid } = demoAccounts.admin;
  tokens.forged = await new SignJWT({ email, email_verified: true, auth_time: now(), user_id: uid })
    .setProtectedHeader({ alg: 'RS256', kid: 'forged' })
    .setIssuer(`https://securetoken.google.com/${site.internal.projectId}`)
    .setAudience(site.internal.projectId)
    .setSubject(uid)
    .setIssuedAt(now())
    .setExpirationTime(now() + 3_600)
    .sign(privateKey);
  const team = [
    { ...editor, role: 'editor' },
    { ...support, role: 'support' },
  ];
  await site.rows('POST', 'team', team);
  for (const identity of IDENTITIES) tokens[identity] ??= await signIn[identity]?.();
  const gone = `${randomUUID()}@example.test`;
  tokens.deleted = await site.signUp(gone);
  await site.call('DELETE', '/api/me', { token: tokens.deleted, body: { email: gone } });

  const { json } = await site.checkout(tokens.buyer ?? '', site.cart(['comprado', 'arquivado']));
  sessionId = json.sessionId;
  await site.payByCard(sessionId);
  await site.until(
    () => site.order(sessionId),
    (order) => order?.state === 'paid',
  );
  orderId = (await site.order(sessionId))?.id ?? '';
  await site.rows('PATCH', 'ebooks_metadata?id=eq.arquivado', { state: 'archived' });
  // The first answer on a slow machine is that the buyer's copy is still being made.
  for (const id of ['comprado', 'arquivado'])
    await site.until(
      () => site.call('POST', `/api/me/library/${id}/download`, { token: tokens.buyer ?? '' }),
      ({ status }) => status === 200,
    );
});
afterAll(async () => await site?.close());

test('the access table and this matrix contain every route of the app', () => {
  const routes = routesOf(anApp()).toSorted();
  expect(Object.keys(access).toSorted()).toEqual(routes);
  expect([...new Set<string>(rows.map((row) => row.route))].toSorted()).toEqual(routes);
});

test('the matrix tries every call that requires a recent sign-in with an old sign-in', () => {
  const tried = rows.filter((row) => row.answers.stale === 403 && row.answers.owner !== 403).map((row) => row.route);
  expect([...new Set<string>(tried)].toSorted()).toEqual(Object.keys(recentSignIn).toSorted());
});

test('a permitted call never shows data of another account', async () => {
  const other = { token: tokens.other ?? '' };
  expect((await site.call('GET', '/api/me/library', other)).json.items).toEqual([]);
  expect((await site.call('GET', '/api/me/orders', other)).json.orders).toEqual([]);
  expect((await site.call('GET', '/api/ebooks?ids=rascunho')).json.ebooks).toEqual([]);
});

const cases = rows.flatMap((row) => IDENTITIES.map((identity) => ({ ...row, identity, status: row.answers[identity] })));

test.each(cases)('$route ($about) answers $status to $identity', async ({ route, path, body, isNewSession, identity, status }) => {
  const [method = '', pattern = ''] = route.split(' ');
  const token = (isNewSession && (await signIn[identity]?.())) || tokens[identity];
  const answer = await site.call(method, path?.() ?? pattern, {
    ...(token === undefined ? {} : { token }),
    ...(body ? { body: body() } : {}),
  });
  expect(answer.status, answer.text).toBe(status);
  if (identity === 'stale' && status === 403) expect(answer.json.error.code).toBe('step_up_required');
  const isShared = answer.headers.get('cache-control')?.includes('public') ?? false;
  expect(isShared && access[route] !== 'public', 'a private answer is never kept by others').toBe(false);
});
