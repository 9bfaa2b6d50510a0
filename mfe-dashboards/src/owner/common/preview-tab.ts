import { toast } from '@site/shared/site/site.ts';
import { useState } from 'react';

/** Opens a preview in a new tab. `failed` is shown if the preview's URL cannot be fetched. */
export function usePreviewTab(failed: string) {
  const [isPreviewing, setIsPreviewing] = useState(false);

  async function openPreview(fetchAddress: () => Promise<string>) {
    // The tab is opened before the URL is known: later the browser would block it as a pop-up.
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
