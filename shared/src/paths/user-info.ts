/** Whether a web address names a user before its host: people take `https://site.test@other.test` for a page of the first one. */
export const hasUserInfo = (address: string): boolean => /^[a-z][a-z\d+.-]*:[/\\]+[^/?#\\]*@/i.test(address);
