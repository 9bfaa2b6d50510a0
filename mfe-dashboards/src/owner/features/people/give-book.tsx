import { type AdminPerson, PERSON_LIMITS } from '@site/shared/contracts/admin-people.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useDeferredValue, useState } from 'react';
import { AskForm } from '../../../signed-in/ask-button.tsx';
import { type Gift, useBooksToGive, useGiveBook } from './person-queries.ts';
import { texts } from './texts.ts';

/** Gives the person a book, with a reason that the audit log keeps. */
export function GiveBook({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  /** A new id for each opening of the form: a second press or a retry gives the book only once. */
  const [attemptId, setAttemptId] = useState('');
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState<'book' | 'reason' | null>(null);
  const books = useBooksToGive(useDeferredValue(words.trim()), attemptId !== '');
  const give = useGiveBook(person.id);
  const accounts = person.accounts.filter(({ isConfirmed }) => isConfirmed);
  const readable = new Set(person.books.filter(({ endedAt }) => endedAt === null).map(({ ebookId }) => ebookId));
  const choices = (books.data?.ebooks ?? []).filter(({ state, id }) => state !== 'draft' && !readable.has(id));
  const isLong = words !== '' || Boolean(books.data?.nextCursor);
  if (accounts.length === 0) return null;

  function open() {
    setAttemptId(crypto.randomUUID());
    setWords('');
    setMissing(null);
  }

  function read(fields: FormData): Gift | null {
    const ebookId = String(fields.get('ebook') ?? '');
    const reason = String(fields.get('reason')).trim();
    setMissing(ebookId === '' ? 'book' : reason === '' ? 'reason' : null);
    if (ebookId === '' || reason === '') return null;
    return { attemptId, uid: String(fields.get('uid') ?? accounts[0]?.uid), ebookId, reason };
  }

  const code = give.error instanceof ApiError ? give.error.code : null;
  return (
    <AskForm
      label={t.give}
      title={t.giveTitle}
      about={<p>{t.giveMeaning}</p>}
      action={give}
      confirmText={t.give}
      pendingText={t.giving}
      failed={<strong>{t.notGiven}</strong>}
      reason={code === 'ebook_owned' || code === 'ebook_pending' || code === 'ebook_unavailable' ? t.giftRefused[code] : null}
      done={t.given}
      doneId="gift"
      keep={`give-book ${person.id}`}
      onOpen={open}
      read={read}
    >
      {accounts.length > 1 && (
        <Select
          name="uid"
          label={t.toAccount}
          options={accounts.map(({ uid, displayName, createdAt }) => ({
            value: uid,
            label: t.accountSince(displayName ?? person.email, day(createdAt)),
          }))}
        />
      )}
      {isLong && (
        <TextField label={t.searchBooks} value={words} onChange={(event) => setWords(event.currentTarget.value)} autoComplete="off" />
      )}
      <Select
        name="ebook"
        label={t.book}
        error={missing === 'book' && t.bookMissing}
        options={[{ value: '', label: t.chooseBook }, ...choices.map(({ id, title }) => ({ value: id, label: title }))]}
      />
      <TextArea
        name="reason"
        label={t.reason}
        hint={t.reasonHint}
        rows={2}
        maxLength={PERSON_LIMITS.reason}
        error={missing === 'reason' && t.reasonMissing}
      />
    </AskForm>
  );
}
