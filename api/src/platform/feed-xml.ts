const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Escapes text for XML elements and attributes. Removes characters that XML 1.0 does not allow. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * Escapes text for RSS elements that are plain text: titles, names, categories. Many feed readers parse these as HTML anyway. An invisible
 * word joiner after `<` and `&` makes both kinds of reader show the text as written.
 */
export const plainXml = (text: string): string => xml(text.replace(/[<&](?=[a-z/!?#])/gi, '$&\u2060'));

/** Escapes plain text for the description of an item, which RSS defines as HTML: first for HTML, then for XML. */
export const descriptionXml = (text: string): string => xml(xml(text).replaceAll('\n', '<br>\n'));

/** Formats a time as RSS requires (RFC 822). */
export const rfc822 = (at: string): string => new Date(at).toUTCString().replace('GMT', '+0000');
