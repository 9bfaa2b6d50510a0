import * as v from 'valibot';

/** The languages of the site; the first is the default. */
export const LOCALES = ['pt-BR', 'en'] as const;
export type Locale = (typeof LOCALES)[number];
/** The author's own language, for content that is the same for all visitors, such as episodes and the names of places. */
export const AUTHOR_LOCALE: Locale = LOCALES[0];
export const LocaleSchema = v.picklist(LOCALES);

/** The texts of one feature in both languages; the English side is checked against the Portuguese side. */
export type Texts<T> = { readonly 'pt-BR': T; readonly en: T };

type Widen<T> = T extends string
  ? string
  : T extends (...args: infer A) => string
    ? (...args: A) => string
    : { readonly [K in keyof T]: Widen<T[K]> };

/** Declares a feature's texts: Portuguese first, English with the same keys. */
export const defineTexts = <const T>(pt: T, en: Widen<T>): Texts<Widen<T>> => ({ 'pt-BR': pt as Widen<T>, en });
