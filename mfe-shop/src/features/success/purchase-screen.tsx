import type { Order, OrderState, PurchaseEmailAnswer } from '@site/shared/contracts/orders.ts';
import { times } from '@site/shared/money/money.ts';
import { ButtonLink, Icon, type IconName, Price, paths, useFormats, useTexts } from '@site/shared/site/site.ts';
import { isBought } from './purchase.ts';
import css from './purchase-screen.module.css';
import { texts } from './texts.ts';

const MOODS: Record<OrderState, { readonly tone: 'good' | 'calm' | 'bad'; readonly icon: IconName }> = {
  paid: { tone: 'good', icon: 'check' },
  partly_refunded: { tone: 'good', icon: 'check' },
  waiting: { tone: 'calm', icon: 'info' },
  refunded: { tone: 'calm', icon: 'info' },
  disputed: { tone: 'bad', icon: 'warning' },
  open: { tone: 'bad', icon: 'warning' },
  failed: { tone: 'bad', icon: 'warning' },
  expired: { tone: 'bad', icon: 'warning' },
};

export function PurchaseScreen({ order, email }: { order: Order; email: PurchaseEmailAnswer['email'] }) {
  const t = useTexts(texts);
  const { tone, icon } = MOODS[order.state];
  const words = t.states[order.state];
  return (
    <article className={css.purchase}>
      <header className={css.head}>
        <span className={css.mood} data-tone={tone}>
          <Icon name={icon} />
        </span>
        <h1>{words.title}</h1>
        <p className={css.message} role="status">
          {words.message}
        </p>
        {email !== 'none' && <p className={css.mail}>{(email === 'sent' ? t.mailTo : t.mailSoon)(order.email)}</p>}
      </header>
      <Receipt order={order} />
      <Ways state={order.state} />
    </article>
  );
}

function Receipt({ order }: { order: Order }) {
  const t = useTexts(texts);
  const { money, day } = useFormats();
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
              {item.quantity > 1 && `${t.quantity(item.quantity)} `}
              {item.name}
            </span>
            <span className={css.amount}>{money(times(item.price, item.quantity))}</span>
          </li>
        ))}
      </ul>
      <p className={css.total}>
        <span>{t.total}</span>
        <Price>{money(order.total)}</Price>
      </p>
    </section>
  );
}

function Ways({ state }: { state: OrderState }) {
  const t = useTexts(texts);
  const isReadable = state === 'paid' || state === 'partly_refunded';
  return (
    <nav className={css.ways} aria-label={t.title}>
      {isReadable && (
        <ButtonLink to={paths.userDashboard.href('ebooks')} size="l">
          {t.toLibrary}
        </ButtonLink>
      )}
      {!isReadable && isBought(state) && (
        <ButtonLink to={paths.userDashboard.href('orders')} size="l">
          {t.toOrders}
        </ButtonLink>
      )}
      {!isBought(state) && state !== 'refunded' && state !== 'disputed' && (
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
