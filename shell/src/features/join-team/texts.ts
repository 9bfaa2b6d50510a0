import { defineTexts } from '@site/shared/texts/locales.ts';

export const joinTeamTexts = defineTexts(
  {
    title: 'Convite para a equipe',
    intro: (email: string): string =>
      `Você está com a conta ${email}. Ao aceitar, ela passa a abrir o painel deste site, com o que é da função do convite.`,
    accept: 'Aceitar o convite',
    accepting: 'Aceitando…',
    reader: 'Ir para minha conta',
    signOut: 'Entrar com outra conta',
    checking: 'Verificando sua conta…',
  },
  {
    title: 'Invitation to the team',
    intro: (email: string): string =>
      `You are signed in as ${email}. If you accept, this account can open the dashboard of this site, with the permissions of the role in the invitation.`,
    accept: 'Accept the invitation',
    accepting: 'Accepting…',
    reader: 'Go to my account',
    signOut: 'Sign in with another account',
    checking: 'Checking your account…',
  },
);
