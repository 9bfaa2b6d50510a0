const KEY = 'fonts';

/**
 * The source of a script for the page's head: a device that has the fonts already shows them from the first frame. Only a
 * first visit starts with the device's own fonts, because 65 KB of type must not compete with the first picture (goal P1).
 */
export const SHOW_KEPT_FONTS = `try{if(localStorage.getItem('${KEY}'))document.documentElement.dataset.fonts=''}catch{}`;

/** Loads both web fonts and shows them together, in one change. Called once, by the shell, after the page is interactive. */
export async function showWebFonts(): Promise<void> {
  const page = document.documentElement;
  if (page.dataset.fonts !== undefined) return;
  try {
    const loaded = await Promise.all([document.fonts.load('560 1rem "Fraunces"'), document.fonts.load('400 1rem "Source Sans"')]);
    if (loaded.some((faces) => faces.length === 0)) return;
    page.dataset.fonts = '';
    localStorage.setItem(KEY, '1');
  } catch {
    // Without them the device's fonts stay, in the same measures.
  }
}
