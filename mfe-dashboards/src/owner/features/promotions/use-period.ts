import type { AdminCouponTerms } from '@site/shared/contracts/admin-promotions.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Returns a function that formats a period. */
export function usePeriod(): (period: AdminCouponTerms['period']) => string {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return ({ startsAt, endsAt }) =>
    [...(startsAt ? [t.since(moment(startsAt))] : []), ...(endsAt ? [t.until(moment(endsAt))] : [])].join(', ') || t.always;
}
