import type { Local } from '../local.ts';
import type { Session } from '../wire.ts';

type Addressed = Pick<Session, 'id' | 'ui_mode' | 'client_secret'>;

/** Returns the path of the session's payment page: a full page, or a page for the shop's frame, which only the client secret opens. */
export const paymentPathOf = ({ id, ui_mode, client_secret }: Addressed): string =>
  ui_mode === 'embedded_page' ? `/c/embed/${client_secret}` : `/c/pay/${id}`;

export const paymentUrlOf = ({ options }: Local, session: Addressed): string => `${options.publicUrl}${paymentPathOf(session)}`;

/** Returns the buyer's return URL. Like at Stripe, only this exact placeholder is replaced, and encoded braces stay unchanged. */
export const returnUrlOf = ({ id, ui_mode, return_url, success_url }: Session): string =>
  ((ui_mode === 'embedded_page' ? return_url : success_url) ?? '/').replaceAll('{CHECKOUT_SESSION_ID}', id);
