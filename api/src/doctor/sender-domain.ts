import type { SenderCheck } from '@site/shared/contracts/admin-letters.ts';
import { type Names, NoAnswer } from '../gateways/names/names.ts';
import { Fault } from './check.ts';

/** Names that no name server of the world has (RFC 6761). */
const RESERVED = /(^|\.)(test|example|invalid|localhost)$/;

/** The domain of a sender, by which mailboxes know whose a letter is. */
export const domainOf = (sender = ''): string => /@([\w.-]+)/.exec(sender)?.[1]?.toLowerCase() ?? '';

/** Whether only this machine knows the domain. */
export const isReserved = (domain: string): boolean => !domain.includes('.') || RESERVED.test(domain);

/** The domain and those above it down to two labels, whose signature and policy hold for it, too (RFC 7489, relaxed alignment). */
export function familyOf(domain: string): string[] {
  const labels = domain.split('.');
  return labels.slice(0, -1).map((_, index) => labels.slice(index).join('.'));
}

async function getRecord(names: Names, name: string, beginning: string): Promise<string> {
  const records = (await names.listTexts(name))?.filter((text) => text.toLowerCase().startsWith(beginning)) ?? [];
  // With two of them mailboxes take none (RFC 7208 §4.5, RFC 7489 §6.6.3).
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

/** Who may send for the domain. Throws `Fault` and `NoAnswer`, as the others. */
export const getSpf = (names: Names, domain: string): Promise<string> => getRecord(names, domain, 'v=spf1');

/** Which servers take mail to the domain: answers, and letters that come back. */
export async function getMailServers(names: Names, domain: string): Promise<string> {
  const servers = await names.listMailServers(domain);
  if (servers.length === 0) throw new Fault(`${domain} MX: ∅`);
  return servers.join(', ');
}

/** Whether there may be a key for its signatures. */
export async function requireDkim(names: Names, domain: string): Promise<void> {
  await firstOf(
    familyOf(domain).map((name) => async () => {
      // Selectors cannot be listed; but a name below which there is one exists (RFC 8020).
      if ((await names.listTexts(`_domainkey.${name}`)) === null) throw new Fault(`_domainkey.${name}: ∅`);
    }),
  );
}

/** What mailboxes do with letters that are not the domain's. */
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

/** Whether mailboxes can tell that letters from this sender are the domain's own, which they ask of bulk senders. */
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
