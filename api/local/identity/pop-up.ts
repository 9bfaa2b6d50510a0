import { html, raw } from 'hono/html';
import type { GoogleAccount } from './accounts.ts';

// The Google pop-up without Google. @firebase/auth loads https://apis.google.com/js/api.js for the frame through which the pop-up answers.
// A page that loaded /emulator/gapi.js first needs no network, and the pop-up imitates Google.

/** The five calls of gapi.iframes that the SDK's browserPopupRedirectResolver makes. */
export const GAPI_SHIM = `(() => {
  if (window.gapi) return;
  class Iframe {
    constructor(element) {
      this.handlers = {};
      addEventListener('message', (event) => {
        if (event.source !== element.contentWindow || !event.data || !event.data.fromEmulator) return;
        const handler = this.handlers[event.data.type];
        if (handler) handler(event.data.payload);
      });
    }
    restyle() { return Promise.resolve(); }
    ping() { return Promise.resolve([{ ok: true }]); }
    register(type, handler) { this.handlers[type] = handler; }
    // The SDK's callback throws after it has taken the answer; gapi ignores this error, so this page ignores it too.
    send(type, data, callback) { setTimeout(() => { try { callback?.([{ webStorageSupport: true }]); } catch {} }); }
  }
  const open = ({ url, where, attributes }, callback) => {
    const element = document.createElement('iframe');
    Object.assign(element.style, attributes.style);
    element.setAttribute('aria-hidden', 'true');
    element.tabIndex = -1;
    element.src = url;
    return new Promise((resolve) => {
      element.onload = () => resolve(callback(new Iframe(element)));
      where.appendChild(element);
    });
  };
  window.gapi = { iframes: { Iframe, CROSS_ORIGIN_IFRAMES_FILTER: 1, getContext: () => ({ open }) } };
})();
`;

/** The hidden frame, which passes the pop-up's message to the page. */
export const RELAY_PAGE = `<!doctype html><meta charset="utf-8"><title>relay</title><script>
  const query = new URLSearchParams(location.search);
  const key = 'firebase:redirectEvent:' + query.get('apiKey') + ':' + query.get('appName');
  const send = (authEvent) =>
    parent.postMessage({ fromEmulator: true, type: 'authEvent', payload: { type: 'authEvent', authEvent } }, location.origin);
  addEventListener('message', ({ origin, data }) => {
    if (origin === location.origin && data && data.eventType === 'sendAuthEvent') send(data.data.authEvent);
  });
  const stored = sessionStorage.getItem(key);
  sessionStorage.removeItem(key);
  addEventListener('load', () => setTimeout(() => send(stored ? JSON.parse(stored) : { type: 'unknown', error: { code: 'auth/no-auth-event' } })));
</script>
`;

const SCRIPT = `
const query = new URLSearchParams(location.search);
const $ = (selector) => document.querySelector(selector);
/** Hands the answer to the hidden frame of the page that opened this window, which closes it. */
const finish = (claims) => {
  const urlResponse = location.origin + location.pathname + '?' +
    new URLSearchParams({ providerId: query.get('providerId'), id_token: JSON.stringify({ email_verified: true, ...claims }) });
  const authEvent = {
    type: query.get('authType'), eventId: query.get('eventId'), urlResponse, sessionId: 'unused', postBody: '', tenantId: null, error: null,
  };
  for (let index = 0; index < opener.frames.length; index += 1) {
    try {
      const frame = opener.frames[index];
      const other = new URLSearchParams(frame.location.search);
      if (frame.location.pathname.endsWith('/auth/iframe') && other.get('appName') === query.get('appName'))
        frame.postMessage({ eventType: 'sendAuthEvent', data: { authEvent } }, location.origin);
    } catch {} // a frame of another origin
  }
};
for (const known of document.querySelectorAll('.js-reuse-account'))
  known.addEventListener('click', () => finish(JSON.parse(known.dataset.claims)));
$('.js-new-account').addEventListener('click', () => { $('#known').hidden = true; $('form').hidden = false; $('#email-input').focus(); });
$('#back').addEventListener('click', () => { $('#known').hidden = false; $('form').hidden = true; });
$('#fill').addEventListener('click', () => {
  $('#email-input').value = 'pessoa.' + Math.floor(Math.random() * 1e6) + '@example.com';
  $('#name-input').value = 'Pessoa Qualquer';
});
$('form').addEventListener('submit', (event) => {
  event.preventDefault();
  const sub = Array.from({ length: 21 }, () => Math.floor(Math.random() * 10)).join('');
  const name = $('#name-input').value;
  finish({ sub, email: $('#email-input').value, ...(name && { name }) });
});
`;

const STYLE = `
body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; max-width: 28rem }
button { font: inherit; padding: .5em 1em; cursor: pointer } label { display: block; margin: .6em 0 }
input { font: inherit; padding: .4em; width: 100%; box-sizing: border-box } li button { width: 100%; text-align: left }
ul { padding: 0; list-style: none } li { margin: .4em 0 } small { display: block }
`;

/** Returns the window that imitates Google: the accounts that were linked before, and a form for a new one. */
export function googlePage(known: readonly GoogleAccount[]): string {
  const choices = known.map(({ rawId: sub, email, displayName: name, photoUrl: picture }) => {
    const claims = JSON.stringify({ sub, email, name, picture });
    return html`<li><button type="button" class="js-reuse-account" data-claims="${claims}">${name ?? email}<small>${email}</small></button></li>`;
  });
  return String(html`<!doctype html><html lang="en"><meta charset="utf-8"><title>Sign in with Google (stand-in)</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><style>${raw(STYLE)}</style>
<h1>Sign in with Google</h1><p>A stand-in: no such account has to exist.</p>
<div id="known"><ul>${choices}</ul><button type="button" class="js-new-account">Add new account</button></div>
<form hidden><button type="button" id="fill">Auto-generate user information</button>
<label>Email <input id="email-input" type="email" required></label><label>Display name <input id="name-input"></label>
<button type="button" id="back">Back</button> <button id="sign-in">Sign in with Google</button></form>
<script>${raw(SCRIPT)}</script></html>`);
}
