/** Colours of `tokens.css` for what is drawn outside of a page. */
export const palette = {
  paper: '#faf5ec',
  ink: '#17251f',
  inkSoft: '#4b564c',
  accent: '#a8432a',
  accentTint: '#f8e4d8',
  olive: '#5d6532',
  oliveTint: '#ebeccf',
  night: '#1b2b24',
  accentOnNight: '#eda382',
} as const;
