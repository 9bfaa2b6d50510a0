import type { CampaignSegment } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_TEST_FROM } from '@site/shared/contracts/campaign-rules.ts';
import { Select } from '@site/shared/patterns/select.tsx';
import { ApiError, Button, useTexts } from '@site/shared/site/site.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import layout from '../../signed-in/layout.module.css';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { useMay } from '../../signed-in/permissions.ts';
import css from './campaigns.module.css';
import { useAudience, useDraftCampaign, usePostCampaigns, useSender, useTestOf } from './campaigns-queries.ts';
import { useReaderCount } from './reader-count.ts';
import { isUndeliverable, SenderNotice } from './sender-notice.tsx';
import { texts } from './texts.ts';

const EVERYBODY: CampaignSegment = {
  locale: null,
  owns: null,
  lacks: null,
  joinedFrom: null,
  joinedUntil: null,
  source: null,
  missed: null,
};

/** Whether a post also goes by email once it is published, and in which language. */
export type Mailing = { readonly isOn: boolean; readonly locale: Locale | null };

const isChosenByLanguage = (segment: CampaignSegment): boolean =>
  Object.entries({ ...EVERYBODY, ...segment }).every(([name, value]) => name === 'locale' || value === null);

/** Returns the state of a post that may also go by email: the number of readers, and whether it can be sent. */
export function useMailing(postId: string, { isOn, locale }: Mailing) {
  const may = useMay();
  const inWords = useReaderCount();
  const campaigns = usePostCampaigns(postId);
  const sender = useSender(isOn);
  const test = useTestOf();
  const audience = useAudience(postId, { ...EVERYBODY, locale }, isOn);
  const total = audience.data?.total ?? 0;
  const begun = campaigns.data?.campaigns.filter(({ state, step }) => step === null && state !== 'cancelled');
  const draft = useDraftCampaign(begun?.find(({ state }) => state === 'draft')?.id);
  // This dialog edits only the language of the audience. An audience with further conditions is edited on the issue's own page.
  const isOpen = draft.data ? isChosenByLanguage(draft.data.segment) : begun?.length === 0;
  const isTested = test.data?.isTested || draft.data?.isTested || false;
  return {
    /** Whether the dialog asks about sending by email at all. */
    isOffered: may('send') && isOpen,
    test,
    total,
    isCounted: audience.data !== undefined,
    needsTest: total > CAMPAIGN_TEST_FROM && !isTested,
    who: audience.data ? inWords(audience.data) : null,
    /** Whether the issue can be sent with the chosen options. */
    isReady: !isOn || (total > 0 && (total <= CAMPAIGN_TEST_FROM || isTested) && !isUndeliverable(sender.data, total)),
  };
}

type ByMailProps = {
  readonly postId: string;
  readonly mailing: Mailing;
  readonly onChange: (mailing: Mailing) => void;
  readonly state: ReturnType<typeof useMailing>;
  /** The language of the test email. */
  readonly testLocale: Locale;
};

/** Asks, when a post is published, whether it also goes by email, and to whom. */
export function ByMail({ postId, mailing, onChange, state, testLocale }: ByMailProps) {
  const t = useTexts(texts);
  const { test, total, isCounted, needsTest } = state;
  const failure = useFailureText(test.error);
  const reason = test.error instanceof ApiError ? test.error.reason : null;
  return (
    <fieldset className={css.mailing}>
      <legend>{t.ofText}</legend>
      <div className={layout.row}>
        {[false, true].map((isOn) => (
          <label key={String(isOn)} className={layout.choice}>
            <input type="radio" name="by-mail" checked={mailing.isOn === isOn} onChange={() => onChange({ ...mailing, isOn })} />
            {isOn ? t.mailToo : t.mailNot}
          </label>
        ))}
      </div>
      {!mailing.isOn && <p className={layout.soft}>{t.mailLater}</p>}
      {mailing.isOn && (
        <>
          <Select
            label={t.mailTo}
            value={mailing.locale ?? ''}
            onChange={(event) => onChange({ ...mailing, locale: LOCALES.find((known) => known === event.target.value) ?? null })}
            options={[
              { value: '', label: t.everybody },
              ...LOCALES.map((locale) => ({ value: locale, label: t.readersIn(t.inLanguages[locale]) })),
            ]}
          />
          {isCounted && total === 0 && <p className={layout.problem}>{t.nobody}</p>}
          {total > 0 && <SenderNotice total={total} />}
          {needsTest && total > 0 && (
            <div className={css.sender}>
              <p>{t.needsTest(CAMPAIGN_TEST_FROM)}</p>
              <Button
                variant="secondary"
                size="s"
                isPending={test.isPending}
                pendingText={t.sendingTest}
                onClick={() => test.mutate({ postId, locale: testLocale })}
              >
                {t.sendTest}
              </Button>
            </div>
          )}
          <p role="status" className={layout.soft}>
            {test.isSuccess && t.testSent}
          </p>
          <div role="alert">
            {test.isError && (
              <p className={layout.problem}>{[t.testFailed, failure, reason && t.testReason(reason)].filter(Boolean).join(' ')}</p>
            )}
          </div>
        </>
      )}
    </fieldset>
  );
}
