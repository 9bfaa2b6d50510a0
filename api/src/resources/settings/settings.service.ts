import type { AdminSettings, ClientAddress, DoctorRun, DoctorService, TestEmail } from '@site/shared/contracts/admin-settings.ts';
import { toInstantOrNull } from '@site/shared/dates/dates.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import { AppError } from '../../base/app-error.ts';
import { describeInstallation } from '../../doctor/installation.ts';
import { isWell, runChecks } from '../../doctor/run.ts';
import type { Actor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/deps.ts';
import { type Env, isTestMode } from '../../platform/env.ts';
import { requireUuid } from '../../platform/require-uuid.ts';
import { readLink } from '../../platform/signed-links.ts';
import { getContent } from '../content/content.service.ts';
import { getHealth } from '../health/health.service.ts';
import { checkSender } from '../letters/sender.service.ts';
import * as repository from './settings.repository.ts';

type SettingsDeps = Pick<Deps, 'data' | 'env' | 'clock' | 'log' | 'episodeSource'>;

/** What an admin may read of the configuration; everything else is a secret, or matters to the machine only. */
const SHOWN = ['SITE_URL', 'MAIL_FROM', 'FIREBASE_PROJECT_ID'] as const satisfies readonly (keyof Env)[];

/** So many books are named, the others counted. */
const TITLES_SHOWN = 20;

type Services = AdminSettings['services'];
type Known = { lastAt: string | null; isFailing?: boolean; isOff?: boolean; isTestMode?: boolean };

function toService(id: Services[number]['id'], { lastAt, isFailing = false, isOff = false, isTestMode = false }: Known): Services[number] {
  const heard = lastAt === null ? 'silent' : 'working';
  return { id, state: isOff ? 'off' : isFailing ? 'failing' : heard, lastAt: toInstantOrNull(lastAt), isTestMode };
}

export async function getSettings(deps: SettingsDeps): Promise<AdminSettings> {
  const { data, env, clock } = deps;
  const [health, { brand, currencies, channel }, withoutPrice] = await Promise.all([
    getHealth(data),
    getContent(deps, 'brand', 'currencies', 'channel'),
    repository.listUnpricedEbooks(data, TITLES_SHOWN),
  ]);
  const now = new Date(clock()).toISOString();
  return {
    site: brand.site,
    variables: SHOWN.map((name) => ({ name, value: env[name] ?? null })),
    currencies: CURRENCIES.map((currency) => ({
      currency,
      isSold: currencies.sold.includes(currency),
      withoutPrice: withoutPrice[currency],
    })),
    admins: env.ADMIN_EMAILS,
    services: [
      // Both just answered: the first with these facts, the second by the caller's token.
      toService('database', { lastAt: now }),
      toService('identity', { lastAt: now, isTestMode: env.FIREBASE_PROJECT_ID.startsWith('demo-') }),
      toService('payments', {
        lastAt: health.payment_event_at,
        isFailing: Boolean(health.reconciliation?.last_error),
        isTestMode: isTestMode(env),
      }),
      toService('mail', { lastAt: health.mail_sent_at, isFailing: health.mail_tried_since !== null }),
      toService('videos', {
        lastAt: health.videos?.last_success_at ?? null,
        isFailing: Boolean(health.videos?.last_error),
        isOff: channel.id === null,
      }),
    ],
  };
}

/** Sends the admin a mail through the outbox, as every other goes. */
export async function sendTestEmail(deps: Pick<Deps, 'data' | 'wakeMail'>, actor: Actor, locale: Locale): Promise<TestEmail> {
  const id = await repository.sendTestEmail(deps.data, actor, locale);
  deps.wakeMail();
  return await getTestEmail(deps, id);
}

/** How a test mail fares. Throws `not_found`. */
export async function getTestEmail({ data }: Pick<Deps, 'data'>, id: string): Promise<TestEmail> {
  const row = await repository.getTestEmail(data, requireUuid(id));
  if (!row) throw new AppError('not_found');
  return { id, ...row };
}

/** With what the checks before it take it stays within the 30 s for which the dashboard's call waits. */
const PATIENCE_MS = 8_000;

/** Checks one outside service, the site or its content, as `npm run doctor` does, and writes down whether it is well. */
export async function runDoctor(
  deps: Pick<Deps, 'data' | 'env' | 'log' | 'names'>,
  service: DoctorService,
  locale: Locale,
): Promise<DoctorRun> {
  const { data, env, log } = deps;
  const site = describeInstallation({ env, others: {}, log, patienceMs: PATIENCE_MS });
  // Of mail it is kept, too, whether letters may go to many.
  const [checks] = await Promise.all([runChecks(service, site, locale), service === 'mail' && checkSender(deps)]);
  await repository.noteDoctorRun(data, service, isWell(checks));
  return { checks };
}

/** The network that limits count a caller as, for a caller that made `proof` with the API's secret. Throws `not_found` for all others. */
export function getClientAddress(
  { env, clock }: Pick<Deps, 'env' | 'clock'>,
  proof: string,
  network: string,
  forwardedFor = '',
): ClientAddress {
  const link = readLink(env.LINKS_SECRET, 'client_address', proof);
  if (!link || (link.expiresAt ?? 0) < clock()) throw new AppError('not_found');
  return { network, proxies: forwardedFor.split(',').filter((hop) => hop.trim()).length };
}
