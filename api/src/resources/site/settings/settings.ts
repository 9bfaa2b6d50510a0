import { type AdminSettings, settingsCalls } from '@site/shared/contracts/admin-settings.ts';
import { byCurrency, CURRENCIES } from '@site/shared/money/currencies.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import { describeInstallation } from '../../../doctor/installation.ts';
import { isWell, runChecks } from '../../../doctor/run.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Env } from '../../../platform/env.ts';
import { handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import { readLink } from '../../../platform/signed-links.ts';
import { checkSender } from '../../writing/campaigns/sender.service.ts';
import { getContent } from '../content/content.service.ts';
import { exportLists, getListsFile, linkListsFile, listsFilename } from './lists-file.ts';

type SettingsDeps = Pick<Deps, 'data' | 'env' | 'clock' | 'log' | 'episodeSource'>;

/** Environment variables that an admin may see. All others are secret, or irrelevant to admins. */
const SHOWN = ['SITE_URL', 'MAIL_FROM', 'FIREBASE_PROJECT_ID'] as const satisfies readonly (keyof Env)[];

/** Maximum number of book titles listed. Further books are only counted. */
const TITLES_SHOWN = 20;

const WithoutPriceSchema = v.object(byCurrency(() => v.object({ count: v.number(), titles: v.array(v.string()) })));

async function getSettings(deps: SettingsDeps): Promise<AdminSettings> {
  const { data, env } = deps;
  const [{ brand, currencies }, unpriced] = await Promise.all([
    getContent(deps, 'brand', 'currencies'),
    data.sql.listUnpricedEbooks({ limit: TITLES_SHOWN }),
  ]);
  const withoutPrice = v.parse(WithoutPriceSchema, unpriced);
  return {
    site: brand.site,
    variables: SHOWN.map((name) => ({ name, value: env[name] ?? null })),
    currencies: CURRENCIES.map((currency) => ({
      currency,
      isSold: currencies.sold.includes(currency),
      withoutPrice: withoutPrice[currency],
    })),
    admins: env.ADMIN_EMAILS,
  };
}

/** Milliseconds. This time and the preceding checks stay within the 30 seconds that the dashboard waits. */
const PATIENCE_MS = 8_000;

export const settingsHandlers = handle(settingsCalls, {
  'GET /api/admin/settings': ({ deps }) => getSettings(deps),
  // The test email goes through the outbox like every other email.
  'POST /api/admin/test-emails': async ({ deps, sql, c, caller, actor, body: { locale } }) => {
    await limitUse(deps, 'test_email', { person: caller.uid, address: addressOf(c) });
    const id = await sql.sendTestEmail({ locale, actor });
    deps.wakeMail();
    return await sql.getTestEmail({ id });
  },
  'GET /api/admin/test-emails/:id': ({ sql, params }) => sql.getTestEmail(params),
  // Runs the checks of `npm run doctor` and stores whether the service is well.
  'POST /api/admin/doctor-runs': async ({ deps, sql, body: { service, locale } }) => {
    const { env, log } = deps;
    const site = describeInstallation({ env, others: {}, log, patienceMs: PATIENCE_MS });
    // A check of the mail service also checks whether newsletters may be sent to many readers.
    const [checks] = await Promise.all([runChecks(service, site, locale), service === 'mail' && checkSender(deps)]);
    await sql.noteDoctorRun({ service, isWell: isWell(checks) });
    return { checks };
  },
  'GET /api/admin/lists.zip': async ({ deps, sql, c, actor, query: { locale } }) => {
    await sql.noteListsExport({ actor });
    return c.body(exportLists(deps, locale), 200, {
      'content-type': 'application/zip',
      'content-disposition': `attachment; filename="${listsFilename(deps, locale)}"`,
    });
  },
  'GET /api/admin/lists-file': ({ deps }) => getListsFile(deps),
  'POST /api/admin/lists-file': async ({ deps, sql, actor, body: { locale } }) => {
    await sql.requestListsFile({ actor, locale, filename: listsFilename(deps, locale) });
    deps.wakeMail();
    return await getListsFile(deps);
  },
  'POST /api/admin/lists-file/link': async ({ deps, sql, actor }) => {
    const link = await linkListsFile(deps);
    await sql.noteListsExport({ actor });
    return link;
  },
  'GET /api/client-address': async ({ deps: { env, clock }, c, query: { proof } }) => {
    const link = readLink(env.LINKS_SECRET, 'client_address', proof);
    if (!link || (link.expiresAt ?? 0) < clock()) throw new AppError('not_found');
    const forwardedFor = c.req.header('x-forwarded-for') ?? '';
    return { network: addressOf(c), proxies: forwardedFor.split(',').filter((hop) => hop.trim()).length };
  },
});
