import type { SlotName, Slots } from '@site/shared/federation/slots.ts';
import { Component, type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { SlotComponent, SlotSource } from './slots.ts';

export const SlotsContext = createContext<SlotSource | null>(null);

type SlotProps<Remote extends keyof Slots, Name extends keyof Slots[Remote]> = {
  readonly remote: Remote;
  readonly name: Name;
  readonly props: Slots[Remote][Name];
  /** Stands there while the remote is down, slow, broken or of another contract. */
  readonly fallback: ReactNode;
};

/**
 * What a remote lends to a page or to the frame. A page that names the slot in its `pageHandle` gets it rendered on the server
 * and alive with the rest of the page; any other comes when it is first shown, and takes no place until it is there.
 */
export function Slot<Remote extends keyof Slots, Name extends keyof Slots[Remote] & string>(given: SlotProps<Remote, Name>) {
  const { remote, name, props, fallback } = given;
  const slot = `${remote}/${name}` as SlotName;
  const slots = use(SlotsContext);
  if (!slots) throw new Error('Slot outside of the site');
  const [shown, setShown] = useState<SlotComponent | null | undefined>(() => slots.get(slot));

  const isMissing = !shown;
  // The remote's code comes from outside; one that was missing may be back.
  useEffect(() => {
    if (!isMissing) return;
    let isCurrent = true;
    const show = (found: SlotComponent | null) => {
      if (isCurrent) setShown(() => found);
    };
    slots.load(slot).then(show, (error) => {
      reportError(error);
      show(null);
    });
    return () => {
      isCurrent = false;
    };
  }, [slots, slot, isMissing]);

  if (shown === undefined) return null;
  if (!shown) return fallback;
  const Shown = shown as ComponentType<object>;
  return (
    <SlotBoundary fallback={fallback}>
      <Shown {...(props as object)} />
    </SlotBoundary>
  );
}

/** A slot that throws costs itself only. */
class SlotBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
