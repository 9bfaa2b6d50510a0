/** Adds the modal methods of the dialog element, which jsdom lacks, as far as tests can observe them. */
export function polyfillDialog(): void {
  const openers = new WeakMap<HTMLDialogElement, Element | null>();
  HTMLDialogElement.prototype.showModal = function showModal() {
    openers.set(this, document.activeElement);
    this.setAttribute('open', '');
    this.querySelector<HTMLElement>('button, input, select, textarea, [href]')?.focus();
  };
  HTMLDialogElement.prototype.close = function close() {
    if (!this.hasAttribute('open')) return;
    this.removeAttribute('open');
    (openers.get(this) as HTMLElement | undefined)?.focus();
    this.dispatchEvent(new Event('close'));
  };
}
