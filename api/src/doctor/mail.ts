import { randomUUID } from 'node:crypto';
import { Resolver } from 'node:dns/promises';
import { createMail } from '../gateways/mail/mail.ts';
import { createMailbox } from '../gateways/mailbox/mailbox.ts';
import { type Check, Fault, Inapplicable, isLoopback } from './check.ts';
import type { Installation } from './installation.ts';
import { letterTexts } from './texts.ts';

/** Names that no name server of the world has (RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost)$/;
const NAMES_LIMIT_MS = 3_000;
const MAILBOX_SILENCE_MS = 8_000;

/** The way of letters: the server that takes them, and what lets other servers believe them. */
export const mailChecks = (site: Installation): Check[] => {
  const mail = () => {
    const { SMTP_URL, MAIL_FROM } = site.need('SMTP_URL', 'MAIL_FROM');
    return createMail(SMTP_URL, MAIL_FROM);
  };

  function senderDomain(): string {
    const domain = /@([\w.-]+)/.exec(site.need('MAIL_FROM').MAIL_FROM)?.[1]?.toLowerCase() ?? '';
    if (RESERVED.test(domain)) throw new Inapplicable('reserved_domain', domain);
    return domain;
  }

  /** Its TXT records; null when no such name exists, nor any below it. */
  async function listRecords(name: string): Promise<string[] | null> {
    const resolver = new Resolver({ timeout: NAMES_LIMIT_MS, tries: 1 });
    if (site.nameServer) resolver.setServers([site.nameServer]);
    try {
      return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'ENODATA') return [];
      if (code === 'ENOTFOUND') return null;
      throw new Fault(`${name}: ${code}`);
    }
  }
  async function getRecord(name: string, beginning: string): Promise<string> {
    const record = (await listRecords(name))?.find((text) => text.toLowerCase().startsWith(beginning));
    if (record === undefined) throw new Fault(`${name} TXT: ∅`);
    return record;
  }

  return [
    {
      id: 'mail.login',
      test: async () => {
        await mail().signIn();
        return new URL(site.need('SMTP_URL').SMTP_URL).host;
      },
    },
    {
      id: 'mail.tls',
      test: () => {
        const { SMTP_URL } = site.need('SMTP_URL');
        const { protocol, host, searchParams } = new URL(SMTP_URL);
        if (isLoopback(SMTP_URL)) throw new Inapplicable('loopback', host);
        if (protocol !== 'smtps:' && searchParams.get('requireTLS') !== 'true') throw new Fault(`${protocol}//…${host}`);
        return undefined;
      },
    },
    {
      id: 'mail.letter',
      after: 'mail.login',
      test: async () => {
        const { CONTACT_EMAIL: to, SITE_URL } = site.need('CONTACT_EMAIL', 'SITE_URL');
        const name = site.env.SITE_NAME ?? new URL(SITE_URL).hostname;
        const { subject, text } = letterTexts['pt-BR'];
        await mail().send({ key: `doctor:${randomUUID()}`, to, subject: subject(name), text, html: `<p>${text}</p>` });
        return to;
      },
    },
    {
      id: 'mail.mailbox',
      isAdvice: true,
      test: async () => {
        const { MAILBOX_URL } = site.env;
        if (MAILBOX_URL === undefined) throw new Inapplicable('not_set', 'MAILBOX_URL');
        const mailbox = createMailbox(MAILBOX_URL, MAILBOX_SILENCE_MS);
        await mailbox.open(() => Promise.resolve());
        return mailbox.name;
      },
    },
    {
      id: 'mail.spf',
      isAdvice: true,
      test: () => getRecord(senderDomain(), 'v=spf1'),
    },
    {
      id: 'mail.dkim',
      isAdvice: true,
      test: async () => {
        // Nobody can list selectors; but a name below which there is one exists (RFC 8020).
        const name = `_domainkey.${senderDomain()}`;
        if ((await listRecords(name)) === null) throw new Fault(`${name}: ∅`);
        return undefined;
      },
    },
    {
      id: 'mail.dmarc',
      isAdvice: true,
      test: () => getRecord(`_dmarc.${senderDomain()}`, 'v=dmarc1'),
    },
  ];
};
