import { ALERT_KINDS } from '@site/shared/contracts/admin-tasks.ts';
import { formatMoment, toInstant } from '@site/shared/dates/dates.ts';
import { formatAmounts } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { channelProblemText } from '@site/shared/texts/channel-problem-texts.ts';
import * as v from 'valibot';
import { alertTexts } from './alert-texts.ts';
import { emailKind } from './email-kind.ts';

const AlertSchema = v.object({
  kind: v.picklist(ALERT_KINDS),
  event: v.picklist(['began', 'lasts', 'over']),
  /** The number of all affected items. `items` has at most 20 of them. */
  count: v.number(),
  began_at: v.string(),
  items: v.array(v.object({ subject: v.string(), label: v.string(), detail: v.nullable(v.string()) })),
});

const ABOUT_ORDERS: ReadonlySet<string> = new Set([
  'undelivered_order',
  'failed_refund',
  'paid_twice',
  'owed_refund',
  'amount_differs',
  'overdue_payment',
  'ledger_fault',
  'disputes_unread',
]);
const ABOUT_CAMPAIGNS: ReadonlySet<string> = new Set(['campaign_stopped', 'campaign_late', 'campaign_unknown']);
const TOLD_ONCE: ReadonlySet<string> = new Set(['failed_refund', 'paid_twice', ...ABOUT_CAMPAIGNS]);
/** Maximum number of orders or issues with their own button. */
const BUTTONS = 3;

/** Tells the owner that a problem began, lasts, or is over. */
export const ownerAlert = emailKind(AlertSchema, ({ kind, event, count, began_at, items }, { locale }, site) => {
  const t = alertTexts[locale];
  const subject = t.subjects[kind];
  const aboutOrders = ABOUT_ORDERS.has(kind);
  const aboutCampaigns = ABOUT_CAMPAIGNS.has(kind);
  const isOver = event === 'over';
  const reasonOf = (detail: string | null) =>
    kind === 'paid_twice'
      ? t.paidAlsoIn(detail ?? '')
      : kind === 'owed_refund' || kind === 'amount_differs'
        ? t[kind](...formatAmounts(detail ?? '', locale))
        : kind === 'campaign_unknown'
          ? t.mayLack(Number(detail))
          : detail !== null && Object.hasOwn(t.details, detail)
            ? t.details[detail as keyof typeof t.details]
            : (detail ?? '');
  const reason = items[0]?.detail;
  return {
    subject: event === 'began' ? subject : t[event](subject),
    content: {
      heading: event === 'began' ? subject : t[event](subject),
      paragraphs: isOver ? [t.isOver] : TOLD_ONCE.has(kind) ? [t.what[kind]] : [t.what[kind], t.again],
      rows: [
        [t.since, formatMoment(toInstant(began_at), locale, site.SITE_TIME_ZONE)],
        ...(aboutOrders
          ? items.map(({ label, detail }) => [t.order(label), reasonOf(detail)] as const)
          : aboutCampaigns || kind === 'job_failing'
            ? items.map(({ label, detail }) => [label, reasonOf(detail)] as const)
            : reason
              ? [[t.reason, kind === 'channel_unread' ? channelProblemText(locale, reason) : reason] as const]
              : []),
        ...(count > items.length ? [[t.more, String(count - items.length)] as const] : []),
      ],
      actions: isOver
        ? []
        : [
            ...(aboutOrders ? items.slice(0, BUTTONS) : []).map(({ label, subject: id }) => ({
              label: t.openOrder(label),
              url: `${site.SITE_URL}${adminPaths.order.href(id)}`,
            })),
            ...(aboutCampaigns ? items.slice(0, BUTTONS) : []).map(({ label, subject: id }) => ({
              label: t.openCampaign(label),
              url: `${site.SITE_URL}${adminPaths.campaign.href(id)}`,
            })),
            { label: t.openSupport, url: `${site.SITE_URL}${adminPaths.support.href()}` },
          ],
      footer: t.footer(site.SITE_URL),
    },
  };
});
