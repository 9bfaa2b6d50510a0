/** Returns the position of an element among all elements of the page with the same tag name. */
export const placeOf = (element: Element): number => [...document.getElementsByTagName(element.localName)].indexOf(element);

/** Two elements with the same values of these attributes are the same control to a visitor. */
const IDENTITY = ['class', 'name', 'type', 'aria-label', 'href'];

/**
 * Returns the element, or the one that React rendered in its place after somebody else had changed that part of the page. Never returns an
 * element of another name or kind, because pressing it would do something that the visitor did not ask for.
 */
export function currentElementFor(element: Element, place: number): Element {
  if (element.isConnected) return element;
  const other = document.getElementsByTagName(element.localName)[place];
  return other && IDENTITY.every((name) => other.getAttribute(name) === element.getAttribute(name)) ? other : element;
}
