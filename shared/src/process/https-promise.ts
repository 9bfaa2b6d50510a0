/**
 * `Strict-Transport-Security`: browsers ask this host by HTTPS alone, for two years. `isForAll` also promises it of every subdomain and
 * for the lists that browsers come with, which is the owner's to decide: leaving such a list takes months.
 */
export const formatHttpsPromise = (isForAll: boolean): string => `max-age=63072000${isForAll ? '; includeSubDomains; preload' : ''}`;
