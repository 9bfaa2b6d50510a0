import type { Stats } from '@site/shared/contracts/admin-stats.ts';
import { toAdminChange } from '../../platform/admin-changes.ts';
import type { Caller } from '../../platform/auth.ts';
import type { Deps } from '../../platform/deps.ts';
import { coverOf } from '../ebooks/ebooks.view.ts';
import { amountsOf, balancesOf } from './amounts.ts';
import * as repository from './stats.repository.ts';

/** The numbers of the overview; `day`, `week` and `month` are when each began, in Unix seconds. */
export async function getStats(
  { data }: Pick<Deps, 'data'>,
  { permissions }: Pick<Caller, 'permissions'>,
  since: { day: number; week: number; month: number },
): Promise<Stats> {
  const { today, week, month, ...rest } = await repository.getStats(data, since);
  return {
    today: today.orders,
    week: week.orders,
    month: month.orders,
    completedOrders: rest.completed,
    users: { total: rest.users, newThisWeek: rest.new_users },
    takings: { today: amountsOf(today.amounts), week: amountsOf(week.amounts), month: amountsOf(month.amounts) },
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
    // Without the texts themselves, which can be long.
    recentChanges: permissions.includes('site')
      ? rest.changes.map((change) => {
          const { before: _, after: __, ...named } = toAdminChange(change);
          return named;
        })
      : null,
  };
}
