import type { AdminSubscriber } from '@site/shared/contracts/admin-subscribers.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import type { SubscriberRow } from './subscriber-row.ts';

/** Returns a newsletter address as the admin sees it. */
export const toSubscriber = (row: SubscriberRow): AdminSubscriber => ({
  id: row.id,
  email: row.email,
  state: row.state,
  locale: row.locale,
  source: row.source,
  consentVersion: row.consent_version,
  consentedAt: toInstant(row.consented_at),
  confirmedAt: toInstantOrNull(row.confirmed_at),
  unsubscribedAt: toInstantOrNull(row.unsubscribed_at),
  bouncedAt: toInstantOrNull(row.bounced_at),
  reason: row.reason,
});
