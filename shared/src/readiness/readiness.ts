/** The state of one dependency. `ok` null: unknown, because the service that would tell is itself unavailable. */
export type CheckResult = { name: string; ok: boolean | null; since: string; reason?: string };

/** Why a check failed, in words that anybody may read. All other errors only appear in the log. */
export class NotThere extends Error {
  override readonly name: string = 'NotThere';
}

/** `unavailable`: the instance cannot do anything. `degraded`: something is missing, but the rest works. */
export type Readiness = { status: 'ready' | 'degraded' | 'unavailable'; checks: CheckResult[] };

export type Check = {
  name: string;
  /**
   * The instance is unavailable until this check has succeeded once. Later failures only degrade it, because all instances would fail
   * together.
   */
  isNeededToBegin?: boolean;
  /** How long a result is reused; by default a short time. */
  keepMs?: number;
  /** A rejection or a timeout counts as false. */
  ask: () => Promise<boolean | null> | boolean | null;
};

type ReadinessOptions = {
  clock: () => number;
  /** How long a check may take, in milliseconds. */
  patienceMs?: number;
  /** Called when a check begins to fail, and when it succeeds again. */
  onChange: (name: string, ok: boolean | null, reason: string | undefined) => void;
};

const KEEP_MS = 2_000;

/** Returns a function that runs all `checks` at once. Each check runs at most once per `keepMs`, however many callers there are. */
export function createReadiness(
  checks: readonly Check[],
  { clock, patienceMs = 2_000, onChange }: ReadinessOptions,
): () => Promise<Readiness> {
  const kept = checks.map((check) => ({
    ...check,
    ok: null as boolean | null,
    reason: undefined as string | undefined,
    since: '',
    askedAt: Number.NEGATIVE_INFINITY,
    wasThere: false,
  }));
  let underWay: Promise<void> | null = null;

  async function look(check: (typeof kept)[number]): Promise<void> {
    if (clock() - check.askedAt < (check.keepMs ?? KEEP_MS)) return;
    check.askedAt = clock();
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<false>((resolve) => {
      timer = setTimeout(resolve, patienceMs, false);
    });
    let reason: string | undefined;
    const ok = await Promise.race([Promise.resolve().then(check.ask), late]).catch((error) => {
      if (error instanceof NotThere) reason = error.message;
      return false;
    });
    clearTimeout(timer);
    const isFirst = check.since === '';
    if (!isFirst && ok === check.ok && reason === check.reason) return;
    if (isFirst ? ok === false : true) onChange(check.name, ok, reason);
    check.reason = reason;
    if (!isFirst && ok === check.ok) return;
    check.since = new Date(clock()).toISOString();
    check.ok = ok;
    check.wasThere ||= ok === true;
  }

  return async () => {
    underWay ??= Promise.all(kept.map(look)).then(() => {
      underWay = null;
    });
    await underWay;
    const isUseless = kept.some(({ isNeededToBegin, wasThere }) => isNeededToBegin && !wasThere);
    const status = isUseless ? 'unavailable' : kept.every(({ ok }) => ok !== false) ? 'ready' : 'degraded';
    return { status, checks: kept.map(({ name, ok, since, reason }) => ({ name, ok, since, ...(reason ? { reason } : {}) })) };
  };
}
