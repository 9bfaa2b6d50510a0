import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { texts } from './texts.ts';

const TONES = { queued: 'warning', sent: 'success', failed: 'danger', unknown: 'warning' } as const;

/** The letters of which a copy is kept, newest first. */
export function PersonLetters({ letters }: Pick<AdminPerson, 'letters'>) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <Panel title={t.letters}>
      {letters.length === 0 && <p className={layout.soft}>{t.noLetters}</p>}
      <ul className={layout.lines}>
        {letters.map(({ kind, subject, at, state }) => (
          <li key={`${kind} ${at} ${subject}`} className={layout.line}>
            <span>
              {subject ?? t.letterKinds[kind]}
              <time dateTime={at} className={layout.note}>
                {moment(at)}
              </time>
            </span>
            <Badge tone={TONES[state]}>{t.letterStates[state]}</Badge>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
