import type { DoctorService } from '@site/shared/contracts/admin-settings.ts';
import type { Check } from './check.ts';
import { contentChecks } from './content.ts';
import { databaseChecks } from './database.ts';
import { identityChecks } from './identity.ts';
import type { Installation } from './installation.ts';
import { mailChecks } from './mail.ts';
import { paymentsChecks } from './payments.ts';
import { releasesChecks } from './releases.ts';
import { siteChecks } from './site.ts';
import { videosChecks } from './videos.ts';

/** The checks of each service, in the order in which an installation is set up. */
export const checksOf = {
  database: databaseChecks,
  identity: identityChecks,
  payments: paymentsChecks,
  mail: mailChecks,
  videos: videosChecks,
  releases: releasesChecks,
  site: siteChecks,
  content: contentChecks,
} as const satisfies Record<DoctorService, (site: Installation) => readonly Check[] | Promise<readonly Check[]>>;
