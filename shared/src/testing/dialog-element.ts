/** jsdom knows the dialog element but not its modal methods: this gives it the part of them that can be seen in a test. */
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
