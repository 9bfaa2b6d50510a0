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
  /** HTML of the note below the page; empty without a note. */
  note: string;
  /** The HTML of the rendered tree. */
  content: string;
  /** Whether the page may wait for the visitor's first action before it runs its scripts; see start-late.ts. */
  mayStayIdle: boolean;
  /** Identifies the shell and the releases that rendered the page; see reload-once.ts. */
  buildId: string;
  /** Style sheets with their text, which the page contains inline. Those without a text are linked, with their digest if known. */
  styles: readonly (readonly [href: string, text: string | null, integrity?: string])[];
  /** The shell's entry first, then the scripts of the matched route, with their digests. Each runs as soon as it has loaded. */
  scripts: readonly (readonly [url: string, integrity: string])[];
  /** The scripts that the scripts above request as soon as they run. */
  late: readonly string[];
  /** The page's first script. It is inline and comes before the styles, because styles would delay it; see start-late.ts. */
  startScript: string;
};

/**
 * Returns the digests of what `documentOf` writes inline. They are the same on every visit, so a page can be cached together with its
 * policy.
 */
export const inlineDigestsOf = ({ styles, startScript }: Pick<Document, 'styles' | 'startScript'>): InlineDigests => ({
  scripts: [digestOf(startScript), digestOf(SPECULATION_RULES)],
  styles: styles.flatMap(([, text]) => (text === null ? [] : [digestOf(text)])),
});

/** Name of the posts' feed in feed readers. */
const feedTexts = defineTexts({ posts: (site: string) => `${site}: textos` }, { posts: (site: string) => `${site}: posts` });

/** Returns the whole page. All data is escaped here. */
export function documentOf({ head, boot, note, content, mayStayIdle, buildId, styles, scripts, late, startScript }: Document): string {
  const { brand } = boot.settings;
  return `<!doctype html>
<html lang="${escapeText(head.lang)}" data-build-id="${escapeText(buildId)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="format-detection" content="telephone=no, date=no, address=no, email=no">
<script${mayStayIdle ? ' data-idle' : ''} data-scripts="${escapeText(JSON.stringify(Object.fromEntries(scripts)))}" data-late="${escapeText(late.join(' '))}">${startScript}</script>${mayStayIdle ? `\n<script type="speculationrules">${SPECULATION_RULES}</script>` : ''}
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

/** Returns the `data-href` of a style sheet, by which the chunk loader recognizes it as loaded. */
const nameOf = (href: string): string => escapeText(href.slice(href.lastIndexOf('/') + 1));

const styleOf = (href: string, text: string): string => `<style data-href="${nameOf(href)}">${text}</style>`;

const linkOf = (href: string, integrity = ''): string =>
  `<link rel="stylesheet" href="${escapeText(href)}" integrity="${escapeText(integrity)}" data-href="${nameOf(href)}">`;

/** Escapes text for element content and for attributes in double quotes. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Returns JSON for a script element: without `<`, so that neither `</script>` nor `<!--` can end it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
