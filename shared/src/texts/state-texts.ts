import { defineTexts } from './locales.ts';

/** Texts of every page for loading and errors. */
export const stateTexts = defineTexts(
  { error: 'Erro', retry: 'Tentar novamente', loading: 'Carregando…' },
  { error: 'Error', retry: 'Try again', loading: 'Loading…' },
);
