import { randomUUID } from 'node:crypto';
import {
  type AdminEpisode,
  AdminEpisodeListSchema,
  AdminEpisodeSchema,
  adminEpisodeCalls,
  ChannelSchema,
} from '@site/shared/contracts/admin-episodes.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { BadPicture, drawApart } from '../../../platform/draw-apart.ts';
import { handle } from '../../../platform/handle.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { findUpload, refuseFile, versionOf } from '../../shop/ebooks/ebook-uploads.ts';
import { type ContentDeps, getContent, saveDraft } from '../../site/content/content.service.ts';
import { EPISODE_DRAFT } from './episodes.service.ts';
import { findChannel } from './find-channel.ts';
import type { Thumbnails } from './thumbnails.ts';

const PageSchema = v.object({ episodes: AdminEpisodeListSchema.entries.episodes, more: v.boolean() });
const KnownChannelSchema = v.omit(ChannelSchema, ['channel']);
/** The result of the SQL function `admin_episode_json`. */
export const StoredAdminEpisodeSchema = v.omit(AdminEpisodeSchema, ['themes']);

/** The field of each fault that the database finds. */
const FAULTS = {
  slug_taken: 'ownSlug',
  slug_reserved: 'ownSlug',
  ebook_gone: 'ebooks',
  upload_gone: 'picture',
  audio_required: 'audio',
  in_past: 'at',
} as const;
type Fault = keyof typeof FAULTS;
const FaultSchema = v.object({ fault: v.picklist(Object.keys(FAULTS) as Fault[]) });

/** Returns the stored episode. Throws `invalid_input` for a fault that the database found. */
export async function toAnswer(deps: ContentDeps, stored: Json, fields: Partial<Record<Fault, string>> = {}): Promise<AdminEpisode> {
  if (v.is(FaultSchema, stored)) {
    const field = fields[stored.fault] ?? FAULTS[stored.fault];
    throw new AppError('invalid_input', { fields: { [field]: stored.fault } });
  }
  const { podcast_categories } = await getContent(deps, 'podcast_categories');
  return { ...v.parse(StoredAdminEpisodeSchema, stored), themes: podcast_categories.names };
}

/**
 * Draws the thumbnails of an uploaded picture and stores them. The thumbnails belong to no episode until an episode is saved with them.
 * Returns the picture's main color.
 */
async function storeUploadedPicture({ data }: Pick<ContentDeps, 'data'>, uploadId: string): Promise<string> {
  const { key } = await findUpload({ data }, 'picture', uploadId);
  try {
    const read = () => data.readPrivateFile(key);
    const { color, files } = await drawApart<Thumbnails>('own_thumbnails', read, versionOf(uploadId));
    await Promise.all(files.map(({ ending, type, body }) => data.storePublicFile(`${key}${ending}`, type, body)));
    return color;
  } catch (error) {
    throw error instanceof BadPicture ? refuseFile('picture', error.problem) : error;
  }
}

export const adminEpisodeHandlers = handle(adminEpisodeCalls, {
  'GET /api/admin/channel': async ({ deps: { liveSettings, episodeSource }, sql }) => {
    const { channelId: id } = await liveSettings.get();
    const known = v.parse(KnownChannelSchema, await sql.getChannel({ channelId: id }));
    return { channel: id === null ? null : { id, url: episodeSource?.addressOf(id) ?? null }, ...known };
  },
  'POST /api/admin/channel-lookups': ({ deps, body }) => findChannel(deps, body.channel, 'channel'),
  'GET /api/admin/episodes': async ({ sql, query: { q, state, sort, ...at } }) => {
    const start = pageStartOf(at);
    const filters = { words: q.normalize('NFC'), filter: state ?? null, isOldest: sort === 'oldest' };
    const page = await sql.listAdminEpisodes({ ...filters, ...pageOf(start, ADMIN_PAGE_SIZE) });
    const { episodes, more } = v.parse(PageSchema, page);
    return { episodes, ...cursorsOf(episodes, more, start, ({ publishedAt, id }) => ({ at: publishedAt, id })) };
  },
  'GET /api/admin/episodes/:id': async ({ deps, sql, params }) => await toAnswer(deps, await sql.getAdminEpisode(params)),
  'PUT /api/admin/episodes/:id': async ({ deps, sql, actor, params, body: { revision, ...edits } }) =>
    await toAnswer(deps, await sql.editEpisode({ actor, ...params, revision, edits })),
  'GET /api/admin/episodes/:id/free-slug': async ({ sql, params, query }) => ({
    slug: (await sql.offerSlug({ ...params, ...query })) ?? '',
  }),
  // The draft is kept for an hour. The episode's page shows the draft under this id.
  'POST /api/admin/episodes/:id/preview': async ({ deps, sql, params, body }) => {
    const { state } = v.parse(StoredAdminEpisodeSchema, await sql.getAdminEpisode(params));
    if (state === 'removed') throw new AppError('not_found');
    return { preview: await saveDraft(deps, EPISODE_DRAFT, { ...params, ...body }) };
  },
  'POST /api/admin/episodes/:id/picture-uploads': async ({ deps, sql, params }) => {
    const id = randomUUID();
    const key = await sql.expectPicture({ uploadId: id, ...params });
    if (key === null) throw new AppError('not_found');
    return { id, url: await deps.data.uploadLink(key), filename: '' };
  },
  'PUT /api/admin/episodes/:id/picture': async ({ deps, sql, actor, params, body: { upload, revision } }) => {
    const stored = await sql.getAdminEpisode(params);
    const { hasOwnPicture, picture } = v.parse(StoredAdminEpisodeSchema, stored);
    const version = (hasOwnPicture && picture?.version) || null;
    // The same request was sent twice.
    if (version === (upload && versionOf(upload))) return await toAnswer(deps, stored);
    const color = upload && (await storeUploadedPicture(deps, upload));
    return await toAnswer(deps, await sql.setEpisodePicture({ actor, ...params, revision, uploadId: upload, color }));
  },
});
