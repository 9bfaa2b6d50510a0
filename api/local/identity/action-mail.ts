import { html } from 'hono/html';
import { createTransport } from 'nodemailer';
import type { Action, Asked } from './action-codes.ts';

type Email = { subject: string; reason: string; button: string; otherwise: string };

const IGNORE_PT = 'Se você não pediu isto, ignore este e-mail: nada muda.';
const IGNORE_EN = 'If you did not ask for this, ignore this e-mail: nothing changes.';

const EMAILS: Record<Asked['language'], Record<Action['requestType'], Email>> = {
  pt: {
    VERIFY_EMAIL: {
      subject: 'Confirme seu e-mail',
      reason: 'Falta só um passo: confirme que este endereço é seu.',
      button: 'Confirmar e-mail',
      otherwise: IGNORE_PT,
    },
    PASSWORD_RESET: {
      subject: 'Crie uma nova senha',
      reason: 'Recebemos um pedido para trocar a senha da sua conta.',
      button: 'Criar nova senha',
      otherwise: IGNORE_PT,
    },
    RECOVER_EMAIL: {
      subject: 'O e-mail da sua conta mudou',
      reason: 'O endereço da sua conta foi trocado. Se não foi você, desfaça a troca.',
      button: 'Desfazer a troca',
      otherwise: 'Se foi você, não precisa fazer nada.',
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Confirme seu novo e-mail',
      reason: 'Você pediu para usar este endereço na sua conta.',
      button: 'Confirmar novo e-mail',
      otherwise: IGNORE_PT,
    },
  },
  en: {
    VERIFY_EMAIL: {
      subject: 'Confirm your e-mail',
      reason: 'One step left: confirm that this address is yours.',
      button: 'Confirm e-mail',
      otherwise: IGNORE_EN,
    },
    PASSWORD_RESET: {
      subject: 'Create a new password',
      reason: 'We received a request to change the password of your account.',
      button: 'Create new password',
      otherwise: IGNORE_EN,
    },
    RECOVER_EMAIL: {
      subject: 'The e-mail of your account was changed',
      reason: 'The address of your account was changed. If it was not you, undo the change.',
      button: 'Undo the change',
      otherwise: 'If it was you, there is nothing to do.',
    },
    VERIFY_AND_CHANGE_EMAIL: {
      subject: 'Confirm your new e-mail',
      reason: 'You asked to use this address for your account.',
      button: 'Confirm new e-mail',
      otherwise: IGNORE_EN,
    },
  },
};

/** Returns a function that sends the email of an action. */
export function createActionMailer({ smtpUrl, siteName, from }: { smtpUrl: string; siteName: string; from: string }) {
  const transport = createTransport(smtpUrl);
  return async (action: Action, language: Asked['language']): Promise<void> => {
    const { subject, reason, button, otherwise } = EMAILS[language][action.requestType];
    const href = action.oobLink;
    await transport.sendMail({
      from: { name: siteName, address: from },
      to: action.newEmail ?? action.email,
      subject: `${subject} · ${siteName}`,
      text: `${reason}\n\n${button}: ${href}\n\n${otherwise}\n\n${siteName}\n`,
      html: String(html`<p>${reason}</p><p><a href="${href}">${button}</a></p><p>${otherwise}</p><p>${siteName}</p>`),
    });
  };
}
