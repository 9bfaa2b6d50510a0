import css from './icon.module.css';

/** Drawn on 24 × 24 with round strokes of 1.75. */
const PATHS = {
  'arrow-left': 'M19 12H5m6-6-6 6 6 6',
  'arrow-right': 'M5 12h14m-6-6 6 6-6 6',
  bag: 'M5.5 8.5h13l1 11.5h-15l1-11.5ZM8.75 11V7a3.25 3.25 0 0 1 6.5 0v4',
  book: 'M12 6.5C10 5.2 7 4.7 3.5 5v13.5c3.5-.3 6.5.2 8.5 1.5 2-1.3 5-1.8 8.5-1.5V5c-3.5-.3-6.5.2-8.5 1.5Zm0 0V20',
  camera: 'M4 8h3.5L9 5.5h6L16.5 8H20v11H4V8Zm8 2.5a3.25 3.25 0 1 0 0 6.5 3.25 3.25 0 0 0 0-6.5Z',
  check: 'm5 12.5 4.5 4.5L19 7.5',
  'chevron-down': 'm6 9 6 6 6-6',
  close: 'm6 6 12 12M18 6 6 18',
  download: 'M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14',
  globe: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17Zm0 0c-4 4-4 13 0 17m0-17c4 4 4 13 0 17M3.5 12h17',
  heart: 'M12 19.5S4 15 4 9.5A4.25 4.25 0 0 1 12 7.5a4.25 4.25 0 0 1 8 2C20 15 12 19.5 12 19.5Z',
  info: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 11v5m0-8.25v.01',
  lock: 'M6 10.5h12v9H6v-9Zm2.5 0V8a3.5 3.5 0 0 1 7 0v2.5',
  mail: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  microphone: 'M12 3.5a3 3 0 0 0-3 3V11a3 3 0 0 0 6 0V6.5a3 3 0 0 0-3-3ZM5.5 11a6.5 6.5 0 0 0 13 0M12 17.5V21',
  minus: 'M6 12h12',
  pages: 'M7 3.5h7l4 4v13H7v-17Zm7 0v4h4M10 12h5m-5 4h5',
  play: 'M8 5.5v13l10.5-6.5L8 5.5Z',
  plus: 'M12 6v12M6 12h12',
  rss: 'M5.5 11.5a7 7 0 0 1 7 7M5.5 5.5a13 13 0 0 1 13 13M6 18v.01',
  search: 'M10.5 4.5a6 6 0 1 0 0 12 6 6 0 0 0 0-12Zm4.5 10.5 5 5',
  trash: 'M4.5 7h15M9.5 7V4.5h5V7m-8 0 .75 13h9.5L17.5 7M10.25 10.5v6m3.5-6v6',
  user: 'M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8ZM4.5 20.5c.5-4.5 3.5-6 7.5-6s7 1.5 7.5 6',
  video: 'M3.5 6.5h17v11h-17v-11Zm7 3v5l4.25-2.5-4.25-2.5Z',
  warning: 'M12 4 3 19.5h18L12 4Zm0 6v4.5m0 2.5v.01',
} as const;

export type IconName = keyof typeof PATHS;

/** A drawing without meaning of its own: the words stand beside it or in the control's label. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
