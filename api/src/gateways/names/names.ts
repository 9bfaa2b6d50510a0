import { Resolver } from 'node:dns/promises';

const LIMIT_MS = 3_000;

/** What the name servers of the world say of a domain. */
export type Names = {
  /** The TXT records of a name; null when no such name exists, nor any below it. Throws `NoAnswer`. */
  listTexts: (name: string) => Promise<string[] | null>;
  /** The servers that take a domain's mail, the first choice first; none where it takes none. Throws `NoAnswer`. */
  listMailServers: (domain: string) => Promise<string[]>;
};

/** No name server could be asked, or none of them knew what to say. */
export class NoAnswer extends Error {}

/** Asks this name server, or those of the machine. */
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
      // An empty name says that the domain takes no mail (RFC 7505).
      return records
        .toSorted((a, b) => a.priority - b.priority)
        .map(({ exchange }) => exchange)
        .filter((exchange) => exchange !== '' && exchange !== '.');
    },
  };
}
