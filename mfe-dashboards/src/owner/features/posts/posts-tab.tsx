import { POST_STATES } from '@site/shared/contracts/post-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, Icon, icons, Link, toast, useFormats, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useMutation } from '@tanstack/react-query';
import { api } from '../../../signed-in/api.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { ListTable } from '../../common/list-table.tsx';
import { useRecords } from '../../common/records.ts';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import { PostStateBadge } from './post-state-badge.tsx';
import { LISTS, postRecords } from './posts-queries.ts';
import { texts } from './texts.ts';

/** Lists all posts, most recently edited first, 20 per page. */
export function Component() {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const list = useListAddress();
  const filters = { q: list.value('q') || undefined, state: list.oneOf('state', POST_STATES) };
  const posts = useListPage(LISTS, filters, list.page, (query, signal) => api('GET /api/admin/posts', { query, signal }));
  return (
    <SearchedList
      icon={pageIcons.pages}
      texts={t}
      list={list}
      choices={[{ name: 'state', label: t.state, all: t.all, options: optionsOf(POST_STATES, t.filters) }]}
      query={posts}
      rowsOf={(page) => page.posts}
      primary={<NewPost />}
    >
      {(page) => (
        <ListTable
          caption={t.title}
          rows={page.posts}
          rowKey={({ id }) => id}
          columns={[
            { id: 'text', header: t.text, cell: ({ id, title }) => <Link to={adminPaths.post.href(id)}>{title || t.untitled}</Link> },
            { id: 'kind', header: t.kind, cell: ({ kind }) => t.kinds[kind] },
            { id: 'edited', header: t.edited, cell: ({ editedAt }) => <time dateTime={editedAt}>{moment(editedAt)}</time> },
            { id: 'state', header: t.state, cell: (post) => <PostStateBadge post={post} /> },
          ]}
        />
      )}
    </SearchedList>
  );
}

function NewPost() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const { changed } = useRecords(postRecords);
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
      <Icon path={icons.plus} />
      {t.create}
    </Button>
  );
}
