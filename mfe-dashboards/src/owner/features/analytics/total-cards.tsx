import type { Analytics } from '@site/shared/contracts/admin-analytics.ts';
import type { Balance } from '@site/shared/contracts/balances.ts';
import type { Currency } from '@site/shared/money/currencies.ts';
import { useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import type { AnalyticsFormats } from '../../charts/formats.ts';
import { changeOf } from '../../charts/scale.ts';
import { balancesOf, useBalance } from '../../common/amounts.tsx';
import { texts } from './texts.ts';
import css from './total-cards.module.css';

/** A total with its value in the comparison period. */
type Line = {
  readonly key: string;
  readonly value: string;
  readonly before?: { readonly value: string; readonly change: number | null } | null;
};

type TotalCardsProps = { readonly analytics: Analytics; readonly formats: AnalyticsFormats; readonly currency: Currency };

/** Shows the totals of a period, with amounts in one currency. Amounts of different currencies are never added up. */
export function TotalCards({ analytics, formats, currency }: TotalCardsProps) {
  const t = useTexts(texts);
  const text = useBalance();
  const { totals, comparisonTotals: before, subscribers, ordersWithoutFee } = analytics;
  const { count, share } = formats;

  const counted = (now: number, then: number | undefined): Line[] => [
    { key: 'count', value: count(now), before: then === undefined ? null : { value: count(then), change: changeOf(now, then) } },
  ];
  const minorOf = (amounts: readonly Balance[]) => amounts.find((amount) => amount.currency === currency)?.minor ?? 0;
  const amounts = (now: readonly Balance[], then: readonly Balance[] | null | undefined): Line[] => {
    const [value, earlier] = [minorOf(now), minorOf(then ?? [])];
    const before = then ? { value: text({ minor: earlier, currency }), change: changeOf(value, earlier) } : null;
    return [{ key: currency, value: text({ minor: value, currency }), before }];
  };
  const conversion = ({ checkouts, paidCheckouts }: Analytics['totals']) => (checkouts === 0 ? null : paidCheckouts / checkouts);
  const [converted, convertedBefore] = [conversion(totals), before && conversion(before)];

  const cards: readonly { title: string; lines: readonly Line[]; note?: string }[] = [
    { title: t.revenue, lines: amounts(totals.revenue, before?.revenue) },
    { title: t.orders, lines: counted(totals.orders, before?.orders) },
    { title: t.refunds, lines: amounts(totals.refunds, before?.refunds) },
    {
      title: t.net,
      lines: amounts(
        balancesOf(totals.revenue, totals.refunds, totals.fees, totals.disputes),
        before && balancesOf(before.revenue, before.refunds, before.fees, before.disputes),
      ),
      note: t.netNote({
        disputes: totals.disputes.map(text).join(' + '),
        fees: totals.fees.map(text).join(' + '),
        known: count(totals.ordersWithFee),
        orders: count(totals.orders),
        unread: ordersWithoutFee ? count(ordersWithoutFee) : '',
      }),
    },
    {
      title: t.conversion,
      lines: [
        {
          key: 'share',
          value: converted === null ? '–' : share(converted),
          before: typeof convertedBefore === 'number' ? { value: share(convertedBefore), change: null } : null,
        },
      ],
      note: t.conversionNote(count(totals.paidCheckouts), count(totals.checkouts)),
    },
    {
      title: t.newsletter,
      lines: [{ key: 'subscribers', value: count(subscribers) }],
      note: t.newsletterNote(totals.subscribed, totals.unsubscribed, count),
    },
  ];
  return (
    <ul className={css.cards} aria-label={t.totals}>
      {cards.map(({ title, lines, note }) => (
        <li key={title} className={css.card}>
          <h2 className={css.title}>{title}</h2>
          {lines.length === 0 && <p className={layout.soft}>{t.nothing}</p>}
          {lines.map((line) => (
            <div key={line.key}>
              <p className={css.value} data-many={lines.length > 1 || undefined}>
                {line.value}
              </p>
              {line.before && (
                <p className={layout.soft}>
                  {line.before.change !== null && <span className={css.change}>{formats.change(line.before.change)}</span>}
                  <VisuallyHidden>{t.before}: </VisuallyHidden>
                  {t.was(line.before.value)}
                </p>
              )}
            </div>
          ))}
          {note && <p className={layout.soft}>{note}</p>}
        </li>
      ))}
    </ul>
  );
}
