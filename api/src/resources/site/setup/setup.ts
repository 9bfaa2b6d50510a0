import { DOCTOR_SERVICES } from '@site/shared/contracts/admin-settings.ts';
import { SETUP_STEPS, type Setup, type SetupStep, setupCalls } from '@site/shared/contracts/admin-setup.ts';
import { BRAND_PICTURES, type ContentBlock } from '@site/shared/contracts/content.ts';
import { palette } from '@site/shared/design/palette.ts';
import * as v from 'valibot';
import type { Deps } from '../../../platform/deps.ts';
import { isTestMode } from '../../../platform/env.ts';
import { handle } from '../../../platform/handle.ts';
import { getContent, listPublishedKeys } from '../content/content.service.ts';
import { findFormerFacts } from '../content/legal.service.ts';

type SetupDeps = Pick<Deps, 'data' | 'env' | 'log'>;

const SetupRowSchema = v.object({
  has_owner: v.boolean(),
  has_ebook: v.boolean(),
  has_purchase: v.boolean(),
  has_test_email: v.boolean(),
  has_read_channel: v.boolean(),
  has_episode: v.boolean(),
  well_services: v.array(v.string()),
  skipped: v.array(v.picklist(SETUP_STEPS)),
});

type Facts = {
  rows: v.InferOutput<typeof SetupRowSchema>;
  brand: ContentBlock<'brand'>;
  contact: ContentBlock<'contact'>;
  channel: ContentBlock<'channel'>;
  /** The default name, which a site has until its owner enters one. */
  noName: string;
  isPublished: (key: (typeof PUBLISHED)[number]) => boolean;
  /** Sentences of the legal texts that still have the site's former name or address. */
  former: Awaited<ReturnType<typeof findFormerFacts>>;
};

const PUBLISHED = ['brand', 'currencies', 'timeZone', 'contact', 'channel', 'terms', 'privacy'] as const;

/** The condition under which each step is done. */
const isDone: Readonly<Record<SetupStep, (facts: Facts) => boolean>> = {
  claim: ({ rows }) => rows.has_owner,
  names: ({ brand, noName, isPublished }) => isPublished('brand') && brand.author !== noName,
  currencies: ({ isPublished }) => isPublished('currencies'),
  timeZone: ({ isPublished }) => isPublished('timeZone'),
  look: ({ brand }) => brand.accent !== palette.accent || BRAND_PICTURES.some((name) => brand[name] !== null),
  seller: ({ contact: { legalName, taxId, address } }) => [legalName, taxId, address].every(Boolean),
  contact: ({ isPublished }) => isPublished('contact'),
  terms: ({ isPublished, former }) => isPublished('terms') && former.terms === undefined,
  privacy: ({ isPublished, former }) => isPublished('privacy') && former.privacy === undefined,
  channel: ({ rows, channel, isPublished }) => (channel.id === null ? isPublished('channel') || rows.has_episode : rows.has_read_channel),
  ebook: ({ rows }) => rows.has_ebook,
  purchase: ({ rows }) => rows.has_purchase,
  test_email: ({ rows }) => rows.has_test_email,
  doctor: ({ rows }) => DOCTOR_SERVICES.every((service) => rows.well_services.includes(service)),
};

/** Returns the state of each setup step: done, skipped by the owner, or open. */
async function getSetup(deps: SetupDeps): Promise<Setup> {
  const { data, env } = deps;
  const [stored, published, blocks, former] = await Promise.all([
    data.sql.getSetup(),
    listPublishedKeys(deps, PUBLISHED),
    getContent(deps, 'brand', 'contact', 'channel'),
    findFormerFacts(deps),
  ]);
  const rows = v.parse(SetupRowSchema, stored);
  const noName = new URL(env.SITE_URL).hostname;
  const facts: Facts = { rows, ...blocks, noName, isPublished: (key) => published.includes(key), former };
  const stateOf = (step: SetupStep) => (isDone[step](facts) ? 'done' : rows.skipped.includes(step) ? 'skipped' : 'open');
  return {
    steps: SETUP_STEPS.map((step) => ({ step, state: stateOf(step) })),
    isTestMode: isTestMode(env),
  };
}

export const setupHandlers = handle(setupCalls, {
  'GET /api/admin/setup': ({ deps }) => getSetup(deps),
  'PUT /api/admin/setup-skips': async ({ deps, sql, actor, body }) => {
    await sql.skipSetupStep({ actor, ...body });
    return await getSetup(deps);
  },
});
