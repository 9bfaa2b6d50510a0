import { deviceStore } from '@site/shared/device/storage.ts';
import { useState } from 'react';

/** Holds a choice that the device remembers for all books. `first` returns the value before the reader chooses. */
export function useDeviceChoice(key: string, first: () => boolean): [isOn: boolean, choose: (isOn: boolean) => void] {
  const [isOn, setOn] = useState(() => {
    const kept = deviceStore.read(key);
    return kept === null ? first() : kept === 'true';
  });
  return [
    isOn,
    (next) => {
      setOn(next);
      deviceStore.write(key, String(next));
    },
  ];
}
