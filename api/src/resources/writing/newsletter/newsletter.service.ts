import type { NewsletterAnswer, NewsletterOutcome, NewsletterRequestSchema } from '@site/shared/contracts/newsletter.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { passesBotCheck } from '../../../platform/bot-check.ts';
import { answerInConstantTime } from '../../../platform/constant-time-answer.ts';
import type { Deps } from '../../../platform/deps.ts';
import { requireLink } from '../../../platform/signed-links.ts';
import { hideMailbox } from './newsletter.view.ts';

type NewsletterDeps = Pick<Deps, 'data' | 'env' | 'clock' | 'log' | 'wakeMail'>;

const ConfirmedSchema = v.variant('outcome', [
  v.object({ outcome: v.picklist(['done', 'already']), email: v.string() }),
  v.object({ outcome: v.literal('expired') }),
]);
const LeftSchema = v.object({ outcome: v.picklist(['done', 'already']), email: v.nullable(v.string()) });

async function writeConfirmation(deps: NewsletterDeps, request: v.InferOutput<typeof NewsletterRequestSchema>): Promise<void> {
  if (!passesBotCheck(request)) {
    deps.log.info({ hasBait: request.website !== '', openForMs: request.openForMs }, 'newsletter sign-up from a bot dropped');
    return;
  }
  const { email, locale, source, consentVersion } = request;
  const isMailWritten = await deps.data.sql.requestSubscription({ email, locale, source, consentVersion });
  if (isMailWritten) deps.wakeMail();
  deps.log.info({ source: request.source, isMailWritten }, 'newsletter sign-up received');
}

/**
 * Registers an address for the newsletter. It is subscribed only after the link in the email was confirmed. Every address gets the same
 * response.
 */
export async function requestSubscription(
  deps: NewsletterDeps,
  request: v.InferOutput<typeof NewsletterRequestSchema>,
): Promise<NewsletterAnswer> {
  await answerInConstantTime(writeConfirmation(deps, request));
  return { status: 'check_your_email' };
}

/**
 * Confirms the sign-up of a signed link, or a subscriber's consent to a new text. Throws `link_invalid`, or `link_expired` when the link
 * can no longer confirm anything.
 */
export async function confirmSubscription(deps: NewsletterDeps & Pick<Deps, 'wakeCampaigns'>, token: string): Promise<NewsletterOutcome> {
  const { id, generation, renews, expiresAt } = requireLink(deps.env, 'newsletter_confirm', token);
  const isLate = expiresAt !== null && expiresAt < deps.clock();
  const confirmed = v.parse(ConfirmedSchema, await deps.data.sql.confirmSubscription({ id, generation, isLate, renews }));
  if (confirmed.outcome === 'expired') throw new AppError('link_expired');
  // An email of the welcome series may be due at once.
  if (confirmed.outcome === 'done') deps.wakeCampaigns();
  deps.log.info({ subscriberId: id, outcome: confirmed.outcome }, 'newsletter confirmed');
  return { outcome: confirmed.outcome, email: hideMailbox(confirmed.email) };
}

/** Unsubscribes the reader of a signed link, however old the link is. Throws `link_invalid`. */
export async function unsubscribe(deps: NewsletterDeps, token: string): Promise<NewsletterOutcome> {
  const { id, campaignId = null } = requireLink(deps.env, 'newsletter_unsubscribe', token);
  const left = v.parse(LeftSchema, await deps.data.sql.unsubscribe({ id, campaignId }));
  deps.log.info({ subscriberId: id, campaignId, outcome: left.outcome }, 'newsletter unsubscribed');
  return { outcome: left.outcome, email: hideMailbox(left.email) };
}
