import type { Email } from '../../../gateways/mail/mail.ts';
import { accountDeleted, addressChanged, passwordChanged, welcome } from './account-emails.ts';
import { ownerAlert } from './alert-emails.ts';
import { bookUnstamped } from './book-emails.ts';
import { contactAcknowledged, contactReceived, messageReply } from './contact-emails.ts';
import { disputeDue, disputeOpened } from './dispute-emails.ts';
import { bookGiven, ebookUpdated } from './ebook-emails.ts';
import type { AddressedMail, EmailKind, EmailSite } from './email-kind.ts';
import { giftClaimed, giftSent, giftsFound, giftWaiting } from './gift-emails.ts';
import { bookLaunched, bookPostponed, launchWithoutFile } from './launch-emails.ts';
import { listsReady } from './lists-ready-email.ts';
import { newsletterAlready, newsletterConfirm, newsletterMoved } from './newsletter-emails.ts';
import { campaignScheduled, dailyNotice, messageAssigned, saleMade, seriesSwitchedOn } from './notice-emails.ts';
import { purchaseFailed, purchasePaid, purchaseRefunded, purchaseWaiting } from './purchase-emails.ts';
import { booksToReceive } from './receive-emails.ts';
import { refundAcknowledged, refundDeclined, refundRequested } from './refund-emails.ts';
import { reviewHidden, reviewReminder, reviewReplied } from './review-emails.ts';
import { sampleSent } from './sample-emails.ts';
import { teamInvitation } from './team-emails.ts';
import { testEmail } from './test-emails.ts';
import { bookOut, interestConfirm } from './waitlist-emails.ts';

/** Every kind of email in the outbox. */
const kinds: Readonly<Record<string, EmailKind>> = {
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
  campaign_scheduled: campaignScheduled,
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
export function writeEmail(mail: AddressedMail, site: EmailSite): Email {
  const kind = Object.hasOwn(kinds, mail.kind) ? kinds[mail.kind] : undefined;
  if (!kind) throw new Error(`no email for mail of kind ${mail.kind}`);
  return kind(mail, site);
}
