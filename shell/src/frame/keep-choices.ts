/** Remembers choices in the footer while its code loads and repeats them afterwards, because React would lose them. */
export function keepChoices(footer: Promise<unknown>): void {
  const waiting = new AbortController();
  let repeat = (): void => {};
  const keep = (event: Event): void => {
    const { target } = event;
    if (!(target instanceof HTMLSelectElement && target.closest('footer'))) return;
    event.stopPropagation();
    repeat = () => void target.dispatchEvent(new Event('change', { bubbles: true }));
  };
  document.addEventListener('change', keep, { capture: true, signal: waiting.signal });
  void footer.then(() => {
    waiting.abort();
    repeat();
  });
}
