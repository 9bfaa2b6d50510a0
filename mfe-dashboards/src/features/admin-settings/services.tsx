import type { AdminSettings } from '@site/shared/contracts/admin-settings.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, useFormats, useTexts } from '@site/shared/site/site.ts';
import { Panel } from '../../admin/panel.tsx';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

type Service = AdminSettings['services'][number];

const TONES: Readonly<Record<Service['state'], BadgeTone>> = {
  working: 'success',
  silent: 'neutral',
  failing: 'danger',
  off: 'neutral',
};

type ServicesProps = { readonly services: readonly Service[]; readonly onRefresh: () => void; readonly isRefreshing: boolean };

/** Which outside services are configured, and when each was last heard of. */
export function Services({ services, onRefresh, isRefreshing }: ServicesProps) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <Panel
      title={t.services}
      isFlush
      action={
        <Button variant="quiet" size="s" isPending={isRefreshing} pendingText={t.refreshing} onClick={onRefresh}>
          {t.refresh}
        </Button>
      }
    >
      <ul className={css.rows}>
        {services.map(({ id, state, lastAt, isTestMode }) => (
          <li key={id} className={css.service}>
            <span className={css.name}>
              {t.serviceNames[id]}
              {isTestMode && <Badge tone="warning">{t.testMode}</Badge>}
            </span>
            <Badge tone={TONES[state]}>{t.states[state]}</Badge>
            {state !== 'off' && <span className={css.soft}>{lastAt ? t.last[id](moment(lastAt)) : t.never[id]}</span>}
          </li>
        ))}
      </ul>
    </Panel>
  );
}
