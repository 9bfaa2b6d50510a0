import type { Troubles } from '@site/shared/contracts/admin-troubles.ts';
import { instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths.ts';
import { Link, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { channelProblemText } from '@site/shared/texts/channel-problem-texts.ts';
import { Panel } from '../../admin/panel.tsx';
import { texts } from './texts.ts';
import css from './trouble-list.module.css';
import type { useTroubles } from './troubles-query.ts';

type Trouble = Troubles['troubles'][number];

const OF_ORDERS: ReadonlySet<Trouble['kind']> = new Set([
  'undelivered_order',
  'failed_refund',
  'paid_twice',
  'disputed_order',
  'disputes_unread',
]);

const wayTo = ({ kind, subject }: Trouble): string =>
  OF_ORDERS.has(kind)
    ? adminPaths.order.href(subject)
    : kind === 'unstamped_book'
      ? adminPaths.ebook.href(subject)
      : adminPaths.support.href();

/** What is wrong now, first of all; nothing where nothing is. */
export function TroubleList({ query: { data, isError } }: { query: ReturnType<typeof useTroubles> }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const troubles = data?.troubles ?? [];
  const wordsOf = ({ kind, detail }: Trouble): string => {
    if (kind === 'disputed_order') return t.answerBy(moment(instant(detail)));
    if (kind === 'paid_twice') return t.paidAlsoIn(detail);
    if (kind === 'channel_unread') return channelProblemText(locale, detail);
    return Object.hasOwn(t.reasons, detail) ? t.reasons[detail as keyof typeof t.reasons] : detail;
  };
  return (
    <div role="alert" className={css.place}>
      {isError && !data && <p className={css.unknown}>{t.troublesFailed}</p>}
      {troubles.length > 0 && (
        <Panel title={t.troubles} isFlush>
          <ul>
            {troubles.map((trouble) => (
              <li key={`${trouble.kind} ${trouble.subject}`} className={css.trouble}>
                <p className={css.what}>
                  <Link to={wayTo(trouble)}>{t.wrong[trouble.kind](trouble.label)}</Link>
                </p>
                <p className={css.why}>
                  <time dateTime={trouble.since}>{t.since(moment(trouble.since))}</time>
                  {trouble.detail && ` · ${wordsOf(trouble)}`}
                </p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
