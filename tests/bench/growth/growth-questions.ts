import type { Endpoints } from '@site/shared/contracts/endpoints.ts';
import { WORDS } from './growth-rows.ts';

export type GetEndpoint = Extract<keyof Endpoints, `GET ${string}`>;
type Query = Readonly<Record<string, string>>;

/** The requests to an endpoint. `path` has the values of the path's parameters. */
export type Asked = {
  as: 'visitor' | 'customer' | 'admin';
  path?: string;
  questions: Readonly<Record<string, Query>>;
  /** The way in which the endpoint finds a page: by a cursor of time and id, by a cursor whose id counts alone, or by a version. */
  pages?: 'time' | 'id' | 'version';
};

const whole: Readonly<Record<string, Query>> = { all: {} };

/** Returns searches of the list. `prefix` is two letters that begin words in it. */
const searches = (prefix: string): Record<string, Query> => ({
  all: {},
  'common word': { q: WORDS.common },
  'a word in 12': { q: WORDS.some },
  'a word in 100': { q: WORDS.few },
  'rare word': { q: WORDS.rare },
  'oldest row': { q: WORDS.oldest },
  'no hit': { q: WORDS.absent },
  'two letters': { q: prefix },
  'two letters, no hit': { q: 'xq' },
  'part of words': { q: 'raç' },
  'a common word and one in 12': { q: `${WORDS.some} ${WORDS.common}` },
  'a common word and a rare one': { q: `${WORDS.rare} ${WORDS.common}` },
});

const DAY_MS = 86_400_000;
const daysAgo = (days: number): string => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);
const secondsAgo = (days: number): string => String(Math.floor((Date.now() - days * DAY_MS) / 1_000));

/** Every reading call of the product, or the reason why it is not measured. `{order}` and `{mine}` stand for ids of the measured site. */
export const asked: Readonly<Record<GetEndpoint | 'GET /podcast.xml', Asked | string>> = {
  'GET /api/ebooks': { as: 'visitor', questions: searches('co'), pages: 'time' },
  'GET /api/ebooks/featured': { as: 'visitor', questions: whole },
  'GET /api/ebooks/:id': { as: 'visitor', path: '/api/ebooks/numero-3', questions: whole },
  'GET /api/ebooks/:id/reviews': { as: 'visitor', path: '/api/ebooks/numero-3/reviews', questions: whole },
  'GET /api/testimonials': { as: 'visitor', questions: whole },
  'GET /api/episodes': {
    as: 'visitor',
    questions: { ...searches('co'), chip: { category: 'Ruth' }, 'common word and chip': { category: 'Ruth', q: WORDS.common } },
    pages: 'time',
  },
  'GET /api/episodes/:slug': { as: 'visitor', path: '/api/episodes/numero-3', questions: whole },
  'GET /api/episode-series/:slug': 'at most 100 episodes, read by their keys',
  'GET /api/admin/episode-series': 'a handful',
  'GET /api/episodes/:slug/chapters': 'one episode, as its page; these have no chapters',
  'GET /podcast.xml': 'pages of 200 episodes, each rendered once a minute: with 10,000 the last (38 ms) takes as long as the first (43 ms)',
  'GET /api/admin/podcast': { as: 'admin', questions: whole },
  'GET /api/posts': 'texts are written by hand: in ten years there are hundreds',
  'GET /api/posts/:slug': 'one post by its address, as large as one text',
  'GET /api/brand': { as: 'visitor', questions: whole },
  'GET /api/site': { as: 'visitor', questions: whole },
  'GET /api/pages/home': { as: 'visitor', questions: whole },
  'GET /api/pages/about': { as: 'visitor', questions: whole },
  'GET /api/pages/contact': { as: 'visitor', questions: whole },
  'GET /api/legal/:document': { as: 'visitor', path: '/api/legal/terms', questions: whole },
  'GET /api/password-ranges/:prefix': 'a list in memory that does not grow',
  'GET /api/me': { as: 'customer', questions: whole },
  'GET /api/me/newsletter': { as: 'customer', questions: whole },
  'GET /api/me/orders': { as: 'customer', questions: whole, pages: 'time' },
  'GET /api/me/orders/:id': { as: 'customer', path: '/api/me/orders/{mine}', questions: whole },
  'GET /api/me/orders/:id/gifts': { as: 'customer', path: '/api/me/orders/{mine}/gifts', questions: whole },
  'GET /api/me/library': { as: 'customer', questions: whole, pages: 'time' },
  'GET /api/me/listening': { as: 'customer', questions: whole },
  'GET /api/me/receipt-buyer': 'one row by its key',
  'GET /api/me/reviews/:ebookId': 'one row by its key',
  'GET /api/me/cart': 'one row by its key',
  'GET /api/me/bought-ebooks': { as: 'customer', questions: whole },
  'GET /api/completed-orders': { as: 'admin', questions: whole, pages: 'time' },
  'GET /api/stats': {
    as: 'admin',
    questions: { now: { dayStart: secondsAgo(0.6), weekStart: secondsAgo(3.6), monthStart: secondsAgo(20.6) } },
  },
  'GET /users': {
    as: 'admin',
    questions: {
      ...searches('ma'),
      'common name': { q: 'maria' },
      'first and last name': { q: 'zélia leal' },
      'an address': { q: 'leitor77@correio.test' },
      'end of addresses': { q: '@correio.test' },
    },
    pages: 'time',
  },
  'GET /api/admin/search': {
    as: 'admin',
    questions: { ...searches('ma'), 'an address': { q: 'leitor77@correio.test' }, 'a number': { q: '#1042' } },
  },
  'GET /api/admin/orders': {
    as: 'admin',
    questions: {
      ...searches('ma'),
      'common name': { q: 'maria' },
      'first and last name': { q: 'zélia leal' },
      'an address': { q: 'leitor7@correio.test' },
      'end of addresses': { q: '@correio.test' },
      'a number': { q: '#1042' },
      paid: { state: 'paid' },
      disputed: { state: 'disputed' },
      failed: { state: 'failed' },
      'failed, common word': { state: 'failed', q: WORDS.common },
      'disputed, a word in 12': { state: 'disputed', q: WORDS.some },
      'partly refunded, rare word': { state: 'partly_refunded', q: WORDS.rare },
      'two years ago': { from: daysAgo(760), to: daysAgo(730) },
      'two years ago, common word': { from: daysAgo(760), to: daysAgo(730), q: WORDS.common },
      'two years ago, a word in 100': { from: daysAgo(760), to: daysAgo(730), q: WORDS.few },
      'two years ago, refunded': { from: daysAgo(760), to: daysAgo(730), state: 'refunded' },
      'before there was anything': { to: daysAgo(3_000) },
    },
    pages: 'time',
  },
  'GET /api/admin/orders/:id': { as: 'admin', path: '/api/admin/orders/{order}', questions: whole },
  'GET /api/admin/orders/:id/gifts': { as: 'admin', path: '/api/admin/orders/{order}/gifts', questions: whole },
  'GET /api/admin/ebooks': {
    as: 'admin',
    questions: { ...searches('co'), drafts: { state: 'draft' }, 'drafts, common word': { state: 'draft', q: WORDS.common } },
    pages: 'time',
  },
  'GET /api/admin/ebooks/:id': { as: 'admin', path: '/api/admin/ebooks/numero-3', questions: whole },
  'GET /api/admin/ebooks/:id/versions': { as: 'admin', path: '/api/admin/ebooks/numero-3/versions', questions: whole },
  'GET /api/admin/ebooks/:id/sales': { as: 'admin', path: '/api/admin/ebooks/numero-3/sales', questions: whole },
  'GET /api/admin/channel': { as: 'admin', questions: whole },
  'GET /api/admin/episodes': {
    as: 'admin',
    questions: {
      ...searches('co'),
      drafts: { state: 'draft' },
      hidden: { state: 'hidden' },
      pictureless: { state: 'pictureless' },
      removed: { state: 'removed' },
    },
    pages: 'time',
  },
  'GET /api/admin/episodes/:id': { as: 'admin', path: '/api/admin/episodes/numero-3', questions: whole },
  'GET /api/admin/episodes/:id/transcripts/:locale': 'one transcript by its key',
  'GET /api/admin/episodes/:id/free-slug': 'one address by its index',
  'GET /api/admin/podcast-import': 'three counts of imported files: a feed has at most 5,000',
  'GET /api/admin/posts': 'texts are written by hand: in ten years there are hundreds',
  'GET /api/admin/posts/:id': 'one post by its id, as large as one text',
  'GET /api/admin/campaigns': 'issues are written by hand, and their outcomes are counted once they ended',
  'GET /api/admin/campaigns/:id': 'one issue by its id',
  'GET /api/admin/series': 'a few issues, with readers of a month',
  'GET /api/admin/posts/:id/versions': 'those of one post',
  'GET /api/admin/posts/:id/versions/:locale/:version': 'one version by its number',
  'GET /api/admin/messages': {
    as: 'admin',
    questions: { ...searches('ma'), spam: { state: 'spam' }, 'new, common word': { state: 'new', q: WORDS.common } },
    pages: 'time',
  },
  'GET /api/admin/message-assignees': { as: 'admin', questions: whole },
  'GET /api/admin/saved-answers': { as: 'admin', questions: whole },
  'GET /api/admin/people/:id': 'a person is made by a call that changes something, and is as large as one person',
  'GET /api/admin/subscribers': {
    as: 'admin',
    questions: { ...searches('le'), bounced: { state: 'bounced' }, 'bounced, common word': { state: 'bounced', q: 'coracao' } },
    pages: 'time',
  },
  'GET /api/admin/reviews': { as: 'admin', questions: { ...whole, waiting: { state: 'waiting' } }, pages: 'time' },
  'GET /api/admin/coupons': 'a handful, each with the orders that were paid with it',
  'GET /api/admin/bundles': 'a handful',
  'GET /api/admin/imports': 'a handful in the life of a site',
  'GET /api/admin/imports/:id': 'one import, whose rows go as it is done',
  'GET /api/admin/imports/:id/columns': 'the first lines of a file, in the storage',
  'GET /api/admin/payouts': 'asks Stripe, and no table',
  'GET /api/admin/support': { as: 'admin', questions: whole },
  'GET /api/admin/audit-log': {
    as: 'admin',
    questions: {
      all: {},
      'of eBooks': { kind: 'ebook' },
      'of a kind without any': { kind: 'mail' },
      'by one': { by: 'equipe@semente.test' },
      'of eBooks by one': { kind: 'ebook', by: 'equipe@semente.test' },
      'by nobody': { by: 'ninguem@semente.test' },
    },
    pages: 'id',
  },
  'GET /api/admin/analytics': {
    as: 'admin',
    questions: {
      'a month': { from: daysAgo(30), to: daysAgo(0) },
      'a quarter, with the year before': { from: daysAgo(90), to: daysAgo(0), compare: 'year' },
      'three years': { from: daysAgo(1_090), to: daysAgo(0), compare: 'none' },
    },
  },
  'GET /api/admin/subscriber-growth': {
    as: 'admin',
    questions: { 'a month': { from: daysAgo(30), to: daysAgo(0) }, 'three years': { from: daysAgo(1_090), to: daysAgo(0) } },
  },
  'GET /api/admin/visits': {
    as: 'admin',
    questions: { '28 days': { from: daysAgo(27), to: daysAgo(0) } },
  },
  'GET /api/admin/visits/page': {
    as: 'admin',
    questions: {
      '28 days': { from: daysAgo(27), to: daysAgo(0), path: '/shop/ebook/numero-3' },
      'all days, as the page of an episode': { from: daysAgo(1_000), to: daysAgo(-1), path: '/shop/ebook/numero-3' },
    },
  },
  'GET /api/admin/content': { as: 'admin', questions: whole },
  'GET /api/admin/content/:key': { as: 'admin', path: '/api/admin/content/counters', questions: whole },
  'GET /api/admin/content/:key/versions': { as: 'admin', path: '/api/admin/content/counters/versions', questions: whole, pages: 'version' },
  'GET /api/admin/content/:key/versions/:version': { as: 'admin', path: '/api/admin/content/counters/versions/7', questions: whole },
  'GET /api/admin/tasks': { as: 'admin', questions: whole },
  'GET /api/admin/notices': 'three rows of the caller’s own',
  'GET /api/admin/page-reports': { as: 'admin', questions: whole },
  'GET /api/admin/team': 'a few people',
  'GET /api/admin/setup': { as: 'admin', questions: whole },
  'GET /api/admin/settings': { as: 'admin', questions: whole },
  'GET /api/admin/lists-file': 'one file at a time',
  'GET /api/admin/test-emails/:id': 'one row by its id',
  'GET /api/admin/sender-domain': { as: 'admin', questions: whole },
  'GET /api/client-address': 'asks no table',
};
