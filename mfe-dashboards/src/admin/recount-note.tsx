import type { Recount } from '@site/shared/contracts/admin-analytics.ts';
import { useTexts } from '@site/shared/site/site.ts';
import { Panel } from './panel.tsx';
import css from './recount-note.module.css';
import { recountTexts } from './recount-texts.ts';

/** How often the progress is asked for, in milliseconds. */
export const RECOUNT_EVERY_MS = 2_000;

const cityOf = (zone: string): string => (zone.split('/').at(-1) ?? zone).replaceAll('_', ' ');

/** Says that the numbers are still by the days of another time zone, and how far the new ones are. */
export function RecountNote({ recount }: { recount: Recount | null | undefined }) {
  const t = useTexts(recountTexts);
  if (!recount) return null;
  return (
    <Panel title={t.title}>
      <p>{t.message(cityOf(recount.timeZone))}</p>
      <p className={css.progress}>
        <progress aria-label={t.title} max={100} value={recount.percent} />
        <span>{t.percent(recount.percent)}</span>
      </p>
    </Panel>
  );
}
