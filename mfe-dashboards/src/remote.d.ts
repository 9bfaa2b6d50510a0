declare module '*.module.css' {
  const css: Readonly<Record<string, string>>;
  export default css;
}

declare module 'punycode/punycode.es6.js' {
  /** Decodes the labels of a domain that begin with `xn--`. */
  export const toUnicode: (domain: string) => string;
}
