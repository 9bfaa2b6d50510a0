import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, Link, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { useMay } from '../../../signed-in/permissions.ts';
import { useReaderUid } from '../../../signed-in/reader-uid.ts';
import { PageHeading } from '../../common/page-heading.tsx';
import { BookSheet } from './book-sheet.tsx';
import { texts } from './texts.ts';
import { useBookForm } from './use-book-form.ts';

/** Adds a book: its files, title and prices. Typed values and chosen files survive every failure; typed values also survive a reload. */
export function NewBookPage() {
  const t = useTexts(texts);
  const reader = useReaderUid();
  /** The draft belongs to this person even after the session has ended. */
  const [uid] = useState(reader);
  return (
    <>
      <PageHeading title={t.upload} hint={t.uploadHint} back={<Link to={paths.dashboard.href('ebooks')}>← {t.back}</Link>} />
      {uid !== null && <NewBook uid={uid} />}
    </>
  );
}

function NewBook({ uid }: { uid: string }) {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const mayPublish = useMay()('money');
  const form = useBookForm(uid, null, ({ id }) => void navigate(adminPaths.ebook.href(id)));
  const isReady = mayPublish && form.files.chosen.pdf !== null;
  const button = {
    isPending: form.isSaving,
    pendingText: form.files.sending.percent === 100 ? t.checking : undefined,
  };
  return (
    <BookSheet ebook={null} form={form} onSubmit={(event) => form.submit(event, false, form.send)}>
      <Button {...button} type="submit" variant={isReady ? 'secondary' : 'primary'}>
        {t.saveDraft}
      </Button>
      {mayPublish && (
        <Button {...button} variant={isReady ? 'primary' : 'secondary'} onClick={(event) => form.submit(event, true, form.send)}>
          {t.publish}
        </Button>
      )}
      {!mayPublish && <p>{t.pricesByOwner}</p>}
    </BookSheet>
  );
}
