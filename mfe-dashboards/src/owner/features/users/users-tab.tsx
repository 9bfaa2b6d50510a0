import { USER_SORTS } from '@site/shared/contracts/admin-users.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { icons, Link, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { api } from '../../../signed-in/api.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { ListTable, RowName } from '../../common/list-table.tsx';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { Avatar } from './avatar.tsx';
import { texts } from './texts.ts';

/** Lists everybody who signed in or bought, 20 per page. */
export function Component() {
  const t = useTexts(texts);
  const { day } = useFormats();
  const list = useListAddress();
  const filters = { q: list.value('q'), sort: list.oneOf('sort', USER_SORTS) };
  const users = useListPage('users', filters, list.page, (query, signal) => api('GET /users', { query, signal }));
  const date = (at: Instant | null) => (at ? <time dateTime={at}>{day(at)}</time> : t.never);
  return (
    <SearchedList
      icon={icons.user}
      beginsAt={paths.shop.href()}
      texts={t}
      list={list}
      sorts={optionsOf(USER_SORTS, t.sorts)}
      query={users}
      rowsOf={(page) => page.users}
    >
      {(page) => (
        <ListTable
          caption={t.title}
          rows={page.users}
          rowKey={({ uid }) => uid}
          columns={[
            {
              id: 'user',
              header: t.user,
              cell: (user) => (
                <RowName picture={<Avatar user={user} />} notes={<CopyEmail email={user.email} />}>
                  <Link to={adminPaths.personBehind.href('user', user.uid)}>
                    {user.displayName ?? t.seePerson}
                    {!user.displayName && <VisuallyHidden> {user.email}</VisuallyHidden>}
                  </Link>
                </RowName>
              ),
            },
            { id: 'since', header: t.since, cell: (user) => date(user.createdAt) },
            { id: 'first', header: t.firstPurchase, cell: (user) => date(user.firstPurchaseAt) },
            { id: 'last', header: t.lastPurchase, cell: (user) => date(user.lastPurchaseAt) },
            {
              id: 'orders',
              header: t.orders,
              isNumber: true,
              cell: (user) =>
                user.orders > 0 ? (
                  <Link to={`${paths.dashboard.href('orders')}&${new URLSearchParams({ q: user.email })}`}>
                    {user.orders}
                    <VisuallyHidden>, {t.ordersOf(user.displayName ?? user.email)}</VisuallyHidden>
                  </Link>
                ) : (
                  0
                ),
            },
          ]}
        />
      )}
    </SearchedList>
  );
}
