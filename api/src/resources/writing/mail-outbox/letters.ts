import type { Letter } from '../../../gateways/mail/mail.ts';
import { accountDeleted, addressChanged, passwordChanged, welcome } from './account-letters.ts';
import { ownerAlert } from './alert-letters.ts';
import { bookUnstamped } from './book-letters.ts';
import { contactAcknowledged, contactReceived, messageReply } from './contact-letters.ts';
import { disputeDue, disputeOpened } from './dispute-letters.ts';
import { bookGiven, ebookUpdated } from './ebook-letters.ts';
import { giftClaimed, giftSent, giftsFound, giftWaiting } from './gift-letters.ts';
import { bookLaunched, bookPostponed, launchWithoutFile } from './launch-letters.ts';
import type { AddressedMail, LetterKind, LetterSite } from './letter-kind.ts';
import { listsReady } from './lists-ready-email.ts';
import { newsletterAlready, newsletterConfirm, newsletterMoved } from './newsletter-letters.ts';
import { dailyNotice, letterScheduled, messageAssigned, saleMade, seriesSwitchedOn } from './notice-letters.ts';
import { purchaseFailed, purchasePaid, purchaseRefunded, purchaseWaiting } from './purchase-letters.ts';
import { booksToReceive } from './receive-letters.ts';
import { refundAcknowledged, refundDeclined, refundRequested } from './refund-letters.ts';
import { reviewHidden, reviewReminder, reviewReplied } from './review-letters.ts';
import { sampleSent } from './sample-letters.ts';
import { teamInvitation } from './team-letters.ts';
import { testEmail } from './test-letters.ts';
import { bookOut, interestConfirm } from './waitlist-letters.ts';

/** Every kind of email in the outbox. */
const kinds: Readonly<Record<string, LetterKind>> = {
  ebook_updated: ebookUpdated,
  book_given: bookGiven,
  book_launched: bookLaunched,
  book_postponed: bookPostponed,
  launch_without_file: launchWithoutFile,
  interest_confirm: interestConfirm,
  book_out: bookOut,
  gift_sent: giftSent,
  gift_claimed: giftClaimed,
  gift_waiting: giftWaiting,
  gifts_found: giftsFound,
  books_to_receive: booksToReceive,
  purchase_paid: purchasePaid,
  purchase_waiting: purchaseWaiting,
  purchase_failed: purchaseFailed,
  purchase_refunded: purchaseRefunded,
  refund_requested: refundRequested,
  refund_acknowledged: refundAcknowledged,
  refund_declined: refundDeclined,
  contact_received: contactReceived,
  contact_acknowledged: contactAcknowledged,
  message_reply: messageReply,
  newsletter_confirm: newsletterConfirm,
  newsletter_already: newsletterAlready,
  newsletter_moved: newsletterMoved,
  sample_sent: sampleSent,
  dispute_opened: disputeOpened,
  dispute_due: disputeDue,
  sale_made: saleMade,
  message_assigned: messageAssigned,
  daily_notice: dailyNotice,
  letter_scheduled: letterScheduled,
  series_switched_on: seriesSwitchedOn,
  test_email: testEmail,
  lists_ready: listsReady,
  book_unstamped: bookUnstamped,
  owner_alert: ownerAlert,
  review_hidden: reviewHidden,
  review_replied: reviewReplied,
  review_reminder: reviewReminder,
  team_invitation: teamInvitation,
  welcome,
  address_changed: addressChanged,
  password_changed: passwordChanged,
  account_deleted: accountDeleted,
};

/** Writes the email of an outbox row. Throws for an unknown kind or payload. */
export function writeLetter(mail: AddressedMail, site: LetterSite): Letter {
  const kind = Object.hasOwn(kinds, mail.kind) ? kinds[mail.kind] : undefined;
  if (!kind) throw new Error(`no letter for mail of kind ${mail.kind}`);
  return kind(mail, site);
}
