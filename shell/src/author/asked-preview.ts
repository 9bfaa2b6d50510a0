/** Returns the draft in an address, which an admin looks at before publishing. */
export function askedPreview(url: string): { preview?: string } {
  const preview = new URL(url).searchParams.get('preview');
  return preview ? { preview } : {};
}
