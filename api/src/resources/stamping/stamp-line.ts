import { defineTexts, type Locale } from '@site/shared/texts/locales.ts';

const texts = defineTexts(
  { line: (order: number, email: string) => `Pedido nº ${order} · ${email}` },
  { line: (order: number, email: string) => `Order no. ${order} · ${email}` },
);

/** Letters that every PDF reader has without a font of ours. */
const PLAIN = /^[a-z0-9]$/i;

const masked = (part: string): string => `${PLAIN.test(part.charAt(0)) ? part.charAt(0) : ''}•••`;

/** `clara@semente.test` as `c•••@s•••.test`: who bought knows it again, who finds the file does not learn it. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf('@');
  const dot = email.lastIndexOf('.');
  const ending = /^\.[a-z]{2,24}$/i.exec(email.slice(dot))?.[0] ?? '';
  return `${masked(email)}@${masked(email.slice(at + 1))}${dot > at ? ending : ''}`;
}

/** What stands at the foot of each page of a buyer's copy. */
export const formatStampLine = (copy: { orderNumber: number; email: string; locale: Locale }): string =>
  texts[copy.locale].line(copy.orderNumber, maskEmail(copy.email));
