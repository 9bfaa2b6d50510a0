import type { CampaignState } from '@site/shared/contracts/campaign-rules.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { type RenderedCampaign, renderPostCampaign } from '../../src/resources/writing/campaigns/campaign-body.ts';
import { demoContent } from './content.ts';
import { type DemoCustomer, demoCustomers } from './customers.ts';
import { demoPublishing } from './ebooks.ts';
import { type DemoPost, demoPosts } from './posts.ts';

const DAY_MS = 86_400_000;
const none = { waiting: 0, sent: 0, refused: 0, left: 0, unknown: 0, bounced: 0, complained: 0 };

type DemoCampaign = {
  readonly id: string;
  /** Index of the post in `demoPosts`. */
  readonly post: number;
  readonly state: CampaignState;
  /** Days from the seeding time to the sending time. Null when not scheduled. */
  readonly inDays: number | null;
  readonly counts?: typeof none;
  readonly unsubscribed?: number;
};

/** Newsletter issues in the states that an owner sees often. The counts fit the demo's subscribers, but nothing was ever sent. */
export const demoCampaigns: readonly DemoCampaign[] = [
  { id: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0b01', post: 0, state: 'draft', inDays: null },
  // The issue is scheduled so late that no demo site sends it.
  { id: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0b02', post: 1, state: 'scheduled', inDays: 365 },
  {
    ...{ id: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0b03', post: 0, state: 'sent', inDays: -8, unsubscribed: 1 },
    counts: { ...none, sent: 23, bounced: 1 },
  },
  {
    ...{ id: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0b04', post: 2, state: 'sent', inDays: -29, unsubscribed: 1 },
    counts: { ...none, sent: 25, bounced: 1 },
  },
  {
    ...{ id: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0b05', post: 1, state: 'paused', inDays: -1, unsubscribed: 0 },
    counts: { ...none, waiting: 13, sent: 9 },
  },
];

/** The number of subscribers who got the first issue. After each of the two sent issues, one subscriber left and one email bounced. */
const SUBSCRIBERS = 26;
const STEP_DAYS = 11;

/** Returns the rows of the subscribers of these issues, with `now` as the seeding time. */
export function subscriberRows(now: Date): object[] {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const [first, second] = [-29, -8].map(at);
  const ends: Readonly<Record<number, object>> = {
    3: { state: 'unsubscribed', unsubscribed_at: first },
    9: { state: 'bounced', bounced_at: first },
    14: { state: 'unsubscribed', unsubscribed_at: second },
    20: { state: 'bounced', bounced_at: second },
  };
  const sources = ['footer', 'home', 'episode', 'post', 'checkout', 'sample'] as const;
  const stride = Math.floor(demoCustomers.length / SUBSCRIBERS);
  return Array.from({ length: SUBSCRIBERS }, (_, index) => {
    const joined = at(-30 - (SUBSCRIBERS - 1 - index) * STEP_DAYS);
    const { email, locale } = demoCustomers[index * stride] as DemoCustomer;
    return {
      ...{ email, locale, state: 'confirmed', source: sources[index % sources.length], consent_version: CONSENT_VERSION },
      ...{ consented_at: joined, confirmed_at: joined, created_at: joined, unsubscribed_at: null, bounced_at: null },
      ...ends[index],
    };
  });
}

/** The steps of the welcome series, which is switched off. Each step has a post and the number of days after which a reader gets it. */
export const demoSteps: readonly { readonly campaignId: string; readonly post: number; readonly afterDays: number }[] = [
  { campaignId: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0c01', post: 2, afterDays: 0 },
  { campaignId: 'a3d0c5e2-4f17-4c86-8b9d-2f4f5d1f0c02', post: 0, afterDays: 3 },
];

const postAt = (index: number): DemoPost => {
  const post = demoPosts[index];
  if (!post) throw new Error(`no demo text ${index}`);
  return post;
};

/** Renders the issue about a post, without the cards of embedded episodes and books, which only the site can draw. */
function wordsOf({ slug, words }: DemoPost, siteUrl: string): Record<Locale, RenderedCampaign> {
  const site = {
    ...{ SITE_URL: siteUrl, CONTACT_EMAIL: 'ola@raizepalavra.test', LINKS_SECRET: '', SITE_TIME_ZONE: 'America/Sao_Paulo' },
    ...{ SITE_NAME: demoPublishing.imprint, AUTHOR_NAME: demoPublishing.author },
    ...{ accent: demoContent.brand?.accent ?? '', form: 'specified' as const },
  };
  const write = (locale: Locale): RenderedCampaign => {
    const [original] = LOCALES.filter((known) => words[known]);
    const own = words[locale] ? locale : original;
    const post = own && words[own];
    if (!post) throw new Error(`a demo text without words: ${slug}`);
    return renderPostCampaign({ ...post, slug, locale: own, episodes: [], ebooks: [] }, site, { locale, subject: '', preheader: '' });
  };
  return { 'pt-BR': write('pt-BR'), en: write('en') };
}

type Rows = { campaigns: object[]; steps: object[] };

/** Returns the rows of all issues and steps, as if they had been created before `now`. */
export function campaignRows(siteUrl: string, now: Date): Rows {
  const at = (days: number) => new Date(now.getTime() + days * DAY_MS).toISOString();
  const created_by = 'demo';
  const fromStart = { frozen: null, prepared_at: null, prepared: 0, totals: null, unsubscribed: 0, ended_at: null };
  return {
    campaigns: [
      ...demoCampaigns.map(({ id, post, state, inDays, counts, unsubscribed = 0 }) => {
        const total = counts ? Object.values(counts).reduce((sum, count) => sum + count) : 0;
        const begun = counts && inDays !== null && { frozen: wordsOf(postAt(post), siteUrl), prepared_at: at(inDays), prepared: total };
        return {
          ...{ ...fromStart, id, post_id: postAt(post).id, state, created_by, unsubscribed, created_at: at((inDays ?? 0) - 2) },
          ...{ send_at: inDays === null ? null : at(inDays), ended_at: state === 'sent' && inDays !== null ? at(inDays) : null },
          ...(begun && { ...begun, totals: { total, ...counts } }),
        };
      }),
      ...demoSteps.map(({ campaignId, post }) => ({
        ...{ ...fromStart, id: campaignId, post_id: postAt(post).id, state: 'sent', created_by, created_at: at(-20), send_at: at(-20) },
        ...{ frozen: wordsOf(postAt(post), siteUrl), prepared_at: at(-20), ended_at: at(-20) },
      })),
    ],
    steps: demoSteps.map(({ campaignId, post, afterDays }) => ({
      ...{
        campaign_id: campaignId,
        post_id: postAt(post).id,
        after_days: afterDays,
        placed_at: at(-20),
        written_revision: 1,
        written_at: at(-20),
      },
    })),
  };
}
