import { randomUUID } from 'node:crypto';
import type { Upload } from '@site/shared/contracts/admin-ebooks.ts';
import type {
  AdminEpisode,
  AdminEpisodeList,
  AdminEpisodeListQuerySchema,
  Channel,
  EditedEpisodeSchema,
  EpisodeDraft,
  EpisodePictureSchema,
} from '@site/shared/contracts/admin-episodes.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { BadPicture, drawApart } from '../../platform/draw-apart.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { type ContentDeps, getContent, saveDraft } from '../content/content.service.ts';
import { findUpload, refuseFile, versionOf } from '../ebooks/ebook-uploads.ts';
import type { Outcome } from './admin-episodes.repository.ts';
import * as repository from './admin-episodes.repository.ts';
import { toAdminEpisode, toListedEpisode } from './admin-episodes.view.ts';
import { EPISODE_DRAFT } from './episodes.service.ts';
import type { Thumbnails } from './thumbnails.ts';

/** What is read, how the last reading went and what it brought. */
export async function getChannel({
  data,
  liveSettings,
  episodeSource,
}: Pick<Deps, 'data' | 'liveSettings' | 'episodeSource'>): Promise<Channel> {
  const { channelId: id } = await liveSettings.get();
  const { read_at, synced_at, last_error, is_reading, added, changed, removed, shown, hidden } = await repository.getChannel(data, id);
  return {
    channel: id === null ? null : { id, url: episodeSource?.addressOf(id) ?? null },
    isReading: is_reading,
    lastReading: id === null || read_at === null ? null : { at: toInstant(read_at), error: last_error, added, changed, removed },
    syncedAt: toInstantOrNull(synced_at),
    shown,
    hidden,
  };
}

/** Every episode with these words, newest first, also hidden ones and those that left the channel. */
export async function listAdminEpisodes(
  { data }: Pick<Deps, 'data'>,
  { q, state }: Pick<v.InferOutput<typeof AdminEpisodeListQuerySchema>, 'q' | 'state'>,
  start: PageStart,
): Promise<AdminEpisodeList> {
  const page = await repository.listAdminEpisodes(data, { words: q.normalize('NFC'), filter: state, start, size: ADMIN_PAGE_SIZE });
  return {
    episodes: page.episodes.map((row) => toListedEpisode(row)),
    ...cursorsOf(page.episodes, page.more, start, (row) => ({ at: row.published_at, id: row.id })),
  };
}

const toAnswer = async (deps: ContentDeps, row: repository.AdminEpisodeRow): Promise<AdminEpisode> =>
  toAdminEpisode(row, (await getContent(deps, 'podcast_categories')).podcast_categories.names);

/** Throws `not_found`. */
export async function getAdminEpisode(deps: ContentDeps, id: string): Promise<AdminEpisode> {
  const row = await repository.getAdminEpisode(deps.data, id);
  if (!row) throw new AppError('not_found');
  return await toAnswer(deps, row);
}

const fieldOf = { slug_taken: 'ownSlug', slug_reserved: 'ownSlug', ebook_gone: 'ebooks', upload_gone: 'picture' } as const;

async function unwrapOutcome(deps: ContentDeps, answer: Outcome): Promise<AdminEpisode> {
  const { outcome } = answer;
  if (outcome === 'done') return await toAnswer(deps, answer.episode);
  if (outcome === 'not_found' || outcome === 'changed_meanwhile') throw new AppError(outcome);
  throw new AppError('invalid_input', { fields: { [fieldOf[outcome]]: outcome } });
}

/** Throws `not_found`, `changed_meanwhile`, and `invalid_input` for an address that cannot be given and a book that is gone. */
export async function editEpisode(
  deps: ContentDeps,
  actor: Actor,
  id: string,
  { revision, isHidden, ownSlug, categories, notes, ebooks }: v.InferOutput<typeof EditedEpisodeSchema>,
): Promise<AdminEpisode> {
  const written = Object.fromEntries(Object.entries(notes).filter(([, text]) => text !== ''));
  const edits = { is_hidden: isHidden, slug: ownSlug || null, categories, notes: written, ebooks };
  return await unwrapOutcome(deps, await repository.editEpisode(deps.data, actor, { id, revision }, edits));
}

/** An address that can be given to an episode: this one, or one like it. */
export const offerSlug = async ({ data }: Pick<Deps, 'data'>, id: string, slug: string): Promise<{ slug: string }> => ({
  slug: await repository.offerSlug(data, id, slug),
});

/** Keeps what was typed about an episode for an hour, and answers the id under which its page shows it. Throws `not_found`. */
export async function previewEpisode(deps: ContentDeps, id: string, draft: EpisodeDraft): Promise<{ preview: string }> {
  const row = await repository.getAdminEpisode(deps.data, id);
  if (!row || row.removed_at !== null) throw new AppError('not_found');
  return { preview: await saveDraft(deps, EPISODE_DRAFT, { id, ...draft }) };
}

/** Asks for a link to send a picture to. Throws `not_found`. */
export async function expectPicture({ data }: Pick<Deps, 'data'>, id: string): Promise<Upload> {
  const upload = randomUUID();
  const key = await repository.expectPicture(data, upload, id);
  if (key === null) throw new AppError('not_found');
  return { id: upload, url: await data.uploadLink(key), filename: '' };
}

type PictureDeps = ContentDeps & Pick<Deps, 'log'>;

/**
 * Puts an upload in the place of an episode's picture, or the channel's there again without one. Throws `not_found`, `changed_meanwhile`,
 * and `invalid_input` with what is wrong with the picture.
 */
export async function setEpisodePicture(
  deps: PictureDeps,
  actor: Actor,
  id: string,
  { upload, revision }: v.InferOutput<typeof EpisodePictureSchema>,
): Promise<AdminEpisode> {
  const { data } = deps;
  const now = await repository.getAdminEpisode(data, id);
  if (!now) throw new AppError('not_found');
  // The same request, sent twice.
  if (now.own_picture_version === (upload && versionOf(upload))) return await toAnswer(deps, now);
  const picture = upload && { uploadId: upload, color: await storeUploadedPicture(deps, upload) };
  return await unwrapOutcome(deps, await repository.setEpisodePicture(data, actor, { id, revision }, picture || null));
}

/** Makes an uploaded picture into thumbnails and stores them; they are no episode's until one says so. Answers their colour. */
async function storeUploadedPicture(deps: PictureDeps, uploadId: string): Promise<string> {
  const { data } = deps;
  const { key } = await findUpload(deps, 'picture', uploadId);
  try {
    const read = () => data.readPrivateFile(key);
    const { color, files } = await drawApart<Thumbnails>('own_thumbnails', read, versionOf(uploadId));
    await Promise.all(files.map(({ ending, type, body }) => data.storePublicFile(`${key}${ending}`, type, body)));
    return color;
  } catch (error) {
    throw error instanceof BadPicture ? refuseFile('picture', error.problem) : error;
  }
}
