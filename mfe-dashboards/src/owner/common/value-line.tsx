import { Badge } from '@site/shared/patterns/badge.tsx';
import { Link, useTexts } from '@site/shared/site/site.ts';
import { PLACE } from './page-heading.tsx';
import { texts } from './texts.ts';
import css from './value-line.module.css';

type ValueLineProps = {
  readonly to: string;
  readonly name: string;
  /** The value, or undefined while it loads. */
  readonly value: string | undefined;
  readonly note?: string | undefined;
  readonly isDraft?: boolean;
};

/** Shows one entry in a list of editors: a name and a value. */
export function ValueLine({ to, name, value, note, isDraft = false }: ValueLineProps) {
  const t = useTexts(texts);
  return (
    <li>
      <Link to={to} className={css.line}>
        <span className={css.name}>
          <span>{name}</span>
          {isDraft && <Badge tone="warning">{t.draft}</Badge>}
        </span>
        <span className={css.value}>{value ?? PLACE}</span>
        {note && <span className={css.note}>{note}</span>}
      </Link>
    </li>
  );
}
