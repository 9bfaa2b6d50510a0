import MailComposer from 'nodemailer/lib/mail-composer';
import { addressIn, headerLine, type Letter } from './mail.ts';
import { createSmtp, type HandOver } from './smtp.ts';

export type BulkLetter = Pick<Letter, 'to' | 'subject' | 'text' | 'html'> &
  Required<Pick<Letter, 'senderName' | 'replyTo' | 'headers'>> & { messageId: string };

/** One connection, for many letters one after the other. */
export type LetterConnection = {
  /** Gives a letter to the mail server, and asks `mayHand` when everything was said but the final dot, by which it is delivered. */
  hand: (letter: BulkLetter, mayHand: () => Promise<boolean>) => Promise<HandOver>;
  /** Whether it can take another letter. */
  isOpen: () => boolean;
  close: () => void;
};

export type LetterMail = {
  /** Throws what the mail server said when it does not let us in. */
  connect: () => Promise<LetterConnection>;
  /** What stands behind the @ of its letters' Message-IDs. */
  domain: string;
};

/** The mail server of letters to subscribers; `from` is an address, or a name with one. */
export function createLetterMail(smtpUrl: string, from: string): LetterMail {
  const address = addressIn(from);
  const smtp = createSmtp(smtpUrl);

  const compose = ({ to, senderName, replyTo, subject, text, html, headers, messageId }: BulkLetter): Promise<Buffer> =>
    new MailComposer({
      from: { name: headerLine(senderName), address },
      to: { name: '', address: to },
      replyTo: { name: headerLine(replyTo.name), address: replyTo.address },
      subject: headerLine(subject),
      messageId,
      headers,
      text,
      html,
    })
      .compile()
      .build();

  return {
    connect: async () => {
      const { hand, isOpen, close } = await smtp.connect();
      return {
        isOpen,
        close,
        hand: async (letter, mayHand) => await hand({ from: address, to: letter.to, bytes: await compose(letter) }, mayHand),
      };
    },
    domain: /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost',
  };
}
