import type { PodcastImport } from '@site/shared/contracts/admin-podcast-import.ts';
import { adminPaths } from '@site/shared/paths/admin-paths.ts';
import { Button, Link, useTexts } from '@site/shared/site/site.ts';
import { AUTHOR_LOCALE } from '@site/shared/texts/locales.ts';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { audioTexts } from './audio-texts.ts';
import css from './moving-in.module.css';
import { isAtWork, useRetryAudio } from './moving-in-queries.ts';
import { movingInTexts } from './moving-in-texts.ts';

/** Shows how many audio files were copied or measured, and why others were not. */
export function MovingInProgress({ found }: { found: PodcastImport }) {
  const t = useTexts(movingInTexts);
  const { problems } = useTexts(audioTexts);
  const retry = useRetryAudio();
  const { files, done, failed, failures } = found;
  return (
    <Panel title={t.audio} name="copies">
      <div className={layout.stack}>
        <div role="status" className={layout.lines}>
          {isAtWork(found) ? (
            <>
              <progress className={layout.progress} max={files} value={done} aria-label={t.progress(done, files)} />
              <p>{t.progress(done, files)}</p>
              <p className={layout.soft}>{t.mayLeave}</p>
            </>
          ) : (
            <p>{failed === 0 ? t.allDone(files) : t.progress(done, files)}</p>
          )}
        </div>
        {failed > 0 && (
          <>
            <p className={layout.problem}>{t.failures(failed)}</p>
            <ul className={css.left}>
              {failures.map(({ id, title, problem }) => (
                <li key={id}>
                  <Link to={adminPaths.episode.href(id)} lang={AUTHOR_LOCALE}>
                    {title}
                  </Link>
                  <span className={layout.note}>{problems[problem]}</span>
                </li>
              ))}
              {failed > failures.length && <li>{t.andMore(failed - failures.length)}</li>}
            </ul>
            <div>
              <Button size="s" variant="secondary" isPending={retry.isPending} onClick={() => retry.mutate()}>
                {t.retry}
              </Button>
            </div>
            <ActionFailure error={retry.error} what={t.retryFailed} />
          </>
        )}
      </div>
    </Panel>
  );
}
