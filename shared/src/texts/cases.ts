/** Converts `p_ebook_id` to `pEbookId`. */
export const camelCase = (name: string): string => name.replace(/_+([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Converts `ebookId` to `ebook_id`. */
export const snakeCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
