const ESCAPES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text between tags or quotes. What XML 1.0 cannot hold is left out. */
export const xml = (text: string): string =>
  text
    .toWellFormed()
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '')
    .replace(/[&<>"]/g, (sign) => ESCAPES[sign] ?? sign);

/**
 * Plain text in an element that is plain by RSS: titles, names, categories. Many feed readers take these for HTML, too. An unseen word joiner behind
 * `<` and `&` makes both kinds of reader show the text as it is written.
 */
export const plainXml = (text: string): string => xml(text.replace(/[<&](?=[a-z/!?#])/gi, '$&\u2060'));

/** Plain text in the description of an item, which is HTML by RSS: escaped for HTML and then for XML. */
export const descriptionXml = (text: string): string => xml(xml(text).replaceAll('\n', '<br>\n'));

/** A moment as RSS writes it. */
export const rfc822 = (at: string): string => new Date(at).toUTCString().replace('GMT', '+0000');
