import { Resolver } from 'node:dns/promises';

const LIMIT_MS = 3_000;

/** What the name servers of the world say of a domain. */
export type Names = {
  /** The TXT records of a name; null when no such name exists, nor any below it. Throws `NoAnswer`. */
  listTexts: (name: string) => Promise<string[] | null>;
};

/** No name server could be asked, or none of them knew what to say. */
export class NoAnswer extends Error {}

/** Asks this name server, or those of the machine. */
export function createNames(server?: string): Names {
  return {
    async listTexts(name) {
      const resolver = new Resolver({ timeout: LIMIT_MS, tries: 1 });
      if (server) resolver.setServers([server]);
      try {
        return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
      } catch (error) {
        const code = error instanceof Error && 'code' in error ? error.code : '';
        if (code === 'ENODATA') return [];
        if (code === 'ENOTFOUND') return null;
        throw new NoAnswer(`${name}: ${code}`);
      }
    },
  };
}
