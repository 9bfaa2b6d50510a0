import type { ImportSource } from '@site/shared/contracts/admin-imports.ts';
import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';

const texts = defineTexts(
  {
    order: (number: number) => `Pedido nº ${number}`,
    shops: { gumroad: 'Compra na Gumroad', hotmart: 'Compra na Hotmart', other: 'Compra em outra loja' } satisfies Record<
      ImportSource,
      string
    >,
  },
  {
    order: (number: number) => `Order no. ${number}`,
    shops: { gumroad: 'Bought at Gumroad', hotmart: 'Bought at Hotmart', other: 'Bought elsewhere' },
  },
);

/** Characters that every PDF reader can show without an embedded font. */
const PLAIN = /^[a-z0-9]$/i;

const masked = (part: string): string => `${PLAIN.test(part.charAt(0)) ? part.charAt(0) : ''}•••`;

/** Masks `clara@semente.test` as `c•••@s•••.test`. The buyer recognizes the address, but a finder of the file does not learn it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const dot = email.lastIndexOf('.');
  const ending = /^\.[a-z]{2,24}$/i.exec(email.slice(dot))?.[0] ?? '';
  return `${masked(email)}@${masked(email.slice(at + 1))}${dot > at ? ending : ''}`;
}

/** Returns the line at the foot of each page of a buyer's copy. */
export function formatStampLine(copy: {
  orderNumber: number | null;
  boughtAt: ImportSource | null;
  email: string;
  locale: Locale;
}): string {
  const t = texts[copy.locale];
  const purchase = copy.orderNumber === null ? t.shops[copy.boughtAt ?? 'other'] : t.order(copy.orderNumber);
  return `${purchase} · ${maskEmail(copy.email)}`;
}
