import { defineTexts } from '@site/shared/texts/locales.ts';

export const stepUpTexts = defineTexts(
  {
    title: 'Confirme que é você',
    intro:
      'Faz um tempo que você entrou. A confirmação evita que alguém faça isto por você em um aparelho que ficou aberto. O que você preencheu continua aqui.',
    introCode: 'Digite os seis dígitos que o aplicativo de autenticação mostra para este site.',
    password: 'Senha',
    missingPassword: 'Digite a senha',
    code: 'Código de seis dígitos',
    missingCode: 'Digite os seis dígitos',
    confirm: 'Confirmar',
    confirming: 'Conferindo…',
    google: 'Confirmar com o Google',
    or: 'ou',
  },
  {
    title: 'Confirm that it is you',
    intro: 'You signed in a while ago. Confirming protects you on a device that was left open. The values that you entered stay here.',
    introCode: 'Enter the six digits that your authenticator app shows for this site.',
    password: 'Password',
    missingPassword: 'Enter the password',
    code: 'Six-digit code',
    missingCode: 'Enter the six digits',
    confirm: 'Confirm',
    confirming: 'Checking…',
    google: 'Confirm with Google',
    or: 'or',
  },
);
