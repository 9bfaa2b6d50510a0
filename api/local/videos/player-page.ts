import { html } from 'hono/html';
import type { ChannelVideo } from './channel-types.ts';

/** Returns the seconds of an ISO 8601 duration such as `PT48M12S`. */
const lengthSeconds = (iso: string): number => {
  const [, hours = '0', minutes = '0', seconds = '0'] = /^PT(?:(\d+)H)?(?:(\d+)M)?(?:(\d+)S)?$/.exec(iso) ?? [];
  return (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds);
};

/**
 * Returns an imitation of YouTube's embedded player (`/embed/{id}`) without a video. A clock plays up to the video's length, pauses and
 * seeks, by its own button and by the messages of the IFrame Player API (`{"event":"command","func":…,"args":[…]}` from the page named in
 * `origin`). A page that sends `{"event":"listening"}` gets the complete state once, and then the changes during playback.
 */
export const playerPage = (video: ChannelVideo, pictureUrl: string) => html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${video.title}</title>
<style>
html, body, section { height: 100%; margin: 0; }
section { display: grid; grid-template-rows: auto 1fr auto; background: #111 center / cover no-repeat url("${pictureUrl}"); color: #fff; font: 14px/1.4 sans-serif; }
p { margin: 0; padding: 4px 10px; background: #000000e0; }
button { justify-self: center; align-self: center; padding: 10px 22px; border: 0; border-radius: 99px; background: #fff; color: #111; font: inherit; }
:focus-visible { outline: 3px solid #fff; outline-offset: 3px; }
</style>
</head>
<body>
<section aria-label="Local player">
<p>Local player, not YouTube: ${video.title}</p>
<button type="button">Play</button>
<p><output>0:00</output></p>
</section>
<script>
const asked = new URLSearchParams(location.search);
const duration = ${lengthSeconds(video.duration)};
const button = document.querySelector('button');
const clock = document.querySelector('output');
let before = Number(asked.get('start') ?? 0);
let since = null;
let listener = null;
let told = {};
const now = () => Math.min(duration, before + (since === null ? 0 : (performance.now() - since) / 1000));
// The provider's numbers for the player's states: not begun, ended, playing, paused.
const state = () => (since !== null ? 1 : now() >= duration ? 0 : before === Number(asked.get('start') ?? 0) ? -1 : 2);
const tell = (event, rest) => listener?.postMessage(JSON.stringify({ event, ...rest, id: 'player', channel: 'widget' }), asked.get('origin'));
const tellChanges = () => {
  const info = { currentTime: now(), duration, playerState: state() };
  const changed = Object.entries(info).filter(([name, value]) => told[name] !== value);
  told = info;
  if (changed.length > 0) tell('infoDelivery', { info: Object.fromEntries(changed) });
};
const show = () => {
  if (since !== null && now() >= duration) commands.pauseVideo();
  tellChanges();
  const seconds = Math.floor(now());
  clock.value = Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
  clock.dataset.seconds = String(seconds);
  clock.dataset.state = since === null ? 'paused' : 'playing';
  button.textContent = since === null ? 'Play' : 'Pause';
};
const commands = {
  playVideo: () => { if (now() >= duration) before = 0; since ??= performance.now(); },
  pauseVideo: () => { before = now(); since = null; },
  seekTo: (seconds) => { before = Math.min(duration, Number(seconds)); if (since !== null) since = performance.now(); },
};
button.onclick = () => { commands[since === null ? 'playVideo' : 'pauseVideo'](); show(); };
addEventListener('message', ({ data, origin, source }) => {
  if (asked.get('enablejsapi') !== '1' || source !== parent || origin !== asked.get('origin')) return;
  const { event, func, args } = JSON.parse(data);
  if (event === 'listening' && !listener) {
    listener = source;
    told = { currentTime: now(), duration, playerState: state() };
    tell('initialDelivery', { info: told });
    tell('onReady', {});
  }
  if (event === 'command' && Object.hasOwn(commands, func)) commands[func](...(args || []));
  show();
});
if (asked.get('autoplay') === '1') commands.playVideo();
setInterval(show, 250);
show();
</script>
</body>
</html>`;
