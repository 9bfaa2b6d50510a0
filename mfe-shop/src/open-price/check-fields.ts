/** Returns whether all fields in `place` are valid. The first invalid field gets the focus and shows its error. */
export function checkFields(place: HTMLElement | null): boolean {
  const wrong = place?.querySelector<HTMLInputElement>('input:invalid');
  wrong?.focus();
  return wrong?.reportValidity() ?? true;
}
