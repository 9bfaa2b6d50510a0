/** Where the icon of a brand is that pages and browsers show: another brand has another address. */
export const iconAddress = (brandVersion: string): string => `/icon-96.png?v=${brandVersion}`;
