import {
  type AdminContent,
  CONTENT_KEYS,
  type ContentHistorySchema,
  contentPermissions,
  SETTING_BLOCKS,
} from '@site/shared/contracts/admin-content.ts';
import { type ContentBlock, type ContentKey, contentBlocks } from '@site/shared/contracts/content.ts';
import { savedBlocks } from '@site/shared/contracts/saved-content.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { accept } from '../../platform/http.ts';
import { TIME_ZONE } from '../analytics/time-zone-job.ts';
import { CHANNEL_SYNC } from '../episodes/channel-sync.ts';
import { findChannel } from '../episodes/find-channel.ts';
import type { VersionRow } from './content.repository.ts';
import * as repository from './content.repository.ts';
import { type ContentDeps, FACTS, getConfiguredFacts, getSiteFacts } from './content.service.ts';
import { defaultContent } from './default-content/default-content.ts';

type Body = AdminContent['body'];

const HISTORY_SIZE = 20;

const toPublication = (row: Omit<VersionRow, 'body'> | undefined) => ({
  version: row?.version ?? 0,
  publishedBy: row?.published_by ?? null,
  publishedAt: row ? toInstant(row.published_at) : null,
});

/** What stands under each key that the caller may edit, without the texts. */
export async function listContent({ data }: ContentDeps, { permissions }: Pick<Caller, 'permissions'>) {
  const keys = CONTENT_KEYS.filter((key) => permissions.includes(contentPermissions[key]));
  const rows = await repository.getContent(data, keys);
  return { blocks: keys.map((key) => ({ key, ...toPublication(rows.find((row) => row.key === key)) })) };
}

/** The default of the code, which tells of the site as it is now; of what may be configured the default is what was. */
async function getDefaultContent(deps: ContentDeps, key: ContentKey): Promise<Body> {
  return defaultContent[key](FACTS.some((fact) => fact === key) ? getConfiguredFacts(deps.env) : await getSiteFacts(deps));
}

/** A block as it was published last, also one that today's schema refuses: the owner mends it. */
export async function getContentBlock(deps: ContentDeps, key: ContentKey): Promise<AdminContent> {
  const [row] = await repository.getContent(deps.data, [key]);
  return { key, ...toPublication(row), body: row ? (row.body as Body) : await getDefaultContent(deps, key) };
}

/** A block as it was in one version, 0 for the default. Throws `not_found`. */
export async function getContentVersion(deps: ContentDeps, key: ContentKey, version: number): Promise<AdminContent> {
  if (version === 0) return { key, ...toPublication(undefined), body: await getDefaultContent(deps, key) };
  const row = await repository.getContentVersion(deps.data, key, version);
  if (!row) throw new AppError('not_found');
  return { key, ...toPublication(row), body: row.body as Body };
}

export async function listContentVersions(
  { data }: ContentDeps,
  key: ContentKey,
  before: number | null,
): Promise<v.InferOutput<typeof ContentHistorySchema>> {
  const rows = await repository.listContentVersions(data, key, before, HISTORY_SIZE + 1);
  const versions = rows.slice(0, HISTORY_SIZE).map((row) => ({ ...toPublication(row), restoredFrom: row.restored_from }));
  return { versions, nextBefore: rows.length > HISTORY_SIZE ? (versions.at(-1)?.version ?? null) : null };
}

/** Keeps a draft for an hour, and answers the id under which pages show it. */
export async function saveContentDraft({ data }: ContentDeps, key: ContentKey, body: Body): Promise<string> {
  return await repository.saveContentDraft(data, key, accept<v.GenericSchema>(savedBlocks[key], body));
}

const isSetting = (key: ContentKey): boolean => SETTING_BLOCKS.some((setting) => setting === key);

type PublishDeps = ContentDeps & Pick<Deps, 'liveSettings' | 'episodeSource' | 'wakeJob'>;

/** A channel that is there, under the name that it has there. Throws `invalid_input`. */
async function acceptChannel(deps: PublishDeps, body: Body): Promise<ContentBlock<'channel'>> {
  const wanted = accept(contentBlocks.channel, body);
  if (wanted.id === null) return { ...wanted, title: '' };
  const { id, title } = await findChannel(deps, wanted.id, 'id');
  // A handle or an address names a channel, too, and is no id.
  if (id !== wanted.id) throw new AppError('invalid_input', { fields: { id: 'channel_not_found' } });
  return { ...wanted, title };
}

/** Publishes a body; a channel is read at once. Throws `changed_meanwhile` when another admin published since `expectedVersion`. */
export async function publishContent(
  deps: PublishDeps,
  actor: Actor,
  key: ContentKey,
  { expectedVersion, body, restoredFrom }: { expectedVersion: number; body: Body; restoredFrom: number | null },
): Promise<AdminContent> {
  const accepted: unknown = key === 'channel' ? await acceptChannel(deps, body) : accept<v.GenericSchema>(savedBlocks[key], body);
  if (restoredFrom !== null && restoredFrom >= expectedVersion)
    throw new AppError('invalid_input', { fields: { restoredFrom: 'invalid' } });
  const standard = await getDefaultContent(deps, key);
  const published = await repository.publishContent(deps.data, actor, {
    key,
    expected: expectedVersion,
    body: accepted,
    subjectKind: isSetting(key) ? 'setting' : 'content',
    standard,
    restoredFrom,
  });
  if (published.outcome === 'stale') throw new AppError('changed_meanwhile');
  if (published.outcome === 'name_taken') throw new AppError('invalid_input', { fields: { version: 'taken' } });
  if (published.outcome === 'unknown_zone') throw new AppError('invalid_input', { fields: { zone: 'invalid' } });
  if (published.outcome === 'picture_gone') throw new AppError('invalid_input', { fields: { [published.picture]: 'upload_gone' } });
  if (FACTS.some((fact) => fact === key)) deps.liveSettings.outdate();
  if (key === 'channel') deps.wakeJob(CHANNEL_SYNC);
  if (key === 'timeZone') deps.wakeJob(TIME_ZONE);
  return await getContentBlock(deps, key);
}
