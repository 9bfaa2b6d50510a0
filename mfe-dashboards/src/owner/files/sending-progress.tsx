import { Button, useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import css from './sending-progress.module.css';
import { texts } from './texts.ts';

/** Shows the progress of an upload, and a button that cancels it. */
export function SendingProgress({ percent, onCancel }: { percent: number; onCancel: () => void }) {
  const t = useTexts(texts);
  const words = percent === 100 ? t.checking : t.sending(percent);
  return (
    <div className={layout.row}>
      <progress className={css.bar} max={100} {...(percent === 100 ? {} : { value: percent })} aria-label={words} />
      <p className={css.words}>{words}</p>
      {percent < 100 && (
        <Button variant="secondary" size="s" onClick={onCancel}>
          {t.cancel}
        </Button>
      )}
    </div>
  );
}
