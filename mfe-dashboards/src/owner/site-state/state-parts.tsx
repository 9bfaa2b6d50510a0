import type { Support } from '@site/shared/contracts/admin-support.ts';
import { useFormats, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { channelProblemText } from '@site/shared/texts/channel-problem-texts.ts';
import type { ReactNode } from 'react';
import { ReadChannel } from '../common/read-channel.tsx';
import { texts } from './texts.ts';

/** The site retries failed emails. An email that waits longer than this, in milliseconds, needs attention. */
const LONG_WAIT_MS = 15 * 60_000;
/** Four failed syncs of the channel take this long, in milliseconds. After that the videos need attention. */
const OLD_VIDEOS_MS = 2 * 3_600_000;
/** Several failed reads of the mailbox take this long, in milliseconds. After that the mailbox needs attention. */
const OLD_MAILBOX_MS = 3_600_000;

/** A refused email that is older than this, in milliseconds, needs no attention: the owner has noticed it, or it no longer matters. */
const OLD_REFUSAL_MS = 14 * 24 * 3_600_000;

export type Part = {
  readonly id: 'payments' | 'mail' | 'mailbox' | 'videos' | 'storage';
  /** Whether the part works. Null if unknown. */
  readonly isFine: boolean | null;
  readonly facts: readonly string[];
  readonly action?: ReactNode;
};

/** Returns payments, emails, mailbox, videos and storage, each with its state and whether it needs attention. */
export function useStateParts(support: Support | undefined): readonly Part[] {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  if (!support) return [];
  const { checkedAt, payments, mail, videos, mailbox, storage } = support;
  const isOlder = (at: string, ms: number) => Date.parse(checkedAt) - Date.parse(at) > ms;
  return [
    {
      id: 'payments',
      isFine: payments.lastError !== null ? false : payments.lastEventAt === null ? null : true,
      facts: [
        payments.lastEventAt === null ? t.noPaymentEvent : t.lastPaymentEvent(moment(payments.lastEventAt)),
        ...(payments.lastError === null
          ? []
          : [t.paymentsUnread(payments.unreadSince === null ? null : moment(payments.unreadSince), payments.lastError)]),
      ],
    },
    {
      id: 'mail',
      isFine:
        !mail.refused.some(({ at }) => !isOlder(at, OLD_REFUSAL_MS)) &&
        (mail.oldestWaitingAt === null || !isOlder(mail.oldestWaitingAt, LONG_WAIT_MS)),
      facts: [
        mail.lastSentAt === null ? t.noMailSent : t.lastMailSent(moment(mail.lastSentAt)),
        mail.oldestWaitingAt === null ? t.noMailWaits : t.mailWaits(mail.waiting, moment(mail.oldestWaitingAt)),
        ...mail.refused.map((refused) => t.refused(refused.recipient, moment(refused.at), refused.reason)),
      ],
    },
    {
      id: 'mailbox',
      isFine: mailbox.isConfigured
        ? mailbox.lastError === null && mailbox.lastSuccessAt !== null && !isOlder(mailbox.lastSuccessAt, OLD_MAILBOX_MS)
        : null,
      facts: mailbox.isConfigured
        ? [
            mailbox.lastSuccessAt === null ? t.mailboxNeverRead : t.mailboxRead(moment(mailbox.lastSuccessAt)),
            ...(mailbox.lastError === null ? [] : [t.mailboxFailed(mailbox.lastError)]),
            ...(mailbox.unread === 0 ? [] : [t.reportsUnread(mailbox.unread)]),
          ]
        : [t.noMailbox],
    },
    {
      id: 'videos',
      isFine: videos.isConfigured
        ? videos.lastError === null && videos.lastSuccessAt !== null && !isOlder(videos.lastSuccessAt, OLD_VIDEOS_MS)
        : null,
      facts: videos.isConfigured
        ? [
            videos.lastSuccessAt === null ? t.videosNeverRead : t.videosRead(moment(videos.lastSuccessAt)),
            ...(videos.lastError === null ? [] : [t.videosFailed(channelProblemText(locale, videos.lastError))]),
          ]
        : [t.noChannel],
      action: videos.isConfigured && <ReadChannel />,
    },
    { id: 'storage', isFine: storage.isReachable, facts: [storage.isReachable ? t.storageReached : t.storageLost] },
  ];
}
