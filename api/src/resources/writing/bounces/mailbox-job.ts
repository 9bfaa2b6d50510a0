import { AppError } from '../../../base/app-error.ts';
import { readMark } from '../../../gateways/mail/mail.ts';
import type { Mailbox, MailHead, OpenMailbox } from '../../../gateways/mailbox/mailbox.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { readLetterMessageId } from '../letters/letter-message-id.ts';
import { type MailReport, readMailReport } from './mail-report.ts';

const READ_EVERY_S = 300;
/** Mail servers give up after five days at the latest; what is older when a mailbox is connected tells nothing new. */
const FIRST_DAYS = 14;
const AT_ONCE = 50;

type JobDeps = Pick<Deps, 'data' | 'log'> & { env: Pick<Deps['env'], 'LINKS_SECRET'>; mailbox: Mailbox };

/** That a person opened a mail is a report, too, and is not read here. */
const isReport = ({ contentType }: MailHead) => /^multipart\/report\b/i.test(contentType) && !/disposition-notification/i.test(contentType);
const isFromServer = ({ from }: MailHead) => /\b(mailer-daemon|postmaster)@/i.test(from);

/** Writes down what a report says; false when it is about no mail of ours. */
async function note({ data, env }: Pick<JobDeps, 'data' | 'env'>, report: MailReport): Promise<boolean> {
  const handed = readLetterMessageId(env.LINKS_SECRET, report.messageId);
  if (handed) {
    const { letterId, subscriberId } = handed;
    if (report.kind === 'returned') {
      const { isGone, reason } = report;
      await data.sql.noteLetterBounce({ letterId, subscriberId, isGone, reason });
    }
    if (report.kind === 'complaint') await data.sql.noteLetterComplaint({ letterId, subscriberId });
    return true;
  }
  const mark = readMark(report.messageId);
  if (mark === null || report.kind !== 'returned') return false;
  const { isGone, reason } = report;
  return (await data.sql.noteMailBounce({ mark, isGone, reason })) !== 'unknown';
}

/**
 * Reads every five minutes what came to the author's mailbox: mails that could not be delivered, and complaints, known by the Message-ID
 * that we gave. What was understood is written down, then put away: a run that is killed between the two reads it again, which changes
 * nothing. Everything else stays as it is.
 */
export const mailboxJob = (deps: JobDeps): Job => ({
  name: 'mailbox',
  intervalSeconds: READ_EVERY_S,
  leaseSeconds: 120,
  run: async ({ keep, signal }) => {
    const { log, mailbox } = deps;
    const { sql } = deps.data;

    /** Anybody can send a report: one that cannot be written down keeps nobody from reading the others. */
    async function isUnderstood(report: MailReport): Promise<boolean> {
      try {
        return await note(deps, report);
      } catch (err) {
        if (err instanceof AppError) throw err;
        log.warn({ err, kind: report.kind }, 'mail report not understood');
        return false;
      }
    }

    async function take(open: OpenMailbox, head: MailHead): Promise<'taken' | 'unread' | 'other'> {
      if (!isReport(head)) return isFromServer(head) ? 'unread' : 'other';
      const raw = await open.getMail(head.uid);
      if (!raw) return 'other';
      const report = await readMailReport(raw).catch(() => null);
      if (!report || !(await isUnderstood(report))) return 'unread';
      await open.putAway(head.uid);
      log.info({ kind: report.kind }, 'mail report taken');
      return 'taken';
    }

    await mailbox.open(async (open) => {
      const about = { mailbox: mailbox.name, uidValidity: open.uidValidity };
      const uids = await open.listMails(await sql.getMailboxCursor(about), FIRST_DAYS);
      for (let from = 0; from < uids.length; from += AT_ONCE) {
        await keep();
        const some = uids.slice(from, from + AT_ONCE);
        let unread = 0;
        for (const head of await open.getHeads(some)) if ((await take(open, head)) === 'unread') unread += 1;
        await sql.moveMailboxCursor({ ...about, uid: some.at(-1) ?? 0, unread });
      }
    }, signal);
  },
});
