import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { Button, Skeleton, useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useOwnQuery } from '../../../signed-in/own-query.ts';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { analyticsFormats } from '../../charts/formats.ts';
import { SeriesChart } from '../../charts/series-chart.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { useTasks } from '../../common/tasks-query.ts';
import { useShownCurrency } from '../../common/use-shown-currency.tsx';
import { SetupPanel } from '../../setup/setup-panel.tsx';
import { useSetup } from '../../setup/setup-query.ts';
import { LastOrders } from './last-orders.tsx';
import { MoreNumbers } from './more-numbers.tsx';
import css from './overview-tab.module.css';
import { periodStarts } from './period-starts.ts';
import { RecentEntries } from './recent-entries.tsx';
import { amountIn, StatCards } from './stat-cards.tsx';
import { TaskList } from './task-list.tsx';
import { texts } from './texts.ts';
import { TopProducts } from './top-products.tsx';

const ROWS = 10;
const CARDS = ['today', 'week', 'month', 'users', 'completed'] as const;

/** Shows the tasks, and the shop's numbers for roles that may see them. */
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

/** Shows the shop's numbers. If a call fails, shows the failure and never zeros. */
function Shop() {
  const t = useTexts(texts);
  const { day } = useFormats();
  const { timeZone } = usePreferences();
  const stats = useOwnQuery(['stats'], (signal) => api('GET /api/stats', { query: periodStarts(new Date(), timeZone), signal }));
  const { currency, choice } = useShownCurrency(stats.data ? amountsOf(stats.data) : []);
  const tasks = useTasks();
  const setup = useSetup();
  // Tasks come first: numbers shown before them would move down. Numbers do not wait while tasks are merely reloaded.
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
        actions={
          (stats.data || stats.isPending) && (
            <div className={css.actions}>
              {choice}
              {refresh}
            </div>
          )
        }
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
      {!isPending && stats.data && <Numbers stats={stats.data} currency={currency} />}
    </>
  );
}

function Numbers({ stats, currency }: { stats: Stats; currency: Currency }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { money } = useFormats();
  const { day, shortPoint } = analyticsFormats(locale);
  const may = useMay();
  return (
    <div className={layout.parts}>
      <StatCards stats={stats} currency={currency} />
      {/* Before the first order the chart and the lists would be empty, so they are left out. */}
      {stats.completedOrders > 0 && (
        <>
          <div className={css.columns}>
            <Panel title={t.sales}>
              <SeriesChart
                title={t.curve(currency)}
                points={stats.curve.map((point) => ({
                  label: day(point.day),
                  shortLabel: shortPoint({ from: point.day }, 'day'),
                  value: amountIn(point.takings, currency).minor,
                  before: null,
                }))}
                format={(minor) => money(toMoney(minor, currency))}
              />
            </Panel>
            {may('people') && <LastOrders />}
          </div>
          <div className={css.columns}>
            <TopProducts products={stats.topProducts} currency={currency} />
            {stats.recentEntries && <RecentEntries entries={stats.recentEntries} />}
          </div>
        </>
      )}
      <MoreNumbers stats={stats} />
    </div>
  );
}

const amountsOf = ({ takings, takingsBefore, curve }: Stats) => [
  ...Object.values(takings).flat(),
  ...Object.values(takingsBefore).flat(),
  ...curve.flatMap((point) => point.takings),
];

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
          <Panel title={t.sales}>
            <Skeleton lines={ROWS} />
          </Panel>
          {may('people') && (
            <Panel title={t.lastOrders}>
              <Skeleton lines={ROWS} />
            </Panel>
          )}
        </div>
      </div>
    </>
  );
}
