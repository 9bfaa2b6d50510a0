import type { Preferences } from '../preferences/preferences.ts';
import type { Brand } from '../site/site-context.ts';
import type { Locale } from '../texts/locales.ts';
import type { SlotName } from './slots.ts';

/** Data of a page for search engines and link previews. Texts are in the visitor's language. */
export type PageMeta = {
  /** The page's own title; the shell appends the site's name. */
  readonly title: string;
  readonly description?: string;
  /** Canonical path; by default the page's own path without its query. */
  readonly canonical?: string;
  /** The languages of the page, the original's first; by default all. */
  readonly languages?: readonly Locale[];
  /** The pages between the home page and this one, topmost first. */
  readonly parents?: readonly { readonly title: string; readonly path: string }[];
  /** A cover or a thumbnail, as a site path. It becomes part of the link-preview picture that is drawn for every page. */
  readonly image?: { readonly path: string; readonly alt: string };
  /** The page's Open Graph type; by default `website`. */
  readonly kind?: 'website' | 'book' | 'article' | 'product';
  /** schema.org objects, each with its own `@type`; the shell adds `@context`. */
  readonly jsonLd?: readonly Readonly<Record<string, unknown>>[];
  /** Keeps the page out of search engines. */
  readonly isPrivate?: boolean;
};

export type PageMetaInput<Data> = {
  /** The data of the page's loader. */
  readonly data: Data;
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly preferences: Preferences;
  readonly brand: Brand;
  readonly siteUrl: string;
};

/** A route's `handle`, which the shell reads on the server and after each navigation. */
export type PageHandle = {
  readonly meta: (input: PageMetaInput<never>) => PageMeta;
  /** Slots that are part of the first view: the server renders them, and the browser loads them before it hydrates. */
  readonly slots: readonly SlotName[];
  readonly frame: PageFrame;
};

/**
 * The frame around a page and its child pages. `site`: header and footer of the public site. `bare`: only test mode, toasts and player; the
 * page must have its own header, footer and `<main id="content" tabIndex={-1}>`.
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
