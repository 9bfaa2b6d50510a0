import { ApiError, ButtonLink, ErrorState, paths, useLocation, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import type { ReactNode } from 'react';
import css from './load-failure.module.css';
import { texts } from './texts.ts';

type LoadFailureProps = {
  readonly title: string;
  /** The failed query, to retry. */
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
};

/** Displayed length of a request id: enough to find it in the log and to read it aloud. */
const SHORT_ID = 8;

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : 'unexpected');

/** Says what could not be loaded and why, with the action that can help. */
export function LoadFailure({ title, query }: LoadFailureProps) {
  const { error, isFetching } = query;
  const t = useTexts(texts);
  const { signIn } = useTexts(commonTexts);
  const { retry } = useTexts(stateTexts);
  const sentence = useFailureText(error);
  // Shows the request id only for a failure of the site, which we find in our logs by this id. An error that the person can correct needs
  // no id.
  const requestId = error instanceof ApiError && (error.status === 0 || error.status >= 500) ? error.requestId : null;
  const message = (
    <>
      <span>{sentence}</span>
      {requestId && <small className={css.code}>{t.requestId(requestId.slice(0, SHORT_ID))}</small>}
    </>
  );
  const { pathname, search } = useLocation();
  const code = codeOf(error);
  const elsewhere: Partial<Record<typeof code, ReactNode>> = {
    unauthenticated: <ButtonLink to={paths.signIn.href(`${pathname}${search}`)}>{signIn}</ButtonLink>,
    email_not_verified: <ButtonLink to={paths.checkEmail.href()}>{t.confirmEmail}</ButtonLink>,
    forbidden: <ButtonLink to={paths.userDashboard.href()}>{t.toMyAccount}</ButtonLink>,
  };
  const wayOn = elsewhere[code];
  return (
    <ErrorState
      title={title}
      message={message}
      {...(wayOn ? { children: wayOn } : { retryText: retry, onRetry: () => void query.refetch(), isRetrying: isFetching })}
    />
  );
}

/** Returns the sentence for a failed action, to show next to its control, including the wait that the server asked for. */
export function useFailureText(error: unknown): string {
  const { locale } = usePreferences();
  return errorSentence(error instanceof ApiError ? error : { code: 'unexpected', retryAfterSeconds: null }, locale);
}
