import { Consent } from '@site/shared/newsletter/consent.tsx';
import { Card } from '@site/shared/patterns/card.tsx';
import { useSession, useTexts } from '@site/shared/site/site.ts';
import { useId } from 'react';
import { ActionFailure } from '../../../signed-in/action-failure.tsx';
import layout from '../../../signed-in/layout.module.css';
import { Loaded } from '../../../signed-in/loaded.tsx';
import { useMyNewsletter, useNewsletterSwitch } from './customer-queries.ts';
import css from './newsletter-tab.module.css';
import { texts } from './texts.ts';

export function NewsletterTab() {
  const t = useTexts(texts);
  return (
    <div className={css.sheet}>
      <Card as="section">
        <Loaded query={useMyNewsletter()} failed={t.newsletterFailed} lines={4}>
          {({ subscribed }) => (
            <>
              <h2 className={layout.heading}>{t.newsletter}</h2>
              <p className={css.message}>{t.newsletterMessage}</p>
              <NewsletterSwitch isSubscribed={subscribed} />
              <p className={css.consent}>
                <Consent />
              </p>
            </>
          )}
        </Loaded>
      </Card>
    </div>
  );
}

/** Shows the chosen value while it is being saved, and the stored value again if saving failed. */
function NewsletterSwitch({ isSubscribed }: { isSubscribed: boolean }) {
  const t = useTexts(texts);
  const session = useSession();
  const { mutate, isPending, error, variables } = useNewsletterSwitch();
  const labelId = useId();
  const isOn = isPending ? variables : isSubscribed;
  return (
    <>
      <div className={css.row}>
        <span id={labelId} className={css.label}>
          {t.newsletterReceive(session.status === 'signed-in' ? session.email : '')}
        </span>
        <button
          type="button"
          role="switch"
          className={css.switch}
          aria-checked={isOn}
          aria-labelledby={labelId}
          aria-busy={isPending || undefined}
          onClick={() => !isPending && mutate(!isSubscribed)}
        >
          <span className={css.knob} aria-hidden="true" />
        </button>
      </div>
      <p role="status" className={css.state}>
        {isOn ? t.subscribed : t.unsubscribed}
      </p>
      <ActionFailure error={error} what={<strong>{t.notSaved}</strong>} className={layout.failure} />
    </>
  );
}
