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
    contact: 'Falar conosco',
    requestId: (id: string): string => `Código para o suporte: ${id}`,
  },
  {
    signOut: 'Sign out',
    signingOut: 'Signing out…',
    signOutFailed: 'We could not sign you out. Try again.',
    confirmEmail: 'Confirm email',
    toMyAccount: 'Go to my account',
    linkMissing: 'Open the link in your email again',
    linkMissingMessage: 'This page opens by the link that we sent by email with the order, and this tab does not have it.',
    contact: 'Contact us',
    requestId: (id: string): string => `Code for support: ${id}`,
  },
);
