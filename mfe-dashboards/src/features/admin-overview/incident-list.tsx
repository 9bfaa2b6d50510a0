import type { Incidents } from '@site/shared/contracts/admin-incidents.ts';
import { toInstant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths.ts';
import { Link, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { channelProblemText } from '@site/shared/texts/channel-problem-texts.ts';
import { Panel } from '../../admin/panel.tsx';
import css from './incident-list.module.css';
import type { useIncidents } from './incidents-query.ts';
import { texts } from './texts.ts';

type Incident = Incidents['incidents'][number];

const OF_ORDERS: ReadonlySet<Incident['kind']> = new Set([
  'undelivered_order',
  'failed_refund',
  'paid_twice',
  'disputed_order',
  'disputes_unread',
]);

const wayTo = ({ kind, subject }: Incident): string =>
  OF_ORDERS.has(kind)
    ? adminPaths.order.href(subject)
    : kind === 'unstamped_book'
      ? adminPaths.ebook.href(subject)
      : adminPaths.support.href();

/** What is wrong now, first of all; nothing where nothing is. */
export function IncidentList({ query: { data, isError } }: { query: ReturnType<typeof useIncidents> }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const incidents = data?.incidents ?? [];
  const wordsOf = ({ kind, detail }: Incident): string => {
    if (kind === 'disputed_order') return t.answerBy(moment(toInstant(detail)));
    if (kind === 'paid_twice') return t.paidAlsoIn(detail);
    if (kind === 'channel_unread') return channelProblemText(locale, detail);
    return Object.hasOwn(t.reasons, detail) ? t.reasons[detail as keyof typeof t.reasons] : detail;
  };
  return (
    <div role="alert" className={css.place}>
      {isError && !data && <p className={css.unknown}>{t.incidentsFailed}</p>}
      {incidents.length > 0 && (
        <Panel title={t.incidents} isFlush>
          <ul>
            {incidents.map((incident) => (
              <li key={`${incident.kind} ${incident.subject}`} className={css.incident}>
                <p className={css.what}>
                  <Link to={wayTo(incident)}>{t.wrong[incident.kind](incident.label)}</Link>
                </p>
                <p className={css.why}>
                  <time dateTime={incident.since}>{t.since(moment(incident.since))}</time>
                  {incident.detail && ` · ${wordsOf(incident)}`}
                </p>
              </li>
            ))}
          </ul>
        </Panel>
      )}
    </div>
  );
}
