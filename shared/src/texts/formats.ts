/**
 * Returns `make` with a cache of its results. Each `Intl` object uses 20 KB outside of the heap, where it does not trigger garbage
 * collection.
 */
function kept<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? make(locale, options);
    formats.set(key, format);
    return format;
  };
}

/** Returns the date format of a language. The same options give the same object. */
export const dateFormat = /*#__PURE__*/ kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** Returns the number format of a language. The same options give the same object. */
export const numberFormat = /*#__PURE__*/ kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** Returns the names of languages, countries and so on in a language. The same options give the same object. */
export const namesIn = /*#__PURE__*/ kept((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
