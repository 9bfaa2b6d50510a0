import { randomUUID } from 'node:crypto';
import { addressIn, createMail } from '../gateways/mail/mail.ts';
import { createMailbox } from '../gateways/mailbox/mailbox.ts';
import { createNames } from '../gateways/names/names.ts';
import { type Check, Fault, Inapplicable, isLoopback } from './check.ts';
import type { Installation } from './installation.ts';
import { domainOf, getDmarc, getMailServers, getSpf, isReserved, requireDkim } from './sender-domain.ts';
import { askForSignature } from './signed-email.ts';
import { campaignTexts } from './texts.ts';

const MAILBOX_SILENCE_MS = 8_000;

/** The normal route for emails, and the newsletter's route if it differs. */
type Way = 'mail' | 'campaigns';

/** Checks the routes of emails: the mail servers, and the DNS records by which other servers trust them. */
export const mailChecks = (site: Installation): Check[] => {
  const { CAMPAIGNS_SMTP_URL, CAMPAIGNS_FROM, MAIL_FROM } = site.env;
  const serverOf = (way: Way) => (way === 'campaigns' && CAMPAIGNS_SMTP_URL) || site.need('SMTP_URL').SMTP_URL;
  const senderOf = (way: Way) => (way === 'campaigns' && CAMPAIGNS_FROM) || site.need('MAIL_FROM').MAIL_FROM;
  const names = createNames(site.nameServer);
  // A missing secret is reported by another check.
  const secret = site.env.LINKS_SECRET ?? '';
  const mailOf = (way: Way) => createMail(serverOf(way), senderOf(way), secret);

  function senderDomain(way: Way): string {
    const domain = domainOf(senderOf(way));
    if (isReserved(domain)) throw new Inapplicable('reserved_domain', domain);
    return domain;
  }

  function needMailbox() {
    const { MAILBOX_URL } = site.env;
    if (MAILBOX_URL === undefined) throw new Inapplicable('not_set', 'MAILBOX_URL');
    return createMailbox(MAILBOX_URL, MAILBOX_SILENCE_MS);
  }

  async function trialOf(way: Way) {
    const { SITE_URL } = site.need('SITE_URL');
    const { subjects, text } = campaignTexts['pt-BR'];
    const name = (await site.facts())?.SITE_NAME ?? site.env.SITE_NAME ?? new URL(SITE_URL).hostname;
    return { siteUrl: SITE_URL, words: { subject: subjects[way](name), text } };
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
      id: `${way}.email`,
      after: `${way}.login`,
      test: async () => {
        const to = (await site.facts())?.CONTACT_EMAIL ?? site.need('CONTACT_EMAIL').CONTACT_EMAIL;
        const { subject, text } = (await trialOf(way)).words;
        await mailOf(way).send({ key: `doctor:${randomUUID()}`, to, subject, text, html: `<p>${text}</p>` });
        return to;
      },
    },
    {
      id: `${way}.signature`,
      isAdvice: true,
      after: `${way}.login`,
      test: async () => {
        senderDomain(way);
        const { patienceMs } = site;
        const trial = { mailbox: needMailbox(), mail: mailOf(way), address: addressIn(senderOf(way)), key: way, secret, patienceMs };
        return await askForSignature({ ...trial, ...(await trialOf(way)) });
      },
    },
  ];

  const domainChecks = (way: Way): Check[] => [
    {
      id: `${way}.mx`,
      isAdvice: true,
      test: () => getMailServers(names, senderDomain(way)),
    },
    {
      id: `${way}.spf`,
      isAdvice: true,
      test: () => getSpf(names, senderDomain(way)),
    },
    {
      id: `${way}.dkim`,
      isAdvice: true,
      test: async () => {
        await requireDkim(names, senderDomain(way));
        return undefined;
      },
    },
    {
      id: `${way}.dmarc`,
      isAdvice: true,
      test: () => getDmarc(names, senderDomain(way)),
    },
  ];

  return [
    ...serverChecks('mail'),
    {
      id: 'mail.mailbox',
      isAdvice: true,
      test: async () => {
        const mailbox = needMailbox();
        await mailbox.open(() => Promise.resolve());
        return mailbox.name;
      },
    },
    ...domainChecks('mail'),
    ...(CAMPAIGNS_SMTP_URL || CAMPAIGNS_FROM ? serverChecks('campaigns') : []),
    ...(CAMPAIGNS_FROM && domainOf(CAMPAIGNS_FROM) !== domainOf(MAIL_FROM) ? domainChecks('campaigns') : []),
  ];
};
