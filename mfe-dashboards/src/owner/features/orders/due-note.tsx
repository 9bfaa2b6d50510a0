import type { Order } from '@site/shared/contracts/orders.ts';
import { formatBoletoDay } from '@site/shared/dates/dates.ts';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { texts } from './texts.ts';

/** Says how an unpaid order can be paid, and until when. */
export function DueNote({ order: { state, toPay } }: { order: Order }) {
  const t = useTexts(texts);
  const { locale } = usePreferences();
  const { moment } = useFormats();
  if (state !== 'waiting' || !toPay?.by) return null;
  const { with: method, by } = toPay;
  return <small>{t.due[method](method === 'pix' ? moment(by) : formatBoletoDay(by, locale))}</small>;
}
