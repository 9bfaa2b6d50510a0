import css from './icon.module.css';
import type { IconPath } from './icons.ts';

/** Renders a drawing of `icons` or `page-icons.ts`. It is decorative: the meaning is in the text next to it or in the control's label. */
export function Icon({ path }: { path: IconPath }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
