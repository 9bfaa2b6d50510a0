/**
 * Opens every collapsed group that contains a refused field, and moves the focus to the first refused field. The fields get their marks in
 * the next frame.
 */
export function focusRefused(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => {
    const [first, ...others] = form?.querySelectorAll<HTMLElement>('[aria-invalid="true"]') ?? [];
    for (const field of [first, ...others]) {
      for (let folded = field?.closest('details'); folded; folded = folded.parentElement?.closest('details')) folded.open = true;
    }
    first?.focus();
  });
}
