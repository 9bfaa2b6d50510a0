import { Button, usePreferences, useTexts } from '@site/shared/site/site.ts';
import { useEffect, useState } from 'react';
import { siteIdentity } from '../identity/session.ts';
import { type AccountProblem, problemOf } from './account-problems.ts';
import css from './account-sheet.module.css';
import { GoogleMark } from './google-mark.tsx';
import { accountTexts } from './texts.ts';

/** Signs in with Google, or signs up: to the provider it is the same. `onProblem` hears null when a new attempt begins. */
export function GoogleButton({ onProblem }: { onProblem: (problem: AccountProblem | null) => void }) {
  const t = useTexts(accountTexts);
  const { locale } = usePreferences();
  const [isOpen, setIsOpen] = useState(false);

  // The provider's code must be there when the button is pressed: a window may only open in the same turn.
  useEffect(() => {
    siteIdentity()
      .then(({ prepareGoogle }) => prepareGoogle())
      // The press of the button tries again, and tells.
      .catch(() => undefined);
  }, []);

  // A closed pop-up is reported up to ten seconds late: coming back to this window frees the button at once.
  useEffect(() => {
    if (!isOpen) return;
    const free = () => setIsOpen(false);
    addEventListener('focus', free);
    return () => removeEventListener('focus', free);
  }, [isOpen]);

  const open = async () => {
    setIsOpen(true);
    onProblem(null);
    try {
      await (await siteIdentity()).signInWithGoogle(locale);
    } catch (error) {
      onProblem(problemOf(error, 'google'));
    } finally {
      setIsOpen(false);
    }
  };

  return (
    <>
      <p className={css.or}>{t.or}</p>
      <Button variant="secondary" isWide isPending={isOpen} onClick={() => void open()}>
        <GoogleMark />
        {t.google}
      </Button>
    </>
  );
}
