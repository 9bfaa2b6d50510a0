import * as v from 'valibot';
import { CurrencySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { createTokenSchema } from './text.ts';

/** What only a restart changes, who runs the site, and what it can sell in. */
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
});
export type AdminSettings = v.InferOutput<typeof AdminSettingsSchema>;

/** What `npm run doctor` checks, in the order in which an installation is made. */
export const DOCTOR_SERVICES = ['database', 'identity', 'payments', 'mail', 'videos', 'releases', 'site', 'content'] as const;
export type DoctorService = (typeof DOCTOR_SERVICES)[number];

/** One service at a time, in the language of the sentences of the answer. */
export const RunDoctorSchema = v.object({ service: v.picklist(DOCTOR_SERVICES), locale: LocaleSchema });
export const DoctorRunSchema = v.object({
  checks: v.array(
    v.object({
      id: v.string(),
      /** Which of several that are tried alike: a currency, a permission. */
      about: v.nullable(v.string()),
      /** Without it the site does not work; else it is advised. */
      isNeeded: v.boolean(),
      /** `skipped`: another one failed without which this one says nothing. */
      state: v.picklist(['ok', 'failed', 'not_applicable', 'skipped']),
      tried: v.string(),
      /** What was found, or why it says nothing; without secrets. */
      found: v.nullable(v.string()),
      /** What to press where; only when it failed. */
      remedy: v.nullable(v.string()),
    }),
  ),
});
export type DoctorRun = v.InferOutput<typeof DoctorRunSchema>;

/** `proxies`: how many added to X-Forwarded-For. */
export const ClientAddressQuerySchema = v.object({ proof: createTokenSchema(2_000) });
export const ClientAddressSchema = v.object({ network: v.string(), proxies: v.number() });
export type ClientAddress = v.InferOutput<typeof ClientAddressSchema>;

export const SendTestEmailSchema = v.object({ locale: LocaleSchema });
/** `error` is what the mail server said, for its administrator. */
export const TestEmailSchema = v.object({
  id: v.string(),
  recipient: v.string(),
  state: v.picklist(['queued', 'sent', 'failed']),
  attempts: v.number(),
  error: v.nullable(v.string()),
});
export type TestEmail = v.InferOutput<typeof TestEmailSchema>;

export const settingsCalls = {
  'GET /api/admin/settings': { who: 'site', answer: AdminSettingsSchema },
  'POST /api/admin/test-emails': { who: 'site', body: SendTestEmailSchema, answer: TestEmailSchema },
  'GET /api/admin/test-emails/:id': { who: 'site', params: { id: v.pipe(v.string(), v.uuid()) }, answer: TestEmailSchema },
  'POST /api/admin/doctor-runs': {
    who: { least: 'site', recent: true },
    // One for each service.
    limit: { windowSeconds: 600, person: 64, address: 320 },
    body: RunDoctorSchema,
    answer: DoctorRunSchema,
  },
  /** The network that limits count the caller as, for a caller that knows the API's secret. */
  'GET /api/client-address': { who: 'public', query: ClientAddressQuerySchema, answer: ClientAddressSchema },
} as const satisfies Calls;
