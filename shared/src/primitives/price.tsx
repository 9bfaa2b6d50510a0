import css from './price.module.css';

/** Renders an amount that `useFormats` formatted. `label` names it for screen readers, such as "Preço". */
export function Price({ children, size = 'm', label }: { children: string; size?: 's' | 'm' | 'l'; label?: string }) {
  return (
    <span className={css.price} data-size={size}>
      {label && <span className={css.label}>{label} </span>}
      <span>{children}</span>
    </span>
  );
}
