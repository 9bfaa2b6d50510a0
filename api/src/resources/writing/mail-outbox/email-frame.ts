import { html, raw } from 'hono/html';
import { type EmailStyles, emailColors, emailHead, emailStyles, OUTLOOK_SHEET, SHEET_WIDTH } from './email-look.ts';

type Link = { label: string; url: string };

/** The content of an email, without its form. `rows` are labels and values, and `total` is the last row. */
export type EmailContent = {
  locale: string;
  brand: string;
  /** The accent color that the owner chose. */
  accent: string;
  heading: string;
  paragraphs: readonly string[];
  rows: readonly (readonly [string, string])[];
  total?: readonly [string, string];
  /** A person's own text, with its line breaks. */
  quote?: string;
  /** Buttons, the most important one first. */
  actions?: readonly Link[];
  footer: string;
  footerLink?: Link;
};

type Markup = ReturnType<typeof html>;

const BREAK = raw('<br>');
/** Amounts and dates stay on one line. A longer value may be an address, which can break anywhere. */
const LONGEST_LINE = 24;

/** Joins pieces of markup, one per line. */
const lines = (pieces: readonly Markup[]): Markup => raw(pieces.join('\n'));

/** Converts the line breaks of a text to HTML. */
const withBreaks = (text: string): Markup[] => text.split('\n').map((line, index) => html`${index > 0 && BREAK}${line}`);

function drawRow([label, value]: readonly [string, string], { cell }: EmailStyles, weight: 400 | 700): Markup {
  const breaks = raw(value.length > LONGEST_LINE ? 'overflow-wrap:anywhere' : 'white-space:nowrap');
  return html`<tr><td class="ink rule" style="${cell};font-weight:${weight};overflow-wrap:anywhere">${label}</td><td align="right" class="ink rule" style="${cell};padding-left:16px;font-weight:${weight};${breaks}">${value}</td></tr>`;
}

const drawButton = (cell: Markup): Markup =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 4px"><tr>${cell}</tr></table>`;

/** Renders an email as HTML for mail programs of any age: tables, inline styles, no pictures. */
export function renderEmailHtml(content: EmailContent): string {
  const { locale, brand, heading, paragraphs, rows, total, quote, actions = [], footer, footerLink } = content;
  const { light, dark } = emailColors(content.accent);
  const { page, sheet, line, soft, accent, onAccent } = light;
  const styles = emailStyles(light);
  const table =
    rows.length > 0 &&
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px">${rows.map((entry) => drawRow(entry, styles, 400))}${total && drawRow(total, styles, 700)}</table>`;
  const quoted =
    quote &&
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:8px 0 24px"><tr><td class="bar" style="${styles.bar}"><p dir="auto" class="ink" style="${styles.quoted()}">${withBreaks(quote)}</p></td></tr></table>`;
  // The first action is a filled button, the others are outlined.
  const buttons = actions.map(({ label, url }, place) =>
    drawButton(
      place === 0
        ? html`<td bgcolor="${accent}" class="button" style="${styles.button}"><a href="${url}" class="on-accent" style="${styles.buttonText};color:${onAccent}">${label}</a></td>`
        : html`<td class="bar" style="${styles.otherButton}"><a href="${url}" class="link" style="${styles.otherButtonText}">${label}</a></td>`,
    ),
  );
  return String(html`<!doctype html>
<html lang="${locale}" xmlns:o="urn:schemas-microsoft-com:office:office">
${emailHead(heading, dark)}
<body class="page" style="margin:0;padding:0;background-color:${page}" bgcolor="${page}">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" bgcolor="${page}" class="page"><tr><td align="center" style="padding:28px 12px">
${OUTLOOK_SHEET.begin}
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:${SHEET_WIDTH}px">
<tr><td align="left" class="ink" style="padding:0 8px 16px;${styles.name}">${brand}</td></tr>
<tr><td align="left" bgcolor="${sheet}" class="sheet" style="padding:32px;border:1px solid ${line};border-radius:12px">
<h1 class="ink" style="${styles.title}">${heading}</h1>
${lines(paragraphs.map((text) => html`<p class="ink" style="${styles.paragraph}">${withBreaks(text)}</p>`))}
${table}
${quoted}
${lines(buttons)}
</td></tr>
<tr><td align="left" style="padding:20px 8px 0"><p class="soft" style="${styles.small()}">${footer}${footerLink && html`<br><a href="${footerLink.url}" class="soft" style="color:${soft}">${footerLink.label}</a>`}</p></td></tr>
</table>
${OUTLOOK_SHEET.end}
</td></tr></table>
</body>
</html>
`);
}

/** Renders the same email as plain text. */
export function renderEmailText({
  brand,
  heading,
  paragraphs,
  rows,
  total,
  quote,
  actions = [],
  footer,
  footerLink,
}: EmailContent): string {
  const lines = [...rows, ...(total ? [total] : [])].map(([label, value]) => `${label}: ${value}`);
  const blocks = [
    heading,
    ...paragraphs,
    lines.join('\n'),
    quote?.replace(/^/gm, '> ') ?? '',
    ...actions.map(({ label, url }) => `${label}:\n${url}`),
    `${brand}\n${footer}${footerLink ? `\n${footerLink.label}: ${footerLink.url}` : ''}`,
  ];
  return `${blocks.filter(Boolean).join('\n\n')}\n`;
}
