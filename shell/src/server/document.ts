import { darkPalette, palette } from '@site/shared/design/palette.ts';
import { inLanguage } from '@site/shared/texts/language-address.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { BOOT_ELEMENT_ID, type BootData } from '../boot.ts';
import { iconAddress } from '../head/icon-address.ts';
import type { PageHead } from '../head/page-head.ts';
import { digestOf, type InlineDigests } from './inline-digest.ts';
import { SPECULATION_RULES } from './speculation-rules.ts';

type Document = {
  head: PageHead;
  boot: BootData;
  /** What stands below the page, as HTML. */
  note: string;
  /** The rendered tree. */
  content: string;
  /** The page is whole as it is: nothing of it waits for scripts; see start-late.ts. */
  mayRest: boolean;
  /** Names the shell and the releases that the page is made of; see reload-once.ts. */
  buildId: string;
  /** Addresses with the texts that the page carries; without a text the address is linked, by its digest if there is one. */
  styles: readonly (readonly [href: string, text: string | null, integrity?: string])[];
  /** First the shell's entry, then what the matched route needs, with their digests: all run as soon as they are there. */
  scripts: readonly (readonly [url: string, integrity: string])[];
  /** What these ask for as soon as they run. */
  late: readonly string[];
  /** The page's first script, inline and before the styles, which would hold it up; see start-late.ts. */
  startScript: string;
};

/** What `documentOf` writes into the page itself: the same for every visit, so that a page may be kept with its policy. */
export const inlineDigestsOf = ({ styles, startScript }: Pick<Document, 'styles' | 'startScript'>): InlineDigests => ({
  scripts: [digestOf(startScript), digestOf(SPECULATION_RULES)],
  styles: styles.flatMap(([, text]) => (text === null ? [] : [digestOf(text)])),
});

/** What feed readers call the feed of texts. */
const feedTexts = defineTexts({ posts: (site: string) => `${site}: textos` }, { posts: (site: string) => `${site}: texts` });

/** The whole page. Everything that comes from data is escaped here. */
export function documentOf({ head, boot, note, content, mayRest, buildId, styles, scripts, late, startScript }: Document): string {
  const { brand } = boot.settings;
  return `<!doctype html>
<html lang="${escapeText(head.lang)}" data-build-id="${escapeText(buildId)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<script${mayRest ? ' data-rests' : ''} data-scripts="${escapeText(JSON.stringify(Object.fromEntries(scripts)))}" data-late="${escapeText(late.join(' '))}">${startScript}</script>${mayRest ? `\n<script type="speculationrules">${SPECULATION_RULES}</script>` : ''}
<meta name="theme-color" media="(prefers-color-scheme: light)" content="${palette.paper}">
<meta name="theme-color" media="(prefers-color-scheme: dark)" content="${darkPalette.paper}">
<link rel="icon" type="image/png" href="${escapeText(iconAddress(brand.version))}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png?v=${escapeText(brand.version)}">
<link rel="manifest" href="/manifest.webmanifest?v=${escapeText(brand.version)}">
<link rel="alternate" type="application/rss+xml" title="${escapeText(brand.site)}" href="/podcast.xml">
<link rel="alternate" type="application/rss+xml" title="${escapeText(feedTexts[head.lang].posts(brand.site))}" href="${escapeText(inLanguage('/textos.xml', head.lang))}">
<title>${escapeText(head.title)}</title>
${head.metas.map(([attribute, key, value]) => `<meta data-page ${attribute}="${escapeText(key)}" content="${escapeText(value)}">`).join('\n')}
${head.canonical ? `<link data-page rel="canonical" href="${escapeText(head.canonical)}">` : ''}
${head.alternates.map(([language, href]) => `<link data-page rel="alternate" hreflang="${escapeText(language)}" href="${escapeText(href)}">`).join('\n')}
${styles.map(([href, text, digest]) => (text === null ? linkOf(href, digest) : styleOf(href, text))).join('\n')}
${head.jsonLd.map((thing) => `<script data-page type="application/ld+json">${json({ '@context': 'https://schema.org', ...thing })}</script>`).join('\n')}
</head>
<body>
<div id="root">${content}</div>
${note}<script type="application/json" id="${BOOT_ELEMENT_ID}">${json(boot)}</script>
</body>
</html>
`;
}

/** The loader of chunks takes a stylesheet for present by its `data-href`. */
const nameOf = (href: string): string => escapeText(href.slice(href.lastIndexOf('/') + 1));

const styleOf = (href: string, text: string): string => `<style data-href="${nameOf(href)}">${text}</style>`;

const linkOf = (href: string, integrity = ''): string =>
  `<link rel="stylesheet" href="${escapeText(href)}" integrity="${escapeText(integrity)}" data-href="${nameOf(href)}">`;

/** Text for element content and for attributes in double quotes. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON inside a script element: no `<`, so neither `</script>` nor `<!--` can end it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
