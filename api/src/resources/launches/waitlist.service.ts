import type { NewsletterAnswer, NewsletterOutcome } from '@site/shared/contracts/newsletter.ts';
import type { WaitlistRequestSchema } from '@site/shared/contracts/waitlist.ts';
import type { InferOutput } from 'valibot';
import { AppError } from '../../base/app-error.ts';
import { passesBotCheck } from '../../platform/bot-check.ts';
import type { Deps } from '../../platform/deps.ts';
import { answerEvenly } from '../../platform/even-answer.ts';
import { requireLink } from '../../platform/signed-links.ts';
import { hideMailbox } from '../newsletter/newsletter.view.ts';
import * as repository from './waitlist.repository.ts';

type WaitlistDeps = Pick<Deps, 'data' | 'env' | 'clock' | 'log' | 'wakeMail'>;
type Request = InferOutput<typeof WaitlistRequestSchema>;

async function ask(deps: WaitlistDeps, request: Request): Promise<void> {
  if (!passesBotCheck(request)) {
    deps.log.info({ hasBait: request.website !== '', openForMs: request.openForMs }, 'waitlist asked for by a program');
    return;
  }
  const outcome = await repository.askForLaunch(deps.data, request);
  if (outcome === 'not_found') throw new AppError('not_found');
  if (outcome === 'written') deps.wakeMail();
  deps.log.info({ ebookId: request.ebookId, outcome }, 'waitlist asked for');
}

/** Takes an address for a launch; it waits once the link in its mail was confirmed. Throws `not_found` for a book without a waitlist. */
export async function askForLaunch(deps: WaitlistDeps, request: Request): Promise<NewsletterAnswer> {
  await answerEvenly(ask(deps, request));
  return { status: 'check_your_email' };
}

/** Throws `link_invalid`, or `link_expired` when the link can confirm nothing any more. */
export async function confirmInterest(deps: WaitlistDeps, token: string): Promise<NewsletterOutcome> {
  const { id, expiresAt } = requireLink(deps.env, 'waitlist_confirm', token);
  const { outcome, email } = await repository.confirmInterest(deps.data, id, expiresAt !== null && expiresAt < deps.clock());
  if (outcome === 'expired') throw new AppError('link_expired');
  return { outcome, email: hideMailbox(email) };
}

/** Forgets the address that a signed link belongs to, however old it is. Throws `link_invalid`. */
export async function leaveInterest(deps: WaitlistDeps, token: string): Promise<NewsletterOutcome> {
  const { id } = requireLink(deps.env, 'waitlist_leave', token);
  const { outcome, email } = await repository.leaveInterest(deps.data, id);
  return { outcome, email: hideMailbox(email) };
}
