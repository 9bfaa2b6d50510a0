import { createContext } from 'react-router-dom';
import type { ApiCall } from '../api/api-client.ts';
import type { Preferences } from '../preferences/preferences.ts';
import type { Locale } from '../texts/locales.ts';

declare module 'react-router' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged into the library's own.
  interface Future {
    /** Types `context` of loaders: the router is created with this flag. */
    v8_middleware: true;
  }
}

/** What every loader may use: `const { api } = context.get(siteContext)`. On the server it belongs to one request. */
export type SiteContext = {
  readonly api: ApiCall;
  readonly preferences: Preferences;
  /** Name of the site and of its author: configuration, never code. */
  readonly brand: Brand;
  /** Public address of the site without trailing slash, for canonical addresses. */
  readonly siteUrl: string;
  /** In the browser, on the payment page, where the provider's frame is shown there. */
  readonly payments?: EmbeddedPayments | undefined;
};

export type EmbeddedPayments = {
  readonly publishableKey: string;
  /** Loads the provider's script, which gives `window.Stripe`. Rejects when it is blocked, absent or silent. */
  readonly loadScript: () => Promise<void>;
};

export type Brand = {
  readonly site: string;
  readonly author: string;
  /** One sentence about the site in each language; empty where the owner wrote none. */
  readonly tagline: Readonly<Record<Locale, string>>;
  /** The maker of the site, for the credit below the admin area. */
  readonly developer?: { readonly name: string; readonly url: string };
};

export const siteContext = createContext<SiteContext>();
