import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminLetter, LetterListSchema, type LetterPreview, letterCalls } from '@site/shared/contracts/admin-letters.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import {
  LETTER_DELIVERABLE_FROM,
  LETTER_STEP_UP_FROM,
  LETTER_TEST_FROM,
  LETTER_TEST_TOKEN,
  LETTER_UNDO_SECONDS,
} from '@site/shared/contracts/letter-rules.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { BulkLetter, LetterMail } from '../../../gateways/mail/letter-mail.ts';
import { messageId } from '../../../gateways/mail/mail.ts';
import type { HandOver } from '../../../gateways/mail/smtp.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { hasRecentSignIn } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Asked, handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import type { LetterSite } from '../mail-outbox/letter-kind.ts';
import { unsubscribeLink } from '../mail-outbox/newsletter-letters.ts';
import { PostRowSchema } from '../posts/posts.service.ts';
import { getFrozenLetter } from './frozen-letters.ts';
import { addressLetter, type RenderedLetter } from './letter-body.ts';
import { HeadsSchema } from './letter-rows.ts';
import { getLetterSite } from './letter-site.ts';
import { bulkHeaders, joinedOn, writeLetterWords, writerOf } from './letter-words.ts';
import { AudienceRowSchema, LetterRowSchema, toAdminLetter, toAudience } from './letters.view.ts';
import { checkSender, getSender, letterDomain } from './sender.service.ts';

const { letters: ListedSchema } = LetterListSchema.entries;
const PageSchema = v.object({ letters: v.array(v.object({ ...ListedSchema.item.entries, createdAt: v.string() })), more: v.boolean() });

const refusedFields = {
  in_past: { at: 'in_past' },
  not_published: { at: 'not_published' },
  nobody: { segment: 'nobody' },
  not_deliverable: { sender: 'not_deliverable' },
  test_required: { test: 'required' },
} as const;
const RefusedSchema = v.object({ refused: v.picklist(['in_past', 'not_published', 'nobody', 'not_deliverable', 'test_required']) });

/** Returns an issue from the database with the facts of the API. Throws `invalid_input` when the database refused the change. */
async function toLetter({ liveSettings, env }: Deps, answer: Json): Promise<AdminLetter> {
  if (v.is(RefusedSchema, answer)) throw new AppError('invalid_input', { fields: refusedFields[answer.refused] });
  return toAdminLetter(v.parse(LetterRowSchema, answer), (await liveSettings.get()).timeZone, env.LETTERS_PER_SECOND);
}

/** The current content of an issue. Null while its post is empty. */
const WordsSchema = v.nullable(v.object({ heads: HeadsSchema, digest: v.string(), post: PostRowSchema }));

async function writeNow(deps: Deps, id: string, locale: Locale) {
  const found = v.parse(WordsSchema, await deps.data.sql.getLetterWords({ id, locale }));
  if (!found) {
    await deps.data.sql.getAdminLetter({ id });
    throw new AppError('invalid_input', { fields: { post: 'required' } });
  }
  const site = await getLetterSite(deps);
  return { words: await writeLetterWords(deps, site, found.heads, found.post, locale), digest: found.digest, site };
}

/** Returns the issue as a reader would get it who signed up today in the footer. Its unsubscribe link says that it is a test. */
const addressForTest = (words: RenderedLetter, leaveUrl: string, locale: Locale, site: LetterSite): RenderedLetter =>
  addressLetter(words, {
    leaveUrl,
    joined: joinedOn({ confirmed_at: new Date().toISOString(), source: 'footer' }, locale, site.SITE_TIME_ZONE),
  });

/**
 * Returns the preview of an issue in one language: its current text, or the final text once its sending began. Throws `not_found`, and
 * `invalid_input` while its post is empty.
 */
async function previewLetter(deps: Deps, id: string, locale: Locale): Promise<LetterPreview> {
  const { step } = v.parse(LetterRowSchema, await deps.data.sql.getAdminLetter({ id }));
  // A step of the series is rendered again for its next reader, so its preview shows the current text.
  const frozen = step === null ? await getFrozenLetter(deps, id) : null;
  const { words, site } = frozen ? { words: frozen[locale], site: await getLetterSite(deps) } : await writeNow(deps, id, locale);
  const shown = addressForTest(words, unsubscribeLink(LETTER_TEST_TOKEN, { locale }, site).url, locale, site);
  return { ...shown, bytes: Buffer.byteLength(shown.html) };
}

/** Shorter than a browser waits for a response. */
const TEST_MS = 8_000;

/** Sends one email through the mail server. Throws the server's answer, or a timeout. */
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
 * Sends the current text of an issue to the admin who asks for it. Throws `not_found`, `invalid_input` while its post is empty, and `mail_not_taken`.
 */
async function testLetter(deps: Deps, actor: Actor, id: string, locale: Locale): Promise<AdminLetter> {
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
    deps.log.warn({ letterId: id, err }, 'mail server rejected the test email');
    throw new AppError('mail_not_taken', { reason: err instanceof Error ? err.message.slice(0, 300) : 'unknown' });
  }
  return await toLetter(deps, await deps.data.sql.noteLetterTest({ id, digest }));
}

/**
 * Returns the handler of one action on an issue: undo, pause, resume, cancel, and for readers with an unknown outcome `unknown` (send again) or
 * `settle` (count as sent).
 */
const moveBy =
  (move: 'undo' | 'pause' | 'resume' | 'cancel' | 'unknown' | 'settle') =>
  async ({ deps, sql, actor, params, body }: Asked<(typeof letterCalls)['POST /api/admin/letters/:id/undo']>): Promise<AdminLetter> => {
    const letter = await toLetter(deps, await sql.moveLetter({ actor, ...params, ...body, move }));
    deps.wakeLetters();
    return letter;
  };

/** The team's calls for newsletter issues. */
export const letterHandlers = handle(letterCalls, {
  'GET /api/admin/letters': async ({ sql, query: { q, state = null, post = null, ...at } }) => {
    const start = pageStartOf(at, 'uuid');
    const page = await sql.listLetters({ words: q.normalize('NFC'), state, postId: post, ...pageOf(start, ADMIN_PAGE_SIZE) });
    const { letters, more } = v.parse(PageSchema, page);
    return { letters, ...cursorsOf(letters, more, start, ({ createdAt, id }) => ({ at: createdAt, id })) };
  },
  'POST /api/admin/letters': async ({ deps, sql, actor, body }) => await toLetter(deps, await sql.createLetter({ actor, ...body })),
  'POST /api/admin/letter-audience': async ({ sql, body }) => toAudience(v.parse(AudienceRowSchema, await sql.getLetterAudience(body))),
  'GET /api/admin/sender-domain': ({ deps }) => getSender(deps),
  'POST /api/admin/sender-domain': ({ deps }) => checkSender(deps),
  'GET /api/admin/letters/:id': async ({ deps, sql, params }) => await toLetter(deps, await sql.getAdminLetter(params)),
  'PUT /api/admin/letters/:id': async ({ deps, sql, actor, params, body }) =>
    await toLetter(deps, await sql.editLetter({ actor, ...params, ...body })),
  'DELETE /api/admin/letters/:id': async ({ sql, c, params }) => {
    await sql.deleteLetter(params);
    return c.json(null);
  },
  'POST /api/admin/letters/:id/preview': ({ deps, params, body }) => previewLetter(deps, params.id, body.locale),
  'POST /api/admin/letters/:id/test': async ({ deps, c, caller, actor, params, body }) => {
    await limitUse(deps, 'test_email', { person: caller.uid, address: addressOf(c) });
    return await testLetter(deps, actor, params.id, body.locale);
  },
  'POST /api/admin/letters/:id/sending': async ({ deps, sql, caller, actor, params, body }) => {
    const limits = {
      test_from: LETTER_TEST_FROM,
      step_up_from: LETTER_STEP_UP_FROM,
      deliverable_from: LETTER_DELIVERABLE_FROM,
      // The sender's domain, which must be deliverable for a newsletter to many readers.
      sender: letterDomain(deps.env),
      undo_seconds: LETTER_UNDO_SECONDS,
    };
    const hasSteppedUp = hasRecentSignIn(caller, deps.clock());
    const trySchedule = () => sql.scheduleLetter({ actor, ...params, ...body, hasSteppedUp, limits });
    let answer = await trySchedule();
    if (v.is(RefusedSchema, answer) && answer.refused === 'not_deliverable') {
      // The owner may have fixed the sender's domain since the last check.
      await checkSender(deps);
      answer = await trySchedule();
    }
    const letter = await toLetter(deps, answer);
    deps.wakeLetters();
    return letter;
  },
  'POST /api/admin/letters/:id/undo': moveBy('undo'),
  'POST /api/admin/letters/:id/pause': moveBy('pause'),
  'POST /api/admin/letters/:id/resume': moveBy('resume'),
  'POST /api/admin/letters/:id/cancellation': moveBy('cancel'),
  'POST /api/admin/letters/:id/unknown': moveBy('unknown'),
  'POST /api/admin/letters/:id/settlement': moveBy('settle'),
});
