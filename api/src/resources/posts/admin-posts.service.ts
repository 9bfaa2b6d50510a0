import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import type {
  AdminPost,
  AdminPostList,
  EditedPostSchema,
  PostVersion,
  PostVersions,
  PublishPostSchema,
  SavedPostDraft,
  SeenPost,
} from '@site/shared/contracts/admin-posts.ts';
import type { PostKind, PostState } from '@site/shared/contracts/post-rules.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import type { Job } from '../../platform/jobs.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { saveDraft } from '../content/content.service.ts';
import type { AdminPostRow, Outcome, PostRef } from './admin-posts.repository.ts';
import * as repository from './admin-posts.repository.ts';
import { toAdminPost, toListedAdminPost } from './admin-posts.view.ts';
import { POST_DRAFT } from './posts.service.ts';

type PostDeps = Pick<Deps, 'data' | 'liveSettings'>;

const VERSIONS_ON_A_PAGE = 20;
const VersionNumberSchema = v.pipe(v.string(), v.regex(/^[1-9]\d{0,8}$/), v.transform(Number));

/** A part of the address as `schema` has it. Throws `not_found`. */
function known<Schema extends v.GenericSchema>(schema: Schema, part: string): v.InferOutput<Schema> {
  const result = v.safeParse(schema, part);
  if (!result.success) throw new AppError('not_found');
  return result.output;
}

const localeOf = (part: string): Locale => known(v.picklist(LOCALES), part);

/** All posts with these words, those that were worked on last first. */
export async function listAdminPosts(
  { data }: Pick<Deps, 'data'>,
  { q, state }: { q: string; state?: PostState | undefined },
  start: PageStart,
): Promise<AdminPostList> {
  const page = await repository.listAdminPosts(data, { words: q.normalize('NFC'), state, start, size: ADMIN_PAGE_SIZE });
  return {
    posts: page.posts.map(toListedAdminPost),
    ...cursorsOf(page.posts, page.more, start, (row) => ({ at: row.edited_at, id: row.id })),
  };
}

const toAnswer = async ({ liveSettings }: PostDeps, row: AdminPostRow): Promise<AdminPost> =>
  toAdminPost(row, (await liveSettings.get()).timeZone);

/** Throws `not_found`. */
export async function getAdminPost(deps: PostDeps, id: string): Promise<AdminPost> {
  const row = await repository.getAdminPost(deps.data, requireUuid(id));
  if (!row) throw new AppError('not_found');
  return await toAnswer(deps, row);
}

/** Begins a post with empty drafts. */
export const createPost = async (deps: PostDeps, actor: Actor, kind: PostKind): Promise<AdminPost> =>
  await toAnswer(deps, await repository.createPost(deps.data, actor, kind));

const refusedFields = {
  title_required: { title: 'required' },
  body_required: { body: 'required' },
  picture_gone: { body: 'picture_gone' },
  in_past: { at: 'in_past' },
  slug_taken: { slug: 'slug_taken' },
  slug_reserved: { slug: 'slug_reserved' },
  was_listed: { visibility: 'was_listed' },
} as const;

async function unwrapOutcome(deps: PostDeps, answer: Outcome): Promise<AdminPost> {
  const { outcome } = answer;
  if (outcome === 'done') return await toAnswer(deps, answer.post);
  if (outcome === 'not_found') throw new AppError('not_found');
  // What the screen offers for a state that the post is not in any more.
  if (outcome === 'changed_meanwhile' || outcome === 'not_possible') throw new AppError('changed_meanwhile');
  throw new AppError('invalid_input', { fields: refusedFields[outcome] });
}

/** Keeps what was typed in one language. Throws `not_found`, `changed_meanwhile`, and `invalid_input` when a scheduled post loses its title or a picture is gone. */
export const savePostDraft = async (deps: PostDeps, actor: Actor, id: string, locale: string, draft: SavedPostDraft): Promise<AdminPost> =>
  await unwrapOutcome(deps, await repository.savePostDraft(deps.data, actor, requireUuid(id), localeOf(locale), draft));

/** Changes kind, tags and address. Throws `not_found`, `changed_meanwhile`, and `invalid_input` for an address that cannot be given. */
export const editPost = async (
  deps: PostDeps,
  actor: Actor,
  id: string,
  edits: v.InferOutput<typeof EditedPostSchema>,
): Promise<AdminPost> => await unwrapOutcome(deps, await repository.editPost(deps.data, actor, requireUuid(id), edits));

/** For an hour, the id under which the post's page shows its drafts as they are saved. Throws `not_found`. */
export async function previewPost(deps: PostDeps, id: string): Promise<{ preview: string }> {
  const { id: known } = await getAdminPost(deps, id);
  return { preview: await saveDraft(deps, POST_DRAFT, { id: known }) };
}

/** Publishes the drafts as they were seen, now or at a moment. Throws `not_found`, `changed_meanwhile`, and `invalid_input`. */
export const publishPost = async (
  deps: PostDeps,
  actor: Actor,
  id: string,
  { revision, drafts, ...how }: v.InferOutput<typeof PublishPostSchema>,
): Promise<AdminPost> =>
  await unwrapOutcome(deps, await repository.publishPost(deps.data, actor, { id: requireUuid(id), revision }, drafts, how));

/** Takes a post from the site, or from the schedule. Throws `not_found` and `changed_meanwhile`. */
export const withdrawPost = async (deps: PostDeps, actor: Actor, { id, revision }: PostRef): Promise<AdminPost> =>
  await unwrapOutcome(deps, await repository.withdrawPost(deps.data, actor, { id: requireUuid(id), revision }));

/** Deletes a draft as it was seen, and its letters. Throws `not_found`, and `changed_meanwhile` also for what is scheduled or was published. */
export async function deletePost({ data }: PostDeps, actor: Actor, id: string, seen: SeenPost | undefined): Promise<void> {
  const { outcome } = await repository.deletePost(data, actor, requireUuid(id), seen);
  if (outcome !== 'deleted') throw new AppError(outcome === 'not_found' ? 'not_found' : 'changed_meanwhile');
}

/** What was published in one language, newest first; of a post that is not there nothing. */
export async function listPostVersions(
  { data }: PostDeps,
  id: string,
  { locale, before }: { locale: Locale; before?: string | undefined },
): Promise<PostVersions> {
  const from = before === undefined ? null : Number(before);
  const rows = await repository.listPostVersions(data, { id: requireUuid(id), locale, before: from, size: VERSIONS_ON_A_PAGE + 1 });
  const page = rows.slice(0, VERSIONS_ON_A_PAGE);
  return {
    versions: page.map(({ version, title, published_by, published_at, restored_from }) => ({
      version,
      title,
      publishedBy: published_by,
      publishedAt: toInstant(published_at),
      restoredFrom: restored_from,
    })),
    nextBefore: rows.length > page.length ? (page.at(-1)?.version ?? null) : null,
  };
}

type VersionParts = { id: string; locale: string; version: string };

const versionOf = ({ id, locale, version }: VersionParts): repository.VersionRef => ({
  id: requireUuid(id),
  locale: localeOf(locale),
  version: known(VersionNumberSchema, version),
});

/** One publication, to be read. Throws `not_found`. */
export async function getPostVersion({ data }: PostDeps, parts: VersionParts): Promise<PostVersion> {
  const row = await repository.getPostVersion(data, versionOf(parts));
  if (!row) throw new AppError('not_found');
  const { version, title, lead, body, published_by, published_at } = row;
  return { version, title, lead, body, publishedBy: published_by, publishedAt: toInstant(published_at) };
}

/** Publishes an earlier version once more, also in the place of its draft as it was seen. Throws `not_found` and `changed_meanwhile`. */
export const restorePostVersion = async (deps: PostDeps, actor: Actor, parts: VersionParts, seen: SeenPost): Promise<AdminPost> =>
  await unwrapOutcome(deps, await repository.restorePostVersion(deps.data, actor, versionOf(parts), seen));

/** Publishes what was scheduled, soon after its moment, also after a time in which nothing ran. */
export const publishingJob = ({ data, answers }: Pick<Deps, 'data' | 'answers'>): Job => ({
  name: 'posts',
  intervalSeconds: 20,
  leaseSeconds: 30,
  run: async () => {
    if ((await repository.publishDuePosts(data)) > 0) answers.outdate();
  },
});
