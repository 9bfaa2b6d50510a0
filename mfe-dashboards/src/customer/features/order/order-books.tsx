import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { Icon, icons, Link, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { useOrderOfLink } from '../../../signed-in/order-link.ts';
import css from './order-books.module.css';
import { texts } from './texts.ts';

/** Shows which of the bought books the buyer can read now, and for each of the other books why not. */
export function OrderBooks({ items }: { items: OrderDetail['items'] }) {
  const t = useTexts(texts);
  const { day } = useFormats();
  const isByLink = useOrderOfLink() !== null;
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.books}</h2>
      <ul className={css.books}>
        {items.map((item) => (
          <li key={item.ebookId} className={css.book}>
            <span className={css.icon} data-access={item.access}>
              <Icon
                path={
                  item.access === 'readable' || item.access === 'announced'
                    ? icons.check
                    : item.access === 'gift'
                      ? pageIcons.heart
                      : pageIcons.lock
                }
              />
            </span>
            <div>
              <p className={css.name} lang={item.language}>
                {item.name}
              </p>
              <p className={layout.soft}>{`${t.access[item.access]}${item.launchAt ? ` ${t.comes(day(item.launchAt))}` : ''}`}</p>
            </div>
          </li>
        ))}
      </ul>
      {!isByLink && items.some(({ access }) => access === 'readable' || access === 'announced') && (
        <p className={css.library}>
          <Link to={paths.userDashboard.href('ebooks')}>{t.openLibrary}</Link>
        </p>
      )}
    </Card>
  );
}
