/**
 * `text` without the marks that turn the direction of what follows them, which can make a reader see other words than are written. The marks
 * U+200E and U+200F stay: Hebrew and Arabic need them, and they turn nothing but the punctuation next to them.
 */
export const withoutDirectionMarks = (text: string): string => text.replace(/[\u061C\u202A-\u202E\u2066-\u2069]/g, '');
