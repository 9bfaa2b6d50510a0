import { defineTexts } from './locales.ts';

/** What every page says while it loads, and when it fails. */
export const stateTexts = defineTexts(
  { error: 'Erro', retry: 'Tentar novamente', loading: 'Carregando…' },
  { error: 'Error', retry: 'Try again', loading: 'Loading…' },
);
