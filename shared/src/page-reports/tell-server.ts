/** Tells the site's own server something to which it answers nothing, also while the page is being left. */
export const tellServer = (path: string, told: object): void =>
  void navigator.sendBeacon(path, new Blob([JSON.stringify(told)], { type: 'application/json' }));
