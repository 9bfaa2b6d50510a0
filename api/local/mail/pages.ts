import { html, raw } from 'hono/html';
import type { Message } from './inbox.ts';

const STYLE = `
  :root { color-scheme: light; --line: #ddd6c8; --ink: #22302a; --quiet: #5d6a62; --paper: #faf6ee; --chosen: #efe6d4; --accent: #a4492c }
  * { box-sizing: border-box }
  body { margin: 0; font: 15px/1.5 system-ui, sans-serif; color: var(--ink); background: var(--paper) }
  body { display: grid; grid-template: auto 1fr / 22rem 1fr; height: 100vh }
  header { grid-column: 1 / -1; display: flex; gap: 1rem; align-items: center; padding: .6rem 1rem; border-bottom: 1px solid var(--line) }
  header h1 { font-size: 1rem; margin: 0 } header p { margin: 0; color: var(--quiet); flex: 1 }
  button { font: inherit; color: var(--accent); background: none; border: 1px solid currentColor; border-radius: 6px; padding: .25rem .8rem; cursor: pointer }
  nav { overflow: auto; border-right: 1px solid var(--line) }
  nav a { display: block; padding: .7rem 1rem; color: inherit; text-decoration: none; border-bottom: 1px solid var(--line) }
  nav a:hover, nav a[aria-current] { background: var(--chosen) }
  nav b { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap }
  small, dt { color: var(--quiet) }
  main { display: flex; flex-direction: column; padding: 1rem; min-width: 0 }
  main h2 { font-size: 1.25rem; margin: 0 0 .4rem } dl { display: grid; grid-template-columns: auto 1fr; gap: 0 .8rem; margin: 0 0 .8rem } dd { margin: 0 }
  iframe { flex: 1; border: 1px solid var(--line); border-radius: 8px; background: #fff }
  .empty { margin: auto; color: var(--quiet) }
  a:focus-visible, button:focus-visible { outline: 2px solid var(--accent); outline-offset: -2px }
  @media (max-width: 700px) { body { grid-template: auto 30vh 1fr / 1fr } nav { border-right: 0; border-bottom: 1px solid var(--line) } }
`;

const time = (message: Message) =>
  new Date(message.receivedAt).toLocaleString('pt-BR', { dateStyle: 'short', timeStyle: 'medium', timeZone: 'America/Sao_Paulo' });

function listEntry(message: Message, chosen: Message | undefined) {
  const current = message === chosen ? raw('aria-current="page"') : '';
  return html`<a href="/?message=${message.id}" ${current}><b>${message.subject}</b><small>${message.to.join(', ')} · ${time(message)}</small></a>`;
}

function reading(message: Message | undefined) {
  if (!message) return html`<p class="empty">Nenhuma mensagem.</p>`;
  const attachments = message.attachments.map(({ filename, bytes }) => `${filename} (${Math.ceil(bytes / 1024)} KB)`).join(', ');
  return html`<h2>${message.subject}</h2>
    <dl>
      <dt>De</dt><dd>${message.fromName} &lt;${message.from}&gt;</dd>
      <dt>Para</dt><dd>${message.to.join(', ')}</dd>
      <dt>Recebida</dt><dd>${time(message)}</dd>
      ${attachments ? html`<dt>Anexos</dt><dd>${attachments}</dd>` : ''}
    </dl>
    <iframe title="${message.subject}" sandbox="allow-popups allow-popups-to-escape-sandbox" src="/messages/${message.id}/html"></iframe>`;
}

/** Returns the inbox page: all emails, and the selected one in a sandboxed frame. */
export function inboxPage(messages: Message[], chosen: Message | undefined) {
  return html`<!doctype html>
<html lang="pt-BR">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><link rel="icon" href="data:,"><title>Caixa de entrada (${messages.length})</title><style>${raw(STYLE)}</style></head>
<body>
<header><h1>Caixa de entrada local</h1><p>Nada daqui sai desta máquina.</p><form method="post" action="/clear"><button>Apagar tudo</button></form></header>
<nav aria-label="Mensagens">${messages.map((message) => listEntry(message, chosen))}</nav>
<main>${reading(chosen)}</main>
</body></html>`;
}

/** Returns the contents of the frame: the email's own HTML, or its text. Links open in a new tab. */
export function messageBody({ html: body, text }: Message): string {
  return String(
    html`<!doctype html><meta charset="utf-8"><base target="_blank">${body ? raw(body) : html`<pre style="white-space:pre-wrap">${text}</pre>`}`,
  );
}

/** Allows pictures and styles of an email, but no scripts. */
export const MESSAGE_POLICY =
  "sandbox allow-popups allow-popups-to-escape-sandbox; default-src 'none'; img-src data: http: https:; style-src 'unsafe-inline'";
