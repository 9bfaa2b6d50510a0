import { toast } from '@site/shared/site/site.ts';

/** Copies a text, and shows whether that worked: the browser or its user may refuse. The toast replaces an older one with the same `id`. */
export async function copyText(text: string, said: { readonly copied: string; readonly failed: string }, id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(said.copied, { id });
  } catch {
    toast.error(said.failed, { id });
  }
}
