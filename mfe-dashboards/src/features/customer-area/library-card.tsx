import type { LibraryItem } from '@site/shared/contracts/me.ts';
import { Button, Icon, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { Cover } from '@site/shared/ui/cover.tsx';
import { useState } from 'react';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { useFileLink } from './customer-queries.ts';
import css from './library-card.module.css';
import { saveFile, showFile } from './open-file.ts';
import { texts } from './texts.ts';

/** One book of the library: read it, or keep its file. */
export function LibraryCard({ item: { ebook, acquiredAt } }: { item: LibraryItem }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const fileLink = useFileLink();
  const failure = useFailureText(fileLink.error);
  const [wish, setWish] = useState<'view' | 'download'>('view');

  async function fetchFile(next: typeof wish) {
    setWish(next);
    const link = fileLink.mutateAsync(ebook.id).then(({ url }) => url);
    if (next === 'view') await showFile(link);
    else saveFile(await link);
  }
  // The failure is shown from the mutation's own state.
  const start = (next: typeof wish) => void fetchFile(next).catch(() => undefined);

  return (
    <article className={css.card}>
      <div className={css.cover}>
        <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="8rem" loading="lazy" />
      </div>
      <div className={css.text}>
        <h2 className={css.title} lang={ebook.language}>
          {ebook.title}
        </h2>
        <p className={css.facts}>
          <span>{t.acquired(day(acquiredAt))}</span>
          {ebook.pages !== null && <span>{t.pages(ebook.pages)}</span>}
        </p>
        <div className={css.actions}>
          <Button
            size="s"
            onClick={() => start('view')}
            isPending={fileLink.isPending && wish === 'view'}
            pendingText={t.viewing}
            disabled={fileLink.isPending && wish !== 'view'}
          >
            <Icon name="book" />
            <span>
              {t.view}
              <VisuallyHidden>: {ebook.title}</VisuallyHidden>
            </span>
          </Button>
          <Button
            size="s"
            variant="secondary"
            onClick={() => start('download')}
            isPending={fileLink.isPending && wish === 'download'}
            pendingText={t.downloading}
            disabled={fileLink.isPending && wish !== 'download'}
          >
            <Icon name="download" />
            <span>
              {t.download}
              <VisuallyHidden>: {ebook.title}</VisuallyHidden>
            </span>
          </Button>
        </div>
        <div role="alert">
          {fileLink.isError && (
            <p className={css.failure}>
              <strong>{t.downloadFailed}.</strong> {failure}
            </p>
          )}
        </div>
      </div>
    </article>
  );
}
