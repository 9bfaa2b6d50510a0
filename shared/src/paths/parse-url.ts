/** Parses a URL, or returns null. `URL.canParse` and `URL.parse` are newer than the browsers that we support. */
export function parseUrl(address: string, base?: string): URL | null {
  try {
    return new URL(address, base);
  } catch {
    return null;
  }
}
