import { BRAND_PICTURES } from '@site/shared/contracts/content.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';

const VersionSchema = v.pick(tables.content_versions, ['version', 'body', 'published_by', 'published_at']);
export type VersionRow = v.InferOutput<typeof VersionSchema>;
const InForceSchema = v.array(v.pick(tables.content_versions, ['key', 'version', 'body', 'published_by', 'published_at']));

/** The newest publication of each key that was ever published. */
export const getContent = (data: Data, keys: readonly string[]): Promise<v.InferOutput<typeof InForceSchema>> =>
  data.call('get_content', { p_keys: keys }, InForceSchema);

const PublishedSchema = v.variant('outcome', [
  v.object({ outcome: v.picklist(['published', 'unchanged']), version: v.number() }),
  v.object({ outcome: v.literal('stale'), version: v.number() }),
  v.object({ outcome: v.picklist(['name_taken', 'unknown_zone']) }),
  v.object({ outcome: v.literal('picture_gone'), picture: v.picklist(BRAND_PICTURES) }),
]);

type Publication = {
  key: string;
  expected: number;
  body: unknown;
  subjectKind: 'content' | 'setting';
  /** What stood there before anything was published. */
  standard: unknown;
  restoredFrom: number | null;
};

export const publishContent = (
  data: Data,
  actor: Actor,
  { key, expected, body, subjectKind, standard, restoredFrom }: Publication,
): Promise<v.InferOutput<typeof PublishedSchema>> =>
  data.call(
    'publish_content',
    {
      p_key: key,
      p_expected: expected,
      p_body: body,
      p_actor: actor,
      p_subject_kind: subjectKind,
      p_default: standard,
      p_restored_from: restoredFrom,
    },
    PublishedSchema,
  );

const HistorySchema = v.array(v.pick(tables.content_versions, ['version', 'published_by', 'published_at', 'restored_from']));

export const listContentVersions = (
  data: Data,
  key: string,
  before: number | null,
  size: number,
): Promise<v.InferOutput<typeof HistorySchema>> =>
  data.call('list_content_versions', { p_key: key, p_before: before, p_size: size }, HistorySchema);

export const getContentVersion = (data: Data, key: string, version: number): Promise<VersionRow | null> =>
  data.call('get_content_version', { p_key: key, p_version: version }, v.nullable(VersionSchema));

export const saveContentDraft = (data: Data, key: string, body: unknown): Promise<string> =>
  data.call('save_content_draft', { p_key: key, p_body: body }, v.string());

const DraftSchema = v.pick(tables.content_drafts, ['key', 'body']);

/** Null when there is none, or its hour is over. */
export const getContentDraft = (data: Data, id: string): Promise<v.InferOutput<typeof DraftSchema> | null> =>
  data.call('get_content_draft', { p_id: id }, v.nullable(DraftSchema));

const LegalRowSchema = v.object({
  body: v.unknown(),
  versions: v.array(v.object({ version: v.string(), effectiveOn: v.string() })),
});

/** A published legal text by its name, or the newest without one (null when there is none), and the names of all. */
export const getLegalText = (data: Data, document: string, name: string | null): Promise<v.InferOutput<typeof LegalRowSchema>> =>
  data.call('get_legal_text', { p_document: document, p_name: name }, LegalRowSchema);
