import type { Channel } from '@site/shared/contracts/admin-episodes.ts';
import { Icon, icons, Link, paths, useFormats, usePreferences, useTexts, VisuallyHidden } from '@site/shared/site/site.ts';
import { channelProblemText } from '@site/shared/texts/channel-problem-texts.ts';
import { LoadFailure } from '../../../signed-in/load-failure.tsx';
import { Loading } from '../../../signed-in/loading.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useMay } from '../../../signed-in/permissions.ts';
import { useChannel } from '../../common/channel-query.ts';
import { ReadChannel } from '../../common/read-channel.tsx';
import css from './channel-panel.module.css';
import { texts } from './texts.ts';

/** Shows the video channel, the result of its last sync, and the button that starts the next sync. */
export function ChannelPanel() {
  const t = useTexts(texts);
  const channel = useChannel();
  if (channel.isPending) {
    return (
      <Panel title={t.channel}>
        <Loading text={t.channelLoading} lines={3} />
      </Panel>
    );
  }
  if (!channel.data) return <LoadFailure title={t.channelFailed} query={channel} />;
  return (
    <Panel title={t.channel}>
      <div className={css.facts}>
        <ChannelFacts {...channel.data} />
      </div>
    </Panel>
  );
}

function ChannelFacts({ channel, isReading, lastReading, syncedAt, shown, hidden }: Channel) {
  const t = useTexts(texts);
  const { moment } = useFormats();
  const { locale } = usePreferences();
  const may = useMay();
  if (!channel) {
    return (
      <p>
        {t.noChannel} {may('site') && <Link to={`${paths.dashboard.href('settings')}&block=channel`}>{t.toSettings}</Link>}
      </p>
    );
  }
  return (
    <>
      <p>
        {t.readFrom}{' '}
        {channel.url === null ? (
          <span>{channel.id}</span>
        ) : (
          <a href={channel.url} target="_blank" rel="noopener">
            {channel.id}
            <VisuallyHidden> {t.newTab}</VisuallyHidden>
          </a>
        )}
        {' · '}
        {t.counts(shown, hidden)}
      </p>
      {isReading ? (
        <p>{t.isReading}</p>
      ) : (
        <p>{lastReading ? `${t.lastReading(moment(lastReading.at))}: ${t.brought(lastReading)}.` : t.neverRead}</p>
      )}
      {lastReading?.error && !isReading && (
        <div className={css.problem}>
          <p className={css.failed}>
            <Icon path={icons.warning} />
            {t.readingFailed}
          </p>
          <p>
            {channelProblemText(locale, lastReading.error)} {t.pressAgain}
          </p>
          {syncedAt && <p>{t.lastSuccess(moment(syncedAt))}</p>}
        </div>
      )}
      <ReadChannel />
    </>
  );
}
