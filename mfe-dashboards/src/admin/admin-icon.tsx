import css from './admin-icon.module.css';

/** Drawn like the site's icons (24 × 24, round strokes), and only in the admin area. */
const PATHS = {
  help: 'M12 3.5a8.5 8.5 0 1 0 0 17 8.5 8.5 0 0 0 0-17ZM9.7 9.6A2.4 2.4 0 0 1 14.4 10c0 1.7-2.4 1.9-2.4 3.6M12 16.5v.01',
  copy: 'M9 9h10v11H9V9ZM5 15V4h10',
} as const;

/** A drawing without meaning of its own: the words stand beside it or in the control's label. */
export const AdminIcon = ({ name }: { name: keyof typeof PATHS }) => <Outline path={PATHS[name]} />;

/** The same for a drawing that a tab brings. */
export function Outline({ path }: { path: string }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
