import { usePlayer } from '@site/shared/site/site.ts';
import { memo } from 'react';
import { Slot } from '../federation/slot.tsx';
import { useSettings } from '../site.tsx';
import { PlayerMissing } from './late-parts.ts';

/** Renders the podcast's player outside of the part that changes with the address. Its code loads with the first press on play. */
export const PlayerDock = memo(function PlayerDock() {
  const { playerUrl, brand } = useSettings();
  // Earlier releases of the podcast name no medium for a video.
  const medium = usePlayer(({ playing }) => playing && (playing.medium === 'audio' ? 'audio' : 'video'));
  if (!medium) return null;
  const fallback = <PlayerMissing />;
  // A component for each, so that one ends before the other begins.
  return medium === 'audio' ? (
    <Slot key="audio" remote="mfe-podcast" name="audio-dock" props={{ author: brand.author }} fallback={fallback} />
  ) : (
    <Slot key="video" remote="mfe-podcast" name="player-dock" props={{ playerUrl }} fallback={fallback} />
  );
});
