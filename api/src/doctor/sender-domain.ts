import type { SenderCheck } from '@site/shared/contracts/admin-campaigns.ts';
import { type Names, NoAnswer } from '../gateways/names/names.ts';
import { Fault } from './check.ts';

/** Reserved top-level domains that do not exist in DNS (RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost)$/;

/** Returns the domain of a sender's address. Mailboxes verify emails by this domain. */
export const domainOf = (sender = ''): string => /@([\w.-]+)/.exec(sender)?.[1]?.toLowerCase() ?? '';

/** Returns whether the domain is known on this machine only. */
export const isReserved = (domain: string): boolean => !domain.includes('.') || RESERVED.test(domain);

/**
 * Returns the domain and its parent domains, down to two labels. Signatures and policies of the parent domains also apply to the domain
 * (RFC 7489, relaxed alignment).
 */
export function familyOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

async function getRecord(names: Names, name: string, beginning: string): Promise<string> {
  const records = (await names.listTexts(name))?.filter((text) => text.toLowerCase().startsWith(beginning)) ?? [];
  // Mailboxes ignore the records when there are two of them (RFC 7208 §4.5, RFC 7489 §6.6.3).
  if (records[0] === undefined || records.length > 1) throw new Fault(`${name} TXT: ${records.length || '∅'}`);
  return records[0];
}

async function firstOf<T>(attempts: readonly (() => Promise<T>)[]): Promise<T> {
  let first: unknown;
  for (const attempt of attempts) {
    try {
      return await attempt();
    } catch (error) {
      if (error instanceof NoAnswer) throw error;
      first ??= error;
    }
  }
  throw first;
}

/**
 * Returns the SPF record, which lists the servers that may send for the domain. Throws `Fault` and `NoAnswer`, like the functions below.
 */
export const getSpf = (names: Names, domain: string): Promise<string> => getRecord(names, domain, 'v=spf1');

/** Returns the mail servers of the domain, which receive replies and bounces. */
export async function getMailServers(names: Names, domain: string): Promise<string> {
  const servers = await names.listMailServers(domain);
  if (servers.length === 0) throw new Fault(`${domain} MX: ∅`);
  return servers.join(', ');
}

/** Throws `Fault` when the domain cannot have a DKIM key. */
export async function requireDkim(names: Names, domain: string): Promise<void> {
  await firstOf(
    familyOf(domain).map((name) => async () => {
      // DKIM selectors cannot be listed, but a name with a selector below it exists (RFC 8020).
      if ((await names.listTexts(`_domainkey.${name}`)) === null) throw new Fault(`_domainkey.${name}: ∅`);
    }),
  );
}

/** Returns the DMARC record, which tells mailboxes how to treat forged emails. */
export const getDmarc = (names: Names, domain: string): Promise<string> =>
  firstOf(familyOf(domain).map((name) => () => getRecord(names, `_dmarc.${name}`, 'v=dmarc1')));

async function isThere(test: Promise<unknown>): Promise<boolean> {
  try {
    await test;
    return true;
  } catch (error) {
    if (error instanceof Fault) return false;
    throw error;
  }
}

/**
 * Checks whether mailboxes can verify that emails of this sender come from its domain. Mailboxes require verifiable emails of bulk senders.
 */
export async function checkSenderDomain(names: Names, sender: string): Promise<Omit<SenderCheck, 'checkedAt'>> {
  const domain = domainOf(sender);
  if (isReserved(domain)) return { domain, state: 'local', missing: [] };
  try {
    const [spf, dkim, dmarc] = await Promise.all([
      isThere(getSpf(names, domain)),
      isThere(requireDkim(names, domain)),
      isThere(getDmarc(names, domain)),
    ]);
    const missing: SenderCheck['missing'] = [...(spf || dkim ? [] : (['spf_or_dkim'] as const)), ...(dmarc ? [] : (['dmarc'] as const))];
    return { domain, state: missing.length === 0 ? 'right' : 'wrong', missing };
  } catch (error) {
    if (error instanceof NoAnswer) return { domain, state: 'unknown', missing: [] };
    throw error;
  }
}
