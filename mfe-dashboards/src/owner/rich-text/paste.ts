import { parseUrl } from '@site/shared/paths/parse-url.ts';
import { RichTextSchema } from '@site/shared/rich-text/contract.ts';
import { LONGEST_LINK } from '@site/shared/rich-text/rules.ts';
import { DOMParser, Fragment, type ParseOptions, Slice } from 'prosemirror-model';
import type { EditorState } from 'prosemirror-state';
import * as v from 'valibot';
import { toStored, withShallowLists } from './stored-text.ts';

/**
 * Renames `style` in clipboard markup. The content security policy blocks inline styles even in a separate document, and the browser would
 * report each one. Scripts are removed for the same reason. The schema would drop both anyway.
 */
export const withoutStyles = (html: string): string =>
  html
    .replace(/<style[\s\S]*?<\/style>/gi, '')
    .replace(/<[a-z][^>]*>/gi, (tag) => tag.replace(/\sstyle\s*=/gi, ' data-style=').replace(/\son\w+\s*=/gi, ' data-off='));

const styleOf = (element: Element): string => element.getAttribute('data-style') ?? '';

/** Converts word processors' markup before the schema reads it. */
export class PasteParser extends DOMParser {
  override parseSlice(dom: globalThis.Node, options?: ParseOptions): Slice {
    if (dom instanceof Element || dom instanceof DocumentFragment) clean(dom);
    return super.parseSlice(dom, options);
  }
}

function clean(dom: Element | DocumentFragment): void {
  listsOfWord(dom);
  // Google Docs wraps everything in a `<b>` that does not mean bold.
  for (const bold of dom.querySelectorAll('b[data-style], strong[data-style]'))
    if (/font-weight:\s*(normal|[1-4]00)/.test(styleOf(bold))) bold.replaceWith(...bold.childNodes);
  for (const span of dom.querySelectorAll('span[data-style]')) {
    if (span.closest('h1, h2, h3, h4, h5, h6')) continue;
    if (/font-weight:\s*(bold|[6-9]00)/.test(styleOf(span))) wrapContent(span, 'strong');
    if (/font-style:\s*italic/.test(styleOf(span))) wrapContent(span, 'em');
  }
  for (const other of dom.querySelectorAll('style, script, meta, link, title, xml, o\\:p')) other.remove();
  for (const br of dom.querySelectorAll('br'))
    if (br.parentNode === dom || br.parentElement?.matches('b[id^="docs-internal-guid"]')) br.remove();
  for (const paragraph of dom.querySelectorAll('p')) if (paragraph.textContent.trim() === '') paragraph.remove();
}

function wrapContent(element: Element, name: 'strong' | 'em'): void {
  const inner = element.ownerDocument.createElement(name);
  inner.append(...element.childNodes);
  element.append(inner);
}

/** Word writes list items as paragraphs, with the level in the style and the bullet or number as text. Turns them into lists. */
function listsOfWord(dom: Element | DocumentFragment): void {
  let open: HTMLElement[] = [];
  let expected: Element | null = null;
  for (const paragraph of dom.querySelectorAll('p')) {
    const level = Number(/mso-list:\s*\S+ level(\d+)/.exec(styleOf(paragraph))?.[1] ?? 0);
    if (level === 0) continue;
    if (paragraph !== expected) open = [];
    expected = paragraph.nextElementSibling;
    const isOrdered = /^\s*(\d+|[a-z]|[ivx]+)[.)]/i.test(takeMarker(paragraph));
    open = open.slice(0, level);
    const depth = Math.min(level, open.length + 1);
    let list = open[depth - 1];
    if (!list) {
      list = paragraph.ownerDocument.createElement(isOrdered ? 'ol' : 'ul');
      const around = open[depth - 2]?.lastElementChild;
      if (around) around.append(list);
      else paragraph.before(list);
      open[depth - 1] = list;
    }
    const item = paragraph.ownerDocument.createElement('li');
    const words = paragraph.ownerDocument.createElement('p');
    words.append(...paragraph.childNodes);
    item.append(words);
    list.append(item);
    paragraph.remove();
  }
}

/** Removes and returns the bullet or number of a Word list item. */
function takeMarker(paragraph: Element): string {
  const marker = [...paragraph.querySelectorAll('span')].find((span) => /mso-list:\s*Ignore/.test(styleOf(span)));
  if (!marker) return '';
  const text = marker.textContent;
  const around = marker.parentElement;
  if (around && around !== paragraph && around.textContent.trim() === text.trim()) around.remove();
  else marker.remove();
  return text;
}

/** Returns the pasted slice with its lists limited to the allowed depth. */
export const withShallowSlice = (slice: Slice): Slice => {
  const content = Fragment.from(slice.content.content.map((node) => withShallowLists(node)));
  return content.eq(slice.content) ? slice : Slice.maxOpen(content);
};

/** Returns whether a text with the pasted slice would exceed the allowed length. */
export function isTooMuch({ tr }: EditorState, slice: Slice): boolean {
  const { issues = [] } = v.safeParse(RichTextSchema, toStored(tr.replaceSelection(slice).doc));
  return issues.some(({ message }) => message === 'too_long');
}

/** Returns the URL if it is all that the clipboard holds; otherwise null. */
export function addressIn(data: DataTransfer | null): string | null {
  const text = data?.getData('text/plain') ?? '';
  // The length is checked first: the pasted text may be a whole book.
  if (text.length > LONGEST_LINK) return null;
  const address = text.trim();
  return /^https?:\/\/\S+$/i.test(address) && parseUrl(address) ? address : null;
}

/** Returns whether clipboard markup contains pictures. Pictures of other programs and sites are not pasted. */
export const hasPictures = (html: string): boolean => /<(img|v:imagedata)\b/i.test(html);

/**
 * Returns a picture that is pasted or dropped as a file. If words come with it, as from word processors, the file is only a rendering of
 * them.
 */
export function pictureIn(data: DataTransfer | null): File | null {
  const file = [...(data?.files ?? [])].find(({ type }) => type.startsWith('image/'));
  return file && !/<(p|table|h\d|li)\b/i.test(data?.getData('text/html') ?? '') ? file : null;
}
