import { contactCalls } from '@site/shared/contracts/contact.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import * as v from 'valibot';
import { passesBotCheck } from '../../../platform/bot-check.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { mailboxOf } from '../../../platform/mailbox.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { getSiteFacts } from '../../site/content/content.service.ts';

/** `is_new`: this call stored the message. It is false if a previous call of the same attempt stored it. */
const StoredSchema = v.object({ is_new: v.boolean(), number: v.number(), received_at: v.string() });

export const contactHandlers = handle(contactCalls, {
  /**
   * Stores a message once per attempt, emails it to the owner and sends the visitor an acknowledgment. A message from a program gets the
   * same response and is dropped.
   */
  'POST /api/contact': async ({ deps, sql, c, body: { website, openForMs, ...message } }) => {
    await limitUse(deps, 'contact', { mailbox: mailboxOf(message.email), address: addressOf(c) });
    if (!passesBotCheck({ website, openForMs })) {
      deps.log.info({ hasBait: website !== '', openForMs }, 'contact message from a bot dropped');
      return { receivedAt: toInstant(new Date(deps.clock())) };
    }
    const { CONTACT_EMAIL: ownerEmail } = await getSiteFacts(deps);
    const stored = v.parse(StoredSchema, await sql.saveContactMessage({ ...message, ownerEmail }));
    if (stored.is_new) deps.wakeMail();
    deps.log.info({ number: stored.number, isNew: stored.is_new, subject: message.subject }, 'contact message received');
    return { receivedAt: toInstant(stored.received_at) };
  },
});
