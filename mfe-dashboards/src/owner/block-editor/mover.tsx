import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Icon, VisuallyHidden } from '@site/shared/site/site.ts';
import css from './mover.module.css';

const MOVER_ICONS = { up: pageIcons.chevronDown, down: pageIcons.chevronDown, remove: pageIcons.trash } as const;

type MoverProps = { label: string; icon: keyof typeof MOVER_ICONS; isDisabled?: boolean; onPress: () => void };

/** Shows a small button of a list item. A disabled button stays focusable, so that the focus is not lost at the end of the list. */
export function Mover({ label, icon, isDisabled = false, onPress }: MoverProps) {
  return (
    <button type="button" className={css.mover} data-icon={icon} aria-disabled={isDisabled} onClick={() => !isDisabled && onPress()}>
      <Icon path={MOVER_ICONS[icon]} />
      <VisuallyHidden>{label}</VisuallyHidden>
    </button>
  );
}
