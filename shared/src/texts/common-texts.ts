import { defineTexts } from './locales.ts';

/** Texts that several rooms use. */
export const commonTexts = defineTexts(
  {
    cancel: 'Cancelar',
    continue: 'Continuar',
    close: 'Fechar',
    back: 'Voltar',
    save: 'Salvar',
    undo: 'Desfazer',
    signIn: 'Entrar',
    backToShop: 'Voltar à loja',
    myEbooks: 'Meus eBooks',
    language: 'Idioma',
    currency: 'Moeda',
    languages: { 'pt-BR': 'Português', en: 'English' },
  },
  {
    cancel: 'Cancel',
    continue: 'Continue',
    close: 'Close',
    back: 'Back',
    save: 'Save',
    undo: 'Undo',
    signIn: 'Sign in',
    backToShop: 'Back to shop',
    myEbooks: 'My eBooks',
    language: 'Language',
    currency: 'Currency',
    languages: { 'pt-BR': 'Português', en: 'English' },
  },
);
