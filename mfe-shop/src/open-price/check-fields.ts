/** Whether all fields in `place` hold what can be taken; the first that does not gets the focus, and says why. */
export function checkFields(place: HTMLElement | null): boolean {
  const wrong = place?.querySelector<HTMLInputElement>('input:invalid');
  wrong?.focus();
  return wrong?.reportValidity() ?? true;
}
