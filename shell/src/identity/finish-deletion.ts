import { toast } from '@site/shared/site/site.ts';
import { defineTexts, LOCALES } from '@site/shared/texts/locales.ts';

/** How long the last message is shown on any page, in milliseconds. */
const FAREWELL_MS = 10_000;

const texts = defineTexts(
  {
    done: 'Sua conta foi excluída. Agradecemos por ter lido com a gente.',
    signInOnce: 'Falta um passo para excluir a sua conta: entre mais uma vez, e nós a encerramos.',
  },
  {
    done: 'Your account was deleted. Thank you for reading with us.',
    signInOnce: 'One step is left to delete your account: sign in once more, and we will close it.',
  },
);

type Steps = {
  /** Removes the account at the provider. */
  readonly remove: () => Promise<void>;
  readonly signOut: () => Promise<void>;
};

/**
 * Finishes a deletion that was interrupted, for example by closing the tab: our data is erased but the provider's account still exists. The
 * owner already confirmed with password and address and is not asked again. If the provider requires a recent sign-in, the owner must sign
 * in once more. Throws if the deletion must be tried again.
 */
export async function finishDeletion({ remove, signOut }: Steps): Promise<void> {
  const t = texts[LOCALES.find((locale) => locale === document.documentElement.lang) ?? LOCALES[0]];
  try {
    await remove();
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null;
    if (code !== 'auth/requires-recent-login') throw error;
    await signOut();
    toast.plain(t.signInOnce, { id: 'deletion', durationMs: FAREWELL_MS });
    return;
  }
  await signOut();
  toast.success(t.done, { id: 'deletion', durationMs: FAREWELL_MS });
}
