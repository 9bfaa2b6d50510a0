/** The pattern of the page with these matches, such as `/shop/ebook/:id`: never the address. */
export const getPattern = (matches: readonly { readonly route: { readonly path?: string | undefined } }[]): string =>
  `/${matches
    .map(({ route }) => route.path ?? '')
    .filter(Boolean)
    .join('/')
    .replaceAll('//', '/')
    .replace(/^\//, '')}`;

/** Nothing is told of who asks not to be followed (Global Privacy Control, Do Not Track). */
export const isUnwanted = (): boolean => {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean; doNotTrack?: string | null };
  return globalPrivacyControl === true || doNotTrack === '1';
};

/** Sends a report although the page is being left. */
export const sendReport = (report: object): void =>
  void navigator.sendBeacon('/api/reports', new Blob([JSON.stringify(report)], { type: 'application/json' }));
