// Translators of browsers replace each text by an element of their own. React then fails when it removes that text or inserts something
// before it: the area shows an error, or the whole site breaks if the frame is affected. The only text of an element is safe, because React
// sets the element's content.
import { join, relative } from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const ROOMS = ['shared', 'shell', 'mfe-shop', 'mfe-podcast', 'mfe-dashboards'];

/** The kinds of content that one place may render. A `slot` is a value from the caller, and all current callers pass elements. */
type Drawn = Partial<Record<'text' | 'nothing' | 'element' | 'slot', boolean | undefined>>;

const TEXT = ts.TypeFlags.StringLike | ts.TypeFlags.NumberLike | ts.TypeFlags.BigIntLike;
const NOTHING = ts.TypeFlags.Null | ts.TypeFlags.Undefined | ts.TypeFlags.BooleanLike | ts.TypeFlags.Void;

function drawnByType(type: ts.Type): Drawn {
  const drawn: Drawn = {};
  for (const part of type.isUnion() ? type.types : [type]) {
    if (part.flags & NOTHING || (part.isStringLiteral() && part.value === '')) drawn.nothing = true;
    else if (part.flags & TEXT) drawn.text = true;
    else drawn.element = true;
  }
  return drawn.text && drawn.nothing && drawn.element ? { slot: true } : drawn;
}

function drawnBy(node: ts.Expression | ts.JsxChild, checker: ts.TypeChecker): Drawn {
  if (ts.isJsxText(node)) return { text: true };
  if (ts.isParenthesizedExpression(node) || (ts.isJsxExpression(node) && node.expression))
    return drawnBy(node.expression as ts.Expression, checker);
  if (ts.isJsxFragment(node)) return { element: true, nothing: true };
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node)) {
    const { tagName } = ts.isJsxElement(node) ? node.openingElement : node;
    const [made] = isOwnElement(tagName) ? [] : checker.getTypeAtLocation(tagName).getCallSignatures();
    return { element: true, nothing: made && drawnByType(made.getReturnType()).nothing };
  }
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken)
    return { ...orText(drawnBy(node.right, checker)), nothing: true };
  if (ts.isConditionalExpression(node)) {
    const [a, b] = [node.whenTrue, node.whenFalse].map((each) => orText(drawnBy(each, checker)));
    return { text: a?.text || b?.text, nothing: a?.nothing || b?.nothing, element: a?.element || b?.element };
  }
  return drawnByType(checker.getTypeAtLocation(node));
}

/** A slot that alternates with other content may contain a text. */
const orText = (drawn: Drawn): Drawn => (drawn.slot ? { text: true, element: true } : drawn);

const isOwnElement = (name: ts.JsxTagNameExpression): boolean => /^[a-z]/.test(name.getText());

const isDrawn = (child: ts.JsxChild): boolean =>
  !(ts.isJsxText(child) && child.containsOnlyTriviaWhiteSpaces) && !(ts.isJsxExpression(child) && !child.expression);

/** Returns whether the syntax of `node` allows a text. This saves the compiler seconds for the types of all other places. */
function mayBeText(node: ts.Expression | ts.JsxChild): boolean {
  if (ts.isJsxElement(node) || ts.isJsxSelfClosingElement(node) || ts.isJsxFragment(node)) return false;
  if (ts.isParenthesizedExpression(node) || (ts.isJsxExpression(node) && node.expression))
    return mayBeText(node.expression as ts.Expression);
  if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.AmpersandAmpersandToken) return mayBeText(node.right);
  if (ts.isConditionalExpression(node)) return mayBeText(node.whenTrue) || mayBeText(node.whenFalse);
  return true;
}

/** Returns what is wrong with the texts of an element or a fragment, or null. */
function faultOf(node: ts.JsxElement | ts.JsxFragment, checker: ts.TypeChecker): string | null {
  const children = node.children.filter(isDrawn);
  if ((children.length === 1 && !ts.isJsxFragment(node)) || !children.some(mayBeText)) return null;
  const drawn = children.map((child) => drawnBy(child, checker));
  if (ts.isJsxFragment(node)) return drawn.some(({ text }) => text) ? 'a text right in a fragment, which may be taken away' : null;
  if (drawn.some(({ text, nothing, element }) => text && (nothing || element))) return 'a text that may be taken away';
  const isPutBeforeText = drawn.some(({ nothing }, place) => {
    const next = drawn.slice(place + 1).find((later) => later.text || !later.nothing);
    return nothing && next?.text;
  });
  return isPutBeforeText ? 'something that may be put before a text' : null;
}

function faults(): string[] {
  const projects = ROOMS.map((room) =>
    ts.getParsedCommandLineOfConfigFile(
      join(root, room, 'tsconfig.json'),
      {},
      { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
    ),
  );
  const files = projects.flatMap((project) => project?.fileNames ?? []).filter((file) => /\/src\/.+(?<!\.test)\.tsx$|\.d\.ts$/.test(file));
  const program = ts.createProgram(files, { ...projects[1]?.options, composite: false, noEmit: true });
  const checker = program.getTypeChecker();
  const found: string[] = [];
  const look = (node: ts.Node): void => {
    const fault = ts.isJsxElement(node) || ts.isJsxFragment(node) ? faultOf(node, checker) : null;
    if (fault) {
      const file = node.getSourceFile();
      found.push(`${relative(root, file.fileName)}:${file.getLineAndCharacterOfPosition(node.getStart()).line + 1} has ${fault}`);
    }
    ts.forEachChild(node, look);
  };
  for (const file of files) {
    const source = program.getSourceFile(file);
    if (source && !source.isDeclarationFile) look(source);
  }
  return found;
}

it('every text that may disappear, or get something inserted before it, has an element of its own', { timeout: 120_000 }, () => {
  expect(faults()).toEqual([]);
});
