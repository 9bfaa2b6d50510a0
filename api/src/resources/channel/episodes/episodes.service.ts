import { AdminEpisodeSchema, EpisodeDraftSchema } from '@site/shared/contracts/admin-episodes.ts';
import { parseChapters } from '@site/shared/contracts/chapters.ts';
import { type EpisodeSeries, EpisodeSeriesSchema } from '@site/shared/contracts/episode-series.ts';
import {
  EPISODE_PAGE_SIZE,
  type Episode,
  type EpisodeChapters,
  type EpisodeList,
  EpisodeListSchema,
  type EpisodePage,
  EpisodePageSchema,
  EpisodePostSchema,
  EpisodeSchema,
  FEED_PAGE_SIZE,
} from '@site/shared/contracts/episodes.ts';
import type { ListeningPlace } from '@site/shared/contracts/listening-places.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { AUTHOR_LOCALE, LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { decodeCursor, encodeCursor } from '../../../platform/cursor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { EbookRowSchema } from '../../shop/ebooks/ebook-row.ts';
import { toEbook } from '../../shop/ebooks/ebooks.view.ts';
import { type ContentDeps, getContent, getDraft } from '../../site/content/content.service.ts';
import { readPageTranscript, TranscriptFactsSchema } from '../transcripts/page-transcript.ts';
import { renderPodcastFeed } from './podcast-feed.ts';
import { sampleEpisodes } from './sample-episodes.ts';

export type EpisodeDeps = ContentDeps & Pick<Deps, 'liveSettings'>;

/** The result of the SQL function `episode_json`. */
const StoredEpisodeSchema = v.object({
  ...EpisodeSchema.entries,
  spotifyUrl: v.nullable(v.string()),
  categories: v.array(v.string()),
  guid: v.string(),
  transcripts: TranscriptFactsSchema,
  ...v.pick(AdminEpisodeSchema, ['season', 'number', 'kind']).entries,
  notes: v.object({ 'pt-BR': v.optional(v.string()), en: v.optional(v.string()) }),
});
const PublicFactsSchema = v.omit(EpisodeSchema, ['spotifyUrl']);
type StoredEpisode = v.InferOutput<typeof StoredEpisodeSchema>;

const StoredListSchema = v.object({
  ...v.pick(EpisodeListSchema, ['total', 'isTotalCapped', 'syncedAt']).entries,
  episodes: v.array(StoredEpisodeSchema),
  more: v.boolean(),
});
const StoredPageSchema = v.object({
  ...v.pick(EpisodePageSchema, ['series', 'previous', 'next']).entries,
  episode: StoredEpisodeSchema,
  ebooks: v.array(EbookRowSchema),
});

/** Reads a page of the visible episodes, newest first, filtered by words, category or ids. */
export const readEpisodes = async (
  { sql }: Deps['data'],
  page: Partial<Parameters<Deps['data']['sql']['listEpisodes']>[0]> & { size: number },
): Promise<v.InferOutput<typeof StoredListSchema>> =>
  v.parse(StoredListSchema, await sql.listEpisodes({ words: '', category: '', afterAt: null, afterId: null, ids: null, ...page }));

/** `showUrl` is the podcast's page on another platform. An episode without a link of its own uses `showUrl`. */
const toEpisode = ({ spotifyUrl, ...stored }: StoredEpisode, showUrl: string | null): Episode => ({
  ...v.parse(PublicFactsSchema, stored),
  publishedAt: toInstant(stored.publishedAt),
  spotifyUrl: spotifyUrl ?? showUrl ?? '',
});

/** Returns whether to show example episodes. Only a site that never had an episode shows examples, even if its channel was removed. */
export const isSample = async ({ data, liveSettings }: Pick<Deps, 'data' | 'liveSettings'>): Promise<boolean> =>
  (await liveSettings.get()).channelId === null && !(await data.sql.hasEpisodes());

/** Returns a page of the stored episodes, newest first. */
export async function listEpisodes(
  deps: EpisodeDeps,
  query: { q: string; category: string; after?: string | undefined },
): Promise<EpisodeList> {
  const after = decodeCursor(query.after);
  const words = { words: query.q.normalize('NFC'), category: query.category.normalize('NFC') };
  const start = { afterAt: after?.at ?? null, afterId: after?.id ?? null };
  const [{ podcast_categories, links }, stored, series] = await Promise.all([
    getContent(deps, 'podcast_categories', 'links'),
    isSample(deps).then((isExample) => (isExample ? null : readEpisodes(deps.data, { ...words, ...start, size: EPISODE_PAGE_SIZE }))),
    deps.data.sql.listShownSeries(),
  ]);
  const page = stored ? toStoredList(stored, showOf(links.places)) : findSamples(query);
  return { ...page, categories: podcast_categories.names, places: links.places, series: v.parse(EpisodeListSchema.entries.series, series) };
}

type Page = Omit<EpisodeList, 'categories' | 'places' | 'series'>;

function toStoredList({ episodes, more, syncedAt, ...totals }: v.InferOutput<typeof StoredListSchema>, showUrl: string | null): Page {
  const last = episodes.at(-1);
  return {
    ...totals,
    episodes: episodes.map((stored) => toEpisode(stored, showUrl)),
    nextCursor: more && last ? encodeCursor({ at: last.publishedAt, id: last.id }) : null,
    syncedAt: toInstantOrNull(syncedAt),
    isSample: false,
  };
}

function findSamples({ q, category }: { q: string; category: string }): Page {
  const episodes = sampleEpisodes.filter(({ title, description }) => contains(`${title} ${description}`, q) && contains(title, category));
  return { episodes, total: episodes.length, isTotalCapped: false, nextCursor: null, syncedAt: null, isSample: true };
}

const getPlaces = async (deps: ContentDeps): Promise<ListeningPlace[]> => (await getContent(deps, 'links')).links.places;

/** Returns the podcast's page on Spotify, or null. Episodes without a link of their own use this page. */
const showOf = (places: readonly ListeningPlace[]): string | null => places.find(({ kind }) => kind === 'spotify')?.url ?? null;

/**
 * Returns at most `size` visible episodes, newest first: those of `ids`, or the newest of all. Example episodes are left out, because only
 * the podcast page labels them as examples.
 */
export async function listNewestEpisodes(deps: EpisodeDeps, choice: { ids: readonly string[] | null; size: number }): Promise<Episode[]> {
  if (await isSample(deps)) return [];
  const [{ episodes }, places] = await Promise.all([readEpisodes(deps.data, choice), getPlaces(deps)]);
  return episodes.map((stored) => toEpisode(stored, showOf(places)));
}

/** Returns the episode with this current or former slug, and the other contents of its page, in one language. Throws `not_found`. */
export async function getEpisode(deps: EpisodeDeps, slug: string, locale: Locale): Promise<EpisodePage> {
  if (await isSample(deps)) return { ...getSample(slug), places: await getPlaces(deps) };
  const [page, places] = await Promise.all([deps.data.sql.getEpisode({ slug }), getPlaces(deps)]);
  return await toPage(deps, page, places, locale);
}

const StoredSeriesSchema = v.object({ ...EpisodeSeriesSchema.entries, episodes: v.array(StoredEpisodeSchema) });

/** Returns the series with this current or former slug. Throws `not_found`. */
export async function getEpisodeSeries(deps: EpisodeDeps, slug: string): Promise<EpisodeSeries> {
  const [stored, places] = await Promise.all([deps.data.sql.getEpisodeSeries({ slug }), getPlaces(deps)]);
  const { episodes, ...series } = v.parse(StoredSeriesSchema, stored);
  return { ...series, episodes: episodes.map((episode) => toEpisode(episode, showOf(places))) };
}

/** The content kind under which drafts of episodes are stored. */
export const EPISODE_DRAFT = 'episode';
const KeptDraftSchema = v.object({ id: v.string(), ...EpisodeDraftSchema.entries });

/** Returns the page of an episode with a draft, even if it is hidden. Throws `not_found`. */
export async function getEpisodeDraft(deps: EpisodeDeps, preview: string, locale: Locale): Promise<EpisodePage> {
  const draft = v.safeParse(KeptDraftSchema, await getDraft(deps, EPISODE_DRAFT, preview));
  if (!draft.success) throw new AppError('not_found');
  const { id, ebooks, notes, title, description } = draft.output;
  const [stored, places] = await Promise.all([deps.data.sql.previewEpisode({ id, ebooks }), getPlaces(deps)]);
  const page = await toPage(deps, stored, places, locale);
  const episode = { ...page.episode, ...(title !== undefined && { title }), ...(description !== undefined && { description }) };
  return { ...page, episode, chapters: parseChapters(episode.description, episode.durationSeconds), notes: toNotes(notes, locale) };
}

async function toPage(
  { env, data }: Pick<Deps, 'env' | 'data'>,
  page: Json,
  places: ListeningPlace[],
  locale: Locale,
): Promise<EpisodePage> {
  const { episode, ebooks, ...around } = v.parse(StoredPageSchema, page);
  const posts = v.parse(v.array(EpisodePostSchema), await data.sql.listPostsAboutEpisode({ episodeId: episode.id, locale }));
  return {
    ...around,
    episode: toEpisode(episode, showOf(places)),
    places,
    notes: toNotes(episode.notes, locale),
    chapters: parseChapters(episode.description, episode.durationSeconds),
    transcript: await readPageTranscript(data, episode, locale),
    ebooks: ebooks.map((row) => toEbook(row, env)),
    posts,
    isSample: false,
  };
}

/** Returns the notes in `locale`, or else in the other language. */
function toNotes(notes: StoredEpisode['notes'], locale: Locale): EpisodePage['notes'] {
  const written = [locale, ...LOCALES].find((language) => notes[language]);
  return written ? { text: notes[written] ?? '', locale: written } : null;
}

const neighbour = (episode: Episode | undefined): EpisodePage['next'] => (episode ? { slug: episode.slug, title: episode.title } : null);

/** Returns the chapters of an episode for podcast apps. Throws `not_found` when it has none. */
export async function getEpisodeChapters(deps: EpisodeDeps, slug: string): Promise<EpisodeChapters> {
  const { chapters } = await getEpisode(deps, slug, AUTHOR_LOCALE);
  if (chapters.length === 0) throw new AppError('not_found');
  return { version: '1.2.0', chapters: chapters.map(({ startSeconds, title }) => ({ startTime: startSeconds, title })) };
}

const FeedPageSchema = v.object({ episodes: v.array(StoredEpisodeSchema), pages: v.number() });

/** Renders a page of the feed for podcast apps, without examples. Throws `not_found` for a page after the last one. */
export async function buildEpisodesFeed(deps: EpisodeDeps, page: number): Promise<string> {
  const [{ brand, home, podcast }, isExample] = await Promise.all([getContent(deps, 'brand', 'home', 'podcast'), isSample(deps)]);
  const { episodes, pages } = isExample
    ? { episodes: [], pages: 1 }
    : v.parse(FeedPageSchema, await deps.data.sql.listFeedEpisodes({ page, size: FEED_PAGE_SIZE }));
  if (page > pages) throw new AppError('not_found');
  const { site: title, author } = brand;
  return renderPodcastFeed({
    ...{ siteUrl: deps.env.SITE_URL, title, author, description: home.lead['pt-BR'], podcast, page, pages },
    episodes: episodes.map((episode) => ({ ...episode, notes: toNotes(episode.notes, AUTHOR_LOCALE)?.text ?? '' })),
  });
}

function getSample(slug: string): Omit<EpisodePage, 'places'> {
  const index = sampleEpisodes.findIndex((sample) => sample.slug === slug);
  const episode = sampleEpisodes[index];
  if (!episode) throw new AppError('not_found');
  return {
    episode,
    notes: null,
    chapters: parseChapters(episode.description, episode.durationSeconds),
    transcript: null,
    series: null,
    ebooks: [],
    posts: [],
    previous: neighbour(sampleEpisodes[index + 1]),
    next: neighbour(sampleEpisodes[index - 1]),
    isSample: true,
  };
}

const plain = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
const contains = (text: string, part: string): boolean => plain(text).includes(plain(part));
