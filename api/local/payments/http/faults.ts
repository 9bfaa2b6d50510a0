/** A fault of the next API calls, for tests of the shop's reaction. */
export type Fault = {
  /** 0 breaks the connection without a response. Null only makes the call slow. */
  status: number | null;
  /** Number of further calls that fail. */
  count: number;
  delayMs: number;
  /** Limits the fault to calls whose path begins with this text. */
  path: string;
  /** `after`: the call does its work (and its idempotency key remembers it), and only the response is lost. */
  when: 'before' | 'after';
};

export type Faults = {
  set: (fault: Fault) => void;
  clear: () => void;
  list: () => readonly Fault[];
  /** Returns the fault for this call and counts it. */
  take: (path: string) => Fault | undefined;
};

export function createFaults(): Faults {
  let faults: Fault[] = [];
  return {
    set: (fault) => {
      faults.push(fault);
    },
    clear: () => {
      faults = [];
    },
    list: () => faults,
    take: (path) => {
      const fault = faults.find((candidate) => path.startsWith(candidate.path));
      if (!fault) return undefined;
      faults = faults.map((other) => (other === fault ? { ...fault, count: fault.count - 1 } : other)).filter(({ count }) => count > 0);
      return fault;
    },
  };
}
