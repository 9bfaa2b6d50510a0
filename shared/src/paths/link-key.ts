/** The key of a secret link, as the API creates it. Other fragments are anchors on the page. */
const KEY = /^[\w-]{22}(?![\w-])/;

/** The token of a signed link, or a code of the identity provider. */
const TOKEN = /^[\w-]+(?:\.[\w-]+)?/;

/** Returns the key in the fragment of the page's URL, without anything that mail systems appended; empty without one. */
export const readLinkKey = (): string => KEY.exec(window.location.hash.slice(1))?.[0] ?? '';

/** Returns the token in a link's query, without anything that mail systems appended; empty without one. */
export const readLinkToken = (search: URLSearchParams, name: string): string => TOKEN.exec(search.get(name) ?? '')?.[0] ?? '';
