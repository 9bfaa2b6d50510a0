/** Returns the id of the draft that a page's URL requests. An admin opens such a URL before publishing. */
export function askedPreview(url: string): { preview?: string } {
  const preview = new URL(url).searchParams.get('preview');
  return preview ? { preview } : {};
}
