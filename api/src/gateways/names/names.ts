import { Resolver } from 'node:dns/promises';

const LIMIT_MS = 3_000;

/** Reads DNS records. */
export type Names = {
  /** Returns the TXT records of a name, or null when neither the name nor any name below it exists. Throws `NoAnswer`. */
  listTexts: (name: string) => Promise<string[] | null>;
  /** Returns the mail servers of a domain, the preferred one first. Empty when the domain accepts no mail. Throws `NoAnswer`. */
  listMailServers: (domain: string) => Promise<string[]>;
};

/** The name servers could not be reached, or could not answer. */
export class NoAnswer extends Error {}

/** Creates a resolver that queries `server`, or the machine's name servers by default. */
export function createNames(server?: string): Names {
  async function ask<Answer>(name: string, question: (resolver: Resolver) => Promise<Answer[]>): Promise<Answer[] | null> {
    const resolver = new Resolver({ timeout: LIMIT_MS, tries: 1 });
    if (server) resolver.setServers([server]);
    try {
      return await question(resolver);
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? error.code : '';
      if (code === 'ENODATA') return [];
      if (code === 'ENOTFOUND') return null;
      throw new NoAnswer(`${name}: ${code}`);
    }
  }
  return {
    async listTexts(name) {
      const records = await ask(name, (resolver) => resolver.resolveTxt(name));
      return records?.map((parts) => parts.join('')) ?? null;
    },
    async listMailServers(domain) {
      const records = (await ask(domain, (resolver) => resolver.resolveMx(domain))) ?? [];
      // An empty name means that the domain accepts no mail (RFC 7505).
      return records
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange)
        .filter((exchange) => exchange !== '' && exchange !== '.');
    },
  };
}
