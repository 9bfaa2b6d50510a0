import { paths } from '@site/shared/paths.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { personalData } from './account.repository.ts';
import { archiveOf } from './archive.ts';
import { exportTexts } from './export-texts.ts';

/** Everything kept about the caller, whose address is verified, as a zip archive. */
export async function exportOf({ data, env, clock }: Pick<Deps, 'data' | 'env' | 'clock'>, caller: Caller, locale: Locale) {
  const { uid, email, name, photoUrl } = caller;
  const kept = await personalData(data, uid, email);
  const t = exportTexts[locale];
  const madeAt = new Date(clock()).toISOString();
  const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`;
  const archive = archiveOf({
    'README.txt': t.readme({
      site: env.SITE_NAME,
      email,
      madeAt: madeAt.slice(0, 16).replace('T', ' '),
      library: `${env.SITE_URL}${paths.userDashboard.href('ebooks')}`,
      contact: env.CONTACT_EMAIL,
    }),
    'profile.json': json({ uid, email, name, photoUrl }),
    'orders.json': json(kept.orders),
    'library.json': json(kept.library),
    'positions.json': json(kept.positions),
    'newsletter.json': json(kept.newsletter),
    'contact-messages.json': json(kept.contact_messages),
  });
  return { archive, filename: `${t.filename}-${madeAt.slice(0, 10)}.zip` };
}
