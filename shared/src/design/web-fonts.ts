const KEY = 'fonts';

/**
 * Called in the page's head: a device that has the fonts already shows them from the first frame. Only a first visit starts with the
 * device's own fonts, because 65 KB of type must not compete with the first picture.
 */
export function showKeptFonts(): void {
  try {
    if (localStorage.getItem(KEY)) document.documentElement.dataset.fonts = 'all';
  } catch {
    // Where nothing can be kept every visit is a first one.
  }
}

/**
 * Fetches both web fonts on a first visit and shows them together: the page changes once, and the device's fonts have the same measures. Called
 * after the page has loaded, so that type never competes with the first picture.
 */
export async function fetchWebFonts(): Promise<void> {
  const page = document.documentElement;
  if (page.dataset.fonts) return;
  try {
    const found = await Promise.all(['560 1rem "Fraunces"', '400 1rem "Source Sans"'].map((font) => document.fonts.load(font)));
    if (found.some((fonts) => fonts.length === 0)) return;
    page.dataset.fonts = 'all';
    localStorage.setItem(KEY, '1');
  } catch {
    // Without the web fonts the device's stay. Where nothing can be kept, the next visit fetches them again.
  }
}
