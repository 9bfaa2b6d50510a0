import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { ButtonLink, Icon, icons, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import css from './bought.module.css';
import { boughtTexts } from './bought-texts.ts';
import { ebookTexts } from './texts.ts';

/**
 * Replaces the add button for a book that the reader owns, with a link to the library, or for a book whose payment is pending, with a link
 * to its order.
 */
export function Bought({ bought: { standing, orderId }, ebook: { launch } }: { bought: BoughtEbook; ebook: Pick<Ebook, 'launch'> }) {
  const standings = useTexts(ebookTexts);
  const t = useTexts(boughtTexts);
  const { day } = useFormats();
  const isOwned = standing === 'owned';
  return (
    <div className={css.bought} data-standing={standing}>
      <p>
        <Icon path={isOwned ? icons.check : pageIcons.info} />
        {isOwned && launch ? t.ordered(day(launch.at)) : standings[standing]}
      </p>
      <ButtonLink to={isOwned ? paths.userDashboard.href('ebooks') : paths.order.href(orderId)} size="l">
        {isOwned ? t.openLibrary : t.openOrder}
      </ButtonLink>
    </div>
  );
}
