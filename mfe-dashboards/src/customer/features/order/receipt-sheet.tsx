import type { OrderDetail } from '@site/shared/contracts/orders.ts';
import type { Receipt } from '@site/shared/contracts/receipts.ts';
import { toMoney } from '@site/shared/money/money.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { taxIdTexts } from '@site/shared/tax-id/tax-id-texts.ts';
import { methodName } from '../../../orders/payment-method.ts';
import { receiptName } from '../../../orders/receipt-name.ts';
import { texts as orderTexts } from '../../../orders/texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { shownAddress } from '../../../signed-in/shown-address.ts';
import css from './receipt.module.css';
import { Fact, ItemRow, ItemsTable, SumRow } from './receipt-parts.tsx';
import { texts } from './texts.ts';

type ReceiptSheetProps = { readonly order: OrderDetail; readonly receipt: Receipt; readonly site: string };

/** Shows one receipt or credit note in its printed form. */
export function ReceiptSheet({ order, receipt, site }: ReceiptSheetProps) {
  const t = useTexts(texts);
  const o = useTexts(orderTexts);
  const { kinds } = useTexts(taxIdTexts);
  const { moment } = useFormats();
  const { buyer, seller } = receipt;
  const isOfPayment = receipt.of === null;
  return (
    <>
      <p className={css.site}>{site}</p>
      <h2 className={layout.heading}>{t.documentNames[receipt.kind](receiptName(receipt))}</h2>
      <dl className={css.facts}>
        <Fact label={t.issuedOn}>{moment(receipt.issuedAt)}</Fact>
        <Fact label={t.order}>{order.number}</Fact>
        {receipt.of !== null && <Fact label={t.about}>{receiptName({ series: 'R', number: receipt.of })}</Fact>}
        {receipt.isOfDispute && <Fact label={t.because}>{t.disputeDecided}</Fact>}
        {receipt.refund && <Fact label={t.receiptAccess}>{t.receiptAccessOf[receipt.refund.keepsAccess ? 'kept' : 'ended']}</Fact>}
        {isOfPayment && order.paidAt && <Fact label={t.paidOn}>{moment(order.paidAt)}</Fact>}
        {isOfPayment && order.paymentMethod && <Fact label={t.paidWith}>{methodName(order.paymentMethod, o)}</Fact>}
        <Fact label={t.buyer}>
          {buyer.name && <span>{buyer.name}</span>}
          {buyer.taxId && (
            <span>
              {kinds[buyer.taxId.kind]} {buyer.taxId.text}
            </span>
          )}
          <span>{shownAddress(buyer.email)}</span>
        </Fact>
        <Fact label={t.seller}>
          <span>{seller.legalName || site}</span>
          {seller.taxId && <span>{seller.taxId}</span>}
          {seller.address && <span className={css.address}>{seller.address}</span>}
        </Fact>
      </dl>
      <Lines receipt={receipt} />
      <p className={layout.soft}>{receipt.kind === 'receipt' ? t.noTaxDocument : t.noTaxCredit}</p>
    </>
  );
}

function Lines({ receipt }: { receipt: Receipt }) {
  const t = useTexts(texts);
  const { lines, total } = receipt;
  const discount = lines.reduce((sum, { list, amount }) => sum + list.minor - amount.minor, 0);
  return (
    <ItemsTable
      sums={
        <>
          <SumRow label={t.total} amount={total} />
          {discount > 0 && <SumRow label={t.discount} amount={toMoney(discount, total.currency)} />}
        </>
      }
    >
      {lines.map(({ ebookId, title, language, quantity, amount }) => (
        <ItemRow key={ebookId} quantity={title === null ? null : quantity} amount={amount}>
          {title === null ? (
            t.withoutBook
          ) : (
            <span>
              <span lang={language ?? undefined}>{title}</span> <span className={layout.soft}>PDF</span>
            </span>
          )}
        </ItemRow>
      ))}
    </ItemsTable>
  );
}
