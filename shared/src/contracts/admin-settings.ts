import * as v from 'valibot';
import { InstantSchema } from '../dates/dates.ts';
import { CurrencySchema } from '../money/money.ts';
import { LocaleSchema } from '../texts/locales.ts';
import type { Calls } from './calls.ts';
import { DownloadLinkSchema } from './me.ts';
import { createTokenSchema } from './text.ts';

/** The settings that only change with a restart, and the shop's currencies. */
export const AdminSettingsSchema = v.object({
  site: v.string(),
  /** The processes' environment variables and their values; null if not set. None of them is a secret. */
  variables: v.array(v.object({ name: v.string(), value: v.nullable(v.string()) })),
  /**
   * Every currency that the shop supports. `withoutPrice`: published books that leave the shop while the currency is sold, ordered by
   * title.
   */
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

/** The services that `npm run doctor` checks, in the order of an installation. */
export const DOCTOR_SERVICES = ['database', 'identity', 'payments', 'mail', 'videos', 'releases', 'site', 'content'] as const;
export type DoctorService = (typeof DOCTOR_SERVICES)[number];

/** Checks one service. The answer's sentences are in `locale`. */
export const RunDoctorSchema = v.object({ service: v.picklist(DOCTOR_SERVICES), locale: LocaleSchema });
export const DoctorRunSchema = v.object({
  checks: v.array(
    v.object({
      id: v.string(),
      /** The currency, permission or other item that this check is about, if the same check runs for several. */
      about: v.nullable(v.string()),
      /** Whether the site needs this check to pass. If false, the check is a recommendation. */
      isNeeded: v.boolean(),
      /** `skipped`: this check needs another check to pass, and that one failed. */
      state: v.picklist(['ok', 'failed', 'not_applicable', 'skipped']),
      tried: v.string(),
      /** The result of the check in words, or the reason why the check did not run. Never contains a secret. */
      found: v.nullable(v.string()),
      /** Instructions to fix the problem; only if the check failed. */
      remedy: v.nullable(v.string()),
    }),
  ),
});
export type DoctorRun = v.InferOutput<typeof DoctorRunSchema>;

/** `GET /api/admin/lists.zip`: orders, receipts, subscribers and audit log as CSV files in the language of `locale`. */
export const ListsExportQuerySchema = v.object({ locale: v.optional(LocaleSchema, 'pt-BR') });

export const RequestListsFileSchema = v.object({ locale: LocaleSchema });
/** The archive of all lists that was prepared for an owner by email. Null if there is none. */
export const ListsFileSchema = v.object({
  file: v.nullable(
    v.variant('state', [
      v.object({ state: v.literal('preparing') }),
      v.object({ state: v.literal('ready'), bytes: v.number(), removedAt: InstantSchema }),
    ]),
  ),
});
export type ListsFile = v.InferOutput<typeof ListsFileSchema>;

/** `proxies`: how many proxies added to X-Forwarded-For. */
export const ClientAddressQuerySchema = v.object({ proof: createTokenSchema(2_000) });
export const ClientAddressSchema = v.object({ network: v.string(), proxies: v.number() });
export type ClientAddress = v.InferOutput<typeof ClientAddressSchema>;

export const SendTestEmailSchema = v.object({ locale: LocaleSchema });
/** `error`: the mail server's answer, for its administrator. */
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
    // This limit is enough to check every service once.
    limit: { windowSeconds: 600, person: 64, address: 320 },
    body: RunDoctorSchema,
    answer: DoctorRunSchema,
  },
  // Every list has a permission of its own. Only owners have `site`, and owners have all permissions.
  'GET /api/admin/lists.zip': {
    who: { least: 'site', recent: true },
    limit: { windowSeconds: 3_600, person: 10, address: 50 },
    query: ListsExportQuerySchema,
  },
  'GET /api/admin/lists-file': { who: 'site', answer: ListsFileSchema },
  'POST /api/admin/lists-file': {
    who: { least: 'site', recent: true },
    limit: { windowSeconds: 3_600, person: 10, address: 50 },
    body: RequestListsFileSchema,
    answer: ListsFileSchema,
  },
  'POST /api/admin/lists-file/link': {
    who: { least: 'site', recent: true },
    limit: { windowSeconds: 3_600, person: 10, address: 50 },
    answer: DownloadLinkSchema,
  },
  /** Returns the network that rate limits use for the caller, for callers that know the API's secret. */
  'GET /api/client-address': { who: 'public', query: ClientAddressQuerySchema, answer: ClientAddressSchema },
} as const satisfies Calls;
