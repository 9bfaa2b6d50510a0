import type { ListedAdminPost } from '@site/shared/contracts/admin-posts.ts';
import { POST_STATES } from '@site/shared/contracts/post-rules.ts';
import { adminPaths } from '@site/shared/paths.ts';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { type Column, Table } from '@site/shared/patterns/table.tsx';
import { Button, Icon, Link, paths, Select, toast, useFormats, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { useRef } from 'react';
import { useListAddress } from '../../admin/list-address.ts';
import { ListFilters } from '../../admin/list-filters.tsx';
import { useListPage } from '../../admin/list-query.ts';
import { ListSheet } from '../../admin/list-sheet.tsx';
import { PageHeading } from '../../admin/page-heading.tsx';
import { api } from '../../signed-in/api.ts';
import { PostStateBadge } from './post-state-badge.tsx';
import { LISTS, useChangedPost } from './posts-queries.ts';
import css from './posts-tab.module.css';
import { texts } from './texts.ts';

/** Every text, those that were worked on last first, 20 a page. */
export function Component() {
  const t = useTexts(texts);
  const list = useListAddress();
  const q = list.value('q');
  const state = POST_STATES.find((known) => known === list.value('state'));
  const posts = useListPage(LISTS, { q, state }, list.page, (query, signal) => api('GET /api/admin/posts', { query, signal }));
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <PageHeading title={t.title} hint={t.hint} ref={heading} actions={<NewPost />} />
      <ListFilters>
        <SearchForm
          query={q}
          hrefOf={(words) => list.hrefOf({ q: words })}
          action={paths.dashboard.pattern}
          hidden={{ tab: 'posts', ...(state ? { state } : {}) }}
          label={t.search}
          placeholder={t.searchHint}
          submitText={t.searchNow}
        />
        <Select
          label={t.filter}
          isLabelHidden
          value={state ?? ''}
          onChange={(event) => list.filter({ state: event.target.value })}
          options={[{ value: '', label: t.all }, ...POST_STATES.map((value) => ({ value, label: t.filters[value] }))]}
        />
      </ListFilters>
      <ListSheet list={list} query={posts} filters={['q', 'state']} rowsOf={(page) => page.posts} texts={t} icon="pages" heading={heading}>
        {(page) => <PostsTable posts={page.posts} />}
      </ListSheet>
    </>
  );
}

function NewPost() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const changed = useChangedPost();
  const create = useMutation({
    mutationFn: () => api('POST /api/admin/posts', { body: { kind: 'text' } }),
    onSuccess: (post) => {
      changed(post);
      void navigate(adminPaths.post.href(post.id));
    },
    onError: () => toast.error(t.createFailed),
  });
  return (
    <Button isPending={create.isPending} pendingText={t.creating} onClick={() => create.mutate()}>
      <Icon name="plus" />
      {t.create}
    </Button>
  );
}

function PostsTable({ posts }: { posts: readonly ListedAdminPost[] }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const columns: Column<ListedAdminPost>[] = [
    { id: 'text', header: t.text, cell: ({ id, title }) => <Link to={adminPaths.post.href(id)}>{title || t.untitled}</Link> },
    { id: 'kind', header: t.kind, cell: ({ kind }) => t.kinds[kind] },
    { id: 'edited', header: t.edited, cell: ({ editedAt }) => <time dateTime={editedAt}>{moment(editedAt)}</time> },
    { id: 'state', header: t.filter, cell: (post) => <PostStateBadge post={post} /> },
  ];
  return (
    <div className={css.table}>
      <Table caption={t.caption} columns={columns} rows={posts} rowKey={({ id }) => id} />
    </div>
  );
}
