/** Where a book's file is among the private files. */
export const pdfKey = (filename: string): string => `pdfs/${filename}`;
