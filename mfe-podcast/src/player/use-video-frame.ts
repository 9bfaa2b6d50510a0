import { type Playing, usePreferences } from '@site/shared/site/site.ts';
import { useEffect, useRef, useState } from 'react';

/** The frame that plays now. A new `key` is a new frame: another address in the same one would be a step of the tab's history. */
type VideoFrame = { readonly key: number; readonly request: Playing };

/**
 * The provider's player in a frame: its address, and what it is told while it plays. Each request for another episode is another
 * frame; one for another place of the same episode moves the player there, through the provider's messages.
 */
export function useVideoFrame(playing: Playing, playerUrl: string) {
  const { locale } = usePreferences();
  const iframe = useRef<HTMLIFrameElement>(null);
  const [{ key, request }, setFrame] = useState<VideoFrame>({ key: 0, request: playing });
  const isLoaded = useRef(false);
  const handled = useRef(playing);

  // The player is another page: it is told what the visitor asked for.
  useEffect(() => {
    if (handled.current === playing) return;
    handled.current = playing;
    const { episode, startSeconds } = playing;
    const command = (func: string, ...args: readonly unknown[]) =>
      iframe.current?.contentWindow?.postMessage(JSON.stringify({ event: 'command', func, args }), playerUrl);
    if (episode.id !== request.episode.id || (startSeconds !== null && !isLoaded.current)) {
      isLoaded.current = false;
      setFrame(({ key: last }) => ({ key: last + 1, request: playing }));
    } else {
      if (startSeconds !== null) command('seekTo', startSeconds, true);
      command('playVideo');
    }
  }, [playing, request, playerUrl]);

  const query = new URLSearchParams({
    autoplay: '1',
    enablejsapi: '1',
    origin: location.origin,
    playsinline: '1',
    rel: '0',
    hl: locale,
    ...(request.startSeconds ? { start: String(request.startSeconds) } : {}),
  });
  return {
    key,
    iframe,
    src: `${playerUrl}/embed/${encodeURIComponent(request.episode.id)}?${query}`,
    onLoad: () => {
      isLoaded.current = true;
    },
  };
}
