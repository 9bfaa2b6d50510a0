import type { SlotName, Slots } from '@site/shared/federation/slots.ts';
import { Component, type ComponentType, createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { SlotComponent, SlotSource } from './slots.ts';

export const SlotsContext = createContext<SlotSource | null>(null);

type SlotProps<Remote extends keyof Slots, Name extends keyof Slots[Remote]> = {
  readonly remote: Remote;
  readonly name: Name;
  readonly props: Slots[Remote][Name];
  /** Shown if the remote is unavailable, slow, broken or built for another contract. */
  readonly fallback: ReactNode;
};

/**
 * Renders a remote's component in a page or in the frame. A slot that the page names in its `pageHandle` is rendered on the server and
 * hydrates with the page. Any other loads when it is first shown, and takes no space until then.
 */
export function Slot<Remote extends keyof Slots, Name extends keyof Slots[Remote] & string>(given: SlotProps<Remote, Name>) {
  const { remote, name, props, fallback } = given;
  const slot = `${remote}/${name}` as SlotName;
  const slots = use(SlotsContext);
  if (!slots) throw new Error('Slot outside of the site');
  const [shown, setShown] = useState<SlotComponent | null | undefined>(() => slots.get(slot));

  const isMissing = !shown;
  // Loads the slot's code again if it was missing before, because the remote may be available now.
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

/** Catches errors of a slot, so that the rest of the page keeps working. */
class SlotBoundary extends Component<{ fallback: ReactNode; children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override render() {
    return this.state.hasFailed ? this.props.fallback : this.props.children;
  }
}
