import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { Amounts, balancesOf } from '../../common/amounts.tsx';
import css from './more-numbers.module.css';
import { texts } from './texts.ts';

const PERIODS = ['today', 'week', 'month'] as const;

/** Shows income, refunds, disputes and fees of each period in every currency, folded until the owner opens it. */
export function MoreNumbers({ stats }: { stats: Stats }) {
  const t = useTexts(texts);
  return (
    <details className={css.more}>
      <summary>{t.moreNumbers}</summary>
      <div className={css.content}>
        {PERIODS.map((period) => {
          const { takings, refunds, disputes, fees } = stats;
          const lines = [
            [t.takings, takings[period]],
            [t.refunded, refunds[period]],
            [t.disputes, disputes[period]],
            [t.fees, fees[period]],
            [t.kept, balancesOf(takings[period], refunds[period], disputes[period], fees[period])],
          ] as const;
          return (
            <section key={period}>
              <h3 className={css.title}>{t[period]}</h3>
              <dl className={css.sums}>
                {lines.map(([name, amounts]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{amounts.length > 0 ? <Amounts amounts={amounts} /> : '–'}</dd>
                  </div>
                ))}
              </dl>
            </section>
          );
        })}
      </div>
    </details>
  );
}
