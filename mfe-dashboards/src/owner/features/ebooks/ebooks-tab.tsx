import { EBOOK_SORTS, EBOOK_STATES, type ListedEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import {
  Button,
  ButtonLink,
  Icon,
  icons,
  Link,
  paths,
  useFormats,
  usePreferences,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { useState } from 'react';
import { onDevice } from '../../../drafts/draft-storage.ts';
import { keptDraft } from '../../../drafts/use-draft.ts';
import { api } from '../../../signed-in/api.ts';
import layout from '../../../signed-in/layout.module.css';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { useListAddress } from '../../common/list-address.ts';
import { useListPage } from '../../common/list-query.ts';
import { type Column, ListTable, RowName } from '../../common/list-table.tsx';
import { MoreMenu } from '../../common/more-menu.tsx';
import { optionsOf, SearchedList } from '../../common/searched-list.tsx';
import type { BookText } from './book-text.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { EbookStateBadge } from './ebook-state-badge.tsx';
import { LISTS } from './ebooks-queries.ts';
import css from './ebooks-tab.module.css';
import { FolderPage } from './folder-page.tsx';
import { folderTexts } from './folder-texts.ts';
import { NewBookPage } from './new-book-page.tsx';
import { texts } from './texts.ts';
import { NEW_EBOOK } from './use-book-form.ts';
import { useFileView } from './use-file-view.ts';

const addHref = (what: 'book' | 'folder') => `${paths.dashboard.href('ebooks')}&add=${what}`;

/** Shows the shop's books, or the form that the URL names: for one new book, or for a folder of books. */
export function Component() {
  const add = useListAddress().oneOf('add', ['book', 'folder']);
  if (add === 'folder') return <FolderPage />;
  return add === 'book' ? <NewBookPage /> : <Books />;
}

function Books() {
  const t = useTexts(texts);
  const { open: fromFolder } = useTexts(folderTexts);
  const formats = useFormats();
  const { locale } = usePreferences();
  const list = useListAddress();
  const filters = { q: list.value('q') || undefined, state: list.oneOf('state', EBOOK_STATES), sort: list.oneOf('sort', EBOOK_SORTS) };
  const ebooks = useListPage(LISTS, filters, list.page, (query, signal) => api('GET /api/admin/ebooks', { query, signal }));
  const uid = useReaderUid();
  const draft = uid === null ? null : keptDraft<BookText>(onDevice(uid, NEW_EBOOK));
  const pricesOf = ({ listPrices, suggested }: ListedEbook) =>
    CURRENCIES.flatMap((currency) => {
      const minor = listPrices[currency];
      if (minor === null) return [];
      const price = formats.cost(toMoney(minor, currency));
      return [suggested[currency] === null ? price : t.from(price)];
    });
  const columns: Column<ListedEbook>[] = [
    {
      id: 'title',
      header: t.title,
      cell: (ebook) => (
        <RowName
          picture={
            <span className={css.cover}>
              <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="3rem" loading="lazy" />
            </span>
          }
          notes={[ebook.pages !== null && t.pageCount(ebook.pages), formats.day(ebook.createdAt)].filter(Boolean).join(' · ')}
        >
          <Link to={adminPaths.ebook.href(ebook.id)} lang={ebook.language}>
            {ebook.title}
          </Link>
        </RowName>
      ),
    },
    {
      id: 'state',
      header: t.state,
      cell: (ebook) => (
        <>
          <EbookStateBadge ebook={ebook} />
          {ebook.launch && ebook.launch.waiting > 0 && <p className={layout.soft}>{t.waiting(ebook.launch.waiting)}</p>}
        </>
      ),
    },
    {
      id: 'prices',
      header: t.prices,
      cell: (ebook) => {
        const prices = pricesOf(ebook);
        return prices.length > 0 ? (
          <ul className={css.prices}>
            {prices.map((price) => (
              <li key={price}>{price}</li>
            ))}
          </ul>
        ) : (
          t.noPrice
        );
      },
    },
    { id: 'sold', header: t.sold, isNumber: true, cell: ({ sold }) => sold.toLocaleString(locale) },
    { id: 'actions', header: t.actions, cell: (ebook) => <Actions ebook={ebook} /> },
  ];
  return (
    <SearchedList
      icon={icons.book}
      texts={{ ...t, title: t.ebooks, failed: t.listFailed, empty: t.none, emptyMessage: t.noneMessage }}
      list={list}
      choices={[{ name: 'state', label: t.filter, all: t.all, options: optionsOf(EBOOK_STATES, t.filters) }]}
      sorts={optionsOf(EBOOK_SORTS, t.sorts)}
      query={ebooks}
      rowsOf={(page) => page.ebooks}
      actions={
        <>
          <ButtonLink to={addHref('folder')} variant="secondary">
            {fromFolder}
          </ButtonLink>
          {draft && (
            <ButtonLink to={addHref('book')} variant="quiet">
              {t.continueDraft(draft.body.title)}
            </ButtonLink>
          )}
        </>
      }
      primary={
        <ButtonLink to={addHref('book')}>
          <Icon path={icons.plus} />
          <span>{t.upload}</span>
        </ButtonLink>
      }
    >
      {(page) => <ListTable caption={t.ebooks} columns={columns} rows={page.ebooks} rowKey={({ id }) => id} />}
    </SearchedList>
  );
}

function Actions({ ebook }: { ebook: ListedEbook }) {
  const t = useTexts(texts);
  const view = useFileView();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <div className={layout.row}>
      {ebook.state === 'published' && (
        <Link to={paths.ebook.href(ebook.id)}>
          {t.view}
          <VisuallyHidden>{t.ofBook(ebook.title)}</VisuallyHidden>
        </Link>
      )}
      <MoreMenu of={ebook.title}>
        {ebook.hasFile && (
          <Button size="s" variant="quiet" isPending={view.isPending} onClick={() => view.mutate({ id: ebook.id })}>
            {t.openPdf}
          </Button>
        )}
        <Button size="s" variant="quiet" onClick={() => setIsAsking(true)}>
          {t.delete}
        </Button>
        <DeleteDialog ebook={ebook} isOpen={isAsking} onClose={() => setIsAsking(false)} />
      </MoreMenu>
    </div>
  );
}
