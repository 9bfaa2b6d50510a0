/** `make`, whose results are kept: each takes 20 KB beside the heap, where nothing urges the engine to free them. */
function kept<Options extends object, Format>(make: (locale: string, options: Options) => Format) {
  const formats = new Map<string, Format>();
  return (locale: string, options: Options): Format => {
    const key = `${locale} ${JSON.stringify(options)}`;
    const format = formats.get(key) ?? make(locale, options);
    formats.set(key, format);
    return format;
  };
}

/** How dates are written in a language: the same one for the same options. */
export const dateFormat = /*#__PURE__*/ kept((locale, options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options));

/** How numbers are written in a language: the same one for the same options. */
export const numberFormat = /*#__PURE__*/ kept((locale, options: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options));

/** What languages, countries and the like are called in a language: the same one for the same options. */
export const namesIn = /*#__PURE__*/ kept((locale, options: Intl.DisplayNamesOptions) => new Intl.DisplayNames(locale, options));
