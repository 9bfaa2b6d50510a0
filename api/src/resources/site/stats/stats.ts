import { DaySchema } from '@site/shared/contracts/admin-lists.ts';
import { statsCalls } from '@site/shared/contracts/admin-stats.ts';
import * as v from 'valibot';
import { AuditEntryRowSchema, toAuditEntry } from '../../../platform/audit-log.ts';
import { handle } from '../../../platform/handle.ts';
import { coverOf } from '../../shop/ebooks/ebooks.view.ts';
import { amountsOf, balancesOf } from './amounts.ts';
import { AmountsRowSchema, TopBookRowSchema } from './top-book-row.ts';

const PeriodSchema = v.object({
  orders: v.number(),
  amounts: AmountsRowSchema,
  before: AmountsRowSchema,
  refunds: AmountsRowSchema,
  fees: AmountsRowSchema,
  disputes: AmountsRowSchema,
});
const StatsRowSchema = v.object({
  today: PeriodSchema,
  week: PeriodSchema,
  month: PeriodSchema,
  completed: v.number(),
  users: v.number(),
  new_users: v.number(),
  curve: v.array(v.object({ day: DaySchema, amounts: AmountsRowSchema })),
  top: v.array(TopBookRowSchema),
  audit_entries: v.array(AuditEntryRowSchema),
});

const momentOf = (unixSeconds: number): string => new Date(unixSeconds * 1_000).toISOString();

/** The figures of the dashboard's overview. */
export const statsHandlers = handle(statsCalls, {
  'GET /api/stats': async ({ sql, caller: { permissions }, query }) => {
    const since = { day: momentOf(query.dayStart), week: momentOf(query.weekStart), month: momentOf(query.monthStart) };
    const { today, week, month, ...rest } = v.parse(StatsRowSchema, await sql.getStats(since));
    return {
      today: today.orders,
      week: week.orders,
      month: month.orders,
      completedOrders: rest.completed,
      users: { total: rest.users, newThisWeek: rest.new_users },
      takings: { today: amountsOf(today.amounts), week: amountsOf(week.amounts), month: amountsOf(month.amounts) },
      takingsBefore: { today: amountsOf(today.before), week: amountsOf(week.before), month: amountsOf(month.before) },
      curve: rest.curve.map(({ day, amounts }) => ({ day, takings: amountsOf(amounts) })),
      refunds: { today: balancesOf(today.refunds), week: balancesOf(week.refunds), month: balancesOf(month.refunds) },
      fees: { today: amountsOf(today.fees), week: amountsOf(week.fees), month: amountsOf(month.fees) },
      disputes: { today: balancesOf(today.disputes), week: balancesOf(week.disputes), month: balancesOf(month.disputes) },
      topProducts: rest.top.map((book) => ({
        ebookId: book.ebook_id,
        title: book.title,
        cover: coverOf(book),
        units: book.units,
        takings: amountsOf(book.amounts),
      })),
      // The values of a change are left out, because texts can be long.
      recentEntries: permissions.includes('site')
        ? rest.audit_entries.map((entry) => {
            const { before: _, after: __, ...named } = toAuditEntry(entry);
            return named;
          })
        : null,
    };
  },
});
