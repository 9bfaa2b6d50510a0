import type { AdminPerson } from '@site/shared/contracts/admin-people.ts';
import { CONSENT_VERSION } from '@site/shared/contracts/form-rules.ts';
import { useFormats, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { consentTexts } from '@site/shared/texts/consent-texts.ts';
import layout from '../../../signed-in/layout.module.css';
import { Panel } from '../../../signed-in/panel.tsx';
import { subscriberSourceTexts } from '../../common/subscriber-source-texts.ts';
import { suppressionTexts } from '../../common/suppression-texts.ts';
import css from './person-page.module.css';
import { texts } from './texts.ts';

/** Shows the consent that the person gave, its wording, and its current state. */
export function PersonSubscription({ subscription }: Pick<AdminPerson, 'subscription'>) {
  const t = useTexts(texts);
  const { languages } = useTexts(commonTexts);
  const sources = useTexts(subscriberSourceTexts);
  const reasons = useTexts(suppressionTexts);
  const { moment } = useFormats();
  if (!subscription) {
    return (
      <Panel title={t.newsletter}>
        <p className={layout.soft}>{t.noSubscription}</p>
      </Panel>
    );
  }
  const { state, reason, source, locale, consentVersion, consentedAt, confirmedAt, unsubscribedAt, bouncedAt } = subscription;
  const moments = [
    [t.consentedAt, consentedAt],
    [t.confirmedAt, confirmedAt],
    [t.unsubscribedAt, unsubscribedAt],
    [t.bouncedAt, bouncedAt],
  ] as const;
  return (
    <Panel title={t.newsletter}>
      <dl className={layout.facts}>
        <dt>{t.state}</dt>
        <dd>{reason ? `${t.subscriptionStates[state]} · ${reasons[reason]}` : t.subscriptionStates[state]}</dd>
        {moments.map(
          ([name, at]) =>
            at && (
              <div key={name} className={css.fact}>
                <dt>{name}</dt>
                <dd>
                  <time dateTime={at}>{moment(at)}</time>
                </dd>
              </div>
            ),
        )}
        <dt>{t.source}</dt>
        <dd>{`${sources[source]} · ${languages[locale]}`}</dd>
        <dt>{t.consent}</dt>
        <dd>{consentVersion}</dd>
      </dl>
      {consentVersion === CONSENT_VERSION && (
        <blockquote className={css.quote} lang={locale}>
          {consentTexts[locale].consent} {consentTexts[locale].books}
        </blockquote>
      )}
    </Panel>
  );
}
