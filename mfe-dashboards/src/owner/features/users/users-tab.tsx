import type { User } from '@site/shared/contracts/admin-users.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { icons, Link, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { api } from '../../../signed-in/api.ts';
import { CopyEmail } from '../../../signed-in/copy-email.tsx';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { ListSheet } from '../../common/list-sheet.tsx';
import { PageHeading } from '../../common/page-heading.tsx';
import { Avatar } from './avatar.tsx';
import { texts } from './texts.ts';
import css from './users-tab.module.css';

/** Everybody who signed in or bought, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const q = list.value('q');
  const users = useListPage('users', { q }, list.page, (query, signal) => api('GET /users', { query, signal }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.users} hint={t.hint} ref={heading} />
      <div className={css.search}>
        <SearchForm
          query={q}
          hrefOf={(words) => list.hrefOf({ q: words })}
          action={paths.dashboard.pattern}
          hidden={{ tab: 'users' }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
      </div>
      <ListSheet list={list} query={users} filters={['q']} rowsOf={(page) => page.users} texts={t} icon={icons.user} heading={heading}>
        {(page) => <UsersTable users={page.users} />}
      </ListSheet>
    </>
  );
}

function UsersTable({ users }: { users: readonly User[] }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const date = (at: Instant | null) => (at ? <time dateTime={at}>{day(at)}</time> : <span className={css.soft}>{t.never}</span>);
  const columns: Column<User>[] = [
    {
      id: 'user',
      header: t.user,
      cell: (user) => (
        <span className={css.user}>
          <Avatar user={user} />
          <span className={css.who}>
            <Link to={adminPaths.personBehind.href('user', user.uid)} className={css.name}>
              {user.displayName ?? t.seePerson}
              {!user.displayName && <VisuallyHidden> {user.email}</VisuallyHidden>}
            </Link>
            <CopyEmail email={user.email} />
          </span>
        </span>
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
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={users} rowKey={(user) => user.uid} />
    </div>
  );
}
