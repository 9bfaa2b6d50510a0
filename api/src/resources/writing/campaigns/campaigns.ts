import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type AdminCampaign, CampaignListSchema, type CampaignPreview, campaignCalls } from '@site/shared/contracts/admin-campaigns.ts';
import { ADMIN_PAGE_SIZE } from '@site/shared/contracts/admin-lists.ts';
import {
  CAMPAIGN_DELIVERABLE_FROM,
  CAMPAIGN_STEP_UP_FROM,
  CAMPAIGN_TEST_FROM,
  CAMPAIGN_TEST_TOKEN,
  CAMPAIGN_UNDO_SECONDS,
} from '@site/shared/contracts/campaign-rules.ts';
import type { Locale } from '@site/shared/texts/locales.ts';
import * as v from 'valibot';
import { AppError } from '../../../base/app-error.ts';
import type { CampaignEmail, CampaignMail } from '../../../gateways/mail/campaign-mail.ts';
import { messageId } from '../../../gateways/mail/mail.ts';
import type { HandOver } from '../../../gateways/mail/smtp.ts';
import type { Json } from '../../../gateways/supabase/sql-types.ts';
import { hasRecentSignIn } from '../../../platform/access.ts';
import type { Actor } from '../../../platform/actor.ts';
import type { Deps } from '../../../platform/deps.ts';
import { type Asked, handle } from '../../../platform/handle.ts';
import { addressOf } from '../../../platform/http.ts';
import { cursorsOf, pageOf, pageStartOf } from '../../../platform/page.ts';
import { limitUse } from '../../../platform/rate-limit.ts';
import type { EmailSite } from '../mail-outbox/email-kind.ts';
import { getEmailSite } from '../mail-outbox/email-site.ts';
import { unsubscribeLink } from '../mail-outbox/newsletter-emails.ts';
import { PostRowSchema } from '../posts/posts.service.ts';
import { addressCampaign, type RenderedCampaign } from './campaign-body.ts';
import { HeadsSchema } from './campaign-rows.ts';
import { bulkHeaders, joinedOn, writeCampaignWords, writerOf } from './campaign-words.ts';
import { AudienceRowSchema, CampaignRowSchema, toAdminCampaign, toAudience } from './campaigns.view.ts';
import { getFrozenCampaign } from './frozen-campaigns.ts';
import { campaignDomain, checkSender, getSender } from './sender.service.ts';

const { campaigns: ListedSchema } = CampaignListSchema.entries;
const PageSchema = v.object({ campaigns: v.array(v.object({ ...ListedSchema.item.entries, createdAt: v.string() })), more: v.boolean() });

const refusedFields = {
  in_past: { at: 'in_past' },
  not_published: { at: 'not_published' },
  nobody: { segment: 'nobody' },
  not_deliverable: { sender: 'not_deliverable' },
  test_required: { test: 'required' },
} as const;
const RefusedSchema = v.object({ refused: v.picklist(['in_past', 'not_published', 'nobody', 'not_deliverable', 'test_required']) });

/** Adds the facts that only the API knows to an issue from the database. Throws `invalid_input` when the database rejected the change. */
async function toCampaign({ liveSettings, env }: Deps, answer: Json): Promise<AdminCampaign> {
  if (v.is(RefusedSchema, answer)) throw new AppError('invalid_input', { fields: refusedFields[answer.refused] });
  return toAdminCampaign(v.parse(CampaignRowSchema, answer), (await liveSettings.get()).timeZone, env.CAMPAIGNS_PER_SECOND);
}

/** Returns the current content of an issue, or null while the post is empty. */
const WordsSchema = v.nullable(v.object({ heads: HeadsSchema, digest: v.string(), post: PostRowSchema }));

async function writeNow(deps: Deps, id: string, locale: Locale) {
  const found = v.parse(WordsSchema, await deps.data.sql.getCampaignWords({ id, locale }));
  if (!found) {
    await deps.data.sql.getAdminCampaign({ id });
    throw new AppError('invalid_input', { fields: { post: 'required' } });
  }
  const site = await getEmailSite(deps);
  return { words: await writeCampaignWords(deps, site, found.heads, found.post, locale), digest: found.digest, site };
}

/** Renders the issue for a reader who signed up today in the footer. The page of its unsubscribe link says that the email is a test. */
const addressForTest = (words: RenderedCampaign, leaveUrl: string, locale: Locale, site: EmailSite): RenderedCampaign =>
  addressCampaign(words, {
    leaveUrl,
    joined: joinedOn({ confirmed_at: new Date().toISOString(), source: 'footer' }, locale, site.SITE_TIME_ZONE),
  });

/**
 * Returns the preview of an issue in one language: its current text, or the final text once its sending began. Throws `not_found`, and
 * `invalid_input` while its post is empty.
 */
async function previewCampaign(deps: Deps, id: string, locale: Locale): Promise<CampaignPreview> {
  const { step } = v.parse(CampaignRowSchema, await deps.data.sql.getAdminCampaign({ id }));
  // A step of the series is rendered again for its next reader, so its preview shows the current text.
  const frozen = step === null ? await getFrozenCampaign(deps, id) : null;
  const { words, site } = frozen ? { words: frozen[locale], site: await getEmailSite(deps) } : await writeNow(deps, id, locale);
  const shown = addressForTest(words, unsubscribeLink(CAMPAIGN_TEST_TOKEN, { locale }, site).url, locale, site);
  return { ...shown, bytes: Buffer.byteLength(shown.html) };
}

/** Milliseconds. A browser waits longer than this for a response. */
const TEST_MS = 8_000;

/** Sends one email through the mail server. Throws the server's answer, or a timeout. */
async function handOver(campaignMail: CampaignMail, email: CampaignEmail): Promise<void> {
  const opening = campaignMail.connect();
  const late = { kind: 'broken', isHanded: true, error: `no answer in ${TEST_MS / 1_000} seconds` } satisfies HandOver;
  try {
    const handing = opening.then((connection) => connection.hand(email, async () => true));
    const outcome = await Promise.race([handing, sleep(TEST_MS, late, { ref: false })]);
    if (outcome.kind !== 'taken') throw new Error('error' in outcome ? outcome.error : outcome.kind);
  } finally {
    void opening.then(
      (connection) => connection.close(),
      () => undefined,
    );
  }
}

/**
 * Sends the current text of an issue to the admin who asks for it. Throws `not_found`, `invalid_input` while its post is empty, and
 * `mail_not_taken`.
 */
async function testCampaign(deps: Deps, actor: Actor, id: string, locale: Locale): Promise<AdminCampaign> {
  const { words, digest, site } = await writeNow(deps, id, locale);
  const way = unsubscribeLink(CAMPAIGN_TEST_TOKEN, { locale }, site);
  const { subject, html, text } = addressForTest(words, way.url, locale, site);
  try {
    await handOver(deps.campaignMail, {
      ...writerOf(site),
      ...{ to: actor.email, subject, html, text },
      messageId: messageId(deps.env.LINKS_SECRET, `campaign_test:${id}:${randomUUID()}`, `@${deps.campaignMail.domain}`),
      headers: { ...bulkHeaders(id, site), ...way.headers },
    });
  } catch (err) {
    deps.log.warn({ campaignId: id, err }, 'mail server rejected the test email');
    throw new AppError('mail_not_taken', { reason: err instanceof Error ? err.message.slice(0, 300) : 'unknown' });
  }
  return await toCampaign(deps, await deps.data.sql.noteCampaignTest({ id, digest }));
}

/**
 * Returns the handler of one action on an issue: undo, pause, resume, cancel, and for readers with an unknown outcome `unknown` (send again) or
 * `settle` (count as sent).
 */
const moveBy =
  (move: 'undo' | 'pause' | 'resume' | 'cancel' | 'unknown' | 'settle') =>
  async ({
    deps,
    sql,
    actor,
    params,
    body,
  }: Asked<(typeof campaignCalls)['POST /api/admin/campaigns/:id/undo']>): Promise<AdminCampaign> => {
    const campaign = await toCampaign(deps, await sql.moveCampaign({ actor, ...params, ...body, move }));
    deps.wakeCampaigns();
    return campaign;
  };

/** The team's routes for newsletter issues. */
export const campaignHandlers = handle(campaignCalls, {
  'GET /api/admin/campaigns': async ({ sql, query: { q, state = null, post = null, ...at } }) => {
    const start = pageStartOf(at, 'uuid');
    const page = await sql.listCampaigns({ words: q.normalize('NFC'), state, postId: post, ...pageOf(start, ADMIN_PAGE_SIZE) });
    const { campaigns, more } = v.parse(PageSchema, page);
    return { campaigns, ...cursorsOf(campaigns, more, start, ({ createdAt, id }) => ({ at: createdAt, id })) };
  },
  'POST /api/admin/campaigns': async ({ deps, sql, actor, body }) => await toCampaign(deps, await sql.createCampaign({ actor, ...body })),
  'POST /api/admin/campaign-audience': async ({ sql, body }) => toAudience(v.parse(AudienceRowSchema, await sql.getCampaignAudience(body))),
  'GET /api/admin/sender-domain': ({ deps }) => getSender(deps),
  'POST /api/admin/sender-domain': ({ deps }) => checkSender(deps),
  'GET /api/admin/campaigns/:id': async ({ deps, sql, params }) => await toCampaign(deps, await sql.getAdminCampaign(params)),
  'PUT /api/admin/campaigns/:id': async ({ deps, sql, actor, params, body }) =>
    await toCampaign(deps, await sql.editCampaign({ actor, ...params, ...body })),
  'DELETE /api/admin/campaigns/:id': async ({ sql, c, params }) => {
    await sql.deleteCampaign(params);
    return c.json(null);
  },
  'POST /api/admin/campaigns/:id/preview': ({ deps, params, body }) => previewCampaign(deps, params.id, body.locale),
  'POST /api/admin/campaigns/:id/test': async ({ deps, c, caller, actor, params, body }) => {
    await limitUse(deps, 'test_email', { person: caller.uid, address: addressOf(c) });
    return await testCampaign(deps, actor, params.id, body.locale);
  },
  'POST /api/admin/campaigns/:id/sending': async ({ deps, sql, caller, actor, params, body }) => {
    const limits = {
      test_from: CAMPAIGN_TEST_FROM,
      step_up_from: CAMPAIGN_STEP_UP_FROM,
      deliverable_from: CAMPAIGN_DELIVERABLE_FROM,
      // An issue to many readers needs DNS records of the sender's domain.
      sender: campaignDomain(deps.env),
      undo_seconds: CAMPAIGN_UNDO_SECONDS,
    };
    const hasSteppedUp = hasRecentSignIn(caller, deps.clock());
    const trySchedule = () => sql.scheduleCampaign({ actor, ...params, ...body, hasSteppedUp, limits });
    let answer = await trySchedule();
    if (v.is(RefusedSchema, answer) && answer.refused === 'not_deliverable') {
      // The owner may have fixed the sender's domain since the last check.
      await checkSender(deps);
      answer = await trySchedule();
    }
    const campaign = await toCampaign(deps, answer);
    deps.wakeCampaigns();
    return campaign;
  },
  'POST /api/admin/campaigns/:id/undo': moveBy('undo'),
  'POST /api/admin/campaigns/:id/pause': moveBy('pause'),
  'POST /api/admin/campaigns/:id/resume': moveBy('resume'),
  'POST /api/admin/campaigns/:id/cancellation': moveBy('cancel'),
  'POST /api/admin/campaigns/:id/unknown': moveBy('unknown'),
  'POST /api/admin/campaigns/:id/settlement': moveBy('settle'),
});
