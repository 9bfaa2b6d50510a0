import { defineTexts } from '@site/shared/texts/locales.ts';

export const claimAdminTexts = defineTexts(
  {
    title: 'Abrir o painel',
    intro: (email: string): string =>
      `${email} está na lista de quem pode ser titular deste site. Falta provar que é você, uma única vez: com o código que o servidor mostra ou, enquanto não há titular, com o Google. Se já há, peça um convite.`,
    code: 'Código de uso único',
    codeHint: 'Está no registro (log) do servidor, na forma XXXX-XXXX-XXXX. Quem instalou o site cria outro com npm run admin-code.',
    submit: 'Abrir o painel',
    submitting: 'Conferindo…',
    missing: 'Digite o código',
    reader: 'Ir para minha conta',
    signOut: 'Entrar com outra conta',
    checking: 'Verificando sua conta…',
  },
  {
    title: 'Open the dashboard',
    intro: (email: string): string =>
      `${email} is on the list of people who may own this site. Prove once that it is you: with the code that the server shows or, while there is no owner, by Google. If there is one, ask for an invitation.`,
    code: 'One-time code',
    codeHint: 'It is in the log of the server, as XXXX-XXXX-XXXX. Whoever installed the site makes another with npm run admin-code.',
    submit: 'Open the dashboard',
    submitting: 'Checking…',
    missing: 'Type the code',
    reader: 'Go to my account',
    signOut: 'Sign in with another account',
    checking: 'Looking at your account…',
  },
);
