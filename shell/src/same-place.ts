/** The place of an element among all of its kind. */
export const placeOf = (element: Element): number => [...document.getElementsByTagName(element.localName)].indexOf(element);

/** The element itself, or the one that React drew in its place: it draws parts anew into which somebody else has put something. */
export function standingFor(element: Element, place: number): Element {
  if (element.isConnected) return element;
  const other = document.getElementsByTagName(element.localName)[place];
  return other?.className === element.className ? other : element;
}
