import { getConnInfo } from '@hono/node-server/conninfo';
import type { ReleaseRegistry } from '@site/shared/federation/registry.ts';
import { CURRENCY_COOKIE, LOCALE_COOKIE } from '@site/shared/preferences/preferences.ts';
import { getCookieName, resolvePreferences, type Wishes } from '@site/shared/preferences/resolve-preferences.ts';
import { LANGUAGE_PARAM } from '@site/shared/texts/language-address.ts';
import type { Context } from 'hono';
import { getCookie } from 'hono/cookie';
import { LRUCache } from 'lru-cache';
import { type ChosenReleases, chooseReleases, RELEASE_PARAM } from './chosen-releases.ts';

/** The cache is small, because most visitors send one of a few combinations of headers. */
const MAX_KNOWN_WISHES = 500;
const LONGEST_WISHES = 200;

/** Reads the facts about a visitor from a request. */
export type VisitorReader = {
  wishesOf: (context: Context) => Wishes;
  releasesFor: (context: Context) => ChosenReleases;
};

export function createVisitorReader({ registry, isSecure }: { registry: () => ReleaseRegistry; isSecure: boolean }): VisitorReader {
  const knownWishes = new LRUCache<string, Wishes>({ max: MAX_KNOWN_WISHES });
  return {
    wishesOf(context) {
      const cookies = getCookie(context);
      const [locale, currency] = [cookies[getCookieName(LOCALE_COOKIE, isSecure)], cookies[getCookieName(CURRENCY_COOKIE, isSecure)]];
      const addressed = context.req.query(LANGUAGE_PARAM);
      const acceptLanguage = context.req.header('accept-language');
      const key = `${addressed}\n${locale}\n${currency}\n${acceptLanguage}`;
      const known = knownWishes.get(key);
      if (known) return known;
      const wishes = resolvePreferences({ addressed, cookies: { [LOCALE_COOKIE]: locale, [CURRENCY_COOKIE]: currency }, acceptLanguage });
      if (key.length < LONGEST_WISHES) knownWishes.set(key, wishes);
      return wishes;
    },
    releasesFor: (context) => chooseReleases(registry(), { asked: context.req.query(RELEASE_PARAM), now: new Date() }),
  };
}

/** Returns the network addresses through which the request came. The API limits its callers by them. */
export function forwardedFor(context: Context): string {
  const peer = getConnInfo(context).remote.address ?? '';
  const before = context.req.header('x-forwarded-for');
  return before ? `${before}, ${peer}` : peer;
}
