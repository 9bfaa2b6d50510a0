/** How long the file's URL stays valid, because some browsers begin to read the file long after the click. In milliseconds. */
const KEEP_MS = 60_000;

/** Saves bytes that the page holds as a file with this name. The page stays open. */
export function saveBytes(bytes: Blob, filename: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(bytes);
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), KEEP_MS);
}
