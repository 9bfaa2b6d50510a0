import { CAMPAIGN_TEST_TOKEN } from '@site/shared/contracts/campaign-rules.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { readLinkToken } from '@site/shared/paths/link-key.ts';
import { paths } from '@site/shared/paths/paths.ts';
import {
  Button,
  ButtonLink,
  Icon,
  icons,
  useFetcher,
  useLocation,
  usePreferences,
  useSearchParams,
  useTexts,
} from '@site/shared/site/site.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { type FormEvent, useEffect, useRef } from 'react';
import { useActionData } from 'react-router-dom';
import css from '../../message-page/message-page.module.css';
import type { LinkKind, LinkOutcome } from './follow-link.ts';
import { NewsletterForm } from './newsletter-form.tsx';
import { newsletterTexts } from './texts.ts';

const ICONS = { done: icons.check, already: icons.check, expired: icons.warning, invalid: icons.warning } as const;

/** Renders the page of an email's link. The action needs a press, because mail scanners open links too. */
export function LinkScreen({ kind }: { kind: LinkKind }) {
  const texts = useTexts(newsletterTexts);
  const t = texts[kind];
  const { locale } = usePreferences();
  const { pathname } = useLocation();
  const token = readLinkToken(useSearchParams()[0], 'token');
  const fetcher = useFetcher<LinkOutcome>();
  const words = useRef<HTMLDivElement>(null);
  // The result of the press on the button, or of the form that a browser without scripts sent.
  const posted = useActionData<LinkOutcome>();
  const answer = fetcher.data ?? posted;
  const outcome = !token ? ({ kind: 'invalid' } as const) : answer && answer.kind !== 'failed' ? answer : null;
  const isTest = kind === 'unsubscribe' && token === CAMPAIGN_TEST_TOKEN;
  const isBroken = outcome?.kind === 'expired' || outcome?.kind === 'invalid';

  // The result replaced the button, so the focus moves to the result.
  useEffect(() => {
    if (answer && answer.kind !== 'failed') words.current?.focus();
  }, [answer]);

  const handleSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (fetcher.state === 'idle')
      void fetcher.submit({ token, kind }, { method: 'post', action: pathname, defaultShouldRevalidate: false });
  };
  const message = !outcome ? t.message : 'email' in outcome ? t[outcome.kind](outcome.email) : t[outcome.kind];
  if (isTest) {
    return (
      <div className={css.page}>
        <span className={css.icon}>
          <Icon path={pageIcons.mail} />
        </span>
        <div className={css.words}>
          <h1>{texts.test.title}</h1>
          <p className={css.message}>{texts.test.message}</p>
        </div>
        <div className={css.actions}>
          <ButtonLink to={paths.home.href()}>{texts.home}</ButtonLink>
        </div>
      </div>
    );
  }
  return (
    <div className={css.page}>
      <span className={css.icon} data-tone={isBroken ? 'warning' : undefined}>
        <Icon path={outcome ? ICONS[outcome.kind] : pageIcons.mail} />
      </span>
      <div ref={words} tabIndex={-1} className={css.words}>
        <h1>{outcome ? t[`${outcome.kind}Title`] : t.title}</h1>
        <p className={css.message}>{message}</p>
      </div>
      <p role="alert" className={css.problem}>
        {answer?.kind === 'failed' && fetcher.state === 'idle' && errorSentence(answer, locale)}
      </p>
      {isBroken && kind === 'confirm' && (
        <div className={css.form}>
          <NewsletterForm source="newsletter" />
        </div>
      )}
      <div className={css.actions}>
        {!outcome && (
          <form method="post" onSubmit={handleSubmit}>
            <input type="hidden" name="token" value={token} />
            <input type="hidden" name="kind" value={kind} />
            <Button type="submit" size="l" isPending={fetcher.state !== 'idle'} pendingText={t.pressing}>
              {t.press}
            </Button>
          </form>
        )}
        {outcome && (
          <ButtonLink to={paths.home.href()} variant={isBroken ? 'secondary' : 'primary'}>
            {texts.home}
          </ButtonLink>
        )}
        {isBroken && (
          <ButtonLink to={paths.contact.href()} variant="quiet">
            {texts.contact}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
