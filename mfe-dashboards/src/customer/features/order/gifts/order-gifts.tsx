import type { Gift } from '@site/shared/contracts/gifts.ts';
import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import { Badge, type BadgeTone } from '@site/shared/patterns/badge.tsx';
import { Card } from '@site/shared/patterns/card.tsx';
import { Button, useFormats, useTexts } from '@site/shared/site/site.ts';
import { ActionFailure } from '../../../../signed-in/action-failure.tsx';
import { AskButton } from '../../../../signed-in/ask-button.tsx';
import { copyText } from '../../../../signed-in/copy-text.ts';
import layout from '../../../../signed-in/layout.module.css';
import { Loaded } from '../../../../signed-in/loaded.tsx';
import { useGifts, useKeepGift, useRenewGift } from './gift-queries.ts';
import css from './order-gifts.module.css';
import { SendGiftButton } from './send-gift-dialog.tsx';
import { texts } from './texts.ts';

const TONES: Record<Gift['state'], BadgeTone> = {
  unpaid: 'neutral',
  unsent: 'accent',
  scheduled: 'olive',
  sent: 'olive',
  failed: 'danger',
  claimed: 'success',
  returned: 'neutral',
  suspended: 'warning',
  closed: 'neutral',
};

/** Returns whether a copy of the gift can still be redeemed. */
const isOpen = ({ state }: Gift): boolean => state === 'unsent' || state === 'scheduled' || state === 'sent' || state === 'failed';

/** Shows the copies that the buyer gives away: the recipient, the link and the state of each. */
export function OrderGifts({ order }: { order: OrderDetail }) {
  return order.items.some(({ gifts }) => gifts > 0) && order.paidAt !== null ? <Gifts order={order} /> : null;
}

function Gifts({ order: { id: orderId, items } }: { order: OrderDetail }) {
  const t = useTexts(texts);
  const query = useGifts(orderId);
  const gifts = query.data?.gifts ?? [];
  return (
    <Card as="section" id="presentes">
      <h2 className={layout.heading}>{t.title}</h2>
      {gifts.some(isOpen) && <p className={layout.softLong}>{t.hint}</p>}
      <Loaded query={query} failed={t.failed} lines={4}>
        {() => (
          <ul className={css.gifts}>
            {gifts.map((gift) => (
              <OneGift
                key={gift.id}
                orderId={orderId}
                gift={gift}
                language={items.find(({ ebookId }) => ebookId === gift.ebookId)?.language}
              />
            ))}
          </ul>
        )}
      </Loaded>
    </Card>
  );
}

function OneGift({ orderId, gift, language }: { orderId: string; gift: Gift; language: string | undefined }) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { title, kind, state, toName, toEmail, sendAt, seats, claimed, readers } = gift;
  const whom = [toName, toEmail].filter(Boolean).join(' · ');
  return (
    <li className={css.gift}>
      <div className={css.head}>
        <div>
          <p className={css.name} lang={language}>
            {title}
          </p>
          {kind === 'group' && <p className={layout.softLong}>{t.seats(claimed, seats)}</p>}
          {readers.length > 0 && <p className={layout.softLong}>{t.readers(readers.join(', '), claimed - readers.length)}</p>}
          {whom && <p className={layout.softLong}>{t.to(whom)}</p>}
          {sendAt && (state === 'scheduled' || state === 'sent') && (
            <p className={layout.softLong}>{(state === 'scheduled' ? t.goesOut : t.wentOut)(moment(sendAt))}</p>
          )}
          {state === 'failed' && <p className={layout.softLong}>{t.failedHow}</p>}
          {gift.isSpare && isOpen(gift) && <p className={layout.softLong}>{t.spare}</p>}
        </div>
        {state === 'unsent' && claimed > 0 ? <Badge tone="olive">{t.inUse}</Badge> : <Badge tone={TONES[state]}>{t.states[state]}</Badge>}
      </div>
      {isOpen(gift) && <GiftActions orderId={orderId} gift={gift} language={language} />}
    </li>
  );
}

function GiftActions({ orderId, gift, language }: { orderId: string; gift: Gift; language: string | undefined }) {
  const t = useTexts(texts);
  const { title, url } = gift;
  const copy = () => copyText(url, { copied: t.copied, failed: t.notCopied }, 'gift-link');
  return (
    <>
      <div className={css.actions}>
        <SendGiftButton orderId={orderId} gift={gift} language={language} />
        <a
          className={css.whatsApp}
          href={`https://wa.me/?text=${encodeURIComponent(t.whatsApp(title, url))}`}
          target="_blank"
          rel="noopener noreferrer"
          aria-label={t.byWhatsAppTitle(title)}
        >
          {t.byWhatsApp}
        </a>
        <Button variant="secondary" size="s" aria-label={t.copyTitle(title)} onClick={() => void copy()}>
          {t.copy}
        </Button>
        <RenewButton orderId={orderId} gift={gift} />
        {gift.canKeep && <KeepButton orderId={orderId} gift={gift} />}
      </div>
      <p className={css.link}>{url}</p>
    </>
  );
}

function RenewButton({ orderId, gift }: { orderId: string; gift: Gift }) {
  const t = useTexts(texts);
  return (
    <AskButton
      label={t.renew}
      variant="quiet"
      title={t.renewTitle}
      action={useRenewGift(orderId, gift.id)}
      confirmText={t.renew}
      pendingText={t.renewing}
      done={t.renewed}
    >
      <p>{t.renewMeaning}</p>
    </AskButton>
  );
}

function KeepButton({ orderId, gift }: { orderId: string; gift: Gift }) {
  const t = useTexts(texts);
  const keep = useKeepGift(orderId, gift.id);
  return (
    <>
      <Button variant="quiet" size="s" isPending={keep.isPending} pendingText={t.keeping} onClick={keep.mutate}>
        {t.keep}
      </Button>
      <ActionFailure error={keep.error} className={layout.failure} />
    </>
  );
}
