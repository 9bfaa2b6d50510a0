import type { Local } from '../local.ts';
import type { Session } from '../wire.ts';

type Addressed = Pick<Session, 'id' | 'ui_mode' | 'client_secret'>;

/** Where the buyer pays the session: a page of its own, or one for the shop's frame, which only its client secret opens. */
export const paymentPathOf = ({ id, ui_mode, client_secret }: Addressed): string =>
  ui_mode === 'embedded_page' ? `/c/embed/${client_secret}` : `/c/pay/${id}`;

export const paymentUrlOf = ({ options }: Local, session: Addressed): string => `${options.publicUrl}${paymentPathOf(session)}`;

/** Stripe replaces exactly this text; encoded braces stay as they came. */
export const returnUrlOf = ({ id, ui_mode, return_url, success_url }: Session): string =>
  ((ui_mode === 'embedded_page' ? return_url : success_url) ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
