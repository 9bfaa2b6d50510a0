import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './person-page.module.css';
import { texts } from './texts.ts';

/** All accounts with the address, side by side. */
export function PersonAccounts({ accounts }: Pick<AdminPerson, 'accounts'>) {
  const t = useTexts(texts);
  const { day } = useFormats();
  return (
    <Panel title={t.accounts}>
      {accounts.length === 0 && <p className={layout.soft}>{t.noAccounts}</p>}
      <ul className={layout.lines}>
        {accounts.map(({ uid, displayName, createdAt, isConfirmed, isInTeam }) => (
          <li key={uid} className={layout.line}>
            <span>
              {displayName ?? t.noName}
              <span className={layout.note}>{t.since(day(createdAt))}</span>
              <span className={layout.note}>{uid}</span>
            </span>
            <span className={css.end}>
              {isInTeam && <Badge tone="accent">{t.team}</Badge>}
              {!isConfirmed && <Badge tone="warning">{t.unconfirmed}</Badge>}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
