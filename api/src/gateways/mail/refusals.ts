/**
 * The mail server refused a letter (5xx): its `recipient`, who has no mailbox there; its `sender`, for any recipient, as for a limit or an
 * account that is suspended, which may end; or the `letter`, for any other reason.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly refused: 'recipient' | 'sender' | 'letter';

  constructor(refused: MailRefused['refused'], cause: Error) {
    super(cause.message, { cause });
    this.refused = refused;
  }
}

/** RFC 3463: addresses of recipients that do not exist. 5.1.7 and 5.1.8 are about the sender's. */
export const NO_MAILBOX = /^5\.1\.(?!7$|8$)\d+$/;
/** What says so where a server names no status. A code alone does not: servers refuse senders with the same ones. */
const NO_MAILBOX_WORDS =
  /\b(no such|unknown|invalid|non-?existent) (local )?(user|recipient|mailbox|account)|\b(user|recipient|mailbox|account)\b.{0,40}\b(unknown|not found|not local|does ?n[o']t exist|do not exist|invalid)|unroute?able address/i;

/** Sign-in and encryption (RFC 4954, 6; RFC 3207, 4). */
const SENDER_CODES: ReadonlySet<number> = new Set([523, 524, 530, 534, 535, 538]);
/** Its address, a limit (as Google says it), and rules. 5.7.17 and 5.7.18 are about the recipient (RFC 7293). */
const SENDER_STATUS = /^5\.(1\.[78]|4\.5|7\.(?!1[78]$)\d+)$/;
/** What says so with no status, or with one that says little: of Exim, Exchange, Amazon SES, Mailgun, and providers in Brazil. */
const SENDER_WORDS =
  /\blimit|quota|\bcota\b|exce+d|\brates?\b|not verified|suspen|sandbox|\bsend(er|ing)\b|to send\b|outgoing|outbound|authori[sz]ed|authenticat|\brelay/i;
/** These say precisely something else: of an address, a mailbox, a size, what a mail is made of. */
const OTHER_STATUS = /^5\.([12]\.[1-9]\d*|3\.4|6\.\d+|7\.1[78])$/;
const OTHER_WORDS = /mailbox|storage|size|length|large|over ?quota/i;
/** The code of a full mailbox and of a mail that is too large (RFC 5321, 4.2.3). */
const TOO_MUCH = 552;
/** A mail server's own look at what a mail says. */
const CONTENT_WORDS = /\b(spam|virus|malware|phishing|content|attachments?)\b/i;

function isOfSender(code: number, status: string | undefined, words: string, isOfContent: boolean): boolean {
  if (SENDER_CODES.has(code)) return true;
  const saysSo = SENDER_WORDS.test(words) && !OTHER_WORDS.test(words);
  if (status !== undefined && SENDER_STATUS.test(status)) return saysSo || !isOfContent;
  return saysSo && code !== TOO_MUCH && !(status !== undefined && OTHER_STATUS.test(status));
}

/** Without a refusal for good, the error itself: a later try may succeed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return error;
  const code = Number(error.responseCode);
  const isAtRecipient = error.command === 'RCPT TO';
  if (code < 500 || !(isAtRecipient || error.command === 'DATA')) return error;
  const answer = String('response' in error ? error.response : '');
  const status = /^\d{3}[ -]#?(\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1];
  // An address may be made of any words.
  const words = answer.replace(/<[^<>]*>|\S+@\S+/g, '');
  if (isOfSender(code, status, words, !isAtRecipient && CONTENT_WORDS.test(words))) return new MailRefused('sender', error);
  const isNoMailbox = status === undefined ? NO_MAILBOX_WORDS.test(words) : NO_MAILBOX.test(status);
  return new MailRefused(isAtRecipient && isNoMailbox ? 'recipient' : 'letter', error);
}
