import { defineTexts } from '@site/shared/texts/locales.ts';

export const verifyEmailTexts = defineTexts(
  {
    checkTitle: 'Confirme seu e-mail',
    checkMessage: (email: string) => `Enviamos um link de confirmação para ${email}. Abra a mensagem e toque no link para continuar.`,
    checkMessageUnsent: (email: string) => `Falta confirmar que ${email} é seu. Use o link do último e-mail que enviamos ou peça outro.`,
    checkMessageUnknown: 'Enviamos um link de confirmação para o seu e-mail. Abra a mensagem e toque no link para continuar.',
    confirmed: 'Já confirmei',
    notYet: 'Ainda não vimos a confirmação. Abra o link da mensagem e tente de novo.',
    resend: 'Reenviar e-mail',
    resendIn: (seconds: number) => `Reenviar em ${seconds} s`,
    resent: 'E-mail reenviado. Confira também a caixa de spam.',
    otherAccount: 'Entrar com outra conta',
  },
  {
    checkTitle: 'Confirm your email',
    checkMessage: (email: string) => `We sent a confirmation link to ${email}. Open the message and tap the link to continue.`,
    checkMessageUnsent: (email: string) =>
      `One step left: confirm that ${email} is yours. Use the link in our latest email or ask for another one.`,
    checkMessageUnknown: 'We sent a confirmation link to your email. Open the message and tap the link to continue.',
    confirmed: 'I have confirmed',
    notYet: 'We have not seen the confirmation yet. Open the link in the message and try again.',
    resend: 'Send the email again',
    resendIn: (seconds: number) => `Send again in ${seconds} s`,
    resent: 'Email sent. Check your spam folder too.',
    otherAccount: 'Sign in with another account',
  },
);
