import { Button, useTexts } from '@site/shared/site/site.ts';
import layout from '../../signed-in/layout.module.css';
import { useFailureText } from '../../signed-in/load-failure.tsx';
import { Panel } from '../../signed-in/panel.tsx';
import css from './site-state.module.css';
import { useTestEmail } from './test-email-query.ts';
import { texts } from './texts.ts';

/** Sends the admin a test email, and shows its result. */
export function TestEmailPanel() {
  const t = useTexts(texts);
  const { send, isSending, error, mail } = useTestEmail();
  const failure = useFailureText(error);
  return (
    <Panel name="test-email" title={t.testTitle}>
      <p className={layout.soft}>{t.testHint}</p>
      <Button variant="secondary" size="s" isPending={isSending} pendingText={t.sending} onClick={send}>
        {t.send}
      </Button>
      <div role="status" className={css.outcome} data-state={error ? 'failed' : mail?.state}>
        {error && <p>{failure}</p>}
        {!error && mail && (
          <>
            <p>{t.testStates[mail.state](mail.recipient)}</p>
            {mail.state === 'queued' && mail.error !== null && <p>{t.retried(mail.attempts)}</p>}
            {mail.error !== null && <p>{t.serverSaid(mail.error)}</p>}
          </>
        )}
      </div>
    </Panel>
  );
}
