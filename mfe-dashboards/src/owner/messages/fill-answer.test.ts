import { expect, it } from 'vitest';
import { fillAnswer } from './fill-answer.ts';

it('a saved answer gets the name and number of a message in their places, unchanged, and nothing else changes', () => {
  const message = { name: 'Ana $& {numero}', number: 1042 };
  expect(fillAnswer('Olá, {nome}! Protocolo {numero}, {nome}. {Nome} {outro}', message)).toBe(
    'Olá, Ana $& {numero}! Protocolo 1042, Ana $& {numero}. {Nome} {outro}',
  );
});
