import { anEbook } from '@site/shared/testing/builders.ts';
import { describe, expect, it } from 'vitest';
import { missingIds, priceLines, quoteLines } from './priced-lines.ts';

const raizes = anEbook({ title: 'Raízes', brl: 3_490 });
const rute = anEbook({ title: 'Rute', brl: 2_990 });

describe('the priced lines of a cart', () => {
  it("a priced line has the author's price in the visitor’s currency", () => {
    const lines = priceLines([{ id: 'rute', quantity: 1 }], [raizes, rute], 'NZD');
    expect(lines.map(({ price }) => price)).toEqual([{ minor: 1_190, currency: 'NZD' }]);
    expect(quoteLines(lines).total).toEqual({ minor: 1_190, currency: 'NZD' });
  });

  it('priced lines cost the sum of their copies', () => {
    const lines = priceLines(
      [
        { id: 'rute', quantity: 3 },
        { id: 'raizes', quantity: 1 },
      ],
      [raizes, rute],
      'BRL',
    );
    expect(quoteLines(lines).total).toEqual({ minor: 12_460, currency: 'BRL' });
  });

  it('a priced line has at most as many copies as are sold, whatever the device stores', () => {
    const lines = priceLines(
      [
        { id: 'rute', quantity: 21 },
        { id: 'raizes', quantity: 500, gift: 'group' },
      ],
      [raizes, rute],
      'BRL',
    );
    expect(lines.map(({ quantity, gift }) => [quantity, gift])).toEqual([
      [20, undefined],
      [200, 'group'],
    ]);
  });
  it('priced lines use a currency that is sold if the visitor’s currency was dropped', () => {
    const { USD: _USD, ...sold } = raizes.currentPrices;
    const lines = priceLines([{ id: 'raizes', quantity: 1 }], [{ ...raizes, currentPrices: sold }], 'USD');
    expect(quoteLines(lines).total).toEqual({ minor: 3_490, currency: 'BRL' });
  });

  it('priced lines keep the cart’s order and leave out books that the catalogue does not have', () => {
    const lines = priceLines(
      [
        { id: 'rute', quantity: 1 },
        { id: 'gone', quantity: 1 },
        { id: 'raizes', quantity: 1 },
      ],
      [raizes, rute],
      'BRL',
    );
    expect(lines.map(({ id }) => id)).toEqual(['rute', 'raizes']);
  });

  it('a book counts as removed from the shop only if it was requested', () => {
    const lines = [
      { id: 'gone', quantity: 1 },
      { id: 'new', quantity: 1 },
      { id: 'rute', quantity: 1 },
    ];
    expect(missingIds(lines, ['gone', 'rute'], [rute])).toEqual(['gone']);
  });
});
