import type { CartQuote } from '@site/shared/contracts/quote.ts';
import { Button, cartStore, countVisit, Icon, icons, Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { useRef, useState } from 'react';
import type { PricedLine } from '../../checkout/priced-lines.ts';
import { ebookTexts } from '../../ebook/texts.ts';
import css from './complete-bundle.module.css';
import { texts } from './texts.ts';

type Completion = NonNullable<CartQuote['completion']>;
type CompleteBundleProps = { readonly lines: readonly PricedLine[]; readonly completion: Completion | undefined };

/** Offers the one book that completes a bundle, with a button that adds it, and then confirms it. */
export function CompleteBundle({ lines, completion }: CompleteBundleProps) {
  const t = useTexts(texts);
  const ebooks = useTexts(ebookTexts);
  const { money } = useFormats();
  const [pressed, setPressed] = useState<Completion['ebook'] | null>(null);
  const place = useRef<HTMLParagraphElement>(null);
  const isInCart = (ebook: Completion['ebook'] | undefined) => lines.some(({ id }) => id === ebook?.id);
  const offer = isInCart(completion?.ebook) ? undefined : completion;
  const added = !offer && pressed && isInCart(pressed) ? ebooks.added(pressed.title) : null;

  function add(ebook: Completion['ebook']) {
    cartStore.getState().add(ebook.id);
    countVisit('cart', [paths.ebook.href(ebook.id)]);
    setPressed(ebook);
    // The pressed button disappears, so the focus moves to the confirmation.
    place.current?.focus();
  }
  return (
    <div className={offer || added ? css.box : undefined}>
      <p ref={place} tabIndex={-1} role="status">
        {offer ? `${t.completes(offer.ebook.title, money(offer.less))} ${t.totalWith(money(offer.total))}` : added}
      </p>
      {offer && (
        <div className={css.ways}>
          <Button variant="secondary" size="s" aria-label={ebooks.addTitle(offer.ebook.title)} onClick={() => add(offer.ebook)}>
            <Icon path={icons.plus} />
            {ebooks.add}
          </Button>
          <Link to={paths.ebook.href(offer.ebook.id)}>{t.seeTitle(offer.ebook.title)}</Link>
        </div>
      )}
    </div>
  );
}
