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

/** In a preview, `draft` replaces the published block with the same key. */
export type ContentDeps = Pick<Deps, 'data' | 'env' | 'log'> & { draft?: { key: string; body: unknown } };
type Blocks<Keys extends ContentKey> = { [Key in Keys]: ContentBlock<Key> };

const InForceSchema = v.array(v.pick(tables.content_versions, ['key', 'version', 'body', 'published_by', 'published_at']));

/** Returns the newest publication of each of `keys`, without keys that were never published. */
export const listPublished = async (
  { data }: Pick<Deps, 'data'>,
  keys: readonly ContentKey[],
): Promise<v.InferOutput<typeof InForceSchema>> => v.parse(InForceSchema, await data.sql.getContent({ keys }));

/** Returns the owner's last publication for each key, or the default. */
export async function getContent<Keys extends ContentKey>(deps: ContentDeps, ...keys: Keys[]): Promise<Blocks<Keys>> {
  const { facts, published } = await getPublished(deps, keys);
  return Object.fromEntries(keys.map((key) => [key, published(key) ?? defaultContent[key](facts)] as const)) as Blocks<Keys>;
}

/** Returns the site's name and appearance. */
export const getBrand = async (deps: ContentDeps): Promise<PublishedBrand> => (await getContent(deps, 'brand')).brand;

/** Returns the site's data that every page's header and footer use. */
export async function getSiteInfo(deps: ContentDeps): Promise<Omit<SiteInfo, 'hasPosts' | 'hasEbooks' | 'pricesUntil'>> {
  const { links, contact, currencies, timeZone } = await getContent(deps, 'links', 'contact', 'currencies', 'timeZone');
  const { email, country: _country, ...seller } = contact;
  return { links, contactEmail: email, seller, currencies, timeZone: timeZone.zone, isTestMode: isTestMode(deps.env) };
}

/** Returns the testimonials in one language, in the owner's order. */
export async function listTestimonials(deps: ContentDeps, locale: Locale): Promise<Testimonial[]> {
  const { testimonials } = await getContent(deps, 'testimonials');
  return testimonials.items.map(({ id, name, place, quote }) => ({ id, name, place, quote: quote[locale] }));
}

/**
 * Returns the facts about the site for default texts and emails: the environment's values, replaced by the values that the owner published.
 */
export const getSiteFacts = async (deps: ContentDeps): Promise<SiteFacts & Pick<PublishedBrand, 'accent' | 'form'>> =>
  (await getPublished(deps, [])).facts;

/** Returns the facts from the environment. A site without a name uses its host name. */
export function getConfiguredFacts(env: Env): SiteFacts {
  const site = env.SITE_NAME ?? new URL(env.SITE_URL).hostname;
  return { ...env, SITE_NAME: site, AUTHOR_NAME: env.AUTHOR_NAME ?? site, channelId: env.YOUTUBE_CHANNEL_ID };
}

/** Returns which of `keys` the owner has ever published. */
export const listPublishedKeys = async (deps: Pick<Deps, 'data'>, keys: readonly ContentKey[]): Promise<string[]> =>
  (await listPublished(deps, keys)).map(({ key }) => key);

/** Blocks that replace values of the environment. */
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

/**
 * Returns a stored block. Returns null and logs an error when it does not match today's schema. Such a block is a fault of the code, and
 * callers show the default.
 */
export function readBlock<Key extends ContentKey>(log: Log, key: Key, body: unknown): ContentBlock<Key> | null {
  const result = v.safeParse(contentBlocks[key], body);
  if (result.success) return fillGaps(result.output);
  log.error({ key, at: v.getDotPath(result.issues[0]) }, 'published content is not valid');
  return null;
}

/** Returns `value` with the Portuguese text wherever the English one is empty. */
function fillGaps<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(fillGaps) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const parts = Object.fromEntries(Object.entries(value).map(([name, part]) => [name, fillGaps(part)]));
  return (parts.en === '' && 'pt-BR' in parts ? { ...parts, en: parts['pt-BR'] } : parts) as Value;
}

/** Stores an unsaved draft for an hour, for a preview. `key` names the kind of content. Returns the id of the preview. */
export const saveDraft = async ({ data }: Pick<Deps, 'data'>, key: string, body: unknown): Promise<string> =>
  v.parse(v.string(), await data.sql.saveContentDraft({ key, body }));

const DraftSchema = v.nullable(v.pick(tables.content_drafts, ['key', 'body']));

/** Returns null when the draft does not exist or its hour is over. */
const findDraft = async ({ data }: Pick<Deps, 'data'>, id: string): Promise<v.InferOutput<typeof DraftSchema>> =>
  v.parse(DraftSchema, await data.sql.getContentDraft({ id }));

/** Returns the draft stored under an id and key. Throws `not_found` when it no longer exists. */
export async function getDraft(deps: Pick<Deps, 'data'>, key: string, id: string): Promise<unknown> {
  const draft = await findDraft(deps, id);
  if (draft?.key !== key) throw new AppError('not_found');
  return draft.body;
}

/** Returns `deps` with the draft of a preview. Throws `not_found` when it no longer exists. */
export async function withDraft<Some extends ContentDeps>(deps: Some, preview: string): Promise<Some> {
  const draft = await findDraft(deps, preview);
  if (!draft) throw new AppError('not_found');
  return { ...deps, draft };
}
