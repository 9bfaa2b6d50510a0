/**
 * Returns the value of `Strict-Transport-Security`: browsers use only HTTPS for this host, for two years. `isForAll` extends it to all
 * subdomains and to the preload lists of browsers. Only the owner can decide that, because leaving such a list takes months.
 */
export const formatHttpsPromise = (isForAll: boolean): string => `max-age=63072000${isForAll ? '; includeSubDomains; preload' : ''}`;
