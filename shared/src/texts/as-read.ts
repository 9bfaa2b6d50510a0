/** Returns `text` as people read it: variants of letters and dots become the plain ones, and invisible characters are removed. */
export const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[。․‧∙•·]/gu, '.')
    .toLowerCase();
