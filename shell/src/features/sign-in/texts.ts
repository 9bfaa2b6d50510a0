import { defineTexts } from '@site/shared/texts/locales.ts';

export const signInTexts = defineTexts(
  {
    title: 'Entrar',
    intro: 'Seus livros e pedidos esperam por você.',
    ended: 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
    submitting: 'Entrando…',
    forgotPassword: 'Esqueci minha senha',
    signUp: 'Criar uma conta',
    description: 'Entre para ler seus eBooks e acompanhar seus pedidos.',
  },
  {
    title: 'Sign in',
    intro: 'Your books and orders are waiting for you.',
    ended: 'Your session has ended. Sign in again to go on where you were.',
    submitting: 'Signing in…',
    forgotPassword: 'I forgot my password',
    signUp: 'Create an account',
    description: 'Sign in to read your eBooks and follow your orders.',
  },
);
