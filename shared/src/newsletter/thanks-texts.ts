import type { FormOfAddress } from '../contracts/content.ts';
import { defineTexts } from '../texts/locales.ts';

const THANKS: Readonly<Partial<Record<FormOfAddress, string>>> = {
  masculine: 'Obrigado por se inscrever',
  neutral: 'Agradecemos a inscrição',
};

/** Loaded after the form was sent, unlike the form's own texts. */
export const thanksTexts = defineTexts(
  { done: (form: FormOfAddress): string => `${THANKS[form] ?? 'Obrigada por se inscrever'}! Verifique seu email para confirmar.` },
  { done: () => 'Thank you for subscribing! Check your email to confirm.' },
);
