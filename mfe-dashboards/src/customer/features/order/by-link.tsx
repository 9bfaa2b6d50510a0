import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import { ButtonLink, EmptyState, icons, paths, Skeleton, useTexts } from '@site/shared/site/site.ts';
import { LibraryCard } from '../../../library/library-card.tsx';
import { useLibrary } from '../../../library/library-queries.ts';
import layout from '../../../signed-in/layout.module.css';
import { LinkMissing, LinkSender } from '../../../signed-in/link-missing.tsx';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { isKeyMissing } from '../../../signed-in/order-link.ts';
import css from './by-link.module.css';
import { texts } from './texts.ts';

/** Shows the books that an order's link opens, to read or download. Shows nothing if the link no longer opens a book. */
export function BooksByLink() {
  const t = useTexts(texts);
  return (
    <Loaded query={useLibrary()} failed={t.readFailed} place={<Skeleton shape="block" lines={2} />}>
      {(items) =>
        items.length > 0 && (
          <section aria-labelledby="read-heading" className={layout.stack}>
            <h2 id="read-heading" className={layout.heading}>
              {t.read}
            </h2>
            <ul className={layout.stack}>
              {items.map((item) => (
                <li key={item.ebook.id}>
                  <LibraryCard item={item} />
                </li>
              ))}
            </ul>
            <p className={layout.soft}>{t.keepLink}</p>
          </section>
        )
      }
    </Loaded>
  );
}

/** Offers to move the order into an account: the account that confirms the order's email address gets the order. */
export function TakeAlong({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const then = paths.order.href(order.id);
  return (
    <Card as="section" tone="sunken">
      <h2 className={layout.heading}>{t.takeAlong}</h2>
      <p className={css.meaning}>{t.takeAlongMeaning(order.email)}</p>
      <div className={css.ways}>
        <ButtonLink size="s" to={paths.signUp.href(then)}>
          {t.signUp}
        </ButtonLink>
        <ButtonLink size="s" variant="secondary" to={paths.signIn.href(then)}>
          {t.signIn}
        </ButtonLink>
      </div>
    </Card>
  );
}

/** Shows one message for every invalid link, so that only the holder of the valid link learns that an account has taken the order over. */
export function LinkOver({ code, orderId }: { code: 'not_found' | 'order_taken_over'; orderId: string }) {
  const t = useTexts(texts);
  if (code === 'order_taken_over') {
    return (
      <EmptyState icon={icons.user} title={t.linkOver} message={t.linkOverMessage} isPage>
        <ButtonLink to={paths.order.href(orderId)}>{t.signIn}</ButtonLink>
      </EmptyState>
    );
  }
  if (isKeyMissing()) return <LinkMissing />;
  return (
    <EmptyState icon={icons.search} title={t.linkUnknown} message={t.linkUnknownMessage} isPage>
      <LinkSender />
    </EmptyState>
  );
}
