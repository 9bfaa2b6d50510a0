import { defineTexts } from '@site/shared/texts/locales.ts';

export const texts = defineTexts(
  {
    signOut: 'Sair',
    signingOut: 'Saindo…',
    signOutFailed: 'Não foi possível sair da sua conta. Tente de novo.',
    confirmEmail: 'Confirmar e-mail',
    toMyAccount: 'Ir para a minha conta',
    requestId: (id: string): string => `Código para o suporte: ${id}`,
  },
  {
    signOut: 'Sign out',
    signingOut: 'Signing out…',
    signOutFailed: 'We could not sign you out. Try again.',
    confirmEmail: 'Confirm email',
    toMyAccount: 'Go to my account',
    requestId: (id: string): string => `Code for support: ${id}`,
  },
);
