declare module '*.module.css' {
  const css: Readonly<Record<string, string>>;
  export default css;
}

declare module '*.css' {}

/** The file's address on the site. */
declare module '*.svg' {
  const address: string;
  export default address;
}
