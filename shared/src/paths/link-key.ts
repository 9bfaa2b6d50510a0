/** The key of a secret link, as the API makes them. What else stands in a fragment is a place on the page. */
const KEY = /^[\w-]{22}$/;

/** The key in the fragment of the page's address; empty where there is none. */
export function readLinkKey(): string {
  const fragment = window.location.hash.slice(1);
  return KEY.test(fragment) ? fragment : '';
}
