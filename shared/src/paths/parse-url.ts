/** Parses an address, or returns null. `URL.canParse` and `URL.parse` are younger than the browsers that we support. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
