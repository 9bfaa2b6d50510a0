import type { AdminEbook } from '@site/shared/contracts/admin-ebooks.ts';
import { CURRENCIES } from '@site/shared/money/currencies.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Cover } from '@site/shared/patterns/cover.tsx';
import { Button, ButtonLink, paths, useFormats, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { DeleteDialog } from './delete-dialog.tsx';
import css from './ebook-card.module.css';
import { EbookStateBadge } from './ebook-state-badge.tsx';
import { texts } from './texts.ts';
import { useFileView } from './use-file-view.ts';

/** One book among all of them. */
export function EbookCard({ ebook, onDeleted }: { ebook: AdminEbook; onDeleted: () => void }) {
  const t = useTexts(texts);
  const formats = useFormats();
  const view = useFileView();
  const [isAsking, setIsAsking] = useState(false);
  const prices = CURRENCIES.flatMap((currency) => {
    const minor = ebook.prices[currency];
    if (minor === null) return [];
    const price = formats.cost(toMoney(minor, currency));
    return [ebook.suggested[currency] === null ? price : t.from(price)];
  });

  return (
    <article className={css.card}>
      <div className={css.cover}>
        <Cover cover={ebook.cover} title={ebook.title} alt="" sizes="7rem" loading="lazy" />
      </div>
      <div className={css.text}>
        <EbookStateBadge ebook={ebook} />
        <h2 className={css.title} lang={ebook.language}>
          {ebook.title}
        </h2>
        <p className={css.prices}>{prices.length > 0 ? prices.join(' · ') : t.noPrice}</p>
        <p className={layout.soft}>
          {[
            ebook.pages === null ? '' : t.pageCount(ebook.pages),
            formats.day(ebook.createdAt),
            ebook.launch && ebook.launch.waiting > 0 && t.waiting(ebook.launch.waiting),
          ]
            .filter(Boolean)
            .join(' · ')}
        </p>
        <div className={css.actions}>
          <ButtonLink size="s" variant="secondary" to={adminPaths.ebook.href(ebook.id)}>
            {t.edit}
            <VisuallyHidden>{t.ofBook(ebook.title)}</VisuallyHidden>
          </ButtonLink>
          {ebook.state === 'published' && (
            <ButtonLink size="s" variant="secondary" to={paths.ebook.href(ebook.id)}>
              {t.view}
              <VisuallyHidden>{t.ofBook(ebook.title)}</VisuallyHidden>
            </ButtonLink>
          )}
          {ebook.hasFile && (
            <Button size="s" variant="secondary" isPending={view.isPending} onClick={() => view.mutate({ id: ebook.id })}>
              {t.openPdf}
              <VisuallyHidden>{t.ofBook(ebook.title)}</VisuallyHidden>
            </Button>
          )}
          <Button size="s" variant="quiet" onClick={() => setIsAsking(true)}>
            {t.delete}
            <VisuallyHidden>{t.ofBook(ebook.title)}</VisuallyHidden>
          </Button>
        </div>
      </div>
      <DeleteDialog ebook={ebook} isOpen={isAsking} onClose={() => setIsAsking(false)} onDeleted={onDeleted} />
    </article>
  );
}
