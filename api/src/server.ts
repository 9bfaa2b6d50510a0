import { getRequestListener } from '@hono/node-server';
import { createCdn } from '@site/shared/cdn/cdn.ts';
import { createGracefulStop } from '@site/shared/process/graceful-stop.ts';
import { createLimitedServer } from '@site/shared/process/limited-server.ts';
import { startTelemetry } from '@site/shared/process/start-telemetry.ts';
import { getTelemetry } from '@site/shared/process/telemetry.ts';
import { createApp } from './app.ts';
import { createCampaignMail } from './gateways/mail/campaign-mail.ts';
import { createMail } from './gateways/mail/mail.ts';
import { createMailbox } from './gateways/mailbox/mailbox.ts';
import { createNames } from './gateways/names/names.ts';
import { createPasswordRanges } from './gateways/password-ranges/password-ranges.ts';
import { createPayments } from './gateways/stripe/payments.ts';
import { createData } from './gateways/supabase/data.ts';
import { createYouTube } from './gateways/videos/youtube.ts';
import { createAuthenticator } from './platform/auth.ts';
import type { Deps } from './platform/deps.ts';
import { type Env, readEnv } from './platform/env.ts';
import { commonHeaders } from './platform/http.ts';
import { type Jobs, type Loop, startJobs, type Worker } from './platform/jobs.ts';
import { createLogger } from './platform/logger.ts';
import { createAnswers } from './platform/public-answers.ts';
import { createSessions } from './platform/sessions.ts';
import { sweep } from './platform/sweep.ts';
import { channelSyncJob, readChannelNow } from './resources/channel/episodes/channel-sync.ts';
import { episodePublishingJob } from './resources/channel/episodes/own-episodes.ts';
import { PICTURES, picturesJob } from './resources/channel/episodes/picture-worker.ts';
import { importedAudioJob } from './resources/channel/podcast-import/imported-audio-job.ts';
import { addressCheckOf } from './resources/channel/podcast-import/podcast-import.ts';
import { balanceJob } from './resources/money/balance/balance-job.ts';
import { createEventHandler } from './resources/money/payments/payment-events.ts';
import { reconciliationJob } from './resources/money/payments/reconciliation.ts';
import { importsJob } from './resources/people/imports/import-job.ts';
import { offerFirstCode } from './resources/people/team/admin-code.service.ts';
import { announcementsJob, fileRemovalJob } from './resources/shop/ebooks/ebook-jobs.ts';
import { createPdfReader } from './resources/shop/ebooks/pdf-reader.ts';
import { launchesJob } from './resources/shop/launches/launches-job.ts';
import { createSampleCutter } from './resources/shop/samples/sample-cutter.ts';
import { samplesJob } from './resources/shop/samples/sample-job.ts';
import { copyRemovalJob, createStampedCopies } from './resources/shop/stamping/stamped-copies.ts';
import { createStamper } from './resources/shop/stamping/stamper.ts';
import { timeZoneJob } from './resources/site/analytics/time-zone-job.ts';
import { getSiteFacts } from './resources/site/content/content.service.ts';
import { readLiveSettings, watchLiveSettings } from './resources/site/content/live-settings.ts';
import { alertsJob } from './resources/site/health/alerts.service.ts';
import { measureOutbox } from './resources/site/health/health.service.ts';
import { ledgerJob } from './resources/site/health/ledger-job.ts';
import { watchRestoration } from './resources/site/health/restoration.ts';
import { dailyNoticesJob } from './resources/site/notices/notices.ts';
import { purgingJob } from './resources/site/purges/purging.ts';
import { AUTOMATIC_DRAFTS, automaticDraftsJob } from './resources/writing/automatic-drafts/automatic-drafts-job.ts';
import { mailboxJob } from './resources/writing/bounces/mailbox-job.ts';
import { startCampaignWorker } from './resources/writing/campaigns/campaign-worker.ts';
import { startMailWorker } from './resources/writing/mail-outbox/mail-worker.ts';
import { publishingJob } from './resources/writing/posts/admin-posts.ts';

const LONGEST_FINISH_MS = 10_000;

function read(): Env {
  try {
    return readEnv();
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  }
}

const env = read();
const { log, flush } = createLogger(env.LOG_LEVEL);
await startTelemetry(env.OTEL_EXPORTER_OTLP_ENDPOINT, 'semente-api', log);
const clock = Date.now;
let isReady = false;

const data = createData(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY);
const payments = createPayments({ secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET, apiUrl: env.STRIPE_API_URL });
const mail = createMail(env.SMTP_URL, env.MAIL_FROM, env.LINKS_SECRET);
const campaignMail = createCampaignMail(env.CAMPAIGNS_SMTP_URL ?? env.SMTP_URL, env.CAMPAIGNS_FROM ?? env.MAIL_FROM);
const authenticator = createAuthenticator({
  projectId: env.FIREBASE_PROJECT_ID,
  jwksUrl: env.FIREBASE_JWKS_URL,
  adminEmails: env.ADMIN_EMAILS,
  clock,
  log,
});

const sessions = createSessions({ data, clock });
const passwordRanges = env.PASSWORD_RANGES_URL ? createPasswordRanges(env.PASSWORD_RANGES_URL) : null;
const restoration = await watchRestoration({ data, log });
let mailWorker: Loop | null = null;
const wakeMail = () => mailWorker?.wake();
let campaignWorker: Loop | null = null;
const wakeCampaigns = () => campaignWorker?.wake();
let jobs: Jobs | null = null;
const wakeJob = (name: string) => jobs?.wake(name);
const onChannelRead = () => {
  wakeJob(PICTURES);
  wakeJob(AUTOMATIC_DRAFTS);
};
const episodeSource = env.YOUTUBE_API_KEY ? createYouTube({ apiUrl: env.YOUTUBE_API_URL, apiKey: env.YOUTUBE_API_KEY }) : null;
const channel = episodeSource && {
  source: episodeSource,
  getChannelId: async () => (await readLiveSettings({ data, env, log })).channelId,
  data,
  log,
};
const deps: Deps = {
  env,
  clock,
  log,
  data,
  payments,
  mail,
  campaignMail,
  names: createNames(),
  authenticator,
  sessions,
  passwordRanges,
  answers: createAnswers(log),
  wakeMail,
  wakeCampaigns,
  wakeJob,
  liveSettings: watchLiveSettings({ data, env, log, clock }),
  episodeSource,
  readChannel: channel && (() => readChannelNow(channel, onChannelRead)),
  isReady: () => isReady,
  isRestored: restoration.isOver,
};
const handleEvent = createEventHandler(deps);
const app = createApp(deps, {
  handleEvent,
  pdfReader: createPdfReader(),
  stampedCopies: createStampedCopies({
    data,
    ownerEmail: async () => (await getSiteFacts(deps)).CONTACT_EMAIL,
    log,
    wakeMail,
    stamper: createStamper(),
  }),
});
const server = createLimitedServer(getRequestListener(app.fetch), { headers: commonHeaders(env) });
const stopServer = createGracefulStop(server, { noticeMs: env.STOP_NOTICE_MS, limitMs: LONGEST_FINISH_MS / 2 });

await authenticator.warmUp();
await new Promise<void>((resolve, reject) => {
  server.once('error', reject);
  server.listen(env.API_PORT, env.API_HOST, resolve);
});
isReady = true;
log.info({ port: env.API_PORT }, 'listening');
measureOutbox(deps);

const workers: Worker[] = [];
function startWorkers(): void {
  mailWorker = startMailWorker(deps);
  const work = [
    reconciliationJob({ ...deps, handleEvent }),
    balanceJob(deps),
    copyRemovalJob(data),
    fileRemovalJob(data),
    announcementsJob(deps),
    launchesJob(deps),
    samplesJob({ ...deps, cutter: createSampleCutter() }),
    alertsJob(deps),
    dailyNoticesJob(deps),
    importsJob(deps),
    timeZoneJob(deps),
    ledgerJob(deps),
    publishingJob(deps),
    episodePublishingJob(deps),
    importedAudioJob({ ...deps, check: addressCheckOf(deps) }),
    automaticDraftsJob(deps),
    { name: 'sweep', intervalSeconds: 3_600, leaseSeconds: 60, run: () => sweep(data) },
  ];
  if (channel) work.push(channelSyncJob(channel, onChannelRead), picturesJob(channel));
  if (env.MAILBOX_URL) work.push(mailboxJob({ ...deps, mailbox: createMailbox(env.MAILBOX_URL) }));
  if (env.PURGE_URL && env.PURGE_TOKEN) work.push(purgingJob({ cdn: createCdn(env.PURGE_URL, env.PURGE_TOKEN), data }));
  jobs = startJobs(work, { data, log, onMailDue: wakeMail });
  campaignWorker = startCampaignWorker(deps);
  workers.push(mailWorker, campaignWorker, jobs);
}
void restoration.over.then(() => {
  if (!isReady) return;
  startWorkers();
  void offerFirstCode(deps);
});

async function stop(): Promise<void> {
  if (!isReady) return;
  isReady = false;
  log.info('stopping');
  const forced = setTimeout(() => {
    log.warn('stopped while requests were in progress');
    flush();
    process.exit(0);
  }, env.STOP_NOTICE_MS + LONGEST_FINISH_MS);
  await Promise.all([stopServer(), ...workers.map((worker) => worker.stop())]);
  await getTelemetry().stop();
  clearTimeout(forced);
  log.info('stopped');
  flush();
  process.exit(0);
}

process.on('SIGTERM', stop).on('SIGINT', stop);
process.on('exit', flush);
