import { useState } from 'react';
import type { Path } from './body.ts';
import { useLabels } from './labels.ts';
import { moveItem } from './move-item.ts';

/** Keeps a stable key for each list item: with an index as key, a moved item would exchange state with its neighbour. */
function useKeys(count: number) {
  const [keys, setKeys] = useState<readonly string[]>([]);
  // Something else than this editor replaced the list, for example the owner restored a previous version.
  const isOther = keys.length !== count;
  const known = isOther ? Array.from({ length: count }, (_, index) => keys[index] ?? crypto.randomUUID()) : keys;
  if (isOther) setKeys(known);
  return [known, setKeys] as const;
}

/** Adds, moves and removes items of an ordered list, and announces each change. */
export function useOrder(
  path: Path,
  things: readonly unknown[],
  onChange: (path: Path, value: unknown) => void,
  nameAt: (index: number) => string,
) {
  const { t } = useLabels();
  const [said, setSaid] = useState('');
  const [keys, setKeys] = useKeys(things.length);
  const move = (from: number, to: number) => {
    if (to < 0 || to >= things.length || from === to) return;
    onChange(path, moveItem(things, from, to));
    setKeys(moveItem(keys, from, to));
    setSaid(t.moved(nameAt(from), to + 1, things.length));
  };
  const remove = (index: number) => {
    setSaid(t.removed(nameAt(index)));
    const without = <Item>(list: readonly Item[]) => list.filter((_, place) => place !== index);
    onChange(path, without(things));
    setKeys(without(keys));
  };
  const add = (thing: unknown, name: string) => {
    onChange(path, [...things, thing]);
    setSaid(t.added(name));
  };
  return { said, keys, move, remove, add };
}
