/** `p_ebook_id` as `pEbookId`. */
export const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** `ebookId` as `ebook_id`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
