import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { Button, Skeleton, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { useTasks } from '../../common/tasks-query.ts';
import { SetupPanel } from '../../setup/setup-panel.tsx';
import { useSetup } from '../../setup/setup-query.ts';
import css from './overview-tab.module.css';
import { RecentChanges } from './recent-changes.tsx';
import { StatCards } from './stat-cards.tsx';
import { useStats } from './stats-query.ts';
import { TaskList } from './task-list.tsx';
import { texts } from './texts.ts';
import { TopProducts } from './top-products.tsx';

const ROWS = 10;
const CARDS = ['today', 'week', 'month', 'users', 'completed'] as const;

/** What needs attention, and how the shop is doing for whose role that is. */
export function Component() {
  return useMay()('numbers') ? <Shop /> : <Attention />;
}

function Attention() {
  const t = useTexts(texts);
  return (
    <>
      <PageHeading title={t.title} />
      <TaskList query={useTasks()} />
    </>
  );
}

/** Numbers are real or absent, never zero because a call failed. */
function Shop() {
  const t = useTexts(texts);
  const { day } = useFormats();
  const stats = useStats();
  const tasks = useTasks();
  const setup = useSetup();
  // What needs the owner stands first: numbers that came before it would have to make room. They do not wait while it is asked for again.
  const isPending = stats.isPending || [tasks, setup].some((query) => query.isFetching && query.isPending && query.failureCount === 0);
  const refresh = (
    <Button
      variant="secondary"
      size="s"
      disabled={isPending}
      isPending={stats.isFetching && !stats.isPending}
      pendingText={t.refreshing}
      onClick={() => void stats.refetch()}
    >
      {t.refresh}
    </Button>
  );
  return (
    <>
      <PageHeading
        title={t.title}
        hint={(stats.data || stats.isPending) && t.hint(day(toInstant(new Date(stats.dataUpdatedAt || Date.now()))))}
        actions={(stats.data || stats.isPending) && refresh}
      />
      {!isPending && (
        <div className={css.tasks}>
          {setup.data && <SetupPanel setup={setup.data} isPassing />}
          <TaskList query={tasks} />
        </div>
      )}
      {isPending && <Places />}
      {!isPending && !stats.data && <LoadFailure title={t.failed} query={stats} />}
      <div role="alert">{stats.data && stats.isError && <p className={css.stale}>{t.refreshFailed}</p>}</div>
      {!isPending && stats.data && <Numbers stats={stats.data} />}
    </>
  );
}

function Numbers({ stats }: { stats: Stats }) {
  return (
    <div className={layout.parts}>
      <StatCards stats={stats} />
      <div className={css.columns}>
        <TopProducts products={stats.topProducts} />
        {stats.recentChanges && <RecentChanges changes={stats.recentChanges} />}
      </div>
    </div>
  );
}

function Places() {
  const t = useTexts(texts);
  const may = useMay();
  return (
    <>
      <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
      <div className={layout.parts} aria-hidden="true">
        <div className={css.places}>
          {CARDS.map((card) => (
            <Skeleton key={card} shape="block" />
          ))}
        </div>
        <div className={css.columns}>
          <Panel title={t.topProducts}>
            <Skeleton lines={ROWS} />
          </Panel>
          {may('site') && (
            <Panel title={t.changes}>
              <Skeleton lines={ROWS} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
