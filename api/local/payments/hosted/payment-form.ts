import { type DelayedMethod, isDelayed } from '../checkout/payment-methods.ts';
import { findTestCard, type TestCard } from '../checkout/test-cards.ts';
import type { Session } from '../wire.ts';
import type { HostedTexts } from './texts.ts';

export type FieldName = 'email' | 'method' | 'number' | 'expiry' | 'cvc' | 'card_name' | 'holder' | 'tax_id';
/** The messages for invalid fields, in the order of the page. */
export type Problems = Partial<Record<FieldName, string>>;

export type PaymentForm =
  | { kind: 'free'; email: string }
  | { kind: 'card'; email: string; name: string; card: TestCard }
  | { kind: 'delayed'; email: string; name: string; method: DelayedMethod }
  | { kind: 'pix'; email: string; name: string }
  | { kind: 'problems'; problems: Problems };

const digits = (text: string) => text.replace(/\D/g, '');

function isFuture(expiry: string, now: Date): boolean {
  const match = /^(\d{1,2})\s*\/?\s*(\d{2}|\d{4})$/.exec(expiry.trim());
  const month = Number(match?.[1]);
  const year = Number(match?.[2]) % 100;
  if (!match || month < 1 || month > 12) return false;
  const current = now.getUTCFullYear() % 100;
  return year > current || (year === current && month >= now.getUTCMonth() + 1);
}

/** Reads the submitted form. The payment method decides which fields are read. */
export function readPaymentForm(form: ReadonlyMap<string, string>, session: Session, t: HostedTexts, now: Date): PaymentForm {
  const value = (name: FieldName) => (form.get(name) ?? '').trim();
  const problems: Problems = {};
  const need = (name: FieldName, isRight: boolean, problem: string) => {
    if (!isRight) problems[name] = problem;
  };

  const email = session.customer_email ?? value('email');
  need('email', /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(email) && email.length <= 254, t.emailProblem);
  if (session.amount_total === 0) return problems.email ? { kind: 'problems', problems } : { kind: 'free', email };

  const method = value('method') || 'card';
  if (!session.payment_method_types.includes(method)) return { kind: 'problems', problems: { ...problems, method: t.methodProblem } };

  if (isDelayed(method)) {
    need('holder', value('holder') !== '', t.nameProblem);
    if (method === 'boleto') need('tax_id', [11, 14].includes(digits(value('tax_id')).length), t.taxIdProblem);
    if (Object.keys(problems).length > 0) return { kind: 'problems', problems };
    return { kind: 'delayed', email, name: value('holder'), method };
  }

  if (method === 'pix') return problems.email ? { kind: 'problems', problems } : { kind: 'pix', email, name: '' };

  const card = findTestCard(digits(value('number')));
  need('number', card !== undefined, t.numberProblem);
  need('expiry', isFuture(value('expiry'), now), t.expiryProblem);
  need('cvc', card?.brand === 'amex' ? /^\d{3,4}$/.test(value('cvc')) : /^\d{3}$/.test(value('cvc')), t.cvcProblem);
  need('card_name', value('card_name') !== '', t.nameProblem);
  if (!card || Object.keys(problems).length > 0) return { kind: 'problems', problems };
  return { kind: 'card', email, name: value('card_name'), card };
}
