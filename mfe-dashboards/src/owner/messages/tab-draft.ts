import { useState } from 'react';

type Plain = string | Readonly<Record<string, unknown>> | null;

function read<Value extends Plain>(name: string, none: Value): Value {
  try {
    const kept = sessionStorage.getItem(name);
    return kept === null ? none : (JSON.parse(kept) as Value);
  } catch {
    // Without storage the field itself still holds the text.
    return none;
  }
}

function write<Value extends Plain>(name: string, value: Value, none: Value): void {
  try {
    if (value === none) sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, JSON.stringify(value));
  } catch {
    // As above.
  }
}

/**
 * What is typed stays in this tab under a name until it is `none` again: over a reload, a look at another page, and a row that leaves its
 * list.
 */
export function useTabDraft<Value extends Plain>(name: string, none: Value): readonly [Value, (next: (now: Value) => Value) => void] {
  const [value, setValue] = useState(() => read(name, none));
  return [
    value,
    (next) =>
      setValue((now) => {
        const then = next(now);
        write(name, then, none);
        return then;
      }),
  ];
}
