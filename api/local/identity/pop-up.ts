// The Google pop-up without Google: @firebase/auth loads https://apis.google.com/js/api.js for the frame through which the pop-up
// answers. A page that has loaded /emulator/gapi.js before needs no network; the pop-up itself is the emulator's.

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
    // The SDK's callback throws after it has taken the answer; gapi swallows that, and so does this.
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

/** The hidden frame: hands what the pop-up posts to it to the page. */
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

/** Looks for the emulator's sign-in page, in place of the style sheets that it loads from elsewhere. */
export const POP_UP_STYLE = `
  body { font: 16px/1.5 system-ui, sans-serif; margin: 24px; max-width: 28rem }
  .material-icons, .mdc-button__ripple, .mdc-notched-outline, .custom-label { display: none !important }
  button { font: inherit; padding: .5em 1em; cursor: pointer }
  input { font: inherit; padding: .4em; width: 100%; box-sizing: border-box }
  ul { padding: 0; list-style: none }
  .mdc-list-item { padding: .6em; border: 1px solid #ccc; margin: .4em 0; cursor: pointer; border-radius: 6px }
  .mdc-list-item__text span { display: block }
`;
