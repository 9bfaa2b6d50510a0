/** The draft that an address asks for: what an admin looks at before publishing it. */
export function askedPreview(url: string): { preview?: string } {
  const preview = new URL(url).searchParams.get('preview');
  return preview ? { preview } : {};
}
