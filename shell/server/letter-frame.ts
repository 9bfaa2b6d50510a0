import { createHash } from 'node:crypto';

// Letters have styles in their tags, which no page of ours may; here nothing else is. Its links lead nowhere.
const SCRIPT = `addEventListener('message', (event) => {
  if (event.source !== parent) return;
  const letter = new DOMParser().parseFromString(event.data, 'text/html');
  document.documentElement.replaceWith(document.adoptNode(letter.documentElement));
  new ResizeObserver(() => parent.postMessage({ height: document.documentElement.offsetHeight }, '*')).observe(document.body);
});
addEventListener('click', (event) => event.preventDefault());
parent.postMessage('ready', '*');`;

/** What shows a letter that its owner looks at, as a mail program would. */
export const LETTER_FRAME = `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><title>Carta</title></head><body><script>${SCRIPT}</script></body></html>`;

const digest = createHash('sha256').update(SCRIPT).digest('base64');

/** It is of no origin, and runs nothing but what takes the letter. */
export const letterFramePolicy = (siteUrl: string): string =>
  `default-src 'none'; script-src 'sha256-${digest}'; style-src 'unsafe-inline'; img-src ${new URL(siteUrl).origin}; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; sandbox allow-scripts`;
