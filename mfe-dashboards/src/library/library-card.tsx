import type { LibraryItem } from '@site/shared/contracts/me.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { reviewPaths } from '@site/shared/paths/review-paths.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Button, ButtonLink, Icon, icons, Link, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { drawStars } from '@site/shared/texts/stars.ts';
import { ActionFailure } from '../signed-in/action-failure.tsx';
import { useReaderPath } from '../signed-in/order-link.ts';
import css from './library-card.module.css';
import { texts } from './texts.ts';
import { useBookDownload } from './use-book-download.ts';

/** Shows one book of the library, to read or to download. */
export function LibraryCard({ item: { ebook, acquiredAt, position, review } }: { item: LibraryItem }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const download = useBookDownload(ebook.id);
  const readerPath = useReaderPath();
  const percent = download.part === null ? null : Math.floor(download.part * 100);

  return (
    <article className={css.card}>
      <div>
        <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="8rem" loading="lazy" />
      </div>
      <div className={css.text}>
        <h2 className={css.title} lang={ebook.language}>
          {ebook.title}
        </h2>
        <p className={css.facts}>
          <span>{t.acquired(day(acquiredAt))}</span>
          {position ? <span>{t.continueAt(position.page, ebook.pages)}</span> : ebook.pages !== null && <span>{t.pages(ebook.pages)}</span>}
        </p>
        {ebook.launch ? (
          <p>{t.comes(day(ebook.launch.at))}</p>
        ) : (
          <div className={css.actions}>
            <ButtonLink size="s" to={readerPath(ebook.id)}>
              <Icon path={icons.book} />
              <span>
                {position ? t.goOn : t.read}
                <VisuallyHidden>
                  : <span lang={ebook.language}>{ebook.title}</span>
                </VisuallyHidden>
              </span>
            </ButtonLink>
            <Button
              size="s"
              variant="secondary"
              onClick={download.start}
              isPending={download.isPending}
              pendingText={percent === null ? t.preparing : t.downloadingPart(percent)}
            >
              <Icon path={pageIcons.download} />
              <span>
                {t.download}
                <VisuallyHidden>
                  : <span lang={ebook.language}>{ebook.title}</span>
                </VisuallyHidden>
              </span>
            </Button>
          </div>
        )}
        {review?.mayWrite && (
          <Link to={reviewPaths.write.href(ebook.id)} className={css.review}>
            {review.stars === null ? t.review : t.reviewed(drawStars(review.stars))}
            <VisuallyHidden>
              : <span lang={ebook.language}>{ebook.title}</span>
            </VisuallyHidden>
          </Link>
        )}
        {download.isPending && percent !== null && (
          <progress className={css.progress} max={100} value={percent} aria-label={t.downloading(ebook.title)} />
        )}
        <p className={css.stall} role="status">
          {download.isStalled ? t.downloadStalled : download.isPreparing && t.copyInPreparation}
        </p>
        <ActionFailure error={download.error} what={<strong>{t.downloadFailed}.</strong>} />
      </div>
    </article>
  );
}
