import { html, raw } from 'hono/html';

type Link = { label: string; url: string };

/** What a letter says, without its form. `rows` are label and value; `total` closes them. */
export type LetterContent = {
  locale: string;
  brand: string;
  /** Of buttons. */
  accent: string;
  heading: string;
  paragraphs: readonly string[];
  rows: readonly (readonly [string, string])[];
  total?: readonly [string, string];
  /** What a person wrote, with its line breaks. */
  quote?: string;
  /** What can be done, first the first. */
  actions?: readonly Link[];
  footer: string;
  footerLink?: Link;
};

// The site's colours (shared/src/design), as mail programs read no variables.
const FONT = raw("font-family:Georgia,'Times New Roman',serif");
const SANS = raw("font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif");

type Markup = ReturnType<typeof html>;

const BREAK = raw('<br>');

/** Pieces of markup, one a line. */
const lines = (pieces: readonly Markup[]): Markup => raw(pieces.join('\n'));

const row = ([label, value]: readonly [string, string], style: string): Markup =>
  html`<tr><td style="padding:10px 0;border-top:1px solid #e3d8c4;${SANS};font-size:16px;line-height:24px;color:#17251f;${style}">${label}</td><td align="right" style="padding:10px 0 10px 16px;border-top:1px solid #e3d8c4;${SANS};font-size:16px;line-height:24px;color:#17251f;overflow-wrap:anywhere;${style}">${value}</td></tr>`;

/** A text with its line breaks. */
const withBreaks = (text: string): Markup[] => text.split('\n').map((line, index) => html`${index > 0 && BREAK}${line}`);

const paragraph = (text: string): Markup =>
  html`<p style="margin:0 0 16px;${SANS};font-size:17px;line-height:26px;color:#17251f;overflow-wrap:anywhere">${withBreaks(text)}</p>`;

const button = ({ label, url }: Link, accent: string): Markup =>
  html`<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 4px"><tr><td bgcolor="${accent}" style="border-radius:8px"><a href="${url}" style="display:inline-block;padding:14px 28px;${SANS};font-size:17px;font-weight:600;color:#fffdf8;text-decoration:none">${label}</a></td></tr></table>`;

/** The letter as HTML that mail programs of all ages show: tables, inline styles, no pictures. */
export function renderLetterHtml(content: LetterContent): string {
  const { locale, brand, accent, heading, paragraphs, rows, total, quote, actions = [], footer, footerLink } = content;
  const table =
    rows.length > 0 &&
    html`<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px">${rows.map((entry) => row(entry, ''))}${total && row(total, 'font-weight:700')}</table>`;
  const quoted =
    quote &&
    html`<blockquote dir="auto" style="margin:8px 0 24px;padding:4px 0 4px 16px;border-left:3px solid #e3d8c4;${SANS};font-size:17px;line-height:26px;color:#17251f;overflow-wrap:anywhere">${withBreaks(quote)}</blockquote>`;
  return String(html`<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${heading}</title></head>
<body style="margin:0;padding:0;background:#faf5ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#faf5ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px;${FONT};font-size:20px;color:#17251f">${brand}</td></tr>
<tr><td bgcolor="#fffdf8" style="padding:32px 28px;border:1px solid #e3d8c4;border-radius:12px">
<h1 style="margin:0 0 20px;${FONT};font-size:28px;line-height:36px;font-weight:600;color:#17251f">${heading}</h1>
${lines(paragraphs.map(paragraph))}
${table}
${quoted}
${lines(actions.map((action) => button(action, accent)))}
</td></tr>
<tr><td style="padding:20px 8px;${SANS};font-size:14px;line-height:21px;color:#4b564c">${footer}${footerLink && html`<br><a href="${footerLink.url}" style="color:#4b564c">${footerLink.label}</a>`}</td></tr>
</table></td></tr></table>
</body>
</html>
`);
}

/** The same letter for programs and people that read plain text. */
export function renderLetterText({
  brand,
  heading,
  paragraphs,
  rows,
  total,
  quote,
  actions = [],
  footer,
  footerLink,
}: LetterContent): string {
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
