import { type ReactNode, useEffect, useRef } from 'react';
import * as pageIcons from '../drawing/page-icons.ts';
import { Icon } from '../primitives/icon.tsx';
import { type IconPath, icons } from '../primitives/icons.ts';
import { defineTexts, type Locale } from '../texts/locales.ts';
import css from './toast-region.module.css';

const texts = defineTexts({ label: 'Avisos', dismiss: 'Fechar aviso' }, { label: 'Notifications', dismiss: 'Dismiss notification' });

export type ShownToast = {
  readonly id: string;
  readonly type: 'blank' | 'error' | 'success' | 'loading' | 'custom';
  readonly message: ReactNode;
  /** Whether the toast is visible. False while it disappears. */
  readonly isVisible: boolean;
};

type ToastRegionProps = {
  readonly locale: Locale;
  readonly toasts: readonly ShownToast[];
  /** Called when a toast gets or loses the pointer or focus; timers stop meanwhile (WCAG 2.2.1). */
  readonly onHold: (isHeld: boolean) => void;
  readonly onDismiss: (id: string) => void;
};

const ICONS: Partial<Record<ShownToast['type'], IconPath>> = { success: icons.check, error: icons.warning };

const closeIdOf = (id: string): string => `close-toast-${id}`;

/** Renders the toasts at the top right, as a polite live region. */
export function ToastRegion({ locale, toasts, onHold, onDismiss }: ToastRegionProps) {
  const t = texts[locale];
  const region = useRef<HTMLElement>(null);
  /** The focused element before focus moved to a toast. */
  const before = useRef<Element | null>(null);
  const isEmpty = toasts.length === 0;

  // Removing a focused button fires no blur event, so release the timers here.
  useEffect(() => {
    if (isEmpty) onHold(false);
  });

  function dismiss(id: string) {
    if (region.current?.contains(document.activeElement)) {
      const staying = toasts.find((other) => other.id !== id && other.isVisible);
      const next = staying && document.getElementById(closeIdOf(staying.id));
      (next ?? (before.current as HTMLElement | null))?.focus();
    }
    onDismiss(id);
  }
  return (
    <section
      ref={region}
      className={css.region}
      aria-label={t.label}
      aria-live="polite"
      aria-relevant="additions text"
      onPointerEnter={() => onHold(true)}
      onPointerLeave={() => onHold(false)}
      onFocus={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) before.current = relatedTarget;
        onHold(true);
      }}
      onBlur={() => onHold(false)}
    >
      {toasts.map(({ id, type, message, isVisible }) => {
        const icon = ICONS[type];
        return (
          <div key={id} className={css.toast} data-type={type} data-leaving={!isVisible || undefined}>
            {icon && (
              <span className={css.mark}>
                <Icon path={icon} />
              </span>
            )}
            {type === 'loading' && <span className={css.spinner} aria-hidden="true" />}
            <p className={css.message}>{message}</p>
            <button type="button" id={closeIdOf(id)} className={css.close} aria-label={t.dismiss} onClick={() => dismiss(id)}>
              <Icon path={pageIcons.close} />
            </button>
          </div>
        );
      })}
    </section>
  );
}
