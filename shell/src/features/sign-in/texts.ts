import { defineTexts } from '@site/shared/texts/locales.ts';

export const signInTexts = defineTexts(
  {
    title: 'Entrar',
    intro: 'Entre para comprar, ler e acompanhar seus pedidos.',
    introFromCart: 'Falta pouco: seu carrinho continua aqui. É sua primeira compra? Crie uma conta. Se já tem, entre.',
    ended: 'Sua sessão terminou. Entre de novo para continuar de onde parou.',
    submitting: 'Entrando…',
    forgotPassword: 'Esqueci minha senha',
    signUp: 'Criar uma conta',
    description: 'Entre para ler seus eBooks e acompanhar seus pedidos.',
  },
  {
    title: 'Sign in',
    intro: 'Sign in to buy, read and follow your orders.',
    introFromCart:
      'Almost there: your cart is still here. Is this your first purchase? Create an account. If you already have one, sign in.',
    ended: 'Your session has ended. Sign in again to continue where you left off.',
    submitting: 'Signing in…',
    forgotPassword: 'I forgot my password',
    signUp: 'Create an account',
    description: 'Sign in to read your eBooks and follow your orders.',
  },
);
