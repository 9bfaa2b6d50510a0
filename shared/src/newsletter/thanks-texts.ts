import type { FormOfAddress } from '../contracts/content.ts';
import { defineTexts } from '../texts/locales.ts';

const THANKS: Readonly<Partial<Record<FormOfAddress, string>>> = {
  masculine: 'Obrigado por se inscrever',
  neutral: 'Agradecemos a inscrição',
};

/** Texts that the newsletter form shows after it was sent, and loads only then. */
export const thanksTexts = defineTexts(
  { done: (form: FormOfAddress): string => `${THANKS[form] ?? 'Obrigada por se inscrever'}! Verifique seu email para confirmar.` },
  { done: () => 'Thank you for subscribing! Check your email to confirm.' },
);
