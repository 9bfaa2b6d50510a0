import pino from 'pino';
import { createApp } from '../../../api/src/app.ts';
import { createCampaignMail } from '../../../api/src/gateways/mail/campaign-mail.ts';
import { createMail } from '../../../api/src/gateways/mail/mail.ts';
import { createNames } from '../../../api/src/gateways/names/names.ts';
import { createPayments } from '../../../api/src/gateways/stripe/payments.ts';
import { createData } from '../../../api/src/gateways/supabase/data.ts';
import { createAuthenticator } from '../../../api/src/platform/auth.ts';
import type { Deps } from '../../../api/src/platform/deps.ts';
import { readEnv } from '../../../api/src/platform/env.ts';
import { createAnswers } from '../../../api/src/platform/public-answers.ts';
import { createSessions } from '../../../api/src/platform/sessions.ts';

/** Returns the app without a process or a service. Its gateways reach nothing, and `own` replaces the gateways that it names. */
export function anApp(own: Partial<Deps> = {}) {
  const env = readEnv({
    API_PORT: '1',
    SITE_URL: 'http://localhost:1',
    SITE_NAME: 'x',
    AUTHOR_NAME: 'x',
    SUPABASE_URL: 'http://127.0.0.1:1',
    SUPABASE_SECRET_KEY: 'sb_secret_x',
    FIREBASE_PROJECT_ID: 'demo-x',
    FIREBASE_JWKS_URL: 'http://127.0.0.1:1/jwks.json',
    STRIPE_SECRET_KEY: 'sk_test_x',
    STRIPE_WEBHOOK_SECRET: 'whsec_x',
    SMTP_URL: 'smtp://127.0.0.1:1',
    MAIL_FROM: 'x@example.test',
    ADMIN_EMAILS: 'a@example.test,b@example.test',
    LINKS_SECRET: 'x'.repeat(32),
    CONTACT_EMAIL: 'x@example.test',
  });
  const log = pino({ level: 'silent' });
  const clock = Date.now;
  const data = createData(env.SUPABASE_URL, env.SUPABASE_SECRET_KEY);
  return createApp(
    {
      env,
      log,
      clock,
      data,
      payments: createPayments({ secretKey: env.STRIPE_SECRET_KEY, webhookSecret: env.STRIPE_WEBHOOK_SECRET }),
      mail: createMail(env.SMTP_URL, env.MAIL_FROM, env.LINKS_SECRET),
      campaignMail: createCampaignMail(env.SMTP_URL, env.MAIL_FROM),
      names: createNames('127.0.0.1:1'),
      wakeCampaigns: () => undefined,
      authenticator: createAuthenticator({
        projectId: env.FIREBASE_PROJECT_ID,
        jwksUrl: env.FIREBASE_JWKS_URL,
        adminEmails: [],
        clock,
        log,
      }),
      wakeMail: () => undefined,
      wakeJob: () => undefined,
      liveSettings: { get: async () => ({ timeZone: 'UTC', channelId: null }), outdate: () => undefined },
      episodeSource: null,
      readChannel: null,
      sessions: createSessions({ data, clock }),
      answers: createAnswers(log),
      isReady: () => true,
      isRestored: () => true,
      passwordRanges: null,
      ...own,
    },
    { handleEvent: async () => undefined, pdfReader: async () => ({ pages: 1, hasOutline: false }), stampedCopies: async () => null },
  );
}
