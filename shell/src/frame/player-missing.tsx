import { playerStore, toast, useTexts } from '@site/shared/site/site.ts';
import { defineTexts } from '@site/shared/texts/locales.ts';
import { useEffect } from 'react';

const texts = defineTexts(
  { playerFailed: 'O player não abriu. Tente de novo ou use os links do episódio.' },
  { playerFailed: "The player did not open. Try again, or use the episode's links." },
);

/** Renders nothing itself. If the player's code did not load, shows an error message and lets the visitor start the episode again. */
export function PlayerMissing() {
  const { playerFailed } = useTexts(texts);
  // Toasts and the player's state are outside this React tree, so an effect changes them.
  useEffect(() => {
    toast.error(playerFailed);
    playerStore.getState().close();
  }, [playerFailed]);
  return null;
}
