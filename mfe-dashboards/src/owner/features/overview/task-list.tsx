import { SNOOZED_KINDS, SNOOZES, TASK_SECTIONS, type Task, type TaskSection } from '@site/shared/contracts/admin-tasks.ts';
import { formatAmounts } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, Icon, icons, Link, paths, useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { channelProblemText } from '@site/shared/texts/channel-problem-texts.ts';
import { useEffect, useRef, useState } from 'react';
import { disputeReasons } from '../../../orders/dispute-texts.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { type Snooze, useSnooze, type useTasks } from '../../common/tasks-query.ts';
import css from './task-list.module.css';
import { texts } from './texts.ts';

const sectionPath: Readonly<Record<TaskSection, string>> = {
  orders: paths.dashboard.href('orders'),
  messages: `${paths.dashboard.href('messages')}&state=new`,
  reviews: `${paths.dashboard.href('reviews')}&state=waiting`,
  ebooks: paths.dashboard.href('ebooks'),
  posts: paths.dashboard.href('posts'),
  campaigns: paths.dashboard.href('campaigns'),
  imports: paths.dashboard.href('imports'),
  support: adminPaths.support.href(),
};

function wayTo({ kind, subject, detail }: Task): string {
  switch (kind) {
    case 'stuck_mail':
    case 'payments_unread':
    case 'channel_unread':
    case 'mailbox_unread':
    case 'job_failing':
      return adminPaths.support.href();
    case 'ebook_draft':
    case 'unstamped_book':
    case 'launch_file':
      return adminPaths.ebook.href(subject);
    case 'campaign_stopped':
    case 'campaign_late':
    case 'campaign_unknown':
    case 'campaign_complained':
      return adminPaths.campaign.href(subject);
    case 'post_unpublished':
      return adminPaths.post.href(subject);
    case 'import_refused':
      return `${paths.dashboard.href('imports')}&import=${subject}`;
    case 'message':
      return `${paths.dashboard.href('messages')}&${new URLSearchParams({ q: detail })}#message-${subject}`;
    case 'review':
      return `${paths.dashboard.href('reviews')}&state=waiting#review-${subject}`;
    default:
      return adminPaths.order.href(subject);
  }
}

/** Returns the part of a task that can be snoozed, or null. */
const snoozedOf = ({ kind, subject }: Task): Pick<Snooze, 'kind' | 'subject'> | null => {
  const known = SNOOZED_KINDS.find((one) => one === kind);
  return known ? { kind: known, subject } : null;
};

/** Lists the owner's tasks: the most urgent first, snoozed ones last. */
export function TaskList({ query: { data, isError } }: { query: ReturnType<typeof useTasks> }) {
  const t = useTexts(texts);
  const snooze = useSnooze();
  const [last, setLast] = useState<Snooze | null>(null);
  const undo = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLUListElement>(null);

  // The pressed button disappears with its task, so the focus moves to the undo button. After an undo it moves to the list.
  useEffect(() => {
    if (last) (last.until ? undo : list).current?.focus();
  }, [last]);

  if (!data) return <div role="alert">{isError && <p className={css.unknown}>{t.tasksFailed}</p>}</div>;

  const change = (wish: Snooze) => !snooze.isPending && snooze.mutate(wish, { onSuccess: () => setLast(wish) });
  const waiting = data.tasks.filter(({ snoozedUntil }) => snoozedUntil === null);
  const snoozed = data.tasks.filter(({ snoozedUntil }) => snoozedUntil !== null);
  const all = TASK_SECTIONS.reduce((sum, section) => sum + data.counts[section], 0);
  return (
    <Panel title={t.tasks} isFlush>
      <div role="status">
        {last && (
          <p className={css.done}>
            {last.until ? t.snoozed : t.isBack}
            {last.until && (
              <Button ref={undo} variant="quiet" size="s" onClick={() => change({ ...last, until: null })}>
                {t.undo}
              </Button>
            )}
          </p>
        )}
      </div>
      <ActionFailure error={snooze.error} className={css.unknown} />
      {waiting.length === 0 && (
        <p className={css.fine}>
          <Icon path={icons.check} />
          <span>
            <strong>{t.allFine}</strong> {t.allFineMeaning}
          </span>
        </p>
      )}
      <details open className={css.fold}>
        <summary hidden={waiting.length === 0}>{t.waiting(all)}</summary>
        <ul ref={list} tabIndex={-1} aria-label={t.tasks}>
          {waiting.map((task) => (
            <TaskRow key={`${task.kind} ${task.subject} ${task.since}`} task={task} onSnooze={change} />
          ))}
        </ul>
      </details>
      {all > waiting.length && (
        <p className={css.more}>
          {t.more(all - waiting.length)}
          {TASK_SECTIONS.filter((section) => data.counts[section] > 0).map((section) => (
            <Link key={section} to={sectionPath[section]}>
              {t.sections[section]}
            </Link>
          ))}
        </p>
      )}
      {snoozed.length > 0 && (
        <details className={css.later}>
          <summary>{t.later(snoozed.length)}</summary>
          <ul>
            {snoozed.map((task) => (
              <TaskRow key={`${task.kind} ${task.subject}`} task={task} onSnooze={change} />
            ))}
          </ul>
        </details>
      )}
    </Panel>
  );
}

const toneOf = ({ kind, isLate }: Task) => {
  if (kind === 'dispute' || isLate) return 'danger';
  return SNOOZED_KINDS.some((known) => known === kind) ? undefined : 'warning';
};

function TaskRow({ task, onSnooze }: { task: Task; onSnooze: (wish: Snooze) => void }) {
  const t = useTexts(texts);
  const { money, moment } = useFormats();
  const facts = useFacts();
  const title = t.what[task.kind](task.label);
  const snoozed = snoozedOf(task);
  return (
    <li className={css.task} data-tone={toneOf(task)}>
      <div className={css.about}>
        <p className={css.what}>
          <Link to={wayTo(task)}>{title}</Link>
          {task.amount && <span className={css.amount}>{money(task.amount)}</span>}
          {task.isLate && <Badge tone="danger">{t.late}</Badge>}
        </p>
        <p className={css.why}>{facts(task).join(' · ')}</p>
        {task.snoozedUntil && <p className={css.why}>{t.until(moment(task.snoozedUntil))}</p>}
      </div>
      <div className={css.ways}>
        {task.url && (
          <a href={task.url} target="_blank" rel="noreferrer">
            {t.openStripe}
          </a>
        )}
        {snoozed &&
          (task.snoozedUntil ? (
            <Button variant="quiet" size="s" aria-label={`${t.bringBack}: ${title}`} onClick={() => onSnooze({ ...snoozed, until: null })}>
              {t.bringBack}
            </Button>
          ) : (
            SNOOZES.map((until) => (
              <Button
                key={until}
                variant="quiet"
                size="s"
                aria-label={`${t.snooze[until]}: ${title}`}
                onClick={() => onSnooze({ ...snoozed, until })}
              >
                {t.snooze[until]}
              </Button>
            ))
          ))}
      </div>
    </li>
  );
}

/** Returns a function that lists the facts of a task, including its relevant date. */
function useFacts(): (task: Task) => string[] {
  const t = useTexts(texts);
  const reasons = useTexts(disputeReasons);
  const { day, moment } = useFormats();
  const { locale } = usePreferences();
  const wordsOf = ({ kind, detail, dueBy }: Task): string => {
    switch (kind) {
      case 'dispute':
        return [reasons[detail as keyof typeof reasons], !dueBy && t.unanswerable].filter(Boolean).join(' · ');
      case 'refund_request':
        return detail ? `“${detail}”` : t.noReason;
      case 'paid_twice':
        return t.paidAlsoIn(detail);
      case 'owed_refund':
      case 'amount_differs':
        return t[kind](...formatAmounts(detail, locale));
      case 'campaign_unknown':
        return t.mayLack(Number(detail));
      case 'campaign_complained':
        return t.calledSpam(Number(detail));
      case 'import_refused':
        return t.refusedRows(Number(detail));
      case 'channel_unread':
        return channelProblemText(locale, detail);
      default:
        return Object.hasOwn(t.reasons, detail) ? t.reasons[detail as keyof typeof t.reasons] : detail;
    }
  };
  return (task) =>
    [
      task.dueBy ? t.answerBy(task.kind === 'message' ? day(task.dueBy) : moment(task.dueBy)) : t.since(moment(task.since)),
      wordsOf(task),
    ].filter(Boolean);
}
