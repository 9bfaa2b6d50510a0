import { toast } from '@site/shared/site/site.ts';
import { useState } from 'react';

/** Opens the page of what is being written in a tab of its own; `failed` is said where its address cannot be had. */
export function usePreviewTab(failed: string) {
  const [isPreviewing, setIsPreviewing] = useState(false);

  async function openPreview(fetchAddress: () => Promise<string>) {
    // Opened at once: later the browser would take it for an advertisement.
    const tab = window.open('', '_blank');
    setIsPreviewing(true);
    try {
      const address = await fetchAddress();
      if (tab) tab.location.replace(address);
      else window.location.assign(address);
    } catch {
      tab?.close();
      toast.error(failed, { id: 'preview' });
    } finally {
      setIsPreviewing(false);
    }
  }
  return { isPreviewing, openPreview };
}
