import { paths } from '@site/shared/paths/paths.ts';
import { API_SECRETS } from '@site/shared/process/api-secrets.ts';
import * as v from 'valibot';
import { createData, type Data } from '../gateways/supabase/data.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/logger.ts';
import { type ContentDeps, getSiteFacts } from '../resources/site/content/content.service.ts';
import type { SiteFacts } from '../resources/site/content/default-content/both.ts';
import { ask, Fault } from './check.ts';
import type { OtherVariables } from './env.ts';

/** The settings that the shell's server embeds in every page. See `SiteSettings` of the shell. */
const PublishedSchema = v.object({
  settings: v.object({
    siteUrl: v.string(),
    identity: v.object({ projectId: v.string(), apiKey: v.string(), authDomain: v.string() }),
    isTestMode: v.boolean(),
  }),
});
export type Published = v.InferOutput<typeof PublishedSchema>['settings'];

/** The additional settings of the payment page when buyers pay in a frame. See `BootData` of the shell. */
const PaymentPageSchema = v.object({ payments: v.optional(v.object({ publishableKey: v.string() })) });

const BOOT = /<script type="application\/json" id="boot">(.*?)<\/script>/s;

/** An installation, as far as its variables are known. */
export type Installation = {
  /** Returns the variables `names`. Throws a `Fault` that names the first one that is missing or wrong. */
  need: <Name extends keyof Env>(...names: Name[]) => { readonly [Key in Name]: NonNullable<Env[Key]> };
  env: Readonly<Partial<Env>>;
  others: OtherVariables;
  /** Returns the settings that a page of the running site contains. */
  published: () => Promise<Published>;
  /** Returns the publishable key of the payment page's frame. Null when buyers pay on Stripe's page. */
  embeddedKey: () => Promise<string | null>;
  data: () => Data;
  /** Returns the dependencies for reading the site's texts. */
  contentDeps: () => ContentDeps;
  /** Returns the facts about the site as its owner published them. Null when the database is unavailable, and the variables apply then. */
  facts: () => Promise<SiteFacts | null>;
  log: Log;
  /** The name server to use in place of the machine's. */
  nameServer?: string | undefined;
  /** How long to wait for something that another service does on its own, such as delivering an email. */
  patienceMs: number;
};

type Known = Pick<Installation, 'env' | 'others' | 'log' | 'nameServer' | 'patienceMs'> & {
  problems?: Readonly<Record<string, string>>;
};

export function describeInstallation({ problems = {}, ...known }: Known): Installation {
  const { env } = known;
  const need: Installation['need'] = (...names) => {
    for (const name of names) if (env[name] === undefined) throw new Fault(`${name} ${problems[name] ?? '∅'}`);
    return env as never;
  };
  let connected: Data | undefined;
  const data = () => {
    const { SUPABASE_URL, SUPABASE_SECRET_KEY } = need('SUPABASE_URL', 'SUPABASE_SECRET_KEY');
    connected ??= createData(SUPABASE_URL, SUPABASE_SECRET_KEY);
    return connected;
  };
  const contentDeps = () => {
    need('SITE_URL', 'CONTACT_EMAIL', 'DEFAULT_CURRENCY');
    // Reading texts uses only these variables, so the missing ones do not matter.
    return { data: data(), env: env as Env, log: known.log };
  };
  const readFacts = async () => {
    try {
      return await getSiteFacts(contentDeps());
    } catch {
      return null;
    }
  };
  let facts: Promise<SiteFacts | null> | undefined;
  let page: Promise<Published> | undefined;
  return {
    ...known,
    need,
    data,
    contentDeps,
    facts: () => {
      facts ??= readFacts();
      return facts;
    },
    published: () => {
      page ??= readPublished(need('SITE_URL').SITE_URL);
      return page;
    },
    embeddedKey: async () => {
      const { STRIPE_PUBLISHABLE_KEY, CHECKOUT_UI } = known.others;
      if (STRIPE_PUBLISHABLE_KEY) return CHECKOUT_UI === 'hosted' ? null : STRIPE_PUBLISHABLE_KEY;
      const { SITE_URL } = need('SITE_URL');
      return v.parse(PaymentPageSchema, await readBoot(`${SITE_URL}${paths.checkout.href()}`)).payments?.publishableKey ?? null;
    },
  };
}

const readPublished = async (siteUrl: string): Promise<Published> => v.parse(PublishedSchema, await readBoot(`${siteUrl}/`)).settings;

async function readBoot(address: string): Promise<unknown> {
  const answer = await ask(address, { headers: { accept: 'text/html' } });
  const boot = BOOT.exec(await answer.text())?.[1];
  if (!answer.ok || boot === undefined) throw new Fault(`${address}: ${answer.status}`);
  return JSON.parse(boot);
}

const secretsIn = (value: string): string[] => {
  const { password = '' } = URL.canParse(value) ? new URL(value) : {};
  return [value, password, decoded(password)].filter((part) => part.length > 3);
};

/** Decodes a password. An invalid `%` is kept, because mail can be sent with such a password. */
function decoded(password: string): string {
  try {
    return decodeURIComponent(password);
  } catch {
    return password;
  }
}

/** Returns a function that removes every secret of the installation from a text. */
export function createRedactor({ env, others }: Pick<Installation, 'env' | 'others'>): (text: string) => string {
  const values = [...API_SECRETS.map((name) => (env as Record<string, unknown>)[name]), others.RELEASES_BUCKET_SECRET];
  const secrets = values.flatMap((value) => (typeof value === 'string' ? secretsIn(value) : []));
  return (text) => secrets.reduce((shown, secret) => shown.replaceAll(secret, '•••'), text);
}
