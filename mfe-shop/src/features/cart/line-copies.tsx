import { GIFT_CHOICES, type GiftChoice, GROUP_COPIES, MAX_COPIES, takeCopies } from '@site/shared/contracts/cart-rules.ts';
import type { BoughtEbook } from '@site/shared/contracts/me.ts';
import * as pageIcons from '@site/shared/drawing/page-icons.ts';
import { TextField } from '@site/shared/patterns/field.tsx';
import { Select } from '@site/shared/patterns/select.tsx';
import { Button, type CartLine, Icon, icons, useTexts } from '@site/shared/site/site.ts';
import { useId, useState } from 'react';
import { giftsOf, type PricedLine } from '../../checkout/priced-lines.ts';
import { Collapsible } from '../../collapsible/collapsible.tsx';
import css from './line-copies.module.css';
import { texts } from './texts.ts';

type LineCopiesProps = {
  readonly line: PricedLine;
  /** Whether the buyer owns the book, so that every copy is a gift. */
  readonly bought: BoughtEbook | undefined;
  readonly onChange: (line: CartLine) => void;
};

/** Chooses how many copies of a book to buy, and for whom. */
export function LineCopies({ line, bought, onChange }: LineCopiesProps) {
  const t = useTexts(texts);
  const { id, ebook, quantity, gift } = line;
  // The typed text while it is not a valid number of copies.
  const [typed, setTyped] = useState<string | null>(null);
  const { min, max } = gift === 'group' ? GROUP_COPIES : { min: 1, max: MAX_COPIES };
  const gifts = giftsOf(line);
  // The limit of copies, shown after the buyer typed more copies than allowed.
  const [limit, setLimit] = useState<string | null>(null);
  const limitId = useId();

  function limitOf(copies: number, choice: GiftChoice | undefined): string | null {
    if (takeCopies(copies, choice) === copies) return null;
    if (choice === 'group') return t.groupLimit(GROUP_COPIES.min, GROUP_COPIES.max);
    return copies > MAX_COPIES ? t.limit(MAX_COPIES, GROUP_COPIES.max) : null;
  }
  function change(copies: number, choice: GiftChoice | undefined): void {
    setTyped(null);
    setLimit(limitOf(copies, choice));
    onChange({ id, quantity: takeCopies(copies, choice), ...(choice ? { gift: choice } : {}) });
  }
  function type(text: string): void {
    const copies = Number(text);
    if (text !== '' && takeCopies(copies, gift) === copies) change(copies, gift);
    else {
      setTyped(text);
      // The buyer may still be typing a number that is too small.
      setLimit(copies > max ? limitOf(copies, gift) : null);
    }
  }

  const choices = [
    ...(bought ? [] : [{ value: '', label: t.forMe(quantity) }]),
    { value: 'all', label: t.forOthers(quantity) },
    { value: 'group', label: t.forGroup },
  ];
  return (
    <div className={css.copies}>
      <div className={css.stepper}>
        <Button
          variant="quiet"
          size="s"
          aria-label={t.fewerOf(ebook.title)}
          // In contrast to `disabled`, `aria-disabled` keeps the focus on the button, so that a held key does not press another button.
          aria-disabled={quantity <= min}
          onClick={() => quantity > min && change(quantity - 1, gift)}
        >
          <Icon path={pageIcons.minus} />
        </Button>
        <TextField
          label={t.copies}
          isLabelHidden
          aria-label={t.copiesOf(ebook.title)}
          aria-describedby={limitId}
          type="number"
          inputMode="numeric"
          min={min}
          max={max}
          value={typed ?? quantity}
          onChange={({ currentTarget }) => type(currentTarget.value)}
          onBlur={() => typed !== null && change(Number(typed), gift)}
        />
        <Button variant="quiet" size="s" aria-label={t.moreOf(ebook.title)} onClick={() => change(quantity + 1, gift)}>
          <Icon path={icons.plus} />
        </Button>
      </div>
      <p id={limitId} role="status" className={css.limit}>
        {limit}
      </p>
      <Collapsible title={t.forWhomIs(choices.find(({ value }) => value === (gift ?? ''))?.label ?? '')} isQuiet>
        <Select
          label={t.forWhom}
          isLabelHidden
          aria-label={t.forWhomOf(ebook.title)}
          value={gift ?? ''}
          onChange={({ currentTarget }) =>
            change(
              quantity,
              GIFT_CHOICES.find((choice) => choice === currentTarget.value),
            )
          }
          options={choices}
        />
      </Collapsible>
      {bought && <p className={css.hint}>{(bought.standing === 'owned' ? t.owned : t.ordered)(gifts)}</p>}
      {gifts > 0 && <p className={css.hint}>{gift === 'group' ? t.linkGroup(quantity) : t.linkEach}</p>}
    </div>
  );
}
