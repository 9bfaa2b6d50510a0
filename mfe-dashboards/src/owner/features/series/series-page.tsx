import type { AdminSeries } from '@site/shared/contracts/admin-series.ts';
import type { SeriesState } from '@site/shared/contracts/series-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Button, ButtonLink, EmptyState, Link, paths, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { adminPageHandle } from '../../common/admin-page-handle.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Permitted } from '../../common/permitted.tsx';
import { AddStepDialog } from './add-step-dialog.tsx';
import { useSeries } from './series-queries.ts';
import { SeriesStep } from './series-step.tsx';
import { SeriesSwitch } from './series-switch.tsx';
import { texts } from './texts.ts';

export const handle = adminPageHandle((locale) => texts[locale].title);

const TONES = { on: 'success', off: 'neutral', paused: 'warning' } as const satisfies Record<SeriesState, BadgeTone>;

export const Component = () => (
  <Permitted permission="content">
    <SeriesPage />
  </Permitted>
);

/** Shows the issues that each new reader gets, and whether the series is on. */
function SeriesPage() {
  const t = useTexts(texts);
  const series = useSeries();
  const back = <Link to={paths.dashboard.href('campaigns')}>← {t.back}</Link>;
  const { data } = series;
  return (
    <>
      <PageHeading
        title={t.title}
        hint={t.hint}
        back={back}
        actions={data && <Badge tone={TONES[data.state]}>{t.states[data.state]}</Badge>}
      />
      <Loaded query={series} failed={t.loadFailed}>
        {(found) => (
          <div className={layout.withSide}>
            <Steps series={found} />
            <SeriesSwitch series={found} />
          </div>
        )}
      </Loaded>
    </>
  );
}

function Steps({ series }: { series: AdminSeries }) {
  const t = useTexts(texts);
  const maySend = useMay()('send');
  const [isAdding, setIsAdding] = useState(false);
  const isEmpty = series.steps.length === 0;
  const add = maySend && (
    <Button variant={isEmpty ? 'primary' : 'secondary'} onClick={() => setIsAdding(true)}>
      {t.add}
    </Button>
  );
  return (
    <Panel title={t.steps}>
      {isEmpty ? (
        <EmptyState icon={pageIcons.mail} title={t.empty} message={t.emptyMessage}>
          {add}
          <ButtonLink to={paths.dashboard.href('posts')} variant="secondary">
            {t.writeText}
          </ButtonLink>
        </EmptyState>
      ) : (
        <div className={layout.lines}>
          <ol className={layout.stack}>
            {series.steps.map((step) => (
              <SeriesStep key={step.id} step={step} revision={series.revision} />
            ))}
          </ol>
          {add && <div>{add}</div>}
        </div>
      )}
      {isAdding && <AddStepDialog series={series} onClose={() => setIsAdding(false)} />}
    </Panel>
  );
}
