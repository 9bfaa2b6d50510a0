import { defineTexts } from '@site/shared/texts/locales.ts';

/** Sentences for refusals of the identity provider. */
export const providerProblemTexts = defineTexts(
  {
    wrong: 'A senha atual está incorreta.',
    mismatch: 'Essa é outra conta do Google. Escolha a desta conta.',
    weak: 'A senha deve ter pelo menos 6 caracteres',
    requirements: 'Esta senha não é aceita. Use uma mais longa, com letras maiúsculas e minúsculas, números e sinais.',
    tooMany: 'Foram muitas tentativas. Espere alguns minutos e tente de novo.',
    network: 'Não foi possível conectar. Verifique sua internet e tente de novo.',
    blocked: 'O navegador bloqueou a janela do Google. Permita janelas deste site e tente de novo.',
    closed: 'A janela do Google foi fechada. Tente de novo quando quiser.',
    taken: 'Essa conta do Google já abre outra conta deste site. Escolha outra, ou saia e entre com ela.',
    ended: 'Por segurança, saia e entre de novo para fazer isto.',
    code: 'O código não confere. Use o que o aplicativo mostra agora; cada código vale uma vez.',
    late: 'Passou tempo demais. Comece de novo.',
    off: 'O Firebase deste site ainda não aceita aplicativos de autenticação. Veja “Firebase” no README.',
    other: 'Algo deu errado. Tente de novo; se o problema continuar, fale conosco.',
  },
  {
    wrong: 'The current password is incorrect.',
    mismatch: 'That is a different Google account. Choose the one linked to this account.',
    weak: 'The password must have at least 6 characters',
    requirements: 'This password is not accepted. Use a longer one, with upper and lower case letters, digits and special characters.',
    tooMany: 'Too many attempts. Wait a few minutes and try again.',
    network: 'We could not connect. Check your internet connection and try again.',
    blocked: 'The browser blocked Google’s window. Allow pop-ups from this site and try again.',
    closed: 'Google’s window was closed. You can try again at any time.',
    taken: 'That Google account is already linked to another account on this site. Choose another, or sign out and sign in with it.',
    ended: 'For your security, sign out and in again to do this.',
    code: 'The code does not match. Use the one that the app shows now; each code works once.',
    late: 'Too much time has passed. Start again.',
    off: 'This site’s Firebase project does not support authenticator apps yet. See “Firebase” in the README.',
    other: 'Something went wrong. Try again; if the problem persists, contact us.',
  },
);
