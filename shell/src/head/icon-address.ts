/** Returns the URL of a brand's icon. Another version of the brand has another URL. */
export const iconAddress = (brandVersion: string): string => `/icon-96.png?v=${brandVersion}`;
