import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ebook } from '@site/shared/contracts/ebooks.ts';
import { formatMoney } from '@site/shared/money/format-money.ts';
import webpack from 'webpack';
import type { Origin } from './edge.ts';

/** The front caches these answers, like the site's own public pages. */
const kept = { 'cache-control': 'public, max-age=0, s-maxage=3600' };

const css =
  'body{margin:0;font:16px/1.5 system-ui}main{max-width:70rem;margin:auto;padding:1rem}ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(15rem,1fr));gap:1.5rem;padding:0;list-style:none}img{width:100%;height:auto}';

async function bundle(floor: 'empty' | 'shop'): Promise<Buffer> {
  const path = mkdtempSync(join(tmpdir(), 'semente-floor-'));
  const compiler = webpack({
    mode: 'production',
    target: ['web', 'es2022'],
    entry: new URL('./floors.tsx', import.meta.url).pathname,
    output: { path, filename: 'main.js' },
    resolve: { extensions: ['.tsx', '.ts', '.js'] },
    module: {
      rules: [
        {
          test: /\.tsx$/,
          loader: 'swc-loader',
          options: {
            jsc: {
              parser: { syntax: 'typescript', tsx: true },
              transform: { react: { runtime: 'automatic' } },
              target: 'es2022',
            },
          },
        },
      ],
    },
    plugins: [new webpack.DefinePlugin({ FLOOR: JSON.stringify(floor) })],
    performance: { hints: false },
  });
  await new Promise<void>((resolve, reject) =>
    compiler?.run((error, stats) => (error || stats?.hasErrors() ? reject(error ?? new Error(stats?.toString())) : resolve())),
  );
  return readFileSync(join(path, 'main.js'));
}

const document = (body: string, script: string) =>
  `<!doctype html><html lang="pt-BR"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Loja</title><meta name="description" content="Loja"><style>${css}</style></head><body>${body}${script}</body></html>`;

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Returns static HTML of a list of books with the site's own pictures, the floor of the largest paint (P1). */
function staticList(books: readonly Ebook[]): string {
  const items = books.map((book, index) => {
    const lazy = index < 4 ? '' : ' loading="lazy"';
    const image = book.cover ? `${book.cover.base}-360.avif?v=${book.cover.version}` : '';
    return `<li><a href="/shop/ebook/${book.id}"><img src="${image}" alt="" width="240" height="360"${lazy}><h2>${escapeHtml(book.title)}</h2></a><p>${escapeHtml(book.description.slice(0, 160))}</p><p>${formatMoney(book.price, 'pt-BR')}</p><form method="post"><button>Adicionar</button></form></li>`;
  });
  return document(`<main><h1>Loja</h1><ul>${items.join('')}</ul></main>`, '');
}

/** Returns one origin with the three floors (`/static`, `/empty`, `/spa`). Their pictures are from `pictures`. */
export async function floorPages(books: readonly Ebook[], pictures: Origin): Promise<{ origin: Origin; emptyScript: Buffer }> {
  const [empty, shop] = await Promise.all([bundle('empty'), bundle('shop')]);
  const list = books.map((book) => ({
    id: book.id,
    title: book.title,
    description: book.description.slice(0, 160),
    price: formatMoney(book.price, 'pt-BR'),
    image: book.cover ? `${book.cover.base}-360.avif?v=${book.cover.version}` : '',
  }));
  const html = (text: string) => ({
    status: 200,
    headers: { ...kept, 'content-type': 'text/html; charset=utf-8' },
    body: Buffer.from(text),
  });
  const script = (body: Buffer) => ({
    status: 200,
    headers: { ...kept, 'content-type': 'text/javascript; charset=utf-8' },
    body,
  });
  const client = (src: string) => html(document('<div id="root"></div>', `<script defer src="${src}"></script>`));
  const origin: Origin = async (path, headers) => {
    if (path === '/static') return html(staticList(books));
    if (path === '/empty') return client('/empty.js');
    if (path === '/spa') return client('/spa.js');
    if (path === '/empty.js') return script(empty);
    if (path === '/spa.js') return script(shop);
    if (path === '/books.json')
      return {
        status: 200,
        headers: { ...kept, 'content-type': 'application/json' },
        body: Buffer.from(JSON.stringify(list)),
      };
    if (path.startsWith('/covers/')) return await pictures(path, headers);
    return { status: 404, headers: {}, body: Buffer.alloc(0) };
  };
  return { origin, emptyScript: empty };
}
