import type { NewsletterRequest } from '@site/shared/contracts/newsletter.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { SignedLink } from '../../platform/signed-links.ts';

/** Puts an address among those that wait for confirmation. Answers whether there is mail to send. */
export const requestSubscription = (
  data: Data,
  { email, locale, source, consentVersion }: Pick<NewsletterRequest, 'email' | 'locale' | 'source' | 'consentVersion'>,
): Promise<boolean> =>
  data.call('request_subscription', { p_email: email, p_locale: locale, p_source: source, p_consent_version: consentVersion }, v.boolean());

const ConfirmedSchema = v.variant('outcome', [
  v.object({ outcome: v.picklist(['done', 'already']), email: v.string() }),
  v.object({ outcome: v.literal('expired') }),
]);

export const confirmSubscription = (
  data: Data,
  { id, generation, isLate, renews }: { id: string; generation: number; isLate: boolean; renews: SignedLink['renews'] },
): Promise<v.InferOutput<typeof ConfirmedSchema>> =>
  data.call('confirm_subscription', { p_id: id, p_generation: generation, p_is_late: isLate, p_renews: renews ?? null }, ConfirmedSchema);

const LeftSchema = v.object({ outcome: v.picklist(['done', 'already']), email: v.nullable(v.string()) });

/** `letterId`: of the letter whose link was followed. */
export const unsubscribe = (data: Data, id: string, letterId: string | null): Promise<v.InferOutput<typeof LeftSchema>> =>
  data.call('unsubscribe', { p_id: id, p_letter_id: letterId }, LeftSchema);

export const isSubscribed = (data: Data, email: string): Promise<boolean> => data.call('is_subscribed', { p_email: email }, v.boolean());

export const setSubscription = (
  data: Data,
  email: string,
  { subscribed, locale, consentVersion }: { subscribed: boolean; locale: Locale; consentVersion: string },
): Promise<boolean> =>
  data.call(
    'set_subscription',
    { p_email: email, p_subscribed: subscribed, p_locale: locale, p_consent_version: consentVersion },
    v.boolean(),
  );
