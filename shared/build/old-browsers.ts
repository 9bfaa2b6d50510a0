// `npm run old-browsers`: fails if a built file needs a feature that one of our supported browsers lacks. Versions come from MDN's data.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import { type AnyNode, parse } from 'acorn';
import { transform } from 'lightningcss';
import { OLDEST_BROWSERS } from './oldest-browsers.ts';
import { filesUnder, ROOMS, ROOT } from './rooms.ts';

/** The oldest version of each browser that the site supports, by MDN's browser names. */
const OLDEST = Object.entries({
  ...OLDEST_BROWSERS,
  chrome_android: OLDEST_BROWSERS.chrome,
  firefox_android: OLDEST_BROWSERS.firefox,
  safari_ios: OLDEST_BROWSERS.safari,
} as const);

/**
 * Features that some supported browsers lack and the code uses only where they exist. The value says what happens in browsers without the
 * feature.
 */
const OPTIONAL: Readonly<Record<string, string>> = {
  requestIdleCallback: 'a timer',
  cancelIdleCallback: 'a timer',
  PerformanceEventTiming: 'the library of measures leaves out the metric',
  PerformanceSoftNavigation: 'the library of measures leaves out the metric',
  trustedTypes: 'scripts are checked by the policy alone',
  navigation: 'the router asks for it',
  print: 'Firefox for Android before 114 has no printing: the button is not there',
  '.share()': 'the button is not there',
  '.hidePopover()': 'the library of popovers brings it',
  '.replaceSync()': 'the library of popovers asks for it, and popovers.css has its styles',
  ToggleEvent: 'the library of popovers brings it',
  '.startViewTransition()': 'pages fade by the styles of the frame',
  'URL.canParse': 'the library of schemas asks for it',
  '.requestSubmit()': 'all of our forms have a button, which is pressed instead',
  '.captureStackTrace()': 'the identity library asks for it',
  '.addElement()': 'the text editor asks for it',
  '.caretPositionFromPoint()': 'the text editor asks for both',
  '.caretRangeFromPoint()': 'the text editor asks for both',
  '.getComposedRanges()': 'the text editor asks for it',
  '.fromBase64()': 'the library of uploads asks for it',
  '.sync()': 'a name of the text editor',
  ':has': 'spacing and edges; what must work has another way',
  ':details-content': 'details open without motion',
  ':selection': 'the colours of the system',
  ':view-transition': 'pages fade by the styles of the frame',
  ':view-transition-group': 'pages fade by the styles of the frame',
  ':view-transition-new': 'pages fade by the styles of the frame',
  ':view-transition-old': 'pages fade by the styles of the frame',
  '@starting-style': 'the menu opens without motion',
};

/** We use the pdf.js build for old browsers. It includes polyfills and checks for other features before it uses them. */
const MENDS_ITSELF = /pdfjs|PDFWorker/i;

function isOld({ support }: CompatStatement): boolean {
  return OLDEST.every(([browser, oldest]) => {
    const statements = support[browser as keyof typeof support];
    return !statements || [statements].flat().some((statement) => isSince(statement, Number(oldest)));
  });
}

const isSince = ({ version_added, flags, prefix, alternative_name }: SimpleSupportStatement, oldest: number): boolean =>
  !flags && !prefix && !alternative_name && typeof version_added === 'string' && Number(version_added.replace('≤', '')) <= oldest;

/**
 * Built-in names, each with `true` if the oldest browsers have it. A method is known only by its name, so it counts as supported if any
 * supported interface has a method of that name.
 */
const globals = new Map<string, boolean>();
const statics = new Map<string, boolean>();
const methods = new Map<string, boolean>();
const note = (known: Map<string, boolean>, name: string, isThere: boolean) => known.set(name, known.get(name) === true || isThere);

/** Built-in objects that cannot have instances: all of their methods are static. */
const NAMESPACES = new Set(['Atomics', 'Intl', 'JSON', 'Math', 'Reflect']);

for (const [name, described] of Object.entries<Identifier>({ ...bcd.api, ...bcd.javascript.builtins })) {
  const isThere = !described.__compat || isOld(described.__compat);
  note(globals, name, isThere);
  for (const [key, part] of Object.entries(described)) {
    const compat = key === '__compat' ? null : (part as Identifier).__compat;
    if (!compat || key.endsWith('_event')) continue;
    const member = key.replace(/_static$/, '');
    if (name === 'Window') note(globals, member, isOld(compat));
    if (member !== key || NAMESPACES.has(name)) note(statics, `${name}.${member}`, isOld(compat));
    // If the class itself is too new, the check of the class name reports it.
    else if (isThere) note(methods, member, isOld(compat));
  }
}

/** Returns the features that the code uses and the oldest browsers lack. A mention that only checks for a feature counts too. */
function lackingIn(code: string): Set<string> {
  const found = new Set<string>();
  const look = (node: AnyNode, parent: AnyNode | null): void => {
    if (node.type === 'MemberExpression' && node.property.type === 'Identifier' && !node.computed) {
      const owner = node.object.type === 'Identifier' ? node.object.name : '';
      const member = node.property.name;
      const isCalled = parent?.type === 'CallExpression' && parent.callee === node;
      const known = statics.get(`${owner}.${member}`);
      if (known === false) found.add(`${owner}.${member}`);
      else if (/^(globalThis|self|window)$/.test(owner) && globals.get(member) === false) found.add(member);
      else if (known === undefined && isCalled && methods.get(member) === false) found.add(`.${member}()`);
    } else if (node.type === 'Identifier' && globals.get(node.name) === false && !isName(node, parent)) found.add(node.name);
    else if (node.type === 'StaticBlock') found.add('static {}');
    else if (node.type === 'Literal' && node.regex && /\(\?<[=!]/.test(node.regex.pattern)) found.add('(?<=)');
    for (const child of Object.values(node).flat()) if (typeof child?.type === 'string') look(child, node);
  };
  look(parse(code, { ecmaVersion: 2022 }), null);
  return found;
}

/** Returns whether the identifier only names a property or a method, and is not a reference to a variable. */
const isName = (node: AnyNode, parent: AnyNode | null): boolean =>
  (parent?.type === 'MemberExpression' && parent.property === node && !parent.computed) ||
  ((parent?.type === 'Property' || parent?.type === 'MethodDefinition' || parent?.type === 'PropertyDefinition') &&
    parent.key === node &&
    !parent.computed);

/** Returns the rules and selectors that the oldest browsers ignore. Declarations that they do not know do no harm. */
function lackingInStyles(code: Uint8Array): Set<string> {
  const found = new Set<string>();
  const need = (name: string, known: Identifier | undefined): void => {
    const compat = known?.__compat;
    if (compat && !isOld(compat as CompatStatement)) found.add(name);
  };
  transform({
    filename: '',
    code,
    visitor: {
      Rule: ({ type }) => need(`@${type}`, bcd.css['at-rules']?.[type.replace(/-(block|statement)$/, '')]),
      Selector(parts) {
        for (const part of parts)
          if (part.type === 'pseudo-class' || part.type === 'pseudo-element') {
            const name = 'name' in part ? String(part.name) : part.kind;
            need(`:${name}`, bcd.css.selectors?.[name]);
          }
      },
    },
  });
  return found;
}

const lacking = new Map<string, string[]>();
for (const room of ROOMS)
  for (const file of filesUnder(join(ROOT, room, 'dist/client')).filter((name) => /[.](js|css)$/.test(name))) {
    const content = readFileSync(join(ROOT, room, 'dist/client', file));
    if (MENDS_ITSELF.test(content.toString())) continue;
    for (const name of file.endsWith('.css') ? lackingInStyles(content) : lackingIn(content.toString()))
      lacking.set(name, [...(lacking.get(name) ?? []), `${room}/${file}`]);
  }
for (const [name, files] of lacking)
  if (!(name in OPTIONAL)) console.error(`${name} is younger than the browsers that we support: ${files.join(', ')}`);
// Report entries of `OPTIONAL` that are no longer used: they would hide the next use of the feature.
for (const name of Object.keys(OPTIONAL)) if (!lacking.has(name)) console.error(`${name} is used nowhere: take it from the list`);
process.exitCode = [...lacking.keys(), ...Object.keys(OPTIONAL)].some((name) => lacking.has(name) !== name in OPTIONAL) ? 1 : 0;
