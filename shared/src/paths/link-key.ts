/** The key of a secret link, as the API makes them. What else stands in a fragment is a place on the page. */
const KEY = /^[\w-]{22}(?![\w-])/;

/** The token of a signed link, or a code of the identity provider. */
const TOKEN = /^[\w-]+(?:\.[\w-]+)?/;

/** Returns the key in the fragment of the page's address, without what mail systems put behind it; empty where there is none. */
export const readLinkKey = (): string => KEY.exec(window.location.hash.slice(1))?.[0] ?? '';

/** Returns the token in a link's query, without what mail systems put behind it; empty where there is none. */
export const readLinkToken = (search: URLSearchParams, name: string): string => TOKEN.exec(search.get(name) ?? '')?.[0] ?? '';
