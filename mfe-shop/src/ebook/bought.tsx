import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { ButtonLink, Icon, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './bought.module.css';
import { ebookTexts } from './texts.ts';

/** Instead of the button that adds: the book is the reader's, or waits for its payment, and this is where it is. */
export function Bought({ bought: { standing, orderId }, ebook: { launch } }: { bought: BoughtEbook; ebook: Pick<Ebook, 'launch'> }) {
  const t = useTexts(ebookTexts);
  const { day } = useFormats();
  const isOwned = standing === 'owned';
  return (
    <div className={css.bought} data-standing={standing}>
      <p>
        <Icon name={isOwned ? 'check' : 'info'} />
        {isOwned && launch ? t.ordered(day(launch.at)) : t[standing]}
      </p>
      <ButtonLink to={isOwned ? paths.userDashboard.href('ebooks') : paths.order.href(orderId)} size="l">
        {isOwned ? t.openLibrary : t.openOrder}
      </ButtonLink>
    </div>
  );
}
