const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags or quotes. What XML 1.0 cannot hold is left out. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/** A moment as RSS writes it. */
export const rfc822 = (at: string): string => new Date(at).toUTCString().replace('GMT', '+0000');
