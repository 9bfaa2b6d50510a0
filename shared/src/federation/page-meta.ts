import type { Preferences } from '../preferences/preferences.ts';
import type { Brand } from '../site/site-context.ts';
import type { Locale } from '../texts/locales.ts';
import type { SlotName } from './slots.ts';

/** What search engines and link previews read of a page. Texts are in the visitor's language. */
export type PageMeta = {
  /** The page's own title; the shell appends the site's name. */
  readonly title: string;
  readonly description?: string;
  /** Site path that stands for this page; without it the page's own path, without its query. */
  readonly canonical?: string;
  /** The languages that the page is in, the original's first; without it all. */
  readonly languages?: readonly Locale[];
  /** The pages above this one between it and the home page, the topmost first. */
  readonly parents?: readonly { readonly title: string; readonly path: string }[];
  /** A cover or a thumbnail, as a site path: it stands in the picture of link previews that is drawn for every page. */
  readonly image?: { readonly path: string; readonly alt: string };
  /** Kind of thing for Open Graph; `website` without it. */
  readonly kind?: 'website' | 'book' | 'article' | 'product';
  /** schema.org objects, each with its own `@type`; the shell adds `@context`. */
  readonly jsonLd?: readonly Readonly<Record<string, unknown>>[];
  /** Keeps the page out of search results. */
  readonly isPrivate?: boolean;
};

export type PageMetaInput<Data> = {
  /** What the page's loader returned. */
  readonly data: Data;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly preferences: Preferences;
  readonly brand: Brand;
  readonly siteUrl: string;
};

/** A route's `handle`, read by the shell on the server and after each navigation. */
export type PageHandle = {
  readonly meta: (input: PageMetaInput<never>) => PageMeta;
  /** Slots on the page that come with it: the server renders them, the browser has them before it hydrates. */
  readonly slots: readonly SlotName[];
  readonly frame: PageFrame;
};

/**
 * What a page, with those below it, stands in. `site`: header and footer of the public site. `bare`: nothing but test mode, toasts
 * and player; the page brings its own header, footer and `<main id="content" tabIndex={-1}>`.
 */
export type PageFrame = 'site' | 'bare';

/**
 * Declares a page's title, description, preview, structured data and slots. A page module exports it:
 * `export const handle = pageHandle<LoaderData>(({ data, preferences }) => ({ title: … }))`.
 */
export const pageHandle = <Data>(
  meta: (input: PageMetaInput<Data>) => PageMeta,
  slots: readonly SlotName[] = [],
  frame: PageFrame = 'site',
): PageHandle => ({ meta, slots, frame });
