import { accentColorsOf } from '@site/shared/design/accent.ts';
import { html, raw } from 'hono/html';

/** Widths in pixels: of the sheet, and of its content. */
export const SHEET_WIDTH = 600;
export const CONTENT_WIDTH = 536;

// The site's colors (shared/src/design), repeated because mail programs do not support variables.
const light = { page: '#faf5ec', sheet: '#fffdf8', tint: '#f2eadc', ink: '#17251f', soft: '#4b564c', line: '#e3d8c4', onAccent: '#fffdf8' };
const dark = { page: '#121d18', sheet: '#1b2b24', tint: '#26392f', ink: '#f5efe2', soft: '#bcc6b8', line: '#3a4d43', onAccent: '#1b2b24' };
type Colors = typeof light & { accent: string };

/**
 * Returns the colors of an email in the light theme, and in the dark theme where the mail program supports it. `accent` is the owner's
 * choice.
 */
export function emailColors(accent: string): { light: Colors; dark: Colors } {
  const { accent: byDay, accentOnNight } = accentColorsOf(accent);
  return { light: { ...light, accent: byDay }, dark: { ...dark, accent: accentOnNight } };
}

// Outlook uses Times when it lacks the first font family, and without `mso-line-height-rule` the line height of its own font.
const SERIF = "font-family:Georgia,'Times New Roman',serif";
const SANS = "font-family:'Segoe UI',Helvetica,Arial,sans-serif";
const lines = (size: number, height: number) => `font-size:${size}px;line-height:${height}px;mso-line-height-rule:exactly`;

/** Returns the inline styles of the light theme. Elements with a color also need the class by which the dark theme overrides it. */
export function emailStyles({ ink, soft, accent, line }: Colors) {
  const text = `${SANS};${lines(17, 27)};color:${ink}`;
  return {
    paragraph: raw(`margin:0 0 18px;${text};overflow-wrap:anywhere`),
    title: raw(`margin:0 0 12px;${SERIF};${lines(30, 38)};font-weight:600;color:${ink};overflow-wrap:anywhere`),
    lead: raw(`margin:0 0 24px;${SANS};${lines(19, 29)};color:${soft};overflow-wrap:anywhere`),
    heading: {
      2: raw(`margin:32px 0 12px;${SERIF};${lines(24, 32)};font-weight:600;color:${ink};overflow-wrap:anywhere`),
      3: raw(`margin:28px 0 10px;${SERIF};${lines(20, 28)};font-weight:600;color:${ink};overflow-wrap:anywhere`),
    },
    list: raw(`margin:0 0 18px 24px;padding:0;${text}`),
    innerList: raw(`margin:6px 0 0 24px;padding:0;${text}`),
    item: raw(`margin:0 0 6px;${text};overflow-wrap:anywhere`),
    link: raw(`color:${accent};text-decoration:underline`),
    // `above` is the space above the quoted text, in pixels. `above` and `below` of `small` are the space around the small text.
    quoted: (above = 0) => raw(`margin:${above}px 0 0;${SERIF};${lines(18, 29)};font-style:italic;color:${ink};overflow-wrap:anywhere`),
    small: (above = 0, below = 0) => raw(`margin:${above}px 0 ${below}px;${SANS};${lines(14, 21)};color:${soft};overflow-wrap:anywhere`),
    /** Style of the alternative text where a picture is not shown. No exact line height, because Outlook would crop the picture to it. */
    alt: raw(`display:block;border:0;${SANS};font-size:15px;line-height:22px;color:${soft}`),
    name: raw(`${SERIF};${lines(20, 28)};color:${ink};text-decoration:none`),
    cardTitle: raw(`margin:0 0 4px;${SERIF};${lines(19, 26)};font-weight:600;color:${ink};overflow-wrap:anywhere`),
    rule: raw(`border-top:1px solid ${line};font-size:1px;line-height:1px`),
    bar: raw(`padding:2px 0 2px 18px;border-left:3px solid ${accent}`),
    button: raw(`border-radius:8px;mso-padding-alt:12px 24px`),
    buttonText: raw(`display:inline-block;padding:12px 24px;${SANS};${lines(16, 24)};font-weight:600;text-decoration:none`),
    otherButton: raw(`border:1px solid ${accent};border-radius:8px;mso-padding-alt:11px 23px`),
    otherButtonText: raw(
      `display:inline-block;padding:11px 23px;${SANS};${lines(16, 24)};font-weight:600;color:${accent};text-decoration:none`,
    ),
    cell: raw(`padding:10px 0;border-top:1px solid ${line};${SANS};${lines(16, 24)};color:${ink}`),
  };
}
export type EmailStyles = ReturnType<typeof emailStyles>;

/** Returns the dark theme for mail programs that support it, and for Outlook's apps, which mark the elements that they recolor. */
export function darkStyles({ page, sheet, tint, ink, soft, line, accent, onAccent }: Colors): string {
  const rules: readonly (readonly [name: string, property: string, color: string])[] = [
    ['page', 'background-color', page],
    ['sheet', 'background-color', sheet],
    ['tint', 'background-color', tint],
    ['button', 'background-color', accent],
    ['sheet', 'border-color', line],
    ['rule', 'border-color', line],
    ['bar', 'border-color', accent],
    ['ink', 'color', ink],
    ['soft', 'color', soft],
    ['link', 'color', accent],
    ['on-accent', 'color', onAccent],
  ];
  const draw = (before: (property: string) => string) =>
    rules.map(([name, property, color]) => `${before(property)}.${name}{${property}:${color} !important}`).join('\n');
  const outlook = draw((property) => (property === 'background-color' ? '[data-ogsb] ' : '[data-ogsc] '));
  return `@media (prefers-color-scheme: dark){\n${draw(() => '')}\n}\n${outlook}`;
}

/** Returns the head of an email: full window width, less padding on phones, the dark theme, and pixels of the right size in Outlook. */
export const emailHead = (title: string, night: Colors) => html`<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="x-apple-disable-message-reformatting">
<meta name="format-detection" content="telephone=no,date=no,address=no,email=no,url=no">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${title}</title>
<!--[if mso]><xml><o:OfficeDocumentSettings><o:PixelsPerInch>96</o:PixelsPerInch></o:OfficeDocumentSettings></xml><![endif]-->
<style>
:root{color-scheme:light dark;supported-color-schemes:light dark}
@media (max-width:480px){.sheet{padding:24px 20px !important}}
${raw(darkStyles(night))}
</style>
</head>`;

/** Wraps the sheet in a table of fixed width for Outlook, which ignores `max-width`. */
export const OUTLOOK_SHEET = {
  begin: raw(
    `<!--[if mso]><table role="presentation" width="${SHEET_WIDTH}" cellpadding="0" cellspacing="0" border="0"><tr><td><![endif]-->`,
  ),
  end: raw('<!--[if mso]></td></tr></table><![endif]-->'),
};
