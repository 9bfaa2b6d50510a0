import { type AdminPerson, PERSON_LIMITS } from '@site/shared/contracts/admin-people.ts';
import { TextArea, TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, toast, useFormats, useTexts } from '@site/shared/site/site.ts';
import { type FormEvent, useDeferredValue, useId, useState } from 'react';
import { ActionDialog } from '../../../signed-in/action-dialog.tsx';
import css from './person-page.module.css';
import { useBooksToGive, useGiveBook } from './person-queries.ts';
import { texts } from './texts.ts';

/** Gives the person a book, for a reason that the history keeps. */
export function GiveBook({ person }: { person: AdminPerson }) {
  const t = useTexts(texts);
  const [openings, setOpenings] = useState(0);
  const [isOpen, setIsOpen] = useState(false);
  if (!person.accounts.some(({ isConfirmed }) => isConfirmed)) return null;
  return (
    <>
      <Button
        variant="secondary"
        size="s"
        onClick={() => {
          setOpenings(openings + 1);
          setIsOpen(true);
        }}
      >
        {t.give}
      </Button>
      <GiveDialog key={openings} person={person} isOpen={isOpen} onClose={() => setIsOpen(false)} />
    </>
  );
}

function GiveDialog({ person, isOpen, onClose }: { person: AdminPerson; isOpen: boolean; onClose: () => void }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const formId = useId();
  // One per opening: two presses, or another try, give the book once.
  const [attemptId] = useState(() => crypto.randomUUID());
  const [words, setWords] = useState('');
  const [missing, setMissing] = useState<'book' | 'reason' | null>(null);
  const books = useBooksToGive(useDeferredValue(words.trim()));
  const give = useGiveBook(person.id);
  const accounts = person.accounts.filter(({ isConfirmed }) => isConfirmed);
  const readable = new Set(person.books.filter(({ endedAt }) => endedAt === null).map(({ ebookId }) => ebookId));
  const choices = (books.data?.ebooks ?? []).filter(({ state, id }) => state !== 'draft' && !readable.has(id));
  const isLong = words !== '' || Boolean(books.data?.nextCursor);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (give.isPending) return;
    const fields = new FormData(event.currentTarget);
    const ebookId = String(fields.get('ebook') ?? '');
    const reason = String(fields.get('reason')).trim();
    setMissing(ebookId === '' ? 'book' : reason === '' ? 'reason' : null);
    if (ebookId === '' || reason === '') return;
    give.mutate(
      { attemptId, uid: String(fields.get('uid') ?? accounts[0]?.uid), ebookId, reason },
      {
        onSuccess: () => {
          onClose();
          toast.success(t.given, { id: 'gift' });
        },
      },
    );
  }

  const code = give.error instanceof ApiError ? give.error.code : null;
  const known = code === 'ebook_owned' || code === 'ebook_pending' || code === 'ebook_unavailable' ? t.giftRefused[code] : null;
  return (
    <ActionDialog
      title={t.giveTitle}
      isOpen={isOpen}
      onClose={onClose}
      action={give}
      formId={formId}
      confirmText={t.give}
      pendingText={t.giving}
      failed={<strong>{t.notGiven}</strong>}
      reason={known}
    >
      <p>{t.giveMeaning}</p>
      <form id={formId} data-keep={`give-book ${person.id}`} className={css.form} onSubmit={submit} noValidate>
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
      </form>
    </ActionDialog>
  );
}
