import { randomUUID } from 'node:crypto';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type APIRequestContext, test as base, expect, type Page } from '@playwright/test';
import type { SupabaseClient } from '@supabase/supabase-js';
import { addressesOf } from '../../api/local/environment.ts';
import { type SiteFile, startSite } from '../../api/local/site.ts';
import { freePorts } from '../setup/free-ports.ts';
import { copyDatabase } from '../setup/postgres.ts';
import { moveSite, openData, type PreparedSite } from '../setup/prepared-site.ts';

export type Person = { uid: string; email: string; password: string; name: string };

export type Mail = {
  id: string;
  subject: string;
  to: string[];
  text: string;
  html: string;
  links: string[];
  headers: { key: string; value: string }[];
};

/** The running site and the outside services, as a person or a bank would use them. */
export type Site = SiteFile & {
  /** Creates a verified customer for this test only. */
  newCustomer: () => Promise<Person>;
  admin: Person;
  /** Returns the emails to `to`. Waits for the first one. */
  mailTo: (to: string, subject?: RegExp) => Promise<Mail[]>;
  /** Makes the links emailed to `email` older than the identity provider accepts. */
  expireLinks: (email: string) => Promise<void>;
  /** Moves the last sign-in of `email` an hour into the past, in the next token. */
  ageSignIn: (email: string) => Promise<void>;
  /** Acts like a bank or the payment provider's dashboard, for example with `sessions/{id}/settle`. */
  payment: (control: string, body?: Record<string, unknown>) => Promise<void>;
  /** The database, with the owner's access. */
  database: SupabaseClient;
};

async function post(url: string, body: unknown, headers: Record<string, string> = {}): Promise<unknown> {
  const answer = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`POST ${url} ${answer.status} ${await answer.text()}`);
  return await answer.json();
}

function openSite(file: SiteFile): Site {
  const { identity, data, dataSecretKey, projectId } = file.internal;
  const admin = file.accounts.find(({ role }) => role === 'admin');
  if (!admin) throw new Error('no admin account');
  return {
    ...file,
    admin: { ...admin, uid: 'demo-admin', name: 'Admin' },
    newCustomer: async () => {
      const uid = randomUUID();
      const person = { uid, email: `leitora-${uid.slice(0, 8)}@leitores.test`, password: 'semente-demo', name: 'Leitora de Teste' };
      await post(
        `${identity}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`,
        { localId: uid, email: person.email, password: person.password, displayName: person.name, emailVerified: true },
        { authorization: 'Bearer owner' },
      );
      return person;
    },
    mailTo: async (to, subject) => {
      const deadline = Date.now() + 45_000;
      for (;;) {
        const answer = await fetch(`${file.inbox}/messages?to=${encodeURIComponent(to)}&wait`);
        const mails = ((await answer.json()) as Mail[]).filter((mail) => !subject || subject.test(mail.subject));
        if (mails.length > 0 || Date.now() > deadline) return mails;
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
    },
    expireLinks: async (email) => {
      await post(`${identity}/_local/expired-codes?email=${encodeURIComponent(email)}`, {});
    },
    ageSignIn: async (email) => {
      await post(`${identity}/_local/old-sign-in?email=${encodeURIComponent(email)}`, {});
    },
    payment: async (control, body = {}) => {
      await post(`${file.payments}/_local/${control}`, body);
    },
    database: openData(data, dataSecretKey),
  };
}

type Fixtures = {
  site: Site;
  /** Console errors that the journey causes on purpose, such as the browser's own error about a 503. */
  expectedErrors: RegExp;
};

/** The time limit for a first start while another one runs, in milliseconds. */
const START_LIMIT_MS = 180_000;

/** Starts a copy of the site from `prepare-site.ts`. `end` removes it. */
async function startCopy(): Promise<{ file: SiteFile; end: () => Promise<void> }> {
  const { dir: from, addresses, database: template }: PreparedSite = JSON.parse(process.env.PREPARED_SITE ?? '');
  const dir = mkdtempSync(join(tmpdir(), 'semente-e2e-'));
  cpSync(from, dir, { recursive: true });
  const ports = await freePorts();
  const onDatabase = (address: string, secretKey: string) => moveSite(openData(address, secretKey), addresses, addressesOf(ports));
  const database = template ? await copyDatabase(template) : undefined;
  const { file, stop } = await startSite({ dir, ports, quiet: true, database: database?.address, onDatabase });
  const end = async () => {
    await stop();
    await database?.drop();
    rmSync(dir, { recursive: true });
  };
  return { file, end };
}

/** Scripts run only once the page is idle. On a slow machine Chromium warns about scripts that run late. */
const LATE_SCRIPTS = /was preloaded using link preload but not used within a few seconds/;
/** The router skips a fade when the visitor navigates during it. Chromium logs an error for that, and page reports leave it out. */
const ENDED_FADE = /^AbortError: Transition was skipped/;

export const test = base.extend<Fixtures, { running: SiteFile }>({
  // One new site with demo content for all journeys of a worker, or a running site (`SITE_FILE=.local/site.json npm run e2e`).
  running: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      if (process.env.SITE_FILE) return use(JSON.parse(readFileSync(process.env.SITE_FILE, 'utf8')));
      const { file, end } = await startCopy();
      await use(file);
      await end();
    },
    { scope: 'worker', timeout: START_LIMIT_MS },
  ],
  site: async ({ running }, use) => {
    await use(openSite(running));
  },
  expectedErrors: [/^(?!)/, { option: true }],
  baseURL: async ({ site }, use) => {
    await use(site.site);
  },
  context: async ({ context, expectedErrors }, use) => {
    const errors: string[] = [];
    const note = (text: string) => {
      if (![expectedErrors, LATE_SCRIPTS, ENDED_FADE].some((known) => known.test(text))) errors.push(text);
    };
    context.on('page', (page) => {
      page.on('console', (message) => {
        if (message.type() === 'error' || message.type() === 'warning') note(`${message.text()} (${message.location().url})`);
      });
      page.on('pageerror', (error) => note(error.stack || `${error.name}: ${error.message}`));
    });
    await use(context);
    expect(errors, 'console errors').toEqual([]);
  },
});

/** A new site like `site`, but empty as a new owner finds it. Only one test uses it. */
export const emptySiteTest = test.extend({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
    async ({}, use) => {
      const dir = mkdtempSync(join(tmpdir(), 'semente-empty-'));
      const site = await startSite({ dir, ports: await freePorts(), quiet: true, isEmpty: true });
      await use(openSite(site.file));
      await site.stop();
      rmSync(dir, { recursive: true });
    },
    { scope: 'test', timeout: START_LIMIT_MS },
  ],
});

export { type APIRequestContext, expect, type Page };
