import { setTimeout as sleep } from 'node:timers/promises';

const ASSETS = /\/_[sr]\/[\w./-]+[.](?:js|css)/g;
/** The pause between reading a page and requesting its scripts, in which a deploy may happen. */
const PAUSE_MS = 60;
const ASSETS_PER_PAGE = 2;

export type Visits = { asked: number; failed: string[]; addresses: ReadonlySet<string> };

/** Starts visitors who read `pages` and some of the scripts and styles of each, until `leave` is called. */
export function startVisitors(site: string, pages: readonly string[], parallel: number) {
  const addresses = new Set<string>();
  const failed: string[] = [];
  let asked = 0;
  let isOver = false;

  const ask = async (path: string): Promise<string> => {
    asked += 1;
    const started = performance.now();
    const fail = (how: unknown) => failed.push(`${path}: ${how} after ${Math.round(performance.now() - started)} ms`);
    try {
      const answer = await fetch(`${site}${path}`, { signal: AbortSignal.timeout(20_000) });
      const text = await answer.text();
      if (answer.status !== 200) fail(answer.status);
      return text;
    } catch (error) {
      fail(error);
      return '';
    }
  };
  const visitor = async (_: unknown, index: number) => {
    for (let turn = index; !isOver; turn += 1) {
      const html = await ask(pages[turn % pages.length] ?? '/');
      const named = [...new Set(html.match(ASSETS))];
      for (const address of named) addresses.add(address);
      await sleep(PAUSE_MS);
      for (let n = 0; n < ASSETS_PER_PAGE; n += 1) {
        const address = named[(turn + n) % named.length];
        if (address) await ask(address);
      }
    }
  };
  const visiting = Promise.all(Array.from({ length: parallel }, visitor));

  return {
    asked: () => asked,
    /** Resolves when all visitors have left, after at least `least` requests. */
    leave: async (least: number): Promise<Visits> => {
      while (asked < least) await sleep(100);
      isOver = true;
      await visiting;
      return { asked, failed, addresses };
    },
  };
}
