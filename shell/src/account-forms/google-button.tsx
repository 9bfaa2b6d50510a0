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
  /** Hears null when a new attempt begins. */
  readonly onProblem: (problem: AccountProblem | null) => void;
  /** The account asks for a code too. */
  readonly onSecondStep: (finish: SecondStep) => void;
  readonly onDone?: () => void;
};

/** After so long the button works without being prepared, in milliseconds: a window that opens late is better than none. */
const PATIENCE_MS = 8_000;

const nothingChanges = () => () => undefined;

/** Signs in with Google, or signs up: to the provider it is the same. Where Google refuses to, it says what to do. */
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

  // A window may only open in the same turn as the press: all that it needs is there before.
  useEffect(() => {
    let isHere = true;
    const ready = () => isHere && setState((now) => (now === 'preparing' ? 'ready' : now));
    const timer = setTimeout(ready, PATIENCE_MS);
    // The press of the button tries again, and tells.
    siteIdentity()
      .then(({ prepareGoogle }) => prepareGoogle())
      .then(ready, ready);
    return () => {
      isHere = false;
      clearTimeout(timer);
    };
  }, []);

  // A closed pop-up is reported up to ten seconds late: coming back to this window frees the button at once.
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
