/** Saves the file behind a link; the page stays. Without `filename` it is called as the link's answer says. */
export function saveFile(url: string, filename = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
}

/** Some browsers begin to read the file long after the click. */
const KEEP_MS = 60_000;

/** Saves what the page holds already. */
export function saveBytes(bytes: Blob, filename: string): void {
  const url = URL.createObjectURL(bytes);
  saveFile(url, filename);
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
