import { defineTexts } from '@site/shared/texts/locales.ts';

export const stepUpTexts = defineTexts(
  {
    title: 'Confirme que é você',
    intro: 'Isto pede uma entrada recente, para que ninguém o faça em um aparelho esquecido aberto. O que você preencheu continua aqui.',
    introCode: 'Digite os seis números que o aplicativo de autenticação mostra para este site.',
    password: 'Senha',
    missingPassword: 'Digite a senha',
    code: 'Código de seis números',
    missingCode: 'Digite os seis números',
    confirm: 'Confirmar',
    confirming: 'Conferindo…',
    google: 'Confirmar com o Google',
    or: 'ou',
    loading: 'Carregando…',
  },
  {
    title: 'Confirm that it is you',
    intro: 'This wants a recent sign-in, so that nobody does it on a device that was left open. What you filled in stays here.',
    introCode: 'Type the six digits that your authenticator app shows for this site.',
    password: 'Password',
    missingPassword: 'Type the password',
    code: 'Six-digit code',
    missingCode: 'Type the six digits',
    confirm: 'Confirm',
    confirming: 'Checking…',
    google: 'Confirm with Google',
    or: 'or',
    loading: 'Loading…',
  },
);
