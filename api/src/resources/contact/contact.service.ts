import type { ContactAnswer, ContactRequestSchema } from '@site/shared/contracts/contact.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { InferOutput } from 'valibot';
import { passesBotCheck } from '../../platform/bot-check.ts';
import type { Deps } from '../../platform/deps.ts';
import { getSiteFacts } from '../content/content.service.ts';
import * as repository from './contact.repository.ts';

type ContactDeps = Pick<Deps, 'data' | 'env' | 'clock' | 'log' | 'wakeMail'>;

/**
 * Takes a visitor's message: stored once for each attempt, mailed to the owner, acknowledged to the visitor. What no person
 * wrote is answered in the same way and forgotten.
 */
export async function saveContactMessage(deps: ContactDeps, message: InferOutput<typeof ContactRequestSchema>): Promise<ContactAnswer> {
  if (!passesBotCheck(message)) {
    deps.log.info({ hasBait: message.website !== '', openForMs: message.openForMs }, 'contact message of a program');
    return { receivedAt: toInstant(new Date(deps.clock())) };
  }
  const stored = await repository.saveContactMessage(deps.data, message, (await getSiteFacts(deps)).CONTACT_EMAIL);
  if (stored.is_new) deps.wakeMail();
  deps.log.info({ number: stored.number, isNew: stored.is_new, subject: message.subject }, 'contact message received');
  return { receivedAt: toInstant(stored.received_at) };
}
