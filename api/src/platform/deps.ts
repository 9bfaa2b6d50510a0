import type { ChannelReading } from '@site/shared/contracts/admin-support.ts';
import type { LetterMail } from '../gateways/mail/letter-mail.ts';
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

/** What the owner changes while the site runs, and every process follows. */
export type LiveSettings = {
  timeZone: string;
  /** Whose uploads are the episodes; null without a channel. */
  channelId: string | null;
};

/** Everything outside a request that all resources may work with; what one of them makes for another is handed over in `app.ts`. */
export type Deps = {
  env: Env;
  clock: Clock;
  log: Log;
  data: Data;
  payments: Payments;
  mail: Mail;
  /** The way of letters to subscribers. */
  letterMail: LetterMail;
  names: Names;
  authenticator: Authenticator;
  sessions: Sessions;
  /** Null where no range service is configured. */
  passwordRanges: PasswordRanges | null;
  answers: Answers;
  /** The settings that hold now: a change is heard of within seconds, at once where it was published after `outdate`. */
  liveSettings: { get: () => Promise<LiveSettings>; outdate: () => void };
  /** Tells the mail worker that there is something to send. */
  wakeMail: () => void;
  /** Tells the worker of letters to subscribers that there is something to do. */
  wakeLetters: () => void;
  /** Tells a job of this name, if it runs here, that there is something to do. */
  wakeJob: (name: string) => void;
  /** Where channels are found and read; null where there is no key for it. */
  episodeSource: EpisodeSource | null;
  /** Reads the channel at once; null where there is no key for it. */
  readChannel: (() => Promise<ChannelReading>) | null;
  /** Whether the database is whole: false while a restore is under way, null while that is not known. Until then nothing is answered. */
  isRestored: () => boolean | null;
  /** Whether this process takes new work. */
  isReady: () => boolean;
};

/** What a handler finds in its context. `caller` is there in every route that is not public, but for a `buyer` without a sign-in. */
export type ApiEnv = {
  Variables: {
    deps: Deps;
    requestId: string;
    caller: Caller;
    /** `GET /path` as the access table has it; absent when no route matches. */
    route: string | undefined;
    /** What `envelope` adds to every answer, and whether the answer has it already. */
    headers: Readonly<Record<string, string>>;
    hasHeaders: boolean | undefined;
  };
};
