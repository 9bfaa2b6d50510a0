import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Badge } from '@site/shared/patterns/badge.tsx';
import { Link, useFormats, useTexts } from '@site/shared/site/site.ts';
import { AskButton } from '../../../signed-in/ask-button.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { GiveBook } from './give-book.tsx';
import css from './person-page.module.css';
import { useTakeBackBook, useTakeBackImportedBook } from './person-queries.ts';
import { texts } from './texts.ts';

/** Lists the books that the person can or could read, how each was acquired, and how often its file was downloaded. */
export function PersonBooks({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const mayGive = useMay()('money');
  return (
    <Panel title={t.books} action={mayGive && <GiveBook person={person} />}>
      {person.books.length + person.importedBooks.length === 0 && <p className={layout.soft}>{t.noBooks}</p>}
      <ul className={layout.lines}>
        {person.books.map((book) => (
          <li key={`${book.order.id} ${book.ebookId}`} className={layout.line}>
            <span>
              <span lang={book.language}>{book.name}</span>
              <span className={layout.note}>
                <Link to={adminPaths.order.href(book.order.id)}>{t.order(book.order.number)}</Link> ·{' '}
                <time dateTime={book.since}>{day(book.since)}</time> · {t.downloads(book.downloads)}
                {book.lastDownloadedAt && <span>{`, ${t.lastOn(day(book.lastDownloadedAt))}`}</span>}
              </span>
              {book.gift && <span className={layout.note}>{t.gaveBecause(book.gift.reason)}</span>}
            </span>
            <span className={css.end}>
              {book.gift && <Badge tone="accent">{t.gift}</Badge>}
              {book.endedAt ? <Badge>{t.ended}</Badge> : book.gift && mayGive && <TakeBackGift personId={person.id} book={book} />}
            </span>
          </li>
        ))}
        {person.importedBooks.map((book) => (
          <li key={book.id} className={layout.line}>
            <span>
              <span lang={book.language}>{book.name}</span>
              <span className={layout.note}>
                {t.shops[book.source]} · <time dateTime={book.importedAt}>{t.importedOn(day(book.importedAt))}</time> ·{' '}
                {book.claimedAt ? t.downloads(book.downloads) : t.notClaimed}
                {book.lastDownloadedAt && <span>{`, ${t.lastOn(day(book.lastDownloadedAt))}`}</span>}
              </span>
            </span>
            <span className={css.end}>{mayGive && <TakeBackImported personId={person.id} book={book} />}</span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}

type TakeBackProps = {
  readonly title: string;
  readonly book: { readonly name: string; readonly language: string };
  readonly action: ReturnType<typeof useTakeBackBook>;
};

function TakeBack({ title, book, action }: TakeBackProps) {
  const t = useTexts(texts);
  return (
    <AskButton
      label={t.takeBack}
      variant="quiet"
      title={title}
      action={action}
      confirmText={t.takeBack}
      isDangerous
      failed={t.notTakenBack}
      done={t.tookBack}
      doneId="gift"
    >
      <p>
        <strong lang={book.language}>{book.name}</strong>
      </p>
      <p>{t.takeBackMeaning}</p>
    </AskButton>
  );
}

type GivenProps<Book> = { readonly personId: string; readonly book: Book };

function TakeBackGift({ personId, book }: GivenProps<AdminPerson['books'][number]>) {
  return <TakeBack title={useTexts(texts).takeBackTitle} book={book} action={useTakeBackBook(personId, book.order.id)} />;
}

function TakeBackImported({ personId, book }: GivenProps<AdminPerson['importedBooks'][number]>) {
  return <TakeBack title={useTexts(texts).takeBackImportedTitle} book={book} action={useTakeBackImportedBook(personId, book.id)} />;
}
