import { defineTexts } from '@site/shared/texts/locales.ts';

export const claimAdminTexts = defineTexts(
  {
    title: 'Abrir o painel',
    intro: (email: string): string =>
      `${email} pode ser titular deste site. Falta confirmar, uma única vez, que é você: use o código que recebeu de quem instalou o site. Se o site ainda não tem titular, o Google também serve. Se já tem, peça um convite.`,
    code: 'Código de uso único',
    codeHint: 'Na forma XXXX-XXXX-XXXX.',
    forServer: 'Para quem cuida do servidor',
    inLog: 'O código está no registro (log) da API. Este comando cria outro:',
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
      `You are signed in as ${email}. To open the dashboard as an owner, enter the one-time code that you got from the person who installed the site. If the site has no owner yet, you can sign in with Google instead. If it already has an owner, ask for an invitation.`,
    code: 'One-time code',
    codeHint: 'It looks like XXXX-XXXX-XXXX.',
    forServer: 'For the person who runs the server',
    inLog: 'The code is in the API’s log. This command creates another one:',
    submit: 'Open the dashboard',
    submitting: 'Checking…',
    missing: 'Enter the code',
    reader: 'Go to my account',
    signOut: 'Sign in with another account',
    checking: 'Checking your account…',
  },
);
