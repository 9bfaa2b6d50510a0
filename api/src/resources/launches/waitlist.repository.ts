import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';

/** Puts an address among those that wait for confirmation. `written`: there is mail to send. */
export const askForLaunch = (
  data: Data,
  { ebookId, email, locale }: { ebookId: string; email: string; locale: Locale },
): Promise<'written' | 'asked' | 'not_found'> =>
  data.call('ask_for_launch', { p_ebook_id: ebookId, p_email: email, p_locale: locale }, v.picklist(['written', 'asked', 'not_found']));

const ConfirmedSchema = v.object({ outcome: v.picklist(['done', 'already', 'expired']), email: v.nullable(v.string()) });
export const confirmInterest = (data: Data, id: string, isLate: boolean): Promise<v.InferOutput<typeof ConfirmedSchema>> =>
  data.call('confirm_interest', { p_id: id, p_is_late: isLate }, ConfirmedSchema);

const LeftSchema = v.object({ outcome: v.picklist(['done', 'already']), email: v.nullable(v.string()) });
export const leaveInterest = (data: Data, id: string): Promise<v.InferOutput<typeof LeftSchema>> =>
  data.call('leave_interest', { p_id: id }, LeftSchema);

/** Writes mail to the next people who wait for a book that has come. False when none is left. */
export const tellOfInterest = (data: Data, limit: number): Promise<boolean> =>
  data.call('tell_of_interest', { p_limit: limit }, v.boolean());
