import { readFileSync } from 'node:fs';

// Budgets over the built files, brotli. Per room: what its pages need before they are alive, and the largest page. A remote's entry
// holds the digests of all its scripts, 33 bytes each.
const filesOf = (room) => JSON.parse(readFileSync(new URL(`${room}/dist/client/pages.json`, import.meta.url), 'utf8'));
const paths = (room, files) => files.map((file) => `${room}/dist/client/${file}`);
const page = (room, name) => Object.entries(filesOf(room).pages).find(([path]) => path.endsWith(`/${name}-page.tsx`))?.[1].scripts ?? [];
const remote = (room, name) => paths(room, ['remoteEntry.js', ...filesOf(room).entry.scripts, ...page(room, name)]);
const slots = (room, ...names) =>
  paths(room, ['remoteEntry.js', ...filesOf(room).entry.scripts, ...names.flatMap((name) => filesOf(room).slots[name].scripts)]);
const shell = paths('shell', filesOf('shell').entry.scripts);

export default [
  { name: 'shell, first load', path: shell, limit: '84.72 kB', brotli: true },
  { name: '/shop until interactive', path: [...shell, ...remote('mfe-shop', 'catalog')], limit: '95.25 kB', brotli: true },
  { name: 'mfe-shop, catalogue', path: remote('mfe-shop', 'catalog'), limit: '10.6 kB', brotli: true },
  {
    name: 'mfe-podcast, what it lends to /',
    path: [...new Set(slots('mfe-podcast', 'episode-cards', 'episode-facade'))],
    limit: '9.7 kB',
    brotli: true,
  },
  {
    name: 'mfe-podcast, player',
    path: paths('mfe-podcast', filesOf('mfe-podcast').slots['player-dock'].scripts),
    limit: '4.53 kB',
    brotli: true,
  },
  {
    name: 'mfe-podcast, audio player',
    path: paths('mfe-podcast', filesOf('mfe-podcast').slots['audio-dock'].scripts),
    limit: '5.6 kB',
    brotli: true,
  },
  { name: 'mfe-podcast, episodes', path: remote('mfe-podcast', 'podcast'), limit: '14.9 kB', brotli: true },
  { name: 'mfe-dashboards, customer area', path: remote('mfe-dashboards', 'user-dashboard'), limit: '40.14 kB', brotli: true },
];
