import { createHash } from 'node:crypto';

// This script replaces its document with the email. Emails have inline styles, which our pages must not have, so the frame contains nothing
// else. The email's links do nothing.
const SCRIPT = `addEventListener('message', (event) => {
  if (event.source !== parent) return;
  const campaign = new DOMParser().parseFromString(event.data, 'text/html');
  document.documentElement.replaceWith(document.adoptNode(campaign.documentElement));
  new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, '*')).observe(document.body);
});
addEventListener('click', (event) => event.preventDefault());
parent.postMessage('ready', '*');`;

/** Page that shows an email to the site's owner as a mail program would. */
export const CAMPAIGN_FRAME = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Carta</title></head><body><script>${SCRIPT}</script></body></html>`;

const digest = createHash('sha256').update(SCRIPT).digest('base64');

/** Returns the policy of the frame: no origin, and no script except the one that receives the email. */
export const campaignFramePolicy = (siteUrl: string): string =>
  `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; img-src ${new URL(siteUrl).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`;
