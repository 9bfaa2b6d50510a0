/**
 * The mail server rejected an email (5xx). `recipient`: the address has no mailbox there. `sender`: the server rejects us for any
 * recipient, for example at a sending limit or while our account is suspended. Such a refusal may end. `email`: any other reason.
 */
export class MailRefused extends Error {
  override readonly name = 'MailRefused';
  readonly refused: 'recipient' | 'sender' | 'email';

  constructor(refused: MailRefused['refused'], cause: Error) {
    super(cause.message, { cause });
    this.refused = refused;
  }
}

/** RFC 3463 codes for a recipient address that does not exist. 5.1.7 and 5.1.8 are about the sender's address. */
export const NO_MAILBOX = /^5\.1\.(?!7$|8$)\d+$/;
/**
 * Words for a missing mailbox, from servers that send no status. The reply code alone proves nothing: servers also reject senders with it.
 */
const NO_MAILBOX_WORDS =
  /\b(no such|unknown|invalid|non-?existent) (local )?(user|recipient|mailbox|account)|\b(user|recipient|mailbox|account)\b.{0,40}\b(unknown|not found|not local|does ?n[o']t exist|do not exist|invalid)|unroute?able address/i;

/** Codes about sign-in and encryption (RFC 4954, 6; RFC 3207, 4). */
const SENDER_CODES: ReadonlySet<number> = new Set([523, 524, 530, 534, 535, 538]);
/**
 * Status codes about the sender's address, a limit (as Google reports it), and server rules. 5.7.17 and 5.7.18 are about the recipient (RFC
 * 7293).
 */
const SENDER_STATUS = /^5\.(1\.[78]|4\.5|7\.(?!1[78]$)\d+)$/;
/**
 * Words about the sender, from servers that send no status or a vague one: Exim, Exchange, Amazon SES, Mailgun, and Brazilian providers.
 */
const SENDER_WORDS =
  /\blimit|quota|\bcota\b|exce+d|\brates?\b|not verified|suspen|sandbox|\bsend(er|ing)\b|to send\b|outgoing|outbound|authori[sz]ed|authenticat|\brelay/i;
/** Status codes that clearly concern something other than the sender: an address, a mailbox, a size, or the format of the email. */
const OTHER_STATUS = /^5\.([12]\.[1-9]\d*|3\.4|6\.\d+|7\.1[78])$/;
const OTHER_WORDS = /mailbox|storage|size|length|large|over ?quota/i;
/** Reply code for a full mailbox and for an email that is too large (RFC 5321, 4.2.3). */
const TOO_MUCH = 552;
/** Words of a server that rejects the content of an email. */
const CONTENT_WORDS = /\b(spam|virus|malware|phishing|content|attachments?)\b/i;

function isOfSender(code: number, status: string | undefined, words: string, isOfContent: boolean): boolean {
  if (SENDER_CODES.has(code)) return true;
  const saysSo = SENDER_WORDS.test(words) && !OTHER_WORDS.test(words);
  if (status !== undefined && SENDER_STATUS.test(status)) return saysSo || !isOfContent;
  return saysSo && code !== TOO_MUCH && !(status !== undefined && OTHER_STATUS.test(status));
}

/** Returns `MailRefused` for a permanent refusal. Any other error is returned unchanged, because a later attempt may succeed. */
export function refusalOf(error: unknown): unknown {
  if (!(error instanceof Error) || !('responseCode' in error) || !('command' in error)) return error;
  const code = Number(error.responseCode);
  const isAtRecipient = error.command === 'RCPT TO';
  if (code < 500 || !(isAtRecipient || error.command === 'DATA')) return error;
  const answer = String('response' in error ? error.response : '');
  const status = /^\d{3}[ -]#?(\d\.\d{1,3}\.\d{1,3})\b/.exec(answer)?.[1];
  // Removes addresses, which may contain any of the words.
  const words = answer.replace(/<[^<>]*>|\S+@\S+/g, '');
  if (isOfSender(code, status, words, !isAtRecipient && CONTENT_WORDS.test(words))) return new MailRefused('sender', error);
  const isNoMailbox = status === undefined ? NO_MAILBOX_WORDS.test(words) : NO_MAILBOX.test(status);
  return new MailRefused(isAtRecipient && isNoMailbox ? 'recipient' : 'email', error);
}
