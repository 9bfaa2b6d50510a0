import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    signOut: 'Sair',
    signingOut: 'Saindo…',
    signOutFailed: 'Não foi possível sair da sua conta. Tente de novo.',
    confirmEmail: 'Confirmar e-mail',
    toMyAccount: 'Ir para a minha conta',
    linkMissing: 'Abra de novo o link do e-mail',
    linkMissingMessage: 'Esta página se abre pelo link que enviamos por e-mail com o pedido, e esta aba não o tem.',
    linkSend: 'Enviar o link de novo',
    linkSending: 'Enviando…',
    linkSent:
      'Se o pedido foi feito sem conta, o link vai para o e-mail dele em instantes. Confira também o spam. Se você já levou o pedido para uma conta, entre nela.',
    contact: 'Falar conosco',
    wordsKept: 'Guardamos o que você tinha digitado: está no mesmo formulário.',
    requestId: (id: string): string => `Código para o suporte: ${id}`,
    copyEmail: (email: string): string => `Copiar ${email}`,
    emailCopied: 'E-mail copiado',
    copyFailed: 'Não foi possível copiar o e-mail',
  },
  {
    signOut: 'Sign out',
    signingOut: 'Signing out…',
    signOutFailed: 'We could not sign you out. Try again.',
    confirmEmail: 'Confirm email',
    toMyAccount: 'Go to my account',
    linkMissing: 'Open the link in your email again',
    linkMissingMessage: 'This page needs the link from your order email, and this tab does not have it.',
    linkSend: 'Send the link again',
    linkSending: 'Sending…',
    linkSent:
      'If the order was placed without an account, the link arrives at its email address in a moment. Check the spam folder too. If you already moved the order to an account, sign in to it.',
    contact: 'Contact us',
    wordsKept: 'Your typed text was kept: it is in the same form.',
    requestId: (id: string): string => `Support code: ${id}`,
    copyEmail: (email: string): string => `Copy ${email}`,
    emailCopied: 'Email copied',
    copyFailed: 'The email could not be copied',
  },
);
