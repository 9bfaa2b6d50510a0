/** Colours of `tokens.css`, for drawings outside of a page and for computing other colours. */
export const palette = {
  paper: '#faf5ec',
  sunken: '#f2eadc',
  ink: '#17251f',
  inkSoft: '#4b564c',
  accent: '#a8432a',
  accentStrong: '#86331e',
  accentTint: '#f8e4d8',
  onAccent: '#fffdf8',
  olive: '#5d6532',
  oliveTint: '#ebeccf',
  night: '#1b2b24',
  accentOnNight: '#eda382',
} as const;

/** The colours that differ in the dark theme, and its backgrounds. */
export const darkPalette = {
  paper: '#141b17',
  surface: '#1c2520',
  ink: '#f2ebde',
  inkSoft: '#b9c3b6',
  accent: '#eda382',
  accentStrong: '#f4bda4',
  accentTint: '#3b261d',
  onAccent: '#1c110c',
} as const;
