import type { Order, OrderState, PurchaseEmailAnswer } from '@site/shared/contracts/orders.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { BuyAgain } from '@site/shared/patterns/buy-again.tsx';
import { ToPayPanel } from '@site/shared/patterns/to-pay.tsx';
import { toPayStanding } from '@site/shared/patterns/to-pay-standing.ts';
import {
  Button,
  ButtonLink,
  Icon,
  type IconPath,
  icons,
  Link,
  Price,
  paths,
  useFormats,
  useTexts,
  VisuallyHidden,
} from '@site/shared/site/site.ts';
import { discountTexts } from '@site/shared/texts/discount-texts.ts';
import { mayChangeSoon } from './purchase.ts';
import css from './purchase-screen.module.css';
import { texts } from './texts.ts';

const MOODS: Record<OrderState, { readonly tone: 'good' | 'calm' | 'bad'; readonly icon: IconPath }> = {
  paid: { tone: 'good', icon: icons.check },
  partly_refunded: { tone: 'good', icon: icons.check },
  given: { tone: 'good', icon: icons.check },
  waiting: { tone: 'calm', icon: pageIcons.info },
  refunded: { tone: 'calm', icon: pageIcons.info },
  disputed: { tone: 'bad', icon: icons.warning },
  open: { tone: 'bad', icon: icons.warning },
  failed: { tone: 'bad', icon: icons.warning },
  expired: { tone: 'bad', icon: icons.warning },
};

/** Returns the text for an order's state. An order by boleto or Pix, or a disputed order, has texts of its own. */
function wordsOf(order: Order): keyof (typeof texts)['pt-BR']['states'] {
  if (order.state === 'disputed' && order.disputeState === 'lost') return 'disputed_lost';
  return toPayStanding(order) ?? order.state;
}

type PurchaseScreenProps = {
  readonly order: Order;
  readonly email: PurchaseEmailAnswer['email'];
  /** The link key of an order without an account, which has an order page instead of a library. */
  readonly linkKey: string | null;
  readonly isAsking: boolean;
  readonly onAsk: () => void;
};

export function PurchaseScreen({ order, email, linkKey, isAsking, onAsk }: PurchaseScreenProps) {
  const t = useTexts(texts);
  const { tone, icon } = MOODS[order.state];
  const state = wordsOf(order);
  const byLink: { readonly [State in typeof state]?: string } = linkKey ? t.byLink : {};
  const words = { ...t.states[state], ...(byLink[state] && { message: byLink[state] }) };
  const orderPage = linkKey ? paths.guestOrder.href(order.id, linkKey) : paths.order.href(order.id);
  const isComing = order.items.some(({ launchAt }) => launchAt);
  const isForOthers = order.items.every(({ gifts, quantity }) => gifts === quantity);
  const toPay = order.state === 'waiting' ? order.toPay : null;
  const check = mayChangeSoon(order.state) && (
    <Button size="s" variant="secondary" isPending={isAsking} pendingText={t.checking} onClick={onAsk}>
      {toPay?.with === 'pix' ? t.checkPix : t.check}
    </Button>
  );
  return (
    <article className={css.purchase}>
      <header className={css.head}>
        <span className={css.mood} data-tone={tone}>
          <Icon path={icon} />
        </span>
        <h1>{words.title}</h1>
        <p className={css.message} role="status">
          {order.state === 'paid' && isForOthers ? t.giftsReady : order.state === 'paid' && isComing ? t.announced : words.message}
        </p>
        {email !== 'none' && <p className={css.mail}>{(email === 'sent' ? t.mailTo : t.mailSoon)(order.email)}</p>}
        {!toPay && check}
      </header>
      {toPay && (
        <ToPayPanel toPay={toPay}>
          <div className={css.check}>
            {check}
            <Link to={orderPage}>{t.toGiveUp[toPay.with]}</Link>
          </div>
        </ToPayPanel>
      )}
      <Receipt order={order} canRead={!linkKey} />
      <NextSteps order={order} linkKey={linkKey} />
      <p className={css.help}>
        {t.help} <Link to={paths.contact.href()}>{t.toContact}</Link>
      </p>
    </article>
  );
}

function Receipt({ order, canRead }: { order: Order; canRead: boolean }) {
  const t = useTexts(texts);
  const discounts = useTexts(discountTexts);
  const { cost, money, day } = useFormats();
  return (
    <section className={css.receipt} aria-label={t.order(order.number)}>
      <p className={css.number}>
        <strong>{t.order(order.number)}</strong>
        <time dateTime={order.date}>{day(order.date)}</time>
      </p>
      <ul aria-label={t.items}>
        {order.items.map((item) => (
          <li key={item.ebookId} className={css.item}>
            <span>
              {item.quantity > 1 && <span>{`${t.quantity(item.quantity)} `}</span>}
              <span lang={item.language}>{item.name}</span>
              {item.launchAt && <span className={css.launch}>{t.comes(day(item.launchAt))}</span>}
              {canRead && order.state === 'paid' && order.items.length > 1 && item.gifts < item.quantity && !item.launchAt && (
                <Link to={paths.reader.href(item.ebookId)} className={css.read}>
                  {t.readNow}
                  <VisuallyHidden>
                    : <span lang={item.language}>{item.name}</span>
                  </VisuallyHidden>
                </Link>
              )}
            </span>
            <span className={css.amount}>{cost(item.amount)}</span>
          </li>
        ))}
      </ul>
      {order.discounts.map(({ kind, label, amount }) => (
        <p key={`${kind} ${label}`} className={css.item}>
          <span>{discounts.included(discounts.labels[kind](label))}</span>
          <span className={css.amount}>{money(amount)}</span>
        </p>
      ))}
      <p className={css.total}>
        <span>{t.total}</span>
        <Price>{cost(order.total)}</Price>
      </p>
    </section>
  );
}

function NextSteps({ order, linkKey }: { order: Order; linkKey: string | null }) {
  const t = useTexts(texts);
  const { state, items } = order;
  const isReadable = state === 'paid' || state === 'partly_refunded';
  const [book] = items;
  const readNow = !linkKey && state === 'paid' && items.length === 1 && book && book.gifts < book.quantity && !book.launchAt && book;
  const hasGifts = isReadable && items.some(({ gifts }) => gifts > 0);
  const orderPage = linkKey ? paths.guestOrder.href(order.id, linkKey) : paths.order.href(order.id);
  return (
    <nav className={css.ways} aria-label={t.title}>
      {readNow && (
        <ButtonLink to={paths.reader.href(readNow.ebookId)} size="l">
          {t.readNow}
        </ButtonLink>
      )}
      {hasGifts && (
        <ButtonLink to={linkKey ? orderPage : `${orderPage}#presentes`} size="l">
          {t.sendGifts}
        </ButtonLink>
      )}
      {isReadable && linkKey && !hasGifts && (
        <ButtonLink to={orderPage} size="l">
          {items.every(({ launchAt }) => launchAt) ? t.toOrder : t.toBooks}
        </ButtonLink>
      )}
      {isReadable && !linkKey && (
        <ButtonLink to={paths.userDashboard.href('ebooks')} size="l" variant={readNow || hasGifts ? 'secondary' : 'primary'}>
          {t.toLibrary}
        </ButtonLink>
      )}
      {state === 'waiting' && (
        <ButtonLink to={orderPage} size="l">
          {t.toOrder}
        </ButtonLink>
      )}
      {(state === 'failed' || state === 'expired') && <BuyAgain order={order} />}
      {state === 'open' && (
        <ButtonLink to={paths.cart.href()} size="l">
          {t.toCart}
        </ButtonLink>
      )}
      <ButtonLink to={paths.shop.href()} size="l" variant="secondary">
        {t.toShop}
      </ButtonLink>
    </nav>
  );
}
