import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { usePreferences, useTexts } from '@site/shared/site/site.ts';
import type { ReactNode } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { Amounts } from '../../common/amounts.tsx';
import { handedOf } from './campaign-counts.ts';
import css from './campaigns.module.css';
import { texts } from './texts.ts';

/** Counts that the page shows only if they are above zero. */
const RARE = ['refused', 'left', 'unknown'] as const;

/** Shows the delivery of a newsletter issue, and the visits and sales that followed. */
export function CampaignNumbers({ campaign: { counts, brought } }: { campaign: AdminCampaign }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { handed, delivered } = handedOf(counts);
  const share = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 1 });
  const number = (value: number) => value.toLocaleString(locale);
  const part = (value: number) => (value > 0 && value < handed ? `${number(value)} (${share.format(value / handed)})` : number(value));
  const rows: (readonly [string, ReactNode])[] = [[t.handed, number(handed)]];
  if (counts.waiting > 0) rows.push([t.counts.waiting, number(counts.waiting)]);
  rows.push([t.delivered, part(delivered)], [t.counts.bounced, part(counts.bounced)], [t.counts.complained, part(counts.complained)]);
  if (brought.unsubscribed !== null) rows.push([t.unsubscribed, part(brought.unsubscribed)]);
  rows.push(...RARE.filter((name) => counts[name] > 0).map((name) => [t.counts[name], number(counts[name])] as const));
  if (brought.visits !== null) rows.push([t.visits, number(brought.visits)]);
  if (brought.orders !== null) rows.push([t.orders, number(brought.orders)]);
  if (brought.revenue.length > 0) rows.push([t.revenue, <Amounts key="revenue" amounts={brought.revenue} />]);
  return (
    <Panel title={t.numbers}>
      <dl className={css.numbers}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={layout.hint}>{t.numbersHint}</p>
    </Panel>
  );
}
