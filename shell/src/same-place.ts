/** The place of an element among all of its kind. */
export const placeOf = (element: Element): number => [...document.getElementsByTagName(element.localName)].indexOf(element);

/** Two elements that agree in these are the same to a visitor. */
const IDENTITY = ['class', 'name', 'type', 'aria-label', 'href'];

/**
 * Returns the element itself, or the one that React drew in its place: React draws a part again when somebody else has changed it. An
 * element of another name or kind in that place is never used: pressing it would do something that nobody asked for.
 */
export function standingFor(element: Element, place: number): Element {
  if (element.isConnected) return element;
  const other = document.getElementsByTagName(element.localName)[place];
  return other && IDENTITY.every((name) => other.getAttribute(name) === element.getAttribute(name)) ? other : element;
}
