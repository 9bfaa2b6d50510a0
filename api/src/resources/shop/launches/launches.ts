import { launchCalls } from '@site/shared/contracts/admin-ebooks.ts';
import { type NewsletterOutcome, NewsletterOutcomeSchema } from '@site/shared/contracts/newsletter.ts';
import { type WaitlistRequestSchema, waitlistCalls } from '@site/shared/contracts/waitlist.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { passesBotCheck } from '../../../platform/bot-check.ts';
import { answerInConstantTime } from '../../../platform/constant-time-answer.ts';
import type { Deps } from '../../../platform/deps.ts';
import { handle } from '../../../platform/handle.ts';
import { requireLink } from '../../../platform/signed-links.ts';
import { hideMailbox } from '../../writing/newsletter/newsletter.view.ts';
import { AdminEbookRowSchema } from '../ebooks/admin-ebook-row.ts';
import { toAdminEbook } from '../ebooks/admin-ebooks.view.ts';
import { LAUNCHES } from './launches-job.ts';

const LaunchOutcomeSchema = v.variant('outcome', [
  v.object({ outcome: v.literal('done'), ebook: AdminEbookRowSchema }),
  v.object({ outcome: v.picklist(['not_found', 'changed_meanwhile']) }),
  /** Reasons why a launch date is rejected: it is past or too far ahead, buyers can already read the book, or buyers wait for it. */
  v.object({ outcome: v.picklist(['already_out', 'launched', 'has_buyers', 'over', 'too_far']) }),
]);

/** `email` is null when the database has erased the address. */
const StoredOutcomeSchema = v.object({ ...NewsletterOutcomeSchema.entries, email: v.nullable(v.string()) });
const toOutcome = (stored: Json): NewsletterOutcome => {
  const { outcome, email } = v.parse(StoredOutcomeSchema, stored);
  return { outcome, email: hideMailbox(email) };
};

/**
 * Registers an address for a launch. The person is on the waitlist only after confirming the link in the email. Throws `not_found` for a
 * book without a waitlist.
 */
async function ask({ data, log, wakeMail }: Deps, request: v.InferOutput<typeof WaitlistRequestSchema>): Promise<void> {
  if (!passesBotCheck(request)) {
    log.info({ hasBait: request.website !== '', openForMs: request.openForMs }, 'waitlist request from a bot dropped');
    return;
  }
  const { ebookId, email, locale } = request;
  const outcome = await data.sql.askForLaunch({ ebookId, email, locale });
  if (outcome === 'not_found') throw new AppError('not_found');
  if (outcome === 'written') wakeMail();
  log.info({ ebookId, outcome }, 'waitlist requested');
}

export const launchHandlers = handle(
  { ...waitlistCalls, ...launchCalls },
  {
    'POST /api/waitlist': async ({ deps, body }) => {
      await answerInConstantTime(ask(deps, body));
      return { status: 'check_your_email' as const };
    },
    'POST /api/waitlist/confirm': async ({ deps: { env, clock }, sql, body }) => {
      const { id, expiresAt } = requireLink(env, 'waitlist_confirm', body.token);
      return toOutcome(await sql.confirmInterest({ id, isLate: expiresAt !== null && expiresAt < clock() }));
    },
    // The link that removes an address from a waitlist never expires.
    'POST /api/waitlist/leave': async ({ deps, sql, body }) => {
      const { id } = requireLink(deps.env, 'waitlist_leave', body.token);
      return toOutcome(await sql.leaveInterest({ id }));
    },
    'PUT /api/admin/ebooks/:id/launch': async ({ deps, sql, actor, params, body }) => {
      const answer = v.parse(LaunchOutcomeSchema, await sql.setEbookLaunch({ actor, ...params, ...body }));
      switch (answer.outcome) {
        case 'done':
          deps.wakeJob(LAUNCHES);
          return toAdminEbook(answer.ebook, deps.env);
        case 'not_found':
        case 'changed_meanwhile':
          throw new AppError(answer.outcome);
        default:
          throw new AppError('invalid_input', { fields: { at: answer.outcome } });
      }
    },
  },
);
