import { expect, it } from 'vitest';
import { fillAnswer } from './fill-answer.ts';

it('puts name and number where the answer wants them, as they are, and leaves everything else', () => {
  const message = { name: 'Ana $& {numero}', number: 1042 };
  expect(fillAnswer('Olá, {nome}! Protocolo {numero}, {nome}. {Nome} {outro}', message)).toBe(
    'Olá, Ana $& {numero}! Protocolo 1042, Ana $& {numero}. {Nome} {outro}',
  );
});
