import { defineTexts } from '@site/shared/texts/locales.ts';

export const forgotPasswordTexts = defineTexts(
  {
    title: 'Esqueci minha senha',
    description: 'Receba por e-mail um link para criar uma nova senha.',
    intro: 'Diga o e-mail da sua conta. Enviaremos um link para criar uma nova senha.',
    submit: 'Enviar o link',
    submitting: 'Enviando…',
    sent: (email: string) =>
      `Se ${email} tiver uma conta, o link chega em alguns minutos. Confira também a caixa de spam. O link vale por pouco tempo.`,
    resend: 'Enviar de novo',
    resendIn: (seconds: number) => `Enviar de novo em ${seconds} s`,
    resent: 'Pedido repetido. Use o link da mensagem mais recente.',
    otherAddress: 'Usar outro e-mail',
    signIn: 'Voltar para entrar',
  },
  {
    title: 'I forgot my password',
    description: 'Get a link by email to create a new password.',
    intro: 'Enter the email address of your account. We will send you a link to create a new password.',
    submit: 'Send the link',
    submitting: 'Sending…',
    sent: (email: string) =>
      `If ${email} has an account, the link will arrive within minutes. Check your spam folder too. The link works only for a short time.`,
    resend: 'Send again',
    resendIn: (seconds: number) => `Send again in ${seconds} s`,
    resent: 'Requested again. Use the link in the newest message.',
    otherAddress: 'Use another email',
    signIn: 'Back to sign in',
  },
);
