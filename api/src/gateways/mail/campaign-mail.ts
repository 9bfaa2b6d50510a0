import MailComposer from 'nodemailer/lib/mail-composer';
import { addressIn, type Email, headerLine } from './mail.ts';
import { createSmtp, type HandOver } from './smtp.ts';

export type CampaignEmail = Pick<Email, 'to' | 'subject' | 'text' | 'html'> &
  Required<Pick<Email, 'senderName' | 'replyTo' | 'headers'>> & { messageId: string };

/** One connection that sends many newsletter emails one after another. */
export type CampaignConnection = {
  /** Sends an email. Calls `mayHand` before the final dot, which is the moment of delivery. */
  hand: (email: CampaignEmail, mayHand: () => Promise<boolean>) => Promise<HandOver>;
  /** Returns whether the connection can send another email. */
  isOpen: () => boolean;
  close: () => void;
};

export type CampaignMail = {
  /** Connects and signs in. Throws the mail server's answer when it refuses us. */
  connect: () => Promise<CampaignConnection>;
  /** The domain after the @ in the Message-IDs of these emails. */
  domain: string;
};

/** Creates the client of the newsletter's mail server. `from` is an address, or a name with an address. */
export function createCampaignMail(smtpUrl: string, from: string): CampaignMail {
  const address = addressIn(from);
  const smtp = createSmtp(smtpUrl);

  const compose = ({ to, senderName, replyTo, subject, text, html, headers, messageId }: CampaignEmail): Promise<Buffer> =>
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
        hand: async (email, mayHand) => await hand({ from: address, to: email.to, bytes: await compose(email) }, mayHand),
      };
    },
    domain: /@([\w.-]+)/.exec(address)?.[1] ?? 'localhost',
  };
}
