import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import { Button, ButtonLink, cartStore, Icon, paths, useNavigate, useTexts } from '@site/shared/site/site.ts';
import css from './bought.module.css';
import { ebookTexts } from './texts.ts';

/** Instead of the button that adds: the book is the reader's, or waits for its payment, and this is where it is. */
export function Bought({ bought: { ebookId, standing, orderId } }: { bought: BoughtEbook }) {
  const t = useTexts(ebookTexts);
  const navigate = useNavigate();
  const isOwned = standing === 'owned';
  const give = () => {
    const { lines, restore } = cartStore.getState();
    const others = lines.filter(({ id }) => id !== ebookId);
    restore([...others, { id: ebookId, quantity: 1, gift: 'all' }]);
    void navigate(paths.cart.href());
  };
  return (
    <div className={css.bought} data-standing={standing}>
      <p>
        <Icon name={isOwned ? 'check' : 'info'} />
        {t[standing]}
      </p>
      <ButtonLink to={isOwned ? paths.userDashboard.href('ebooks') : paths.order.href(orderId)} size="l">
        {isOwned ? t.openLibrary : t.openOrder}
      </ButtonLink>
      <Button variant="secondary" size="l" onClick={give}>
        {t.give}
      </Button>
    </div>
  );
}
