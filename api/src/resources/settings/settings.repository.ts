import type { DoctorService } from '@site/shared/contracts/admin-settings.ts';
import { byCurrency } from '@site/shared/money/currencies.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import type { Data } from '../../gateways/supabase/data.ts';
import type { Actor } from '../../platform/actor.ts';

export const sendTestEmail = (data: Data, actor: Actor, locale: Locale): Promise<string> =>
  data.call('send_test_email', { p_locale: locale, p_actor: actor }, v.string());

export const noteDoctorRun = (data: Data, service: DoctorService, isWell: boolean): Promise<unknown> =>
  data.call('note_doctor_run', { p_service: service, p_is_well: isWell }, v.string());

const MissingSchema = v.object({ count: v.number(), titles: v.array(v.string()) });
const WithoutPriceSchema = v.object(byCurrency(() => MissingSchema));

/** Of each currency how many published books have no price in it, and the first titles of them. */
export const listUnpricedEbooks = (data: Data, limit: number): Promise<v.InferOutput<typeof WithoutPriceSchema>> =>
  data.call('list_unpriced_ebooks', { p_limit: limit }, WithoutPriceSchema);

const TestEmailRowSchema = v.object({
  recipient: v.string(),
  state: v.picklist(['queued', 'sent', 'failed']),
  attempts: v.number(),
  error: v.nullable(v.string()),
});

export const getTestEmail = (data: Data, id: string): Promise<v.InferOutput<typeof TestEmailRowSchema> | null> =>
  data.call('get_test_email', { p_id: id }, v.nullable(TestEmailRowSchema));
