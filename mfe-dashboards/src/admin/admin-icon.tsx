import css from './admin-icon.module.css';

/** Drawn like the site's icons (24 × 24, round strokes), and only in the admin area. */
const PATHS = {
  overview: 'M4 4h7v8H4V4Zm9 0h7v5h-7V4Zm0 7h7v9h-7v-9ZM4 14h7v6H4v-6Z',
  ebooks: 'M12 6.5C10 5.2 7 4.7 3.5 5v13.5c3.5-.3 6.5.2 8.5 1.5 2-1.3 5-1.8 8.5-1.5V5c-3.5-.3-6.5.2-8.5 1.5Zm0 0V20',
  analytics: 'M4 4v16h16M8 16v-4m4 4V8m4 8v-6',
  content: 'M4 20h4L19 9l-4-4L4 16v4ZM13 7l4 4',
  users:
    'M9 4.5a3.5 3.5 0 1 0 0 7 3.5 3.5 0 0 0 0-7ZM2.5 20c.4-4 3-5.5 6.5-5.5s6.1 1.5 6.5 5.5M16 5a3.5 3.5 0 0 1 0 6.5m2.5 3.7c1.8.8 2.8 2.4 3 4.8',
  orders: 'M6 3.5h12V20l-3-1.75L12 20l-3-1.75L6 20V3.5ZM9.5 8h5m-5 4h5',
  settings:
    'M4 7h9m5 0h2M4 17h2m5 0h9M15.5 4.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5ZM8.5 14.75a2.25 2.25 0 1 0 0 4.5 2.25 2.25 0 0 0 0-4.5Z',
  messages: 'M3.5 6h17v12.5h-17V6Zm.5.5 8 6.5 8-6.5',
  subscribers: 'M4 10v4h3l9 4.5v-13L7 10H4Zm15.5-1.5a5 5 0 0 1 0 7M8 14.5 9.5 20H12',
  audit: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM12 7.5V12l3 2',
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.7 9.6A2.4 2.4 0 0 1 14.4 10c0 1.7-2.4 1.9-2.4 3.6M12 16.5v.01',
  copy: 'M9 9h10v11H9V9ZM5 15V4h10',
} as const;

export type AdminIconName = keyof typeof PATHS;

/** A drawing without meaning of its own: the words stand beside it or in the control's label. */
export function AdminIcon({ name }: { name: AdminIconName }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={PATHS[name]} />
    </svg>
  );
}
