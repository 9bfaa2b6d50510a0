import { playerStore, toast, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useEffect } from 'react';

const texts = defineTexts(
  { playerFailed: 'O player não abriu. Tente de novo ou use os links do episódio.' },
  { playerFailed: "The player did not open. Try again, or use the episode's links." },
);

/** Replaces the player if its code did not load: shows an error and lets the visitor start the episode again. */
export function PlayerMissing() {
  const { playerFailed } = useTexts(texts);
  // Toasts and the player are outside this React tree.
  useEffect(() => {
    toast.error(playerFailed);
    playerStore.getState().close();
  }, [playerFailed]);
  return null;
}
