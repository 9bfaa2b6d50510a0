import { PDFDocument, PDFHexString, PDFName, type PDFObject, PDFString } from '@cantoo/pdf-lib';
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readPdf } from './pdf-facts.ts';

async function aPdf(change: (document: PDFDocument) => unknown = () => undefined): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  document.addPage();
  await change(document);
  return await document.save();
}
const text = (value: string) => new TextEncoder().encode(value);
const archive = () => zipSync({ 'a.txt': text('a') });
const joined = (...parts: Uint8Array[]) => new Uint8Array(Buffer.concat(parts));

/** Gives the document an action that runs when it is opened. */
const opening = (action: Record<string, unknown>) => (document: PDFDocument) =>
  document.catalog.set(PDFName.of('OpenAction'), document.context.obj(action as never));

test('the number of pages of a PDF is counted', async () => {
  expect(await readPdf(await aPdf())).toEqual({ pages: 2, hasOutline: false });
});

test('a PDF whose outline has entries counts as one with bookmarks', async () => {
  const withOutline = (outline: object) =>
    aPdf(({ catalog, context }) => catalog.set(PDFName.of('Outlines'), context.register(context.obj({ Type: 'Outlines', ...outline }))));
  expect(await readPdf(await withOutline({ Count: 0 }))).toEqual({ pages: 2, hasOutline: false });
  expect(await readPdf(await withOutline({ Count: 1, First: {}, Last: {} }))).toEqual({ pages: 2, hasOutline: true });
});

test('a PDF with links and a start page is accepted', async () => {
  const linked = await aPdf((document) => {
    const { context } = document;
    const link = context.obj({
      Type: 'Annot',
      Subtype: 'Link',
      Rect: [0, 0, 10, 10],
      A: { Type: 'Action', S: 'URI', URI: PDFString.of('https://example.test/') },
    });
    const [page] = document.getPages();
    page?.node.set(PDFName.of('Annots'), context.obj([context.register(link)]));
    document.catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'GoTo', D: [page?.ref ?? null, 'Fit'] }));
  });
  expect(await readPdf(linked)).toMatchObject({ pages: 2 });
});

describe('an invalid PDF', () => {
  test.each<[string, string, () => Promise<Uint8Array> | Uint8Array]>([
    ['nothing', 'not_pdf', () => text('')],
    ['a page of HTML', 'not_pdf', () => text('<!doctype html><script>alert(1)</script>')],
    ['an archive', 'not_pdf', archive],
    ['a PDF behind HTML', 'not_pdf', async () => joined(text('<html></html>'), await aPdf())],
    ['a PDF before an archive', 'not_pdf', async () => joined(await aPdf(), archive())],
    ['an archive whose comment ends as a PDF', 'not_pdf', async () => joined(await aPdf(), archive(), text('\n%%EOF\n'))],
    ['a PDF before HTML', 'not_pdf', async () => joined(await aPdf(), text('<script>alert(1)</script>'))],
    ['a PDF that was cut off', 'not_pdf', async () => (await aPdf()).subarray(0, 400)],
    ['a beginning and an end without a middle', 'damaged', () => text('%PDF-1.4\nx\n%%EOF')],
    ['a password', 'encrypted', () => aPdf((document) => document.encrypt({ userPassword: 'segredo', ownerPassword: 'segredo' }))],
    ['a password of the owner alone', 'encrypted', () => aPdf((document) => document.encrypt({ ownerPassword: 'segredo' }))],
  ])('a PDF is rejected: %s (%s)', async (_about, problem, make) => {
    expect(await readPdf(await make())).toEqual({ problem });
  });
});

/** Adds a link with these entries to the first page. */
const linking = (entries: Record<string, unknown>) => (document: PDFDocument) => {
  const { context } = document;
  const link = context.obj({ Type: 'Annot', Subtype: 'Link', Rect: [0, 0, 10, 10], ...entries } as never);
  document.getPages()[0]?.node.set(PDFName.of('Annots'), context.obj([context.register(link)]));
};
const toAddress = (address: PDFObject | string) =>
  linking({ A: { S: 'URI', URI: typeof address === 'string' ? PDFString.of(address) : address } });
const onPage = (key: string, value: unknown) => (document: PDFDocument) =>
  document.getPages()[0]?.node.set(PDFName.of(key), document.context.obj(value as never));
const inCatalog = (key: string, value: unknown) => (document: PDFDocument) =>
  document.catalog.set(PDFName.of(key), document.context.obj(value as never));
const script = { S: 'JavaScript', JS: PDFString.of('app.alert(1)') };
const toPage = { S: 'GoTo', D: ['chapter', 'Fit'] };
const bookmark = (action: Record<string, unknown>) => (document: PDFDocument) => {
  const { context } = document;
  const outline = context.nextRef();
  const item = context.register(context.obj({ Title: PDFString.of('x'), Parent: outline, A: action } as never));
  context.assign(outline, context.obj({ Type: 'Outlines', First: item, Last: item, Count: 1 }));
  document.catalog.set(PDFName.of('Outlines'), outline);
};
/** A PDF whose catalog is written directly in the trailer, so that no object contains it. */
const directRoot = async (root: string) => {
  const pdf = Buffer.from(await plainly(() => undefined)).toString('latin1');
  const pages = /\/Pages (\d+ 0 R)/.exec(pdf)?.[1];
  return new Uint8Array(
    Buffer.from(
      pdf.replace(/\/Root \d+ 0 R/, `/${root} << /Type /Catalog /Pages ${pages} /OpenAction << /S /JavaScript /JS (1) >> >>`),
      'latin1',
    ),
  );
};

const HOSTILE: readonly [string, string, (document: PDFDocument) => unknown][] = [
  ['a script in the list of names', 'script', (document) => document.addJavaScript('x', 'app.alert(1)')],
  ['a script on opening', 'script', opening(script)],
  ['a script behind a link', 'script', linking({ A: script })],
  ['a script behind a bookmark', 'script', bookmark(script)],
  ['a script behind a link to a page', 'script', linking({ A: { ...toPage, Next: script } })],
  ['a script behind several', 'script', linking({ A: { ...toPage, Next: [toPage, script] } })],
  ['a program on opening', 'automatic', opening({ S: 'Launch', F: PDFString.of('calc.exe') })],
  ['a program behind a link', 'automatic', linking({ A: { S: 'Launch', F: PDFString.of('calc.exe') } })],
  ['an address on opening', 'automatic', opening({ S: 'URI', URI: PDFString.of('https://evil.test/') })],
  ['another file on opening', 'link', opening({ S: 'GoToR', F: PDFString.of('\\\\evil.test\\share\\x.pdf'), D: [0, 'Fit'] })],
  ['another file behind a link', 'link', linking({ A: { S: 'GoToR', F: PDFString.of('x.pdf'), D: [0, 'Fit'] } })],
  ['an attached file behind a link', 'attachment', linking({ A: { S: 'GoToE', D: [0, 'Fit'] } })],
  ['an article on opening', 'link', opening({ S: 'Thread', D: 0 })],
  ['an article of another file behind a link', 'link', linking({ A: { S: 'Thread', F: PDFString.of('x.pdf'), D: 0 } })],
  ['printing on opening', 'automatic', opening({ S: 'Named', N: 'Print' })],
  ['a command behind a link', 'automatic', linking({ A: { S: 'Named', N: 'Print' } })],
  ['something unknown on opening', 'automatic', opening({ S: 'Whatever' })],
  ['something unknown behind a link', 'automatic', linking({ A: { S: 'Whatever' } })],
  ['a page on opening, and then more', 'automatic', opening({ ...toPage, Next: { S: 'URI', URI: PDFString.of('https://evil.test/') } })],
  ['actions of the document', 'automatic', inCatalog('AA', { WC: { S: 'URI', URI: PDFString.of('https://evil.test/') } })],
  ['actions of a page', 'automatic', onPage('AA', { O: { S: 'URI', URI: PDFString.of('https://evil.test/') } })],
  ['actions of a link', 'automatic', linking({ AA: { E: { S: 'GoTo', D: [0, 'Fit'] } } })],
  ['a form that is sent', 'form', opening({ S: 'SubmitForm', F: PDFString.of('https://evil.test/') })],
  ['a form of the other kind', 'form', inCatalog('AcroForm', { XFA: PDFString.of('<xdp/>'), Fields: [] })],
  ['a form that is filled from a file', 'form', linking({ A: { S: 'ImportData', F: PDFString.of('x.fdf') } })],
  ['an attached file', 'attachment', (document) => document.attach(text('x'), 'x.exe')],
  ['a file that belongs to a page', 'attachment', onPage('AF', [{ Type: 'Filespec', F: PDFString.of('x.exe') }])],
  ['a file that belongs to nothing', 'attachment', onPage('PieceInfo', { X: { Type: 'Filespec', EF: { F: 1 } } })],
  ['a file as an annotation', 'attachment', linking({ Subtype: 'FileAttachment' })],
  ['a collection of files', 'attachment', inCatalog('Collection', { View: 'D' })],
  [
    'a stream in another file',
    'attachment',
    (document) => document.context.register(document.context.stream('', { F: PDFString.of('x') })),
  ],
  ['a film', 'media', linking({ Subtype: 'Movie' })],
  ['a screen that plays', 'media', linking({ A: { S: 'Rendition', OP: 0 } })],
  ['a script as an address', 'link', toAddress('javascript:alert(1)')],
  ['a script as an address, written otherwise', 'link', toAddress(' JaVa\nScRiPt:alert(1)')],
  ['a script as an address in hexadecimal', 'link', toAddress(PDFHexString.fromText('javascript:alert(1)'))],
  ['a file of the machine as an address', 'link', toAddress('file:///etc/passwd')],
  ['a share as an address', 'link', toAddress('\\\\evil.test\\share')],
  ['data as an address', 'link', toAddress('data:text/html,<script>alert(1)</script>')],
  ['another program as an address', 'link', toAddress('ms-msdt:/id x')],
  ['an address that hangs on another', 'link', toAddress('//evil.test/')],
  ['no address', 'link', linking({ A: { S: 'URI' } })],
  ['an address of a captured page', 'link', linking({ PA: { S: 'URI', URI: PDFString.of('file:///x') } })],
  ['a base that is a script', 'link', inCatalog('URI', { Base: PDFString.of('javascript:') })],
];

describe(`refuses ${HOSTILE.length * 2 + 4} hostile PDFs, and says what is wrong`, () => {
  test.each(HOSTILE)('a hostile PDF is rejected: %s (%s)', async (_about, problem, change) => {
    expect(await readPdf(await aPdf(change)), 'with its objects packed').toEqual({ problem });
    expect(await readPdf(await plainly(change)), 'with its objects as text').toEqual({ problem });
  });

  test('a PDF with a script behind an escaped name is rejected', async () => {
    expect(await readPdf(escaped(await plainly(opening({ S: 'JavaScript' }))))).toEqual({ problem: 'script' });
  });

  test.each(['Root', 'Ro#6ft', '#52oot'])('a PDF whose catalog is no object is rejected (%s)', async (root) => {
    expect(await readPdf(await directRoot(root))).toEqual({ problem: 'damaged' });
  });
});

describe('a PDF of an office program', () => {
  /** A book like the export of an office program: tagged, with bookmarks, named pages, page labels and a form without actions. */
  const likeAnOffice = (document: PDFDocument) => {
    const { context } = document;
    const [first] = document.getPages();
    bookmark(toPage)(document);
    linking({ A: { Type: 'Action', S: 'URI', URI: PDFString.of('mailto:ola@example.test') }, Border: [0, 0, 0], F: 4 })(document);
    inCatalog('OpenAction', [first?.ref, 'XYZ', null, null, 0])(document);
    inCatalog('Dests', { chapter: [first?.ref, 'Fit'] })(document);
    inCatalog('PageLabels', { Nums: [0, { S: 'D' }] })(document);
    inCatalog('MarkInfo', { Marked: true })(document);
    inCatalog('Lang', PDFString.of('pt-BR'))(document);
    inCatalog('AcroForm', { Fields: [] })(document);
    inCatalog('OutputIntents', [{ Type: 'OutputIntent', S: 'GTS_PDFA1' }])(document);
    const paragraph = context.register(context.obj({ Type: 'StructElem', S: 'Link', A: { O: 'Layout', Placement: 'Block' } }));
    inCatalog('StructTreeRoot', { Type: 'StructTreeRoot', K: [paragraph], RoleMap: { Standard: 'P' } })(document);
    onPage('Group', { S: 'Transparency', Type: 'Group' })(document);
  };

  test.each([
    ['with packed objects', () => aPdf(likeAnOffice), 2],
    ['with objects as text', () => plainly(likeAnOffice), 1],
  ])('a PDF exported by an office program is accepted, %s', async (_about, make, pages) => {
    expect(await readPdf(await make())).toMatchObject({ pages });
  });

  test('a PDF with links to sites and email addresses in any notation is accepted', async () => {
    for (const address of ['http://example.test', 'HTTPS://Example.test/á?b#c', 'mailto:ana@example.test?subject=x'])
      for (const written of [PDFString.of(address), PDFHexString.fromText(address)])
        expect(await readPdf(await aPdf(toAddress(written))), address).toMatchObject({ pages: 2 });
  });
});

/** A handwritten file of one page. Its cross-reference table points to the first object of each number, which a reader shows. */
function byHand({
  catalog = '',
  page = '',
  more = '',
  root = '/Root 1 0 R',
}: Partial<Record<'catalog' | 'page' | 'more' | 'root', string>>) {
  const objects = `%PDF-1.7
1 0 obj
<< /Type /Catalog /Pages 2 0 R ${catalog} >>
endobj
2 0 obj
<< /Type /Pages /Kids [3 0 R] /Count 1 >>
endobj
3 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 300 300] ${page} >>
endobj
${more}`;
  const places = Array.from({ length: 8 }, (_, number) => {
    const at = number === 0 ? -1 : objects.search(new RegExp(`\\b${number} 0 obj`));
    return at < 0 ? '0000000000 65535 f ' : `${String(at).padStart(10, '0')} 00000 n `;
  });
  const table = `xref\n0 8\n${places.join('\n')}\ntrailer\n<< /Size 8 ${root} >>\nstartxref\n${objects.length}\n%%EOF\n`;
  return text(objects + table);
}

describe('objects that only the object table of a PDF leads to', () => {
  const opens = '/OpenAction 4 0 R';
  const hidden = '4 0 obj\n<< /S /JavaScript /JS (app.alert(1)) >>\nendobj\n';
  const harmless = '4 0 obj\n[3 0 R /Fit]\nendobj\n';
  const link = (action: string) => `/Annots [<< /Type /Annot /Subtype /Link /Rect [0 0 9 9] /A ${action} >>]`;
  const packed = `4 0 ${hidden.split('\n')[1]}`;

  test.each<[string, string, Parameters<typeof byHand>[0]]>([
    ['an action replaced by a later object', 'script', { catalog: opens, more: hidden + harmless }],
    [
      'an action inside a stream',
      'script',
      { catalog: opens, more: `5 0 obj\n<< /Length ${hidden.length} >>\nstream\n${hidden}\nendstream\nendobj\n` },
    ],
    ['an action inside a comment', 'script', { catalog: opens, more: `% ${hidden.replaceAll('\n', ' ')}\n` }],
    ['an action inside a string', 'script', { catalog: opens, more: `5 0 obj\n(${hidden})\nendobj\n` }],
    ['an object header with a comment', 'script', { catalog: opens, more: `% ${hidden.replace('4 0 obj\n', '4\0 0%\robj')}\n${harmless}` }],
    [
      'packed into an undeclared object stream',
      'script',
      { catalog: opens, more: `5 0 obj\n<< /N 1 /First 4 /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n` },
    ],
    [
      'a packed object replaced by a later one',
      'script',
      {
        catalog: opens,
        more: `5 0 obj\n<< /Type /ObjStm /N 1 /First 4 /Length ${packed.length} >>\nstream\n${packed}\nendstream\nendobj\n${harmless}`,
      },
    ],
    [
      'an open action with a URL, replaced by a page',
      'damaged',
      { catalog: opens, more: `4 0 obj\n<< /S /URI /URI (https://evil.test) >>\nendobj\n${harmless}` },
    ],
    [
      'an action type replaced by another',
      'damaged',
      { page: link('<< /S 4 0 R /D [3 0 R /Fit] >>'), more: '4 0 obj\n/Launch\nendobj\n4 0 obj\n/GoTo\nendobj\n' },
    ],
    [
      'a URL replaced by another',
      'damaged',
      { page: link('<< /S /URI /URI 4 0 R >>'), more: '4 0 obj\n(javascript:1)\nendobj\n4 0 obj\n(https://example.test)\nendobj\n' },
    ],
    [
      'a catalog in the trailer after a comment',
      'damaged',
      { root: '/Root%x\n<< /Type /Catalog /Pages 2 0 R /OpenAction << /S /JavaScript >> >>' },
    ],
    [
      'pages of another file',
      'attachment',
      { more: '4 0 obj\n<< /Subtype /Form /Length 0 /Ref << /F (x.pdf) /Page 0 >> >>\nstream\n\nendstream\nendobj\n' },
    ],
    [
      'a picture of another file',
      'attachment',
      { more: '4 0 obj\n<< /Subtype /Form /Length 0 /OPI << /2.0 << /F (x.eps) >> >> >>\nstream\n\nendstream\nendobj\n' },
    ],
    ['an action type given twice', 'damaged', { page: link('<< /S /Launch /F 9 /S /GoTo /D [3 0 R /Fit] >>') }],
    ['an action type given twice, once escaped', 'damaged', { page: link('<< /#53 /Launch /F 9 /S /GoTo /D [3 0 R /Fit] >>') }],
    ['a URL given twice', 'damaged', { page: link('<< /S /URI /URI (javascript:1) /URI (https://example.test) >>') }],
    ['an open action given twice', 'damaged', { catalog: '/OpenAction << /S /JavaScript /JS (1) >> /OpenAction [3 0 R /Fit]' }],
    [
      'an open action given twice, in the other order',
      'damaged',
      { catalog: '/OpenAction [3 0 R /Fit] /OpenAction << /S /JavaScript /JS (1) >>' },
    ],
    ['any key given twice', 'damaged', { page: '/X << /Y [<< /Z << /S /Launch >> /Z 1 >>] >>' }],
    [
      'an action type given twice in a packed object',
      'damaged',
      { more: '5 0 obj\n<< /N 1 /First 4 /Length 30 >>\nstream\n4 0 << /S /Launch /S /GoTo >>\nendstream\nendobj\n' },
    ],
    ['a URL without an action type', 'link', { page: link('<< /URI (javascript:1) >>') }],
    ['a URL outside an action', 'link', { catalog: '/X << /URI (file:///x) >>' }],
    ['a file without an action type', 'attachment', { page: link('<< /F (calc.exe) >>') }],
    ['a page of another file, used as this file’s', 'attachment', { page: link('<< /S /GoTo /F (x.pdf) /D [0 /Fit] >>') }],
    ['a page of another file, named in hexadecimal', 'attachment', { page: link('<< /S /GoTo /UF <78> /D [0 /Fit] >>') }],
    ['a page of another file, given by reference', 'attachment', { page: link('<< /S /GoTo /F 4 0 R >>'), more: '4 0 obj\n(x)\nendobj\n' }],
    [
      'a page of another file, replaced by a number',
      'damaged',
      { page: link('<< /S /GoTo /F 4 0 R >>'), more: '4 0 obj\n(x)\nendobj\n4 0 obj\n4\nendobj\n' },
    ],
    ['a file specification with only a name', 'attachment', { page: '/PieceInfo << /X << /Type /Filespec /FS /URL /F 4 0 R >> >>' }],
    ['a file specification with only a name, in the older form', 'attachment', { page: '/X << /Type /F >>' }],
    ['a page used as the catalog', 'damaged', { root: '/Root 3 0 R' }],
    ['null as the catalog', 'damaged', { root: '/Root 7 0 R' }],
    ['two catalogs', 'damaged', { root: '/Root 3 0 R /Root 1 0 R' }],
    ['another catalog in a previous trailer', 'damaged', { more: 'trailer\n%x\n<< /Size 8 /Root 3 0 R >>\n' }],
  ])('a PDF with a hidden object is rejected: %s (%s)', async (_about, problem, parts) => {
    expect(await readPdf(byHand(parts))).toEqual({ problem });
  });

  test('a PDF with keys like font names, numbers of links, and words about trailers is accepted', async () => {
    const content = 'BT (The trailer, a trailer << and /Root) Tj ET';
    const more = `4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n5 0 obj\n<< /Type /Font /Subtype /Type1 /BaseFont /Times-Roman >>\nendobj\n`;
    const page = '/Resources << /Font << /F 5 0 R /A 5 0 R /S 5 0 R >> >> /Annots [<< /Subtype /Link /Rect [0 0 9 9] /F 4 /Dest (x) >>]';
    expect(await readPdf(byHand({ page, more }))).toMatchObject({ pages: 1 });
  });

  test('a PDF with an appended update, or with text about PDF objects, is accepted', async () => {
    const changed = '3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 400 300] >>\nendobj\n';
    const content = 'BT (7 0 obj << /Type /Page >> endobj) Tj ET';
    const more = `${changed}4 0 obj\n<< /Length ${content.length} >>\nstream\n${content}\nendstream\nendobj\n`;
    expect(await readPdf(byHand({ catalog: '/OpenAction [3 0 R /Fit]', more }))).toMatchObject({ pages: 1 });
  });
});

/** A PDF without compressed objects, which can be edited byte by byte. */
async function plainly(change: (document: PDFDocument) => unknown): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  document.addPage();
  await change(document);
  return await document.save({ useObjectStreams: false });
}
/** Escapes `/JavaScript` as `/#4aavaScript`. The file's length changes, so that the cross-reference table is wrong and must be rebuilt. */
const escaped = (pdf: Uint8Array) =>
  new Uint8Array(Buffer.from(Buffer.from(pdf).toString('latin1').replaceAll('/JavaScript', '/#4aavaScript'), 'latin1'));
