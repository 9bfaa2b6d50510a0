import { html } from 'hono/html';
import { createTransport } from 'nodemailer';

/** A one-time code that Firebase sends by mail, as the emulator keeps it. */
export type Action = {
  requestType: 'VERIFY_EMAIL' | 'PASSWORD_RESET' | 'RECOVER_EMAIL' | 'VERIFY_AND_CHANGE_EMAIL' | 'EMAIL_SIGNIN';
  oobCode: string;
  oobLink: string;
  email: string;
  newEmail?: string;
  /** Milliseconds since the epoch; a code without it does not expire. */
  madeAt?: number;
};

type Letter = { subject: string; reason: string; button: string; otherwise: string };

/** `mode` is the word by which Firebase's action page knows what the code is for. */
const MODES: Record<Action['requestType'], string> = {
  VERIFY_EMAIL: 'verifyEmail',
  PASSWORD_RESET: 'resetPassword',
  RECOVER_EMAIL: 'recoverEmail',
  VERIFY_AND_CHANGE_EMAIL: 'verifyAndChangeEmail',
  EMAIL_SIGNIN: 'signIn',
};

const IGNORE_PT = 'Se você não pediu isto, ignore este e-mail: nada muda.';
const IGNORE_EN = 'If you did not ask for this, ignore this e-mail: nothing changes.';

const LETTERS: Record<'pt' | 'en', Record<Action['requestType'], Letter>> = {
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
    EMAIL_SIGNIN: {
      subject: 'Seu link para entrar',
      reason: 'Use este link para entrar na sua conta.',
      button: 'Entrar',
      otherwise: IGNORE_PT,
    },
  },
  en: {
    VERIFY_EMAIL: {
      subject: 'Confirm your e-mail',
      reason: 'One step is left: confirm that this address is yours.',
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
    EMAIL_SIGNIN: {
      subject: 'Your sign-in link',
      reason: 'Use this link to sign in to your account.',
      button: 'Sign in',
      otherwise: IGNORE_EN,
    },
  },
};

/** The link of `action` on the site's own action page, which is what a project's custom action URL does. */
function actionLink(action: Action, siteUrl: string, language: string): URL {
  const link = new URL('/confirm-email', siteUrl);
  const original = new URL(action.oobLink).searchParams;
  link.searchParams.set('mode', MODES[action.requestType]);
  link.searchParams.set('oobCode', action.oobCode);
  link.searchParams.set('lang', language);
  for (const name of ['apiKey', 'continueUrl']) {
    const value = original.get(name);
    if (value) link.searchParams.set(name, value);
  }
  return link;
}

/** Returns what sends the mail of an action, in English where the page asked for it and else in Portuguese. */
export function createActionMailer({
  smtpUrl,
  siteUrl,
  siteName,
  from,
}: {
  smtpUrl: string;
  siteUrl: string;
  siteName: string;
  from: string;
}) {
  const transport = createTransport(smtpUrl);
  return async (action: Action, locale: string | undefined): Promise<void> => {
    const language = locale?.toLowerCase().startsWith('en') ? 'en' : 'pt';
    const { subject, reason, button, otherwise } = LETTERS[language][action.requestType];
    const { href } = actionLink(action, siteUrl, language === 'en' ? 'en' : 'pt-BR');
    await transport.sendMail({
      from: { name: siteName, address: from },
      to: action.newEmail ?? action.email,
      subject: `${subject} · ${siteName}`,
      text: `${reason}\n\n${button}: ${href}\n\n${otherwise}\n\n${siteName}\n`,
      html: String(html`<p>${reason}</p><p><a href="${href}">${button}</a></p><p>${otherwise}</p><p>${siteName}</p>`),
    });
  };
}
