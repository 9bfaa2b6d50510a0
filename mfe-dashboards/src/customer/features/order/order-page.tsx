import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { pageHandle } from '@site/shared/federation/page-meta.ts';
import { Card } from '@site/shared/patterns/card.tsx';
import {
  ApiError,
  ButtonLink,
  EmptyState,
  Icon,
  icons,
  Link,
  type LoaderFunctionArgs,
  paths,
  siteContext,
  useFormats,
  useLoaderData,
  useParams,
  useTexts,
} from '@site/shared/site/site.ts';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { useOrderOfLink } from '../../../signed-in/order-link.ts';
import { SignedInData } from '../../../signed-in/signed-in-data.tsx';
import { BooksByLink, LinkOver, TakeAlong } from './by-link.tsx';
import { OrderGifts } from './gifts/order-gifts.tsx';
import { OrderBooks } from './order-books.tsx';
import css from './order-page.module.css';
import { useOrder } from './order-queries.ts';
import { OrderStanding } from './order-standing.tsx';
import { Receipt } from './receipt.tsx';
import { ReceiveBooks } from './receive-books.tsx';
import { Refund } from './refund.tsx';
import { texts } from './texts.ts';
import { UnpaidOrder } from './unpaid-order.tsx';

/** Provides the site's data for the receipt. Only the browser loads the order, because the server knows no session. */
export const loader = ({ context }: LoaderFunctionArgs) => ({ site: context.get(siteContext).brand.site });

export const handle = pageHandle(({ preferences }) => ({ title: texts[preferences.locale].pageTitle, isPrivate: true }));

export function Component() {
  const t = useTexts(texts);
  const isByLink = useOrderOfLink() !== null;
  return (
    <SignedInData>
      <div className={css.page}>
        {!isByLink && (
          <Link to={paths.userDashboard.href('orders')} className={layout.back}>
            <Icon path={pageIcons.arrowLeft} />
            {t.back}
          </Link>
        )}
        <OneOrder />
      </div>
    </SignedInData>
  );
}

function OneOrder() {
  const t = useTexts(texts);
  const { id = '' } = useParams();
  const query = useOrder(id);
  const isByLink = useOrderOfLink() !== null;

  if (
    isByLink &&
    !query.data &&
    query.error instanceof ApiError &&
    (query.error.code === 'not_found' || query.error.code === 'order_taken_over')
  ) {
    return <LinkOver code={query.error.code} orderId={id} />;
  }
  const missing = (
    <EmptyState icon={icons.bag} title={t.notFound} isPage>
      <ButtonLink to={paths.userDashboard.href('orders')}>{t.back}</ButtonLink>
    </EmptyState>
  );
  return (
    <Loaded query={query} failed={t.failed} hasTitle missing={missing}>
      {(order) => <OrderSheets order={order} />}
    </Loaded>
  );
}

function OrderSheets({ order }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const { site } = useLoaderData<typeof loader>();
  const { moment } = useFormats();
  const isByLink = useOrderOfLink() !== null;
  // A free order whose books the buyer never received.
  const isLeft = order.total.minor === 0 && (order.state === 'open' || order.state === 'expired');
  return (
    <>
      <header className={css.head}>
        <h1>{t.title(order.number)}</h1>
        <p className={css.date}>
          <time dateTime={order.date}>{moment(order.date)}</time>
        </p>
      </header>
      <div className={css.columns}>
        <div className={css.main}>
          {isByLink && <BooksByLink />}
          {order.receiveBy ? (
            <ReceiveBooks order={order} by={order.receiveBy} />
          ) : (
            <>
              <OrderStanding order={order} />
              <UnpaidOrder order={order} />
              {!isLeft && (!isByLink || order.items.some(({ access }) => access !== 'readable')) && <OrderBooks items={order.items} />}
            </>
          )}
          <OrderGifts order={order} />
          <Receipt order={order} site={site} />
        </div>
        <div className={css.aside}>
          <Timeline events={order.timeline} />
          {order.paidAt !== null && order.total.minor > 0 && <Refund order={order} />}
          {isByLink && !isLeft && <TakeAlong order={order} />}
        </div>
      </div>
    </>
  );
}

function Timeline({ events }: { events: OrderDetail['timeline'] }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  return (
    <Card as="section">
      <h2 className={layout.heading}>{t.timeline}</h2>
      <ol className={css.timeline}>
        {events.map(({ kind, at }) => (
          <li key={`${kind} ${at}`}>
            <span>{t.events[kind]}</span>
            <time dateTime={at}>{moment(at)}</time>
          </li>
        ))}
      </ol>
    </Card>
  );
}
