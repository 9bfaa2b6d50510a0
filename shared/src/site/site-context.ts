import { createContext } from 'react-router-dom';
import type { ApiCall } from '../api/api-client.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { Locale } from '../texts/locales.ts';

declare module 'react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into the library's own.
  interface Future {
    /** Gives the loaders' `context` its type: the router is created with this flag. */
    v8_middleware: true;
  }
}

/** Values for every loader: `const { api } = context.get(siteContext)`. On the server they belong to one request. */
export type SiteContext = {
  readonly api: ApiCall;
  readonly preferences: Preferences;
  /** Names of the site and of its author. They are configuration, never code. */
  readonly brand: Brand;
  /** Public URL of the site without a trailing slash, for canonical URLs. */
  readonly siteUrl: string;
  /** Only in the browser and on the payment page, if it shows the provider's frame. */
  readonly payments?: EmbeddedPayments | undefined;
};

export type EmbeddedPayments = {
  readonly publishableKey: string;
  /** Loads the provider's script, which defines `window.Stripe`. Rejects if the script is blocked, missing or does not answer. */
  readonly loadScript: () => Promise<void>;
};

export type Brand = {
  readonly site: string;
  readonly author: string;
  /** One sentence about the site in each language; empty where the owner has written none. */
  readonly tagline: Readonly<Record<Locale, string>>;
  /** The developer of the site, for the credit below the admin area. */
  readonly developer?: { readonly name: string; readonly url: string };
};

export const siteContext = createContext<SiteContext>();
