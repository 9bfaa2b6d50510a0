const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/** `text` as HTML content or attribute value. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => escapes[sign] ?? sign);

/** What a letter says, without its form. `rows` are label and value; `total` closes them. */
export type LetterContent = {
  locale: string;
  brand: string;
  heading: string;
  paragraphs: readonly string[];
  rows: readonly (readonly [string, string])[];
  total?: readonly [string, string];
  /** What a person wrote, with its line breaks. */
  quote?: string;
  /** What can be done, first the first. */
  actions?: readonly { label: string; url: string }[];
  footer: string;
  footerLink?: { label: string; url: string };
};

// The site's colours (shared/src/design), as mail programs read no variables.
const FONT = "font-family:Georgia,'Times New Roman',serif";
const SANS = "font-family:'Source Sans 3','Segoe UI',Helvetica,Arial,sans-serif";

const row = ([label, value]: readonly [string, string], style: string): string =>
  `<tr><td style="padding:10px 0;border-top:1px solid #e3d8c4;${SANS};font-size:16px;line-height:24px;color:#17251f;${style}">${escapeHtml(label)}</td>` +
  `<td align="right" style="padding:10px 0 10px 16px;border-top:1px solid #e3d8c4;${SANS};font-size:16px;line-height:24px;color:#17251f;overflow-wrap:anywhere;${style}">${escapeHtml(value)}</td></tr>`;

/** The letter as HTML that mail programs of all ages show: tables, inline styles, no pictures. */
export function renderLetterHtml(content: LetterContent): string {
  const { locale, brand, heading, paragraphs, rows, total, quote, actions = [], footer, footerLink } = content;
  const paragraph = (text: string) =>
    `<p style="margin:0 0 16px;${SANS};font-size:17px;line-height:26px;color:#17251f;overflow-wrap:anywhere">${escapeHtml(text)}</p>`;
  const table =
    rows.length === 0
      ? ''
      : `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="margin:8px 0 24px">${rows
          .map((entry) => row(entry, ''))
          .join('')}${total ? row(total, 'font-weight:700') : ''}</table>`;
  const buttons = actions.map(
    (action) =>
      `<table role="presentation" cellpadding="0" cellspacing="0" style="margin:8px 0 4px"><tr><td bgcolor="#a8432a" style="border-radius:8px"><a href="${escapeHtml(action.url)}" style="display:inline-block;padding:14px 28px;${SANS};font-size:17px;font-weight:600;color:#fffdf8;text-decoration:none">${escapeHtml(action.label)}</a></td></tr></table>`,
  );
  const quoted = quote
    ? `<blockquote dir="auto" style="margin:8px 0 24px;padding:4px 0 4px 16px;border-left:3px solid #e3d8c4;${SANS};font-size:17px;line-height:26px;color:#17251f;overflow-wrap:anywhere">${escapeHtml(quote).replaceAll('\n', '<br>')}</blockquote>`
    : '';
  const lastLink = footerLink
    ? `<br><a href="${escapeHtml(footerLink.url)}" style="color:#4b564c">${escapeHtml(footerLink.label)}</a>`
    : '';
  return `<!doctype html>
<html lang="${locale}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light"><title>${escapeHtml(heading)}</title></head>
<body style="margin:0;padding:0;background:#faf5ec">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" bgcolor="#faf5ec"><tr><td align="center" style="padding:32px 16px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px">
<tr><td style="padding:0 8px 20px;${FONT};font-size:20px;color:#17251f">${escapeHtml(brand)}</td></tr>
<tr><td bgcolor="#fffdf8" style="padding:32px 28px;border:1px solid #e3d8c4;border-radius:12px">
<h1 style="margin:0 0 20px;${FONT};font-size:28px;line-height:36px;font-weight:600;color:#17251f">${escapeHtml(heading)}</h1>
${paragraphs.map(paragraph).join('\n')}
${table}
${quoted}
${buttons.join('\n')}
</td></tr>
<tr><td style="padding:20px 8px;${SANS};font-size:14px;line-height:21px;color:#4b564c">${escapeHtml(footer)}${lastLink}</td></tr>
</table></td></tr></table>
</body>
</html>
`;
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
