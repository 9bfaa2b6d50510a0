import { usePlayer } from '@site/shared/site/site.ts';
import { memo } from 'react';
import { Slot } from '../federation/slot.tsx';
import { useSettings } from '../site.tsx';
import { PlayerMissing } from './late-parts.ts';

/** Renders the podcast's player outside the parts that change with the URL. The player's code loads with the first press on play. */
export const PlayerDock = memo(function PlayerDock() {
  const { playerUrl, brand } = useSettings();
  // Older releases of the podcast send no medium, and play only video.
  const medium = usePlayer(({ playing }) => playing && (playing.medium === 'audio' ? 'audio' : 'video'));
  if (!medium) return null;
  const fallback = <PlayerMissing />;
  // Audio and video have separate components, so that the old one unmounts before the new one mounts.
  return medium === 'audio' ? (
    <Slot key="audio" remote="mfe-podcast" name="audio-dock" props={{ author: brand.author }} fallback={fallback} />
  ) : (
    <Slot key="video" remote="mfe-podcast" name="player-dock" props={{ playerUrl }} fallback={fallback} />
  );
});
