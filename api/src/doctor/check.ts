import type { CheckId, Reason } from './texts.ts';

export type Check = {
  id: CheckId;
  /** Which of several that are tried alike: a currency, a permission. */
  about?: string;
  /** The site works without it. */
  isAdvice?: boolean;
  /** Another check of the same service without which this one says nothing. */
  after?: CheckId;
  /** Resolves to what is worth knowing of it. Throws `Fault`, `Inapplicable`, or whatever the service threw. */
  test: () => Promise<string | undefined> | string | undefined;
};

/** What was found in the place of what is right: an answer, a name, an address. In no language, without secrets. */
export class Fault extends Error {}

/** Why a check says nothing about this installation. */
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
/** Whether an address is one of this machine, which no certificate, DNS or other machine knows. */
export const isLoopback = (address: string): boolean => LOOPBACK.test(new URL(address).hostname);

/** Throws `Inapplicable` for a site that only this machine reaches. */
export function requirePublic(address: string): void {
  if (isLoopback(address)) throw new Inapplicable('loopback', new URL(address).host);
}

const ANSWER_LIMIT_MS = 6_000;

/** An answer, whatever it is, without following where it leads. Throws `Fault` when there is none. */
export async function ask(address: string, init: RequestInit = {}): Promise<Response> {
  try {
    return await fetch(address, { redirect: 'manual', signal: AbortSignal.timeout(ANSWER_LIMIT_MS), ...init });
  } catch (error) {
    throw new Fault(`${new URL(address).host}: ${reasonOf(error)}`);
  }
}

/** The same, with its whole body. */
export async function askText(address: string, init?: RequestInit): Promise<{ answer: Response; text: string }> {
  const answer = await ask(address, init);
  return { answer, text: await answer.text() };
}

/** The system's own word for why a connection failed, such as `ENOTFOUND`, else the message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? error.cause : error;
  return 'code' in cause && typeof cause.code === 'string' ? cause.code : cause.message || cause.name;
}
