/** What the next calls of the API suffer, for tests of what the shop does then. */
export type Fault = {
  /** 0: the connection is cut without an answer; null: the call is only slow. */
  status: number | null;
  /** How many more calls. */
  count: number;
  delayMs: number;
  /** Only calls whose path begins so. */
  path: string;
  /** `after`: the call did its work (and its idempotency key knows it), only the answer is lost. */
  when: 'before' | 'after';
};

export type Faults = {
  set: (fault: Fault) => void;
  clear: () => void;
  list: () => readonly Fault[];
  /** The fault that this call suffers; counts it. */
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
