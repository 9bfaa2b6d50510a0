import type { User } from '@site/shared/contracts/admin-users.ts';
import type { Instant } from '@site/shared/dates/dates.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { ApiError, Button, EmptyState, Link, paths, Skeleton, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { CopyEmail } from '../../admin/copy-email.tsx';
import { useListAddress } from '../../admin/list-address.ts';
import { PageHeading } from '../../admin/page-heading.tsx';
import { Pager } from '../../admin/pager.tsx';
import { Sheet } from '../../admin/sheet.tsx';
import { LoadFailure } from '../../signed-in/load-failure.tsx';
import { Avatar } from './avatar.tsx';
import { texts } from './texts.ts';
import { useUsers } from './users-queries.ts';
import css from './users-tab.module.css';

/** Everybody who signed in or bought, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const q = list.value('q');
  const users = useUsers(q, list.page);
  const heading = useRef<HTMLHeadingElement>(null);

  const showAll = (
    <Button
      variant="secondary"
      onClick={() => {
        list.filter({ q: null });
        heading.current?.focus();
      }}
    >
      {t.showAll}
    </Button>
  );

  function content() {
    if (users.isPending) {
      return (
        <Sheet isPadded>
          <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
          <Skeleton lines={10} />
        </Sheet>
      );
    }
    if (users.error instanceof ApiError && users.error.code === 'invalid_input') {
      return (
        <EmptyState icon="search" title={t.wrongAddress} message={t.wrongAddressMessage}>
          {showAll}
        </EmptyState>
      );
    }
    if (!users.data) {
      return <LoadFailure title={t.failed} error={users.error} onRetry={() => void users.refetch()} isRetrying={users.isFetching} />;
    }
    if (users.data.users.length === 0) {
      return q || list.page.after || list.page.before ? (
        <EmptyState icon="search" title={t.nothingFound} message={t.nothingFoundMessage}>
          {showAll}
        </EmptyState>
      ) : (
        <EmptyState icon="user" title={t.empty} message={t.emptyMessage} />
      );
    }
    return (
      <Sheet isBusy={users.isPlaceholderData}>
        <UsersTable users={users.data.users} />
        <Pager label={t.pages} list={list} cursors={users.data} onTurn={() => heading.current?.focus()} />
      </Sheet>
    );
  }

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
      {content()}
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
            {user.displayName && <span className={css.name}>{user.displayName}</span>}
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
