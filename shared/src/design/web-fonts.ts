const KEY = 'fonts';

/**
 * Shows the web fonts from the first frame if the device already has them. Called in the page's head. A first visit starts with device
 * fonts, because 65 KB of fonts must not compete with the first picture.
 */
export function showKeptFonts(): void {
  try {
    if (localStorage.getItem(KEY)) document.documentElement.dataset.fonts = 'all';
  } catch {
    // If the browser blocks storage, every visit counts as the first.
  }
}

/**
 * Loads both web fonts on a first visit and shows them together, so that the page changes only once; the device fonts have the same
 * metrics. Must be called after the page has loaded, so that fonts never compete with the first picture.
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
    // If loading fails, the device fonts stay. If the browser blocks storage, the next visit loads the fonts again.
  }
}
