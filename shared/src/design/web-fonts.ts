const KEY = 'fonts';

/**
 * The source of a script for the page's head: a device that has the fonts already shows them from the first frame. Only a
 * first visit starts with the device's own fonts, because 65 KB of type must not compete with the first picture (goal P1).
 */
export const SHOW_KEPT_FONTS = `try{if(localStorage.getItem('${KEY}'))document.documentElement.dataset.fonts=''}catch{}`;

const areShown = (): boolean => document.documentElement.dataset.fonts !== undefined;
let areHere = false;

/** Fetches both web fonts, for the next page. Called once, by the shell, after the page is interactive. */
export async function fetchWebFonts(): Promise<void> {
  if (areShown()) return;
  try {
    const loaded = await Promise.all([document.fonts.load('560 1rem "Fraunces"'), document.fonts.load('400 1rem "Source Sans"')]);
    areHere = loaded.every((faces) => faces.length > 0);
    if (areHere) localStorage.setItem(KEY, '1');
  } catch {
    // Without them the device's fonts stay, in the same measures.
  }
}

/**
 * Shows the web fonts if they are here. Called with a page change, when all is laid out anew: under the eyes of a reader nothing
 * changes its shape, and nothing is laid out twice.
 */
export function showWebFonts(): void {
  if (areHere && !areShown()) document.documentElement.dataset.fonts = '';
}
