import { aBrand } from '@site/shared/testing/builders.ts';
import { expect, it } from 'vitest';
import { documentOf } from './document.ts';
import { toSiteBrand } from './visit-brand.ts';

const evil = `</script><script>alert("1")</script><!-- & '`;
const html = documentOf({
  head: {
    title: evil,
    lang: 'pt-BR',
    canonical: `https://raiz.example/${evil}`,
    alternates: [['en', `https://raiz.example/${evil}`]],
    preview: null,
    metas: [['name', 'description', evil]],
    jsonLd: [{ '@type': 'Book', name: evil }],
  },
  boot: {
    settings: {
      brand: toSiteBrand(aBrand({ site: evil, author: '' })),
      siteUrl: '',
      identity: { projectId: '', apiKey: '', authDomain: '', isProxied: false },
      playerUrl: 'https://player.example',
      reportsShare: 1,
      isTestMode: false,
    },
    preferences: { locale: 'pt-BR', currency: 'BRL', timeZone: 'UTC' },
    currencies: ['BRL'],
    releases: {},
    rendered: null,
    drawn: { page: '/', release: 'shell@1' },
    slots: {},
    hydration: { loaderData: { page: evil }, actionData: null, errors: null },
    written: {},
  },
  note: '',
  content: '<p>conteúdo</p>',
  mayStayIdle: true,
  buildId: evil,
  styles: [
    [`/_s/${evil}.css`, null],
    [`/_s/${evil}.2.css`, 'a { color: red }'],
  ],
  scripts: [['/_s/main.js', evil]],
  late: [evil],
  startScript: 'start()',
});

it('the document lets no data become markup', () => {
  expect(html).not.toContain('alert("1")</script>');
  expect(html.match(/<script/g)?.length).toBe(4);
  expect(html).not.toContain('<!--');
});

it("the document names the podcast's feed, so that feed readers find it", () => {
  expect(html).toMatch(/<link rel="alternate" type="application\/rss\+xml" title="[^"]+" href="\/podcast[.]xml">/);
});

it('the document names the feed of posts in the language of the page', () => {
  expect(html).toMatch(/<link rel="alternate" type="application\/rss\+xml" title="[^"]+: textos" href="\/textos[.]xml">/);
});

it('the document passes the data to the page unchanged', () => {
  const boot = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? '';
  expect(JSON.parse(boot).hydration.loaderData.page).toBe(evil);
});
