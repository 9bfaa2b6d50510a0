import type { AdminLetter, LetterAudience, ListedLetter } from '@site/shared/contracts/admin-letters.ts';
import { LETTER_DELAYS } from '@site/shared/contracts/letter-rules.ts';
import { toInstant, toInstantOrNull } from '@site/shared/dates/dates.ts';
import { amountsOf } from '../stats/amounts.ts';
import type { AdminLetterRow, AudienceRow, ListedLetterRow } from './letters.repository.ts';

/** A letter as a row of the owner's list. */
export const toListedLetter = (row: ListedLetterRow): ListedLetter => ({
  id: row.id,
  postId: row.post_id,
  subject: row.subject,
  state: row.state,
  sendAt: toInstantOrNull(row.send_at),
  endedAt: toInstantOrNull(row.ended_at),
  counts: row.counts,
  news: row.news,
  step: row.step,
});

/** A letter as its owner works on it. */
export const toAdminLetter = (
  { brought: { amounts, ...brought }, ...row }: AdminLetterRow,
  timeZone: string,
  perSecond: number,
): AdminLetter => ({
  ...toListedLetter(row),
  post: {
    title: row.post.title,
    locales: row.post.locales,
    isPublished: row.post.state === 'published',
    publishAt: toInstantOrNull(row.post.publishAt),
  },
  heads: row.heads,
  // Was checked when it was written.
  segment: row.segment as AdminLetter['segment'],
  reason: row.state === 'stopped' ? row.reason : null,
  stoppedBy: row.stopped_by,
  delayedBy: row.state === 'late' ? (LETTER_DELAYS.find((known) => known === row.reason) ?? null) : null,
  isTested: row.is_tested,
  pace: { perSecond, perDay: row.per_day, today: row.today },
  waits: row.waits && { for: row.waits.for, until: toInstant(row.waits.until) },
  brought: { ...brought, revenue: amountsOf(amounts) },
  revision: row.revision,
  timeZone,
});

/** How many would get a letter, and in how many days: each may bring twice as many as the busiest before it. */
export function toAudience({ total, by_locale, without_consent, day, complained }: AudienceRow): LetterAudience {
  let days = 1;
  let { busiest, most } = day;
  for (let left = total - Math.max(0, most - day.handed); left > 0; left -= most) {
    busiest = Math.max(busiest, most);
    most = 2 * busiest;
    days += 1;
  }
  return { total, byLocale: by_locale, withoutConsent: without_consent, days, complained };
}
