/** Moves the focus to the first field that is marked as refused. The marks are drawn with the next frame. */
export function focusRefused(form: HTMLFormElement | null): void {
  requestAnimationFrame(() => form?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
}
