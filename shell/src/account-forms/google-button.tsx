import { onBackFromGoogle } from '@site/shared/google-window/google-window.ts';
import { Button, type SecondStep, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useState, useSyncExternalStore } from 'react';
import { siteIdentity } from '../identity/session.ts';
import { type AccountProblem, problemOf } from './account-problems.ts';
import css from './account-sheet.module.css';
import { GoogleMark } from './google-mark.tsx';
import { isInAppBrowser } from './in-app-browser.ts';
import { accountTexts } from './texts.ts';

type GoogleButtonProps = {
  /** Called with the error of an attempt, and with null when a new attempt begins. */
  readonly onProblem: (problem: AccountProblem | null) => void;
  /** Called if the account requires a code in addition. */
  readonly onSecondStep: (finish: SecondStep) => void;
  readonly onDone?: () => void;
};

/**
 * After this time, in milliseconds, the button works even if the preparation has not finished: a window that opens late is better than
 * none.
 */
const PATIENCE_MS = 8_000;

const nothingChanges = () => () => undefined;

/**
 * Renders a button to sign in or sign up with Google. The provider does not distinguish the two. In a browser where Google refuses sign-in,
 * shows what to do instead.
 */
export function GoogleButton(props: GoogleButtonProps) {
  const t = useTexts(accountTexts);
  const isInApp = useSyncExternalStore(
    nothingChanges,
    () => isInAppBrowser(navigator.userAgent),
    () => false,
  );
  return (
    <>
      <p className={css.or}>{t.or}</p>
      {isInApp ? <p className={css.notice}>{t.inAppBrowser}</p> : <GoogleWindowButton {...props} />}
    </>
  );
}

function GoogleWindowButton({ onProblem, onSecondStep, onDone }: GoogleButtonProps) {
  const t = useTexts(accountTexts);
  const { locale } = usePreferences();
  const [state, setState] = useState<'preparing' | 'ready' | 'open'>('preparing');
  const isOpen = state === 'open';

  // A browser allows a window only directly after a press, so the button loads everything that the window needs in advance.
  useEffect(() => {
    let isHere = true;
    const ready = () => isHere && setState((now) => (now === 'preparing' ? 'ready' : now));
    const timer = setTimeout(ready, PATIENCE_MS);
    // A press on the button tries to load the code again, and reports the error.
    siteIdentity()
      .then(({ prepareGoogle }) => prepareGoogle())
      .then(ready, ready);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, []);

  // The library reports a closed pop-up up to ten seconds late. So the button is enabled as soon as the person returns to this window.
  useEffect(() => (isOpen ? onBackFromGoogle(() => setState('ready')) : undefined), [isOpen]);

  const open = async () => {
    setState('open');
    onProblem(null);
    try {
      const second = await (await siteIdentity()).signInWithGoogle(locale);
      if (second) onSecondStep(second);
      else onDone?.();
    } catch (error) {
      onProblem(problemOf(error, 'google'));
    } finally {
      setState('ready');
    }
  };

  return (
    <Button variant="secondary" isWide isPending={state !== 'ready'} onClick={() => void open()}>
      <GoogleMark />
      {t.google}
    </Button>
  );
}
