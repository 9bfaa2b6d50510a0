import { ApiError, ButtonLink, ErrorState, paths, useLocation, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { commonTexts } from '@site/shared/texts/common-texts.ts';
import { errorSentence } from '@site/shared/texts/error-sentence.ts';
import { stateTexts } from '@site/shared/texts/state-texts.ts';
import type { ReactNode } from 'react';
import css from './load-failure.module.css';
import { texts } from './texts.ts';

type LoadFailureProps = {
  readonly title: string;
  /** The query that failed, to try again. */
  readonly query: { readonly error: unknown; readonly isFetching: boolean; readonly refetch: () => unknown };
};

/** As much of a request's id is shown: enough to find it by, and to read it out. */
const SHORT_ID = 8;

const codeOf = (error: unknown) => (error instanceof ApiError ? error.code : 'unexpected');

/** Something could not be loaded: why, and the way on that can help. */
export function LoadFailure({ title, query }: LoadFailureProps) {
  const { error, isFetching } = query;
  const t = useTexts(texts);
  const { signIn } = useTexts(commonTexts);
  const { retry } = useTexts(stateTexts);
  const sentence = useFailureText(error);
  // What is ours to find has an id in our logs; what the person can put right needs none.
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

/** The sentence for a failed action, to stand beside what caused it; with the wait that the server asked for. */
export function useFailureText(error: unknown): string {
  const { locale } = usePreferences();
  return errorSentence(error instanceof ApiError ? error : { code: 'unexpected', retryAfterSeconds: null }, locale);
}
