import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Button, Link, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { GiveBook } from './give-book.tsx';
import css from './person-page.module.css';
import { useTakeBackBook, useTakeBackImportedBook } from './person-queries.ts';
import { texts } from './texts.ts';

/** What the person may or could read, how it came to them, and how often they got the file. */
export function PersonBooks({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const mayGive = useMay()('money');
  const takeBack = useTakeBackBook(person.id);
  const takeBackImported = useTakeBackImportedBook(person.id);
  return (
    <Panel title={t.books} action={mayGive && <GiveBook person={person} />}>
      {person.books.length + person.importedBooks.length === 0 && <p className={layout.soft}>{t.noBooks}</p>}
      <ul className={css.lines}>
        {person.books.map((book) => (
          <li key={`${book.order.id} ${book.ebookId}`} className={css.line}>
            <span>
              <span lang={book.language}>{book.name}</span>
              <span className={css.note}>
                <Link to={adminPaths.order.href(book.order.id)}>{t.order(book.order.number)}</Link> ·{' '}
                <time dateTime={book.since}>{day(book.since)}</time> · {t.downloads(book.downloads)}
                {book.lastDownloadedAt && <span>{`, ${t.lastOn(day(book.lastDownloadedAt))}`}</span>}
              </span>
              {book.gift && <span className={css.note}>{t.gaveBecause(book.gift.reason)}</span>}
            </span>
            <span className={css.end}>
              {book.gift && <Badge tone="accent">{t.gift}</Badge>}
              {book.endedAt ? (
                <Badge>{t.ended}</Badge>
              ) : (
                book.gift && mayGive && <TakeBack title={t.takeBackTitle} id={book.order.id} book={book} taking={takeBack} />
              )}
            </span>
          </li>
        ))}
        {person.importedBooks.map((book) => (
          <li key={book.id} className={css.line}>
            <span>
              <span lang={book.language}>{book.name}</span>
              <span className={css.note}>
                {t.shops[book.source]} · <time dateTime={book.importedAt}>{t.importedOn(day(book.importedAt))}</time> ·{' '}
                {book.claimedAt ? t.downloads(book.downloads) : t.notClaimed}
                {book.lastDownloadedAt && <span>{`, ${t.lastOn(day(book.lastDownloadedAt))}`}</span>}
              </span>
            </span>
            <span className={css.end}>
              {mayGive && <TakeBack title={t.takeBackImportedTitle} id={book.id} book={book} taking={takeBackImported} />}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type TakeBackProps = {
  title: string;
  /** Of what gave the book: the order, or the purchase elsewhere. */
  id: string;
  book: { readonly name: string; readonly language: string };
  taking: ReturnType<typeof useTakeBackBook>;
};

function TakeBack({ title, id, book, taking }: TakeBackProps) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const close = () => setIsOpen(false);

  function confirm() {
    close();
    taking.mutate(id, {
      onSuccess: () => toast.success(t.tookBack, { id: 'gift' }),
      onError: () => toast.error(t.notTakenBack, { id: 'gift' }),
    });
  }
  return (
    <>
      <Button variant="quiet" size="s" isPending={taking.isPending && taking.variables === id} onClick={() => setIsOpen(true)}>
        {t.takeBack}
      </Button>
      <ActionDialog title={title} isOpen={isOpen} onClose={close} onConfirm={confirm} confirmText={t.takeBack} isDangerous>
        <p>
          <strong lang={book.language}>{book.name}</strong>
        </p>
        <p>{t.takeBackMeaning}</p>
      </ActionDialog>
    </>
  );
}
