import { LetterCountsSchema, type LetterSegment } from '@site/shared/contracts/admin-letters.ts';
import { LETTER_STATES, LETTER_STOPS, LETTER_WAITS, type LetterState } from '@site/shared/contracts/letter-rules.ts';
import { SUBSCRIBER_SOURCES } from '@site/shared/contracts/newsletter.ts';
import { NEWS_KINDS } from '@site/shared/contracts/post-rules.ts';
import { LocaleSchema } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import { tables } from '../../gateways/supabase/database.generated.ts';
import type { Actor } from '../../platform/actor.ts';
import { type PageStart, pageArgs } from '../../platform/page.ts';
import { PostRowSchema } from '../posts/posts.service.ts';
import { AmountsRowSchema } from '../stats/top-book-row.ts';

const HeadSchema = v.object({ subject: v.string(), preheader: v.string() });
export const HeadsSchema = v.object({ 'pt-BR': HeadSchema, en: HeadSchema });
export type Heads = v.InferOutput<typeof HeadsSchema>;

/** What `listed_letter_json` answers. */
const ListedRowSchema = v.object({
  ...v.pick(tables.letters, ['id', 'post_id', 'send_at', 'ended_at', 'created_at']).entries,
  state: v.picklist(LETTER_STATES),
  subject: v.string(),
  counts: LetterCountsSchema,
  news: v.nullable(v.picklist(NEWS_KINDS)),
  step: v.nullable(v.number()),
});
export type ListedLetterRow = v.InferOutput<typeof ListedRowSchema>;

const AdminLetterRowSchema = v.object({
  ...ListedRowSchema.entries,
  ...v.pick(tables.letters, ['revision', 'reason']).entries,
  stopped_by: v.nullable(v.picklist(LETTER_STOPS)),
  heads: HeadsSchema,
  segment: v.object({
    locale: v.nullable(LocaleSchema),
    owns: v.nullable(v.string()),
    lacks: v.nullable(v.string()),
    joinedFrom: v.nullable(v.string()),
    joinedUntil: v.nullable(v.string()),
    source: v.optional(v.nullable(v.picklist(SUBSCRIBER_SOURCES)), null),
    missed: v.optional(v.nullable(v.string()), null),
  }),
  is_tested: v.boolean(),
  per_day: v.number(),
  today: v.number(),
  waits: v.nullable(v.object({ for: v.picklist(LETTER_WAITS), until: v.string() })),
  post: v.object({
    ...v.pick(tables.posts, ['state']).entries,
    publishAt: v.nullable(v.string()),
    title: v.string(),
    locales: v.array(LocaleSchema),
  }),
  brought: v.object({
    unsubscribed: v.nullable(v.number()),
    visits: v.nullable(v.number()),
    orders: v.nullable(v.number()),
    amounts: AmountsRowSchema,
  }),
});
export type AdminLetterRow = v.InferOutput<typeof AdminLetterRowSchema>;

const REFUSALS = [
  'not_found',
  'changed_meanwhile',
  'in_past',
  'not_published',
  'nobody',
  'not_deliverable',
  'test_required',
  'step_up_required',
] as const;
const OutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), letter: AdminLetterRowSchema }),
  v.object({ outcome: v.picklist(REFUSALS) }),
]);
export type Outcome = v.InferOutput<typeof OutcomeSchema>;

/** The letter and the revision of it that the admin saw. */
export type LetterRef = { id: string; revision: number };

const PageSchema = v.object({ letters: v.array(ListedRowSchema), more: v.boolean() });

export const listLetters = (
  data: Data,
  {
    words,
    state,
    post,
    start,
    size,
  }: { words: string; state: LetterState | undefined; post: string | null; start: PageStart; size: number },
): Promise<v.InferOutput<typeof PageSchema>> =>
  data.call('list_letters', { p_words: words, p_state: state ?? null, p_post_id: post, ...pageArgs(start, size) }, PageSchema);

export const getAdminLetter = (data: Data, id: string): Promise<AdminLetterRow | null> =>
  data.call('get_admin_letter', { p_id: id }, v.nullable(AdminLetterRowSchema));

/** The letter that waits about this text, or a new draft; null without such a text. */
export const createLetter = (data: Data, actor: Actor, postId: string): Promise<AdminLetterRow | null> =>
  data.call('create_letter', { p_actor: actor, p_post_id: postId }, v.nullable(AdminLetterRowSchema));

export const editLetter = (
  data: Data,
  actor: Actor,
  { id, revision }: LetterRef,
  { heads, segment }: { heads: Heads; segment: LetterSegment },
): Promise<Outcome> =>
  data.call('edit_letter', { p_actor: actor, p_id: id, p_revision: revision, p_heads: heads, p_segment: segment }, OutcomeSchema);

export const deleteLetter = (data: Data, id: string): Promise<'deleted' | 'not_possible' | 'not_found'> =>
  data.call('delete_letter', { p_id: id }, v.picklist(['deleted', 'not_possible', 'not_found']));

const AudienceSchema = v.object({
  total: v.number(),
  by_locale: v.object({ 'pt-BR': v.number(), en: v.number() }),
  without_consent: v.number(),
  day: v.object({ most: v.number(), busiest: v.number(), handed: v.number() }),
  complained: v.nullable(v.object({ subject: v.string(), complaints: v.number(), got: v.number() })),
});
export type AudienceRow = v.InferOutput<typeof AudienceSchema>;

export const getLetterAudience = (data: Data, postId: string, segment: LetterSegment): Promise<AudienceRow> =>
  data.call('get_letter_audience', { p_post_id: postId, p_segment: segment }, AudienceSchema);

const WordsSchema = v.object({ heads: HeadsSchema, digest: v.string(), post: PostRowSchema });

/** What a letter would say now; null while its text says nothing. */
export const getLetterWords = (data: Data, id: string, locale: string): Promise<v.InferOutput<typeof WordsSchema> | null> =>
  data.call('get_letter_words', { p_id: id, p_locale: locale }, v.nullable(WordsSchema));

/** A test of what it said then was sent. */
export const noteLetterTest = (data: Data, id: string, digest: string): Promise<AdminLetterRow> =>
  data.call('note_letter_test', { p_id: id, p_digest: digest }, AdminLetterRowSchema);

export type ScheduleLimits = {
  test_from: number;
  step_up_from: number;
  deliverable_from: number;
  /** The domain that has to be deliverable then. */
  sender: string;
  undo_seconds: number;
};

export const scheduleLetter = (
  data: Data,
  actor: Actor,
  { id, revision }: LetterRef,
  { at, hasSteppedUp, limits }: { at: string | null; hasSteppedUp: boolean; limits: ScheduleLimits },
): Promise<Outcome> =>
  data.call(
    'schedule_letter',
    { p_actor: actor, p_id: id, p_revision: revision, p_at: at, p_has_stepped_up: hasSteppedUp, p_limits: limits },
    OutcomeSchema,
  );

export type Move = 'undo' | 'pause' | 'resume' | 'cancel' | 'unknown' | 'settle';

export const moveLetter = (data: Data, actor: Actor, { id, revision }: LetterRef, move: Move): Promise<Outcome> =>
  data.call('move_letter', { p_actor: actor, p_id: id, p_revision: revision, p_move: move }, OutcomeSchema);
