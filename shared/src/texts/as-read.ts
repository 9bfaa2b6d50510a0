/** `text` as it is read: other forms of letters and dots as the plain ones, without signs that are not seen. */
export const asRead = (text: string): string =>
  text
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/[。․‧∙•·]/gu, '.')
    .toLowerCase();
