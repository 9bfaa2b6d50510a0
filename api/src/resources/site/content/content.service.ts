import { type ContentBlock, type ContentKey, contentBlocks, type PublishedBrand, type SiteInfo } from '@site/shared/contracts/content.ts';
import type { Testimonial } from '@site/shared/contracts/ebooks.ts';
import { palette } from '@site/shared/design/palette.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Env, isTestMode } from '../../../platform/env.ts';
import type { Log } from '../../../platform/logger.ts';
import type { SiteFacts } from './default-content/both.ts';
import { defaultContent } from './default-content/default-content.ts';

/** `draft` stands in the place of what is published, in a preview. */
export type ContentDeps = Pick<Deps, 'data' | 'env' | 'log'> & { draft?: { key: string; body: unknown } };
type Blocks<Keys extends ContentKey> = { [Key in Keys]: ContentBlock<Key> };

const InForceSchema = v.array(v.pick(tables.content_versions, ['key', 'version', 'body', 'published_by', 'published_at']));

/** The newest publication of each of `keys` that was ever published. */
export const listPublished = async (
  { data }: Pick<Deps, 'data'>,
  keys: readonly ContentKey[],
): Promise<v.InferOutput<typeof InForceSchema>> => v.parse(InForceSchema, await data.sql.getContent({ keys }));

/** What the owner published last under each key, else the default. */
export async function getContent<Keys extends ContentKey>(deps: ContentDeps, ...keys: Keys[]): Promise<Blocks<Keys>> {
  const { facts, published } = await getPublished(deps, keys);
  return Object.fromEntries(keys.map((key) => [key, published(key) ?? defaultContent[key](facts)] as const)) as Blocks<Keys>;
}

/** What the site is called and how it looks. */
export const getBrand = async (deps: ContentDeps): Promise<PublishedBrand> => (await getContent(deps, 'brand')).brand;

/** What the owner wrote for the frame of every page. */
export async function getSiteInfo(deps: ContentDeps): Promise<Omit<SiteInfo, 'hasPosts' | 'hasEbooks' | 'pricesUntil'>> {
  const { links, contact, currencies, timeZone } = await getContent(deps, 'links', 'contact', 'currencies', 'timeZone');
  const { email, country: _country, ...seller } = contact;
  return { links, contactEmail: email, seller, currencies, timeZone: timeZone.zone, isTestMode: isTestMode(deps.env) };
}

/** What readers said, in one language, in the owner's order. */
export async function listTestimonials(deps: ContentDeps, locale: Locale): Promise<Testimonial[]> {
  const { testimonials } = await getContent(deps, 'testimonials');
  return testimonials.items.map(({ id, name, place, quote }) => ({ id, name, place, quote: quote[locale] }));
}

/** What default texts and letters tell of the site: the configuration, with what the owner published in its place. */
export const getSiteFacts = async (deps: ContentDeps): Promise<SiteFacts & Pick<PublishedBrand, 'accent' | 'form'>> =>
  (await getPublished(deps, [])).facts;

/** The site as it was configured: one without names goes by its address. */
export function getConfiguredFacts(env: Env): SiteFacts {
  const site = env.SITE_NAME ?? new URL(env.SITE_URL).hostname;
  return { ...env, SITE_NAME: site, AUTHOR_NAME: env.AUTHOR_NAME ?? site, channelId: env.YOUTUBE_CHANNEL_ID };
}

/** Which of `keys` the owner ever published. */
export const listPublishedKeys = async (deps: Pick<Deps, 'data'>, keys: readonly ContentKey[]): Promise<string[]> =>
  (await listPublished(deps, keys)).map(({ key }) => key);

/** The blocks that stand in the place of what is configured. */
export const FACTS = ['brand', 'contact', 'timeZone', 'channel'] as const satisfies readonly ContentKey[];

async function getPublished({ data, env, log, draft }: ContentDeps, keys: readonly ContentKey[]) {
  const rows = await listPublished({ data }, [...new Set<ContentKey>([...keys, ...FACTS])]);
  const published = <Key extends ContentKey>(key: Key): ContentBlock<Key> | null => {
    const row = draft?.key === key ? draft : rows.find((other) => other.key === key);
    return row ? readBlock(log, key, row.body) : null;
  };
  const brand = published('brand');
  const configured = getConfiguredFacts(env);
  const channel = published('channel');
  const facts = {
    ...configured,
    ...(brand && { SITE_NAME: brand.site, AUTHOR_NAME: brand.author }),
    accent: brand?.accent ?? palette.accent,
    form: brand?.form ?? ('neutral' as const),
    CONTACT_EMAIL: published('contact')?.email ?? env.CONTACT_EMAIL,
    SITE_TIME_ZONE: published('timeZone')?.zone ?? env.SITE_TIME_ZONE,
    channelId: channel ? (channel.id ?? undefined) : configured.channelId,
  };
  return { published, facts };
}

/** A stored body, or null for one that today's site cannot show: that is our fault, and the default is there to help. */
export function readBlock<Key extends ContentKey>(log: Log, key: Key, body: unknown): ContentBlock<Key> | null {
  const result = v.safeParse(contentBlocks[key], body);
  if (result.success) return fillGaps(result.output);
  log.error({ key, at: v.getDotPath(result.issues[0]) }, 'published content is not valid');
  return null;
}

/** `value` with the Portuguese words wherever nothing was written in English. */
function fillGaps<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(fillGaps) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillGaps(part)]));
  return (parts.en === '' && 'pt-BR' in parts ? { ...parts, en: parts['pt-BR'] } : parts) as Value;
}

/** Keeps what an admin looks at before it is saved, for an hour; `key` says what it is. Answers the id under which a page shows it. */
export const saveDraft = async ({ data }: Pick<Deps, 'data'>, key: string, body: unknown): Promise<string> =>
  v.parse(v.string(), await data.sql.saveContentDraft({ key, body }));

const DraftSchema = v.nullable(v.pick(tables.content_drafts, ['key', 'body']));

/** Null when there is none, or its hour is over. */
const findDraft = async ({ data }: Pick<Deps, 'data'>, id: string): Promise<v.InferOutput<typeof DraftSchema>> =>
  v.parse(DraftSchema, await data.sql.getContentDraft({ id }));

/** What `saveDraft` kept under an id for this key. Throws `not_found` when it is not there any more. */
export async function getDraft(deps: Pick<Deps, 'data'>, key: string, id: string): Promise<unknown> {
  const draft = await findDraft(deps, id);
  if (draft?.key !== key) throw new AppError('not_found');
  return draft.body;
}

/** `deps` with the draft of a preview's address. Throws `not_found` when there is none any more. */
export async function withDraft<Some extends ContentDeps>(deps: Some, preview: string): Promise<Some> {
  const draft = await findDraft(deps, preview);
  if (!draft) throw new AppError('not_found');
  return { ...deps, draft };
}
