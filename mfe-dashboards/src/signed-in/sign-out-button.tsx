import { Button, identity, paths, toast, useNavigate, useTexts } from '@site/shared/site/site.ts';
import { useState } from 'react';
import { texts } from './texts.ts';

/** Ends the session, then goes to the sign-in page. A failure is shown. */
export function SignOutButton() {
  const t = useTexts(texts);
  const navigate = useNavigate();
  const [isPending, setIsPending] = useState(false);

  async function signOut() {
    setIsPending(true);
    try {
      await (await identity()).signOut();
      await navigate(paths.signIn.href(), { replace: true });
    } catch (error) {
      reportError(new Error('Error signing out:', { cause: error }));
      toast.error(t.signOutFailed, { id: 'sign-out' });
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button variant="secondary" size="s" isPending={isPending} pendingText={t.signingOut} onClick={() => void signOut()}>
      {t.signOut}
    </Button>
  );
}
