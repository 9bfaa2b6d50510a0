import { EBOOK_STATES } from '@site/shared/contracts/admin-ebooks.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { SearchForm } from '@site/shared/patterns/search-form.tsx';
import { Button, ButtonLink, EmptyState, Icon, icons, Link, paths, Skeleton, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useRef } from 'react';
import { onDevice } from '../../../drafts/kept.ts';
import { keptDraft } from '../../../drafts/use-draft.ts';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { useListAddress } from '../../common/list-address.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { Pager } from '../../common/pager.tsx';
import { EbookCard } from './ebook-card.tsx';
import { useAllEbooks } from './ebooks-queries.ts';
import css from './ebooks-tab.module.css';
import { FolderPage } from './folder-page.tsx';
import { folderTexts } from './folder-texts.ts';
import { NewBookPage } from './new-book-page.tsx';
import { texts } from './texts.ts';
import { NEW_EBOOK } from './use-book-form.ts';

const PLACES = ['1', '2', '3', '4', '5', '6'];

/** The shop's books, or the page that adds one or those of a folder. */
export function Component() {
  const add = useListAddress().value('add');
  return add === 'folder' ? <FolderPage /> : add === 'book' ? <NewBookPage /> : <Books />;
}

function Books() {
  const t = useTexts(texts);
  const { open: fromFolder } = useTexts(folderTexts);
  const list = useListAddress();
  const q = list.value('q');
  const state = EBOOK_STATES.find((known) => known === list.value('state'));
  const ebooks = useAllEbooks({ q, state, ...list.page });
  const heading = useRef<HTMLHeadingElement>(null);
  const toTop = () => heading.current?.focus();
  const uid = useReaderUid();
  const hasDraft = uid !== null && keptDraft(onDevice(uid, NEW_EBOOK)) !== null;
  const toAdd = `${paths.dashboard.href('ebooks')}&add=book`;

  function content() {
    if (ebooks.isPending) {
      return (
        <>
          <VisuallyHidden role="status">{t.loading}</VisuallyHidden>
          <div className={css.grid} aria-hidden="true">
            {PLACES.map((place) => (
              <div key={place} className={css.place}>
                <Skeleton lines={4} />
              </div>
            ))}
          </div>
        </>
      );
    }
    if (!ebooks.data) {
      return <LoadFailure title={t.listFailed} query={ebooks} />;
    }
    if (ebooks.data.ebooks.length === 0) {
      const isWhole = q === '' && state === undefined && !list.page.after && !list.page.before;
      return (
        <EmptyState title={isWhole ? t.none : t.noneFound} {...(isWhole ? { message: t.noneMessage } : {})}>
          {isWhole ? (
            <ButtonLink to={toAdd}>{t.upload}</ButtonLink>
          ) : (
            <Button variant="secondary" onClick={() => list.filter({ q: null, state: null })}>
              {t.all}
            </Button>
          )}
        </EmptyState>
      );
    }
    return (
      <>
        <ul className={css.grid}>
          {ebooks.data.ebooks.map((ebook) => (
            <li key={ebook.id}>
              <EbookCard ebook={ebook} onDeleted={toTop} />
            </li>
          ))}
        </ul>
        <Pager label={t.pages} list={list} cursors={ebooks.data} onTurn={toTop} />
      </>
    );
  }

  return (
    <>
      <PageHeading
        title={t.ebooks}
        hint={t.hint}
        ref={heading}
        actions={
          <>
            <Link to={`${paths.dashboard.href('ebooks')}&add=folder`}>{fromFolder}</Link>
            {hasDraft && <Badge tone="warning">{t.states.draft}</Badge>}
            <ButtonLink to={toAdd}>
              <Icon path={icons.plus} />
              <span>{t.upload}</span>
            </ButtonLink>
          </>
        }
      />
      <div className={layout.parts}>
        <div className={css.tools}>
          <SearchForm
            query={q}
            hrefOf={(words) => list.hrefOf({ q: words })}
            action={paths.dashboard.pattern}
            hidden={{ tab: 'ebooks', ...(state ? { state } : {}) }}
            label={t.search}
            placeholder={t.search}
            submitText={t.searchSubmit}
          />
          <nav className={css.filters} aria-label={t.filter}>
            {[undefined, ...EBOOK_STATES].map((value) => (
              <Link
                key={value ?? 'all'}
                className={css.filter}
                to={list.hrefOf({ state: value ?? null })}
                preventScrollReset
                aria-current={value === state ? 'page' : undefined}
              >
                {value ? t.filters[value] : t.all}
              </Link>
            ))}
          </nav>
        </div>
        {content()}
      </div>
    </>
  );
}
