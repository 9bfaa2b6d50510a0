import type { AdminCampaign } from '@site/shared/contracts/admin-campaigns.ts';
import { CAMPAIGN_WARNING_BYTES } from '@site/shared/contracts/campaign-rules.ts';
import { CAMPAIGN_FRAME_PATH } from '@site/shared/federation/campaign-frame.ts';
import { ApiError, Button, Icon, icons, Skeleton, toast, usePreferences, useSession, useTexts } from '@site/shared/site/site.ts';
import { LOCALES, type Locale } from '@site/shared/texts/locales.ts';
import { useEffect, useRef, useState } from 'react';
import layout from '../../../signed-in/layout.module.css';
import { LoadFailure, useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import css from './campaigns.module.css';
import { useCampaignPreview, useTestCampaign } from './campaigns-queries.ts';
import { texts } from './texts.ts';

const WIDTHS = [390, 820] as const;
const LOOKS = ['light', 'dark', 'plain'] as const;
type Look = (typeof LOOKS)[number];
/** Height of the frame until the issue inside reports its own. */
const FIRST_HEIGHT = 640;

type CampaignPreviewProps = { readonly campaign: AdminCampaign; readonly isSaved: boolean };

/** Shows the issue in each language as a mail program would, and sends a test to the admin. */
export function CampaignPreviewPanel({ campaign, isSaved }: CampaignPreviewProps) {
  const t = useTexts(texts);
  const { locale: own } = usePreferences();
  const { locales } = campaign.post;
  const [chosen, setChosen] = useState<Locale | null>(null);
  const [width, setWidth] = useState<(typeof WIDTHS)[number]>(390);
  const [look, setLook] = useState<Look>('light');
  const locale = chosen ?? locales[0] ?? LOCALES[0];
  const preview = useCampaignPreview(campaign, locale);
  const { data, error, isError } = preview;
  const isEmpty = error instanceof ApiError && error.code === 'invalid_input';
  const size = data && `${Math.ceil(data.bytes / 1_000).toLocaleString(own)} KB`;
  return (
    <Panel title={t.preview}>
      <div className={layout.lines}>
        <div className={css.switches}>
          <Switch
            name={t.previewLanguage}
            options={LOCALES}
            chosen={locale}
            nameOf={(known) => t.inLanguages[known]}
            onChoose={setChosen}
          />
          <Switch name={t.look} options={LOOKS} chosen={look} nameOf={(known) => t.looks[known]} onChoose={setLook} />
          {look !== 'plain' && (
            <Switch name={t.width} options={WIDTHS} chosen={width} nameOf={(known) => t.widths[known]} onChoose={setWidth} />
          )}
        </div>
        {isEmpty && <p className={layout.hint}>{t.previewEmpty}</p>}
        {isError && !isEmpty && <LoadFailure title={t.previewFailed} query={preview} />}
        {!data && !isError && <Skeleton lines={10} />}
        {data && !isError && (
          <>
            {/* Shows the sender, the subject and the preview text, as a mailbox lists an email. */}
            <p className={css.listed}>
              <strong>{data.subject}</strong> <span>{data.preheader}</span>
            </p>
            {data.bytes > CAMPAIGN_WARNING_BYTES && size && (
              <p className={css.warning} role="note">
                <Icon path={icons.warning} />
                {t.tooLong(size)}
              </p>
            )}
            {look === 'plain' ? <pre className={css.plain}>{data.text}</pre> : <CampaignFrame html={data.html} look={look} width={width} />}
            <div className={layout.row}>
              <TestCampaign campaign={campaign} locale={locale} isSaved={isSaved} />
              <p className={layout.hint}>{size && t.size(size)}</p>
            </div>
          </>
        )}
      </div>
    </Panel>
  );
}

type SwitchProps<Option> = {
  readonly name: string;
  readonly options: readonly Option[];
  readonly chosen: Option;
  readonly nameOf: (option: Option) => string;
  readonly onChoose: (option: Option) => void;
};

function Switch<Option extends string | number>({ name, options, chosen, nameOf, onChoose }: SwitchProps<Option>) {
  return (
    <fieldset className={css.switch} aria-label={name}>
      {options.map((option) => (
        <button key={option} type="button" aria-pressed={option === chosen} onClick={() => onChoose(option)}>
          {nameOf(option)}
        </button>
      ))}
    </fieldset>
  );
}

/** The email's media query for dark mode. The preview replaces this query to show the light or the dark mode. */
const NIGHT = '@media (prefers-color-scheme: dark)';

/** Shows the issue in a sandboxed frame: no scripts, and links go nowhere. */
function CampaignFrame({ html, look, width }: { html: string; look: Exclude<Look, 'plain'>; width: number }) {
  const t = useTexts(texts);
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setIsReady] = useState(false);
  const [height, setHeight] = useState(FIRST_HEIGHT);
  useEffect(() => {
    function hear({ source, data }: MessageEvent<unknown>) {
      if (source !== frame.current?.contentWindow) return;
      if (data === 'ready') setIsReady(true);
      else if (typeof data === 'object' && data !== null && 'height' in data && typeof data.height === 'number')
        setHeight(Math.ceil(data.height));
    }
    window.addEventListener('message', hear);
    return () => window.removeEventListener('message', hear);
  }, []);
  useEffect(() => {
    if (!isReady) return;
    // The sandboxed frame has an opaque origin, which cannot be named as the target.
    frame.current?.contentWindow?.postMessage(html.replaceAll(NIGHT, look === 'dark' ? '@media all' : '@media not all'), '*');
  }, [isReady, html, look]);
  return (
    <div className={css.stage}>
      <iframe ref={frame} title={t.campaignFrame} src={CAMPAIGN_FRAME_PATH} sandbox="allow-scripts" width={width} height={height} />
    </div>
  );
}

function TestCampaign({ campaign, locale, isSaved }: CampaignPreviewProps & { readonly locale: Locale }) {
  const t = useTexts(texts);
  const session = useSession();
  const test = useTestCampaign(campaign.id);
  const failure = useFailureText(test.error);
  const reason = test.error instanceof ApiError ? test.error.reason : null;
  if (campaign.step === null && !['draft', 'late', 'scheduled'].includes(campaign.state)) return null;
  const email = session.status === 'signed-in' ? (session.me?.email ?? '') : '';
  return (
    <>
      <Button
        variant="secondary"
        disabled={!isSaved}
        isPending={test.isPending}
        pendingText={t.sendingTest}
        onClick={() => test.mutate(locale, { onSuccess: () => toast.success(t.testSent(email)) })}
      >
        {t.sendTest}
      </Button>
      {campaign.isTested && <p className={layout.hint}>{t.tested}</p>}
      <div role="alert">
        {test.isError && (
          <>
            <p className={layout.problem}>
              {t.testFailed} {failure}
            </p>
            {reason && <p>{t.testReason(reason)}</p>}
          </>
        )}
      </div>
    </>
  );
}
