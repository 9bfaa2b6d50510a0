import { usePlayer } from '@site/shared/site/site.ts';
import { memo } from 'react';
import { Slot } from '../federation/slot.tsx';
import { useSettings } from '../site.tsx';
import { PlayerMissing } from './late-parts.ts';

/** Renders the podcast's player outside of the part that changes with the address. Its code loads with the first press on play. */
export const PlayerDock = memo(function PlayerDock() {
  const { playerUrl, brand } = useSettings();
  const isPlaying = usePlayer(({ playing }) => playing !== null);
  return (
    isPlaying && <Slot remote="mfe-podcast" name="player-dock" props={{ playerUrl, author: brand.author }} fallback={<PlayerMissing />} />
  );
});
