import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { CurrencySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';

export const SERVICE_IDS = ['database', 'identity', 'payments', 'mail', 'videos'] as const;

/**
 * `working`: it answered, or was heard of. `silent`: configured, and not heard of yet. `failing`: its last try failed.
 * `off`: not configured, and the site does without.
 */
export const SERVICE_STATES = ['working', 'silent', 'failing', 'off'] as const;

/** `GET /api/admin/settings`: what only a restart changes, who runs the site, and how the outside services fare. */
export const AdminSettingsSchema = v.object({
  /** What the site is called. */
  site: v.string(),
  /** Variables of the processes with their values; null for one that is not set. None of them is a secret. */
  variables: v.array(v.object({ name: v.string(), value: v.nullable(v.string()) })),
  /** Every currency that the shop knows. `withoutPrice`: published books that leave the shop while it is sold, the first by title. */
  currencies: v.array(
    v.object({
      currency: CurrencySchema,
      isSold: v.boolean(),
      withoutPrice: v.object({ count: v.number(), titles: v.array(v.string()) }),
    }),
  ),
  admins: v.array(v.string()),
  services: v.array(
    v.object({
      id: v.picklist(SERVICE_IDS),
      state: v.picklist(SERVICE_STATES),
      /** When it was last heard of: the newest event of payments, mail that was taken, reading of the channel. */
      lastAt: v.nullable(InstantSchema),
      isTestMode: v.boolean(),
    }),
  ),
});
export type AdminSettings = v.InferOutput<typeof AdminSettingsSchema>;

export const SendTestEmailSchema = v.object({ locale: LocaleSchema });
/** `error` is what the mail server said, for who looks after it. */
export const TestEmailSchema = v.object({
  id: v.string(),
  recipient: v.string(),
  state: v.picklist(['queued', 'sent', 'failed']),
  attempts: v.number(),
  error: v.nullable(v.string()),
});
export type TestEmail = v.InferOutput<typeof TestEmailSchema>;
