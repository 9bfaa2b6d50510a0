import type { ModuleFederationRuntimePlugin } from '@module-federation/enhanced/runtime';

import { withinLimit } from './time-limit.ts';

/** Result of a remote's entry script: a container of the federation protocol. */
type Container = Exclude<Awaited<ReturnType<NonNullable<ModuleFederationRuntimePlugin['loadEntry']>>>, void>;

type ScriptPolicy = { createScriptURL(url: string): unknown };
type TrustedTypesFactory = { createPolicy(name: string, rules: { createScriptURL(url: string): string }): ScriptPolicy };

/** The only path from which remotes may be loaded. */
const RELEASES = /^\/_r\/[a-z-]+\/[0-9a-z]+\/[\w.-]+$/;

const ownReleaseOnly = (url: string): string => {
  const { origin, pathname } = new URL(url, location.href);
  if (origin !== location.origin || !RELEASES.test(pathname)) throw new TypeError(`refused script ${url}`);
  return url;
};

const factory = (globalThis as { trustedTypes?: TrustedTypesFactory }).trustedTypes;
const policy: ScriptPolicy = factory?.createPolicy('site-remotes', { createScriptURL: ownReleaseOnly }) ?? {
  createScriptURL: ownReleaseOnly,
};

const attempts = new Map<string, number>();

/** Returns the script element that the page's first script created, if it has neither loaded nor failed. */
const scriptUnderWay = (url: string): HTMLScriptElement | undefined =>
  [...document.scripts].find(({ src }) => src === new URL(url, location.href).href);

function append(url: string, integrity: string): HTMLScriptElement {
  const script = document.createElement('script');
  script.src = policy.createScriptURL(url) as string;
  script.integrity = integrity;
  document.head.append(script);
  return script;
}

const hasRun = (script: HTMLScriptElement): Promise<void> =>
  new Promise((resolve, reject) => {
    script.addEventListener('load', () => resolve());
    script.addEventListener('error', () => reject(new Error(`${script.src} did not load`)));
  });

/**
 * Runs a remote's entry and returns its container. Rejects if the entry does not load within `limitMs` or does not match its digest. The
 * URL changes after a failure, so that no cached failure is returned.
 */
export async function loadContainer(entry: string, globalName: string, integrity: string, limitMs: number): Promise<Container> {
  const containers = globalThis as unknown as Record<string, Container | undefined>;
  const ready = containers[globalName];
  if (ready) return ready;
  const attempt = attempts.get(entry) ?? 0;
  attempts.set(entry, attempt + 1);
  const address = attempt ? `${entry}?attempt=${attempt}` : entry;
  const early = scriptUnderWay(entry);
  const tried = early ? [early] : [];
  const again = (): Promise<void> => {
    const script = append(address, integrity);
    tried.push(script);
    return hasRun(script);
  };
  try {
    // The page's first script may already be loading this entry. If that fails, load the entry again.
    await withinLimit(limitMs, early ? hasRun(early).catch(again) : again());
  } finally {
    for (const script of tried) script.remove();
  }
  const container = containers[globalName];
  if (!container) throw new Error(`${entry} holds no container`);
  return container;
}
