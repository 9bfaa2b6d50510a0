import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { ConfirmDialog } from '@site/shared/patterns/confirm-dialog.tsx';
import { Button, Link, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { Panel } from '../../admin/panel.tsx';
import { useMay } from '../../signed-in/permissions.ts';
import { GiveBook } from './give-book.tsx';
import css from './person-page.module.css';
import { useTakeBackBook } from './person-queries.ts';
import { texts } from './texts.ts';

type Book = AdminPerson['books'][number];

/** What the person may or could read, how it came to them, and how often they got the file. */
export function PersonBooks({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const mayGive = useMay()('money');
  return (
    <Panel title={t.books} action={mayGive && <GiveBook person={person} />}>
      {person.books.length === 0 && <p className={css.soft}>{t.noBooks}</p>}
      <ul className={css.lines}>
        {person.books.map((book) => (
          <li key={`${book.order.id} ${book.ebookId}`} className={css.line}>
            <span>
              <span lang={book.language}>{book.name}</span>
              <span className={css.note}>
                <Link to={adminPaths.order.href(book.order.id)}>{t.order(book.order.number)}</Link> ·{' '}
                <time dateTime={book.since}>{day(book.since)}</time> · {t.downloads(book.downloads)}
                {book.lastDownloadedAt && `, ${t.lastOn(day(book.lastDownloadedAt))}`}
              </span>
              {book.gift && <span className={css.note}>{t.gaveBecause(book.gift.reason)}</span>}
            </span>
            <span className={css.end}>
              {book.gift && <Badge tone="accent">{t.gift}</Badge>}
              {book.endedAt ? <Badge>{t.ended}</Badge> : book.gift && mayGive && <TakeBack person={person} book={book} />}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function TakeBack({ person, book }: { person: AdminPerson; book: Book }) {
  const t = useTexts(texts);
  const [isOpen, setIsOpen] = useState(false);
  const takeBack = useTakeBackBook(person.id);
  const close = () => setIsOpen(false);

  function confirm() {
    close();
    takeBack.mutate(book.order.id, {
      onSuccess: () => toast.success(t.tookBack, { id: 'gift' }),
      onError: () => toast.error(t.notTakenBack, { id: 'gift' }),
    });
  }
  return (
    <>
      <Button variant="quiet" size="s" isPending={takeBack.isPending} onClick={() => setIsOpen(true)}>
        {t.takeBack}
      </Button>
      <ConfirmDialog
        title={t.takeBackTitle}
        isOpen={isOpen}
        onClose={close}
        actions={
          <Button variant="danger" onClick={confirm}>
            {t.takeBack}
          </Button>
        }
      >
        <p>
          <strong lang={book.language}>{book.name}</strong>
        </p>
        <p>{t.takeBackMeaning}</p>
      </ConfirmDialog>
    </>
  );
}
