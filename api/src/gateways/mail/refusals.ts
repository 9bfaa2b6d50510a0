/** The mail server refused a letter for good (5xx): its `recipient`, who has no mailbox there, or the `letter`, for any other reason. */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly refused: 'recipient' | 'letter';

  constructor(refused: 'recipient' | 'letter', cause: Error) {
    super(cause.message, { cause });
    this.refused = refused;
  }
}

/** Refusals of us and not of what we send: relaying, sign-in and encryption (RFC 4954, 6; RFC 3207, 4). */
const OUR_FAULT: ReadonlySet<number> = new Set([523, 524, 530, 534, 535, 538]);

/** RFC 3463: addresses of recipients that do not exist. 5.1.7 and 5.1.8 are about the sender's. */
export const NO_MAILBOX = /^5\.1\.(?!7$|8$)\d+$/;
/** What says so where a server names no such status. Others are for its rules: relaying, lists of senders, a mailbox that is closed. */
const NO_MAILBOX_CODES: ReadonlySet<number> = new Set([550, 551, 553]);

function isNoMailbox(code: number, answer: unknown): boolean {
  const status = /^\d{3}[ -](\d\.\d{1,3}\.\d{1,3})\b/.exec(String(answer ?? ''))?.[1];
  return status === undefined ? NO_MAILBOX_CODES.has(code) : NO_MAILBOX.test(status);
}

/** The refusal that an error of the mail client stands for, or the error itself when a later try may succeed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return error;
  const code = Number(error.responseCode);
  if (code < 500 || OUR_FAULT.has(code)) return error;
  if (error.command === 'RCPT TO') {
    return new MailRefused(isNoMailbox(code, 'response' in error ? error.response : '') ? 'recipient' : 'letter', error);
  }
  return error.command === 'DATA' ? new MailRefused('letter', error) : error;
}
