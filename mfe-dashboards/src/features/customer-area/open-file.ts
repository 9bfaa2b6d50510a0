/** Saves the file behind a link; the page stays. Without `filename` it is called as the link's answer says. */
export function saveFile(url: string, filename = ''): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  document.body.append(link);
  link.click();
  link.remove();
}

/**
 * Shows the file that `link` will lead to in a new tab. The tab opens at once: browsers refuse one that opens later than
 * the click. Where they refuse it anyway, the file is shown in this tab. Rejects as `link` does, and closes the tab.
 */
export async function showFile(link: Promise<string>): Promise<void> {
  const tab = window.open('', '_blank');
  try {
    const url = inline(await link);
    if (tab) {
      tab.opener = null;
      tab.location.replace(url);
    } else window.location.assign(url);
  } catch (error) {
    tab?.close();
    throw error;
  }
}

/** The signed link without its `download` parameter, which makes the storage answer with an attachment; the signature covers only the path. */
function inline(url: string): string {
  const shown = new URL(url);
  shown.searchParams.delete('download');
  return shown.href;
}
