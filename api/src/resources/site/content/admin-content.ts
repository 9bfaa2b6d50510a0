import {
  type AdminContent,
  adminContentCalls,
  CONTENT_KEYS,
  contentPermissions,
  SETTING_BLOCKS,
} from '@site/shared/contracts/admin-content.ts';
import { type ContentBlock, type ContentKey, contentBlocks, SITE_PICTURES } from '@site/shared/contracts/content.ts';
import { savedBlocks } from '@site/shared/contracts/saved-content.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { tables } from '../../../gateways/supabase/database.generated.ts';
import { requirePermission } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Caller } from '../../../platform/auth.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { accept } from '../../../platform/http.ts';
import { CHANNEL_SYNC } from '../../channel/episodes/channel-sync.ts';
import { findChannel } from '../../channel/episodes/find-channel.ts';
import { TIME_ZONE } from '../analytics/time-zone-job.ts';
import { type ContentDeps, FACTS, getConfiguredFacts, getSiteFacts, listPublished, saveDraft } from './content.service.ts';
import { defaultContent } from './default-content/default-content.ts';

type Body = AdminContent['body'];

const HISTORY_SIZE = 20;

const VersionSchema = v.pick(tables.content_versions, ['version', 'body', 'published_by', 'published_at']);
const HistorySchema = v.array(v.pick(tables.content_versions, ['version', 'published_by', 'published_at', 'restored_from']));
const PublishedSchema = v.variant('outcome', [
  v.object({ outcome: v.picklist(['published', 'unchanged', 'stale', 'name_taken', 'unknown_zone']) }),
  v.object({ outcome: v.literal('picture_gone'), picture: v.picklist(SITE_PICTURES) }),
]);

const toPublication = (row: Pick<v.InferOutput<typeof VersionSchema>, 'version' | 'published_by' | 'published_at'> | undefined) => ({
  version: row?.version ?? 0,
  publishedBy: row?.published_by ?? null,
  publishedAt: row ? toInstant(row.published_at) : null,
});

/**
 * Returns the default of a block, with the current facts about the site. For a block that replaces an environment variable, the default is
 * the variable's value.
 */
async function getDefaultContent(deps: ContentDeps, key: ContentKey): Promise<Body> {
  return defaultContent[key](FACTS.some((fact) => fact === key) ? getConfiguredFacts(deps.env) : await getSiteFacts(deps));
}

/** Returns a block as last published, even if it no longer matches the schema, so that the owner can repair it. */
async function getContentBlock(deps: ContentDeps, key: ContentKey): Promise<AdminContent> {
  const [row] = await listPublished(deps, [key]);
  return { key, ...toPublication(row), body: row ? (row.body as Body) : await getDefaultContent(deps, key) };
}

const isSetting = (key: ContentKey): boolean => SETTING_BLOCKS.some((setting) => setting === key);

/** Returns the channel with its current title at YouTube. Throws `invalid_input` when it does not exist. */
async function acceptChannel(deps: Deps, body: Body): Promise<ContentBlock<'channel'>> {
  const wanted = accept(contentBlocks.channel, body);
  if (wanted.id === null) return { ...wanted, title: '' };
  const { id, title } = await findChannel(deps, wanted.id, 'id');
  // `findChannel` also accepts a handle or a URL, but only an id may be stored.
  if (id !== wanted.id) throw new AppError('invalid_input', { fields: { id: 'channel_not_found' } });
  return { ...wanted, title };
}

/** Publishes a block. A new channel is synced at once. Throws `changed_meanwhile` when another admin published after `expectedVersion`. */
async function publishContent(
  deps: Deps,
  actor: Actor,
  key: ContentKey,
  { expectedVersion, body, restoredFrom }: { expectedVersion: number; body: Body; restoredFrom: number | null },
): Promise<AdminContent> {
  const accepted: unknown = key === 'channel' ? await acceptChannel(deps, body) : accept<v.GenericSchema>(savedBlocks[key], body);
  if (restoredFrom !== null && restoredFrom >= expectedVersion)
    throw new AppError('invalid_input', { fields: { restoredFrom: 'invalid' } });
  const standard = await getDefaultContent(deps, key);
  const answer = await deps.data.sql.publishContent({
    ...{ actor, key, expected: expectedVersion, body: accepted, restoredFrom },
    subjectKind: isSetting(key) ? 'setting' : 'content',
    // The audit log shows the default text as the value before the first publication.
    default: standard,
  });
  const published = v.parse(PublishedSchema, answer);
  if (published.outcome === 'stale') throw new AppError('changed_meanwhile');
  if (published.outcome === 'name_taken') throw new AppError('invalid_input', { fields: { version: 'taken' } });
  if (published.outcome === 'unknown_zone') throw new AppError('invalid_input', { fields: { zone: 'invalid' } });
  if (published.outcome === 'picture_gone') throw new AppError('invalid_input', { fields: { [published.picture]: 'upload_gone' } });
  if (FACTS.some((fact) => fact === key)) deps.liveSettings.outdate();
  if (key === 'channel') deps.wakeJob(CHANNEL_SYNC);
  if (key === 'timeZone') deps.wakeJob(TIME_ZONE);
  return await getContentBlock(deps, key);
}

/** Throws `forbidden` without the permission to edit the block. */
const requireEditor = (caller: Caller, { key }: { key: ContentKey }): void => requirePermission(caller, contentPermissions[key]);

/** The team's calls for the site's content, its versions and previews. */
export const adminContentHandlers = handle(adminContentCalls, {
  'GET /api/admin/content': async ({ deps, caller: { permissions } }) => {
    const keys = CONTENT_KEYS.filter((key) => permissions.includes(contentPermissions[key]));
    const rows = await listPublished(deps, keys);
    return { blocks: keys.map((key) => ({ key, ...toPublication(rows.find((row) => row.key === key)) })) };
  },
  'GET /api/admin/content/:key': async ({ deps, caller, params }) => {
    requireEditor(caller, params);
    return await getContentBlock(deps, params.key);
  },
  'PUT /api/admin/content/:key': async ({ deps, caller, actor, params, body }) => {
    requireEditor(caller, params);
    return await publishContent(deps, actor, params.key, body);
  },
  'POST /api/admin/content/:key/preview': async ({ deps, caller, params: { key }, body }) => {
    requireEditor(caller, { key });
    return { preview: await saveDraft(deps, key, accept<v.GenericSchema>(savedBlocks[key], body.body)) };
  },
  'GET /api/admin/content/:key/versions': async ({ sql, caller, params, query: { before } }) => {
    requireEditor(caller, params);
    const from = before === undefined ? null : Number(before);
    const rows = v.parse(HistorySchema, await sql.listContentVersions({ ...params, before: from, size: HISTORY_SIZE + 1 }));
    const versions = rows.slice(0, HISTORY_SIZE).map((row) => ({ ...toPublication(row), restoredFrom: row.restored_from }));
    return { versions, nextBefore: rows.length > HISTORY_SIZE ? (versions.at(-1)?.version ?? null) : null };
  },
  'GET /api/admin/content/:key/versions/:version': async ({ deps, sql, caller, params: { key, ...params } }) => {
    requireEditor(caller, { key });
    const version = Number(params.version);
    if (version === 0) return { key, ...toPublication(undefined), body: await getDefaultContent(deps, key) };
    const row = v.parse(v.nullable(VersionSchema), await sql.getContentVersion({ key, version }));
    if (!row) throw new AppError('not_found');
    return { key, ...toPublication(row), body: row.body as Body };
  },
});
