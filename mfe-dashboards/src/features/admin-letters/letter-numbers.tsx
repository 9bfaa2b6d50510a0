import type { AdminLetter } from '@site/shared/contracts/admin-letters.ts';
import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import { Panel } from '../../admin/panel.tsx';
import css from './letters.module.css';
import { texts } from './texts.ts';

const SHOWN = ['sent', 'waiting', 'refused', 'left', 'bounced', 'complained', 'unknown'] as const;

/** What became of a letter, and what it brought. */
export function LetterNumbers({ letter: { counts, brought } }: { letter: AdminLetter }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const rows = [
    ...SHOWN.filter((name) => name === 'sent' || counts[name] > 0).map((name) => [t.counts[name], counts[name]] as const),
    [t.visits, brought.visits] as const,
    [t.orders, brought.orders] as const,
  ];
  return (
    <Panel title={t.numbers}>
      <dl className={css.numbers}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value.toLocaleString(locale)}</dd>
          </div>
        ))}
      </dl>
      <p className={css.hint}>{t.numbersHint}</p>
    </Panel>
  );
}
