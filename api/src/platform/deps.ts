import type { ChannelReading } from '@site/shared/contracts/admin-support.ts';
import type { CampaignMail } from '../gateways/mail/campaign-mail.ts';
import type { Mail } from '../gateways/mail/mail.ts';
import type { Names } from '../gateways/names/names.ts';
import type { PasswordRanges } from '../gateways/password-ranges/password-ranges.ts';
import type { Payments } from '../gateways/stripe/payments.ts';
import type { Data } from '../gateways/supabase/data.ts';
import type { EpisodeSource } from '../gateways/videos/episode-source.ts';
import type { Authenticator, Caller } from './auth.ts';
import type { Clock } from './clock.ts';
import type { Env } from './env.ts';
import type { Log } from './logger.ts';
import type { Answers } from './public-answers.ts';
import type { Sessions } from './sessions.ts';

/** Settings that the owner may change while the site runs. Every process picks up changes. */
export type LiveSettings = {
  timeZone: string;
  /** The YouTube channel whose uploads are the episodes. Null without a channel. */
  channelId: string | null;
};

/** Dependencies that all resources may use. `app.ts` passes on services that one resource makes for another. */
export type Deps = {
  env: Env;
  clock: Clock;
  log: Log;
  data: Data;
  payments: Payments;
  mail: Mail;
  /** Sends newsletter issues. */
  campaignMail: CampaignMail;
  names: Names;
  authenticator: Authenticator;
  sessions: Sessions;
  /** The range service of leaked passwords, or null if no service is configured. */
  passwordRanges: PasswordRanges | null;
  answers: Answers;
  /** The current settings. A process sees a change within seconds, and at once after it called `outdate`. */
  liveSettings: { get: () => Promise<LiveSettings>; outdate: () => void };
  /** Tells the mail worker that an email is due. */
  wakeMail: () => void;
  /** Tells the newsletter worker that there is work. */
  wakeCampaigns: () => void;
  /** Tells the job with this name that there is work, if the job runs in this process. */
  wakeJob: (name: string) => void;
  /** Finds and reads YouTube channels. Null without an API key. */
  episodeSource: EpisodeSource | null;
  /** Syncs the channel at once. Null without an API key. */
  readChannel: (() => Promise<ChannelReading>) | null;
  /**
   * Returns whether the database is complete: false during a restore, null while unknown. The API rejects all calls except health checks
   * until it is true.
   */
  isRestored: () => boolean | null;
  /** Returns whether this process accepts new work. */
  isReady: () => boolean;
};

/** Variables in a handler's context. `caller` is set in every route that is not public, except for a `buyer` without a sign-in. */
export type ApiEnv = {
  Variables: {
    deps: Deps;
    requestId: string;
    caller: Caller;
    /** The route as the access table writes it (`GET /path`). Undefined when no route matches. */
    route: string | undefined;
    /** The headers that `envelope` adds to every response, and whether the response already has them. */
    headers: Readonly<Record<string, string>>;
    hasHeaders: boolean | undefined;
  };
};
