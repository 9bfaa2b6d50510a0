import { defineTexts } from '@site/shared/texts/locales.ts';

/** The Portuguese sentences are fixed (`tests/contract/texts`). */
export const signUpTexts = defineTexts(
  {
    title: 'Criar conta',
    description: 'Crie sua conta para comprar eBooks, ler no site e baixar seus livros.',
    intro: 'Uma conta guarda seus livros e pedidos.',
    name: 'Nome (opcional)',
    confirmation: 'Confirme a senha',
    submit: 'Criar conta',
    submitting: 'Criando sua conta…',
    emptyField: 'Preencha este campo',
    mismatch: 'As senhas não coincidem',
    signInInstead: 'Entre com ele',
    hasAccount: 'Já tenho uma conta',
  },
  {
    title: 'Create account',
    description: 'Create your account to buy eBooks, read them here and download them.',
    intro: 'Your account keeps your books and orders in one place.',
    name: 'Name (optional)',
    confirmation: 'Confirm the password',
    submit: 'Create account',
    submitting: 'Creating your account…',
    emptyField: 'Fill in this field',
    mismatch: 'The passwords do not match',
    signInInstead: 'Sign in with it',
    hasAccount: 'I already have an account',
  },
);
