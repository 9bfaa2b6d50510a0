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

const isHere = async (font: string): Promise<boolean> => (await document.fonts.load(font)).length > 0;

/**
 * Fetches both web fonts on a first visit. Headings show theirs as soon as it is here; all else waits for a page change
 * (`showWebFonts`). Called when the page is alive, or rests.
 */
export async function fetchWebFonts(): Promise<void> {
  const page = document.documentElement;
  if (page.dataset.fonts) return;
  try {
    if (!(await isHere('560 1rem "Fraunces"'))) return;
    page.dataset.fonts = 'headings';
    if (await isHere('400 1rem "Source Sans"')) localStorage.setItem(KEY, '1');
  } catch {
    // Without them the device's fonts stay, in the same measures.
  }
}

/**
 * Shows everything in the web fonts if they are here. Called with a page change, when all is laid out anew: under the eyes of a reader no
 * paragraph changes its shape, and nothing is laid out twice.
 */
export function showWebFonts(): void {
  if (document.fonts.check('400 1rem "Source Sans"')) document.documentElement.dataset.fonts = 'all';
}
