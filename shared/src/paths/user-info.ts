/**
 * Returns whether a URL contains a user name before its host: people mistake `https://site.test@other.test` for a page of the first site.
 */
export const hasUserInfo = (address: string): boolean => /^[a-z][a-z\d+.-]*:[/\\]+[^/?#\\]*@/i.test(address);
