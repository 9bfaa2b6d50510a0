import css from './icon.module.css';
import type { IconPath } from './icons.ts';

/** A drawing of `icons` or `page-icons.ts`, without meaning of its own: the words stand beside it or in the control's label. */
export function Icon({ path }: { path: IconPath }) {
  return (
    <svg className={css.icon} viewBox="0 0 24 24" aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
