import { Button, useTexts } from '@site/shared/site/site.ts';
import { useFailureText } from '../../../signed-in/load-failure.tsx';
import { Panel } from '../../../signed-in/panel.tsx';
import { useTestEmail } from './settings-queries.ts';
import css from './settings-tab.module.css';
import { texts } from './texts.ts';

/** Sends the admin a mail, and says what became of it. */
export function TestEmailPanel() {
  const t = useTexts(texts);
  const { send, isSending, error, mail } = useTestEmail();
  const failure = useFailureText(error);
  return (
    <Panel name="test-email" title={t.testTitle}>
      <p className={css.soft}>{t.testHint}</p>
      <div className={css.test}>
        <Button variant="secondary" isPending={isSending} pendingText={t.sending} onClick={send}>
          {t.send}
        </Button>
      </div>
      <div role="status" className={css.outcome} data-state={error ? 'failed' : mail?.state}>
        {error && <p>{failure}</p>}
        {!error && mail && (
          <>
            <p>{t.testStates[mail.state](mail.recipient)}</p>
            {mail.state === 'queued' && mail.error !== null && <p>{t.retried(mail.attempts)}</p>}
            {mail.error !== null && <p className={css.code}>{t.serverSaid(mail.error)}</p>}
          </>
        )}
      </div>
    </Panel>
  );
}
