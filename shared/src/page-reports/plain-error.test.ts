import { expect, test } from 'vitest';
import { redactMessage, redactStack } from './plain-error.ts';

test.each([
  ["TypeError: Cannot read properties of undefined (reading 'price')", "TypeError: Cannot read properties of undefined (reading 'price')"],
  [`SyntaxError: Unexpected token 'M', "Maria Silva" is not valid JSON`, 'SyntaxError: Unexpected token …, … is not valid JSON'],
  ['no user ana@leitores.test at https://site.test/cart?email=ana#x', 'no user … at …'],
  ['order 1042 of "Ana', 'order … of …'],
  ['one\nline\u0000', 'one line '],
])('possible personal data are removed from %j', (message, plain) => {
  expect(redactMessage(message)).toBe(plain);
});

test('a message is cut to its limit, never within a character', () => {
  expect(redactMessage(`${'x'.repeat(299)}🙂`)).toBe('x'.repeat(299));
  expect(redactMessage(`${'x'.repeat(298)}🙂`)).toBe(`${'x'.repeat(298)}🙂`);
  expect(redactMessage('a\ud83d b\udc00')).toBe('a\ufffd b\ufffd');
});

// Anybody can send an error report. A pattern that starts again at each letter of a line would need seconds for a text of one repeated
// character.
test.each(['a', 'a.', '@', ' ', '(', '/', 'http://', ':1', '/_s/', '.js'])('a stack that only repeats %j is parsed once', (part) => {
  expect(redactStack(part.repeat(60_000))).toBe('');
});

test('a stack keeps only lines of our own files, in the format of every browser', () => {
  const chromium = `TypeError: x
    at addToCart (https://site.test/_r/mfe-shop/abc123/4f2.js:1:2040)
    at async https://site.test/_s/main.0ab.js?attempt=1:2:9
    at chrome-extension://secret/inject.js:1:1
    at https://site.test/shop?q=segredo:1:1`;
  expect(redactStack(chromium)).toBe('addToCart /_r/mfe-shop/abc123/4f2.js:1:2040\n/_s/main.0ab.js:2:9');
  expect(redactStack('addToCart@https://site.test/_s/main.js:1:2\n@https://other.test/x.js:1:1')).toBe('addToCart /_s/main.js:1:2');
  expect(redactStack('Error\n    at chrome-extension://secret/inject.js:1:1')).toBe('');
});
