import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type {
  AdminLetter,
  EditedLetterSchema,
  LetterAudience,
  LetterAudienceQuerySchema,
  LetterList,
  LetterPreview,
  SendLetterSchema,
} from '@site/shared/contracts/admin-letters.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import {
  LETTER_DELIVERABLE_FROM,
  LETTER_STEP_UP_FROM,
  LETTER_TEST_FROM,
  LETTER_TEST_TOKEN,
  LETTER_UNDO_SECONDS,
  type LetterState,
} from '@site/shared/contracts/letter-rules.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type * as v from 'valibot';
import { AppError } from '../../base/app-error.ts';
import type { BulkLetter, LetterMail } from '../../gateways/mail/letter-mail.ts';
import { messageId } from '../../gateways/mail/mail.ts';
import type { HandOver } from '../../gateways/mail/smtp.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { cursorsOf, type PageStart } from '../../platform/page.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import type { EpisodeDeps } from '../episodes/episodes.service.ts';
import type { LetterSite } from '../mail-outbox/letter-kind.ts';
import { unsubscribeLink } from '../mail-outbox/newsletter-letters.ts';
import { addressLetter, type RenderedLetter } from './letter-body.ts';
import { getFrozenLetter } from './letter-sending.repository.ts';
import { getLetterSite } from './letter-site.ts';
import { bulkHeaders, joinedOn, writeLetterWords, writerOf } from './letter-words.ts';
import type { AdminLetterRow, LetterRef, Move, Outcome } from './letters.repository.ts';
import * as repository from './letters.repository.ts';
import { toAdminLetter, toAudience, toListedLetter } from './letters.view.ts';
import { checkSender, letterDomain } from './sender.service.ts';

type LetterDeps = Pick<Deps, 'data' | 'liveSettings' | 'env'>;

const toAnswer = async ({ liveSettings, env }: LetterDeps, row: AdminLetterRow): Promise<AdminLetter> =>
  toAdminLetter(row, (await liveSettings.get()).timeZone, env.LETTERS_PER_SECOND);

/** All letters with these words in their subject, or those of one text, the newest first. */
export async function listLetters(
  { data }: Pick<Deps, 'data'>,
  { q, state, post }: { q: string; state?: LetterState | undefined; post?: string | undefined },
  start: PageStart,
): Promise<LetterList> {
  const page = await repository.listLetters(data, { words: q.normalize('NFC'), state, post: post ?? null, start, size: ADMIN_PAGE_SIZE });
  return {
    letters: page.letters.map(toListedLetter),
    ...cursorsOf(page.letters, page.more, start, (row) => ({ at: row.created_at, id: row.id })),
  };
}

/** Throws `not_found`. */
export async function getAdminLetter(deps: LetterDeps, id: string): Promise<AdminLetter> {
  const row = await repository.getAdminLetter(deps.data, requireUuid(id));
  if (!row) throw new AppError('not_found');
  return await toAnswer(deps, row);
}

/** Begins a letter about a text, or goes on with the one that waits. Throws `not_found`. */
export async function createLetter(deps: LetterDeps, actor: Actor, postId: string): Promise<AdminLetter> {
  const row = await repository.createLetter(deps.data, actor, postId);
  if (!row) throw new AppError('not_found');
  return await toAnswer(deps, row);
}

/** How many would get a letter about this text now. */
export const countLetterReaders = async (
  { data }: Pick<Deps, 'data'>,
  { postId, segment }: v.InferOutput<typeof LetterAudienceQuerySchema>,
): Promise<LetterAudience> => toAudience(await repository.getLetterAudience(data, postId, segment));

const refusedFields = {
  in_past: { at: 'in_past' },
  not_published: { at: 'not_published' },
  nobody: { segment: 'nobody' },
  not_deliverable: { sender: 'not_deliverable' },
  test_required: { test: 'required' },
} as const;

async function unwrapOutcome(deps: LetterDeps, answer: Outcome): Promise<AdminLetter> {
  const { outcome } = answer;
  if (outcome === 'done') return await toAnswer(deps, answer.letter);
  if (outcome === 'not_found' || outcome === 'changed_meanwhile' || outcome === 'step_up_required') throw new AppError(outcome);
  throw new AppError('invalid_input', { fields: refusedFields[outcome] });
}

/** Changes subjects and readers of a draft. Throws `not_found` and `changed_meanwhile`. */
export const editLetter = async (
  deps: LetterDeps,
  actor: Actor,
  id: string,
  { revision, heads, segment }: v.InferOutput<typeof EditedLetterSchema>,
): Promise<AdminLetter> =>
  await unwrapOutcome(deps, await repository.editLetter(deps.data, actor, { id: requireUuid(id), revision }, { heads, segment }));

/** Deletes a draft. Throws `not_found`, and `changed_meanwhile` for what is none. */
export async function deleteLetter({ data }: Pick<Deps, 'data'>, id: string): Promise<void> {
  const outcome = await repository.deleteLetter(data, requireUuid(id));
  if (outcome !== 'deleted') throw new AppError(outcome === 'not_found' ? 'not_found' : 'changed_meanwhile');
}

async function writeNow(deps: EpisodeDeps & Pick<Deps, 'log'>, id: string, locale: Locale) {
  const found = await repository.getLetterWords(deps.data, requireUuid(id), locale);
  if (!found) {
    if (await repository.getAdminLetter(deps.data, id)) throw new AppError('invalid_input', { fields: { post: 'required' } });
    throw new AppError('not_found');
  }
  const site = await getLetterSite(deps);
  return { words: await writeLetterWords(deps, site, found.heads, found.post, locale), digest: found.digest, site };
}

/** The letter as a reader would get it who joined today by the footer, with a way out that says that it is a test. */
const addressForTest = (words: RenderedLetter, leaveUrl: string, locale: Locale, site: LetterSite): RenderedLetter =>
  addressLetter(words, {
    leaveUrl,
    joined: joinedOn({ confirmed_at: new Date().toISOString(), source: 'footer' }, locale, site.SITE_TIME_ZONE),
  });

/**
 * How a letter reads in one language: now, or as readers get it once it began to go out. Throws `not_found`, and `invalid_input` while its
 * text says nothing.
 */
export async function previewLetter(deps: EpisodeDeps & Pick<Deps, 'log'>, id: string, locale: Locale): Promise<LetterPreview> {
  const letter = await repository.getAdminLetter(deps.data, requireUuid(id));
  // One of the series is written anew for its next reader.
  const frozen = letter?.step === null ? await getFrozenLetter(deps.data, id) : null;
  const { words, site } = frozen ? { words: frozen[locale], site: await getLetterSite(deps) } : await writeNow(deps, id, locale);
  const shown = addressForTest(words, unsubscribeLink(LETTER_TEST_TOKEN, { locale }, site).url, locale, site);
  return { ...shown, bytes: Buffer.byteLength(shown.html) };
}

/** Less than a browser waits for an answer. */
const TEST_MS = 8_000;

/** Hands one letter to the mail server. Throws what it said when it did not take it in time. */
async function handOver(letterMail: LetterMail, letter: BulkLetter): Promise<void> {
  const opening = letterMail.connect();
  const late = { kind: 'broken', isHanded: true, error: `no answer in ${TEST_MS / 1_000} seconds` } satisfies HandOver;
  try {
    const handing = opening.then((connection) => connection.hand(letter, async () => true));
    const outcome = await Promise.race([handing, sleep(TEST_MS, late, { ref: false })]);
    if (outcome.kind !== 'taken') throw new Error('error' in outcome ? outcome.error : outcome.kind);
  } finally {
    void opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }
}

/**
 * Sends a letter as it reads now to the admin who asks for it. Throws `not_found`, `invalid_input` while its text says nothing, and
 * `mail_not_taken`.
 */
export async function testLetter(
  deps: EpisodeDeps & Pick<Deps, 'env' | 'log' | 'letterMail'>,
  actor: Actor,
  id: string,
  locale: Locale,
): Promise<AdminLetter> {
  const { words, digest, site } = await writeNow(deps, id, locale);
  const way = unsubscribeLink(LETTER_TEST_TOKEN, { locale }, site);
  const { subject, html, text } = addressForTest(words, way.url, locale, site);
  try {
    await handOver(deps.letterMail, {
      ...writerOf(site),
      ...{ to: actor.email, subject, html, text },
      messageId: messageId(deps.env.LINKS_SECRET, `letter_test:${id}:${randomUUID()}`, `@${deps.letterMail.domain}`),
      headers: { ...bulkHeaders(id, site), ...way.headers },
    });
  } catch (err) {
    deps.log.warn({ letterId: id, err }, 'test letter not taken');
    throw new AppError('mail_not_taken', { reason: err instanceof Error ? err.message.slice(0, 300) : 'unknown' });
  }
  return await toAnswer(deps, await repository.noteLetterTest(deps.data, id, digest));
}

/** Lets a letter go, now or at a moment. Throws `not_found`, `changed_meanwhile`, `step_up_required` and `invalid_input`. */
export async function scheduleLetter(
  deps: LetterDeps & Pick<Deps, 'wakeLetters' | 'names'>,
  actor: Actor,
  id: string,
  { revision, at, hasSteppedUp }: v.InferOutput<typeof SendLetterSchema> & { hasSteppedUp: boolean },
): Promise<AdminLetter> {
  const limits = {
    test_from: LETTER_TEST_FROM,
    step_up_from: LETTER_STEP_UP_FROM,
    deliverable_from: LETTER_DELIVERABLE_FROM,
    sender: letterDomain(deps.env),
    undo_seconds: LETTER_UNDO_SECONDS,
  };
  const trySchedule = () => repository.scheduleLetter(deps.data, actor, { id: requireUuid(id), revision }, { at, hasSteppedUp, limits });
  let outcome = await trySchedule();
  if (outcome.outcome === 'not_deliverable') {
    // What was found before may be mended since.
    await checkSender(deps);
    outcome = await trySchedule();
  }
  const letter = await unwrapOutcome(deps, outcome);
  deps.wakeLetters();
  return letter;
}

/**
 * Takes a letter back, pauses it, lets it go on, cancels it, or, of readers whose state is unknown, sends it again to them or counts it as
 * sent. Throws `not_found` and `changed_meanwhile`.
 */
export async function moveLetter(
  deps: LetterDeps & Pick<Deps, 'wakeLetters'>,
  actor: Actor,
  { id, revision }: LetterRef,
  move: Move,
): Promise<AdminLetter> {
  const letter = await unwrapOutcome(deps, await repository.moveLetter(deps.data, actor, { id: requireUuid(id), revision }, move));
  deps.wakeLetters();
  return letter;
}
