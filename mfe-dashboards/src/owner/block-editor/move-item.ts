/** Returns the list with the item at `from` moved to `to`. */
export function moveItem<Item>(list: readonly Item[], from: number, to: number): Item[] {
  const rest = list.filter((_, place) => place !== from);
  rest.splice(to, 0, list[from] as Item);
  return rest;
}
