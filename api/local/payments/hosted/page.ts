import { html, raw } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import { STYLES } from './styles.ts';

export type Markup = HtmlEscapedString | Promise<HtmlEscapedString>;
type Page = { lang: string; title: string; nonce: string; banner: { title: string; text: string }; body: Markup; parent?: Parent | null };

/** The origin of the shop's page that embeds this page, and the message that this page sends it in addition to its own height. */
export type Parent = { origin: string; news?: { type: 'rendered' } | { type: 'complete'; returnUrl: string } };

/** Returns a complete page. The banner comes first, so that nobody takes the page for Stripe's own. */
export function page({ lang, title, nonce, banner, body, parent }: Page): Markup {
  return html`<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<title>${title}</title>
<link rel="icon" href="data:,">
<style nonce="${nonce}">${raw(STYLES)}</style>
</head>
<body${parent ? html` data-framed data-news="${parent.news ? JSON.stringify(parent.news) : ''}"` : ''}>
<aside class="banner" aria-label="${banner.title}"><strong>${banner.title}</strong> ${banner.text}</aside>
${body}
${parent ? html`<script nonce="${nonce}">${raw(scriptFor(parent))}</script>` : ''}
</body>
</html>`;
}

/**
 * Returns a script that sends messages to the shop's page that embeds this page, and submits forms without navigating. A navigation of the
 * frame would add a step to the browser's history.
 */
const scriptFor = ({ origin }: Parent) => `
const tell = (message) => parent.postMessage(message, ${JSON.stringify(origin)});
const height = new ResizeObserver(() => tell({ type: 'height', height: document.body.offsetHeight }));
const show = () => {
  height.disconnect();
  height.observe(document.body);
  if (document.body.dataset.news) tell(JSON.parse(document.body.dataset.news));
};
addEventListener('submit', async (event) => {
  event.preventDefault();
  const form = new FormData(event.target, event.submitter);
  const answer = await fetch(event.target.action, { method: 'POST', body: new URLSearchParams(form) });
  const text = await answer.text();
  // The document already has the styles, so the script replaces only the body.
  const next = new DOMParser().parseFromString(text.slice(text.indexOf('<body')), 'text/html').body;
  const first = next.querySelector('[autofocus]');
  first?.removeAttribute('autofocus');
  document.body.replaceWith(next);
  first?.focus();
  show();
});
show();`;

/**
 * Returns headers that allow only the page's own styles. `form-action` must allow the shop, too, because browsers apply it to the redirect
 * after a form.
 */
export function pageHeaders(
  nonce: string,
  formTargets: readonly (string | null)[] = [],
  parent: Parent | null = null,
): Record<string, string> {
  const origins = formTargets.filter((url) => url !== null).map((url) => new URL(url).origin);
  const formAction = [...new Set(["'self'", ...origins])].join(' ');
  const policy = [
    "default-src 'none'",
    `style-src 'nonce-${nonce}'`,
    'img-src data:',
    `form-action ${formAction}`,
    "base-uri 'none'",
    ...(parent ? [`script-src 'nonce-${nonce}'`, "connect-src 'self'", `frame-ancestors ${parent.origin}`] : ["frame-ancestors 'none'"]),
  ];
  return {
    'content-security-policy': policy.join('; '),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
  };
}
