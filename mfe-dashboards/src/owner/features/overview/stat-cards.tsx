import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { type Money, toMoney } from '@site/shared/money/money.ts';
import { Link, paths, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import { useMay } from '../../../signed-in/permissions.ts';
import { analyticsFormats } from '../../charts/formats.ts';
import { changeOf } from '../../charts/scale.ts';
import css from './stat-cards.module.css';
import { texts } from './texts.ts';

type Period = keyof Stats['takings'];

/** Returns the amount in one currency; zero if there is none. */
export const amountIn = (amounts: readonly Money[], currency: Currency): Money =>
  amounts.find((amount) => amount.currency === currency) ?? toMoney(0, currency);

/**
 * Shows the number of purchases, users and orders. Each period has its income in the chosen currency, and the change against the previous
 * period.
 */
export function StatCards({ stats, currency }: { stats: Stats; currency: Currency }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { money } = useFormats();
  const { count, change } = analyticsFormats(locale);
  const seesPeople = useMay()('people');
  const takings = (period: Period): ReactNode => {
    const [now, before] = [amountIn(stats.takings[period], currency), amountIn(stats.takingsBefore[period], currency)];
    const changed = changeOf(now.minor, before.minor);
    return (
      <>
        <strong className={css.amount}>{money(now)}</strong>
        {changed !== null && <span>{`${change(changed)} · `}</span>}
        <span>{t.before[period](money(before))}</span>
      </>
    );
  };
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
