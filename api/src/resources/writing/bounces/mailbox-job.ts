import { AppError } from '../../../base/app-error.ts';
import { readMark } from '../../../gateways/mail/mail.ts';
import type { Mailbox, MailHead, OpenMailbox } from '../../../gateways/mailbox/mailbox.ts';
import type { Deps } from '../../../platform/deps.ts';
import type { Job } from '../../../platform/jobs.ts';
import { readCampaignMessageId } from '../campaigns/campaign-message-id.ts';
import { type MailReport, readMailReport } from './mail-report.ts';

const READ_EVERY_S = 300;
/**
 * The age of the oldest email that is read from a newly connected mailbox. Mail servers give up after five days at the latest, so older
 * reports have no use.
 */
const FIRST_DAYS = 14;
const AT_ONCE = 50;

type JobDeps = Pick<Deps, 'data' | 'log'> & { env: Pick<Deps['env'], 'LINKS_SECRET'>; mailbox: Mailbox };

/** Read receipts have the content type of reports, but are ignored. */
const isReport = ({ contentType }: MailHead) => /^multipart\/report\b/i.test(contentType) && !/disposition-notification/i.test(contentType);
const isFromServer = ({ from }: MailHead) => /\b(mailer-daemon|postmaster)@/i.test(from);

/** Stores the content of a report. Returns false when the report is not about one of our emails. */
async function note({ data, env }: Pick<JobDeps, 'data' | 'env'>, report: MailReport): Promise<boolean> {
  const handed = readCampaignMessageId(env.LINKS_SECRET, report.messageId);
  if (handed) {
    const { campaignId, subscriberId } = handed;
    if (report.kind === 'returned') {
      const { isGone, reason } = report;
      await data.sql.noteCampaignBounce({ campaignId, subscriberId, isGone, reason });
    }
    if (report.kind === 'complaint') await data.sql.noteCampaignComplaint({ campaignId, subscriberId });
    return true;
  }
  const mark = readMark(report.messageId);
  if (mark === null || report.kind !== 'returned') return false;
  const { isGone, reason } = report;
  return (await data.sql.noteMailBounce({ mark, isGone, reason })) !== 'unknown';
}

/**
 * Reads the author's mailbox every five minutes for bounces and complaints, which contain the Message-ID of our email. A report is stored
 * first and moved away afterwards. A run that is killed in between reads it again, without effect. All other emails stay untouched.
 */
export const mailboxJob = (deps: JobDeps): Job => ({
  name: 'mailbox',
  intervalSeconds: READ_EVERY_S,
  leaseSeconds: 120,
  run: async ({ keep, signal }) => {
    const { log, mailbox } = deps;
    const { sql } = deps.data;

    /** Anybody can send a report. A report that cannot be stored must not stop other reports from being read. */
    async function isUnderstood(report: MailReport): Promise<boolean> {
      try {
        return await note(deps, report);
      } catch (err) {
        if (err instanceof AppError) throw err;
        log.warn({ err, kind: report.kind }, 'could not parse a mail report');
        return false;
      }
    }

    async function take(open: OpenMailbox, head: MailHead): Promise<'taken' | 'unread' | 'other'> {
      if (!isReport(head)) return isFromServer(head) ? 'unread' : 'other';
      const raw = await open.getMail(head.uid);
      if (!raw) return 'other';
      const report = await readMailReport(raw).catch(() => null);
      if (!report || !(await isUnderstood(report))) return 'unread';
      await open.moveToFolder(head.uid);
      log.info({ kind: report.kind }, 'mail report recorded');
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
