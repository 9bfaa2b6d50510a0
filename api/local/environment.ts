import { join } from 'node:path';
import { demoChannel } from './demo/channel.ts';
import { demoAccounts } from './identity/demo-accounts.ts';
import { RELEASE_TRAIN } from './payments/embedded/release-train.ts';
import type { Ports } from './ports.ts';
import type { Secrets } from './secrets.ts';
import { LOOPBACK } from './stand-in.ts';

/** Google never creates a project whose id begins with `demo-`. */
export const PROJECT_ID = 'demo-semente';

export type Addresses = Record<keyof Ports, string>;

export function addressesOf(ports: Ports): Addresses {
  const at = (port: number) => `http://${LOOPBACK}:${port}`;
  return {
    site: `http://localhost:${ports.site}`,
    api: at(ports.api),
    data: at(ports.data),
    identity: at(ports.identity),
    payments: at(ports.payments),
    smtp: `smtp://${LOOPBACK}:${ports.smtp}`,
    inbox: at(ports.inbox),
    videos: at(ports.videos),
    imap: `imap://${LOOPBACK}:${ports.imap}`,
  };
}

type Variables = Record<string, string>;
export type Environments = Record<'data' | 'identity' | 'mail' | 'payments' | 'videos' | 'build' | 'seed' | 'api' | 'shell', Variables>;

/** Returns all variables of all processes of a site. Those of the product differ from production only in their values. */
export function environmentsOf({
  dir,
  ports,
  secrets,
  releases,
  releaseKey,
  watch,
  database,
  isEmpty = false,
}: {
  dir: string;
  ports: Ports;
  secrets: Secrets;
  releases: string;
  /** The public key that verifies the releases. */
  releaseKey: string;
  watch: boolean;
  database?: string | undefined;
  /** A new author's site, which has no names, channel or links yet. */
  isEmpty?: boolean;
}): Environments {
  const to = addressesOf(ports);
  const port = Object.fromEntries(Object.entries(ports).map(([name, value]) => [name, String(value)])) as Record<keyof Ports, string>;
  const stateOf = (name: string) => ({ NODE_ENV: 'development', STATE_DIR: join(dir, name) });
  const names = { SITE_NAME: 'Raiz & Palavra', AUTHOR_NAME: 'Marina Alvorada' };
  const address = isEmpty ? demoAccounts.admin.email : 'ola@raizepalavra.test';
  const videos = { YOUTUBE_API_URL: `${to.videos}/youtube/v3`, YOUTUBE_API_KEY: secrets.youtubeApiKey };
  const sources = {
    YOUTUBE_CHANNEL_ID: demoChannel.channelId,
    SPOTIFY_SHOW_URL: 'https://open.spotify.com/show/5RaizPalavraDemo000000',
    INSTAGRAM_URL: 'https://www.instagram.com/raizepalavra.demo',
  };
  const product = {
    NODE_ENV: 'development',
    SITE_URL: to.site,
    LOG_LEVEL: 'info',
  };
  const supabase = { SUPABASE_URL: to.data, SUPABASE_SECRET_KEY: secrets.supabaseSecretKey };
  const stripe = { STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_WEBHOOK_SECRET: secrets.stripeWebhookSecret };

  return {
    data: {
      ...stateOf('data'),
      ...supabase,
      DATA_PORT: port.data,
      SUPABASE_PUBLISHABLE_KEY: secrets.supabasePublishableKey,
      ...(database ? { LOCAL_DATABASE_URL: database } : {}),
    },
    identity: {
      ...stateOf('identity'),
      SITE_URL: to.site,
      SITE_NAME: isEmpty ? 'localhost' : names.SITE_NAME,
      IDENTITY_PORT: port.identity,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      SMTP_URL: to.smtp,
    },
    mail: {
      ...stateOf('mail'),
      SMTP_PORT: port.smtp,
      INBOX_PORT: port.inbox,
      IMAP_PORT: port.imap,
      MAILBOX_PASSWORD: secrets.mailboxPassword,
    },
    payments: {
      ...stateOf('payments'),
      ...stripe,
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      PAYMENTS_PORT: port.payments,
      WEBHOOK_URL: `${to.api}/api/webhooks/stripe`,
      PUBLIC_URL: to.payments,
    },
    videos: { ...stateOf('videos'), VIDEOS_PORT: port.videos, YOUTUBE_API_KEY: secrets.youtubeApiKey },
    build: { RELEASES_DIR: releases },
    seed: { ...supabase, SITE_URL: to.site, STRIPE_SECRET_KEY: secrets.stripeSecretKey, STRIPE_API_URL: to.payments, STATE_DIR: dir },
    api: {
      ...product,
      ...supabase,
      ...stripe,
      API_PORT: port.api,
      STRIPE_API_URL: to.payments,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      FIREBASE_JWKS_URL: `${to.identity}/emulator/jwks.json`,
      SMTP_URL: to.smtp,
      MAIL_FROM: address,
      MAILBOX_URL: to.imap.replace('//', `//${encodeURIComponent(address)}:${secrets.mailboxPassword}@`),
      ADMIN_EMAILS: [demoAccounts.admin.email, demoAccounts.team.email].join(','),
      LINKS_SECRET: secrets.linksSecret,
      CONTACT_EMAIL: address,
      SITE_TIME_ZONE: 'America/Sao_Paulo',
      DEFAULT_CURRENCY: 'BRL',
      ...videos,
      ...(isEmpty ? {} : { ...names, ...sources }),
      // The shell's server is the only proxy in front of the API.
      TRUSTED_PROXIES: '1',
    },
    shell: {
      ...product,
      SITE_PORT: port.site,
      DEVELOPER_NAME: 'Semente',
      DEVELOPER_URL: 'https://semente.test',
      API_URL: to.api,
      STORAGE_URL: `${to.data}/storage/v1/object/public/store-assets`,
      VIDEO_PLAYER_URL: to.videos,
      RELEASES_DIR: releases,
      RELEASES_CACHE_DIR: join(dir, 'releases-copies'),
      RELEASE_PUBLIC_KEYS: releaseKey,
      FIREBASE_PROJECT_ID: PROJECT_ID,
      FIREBASE_API_KEY: 'fake-api-key',
      FIREBASE_AUTH_DOMAIN: `localhost:${port.site}`,
      IDENTITY_PROXY_URL: to.identity,
      STRIPE_PUBLISHABLE_KEY: secrets.stripePublishableKey,
      STRIPE_JS_URL: `${to.payments}/${RELEASE_TRAIN}/stripe.js`,
      ...(watch ? { DEV_RELOAD: '1' } : {}),
    },
  };
}
