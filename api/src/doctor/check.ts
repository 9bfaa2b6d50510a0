import type { CheckId, Reason } from './texts.ts';

export type Check = {
  id: CheckId;
  /** The variant of the check, such as a currency or a permission. */
  about?: string;
  /** Whether the site works even if this check fails. */
  isAdvice?: boolean;
  /** A check of the same service that must pass before this check is run. */
  after?: CheckId;
  /** Runs the check. Resolves to a fact worth showing. Throws `Fault`, `Inapplicable`, or the service's own error. */
  test: () => Promise<string | undefined> | string | undefined;
};

/**
 * A failed check. The message is what was found in place of the expected value: a response, a name or a URL. It is language-neutral and
 * contains no secrets.
 */
export class Fault extends Error {}

/** The reason why a check does not apply to this installation. */
export class Inapplicable extends Error {
  readonly reason: Reason;
  readonly fact: string;

  constructor(reason: Reason, fact: string) {
    super(reason);
    this.reason = reason;
    this.fact = fact;
  }
}

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[?::1\]?)$/;
/** Returns whether a URL is on this machine. Such a URL has no certificate and no DNS record, and other machines cannot reach it. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(new URL(address).hostname);

/** Throws `Inapplicable` for a site that only this machine can reach. */
export function requirePublic(address: string): void {
  if (isLoopback(address)) throw new Inapplicable('loopback', new URL(address).host);
}

const ANSWER_LIMIT_MS = 6_000;

/** Returns any response, without following redirects. Throws `Fault` when no response arrives. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS), ...init });
  } catch (error) {
    throw new Fault(`${new URL(address).host}: ${reasonOf(error)}`);
  }
}

/** Sends a request like `ask`, and returns the complete body. */
export async function askText(address: string, init?: RequestInit): Promise<{ answer: Response; text: string }> {
  const answer = await ask(address, init);
  return { answer, text: await answer.text() };
}

/** Returns the system's code for a failed connection, such as `ENOTFOUND`, or else the error's message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
}
