import { palette } from '@site/shared/design/palette.ts';
import { SHOW_KEPT_FONTS } from '@site/shared/design/web-fonts.ts';
import { BOOT_ELEMENT_ID, type BootData } from '../boot.ts';
import icon from '../head/icon.svg';
import type { PageHead } from '../head/page-head.ts';
import { digestOf, type InlineDigests } from './inline-digest.ts';

type Document = {
  head: PageHead;
  boot: BootData;
  /** The rendered tree. */
  content: string;
  /** The page is whole as it is: nothing of it waits for scripts; see start-late.ts. */
  mayRest: boolean;
  /** Addresses with the texts that the page carries; without a text the address is linked. */
  styles: readonly (readonly [href: string, text: string | null])[];
  /** First the shell's entry, then what the matched route needs: all are fetched at once. */
  scripts: readonly string[];
  /** The page's first script, inline and before the styles, which would hold it up; see start-late.ts. */
  startScript: string;
};

/** What `documentOf` writes into the page itself: the same for every visit, so that a page may be kept with its policy. */
export const inlineDigestsOf = ({ styles, startScript }: Pick<Document, 'styles' | 'startScript'>): InlineDigests => ({
  scripts: [SHOW_KEPT_FONTS, startScript].map(digestOf),
  styles: styles.flatMap(([, text]) => (text === null ? [] : [digestOf(text)])),
});

/** The whole page. Everything that comes from data is escaped here. */
export function documentOf({ head, boot, content, mayRest, styles, scripts, startScript }: Document): string {
  return `<!doctype html>
<html lang="${escapeText(head.lang)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<script>${SHOW_KEPT_FONTS}</script>
<script${mayRest ? ' data-rests' : ''} data-scripts="${escapeText(JSON.stringify(scripts))}">${startScript}</script>
<meta name="theme-color" content="${palette.paper}">
<link rel="icon" type="image/svg+xml" href="${escapeText(icon)}">
<link rel="apple-touch-icon" href="/apple-touch-icon.png">
<link rel="manifest" href="/manifest.webmanifest">
<title>${escapeText(head.title)}</title>
${head.metas.map(([attribute, key, value]) => `<meta data-page ${attribute}="${escapeText(key)}" content="${escapeText(value)}">`).join('\n')}
${head.canonical ? `<link data-page rel="canonical" href="${escapeText(head.canonical)}">` : ''}
${head.alternates.map(([language, href]) => `<link data-page rel="alternate" hreflang="${escapeText(language)}" href="${escapeText(href)}">`).join('\n')}
${styles.map(([href, text]) => styleOf(href, text)).join('\n')}
${head.jsonLd.map((thing) => `<script data-page type="application/ld+json">${json({ '@context': 'https://schema.org', ...thing })}</script>`).join('\n')}
</head>
<body>
<div id="root">${content}</div>
<script type="application/json" id="${BOOT_ELEMENT_ID}">${json(boot)}</script>
</body>
</html>
`;
}

/** The loader of chunks takes a stylesheet for present by its `data-href`. */
function styleOf(href: string, text: string | null): string {
  const name = escapeText(href.slice(href.lastIndexOf('/') + 1));
  if (text === null) return `<link rel="stylesheet" href="${escapeText(href)}" data-href="${name}">`;
  return `<style data-href="${name}">${text}</style>`;
}

/** Text for element content and for attributes in double quotes. */
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** JSON inside a script element: no `<`, so neither `</script>` nor `<!--` can end it. */
const json = (value: unknown): string => JSON.stringify(value).replaceAll('<', '\\u003c');
