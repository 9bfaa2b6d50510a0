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

/** The usual way of mail, and that of letters to subscribers where it is another one. */
type Way = 'mail' | 'letters';

const domainOf = (sender = ''): string => /@([\w.-]+)/.exec(sender)?.[1]?.toLowerCase() ?? '';

/** The ways of letters: the servers that take them, and what lets other servers believe them. */
export const mailChecks = (site: Installation): Check[] => {
  const { LETTERS_SMTP_URL, LETTERS_FROM, MAIL_FROM } = site.env;
  const serverOf = (way: Way) => (way === 'letters' && LETTERS_SMTP_URL) || site.need('SMTP_URL').SMTP_URL;
  const senderOf = (way: Way) => (way === 'letters' && LETTERS_FROM) || site.need('MAIL_FROM').MAIL_FROM;
  const mailOf = (way: Way) => createMail(serverOf(way), senderOf(way));

  function senderDomain(way: Way): string {
    const domain = domainOf(senderOf(way));
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

  const serverChecks = (way: Way): Check[] => [
    {
      id: `${way}.login`,
      test: async () => {
        await mailOf(way).signIn();
        return new URL(serverOf(way)).host;
      },
    },
    {
      id: `${way}.tls`,
      test: () => {
        const { protocol, host, searchParams } = new URL(serverOf(way));
        if (isLoopback(serverOf(way))) throw new Inapplicable('loopback', host);
        if (protocol !== 'smtps:' && searchParams.get('requireTLS') !== 'true') throw new Fault(`${protocol}//…${host}`);
        return undefined;
      },
    },
    {
      id: `${way}.letter`,
      after: `${way}.login`,
      test: async () => {
        const { CONTACT_EMAIL: to, SITE_URL } = site.need('CONTACT_EMAIL', 'SITE_URL');
        const name = site.env.SITE_NAME ?? new URL(SITE_URL).hostname;
        const { subjects, text } = letterTexts['pt-BR'];
        await mailOf(way).send({ key: `doctor:${randomUUID()}`, to, subject: subjects[way](name), text, html: `<p>${text}</p>` });
        return to;
      },
    },
  ];

  const domainChecks = (way: Way): Check[] => [
    {
      id: `${way}.spf`,
      isAdvice: true,
      test: () => getRecord(senderDomain(way), 'v=spf1'),
    },
    {
      id: `${way}.dkim`,
      isAdvice: true,
      test: async () => {
        // Nobody can list selectors; but a name below which there is one exists (RFC 8020).
        const name = `_domainkey.${senderDomain(way)}`;
        if ((await listRecords(name)) === null) throw new Fault(`${name}: ∅`);
        return undefined;
      },
    },
    {
      id: `${way}.dmarc`,
      isAdvice: true,
      test: () => getRecord(`_dmarc.${senderDomain(way)}`, 'v=dmarc1'),
    },
  ];

  return [
    ...serverChecks('mail'),
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
    ...domainChecks('mail'),
    ...(LETTERS_SMTP_URL || LETTERS_FROM ? serverChecks('letters') : []),
    ...(LETTERS_FROM && domainOf(LETTERS_FROM) !== domainOf(MAIL_FROM) ? domainChecks('letters') : []),
  ];
};
