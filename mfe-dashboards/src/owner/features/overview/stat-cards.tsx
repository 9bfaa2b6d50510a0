import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import type { Balance } from '@site/shared/contracts/balances.ts';
import type { Money } from '@site/shared/money/money.ts';
import { Link, paths, usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { useMay } from '../../../signed-in/permissions.ts';
import { Amounts, balancesOf } from '../../common/amounts.tsx';
import css from './stat-cards.module.css';
import { texts } from './texts.ts';

type TakingsProps = {
  readonly paid: readonly Money[];
  readonly refunded: readonly Balance[];
  readonly disputes: readonly Balance[];
  readonly fees: readonly Money[];
};

/** What came in; and when something was paid back, taken by a dispute or kept by the payment provider in the same period, that and what is left. */
function Takings({ paid, refunded, disputes, fees }: TakingsProps) {
  const t = useTexts(texts);
  if (refunded.length + disputes.length + fees.length === 0) return paid.length > 0 ? <Amounts amounts={paid} /> : t.nothingPaid;
  const lines = [
    [t.takings, paid],
    ...(refunded.length > 0 ? [[t.refunded, refunded] as const] : []),
    ...(disputes.length > 0 ? [[t.disputes, disputes] as const] : []),
    ...(fees.length > 0 ? [[t.fees, fees] as const] : []),
    [t.kept, balancesOf(paid, refunded, disputes, fees)],
  ] as const;
  return (
    <dl className={css.sums}>
      {lines.map(([name, amounts]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{amounts.length > 0 ? <Amounts amounts={amounts} /> : '–'}</dd>
        </div>
      ))}
    </dl>
  );
}

export function StatCards({ stats }: { stats: Stats }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const seesPeople = useMay()('people');
  const count = (value: number) => value.toLocaleString(locale);
  const takings = (period: keyof Stats['takings']) => (
    <Takings paid={stats.takings[period]} refunded={stats.refunds[period]} disputes={stats.disputes[period]} fees={stats.fees[period]} />
  );
  const cards: readonly { title: string; value: number; note: ReactNode; tab: string }[] = [
    { title: t.today, value: stats.today, note: takings('today'), tab: 'orders' },
    { title: t.week, value: stats.week, note: takings('week'), tab: 'orders' },
    { title: t.month, value: stats.month, note: takings('month'), tab: 'orders' },
    { title: t.users, value: stats.users.total, note: t.newUsers(stats.users.newThisWeek), tab: 'users' },
    { title: t.completed, value: stats.completedOrders, note: t.sinceBeginning, tab: 'orders' },
  ];
  return (
    <ul className={css.cards} aria-label={t.numbers}>
      {cards.map(({ title, value, note, tab }) => (
        <li key={title} className={css.card}>
          <h2 className={css.title}>
            {seesPeople ? (
              <Link to={paths.dashboard.href(tab)} className={css.link}>
                {title}
              </Link>
            ) : (
              title
            )}
          </h2>
          <p className={css.value}>{count(value)}</p>
          <div className={css.note}>{note}</div>
        </li>
      ))}
    </ul>
  );
}
