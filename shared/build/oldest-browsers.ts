/** The oldest browsers that we support, from spring 2022, by major and minor version. README.md names them. */
export const OLDEST_BROWSERS = { chrome: '100', edge: '100', firefox: '98', safari: '15.4' } as const;

/** The same versions in the form that `lightningcss` expects. */
export const CSS_TARGETS: Readonly<Record<string, number>> = Object.fromEntries(
  Object.entries({ ...OLDEST_BROWSERS, ios_saf: OLDEST_BROWSERS.safari }).map(([browser, version]) => {
    const [major = 0, minor = 0] = version.split('.').map(Number);
    return [browser, (major << 16) | (minor << 8)];
  }),
);
